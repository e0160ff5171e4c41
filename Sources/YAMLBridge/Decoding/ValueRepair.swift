// SPDX-License-Identifier: Apache-2.0

/// What may have been meant by a value that its grammar refused: `3dd`, `90 days`, `older than 2w`.
///
/// Guesses only. Whoever asks tries each with the grammar, so that nothing is suggested that would
/// be refused again.
enum ValueRepair {
    /// The longest value that is guessed at, in bytes.
    static let byteCountMax = 80
    /// The most guesses for one value.
    static let countMax = 48

    /// Words that stand alone.
    private static let words = ["unlimited", "none", "present", "missing"]
    /// Words before a bound.
    private static let comparisons = ["over", "under", "since", "before"]
    private static let units = [
        "m", "h", "d", "w", "mo", "y", "s", "B", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB",
        "TiB", "%",
    ]
    /// The long names of units that are easily mistyped.
    private static let unitNames = [
        "minutes", "hours", "days", "weeks", "months", "years", "seconds", "megabytes", "gigabytes",
    ]

    /// Guesses at what `text` was meant to be, the likeliest first, each once.
    ///
    /// Of a pattern, which may be any text, only the characters and the slashes are guessed at.
    static func guesses(for text: String, isPattern: Bool = false) -> [String] {
        guard text.utf8.count <= byteCountMax else { return [] }
        let plain = OddCharacters.plain(text)
        var suggestion = Suggestion()
        var guesses = [plain]
        if !isPattern {
            guesses += words.filter { suggestion.word(for: plain, among: [$0]) != nil }
            guesses += comparisons(plain)
            guesses.append(name(plain))
        }
        if plain.contains(where: { "/:".contains($0) }) { guesses += paths(plain) }
        var seen: Set<ExactText> = [ExactText(text: text)]
        return Array(
            guesses.filter { !$0.isEmpty && seen.insert(ExactText(text: $0)).inserted }
                .prefix(countMax))
    }

    // MARK: Comparisons

    /// `text` as a comparison, a range or a bound alone.
    private static func comparisons(_ text: String) -> [String] {
        let head = text.prefix { !isDigit($0) }
        let rest = String(text.dropFirst(head.count))
        guard !rest.isEmpty else { return [] }
        let word = trimmed(head)
        let sides = ends(of: rest).map { bounds($0) }
        if sides.count == 2 {
            guard ["", "between", "from"].contains(word.lowercased()) else { return [] }
            return sides[0].flatMap { first in sides[1].map { "\(first)..\($0)" } }
        }
        let side = sides.flatMap { $0 }
        let meant = meanings(ofHead: word)
        let alone = word.isEmpty ? side : []
        return alone + meant.flatMap { word in side.map { "\(word) \($0)" } }
    }

    /// The words that `head` may stand for.
    private static func meanings(ofHead head: String) -> [String] {
        switch head {
        case "": return ["over"]
        case ">", ">=", "≥", "+": return ["over", "since"]
        case "<", "<=", "≤": return ["under", "before"]
        default:
            var suggestion = Suggestion()
            return comparisons.filter { suggestion.word(for: head, among: [$0]) != nil }
        }
    }

    /// One end, or the two of a range.
    private static func ends(of text: String) -> [String] {
        for separator in ["...", "..", " to ", " and ", " - ", " bis "] {
            guard let range = text.firstRange(of: separator) else { continue }
            return [String(text[..<range.lowerBound]), String(text[range.upperBound...])]
        }
        return [text]
    }

    // MARK: Bounds

    /// Ways to write one bound.
    private static func bounds(_ text: String) -> [String] {
        let text = trimmed(text[...])
        if let day = Self.day(text) { return [day] }
        let digits = text.prefix { isDigit($0) || ".,_'".contains($0) }
        guard let number = Self.number(digits) else { return [text] }
        let (unit, period) = Self.period(trimmed(text.dropFirst(digits.count)))
        return units(for: unit).map { number + $0 + period }
    }

    /// `2024/1/31` and `20240131` as `2024-01-31`.
    private static func day(_ text: String) -> String? {
        var parts = text.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        if parts.count == 1, text.count == 8 {
            let (year, rest) = (text.prefix(4), text.dropFirst(4))
            parts = [year, rest.prefix(2), rest.dropFirst(2)]
        }
        guard parts.count == 3, parts[0].count == 4, parts.allSatisfy({ $0.allSatisfy(isDigit) })
        else { return nil }
        return parts.map { $0.count == 1 ? "0" + $0 : String($0) }.joined(separator: "-")
    }

    /// Digits without the signs between thousands, with a point before the fraction.
    private static func number(_ text: Substring) -> String? {
        guard text.first.map(isDigit) == true else { return nil }
        let bare = text.filter { $0 != "_" && $0 != "'" }
        let parts = bare.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return bare }
        let isGrouped = parts.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
        return parts.joined(separator: isGrouped ? "" : ".")
    }

    /// A unit, and `/day` where that was meant to follow.
    private static func period(_ text: String) -> (unit: String, period: String) {
        for ending in ["/day", "/ day", "per day", "a day", "each day", "daily", "/d"]
        where text.lowercased().hasSuffix(ending) {
            return (trimmed(text.dropLast(ending.count)), "/day")
        }
        for ending in ["ago", "old"] where text.lowercased().hasSuffix(" " + ending) {
            return (trimmed(text.dropLast(ending.count)), "")
        }
        return (text, "")
    }

    /// The units that `text` may stand for.
    private static func units(for text: String) -> [String] {
        guard !text.isEmpty else { return [""] }
        var suggestion = Suggestion()
        let single = text.reduce(into: "") { if $0.last != $1 { $0.append($1) } }
        var meant = units.filter { $0 == text }
        meant += Synonyms.meanings(of: text).filter(units.contains)
        meant += units.filter {
            [text.lowercased(), single.lowercased()].contains($0.lowercased())
        }
        if let name = suggestion.nearest(to: text.lowercased(), among: unitNames) {
            meant += Synonyms.meanings(of: name)
        }
        if let near = suggestion.nearest(to: text, among: units) { meant.append(near) }
        return meant
    }

    // MARK: Paths

    /// `text` as a path, or as a folder of a drive.
    private static func paths(_ text: String) -> [String] {
        var text = text.split(separator: "/").joined(separator: "/")
        if let colon = text.firstIndex(of: ":") {
            let rest = text[text.index(after: colon)...].drop { $0 == "/" || $0 == " " }
            text = "\(text[..<colon]):/\(rest)"
            return [text]
        }
        return ["/" + text, text]
    }

    // MARK: Names

    /// `Old Installers` as `old-installers`.
    static func name(_ text: String) -> String {
        let parts = OddCharacters.plain(text).lowercased().split { character in
            !(character.isASCII && (character.isLetter || character.isNumber || character == "_"))
        }
        return parts.joined(separator: "-")
    }

    // MARK: Characters

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isNumber
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(String(text.drop { $0 == " " }).reversed().drop { $0 == " " }.reversed())
    }
}
