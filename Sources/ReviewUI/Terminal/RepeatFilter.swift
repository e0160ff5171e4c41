// SPDX-License-Identifier: Apache-2.0

/// Tells keys that are held down from keys that are pressed.
struct RepeatFilter {
    /// Within how many nanoseconds the same key is a repetition.
    static let window: UInt64 = 80_000_000

    private var last: (key: TerminalKey, at: UInt64)?

    /// Whether `key`, read at that instant, only repeats the one before it.
    mutating func isRepeated(_ key: TerminalKey, _ at: UInt64) -> Bool {
        defer { last = (key, at) }
        guard let last, last.key == key else { return false }
        return at < last.at + Self.window
    }
}
