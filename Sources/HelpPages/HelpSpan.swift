// SPDX-License-Identifier: Apache-2.0

/// A piece of a text of a help page.
///
/// The catalogue writes such texts as the documentation does, in a little of Markdown: code between
/// backticks, emphasis between asterisks, and links.
package enum HelpSpan: Sendable, Hashable {
    /// As it stands.
    case text(String)
    /// Something that is typed, or a name.
    case code(String)
    /// Said with emphasis.
    case emphasis(String)
    /// A link: what it says, and the page of the documentation that it leads to.
    case link([HelpSpan], target: String)

    /// The pieces of `text`. What begins like one of them and never ends is text.
    package static func spans(_ text: String) -> [HelpSpan] {
        var spans: [HelpSpan] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { "`*[".contains($0) }) {
            guard let (span, end) = span(rest[start...]) else {
                append(rest[...start], to: &spans)
                rest = rest[rest.index(after: start)...]
                continue
            }
            append(rest[..<start], to: &spans)
            spans.append(span)
            rest = rest[end...]
        }
        append(rest, to: &spans)
        return spans
    }

    /// The piece that `text` begins with, and where it ends.
    private static func span(_ text: Substring) -> (HelpSpan, Substring.Index)? {
        let inner = text.dropFirst()
        switch text.first {
        case "`":
            return inner.firstIndex(of: "`").map { (.code(String(inner[..<$0])), after($0, inner)) }
        case "*":
            return inner.firstIndex(of: "*").map {
                (.emphasis(String(inner[..<$0])), after($0, inner))
            }
        default:
            guard let middle = inner.firstRange(of: "]("),
                let end = inner[middle.upperBound...].firstIndex(of: ")")
            else { return nil }
            let said = spans(String(inner[..<middle.lowerBound]))
            let target = String(inner[middle.upperBound..<end])
            return (.link(said, target: target), after(end, inner))
        }
    }

    private static func after(_ index: Substring.Index, _ text: Substring) -> Substring.Index {
        text.index(after: index)
    }

    /// Texts that follow each other are one.
    private static func append(_ text: Substring, to spans: inout [HelpSpan]) {
        guard !text.isEmpty else { return }
        if case .text(let before)? = spans.last {
            spans[spans.count - 1] = .text(before + text)
        } else {
            spans.append(.text(String(text)))
        }
    }

    /// What a terminal shows: a link to a help page is its command, others
    /// lead nowhere there, and what is typed stands in quotes where it
    /// is more than one word.
    var plain: String {
        switch self {
        case .text(let text), .emphasis(let text): text
        case .code(let text): text.contains(" ") ? "'\(text)'" : text
        case .link(let spans, let target):
            spans.map(\.plain).joined()
                + (HelpPage.names(target).map { " ('cleanrules \($0)')" } ?? "")
        }
    }
}
