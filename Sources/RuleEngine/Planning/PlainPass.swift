// SPDX-License-Identifier: Apache-2.0

/// What plain rules make of each item (the first step), and where set rules apply.
struct PlainPass: Sendable {
    /// How strong a contribution is; the strongest wins.
    enum Strength {
        /// Nothing contributes.
        static let none: UInt8 = 0
        /// Delete.
        static let delete: UInt8 = 1
        /// Review.
        static let review: UInt8 = 2
        /// Keep.
        static let keep: UInt8 = 3
        /// The bits of the above.
        static let mask: UInt8 = 3
        /// A person put the item off: keep, but counted like a review by set rules.
        static let snoozed: UInt8 = 4
        /// A person decided to delete: nothing turns that into a review.
        static let person: UInt8 = 8
    }

    /// The number that stands for no rule.
    static let noRule = UInt16.max

    /// `Strength` by row.
    let strength: Column<UInt8>
    /// The deciding rule by row.
    let rule: Column<UInt16>
    /// `Reason` by row.
    let reason: Column<UInt8>
    /// The first review rule that is unknown, by row; nil where no review rule could be.
    let heldBy: Column<UInt16>?
    /// By rule number: the rows where a plain rule contributes, or where a set rule applies.
    let applied: [Int: RowBits]
    /// Why there can be no plan, if matching was too much.
    private(set) var excess: MatchExcess?
    /// On how many items expressions gave up.
    private(set) var givenUp = 0

    /// Judges all rows, batch by batch, on all threads. O(rows × rules).
    init(_ program: RuleProgram, _ input: PlanInput) {
        let count = input.listing.count
        strength = Column(repeating: Strength.none, count: count)
        rule = Column(repeating: PlainPass.noRule, count: count)
        reason = Column(repeating: Reason.unmatched.number, count: count)
        let hasReviews = program.plain.contains { $0.rule.action == .review }
        heldBy = hasReviews ? Column(repeating: PlainPass.noRule, count: count) : nil
        var applied: [Int: RowBits] = [:]
        for rule in program.plain + program.sets where rule.condition != nil {
            applied[rule.number] = RowBits(count: count)
        }
        self.applied = applied
        let rows = program.conditions.batchRows
        let batches = (count + rows - 1) / rows
        let stepsMax = program.effort.stepsMax
        let threads = max(1, min(input.threads, batches))
        let pass = self
        let efforts = Parallel.map(parts: threads) { thread in
            let batch = Batch(program: program.conditions, stepsMax: stepsMax)
            var efforts: [MatchEffort] = []
            var (steps, givenUp) = (0, 0)
            for index in Parallel.range(part: thread, of: threads, count: batches) {
                // There will be no plan, whatever the other batches say.
                if steps > stepsMax || givenUp > MatchEffort.itemsMax { break }
                let first = index * rows
                batch.begin(first: first, count: min(rows, count - first))
                pass.judge(program, batch)
                steps += batch.effort.steps
                givenUp += batch.effort.rows.count
                efforts.append(batch.effort)
            }
            return efforts
        }
        let all = efforts.flatMap { $0 }
        excess = MatchExcess(compiling: program.effort, batches: all, stepsMax: stepsMax)
        givenUp = all.reduce(0) { $0 + $1.rows.count }
        applyBounds(input)
        applyDecisions(input)
    }

    private func judge(_ program: RuleProgram, _ batch: Batch) {
        for rule in program.plain {
            unsafe batch.withMask { mask in
                unsafe evaluate(rule, batch, mask)
                if unsafe MaskOperations.isAll(mask, Truth.no.rawValue, batch.count) { return }
                unsafe contribute(rule, mask, first: batch.first, count: batch.count)
            }
        }
        for rule in program.sets {
            guard rule.condition != nil, let bits = applied[rule.number] else { continue }
            unsafe batch.withMask { mask in
                unsafe evaluate(rule, batch, mask)
                unsafe bits.insert(
                    mask, first: batch.first, count: batch.count, atLeast: Truth.yes.rawValue)
            }
        }
        if heldBy != nil { holdBack(first: batch.first, count: batch.count) }
    }

    private func evaluate(_ rule: CompiledRule, _ batch: Batch, _ mask: Mask) {
        unsafe batch.evaluate(rule.condition ?? .constant(.yes), into: mask)
    }

