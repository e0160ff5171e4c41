// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import PictureExchange
import TestSupport
import Testing

@testable import ReviewUI

/// The program that makes pictures, looking at real files.
@Suite("Looking at pictures", .serialized)
struct PictureLookingTests {
    /// The mark of the scene in `looks`, from the file without loss.
    private static let mark = "8db91c9c989fecee6028fcbb4c93a0ce957c8766568b9c6a8784333eb34ca342"

    /// A file of `looks`, what the machine must have for it, and how far its mark may be off.
    struct Sample: Sendable, CustomTestStringConvertible {
        var file: String
        var kind = "jpeg"
        var bitMax = 6
        var testDescription: String { file }
    }

    static let samples =
        (1...8).map { Sample(file: "hills-\($0).jpg") } + [
            Sample(file: "hills.png", kind: "png", bitMax: 0),
            Sample(file: "hills-6.png", kind: "png", bitMax: 0),
            Sample(file: "hills-6.webp", kind: "webp"), Sample(file: "hills-cmyk.jpg"),
            Sample(file: "hills-grey.jpg"), Sample(file: "hills-16.png", kind: "png"),
            Sample(file: "hills-alpha.png", kind: "png"), Sample(file: "hills.tiff", kind: "tiff"),
            Sample(file: "hills.heic", kind: "heic"),
            // Colours that a palette lacks move more than any decoder does.
            Sample(file: "hills-moving.gif", kind: "gif", bitMax: 16),
        ]

    private func report(
        _ bytes: [UInt8], hint: PictureOrder.Hint = .any
    ) async throws -> PictureReport {
        let looker = PictureLooker(try PictureFixture.worker())
        return try #require(await looker.report(of: bytes, hint: hint))
    }

    private func jpeg() throws -> [UInt8] { try PictureFixture.bytes("plain.jpg") }

    @Test("sees the same scene however it is stored", arguments: samples)
    func scene(_ sample: Sample) async throws {
        guard try PictureFixture.has(sample.kind), try PictureFixture.has("exif") else { return }
        let report = try await report(PictureFixture.bytes("looks/" + sample.file))
        let golden = try #require(PhotoMark(hex: Self.mark.utf8))
        let look = try #require(report.look, "\(report.problem ?? "")")
        #expect(look.mark.distance(to: golden) <= sample.bitMax)
        #expect(look.detail >= PhotoLook.detailMin)
        let longer = try #require(report.width)
        #expect(longer == look.sourcePixels && report.height == longer * 3 / 4)
        #expect(report.problem == nil && look.sharpness == nil && look.small?.count == 1_024)
    }

    @Test("sees what there is of one pixel, and that nothing can be compared")
    func onePixel() async throws {
        let report = try await report(PictureFixture.bytes("looks/one.png"))
        #expect(report.width == 1 && report.height == 1)
        #expect(try #require(report.look).detail < PhotoLook.detailMin)
    }

    @Test(
        "has no look of what breaks off",
        arguments: [
            ("looks/hills-1.jpg", "jpeg"), ("looks/hills.png", "png"), ("plain.bmp", "bmp"),
            ("looks/hills-moving.gif", "gif"), ("looks/hills-6.webp", "webp"),
            ("looks/hills.tiff", "tiff"), ("looks/hills.heic", "heic"),
        ])
    func damage(name: String, kind: String) async throws {
        guard try PictureFixture.has(kind) else { return }
        let whole = try PictureFixture.bytes(name)
        for count in [whole.count - 3, whole.count * 2 / 3] {
            let report = try await report(Array(whole.prefix(count)))
            #expect(report.look == nil && report.problem != nil, "\(count) of \(whole.count)")
        }
        // What follows the picture is no part of it.
        #expect(try await report(whole + [UInt8](repeating: 7, count: 5_000)).look != nil)
    }

    // MARK: - What a picture says of itself

