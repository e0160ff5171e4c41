// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import Synchronization
import Testing

/// A state in memory with one plan, and what a review needs around it.
final class ReviewWorld: Sendable {
    let ledger: Ledger
    let clock: TestClock
    let protectedPaths: Set<String>
    let terms: QuotaTerms?
    let zone: RuleTimeZone
    let items: [ReviewItem]
    let looks: ReviewLooks?

    static let start = Timestamp(secondsSinceEpoch: 1_795_000_000)

    init(
        _ items: [ReviewItem], reviewsPerDay: Int64? = nil, protected: Set<String> = [],
        zone: String = "Europe/Berlin", looks: ReviewLooks? = nil
    ) async throws {
        clock = TestClock(Self.start)
        ledger = try Ledger.inMemory(now: Self.start)
        protectedPaths = protected
        terms = reviewsPerDay.map { QuotaTerms(reviewsPerDay: $0) }
        self.zone = try #require(RuleTimeZone(identifier: zone))
        self.items = items
        self.looks = looks
        try await save("p-000000000001", created: Self.start)
    }

    /// Keeps a plan of that id; the items are those of the world.
    func save(_ id: String, created: Timestamp) async throws {
        let document = Array("{\"entries\": []}\n".utf8)
        try await ledger.savePlan(
            LedgerPlan(
                id: id, created: created,
                expires: Timestamp(secondsSinceEpoch: created.secondsSinceEpoch + 86_400),
                rulesDigest: "d", rulesPath: "/rules.yaml", driveIdentities: ["photos": "memory:1"],
                deleteCount: 0, deleteBytes: 0, reviewCount: 0, reviewBytes: 0,
                exceededLimits: [], documentDigest: ""), document: document, at: created)
    }

    var source: ReviewSource {
        let (ledger, items, terms, paths, clock) = (ledger, items, terms, protectedPaths, clock)
        let looks = looks
        return ReviewSource(
            timeZone: zone, clock: { clock.now },
            plan: { () async throws(ReviewError) in
                guard let record = try? await ledger.newestPlan() else { return nil }
                return ReviewPlan(record: record, items: items, looks: looks)
            },
            protected: { entries async throws(ReviewError) in
                Set(entries.indices.filter { paths.contains(entries[$0].item.path) })
            },
            terms: { _ async throws(ReviewError) in terms })
    }

    func session(
        _ front: String = "web", order: ReviewOrder = .rule, rule: String? = nil
    ) -> ReviewSession {
        ReviewSession(ledger: ledger, source: source, front: front, order: order, rule: rule)
    }

    /// Has another device, of that name, decide about the members of `card`, or about its item.
    func hear(_ verdict: Decision, on device: String, about card: ReviewCard) async throws {
        let items = card.members.isEmpty ? [card.item] : card.members.map(\.item)
        let made = items.map { item in
            DecisionRecord(
                item: item, driveIdentity: "memory:1", verdict: verdict, decidedAt: Self.start,
                day: "2026-11-18", source: DecisionRecord.devicePrefix + device)
        }
        _ = try await ledger.decide(made, at: Self.start)
    }

    /// An item under review by `rule`.
    static func item(
        _ path: String, rule: String = "old", size: Int64? = 100, modified: Int64 = 1_000,
        verdict: Verdict = .review, reason: Reason = .rule, group: String? = nil,
        kind: GroupKind = .duplicates, likeness: Likeness? = nil, survivors: [String] = []
    ) -> ReviewItem {
        var item = RecordedItem(drive: "photos", id: "id:" + path, path: path, type: .file)
        item.size = size
        item.modified = modified
        item.hashes["sha256"] = "aa\(path.utf8.count)"
        return ReviewItem(
            ReviewedItem(
                item: item, driveIdentity: "memory:1", rule: rule, ruleDigest: "digest-\(rule)"),
            verdict: verdict, reason: reason, group: group, kind: kind,
            likeness: likeness, needed: group == nil ? 0 : 1,
            survivors: survivors.map {
                RecordedItem(drive: "photos", id: "id:" + $0, path: $0, type: .file)
            })
    }

    /// `count` groups of two pictures that look like one that stays, each less than the one before.
    static func alike(_ count: Int) -> [ReviewItem] {
        (1...count).flatMap { number -> [ReviewItem] in
            let keep = "/keep/\(number).jpg"
            return (1...2).map { member in
                item(
                    "/look/\(1000 + number)-\(member).jpg", rule: "looks", size: 10,
                    group: "g\(number)", kind: .similar,
                    likeness: Likeness(drive: "photos", id: "id:" + keep, marks: number),
                    survivors: [keep])
            }
        }
    }

    /// `count` items under review by one rule.
    static func items(_ count: Int, rule: String = "old") -> [ReviewItem] {
        (1...count).map { item("/\(rule)/\(1000 + $0).jpg", rule: rule, size: Int64($0)) }
    }
}

/// A clock that goes when it is told to.
final class TestClock: Sendable {
    private let seconds: Atomic<Int64>

    init(_ start: Timestamp) { seconds = Atomic(start.secondsSinceEpoch) }

    var now: Timestamp {
        Timestamp(secondsSinceEpoch: seconds.load(ordering: .sequentiallyConsistent))
    }

    func advance(hours: Int64) {
        seconds.add(hours * 3_600, ordering: .sequentiallyConsistent)
    }
}
