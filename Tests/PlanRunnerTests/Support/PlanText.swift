// SPDX-License-Identifier: Apache-2.0

import Foundation
import PlanRunner
import RuleEngine

/// Writes the document of a plan in the form of docs/reference/json.md, as far as staging reads it.
struct PlanText {
    let plan: Plan
    private let groups: GroupIndex
    private let ruleDigests: [String: String]

    init(_ plan: Plan, ruleDigests: [String: String]) {
        self.plan = plan
        self.ruleDigests = ruleDigests
        groups = GroupIndex(plan)
    }

    /// One line of the list of entries; the keys are those of the document.
    struct Entry: Encodable {
        var applied: [String]?
        var also: [Group]?
        var ctag: String?
        var drive: String
        var etag: String?
        var first_seen: String?
        var group: String?
        var hash: Hash?
        var id: String
        var kind: String?
        var method: String?
        var modified: String?
        var needed: Int?
        var path: String
        var reason: String
        var rule: String?
        var rule_digest: String?
        var size: Int64?
        var survivors: [Survivor]?
        var type: String
        var undo_window: String?
        var verdict: String
        var verify: String?
    }

    struct Hash: Encodable {
        var algorithm: String
        var value: String
    }

    struct Survivor: Encodable {
        var drive: String
        var etag: String?
        var hash: Hash?
        var id: String
        var modified: String?
        var path: String
        var size: Int64?
    }

    struct Group: Encodable {
        var group: String
        var kind: String
        var needed: Int
        var rule: String
        var survivors: [Survivor]
        var verify: String
    }

    /// The whole document; `change` may spoil entries.
    func document(_ change: (inout Entry) -> Void = { _ in }) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines: [String] = []
        for row in plan.orderedRows(where: { plan.verdict($0) != .keep }) {
            var entry = entry(row)
            change(&entry)
            lines.append(String(decoding: try encoder.encode(entry), as: UTF8.self))
        }
        let text = """
            {
            "created": "\(plan.input.now)",
            "entries": [
            \(lines.joined(separator: ",\n"))
            ],
            "format": 1
            }

            """
        return Array(text.utf8)
    }

    private func entry(_ row: Int) -> Entry {
        let values = plan.listing.values(row)
        let applied = plan.appliedRules(row)
        let isDeleted = plan.verdict(row) == .delete
        let rule = plan.rule(row)
        var entry = Entry(
            applied: applied.map { plan.rules[$0].id }, ctag: values.cTag,
            drive: values.drive ?? "", etag: values.eTag,
            first_seen: values.firstSeen?.description, hash: hash(values),
            id: values.id ?? values.path, modified: values.modified?.description,
            path: values.path, reason: plan.reason(row).rawValue, rule: rule?.id,
            rule_digest: rule.flatMap { ruleDigests[$0.id] }, size: values.size,
            type: values.type.rawValue, verdict: plan.verdict(row).rawValue)
        guard isDeleted else { return entry }
        entry.method = plan.method(row).rawValue
        entry.undo_window = text(plan.undoWindow(row))
        var found = applied.compactMap { group(row, $0) }
        if let index = found.firstIndex(where: { $0.rule == rule?.id }) {
            let own = found.remove(at: index)
            entry.group = own.group
            entry.kind = own.kind
            entry.needed = own.needed
            entry.survivors = own.survivors
            entry.verify = own.verify
        }
        entry.also = found.isEmpty ? nil : found
        return entry
    }

    private func group(_ row: Int, _ number: Int) -> Group? {
        let rule = plan.rules[number]
        guard rule.action == .delete, let selection = rule.selection,
            let first = groups.firstMember(of: row, ruleNumber: number),
            let staying = groups.survivors(of: row, ruleNumber: number, most: 100)
        else { return nil }
        var group = Group(
            group: "\(plan.listing.driveName(first)):\(plan.listing.path(first))",
            kind: "surplus", needed: 0, rule: rule.id,
            survivors: staying.rows.map { survivor(plan.listing.values($0)) }, verify: "hash")
        switch selection {
        case .duplicates(let duplicates):
            group.kind = "duplicates"
            group.needed = duplicates.copies
            group.verify = duplicates.verification.rawValue
        case .surplus(let surplus):
            group.needed = surplus.keep
        }
        return group
    }

    private func survivor(_ values: ItemValues) -> Survivor {
        Survivor(
            drive: values.drive ?? "", etag: values.eTag, hash: hash(values),
            id: values.id ?? values.path, modified: values.modified?.description,
            path: values.path, size: values.size)
    }

    private func hash(_ values: ItemValues) -> Hash? {
        if let text = values.sha256 { return Hash(algorithm: "sha256", value: text) }
        if let text = values.sha1 { return Hash(algorithm: "sha1", value: text) }
        if let text = values.quickXor { return Hash(algorithm: "quickxor", value: text) }
        return nil
    }

    private func text(_ window: UndoWindow) -> String {
        switch window {
        case .none: "none"
        case .wait(let age): "\(age.amount)\(age.unit.rawValue)"
        }
    }
}