    @Test("reads when, where in the world's clocks, and by what a picture was taken")
    func exif() async throws {
        guard try PictureFixture.has("exif") else { return }
        let told = try await report(ExifSample.whole.inside(jpeg()))
        // 2023-07-04 12:31:08 on the wall.
        #expect(told.takenWallSeconds == 1_688_473_868 && told.takenMilliseconds == 480)
        #expect(told.takenOffsetSeconds == 7_200 && told.camera == "Contoso Camera 9")
        #expect(told.width == 64 && told.look != nil && !told.isScreenshot && told.liveID == nil)
        var sample = ExifSample.whole
        sample.taking.removeAll { $0.tag == 0x9011 || $0.tag == 0x9291 }
        let zoneless = try await report(sample.inside(jpeg()))
        #expect(zoneless.takenWallSeconds == 1_688_473_868 && zoneless.takenOffsetSeconds == nil)
        let bare = try await report(jpeg())
        #expect(bare.takenWallSeconds == nil && bare.camera == nil && bare.look != nil)
    }

    @Test("reads it also where the picture cannot be decoded")
    func exifAlone() async throws {
        guard try PictureFixture.has("exif") else { return }
        let whole = ExifSample.whole.inside(try jpeg())
        let report = try await report(Array(whole.prefix(whole.count - 100)))
        #expect(report.look == nil && report.problem != nil && report.takenWallSeconds != nil)
    }

    @Test("turns the picture, and its sides, by its note")
    func orientation() async throws {
        guard try PictureFixture.has("exif") else { return }
        var sample = ExifSample.whole
        sample.picture[2] = .short(0x0112, 8)
        let report = try await report(sample.inside(jpeg()))
        #expect(report.width == 48 && report.height == 64)
    }

    @Test("knows screenshots by their own word, and Live Photos by their identifier")
    func words() async throws {
        guard try PictureFixture.has("exif") else { return }
        var shot = ExifSample.whole
        shot.taking.append(.bytes(0x9286, Array("ASCII\0\0\0Screenshot".utf8)))
        #expect(try await report(shot.inside(jpeg())).isScreenshot)
        var other = ExifSample.whole
        other.taking.append(.bytes(0x9286, Array("ASCII\0\0\0Screenshots of me".utf8)))
        #expect(try await !report(other.inside(jpeg())).isScreenshot)
        // A maker's note of one entry, 11 hex of kind 2, its text behind it.
        let id = "7A9BD4F3-0A1B-4C2D-8E3F-5566778899AA"
        let note =
            Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + [0, 1, 0, 0x11, 0, 2]
            + [0, 0, 0, UInt8(id.utf8.count + 1), 0, 0, 0, 32, 0, 0, 0, 0] + Array(id.utf8) + [0]
        var live = ExifSample.whole
        live.taking.append(.bytes(0x927c, note))
        #expect(try await report(live.inside(jpeg())).liveID == id)
    }

    @Test("knows pictures of the screen by the program that made them")
    func grabbers() async throws {
        let png = try PictureFixture.bytes("plain.png")
        // After the header, which is always as long; nobody checks the sum of a text.
        func with(_ text: String) -> [UInt8] {
            let bytes = Array(text.utf8)
            return Array(png[..<33]) + [0, 0, 0, UInt8(bytes.count)] + Array("tEXt".utf8) + bytes
                + crc(Array("tEXt".utf8) + bytes) + Array(png[33...])
        }
        #expect(try await report(with("Software\0gnome-screenshot")).isScreenshot)
        #expect(try await !report(with("Software\0gimp")).isScreenshot)
        #expect(try await !report(with("Comment\0no screenshot")).isScreenshot)
    }

