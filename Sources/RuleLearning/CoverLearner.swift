// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import RuleEngine

/// A conjunction of literals that was found.
struct LearnedRule: Sendable, Hashable {
    /// The literals, by the order in which they stand in a condition.
    var literals: [Literal]
    /// All examples that meet them, among those that were asked about.
    var covered: Bits
}

/// Finds conjunctions of literals that most of some wanted examples meet and few others: by sequential
/// covering, as CN2 and RIPPER do, each one grown by likelihood and pruned on later examples.
struct CoverLearner {
    private let examples: Examples
    /// The examples that are wanted.
    private let wanted: Bits
    /// Those that are spoken of at all.
    private let scope: Bits
    private let literals: [Literal]
    private let met: [Bits]
    /// Whether every rule has to say what sort of thing is meant, as one that deletes has.
    private let needsSort: Bool

    /// Learns what tells `wanted` from the others of `scope`; what is found `goes`, or stays.
    init(_ examples: Examples, wanted: Bits, in scope: Bits, goes: Bool) {
        self.examples = examples
        self.wanted = wanted.and(scope)
        self.scope = scope
        needsSort = goes
        let growing = self.wanted.and(examples.growing)
        var literals = LiteralPool.literals(
            of: growing.numbers.map { examples.facts[$0] }, support: 3, goes: goes)
        if let set = Self.extensions(examples, self.wanted, scope, literals) {
            literals.append(set)
        }
        self.literals = literals
        met = literals.map { literal in
            let test = literal.test(goes: goes)
            return Bits(count: examples.count) { test(examples.facts[$0]) }.and(scope)
        }
    }

