// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension PlanRecord {
    /// All entries, each made when it is asked for.
    package var entries: some RandomAccessCollection<PlanEntry> {
        (0..<count).lazy.map { entry($0) }
    }

    /// The entry at `number`.
    package func entry(_ number: Int) -> PlanEntry {
        let row = row(number)
        let verdict = verdict(number)
        let handling = handling(number)
        let isDeleted = verdict == .delete
        let rule = rule(number)
        let group = group(number)
        return PlanEntry(
            drive: drive(row).name, id: items.id(row), path: items.path(row),
            type: items.isFolder(row) ? ItemType.folder.rawValue : ItemType.file.rawValue,
            verdict: verdict.rawValue, reason: reason(number).rawValue, rule: rule?.id,
            rule_digest: verdict == .keep ? nil : rule?.digest,
            applied: handling.map { $0.applied.map { rules[Int($0)].id } },
            size: size(row), modified: Self.date(items.modified[row]),
            created: Self.date(items.created[row]), first_seen: Self.date(items.firstSeen[row]),
            etag: items.eTag.text(row), ctag: items.cTag.text(row), hash: hash(row),
            sha256: furtherSHA256(row), method: isDeleted ? handling?.method?.rawValue : nil,
            undo_window: isDeleted ? handling?.undoWindow : nil,
            reversible: isDeleted ? reversible(number) : nil,
            taken_back: Self.date(columns.takenBack[number]), companion_of: companionOf(number),
            group: group.map { name($0) },
            kind: group.map { kind($0) }, like: like(number), needed: group.flatMap { needed($0) },
            verify: group.flatMap { verify($0) }, survivors: group.map { survivors($0) },
            survivors_total: group.flatMap { total($0) }, also: also(number))
    }

    // MARK: What the writers and readers of entries share

    /// Why the entry's item has its verdict.
    package func reason(_ entry: Int) -> Reason {
        Reason(stored: columns.reason[entry]) ?? .unknown
    }

    /// The deciding rule; nil where none is named.
    package func rule(_ entry: Int) -> PlanRule? {
        let number = columns.rule[entry]
        return number == PlanColumns.noRule ? nil : rules[Int(number)]
    }

    /// What follows from the rules that applied; nil for items that stay.
    package func handling(_ entry: Int) -> PlanHandling? {
        let number = columns.handling[entry]
        return number == PlanColumns.none ? nil : handlings[Int(number)]
    }

    /// Whether this program can bring the item back; nil where the drive is out of reach.
    package func reversible(_ entry: Int) -> Bool? {
        guard let method = handling(entry)?.method else { return nil }
        return reversals[driveNumbers[items.drive(row(entry))]][Self.place(method)]
    }

    /// The name of the drive of the entry's item.
    package func driveName(_ entry: Int) -> String { drive(row(entry)).name }

    /// The id of the entry's item.
    package func id(_ entry: Int) -> String { items.id(row(entry)) }

    /// The path of the entry's item.
    package func path(_ entry: Int) -> String { items.path(row(entry)) }

    /// The bytes of the entry's item; nil if they are not known, as of folders.
    package func itemSize(_ entry: Int) -> Int64? { size(row(entry)) }

    /// The group in which the deciding rule saw the item.
    func group(_ entry: Int) -> Int? {
        let number = columns.group[entry]
        return number == PlanColumns.none ? nil : Int(number)
    }

    func size(_ row: Int) -> Int64? {
        items.size[row] == Missing.number ? nil : items.size[row]
    }

    /// The hash that a later check compares: the one that decided, else the strongest known.
    ///
    /// At most one hash is kept beside the SHA-256.
    func hashAlgorithm(_ row: Int) -> HashAlgorithm? {
        HashAlgorithm.allCases.first { items.hashes[$0].map { $0.states[row] != 0 } ?? false }
    }

    private func hash(_ row: Int) -> PlanEntry.Hash? {
        guard let algorithm = hashAlgorithm(row), let text = items.hashes[algorithm]?.text(row)
        else { return nil }
        return PlanEntry.Hash(algorithm: algorithm.rawValue, value: text)
    }

    /// The SHA-256 that was listed, where another hash decided.
    private func furtherSHA256(_ row: Int) -> String? {
        guard let algorithm = hashAlgorithm(row), algorithm != .sha256 else { return nil }
        return items.hashes[.sha256]?.text(row)
    }

    private static func date(_ seconds: Int64) -> String? {
        seconds == Missing.date ? nil : Timestamp(secondsSinceEpoch: seconds).description
    }

    // MARK: Groups

    private func groupKind(_ group: Int) -> PlanGroups.Kind {
        PlanGroups.Kind(rawValue: groups.kind[group])
    }

    private func name(_ group: Int) -> String { groups.names[group].string }

    func isOfDuplicates(_ group: Int) -> Bool { groupKind(group).contains(.duplicates) }

    func isOfSimilar(_ group: Int) -> Bool { groupKind(group).contains(.similar) }

    private func kind(_ group: Int) -> String {
        isOfDuplicates(group) ? "duplicates" : isOfSimilar(group) ? "similar" : "surplus"
    }

    private func like(_ entry: Int) -> PlanEntry.Like? {
        guard let (figures, leader) = likeness(entry) else { return nil }
        return PlanEntry.Like(
            drive: leader.drive, id: leader.id, path: leader.path, marks: figures.marks,
            correlation: Double(figures.correlationThousandths) / 1_000,
            block: Double(figures.blockHundredths) / 100)
    }

    private func companionOf(_ entry: Int) -> PlanEntry.Place? {
        companionMain(entry).map { main in
            PlanEntry.Place(drive: driveName(main), id: id(main), path: path(main))
        }
    }

    func needed(_ group: Int) -> Int? {
        groups.needed[group] == 0 ? nil : Int(groups.needed[group])
    }

    func verify(_ group: Int) -> String? {
        let kind = groupKind(group)
        if !kind.contains(.saysProof) { return nil }
        return kind.contains(.bytes) ? "bytes" : "hash"
    }

    func total(_ group: Int) -> Int? {
        groups.total[group] == PlanColumns.none ? nil : Int(groups.total[group])
    }

    private func survivors(_ group: Int) -> [PlanEntry.Survivor] {
        let tellsCreation = isOfSimilar(group)
        return groups.survivors[group].map { number in
            let row = Int(number)
            return PlanEntry.Survivor(
                drive: drive(row).name, id: items.id(row), path: items.path(row),
                etag: items.eTag.text(row), size: size(row),
                modified: Self.date(items.modified[row]),
                created: tellsCreation ? Self.date(items.created[row]) : nil, hash: hash(row),
                sha256: furtherSHA256(row))
        }
    }

    private func also(_ entry: Int) -> [PlanEntry.Group]? {
        let list = columns.also[entry]
        if list == PlanColumns.none { return nil }
        return alsoGroups[Int(list)].map { number in
            let group = Int(number)
            return PlanEntry.Group(
                rule: rules[Int(groups.rule[group])].id, group: name(group), kind: kind(group),
                needed: needed(group) ?? 0, verify: verify(group) ?? "hash",
                survivors: survivors(group), survivors_total: total(group))
        }
    }
}
