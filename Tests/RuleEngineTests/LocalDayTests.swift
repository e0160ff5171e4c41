// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

@Suite("Local days and undo windows")
struct LocalDayTests {
    private func instant(_ text: String) throws -> Timestamp {
        try #require(try Timestamp.parse(text))
    }

    @Test(
        "the next day begins at its first instant, wherever clocks go forward or back",
        arguments: [
            ("UTC", "2026-01-15T00:00:00Z", "2026-01-16T00:00:00Z"),
            ("UTC", "2026-01-15T23:59:59Z", "2026-01-16T00:00:00Z"),
            ("Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-29T22:00:00Z"),
            ("Europe/Berlin", "2026-10-24T23:00:00Z", "2026-10-25T23:00:00Z"),
            // No midnight: the day begins at one o'clock.
            ("America/Sao_Paulo", "2018-11-03T15:00:00Z", "2018-11-04T03:00:00Z"),
            ("Africa/Cairo", "2023-04-27T12:00:00Z", "2023-04-27T22:00:00Z"),
            ("Asia/Beirut", "2022-03-26T12:00:00Z", "2022-03-26T22:00:00Z"),
            ("America/Havana", "2026-03-07T12:00:00Z", "2026-03-08T05:00:00Z"),
            // The last hour of the day comes twice.
            ("America/Sao_Paulo", "2018-02-17T12:00:00Z", "2018-02-18T03:00:00Z"),
            ("Africa/Cairo", "2023-10-26T12:00:00Z", "2023-10-26T22:00:00Z"),
            ("Asia/Beirut", "2022-10-29T20:30:00Z", "2022-10-29T22:00:00Z"),
            ("Asia/Beirut", "2022-10-29T21:30:00Z", "2022-10-29T22:00:00Z"),
            // Midnight comes twice within one day, which begins with the first.
            ("America/Havana", "2026-10-31T12:00:00Z", "2026-11-01T04:00:00Z"),
            ("America/Havana", "2026-11-01T04:30:00Z", "2026-11-02T05:00:00Z"),
            ("America/Havana", "2026-11-01T05:30:00Z", "2026-11-02T05:00:00Z"),
            // Clocks go back over midnight at one past: the new day lasts a minute, then an hour
            // of the old one returns.
            ("America/St_Johns", "2006-10-28T15:00:00Z", "2006-10-29T02:30:00Z"),
            ("America/St_Johns", "2006-10-29T02:30:30Z", "2006-10-30T03:30:00Z"),
            ("America/St_Johns", "2006-10-29T02:31:00Z", "2006-10-29T03:30:00Z"),
            // A day that was skipped altogether.
            ("Pacific/Apia", "2011-12-29T20:00:00Z", "2011-12-30T10:00:00Z"),
        ])
    func nextDay(zone: String, now: String, next: String) throws {
        let zone = try #require(RuleTimeZone(identifier: zone))
        #expect(zone.nextDayStart(after: try instant(now)).description == next)
    }

    @Test("until the next day begins it is no later day, and then it is", arguments: propertySeeds)
    func daysFollow(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let name = random.pick([
            "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut", "America/Havana", "Pacific/Apia",
            "America/St_Johns", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Kwajalein",
            "America/Asuncion", "Asia/Amman", "UTC",
        ])
        let zone = try #require(RuleTimeZone(identifier: name))
        let now = Timestamp(secondsSinceEpoch: Int64(random.below(1_700_000_000)))
        let next = zone.nextDayStart(after: now)
        let what: Comment = "\(name) \(now)"
        #expect(next > now, what)
        #expect(zone.day(at: next) > zone.day(at: now), what)
        var at = next.secondsSinceEpoch - 1
        while at >= now.secondsSinceEpoch {
            #expect(
                zone.day(at: Timestamp(secondsSinceEpoch: at)) <= zone.day(at: now), what)
            at -= 450
        }
    }

    @Test("days are written as they are read")
    func texts() {
        for text in ["2026-11-21", "0001-01-01", "9999-12-31", "2024-02-29"] {
            #expect(CalendarDay(text: text)?.text == text)
        }
        for text in [
            "", "2026-11-2", "2026-11-211", "2025-02-29", "2026-13-01", "2026-00-01", "2026-01-00",
            "2026/11/21", " 2026-11-21", "2026-11-21T", "-026-11-21", "２０２６-11-21",
        ] {
            #expect(CalendarDay(text: text) == nil, "\(text)")
        }
    }

    @Test(
        "an undo window ends so many calendar steps after staging",
        arguments: [
            // 31 January and a month: the last of February.
            ("2026-01-31T12:00:00Z", 1, AgeUnit.month, "UTC", "2026-02-28T12:00:00Z"),
            ("2026-12-31T12:00:00Z", 2, .month, "UTC", "2027-02-28T12:00:00Z"),
            ("2024-02-29T12:00:00Z", 1, .year, "UTC", "2025-02-28T12:00:00Z"),
            ("2026-11-15T12:00:00Z", 14, .month, "UTC", "2028-01-15T12:00:00Z"),
            // The same wall time: noon in winter is noon in summer, an hour earlier in UTC.
            ("2026-01-15T11:00:00Z", 6, .month, "Europe/Berlin", "2026-07-15T10:00:00Z"),
            // A wall time that does not exist is read with the offset before the gap.
            ("2026-01-29T01:30:00Z", 2, .month, "Europe/Berlin", "2026-03-29T01:30:00Z"),
            // A wall time that exists twice: the earlier instant.
            ("2026-08-25T00:30:00Z", 2, .month, "Europe/Berlin", "2026-10-25T00:30:00Z"),
            // Days are exact, whatever clocks do.
            ("2026-03-28T12:00:00Z", 1, .day, "Europe/Berlin", "2026-03-29T12:00:00Z"),
            ("2026-01-15T12:00:00Z", 2, .week, "UTC", "2026-01-29T12:00:00Z"),
            ("2026-01-15T12:00:00Z", 0, .month, "UTC", "2026-01-15T12:00:00Z"),
            ("2026-01-15T12:00:00Z", 999_999, .year, "UTC", nil),
        ] as [(String, Int, AgeUnit, String, String?)])
    func windows(now: String, amount: Int, unit: AgeUnit, zone: String, end: String?) throws {
        let clock = RuleClock(
            now: try instant(now), timeZone: try #require(RuleTimeZone(identifier: zone)))
        let found = clock.end(of: .wait(Age(amount: Int64(amount), unit: unit)))
        if let end {
            #expect(Timestamp(secondsSinceEpoch: found).description == end)
        } else {
            #expect(found > clock.now.secondsSinceEpoch + 30_000_000_000_000)
        }
        #expect(clock.end(of: .none) == clock.now.secondsSinceEpoch)
    }

    @Test("which of two undo windows is the longer is counted from staging")
    func longest() throws {
        var world = World()
        world.items = [.file("/a")]
        let month = UndoWindow.wait(Age(amount: 1, unit: .month))
        let days = UndoWindow.wait(Age(amount: 30, unit: .day))
        world.file.rules = [
            Rule(id: "one", match: .everything, action: .delete, undoWindow: month),
            Rule(id: "two", match: .everything, action: .delete, undoWindow: days),
        ]
        let plan = try world.plan()
        let january = try instant("2026-01-15T00:00:00Z")
        let february = try instant("2026-02-15T00:00:00Z")
        #expect(plan.undoWindow(applied: [0, 1], countedFrom: january) == month)
        #expect(plan.undoWindow(applied: [0, 1], countedFrom: february) == days)
    }
}
