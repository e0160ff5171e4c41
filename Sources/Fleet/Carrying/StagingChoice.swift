// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Workflow

/// Which deletions of some drives are staged where not all are: those that bring most for each unit of the
/// budget, as many as there is room for.
struct StagingChoice: Sendable {
    /// How much there is room for.
    struct Bound: Sendable, Hashable {
        /// So many bytes that go.
        var bytes: Int64 = .max
        /// So many units of the budget.
        var units: Int64 = .max

        var isUnbounded: Bool { bytes == .max && units == .max }
    }

    /// The numbers of the deletions of each drive that are meant, by the place of the drive.
    private let chosen: [Set<Int32>]
    /// What the cap of the wave had no room for.
    let leftOut: FleetAmount

    /// The most deletions that are compared with each other.
    private static let candidatesMax = 50_000_000

    private struct Candidate {
        let bytes: Int64
        let units: Int8
        let standing: StagedBefore.Standing
        let drive: Int32
        let number: Int32

        /// Whether it brings more for each unit than `other`; of two that bring the same, the one that
        /// stands first in the plan. What most likely stays comes last.
        func comes(before other: Candidate) -> Bool {
            let isLast = (standing == .takenBack, other.standing == .takenBack)
            if isLast.0 != isLast.1 { return isLast.1 }
            let (one, two) = (
                bytes.multipliedFullWidth(by: Int64(other.units)),
                other.bytes.multipliedFullWidth(by: Int64(units))
            )
            if one.high != two.high { return one.high > two.high }
            if one.low != two.low { return one.low > two.low }
            return (drive, number) < (other.drive, other.number)
        }
    }

    /// The choice among the deletions of `stretches`, `within` that bound, and within what the wave has `room`
    /// for besides what it has staged `before`.
    init(
        _ stretches: [FleetPlan.Stretch], of plan: FleetPlan, within bound: Bound,
        room: FleetAmount = .unbounded, before: StagedBefore? = nil
    ) throws(Failure) {
        let candidates = try Self.candidates(stretches, of: plan, before)
        var chosen = stretches.map { _ in Set<Int32>() }
        var (left, room, leftOut) = (bound, room, FleetAmount())
        for one in candidates {
            let own =
                one.standing == .staged
                ? FleetAmount() : FleetAmount(items: 1, bytes: one.bytes)
            // What does not fit leaves room for what is smaller.
            if own.items > room.items || own.bytes > room.bytes {
                leftOut.add(own)
                continue
            }
            if one.bytes > left.bytes { continue }
            if Int64(one.units) > left.units { break }
            if left.bytes != .max { left.bytes -= one.bytes }
            if left.units != .max { left.units -= Int64(one.units) }
            room = room.less(own)
            chosen[Int(one.drive)].insert(one.number)
        }
        (self.chosen, self.leftOut) = (chosen, leftOut)
    }

    /// The deletions of `stretches`, those first that bring most.
    private static func candidates(
        _ stretches: [FleetPlan.Stretch], of plan: FleetPlan, _ before: StagedBefore?
    ) throws(Failure) -> [Candidate] {
        var candidates: [Candidate] = []
        for (place, stretch) in stretches.enumerated() {
            var number: Int32 = 0
            try plan.eachLine([stretch]) { line throws(Failure) in
                guard try PlanLines.isDeletion(line) else { return true }
                let price = try PlanLines.price(line)
                var standing = StagedBefore.Standing.new
                if let before { standing = try before.standing(line, of: place) }
                candidates.append(
                    Candidate(
                        bytes: price.bytes, units: price.units(looks: plan.looks),
                        standing: standing, drive: Int32(place), number: number))
                number += 1
                return true
            }
            if candidates.count > candidatesMax {
                throw Failure(
                    .refused,
                    Message(
                        "more than \(String(candidatesMax)) deletions are too many to choose"
                            + " among; stage a smaller wave, or all of it"))
            }
        }
        candidates.sort { $0.comes(before: $1) }
        return candidates
    }

    /// Whether there is room for nothing.
    var isEmpty: Bool { chosen.allSatisfy(\.isEmpty) }

    /// Whether any deletion of the drive at `place` is meant.
    func hasSome(of place: Int) -> Bool { !chosen[place].isEmpty }

    /// Whether the deletion of that number of the drive at `place` is meant.
    func holds(_ number: Int, of place: Int) -> Bool { chosen[place].contains(Int32(number)) }
}
