// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// A comparison taken apart into its word and its bounds, before the bounds are read.
///
/// Sizes, counts, ages and dates share this form: a word, one or more blanks and a bound; or two
/// bounds with `..` between them; or one bound alone.
enum ComparisonText {
    /// `over X`, `since X`.
    case above(Substring)
    /// `under X`, `before X`.
    case below(Substring)
    /// `X..Y`.
    case between(Substring, Substring)
    /// `X`.
    case alone(Substring)

    /// The words of one kind of comparison and an example, for the messages.
    struct Words {
        var above: String
        var below: String
        var example: String

        /// `over` and `under`, with an example of a bound.
        static func overUnder(_ example: String) -> Words {
            Words(above: "over", below: "under", example: example)
        }

        /// `since` and `before`.
        static let dates = Words(above: "since", below: "before", example: "2024-01-01")
    }

    /// Takes `text` apart; throws `comparison-invalid` and `range-invalid`.
    init(_ text: Substring, words: Words) throws(ValueError) {
        if let bound = try Self.bound(of: text, after: words.above, words) {
            self = .above(bound)
        } else if let bound = try Self.bound(of: text, after: words.below, words) {
            self = .below(bound)
        } else if let dots = text.firstDoubleDot {
            self = try Self.range(text[..<dots.lowerBound], text[dots.upperBound...], words)
        } else {
            try Self.refuseOtherWords(text, words)
            try Self.refuseSigns(text, words)
            self = .alone(text)
        }
    }

    /// What follows `word` and its blanks; nil when `text` does not begin with `word`.
    private static func bound(
        of text: Substring, after word: String, _ words: Words
    ) throws(ValueError) -> Substring? {
        guard text.hasPrefix(word) else { return nil }
        let rest = text.dropFirst(word.count)
        let bound = rest.drop { $0 == " " }
        guard rest.startIndex != bound.startIndex, !bound.isEmpty else {
            throw ValueError(
                .comparisonInvalid,
                Message("'\(word)' is followed by a blank and a value"),
                advice: Message("write '\(word) \(words.example)'"))
        }
        guard bound.firstDoubleDot == nil else {
            throw ValueError(
                .comparisonInvalid, Message("a range stands without '\(word)'"),
                advice: Message("write '\(bound.quotable)'"))
        }
        return bound
    }

    /// Both ends of a range.
    private static func range(
        _ first: Substring, _ second: Substring, _ words: Words
    ) throws(ValueError) -> ComparisonText {
        guard !first.isEmpty, !second.isEmpty, second.first != ".", first.last != "." else {
            throw ValueError(
                .rangeInvalid,
                Message(
                    "a range has two ends with '..' between them; for one end write "
                        + "'\(words.above) \(words.example)' or '\(words.below) \(words.example)'"))
        }
        guard first.last != " ", second.first != " " else {
            throw ValueError(.rangeInvalid, Message("no blank stands around '..'"))
        }
        return .between(first, second)
    }

    /// A date is not over another, and a size not before one.
    private static func refuseOtherWords(
        _ text: Substring, _ words: Words
    ) throws(ValueError) {
        guard let word = ["over", "under", "before", "since"].first(where: text.hasPrefix)
        else { return }
        throw ValueError(
            .comparisonInvalid,
            Message(
                "'\(word)' does not go with this kind of value; use '\(words.above)' or "
                    + "'\(words.below)'"))
    }

    /// Signs are refused by name, as most people try them first.
    private static func refuseSigns(_ text: Substring, _ words: Words) throws(ValueError) {
        guard let first = text.first, "<>=≤≥".contains(first) else { return }
        let bound = text.drop { "<>=≤≥ ".contains($0) }
        let shown = bound.isEmpty ? words.example[...] : bound
        let word = "<≤".contains(first) ? words.below : words.above
        throw ValueError(
            .comparisonInvalid,
            Message("comparisons are words, not signs"),
            advice: Message("write '\(word) \(shown.quotable)'"))
    }
}

extension Substring {
    /// The first `..`.
    var firstDoubleDot: Range<Index>? {
        var index = startIndex
        while let dot = self[index...].firstIndex(of: ".") {
            let next = self.index(after: dot)
            guard next < endIndex else { return nil }
            if self[next] == "." { return dot..<self.index(after: next) }
            index = next
        }
        return nil
    }

    /// The text for a message: not longer than a message may quote.
    var quotable: String { count > 40 ? prefix(40) + "…" : String(self) }
}

extension String {
    /// The text for a message: not longer than a message may quote.
    package var quotable: String { self[...].quotable }
}
