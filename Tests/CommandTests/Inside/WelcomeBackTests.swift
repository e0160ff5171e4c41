// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import Workflow

/// Who comes back after a week is welcomed with what they have done, once.
@Suite("Back after a week")
struct WelcomeBackTests {
    private static let day: Int64 = 86_400
    private static let then = Timestamp(secondsSinceEpoch: 1_760_000_000)

    private func figures() -> LedgerFigures {
        let item = RecordedItem(drive: "d", id: "1", path: "/a.iso", type: .file)
        return LedgerFigures(decisions: [
            DecisionRecord(
                item: item, driveIdentity: "local:1", verdict: .keep, decidedAt: Self.then,
                day: "2025-10-09", source: "web")
        ])
    }

    private func at(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: Self.then.secondsSinceEpoch + seconds)
    }

    @Test(
        "not before the seventh day is over, and not by a clock that was set back",
        arguments: [
            (6 * day, false), (7 * day - 1, false), (7 * day, true), (8 * day, true),
            (-day, false), (-30 * day, false),
        ])
    func days(seconds: Int64, comes: Bool) {
        let absence = Absence(figures(), visit: nil, now: at(seconds))
        #expect(absence.isLong == comes)
        let welcome = WelcomeBack(figures(), visit: nil, now: at(seconds), timeZone: .utc)
        #expect((welcome != nil) == comes)
    }

    @Test("a look at a review counts as being here")
    func visits() {
        let visit = at(5 * Self.day)
        #expect(!Absence(figures(), visit: visit, now: at(11 * Self.day)).isLong)
        #expect(Absence(figures(), visit: visit, now: at(12 * Self.day)).isLong)
    }

    @Test("nobody is welcomed back who was never here")
    func nobody() {
        #expect(!Absence(LedgerFigures(), visit: nil, now: at(0)).isLong)
        let only = WelcomeBack(
            LedgerFigures(), visit: at(0), now: at(30 * Self.day), timeZone: .utc)
        #expect(only == nil, "who has only looked has no figures")
    }
}