    /// The extensions that each by itself are nearly always wanted, where there are several.
    private static func extensions(
        _ examples: Examples, _ wanted: Bits, _ scope: Bits, _ literals: [Literal]
    ) -> Literal? {
        let good = literals.compactMap { literal -> String? in
            guard case .extensions(let list) = literal, let ext = list.first else { return nil }
            let found = Bits(count: examples.count) { examples.facts[$0].ext == ext }.and(scope)
            let agreement = examples.agreement(found, with: wanted, in: examples.growing)
            return agreement.laplace >= LearningTerms.laplaceMin ? ext : nil
        }
        guard (2...8).contains(good.count) else { return nil }
        return .extensions(good.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }

    /// The rules that meet the terms, the best first; none that only speaks of what is `covered`.
    func rules(without covered: Bits) -> [LearnedRule] {
        var rules: [LearnedRule] = []
        var done = covered
        for _ in 0..<LearningTerms.rulesMax * 2 where rules.count < LearningTerms.rulesMax {
            guard let grown = grow(scope.without(done)) else { break }
            let rule = learned(narrowed(prune(grown)))
            if isGood(rule, scope.without(done)) { rules.append(rule) }
            let more = done.or(rule.covered.and(wanted)).or(bits(grown).and(wanted))
            if more == done { break }
            done = more
        }
        return rules
    }

    private func learned(_ rule: [Int]) -> LearnedRule {
        let ordered = rule.sorted { (literals[$0].place, $0) < (literals[$1].place, $1) }
        return LearnedRule(literals: ordered.map { literals[$0] }, covered: bits(rule))
    }

    private func bits(_ rule: [Int]) -> Bits { rule.reduce(scope) { $0.and(met[$1]) } }

    /// Whether a rule is right often enough, and says enough of `open`, which no other rule spoke of.
    private func isGood(_ rule: LearnedRule, _ open: Bits) -> Bool {
        let all = examples.agreement(rule.covered, with: wanted, in: examples.learned)
        let fresh = examples.agreement(rule.covered.and(open), with: wanted, in: examples.learned)
        let later = examples.agreement(rule.covered, with: wanted, in: examples.heldOut)
        return fresh.right >= LearningTerms.supportMin && all.laplace >= LearningTerms.laplaceMin
            && later.isGood && (!needsSort || rule.literals.contains(where: \.isOfSort))
    }

    // MARK: Growing

    private struct Grown {
        var rule: [Int]
        var bits: Bits
        var score: Double
    }

    /// The conjunction that makes the earlier decisions of `open` likeliest.
    private func grow(_ open: Bits) -> [Int]? {
        let part = examples.growing.and(open)
        let base = Agreement(right: part.and(wanted).count, wrong: part.without(wanted).count)
        guard base.right >= 3 else { return nil }
        var best: Grown?
        var beam = [Grown(rule: [], bits: part, score: 0)]
        for _ in 0..<LearningTerms.literalsMax {
            let next = beam.flatMap { extended($0, base) }
            var seen: Set<[Int]> = []
            beam = Array(
                next.sorted(by: Self.isBetter).filter { seen.insert($0.rule.sorted()).inserted }
                    .prefix(LearningTerms.beamWidth))
            let usable = beam.filter { isOfSort($0.rule) }
            if let first = usable.first, best.map({ Self.isBetter(first, $0) }) ?? true {
                best = first
            }
        }
        guard let best, best.score >= LearningTerms.significance else { return nil }
        return best.rule
    }

    private func isOfSort(_ rule: [Int]) -> Bool {
        !needsSort || rule.contains { literals[$0].isOfSort }
    }

    private func extended(_ grown: Grown, _ base: Agreement) -> [Grown] {
        literals.indices.compactMap { index in
            let place = literals[index].place
            if grown.rule.contains(where: { literals[$0].place == place }) { return nil }
            let bits = grown.bits.and(met[index])
            let right = bits.and(wanted).count
            guard right >= 3 else { return nil }
            let agreement = Agreement(right: right, wrong: bits.count - right)
            let score =
                Self.likelihood(agreement, base)
                - LearningTerms.literalCost * Double(grown.rule.count)
            return Grown(rule: grown.rule + [index], bits: bits, score: score)
        }
    }

    /// The higher score first; of equals the one with fewer literals, then those that come earlier.
    private static func isBetter(_ one: Grown, _ other: Grown) -> Bool {
        if abs(one.score - other.score) > 1e-9 { return one.score > other.score }
        if one.rule.count != other.rule.count { return one.rule.count < other.rule.count }
        return one.rule.sorted().lexicographicallyPrecedes(other.rule.sorted())
    }

    /// Twice the logarithm of how much likelier `found` is if what is covered goes by its own share
    /// than if it goes by that of `base`; 0 where its share is not higher.
    private static func likelihood(_ found: Agreement, _ base: Agreement) -> Double {
        guard let share = base.precision, let own = found.precision, own > share else { return 0 }
        var sum = Double(found.right) * log(own / share)
        if found.wrong > 0 { sum += Double(found.wrong) * log((1 - own) / (1 - share)) }
        return 2 * sum
    }

    // MARK: Pruning

    /// The rule without literals that later decisions show to be for nothing. As long as these do not
    /// say so the narrower one stays: it takes less.
    private func prune(_ rule: [Int]) -> [Int] {
        var best = rule
        while best.count > 1 {
            let now = value(best)
            let shorter = best.indices.map { index -> [Int] in
                var rest = best
                rest.remove(at: index)
                return rest
            }.filter(isOfSort)
            guard
                let found = shorter.enumerated().max(by: {
                    (value($0.element), -$0.offset) < (value($1.element), -$1.offset)
                }), value(found.element) > now
            else { break }
            best = found.element
        }
        return best
    }

    // MARK: Narrowing

    /// The rule with further literals, as long as there is room, that all wanted examples meet which it
    /// takes: nobody said anything of what does not. What stays is not narrowed.
    private func narrowed(_ rule: [Int]) -> [Int] {
        var rule = rule
        let order = [1, 0, 2, 3]
        for place in order where needsSort && rule.count < LearningTerms.literalsMax {
            if rule.contains(where: { literals[$0].place == place }) { continue }
            let own = bits(rule).and(wanted).and(examples.learned)
            let all = literals.indices.first { index in
                literals[index].place == place && own.without(met[index]).count == 0
            }
            if let all { rule.append(all) }
        }
        return rule
    }

    private func value(_ rule: [Int]) -> Double {
        examples.agreement(bits(rule), with: wanted, in: examples.pruning).laplace
    }
}
