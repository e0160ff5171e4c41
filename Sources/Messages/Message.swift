// SPDX-License-Identifier: Apache-2.0

/// One clause for people, in English, which can be said in other languages as well.
///
/// It keeps apart what was written in the source and the values in it: `size needs a unit; write
/// '{1}MB'` and `500`. What was written, the template, is the key of its translations, as a `msgid` is
/// for gettext. Only literals make templates, and `script/embed-words` finds each of them by the name
/// of this type before it; what a person or another program wrote is a value, always.
public struct Message: Sendable, Hashable {
    /// What is said.
    public enum Content: Sendable, Hashable {
        /// Words of this program with places, `{1}` for the first of the values.
        case template(String, [Message])
        /// A text that is the same in every language.
        case plain(String)
        /// Several, one after another.
        case series([Message], separator: String)
    }

    /// What is said.
    public let content: Content

    private init(content: Content) { self.content = content }

    /// The clause of a literal, with the values that are put into it.
    public init(_ template: MessageTemplate) {
        content = .template(template.text, template.values)
    }

    /// The clause of a template that was read back from a text.
    package static func made(of template: String, _ values: [Message]) -> Message {
        Message(content: .template(template, values))
    }

    /// A text that is the same in every language, as a name is.
    public static func plain(_ text: String) -> Message { Message(content: .plain(text)) }

    /// Several clauses with `separator` between them.
    public static func series(_ messages: [Message], separator: String) -> Message {
        Message(content: .series(messages, separator: separator))
    }

    /// Nothing.
    public static let empty = Message.plain("")

    /// Both, one after another.
    public static func + (first: Message, second: Message) -> Message {
        if second == .empty { return first }
        return first == .empty ? second : .series([first, second], separator: "")
    }

    /// The same with every text in it that is not this program's put through `change`: how what would
    /// not be seen is shown.
    public func mappingTexts(_ change: (String) -> String) -> Message {
        switch content {
        case .plain(let text): .plain(change(text))
        case .series(let messages, let separator):
            .series(messages.map { $0.mappingTexts(change) }, separator: separator)
        case .template(let text, let values):
            Message(content: .template(text, values.map { $0.mappingTexts(change) }))
        }
    }

    /// The clause in the words that `translation` has for a template; nil where it has none.
    public func text(_ translation: (_ template: String) -> String?) -> String {
        switch content {
        case .plain(let text): text
        case .series(let messages, let separator):
            messages.map { $0.text(translation) }.joined(separator: separator)
        case .template(let template, let values):
            Self.filled(
                translation(template) ?? template, values.map { $0.text(translation) })
        }
    }

    /// The template with its places filled: `{1}` by the first value.
    private static func filled(_ template: String, _ values: [String]) -> String {
        if values.isEmpty { return template }
        var text = ""
        var rest = template[...]
        while let start = rest.firstIndex(of: "{") {
            text += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "}"),
                let place = Int(rest[rest.index(after: start)..<end]),
                values.indices.contains(place - 1)
            else {
                text += "{"
                rest = rest.dropFirst()
                continue
            }
            text += values[place - 1]
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}

extension Message: CustomStringConvertible {
    /// The clause in English, as records and machine formats have it.
    public var description: String { text { _ in nil } }
}

extension String {
    /// What `template` says, in English: the text of an outcome, which is recorded before it is shown.
    ///
    /// Drives, accounts and the transport say so what they met. Records, logs and machine formats keep
    /// the text as it is; who shows it to a person reads it back by its template (`Phrase.told`).
    /// `script/embed-words` finds the literal by these words before it.
    public init(clause template: MessageTemplate) { self = Message(template).description }
}

/// An error that says in one clause what is wrong.
public protocol ClausedError: Error {
    /// What is wrong and what to do, one clause without a full stop.
    var clause: Message { get }
}

extension ClausedError {
    /// The clause in English, as records and machine formats have it.
    public var message: String { clause.description }
}
