// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension PlanRecord {
    /// Reads what `stored()` wrote, its pieces one behind the other. O(bytes).
    ///
    /// Throws, and nothing of it is believed, unless all of it is there and fits together.
    package init(stored: [UInt8]) throws(PlanRecordError) {
        var reader = try StoredSections(stored)
        guard let bytes = reader.take(.head) else { throw .damaged }
        var scan = RecordReader(bytes[...])
        var head = try PlanHead(reading: &scan)
        let rules = try scan.list { (scan) throws(PlanRecordError) in
            PlanRule(id: try scan.text(), digest: try scan.textIfAny())
        }
        let handlings = try scan.list { (scan) throws(PlanRecordError) in
            try PlanHandling(reading: &scan)
        }
        var reversals: [[Bool?]] = []
        for _ in head.drives {
            var states: [Bool?] = []
            for _ in DeletionMethod.allCases {
                let state = try scan.number(UInt8.self)
                guard state <= 2 else { throw .damaged }
                states.append(state == 0 ? nil : state == 2)
            }
            reversals.append(states)
        }
        let count = Int(clamping: try scan.number(UInt64.self))
        var entryCounts: [Int] = []
        for _ in head.drives { entryCounts.append(Int(clamping: try scan.number(UInt64.self))) }
        if !scan.isAtEnd { head.looks = try PlanHead.Looks(reading: &scan) }
        guard scan.isAtEnd, count < Int(UInt32.max),
            entryCounts.allSatisfy({ $0 <= count }), entryCounts.reduce(0, +) == count
        else { throw .damaged }
        var columns = try reader.columns(count: count)
        let groups = try reader.groups()
        let alsoGroups = try reader.lists(.alsoStarts, .alsoGroups)
        let order = PlanRecord.order(of: head.drives)
        let items = try reader.items(of: head.drives, in: order, entryCounts, &columns)
        guard reader.isEmpty else { throw .damaged }
        self.init(
            head: head, rules: rules, handlings: handlings, reversals: reversals, items: items,
            driveNumbers: order, columns: columns, groups: groups, alsoGroups: alsoGroups)
        guard isSound else { throw .damaged }
    }

    /// Whether every number leads to something.
    var isSound: Bool {
        let ruleCount = rules.count
        guard handlings.allSatisfy({ $0.applied.allSatisfy { Int($0) < ruleCount } }) else {
            return false
        }
        for group in 0..<groups.count {
            guard Int(groups.rule[group]) < ruleCount,
                groups.kind[group] & ~PlanGroups.Kind.all.rawValue == 0
            else { return false }
        }
        let survivors = groups.survivors.values
        for index in 0..<survivors.count where Int(survivors[index]) >= items.count { return false }
        for index in 0..<alsoGroups.values.count
        where Int(alsoGroups.values[index]) >= groups.count { return false }
        for entry in 0..<count where !isSound(entry) { return false }
        return true
    }

    private func isSound(_ entry: Int) -> Bool {
        let (rule, handling) = (columns.rule[entry], columns.handling[entry])
        let (group, also) = (columns.group[entry], columns.also[entry])
        guard isSoundCompanion(entry), columns.verdict[entry] <= 2,
            Reason(stored: columns.reason[entry]) != nil,
            rule == PlanColumns.noRule || Int(rule) < rules.count,
            handling == PlanColumns.none || Int(handling) < handlings.count,
            group == PlanColumns.none || Int(group) < groups.count,
            also == PlanColumns.none || Int(also) < alsoGroups.count
        else { return false }
        return true
    }

    /// Whether the entry belongs to none, or to a picture of the same folder that has the same verdict
    /// and belongs to none itself.
    func isSoundCompanion(_ entry: Int) -> Bool {
        let main = columns.companion[entry]
        if main == PlanColumns.none { return true }
        guard Int(main) < count else { return false }
        let (own, other) = (row(entry), row(Int(main)))
        return columns.companion[Int(main)] == PlanColumns.none
            && columns.verdict[entry] == columns.verdict[Int(main)]
            && items.folder[own] == items.folder[other]
            && !items.isFolder(own) && !items.isFolder(other)
    }
}

extension PlanHandling {
    fileprivate init(reading reader: inout RecordReader) throws(PlanRecordError) {
        let applied = try reader.list { (reader) throws(PlanRecordError) in
            try reader.number(UInt16.self)
        }
        var method: DeletionMethod?
        if let text = try reader.textIfAny() {
            guard let known = DeletionMethod(rawValue: text) else { throw .damaged }
            method = known
        }
        self.init(applied: applied, method: method, undoWindow: try reader.textIfAny())
    }
}

/// The sections of a stored plan that were not asked for yet.
private struct StoredSections {
    private struct Key: Hashable {
        var name: String
        var drive: UInt32
        var chunk: UInt32
    }

    private var sections: [Key: [UInt8]] = [:]

    init(_ stored: [UInt8]) throws(PlanRecordError) {
        for section in try PlanRecordFormat.sections(stored) {
            let key = Key(name: section.name, drive: section.drive, chunk: section.chunk)
            guard sections.updateValue(section.bytes, forKey: key) == nil else { throw .damaged }
        }
    }

    var isEmpty: Bool { sections.isEmpty }

    mutating func take(_ name: PlanRecordFormat.Name) -> [UInt8]? {
        sections.removeValue(
            forKey: Key(name: name.rawValue, drive: PlanRecordFormat.noDrive, chunk: 0))
    }

