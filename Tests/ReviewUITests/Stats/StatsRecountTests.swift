// SPDX-License-Identifier: Apache-2.0

import Foundation
import ReviewUI
import RuleEngine
import StateLedger
import Testing

/// The numbers once more, from the lines of the history alone: written apart, and slow.
private struct Recount {
    struct Said {
        var item: [UInt8]
        var day: String
        var verdict: String
        var rule: String?
        var isReview: Bool
        var isUndone = false
    }

    struct Thing {
        var day: String?
        var size: Int64?
        var state: ItemState
        var isPurged = false
        var method: String
        var rule: String?
        var item: [UInt8]
    }

    var said: [Int: Said] = [:]
    var later: [Int: (day: String, items: Int, isUndone: Bool)] = [:]
    var things: [Int64: Thing] = [:]
    var rulings: [Int: (rule: String?, method: String)] = [:]

    init(_ entries: [HistoryEntry]) throws {
        for entry in entries { try take(entry) }
    }

    private func detail(_ entry: HistoryEntry) throws -> [String: Any] {
        let data = Data((entry.detail ?? "{}").utf8)
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private mutating func take(_ entry: HistoryEntry) throws {
        let detail = try detail(entry)
        let number = detail["number"] as? Int ?? 0
        switch entry.event {
        case "ruling":
            let terms = detail["terms"] as? [String: Any]
            rulings[number] = (
                terms?["rule"] as? String, try #require(terms?["method"] as? String)
            )
        case "decided":
            said[number] = Said(
                item: Array("\(entry.drive ?? "")\n\(entry.id ?? "")".utf8),
                day: try #require(detail["day"] as? String), verdict: try #require(entry.cause),
                rule: entry.rule,
                isReview: detail["source"] as? String != "command" && detail["follows"] == nil)
        case "decision-undone": said[number]?.isUndone = true
        case "review-charged": said[number]?.isReview = true
        case "reviewed" where entry.cause == "later":
            later[number] = (
                try #require(detail["day"] as? String), detail["itemCount"] as? Int ?? 0, false
            )
        case "review-undone": later[number]?.isUndone = true
        default: try take(entry, of: entry.staged, detail)
        }
    }

    private mutating func take(
        _ entry: HistoryEntry, of staged: Int64?, _ detail: [String: Any]
    ) throws {
        guard let staged else { return }
        if entry.event == "purged" { things[staged]?.isPurged = true }
        guard let state = entry.to else { return }
        if entry.from == nil {
            let ruling = rulings[detail["ruling"] as? Int ?? 0]
            things[staged] = Thing(
                size: detail["size"] as? Int64 ?? (detail["size"] as? Int).map(Int64.init),
                state: state, method: ruling?.method ?? "", rule: ruling?.rule,
                item: Array("\(entry.drive ?? "")\n\(entry.id ?? "")".utf8))
            return
        }
        things[staged]?.state = state
        if let day = detail["day"] as? String { things[staged]?.day = day }
    }

    /// Of each day: kept, deleted, put off, replaced, undone.
    var counts: [String: [Int64]] {
        var counts: [String: [Int64]] = [:]
        func add(_ day: String, _ place: Int, _ items: Int = 1) {
            counts[day, default: [0, 0, 0, 0, 0]][place] += Int64(items)
        }
        for (number, one) in said {
            let isReplaced = said.contains {
                $0.key > number && !$0.value.isUndone && $0.value.item == one.item
                    && $0.value.day == one.day
            }
            if one.isUndone {
                add(one.day, 4)
            } else if isReplaced {
                add(one.day, 3)
            } else {
                add(one.day, ["keep": 0, "pin": 0, "delete": 1, "snooze": 2][one.verdict] ?? 4)
            }
        }
        for one in later.values { add(one.day, one.isUndone ? 4 : 2, one.items) }
        return counts
    }

    func amount(_ condition: (Thing) -> Bool) -> StatsAmount {
        var amount = StatsAmount()
        for thing in things.values where condition(thing) {
            amount.add(
                StatsAmount(
                    items: 1, bytes: thing.size ?? 0, unknownSizes: thing.size == nil ? 1 : 0))
        }
        return amount
    }
}

/// The generator of the other random tests.
private struct Mixer: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Random steps on a state of its own.
private struct Walk {
    let ledger: Ledger
    var random: Mixer
    var now = StatsSamples.noon(1).secondsSinceEpoch
    var plans = 0

