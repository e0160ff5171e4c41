// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// The form in which a plan is stored: sections of bytes behind a table of them.
///
/// `CLPR`, version, how many sections; of each its name, its drive, its chunk, how long it is and
/// its checksum; the checksum of all that; then the sections one after the other. What is read is
/// believed no further than that: every number that leads to a place is checked against it.
enum PlanRecordFormat {
    static let magic: UInt32 = 0x5250_4c43
    /// The version of the format; another one is not read.
    static let version: UInt32 = 1
    /// What sections of no drive have for one.
    static let noDrive = UInt32.max

    /// Bytes under a name.
    struct Section {
        var name: String
        var drive = PlanRecordFormat.noDrive
        var chunk: UInt32 = 0
        var bytes: [UInt8]
    }

    /// The names of sections that are no parts of listings.
    enum Name: String, CaseIterable {
        case head = "plan-head"
        case verdict, reason, rule, handling
        case group
        case also
        case takenBack = "taken-back"
        case like
        case companion
        case groupRule = "group-rule"
        case groupKind = "group-kind"
        case groupNeeded = "group-needed"
        case groupTotal = "group-total"
        case groupNameEnds = "group-name-ends"
        case groupNames = "group-names"
        case survivorStarts = "survivor-starts"
        case survivors
        case alsoStarts = "also-starts"
        case alsoGroups = "also-groups"
    }

    /// The table of `sections`.
    static func table(of sections: [Section]) -> [UInt8] {
        var writer = RecordWriter()
        writer.add(magic)
        writer.add(version)
        writer.add(sections) { writer, section in
            writer.add(section.name)
            writer.add(section.drive)
            writer.add(section.chunk)
            writer.add(UInt64(section.bytes.count))
            writer.add(snapshotChecksum(section.bytes))
        }
        var bytes = writer.bytes
        var end = RecordWriter()
        end.add(snapshotChecksum(bytes))
        bytes += end.bytes
        return bytes
    }

    /// The sections that `stored` holds.
    static func sections(_ stored: [UInt8]) throws(PlanRecordError) -> [Section] {
        var reader = RecordReader(stored[...])
        guard try reader.number(UInt32.self) == magic else { throw .damaged }
        guard try reader.number(UInt32.self) == version else { throw .otherVersion }
        let lines = try reader.list { (reader) throws(PlanRecordError) in
            (
                name: try reader.text(), drive: try reader.number(UInt32.self),
                chunk: try reader.number(UInt32.self), count: try reader.number(UInt64.self),
                checksum: try reader.number(UInt64.self)
            )
        }
        let end = reader.position
        guard try reader.number(UInt64.self) == snapshotChecksum(Array(stored[..<end])) else {
            throw .damaged
        }
        var place = reader.position
        var sections: [Section] = []
        for line in lines {
            guard line.count <= UInt64(stored.count - place) else { throw .damaged }
            let bytes = Array(stored[place..<(place + Int(line.count))])
            guard snapshotChecksum(bytes) == line.checksum else { throw .damaged }
            place += bytes.count
            sections.append(
                Section(name: line.name, drive: line.drive, chunk: line.chunk, bytes: bytes))
        }
        guard place == stored.count else { throw .damaged }
        return sections
    }
}

extension PlanRecord {
    /// The bytes that the plan is stored as, in pieces of a few megabytes at most that belong one
    /// behind the other. O(bytes).
    ///
    /// Throws if an item cannot be kept, as in a listing; see `ListingSnapshot`.
    package func stored() throws(ListingError) -> [[UInt8]] {
        let name = PlanRecordFormat.Name.head.rawValue
        var sections = [PlanRecordFormat.Section(name: name, bytes: headBytes())]
        func add<Number: FixedWidthInteger & BitwiseCopyable>(
            _ name: PlanRecordFormat.Name, _ column: Column<Number>
        ) {
            sections.append(
                PlanRecordFormat.Section(name: name.rawValue, bytes: column.littleEndianBytes))
        }
        add(.verdict, columns.verdict)
        add(.reason, columns.reason)
        add(.rule, columns.rule)
        add(.handling, columns.handling)
        if let column = columns.group.column { add(.group, column) }
        if let column = columns.also.column { add(.also, column) }
        if let column = columns.takenBack.column { add(.takenBack, column) }
        if let column = columns.like.column { add(.like, column) }
        if let column = columns.companion.column { add(.companion, column) }
        if groups.count > 0 {
            add(.groupRule, groups.rule)
            add(.groupKind, groups.kind)
            add(.groupNeeded, groups.needed)
            add(.groupTotal, groups.total)
            add(.groupNameEnds, groups.names.offsets)
            add(.groupNames, groups.names.bytes)
            add(.survivorStarts, groups.survivors.starts)
            add(.survivors, groups.survivors.values)
        }
        if alsoGroups.count > 0 {
            add(.alsoStarts, alsoGroups.starts)
            add(.alsoGroups, alsoGroups.values)
        }
        for drive in items.drives.indices {
            for part in try ListingSnapshot.parts(of: items, drive: drive) {
                sections.append(
                    PlanRecordFormat.Section(
                        name: part.name, drive: UInt32(driveNumbers[drive]),
                        chunk: UInt32(truncatingIfNeeded: part.chunk), bytes: part.bytes))
            }
        }
        return [PlanRecordFormat.table(of: sections)] + sections.map(\.bytes)
    }

    private func headBytes() -> [UInt8] {
        var writer = RecordWriter()
        head.write(to: &writer)
        writer.add(rules) { writer, rule in
            writer.add(rule.id)
            writer.add(rule.digest)
        }
        writer.add(handlings) { writer, handling in
            writer.add(handling.applied) { $0.add($1) }
            writer.add(handling.method?.rawValue)
            writer.add(handling.undoWindow)
        }
        for drive in reversals {
            for state in drive { writer.add(state.map { $0 ? UInt8(2) : 1 } ?? 0) }
        }
        writer.add(UInt64(count))
        for count in entriesOfDrives { writer.add(UInt64(count)) }
        // Last, and only where it is there: plans that were kept before there were looks end here.
        if let looks = head.looks { looks.write(to: &writer) }
        return writer.bytes
    }

    /// How many entries are of each drive, by its number in `head`.
    private var entriesOfDrives: [Int] {
        var counts = head.drives.map { _ in 0 }
        for entry in 0..<count { counts[driveNumbers[items.drive(row(entry))]] += 1 }
        return counts
    }
}

extension Column where Element: FixedWidthInteger {
    /// The elements one behind the other, little endian.
    fileprivate var littleEndianBytes: [UInt8] {
        let size = byteCount
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, used in
            let target = UnsafeMutableRawBufferPointer(buffer)
            target.copyMemory(from: UnsafeRawBufferPointer(start: base, count: size))
            if Element(1).littleEndian != 1 {
                for index in 0..<count {
                    target.storeBytes(
                        of: base[index].littleEndian,
                        toByteOffset: index * MemoryLayout<Element>.size, as: Element.self)
                }
            }
            used = size
        }
    }
}
