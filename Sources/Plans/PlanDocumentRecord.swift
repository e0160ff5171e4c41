// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Makes a record of the entries of a document, one after the other.
struct PlanDocumentRecord {
    private typealias Unreadable = PlanDocumentReader.Unreadable

    private let head: PlanHead
    private let order: [Int]
    private let driveNumbers: [[UInt8]: Int]
    private let columns = PlanColumns()
    private let groups = PlanGroups()
    private let alsoGroups = NumberLists()
    private var rules: [PlanRule] = []
    private var ruleNumbers: [[UInt8]: UInt16] = [:]
    private var handlings: [PlanHandling] = []
    private var handlingNumbers: [[UInt8]: UInt32] = [:]
    private var groupNumbers: [[UInt8]: UInt32] = [:]
    private var survivorNumbers: [[UInt8]: UInt32] = [:]
    private var reversals: [[Bool?]]
    private var group = OptionalColumn<UInt32>(missing: PlanColumns.none)
    private var also = OptionalColumn<UInt32>(missing: PlanColumns.none)
    private var takenBack = OptionalColumn<Int64>(missing: Missing.date)
    private var like = OptionalColumn<UInt64>(missing: 0)
    /// By number of an entry: the picture that its item goes with.
    private var companions: [(entry: Int, main: PlanEntry.Place)] = []
    /// The numbers of entries by drive and id.
    private var entryNumbers: [[UInt8]: Int] = [:]
    /// The items of each drive, by its number: those of entries, and those that must stay.
    private var entries: [[ItemValues]]
    private var survivors: [[ItemValues]]
    /// The drive and the number among its survivors, by number of the survivor.
    private var survivorPlaces: [(drive: Int, place: Int)] = []
    /// The place of the last entry's drive in `order`, and its path.
    private var last: (place: Int, path: [UInt8])?

    init(_ head: PlanHead) {
        self.head = head
        order = PlanRecord.order(of: head.drives)
        driveNumbers = Dictionary(
            head.drives.enumerated().map { (Array($1.name.utf8), $0) },
            uniquingKeysWith: { first, _ in first })
        entries = head.drives.map { _ in [] }
        survivors = head.drives.map { _ in [] }
        reversals = head.drives.map { _ in DeletionMethod.allCases.map { _ in nil } }
        for rule in head.totals.rules { _ = number(ofRule: rule.id) }
    }

    /// Takes the next entry.
    mutating func add(_ entry: PlanEntry) throws(PlanDocumentReader.Unreadable) {
        guard let verdict = Verdict(rawValue: entry.verdict),
            let reason = Reason(rawValue: entry.reason)
        else { throw Unreadable(Message("an entry has a verdict or reason that does not exist")) }
        let drive = try number(ofDrive: entry.drive)
        try checkOrder(entry, drive)
        let number = columns.count
        entryNumbers[Self.key(entry.drive, entry.id)] = number
        if let main = entry.companion_of { companions.append((number, main)) }
        columns.verdict.append(verdict.number)
        columns.reason.append(reason.number)
        columns.rule.append(try rule(entry))
        columns.handling.append(try handling(entry, verdict, drive))
        entries[drive].append(try values(entry))
        if let text = entry.taken_back {
            takenBack.append(try Self.seconds(text), row: number)
        }
        if let found = try group(entry) { group.append(found, row: number) }
        try takeLikeness(entry, number)
        if let others = entry.also, !others.isEmpty {
            for other in others { alsoGroups.values.append(try self.group(other)) }
            alsoGroups.endList()
            also.append(UInt32(truncatingIfNeeded: alsoGroups.count - 1), row: number)
        }
    }

    /// How the item looks like the one that stays, which is the first of those that do.
    private mutating func takeLikeness(
        _ entry: PlanEntry, _ number: Int
    ) throws(PlanDocumentReader.Unreadable) {
        guard let told = entry.like else { return }
        let first = entry.survivors?.first
        func whole(_ value: Double, _ unit: Double) -> Int? {
            Int(exactly: (value * unit).rounded())
        }
        guard entry.kind == "similar", first?.id == told.id, first?.drive == told.drive,
            let correlation = whole(told.correlation, 1_000), let block = whole(told.block, 100),
            let likeness = PlanLikeness(
                marks: told.marks, correlationThousandths: correlation, blockHundredths: block)
        else { throw Unreadable(Message("a picture says not how it looks like another")) }
        like.append(likeness.packed, row: number)
    }

