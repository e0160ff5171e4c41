// SPDX-License-Identifier: Apache-2.0

/// A width and a height in pixels.
struct Size: Hashable {
    var width: Int
    var height: Int

    /// The longest side that is believed.
    private static let sideMax = 65_535

    /// Whether anything can be of that size.
    var isPlausible: Bool {
        (1...Size.sideMax).contains(width) && (1...Size.sideMax).contains(height)
    }

    /// How many pixels it has.
    var pixelCount: Int { width * height }

    /// The size in the same proportions within a square; never larger.
    func within(_ side: Int) -> Size { within(Size(width: side, height: side)) }

    /// The size in the same proportions within `box`; never larger.
    func within(_ box: Size) -> Size {
        if width <= box.width, height <= box.height { return self }
        // By whole numbers: the one side just fits, the other is rounded and not less than 1.
        if width * box.height >= height * box.width {
            return Size(width: box.width, height: max(1, (height * box.width + width / 2) / width))
        }
        return Size(width: max(1, (width * box.height + height / 2) / height), height: box.height)
    }

    /// The size in the same proportions that fills `box` in one direction.
    func filling(_ box: Size) -> Size {
        let factor = max(1, max(box.width, box.height))
        return Size(width: width * factor, height: height * factor).within(box)
    }
}
