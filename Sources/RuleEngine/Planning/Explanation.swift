// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// A condition as a tree of outcomes, with what the item really has.
public struct ConditionExplanation: Sendable {
    /// How the conditions below are combined.
    public enum Combination: Sendable, Hashable {
        case all
        case any
        case none
    }

    /// The condition in the words of a rules file.
    public let text: String
    /// How those below are combined; nil for what is no combination.
    public let combination: Combination?
    /// What came out.
    public let outcome: Truth
    /// The item's own value, for tests; nil where it lacks the field or there is none to show.
    public let actual: String?
    /// The conditions below.
    public let parts: [ConditionExplanation]
    /// Whether the conditions below are left out because they stand further up: where definitions
    /// name each other so often that there is no end to it.
    public let isToldAbove: Bool
}

/// What one rule has to say of one item.
public struct RuleExplanation: Sendable {
    /// The rule.
    public let rule: Rule
    /// Whether `type`, `in` and `enabled` fit the item.
    public let isInScope: Bool
    /// `match`; nil where the rule has none.
    public let match: ConditionExplanation?
    /// `unless`; nil where the rule has none.
    public let unless: ConditionExplanation?
    /// Whether the rule contributed to the verdict.
    public let contributed: Bool
    /// For set rules: the members of the item's group in plan order, itself among them.
    public let group: [Member]
    /// For a surplus by generations: why each part of `keep` lets the item go, if none keeps it.
    public let refusals: [Refusal]
    /// For pictures that look alike: what the item looks like, or why it is in no group.
    public let likeness: Likeness?
    /// For pictures that look alike: what else is of one shot with the item.
    public let shot: Shot?

    /// For copies and pictures that look alike: the albums that the item is in, since which the
    /// rule leaves it alone.
    public let albums: [String]
    /// For pictures that look alike: why the one that leads the item's group stays; nil where it
    /// may not, and where there is nothing to say.
    package let staying: StayingGround?

    /// The files of one shot, beside the item.
    public struct Shot: Sendable, Hashable {
        /// The path of the picture that the item goes or stays with; nil for a picture itself.
        public let main: String?
        /// The paths of what goes or stays with the item.
        public let parts: [String]
        /// The path of the part for which the item stays, if it does for that.
        public let keptFor: String?
    }

    /// A member of a group.
    public struct Member: Sendable, Hashable {
        /// The name of its drive.
        public let drive: String
        /// Its path.
        public let path: String
        /// Its verdict.
        public let verdict: Verdict
        /// Whether it is the item that is explained.
        public let isItem: Bool
        /// For a surplus by generations: what they keep it for.
        public let grounds: [GenerationGround]
    }

    /// What a rule of pictures that look alike makes of the item.
    public enum Likeness: Sendable, Hashable {
        /// It looks like the one that leads its group.
        case like(Pair)
        /// Others look like it.
        case leads
        /// Nobody has looked at it.
        case notLookedAt
        /// What it says of itself contradicts what its drive tells, so nothing of it is used.
        case contradicts(LookContradiction)
        /// There is so little to see in it, 0 to 100, that it is compared with nothing.
        case tooLittleToSee(detail: Int)
        /// Another rule, or a person, says already what becomes of it, so it is compared with nothing.
        case claimed
        /// It looks like nothing that may be compared with it.
        case alone
    }

    /// An item beside the one that it looks like.
    public struct Pair: Sendable, Hashable {
        /// The drive of the one that it looks like.
        public let drive: String
        /// Its path.
        public let path: String
        /// Whether it stays.
        public let stays: Bool
        /// Whether they are copies of one photograph; else shots of one moment.
        public let areCopies: Bool
        /// In how many of 256 bits the marks differ, and in how many they may.
        public let marks: Int
        /// In how many they may.
        public let marksMax: Int
        /// The correlation.
        public let correlation: Double
        /// The largest difference of a block, in standard deviations.
        public let block: Double
        /// Whether the one is turned or mirrored.
        public let isTurned: Bool
        /// When they were taken: the item and the other.
        public let taken: [Timestamp?]
        /// How many pixels they have.
        public let pixels: [Int64?]
        /// In what the item is better than all that stays, if that is why it stays.
        public let better: BetterGround?
        /// Why the rule does not delete the item by its looks, where it would delete unseen.
        public let doubts: [LookDoubt]
    }

    /// A part of `keep` that does not keep the item.
    public struct Refusal: Sendable, Hashable {
        /// Why.
        public let ground: GenerationGround
        /// The path of the member that it keeps in the item's place, where there is one.
        public let other: String?
    }
}

/// Walks all rules for one item: why it has its verdict.
public struct Explanation: Sendable {
    /// The item.
    public let item: ItemValues
    /// Its verdict.
    public let verdict: Verdict
    /// Its reason.
    public let reason: Reason
    /// The deciding rule; nil where none is named.
    public let rule: Rule?
    /// Every rule, protections first.
    public let rules: [RuleExplanation]

