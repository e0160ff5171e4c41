// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording

/// A help page as a page of the documentation.
package struct HelpMarkdown {
    private let words: Words

    /// A page in `words`.
    package init(words: Words) { self.words = words }

    /// The widest line of the documentation that is not a row of a table.
    private static let width = 120

    /// The text of `page`.
    package func text(_ page: HelpPage) -> String {
        let parts = ["# " + words(page.title)] + page.blocks.map { text($0) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func text(_ block: HelpPage.Block) -> String {
        switch block {
        case .heading(let phrase): "## " + words(phrase)
        case .paragraph(let phrase): wrapped(words(phrase), "", "")
        case .bullets(let phrases):
            phrases.map { wrapped(words($0), "* ", "  ") }.joined(separator: "\n")
        case .commands(let lines): (["```sh"] + lines + ["```"]).joined(separator: "\n")
        case .table(let columns, let rows):
            ([line(columns), "|" + String(repeating: "---|", count: columns.count)]
                + rows.map { line($0) }).joined(separator: "\n")
        }
    }

    private func line(_ cells: [Phrase]) -> String {
        "| " + cells.map { words($0) }.joined(separator: " | ") + " |"
    }

    private func wrapped(_ text: String, _ first: String, _ rest: String) -> String {
        let lines = CellWidth.wrapped(text, to: Self.width - rest.count)
        return first + lines.joined(separator: "\n" + rest)
    }
}
