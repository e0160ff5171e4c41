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

    /// Whether `condition` is met by the one item at `row`; the batch moves on to that.
    func meets(_ condition: CompiledCondition, row: Int) -> Bool {
        begin(first: row, count: 1)
        var meets = false
        unsafe withMask { mask in
            unsafe evaluate(condition, into: mask)
            meets = unsafe mask[0] == Truth.yes.rawValue
        }
        return meets
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
        case .look(let test): unsafe judge(test, into: target)
        case .screenshot(let values): unsafe judge(screenshot: values, into: target)
        case .isLookedAt: unsafe judgeLookedAt(into: target)
        case .regularExpression: preconditionFailure("judged for active rows only")
        }
    }
}
