// SPDX-License-Identifier: Apache-2.0

/// Evaluates conditions over a batch of rows; one for each thread.
@safe final class Batch {
    /// The most rows of one batch: its masks and names stay in the second-level cache.
    static let rowsMax = 4_096

    let program: ConditionProgram
    private var masks: [Mask] = unsafe []
    /// What leaves and definitions came out as, each in the batch of its number only.
    private let leafMasks: BatchMasks
    private let definitionMasks: BatchMasks
    /// Which rows a definition was judged for.
    private let judgedMasks: BatchMasks
    private var depth = 0
    var names = BatchNames()
    private var areNamesReady = false
    var expressions: [String: RegularExpressionMatcher] = [:]
    let scratch: Column<UInt8> = Column(capacity: 1_024)
    /// What matching took in this batch, and where regular expressions gave up.
    var effort: MatchEffort
    /// The first row of the batch.
    private(set) var first = 0
    /// How many rows the batch has.
    private(set) var count = 0

    /// A batch that takes at most `stepsMax` steps of matching, past which nothing is known.
    init(program: ConditionProgram, stepsMax: Int = .max) {
        self.program = program
        effort = MatchEffort(stepsMax: stepsMax)
        leafMasks = BatchMasks(count: program.leaves.count, rows: program.batchRows)
        definitionMasks = BatchMasks(count: program.definitions.count, rows: program.batchRows)
        judgedMasks = BatchMasks(count: program.definitions.count, rows: program.batchRows)
    }

    deinit { unsafe masks.forEach { unsafe $0.deallocate() } }

    /// Moves on to the `count` rows from `first`, at most `program.batchRows`.
    func begin(first: Int, count: Int) {
        precondition(count <= program.batchRows, "a batch holds no more rows than its masks")
        self.first = first
        self.count = count
        areNamesReady = false
        effort = MatchEffort(stepsMax: effort.stepsMax)
        leafMasks.forget()
        definitionMasks.forget()
    }

    /// Moves through `count` rows from the first one on, and calls `body` at each stop.
    func forEachStretch(of count: Int, _ body: () -> Void) {
        for first in stride(from: 0, to: count, by: program.batchRows) {
            begin(first: first, count: min(program.batchRows, count - first))
            body()
        }
    }

    /// The outcomes of `condition` for each row, written to `target`. Where `active` is `no`
    /// the outcome is not asked for and may be anything.
    func evaluate(_ condition: CompiledCondition, into target: Mask, active: Mask? = nil) {
        switch condition {
        case .constant(let truth): unsafe target.update(repeating: truth.rawValue, count: count)
        case .leaf(let number): unsafe evaluateLeaf(number, into: target, active: active)
        case .definition(let number):
            unsafe evaluateDefinition(number, into: target, active: active)
        case .not(let part):
            unsafe evaluate(part, into: target, active: active)
            unsafe MaskOperations.not(target, count)
        case .all(let parts):
            guard let head = parts.first else {
                return unsafe target.update(repeating: Truth.yes.rawValue, count: count)
            }
            unsafe evaluate(head, into: target, active: active)
            for part in parts.dropFirst() {
                // Nor do rows that nobody asks for.
                if let active = unsafe active {
                    unsafe MaskOperations.restrict(target, to: active, count)
                }
                if unsafe MaskOperations.isAll(target, Truth.no.rawValue, count) { return }
                unsafe withMask { other in
                    // Rows that are already out need no answer from what costs more.
                    unsafe evaluate(part, into: other, active: target)
                    unsafe MaskOperations.and(target, other, count)
                }
            }
        case .any(let parts):
            guard let head = parts.first else {
                return unsafe target.update(repeating: Truth.no.rawValue, count: count)
            }
            unsafe evaluate(head, into: target, active: active)
            for part in parts.dropFirst() {
                unsafe withMask { other in
                    unsafe evaluate(part, into: other, active: active)
                    unsafe MaskOperations.or(target, other, count)
                }
            }
        }
    }

    /// Lends a mask for the time of `body`.
    func withMask(_ body: (Mask) -> Void) {
        if unsafe depth == masks.count {
            unsafe masks.append(.allocate(capacity: program.batchRows))
        }
        let mask = unsafe masks[depth]
        depth += 1
        unsafe body(mask)
        depth -= 1
    }

    // MARK: Definitions

