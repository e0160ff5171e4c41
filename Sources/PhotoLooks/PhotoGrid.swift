// SPDX-License-Identifier: Apache-2.0

/// The 64 by 64 greys from which a look is made: whatever the size of the picture, the means of as
/// many areas.
package struct PhotoGrid: Sendable, Hashable {
    /// The greys, 4,096 of them.
    package let plane: GreyPlane

    /// The side in pixels.
    package static let side = PhotoTransform.gridSide

    /// The grid of `picture`.
    package init(_ picture: GreyPlane) {
        plane = picture.means(width: PhotoGrid.side, height: PhotoGrid.side)
    }

    /// The grid of the picture when it is turned so: the same as that of the turned picture.
    package init(_ picture: GreyPlane, turned orientation: PhotoOrientation) {
        plane = PhotoGrid(picture).plane.turned(orientation)
    }

    /// Which of its lowest frequencies are above their median.
    package var mark: PhotoMark { PhotoTransform(grid: plane.values).mark }

    /// The 32 by 32 greys of which each is the mean of four.
    package var small: [UInt8] {
        plane.means(width: PhotoLook.smallSide, height: PhotoLook.smallSide).values
    }

    /// How much there is to see, 0 to 100: the differences of neighbours in whole per cents,
    /// summed, ninety of which count for one.
    package var detail: Int {
        let side = PhotoGrid.side
        let greys = plane.values
        func step(_ place: Int, _ next: Int) -> Int {
            abs(Int(greys[place]) - Int(greys[next])) * 100 / 255
        }
        var sum = 0
        for row in 0..<side {
            for column in 0..<side {
                let place = row * side + column
                if column + 1 < side { sum += step(place, place + 1) }
                if row + 1 < side { sum += step(place, place + side) }
            }
        }
        return min(sum / 90, PhotoLook.shareMax)
    }

    /// How bright the brightest hundredth is at least, in per cent.
    package var brightness: Int {
        let place = (plane.values.count - 1) * 99 / 100
        return (Int(plane.values.sorted()[place]) * 200 + 255) / 510
    }
}

extension PhotoLook {
    /// The look of `picture`, which is upright when turned so.
    package init(of picture: GreyPlane, turned orientation: PhotoOrientation = .upright) {
        let grid = PhotoGrid(picture, turned: orientation)
        self.init(
            mark: grid.mark, small: grid.small, detail: grid.detail, brightness: grid.brightness,
            sharpness: PhotoSharpness.value(of: picture),
            sourcePixels: max(picture.width, picture.height))
    }

    /// The marks of the picture turned and mirrored, by the numbers of EXIF from 2 to 8, so that
    /// a copy that was turned is found: made of `small` alone, a few bits from those of a picture
    /// that is really turned. None where `small` is kept elsewhere.
    package var turnedMarks: [PhotoMark] { small.map(PhotoLook.turnedMarks(ofSmall:)) ?? [] }

    /// The same of a look with that small picture.
    package static func turnedMarks(ofSmall small: [UInt8]) -> [PhotoMark] {
        PhotoTransform(small: small).turnedMarks
    }
}
