// SPDX-License-Identifier: Apache-2.0

/// What the terminal shows now, so that only what changes is sent.
struct DeckScreen: Sendable {
    /// A picture that the terminal draws.
    struct Drawn: Sendable {
        var key: DeckPictures.Key
        var bytes: [UInt8]
    }

    private let writer: CellWriter
    private let isInTmux: Bool
    private var grid: CellGrid?
    private var shown: (key: DeckPictures.Key, box: DeckFrame.Box)?
    /// Numbers of kitty's pictures, far from those of others.
    private var pictureID: UInt32 = 0x00C1_EA00

    init(colours: ColourDepth, isInTmux: Bool) {
        writer = CellWriter(colours: colours)
        self.isInTmux = isInTmux
    }

    /// Nothing is known of what the terminal shows.
    mutating func forget() { grid = nil }

    /// What is sent so that the terminal shows `frame`, with `drawn` where it has a place for a
    /// picture; empty where it shows that already.
    mutating func update(
        _ frame: DeckFrame, _ drawn: Drawn?, _ preview: TerminalPreview
    ) -> [UInt8] {
        let picture = PixelPicture(preview: preview, isInTmux: isInTmux)
        var bytes: [UInt8] = []
        var wanted: (key: DeckPictures.Key, box: DeckFrame.Box)?
        if let drawn, let box = frame.picture { wanted = (drawn.key, box) }
        let isSame =
            grid != nil && wanted?.key == shown?.key && wanted?.box == shown?.box
        if !isSame, shown != nil { bytes += picture.deletion(id: pictureID) }
        bytes += writer.changes(from: grid, to: frame.grid).utf8
        if !isSame, let wanted, let drawn {
            if shown != nil { bytes += blank(wanted.box) }
            pictureID = pictureID < 0x00C1_EAFF ? pictureID + 1 : 0x00C1_EA00
            bytes += "\u{1B}[\(wanted.box.row + 1);\(wanted.box.column + 1)H".utf8
            bytes += picture.drawing(
                drawn.bytes, columns: wanted.box.columns, rows: wanted.box.rows, id: pictureID)
        }
        grid = frame.grid
        shown = wanted
        // All at once: nobody sees half a frame.
        return bytes.isEmpty
            ? [] : Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }

    /// Takes away what was drawn in a rectangle.
    private func blank(_ box: DeckFrame.Box) -> [UInt8] {
        let line = String(repeating: " ", count: box.columns)
        var text = "\u{1B}[0m"
        for row in 0..<box.rows { text += "\u{1B}[\(box.row + row + 1);\(box.column + 1)H\(line)" }
        return Array(text.utf8)
    }
}
