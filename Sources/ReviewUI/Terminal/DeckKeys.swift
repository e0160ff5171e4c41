// SPDX-License-Identifier: Apache-2.0

internal import StateLedger

/// What a key of the deck does.
package enum DeckAction: String, Sendable, Hashable, CaseIterable {
    case delete, keep, later, pin, snooze, undo, redo, why, open, sameRule, marked, preview, help
    case quit

    /// The verdict that it gives, where it gives one.
    var verdict: ReviewVerdict? {
        switch self {
        case .delete: .delete
        case .keep: .keep
        case .later: .later
        case .pin: .pin
        case .snooze: .snooze
        default: nil
        }
    }
}

/// The one table of keys: what they do, and what the help says of them.
package enum DeckKeys {
    /// One line of the table.
    package struct Entry: Sendable {
        /// What it does.
        package let action: DeckAction
        /// The letter.
        package let letter: Character
        /// Other keys for the same, as people write them.
        package let others: [String]
        /// One or two words for the line of keys; empty: not shown there.
        package let label: String
        /// A sentence for the help.
        package let help: String
    }

    /// The table, in the order in which it is shown.
    package static let table: [Entry] = [
        Entry(.delete, "d", ["←"], "delete", "Mark it; 'stage' is what moves it to the bin."),
        Entry(.keep, "k", ["→"], "keep", "Keep it until its content changes."),
        Entry(.later, "s", ["↓"], "later", "Show it again at the end; costs nothing."),
        Entry(.undo, "u", ["Backspace"], "undo", "Take back the newest step, any number of times."),
        Entry(.why, "i", [], "why", "The facts, and why it is asked about."),
        Entry(.open, "o", [], "open", "Open it where it lies."),
        Entry(.sameRule, "g", [], "group", "Decide all cards of the same rule at once."),
        Entry(.marked, "m", [], "marked", "What is marked; 'k' there takes a mark back."),
        Entry(.help, "?", [], "keys", "These keys."),
        Entry(.quit, "q", ["Esc"], "quit", "End; everything is saved already."),
        Entry(.redo, "U", [], "", "Make the step again that was undone last."),
        Entry(.pin, "f", [], "", "Keep it for good, whatever becomes of it."),
        Entry(.snooze, "z", [], "", "Keep it for 30 days, then ask again."),
        Entry(.preview, "p", [], "", "Show pictures, or do not."),
    ]

    /// What `key` does; nil: nothing.
    static func action(_ key: TerminalKey) -> DeckAction? {
        switch key {
        case .left: .delete
        case .right: .keep
        case .down: .later
        case .backspace: .undo
        case .escape: .quit
        case .character(let letter):
            table.first { $0.letter.unicodeScalars.first == letter }?.action
        default: nil
        }
    }
}

extension DeckKeys.Entry {
    fileprivate init(
        _ action: DeckAction, _ letter: Character, _ others: [String], _ label: String,
        _ help: String
    ) {
        self.init(action: action, letter: letter, others: others, label: label, help: help)
    }
}
