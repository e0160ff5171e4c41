// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// What becomes of every item, and why; made by `Planner`, read by everything else.
public struct Plan: Sendable {
    /// What the plan was made from.
    public let input: PlanInput
    let program: RuleProgram
    let plain: PlainPass
    let outcomes: [SetOutcome]
    private let verdict: Column<UInt8>
    private let reason: Column<UInt8>
    private let rule: Column<UInt16>
    /// What all parts of a fleet together have of the groups that reach into other parts; nil where
    /// the listing is all there is.
    var totals: GroupTotals?

    init(
        input: PlanInput, program: RuleProgram, plain: PlainPass, outcomes: [SetOutcome],
        verdict: Column<UInt8>, reason: Column<UInt8>, rule: Column<UInt16>
    ) {
        self.input = input
        self.program = program
        self.plain = plain
        self.outcomes = outcomes
        self.verdict = verdict
        self.reason = reason
        self.rule = rule
    }

    /// The items.
    public var listing: Listing { input.listing }

    /// The members of groups that other parts of a fleet told of, as a listing of their own. Where a
    /// group names its members, those from `listing.count` on are rows of it.
    package var elsewhere: Listing? { totals?.listing }

    /// Protections first, then rules, by the number that `ruleNumber(_:)` gives.
    public var rules: [Rule] { program.rules }

    /// What becomes of the item at `row`.
    @inline(__always)
    public func verdict(_ row: Int) -> Verdict { unsafe Verdict(number: verdict.base[row]) }

    /// Why.
    public func reason(_ row: Int) -> Reason { unsafe Reason(number: reason.base[row]) }

    /// The number of the deciding rule; nil where no rule is named.
    @inline(__always)
    public func ruleNumber(_ row: Int) -> Int? {
        unsafe rule.base[row] == PlainPass.noRule ? nil : Int(rule.base[row])
    }

    /// The deciding rule; nil where no rule is named.
    public func rule(_ row: Int) -> Rule? { ruleNumber(row).map { program.rules[$0] } }

    /// Whether a person's decision stands in the place of rules.
    package func isDecidedByPerson(_ row: Int) -> Bool { plain.isDecided(row) }

    /// The numbers of all rules that contributed something for `row`, rising; none where a
    /// person's decision stands in their place.
    public func appliedRules(_ row: Int) -> [Int] {
        if plain.isDecided(row) { return [] }
        var numbers: [Int] = []
        for rule in program.plain {
            guard let bits = plain.applied[rule.number] else {
                numbers.append(rule.number)
                continue
            }
            if bits[row] { numbers.append(rule.number) }
        }
        for outcome in outcomes where outcome.given[row] { numbers.append(outcome.rule.number) }
        return numbers.sorted()
    }

    /// The numbers of `appliedRules(row)` as bits, for plans of at most 64 rules; no memory is taken.
    package func appliedBits(_ row: Int) -> UInt64 {
        if plain.isDecided(row) { return 0 }
        var bits: UInt64 = 0
        for rule in program.plain {
            if let column = plain.applied[rule.number], !column[row] { continue }
            bits |= 1 << UInt64(rule.number)
        }
        for outcome in outcomes where outcome.given[row] {
            bits |= 1 << UInt64(outcome.rule.number)
        }
        return bits
    }

    /// Whether the rule of that number contributed something for `row`.
    package func applies(_ number: Int, to row: Int) -> Bool {
        rules.count <= UInt64.bitWidth
            ? appliedBits(row) >> UInt64(number) & 1 == 1 : appliedRules(row).contains(number)
    }

    /// How a deletion of `row` would be made: the gentlest of the delete rules that applied.
    public func method(_ row: Int) -> DeletionMethod { method(applied: appliedRules(row)) }

    /// The same for every row to which just the rules of these numbers applied.
    public func method(applied: [Int]) -> DeletionMethod {
        let fallback = input.ruleFile.defaults.method ?? .recycle
        return deleteRules(applied).map { $0.method ?? fallback }.min() ?? fallback
    }

    /// How long a deletion of `row` would wait: the longest of the delete rules that applied,
    /// counted from the plan's instant.
    public func undoWindow(_ row: Int) -> UndoWindow { undoWindow(applied: appliedRules(row)) }

    /// The same for every row to which just the rules of these numbers applied.
    public func undoWindow(applied: [Int]) -> UndoWindow {
        undoWindow(applied: applied, countedFrom: input.now)
    }

    /// The same, counted from the instant of staging: of `30d` and `1mo`, either may be longer.
    package func undoWindow(applied: [Int], countedFrom instant: Timestamp) -> UndoWindow {
        let fallback = input.ruleFile.defaults.undoWindow ?? .wait(Age(amount: 24, unit: .hour))
        let clock = RuleClock(now: instant, timeZone: input.timeZone)
        return deleteRules(applied).map { $0.undoWindow ?? fallback }
            .max { clock.end(of: $0) < clock.end(of: $1) } ?? fallback
    }

    /// How the item at `row` looks like the leader of its group, by the rule of that number, and the
    /// leader's row; nil where the rule did not hold it beside one.
    package func likeness(
        _ row: Int, ruleNumber: Int
    ) -> (leader: Int, pair: PhotoPair)? {
        guard let similar = outcomes.first(where: { $0.rule.number == ruleNumber })?.similar,
            let leader = similar.leader(of: row), let pair = similar.pairs[row]
        else { return nil }
        return (leader, pair)
    }

