// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Names and other texts of a drive as a terminal may safely get them.
package enum VisibleName {
    /// A character that stands or falls as a whole when a text is cut, and its cells.
    typealias Piece = (text: String, width: Int)

    /// How many marks may stand on one character; a terminal does not have to bear more.
    private static let markMax = 4

    /// `text` with all that is invisible, moves text about or commands a terminal written out, and
    /// backslashes doubled.
    package static func escaped(_ text: String) -> String {
        joined(pieces(text))
    }

    /// `text`, in which names stand escaped already, with nothing hidden left in it: backslashes
    /// stay as they are.
    package static func guarded(_ text: String) -> String { joined(guardedPieces(text)) }

    /// The first cells of `name`, escaped, with `…` at the end where something is missing.
    package static func cut(_ name: String, cells: Int) -> String {
        cut(pieces(name), cells: cells)
    }

    /// The same of `text`, in which names stand escaped already.
    static func cutGuarded(_ text: String, cells: Int) -> String {
        cut(guardedPieces(text), cells: cells)
    }

    /// A file name, escaped, in at most `cells` cells: what is missing is missing in the middle, so
    /// that its ending, which says what it is, can be read.
    package static func cutInMiddle(_ name: String, cells: Int) -> String {
        cutInMiddle(pieces(name), cells: cells)
    }

    /// The same of `text`, in which names stand escaped already.
    static func cutGuardedInMiddle(_ text: String, cells: Int) -> String {
        cutInMiddle(guardedPieces(text), cells: cells)
    }

    private static func cut(_ pieces: [Piece], cells: Int) -> String {
        if width(pieces) <= cells { return joined(pieces) }
        return cells < 1 ? "" : joined(head(pieces, cells: cells - 1)) + "…"
    }

    private static func cutInMiddle(_ pieces: [Piece], cells: Int) -> String {
        if width(pieces) <= cells { return joined(pieces) }
        guard cells >= 5 else { return cut(pieces, cells: cells) }
        var tail = tail(pieces, cells: (cells - 1) / 3)
        if let dot = pieces.lastIndex(where: { $0.text == "." }), dot > 0 {
            let ending = Array(pieces[dot...])
            // An ending that is most of the name is none.
            if width(ending) <= (cells - 1) * 2 / 3, ending.count > tail.count { tail = ending }
        }
        let head = head(pieces, cells: cells - 1 - width(tail))
        return joined(head) + "…" + joined(tail)
    }

    /// Whether `scalar` never stands in what is shown: controls, bidirectional marks, embeddings,
    /// overrides and isolates, line separators, and what cannot be seen.
    package static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isHiddenOrControl
    }

    /// The pieces of `text`, in which names stand escaped already: backslashes stay as they are.
    static func guardedPieces(_ text: String) -> [Piece] {
        pieces(text, where: \.isHiddenOrControl)
    }

    /// The pieces of `text`, escaped where `isWrittenOut` says so.
    private static func pieces(
        _ text: String, where isWrittenOut: (Unicode.Scalar) -> Bool = \.isEscapedInNames
    ) -> [Piece] {
        var pieces: [Piece] = []
        var marks = 0
        for scalar in text.unicodeScalars {
            if isWrittenOut(scalar) {
                let escape = scalar.escape
                pieces.append((escape, escape.utf8.count))
                marks = markMax
                continue
            }
            // How a character is to look is the terminal's business, and changes its width.
            if (0xFE00...0xFE0F).contains(scalar.value) { continue }
            let width = CellWidth.of(scalar)
            if width > 0 {
                pieces.append((String(scalar), width))
                marks = 0
            } else if marks < markMax, let last = pieces.indices.last {
                pieces[last].text.unicodeScalars.append(scalar)
                marks += 1
            } else {
                let escape = scalar.escape
                pieces.append((escape, escape.utf8.count))
                marks = markMax
            }
        }
        return pieces
    }

    private static func width(_ pieces: [Piece]) -> Int { pieces.reduce(0) { $0 + $1.width } }

    private static func joined(_ pieces: some Sequence<Piece>) -> String {
        pieces.reduce(into: "") { $0 += $1.text }
    }

    private static func head(_ pieces: [Piece], cells: Int) -> [Piece] {
        var left = cells
        return Array(
            pieces.prefix {
                left -= $0.width
                return left >= 0
            })
    }

    private static func tail(_ pieces: [Piece], cells: Int) -> [Piece] {
        Array(head(pieces.reversed(), cells: cells).reversed())
    }
}
