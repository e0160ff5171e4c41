// SPDX-License-Identifier: Apache-2.0

package import Messages

/// "Did you mean": known words within two edits of what was written.
package struct Suggestion {
    /// How many words may still be compared; keeps a file full of wrong names from costing minutes.
    private var comparisonsLeft = 200_000

    /// The most edits between a word and what it was meant to be.
    static let distanceMax = 2

    /// Suggestions for one file, or for one command line.
    package init() {}

    /// The nearest of `words`; of equals the one of the same letters, then the first. Nil when none is
    /// near enough.
    package mutating func nearest(
        to written: String, among words: some Collection<String>
    ) -> String? {
        comparisonsLeft -= words.count
        guard comparisonsLeft > 0, written.utf8.count <= 256 else { return nil }
        let letters = Array(written.unicodeScalars)
        let sorted = letters.sorted()
        var best: (word: String, rank: (Int, Int))?
        for word in words {
            let scalars = Array(word.unicodeScalars)
            let limit = min(Self.distanceMax, letters.count - 1, scalars.count - 1)
            guard let distance = Self.distance(letters, scalars, limit: limit) else { continue }
            let rank = (distance, scalars.sorted() == sorted ? 0 : 1)
            if best.map({ rank < $0.rank }) ?? true { best = (word, rank) }
        }
        return best?.word
    }

    /// Whether words may still be compared.
    var hasTime: Bool { comparisonsLeft > 0 }

    /// The one of the language's `words` that was meant: spelled otherwise, called otherwise
    /// (`Synonyms`), or mistyped; nil when none is near enough.
    package mutating func word(
        for written: String, among words: some Collection<String>
    ) -> String? {
        otherName(for: written, among: words) ?? nearest(to: written, among: words)
    }

    /// The same without what is mistyped. With `entries`, a meaning may be a whole entry of a condition,
    /// `key: value`, whose key is one of `words`.
    mutating func otherName(
        for written: String, among words: some Collection<String>, entries: Bool = false
    ) -> String? {
        comparisonsLeft -= words.count
        guard comparisonsLeft > 0, written.utf8.count <= 256 else { return nil }
        let folded = Synonyms.folded(written)
        if let same = words.first(where: { $0 != written && Synonyms.folded($0) == folded }) {
            return same
        }
        return Synonyms.meanings(of: written).first { meaning in
            words.contains(entries ? String(meaning.prefix { $0 != ":" }) : meaning)
        }
    }

    /// "; did you mean 'word'?" of the language's words, or nothing.
    package mutating func hint(
        for written: String, among words: some Collection<String>
    ) -> Message {
        Self.hint(word(for: written, among: words))
    }

    /// The same of names that people gave, which mean nothing else.
    mutating func hint(forName written: String, among names: some Collection<String>) -> Message {
        Self.hint(nearest(to: written, among: names))
    }

    /// "; did you mean 'word'?", or nothing.
    package static func hint(_ word: String?) -> Message {
        word.map { Message("; did you mean '\($0)'?") } ?? .empty
    }

    /// `words`, the nearest to `written` first; as they are when there is no time left for it.
    mutating func sorted(_ words: [String], near written: String) -> [String] {
        comparisonsLeft -= words.count
        let letters = Array(written.unicodeScalars)
        guard comparisonsLeft > 0, letters.count <= 32 else { return words }
        let ranked = words.enumerated().map { index, word in
            let scalars = Array(word.unicodeScalars)
            let most = max(scalars.count, letters.count)
            return (Self.distance(letters, scalars, limit: most) ?? most, index, word)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// The Levenshtein distance; nil past `limit`.
    static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], limit: Int) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var row = Array(0...right.count)
        for (index, scalar) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let substitution = diagonal + (scalar == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(substitution, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count] <= limit ? row[right.count] : nil
    }
}