    init(seed: UInt64) throws {
        ledger = try Ledger.inMemory(now: StatsSamples.noon(1))
        random = Mixer(state: seed)
    }

    private var instant: Timestamp { Timestamp(secondsSinceEpoch: now) }
    private var day: String { RuleTimeZone.utc.day(at: instant).text }

    private mutating func below(_ most: Int) -> Int { Int.random(in: 0..<most, using: &random) }

    private mutating func item() -> RecordedItem {
        let name = ["caf\u{e9}", "cafe\u{301}", "a", "b", "c", "d", "e", "f", "g", "h"][below(10)]
        var item = RecordedItem(drive: "photos", id: name, path: "/\(name)", type: .file)
        // An item is as large whenever it is looked at.
        item.size = name.utf8.count == 1 ? Int64(name.utf8.reduce(0) { $0 + Int($1) }) : nil
        return item
    }

    private mutating func items() -> [ReviewedItem] {
        var items: [ReviewedItem] = []
        for _ in 0...below(3) {
            let item = item()
            if items.contains(where: { $0.item.id.utf8.elementsEqual(item.id.utf8) }) { continue }
            items.append(
                ReviewedItem(
                    item: item, driveIdentity: "memory:1", rule: ["r1", "r2", nil][below(3)]))
        }
        return items
    }

    mutating func step() async throws {
        now += Int64(below(20_000))
        switch below(10) {
        case 0...3: try await review()
        case 4: _ = try await undoReview()
        case 5:
            let decision = DecisionRecord(
                item: item(), driveIdentity: "memory:1", verdict: [.keep, .pin, .delete][below(3)],
                decidedAt: instant, day: day, source: "command")
            _ = try await ledger.decide([decision], at: instant)
        case 6: _ = try await ledger.undoDecisions(paths: [item().path], at: instant)
        case 7: try await stage()
        case 8: try await execute()
        default: try await restore()
        }
    }

    private mutating func review() async throws {
        let verdict = ReviewVerdict.allCases[below(ReviewVerdict.allCases.count)]
        var request = ReviewRequest(
            verdict, until: verdict == .snooze ? instant : nil, items: items(), at: instant,
            day: day, zone: "UTC", source: ["web", "terminal", "plain"][below(3)])
        request.milliseconds = Int64(below(90_000))
        _ = try await ledger.review(request, terms: QuotaTerms(reviewsPerDay: 40))
    }

    private mutating func undoReview() async throws -> ReviewUndo {
        let acts = try await ledger.reviewActs()
        let number = below(2) == 0 ? nil : acts.randomElement(using: &random)?.number
        return try await ledger.undoReview(act: number, at: instant)
    }

    private mutating func stage() async throws {
        plans += 1
        let plan = LedgerPlan(
            id: "p\(plans)", created: instant, expires: instant, rulesDigest: "d",
            rulesPath: "/rules.yaml", driveIdentities: ["photos": "memory:1"], deleteCount: 0,
            deleteBytes: 0, reviewCount: Int64(below(4)), reviewBytes: 0, exceededLimits: [],
            documentDigest: "d")
        try await ledger.savePlan(plan, document: [1], at: instant)
        let orders = items().map { reviewed in
            StagingOrder(
                item: reviewed.item, driveIdentity: "memory:1", rule: reviewed.rule,
                ruleDigest: nil, applied: [], reason: "rule",
                method: [.recycle, .quarantine, .permanent][below(3)], undoWindow: "none",
                due: instant, rulesDigest: "d")
        }
        _ = try await ledger.stage(
            plan: plan.id, orders: orders, actor: "person", at: instant)
    }

