// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The table of items as it stands without a script, and the tools that a script brings to life.
extension HTMLReport {
    func writeItems(
        _ rows: [Int], _ reasons: HTMLReportReasons, to sink: ByteSink
    ) throws(Failure) {
        let kept = includesKept ? 0 : totals.keep.items
        let title = includesKept ? "All items" : "Items to delete or review"
        let note =
            kept == 0
            ? "" : " <span class=\"soft\">\(grouped(kept)) that stay are only counted.</span>"
        try sink.append(
            #"""
            <section class="card items" id="items" aria-labelledby="items-title">
            <div class="head"><h2 id="items-title">\#(title)</h2>\#(note)</div>

            """#)
        if rows.isEmpty {
            try sink.append(
                #"""
                <p class="none"><strong>Nothing to delete, nothing to review.</strong>\#
                Every item stays where it is.</p>

                """#
            )
        }
        try sink.append(rows.isEmpty ? "<div hidden>\n" : "<div>\n")
        try sink.append(Self.toolsPart)
        if rows.count > Self.plainRowsMax {
            try sink.append(
                "<noscript><p class=\"script-off\">These are the first \(Self.plainRowsMax) of "
                    + "\(grouped(Int64(rows.count))) items; to search, sort and see all of them, "
                    + "open the page where scripts may run.</p></noscript>\n")
        }
        try sink.append(Self.tableStart)
        for row in rows.prefix(Self.plainRowsMax) { try sink.append(line(row, reasons)) }
        try sink.append(Self.tableEnd)
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
            size == Missing.number ? (isFolder ? "" : "unknown") : ByteCountText.short(size)
        let rule = plan.rule(row)?.id
        let name = HTMLReportText.markup(listing.names[row].string)
        let kind = verdict.rawValue
        let folder = HTMLReportText.markup(drive + (above.isEmpty ? "/" : above))
        let tag = isFolder ? #"<span class="tag">folder</span>"# : ""
        let because = HTMLReportText.markup(reasons.text(row))
        return #"""
            <tr class="row" role="row"><td role="cell" class="verdict"><span class="badge \#(kind)">\#
            <span class="sign \#(kind)" aria-hidden="true">\#(verdict.mark)</span>\#(kind)</span></td>\#
            <td role="rowheader" class="item"><div class="line"><span class="name">\#(name)\#(tag)</span>\#
            <span class="folder">\#(folder)</span></div></td>\#
            <td role="cell" class="size right">\#(sizeText)</td>\#
            <td role="cell" class="changed number">\#(day(listing.modified[row]))</td>\#
            <td role="cell" class="rule\#(rule == nil ? " empty" : "")">\#
            \#(HTMLReportText.markup(rule ?? ""))</td>\#
            <td role="cell" class="because-cell"><span class="because">\#(because)</span></td></tr>

            """#
    }

    private func day(_ seconds: Int64) -> String {
        if seconds == Missing.date { return "" }
        let day = plan.input.timeZone.day(at: Timestamp(secondsSinceEpoch: seconds))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day.year)-\(two(day.month))-\(two(day.day))"
    }

    private static let toolsPart = #"""
        <div class="tools" data-live hidden>
        <div class="find" role="search"><label>Search in path, rule and reason <input type="search" id="search" placeholder="such as holiday .mp4 or copy" autocomplete="off" spellcheck="false"></label>
        <label class="sorting">Sort by <select id="sort">
        <option value="path up">Path</option><option value="path down">Path, last first</option>
        <option value="size down">Size, largest first</option><option value="size up">Size, smallest first</option>
        <option value="changed down">Changed, newest first</option><option value="changed up">Changed, oldest first</option>
        <option value="verdict up">Verdict</option><option value="verdict down">Verdict, last first</option>
        <option value="rule up">Rule</option><option value="rule down">Rule, last first</option>
        <option value="why up">Reason</option><option value="why down">Reason, last first</option>
        </select></label></div>
        <div class="chips" id="verdicts" role="group" aria-labelledby="by-verdict"><span class="title" id="by-verdict">Verdict</span></div>
        <div class="chips" id="rule-chips" role="group" aria-labelledby="by-rule"><span class="title" id="by-rule">Rule</span></div>
        <p class="found"><span id="status" role="status" aria-live="polite"></span><button type="button" class="chip" id="clear" hidden>Show all again</button></p>
        </div>

        """#

    private static let tableStart: String = {
        let columns = [
            ("verdict", "verdict", "Verdict", ""), ("item", "path", "Item", ""),
            ("size", "size", "Size", #" class="right""#), ("changed", "changed", "Changed", ""),
            ("rule", "rule", "Rule", ""), ("why", "why", "Because", ""),
        ]
        let arrow = #"""
            <svg class="arrow" viewBox="0 0 10 14" aria-hidden="true">\#
            <path class="up" d="M5 0 9 5H1z"/><path class="down" d="M5 14 1 9h8z"/></svg>
            """#
        let heads = columns.map { _, column, title, attributes in
            #"""
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
    }()

    private static let tableEnd = #"""
        </tbody></table></div>
        <p class="none" id="nothing" hidden><strong>Nothing matches.</strong>No item fits the search and the filters. <button type="button" class="chip" id="clear-too">Show all again</button></p>
        <nav class="pager" id="pager" aria-label="Pages" hidden>
        <div><button type="button" class="button" id="previous">Previous</button><span id="page" class="number"></span><button type="button" class="button" id="next">Next</button></div>
        <label>Rows a page <select id="per-page"><option>100</option><option>250</option><option>1000</option></select></label>
        </nav>

        """#
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
