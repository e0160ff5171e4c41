// SPDX-License-Identifier: Apache-2.0

/// A token, a code or a password: it can be used, and shown by no way of printing a value.
package struct SecretText: Sendable, Hashable {
    /// The secret itself; goes into requests and stores, and nowhere else.
    package let revealed: String

    /// The secret `text`.
    package init(_ text: String) {
        revealed = text
    }
}

extension SecretText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that something is kept back.
    package var description: String { "redacted" }
    /// Says that something is kept back.
    package var debugDescription: String { "redacted" }
    /// Without the stored property, which `dump` and the messages of failed tests would show.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