    /// The record of all entries that were taken.
    func record() throws(PlanDocumentReader.Unreadable) -> PlanRecord {
        var columns = columns
        columns.group = group
        columns.also = also
        columns.takenBack = takenBack
        columns.like = like
        columns.companion = try companionColumn()
        let items = try items(&columns)
        let record = PlanRecord(
            head: head, rules: rules, handlings: handlings, reversals: reversals, items: items,
            driveNumbers: order, columns: columns, groups: groups, alsoGroups: alsoGroups)
        guard companions.allSatisfy({ record.isSoundCompanion($0.entry) }) else {
            throw Self.loneCompanion
        }
        return record
    }

    private static let loneCompanion = Unreadable(
        Message("a file belongs to another one that the plan does not treat alike"))

    private static func key(_ drive: String, _ id: String) -> [UInt8] {
        Array(drive.utf8) + [0] + Array(id.utf8)
    }

    private func companionColumn() throws(PlanDocumentReader.Unreadable) -> OptionalColumn<UInt32> {
        var column = OptionalColumn<UInt32>(missing: PlanColumns.none)
        for (entry, main) in companions {
            guard let number = entryNumbers[Self.key(main.drive, main.id)] else {
                throw Self.loneCompanion
            }
            column.append(UInt32(truncatingIfNeeded: number), row: entry)
        }
        return column
    }

    // MARK: Items

    /// Entries stand in the order of plans, by drive and path: whoever compares two plans counts on
    /// it, and so does the way from an entry to its item.
    private mutating func checkOrder(
        _ entry: PlanEntry, _ drive: Int
    ) throws(PlanDocumentReader.Unreadable) {
        let place = order.firstIndex(of: drive) ?? 0
        let path = Array(entry.path.utf8)
        if let last {
            let isInOrder =
                place > last.place
                || place == last.place && !path.lexicographicallyPrecedes(last.path)
            guard isInOrder else { throw Unreadable(Message("its entries are not in their order")) }
        }
        last = (place, path)
    }

    private func items(
        _ columns: inout PlanColumns
    ) throws(PlanDocumentReader.Unreadable) -> Listing {
        var builder = ListingBuilder(idsAreUnique: true)
        var firsts = head.drives.map { _ in 0 }
        var total = 0
        do throws(ListingError) {
            for number in order {
                let drive = head.drives[number]
                guard builder.existingDrive(named: drive.name) == nil else {
                    throw ListingError(Message("it names a drive twice"))
                }
                let place = try builder.drive(named: drive.name, kind: drive.kind)
                for values in entries[number] {
                    columns.row.append(UInt32(truncatingIfNeeded: total))
                    try builder.append(values, drive: place)
                    total += 1
                }
                firsts[number] = total
                for values in survivors[number] { try builder.append(values, drive: place) }
                total += survivors[number].count
            }
        } catch {
            throw Unreadable(error.clause)
        }
        let items = builder.finish()
        guard items.count == total else {
            throw Unreadable(Message("it names the program's own files"))
        }
        let numbers = groups.survivors.values
        for index in 0..<numbers.count {
            let (drive, place) = survivorPlaces[Int(numbers[index])]
            numbers[index] = UInt32(truncatingIfNeeded: firsts[drive] + place)
        }
        return items
    }

    private func values(
        _ entry: PlanEntry
    ) throws(PlanDocumentReader.Unreadable) -> ItemValues {
        guard let type = ItemType(rawValue: entry.type) else {
            throw Unreadable(Message("an entry is neither a file nor a folder"))
        }
        var values = try values(
            type, path: entry.path, id: entry.id, size: entry.size, modified: entry.modified,
            entry.hash, entry.sha256)
        values.created = try Self.instant(entry.created)
        values.firstSeen = try Self.instant(entry.first_seen)
        values.eTag = entry.etag
        values.cTag = entry.ctag
        return values
    }

