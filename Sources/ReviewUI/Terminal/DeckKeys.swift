// SPDX-License-Identifier: Apache-2.0

internal import StateLedger
package import Wording

/// What a key of the deck does.
package enum DeckAction: String, Sendable, Hashable, CaseIterable {
    case delete, keep, later, pin, snooze, undo, redo, why, open, sameRule, marked, groups, preview
    case help, quit, accept, flip, walk, stayToo, stayInstead, unlike

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
        /// One or two words for the line of keys; nil: not shown there.
        package let label: Phrase?
        /// A sentence for the help.
        package let help: Phrase
    }

    /// The table, in the order in which it is shown.
    package static let table: [Entry] = [
        Entry(.delete, "d", ["←"], .keyLabelDelete, .keyDelete),
        Entry(.keep, "k", ["→"], .keyLabelKeep, .keyKeep),
        Entry(.later, "s", ["↓"], .keyLabelLater, .keyLater),
        Entry(.undo, "u", ["Backspace"], .keyLabelUndo, .keyUndo),
        Entry(.why, "i", [], .keyLabelWhy, .keyWhy),
        Entry(.open, "o", [], .keyLabelOpen, .keyOpen),
        Entry(.sameRule, "g", [], .keyLabelGroup, .keyGroup),
        Entry(.marked, "m", [], .keyLabelMarked, .keyMarked),
        Entry(.groups, "G", [], .keyLabelGroups, .keyGroups),
        Entry(.help, "?", [], .keyLabelHelp, .keyHelp),
        Entry(.quit, "q", ["Esc"], .keyLabelQuit, .keyQuit),
        Entry(.redo, "U", [], nil, .keyRedo),
        Entry(.pin, "f", [], nil, .keyPin),
        Entry(.snooze, "z", [], nil, .keySnooze),
        Entry(.preview, "p", [], nil, .keyPreview),
    ]

    /// The keys on a card of copies, where those of `table` that decide about one item rest.
    package static let groupTable: [Entry] = [
        Entry(.accept, "⏎", [], .keyLabelAccept, .keyAccept),
        Entry(.flip, "␣", [], .keyLabelFlip, .keyFlip),
        Entry(.walk, "←", ["→"], .keyLabelWalk, .keyWalk),
        Entry(.stayToo, "k", [], .keyLabelStayToo, .keyStayToo),
        Entry(.stayInstead, "s", [], .keyLabelStayInstead, .keyStayInstead),
        Entry(.unlike, "x", [], .keyLabelUnlike, .keyUnlike),
    ]

    /// The actions of `table` that a card of copies has as well.
    private static let onGroups: Set<DeckAction> = [
        .undo, .redo, .why, .open, .sameRule, .marked, .groups, .preview, .help, .quit,
    ]

    /// What `key` does on a card of copies; nil: nothing.
    static func groupAction(_ key: TerminalKey) -> DeckAction? {
        switch key {
        case .enter: return .accept
        case .left, .right: return .walk
        case .down: return .later
        case .character(" "): return .flip
        case .character(let letter):
            let own = groupTable.first { $0.letter.unicodeScalars.first == letter }?.action
            if let own { return own }
        default: break
        }
        return action(key).flatMap { onGroups.contains($0) ? $0 : nil }
    }

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
        _ action: DeckAction, _ letter: Character, _ others: [String], _ label: Phrase?,
        _ help: Phrase
    ) {
        self.init(action: action, letter: letter, others: others, label: label, help: help)
    }
}
