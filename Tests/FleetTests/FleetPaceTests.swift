// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import Threads
import Wording
import Workflow
import YAMLBridge

@testable import Fleet

/// How much of what the service grants a fleet takes at which time.
@Suite("The pace of a fleet")
struct FleetPaceTests {
    private static let week: Int64 = 7 * 86_400

    /// The pace of a fleet that has `graph`, by the clocks of `zone`.
    private func pace(_ graph: String, _ zone: String = "Europe/Berlin") throws -> FleetPace {
        let text = """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: listings, files: "*.ndjson"}
            graph: {\(graph)}
            """
        let decoded = FleetFileDecoder.decode(Array(text.utf8), file: "fleet.yaml")
        let file = try #require(decoded.value, "\(decoded.diagnostics)")
        return FleetPace(file, try #require(RuleTimeZone(identifier: zone)))
    }

    private func instant(_ text: String) throws -> Timestamp { try Timestamp.typed(text) }

    private static let work = "share: 60%, working_hours: {from: 07:00, to: 19:00, share: 10%}"
    /// Hours around those in which clocks are changed, on Sundays as well.
    private static let early =
        "share: 60%, working_hours: {from: 01:30, to: 02:30, days: [sat, sun], share: 0%}"

    @Test(
        "is that of the hour on the wall, on each day of the week and when clocks are changed",
        arguments: [
            // Berlin is an hour ahead of UTC in winter, two in summer.
            (Self.work, "2026-11-30T05:59:59Z", 60), (Self.work, "2026-11-30T06:00:00Z", 10),
            (Self.work, "2026-11-30T17:59:59Z", 10), (Self.work, "2026-11-30T18:00:00Z", 60),
            (Self.work, "2026-07-01T04:59:59Z", 60), (Self.work, "2026-07-01T05:00:00Z", 10),
            (Self.work, "2026-07-01T16:59:59Z", 10), (Self.work, "2026-07-01T17:00:00Z", 60),
            // Friday, and the weekend.
            (Self.work, "2026-12-04T12:00:00Z", 10), (Self.work, "2026-12-05T12:00:00Z", 60),
            (Self.work, "2026-12-06T12:00:00Z", 60), (Self.work, "2026-12-07T12:00:00Z", 10),
            // The weekend ends on the wall, not in UTC.
            (Self.early, "2026-12-04T23:00:00Z", 60), (Self.early, "2026-12-05T00:30:00Z", 0),
            (Self.early, "2026-12-07T00:30:00Z", 60),
            // From two o'clock it is three: there is no half past two.
            (Self.early, "2026-03-29T00:29:59Z", 60), (Self.early, "2026-03-29T00:30:00Z", 0),
            (Self.early, "2026-03-29T00:59:59Z", 0), (Self.early, "2026-03-29T01:00:00Z", 60),
            // From three o'clock it is two, and the half hour comes twice.
            (Self.early, "2026-10-24T23:30:00Z", 0), (Self.early, "2026-10-25T00:29:59Z", 0),
            (Self.early, "2026-10-25T00:30:00Z", 60), (Self.early, "2026-10-25T01:00:00Z", 0),
            (Self.early, "2026-10-25T01:30:00Z", 60),
        ])
    func shares(_ graph: String, _ at: String, _ share: Int) throws {
        let pace = try pace(graph)
        #expect(try pace.share(at: instant(at)) == Int64(share), "\(at)")
        #expect(try pace.isClosed(at: instant(at)) == (share == 0))
    }

    @Test(
        "goes on when such hours are over, however many days follow each other",
        arguments: [
            (Self.early, "2026-12-05T00:30:00Z", "2026-12-05T01:30:00Z"),
            (Self.early, "2026-03-29T00:45:10Z", "2026-03-29T01:00:00Z"),
            (Self.early, "2026-10-25T00:15:00Z", "2026-10-25T00:30:00Z"),
            (Self.early, "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z"),
            (
                "working_hours: {from: 00:00, to: 24:00, share: 0%}", "2026-11-30T12:00:00Z",
                "2026-12-04T23:00:00Z"
            ),
            (
                "working_hours: {from: 00:00, to: 24:00, days: [mon, tue, wed, thu, fri, sat],"
                    + " share: 0%}", "2026-11-29T23:00:00Z", "2026-12-05T23:00:00Z"
            ),
        ])
    func openings(_ graph: String, _ at: String, _ next: String) throws {
        let pace = try pace(graph)
        let opening = try pace.opening(after: instant(at))
        #expect(opening.description == next)
        #expect(try pace.goesOn(after: .quota, at: instant(at)) == opening)
        for ending in [nil, Ending.interrupted] {
            #expect(try pace.goesOn(after: ending, at: instant(at)) == nil)
        }
    }

    @Test("is that of the budget by licences, and what is in hand is brought to its end")
    func units() throws {
        let plain = try pace("licences: 20000, share: 60%")
        let noon = try instant("2026-11-30T12:00:00Z")
        let night = try instant("2026-11-30T22:00:00Z")
        #expect(plain.unitsPerMinute(at: noon) == 3_000 && plain.unitsNow == nil)
        #expect(plain.unitsPerDay == 3_000 * 1_440)
        let work = try pace("licences: 20000, " + Self.work)
        #expect(work.unitsPerMinute(at: noon) == 500 && work.unitsPerMinute(at: night) == 3_000)
        #expect(work.usualUnitsPerMinute == 3_000 && work.unitsNow != nil)
        // 60 hours of work in a week.
        #expect(work.unitsPerDay == Int64(60 * 500 + 108 * 3_000) * 60 / 7)
        #expect(work.hoursPerWeek == 168)
        let none = try pace(
            "licences: 20000, share: 60%, working_hours: {from: 07:00, to: 19:00, share: 0%}")
        #expect(none.unitsPerMinute(at: noon) == 3_000)
        #expect(none.unitsPerDay == Int64(108 * 3_000) * 60 / 7 && none.hoursPerWeek == 108)
        let least = try pace("share: 1%, working_hours: {from: 07:00, to: 19:00, share: 1%}")
        #expect(least.unitsPerMinute(at: noon) == 12)
    }

    @Test("is added up over hours, weeks and the change of clocks")
    func sums() throws {
        let work = try pace("licences: 20000, " + Self.work)
        func sum(_ start: String, _ end: String) throws -> Int64 {
            try work.units(from: instant(start), to: instant(end))
        }
        // From Monday at six to Monday at eight, on the wall.
        #expect(try sum("2026-11-30T05:00:00Z", "2026-11-30T07:00:00Z") == 60 * 3_500)
        #expect(try sum("2026-11-30T07:00:00Z", "2026-11-30T05:00:00Z") == 0)
        // A day on which clocks are put forward has an hour less, of the night.
        #expect(try sum("2026-03-27T23:00:00Z", "2026-03-28T23:00:00Z") == 1_440 * 3_000)
        #expect(try sum("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z") == 1_380 * 3_000)
        let start = try instant("2026-11-30T12:34:56Z")
        let later = Timestamp(secondsSinceEpoch: start.secondsSinceEpoch + 5 * Self.week)
        #expect(work.units(from: start, to: later) == Int64(60 * 500 + 108 * 3_000) * 60 * 5)
        let ever = Timestamp(secondsSinceEpoch: .max / 2)
        #expect(work.units(from: start, to: ever) == .max)
    }

    @Test("stops what is under way once nothing may be asked, for good, and after a signal")
    func stops() throws {
        let noon = try instant("2026-11-30T12:00:00Z")
        let night = try instant("2026-11-30T22:00:00Z")
        let clock = Lock(night)
        let signal = Lock<Ending?>(nil)
        let closed = try pace("working_hours: {from: 07:00, to: 19:00, share: 0%}")
        let stop = closed.stopping({ signal.withLock { $0 } }, now: { clock.withLock { $0 } })
        #expect(stop() == nil)
        clock.withLock { $0 = noon }
        #expect(stop() == .quota)
        clock.withLock { $0 = night }
        #expect(stop() == .quota, "what was left by then is not done by those who come later")
        signal.withLock { $0 = .terminated }
        #expect(stop() == .terminated)
        // What was done by then needs no other time; a signal is told in any case.
        #expect(FleetPace.ending(.quota, whereLeft: true) == .quota)
        #expect(FleetPace.ending(.quota, whereLeft: false) == nil)
        #expect(FleetPace.ending(.interrupted, whereLeft: false) == .interrupted)
        #expect(FleetPace.ending(nil, whereLeft: true) == nil)
        let slow = try pace(Self.work).stopping({ nil }, now: { noon })
        #expect(slow() == nil)
    }

    @Test("says whether working hours are now, by the clock on the wall, and what is taken")
    func told() throws {
        let pace = try pace(Self.work)
        for (at, words) in [
            ("2026-11-30T05:59:59Z", "06:59 +01:00 now, which is outside of these hours: 60 %"),
            ("2026-11-30T06:00:00Z", "07:00 +01:00 now, which is within these hours: 10 %"),
        ] {
            let lines = pace.lines(at: try instant(at)).map { Words.english($0) }
            #expect(lines.count == 2 && lines[1].contains(words), "\(lines)")
        }
        #expect(try self.pace("share: 60%").lines(at: try instant("2026-11-30T06:00:00Z")).isEmpty)
    }
}
