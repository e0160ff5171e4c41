// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import Fleet

/// What of the caps goes to which drive, and that no more than they say is ever taken.
@Suite("Caps of a fleet")
struct FleetCapsTests {
    @Test("are divided evenly, but nobody has more than is wanted, and the first has what is over")
    func shares() {
        #expect(FleetShares.divide(100, among: [10, 20, 30]) == [10, 20, 30])
        #expect(FleetShares.divide(10, among: [100, 100, 100]) == [4, 3, 3])
        #expect(FleetShares.divide(10, among: [1, 100, 100]) == [1, 5, 4])
        #expect(FleetShares.divide(2, among: [5, 0, 5, 5]) == [1, 0, 1, 0])
        #expect(FleetShares.divide(0, among: [5, 5]) == [0, 0])
        #expect(FleetShares.divide(.max, among: [5, .max]) == [5, .max - 5])
    }

    @Test(
        "divided in any way come to no more than there is, leave nothing that is wanted, and are fair",
        arguments: propertySeeds)
    func anyShares(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let wishes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                Int64.random(in: 0...20, using: &random)
            }
            let cap = Int64.random(in: 0...120, using: &random)
            let shares = FleetShares.divide(cap, among: wishes)
            let (sum, wanted) = (shares.reduce(0, +), wishes.reduce(0, +))
            #expect(sum == min(cap, wanted), "\(seed): \(cap) \(wishes)")
            let areWanted = zip(shares, wishes).allSatisfy { share, wish in (0...wish) ~= share }
            #expect(areWanted, "\(seed): \(cap) \(wishes)")
            // Who gets less than is wanted gets no less than any other, but for one that is over.
            let least = zip(shares, wishes).filter { $0 < $1 }.map(\.0).min() ?? .max - 1
            #expect(shares.allSatisfy { $0 <= least + 1 }, "\(seed): \(cap) \(wishes)")
        }
    }

    @Test(
        "are never passed, whatever rounds take, use and give back at once",
        arguments: propertySeeds)
    func anyOrder(_ seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let cap = FleetAmount(
            items: .random(in: 0...200, using: &random),
            bytes: .random(in: 0...20_000, using: &random))
        let drives = Int64.random(in: 1...40, using: &random)
        let budget = FleetBudget(left: cap, drives: drives)
        let rounds = (0..<40).map { _ in
            (
                wish: FleetAmount(
                    items: .random(in: 0...20, using: &random),
                    bytes: .random(in: 0...2_000, using: &random)),
                part: Int64.random(in: 0...4, using: &random)
            )
        }
        let used = await withTaskGroup(of: FleetAmount.self) { group in
            for (wish, part) in rounds {
                group.addTask {
                    let granted = budget.reserve(wish)
                    await Task.yield()
                    let used = FleetAmount(
                        items: granted.items * part / 4, bytes: granted.bytes * part / 4)
                    budget.giveBack(granted, used: used)
                    return used
                }
            }
            return await group.reduce(into: [FleetAmount]()) { $0.append($1) }
        }
        let sum = used.reduce(FleetAmount(), +)
        #expect(sum.items <= cap.items && sum.bytes <= cap.bytes, "\(seed)")
        #expect(used.count { $0.items > 0 } <= Int(drives), "\(seed)")
        #expect(budget.left == cap.less(sum), "\(seed): what was not used is there again")
    }
}
