// SPDX-License-Identifier: Apache-2.0

/// What is kept of the looks of one picture: enough to tell whether two pictures show the same, and
/// whether one is sharp, bright or full of detail.
package struct PhotoLook: Sendable, Hashable {
    /// The version of these definitions. Looks of two versions are never compared.
    package static let version = 1
    /// The side of `small` in pixels.
    package static let smallSide = 32
    /// How many bytes `small` has.
    package static let smallCount = smallSide * smallSide
    /// The largest sharpness.
    package static let sharpnessMax = 1_000
    /// What `detail` and `brightness` are at most.
    package static let shareMax = 100
    /// A picture with less detail shows too little to be compared.
    package static let detailMin = 50

    /// The lowest frequencies.
    package var mark: PhotoMark
    /// 32 by 32 grey values from the top left, row by row; nil where they are kept elsewhere.
    package var small: [UInt8]?
    /// How much there is to see, 0 to 100.
    package var detail: Int
    /// How bright the brightest hundredth is, in per cent.
    package var brightness: Int?
    /// How sharp it is where it is sharpest, 0 to 1,000; nil where too few pixels were seen.
    package var sharpness: Int?
    /// The longer side, in pixels, of what was looked at.
    package var sourcePixels: Int

    /// A look; `small` has 1,024 values or is left away.
    package init(
        mark: PhotoMark, small: [UInt8]?, detail: Int, brightness: Int?, sharpness: Int?,
        sourcePixels: Int
    ) {
        self.mark = mark
        self.small = small.flatMap { $0.count == PhotoLook.smallCount ? $0 : nil }
        self.detail = detail
        self.brightness = brightness
        self.sharpness = sharpness
        self.sourcePixels = sourcePixels
    }
}
