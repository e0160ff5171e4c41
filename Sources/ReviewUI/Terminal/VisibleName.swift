// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Names and other texts of a drive, cut to the cells that a terminal has for them.
package enum VisibleName {
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

    private static func cut(_ pieces: [VisiblePiece], cells: Int) -> String {
        if width(pieces) <= cells { return joined(pieces) }
        return cells < 1 ? "" : joined(head(pieces, cells: cells - 1)) + "…"
    }

    private static func cutInMiddle(_ pieces: [VisiblePiece], cells: Int) -> String {
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

    /// The pieces of `text`, in which names stand escaped already: backslashes stay as they are.
    static func guardedPieces(_ text: String) -> [VisiblePiece] {
        VisiblePiece.pieces(of: text, isShown: true)
    }

    private static func pieces(_ name: String) -> [VisiblePiece] {
        VisiblePiece.pieces(of: name, isShown: false)
    }

    private static func width(_ pieces: [VisiblePiece]) -> Int {
        pieces.reduce(0) { $0 + $1.width }
    }

    private static func joined(_ pieces: some Sequence<VisiblePiece>) -> String {
        pieces.reduce(into: "") { $0 += $1.text }
    }

    private static func head(_ pieces: [VisiblePiece], cells: Int) -> [VisiblePiece] {
        var left = cells
        return Array(
            pieces.prefix {
                left -= $0.width
                return left >= 0
            })
    }

    private static func tail(_ pieces: [VisiblePiece], cells: Int) -> [VisiblePiece] {
        Array(head(pieces.reversed(), cells: cells).reversed())
    }
}
