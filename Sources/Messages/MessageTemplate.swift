// SPDX-License-Identifier: Apache-2.0

/// What a literal says, with a place for each value that is put into it.
public struct MessageTemplate: ExpressibleByStringInterpolation, Sendable {
    /// The words with places: `{1}` for the first value.
    let text: String
    /// The values, in their order.
    let values: [Message]

    /// Words without values.
    public init(stringLiteral text: String) {
        self.text = text
        values = []
    }

    /// Words with values.
    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    private init(text: String, values: [Message]) {
        self.text = text
        self.values = values
    }

    /// Two parts of one literal, which is too long for a line.
    public static func + (first: MessageTemplate, second: MessageTemplate) -> MessageTemplate {
        var text = second.text
        if !first.values.isEmpty {
            // From the last one down, so that no place is moved twice.
            for place in stride(from: second.values.count, to: 0, by: -1) {
                text = text.split(separator: "{\(place)}", omittingEmptySubsequences: false)
                    .joined(separator: "{\(place + first.values.count)}")
            }
        }
        return MessageTemplate(text: first.text + text, values: first.values + second.values)
    }

    /// Takes a literal apart. Only what stays as it is in every language can be a value, and what is
    /// said in each by itself.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var values: [Message] = []

        /// Room for the words.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        /// Words of the literal.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// A clause, or a part of one, which is translated.
        public mutating func appendInterpolation(_ message: Message) {
            values.append(message)
            text += "{\(values.count)}"
        }

        /// A text that is the same in every language.
        public mutating func appendInterpolation(_ text: String) {
            appendInterpolation(Message.plain(text))
        }

        /// A text that is the same in every language.
        public mutating func appendInterpolation(_ text: Substring) {
            appendInterpolation(String(text))
        }

        /// A character.
        public mutating func appendInterpolation(_ character: Character) {
            appendInterpolation(String(character))
        }

        /// A scalar.
        public mutating func appendInterpolation(_ scalar: Unicode.Scalar) {
            appendInterpolation(String(scalar))
        }

        /// A number in digits, without marks between thousands.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            appendInterpolation(String(number))
        }
    }
}
