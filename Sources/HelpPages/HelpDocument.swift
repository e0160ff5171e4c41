// SPDX-License-Identifier: Apache-2.0

package import Text
package import Wording

/// A help page for a script of a web page, which makes elements of it.
package struct HelpDocument {
    private let words: Words

    /// A page in `words`.
    package init(words: Words) { self.words = words }

    /// `page`, as `{"name": …, "title": …, "blocks": [{"kind": …, …}]}`.
    package func value(_ page: HelpPage) -> JSONValue {
        .object([
            ("name", .text(page.name)), ("title", .text(words(page.title))),
            ("blocks", .list(page.blocks.map { value($0) })),
        ])
    }

    private func value(_ block: HelpPage.Block) -> JSONValue {
        switch block {
        case .heading(let phrase): kind("heading", ("spans", spans(phrase)))
        case .paragraph(let phrase): kind("paragraph", ("spans", spans(phrase)))
        case .bullets(let phrases): kind("bullets", ("items", .list(phrases.map { spans($0) })))
        case .commands(let lines): kind("commands", ("lines", .texts(lines)))
        case .table(let columns, let rows):
            kind(
                "table", ("columns", .list(columns.map { spans($0) })),
                ("rows", .list(rows.map { .list($0.map { spans($0) }) })))
        }
    }

    private func kind(_ name: String, _ members: (name: String, value: JSONValue)...) -> JSONValue {
        .object([("kind", .text(name))] + members)
    }

    private func spans(_ phrase: Phrase) -> JSONValue {
        .list(HelpSpan.spans(words(phrase)).map { value($0) })
    }

    private func value(_ span: HelpSpan) -> JSONValue {
        switch span {
        case .text(let text): .text(text)
        case .code(let text): .object([("code", .text(text))])
        case .emphasis(let text): .object([("emphasis", .text(text))])
        case .link(let said, let target):
            .object([
                ("link", .list(said.map { value($0) })),
                ("page", .text(HelpPage.names(target))),
            ])
        }
    }
}
