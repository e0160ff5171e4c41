// SPDX-License-Identifier: Apache-2.0

internal import Text
package import Wording

/// A help page for a terminal.
package struct HelpText {
    private let words: Words
    private let width: Int
    private let bold: (String) -> String

    /// A text in `words`, in lines of at most `width` cells; headings go through `bold`.
    package init(words: Words, width: Int, bold: @escaping (String) -> String) {
        self.words = words
        self.width = max(width, Self.widthMin)
        self.bold = bold
    }

    /// In less room a text breaks at every word.
    private static let widthMin = 24

    /// The lines of `page`.
    package func lines(_ page: HelpPage) -> [String] {
        [bold(words(page.title))]
            + page.blocks.flatMap { [""] + lines($0) }
    }

    private func lines(_ block: HelpPage.Block) -> [String] {
        switch block {
        case .heading(let phrase): wrapped(plain(phrase)).map(bold)
        case .paragraph(let phrase): wrapped(plain(phrase))
        case .bullets(let phrases): phrases.flatMap { item(plain($0), after: "• ") }
        case .commands(let lines): lines.map { "  " + $0 }
        case .table(let columns, let rows): rows.flatMap { row(columns, $0) }
        }
    }

    /// A row of a table: what names it, and below that the other columns, each with its head.
    private func row(_ columns: [Phrase], _ cells: [Phrase]) -> [String] {
        let first = cells.first.map { item(plain($0), after: "• ") } ?? []
        let isPair = columns.count == 2
        return zip(columns, cells).dropFirst().reduce(into: first) { lines, cell in
            let head = isPair ? "" : plain(cell.0) + ": "
            lines += wrapped(head + plain(cell.1), indent: 4)
        }
    }

    private func plain(_ phrase: Phrase) -> String { Self.plain(phrase, words) }

    /// The text of `phrase` without marks.
    static func plain(_ phrase: Phrase, _ words: Words) -> String {
        HelpSpan.spans(words(phrase)).map(\.plain).joined()
    }

    private func item(_ text: String, after mark: String) -> [String] {
        let lines = wrapped(text, indent: 2)
        return [mark + lines[0].dropFirst(2)] + lines.dropFirst()
    }

    private func wrapped(_ text: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return CellWidth.wrapped(text, to: width - indent).map { margin + $0 }
    }
}
