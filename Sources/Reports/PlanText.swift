// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
internal import RuleEngine
internal import Text
package import Wording

/// The plan as comma-separated values (RFC 4180), one item a line.
package struct PlanCSV {
    let header: PlanHeader
    /// Whether items that stay are lines too.
    package let includesKept: Bool

    /// The first line, without its end.
    package static let heads = "drive,id,path,type,size,modified,verdict,rule,reason"

    /// The lines of the plan of `header`.
    package init(header: PlanHeader, includesKept: Bool) {
        self.header = header
        self.includesKept = includesKept
    }

    /// Writes the lines.
    package func write(to sink: ByteSink) throws(OutputError) {
        try sink.append(Self.heads + "\r\n")
        let plan = header.plan
        let listing = plan.listing
        for row in plan.orderedRows(where: { includesKept || plan.verdict($0) != .keep }) {
            let modified = listing.modified[row]
            let cells = [
                listing.driveName(row), listing.id(row), listing.path(row),
                listing.isFolder(row) ? "folder" : "file",
                listing.size[row] == Missing.number ? "" : String(listing.size[row]),
                modified == Missing.date
                    ? "" : Timestamp(secondsSinceEpoch: modified).description,
                plan.verdict(row).rawValue, plan.rule(row)?.id ?? "", plan.reason(row).rawValue,
            ]
            try sink.append(cells.map(PlanCSV.cell).joined(separator: ",") + "\r\n")
        }
        try sink.flush()
    }

    /// `text` as a cell; hidden characters are shown escaped, and no spreadsheet takes it for a
    /// formula: what begins like one gets an apostrophe, and so does what begins with one, so that
    /// the apostrophe in front can always be taken off again.
    package static func cell(_ text: String) -> String {
        var cell = VisibleText.escaped(text)
        if opensFormula(cell) { cell = "'" + cell }
        // Semicolons part cells where commas are part of numbers.
        guard
            cell.utf8.first == UInt8(ascii: "'") || cell.utf8.contains(where: ",;\"".utf8.contains)
        else { return cell }
        return "\"" + cell.parts(between: "\"").joined(separator: "\"\"") + "\""
    }

    /// Whether `text` begins, after blanks of any width, like a formula, a command (`|`) or an
    /// apostrophe; wide forms of the signs, which some programs take for the plain ones, included.
    private static func opensFormula(_ text: String) -> Bool {
        let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
        return first.map { "=+-@|%'\u{2212}＝＋－＠｜％＇".unicodeScalars.contains($0) } ?? false
    }
}

/// The plan in Markdown, for a pull request or a chat.
package struct PlanMarkdown {
    let header: PlanHeader
    /// Whether items that stay are rows too.
    package let includesKept: Bool
    /// The words of the language of the person.
    package let words: Words
    /// How many items are written out.
    package static let itemsMax = 500

    /// The document of the plan of `header`, in the language of `words`.
    package init(header: PlanHeader, includesKept: Bool, words: Words) {
        self.header = header
        self.includesKept = includesKept
        self.words = words
    }

    /// Writes the document.
    package func write(to sink: ByteSink) throws(OutputError) {
        let plan = header.plan
        let totals = header.totals
        try sink.append("# \(words(.tableTitle(when: Moment.exact(plan.input.now))))\n\n")
        try sink.append(
            words(
                .tableCounts(
                    kept: totals.keep.items, deleted: totals.delete.items,
                    size: totals.delete.bytes, left: totals.review.items)) + "\n\n")
        for limit in header.limits where limit.isExceeded {
            let code = MarkdownCode.line(shown: words(limit.phrase))
            try sink.append("> \(words(.tableBlocked(text: code)))\n\n")
        }
        let columns = words(PlanColumns.rules).joined(separator: " | ")
        try sink.append("| \(columns) |\n|---|---:|---:|---:|---:|\n")
        for (number, rule) in plan.rules.enumerated() where rule.isEnabled {
            let counts = totals.rules[number]
            try sink.append(
                "| \(MarkdownCode.cell(rule.id)) | \(words.number(counts.keep.items))"
                    + " | \(words.number(counts.delete.items))"
                    + " | \(words.size(counts.delete.bytes))"
                    + " | \(words.number(counts.review.items)) |\n")
        }
        for reason in Reason.allCases {
            guard let tally = totals.unnamed[reason] else { continue }
            try sink.append(
                "| *\(words(reason.label))* | \(words.number(tally.items)) | 0 | 0 B | 0 |\n")
        }
        try sink.append("\n")
        for line in words(WhyNothingGoes(header).lines) {
            try sink.append("- \(MarkdownCode.line(shown: String(line.drop { $0 == " " })))\n")
        }
        let lines = words(header.waysBack + header.proofLines + header.looksLines)
        for line in lines { try sink.append("- \(MarkdownCode.line(shown: line))\n") }
        if !lines.isEmpty { try sink.append("\n") }
        try items(to: sink)
        try sink.flush()
    }

    private func items(to sink: ByteSink) throws(OutputError) {
        let plan = header.plan
        let rows = plan.orderedRows(where: { includesKept || plan.verdict($0) != .keep })
        if rows.isEmpty { return }
        let reasons = ReasonText(plan: plan, groups: GroupIndex(plan), words: words)
        let columns = words(PlanColumns.items).joined(separator: " | ")
        try sink.append("| \(columns) |\n|---|---|---:|---|---|\n")
        for row in rows.prefix(Self.itemsMax) {
            let size = plan.listing.size[row]
            try sink.append(
                "| \(words(plan.verdict(row).phrase)) | \(MarkdownCode.cell(plan.listing.path(row)))"
                    + " | \(size == Missing.number ? "" : words.size(size))"
                    + " | \(MarkdownCode.cell(plan.rule(row)?.id ?? ""))"
                    + " | \(MarkdownCode.cell(shown: reasons.short(row))) |\n")
        }
        if rows.count > Self.itemsMax {
            try sink.append("\n\(words(.tableMore(n: rows.count - Self.itemsMax)))\n")
        }
    }
}

/// Text in Markdown that stays text: code, in which nothing becomes a link, a mention or a picture.
package enum MarkdownCode {
    /// `text` with hidden characters written out, as a cell of a table.
    package static func cell(_ text: String) -> String { cell(shown: VisibleText.escaped(text)) }

    /// The same of a text in which names stand escaped already.
    package static func cell(shown text: String) -> String {
        // Within a table a bar parts cells even in code, unless a backslash stands before it.
        code(VisibleText.guarded(text).parts(between: "|").joined(separator: "\\|"))
    }

    /// A text in which names stand escaped already, outside of tables.
    package static func line(shown text: String) -> String { code(VisibleText.guarded(text)) }

    private static func code(_ text: String) -> String {
        if text.isEmpty { return "" }
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        // A blank at both ends is taken off again, and parts accents of the text from the fence.
        let ends: [UInt8] = [UInt8(ascii: "`"), UInt8(ascii: " ")]
        let isBare = !(text.utf8.prefix(1) + text.utf8.suffix(1)).contains(where: ends.contains)
        return isBare ? fence + text + fence : "\(fence) \(text) \(fence)"
    }
}
