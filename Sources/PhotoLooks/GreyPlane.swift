// SPDX-License-Identifier: Apache-2.0

/// A picture in grey: one byte a pixel, from the top left, row by row. All that is derived of it is
/// made of whole numbers, so that every machine comes to the same.
package struct GreyPlane: Sendable, Hashable {
    /// Pixels across.
    package let width: Int
    /// Pixels down.
    package let height: Int
    /// The greys.
    package let values: [UInt8]

    /// The longest side that is taken.
    package static let sideMax = 65_535
    /// What shows through where a picture can be seen through.
    private static let light = 255

    /// A picture of these greys; nil if they are no picture of that size.
    package init?(width: Int, height: Int, values: [UInt8]) {
        let sides = 1...GreyPlane.sideMax
        guard sides.contains(width), sides.contains(height), values.count == width * height
        else { return nil }
        self.init(known: width, height, values)
    }

    private init(known width: Int, _ height: Int, _ values: [UInt8]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// The greys of pixels of three bytes, red, green and blue, or of four with the opacity last,
    /// whose rows begin `stride` bytes apart; nil if `pixels` holds no such picture.
    package init?(
        width: Int, height: Int, stride: Int, hasAlpha: Bool, pixels: UnsafeRawBufferPointer
    ) {
        let step = hasAlpha ? 4 : 3
        let sides = 1...GreyPlane.sideMax
        guard sides.contains(width), sides.contains(height), stride >= width * step,
            pixels.count >= stride * (height - 1) + width * step
        else { return nil }
        let values = [UInt8](unsafeUninitializedCapacity: width * height) { greys, count in
            for row in 0..<height {
                let start = row * stride
                let target = row * width
                for column in 0..<width {
                    let place = start &+ column &* step
                    var grey = GreyPlane.grey(
                        pixels[place], pixels[place &+ 1], pixels[place &+ 2])
                    if hasAlpha { grey = GreyPlane.onLight(grey, opacity: pixels[place &+ 3]) }
                    greys[target &+ column] = UInt8(truncatingIfNeeded: grey)
                }
            }
            count = width * height
        }
        self.init(known: width, height, values)
    }

    /// How bright a colour is.
    @inline(__always)
    private static func grey(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        (77 &* Int(red) &+ 150 &* Int(green) &+ 29 &* Int(blue) &+ 128) &>> 8
    }

    @inline(__always)
    private static func onLight(_ grey: Int, opacity: UInt8) -> Int {
        (grey &* Int(opacity) &+ light &* (255 &- Int(opacity)) &+ 127) / 255
    }
}

// MARK: - Other sizes

extension GreyPlane {
    /// Which pixels of a row lie below one pixel of a row of another length, and with what weight:
    /// in parts of a pixel, so that all weights of one are as many as the row has pixels.
    private struct Share {
        var first: Int
        var last: Int
        var firstWeight: Int
        var lastWeight: Int

        /// For the pixel `place` of `target` over a row of `source`.
        init(_ place: Int, of target: Int, over source: Int) {
            let start = place * source
            let end = start + source
            first = start / target
            last = (end - 1) / target
            firstWeight = min(end, (first + 1) * target) - start
            lastWeight = first == last ? 0 : end - last * target
        }
    }

    /// The picture in another size: each pixel the mean of the area that it covers, to the next
    /// whole number, halves upwards. O(pixels of both).
    package func means(width target: Int, height targetHeight: Int) -> GreyPlane {
        let columns = (0..<target).map { Share($0, of: target, over: width) }
        var line = [Int](repeating: 0, count: target)
        var lineRow = -1
        var means: [UInt8] = []
        means.reserveCapacity(target * targetHeight)
        let area = width * height
        for place in 0..<targetHeight {
            let rows = Share(place, of: targetHeight, over: height)
            var sums = [Int](repeating: 0, count: target)
            for row in rows.first...rows.last {
                if row != lineRow {
                    reduce(row, columns, into: &line)
                    lineRow = row
                }
                let weight =
                    row == rows.first
                    ? rows.firstWeight : row == rows.last ? rows.lastWeight : targetHeight
                for column in 0..<target { sums[column] &+= weight &* line[column] }
            }
            for sum in sums { means.append(UInt8((2 * sum + area) / (2 * area))) }
        }
        return GreyPlane(known: target, targetHeight, means)
    }

    /// The sums of one row below each pixel of a shorter or longer one.
    private func reduce(_ row: Int, _ columns: [Share], into line: inout [Int]) {
        let target = columns.count
        values.withUnsafeBufferPointer { greys in
            let start = row * width
            for (place, share) in columns.enumerated() {
                var middle = 0
                if share.last &- share.first > 1 {
                    for column in share.first &+ 1..<share.last {
                        middle &+= Int(greys[start &+ column])
                    }
                }
                line[place] =
                    share.firstWeight &* Int(greys[start &+ share.first])
                    &+ share.lastWeight &* Int(greys[start &+ share.last]) &+ target &* middle
            }
        }
    }

    /// The picture as it is when turned by the orientation of EXIF, 1 to 8, that it is stored with.
    package func turned(_ orientation: PhotoOrientation) -> GreyPlane {
        if orientation == .upright { return self }
        let isSideways = orientation.isSideways
        let (mirrorsColumns, mirrorsRows) = (orientation.mirrorsColumns, orientation.mirrorsRows)
        let (across, down) = isSideways ? (height, width) : (width, height)
        var turned: [UInt8] = []
        turned.reserveCapacity(values.count)
        for y in 0..<down {
            for x in 0..<across {
                var (column, row) = isSideways ? (y, x) : (x, y)
                if mirrorsColumns { column = width - 1 - column }
                if mirrorsRows { row = height - 1 - row }
                turned.append(values[row * width + column])
            }
        }
        return GreyPlane(known: across, down, turned)
    }
}

/// How a stored picture is to be turned to be upright: the numbers of EXIF.
package enum PhotoOrientation: Int, Sendable, Hashable, CaseIterable {
    /// It is stored as it is shown.
    case upright = 1
    /// Left and right change places.
    case mirrored
    /// Half a turn.
    case upsideDown
    /// Top and bottom change places.
    case flipped
    /// Rows become columns.
    case transposed
    /// A quarter of a turn clockwise.
    case clockwise
    /// Rows become columns, and then half a turn.
    case transverse
    /// A quarter of a turn the other way.
    case anticlockwise

    /// Whether width and height change places.
    package var isSideways: Bool { rawValue >= PhotoOrientation.transposed.rawValue }
    /// Whether the stored columns are read from the right.
    var mirrorsColumns: Bool {
        switch self {
        case .mirrored, .upsideDown, .transverse, .anticlockwise: true
        default: false
        }
    }
    /// Whether the stored rows are read from the bottom.
    var mirrorsRows: Bool {
        switch self {
        case .upsideDown, .flipped, .clockwise, .transverse: true
        default: false
        }
    }
}
