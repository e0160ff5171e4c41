// SPDX-License-Identifier: Apache-2.0

/// The compiled conditions of a plan and what they are judged over; shared by all threads.
struct ConditionProgram: Sendable {
    let listing: Listing
    let leaves: [Leaf]
    /// By row, for folders: whether anything lies below; nil where no leaf asks for it.
    let folderContents: FolderContents?
}

/// Evaluates conditions over a batch of rows; one for each thread.
final class Batch {
    /// Rows of one batch: its masks and names stay in the second-level cache.
    static let rowsMax = 4_096

    private let program: ConditionProgram
    private var masks: [Mask] = []
    private var isLeafReady: [Bool]
    private let leafMasks: Mask
    private var depth = 0
    private var names = BatchNames()
    private var areNamesReady = false
    private var expressions: [String: RegularExpressionMatcher] = [:]
    private let scratch: Column<UInt8> = Column(capacity: 1_024)
    /// Where regular expressions gave up, over all batches so far.
    private(set) var effort = MatchEffort()
    /// The first row of the batch.
    private(set) var first = 0
    /// How many rows the batch has.
    private(set) var count = 0

    init(program: ConditionProgram) {
        self.program = program
        isLeafReady = Array(repeating: false, count: program.leaves.count)
        leafMasks = .allocate(capacity: max(1, program.leaves.count) * Batch.rowsMax)
        leafMasks.initialize(repeating: 0, count: max(1, program.leaves.count) * Batch.rowsMax)
    }

    deinit {
        leafMasks.deallocate()
        for mask in masks { mask.deallocate() }
    }

    /// Moves on to the `count` rows from `first`.
    func begin(first: Int, count: Int) {
        precondition(count <= Batch.rowsMax, "a batch holds at most \(Batch.rowsMax) rows")
        self.first = first
        self.count = count
        areNamesReady = false
        for leaf in isLeafReady.indices { isLeafReady[leaf] = false }
    }

    /// The outcomes of `condition` for each row, written to `target`. Where `active` is `no`
    /// the outcome is not asked for and may be anything.
    func evaluate(_ condition: CompiledCondition, into target: Mask, active: Mask? = nil) {
        switch condition {
        case .constant(let truth): target.update(repeating: truth.rawValue, count: count)
        case .leaf(let number): evaluateLeaf(number, into: target, active: active)
        case .not(let part):
            evaluate(part, into: target, active: active)
            MaskOperations.not(target, count)
        case .all(let parts):
            guard let head = parts.first else {
                return target.update(repeating: Truth.yes.rawValue, count: count)
            }
            evaluate(head, into: target, active: active)
            for part in parts.dropFirst() {
                if MaskOperations.isAll(target, Truth.no.rawValue, count) { return }
                withMask { other in
                    // Rows that are already out need no answer from what costs more.
                    evaluate(part, into: other, active: target)
                    MaskOperations.and(target, other, count)
                }
            }
        case .any(let parts):
            guard let head = parts.first else {
                return target.update(repeating: Truth.no.rawValue, count: count)
            }
            evaluate(head, into: target, active: active)
            for part in parts.dropFirst() {
                withMask { other in
                    evaluate(part, into: other, active: active)
                    MaskOperations.or(target, other, count)
                }
            }
        }
    }

    /// Lends a mask for the time of `body`.
    func withMask(_ body: (Mask) -> Void) {
        if depth == masks.count { masks.append(.allocate(capacity: Batch.rowsMax)) }
        let mask = masks[depth]
        depth += 1
        body(mask)
        depth -= 1
    }

    // MARK: Leaves

    private func evaluateLeaf(_ number: Int, into target: Mask, active: Mask?) {
        let leaf = program.leaves[number]
        if case .regularExpression(let test) = leaf {
            // Dear, and therefore judged for the active rows only and not remembered.
            return evaluateExpression(test, into: target, active: active)
        }
        let ready = leafMasks + number * Batch.rowsMax
        if !isLeafReady[number] {
            if leaf.needsFoldedNames { loadNames() }
            judge(leaf, into: ready)
            isLeafReady[number] = true
        }
        target.update(from: ready, count: count)
    }

    private func loadNames() {
        if areNamesReady { return }
        names.load(program.listing, first: first, count: count)
        areNamesReady = true
    }

    private func judge(_ leaf: Leaf, into target: Mask) {
        switch leaf {
        case .constant(let truth): target.update(repeating: truth.rawValue, count: count)
        case .itemType(let type): judge(type, into: target)
        case .interval(let test): judge(test, into: target)
        case .folder(let test): judge(test, into: target)
        case .name(let globs): judge(globs, into: target)
        case .interned(let test): judge(test, into: target)
        case .owner(let name, let address, let presence):
            judge(name, address, presence, into: target)
        case .fileExtension(let test): judge(test, into: target)
        case .kind(let test): judge(test, into: target)
        case .shared(let presence, let values):
            for row in 0..<count {
                let flags = program.listing.itemFlags(first + row)
                let isKnown = flags.contains(.sharedKnown)
                let isMet = presence.asksPresent || values.contains(flags.contains(.shared))
                target[row] = (isKnown ? (isMet ? .yes : .no) : presence.ofMissing).rawValue
            }
        case .empty(let values):
            for row in 0..<count { target[row] = emptiness(first + row, values).rawValue }
        case .regularExpression: preconditionFailure("judged for active rows only")
        }
    }

