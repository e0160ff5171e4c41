// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

@Suite("The state machine")
struct ItemStateTests {
    /// Written out a second time, so that an edit of the first is noticed.
    private static let table: [ItemState: Set<ItemState>] = [
        .staged: [.executing, .held, .deferred, .undone, .cancelled],
        .executing: [.deleted, .failed, .gaveUp, .changed, .gone, .staged],
        .deleted: [.restored],
        .restored: [],
        .failed: [.executing, .held, .deferred, .undone, .cancelled],
        .gaveUp: [],
        .changed: [],
        .gone: [],
        .held: [.staged, .undone, .cancelled],
        .deferred: [.staged, .undone, .cancelled],
        .undone: [],
        .cancelled: [],
    ]

    @Test("allows exactly these changes", arguments: ItemState.allCases)
    func changes(state: ItemState) {
        for next in ItemState.allCases {
            #expect(state.mayBecome(next) == Self.table[state]?.contains(next), "\(next)")
        }
    }

    @Test("deletes nothing that a person has taken back, and nothing twice")
    func reachability() {
        for ended in [ItemState.undone, .cancelled, .deleted, .gone, .changed, .gaveUp] {
            var reached: Set<ItemState> = [ended]
            var rest = [ended]
            while let state = rest.popLast() {
                rest += state.successors.subtracting(reached)
                reached.formUnion(state.successors)
            }
            #expect(!reached.contains(.executing), "\(ended)")
        }
    }

    @Test("comes to a deletion only through 'executing'")
    func deletion() {
        for state in ItemState.allCases where state.mayBecome(.deleted) {
            #expect(state == .executing)
        }
    }

    @Test("lets a restore and a purge follow a deletion only")
    func restores() {
        for state in ItemState.allCases {
            var status = StagedStatus()
            status.state = state
            let restoring = StagedChange(.restoring, at: at(0))
            #expect(status.allows(restoring) == (state == .deleted), "\(state)")
            #expect(status.allows(StagedChange(.purged, at: at(0))) == (state == .deleted))
            #expect(!status.allows(StagedChange(.restoreFailed, at: at(0))))
            #expect(!status.allows(StagedChange(.becomes(.restored), at: at(0))))
            status.isRestoring = true
            #expect(!status.allows(restoring))
            #expect(!status.allows(StagedChange(.purged, at: at(0))))
            #expect(
                status.allows(StagedChange(.becomes(.restored), at: at(0))) == (state == .deleted))
        }
    }

    @Test("finds a status that no run could have left")
    func flaws() {
        #expect(StagedStatus().flaw == nil)
        func isFlawed(_ change: (inout StagedStatus) -> Void) -> Bool {
            var status = StagedStatus()
            change(&status)
            return status.flaw != nil
        }
        #expect(isFlawed { $0.attempt = -1 })
        #expect(isFlawed { $0.state = .executing })
        #expect(isFlawed { $0.state = .deferred })
        #expect(
            isFlawed {
                $0.state = .failed; $0.attempt = 1
            })
        #expect(
            isFlawed {
                $0.state = .failed; $0.attempt = 5; $0.retryAt = at(0)
            })
        #expect(
            isFlawed {
                $0.state = .deleted; $0.attempt = 1; $0.quotaDay = Sample.day
            })
        #expect(isFlawed { $0.quotaDay = Sample.day })
        #expect(isFlawed { $0.retryAt = at(0) })
        #expect(isFlawed { $0.deletedAt = at(0) })
        #expect(isFlawed { $0.isRestoring = true })
        #expect(isFlawed { $0.isPurged = true })
        #expect(isFlawed { $0.restoredPath = "/a" })
        #expect(isFlawed { $0.receipt = "r" })
    }
}
