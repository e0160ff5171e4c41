// SPDX-License-Identifier: Apache-2.0

import Testing
import TestSupport

@testable import ReviewUI

@Suite("What is known of groups while many steps are looked at")
struct GroupSurvivalTests {
    @Test("A member stays exactly where going through the whole group finds one")
    func everyOrder() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<2_000 {
            let members = Array(0..<Int.random(in: 1...8, using: &random)).shuffled(using: &random)
            let kept = Set(members.filter { _ in Bool.random(using: &random) })
            var known = GroupSurvival()
            var gone: Set<Int> = []
            for _ in 0..<12 {
                let going = Set(members.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
                let stays = known.someStays(of: [1], members, besides: going) {
                    kept.contains($0)
                }
                #expect(stays == !kept.subtracting(gone).subtracting(going).isEmpty)
                guard stays else { continue }
                for member in going {
                    known.leaves(member)
                    gone.insert(member)
                }
            }
        }
    }

    @Test("A group is gone through once, however many of its members go")
    func linear() {
        let members = Array(0..<5_000)
        var known = GroupSurvival()
        var looks = 0
        for member in members.dropLast() {
            let stays = known.someStays(of: [1], members, besides: [member]) {
                looks += 1
                return $0 == 4_999
            }
            #expect(stays)
            known.leaves(member)
        }
        let last = known.someStays(of: [1], members, besides: [4_999]) { _ in
            looks += 1
            return true
        }
        #expect(!last && looks == members.count)
    }
}
