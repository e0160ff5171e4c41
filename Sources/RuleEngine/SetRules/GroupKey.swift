// SPDX-License-Identifier: Apache-2.0

/// What makes items members of one group.
protocol GroupKey: Sendable {
    /// A mix of the key of `row`, odd; 0 for an item that is in no group. Called from all threads.
    func mix(_ row: Int) -> UInt64
    /// Whether two items whose mixes are equal have equal keys.
    func areEqual(_ left: Int, _ right: Int) -> Bool
}

/// A key of groups that reach into other parts of a fleet: it can be told.
protocol SharedKey: Sendable {
    /// Appends the key of `row`, which is in a group: equal bytes for equal keys, on every machine.
    func append(keyOf row: Int, to writer: PartWriter)
    /// A mix of the key of `row`, odd: equal ones for equal keys, on every machine; 0 for an item that is
    /// in no group.
    func toldMix(_ row: Int) -> UInt64
}

/// The part of a key that says how far a group reaches.
struct ReachKey: Sendable {
    let listing: Listing
    let reach: GroupReach

    init(listing: Listing, reach: GroupReach) {
        self.listing = listing
        // Within one drive alone there is nothing to tell apart, and nothing to look up.
        self.reach = reach == .drive && listing.drives.count == 1 ? .drives : reach
    }

    /// The drive, the folder, or nothing.
    @inline(__always)
    func number(_ row: Int) -> UInt64 {
        switch reach {
        case .drives: 0
        case .drive: UInt64(listing.drive(row))
        case .folder: unsafe UInt64(listing.folder.base[row])
        }
    }
}

/// Which items can be members at all.
struct Eligibility: Sendable {
    private let flags: ColumnValues<UInt8>
    private let size: ColumnValues<Int64>
    /// Rows that are hard links to a file that another row stands for.
    private let otherLinks: Set<UInt32>

    init(_ listing: Listing, otherLinks: Set<UInt32>) {
        flags = ColumnValues(listing.flags)
        size = ColumnValues(listing.size)
        self.otherLinks = otherLinks
    }

    /// Files with a size above 0, no shortcuts, and of hard links only the first.
    @inline(__always)
    func isEligible(_ row: Int) -> Bool {
        let excluded = ItemFlags.folder.rawValue | ItemFlags.shortcut.rawValue
        guard flags[row] & excluded == 0, size[row] > 0 else { return false }
        return otherLinks.isEmpty || !otherLinks.contains(UInt32(truncatingIfNeeded: row))
    }

    /// Of rows that are hard links to one file and that `isMember`, all but the one with the
    /// smallest path, then id. O(rows with links).
    static func otherLinks(_ listing: Listing, isMember: (Int) -> Bool) -> Set<UInt32> {
        guard let links = listing.link.numbers.column else { return [] }
        var firsts: [UInt64: Int] = [:]
        var others: Set<UInt32> = []
        for row in 0..<listing.count where links[row] != 0 && isMember(row) {
            let key = UInt64(listing.drive(row)) << 32 | UInt64(links[row])
            guard let first = firsts[key] else {
                firsts[key] = row
                continue
            }
            let isFirst = RowOrder.byPathThenID(listing, row, first) < 0
            others.insert(UInt32(truncatingIfNeeded: isFirst ? first : row))
            if isFirst { firsts[key] = row }
        }
        return others
    }
}

/// A column's elements without the reference counting of its owner, who outlives it.
@safe struct ColumnValues<Element: BitwiseCopyable>: @unchecked Sendable {
    private let owner: Column<Element>
    private let base: UnsafeMutablePointer<Element>

    init(_ column: Column<Element>) {
        owner = column
        unsafe base = unsafe column.base
    }

    @inline(__always)
    subscript(row: Int) -> Element { unsafe base[row] }
}

/// `same: content` where hashes decide: size and hash of one algorithm.
struct HashKey: GroupKey {
    private let eligibility: Eligibility
    private let reach: ReachKey
    private let size: ColumnValues<Int64>
    private let hash: HashColumn
    private let states: ColumnValues<UInt8>
    private let bytes: ColumnValues<UInt8>
    private let width: Int
    private let seed = TextHash.ofProcess
    /// By drive: whether this algorithm is the one its scope uses.
    private let isUsed: [Bool]
    private let isUsedEverywhere: Bool

