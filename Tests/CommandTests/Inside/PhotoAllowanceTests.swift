// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Synchronization
import Testing

@testable import Workflow

/// How long pictures may be looked at.
@Suite("The time for looking at pictures")
struct PhotoAllowanceTests {
    /// 2026-01-15, in seconds since 1970.
    private static let day: Int64 = 1_768_435_200

    /// What is allowed `now` seconds into that day by rules with `photos`, in a state that says of a day what `used` says.
    private func allowance(
        _ photos: String, now: Int64, used: String? = nil, seconds: Double? = nil
    ) async throws -> PhotoAllowance {
        let instant = Timestamp(secondsSinceEpoch: Self.day + now)
        let ledger = try await ledger(now: instant, used: used)
        let session = try session(ledger, WorkflowClock { instant })
        return try await PhotoAllowance.find(rules(photos), session, seconds: seconds)
    }

    private func ledger(now: Timestamp, used: String?) async throws -> Ledger {
        let ledger = try Ledger.inMemory(now: now)
        if let used { try await ledger.store(used, setting: "photos_day") }
        return ledger
    }

    private func session(_ ledger: Ledger, _ clock: WorkflowClock) throws -> StateSession {
        StateSession(
            file: try StateFile.locate(path: "/nonexistent/s.db", profile: nil), ledger: ledger,
            clock: clock)
    }

    private func rules(_ photos: String) throws -> LoadedRules {
        let text = "version: 1\ntimezone: UTC\nphotos: {\(photos)}\nrules: []\n"
        return try RulesLoader.load(Array(text.utf8), name: "rules.yaml")
    }

    @Test(
        "ends with the day's seconds, whoever used them, and begins anew with the next day",
        arguments: [
            (nil, nil), ("2026-01-15 59", nil), ("2026-01-15 60", .day), ("2026-01-15 999", .day),
            ("2026-01-14 999", nil), ("2026-01-15", nil), ("nonsense here", nil),
        ] as [(String?, PhotoAllowance.End?)])
    func day(used: String?, end: PhotoAllowance.End?) async throws {
        let found = try await allowance("a_day: 1m", now: 43_200, used: used)
        #expect(found.end == end)
        // What a person names goes before.
        let named = try await allowance(
            "a_day: 1m", now: 43_200, used: used, seconds: 600)
        #expect(named.end == nil)
    }

    @Test(
        "is the time of day that the rules name, over midnight too",
        arguments: [
            (79_199, PhotoAllowance.End.window), (79_200, nil), (86_399, nil), (21_599, nil),
            (21_600, .window),
        ] as [(Int64, PhotoAllowance.End?)])
    func window(time: Int64, end: PhotoAllowance.End?) async throws {
        let found = try await allowance(
            "within: [22:00, 06:00]", now: time)
        #expect(found.end == end)
    }

    @Test(
        "counts for the local day in which pictures are looked at, over midnight too",
        arguments: Night.all)
    func midnight(night: Night) async throws {
        let hands = Hands()
        let begin = Self.day + 23 * 3_600
        let clock = WorkflowClock { Timestamp(secondsSinceEpoch: begin + hands.wall) }
        let ledger = try await ledger(now: clock.now(), used: night.used)
        let found = try await PhotoAllowance.find(
            rules(night.photos), session(ledger, clock), seconds: nil
        ) { Double(hands.passed) }
        for step in night.steps {
            hands.move(to: step.after, wall: step.wall)
            #expect(found.end == step.end, "\(step)")
            try await found.note()
            #expect(try await ledger.setting("photos_day") == step.noted, "\(step)")
        }
    }

    @Test(
        "is so many seconds of a day as the rules say, or as the time of day has",
        arguments: [
            ("a_day: 2h", 7_200), ("within: [22:00, 06:00]", 28_800),
            ("a_day: 2h, within: [22:00, 06:00]", 7_200),
            ("a_day: 20h, within: [09:00, 10:30]", 5_400),
        ] as [(String, Double)])
    func daily(photos: String, seconds: Double) async throws {
        #expect(try await allowance(photos, now: 43_200).secondsPerDay == seconds)
        // Whoever names how long is not bound by the rules.
        #expect(try await allowance(photos, now: 43_200, seconds: 60).secondsPerDay == nil)
    }

    @Test("that a person names is over after so long")
    func named() async throws {
        #expect(
            try await allowance("a_day: 2h", now: 43_200, seconds: 0).end == .time)
    }
}

/// How many seconds have passed, for the clock on the wall and the one that only goes on.
private final class Hands: Sendable {
    private let state = Mutex<(passed: Int64, wall: Int64)>((0, 0))

    var passed: Int64 { state.withLock { $0.passed } }
    var wall: Int64 { state.withLock { $0.wall } }

    func move(to passed: Int64, wall: Int64) { state.withLock { $0 = (passed, wall) } }
}

/// A night of looking at pictures that begins at 23:00.
struct Night: CustomTestStringConvertible, Sendable {
    /// Some seconds later.
    struct Step: Sendable {
        var after: Int64
        /// The same on the wall.
        var wall: Int64
        /// Why it is over then.
        var end: PhotoAllowance.End?
        /// What the state then says of the day.
        var noted: String

        init(
            _ after: Int64, wall: Int64? = nil, _ end: PhotoAllowance.End?, _ noted: String
        ) {
            self.after = after
            self.wall = wall ?? after
            self.end = end
            self.noted = noted
        }
    }

    var name: String
    var photos = "a_day: 2h, within: [22:00, 06:00]"
    /// What the state says at first.
    var used: String?
    var steps: [Step]

    var testDescription: String { name }

    static let all: [Night] = [
        Night(
            name: "an hour of one day, and two of the next",
            steps: [
                Step(3_599, nil, "2026-01-15 3599"), Step(3_600, nil, "2026-01-16 0"),
                Step(10_799, nil, "2026-01-16 7199"), Step(10_800, .day, "2026-01-16 7200"),
                Step(25_200, .window, "2026-01-16 21600"),
            ]),
        Night(
            name: "a day that was used up before", used: "2026-01-15 7200",
            steps: [
                Step(0, .day, "2026-01-15 7200"), Step(3_599, .day, "2026-01-15 10799"),
                Step(3_601, nil, "2026-01-16 1"),
            ]),
        Night(
            name: "nobody asks until half an hour after midnight", used: "2026-01-15 60",
            steps: [Step(5_400, nil, "2026-01-16 1800")]),
        Night(
            name: "two midnights", photos: "a_day: 24h",
            steps: [
                Step(3_600, nil, "2026-01-16 0"), Step(89_999, nil, "2026-01-16 86399"),
                Step(90_060, nil, "2026-01-17 60"),
            ]),
        Night(
            name: "a clock that is set back opens no day",
            steps: [
                Step(3_610, nil, "2026-01-16 10"),
                Step(3_700, wall: 3_500, nil, "2026-01-16 100"),
            ]),
    ]
}