    private mutating func execute() async throws {
        let due = try await ledger.dueItems(at: instant).map(\.number)
        let begun = try await ledger.begin(
            due, terms: QuotaTerms(deletesPerDay: 6), day: day, actor: "run", at: instant)
        var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
        for (number, intent) in zip(due, begun) {
            guard case .begun = intent else { continue }
            let outcome: RecordedOutcome =
                switch below(6) {
                case 0: .gone
                case 1: .changed("it changed")
                case 2: .failed("busy", retryAt: instant)
                default: .deleted(receipt: nil)
                }
            outcomes.append((number, outcome))
        }
        try await ledger.finish(outcomes, actor: "run", at: instant)
    }

    private mutating func restore() async throws {
        let deleted = try await ledger.stagedItems(states: [.deleted]).filter { !$0.isPurged }
        guard let item = deleted.randomElement(using: &random) else { return }
        if item.order.method == "quarantine", below(2) == 0 {
            try await ledger.finishPurge([item.number], actor: "execute", at: instant)
        } else if item.order.method != "permanent" {
            try await ledger.beginRestore([item.number], actor: "person", at: instant)
            let isBack = below(4) > 0
            try await ledger.finishRestore(
                [(item.number, isBack ? item.order.item.path : nil, isBack ? nil : "no")],
                actor: "person", at: instant)
        }
    }

    /// Compares the report of the last 30 days, and of everything, with the history.
    func compare(seed: UInt64) async throws {
        let entries = try await ledger.history(
            since: nil, path: nil, afterSequence: 0, most: 1_000_000)
        let recount = try Recount(entries)
        let report = try await StatsReport.make(
            ledger, plan: nil, now: instant, timeZone: .utc, days: 30)
        let counts = recount.counts
        for day in report.days {
            let found = day.totals.counts
            #expect(
                [found.kept, found.deleted, found.putOff, found.replaced, found.undone]
                    == counts[day.day] ?? [0, 0, 0, 0, 0], "seed \(seed), \(day.day)")
            let reviews = recount.said.values.filter {
                $0.isReview && !$0.isUndone && $0.day == day.day
            }
            #expect(day.totals.reviews == Int64(reviews.count), "seed \(seed), \(day.day)")
            #expect(
                day.totals.moved == recount.amount { $0.state == .deleted && $0.day == day.day })
            #expect(
                day.totals.restored == recount.amount { $0.state == .restored && $0.day == day.day }
            )
        }
        let made = recount.said.count + recount.later.values.reduce(0) { $0 + $1.items }
        #expect(report.all.counts.made == Int64(made), "seed \(seed)")
        #expect(report.all.moved == recount.amount { $0.state == .deleted })
        #expect(report.space.waiting == recount.amount { $0.state.isActive })
        func isForGood(_ thing: Recount.Thing) -> Bool {
            thing.isPurged || thing.method == "permanent"
        }
        #expect(report.space.reclaimed == recount.amount { $0.state == .deleted && isForGood($0) })
        #expect(report.space.inBin == recount.amount { $0.state == .deleted && !isForGood($0) })
        #expect(report.revision == Int64(entries.count))
        // What stands by rule is what stands by day.
        let period = report.period
        #expect(report.rules.reduce(0) { $0 + $1.kept } == period.counts.kept)
        #expect(report.rules.reduce(0) { $0 + $1.deleted } == period.counts.deleted)
        #expect(
            report.rules.reduce(into: StatsAmount()) { $0.add($1.moved) } == period.moved)
        for rule in report.rules {
            let things = recount.amount { thing in
                thing.state == .deleted && thing.rule == rule.rule
                    && report.days.contains { $0.day == thing.day }
            }
            // What a person decided goes to the rule that had put it up.
            if rule.rule != nil { #expect(rule.moved.items >= things.items) }
        }
    }
}

@Suite("Statistics of random reviews, undos, stagings and deletions")
struct StatsRecountTests {
    @Test("add up to the lines of the history", arguments: 1...8)
    func recount(seed: UInt64) async throws {
        var walk = try Walk(seed: seed)
        for step in 1...240 {
            try await walk.step()
            if step % 60 == 0 { try await walk.compare(seed: seed) }
        }
        #expect(try await walk.ledger.replayDifferences() == [])
    }
}