    private func judge(_ type: ItemType, into target: Mask) {
        let flags = program.listing.flags.base + first
        let expected = type == .folder ? ItemFlags.folder.rawValue : 0
        for row in 0..<count {
            target[row] = flags[row] & ItemFlags.folder.rawValue == expected ? 2 : 0
        }
    }

    private func emptiness(_ row: Int, _ values: Set<Bool>) -> Truth {
        if program.listing.isFolder(row) {
            guard let contents = program.folderContents else {
                preconditionFailure("folder contents are counted where a leaf asks for them")
            }
            return values.contains(contents.isEmpty(row)) ? .yes : .no
        }
        let size = program.listing.size.base[row]
        // 'empty' has no 'missing', so a file of unknown size is unknown.
        if size == Missing.number { return .unknown }
        return values.contains(size == 0) ? .yes : .no
    }

    private func judge(_ test: IntervalTest, into target: Mask) {
        let listing = program.listing
        let ofMissing = test.presence.ofMissing.rawValue
        switch test.column {
        case .size:
            judge(test, listing.size.base + first, Missing.number, ofMissing, target)
        case .created:
            judge(test, listing.created.base + first, Missing.date, ofMissing, target)
        case .modified:
            judge(test, listing.modified.base + first, Missing.date, ofMissing, target)
        case .age:
            let (created, modified) = (listing.created.base + first, listing.modified.base + first)
            withNumbers { ages in
                // A missing date is the smallest number, so the later one is the larger.
                for row in 0..<count { ages[row] = max(created[row], modified[row]) }
                judge(test, ages, Missing.date, ofMissing, target)
            }
        case .width: judge(test, listing.width, ofMissing, target)
        case .height: judge(test, listing.height, ofMissing, target)
        case .taken: judge(test, listing.taken, ofMissing, target)
        case .accessed: judge(test, listing.accessed, ofMissing, target)
        case .firstSeen: judge(test, listing.firstSeen, ofMissing, target)
        }
    }

    private func judge(
        _ test: IntervalTest, _ column: OptionalColumn<Int64>, _ ofMissing: UInt8, _ target: Mask
    ) {
        guard let values = column.column else {
            return target.update(repeating: ofMissing, count: count)
        }
        judge(test, values.base + first, column.missing, ofMissing, target)
    }

    @inline(__always)
    private func judge(
        _ test: IntervalTest, _ values: UnsafeMutablePointer<Int64>, _ missing: Int64,
        _ ofMissing: UInt8, _ target: Mask
    ) {
        if test.presence.asksPresent {
            for row in 0..<count { target[row] = values[row] == missing ? ofMissing : 2 }
            return
        }
        let head = test.intervals.first ?? 1...1
        let isNever = test.intervals.isEmpty
        let (low, high) = (head.lowerBound, isNever ? 0 : head.upperBound)
        for row in 0..<count {
            let value = values[row]
            let isMet: UInt8 = value >= low && value <= high ? 2 : 0
            target[row] = value == missing ? ofMissing : isMet
        }
        for interval in test.intervals.dropFirst() {
            for row in 0..<count
            where values[row] != missing && interval.contains(values[row]) {
                target[row] = Truth.yes.rawValue
            }
        }
    }

    private func withNumbers(_ body: (UnsafeMutablePointer<Int64>) -> Void) {
        withUnsafeTemporaryAllocation(of: Int64.self, capacity: Batch.rowsMax) { buffer in
            guard let start = buffer.baseAddress else { return }
            start.initialize(repeating: 0, count: count)
            body(start)
        }
    }

    private func judge(_ test: FolderTest, into target: Mask) {
        let folders = program.listing.folder.base + first
        let codes = test.codes.base
        if test.nameSets.isEmpty {
            for row in 0..<count {
                target[row] = UInt8(truncatingIfNeeded: codes[Int(folders[row])]) &<< 1
            }
            return
        }
        for row in 0..<count {
            let code = codes[Int(folders[row])]
            if code < 2 {
                target[row] = UInt8(truncatingIfNeeded: code) &<< 1
            } else {
                let name = names[row]
                let isMet = test.nameSets[Int(code) - 2].contains { $0.matches(name) }
                target[row] = isMet ? 2 : 0
            }
        }
    }

    private func judge(_ globs: [GlobMatcher], into target: Mask) {
        target.update(repeating: 0, count: count)
        for glob in globs {
            for row in 0..<count where glob.matches(names[row]) { target[row] = 2 }
        }
    }

