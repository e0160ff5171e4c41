// SPDX-License-Identifier: Apache-2.0

/// A text that equals another one scalar by scalar; `String` would take canonical equivalents for one.
struct ExactText: Hashable {
    /// The text.
    var text: String

    static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(0xFF as UInt8)
    }
}
