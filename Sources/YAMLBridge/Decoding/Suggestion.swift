// SPDX-License-Identifier: Apache-2.0

/// "Did you mean": known words within two edits of what was written.
package struct Suggestion {
    /// How many words may still be compared; keeps a file full of wrong names from costing minutes.
    private var comparisonsLeft = 200_000

    /// The most edits between a word and what it was meant to be.
    static let distanceMax = 2

    /// Suggestions for one file, or for one command line.
    package init() {}

    /// The nearest of `words`, the first of equals; nil when none is near enough.
    mutating func nearest(to written: String, among words: some Collection<String>) -> String? {
        comparisonsLeft -= words.count
        guard comparisonsLeft > 0, written.utf8.count <= 256 else { return nil }
        let letters = Array(written.unicodeScalars)
        var best: (word: String, distance: Int)?
        for word in words {
            let limit = min(Self.distanceMax, letters.count - 1, word.unicodeScalars.count - 1)
            guard let distance = Self.distance(letters, Array(word.unicodeScalars), limit: limit),
                distance < best?.distance ?? .max
            else { continue }
            best = (word, distance)
        }
        return best?.word
    }

    /// "; did you mean 'word'?", or nothing.
    package mutating func hint(for written: String, among words: some Collection<String>) -> String
    {
        nearest(to: written, among: words).map { "; did you mean '\($0)'?" } ?? ""
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
