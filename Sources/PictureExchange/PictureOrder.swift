// SPDX-License-Identifier: Apache-2.0

/// What a worker is asked for: the arguments of its process. The picture itself is its standard
/// input.
package struct PictureOrder: Sendable, Hashable {
    /// What comes out.
    package var format: Format
    /// What is likely to come in, by the name of the file: decides only where the bytes leave a
    /// choice.
    package var hint: Hint
    /// The largest width: pixels, or columns of a terminal.
    package var width: Int
    /// The largest height: pixels, or rows of a terminal.
    package var height: Int
    /// The size of a cell of the terminal in pixels; 1 by 1 where pixels are asked for.
    package var cellWidth: Int
    /// The height of a cell.
    package var cellHeight: Int

    /// What comes out.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// A JPEG file.
        case jpeg
        /// A PNG file.
        case png
        /// Pixels of four bytes: red, green, blue, opacity; row by row from the top.
        case rgba
        /// A sixel sequence for a terminal.
        case sixel
    }

    /// What is likely to come in.
    package enum Hint: String, Sendable, Hashable, CaseIterable {
        /// Whatever the bytes say.
        case any
        /// A raw file of a camera: many look like TIFF.
        case raw
        /// A drawing of this program's own, in SVG. No other SVG is ever drawn.
        case ownDrawing = "own-drawing"
    }

    /// The largest side, or number of cells, that may be asked for.
    package static let sideMax = 4_096
    /// The largest side of a cell in pixels.
    package static let cellSideMax = 64

    /// An order; sizes are brought into their bounds.
    package init(
        format: Format, hint: Hint = .any, width: Int, height: Int, cellWidth: Int = 1,
        cellHeight: Int = 1
    ) {
        self.format = format
        self.hint = hint
        self.width = min(max(width, 1), PictureOrder.sideMax)
        self.height = min(max(height, 1), PictureOrder.sideMax)
        self.cellWidth = min(max(cellWidth, 1), PictureOrder.cellSideMax)
        self.cellHeight = min(max(cellHeight, 1), PictureOrder.cellSideMax)
    }

    /// The order that `arguments` write; nil if they write none.
    package init?(arguments: [String]) {
        guard arguments.count == 6, let format = Format(rawValue: arguments[0]),
            let hint = Hint(rawValue: arguments[1])
        else { return nil }
        let numbers = arguments.dropFirst(2).compactMap { Int($0) }
        guard numbers.count == 4 else { return nil }
        self.init(
            format: format, hint: hint, width: numbers[0], height: numbers[1],
            cellWidth: numbers[2], cellHeight: numbers[3])
        // What had to be brought into bounds was no order of this program.
        guard [width, height, cellWidth, cellHeight] == numbers else { return nil }
    }

    /// The order as arguments.
    package var arguments: [String] {
        [format.rawValue, hint.rawValue] + [width, height, cellWidth, cellHeight].map(String.init)
    }

    /// The largest width in pixels.
    package var pixelWidth: Int { min(width * cellWidth, PictureOrder.sideMax) }
    /// The largest height in pixels.
    package var pixelHeight: Int { min(height * cellHeight, PictureOrder.sideMax) }
}