    /// Explains the item at `row` of `plan`. O(rules × conditions), beside an index of the groups.
    public init(_ plan: Plan, row: Int) {
        item = plan.listing.values(row)
        verdict = plan.verdict(row)
        reason = plan.reason(row)
        rule = plan.rule(row)
        var walker = ExplanationWalker(plan, row)
        rules = walker.explain()
    }
}

/// Evaluates conditions and their parts for a single row.
private struct ExplanationWalker {
    /// So many conditions of a rule are told with all that stands below them, however often.
    private static let conditionsMax = 1_000
    /// So many conditions of all rules; from then on no definition is told twice at all.
    private static let allConditionsMax = 100_000

    private let plan: Plan
    private let row: Int
    private let groups: GroupIndex
    private let applied: Set<Int>
    private let definitions: [String: Condition]
    private let wording: ConditionWording
    /// Compiles each test once for all rules.
    private var compiler: ConditionCompiler
    /// The definitions that were told.
    private var told: Set<String> = []
    /// How many conditions of the rule, and of all rules, were told.
    private var (count, allCount) = (0, 0)

    /// A condition with its parts, compiled.
    private struct Node {
        let condition: Condition
        let compiled: CompiledCondition
        let parts: [Node]
        let isToldAbove: Bool
    }

    /// The conditions of a rule, compiled.
    private struct RuleNode {
        let scope: CompiledCondition?
        let match: Node?
        let unless: Node?
    }

    init(_ plan: Plan, _ row: Int) {
        self.plan = plan
        self.row = row
        groups = GroupIndex(plan)
        applied = Set(plan.appliedRules(row))
        definitions = Dictionary(
            plan.input.ruleFile.definitions.map { ($0.name, $0.condition) },
            uniquingKeysWith: { first, _ in first })
        let clock = RuleClock(now: plan.input.now, timeZone: plan.input.timeZone)
        wording = ConditionWording(
            item: plan.listing.values(row), clock: clock,
            isEmpty: plan.program.folderContents.map { $0.isEmpty(row) })
        compiler = ConditionCompiler(
            listing: plan.listing, clock: clock, supply: plan.program.supply,
            definitions: plan.input.ruleFile.definitions,
            stepsMax: plan.input.matchStepsMax)
    }

    mutating func explain() -> [RuleExplanation] {
        var nodes: [RuleNode] = []
        for rule in plan.rules {
            if allCount < Self.allConditionsMax { told = [] }
            count = 0
            nodes.append(
                RuleNode(
                    scope: compiler.compile(scopes: rule.scopes), match: node(rule.match),
                    unless: node(rule.unless)))
        }
        let batch = Batch(
            program: ConditionProgram(compiler, folderContents: plan.program.folderContents),
            stepsMax: compiler.effort.stepsMax)
        batch.begin(first: row, count: 1)
        return nodes.enumerated().map { explain($0, $1, batch) }
    }

    private mutating func node(_ condition: Condition?) -> Node? {
        guard let condition else { return nil }
        count += 1
        allCount += 1
        var isToldAbove = false
        var below: [Condition] = []
        switch condition {
        case .everything, .test: break
        case .all(let parts), .any(let parts), .none(let parts): below = parts
        case .defined(let names):
            let isLong = count > Self.conditionsMax || allCount > Self.allConditionsMax
            let open = isLong ? names.filter { !told.contains($0) } : names
            isToldAbove = open.isEmpty
            told.formUnion(open)
            below = open.compactMap { definitions[$0] }
        }
        let compiled = compiler.compile(condition)
        return Node(
            condition: condition, compiled: compiled, parts: below.compactMap { node($0) },
            isToldAbove: isToldAbove)
    }

    private func explain(_ number: Int, _ node: RuleNode, _ batch: Batch) -> RuleExplanation {
        let rule = plan.rules[number]
        var members: [RuleExplanation.Member] = []
        var refusals: [RuleExplanation.Refusal] = []
        if rule.selection != nil {
            let rows = groups.group(of: row, ruleNumber: number)
            let generations = generations(of: rows, ruleNumber: number)
            refusals = generations.refusals
            members = rows.map { member in
                RuleExplanation.Member(
                    drive: plan.listing.driveName(member), path: plan.listing.path(member),
                    verdict: plan.verdict(member), isItem: member == row,
                    grounds: generations.grounds[member] ?? [])
            }
        }
        return RuleExplanation(
            rule: rule, isInScope: isInScope(rule, node.scope, batch),
            match: node.match.map { explain($0, batch) },
            unless: node.unless.map { explain($0, batch) }, contributed: applied.contains(number),
            group: members, refusals: refusals, likeness: likeness(rule, number),
            shot: shot(rule, number),
            albums: members.isEmpty || rule.selection?.sparesAlbums != true
                ? [] : plan.listing.albums(row) ?? [],
            staying: staying(rule, number))
    }

