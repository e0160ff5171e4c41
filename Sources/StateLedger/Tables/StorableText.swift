// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// SQLite's texts end at the first NUL, so a text that holds one would come back shorter.
enum StorableText {
    /// Throws if any of `texts` would not come back as it is.
    static func check(_ texts: String?...) throws(LedgerError) {
        for text in texts where text.map(holdsNUL) ?? false {
            throw LedgerError(
                .failed, Message("a name holds a NUL, which the state file cannot keep"))
        }
    }

    /// A text for people: a NUL in it is shown as such.
    static func note(_ text: String?) -> String? {
        guard let text, holdsNUL(text) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "␀" : $0 }))
    }

    private static func holdsNUL(_ text: String) -> Bool {
        text.utf8.contains(0)
    }
}