    private func values(
        _ type: ItemType, path: String, id: String, size: Int64?, modified: String?,
        _ hash: PlanEntry.Hash?, _ sha256: String?
    ) throws(PlanDocumentReader.Unreadable) -> ItemValues {
        guard ItemPath.isProper(path) else {
            throw Unreadable(Message("an item has no proper path"))
        }
        guard size ?? 0 >= 0 else { throw Unreadable(Message("an item has no proper size")) }
        var values = ItemValues(path: path, type: type)
        if !id.utf8.elementsEqual(path.utf8) { values.id = id }
        values.size = size
        values.modified = try Self.instant(modified)
        values.sha256 = sha256
        if let hash {
            switch HashAlgorithm(rawValue: hash.algorithm) {
            case .quickXor: values.quickXor = hash.value
            case .sha1: values.sha1 = hash.value
            case .sha256: values.sha256 = hash.value
            case nil: throw Unreadable(Message("a hash is of an algorithm that does not exist"))
            }
        }
        return values
    }

    private static func instant(
        _ text: String?
    ) throws(PlanDocumentReader.Unreadable) -> Timestamp? {
        guard let text else { return nil }
        return Timestamp(secondsSinceEpoch: try seconds(text))
    }

    private static func seconds(_ text: String) throws(PlanDocumentReader.Unreadable) -> Int64 {
        guard let seconds = PlanEntry.seconds(text) else {
            throw Unreadable(Message("a date cannot be read"))
        }
        return seconds
    }

    private func number(ofDrive name: String) throws(PlanDocumentReader.Unreadable) -> Int {
        guard let number = driveNumbers[Array(name.utf8)] else {
            throw Unreadable(Message("an item is of a drive that the plan does not name"))
        }
        return number
    }

    // MARK: Rules

    private mutating func number(ofRule id: String) -> UInt16? {
        let key = Array(id.utf8)
        if let known = ruleNumbers[key] { return known }
        guard rules.count < Int(PlanColumns.noRule) else { return nil }
        let fresh = UInt16(truncatingIfNeeded: rules.count)
        rules.append(PlanRule(id: id, digest: nil))
        ruleNumbers[key] = fresh
        return fresh
    }

    private mutating func rule(_ id: String) throws(PlanDocumentReader.Unreadable) -> UInt16 {
        guard let number = number(ofRule: id) else {
            throw Unreadable(Message("it names too many rules"))
        }
        return number
    }

    private mutating func rule(
        _ entry: PlanEntry
    ) throws(PlanDocumentReader.Unreadable) -> UInt16 {
        guard let id = entry.rule else { return PlanColumns.noRule }
        let number = try rule(id)
        if let digest = entry.rule_digest {
            let known = rules[Int(number)].digest
            guard known == nil || known == digest else {
                throw Unreadable(Message("a rule has two digests"))
            }
            if known == nil { rules[Int(number)] = PlanRule(id: id, digest: digest) }
        }
        return number
    }

    private mutating func handling(
        _ entry: PlanEntry, _ verdict: Verdict, _ drive: Int
    ) throws(PlanDocumentReader.Unreadable) -> UInt32 {
        if verdict == .keep { return PlanColumns.none }
        var applied: [UInt16] = []
        for id in entry.applied ?? [] { applied.append(try rule(id)) }
        var method: DeletionMethod?
        if let text = entry.method {
            guard let known = DeletionMethod(rawValue: text) else {
                throw Unreadable(Message("a deletion says not how or when"))
            }
            method = known
            let place = PlanRecord.place(known)
            let before = reversals[drive][place]
            guard before == nil || before == entry.reversible else {
                throw Unreadable(Message("a deletion can be taken back and cannot"))
            }
            reversals[drive][place] = entry.reversible
        }
        let handling = PlanHandling(
            applied: applied, method: method, undoWindow: entry.undo_window)
        var key = RecordWriter()
        key.add(applied) { $0.add($1) }
        key.add(method?.rawValue)
        key.add(entry.undo_window)
        if let known = handlingNumbers[key.bytes] { return known }
        let fresh = UInt32(truncatingIfNeeded: handlings.count)
        handlings.append(handling)
        handlingNumbers[key.bytes] = fresh
        return fresh
    }

