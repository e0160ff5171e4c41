// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Time zones, ages and dates")
struct TimeTests {
    private func instant(_ text: String) throws -> Timestamp {
        try #require(try Timestamp.parse(text))
    }

    /// Whether an item changed at `modified` meets `test` at `now` in `zone`.
    private func holds(
        _ test: FieldTest, modified: String, now: String, zone: String
    ) throws -> Bool {
        var builder = ListingBuilder()
        var item = ItemValues(path: "/a")
        item.modified = try instant(modified)
        try builder.append(item, drive: try builder.drive(named: "d", kind: .listing))
        var file = RuleFile()
        file.rules = [Rule(id: "r", match: .test(test), action: .delete)]
        let plan = try Planner(
            PlanInput(
                listing: builder.finish(), ruleFile: file, now: try instant(now),
                timeZone: try #require(RuleTimeZone(identifier: zone)))
        ).plan()
        return plan.verdict(0) == .delete
    }

    @Test(
        "calendar steps keep the wall time and cut the day",
        arguments: [
            // 31 March minus a month: the last of February.
            ("2026-03-31T12:00:00Z", 1, AgeUnit.month, "UTC", "2026-02-28T12:00:00Z"),
            ("2024-02-29T12:00:00Z", 1, .year, "UTC", "2023-02-28T12:00:00Z"),
            // Berlin: noon in summer is noon in winter, an hour later in UTC.
            ("2026-07-15T10:00:00Z", 6, .month, "Europe/Berlin", "2026-01-15T11:00:00Z"),
            // A wall time that does not exist is read with the offset before the gap.
            ("2026-04-29T00:30:00Z", 1, .month, "Europe/Berlin", "2026-03-29T01:30:00Z"),
            // A wall time that exists twice: the earlier instant.
            ("2026-11-25T01:30:00Z", 1, .month, "Europe/Berlin", "2026-10-25T00:30:00Z"),
        ])
    func calendarSteps(
        now: String, amount: Int, unit: AgeUnit, zone: String, bound: String
    ) throws {
        let age = Age(amount: Int64(amount), unit: unit)
        let over = FieldTest(.modifiedAge, [.age(.over(age))])
        let under = FieldTest(.modifiedAge, [.age(.under(age))])
        let edge = try instant(bound)
        for (shift, isOver, isUnder) in [(-1, true, false), (0, false, false), (1, false, true)] {
            let at = Timestamp(secondsSinceEpoch: edge.secondsSinceEpoch + Int64(shift))
            #expect(
                try holds(over, modified: at.description, now: now, zone: zone) == isOver)
            #expect(
                try holds(under, modified: at.description, now: now, zone: zone) == isUnder)
        }
    }

    @Test(
        "a day begins at its first instant, wherever clocks go forward or back",
        arguments: [
            ("UTC", 2026, 1, 15, "2026-01-15T00:00:00Z"),
            ("Europe/Berlin", 2026, 3, 29, "2026-03-28T23:00:00Z"),
            // Clocks go forward at midnight: the day begins at one o'clock.
            ("America/Sao_Paulo", 2018, 11, 4, "2018-11-04T03:00:00Z"),
            ("America/Havana", 2026, 3, 8, "2026-03-08T05:00:00Z"),
            // The day that Samoa skipped begins where the next one does.
            ("Pacific/Apia", 2011, 12, 30, "2011-12-30T10:00:00Z"),
            ("Pacific/Apia", 2011, 12, 31, "2011-12-30T10:00:00Z"),
        ])
    func startOfDay(zone: String, year: Int, month: Int, day: Int, start: String) throws {
        let bound = DateBound.day(CalendarDay(year: year, month: month, day: day))
        let since = FieldTest(.modified, [.date(.since(bound))])
        let edge = try instant(start)
        let before = Timestamp(secondsSinceEpoch: edge.secondsSinceEpoch - 1).description
        let now = "2030-01-01T00:00:00Z"
        #expect(try holds(since, modified: start, now: now, zone: zone))
        #expect(try !holds(since, modified: before, now: now, zone: zone))
    }

    @Test("a range of days includes both, and one of instants includes both ends")
    func ranges() throws {
        let days = FieldTest(
            .modified,
            [
                .date(
                    .between(
                        .day(CalendarDay(year: 2023, month: 1, day: 1)),
                        .day(CalendarDay(year: 2023, month: 12, day: 31))))
            ])
        for (at, expected) in [
            ("2022-12-31T23:59:59Z", false), ("2023-01-01T00:00:00Z", true),
            ("2023-12-31T23:59:59Z", true), ("2024-01-01T00:00:00Z", false),
        ] {
            #expect(
                try holds(days, modified: at, now: "2026-01-01T00:00:00Z", zone: "UTC")
                    == expected)
        }
    }

    @Test("nothing is older than year 1, and the future is young")
    func extremes() throws {
        let ancient = Age(amount: 9_999, unit: .year)
        let now = "2026-01-15T12:00:00Z"
        let old = "1601-01-01T00:00:00Z"
        #expect(
            try !holds(
                FieldTest(.modifiedAge, [.age(.over(ancient))]), modified: old, now: now,
                zone: "UTC"))
        #expect(
            try holds(
                FieldTest(.modifiedAge, [.age(.under(ancient))]), modified: old, now: now,
                zone: "UTC"))
        let none = Age(amount: 0, unit: .day)
        #expect(
            try holds(
                FieldTest(.modifiedAge, [.age(.under(none))]), modified: "2027-01-01T00:00:00Z",
                now: now, zone: "UTC"))
    }

    @Test(
        "instants are written as they are read",
        arguments: [
            "1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2024-02-29T12:34:56Z",
            "1601-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1900-03-01T00:00:00Z",
        ])
    func description(text: String) throws {
        #expect(try instant(text).description == text)
    }

    @Test("only names of the time zone database are time zones")
    func identifiers() {
        #expect(RuleTimeZone(identifier: "Europe/Berlin") != nil)
        #expect(RuleTimeZone(identifier: "UTC") != nil)
        #expect(RuleTimeZone(identifier: "Mars/Olympus") == nil)
        #expect(RuleTimeZone(identifier: "GMT+3") == nil)
        #expect(RuleTimeZone(identifier: "") == nil)
    }
}
