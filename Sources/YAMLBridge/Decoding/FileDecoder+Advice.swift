// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// What was meant by keys and values that may not stand where they stand.
extension FileDecoder {
    // MARK: Keys

    /// What was meant by the unknown key `name`: one of `known`, or a key of another mapping; and the
    /// keys that may stand there, the nearest first.
    mutating func advice(
        onKey name: String, _ entry: NamedEntry, _ owner: Message, among known: [String]
    ) -> (hint: Message, notes: [Message]) {
        let meant = meant(byKey: name, owner, among: known)
        let hint =
            meant.map { Suggestion.hint(filled($0, entry)) } ?? home(ofKey: name, owner)
        let key = meant.map { String($0.prefix { $0 != ":" }) }
        return (hint, list(ofKeys: known, near: name, first: key))
    }

    /// The one of `known` that was meant, or an entry with it; nil for a key that is written one level
    /// off.
    private mutating func meant(
        byKey name: String, _ owner: Message, among known: [String]
    ) -> String? {
        let home = KeyHome.title(ofKey: name, besides: owner)
        if KeyHome.areNeighbours(owner, home) { return nil }
        let isCondition = owner == CombinatorKey.mappingName
        return suggestion.otherName(for: name, among: known, entries: isCondition)
            ?? (home == nil ? suggestion.nearest(to: name, among: known) : nil)
    }

    /// Where `name`, or what it means, is a key.
    private func home(ofKey name: String, _ owner: Message) -> Message {
        if let home = KeyHome.title(ofKey: name, besides: owner) {
            return Message("; '\(name.quotable)' is a key of \(home)")
        }
        for meaning in Synonyms.meanings(of: name) {
            let key = String(meaning.prefix { $0 != ":" })
            guard let home = KeyHome.title(ofKey: key, besides: owner) else { continue }
            return Message("; '\(meaning)' is written in \(home)")
        }
        return .empty
    }

    /// All keys that may stand in the place of an unknown one: `first`, then the nearest first.
    private mutating func list(
        ofKeys known: [String], near name: String, first: String?
    ) -> [Message] {
        guard !known.isEmpty, suggestion.hasTime else { return [] }
        let nearest =
            (first.map { [$0] } ?? [])
            + suggestion.sorted(known, near: name).filter { $0 != first }
        return [Message("here may stand: \(nearest.joined(separator: ", "))")]
    }

    /// `age: over 90d` with what the person wrote in the place of the example, where that fits.
    private func filled(_ meaning: String, _ entry: NamedEntry) -> String {
        guard let colon = meaning.firstIndex(of: ":"),
            let field = Field(rawValue: String(meaning[..<colon])),
            let text = tree.text(of: entry.value),
            let blank = meaning.lastIndex(of: " ")
        else { return meaning }
        let key = meaning[...colon]
        let word = meaning[colon..<blank].dropFirst(2)
        let written = "\(word) \(text)"
        let fitting = ([written] + ValueRepair.guesses(for: written)).first { guess in
            guess.hasPrefix(word) && Self.isTaken(guess, by: field)
        }
        return fitting.map { "\(key) \($0)" } ?? meaning
    }

    /// Whether a test of `field` takes the value.
    private static func isTaken(_ text: String, by field: Field) -> Bool {
        switch Vocabulary.description(of: field).form {
        case .size: isTaken(text, by: SizeGrammar.comparison)
        case .age: isTaken(text, by: DurationGrammar.comparison)
        default: false
        }
    }

    /// Whether `parse` takes the value.
    private static func isTaken<Value>(
        _ text: String, by parse: (String) throws(ValueError) -> Value
    ) -> Bool {
        do throws(ValueError) {
            _ = try parse(text)
            return true
        } catch {
            return false
        }
    }

    // MARK: Values

    /// What is wrong with `text`, and what may have been meant: the first guess that `parse` takes, or
    /// that is one of `words`.
    mutating func message<Value>(
        _ error: ValueError, _ text: String, words: [String],
        _ parse: (String) throws(ValueError) -> Value
    ) -> Message {
        guard repairsLeft > 0 else { return error.clause }
        repairsLeft -= 1
        // A grammar that takes these two takes any text.
        let isPattern = ["over 90d", "none"].allSatisfy { Self.isTaken($0, by: parse) }
        let guesses = ValueRepair.guesses(for: text, isPattern: isPattern)
        let meant = guesses.first { words.contains($0) || Self.isTaken($0, by: parse) }
        guard let meant, !error.message.contains("'\(meant)'") else { return error.clause }
        return error.fault + Suggestion.hint(meant)
    }

    /// What may have been meant by `name`, which `check` refuses.
    func hint(forName name: String, _ check: (String) throws(ValueError) -> Void) -> Message {
        let meant = ValueRepair.name(name)
        return Suggestion.hint(meant != name && Self.isTaken(meant, by: check) ? meant : nil)
    }

    /// Warns of a plain value that begins or ends with a character that looks like a quote or a blank, and
    /// is none: it belongs to the value, and what the value is compared with hardly ever has it.
    mutating func warnOfOddEnds(_ slot: Slot, _ text: String) {
        guard case .scalar(_, .plain) = tree[tree.resolved(slot.value)].content,
            let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
            let odd = [first, last].first(where: OddCharacters.isBlankOrQuote)
        else { return }
        warn(
            .valueCharacterOdd,
            Message(
                "\(odd.codePoint) is \(OddCharacters.name(of: odd)) and belongs to this value; take it"
                    + " out, or quote the value if it is meant"),
            at: place(of: slot))
    }
}

/// The kinds of mappings by their keys.
enum KeyHome {
    /// All keys of each kind.
    private static let homes: [(title: Message, keys: Set<String>)] = [
        home(RuleKey.self),
        (CombinatorKey.mappingName, Set(FileDecoder.conditionKeys)),
        home(FileKey.self), home(DuplicatesKey.self), home(SurplusKey.self), home(SimilarKey.self), home(LimitsKey.self),
        home(GenerationsKey.self),
        home(DefaultsKey.self), home(QuotaKey.self), home(ReviewKey.self), home(DriveKey.self),
        home(TestKey.self), home(TestItemKey.self),
    ]

    private static func home<Key: KeyVocabulary>(_ type: Key.Type) -> (Message, Set<String>) {
        (Key.mappingName, Set(Key.allCases.map(\.rawValue)))
    }

    /// The first kind of mapping that has the key, other than `owner`.
    static func title(ofKey key: String, besides owner: Message) -> Message? {
        homes.first { $0.title != owner && $0.keys.contains(key) }?.title
    }

    /// Whether the one holds the other, so that a key is easily written one level off.
    static func areNeighbours(_ owner: Message, _ home: Message?) -> Bool {
        let pair = [RuleKey.mappingName, ProtectionKey.mappingName]
        return pair.contains(owner) && home == CombinatorKey.mappingName
            || owner == CombinatorKey.mappingName && home.map(pair.contains) == true
    }
}