    private func judge(_ test: InternedTest, into target: Mask) {
        let column =
            switch test.source {
            case .mime: program.listing.mime
            case .camera: program.listing.camera
            case .owner: program.listing.owner
            case .ownerAddress: program.listing.ownerAddress
            }
        let outcomes = test.outcomes.base
        guard let numbers = column.numbers.column else {
            return target.update(repeating: outcomes[0], count: count)
        }
        let values = numbers.base + first
        for row in 0..<count { target[row] = outcomes[Int(values[row])] }
    }

    private func judge(
        _ name: InternedTest, _ address: InternedTest, _ presence: PresenceTest,
        into target: Mask
    ) {
        let (owners, addresses) = (program.listing.owner, program.listing.ownerAddress)
        for row in 0..<count {
            let owner = Int(owners.numbers[first + row])
            let mail = Int(addresses.numbers[first + row])
            if owner == 0, mail == 0 {
                target[row] = presence.ofMissing.rawValue
            } else {
                // Those that are there are tested; either may match.
                target[row] = max(
                    owner == 0 ? 0 : name.outcomes[owner], mail == 0 ? 0 : address.outcomes[mail])
            }
        }
    }

    private func judge(_ test: ExtensionTest, into target: Mask) {
        for row in 0..<count {
            let text = fileExtension(of: names[row])
            if text.isEmpty {
                target[row] = test.presence.ofMissing.rawValue
            } else {
                let isMet =
                    test.presence.asksPresent || test.extensions.contains { isEqual($0, text) }
                target[row] = isMet ? 2 : 0
            }
        }
    }

    private func judge(_ test: KindTest, into target: Mask) {
        let listing = program.listing
        for row in 0..<count {
            if listing.isFolder(first + row) {
                target[row] = test.presence.ofMissing.rawValue
                continue
            }
            let decided = Int(test.kindOfMIME[Int(listing.mime.numbers[first + row])])
            let kind =
                decided > 0
                ? ItemKind.allCases[decided - 1]
                : KindTable.kind(ofExtension: fileExtension(of: names[row]))
            target[row] = test.presence.asksPresent || test.kinds.contains(kind) ? 2 : 0
        }
    }

    // MARK: Regular expressions

    private func evaluateExpression(
        _ test: RegularExpressionTest, into target: Mask, active: Mask?
    ) {
        target.update(repeating: 0, count: count)
        loadNames()
        guard let literals = test.literals else {
            for row in 0..<count where active.map({ $0[row] != 0 }) ?? true {
                target[row] = match(test, row)
            }
            return
        }
        LiteralScan.rows(holding: literals, in: names, count: count) { row in
            if active.map({ $0[row] != 0 }) ?? true { target[row] = match(test, row) }
        }
    }

    /// The strongest outcome of any of the patterns for one row.
    private func match(_ test: RegularExpressionTest, _ row: Int) -> UInt8 {
        // The plan is lost by now, and each further match would take its whole limit.
        if effort.isTooMuch { return Truth.unknown.rawValue }
        scratch.truncate(to: 0)
        if test.onPath {
            program.listing.appendPath(first + row, to: scratch)
        } else {
            scratch.append(program.listing.names[first + row])
        }
        var text = TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        if !isASCII(text), !Normalization.isSurelyComposed(text) {
            let composed = Normalization.composed(text.string)
            scratch.truncate(to: 0)
            for byte in composed.utf8 { scratch.append(byte) }
            text = TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        }
        var outcome = Truth.no
        for pattern in test.patterns {
            switch matcher(pattern)?.match(text) ?? .unknown {
            case .matched: return Truth.yes.rawValue
            case .unknown:
                effort.note(row: first + row, pattern: pattern.pattern)
                outcome = .unknown
            case .notMatched: break
            }
        }
        return outcome.rawValue
    }

    /// The matcher of this thread; nil if the pattern, which compiled before, does not any more.
    private func matcher(_ pattern: RegularExpression) -> RegularExpressionMatcher? {
        if let known = expressions[pattern.pattern] { return known }
        let fresh = try? RegularExpressionMatcher(pattern.pattern)
        expressions[pattern.pattern] = fresh
        return fresh
    }
}

/// The extension of a folded name; empty if it has none.
@inline(__always)
func fileExtension(of name: TextSlice) -> TextSlice {
    var index = name.count &- 1
    while index > 0 {
        if name.start[index] == UInt8(ascii: ".") {
            return TextSlice(start: name.start + index + 1, count: name.count - index - 1)
        }
        index &-= 1
    }
    return TextSlice(start: name.start, count: 0)
}

/// Whether `text` has just these bytes.
@inline(__always)
func isEqual(_ bytes: [UInt8], _ text: TextSlice) -> Bool {
    bytes.count == text.count
        && bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return true }
            return compareBytes(start, text.start, text.count) == 0
        }
}
