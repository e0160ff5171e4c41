// SPDX-License-Identifier: Apache-2.0

/// What the terminal was asked when the deck began, and the keys that were typed meanwhile.
struct TerminalQuestion {
    /// What it answered.
    private(set) var replies: [TerminalReply] = []
    /// Keys that wait for the end of it; nil: it has ended.
    private var keys: [(TerminalKey, UInt64)]? = []

    /// Whether answers may still come.
    var isOpen: Bool { keys != nil }

    /// Whether the key waits until the terminal has answered.
    mutating func keeps(_ key: TerminalKey, _ at: UInt64) -> Bool {
        keys?.append((key, at))
        return isOpen
    }

    /// Takes `reply`; whether it is the answer to the last question, so that there is nothing more
    /// to wait for.
    mutating func isAnswered(by reply: TerminalReply) -> Bool {
        guard isOpen else { return false }
        replies.append(reply)
        if case .attributes = reply { return true }
        return false
    }

    /// Ends it; the keys that waited, or nil if it had ended before.
    mutating func end() -> [(TerminalKey, UInt64)]? {
        defer { keys = nil }
        return keys
    }
}
