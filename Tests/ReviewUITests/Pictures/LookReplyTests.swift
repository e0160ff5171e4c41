// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import PictureExchange
import TestSupport
import Testing

/// What a worker answers that looked at a picture, and what is believed of it.
@Suite("Answers about a look")
struct LookReplyTests {
    private func sample(_ random: inout SplitMix64) -> PictureReport {
        var report = PictureReport()
        if random.once(in: 2) {
            report.takenWallSeconds = Int64(random.below(4_000_000_000)) - 1_000_000_000
            if random.once(in: 2) { report.takenMilliseconds = random.below(1_000) }
            if random.once(in: 2) { report.takenOffsetSeconds = 900 * (random.below(113) - 56) }
        }
        if random.once(in: 2) {
            report.width = 1 + random.below(65_535)
            report.height = 1 + random.below(65_535)
        }
        if random.once(in: 2) { report.camera = "Contoso Camera \(random.below(100))" }
        report.isScreenshot = random.once(in: 3)
        if random.once(in: 3) { report.liveID = "ID-\(random.next())" }
        if random.once(in: 3) {
            report.problem = "the file cannot be read"
        } else {
            report.look = PhotoLook(
                mark: PhotoMark(random.next(), random.next(), random.next(), random.next()),
                small: (0..<PhotoLook.smallCount).map { _ in UInt8(random.below(256)) },
                detail: random.below(101), brightness: random.once(in: 4) ? nil : random.below(101),
                sharpness: random.once(in: 2) ? nil : random.below(1_001),
                sourcePixels: 1 + random.below(65_535))
        }
        return report
    }

    @Test("come out as they went in, always as long")
    func roundTrip() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<200 {
            let report = sample(&random)
            let frame = LookReply(report).frame
            #expect(frame.count == LookReply.byteCount)
            #expect(LookReply(frame: frame)?.report == report)
        }
        for hint in [PictureOrder.Hint.any, .raw] {
            #expect(LookOrder(arguments: LookOrder(hint: hint).arguments)?.hint == hint)
        }
        #expect(LookOrder(arguments: ["look", "own-drawing"]) == nil)
        #expect(LookOrder(arguments: ["look"]) == nil)
    }

    @Test("leave away what is out of its range")
    func ranges() {
        var report = PictureReport()
        report.takenWallSeconds = .max
        report.takenMilliseconds = 7
        report.takenOffsetSeconds = 90_000
        report.width = 70_000
        report.height = 7
        report.camera = "Cam\u{1b}[31m\u{e9}era" + String(repeating: "x", count: 500)
        report.problem = "no"
        let read = LookReply(frame: LookReply(report).frame)?.report
        #expect(read?.takenWallSeconds == nil && read?.takenMilliseconds == nil)
        #expect(read?.takenOffsetSeconds == nil && read?.width == nil && read?.height == nil)
        #expect(read?.camera?.hasPrefix("Cam[31mera") == true)
        #expect(read?.camera?.utf8.count == LookReply.Limit.cameraByteMax)
    }

    @Test("are refused when they are cut or too long")
    func lengths() {
        var random = SplitMix64(seed: 2)
        let frame = LookReply(sample(&random)).frame
        #expect(LookReply(frame: Array(frame.dropLast())) == nil)
        #expect(LookReply(frame: frame + [0]) == nil)
        #expect(LookReply(frame: []) == nil)
        #expect(LookReply(frame: [UInt8](repeating: 0, count: frame.count)) == nil)
    }

    @Test("say nothing but what a picture could be, whatever is changed in them")
    func mutations() {
        var random = SplitMix64(seed: 3)
        var believedCount = 0
        for _ in 0..<3_000 {
            var frame = LookReply(sample(&random)).frame
            for _ in 0...random.below(4) {
                frame[random.below(frame.count)] = UInt8(random.below(256))
            }
            // The places of the flags and of lengths are hit more often than by chance.
            if random.once(in: 3) { frame[5 + random.below(2)] = UInt8(random.below(256)) }
            guard let reply = LookReply(frame: frame) else { continue }
            believedCount += 1
            #expect(reply.frame == frame)
            let report = reply.report
            #expect((report.look == nil) != (report.problem == nil))
            #expect(report.takenWallSeconds.map { LookReply.Limit.taken.contains($0) } ?? true)
            #expect(report.width.map { LookReply.Limit.side.contains($0) } ?? true)
            let texts = [report.camera, report.liveID, report.problem].compactMap { $0 }
            #expect(texts.allSatisfy { $0.utf8.allSatisfy { (32...126).contains($0) } })
            #expect(report.look.map { (0...100).contains($0.detail) } ?? true)
        }
        #expect(believedCount > 100)
    }
}