    // MARK: Groups

    private mutating func group(
        _ entry: PlanEntry
    ) throws(PlanDocumentReader.Unreadable) -> UInt32? {
        let hasAny =
            entry.group != nil || entry.kind != nil || entry.needed != nil
            || entry.survivors != nil || entry.verify != nil
        if !hasAny { return nil }
        guard let rule = entry.rule, let group = entry.group, let kind = entry.kind,
            let survivors = entry.survivors
        else { throw Unreadable(Message("a copy says not what must stay")) }
        return try self.group(
            try self.rule(rule), group, kind, needed: entry.needed, entry.verify, survivors,
            total: entry.survivors_total)
    }

    private mutating func group(
        _ other: PlanEntry.Group
    ) throws(PlanDocumentReader.Unreadable) -> UInt32 {
        try group(
            try rule(other.rule), other.group, other.kind, needed: other.needed, other.verify,
            other.survivors, total: other.survivors_total)
    }

    private mutating func group(
        _ rule: UInt16, _ name: String, _ kind: String, needed: Int?, _ verify: String?,
        _ survivors: [PlanEntry.Survivor], total: Int?
    ) throws(PlanDocumentReader.Unreadable) -> UInt32 {
        var flags: PlanGroups.Kind = kind == "duplicates" ? .duplicates : []
        if let verify {
            flags.insert(.saysProof)
            if verify == "bytes" { flags.insert(.bytes) }
        }
        if kind == "similar" { flags.insert(.similar) }
        guard ["duplicates", "surplus", "similar"].contains(kind),
            verify == nil || verify == "bytes" || verify == "hash",
            let least = UInt32(exactly: needed ?? 0),
            let all = total.map({ UInt32(exactly: $0) }) ?? PlanColumns.none
        else { throw Unreadable(Message("a copy says not what must stay")) }
        var key = RecordWriter()
        key.add(rule)
        key.add(name)
        key.add(flags.rawValue)
        key.add(least)
        key.add(all)
        var numbers: [UInt32] = []
        for survivor in survivors { numbers.append(try number(of: survivor)) }
        key.add(numbers) { $0.add($1) }
        if let known = groupNumbers[key.bytes] { return known }
        let fresh = UInt32(truncatingIfNeeded: groups.count)
        groups.rule.append(rule)
        groups.kind.append(flags.rawValue)
        groups.needed.append(least)
        groups.total.append(all)
        for byte in name.utf8 { groups.names.bytes.append(byte) }
        groups.names.endText()
        for number in numbers { groups.survivors.values.append(number) }
        groups.survivors.endList()
        groupNumbers[key.bytes] = fresh
        return fresh
    }

    private mutating func number(
        of survivor: PlanEntry.Survivor
    ) throws(PlanDocumentReader.Unreadable) -> UInt32 {
        let drive = try number(ofDrive: survivor.drive)
        var values = try values(
            .file, path: survivor.path, id: survivor.id, size: survivor.size,
            modified: survivor.modified, survivor.hash, survivor.sha256)
        values.eTag = survivor.etag
        values.created = try Self.instant(survivor.created)
        var key = RecordWriter()
        for text in [
            survivor.drive, survivor.path, survivor.id, survivor.modified, survivor.created,
            survivor.etag,
            survivor.sha256, survivor.hash?.algorithm, survivor.hash?.value,
        ] { key.add(text) }
        key.add(survivor.size)
        if let known = survivorNumbers[key.bytes] { return known }
        let fresh = UInt32(truncatingIfNeeded: survivorPlaces.count)
        survivorPlaces.append((drive, survivors[drive].count))
        survivors[drive].append(values)
        survivorNumbers[key.bytes] = fresh
        return fresh
    }
}
