// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReviewUI
import RuleEngine
import StateLedger
import Testing

/// Ready-made figures; each test says only what it is about. Days are those of November 2026.
struct StatsSamples {
    var figures = LedgerFigures()
    /// The day that it is, at noon in Berlin.
    var today = 21
    var zone = "Europe/Berlin"

    /// Noon in Berlin on that day of November.
    static func noon(_ day: Int, hours: Int64 = 0) -> Timestamp {
        // 2026-11-01T11:00:00Z
        Timestamp(secondsSinceEpoch: 1_793_530_800 + Int64(day - 1) * 86_400 + hours * 3_600)
    }

    /// The text of that day.
    static func text(_ day: Int) -> String { "2026-11-" + (day < 10 ? "0" : "") + String(day) }

    /// A decision on that day.
    @discardableResult
    mutating func decide(
        _ id: String, _ verdict: Decision = .keep, on day: Int, rule: String? = "old",
        at: Timestamp? = nil, source: String = "web"
    ) -> Int {
        let item = RecordedItem(drive: "photos", id: id, path: "/" + id, type: .file)
        var decision = DecisionRecord(
            item: item, driveIdentity: "memory:1", verdict: verdict,
            decidedAt: at ?? Self.noon(day), day: Self.text(day), rule: rule, source: source)
        decision.number = Int64(figures.decisions.count + 1)
        figures.decisions.append(decision)
        return figures.decisions.count - 1
    }

    /// `count` items decided on that day.
    mutating func decide(_ count: Int, _ verdict: Decision, on day: Int, rule: String? = "old") {
        for index in 0..<count {
            decide("\(day)-\(verdict)-\(index)", verdict, on: day, rule: rule)
        }
    }

    /// A step on that day that took so long.
    mutating func act(
        _ verdict: ReviewVerdict = .keep, on day: Int, milliseconds: Int64? = nil,
        itemCount: Int64 = 1
    ) {
        var act = ReviewAct(
            verdict: verdict,
            item: RecordedItem(drive: "photos", id: "x", path: "/x", type: .file),
            itemCount: itemCount, at: Self.noon(day), day: Self.text(day), zone: "Europe/Berlin",
            source: "web", milliseconds: milliseconds)
        act.number = Int64(figures.acts.count + 1)
        figures.acts.append(act)
    }

    /// What was deleted on that day.
    mutating func delete(
        _ items: Int64, bytes: Int64, on day: Int, rule: String? = "old",
        state: ItemState = .deleted,
        method: String = "recycle", isPurged: Bool = false, unknown: Int64 = 0,
        byPerson: Bool = false
    ) {
        figures.staged.append(
            StagedTally(
                drive: "photos", rule: rule, isDecidedByPerson: byPerson, method: method,
                state: state, isPurged: isPurged, day: Self.text(day),
                firstDeletedAt: Self.noon(day), lastDeletedAt: Self.noon(day), items: items,
                bytes: bytes, unknownSizes: unknown))
    }

    /// A plan of that day, which left so many items to a person.
    mutating func plan(on day: Int, reviews: Int64, hours: Int64 = -6) {
        figures.plans.append(
            SavedPlanFigures(
                id: "p\(figures.plans.count)", savedAt: Self.noon(day, hours: hours),
                reviewCount: reviews))
    }

    /// The report.
    func report(days: Int = 7, plan: StatsPlan? = nil) throws -> StatsReport {
        let zone = try #require(RuleTimeZone(identifier: zone))
        return StatsReport(
            figures, plan: plan, now: Self.noon(today), timeZone: zone, days: days)
    }

    /// A week as people have it.
    static func week() -> StatsSamples {
        var samples = StatsSamples()
        samples.plan(on: 14, reviews: 400)
        let counts = [
            (15, 12, 6), (16, 16, 9), (18, 11, 11), (19, 11, 14), (20, 18, 7), (21, 7, 5),
        ]
        for (day, kept, deleted) in counts {
            samples.decide(kept, .keep, on: day, rule: "old-bursts")
            samples.decide(deleted, .delete, on: day, rule: "screenshots & <others>")
            samples.act(on: day, milliseconds: 12_000 + Int64(day) * 40)
        }
        for index in 0..<4 {
            let place = samples.decide("undone-\(index)", .delete, on: 20)
            samples.figures.decisions[place].undoneAt = noon(20, hours: 1)
        }
        samples.delete(52, bytes: 3_435_973_837, on: 20, rule: "screenshots & <others>", unknown: 2)
        samples.delete(3, bytes: 1_000_000_000, on: 10, rule: "isos", method: "permanent")
        samples.figures.sequence = 300
        return samples
    }
}

/// Files that hold what a test expects.
enum StatsGolden {
    /// Compares `text` with the file `name`; with `RECORD=1`, writes it and fails.
    static func compare(_ text: String, with name: String) throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Goldens/stats/\(name)")
        let old = try? String(contentsOf: url, encoding: .utf8)
        if old == text { return }
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try Data(text.utf8).write(to: url)
            Issue.record("\(name) was written anew; look at the difference and run again")
        } else {
            Issue.record("\(name) is not current; run again with RECORD=1")
        }
    }
}
