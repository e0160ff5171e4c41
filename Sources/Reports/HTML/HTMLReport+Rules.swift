// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Wording

/// The table of rules.
extension HTMLReport {
    func rulesPart() -> String {
        let lines = plan.rules.indices.filter { plan.rules[$0].isEnabled }.map(ruleLine)
        let others = Reason.allCases.compactMap { reason in
            totals.unnamed[reason].map { otherLine(reason, $0) }
        }
        return #"""
            <section class="card rules" aria-labelledby="rules">
            <h2 id="rules">\#(say(.reportRules))</h2>
            <div class="scroll"><table role="table" aria-labelledby="rules">
            <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">\#(say(.reportColumnRule))</th>\#
            <th scope="col" role="columnheader" class="right">\#(say(.reportColumnKeep))</th><th scope="col" role="columnheader" class="right">\#(say(.reportColumnDelete))</th>\#
            <th scope="col" role="columnheader" class="right">\#(say(.reportColumnSize))</th><th scope="col" role="columnheader" class="right">\#(say(.reportColumnReview))</th></tr></thead>
            <tbody role="rowgroup">
            \#((lines + others).joined(separator: "\n"))
            </tbody>
            <tfoot role="rowgroup"><tr role="row"><th scope="row" role="rowheader">\#(say(.reportTotal))</th>\#(cells(totals.keep, totals.delete, totals.review))</tr></tfoot>
            </table></div>
            </section>

            """#
    }

    private func ruleLine(_ number: Int) -> String {
        let rule = plan.rules[number]
        let counts = totals.rules[number]
        let decided = counts.keep.items + counts.delete.items + counts.review.items
        let isListed =
            counts.delete.items + counts.review.items > 0 || (includesKept && decided > 0)
        let id = HTMLReportText.markup(rule.id)
        let name = isListed ? ##"<a href="#items" data-rule="\##(number)">\##(id)</a>"## : id
        let why = rule.why.map { #"<span class="why">\#(HTMLReportText.markup($0))</span>"# } ?? ""
        let action = rule.action
        return #"""
            <tr role="row"\#(decided == 0 ? #" class="nothing""# : "")>\#
            <th scope="row" role="rowheader"><div class="who">\#
            <span class="sign \#(action.kind)" aria-hidden="true">\#(action.mark)</span>\#
            <span class="id">\#(name)<span class="spoken">, \#(say(action.spoken))</span></span>\#(why)</div></th>\#
            \#(cells(counts.keep, counts.delete, counts.review))</tr>
            """#
    }

    private func otherLine(_ reason: Reason, _ tally: Tally) -> String {
        let name: Phrase =
            switch reason {
            case .unmatched: .reportOtherUnmatched
            case .personKept: .reportOtherPersonKept
            case .personDeleted: .reportOtherPersonDeleted
            case .snoozed: .reportOtherSnoozed
            case .protected: .reportOtherProtected
            case .outside: .reportOtherOutside
            default: reason.label
            }
        let isDeleted = reason == .personDeleted
        let counts = cells(isDeleted ? Tally() : tally, isDeleted ? tally : Tally(), Tally())
        return #"""
            <tr role="row"><th scope="row" role="rowheader"><div class="who">\#
            <span class="sign plain" aria-hidden="true">·</span><span class="id">\#(say(name))</span></div></th>\#
            \#(counts)</tr>
            """#
    }

    private func cells(_ keep: Tally, _ delete: Tally, _ review: Tally) -> String {
        let size = delete.items == 0 ? nil : words.size(delete.bytes)
        return cell(.verdictKeep, count(keep)) + cell(.verdictDelete, count(delete), "delete")
            + cell(.columnSize, size) + cell(.verdictReview, count(review), "review")
    }

    private func count(_ tally: Tally) -> String? { tally.items == 0 ? nil : count(tally.items) }

    /// A number with what a narrow page says of it; one that matters has a colour of its own.
    private func cell(_ label: Phrase, _ text: String?, _ strong: String? = nil) -> String {
        let kind = text == nil ? " zero" : strong.map { " strong \($0)" } ?? ""
        return #"""
            <td role="cell" class="right\#(kind)" data-label="\#(say(label))">\#(text ?? "–")</td>
            """#
    }
}

extension Action {
    /// The class of the action's colours.
    fileprivate var kind: String {
        switch self {
        case .protect, .keep: "keep"
        case .review: "review"
        case .delete: "delete"
        }
    }

    /// The sign in the page.
    fileprivate var mark: String {
        switch self {
        case .protect: "!"
        case .keep: "+"
        case .review: "?"
        case .delete: "−"
        }
    }

    /// What a screen reader says of the rule.
    fileprivate var spoken: Phrase {
        switch self {
        case .protect: .reportActionProtect
        case .keep: .reportActionKeep
        case .review: .reportActionReview
        case .delete: .reportActionDelete
        }
    }
}
