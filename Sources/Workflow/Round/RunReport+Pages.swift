// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension RunReport {
    /// The heads of the table of items.
    private var heads: [String] {
        Host.words([
            .columnState, .columnItem, .columnSize, .runColumnRule, .columnWhy,
        ])
    }

    /// The heads of the table of items that were staged.
    private var stagedHeads: [String] {
        Host.words([.columnItem, .columnSize, .runColumnRule, .columnDue])
    }

    /// How many more were staged than `shown`, or than are known here.
    private func stagedLeft(_ shown: Int) -> Phrase? {
        let left = (staged?.outcome.staged ?? 0) - min(shown, stagedItems.count)
        return left > 0 ? .runMore(n: left) : nil
    }

    /// The report in Markdown.
    package var markdown: String {
        let words = Host.words
        var text =
            "\(Self.mark)\n# \(words(.runTitle))\n\n\(MarkdownCode.line(shown: words(summary)))\n\n"
        for line in lines.dropFirst() where !line.isEmpty {
            text += "- \(MarkdownCode.line(shown: line.trimmingBlanks))\n"
        }
        if !stagedItems.isEmpty {
            text += "\n\(words(.runStagedNow))\n\n"
            text += "| \(stagedHeads.joined(separator: " | ")) |\n|---|---:|---|---|\n"
            for item in stagedItems.prefix(PlanMarkdown.itemsMax) {
                text +=
                    "| \(MarkdownCode.cell(item.fullPath)) | \(item.shownSize(words))"
                    + " | \(MarkdownCode.cell(item.order.rule ?? ""))"
                    + " | \(time.wall(item.order.due)) |\n"
            }
            if let more = stagedLeft(PlanMarkdown.itemsMax) { text += "\n\(words(more))\n" }
        }
        if let items = execution?.report.items, !items.isEmpty {
            text += "\n| \(heads.joined(separator: " | ")) |\n|---|---|---:|---|---|\n"
            for item in items.prefix(PlanMarkdown.itemsMax) {
                text +=
                    "| \(words(item.state.name)) | \(MarkdownCode.cell(item.fullPath))"
                    + " | \(item.shownSize(words)) | \(MarkdownCode.cell(item.order.rule ?? ""))"
                    + " | \(MarkdownCode.cell(words.toldWhy(item) ?? "")) |\n"
            }
            if handledCount > PlanMarkdown.itemsMax {
                text += "\n" + words(.runMore(n: handledCount - PlanMarkdown.itemsMax)) + "\n"
            }
        }
        return text
    }

    /// The report as a page that needs nothing else.
    var html: String {
        let words = Host.words
        let title = HTMLReportText.markup(words(.runTitle))
        let items = execution?.report.items ?? []
        let list = lines.dropFirst().filter { !$0.isEmpty }
            .map { "<li>\(HTMLReportText.markup(shown: $0.trimmingBlanks))</li>" }.joined(
                separator: "\n")
        let rows = items.prefix(Self.pageItemsMax).map { item in
            "<tr><td>\(words(item.state.name))</td><td>\(HTMLReportText.markup(item.fullPath))</td>"
                + "<td class=number>\(item.shownSize(words))</td><td>\(HTMLReportText.markup(item.order.rule ?? ""))</td>"
                + "<td>\(HTMLReportText.markup(words.toldWhy(item) ?? ""))</td></tr>"
        }
        let more =
            handledCount > Self.pageItemsMax
            ? "<p>\(words(.runMore(n: handledCount - Self.pageItemsMax)))</p>" : ""
        let table =
            rows.isEmpty ? "" : Self.table(heads, rows, caption: words(.runHandled)) + more
        return """
            <!doctype html>
            \(Self.mark)
            <html lang="\(words.language.rawValue)"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            :root { color-scheme: light dark; }
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-bottom: 1px solid; padding: .3rem .6rem; text-align: left; overflow-wrap: anywhere; }
            caption { font-weight: bold; padding: 1rem 0 .3rem; text-align: left; }
            .number { text-align: right; white-space: nowrap; }
            </style></head>
            <body><main><h1>\(title)</h1>
            <p>\(HTMLReportText.markup(shown: words(summary)))</p>
            <ul>
            \(list)
            </ul>
            \(stagedTable)
            \(table)
            </main></body></html>

            """
    }

    /// What was staged, as a table of the page; empty where nothing was.
    private var stagedTable: String {
        if stagedItems.isEmpty { return "" }
        let words = Host.words
        let rows = stagedItems.prefix(Self.pageItemsMax).map { item in
            "<tr><td>\(HTMLReportText.markup(item.fullPath))</td>"
                + "<td class=number>\(item.shownSize(words))</td>"
                + "<td>\(HTMLReportText.markup(item.order.rule ?? ""))</td>"
                + "<td>\(time.wall(item.order.due))</td></tr>"
        }
        let more = stagedLeft(Self.pageItemsMax).map { "<p>\(words($0))</p>" } ?? ""
        return Self.table(stagedHeads, rows, caption: words(.runStagedNow)) + more
    }

    private static func table(_ heads: [String], _ rows: [String], caption: String) -> String {
        """
        <table><caption>\(caption)</caption>
        <thead><tr>\(heads.map { "<th scope=col>\($0)</th>" }.joined())</tr></thead><tbody>
        \(rows.joined(separator: "\n"))
        </tbody></table>
        """
    }

    /// How many items were handled, named or not.
    private var handledCount: Int { execution?.report.handled.count ?? 0 }

    /// How many items the page names.
    package static let pageItemsMax = 5_000

    /// How many items of each state have to be named for all but JSON.
    package static let namedMax = max(
        pageItemsMax, PlanMarkdown.itemsMax, Execution.Result.itemsMax)
}

extension String {
    /// The text with single blanks only.
    fileprivate var trimmingBlanks: String {
        split(separator: " ").joined(separator: " ")
    }
}
