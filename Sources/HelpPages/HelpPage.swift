// SPDX-License-Identifier: Apache-2.0

package import Wording

/// A page that helps, in no language yet: shown by a command, on the page of reviews, and as part of
/// the documentation, from the same words.
package struct HelpPage: Sendable {
    /// Its name: that of its command, of its address and of its file.
    package let name: String
    /// What stands above it.
    package let title: Phrase
    /// What it is made of.
    package let blocks: [Block]

    /// A part of a page.
    package enum Block: Sendable {
        case heading(Phrase)
        case paragraph(Phrase)
        case bullets([Phrase])
        /// Lines to type.
        case commands([String])
        /// What stands in the first column names the row.
        case table(columns: [Phrase], rows: [[Phrase]])
    }

    /// All of them, in the order in which they are shown.
    package static let all = [faq, support, privacy, terms]

    /// The name of the page that a link to `target` leads to; nil if it is none of these.
    static func names(_ target: String) -> String? {
        ["faq", "support", "privacy", "terms"].first { target == $0 + ".md" }
    }

    init(name: String, title: Phrase, blocks: [Block]) {
        self.name = name
        self.title = title
        self.blocks = blocks
    }
}
