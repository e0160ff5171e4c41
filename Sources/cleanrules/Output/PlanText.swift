// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import RuleEngine

/// The plan as comma-separated values (RFC 4180), one item a line.
struct PlanCSV {
    let header: PlanHeader
    /// Whether items that stay are lines too.
    let includesKept: Bool

    /// Writes the lines.
    func write(to sink: ByteSink) throws(Failure) {
        try sink.append("drive,id,path,type,size,modified,verdict,rule,reason\r\n")
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

    /// A cell that no spreadsheet takes for a formula: those that begin like one get an
    /// apostrophe, and hidden characters are shown escaped.
    static func cell(_ text: String) -> String {
        var text = VisibleText.escaped(text)
        if let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
        guard text.contains(where: { ",\"\r\n".contains($0) }) || text.first == "'" else {
            return text
        }
        return "\""
            + text.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}

/// The plan in Markdown, for a pull request or a chat.
struct PlanMarkdown {
    let header: PlanHeader
    /// Whether items that stay are rows too.
    let includesKept: Bool
    /// How many items are written out.
    static let itemsMax = 500

    /// Writes the document.
    func write(to sink: ByteSink) throws(Failure) {
        let plan = header.plan
        let totals = header.totals
        try sink.append("# Plan of \(plan.input.now)\n\n")
        try sink.append(
            "**\(grouped(totals.keep.items))** keep · **\(grouped(totals.delete.items))** delete"
                + " (\(ByteCountText.short(totals.delete.bytes))) ·"
                + " **\(grouped(totals.review.items))** to review. Nothing has been changed.\n\n")
        for limit in header.limits where limit.isExceeded {
            try sink.append("> Blocked: \(Self.cell(limit.sentence))\n\n")
        }
        try sink.append("| rule | keep | delete | size | review |\n|---|---:|---:|---:|---:|\n")
        for (number, rule) in plan.rules.enumerated() where rule.isEnabled {
            let counts = totals.rules[number]
            try sink.append(
                "| \(Self.cell(rule.id)) | \(grouped(counts.keep.items))"
                    + " | \(grouped(counts.delete.items))"
                    + " | \(ByteCountText.short(counts.delete.bytes))"
                    + " | \(grouped(counts.review.items)) |\n")
        }
        let unmatched = totals.unnamed[.unmatched]?.items ?? 0
        try sink.append("| *no rule matched* | \(grouped(unmatched)) | 0 | 0 B | 0 |\n\n")
        for line in header.waysBack { try sink.append("- \(Self.cell(line))\n") }
        if !header.waysBack.isEmpty { try sink.append("\n") }
        try items(to: sink)
        try sink.flush()
    }

    private func items(to sink: ByteSink) throws(Failure) {
        let plan = header.plan
        let rows = plan.orderedRows(where: { includesKept || plan.verdict($0) != .keep })
        if rows.isEmpty { return }
        let reasons = ReasonText(plan: plan, groups: GroupIndex(plan))
        try sink.append("| verdict | path | size | rule | because |\n|---|---|---:|---|---|\n")
        for row in rows.prefix(Self.itemsMax) {
            let size = plan.listing.size[row]
            try sink.append(
                "| \(plan.verdict(row).rawValue) | \(Self.cell(plan.listing.path(row)))"
                    + " | \(size == Missing.number ? "" : ByteCountText.short(size))"
                    + " | \(Self.cell(plan.rule(row)?.id ?? ""))"
                    + " | \(Self.cell(reasons.short(row))) |\n")
        }
        if rows.count > Self.itemsMax {
            try sink.append("\n… and \(grouped(Int64(rows.count - Self.itemsMax))) more\n")
        }
    }

    /// Text that Markdown shows as it stands.
    static func cell(_ text: String) -> String {
        var cell = ""
        for character in VisibleText.escaped(text) {
            if "\\`*_{}[]<>()#|~!&".contains(character) { cell.append("\\") }
            cell.append(character)
        }
        return cell
    }
}
