// SPDX-License-Identifier: Apache-2.0

internal import StateLedger
internal import Wording

/// What the deck is drawn on: the size of the terminal, and how it shows pictures.
struct DeckSurface {
    /// The size, as far as the terminal tells it.
    private(set) var size = TerminalDevice.Size()
    /// How pictures are shown.
    var preview = TerminalPreview.off
    /// Whether the person wants to see none.
    var isPreviewHidden = false
    /// The pixels of a cell, as the terminal answered.
    private var cell: (width: Int, height: Int)?

    /// Takes the size that `device` has now.
    mutating func measure(_ device: TerminalDevice) {
        size = device.size
        if let cell {
            size.cellWidth = cell.width
            size.cellHeight = cell.height
        }
    }

    /// The terminal has changed: what it answered holds no more.
    mutating func forgetCell() { cell = nil }

    /// Takes the pixels of a cell, as the terminal answered; whether they are others than before.
    mutating func take(cellWidth width: Int, cellHeight height: Int) -> Bool {
        let isNews = size.cellWidth != width || size.cellHeight != height
        cell = (width, height)
        size.cellWidth = width
        size.cellHeight = height
        return isNews
    }

    /// Whether there is room for the deck.
    var fits: Bool { DeckFrame.fits(columns: size.columns, rows: size.rows) }

    /// The room for the picture, in cells.
    private var box: DeckFrame.Box {
        DeckFrame.pictureBox(columns: size.columns, rows: size.rows)
    }

    /// The room for two pictures side by side; nil where there is not enough of it, or where the
    /// terminal draws pictures itself, one at a time.
    var pairBoxes: (left: DeckFrame.Box, right: DeckFrame.Box)? {
        preview.isPixels || isPreviewHidden
            ? nil : DeckFrame.pairBoxes(columns: size.columns, rows: size.rows)
    }

    /// In which form a picture is to be made; nil for none.
    var form: PictureForm? {
        if isPreviewHidden { return nil }
        switch preview {
        case .kitty: return .png
        case .iterm2: return .jpeg
        case .sixel:
            return .sixel(
                columns: box.columns, rows: box.rows, cellWidth: size.cellWidth ?? 8,
                cellHeight: size.cellHeight ?? 16)
        case .blocks, .ascii: return .rgba
        case .off: return nil
        }
    }

    /// The longest side that is worth asking for.
    var longestSide: Int {
        if !preview.isPixels { return max(box.columns, box.rows * 2) }
        return min(
            2_048,
            max(box.columns * (size.cellWidth ?? 8), box.rows * (size.cellHeight ?? 16)))
    }

    /// What stands in the place of the picture, and the picture that the terminal draws there.
    func picture(
        of item: RecordedItem, _ key: DeckPictures.Key, _ answer: PictureAnswer?, _ words: Words,
        in place: DeckFrame.Box? = nil
    ) -> (DeckView.Picture, DeckScreen.Drawn?) {
        let box = place ?? box
        if item.isFolder { return (.none(""), nil) }
        guard let answer else { return (.loading, nil) }
        switch answer {
        case .none(let reason): return (.none(reason), nil)
        case .picture(let picture):
            if !preview.isPixels {
                let cells =
                    preview == .blocks
                    ? CellPicture.blocks(picture, columns: box.columns, rows: box.rows)
                    : CellPicture.letters(picture, columns: box.columns, rows: box.rows)
                return (cells.map { .cells($0) } ?? .none(words(.deckNoPicture)), nil)
            }
            if preview == .kitty, picture.mediaType != "image/png" {
                return (.none(words(.deckNoPicture)), nil)
            }
            let cells = PixelPicture.fitting(
                width: picture.width ?? 0, height: picture.height ?? 0, columns: box.columns,
                rows: box.rows, cellWidth: size.cellWidth ?? 8, cellHeight: size.cellHeight ?? 16)
            return (
                .pixels(columns: cells.columns, rows: cells.rows),
                DeckScreen.Drawn(key: key, bytes: picture.bytes)
            )
        }
    }
}
