// SPDX-License-Identifier: Apache-2.0

/// A picture made of characters.
enum CellPicture {
    /// The largest picture that is looked at, in pixels.
    private static let pixelMax = 4_000_000

    /// Cells that show `picture` in a box of that size, each with two pixels one above the other:
    /// half blocks in colour. Nil where it is no such picture.
    static func blocks(_ picture: Picture, columns: Int, rows: Int) -> [[Cell]]? {
        scaled(picture, columns: columns, rows: rows * 2).map { pixels in
            stride(from: 0, to: pixels.count, by: 2).map { row in
                pixels[row].indices.map { column in
                    let lower = row + 1 < pixels.count ? pixels[row + 1][column] : nil
                    return block(pixels[row][column], lower)
                }
            }
        }
    }

    /// Cells that show the light and dark of `picture` as letters.
    static func letters(_ picture: Picture, columns: Int, rows: Int) -> [[Cell]]? {
        let ramp = Array(" .:-=+*#%@")
        // Half the rows of pixels, for a cell is twice as high as wide.
        return scaled(picture, columns: columns, rows: rows * 2).map { pixels in
            stride(from: 0, to: pixels.count, by: 2).map { row in
                pixels[row].indices.map { column in
                    let both = [
                        pixels[row][column], pixels[min(row + 1, pixels.count - 1)][column],
                    ]
                    let light = both.reduce(0) { $0 + $1.light } / 2
                    return Cell(text: String(ramp[light * ramp.count / 256]))
                }
            }
        }
    }

    private struct Pixel {
        var red = 0
        var green = 0
        var blue = 0
        var opacity = 0

        /// 0 to 255, what is seen through counts as dark.
        var light: Int { (red * 299 + green * 587 + blue * 114) / 1_000 * opacity / 255 }
        /// Nil where nothing is to be seen.
        var colour: CellColour? {
            guard opacity >= 32 else { return nil }
            func byte(_ value: Int) -> UInt8 { UInt8(clamping: value) }
            return .exact(byte(red), byte(green), byte(blue))
        }
    }

    private static func block(_ upper: Pixel, _ lower: Pixel?) -> Cell {
        switch (upper.colour, lower?.colour) {
        case (let upper?, let lower):
            Cell(text: "▀", style: CellStyle(front: upper, back: lower))
        case (nil, let lower?): Cell(text: "▄", style: CellStyle(front: lower))
        case (nil, nil): Cell.blank
        }
    }

    /// The picture in at most so many pixels, each the mean of those that it stands for.
    private static func scaled(_ picture: Picture, columns: Int, rows: Int) -> [[Pixel]]? {
        guard let width = picture.width, let height = picture.height, width > 0, height > 0,
            columns > 0, rows > 0, width <= pixelMax, height <= pixelMax,
            width * height <= pixelMax, picture.bytes.count == width * height * 4
        else { return nil }
        let scale = min(1, min(Double(columns) / Double(width), Double(rows) / Double(height)))
        let across = min(columns, max(1, Int((Double(width) * scale).rounded())))
        let down = min(rows, max(1, Int((Double(height) * scale).rounded())))
        return (0..<down).map { row in
            let top = row * height / down
            let bottom = max(top + 1, (row + 1) * height / down)
            return (0..<across).map { column in
                let left = column * width / across
                let right = max(left + 1, (column + 1) * width / across)
                return mean(picture.bytes, width, left..<right, top..<bottom)
            }
        }
    }

    private static func mean(
        _ bytes: [UInt8], _ width: Int, _ columns: Range<Int>, _ rows: Range<Int>
    ) -> Pixel {
        var sum = Pixel()
        for row in rows {
            for column in columns {
                let at = (row * width + column) * 4
                let opacity = Int(bytes[at + 3])
                // What is seen through must not colour the rest.
                sum.red += Int(bytes[at]) * opacity
                sum.green += Int(bytes[at + 1]) * opacity
                sum.blue += Int(bytes[at + 2]) * opacity
                sum.opacity += opacity
            }
        }
        let weight = max(1, sum.opacity)
        return Pixel(
            red: sum.red / weight, green: sum.green / weight, blue: sum.blue / weight,
            opacity: sum.opacity / (columns.count * rows.count))
    }
}
