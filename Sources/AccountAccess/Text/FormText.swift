// SPDX-License-Identifier: Apache-2.0

internal import Text

/// One field of a form that is sent to the sign-in service.
struct FormField: Sendable {
    let name: String
    /// Kept back from whoever prints the field, secret or not.
    let value: SecretText
    /// Whether no message may hold the value, even if the service sends it back.
    let isSecret: Bool

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = SecretText(value)
        isSecret = false
    }

    init(_ name: String, secret: SecretText) {
        self.name = name
        value = secret
        isSecret = true
    }
}

/// Fields as `application/x-www-form-urlencoded`, which is also what a query looks like.
enum FormText {
    /// `name=value&name=value`.
    static func text(_ fields: [FormField]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value.revealed))" }.joined(separator: "&")
    }

    /// All but letters, digits and `-._~` as percent and two hex digits.
    static func encoded(_ text: String) -> String {
        PercentText.encoded(text.utf8, isPlain: PercentText.isUnreserved)
    }

    /// The fields of the query `text`, in their order; nil where it is not well-formed.
    static func fields(_ text: Substring) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(halves[0]),
                let value = decoded(halves.count > 1 ? halves[1] : "")
            else { return nil }
            fields.append((name, value))
        }
        return fields
    }

    /// `text` with its escapes undone; nil where one is broken, or the bytes are no UTF-8.
    static func decoded(_ text: Substring) -> String? {
        PercentText.decoded(text.utf8, plusIsBlank: true)
            .flatMap { String(validating: $0, as: UTF8.self) }
    }
}
