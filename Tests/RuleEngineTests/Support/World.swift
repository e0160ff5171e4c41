// SPDX-License-Identifier: Apache-2.0

import RuleEngine

/// A listing in rows, rules, and what comes of them.
struct World {
    var drives: [(name: String, kind: DriveKind)] = [("main", .listing)]
    var items: [ItemValues] = []
    var file = RuleFile()
    var now = Timestamp(secondsSinceEpoch: 1_768_478_400)
    var decisions: [String: Decision] = [:]
    var decidedDeletions: [String: Int64]?
    var lastFileCounts: [String: Int64] = [:]
    var parts: [String: String] = [:]
    var threads = 1

    /// The plan of this world.
    func plan() throws -> Plan { try Planner(input()).plan() }

    /// What the plan of this world is made from.
    func input() throws -> PlanInput {
        var builder = ListingBuilder()
        for drive in drives { _ = try builder.drive(named: drive.name, kind: drive.kind) }
        for item in items {
            let name = item.drive ?? drives[0].name
            let kind = drives.first { $0.name == name }?.kind ?? .listing
            try builder.append(item, drive: try builder.drive(named: name, kind: kind))
        }
        let listing = builder.finish()
        var rows: [Int: Decision] = [:]
        for row in 0..<listing.count { rows[row] = decisions[listing.path(row)] }
        var input = PlanInput(
            listing: listing, ruleFile: file, now: now, timeZone: .utc, decisions: rows,
            decidedDeletions: decidedDeletions, lastFileCounts: lastFileCounts,
            threads: threads)
        input.parts = parts
        return input
    }

    /// What came of each item, by drive and id.
    func outcomes() throws -> [String: Outcome] {
        let plan = try plan()
        var outcomes: [String: Outcome] = [:]
        for row in 0..<plan.listing.count {
            let key = "\(plan.listing.driveName(row)):\(plan.listing.id(row))"
            // Escaped, for strings that differ in their normal form only would be equal.
            let escaped = key.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
            outcomes[escaped] = Outcome(
                verdict: plan.verdict(row), reason: plan.reason(row), rule: plan.rule(row)?.id)
        }
        return outcomes
    }

    /// What came of the item at `path` on the first drive.
    func outcome(_ path: String) throws -> Outcome? {
        try outcomes()["\(drives[0].name):\(path)"]
    }
}

/// A verdict with its reason and its rule.
struct Outcome: Equatable, CustomStringConvertible {
    var verdict: Verdict
    var reason: Reason
    var rule: String?

    init(_ verdict: Verdict, _ reason: Reason, _ rule: String? = nil) {
        self.init(verdict: verdict, reason: reason, rule: rule)
    }

    init(verdict: Verdict, reason: Reason, rule: String?) {
        self.verdict = verdict
        self.reason = reason
        self.rule = rule
    }

    var description: String { "\(verdict.rawValue)/\(reason.rawValue)/\(rule ?? "-")" }
}

/// A day in seconds.
let day: Int64 = 86_400

extension ItemValues {
    /// A file with a size and a hash.
    static func file(
        _ path: String, size: Int64? = 10, hash: String? = nil, ageDays: Int64? = 100
    ) -> ItemValues {
        var item = ItemValues(path: path)
        item.size = size
        item.sha256 = hash
        let date = ageDays.map { Timestamp(secondsSinceEpoch: 1_768_478_400 - $0 * day) }
        item.created = date
        item.modified = date
        return item
    }

    /// A folder.
    static func folder(_ path: String) -> ItemValues { ItemValues(path: path, type: .folder) }
}

extension Condition {
    /// `name: GLOB`; traps on a glob that is not valid, as a test should.
    static func name(_ glob: String) -> Condition {
        guard let glob = try? Glob(glob, style: .name) else { preconditionFailure(glob) }
        return .test(FieldTest(.name, [.glob(glob)]))
    }

    /// `path: GLOB`.
    static func path(_ glob: String) -> Condition {
        guard let glob = try? Glob(glob, style: .path) else { preconditionFailure(glob) }
        return .test(FieldTest(.path, [.glob(glob)]))
    }

    /// `size: over N`.
    static func sizeOver(_ bytes: Int64) -> Condition {
        .test(FieldTest(.size, [.number(.over(bytes))]))
    }

    /// `age: over N days`.
    static func olderThan(days: Int64) -> Condition {
        .test(FieldTest(.age, [.age(.over(Age(amount: days, unit: .day)))]))
    }
}
