// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// An item as a plan saw it: what must still be so when it goes.
package struct PlanItem: Sendable, Hashable {
    /// The drive's name.
    package let drive: String
    package let id: String
    package let path: String
    package let type: ItemType
    /// Bytes, if known.
    package let size: Int64?
    /// Seconds since 1970, if known.
    package let modified: Int64?
    package let created: Int64?
    package let firstSeen: Int64?
    package let eTag: String?
    package let cTag: String?
    /// The hash that decided, else the strongest known, and the SHA-256 beside it.
    package let hashes: [HashAlgorithm: String]
}

/// What a set rule asks for when a member of a group goes, by the plan's own numbers.
package struct PlanObligation: Sendable {
    /// The id of the set rule.
    package let rule: String
    package let isDuplicates: Bool
    /// What the group is known by.
    package let group: String
    package let needed: Int
    package let comparesBytes: Bool
    /// The members that stay.
    package let survivors: [PlanItem]
}

extension PlanRecord {
    /// The item of an entry.
    package func item(_ entry: Int) -> PlanItem { item(row: row(entry)) }

    func item(row: Int) -> PlanItem {
        func date(_ seconds: Int64) -> Int64? { seconds == Missing.date ? nil : seconds }
        var hashes: [HashAlgorithm: String] = [:]
        for (algorithm, column) in items.hashes {
            if let text = column.text(row) { hashes[algorithm] = text }
        }
        return PlanItem(
            drive: drive(row).name, id: items.id(row), path: items.path(row),
            type: items.isFolder(row) ? .folder : .file, size: size(row),
            modified: date(items.modified[row]), created: date(items.created[row]),
            firstSeen: date(items.firstSeen[row]), eTag: items.eTag.text(row),
            cTag: items.cTag.text(row), hashes: hashes)
    }

    /// The numbers of the groups that ask for something when the entry's item goes, that of the
    /// deciding rule first; nil where an entry of a set rule does not say all that must stay.
    package func demands(_ entry: Int) -> [Int]? {
        let own = group(entry)
        let list = columns.also[entry]
        // What has to stay for a part of a shot, its picture asks for.
        if companionMain(entry) != nil, own == nil, list == PlanColumns.none { return [] }
        let isOfSetRule = [.duplicate, .surplus, .similar].contains(reason(entry))
        guard let own else {
            return isOfSetRule || list != PlanColumns.none ? nil : []
        }
        if rule(entry) == nil { return nil }
        var all = [own]
        if list != PlanColumns.none { all += alsoGroups[Int(list)].map { Int($0) } }
        let areWhole = all.allSatisfy { group in
            guard let needed = needed(group), verify(group) != nil else { return false }
            return groups.survivors[group].count >= needed
        }
        return areWhole ? all : nil
    }

    /// What the group of that number asks for.
    package func obligation(_ group: Int) -> PlanObligation {
        PlanObligation(
            rule: rules[Int(groups.rule[group])].id, isDuplicates: isOfDuplicates(group),
            group: groups.names[group].string, needed: needed(group) ?? 1,
            comparesBytes: verify(group) != "hash",
            survivors: groups.survivors[group].map { item(row: Int($0)) })
    }

    /// The number of what follows from the rules that applied; nil for items that stay.
    package func handlingNumber(_ entry: Int) -> Int? {
        let number = columns.handling[entry]
        return number == PlanColumns.none ? nil : Int(number)
    }

    /// The ids of the rules that applied.
    package func applied(_ handling: PlanHandling) -> [String] {
        handling.applied.map { rules[Int($0)].id }
    }
}
