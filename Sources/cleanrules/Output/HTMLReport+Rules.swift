// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The table of rules.
extension HTMLReport {
    func rulesPart() -> String {
        let lines = plan.rules.indices.filter { plan.rules[$0].isEnabled }.map(ruleLine)
        let others = Reason.allCases.compactMap { reason in
            totals.unnamed[reason].map { otherLine(reason, $0) }
        }
        return #"""
            <section class="card rules" aria-labelledby="rules">
            <h2 id="rules">What each rule decides</h2>
            <div class="scroll"><table role="table" aria-labelledby="rules">
            <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Rule</th>\#
            <th scope="col" role="columnheader" class="right">Keep</th><th scope="col" role="columnheader" class="right">Delete</th>\#
            <th scope="col" role="columnheader" class="right">Size</th><th scope="col" role="columnheader" class="right">Review</th></tr></thead>
            <tbody role="rowgroup">
            \#((lines + others).joined(separator: "\n"))
            </tbody>
            <tfoot role="rowgroup"><tr role="row"><th scope="row" role="rowheader">All</th>\#(cells(totals.keep, totals.delete, totals.review))</tr></tfoot>
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
            <span class="id">\#(name)<span class="spoken">, \#(action.word)</span></span>\#(why)</div></th>\#
            \#(cells(counts.keep, counts.delete, counts.review))</tr>
            """#
    }

    private func otherLine(_ reason: Reason, _ tally: Tally) -> String {
        let name =
            switch reason {
            case .unmatched: "No rule speaks of it"
            case .personKept: "A person kept it"
            case .personDeleted: "A person deleted it"
            case .snoozed: "A person put it off"
            case .protected: "Cannot be deleted safely"
            default: reason.rawValue
            }
        let isDeleted = reason == .personDeleted
        let counts = cells(isDeleted ? Tally() : tally, isDeleted ? tally : Tally(), Tally())
        return #"""
            <tr role="row"><th scope="row" role="rowheader"><div class="who">\#
            <span class="sign plain" aria-hidden="true">·</span><span class="id">\#(name)</span></div></th>\#
            \#(counts)</tr>
            """#
    }

    private func cells(_ keep: Tally, _ delete: Tally, _ review: Tally) -> String {
        let size = delete.items == 0 ? nil : ByteCountText.short(delete.bytes)
        return cell("keep", count(keep)) + cell("delete", count(delete), isStrong: true)
            + cell("size", size) + cell("review", count(review), isStrong: true)
    }

    private func count(_ tally: Tally) -> String? { tally.items == 0 ? nil : grouped(tally.items) }

    private func cell(_ label: String, _ text: String?, isStrong: Bool = false) -> String {
        let kind = text == nil ? " zero" : isStrong ? " strong \(label)" : ""
        return #"""
            <td role="cell" class="right\#(kind)" data-label="\#(label)">\#(text ?? "–")</td>
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
    fileprivate var word: String {
        switch self {
        case .protect: "a protection"
        case .keep: "a keep rule"
        case .review: "a review rule"
        case .delete: "a delete rule"
        }
    }
}
