// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
package import RuleEngine
internal import Text
package import Wording

/// A plan as one page that needs nothing else: styles, script and data stand in it, and its
/// policy lets it load nothing from anywhere.
///
/// Same input, same bytes. Without a script it shows the summary and the first rows; with one it
/// searches, filters and sorts all of them.
package struct HTMLReport {
    /// The plan.
    package let plan: Plan
    /// Its numbers.
    package let totals: PlanTotals
    /// Its limits.
    package let limits: [LimitOutcome]
    /// What the page is called; nil names the drive.
    package var title: String?
    /// What the rules file is called; nil leaves it out.
    package var rulesName: String?
    /// When the page was made, in words; nil leaves it out, and so does the plan's own instant.
    package var generated: String?
    /// Findings that do not stop a plan.
    package var notes: [String] = []
    /// How many of the pictures were looked at; empty where no rule asks what they show.
    package var looks: [String] = []
    /// What becomes of what is deleted.
    package var waysBack: [String] = []
    /// Whether items that stay are listed too.
    package var includesKept = false
    /// The version of the program that made it.
    package let version: String
    /// The words of the language that the page is in.
    package var words = Words.english

    /// The page of `plan`, by the program of that version.
    package init(plan: Plan, totals: PlanTotals, limits: [LimitOutcome], version: String) {
        self.plan = plan
        self.totals = totals
        self.limits = limits
        self.version = version
    }

    /// How many rows a page without a script shows.
    package static let plainRowsMax = 500

    /// Writes the page. O(items listed), beside an index of the groups.
    package func write(to sink: ByteSink) throws(OutputError) {
        let rows = plan.orderedRows { includesKept || plan.verdict($0) != .keep }
        let reasons = HTMLReportReasons(plan, words)
        try sink.append(head())
        try sink.append(top())
        try sink.append("<main class=\"wrap\">\n")
        try sink.append(headline())
        try sink.append(limitsPart())
        try sink.append(list("notes", .reportWarnings, notes))
        try sink.append(list("after", .reportAfter, waysBack))
        try sink.append(rulesPart())
        try writeItems(rows, reasons, to: sink)
        try sink.append("</main>\n")
        try sink.append(footer())
        try sink.append("<script type=\"application/json\" id=\"data\">")
        try HTMLReportData(plan: plan, rows: rows, reasons: reasons, words: words).write(to: sink)
        try sink.append("</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n")
        try sink.flush()
    }

    /// What the page may do: run its own script, use its own styles, show its own icon.
    static let policy =
        "default-src 'none'; script-src 'sha256-\(hash(script))'; "
        + "style-src 'sha256-\(hash(style))'; img-src data:; base-uri 'none'; form-action 'none'"

    private static func hash(_ text: String) -> String {
        let digest = SHA256Stream()
        digest.update(Array(text.utf8))
        return Base64.text(HexDigits.bytes(digest.finish()) ?? [])
    }

    /// The page's title.
    var heading: String {
        let drives = plan.listing.drives
        if let title { return title }
        if drives.isEmpty { return words(.reportTitle) }
        return words(
            drives.count == 1
                ? .reportTitleFor(name: drives[0].name) : .reportTitleDrives(n: drives.count))
    }

    /// The phrase in the language of the page, as markup.
    func say(_ phrase: Phrase) -> String { HTMLReportText.markup(shown: words(phrase)) }

    /// The phrase in the language of the page; what is put into it stands there as markup already.
    func sayMarkup(_ phrase: Phrase) -> String { words(phrase) }

    /// The number as the language of the page writes it.
    func count(_ number: Int64) -> String { words.number(number) }

    private func head() -> String {
        let title = words(
            .reportTab(
                text: heading, deleted: totals.delete.items, left: totals.review.items))
        return #"""
            <!doctype html>
            <html lang="\#(words.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\#(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>\#(HTMLReportText.markup(title))</title>
            <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E\#
            %3Crect width='24' height='24' rx='6' fill='%231c5fb0'/%3E\#
            %3Cpath d='M6 12.5l4 4 8-9' fill='none' stroke='white' stroke-width='2.6'/%3E%3C/svg%3E">
            <style>\#(Self.style)</style>
            </head>
            <body>
            <a class="skip" href="#items">\#(say(.reportSkip))</a>

            """#
    }
}