    private func contribute(_ rule: CompiledRule, _ mask: Mask, first: Int, count: Int) {
        let number = UInt16(truncatingIfNeeded: rule.number)
        let isUnknownReview = rule.unknown == .review
        switch rule.rule.action {
        case .protect, .keep:
            // What is not known never deletes: a keep rule holds even when it is unknown.
            let reason = rule.rule.action == .protect ? Reason.protected : .keptByRule
            unsafe add(mask, Truth.unknown.rawValue, Strength.keep, number, reason, first, count)
            unsafe applied[rule.number]?.insert(mask, first: first, count: count, atLeast: 1)
        case .review:
            unsafe add(mask, Truth.yes.rawValue, Strength.review, number, .rule, first, count)
            if isUnknownReview { unsafe addUnknown(mask, number, first, count) }
            unsafe hold(mask, number, first, count)
            unsafe applied[rule.number]?.insert(
                mask, first: first, count: count, atLeast: isUnknownReview ? 1 : 2)
        case .delete:
            unsafe add(mask, Truth.yes.rawValue, Strength.delete, number, .rule, first, count)
            if isUnknownReview { unsafe addUnknown(mask, number, first, count) }
            unsafe applied[rule.number]?.insert(
                mask, first: first, count: count, atLeast: isUnknownReview ? 1 : 2)
        }
    }

    /// Adds a contribution wherever the mask is at least `least` and nothing as strong came first.
    private func add(
        _ mask: Mask, _ least: UInt8, _ value: UInt8, _ number: UInt16, _ why: Reason,
        _ first: Int, _ count: Int
    ) {
        let (strengths, rules, reasons) = unsafe (
            strength.base + first, rule.base + first, reason.base + first
        )
        for row in 0..<count where unsafe mask[row] >= least && strengths[row] < value {
            unsafe strengths[row] = value
            unsafe rules[row] = number
            unsafe reasons[row] = why.number
        }
    }

    private func addUnknown(_ mask: Mask, _ number: UInt16, _ first: Int, _ count: Int) {
        for row in 0..<count
        where unsafe mask[row] == Truth.unknown.rawValue
            && strength.base[first + row] < Strength.review
        {
            unsafe strength.base[first + row] = Strength.review
            unsafe rule.base[first + row] = number
            unsafe reason.base[first + row] = Reason.unknown.number
        }
    }

    private func hold(_ mask: Mask, _ number: UInt16, _ first: Int, _ count: Int) {
        guard let heldBy else { return }
        for row in 0..<count
        where unsafe mask[row] == Truth.unknown.rawValue && heldBy.base[first + row] == Self.noRule
        {
            unsafe heldBy.base[first + row] = number
        }
    }

    /// A deletion that an unknown review rule might have stopped is a review.
    private func holdBack(first: Int, count: Int) {
        guard let heldBy else { return }
        for row in first..<(first + count)
        where unsafe strength.base[row] == Strength.delete && heldBy.base[row] != Self.noRule {
            unsafe strength.base[row] = Strength.review
            unsafe rule.base[row] = unsafe heldBy.base[row]
            unsafe reason.base[row] = Reason.unknown.number
        }
    }

    /// What cannot be deleted safely is protected, whatever the rules say.
    private func applyBounds(_ input: PlanInput) {
        let flags = unsafe input.listing.flags.base
        for row in 0..<input.listing.count
        where unsafe flags[row] & ItemFlags.undeletable.rawValue != 0
            && reason.base[row] != Reason.protected.number
        {
            set(row, Strength.keep, .protected)
        }
    }

    /// People stand above rules and below protections.
    private func applyDecisions(_ input: PlanInput) {
        for (row, decision) in input.decisions
        where unsafe reason.base[row] != Reason.protected.number {
            switch decision {
            case .keep, .pin: set(row, Strength.keep, .personKept)
            case .delete: set(row, Strength.delete | Strength.person, .personDeleted)
            case .snooze: set(row, Strength.keep | Strength.snoozed, .snoozed)
            }
        }
    }

    /// Whether a person's decision took the place of what rules say of `row`.
    func isDecided(_ row: Int) -> Bool {
        switch unsafe Reason(number: reason.base[row]) {
        case .personKept, .personDeleted, .snoozed: true
        default: false
        }
    }

    /// Whether set rules count `row` among what stays or may stay: not what goes, is under review or
    /// was put off.
    func maySurvive(_ row: Int) -> Bool {
        unsafe strength.base[row] == Strength.keep || strength.base[row] == Strength.none
    }

    /// Whether a person put `row` off: it stays for now, and no copy may go on the strength of it.
    @inline(__always)
    func isSnoozed(_ row: Int) -> Bool { unsafe strength.base[row] & Strength.snoozed != 0 }

    private func set(_ row: Int, _ value: UInt8, _ why: Reason) {
        unsafe strength.base[row] = value
        unsafe rule.base[row] = Self.noRule
        unsafe reason.base[row] = why.number
    }
}
