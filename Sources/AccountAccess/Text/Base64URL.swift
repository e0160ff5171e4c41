// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Base64 for addresses (RFC 4648 section 5), without padding.
enum Base64URL {
    /// The text that stands for `bytes`.
    static func text(_ bytes: [UInt8]) -> String { Base64.text(bytes, forURL: true) }

    /// Random text of `count` bytes that nobody can guess.
    static func random(_ count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return text((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }
}