    /// The numbers of a section; none where it is missing.
    private mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ name: PlanRecordFormat.Name, _: Number.Type = Number.self
    ) throws(PlanRecordError) -> Column<Number> {
        let column: Column<Number> = Column()
        guard let bytes = take(name) else { return column }
        let width = MemoryLayout<Number>.size
        guard bytes.count % width == 0 else { throw .damaged }
        let count = bytes.count / width
        let target = column.extend(by: count)
        bytes.withUnsafeBytes { source in
            UnsafeMutableRawBufferPointer(start: target, count: source.count)
                .copyMemory(from: source)
        }
        if Number(1).littleEndian != 1 {
            for index in 0..<count { target[index] = Number(littleEndian: target[index]) }
        }
        return column
    }

    private mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ name: PlanRecordFormat.Name, count: Int
    ) throws(PlanRecordError) -> Column<Number> {
        let column: Column<Number> = try numbers(name)
        guard column.count == count else { throw .damaged }
        return column
    }

    private mutating func rare<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ name: PlanRecordFormat.Name, missing: Number, count: Int
    ) throws(PlanRecordError) -> OptionalColumn<Number> {
        let column: Column<Number> = try numbers(name)
        guard column.count <= count else { throw .damaged }
        return OptionalColumn(missing: missing, column: column.count == 0 ? nil : column)
    }

    mutating func columns(count: Int) throws(PlanRecordError) -> PlanColumns {
        var columns = PlanColumns()
        columns.verdict = try numbers(.verdict, count: count)
        columns.reason = try numbers(.reason, count: count)
        columns.rule = try numbers(.rule, count: count)
        columns.handling = try numbers(.handling, count: count)
        columns.group = try rare(.group, missing: PlanColumns.none, count: count)
        columns.also = try rare(.also, missing: PlanColumns.none, count: count)
        columns.takenBack = try rare(.takenBack, missing: Missing.date, count: count)
        columns.like = try rare(.like, missing: 0, count: count)
        columns.companion = try rare(.companion, missing: PlanColumns.none, count: count)
        for entry in 0..<min(count, columns.like.column?.count ?? 0)
        where columns.like[entry] != 0 && PlanLikeness(packed: columns.like[entry]) == nil {
            throw .damaged
        }
        for entry in 0..<min(count, columns.takenBack.column?.count ?? 0) {
            let seconds = columns.takenBack[entry]
            guard seconds == Missing.date || (-(1 << 60)...(1 << 60)).contains(seconds) else {
                throw .damaged
            }
        }
        return columns
    }

    mutating func groups() throws(PlanRecordError) -> PlanGroups {
        var groups = PlanGroups()
        groups.rule = try numbers(.groupRule)
        let count = groups.rule.count
        groups.kind = try numbers(.groupKind, count: count)
        groups.needed = try numbers(.groupNeeded, count: count)
        groups.total = try numbers(.groupTotal, count: count)
        let ends: Column<UInt32> = try numbers(.groupNameEnds)
        let names: Column<UInt8> = try numbers(.groupNames)
        groups.survivors = try lists(.survivorStarts, .survivors)
        guard groups.survivors.count == count else { throw .damaged }
        if count == 0 {
            guard ends.count == 0, names.count == 0 else { throw .damaged }
            return groups
        }
        guard let texts = TextColumn(bytes: names, offsets: ends), texts.count == count else {
            throw .damaged
        }
        groups.names = texts
        return groups
    }

    mutating func lists(
        _ starts: PlanRecordFormat.Name, _ values: PlanRecordFormat.Name
    ) throws(PlanRecordError) -> NumberLists {
        let (starts, values): (Column<UInt32>, Column<UInt32>) = (
            try numbers(starts), try numbers(values)
        )
        if starts.count == 0, values.count == 0 { return NumberLists() }
        guard let lists = NumberLists(values: values, starts: starts) else { throw .damaged }
        return lists
    }

    /// The items of `drives` in `order`, and the rows of their entries.
    mutating func items(
        of drives: [PlanHead.Drive], in order: [Int], _ entryCounts: [Int],
        _ columns: inout PlanColumns
    ) throws(PlanRecordError) -> Listing {
        var parts = drives.map { _ in [SnapshotPart]() }
        for (key, bytes) in sections where key.drive != PlanRecordFormat.noDrive {
            guard Int(key.drive) < parts.count else { throw .damaged }
            parts[Int(key.drive)].append(
                SnapshotPart(name: key.name, chunk: Int(key.chunk), bytes: bytes))
            sections[key] = nil
        }
        var builder = ListingBuilder(idsAreUnique: true)
        var total = 0
        do throws(ListingError) {
            for number in order {
                let drive = drives[number]
                guard builder.existingDrive(named: drive.name) == nil else { throw .damagedPlan }
                let rows = try ListingSnapshot.builder(
                    from: parts[number], drive: drive.name, kind: drive.kind)
                guard entryCounts[number] <= rows.count else { throw .damagedPlan }
                for entry in 0..<entryCounts[number] {
                    columns.row.append(UInt32(truncatingIfNeeded: total + entry))
                }
                total += rows.count
                try builder.append(contentsOf: rows)
            }
        } catch {
            throw .damaged
        }
        let items = builder.finish()
        guard items.count == total else { throw .damaged }
        return items
    }
}

extension ListingError {
    fileprivate static let damagedPlan = ListingError(Message("it is damaged"))
}
