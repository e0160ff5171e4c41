// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import StateLedger

/// One entry of a plan's document (docs/reference/json.md), as far as later steps need it.
package struct PlanEntry: Sendable, Hashable, Decodable {
    /// A hash and what made it.
    package struct Hash: Sendable, Hashable, Decodable {
        package let algorithm: String
        package let value: String
    }

    /// A member of a group that stays.
    package struct Survivor: Sendable, Hashable, Decodable {
        package let drive: String
        package let id: String
        package let path: String
        package let etag: String?
        package let size: Int64?
        package let modified: String?
        package let hash: Hash?
        package let sha256: String?
    }

    /// What another set rule that gave the deletion too asks for.
    package struct Group: Sendable, Hashable, Decodable {
        package let rule: String
        package let group: String
        package let kind: String
        package let needed: Int
        package let verify: String
        package let survivors: [Survivor]
    }

    package let drive: String
    package let id: String
    package let path: String
    package let type: String
    package let verdict: String
    package let reason: String
    package let rule: String?
    package let rule_digest: String?
    package let applied: [String]?
    package let size: Int64?
    package let modified: String?
    package let created: String?
    package let first_seen: String?
    package let etag: String?
    package let ctag: String?
    package let hash: Hash?
    package let sha256: String?
    package let method: String?
    package let undo_window: String?
    package let group: String?
    package let kind: String?
    package let needed: Int?
    package let verify: String?
    package let survivors: [Survivor]?
    package let also: [Group]?

    /// The item as the plan saw it.
    package var item: RecordedItem {
        var item = RecordedItem(
            drive: drive, id: id, path: path, type: type == "folder" ? .folder : .file)
        item.size = size
        item.modified = PlanEntry.seconds(modified)
        item.created = PlanEntry.seconds(created)
        item.firstSeen = PlanEntry.seconds(first_seen)
        item.eTag = etag
        item.cTag = ctag
        item.hashes[HashAlgorithm.sha256.rawValue] = sha256
        if let hash { item.hashes[hash.algorithm] = hash.value }
        return item
    }

    /// Whether an entry of a set rule names all that must stay, and no other entry names anything.
    var saysWhatMustStay: Bool {
        let isOfGroup =
            reason == Reason.duplicate.rawValue || reason == Reason.surplus.rawValue
            || group != nil || kind != nil || needed != nil
        if !isOfGroup { return also == nil }
        guard rule != nil, group != nil, let kind, let needed, let verify, let survivors else {
            return false
        }
        let first = Self.isWhole(kind, needed, verify, survivors)
        return first
            && (also ?? []).allSatisfy { Self.isWhole($0.kind, $0.needed, $0.verify, $0.survivors) }
    }

    private static func isWhole(
        _ kind: String, _ needed: Int, _ verify: String, _ survivors: [Survivor]
    ) -> Bool {
        let isKnown =
            (kind == "duplicates" || kind == "surplus") && (verify == "bytes" || verify == "hash")
        return isKnown && needed > 0 && survivors.count >= needed
    }

    /// What must be there besides when the item goes.
    var obligations: [Obligation] {
        var found: [Obligation] = []
        if let rule, let group, let kind, let needed, let survivors {
            found.append(
                Obligation(
                    rule: rule, isDuplicates: kind == "duplicates", group: group, needed: needed,
                    comparesBytes: verify != "hash", survivors: survivors.map(\.item)))
        }
        for other in also ?? [] {
            found.append(
                Obligation(
                    rule: other.rule, isDuplicates: other.kind == "duplicates",
                    group: other.group, needed: other.needed,
                    comparesBytes: other.verify != "hash", survivors: other.survivors.map(\.item)))
        }
        return found
    }

    fileprivate static func seconds(_ text: String?) -> Int64? {
        guard let text, let instant = try? Timestamp.parse(text) else { return nil }
        return instant.secondsSinceEpoch
    }
}

extension PlanEntry.Survivor {
    /// The member as the plan saw it.
    package var item: RecordedItem {
        var item = RecordedItem(drive: drive, id: id, path: path, type: .file)
        item.size = size
        item.modified = PlanEntry.seconds(modified)
        item.eTag = etag
        item.hashes[HashAlgorithm.sha256.rawValue] = sha256
        if let hash { item.hashes[hash.algorithm] = hash.value }
        return item
    }
}
