// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The literals that examples give rise to.
enum LiteralPool {
    /// How many folders, beginnings of names, words and extensions are looked at, the most frequent.
    private static let most = 80
    /// How long a word or the beginning of a name is at least, in letters.
    private static let wordLetters = 4
    private static let prefixLetters = 2

    private static let ages = [
        Age(amount: 7, unit: .day), Age(amount: 14, unit: .day), Age(amount: 30, unit: .day),
        Age(amount: 90, unit: .day), Age(amount: 6, unit: .month), Age(amount: 1, unit: .year),
        Age(amount: 2, unit: .year), Age(amount: 3, unit: .year), Age(amount: 5, unit: .year),
        Age(amount: 10, unit: .year),
    ]
    private static let sizes: [(Int64, String)] = [
        (10_000, "10KB"), (100_000, "100KB"), (1_000_000, "1MB"), (5_000_000, "5MB"),
        (10_000_000, "10MB"), (50_000_000, "50MB"), (100_000_000, "100MB"),
        (500_000_000, "500MB"), (1_000_000_000, "1GB"), (5_000_000_000, "5GB"),
    ]

    /// The literals that at least `support` of `facts` meet, the narrower of two that are alike first:
    /// where `goes`, what takes less is the safer one, else what takes more.
    static func literals(of facts: [ItemFacts], support: Int, goes: Bool) -> [Literal] {
        var literals = folders(facts, support)
        if !goes { literals.reverse() }
        literals += names(facts, support)
        let extensions = frequent(facts.compactMap(\.ext).filter(isPlain), support)
        literals += extensions.map { .extensions([$0]) }
        let kinds = ItemKind.allCases.filter { kind in
            kind != .other && facts.count { $0.kind == kind } >= support
        }
        literals += kinds.map { .kind($0) }
        literals += frequent(facts.compactMap(\.camera).filter(isShown), support).map {
            .camera($0)
        }
        let olderFirst = goes ? ages.reversed() : ages
        literals += olderFirst.map { .ageOver($0) }
        let largerFirst = goes ? sizes.reversed() : sizes
        literals += largerFirst.map { .sizeOver($0.0, $0.1) }
        literals += (goes ? sizes : sizes.reversed()).map { .sizeUnder($0.0, $0.1) }
        // What is new and goes is mostly something that was not looked at yet.
        if !goes { literals += ages.reversed().map { .ageUnder($0) } }
        return literals
    }

    /// Folders, the deeper first, then by text.
    private static func folders(_ facts: [ItemFacts], _ support: Int) -> [Literal] {
        func depth(_ folder: String) -> Int { folder.utf8.count { $0 == 0x2F } }
        return frequent(facts.flatMap(\.folders).filter(isShown), support).enumerated()
            .sorted { (-depth($0.element), $0.offset) < (-depth($1.element), $1.offset) }
            .map { .folder($0.element) }
    }

    private static func names(_ facts: [ItemFacts], _ support: Int) -> [Literal] {
        let prefixes = frequent(facts.compactMap { prefix(of: $0.name) }, support)
        let inside = frequent(facts.flatMap { words(of: $0.name) }, support)
        let known = Set(prefixes.map(Normalization.folded))
        return prefixes.map { .namePrefix($0) }
            + inside.filter { !known.contains(Normalization.folded($0)) }.map { .nameWord($0) }
    }

    /// The letters that a name begins with, where something else follows them before the extension.
    private static func prefix(of name: String) -> String? {
        let letters = name.unicodeScalars.prefix { isLetter($0) }
        let rest = name.unicodeScalars.dropFirst(letters.count)
        guard letters.count >= prefixLetters, let next = rest.first, next != "." else { return nil }
        return String(String.UnicodeScalarView(letters))
    }

    /// The words of a name without its extension, each once.
    private static func words(of name: String) -> [String] {
        let stem = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
        var seen: Set<String> = []
        return stem.unicodeScalars.split { !isLetter($0) }.map { String($0) }
            .filter { word in
                word.unicodeScalars.count >= wordLetters
                    && seen.insert(Normalization.folded(word)).inserted
            }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic
    }

    /// Whether an extension is one that rules can name and people read.
    private static func isPlain(_ ext: String) -> Bool {
        ext.utf8.count <= 12
            && ext.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0)
            }
    }

    /// Whether a text can be shown in one line as it is.
    private static func isShown(_ text: String) -> Bool {
        text.utf8.count <= 200
            && !text.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned,
                    .privateUse:
                    true
                default: false
                }
            }
    }

    /// The texts that stand in at least `support` places, each in the spelling that comes first by its
    /// bytes; the most frequent first, of those equally frequent by text.
    private static func frequent(_ texts: [String], _ support: Int) -> [String] {
        var counts: [String: (count: Int, text: String)] = [:]
        for text in texts {
            let key = Normalization.folded(text)
            let known = counts[key]
            let isFirst = known.map { text.utf8.lexicographicallyPrecedes($0.text.utf8) } ?? true
            counts[key] = ((known?.count ?? 0) + 1, isFirst ? text : known?.text ?? text)
        }
        let sorted = counts.filter { $0.value.count >= support }.sorted { one, other in
            one.value.count != other.value.count
                ? one.value.count > other.value.count
                : one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
        }
        return sorted.prefix(most).map(\.value.text)
    }
}
