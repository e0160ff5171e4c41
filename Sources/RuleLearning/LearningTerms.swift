// SPDX-License-Identifier: Apache-2.0

/// What a proposal has to meet.
package enum LearningTerms {
    /// So many decisions there are at least before anything is proposed.
    package static let decisionsMin = 24
    /// From so many on, the later half of them is looked at by itself as well.
    static let halfMin = 4 * decisionsMin
    /// So many of the decisions that are learned from agree with a proposal at least.
    package static let supportMin = 6
    /// So many of the decisions held out does it speak of at least.
    package static let heldOutMin = 4
    /// In so many of a hundred of these is it right at least.
    package static let precisionPercent = 90
    /// What Laplace's estimate of it has to be on what is learned from.
    static let laplaceMin = 0.8
    /// How much likelier a rule has to make what was decided than chance does: 99 % of chi-square with
    /// one degree of freedom.
    static let significance = 6.635
    /// What a further literal has to bring: 95 % of the same.
    static let literalCost = 3.841
    /// So many literals does a rule have at most.
    package static let literalsMax = 3
    /// So many conjunctions are followed side by side.
    static let beamWidth = 12
    /// So many rules are looked for at most.
    static let rulesMax = 12
    /// So many decided items does a rule have before it is judged as a whole.
    static let wholeRuleMin = 12
}

/// How often decisions agree with a rule.
package struct Agreement: Sendable, Hashable {
    /// How many agree.
    package var right = 0
    /// How many do not.
    package var wrong = 0

    /// How many there are.
    package var count: Int { right + wrong }
    /// The part that agrees; nil of none.
    package var precision: Double? { count == 0 ? nil : Double(right) / Double(count) }
    /// The same as Laplace estimates it.
    var laplace: Double { Double(right + 1) / Double(count + 2) }

    /// Whether that is enough on decisions that were held out.
    var isGood: Bool {
        count >= LearningTerms.heldOutMin
            && right * 100 >= count * LearningTerms.precisionPercent
    }
}
