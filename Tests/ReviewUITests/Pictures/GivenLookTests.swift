// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import PictureExchange
import TestSupport
import Testing

@testable import ReviewUI

/// The program that makes pictures, looking at files whose looks are known.
@Suite("Looks of given files", .serialized)
struct GivenLookTests {
    @Test("are what they always were, but for what storing them cost", arguments: LookGolden.all)
    func looks(golden: LookGolden) async throws {
        let ending = golden.file.split(separator: ".").last.map { String($0) } ?? ""
        let kind = ending == "jpg" ? "jpeg" : ending
        guard try PictureFixture.has(kind), try PictureFixture.has("exif") else { return }
        let looker = PictureLooker(try PictureFixture.worker())
        let bytes = try golden.bytes()
        let report = try #require(await looker.report(of: bytes, hint: .any))
        let look = try #require(report.look, "\(report.problem ?? "")")
        #expect(report.width == golden.width && report.height == golden.height)
        let mark = try #require(PhotoMark(hex: golden.look[0].utf8))
        #expect(look.mark.distance(to: mark) <= golden.bitMax)
        let told = [look.detail, look.brightness ?? -1]
        let wanted = golden.look[1...2].map { Int($0) ?? -1 }
        // What is lost are the finest steps.
        let most = golden.bitMax == 0 ? 0 : 3
        #expect(zip(told, wanted).allSatisfy { abs($0 - $1) <= most }, "\(told) for \(wanted)")
        if golden.bitMax == 0 {
            #expect(look.small.map { LookGolden.hash($0) } == golden.look[4])
        }
    }
}