    private func crc(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~sum >> $0) }
    }

    @Test("finds what a large file in the form of TIFF says, wherever its directory lies")
    func tiff() async throws {
        guard try PictureFixture.has("exif"), try PictureFixture.has("raw") else { return }
        var raw = try PictureFixture.bytes("plain.dng")
        #expect(try await report(raw, hint: .raw).camera == "Contoso Camera 9")
        raw += [UInt8](repeating: 0, count: 1 << 17)
        let report = try await report(raw, hint: .raw)
        #expect(report.camera == "Contoso Camera 9" && report.look != nil)
    }

    // MARK: - Lies

    @Test("takes loops, lies and heaps of notes for missing")
    func lies() async throws {
        guard try PictureFixture.has("exif") else { return }
        let base = try jpeg()
        var cases: [String: [UInt8]] = [:]
        var loop = ExifSample.whole
        loop.following = 8
        cases["a directory after itself"] = loop.inside(base)
        var inner = ExifSample.whole
        inner.taking = []
        inner.picture.append(
            ExifSample.Entry(tag: 0x8769, kind: 4, count: 1, value: [0, 0, 0, 8]))
        cases["a directory in itself"] = inner.inside(base)
        var long = ExifSample.whole
        long.taking[0].count = 0x7fff_ffff
        cases["a text of two thousand million letters"] = long.inside(base)
        var heap = ExifSample.whole
        heap.picture += (0..<4_000).map { ExifSample.Entry.short(0xc000 + $0, 1) }
        cases["four thousand entries"] = heap.inside(base)
        cases["nothing but its beginning"] = ExifSample.segment(Array("MM\0*".utf8), in: base)
        var far = ExifSample.whole.block
        far.replaceSubrange(4..<8, with: [0xff, 0xff, 0xff, 0xf0])
        cases["a directory far outside"] = ExifSample.segment(far, in: base)
        for (name, bytes) in cases {
            #expect(try await report(bytes).look != nil, "\(name)")
        }
        #expect(try await report(cases["four thousand entries"]!).camera == nil)
    }

    @Test(
        "takes times that no clock shows for missing",
        arguments: [
            "2023:02:30 10:00:00", "0000:00:00 00:00:00", "2023:07:04 24:00:00",
            "    :  :     :  :  ", "2023-07-04T12:31:08", "2023:07:04", "1:1:1 1:1:1",
            "9999:12:31 23:59:59",
        ])
    func noTime(text: String) async throws {
        guard try PictureFixture.has("exif") else { return }
        var sample = ExifSample.whole
        sample.taking[0] = .text(0x9003, text)
        let report = try await report(sample.inside(jpeg()))
        #expect(report.takenWallSeconds == nil && report.camera != nil && report.look != nil)
    }

    @Test("always answers, whatever is broken in a block")
    func mutations() async throws {
        guard try PictureFixture.has("exif") else { return }
        let base = try jpeg()
        let block = ExifSample.whole.block
        var random = SplitMix64(seed: 17)
        for turn in 0..<60 {
            var bytes = block
            for _ in 0...random.below(6) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            if random.once(in: 4) { bytes.removeLast(random.below(bytes.count)) }
            let report = try await report(ExifSample.segment(bytes, in: base))
            #expect(report.look != nil || report.problem != nil, "turn \(turn)")
        }
    }

    // MARK: - The other side

    @Test("believes no worker that answers anything else, and waits for none for ever")
    func hostileWorkers() async throws {
        let folder = try PictureTestFolder()
        let file = try PictureFixture.file("plain.jpg")
        let scripts = ["exit 3", "echo CRLK", "kill -9 $$", "head -c 100000 /dev/zero", "sleep 60"]
        for script in scripts {
            let worker = try folder.worker(script, secondsMax: script == "sleep 60" ? 0.5 : 60)
            let report = try #require(await PictureLooker(worker).report(of: file))
            #expect(report.look == nil && report.problem != nil, "\(script)")
        }
        let missing = PictureLooker(PictureWorker(path: folder.path + "/none"))
        #expect(await missing.report(of: file) == nil)
    }

    @Test("ends with the task that waits")
    func cancelled() async throws {
        let folder = try PictureTestFolder()
        let looker = PictureLooker(try folder.worker("sleep 600", secondsMax: 600))
        let file = try PictureFixture.file("plain.jpg")
        let task = Task { await looker.report(of: file) }
        task.cancel()
        #expect(await task.value == nil)
    }
}
