// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
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
        let ledger = try Ledger.inMemory(now: instant)
        let session = StateSession(
            file: try StateFile.locate(path: "/nonexistent/s.db", profile: nil), ledger: ledger,
            clock: WorkflowClock { instant })
        if let used { try await ledger.store(used, setting: "photos_day") }
        let text = "version: 1\ntimezone: UTC\nphotos: {\(photos)}\nrules: []\n"
        let rules = try RulesLoader.load(Array(text.utf8), name: "rules.yaml")
        return try await PhotoAllowance.find(rules, session, seconds: seconds)
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

    @Test("that a person names is over after so long")
    func named() async throws {
        #expect(
            try await allowance("a_day: 2h", now: 43_200, seconds: 0).end == .time)
    }
}
