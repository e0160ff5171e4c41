// SPDX-License-Identifier: Apache-2.0

/// A key that was pressed.
enum TerminalKey: Sendable, Hashable {
    /// A letter, a digit, a sign.
    case character(Unicode.Scalar)
    /// Ctrl and that letter.
    case control(Unicode.Scalar)
    case enter, escape, tab, backspace
    case up, down, left, right
    case pageUp, pageDown, home, end
}

/// What a terminal says of itself when it is asked.
enum TerminalReply: Sendable, Hashable {
    /// Its name and version (XTVERSION).
    case version(String)
    /// Whether it takes pictures of kitty's protocol.
    case kitty(isTaken: Bool)
    /// The pixels of a cell.
    case cell(width: Int, height: Int)
    /// What it can do (primary device attributes).
    case attributes([Int])
}

/// What comes from a terminal.
enum TerminalInput: Sendable, Hashable {
    case key(TerminalKey)
    case reply(TerminalReply)
}
