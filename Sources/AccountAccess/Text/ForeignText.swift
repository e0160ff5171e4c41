// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Text of a server as it may stand in a message: short, on one line, without secrets.
enum ForeignText {
    /// `text` cut to `most` characters, with blanks in the place of all that is hidden.
    static func shown(_ text: String, most: Int = 300) -> String {
        VisibleText.line(text, most: most)
    }

    /// `text` without the values of secret `fields`, which a server may have sent back.
    static func withoutSecrets(_ text: String, _ fields: [FormField]) -> String {
        var text = text
        for field in fields where field.isSecret && field.value.revealed.utf8.count >= 6 {
            for form in [field.value.revealed, FormText.encoded(field.value.revealed)] {
                while let range = text.firstRange(of: form) {
                    text.replaceSubrange(range, with: "…")
                }
            }
        }
        return text
    }
}
