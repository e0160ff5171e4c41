// SPDX-License-Identifier: Apache-2.0

package import Messages

/// Something to be said: a key of the catalogue with its values, in no language yet.
///
/// Who says it chooses the language. The functions that make phrases of the catalogue are in
/// `Phrases`, so that the compiler knows every key and what goes with it.
package struct Phrase: Sendable, Hashable {
    /// What is said.
    package indirect enum Content: Sendable, Hashable {
        /// Words of the catalogue.
        case words(key: String, values: [String: PhraseValue])
        /// A text that is the same in every language, or is not translated.
        case verbatim(String)
        /// A clause of an error or of a finding.
        case clause(Message)
        /// What a drive, an account or the network met, in English as it is recorded.
        case told(String)
        /// Several, one after another.
        case series([Phrase], separator: String)
    }

    /// What is said.
    package let content: Content

    init(_ key: String, _ values: [String: PhraseValue] = [:]) {
        content = .words(key: key, values: values)
    }

    private init(content: Content) { self.content = content }

    /// A text that is the same in every language, as a name is.
    package static func verbatim(_ text: String) -> Phrase { Phrase(content: .verbatim(text)) }

    /// A clause of an error or of a finding, which stands in the sources.
    package static func clause(_ message: Message) -> Phrase { Phrase(content: .clause(message)) }

    /// What a drive, an account or the network met, in English as it is recorded.
    package static func told(_ text: String) -> Phrase { Phrase(content: .told(text)) }

    /// Several phrases with `separator` between them.
    package static func series(_ phrases: [Phrase], separator: String) -> Phrase {
        Phrase(content: .series(phrases, separator: separator))
    }

    /// The same with every text in it put through `change`: how what would not be seen is shown.
    package func mappingTexts(_ change: (String) -> String) -> Phrase {
        switch content {
        case .verbatim(let text): .verbatim(change(text))
        case .clause(let message): .clause(message.mappingTexts(change))
        case .told(let text): .told(change(text))
        case .series(let phrases, let separator):
            .series(phrases.map { $0.mappingTexts(change) }, separator: separator)
        case .words(let key, let values):
            Phrase(
                key,
                values.mapValues { value in
                    switch value {
                    case .text(let text): .text(change(text))
                    case .phrase(let phrase): .phrase(phrase.mappingTexts(change))
                    default: value
                    }
                })
        }
    }

    /// The phrase that a line of a kind says, as a warning; nil where it says none.
    package var inner: Phrase? {
        guard case .words(_, let values) = content, case .phrase(let inner) = values["text"] else {
            return nil
        }
        return inner
    }

    /// The key in the catalogue, if it has one.
    package var key: String? {
        if case .words(let key, _) = content { key } else { nil }
    }
}

/// What is put into words.
package indirect enum PhraseValue: Sendable, Hashable {
    case text(String)
    case count(Int64)
    /// A number of bytes.
    case size(Int64)
    case moment(Moment)
    case phrase(Phrase)
    case command(Hint)
}

/// What can stand within a phrase as words.
package protocol PhrasePart {
    /// The same as a value.
    var phraseValue: PhraseValue { get }
}

extension String: PhrasePart {
    package var phraseValue: PhraseValue { .text(self) }
}

extension Message: PhrasePart {
    package var phraseValue: PhraseValue { .phrase(.clause(self)) }
}

extension Phrase: PhrasePart {
    package var phraseValue: PhraseValue { .phrase(self) }
}