    private func staying(_ rule: Rule, _ number: Int) -> StayingGround? {
        guard rule.isEnabled, rule.selection?.isSimilar == true else { return nil }
        let leader = plan.leader(of: row, ruleNumber: number) ?? row
        let group = groups.group(of: row, ruleNumber: number)
        if group.isEmpty || plan.verdict(leader) != .keep { return nil }
        return StayingGrounds(
            plan, ruleNumber: number, others: group.filter { plan.verdict($0) != .keep }
        ).ground(of: leader)
    }

    private func shot(_ rule: Rule, _ number: Int) -> RuleExplanation.Shot? {
        let (main, parts) = (
            plan.unitMain(of: row, ruleNumber: number), plan.unitParts(of: row, ruleNumber: number)
        )
        if !rule.isEnabled || main == nil && parts.isEmpty { return nil }
        return RuleExplanation.Shot(
            main: main.map { plan.listing.path($0) }, parts: parts.map { plan.listing.path($0) },
            keptFor: plan.keptFor(row, ruleNumber: number).map { plan.listing.path($0) })
    }

    private func likeness(_ rule: Rule, _ number: Int) -> RuleExplanation.Likeness? {
        guard case .similar(let selection)? = rule.selection, rule.isEnabled else { return nil }
        let listing = plan.listing
        if let (leader, pair) = plan.likeness(row, ruleNumber: number) {
            let rows = [row, leader]
            return .like(
                RuleExplanation.Pair(
                    drive: listing.driveName(leader), path: listing.path(leader),
                    stays: plan.verdict(leader) == .keep, areCopies: selection.kind == .copies,
                    marks: pair.marks, marksMax: selection.level.marksMax,
                    correlation: pair.correlation, block: pair.block,
                    isTurned: pair.turn != .upright,
                    taken: rows.map { listing.values($0).taken },
                    pixels: rows.map { listing.pixelCount($0) },
                    better: plan.betterGround(row, ruleNumber: number),
                    doubts: plan.lookDoubts(row, ruleNumber: number)))
        }
        if !groups.group(of: row, ruleNumber: number).isEmpty { return .leads }
        // Only the picture of a shot is compared with others.
        if plan.unitMain(of: row, ruleNumber: number) != nil { return nil }
        let values = listing.values(row)
        if values.type == .folder || !plan.isPicture(row) { return nil }
        if let contradiction = plan.input.contradictions[row] { return .contradicts(contradiction) }
        guard let look = values.photo?.look else { return .notLookedAt }
        if look.detail < PhotoLook.detailMin { return .tooLittleToSee(detail: look.detail) }
        return plan.isClaimed(row) ? .claimed : .alone
    }

    /// What the generations of a surplus keep each of `rows` for, which are the group of the item,
    /// and why they do not keep the item.
    private func generations(
        of rows: [Int], ruleNumber: Int
    ) -> (grounds: [Int: [GenerationGround]], refusals: [RuleExplanation.Refusal]) {
        guard
            let outcome = plan.outcomes.first(where: { $0.rule.number == ruleNumber }),
            let choice = outcome.generations?.choice
        else { return ([:], []) }
        let members = rows.filter { plan.plain.maySurvive($0) }
        var grounds: [Int: [GenerationGround]] = [:]
        choice.choose(among: members) { grounds[$0, default: []].append($1) }
        guard outcome.given[row] else { return (grounds, []) }
        return (
            grounds,
            choice.refusals(of: row, among: members).map { ground, other in
                RuleExplanation.Refusal(ground: ground, other: other.map { plan.listing.path($0) })
            }
        )
    }

    private func isInScope(_ rule: Rule, _ scope: CompiledCondition?, _ batch: Batch) -> Bool {
        guard rule.isEnabled else { return false }
        if let type = rule.itemType, (type == .folder) != plan.listing.isFolder(row) {
            return false
        }
        return scope.map { outcome($0, batch) == .yes } ?? true
    }

    private func explain(_ node: Node, _ batch: Batch) -> ConditionExplanation {
        var actual: String?
        if case .test(let test) = node.condition { actual = wording.actual(test.field) }
        return ConditionExplanation(
            text: wording.text(node.condition),
            combination: combination(node.condition),
            outcome: outcome(node.compiled, batch), actual: actual,
            parts: node.parts.map { explain($0, batch) },
            isToldAbove: node.isToldAbove)
    }

    private func combination(_ condition: Condition) -> ConditionExplanation.Combination? {
        switch condition {
        case .all: .all
        case .any: .any
        case .none: ConditionExplanation.Combination.none
        case .everything, .defined, .test: nil
        }
    }

    private func outcome(_ condition: CompiledCondition, _ batch: Batch) -> Truth {
        var outcome = Truth.no
        unsafe batch.withMask { mask in
            unsafe batch.evaluate(condition, into: mask)
            outcome = unsafe Truth(rawValue: mask[0]) ?? .no
        }
        return outcome
    }
}
