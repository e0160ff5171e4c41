// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger

/// The instant `seconds` after the tests' own beginning of time, 2026-01-01T00:00:00Z.
func at(_ seconds: Int64) -> Timestamp {
    Timestamp(secondsSinceEpoch: 1_767_225_600 + seconds)
}

/// Ready-made values; each test says only what it is about.
enum Sample {
    /// The day of `at(0)` in UTC.
    static let day = "2026-01-01"

    /// A plan that may be staged.
    static func plan(_ id: String = "p1", digest: String = "d") -> LedgerPlan {
        LedgerPlan(
            id: id, created: at(0), expires: at(86_400), rulesDigest: "rules",
            rulesPath: "/home/me/rules.yaml", driveIdentities: ["disk": "disk-identity"],
            deleteCount: 1, deleteBytes: 10, reviewCount: 0, reviewBytes: 0, exceededLimits: [],
            documentDigest: digest)
    }

    /// A recorded file.
    static func item(
        _ path: String, id: String? = nil, drive: String = "disk", size: Int64? = 10
    ) -> RecordedItem {
        var item = RecordedItem(drive: drive, id: id ?? "id-\(path)", path: path, type: .file)
        item.size = size
        item.modified = 1_700_000_000
        item.eTag = "etag"
        item.cTag = "ctag"
        item.hashes = ["sha256": "abc"]
        return item
    }

    /// A recorded folder.
    static func folder(_ path: String, drive: String = "disk") -> RecordedItem {
        RecordedItem(drive: drive, id: "id-\(path)", path: path, type: .folder)
    }

    /// An order to delete `item`.
    static func order(
        _ item: RecordedItem, due: Int64 = 0, rule: String? = "old",
        method: DeletionMethod = .recycle, obligations: [Obligation] = []
    ) -> StagingOrder {
        StagingOrder(
            item: item, driveIdentity: "\(item.drive)-identity", rule: rule,
            ruleDigest: "rule-digest",
            applied: ["old", "large"], reason: "rule", method: method, undoWindow: "7d",
            due: at(due), rulesDigest: "rules", obligations: obligations)
    }

    /// An order to delete the file at `path`.
    static func order(_ path: String, due: Int64 = 0, size: Int64? = 10) -> StagingOrder {
        order(item(path, size: size), due: due)
    }

    /// A decision about the file at `path`.
    static func decision(
        _ path: String, _ verdict: Decision, source: String = "web", day: String = day,
        digest: String? = "rule-digest"
    ) -> DecisionRecord {
        DecisionRecord(
            item: item(path), driveIdentity: "disk-identity", verdict: verdict,
            until: verdict == .snooze ? at(1_000) : nil, decidedAt: at(5), day: day, rule: "old",
            ruleDigest: digest, source: source)
    }

    /// A drive with its record.
    static func drive(_ name: String = "disk", files: Int64 = 100) -> LedgerDrive {
        LedgerDrive(
            name: name, kind: "local", identity: "\(name)-identity", settings: ["root": "/data"],
            syncedAt: at(0), cursor: "cursor", itemCount: files + 5, fileCount: files,
            goodFileCount: files)
    }
}

extension Ledger {
    /// An empty state in memory.
    static func empty() throws -> Ledger { try inMemory(now: at(0)) }

    /// Stages `orders` under a plan of their own; the staged items.
    @discardableResult
    func stage(_ orders: [StagingOrder], plan: String = "p1", at time: Timestamp = at(0))
        async throws
        -> [StagedItem]
    {
        try savePlan(Sample.plan(plan), document: Array("{}".utf8), at: time)
        _ = try stage(plan: plan, orders: orders, actor: "person", at: time)
        return try await stagedItems(states: nil).filter { $0.plan == plan }
    }

    /// The state of the item of that number.
    func state(_ number: Int64) async throws -> ItemState? {
        try await stagedItem(number)?.state
    }
}