    /// The row of the picture that the one at `row` looks like, by the rule of that number; nil where
    /// there is none.
    public func leader(of row: Int, ruleNumber: Int) -> Int? {
        likeness(row, ruleNumber: ruleNumber)?.leader
    }

    /// The row of the picture that the file at `row` goes with, as a part of one shot; nil where it is
    /// judged by itself.
    package func companionMain(_ row: Int) -> Int? {
        if verdict(row) == .keep { return nil }
        for similar in outcomes.lazy.compactMap(\.similar) {
            var main = similar.companions[row]
            // What a person marked goes by no rule any more, and still together.
            if main == nil, reason(row) == .personDeleted {
                main = similar.units?.main(of: row).flatMap {
                    reason($0) == .personDeleted ? $0 : nil
                }
            }
            if let main { return verdict(main) == verdict(row) ? main : nil }
        }
        return nil
    }

    /// The picture that the file at `row` is a part of one shot with, by the rule of that number, which
    /// leaves them together.
    func unitMain(of row: Int, ruleNumber: Int) -> Int? {
        outcomes.first { $0.rule.number == ruleNumber }?.similar?.units?.main(of: row)
    }

    /// The other parts of the shot whose main picture is the one at `row`, by the rule of that number.
    func unitParts(of row: Int, ruleNumber: Int) -> [Int] {
        outcomes.first { $0.rule.number == ruleNumber }?.similar?.units?.parts(of: row) ?? []
    }

    /// The other files of the shot whose picture is the one at `row`, where some rule leaves those of one
    /// shot together.
    package func shotParts(of row: Int) -> [Int] {
        outcomes.lazy.compactMap { $0.similar?.units }.first?.parts(of: row) ?? []
    }

    /// The part of its shot for which the picture at `row` stays, by the rule of that number.
    func keptFor(_ row: Int, ruleNumber: Int) -> Int? {
        outcomes.first { $0.rule.number == ruleNumber }?.similar?.keptForCompanions[row]
    }

    /// In what the picture at `row` is better than all that stays of its group, if it stays for that.
    func betterGround(_ row: Int, ruleNumber: Int) -> BetterGround? {
        outcomes.first { $0.rule.number == ruleNumber }?.similar?.better[row]
    }

    /// Whether a plain rule, a person or a rule of equal files says what becomes of the item at `row`,
    /// so that no rule of pictures that look alike compares it.
    func isClaimed(_ row: Int) -> Bool {
        !plain.maySurvive(row)
            || outcomes.contains { $0.isDuplicates && $0.given[row] }
    }

    /// Why the rule of that number does not delete the item at `row` by its looks; empty where it does,
    /// and where it does not want to.
    package func lookDoubts(_ row: Int, ruleNumber: Int) -> [LookDoubt] {
        guard let outcome = outcomes.first(where: { $0.rule.number == ruleNumber }),
            let similar = outcome.similar, outcome.given[row],
            outcome.rule.rule.action == .delete
        else { return [] }
        return LookProofCheck(input).doubts(row, outcome.rule.rule, similar)
    }

    /// How many groups in a row a person decides as a rule would have before it may delete unseen.
    package static var unseenGroupsNeeded: Int64 { LookProof.groupsNeeded }

    /// The rules that may delete pictures by their looks once they are proved, and what is lacking of
    /// the proof; nil where nothing is.
    package func unseenRules() -> [(rule: Rule, lacks: LookDoubt?)] {
        input.ruleFile.rules.filter { $0.mayDeleteUnseen(input.ruleFile.defaults) }.map { rule in
            (rule, LookProofCheck.lack(rule, input.lookProof))
        }
    }

    /// Whether the item at `row` is a picture, where some rule asks for those that look alike.
    func isPicture(_ row: Int) -> Bool {
        guard let condition = program.isImage else { return false }
        return Batch(program: program.conditions).meets(condition, row: row)
    }

    /// What proved the members of the group of `row` equal: an algorithm, or nil for their bytes.
    public func algorithm(of row: Int) -> HashAlgorithm? {
        guard let number = ruleNumber(row),
            let outcome = outcomes.first(where: { $0.rule.number == number }),
            listing.drive(row) < outcome.decisions.count,
            case .hash(let algorithm) = outcome.decisions[listing.drive(row)]
        else { return nil }
        return algorithm
    }

    /// What the plan has to say beside its verdicts: files that a rule leaves out because they do
    /// not carry the hash that it compares contents by.
    public var findings: [Diagnostic] {
        outcomes.flatMap { outcome in
            outcome.gaps.map { $0.diagnostic(of: outcome.rule.rule) }
        }
    }

    /// Rows in the order of plans (drive, path, id) that meet `isIncluded`.
    public func orderedRows(where isIncluded: (Int) -> Bool = { _ in true }) -> [Int] {
        PlanOrder(listing: listing).rows(where: isIncluded)
    }

    private func deleteRules(_ applied: [Int]) -> [Rule] {
        applied.map { program.rules[$0] }.filter { $0.action == .delete }
    }
}

extension RuleClock {
    /// When a window that begins now ends.
    package func end(of window: UndoWindow) -> Int64 {
        switch window {
        case .none: now.secondsSinceEpoch
        case .wait(let age):
            instant(before: Age(amount: -age.amount, unit: age.unit)) ?? now.secondsSinceEpoch
        }
    }
}
