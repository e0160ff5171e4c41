// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import PhotoLooks

/// Looks of pictures of all sorts, as a program in another language worked them out.
@Suite("Looks of given pictures")
struct LookGoldenTests {
    @Test("are the same to the bit as they always were", arguments: LookGolden.all)
    func looks(golden: LookGolden) throws {
        let look = PhotoLook(of: try #require(plane(golden), "\(golden.pixels)"))
        let numbers = [look.detail, look.brightness ?? -1].map { String($0) }
        let sharpness = look.sharpness.map { String($0) } ?? "-"
        let small = LookGolden.hash(look.small ?? [])
        let told = [look.mark.hex] + numbers + [sharpness, small]
        #expect(told == golden.look)
    }

    @Test("are forty with those of the scenes, and with the hills that are stored in every way")
    func count() {
        #expect(LookGolden.all.count == 31 && PhotoMarkGolden.all.count == 8)
    }

    /// The greys that a look sees of the picture.
    private func plane(_ golden: LookGolden) -> GreyPlane? {
        func scene(_ number: UInt64) -> GreyPlane {
            SampleScene.plane(
                golden.seed + 100 * number, width: golden.width, height: golden.height)
        }
        let grey = scene(0)
        switch golden.pixels {
        case "grey": return grey
        case "dark": return changed(grey) { $0 / 12 }
        case "pale": return changed(grey) { 200 + $0 / 8 }
        case "two": return changed(grey) { $0 >= 128 ? 255 : 0 }
        case "sixteen": return changed(grey) { $0 / 16 * 17 }
        case "colour": return mixed([grey, scene(1), scene(2)])
        case "clear": return mixed([grey, scene(1), scene(2), scene(3)])
        case "grey-clear": return mixed([grey, grey, grey, scene(3)])
        default: return nil
        }
    }

    private func changed(_ plane: GreyPlane, _ change: (UInt8) -> UInt8) -> GreyPlane? {
        GreyPlane(width: plane.width, height: plane.height, values: plane.values.map(change))
    }

    /// The greys of a picture of these colours, and with the opacity last where there are four.
    private func mixed(_ planes: [GreyPlane]) -> GreyPlane? {
        let (width, height) = (planes[0].width, planes[0].height)
        let bytes = (0..<width * height).flatMap { place in planes.map { $0.values[place] } }
        return bytes.withUnsafeBytes { pixels in
            GreyPlane(
                width: width, height: height, stride: width * planes.count,
                hasAlpha: planes.count == 4, pixels: pixels)
        }
    }
}
