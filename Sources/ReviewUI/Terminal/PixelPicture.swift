// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Pictures that a terminal draws itself, in its own protocol.
struct PixelPicture: Sendable {
    /// The protocol: one of those with pixels.
    let preview: TerminalPreview
    /// Whether tmux stands between, which hands on what is wrapped for it.
    let isInTmux: Bool

    /// The most letters in one piece of kitty's protocol.
    private static let pieceMax = 4_096

    /// What draws `bytes` in so many cells, from where the cursor is.
    ///
    /// Kitty's pictures have the number `id`, by which they are deleted.
    func drawing(_ bytes: [UInt8], columns: Int, rows: Int, id: UInt32) -> [UInt8] {
        switch preview {
        case .kitty: kitty(bytes, columns, rows, id)
        case .iterm2: iTerm(bytes, columns, rows)
        case .sixel: bytes
        case .blocks, .ascii, .off: []
        }
    }

    /// What takes the picture of that number away; nothing where the text that is written over a
    /// picture does that.
    func deletion(id: UInt32) -> [UInt8] {
        preview == .kitty ? wrapped(Array("\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\".utf8)) : []
    }

    private func kitty(_ bytes: [UInt8], _ columns: Int, _ rows: Int, _ id: UInt32) -> [UInt8] {
        let letters = Array(Base64.text(bytes).utf8)
        var text: [UInt8] = []
        var at = 0
        repeat {
            let end = min(at + Self.pieceMax, letters.count)
            let more = end < letters.count ? 1 : 0
            // q=2: no answer, also none to errors; C=1: the cursor stays.
            let keys =
                at == 0
                ? "a=T,f=100,t=d,i=\(id),q=2,C=1,c=\(columns),r=\(rows),m=\(more)"
                : "q=2,m=\(more)"
            text += wrapped(
                Array("\u{1B}_G\(keys);".utf8) + letters[at..<end] + Array("\u{1B}\\".utf8))
            at = end
        } while at < letters.count
        return text
    }

    private func iTerm(_ bytes: [UInt8], _ columns: Int, _ rows: Int) -> [UInt8] {
        let keys =
            "inline=1;size=\(bytes.count);width=\(columns);height=\(rows);preserveAspectRatio=1"
        return wrapped(
            Array("\u{1B}]1337;File=\(keys):".utf8) + Base64.text(bytes).utf8 + [0x07])
    }

    /// As tmux hands it on: in a string of its own, with every ESC doubled.
    private func wrapped(_ sequence: [UInt8]) -> [UInt8] {
        guard isInTmux else { return sequence }
        var text = Array("\u{1B}Ptmux;".utf8)
        for byte in sequence {
            if byte == 0x1B { text.append(0x1B) }
            text.append(byte)
        }
        return text + Array("\u{1B}\\".utf8)
    }

    /// Cells for a picture of `width` by `height` pixels in a box: as large as fits, in its own
    /// proportions, never enlarged to more than twice its size.
    static func fitting(
        width: Int, height: Int, columns: Int, rows: Int, cellWidth: Int, cellHeight: Int
    ) -> (columns: Int, rows: Int) {
        guard width > 0, height > 0, columns > 0, rows > 0 else { return (columns, rows) }
        let (boxWidth, boxHeight) = (columns * cellWidth, rows * cellHeight)
        let scale = min(
            2, min(Double(boxWidth) / Double(width), Double(boxHeight) / Double(height)))
        func cells(_ pixels: Int, _ cell: Int, _ most: Int) -> Int {
            min(most, max(1, Int((Double(pixels) * scale / Double(cell)).rounded())))
        }
        return (cells(width, cellWidth, columns), cells(height, cellHeight, rows))
    }
}
