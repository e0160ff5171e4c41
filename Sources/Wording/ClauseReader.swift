// SPDX-License-Identifier: Apache-2.0

package import Messages

/// Finds the template of which a text was made, and the values in it.
///
/// What drives, accounts and the network met is recorded in English; the argument parser speaks English
/// too. A place of a template takes any text, and within quotes, where names stand, it is left alone;
/// elsewhere it may be a clause itself. Where several templates fit, that one is meant which leaves
/// least of the text to nobody.
package struct ClauseReader: Sendable {
    /// A template without its places.
    private struct Pattern: Sendable {
        var template: String
        /// What stands before, between and after the places.
        var parts: [String]
        /// How many characters the parts have.
        var length: Int
        /// Whether it says enough to be meant whatever stands in its places.
        var isTelling: Bool
    }

    /// A text as a clause, and how many of its characters templates account for.
    private typealias Reading = (message: Message, covered: Int)

    private let whole: Set<String>
    private let patterns: [Pattern]

    /// Of all that drives, accounts and the network say.
    package static let outcomes = ClauseReader(
        Array(Catalogue.clauses(in: .german, of: .outcomes).keys))

    /// A reader of texts that were made of `templates`.
    package init(_ templates: [String]) {
        var whole: Set<String> = []
        var patterns: [Pattern] = []
        for template in templates where template != Self.join {
            let parts = template.split(separator: #/\{\d+\}/#, omittingEmptySubsequences: false)
                .map { String($0) }
            if parts.count == 1 {
                whole.insert(template)
                continue
            }
            let text = parts.joined()
            patterns.append(
                Pattern(
                    template: template, parts: parts, length: text.count,
                    isTelling: text.count { $0.isLetter } >= Self.letterCountMin))
        }
        self.whole = whole
        self.patterns = patterns.sorted { ($0.length, $0.template) > ($1.length, $1.template) }
    }

    /// What is said, and of what: the one template that says nothing itself.
    private static let join = "{1}: {2}"
    /// With fewer letters a template is only meant where a value is a clause or a number.
    private static let letterCountMin = 6
    private static let depthMax = 4
    private static let byteCountMax = 4_096
    /// How many readings are tried; a text of more is not one that was made of clauses.
    private static let readingCountMax = 400

    /// The clause that `text` was made of; nil where no template fits.
    package func message(_ text: String) -> Message? {
        if text.utf8.count > Self.byteCountMax { return nil }
        var budget = Self.readingCountMax
        let found = reading(text[...], depth: 0, &budget)
        return budget < 0 ? nil : found?.message
    }

    private func reading(_ text: Substring, depth: Int, _ budget: inout Int) -> Reading? {
        budget -= 1
        if budget < 0 { return nil }
        let full = String(text)
        if whole.contains(full) { return (Message.made(of: full, []), full.count) }
        if depth == Self.depthMax { return nil }
        var best: Reading?
        func offer(_ reading: Reading?) {
            if let reading, reading.covered > best?.covered ?? 0 { best = reading }
        }
        for pattern in patterns {
            if let values = values(of: text, in: pattern.parts) {
                offer(reading(of: pattern, values, depth: depth, &budget))
            }
        }
        for place in text.ranges(of: ": ").prefix(8) {
            let left = text[..<place.lowerBound]
            // Within quotes stands a name.
            if left.utf8.count(where: { $0 == UInt8(ascii: "'") }) % 2 == 1 { continue }
            offer(joined(left, text[place.upperBound...], depth: depth, &budget))
        }
        return best
    }

    private func reading(
        of pattern: Pattern, _ values: [Substring], depth: Int, _ budget: inout Int
    ) -> Reading? {
        var (isMeant, covered) = (pattern.isTelling, pattern.length)
        let messages = values.enumerated().map { index, value in
            if pattern.parts[index].hasSuffix("'"), pattern.parts[index + 1].hasPrefix("'") {
                return Message.plain(String(value))
            }
            if !value.isEmpty, value.allSatisfy({ $0.isWholeNumber }) { isMeant = true }
            guard value.first != "\"", let inner = reading(value, depth: depth + 1, &budget) else {
                return Message.plain(String(value))
            }
            isMeant = true
            covered += inner.covered
            return inner.message
        }
        return isMeant ? (Message.made(of: pattern.template, messages), covered) : nil
    }

    /// A clause and what follows it, or something and the clause on it.
    private func joined(
        _ left: Substring, _ right: Substring, depth: Int, _ budget: inout Int
    ) -> Reading? {
        let first = reading(left, depth: depth + 1, &budget)
        let second = reading(right, depth: depth + 1, &budget)
        if first == nil, second == nil { return nil }
        let messages = [
            first?.message ?? .plain(String(left)), second?.message ?? .plain(String(right)),
        ]
        let covered = (first?.covered ?? 0) + (second?.covered ?? 0) + 2
        return (Message.made(of: Self.join, messages), covered)
    }

    /// The values in the places between `parts`; nil where `text` was not made so.
    private func values(of text: Substring, in parts: [String]) -> [Substring]? {
        guard let first = parts.first, let last = parts.last, text.hasPrefix(first),
            text.hasSuffix(last), text.utf8.count >= first.utf8.count + last.utf8.count
        else { return nil }
        var values: [Substring] = []
        var rest = text.dropFirst(first.count)
        for (index, part) in parts.enumerated().dropFirst().dropLast() {
            guard let found = rest.firstRange(of: part) else { return nil }
            // A name may have in it what stands behind names; where it ends is not known then.
            let isName = parts[index - 1].hasSuffix("'") && part.hasPrefix("'")
            if isName, rest[found.upperBound...].firstRange(of: part) != nil { return nil }
            values.append(rest[..<found.lowerBound])
            rest = rest[found.upperBound...]
        }
        guard rest.hasSuffix(last) else { return nil }
        values.append(rest.dropLast(last.count))
        return values
    }
}
