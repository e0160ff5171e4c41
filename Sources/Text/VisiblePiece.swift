// SPDX-License-Identifier: Apache-2.0

/// A character that stands or falls as a whole when a text is cut to cells of a terminal.
package struct VisiblePiece: Sendable, Hashable {
    /// A character with its marks, or an escape.
    package private(set) var text: String
    /// The cells that it takes.
    package let width: Int

    /// The pieces of `text`: escaped, or, if `isShown`, with backslashes as they are.
    ///
    /// How a picture is to look, and whether several become one, is the terminal's business and
    /// changes their width: what asks for it is left out, so that widths are certain.
    package static func pieces(of text: String, isShown: Bool) -> [VisiblePiece] {
        var pieces: [VisiblePiece] = []
        var scan = VisibleScan(text, isShown: isShown)
        while let (scalar, isWrittenOut) = scan.next() {
            if isWrittenOut {
                let escape = scalar.escape
                pieces.append(VisiblePiece(text: escape, width: escape.utf8.count))
                continue
            }
            if scalar == "\u{200D}" || VisibleScan.choosesPresentation(scalar) { continue }
            let width = CellWidth.of(scalar)
            if width == 0, !pieces.isEmpty {
                pieces[pieces.count - 1].text.unicodeScalars.append(scalar)
            } else {
                pieces.append(VisiblePiece(text: String(scalar), width: width))
            }
        }
        return pieces
    }
}
