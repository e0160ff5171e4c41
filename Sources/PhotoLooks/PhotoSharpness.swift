// SPDX-License-Identifier: Apache-2.0

/// How sharp a picture is where it is sharpest: how much neighbours differ, against the contrast
/// around them.
package enum PhotoSharpness {
    /// The longer side that pictures are brought to first; smaller ones tell too little.
    package static let longerSide = 800
    /// A picture that is narrower then has no areas worth to be compared.
    private static let shorterSideMin = 64
    /// The areas across and down.
    private static let areaSide = 8
    /// Standard deviations are counted in parts of this size.
    private static let parts = 16
    /// What is added to the contrast, so that noise in a flat area is not sharpness.
    private static let contrastMin = 4

    /// 0 to 1,000; nil for pictures of less than 800 pixels.
    package static func value(of picture: GreyPlane) -> Int? {
        let longer = max(picture.width, picture.height)
        guard longer >= longerSide else { return nil }
        func reduced(_ side: Int) -> Int { (2 * side * longerSide + longer) / (2 * longer) }
        let (width, height) = (reduced(picture.width), reduced(picture.height))
        guard min(width, height) >= shorterSideMin else { return nil }
        let plane =
            longer == longerSide ? picture : picture.means(width: width, height: height)
        let areas = (0..<areaSide * areaSide).map { place in
            sharpness(
                of: plane, columns: bounds(place % areaSide, width),
                rows: bounds(place / areaSide, height))
        }
        // Nine tenths of the way through 64.
        return min(areas.sorted()[57], PhotoLook.sharpnessMax)
    }

    private static func bounds(_ place: Int, _ length: Int) -> Range<Int> {
        place * length / areaSide..<(place + 1) * length / areaSide
    }

    /// A hundred times the deviation of the second derivative over that of the greys.
    private static func sharpness(
        of plane: GreyPlane, columns: Range<Int>, rows: Range<Int>
    ) -> Int {
        let (width, height) = (plane.width, plane.height)
        var greys = Deviation()
        var edges = Deviation()
        plane.values.withUnsafeBufferPointer { values in
            for row in rows {
                // At the rim the picture goes on as in a mirror.
                let above = (row == 0 ? 1 : row - 1) * width
                let below = (row == height - 1 ? height - 2 : row + 1) * width
                let start = row * width
                for column in columns {
                    let left = column == 0 ? 1 : column &- 1
                    let right = column == width &- 1 ? width &- 2 : column &+ 1
                    let grey = Int(values[start &+ column])
                    greys.add(grey)
                    edges.add(
                        Int(values[above &+ column]) &+ Int(values[below &+ column])
                            &+ Int(values[start &+ left]) &+ Int(values[start &+ right])
                            &- 4 &* grey)
                }
            }
        }
        return 100 * edges.value(parts) / (greys.value(parts) + contrastMin * parts)
    }

    /// The standard deviation of what is added.
    private struct Deviation {
        private var count = 0
        private var sum = 0
        private var squares = 0

        @inline(__always)
        mutating func add(_ value: Int) {
            count &+= 1
            sum &+= value
            squares &+= value &* value
        }

        /// In parts of one, rounded down.
        func value(_ parts: Int) -> Int {
            root(parts * parts * (count * squares - sum * sum)) / count
        }

        /// The square root, rounded down.
        private func root(_ number: Int) -> Int {
            var root = Int(Double(number).squareRoot())
            while root * root > number { root -= 1 }
            while (root + 1) * (root + 1) <= number { root += 1 }
            return root
        }
    }
}