    /// Judges a definition for the rows that are asked for and were not before: each row once,
    /// however often and from however many rules it is named.
    private func evaluateDefinition(_ number: Int, into target: Mask, active: Mask?) {
        let condition = program.definitions[number]
        let known = unsafe definitionMasks[number]
        let judged = unsafe judgedMasks[number]
        if definitionMasks.isFresh(number) {
            definitionMasks.remember(number)
            unsafe judged.update(repeating: 0, count: count)
        }
        unsafe withMask { asked in
            guard unsafe MaskOperations.unanswered(judged, active, into: asked, count) else {
                return
            }
            unsafe evaluate(condition, into: target, active: asked)
            for row in 0..<count where unsafe asked[row] != 0 {
                unsafe known[row] = unsafe target[row]
                unsafe judged[row] = 1
            }
        }
        unsafe target.update(from: known, count: count)
    }

    // MARK: Leaves

    private func evaluateLeaf(_ number: Int, into target: Mask, active: Mask?) {
        let leaf = program.leaves[number]
        if case .regularExpression(let test) = leaf {
            // Dear, and therefore judged for the active rows only and not remembered.
            return unsafe evaluateExpression(test, number, into: target, active: active)
        }
        let ready = unsafe leafMasks[number]
        if leafMasks.isFresh(number) {
            if leaf.needsFoldedNames { loadNames() }
            unsafe judge(leaf, number, into: ready)
            leafMasks.remember(number)
        }
        unsafe target.update(from: ready, count: count)
    }

    func loadNames() {
        if areNamesReady { return }
        names.load(program.listing, first: first, count: count)
        areNamesReady = true
    }

    private func judge(_ leaf: Leaf, _ number: Int, into target: Mask) {
        switch leaf {
        case .constant(let truth): unsafe target.update(repeating: truth.rawValue, count: count)
        case .itemType(let type): unsafe judge(type, into: target)
        case .interval(let test): unsafe judge(test, into: target)
        case .folder(let test): unsafe judge(test, number, into: target)
        case .name(let globs): unsafe judge(globs, number, into: target)
        case .interned(let test): unsafe judge(test, into: target)
        case .owner(let name, let address, let presence):
            unsafe judge(name, address, presence, into: target)
        case .fileExtension(let test): unsafe judge(test, into: target)
        case .kind(let test): unsafe judge(test, into: target)
        case .shared(let presence, let values):
            for row in 0..<count {
                let flags = program.listing.itemFlags(first + row)
                let isKnown = flags.contains(.sharedKnown)
                let isMet = presence.asksPresent || values.contains(flags.contains(.shared))
                unsafe target[row] = (isKnown ? (isMet ? .yes : .no) : presence.ofMissing).rawValue
            }
        case .empty(let values):
            for row in 0..<count { unsafe target[row] = emptiness(first + row, values).rawValue }
        case .regularExpression: preconditionFailure("judged for active rows only")
        }
    }

    private func judge(_ type: ItemType, into target: Mask) {
        let flags = unsafe program.listing.flags.base + first
        let expected = type == .folder ? ItemFlags.folder.rawValue : 0
        for row in 0..<count {
            unsafe target[row] = unsafe flags[row] & ItemFlags.folder.rawValue == expected ? 2 : 0
        }
    }

    private func emptiness(_ row: Int, _ values: Set<Bool>) -> Truth {
        if program.listing.isFolder(row) {
            guard let contents = program.folderContents else {
                preconditionFailure("folder contents are counted where a leaf asks for them")
            }
            return values.contains(contents.isEmpty(row)) ? .yes : .no
        }
        let size = unsafe program.listing.size.base[row]
        // 'empty' has no 'missing', so a file of unknown size is unknown.
        if size == Missing.number { return .unknown }
        return values.contains(size == 0) ? .yes : .no
    }

    private func judge(_ test: IntervalTest, into target: Mask) {
        let listing = program.listing
        let ofMissing = test.presence.ofMissing.rawValue
        switch test.column {
        case .size:
            unsafe judge(test, listing.size.base + first, Missing.number, ofMissing, target)
        case .created:
            unsafe judge(test, listing.created.base + first, Missing.date, ofMissing, target)
        case .modified:
            unsafe judge(test, listing.modified.base + first, Missing.date, ofMissing, target)
        case .age:
            let (created, modified) = unsafe (
                listing.created.base + first, listing.modified.base + first
            )
            unsafe withNumbers { ages in
                // A missing date is the smallest number, so the later one is the larger.
                for row in 0..<count { unsafe ages[row] = unsafe max(created[row], modified[row]) }
                unsafe judge(test, ages, Missing.date, ofMissing, target)
            }
        case .width: unsafe judge(test, listing.width, ofMissing, target)
        case .height: unsafe judge(test, listing.height, ofMissing, target)
        case .taken: unsafe judge(test, listing.taken, ofMissing, target)
        case .accessed: unsafe judge(test, listing.accessed, ofMissing, target)
        case .firstSeen: unsafe judge(test, listing.firstSeen, ofMissing, target)
        }
    }

