// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Wording

/// The table of items as it stands without a script, and the tools that a script brings to life.
extension HTMLReport {
    func writeItems(
        _ rows: [Int], _ reasons: HTMLReportReasons, to sink: ByteSink
    ) throws(OutputError) {
        let kept = includesKept ? 0 : totals.keep.items
        let title = say(includesKept ? .reportItemsAll : .reportItems)
        let note =
            kept == 0
            ? "" : " <span class=\"soft\">\(say(.reportItemsKept(n: kept)))</span>"
        try sink.append(
            #"""
            <section class="card items" id="items" aria-labelledby="items-title">
            <div class="head"><h2 id="items-title">\#(title)</h2>\#(note)</div>

            """#)
        if rows.isEmpty {
            try sink.append(
                #"""
                <p class="none"><strong>\#(say(.reportNone))</strong>\#
                \#(say(.reportNoneMore))</p>

                """#
            )
        }
        try sink.append(rows.isEmpty ? "<div hidden>\n" : "<div>\n")
        try sink.append(toolsPart)
        if rows.count > Self.plainRowsMax {
            let note = say(.reportFirst(limit: Self.plainRowsMax, total: rows.count))
            try sink.append(
                "<noscript><p class=\"script-off\">\(note)</p></noscript>\n")
        }
        try sink.append(tableStart)
        for row in rows.prefix(Self.plainRowsMax) { try sink.append(line(row, reasons)) }
        try sink.append(tableEnd)
        try sink.append("</div>\n</section>\n")
    }

    private func line(_ row: Int, _ reasons: HTMLReportReasons) -> String {
        let listing = plan.listing
        let verdict = plan.verdict(row)
        let isFolder = listing.isFolder(row)
        let size = listing.size[row]
        let above = listing.folders.path(Int(listing.folder[row])).string
        let drive = listing.drives.count > 1 ? "\(listing.driveName(row)): " : ""
        let sizeText =
            size == Missing.number
            ? (isFolder ? "" : say(.reportLiveUnknown)) : words.size(size)
        let rule = plan.rule(row)?.id
        let name = HTMLReportText.markup(listing.names[row].string)
        let kind = verdict.rawValue
        let folder = HTMLReportText.markup(drive + (above.isEmpty ? "/" : above))
        let tag = isFolder ? #"<span class="tag">\#(say(.reportLiveFolder))</span>"# : ""
        let because = HTMLReportText.markup(reasons.text(row))
        return #"""
            <tr class="row" role="row"><td role="cell" class="verdict"><span class="badge \#(kind)">\#
            <span class="sign \#(kind)" aria-hidden="true">\#(verdict.mark)</span>\#(say(verdict.phrase))</span></td>\#
            <td role="rowheader" class="item"><div class="line"><span class="name">\#(name)\#(tag)</span>\#
            <span class="folder">\#(folder)</span></div></td>\#
            <td role="cell" class="size right">\#(sizeText)</td>\#
            <td role="cell" class="changed number">\#(day(listing.modified[row]))</td>\#
            <td role="cell" class="rule\#(rule == nil ? " empty" : "")" data-label="\#(say(.reportLiveRuleLabel))">\#
            \#(HTMLReportText.markup(rule ?? ""))</td>\#
            <td role="cell" class="because-cell"><span class="because">\#(because)</span></td></tr>

            """#
    }

    private func day(_ seconds: Int64) -> String {
        if seconds == Missing.date { return "" }
        let day = plan.input.timeZone.day(at: Timestamp(secondsSinceEpoch: seconds))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return say(
            .reportLiveDay(year: "\(day.year)", month: two(day.month), day: two(day.day)))
    }

    private var toolsPart: String {
        #"""
        <div class="tools" data-live hidden>
        <div class="find" role="search"><label>\#(say(.reportSearch)) <input type="search" id="search" placeholder="\#(say(.reportSearchSuchAs))" autocomplete="off" spellcheck="false"></label>
        <label class="sorting">\#(say(.reportSort)) <select id="sort">
        <option value="path up">\#(say(.reportSortPathUp))</option><option value="path down">\#(say(.reportSortPathDown))</option>
        <option value="size down">\#(say(.reportSortSizeDown))</option><option value="size up">\#(say(.reportSortSizeUp))</option>
        <option value="changed down">\#(say(.reportSortChangedDown))</option><option value="changed up">\#(say(.reportSortChangedUp))</option>
        <option value="verdict up">\#(say(.reportSortVerdictUp))</option><option value="verdict down">\#(say(.reportSortVerdictDown))</option>
        <option value="rule up">\#(say(.reportSortRuleUp))</option><option value="rule down">\#(say(.reportSortRuleDown))</option>
        <option value="why up">\#(say(.reportSortWhyUp))</option><option value="why down">\#(say(.reportSortWhyDown))</option>
        </select></label></div>
        <div class="chips" id="verdicts" role="group" aria-labelledby="by-verdict"><span class="title" id="by-verdict">\#(say(.reportByVerdict))</span></div>
        <div class="chips" id="rule-chips" role="group" aria-labelledby="by-rule"><span class="title" id="by-rule">\#(say(.reportColumnRule))</span></div>
        <p class="found"><span id="status" role="status" aria-live="polite"></span><button type="button" class="chip" id="clear" hidden>\#(say(.reportShowAll))</button></p>
        </div>

        """#
    }

    private var tableStart: String {
        let columns: [(kind: String, column: String, title: Phrase, attributes: String)] = [
            ("verdict", "verdict", .reportColumnVerdict, ""),
            ("item", "path", .reportColumnItem, ""),
            ("size", "size", .reportColumnSize, #" class="right""#),
            ("changed", "changed", .reportColumnChanged, ""),
            ("rule", "rule", .reportColumnRule, ""), ("why", "why", .reportColumnBecause, ""),
        ]
        let arrow = #"""
            <svg class="arrow" viewBox="0 0 10 14" aria-hidden="true">\#
            <path class="up" d="M5 0 9 5H1z"/><path class="down" d="M5 14 1 9h8z"/></svg>
            """#
        let heads = columns.map { _, column, phrase, attributes in
            let title = say(phrase)
            return #"""
                <th scope="col" role="columnheader" data-column="\#(column)"\#(attributes)>\#
                <button type="button" class="th">\#(title) \#(arrow)</button><span>\#(title)</span></th>
                """#
        }
        let widths = columns.map { #"<col class="\#($0.0)">"# }
        return #"""
            <div class="scroll"><table id="table" role="table" aria-labelledby="items-title">\#
            <colgroup>\#(widths.joined())</colgroup>
            <thead role="rowgroup"><tr role="row">\#(heads.joined())</tr></thead>
            <tbody id="rows" role="rowgroup">

            """#
    }

    private var tableEnd: String {
        #"""
        </tbody></table></div>
        <p class="none" id="nothing" hidden><strong>\#(say(.reportNoMatch))</strong>\#(say(.reportNoMatchMore)) <button type="button" class="chip" id="clear-too">\#(say(.reportShowAll))</button></p>
        <nav class="pager" id="pager" aria-label="\#(say(.reportPages))" hidden>
        <div><button type="button" class="button" id="previous">\#(say(.reportPrevious))</button><span id="page" class="number"></span><button type="button" class="button" id="next">\#(say(.reportNext))</button></div>
        <label>\#(say(.reportRows)) <select id="per-page"><option>100</option><option>250</option><option>1000</option></select></label>
        </nav>

        """#
    }
}

extension Verdict {
    /// The sign in the page.
    fileprivate var mark: String {
        switch self {
        case .keep: "+"
        case .review: "?"
        case .delete: "−"
        }
    }
}
