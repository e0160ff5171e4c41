// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
package import Wording

extension DecisionsNote {
    /// One line for people.
    package var phrase: Phrase {
        var parts: [Phrase] = [.planDecisionsHold(n: holding)]
        if carried > 0 { parts.append(.planDecisionsCarried(n: carried)) }
        if !unplaced.isEmpty { parts.append(.planDecisionsUnplaced(n: unplaced.count)) }
        return .planDecisions(text: Phrase.series(parts, separator: ", "))
    }
}
