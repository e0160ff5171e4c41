// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Wording

extension DecisionsNote {
    /// One line for people.
    var phrase: Phrase {
        var parts: [Phrase] = [.planDecisionsHold(n: holding)]
        if carried > 0 { parts.append(.planDecisionsCarried(n: carried)) }
        if !unplaced.isEmpty { parts.append(.planDecisionsUnplaced(n: unplaced.count)) }
        return .planDecisions(text: Phrase.series(parts, separator: ", "))
    }
}
