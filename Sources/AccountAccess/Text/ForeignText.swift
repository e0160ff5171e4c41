// SPDX-License-Identifier: Apache-2.0

/// Text of a server as it may stand in a message: short, on one line, without secrets.
enum ForeignText {
    /// `text` cut to `most` characters, with controls and invisible marks replaced by blanks.
    static func shown(_ text: String, most: Int = 300) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(most) {
            shown.unicodeScalars.append(isPlain(scalar) ? scalar : " ")
        }
        return shown.split(separator: " ").joined(separator: " ")
            + (text.unicodeScalars.count > most ? " …" : "")
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

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