    init(
        _ listing: Listing, hash: HashColumn, reach: GroupReach, isUsed: [Bool],
        eligibility: Eligibility
    ) {
        self.eligibility = eligibility
        self.reach = ReachKey(listing: listing, reach: reach)
        self.hash = hash
        size = ColumnValues(listing.size)
        states = ColumnValues(hash.states)
        bytes = ColumnValues(hash.bytes)
        width = hash.algorithm.width
        self.isUsed = isUsed
        isUsedEverywhere = isUsed.allSatisfy { $0 }
    }

    /// Whether the item is in a group.
    @inline(__always)
    private func isMember(_ row: Int) -> Bool {
        eligibility.isEligible(row) && states[row] != HashColumn.State.missing
            && (isUsedEverywhere || isUsed[reach.listing.drive(row)])
    }

    func mix(_ row: Int) -> UInt64 {
        guard isMember(row) else { return 0 }
        // All of it, as a stranger may choose any part: a listing brings hashes of no content.
        let text = unsafe TextSlice(start: hash.bytes.base + row &* width, count: width)
        let key = seed.chained(seed(text), UInt64(bitPattern: size[row]))
        return seed.chained(key, reach.number(row) ^ seed.end) | 1
    }

    func areEqual(_ left: Int, _ right: Int) -> Bool {
        size[left] == size[right] && reach.number(left) == reach.number(right)
            && hash.areEqual(left, right)
    }
}

extension HashKey: SharedKey {
    func append(keyOf row: Int, to writer: PartWriter) {
        writer.fixed(UInt64(bitPattern: size[row]))
        // Hashes in the usual form and others are never equal.
        writer.fixed(states[row])
        if states[row] == HashColumn.State.odd {
            return writer.append(hash.oddTexts.texts[hash.oddNumber(row)])
        }
        unsafe writer.append(TextSlice(start: hash.bytes.base + row &* width, count: width))
    }

    func toldMix(_ row: Int) -> UInt64 {
        guard isMember(row) else { return 0 }
        // What stands in the place of an odd one is a number of this listing alone.
        let text =
            unsafe states[row] == HashColumn.State.odd
            ? hash.oddTexts.texts[hash.oddNumber(row)]
            : TextSlice(start: hash.bytes.base + row &* width, count: width)
        let seed = TextHash.ofFleets
        return seed.chained(seed(text), UInt64(bitPattern: size[row])) | 1
    }
}

/// `same: content` where bytes were compared: the class that a comparison gave.
struct ContentClassKey: GroupKey {
    let eligibility: Eligibility
    let reach: ReachKey
    let evidence: ContentClasses
    private let seed = TextHash.ofProcess

    init(eligibility: Eligibility, reach: ReachKey, evidence: ContentClasses) {
        self.eligibility = eligibility
        self.reach = reach
        self.evidence = evidence
    }

    func mix(_ row: Int) -> UInt64 {
        let number = evidence[row]
        guard number != 0, eligibility.isEligible(row) else { return 0 }
        return seed.chained(seed.start, UInt64(number) ^ reach.number(row) << 32) | 1
    }

    func areEqual(_ left: Int, _ right: Int) -> Bool {
        evidence[left] == evidence[right] && reach.number(left) == reach.number(right)
    }
}

/// `same:` a list of parts.
struct PartsKey: GroupKey {
    let listing: Listing
    let parts: [DuplicatePart]
    let eligibility: Eligibility
    let reach: ReachKey

    init(listing: Listing, parts: [DuplicatePart], eligibility: Eligibility, reach: ReachKey) {
        self.listing = listing
        self.parts = parts
        self.eligibility = eligibility
        self.reach = reach
    }

    func mix(_ row: Int) -> UInt64 { mix(row, reach.number(row), TextHash.ofProcess) }

    private func mix(_ row: Int, _ reach: UInt64, _ seed: TextHash) -> UInt64 {
        guard eligibility.isEligible(row) else { return 0 }
        var key = seed.chained(seed.start, reach)
        for part in parts {
            guard let value = value(of: part, row, seed) else { return 0 }
            key = seed.chained(key, value)
        }
        return seed.chained(key, seed.end) | 1
    }

