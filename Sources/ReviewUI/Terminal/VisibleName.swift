// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Names and other texts of a drive as a terminal may safely get them.
package enum VisibleName {
    /// A character that stands or falls as a whole when a text is cut, and its cells.
    typealias Piece = (text: String, width: Int)

    /// How many marks may stand on one character; a terminal does not have to bear more.
    private static let markMax = 4

    /// `text` with all that is invisible, moves text about or commands a terminal written as
    /// `\n`, `\r`, `\t` or `\u{…}`.
    package static func escaped(_ text: String) -> String {
        pieces(text).reduce(into: "") { $0 += $1.text }
    }

    /// The first cells of `text`, escaped, with `…` at the end where something is missing.
    package static func cut(_ text: String, cells: Int) -> String {
        let pieces = pieces(text)
        if width(pieces) <= cells { return joined(pieces) }
        return cells < 1 ? "" : joined(head(pieces, cells: cells - 1)) + "…"
    }

    /// A file name, escaped, in at most `cells` cells: what is missing is missing in the middle, so
    /// that its ending, which says what it is, can be read.
    package static func cutInMiddle(_ name: String, cells: Int) -> String {
        let pieces = pieces(name)
        if width(pieces) <= cells { return joined(pieces) }
        guard cells >= 5 else { return cut(name, cells: cells) }
        var tail = tail(pieces, cells: (cells - 1) / 3)
        if let dot = pieces.lastIndex(where: { $0.text == "." }), dot > 0 {
            let ending = Array(pieces[dot...])
            // An ending that is most of the name is none.
            if width(ending) <= (cells - 1) * 2 / 3, ending.count > tail.count { tail = ending }
        }
        let head = head(pieces, cells: cells - 1 - width(tail))
        return joined(head) + "…" + joined(tail)
    }

    /// Whether `scalar` is written out: controls, bidirectional marks, embeddings, overrides and
    /// isolates, line separators, and what cannot be seen.
    package static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isHiddenOrControl
    }

    static func pieces(_ text: String) -> [Piece] {
        var pieces: [Piece] = []
        var marks = 0
        for scalar in text.unicodeScalars {
            if isEscaped(scalar) {
                let escape = escape(scalar)
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
                let escape = escape(scalar)
                pieces.append((escape, escape.utf8.count))
                marks = markMax
            }
        }
        return pieces
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
            return "\\u{\(zeros)\(digits)}"
        }
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
