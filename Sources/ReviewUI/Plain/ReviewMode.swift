// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
/// In which way a review is held.
package enum ReviewMode: String, Sendable, Hashable, CaseIterable {
    /// The deck in a terminal.
    case deck
    /// Line by line.
    case plain
    /// The page.
    case web

    /// What is known of where the program runs.
    package struct Surroundings: Sendable {
        /// The environment.
        package var environment: [String: String]
        /// Whether keys come from a terminal.
        package var isInputTerminal: Bool
        /// Whether the output goes to a terminal.
        package var isOutputTerminal: Bool
        /// The terminal's cells across; 0 where they are not known.
        package var columns: Int
        /// The terminal's cells down; 0 where they are not known.
        package var rows: Int

        /// Surroundings as given.
        package init(
            environment: [String: String], isInputTerminal: Bool, isOutputTerminal: Bool,
            columns: Int, rows: Int
        ) {
            self.environment = environment
            self.isInputTerminal = isInputTerminal
            self.isOutputTerminal = isOutputTerminal
            self.columns = columns
            self.rows = rows
        }

        var isTerminal: Bool { isInputTerminal && isOutputTerminal }

        /// Why a deck cannot be shown here; nil: it can.
        var obstacle: Phrase? {
            let term = environment["TERM"] ?? ""
            if term.isEmpty || term == "dumb" {
                return .refuseCursor(name: VisibleText.escaped(term))
            }
            return isUTF8 ? nil : .refuseNotUtf8
        }

        /// The first of the three variables that is set decides, as setlocale(3) has it.
        private var isUTF8: Bool {
            let names = ["LC_ALL", "LC_CTYPE", "LANG"]
            let locale = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
            let folded = locale.lowercased()
            return folded.contains("utf-8") || folded.contains("utf8")
        }

        var isLargeEnough: Bool {
            columns >= DeckFrame.columnMin && rows >= DeckFrame.rowMin
        }
    }

    /// The mode that was `asked` for, or the one that fits.
    ///
    /// Throws `invalid` with what to do where none fits: that is wrong usage.
    package static func choose(
        asked: ReviewMode?, in surroundings: Surroundings
    ) throws(ReviewError) -> ReviewMode {
        switch asked {
        case .web: return .web
        case .plain: return .plain
        case .deck:
            guard surroundings.isTerminal else { throw noTerminal }
            if let obstacle = surroundings.obstacle {
                throw ReviewError(.invalid, obstacle)
            }
            return .deck
        case nil:
            guard surroundings.isTerminal else { throw noTerminal }
            let accessible = surroundings.environment["CLEANRULES_ACCESSIBLE"] ?? ""
            let isPlain =
                !accessible.isEmpty && accessible != "0" || surroundings.obstacle != nil
                || !surroundings.isLargeEnough
            return isPlain ? .plain : .deck
        }
    }

    private static let noTerminal = ReviewError(.invalid, .refuseTerminal)
}