    func areEqual(_ left: Int, _ right: Int) -> Bool {
        guard reach.number(left) == reach.number(right) else { return false }
        return parts.allSatisfy { part in
            switch part {
            case .name: folded(part, left) == folded(part, right)
            case .ext: folded(part, left) == folded(part, right)
            default: value(of: part, left, .ofProcess) == value(of: part, right, .ofProcess)
            }
        }
    }

    /// The value of a part, or a mix of it; nil where it is missing.
    private func value(of part: DuplicatePart, _ row: Int, _ seed: TextHash) -> UInt64? {
        func number(_ value: Int64, missing: Int64) -> UInt64? {
            value == missing ? nil : UInt64(bitPattern: value)
        }
        switch part {
        case .size: return number(listing.size[row], missing: Missing.number)
        case .taken: return number(listing.taken[row], missing: Missing.date)
        case .modified: return number(listing.modified[row], missing: Missing.date)
        case .width: return number(listing.width[row], missing: Missing.number)
        case .height: return number(listing.height[row], missing: Missing.number)
        case .name, .ext:
            let name = listing.names[row]
            if isASCII(name) { return Self.mix(ofASCII: name, part, seed) }
            var text = folded(part, row)
            if text.isEmpty { return nil }
            return unsafe text.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return nil }
                return unsafe seed(TextSlice(start: start, count: buffer.count))
            }
        }
    }

    /// A mix of the folded form of `name`, or of its extension; nil for none. It takes no part of the key
    /// with it: to count who uses the columns of a listing, from two threads, takes longer than all else.
    private static func mix(
        ofASCII name: TextSlice, _ part: DuplicatePart, _ seed: TextHash
    ) -> UInt64? {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: name.count + 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            for place in 0..<name.count {
                let byte = unsafe name.start[place]
                unsafe start[place] = (65...90).contains(byte) ? byte | 32 : byte
            }
            var text = unsafe TextSlice(start: UnsafePointer(start), count: name.count)
            if part == .ext { text = fileExtension(of: text) }
            return text.isEmpty ? nil : seed(text)
        }
    }

    private func folded(_ part: DuplicatePart, _ row: Int) -> [UInt8] {
        let scratch: Column<UInt8> = Column(capacity: 128)
        appendFolded(listing.names[row], to: scratch)
        var text = unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        if part == .ext { text = fileExtension(of: text) }
        return unsafe Array(text.buffer)
    }
}

extension PartsKey: SharedKey {
    func append(keyOf row: Int, to writer: PartWriter) {
        for part in parts {
            switch part {
            case .name, .ext:
                let name = listing.names[row]
                if isASCII(name) {
                    // Folding moves no dot, so that the extension may be taken first.
                    let text = part == .ext ? fileExtension(of: name) : name
                    writer.count(text.count)
                    writer.append(lowercased: text)
                } else {
                    let text = folded(part, row)
                    writer.count(text.count)
                    for byte in text { writer.fixed(byte) }
                }
            default: writer.fixed(value(of: part, row, .ofProcess) ?? 0)
            }
        }
    }

    func toldMix(_ row: Int) -> UInt64 { mix(row, 0, TextHash.ofFleets) }
}

/// The date and the reach of a surplus rule.
struct SurplusKey: GroupKey {
    let listing: Listing
    let date: SurplusDate
    let eligibility: Eligibility
    let reach: ReachKey
    /// The rows within `in`, `match` and not `unless`; nil for all.
    let inside: RowBits?

    func mix(_ row: Int) -> UInt64 {
        guard eligibility.isEligible(row), inside?[row] ?? true,
            date.value(listing, row) != Missing.date
        else { return 0 }
        return TextHash.ofProcess.chained(TextHash.ofProcess.start, reach.number(row)) | 1
    }

    func areEqual(_ left: Int, _ right: Int) -> Bool {
        reach.number(left) == reach.number(right)
    }
}

extension SurplusDate {
    /// The date of `row`, or `Missing.date`.
    @inline(__always)
    func value(_ listing: Listing, _ row: Int) -> Int64 {
        switch self {
        case .modified: unsafe listing.modified.base[row]
        case .created: unsafe listing.created.base[row]
        case .taken: listing.taken[row]
        }
    }
}
