// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import Testing

@Suite("A report of statistics")
struct StatsReportTests {
    @Test("counts what was kept and deleted on the days that were recorded")
    func days() throws {
        let report = try StatsSamples.week().report()
        #expect(report.days.map(\.day).first == "2026-11-15")
        #expect(report.days.map(\.day).last == "2026-11-21")
        #expect(report.days.map(\.totals.counts.kept) == [12, 16, 0, 11, 11, 18, 7])
        #expect(report.days.map(\.totals.counts.deleted) == [6, 9, 0, 11, 14, 7, 5])
        #expect(report.period.counts.kept == 75)
        #expect(report.period.counts.deleted == 52)
        #expect(report.period.counts.undone == 4)
        #expect(report.period.counts.decided == 127)
        #expect(report.period.counts.made == 131)
    }

    @Test("counts an item once a day, by what was said last")
    func changedMind() throws {
        var samples = StatsSamples()
        samples.decide("a", .delete, on: 20)
        samples.decide("a", .keep, on: 20)
        samples.decide("a", .delete, on: 21)
        let counts = try samples.report().period.counts
        #expect(counts.kept == 1)
        #expect(counts.deleted == 1)
        #expect(counts.replaced == 1)
        #expect(counts.made == 3)
    }

    @Test("counts again what stood before, when the later decision is taken back")
    func takenBack() throws {
        var samples = StatsSamples()
        samples.decide("a", .keep, on: 20)
        let place = samples.decide("a", .delete, on: 20)
        samples.figures.decisions[place].undoneAt = StatsSamples.noon(21)
        let counts = try samples.report().period.counts
        #expect((counts.kept, counts.deleted) == (1, 0))
        #expect((counts.replaced, counts.undone) == (0, 1))
    }

    @Test("tells items apart by the bytes of their ids")
    func ids() throws {
        var samples = StatsSamples()
        samples.decide("caf\u{e9}", .keep, on: 20)
        samples.decide("cafe\u{301}", .keep, on: 20)
        #expect(try samples.report().period.counts.kept == 2)
    }

    @Test("counts what was put off, by a snooze or to the end")
    func putOff() throws {
        var samples = StatsSamples()
        samples.decide("a", .snooze, on: 20)
        samples.act(.later, on: 20, itemCount: 3)
        let counts = try samples.report().period.counts
        #expect(counts.putOff == 4)
        #expect(counts.decided == 0)
        #expect(counts.made == 4)
    }

    @Test("says what went by rule, the most decided first")
    func rules() throws {
        let rules = try StatsSamples.week().report().rules
        #expect(rules.map(\.rule) == ["old-bursts", "screenshots & <others>"])
        #expect(rules.map(\.kept) == [75, 0])
        #expect(rules.map(\.deleted) == [0, 52])
        #expect(rules.map(\.moved.bytes) == [0, 3_435_973_837])
    }

    @Test("tells apart what is planned, waits, lies in a bin and is gone for good")
    func space() throws {
        var samples = StatsSamples()
        samples.delete(1, bytes: 10, on: 20)
        samples.delete(2, bytes: 20, on: 20, method: "quarantine")
        samples.delete(4, bytes: 40, on: 20, method: "quarantine", isPurged: true)
        samples.delete(8, bytes: 80, on: 20, method: "permanent")
        samples.delete(16, bytes: 160, on: 20, state: .restored)
        samples.delete(32, bytes: 320, on: 20, state: .deferred)
        samples.figures.staged.append(
            StagedTally(drive: "photos", rule: "old", state: .undone, items: 64, bytes: 640))
        let plan = StatsPlan(
            id: "p", planned: StatsAmount(items: 5, bytes: 50, unknownSizes: 1), settledItems: 0,
            matchedItems: 0)
        let report = try samples.report(plan: plan)
        #expect(report.space.planned == StatsAmount(items: 5, bytes: 50, unknownSizes: 1))
        #expect(report.space.waiting == StatsAmount(items: 32, bytes: 320))
        #expect(report.space.inBin == StatsAmount(items: 3, bytes: 30))
        #expect(report.space.reclaimed == StatsAmount(items: 12, bytes: 120))
        #expect(report.period.moved == StatsAmount(items: 15, bytes: 150))
        #expect(report.period.restored == StatsAmount(items: 16, bytes: 160))
        #expect(report.space.drives.isEmpty)
    }

    @Test("counts unknown sizes as unknown, and the largest ones without overflow")
    func sizes() throws {
        var samples = StatsSamples()
        samples.delete(2, bytes: .max, on: 20, unknown: 1)
        samples.delete(1, bytes: .max, on: 21)
        let moved = try samples.report().period.moved
        #expect(moved == StatsAmount(items: 3, bytes: .max, unknownSizes: 1))
    }

    @Test("ends with the later one of today and the last day of the quota")
    func clockSetBack() throws {
        var samples = StatsSamples()
        samples.figures.quota = [QuotaUse(day: "2026-11-23")]
        let report = try samples.report()
        #expect(report.today == "2026-11-23")
        #expect(report.firstDay == "2026-11-17")
    }

    @Test("takes the days as they were recorded, whatever the zone is now")
    func recordedDays() throws {
        var samples = StatsSamples()
        samples.zone = "Pacific/Auckland"
        samples.decide("a", .keep, on: 20, at: StatsSamples.noon(20, hours: 6))
        let report = try samples.report()
        let day = try #require(report.days.first { $0.totals.counts.kept == 1 })
        #expect(day.day == "2026-11-20")
    }

    @Test("has bars of days up to a month, of months beyond, and they are the period")
    func buckets() throws {
        let samples = StatsSamples.week()
        for days in [1, 7, 30, 365, 366] {
            let report = try samples.report(days: days)
            #expect(report.days.count == days)
            #expect(report.buckets.count == (days <= 31 ? days : 13))
            #expect(report.buckets.map(\.kept).reduce(0, +) == report.period.counts.kept)
            #expect(report.buckets.map(\.deleted).reduce(0, +) == report.period.counts.deleted)
            #expect(report.buckets.first?.from == report.firstDay)
            #expect(report.buckets.last?.to == report.today)
        }
        #expect(try samples.report(days: 0).days.count == 1)
        #expect(try samples.report(days: 10_000).days.count == StatsReport.daysMax)
    }

    @Test("as JSON is the document that is promised")
    func document() throws {
        var report = try StatsSamples.week().report(
            plan: StatsPlan(
                id: "p", planned: StatsAmount(items: 311, bytes: 9_019_431_321, unknownSizes: 3),
                settledItems: 970, matchedItems: 1_000))
        report.space.drives = [
            StatsDrive(
                name: "photos \"é\"\u{202e}", usedBytes: 90, totalBytes: 100, binBytes: nil)
        ]
        try StatsGolden.compare(StatsDocument.text(report), with: "week.json")
    }
}
