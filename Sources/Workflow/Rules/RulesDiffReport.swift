// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
package import Text
package import Wording

/// A comparison of rules, written out.
package struct RulesDiffReport {
    let comparison: RulesComparison
    let words: Words
    /// How many items are written out for people.
    private static let itemsMax = 500

    /// What `comparison` says to somebody who reads `words`.
    package init(comparison: RulesComparison, words: Words) {
        self.comparison = comparison
        self.words = words
    }

    private var listing: Listing { comparison.after.listing }

    /// For programs.
    package func document(before: String, after: String) -> JSONValue {
        func side(_ plan: Plan, _ row: Int) -> JSONValue {
            .object([
                "verdict": .text(plan.verdict(row).rawValue),
                "rule": JSONValue(plan.rule(row)?.id),
                "reason": .text(plan.reason(row).rawValue),
            ])
        }
        func gain(_ verdict: Verdict) -> JSONValue {
            let gain = comparison.gain(of: verdict)
            return .object(["items": .number(gain.items), "bytes": .number(gain.bytes)])
        }
        return .object([
            "format": .number(1), "before": .text(before), "after": .text(after),
            "items": .number(listing.count), "delete": gain(.delete), "review": gain(.review),
            "needs_contents": .bool(comparison.needsContents),
            "changes": .list(
                comparison.rows.map { row in
                    .object([
                        "drive": .text(listing.driveName(row)), "id": .text(listing.id(row)),
                        "path": .text(listing.path(row)), "size": JSONValue(size(row)),
                        "before": side(comparison.before, row),
                        "after": side(comparison.after, row),
                    ])
                }),
        ])
    }

    private func size(_ row: Int) -> Int64? {
        listing.size[row] == Missing.number ? nil : listing.size[row]
    }

    private func cells(_ row: Int) -> [String] {
        func who(_ plan: Plan) -> String { plan.rule(row)?.id ?? words(plan.reason(row).name) }
        let (old, new) = (who(comparison.before), who(comparison.after))
        return [
            words(comparison.before.verdict(row).phrase),
            words(comparison.after.verdict(row).phrase),
            size(row).map { words.size($0) } ?? "",
            listing.driveName(row) + ":" + listing.path(row), old == new ? old : "\(old) → \(new)",
        ]
    }

    private var summary: [String] {
        words(
            [.rulesDiffHead(n: listing.count, count: comparison.rows.count)]
                + comparison.phrases)
    }

    private var more: [String] {
        let left = comparison.rows.count - Self.itemsMax
        return left > 0 ? [words(.tableMore(n: left))] : []
    }

    /// For people.
    package var lines: [String] {
        let rows = comparison.rows.prefix(Self.itemsMax).map { row in
            let cells = cells(row).map { VisibleText.escaped($0) }
            return [cells[0] + " → " + cells[1]] + cells[2...]
        }
        if rows.isEmpty { return summary }
        return summary + [""] + TextTable(rows: rows, leftColumns: [0, 2, 3]).lines + more
    }

    /// For a pull request.
    package var markdown: String {
        var text = summary.map { MarkdownCode.line(shown: $0) + "\n" }.joined(separator: "\n")
        if comparison.rows.isEmpty { return text }
        let columns = words(.rulesDiffColumns).split(separator: " ").joined(separator: " | ")
        text += "\n| \(columns) |\n|---|---|---:|---|---|\n"
        for row in comparison.rows.prefix(Self.itemsMax) {
            let cells = cells(row)
            text +=
                "| \(cells[0]) | \(cells[1]) | \(cells[2]) | \(MarkdownCode.cell(cells[3]))"
                + " | \(MarkdownCode.cell(cells[4])) |\n"
        }
        return text + more.map { "\n\($0)\n" }.joined()
    }
}