    private func judge(
        _ test: IntervalTest, _ column: OptionalColumn<Int64>, _ ofMissing: UInt8, _ target: Mask
    ) {
        guard let values = column.column else {
            return unsafe target.update(repeating: ofMissing, count: count)
        }
        unsafe judge(test, values.base + first, column.missing, ofMissing, target)
    }

    @inline(__always)
    private func judge(
        _ test: IntervalTest, _ values: UnsafeMutablePointer<Int64>, _ missing: Int64,
        _ ofMissing: UInt8, _ target: Mask
    ) {
        if test.presence.asksPresent {
            for row in 0..<count {
                unsafe target[row] = unsafe values[row] == missing ? ofMissing : 2
            }
            return
        }
        let head = test.intervals.first ?? 1...1
        let isNever = test.intervals.isEmpty
        let (low, high) = (head.lowerBound, isNever ? 0 : head.upperBound)
        for row in 0..<count {
            let value = unsafe values[row]
            let isMet: UInt8 = value >= low && value <= high ? 2 : 0
            unsafe target[row] = value == missing ? ofMissing : isMet
        }
        if test.intervals.count < 2 { return }
        for row in 0..<count where unsafe values[row] != missing && test.contains(values[row]) {
            unsafe target[row] = Truth.yes.rawValue
        }
    }

    private func withNumbers(_ body: (UnsafeMutablePointer<Int64>) -> Void) {
        unsafe withUnsafeTemporaryAllocation(of: Int64.self, capacity: Batch.rowsMax) { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe start.initialize(repeating: 0, count: count)
            unsafe body(start)
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
        let outcomes = unsafe test.outcomes.base
        guard let numbers = column.numbers.column else {
            return unsafe target.update(repeating: outcomes[0], count: count)
        }
        let values = unsafe numbers.base + first
        for row in 0..<count { unsafe target[row] = unsafe outcomes[Int(values[row])] }
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
                unsafe target[row] = presence.ofMissing.rawValue
            } else {
                // Those that are there are tested; either may match.
                unsafe target[row] = max(
                    owner == 0 ? 0 : name.outcomes[owner], mail == 0 ? 0 : address.outcomes[mail])
            }
        }
    }

    private func judge(_ test: ExtensionTest, into target: Mask) {
        for row in 0..<count {
            let text = fileExtension(of: names[row])
            if text.isEmpty {
                unsafe target[row] = test.presence.ofMissing.rawValue
            } else {
                unsafe target[row] = test.presence.asksPresent || test.contains(text) ? 2 : 0
            }
        }
    }

    private func judge(_ test: KindTest, into target: Mask) {
        let listing = program.listing
        for row in 0..<count {
            if listing.isFolder(first + row) {
                unsafe target[row] = test.presence.ofMissing.rawValue
                continue
            }
            let decided = Int(test.kindOfMIME[Int(listing.mime.numbers[first + row])])
            let kind =
                decided > 0
                ? ItemKind.allCases[decided - 1]
                : KindTable.kind(ofExtension: fileExtension(of: names[row]))
            unsafe target[row] = test.presence.asksPresent || test.kinds.contains(kind) ? 2 : 0
        }
    }
}

/// The extension of a folded name; empty if it has none.
@inline(__always)
func fileExtension(of name: TextSlice) -> TextSlice {
    var index = name.count &- 1
    while index > 0 {
        if unsafe name.start[index] == UInt8(ascii: ".") {
            return unsafe TextSlice(start: name.start + index + 1, count: name.count - index - 1)
        }
        index &-= 1
    }
    return unsafe TextSlice(start: name.start, count: 0)
}

/// Whether `text` has just these bytes.
@inline(__always)
func isEqual(_ bytes: [UInt8], _ text: TextSlice) -> Bool {
    unsafe bytes.count == text.count
        && bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return true }
            return unsafe compareBytes(start, text.start, text.count) == 0
        }
}
