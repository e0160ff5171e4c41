// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// What a worker that looks at a picture answers: one frame of a fixed length, every value of which
/// has its place and its range. Whoever writes anything else has not answered.
package struct LookReply: Sendable, Hashable {
    /// What it saw.
    package var report: PictureReport

    private static let letters = Array("CRLK".utf8)
    /// The version of the frame, beside that of looks.
    private static let version: UInt8 = 1

    /// What a report may say.
    package enum Limit {
        /// From the first photographs to the year 2200.
        package static let taken: ClosedRange<Int64> = -4_544_208_000...7_258_118_399
        /// No clock is further from UTC.
        package static let offsetSeconds = -50_400...50_400
        /// Sides in pixels.
        package static let side = 1...GreyPlane.sideMax
        /// Make and model.
        package static let cameraByteMax = 128
        /// What the parts of a Live Photo have in common.
        package static let liveIDByteMax = 64
        /// Why there is no look.
        package static let problemByteMax = 200
    }

    /// What the flags say, bit by bit: what is there.
    private enum Flag {
        static let taken: UInt16 = 1
        static let milliseconds: UInt16 = 1 << 1
        static let offset: UInt16 = 1 << 2
        static let size: UInt16 = 1 << 3
        static let screenshot: UInt16 = 1 << 4
        static let look: UInt16 = 1 << 5
        static let brightness: UInt16 = 1 << 6
        static let sharpness: UInt16 = 1 << 7
    }

    /// How many bytes every frame has.
    package static let byteCount =
        letters.count + 1 + 2 + 8 + 2 + 4 + 2 * 4 + PhotoMark.hexCount / 2 + PhotoLook.smallCount
        + 2 + 2 + 4 + 1 + Limit.cameraByteMax + 1 + Limit.liveIDByteMax + 1 + Limit.problemByteMax

    /// An answer; what is out of its range is left away, and what is no plain ASCII.
    package init(_ report: PictureReport) {
        var report = report
        report.takenWallSeconds = report.takenWallSeconds.flatMap {
            Limit.taken.contains($0) ? $0 : nil
        }
        let isTaken = report.takenWallSeconds != nil
        report.takenMilliseconds = report.takenMilliseconds.flatMap {
            isTaken && (0...999).contains($0) ? $0 : nil
        }
        report.takenOffsetSeconds = report.takenOffsetSeconds.flatMap {
            isTaken && Limit.offsetSeconds.contains($0) ? $0 : nil
        }
        if !Limit.side.contains(report.width ?? 0) || !Limit.side.contains(report.height ?? 0) {
            report.width = nil
            report.height = nil
        }
        report.camera = LookReply.plain(report.camera, Limit.cameraByteMax)
        report.liveID = LookReply.plain(report.liveID, Limit.liveIDByteMax)
        report.problem = LookReply.plain(report.problem, Limit.problemByteMax)
        if report.look != nil { report.problem = nil }
        self.report = report
    }

    /// `text` without what is no printable ASCII; nil if nothing remains.
    private static func plain(_ text: String?, _ byteMax: Int) -> String? {
        let bytes = (text ?? "").utf8.filter { (32...126).contains($0) }.prefix(byteMax)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Reading

    /// The answer that `frame` holds; nil if it is none, or anything in it is not as it should be:
    /// the worker has read foreign bytes, and nothing of it is believed that no picture could be.
    package init?(frame: [UInt8]) {
        guard frame.count == LookReply.byteCount, frame.starts(with: LookReply.letters) else {
            return nil
        }
        var reader = FrameReader(frame.dropFirst(LookReply.letters.count))
        guard reader.number(1) == Int(LookReply.version) else { return nil }
        let flags = UInt16(reader.number(2))
        var report = PictureReport()
        let taken = reader.signed(8)
        let milliseconds = reader.number(2)
        let offset = Int(reader.signed(4))
        if flags & Flag.taken != 0 { report.takenWallSeconds = taken }
        if flags & Flag.milliseconds != 0 { report.takenMilliseconds = milliseconds }
        if flags & Flag.offset != 0 { report.takenOffsetSeconds = offset }
        let sides = (reader.number(4), reader.number(4))
        if flags & Flag.size != 0 { (report.width, report.height) = sides }
        report.isScreenshot = flags & Flag.screenshot != 0
        report.look = LookReply.look(&reader, flags)
        report.camera = reader.text(Limit.cameraByteMax)
        report.liveID = reader.text(Limit.liveIDByteMax)
        report.problem = reader.text(Limit.problemByteMax)
        // Whatever was out of its range, or stood where nothing belongs, would be written
        // otherwise.
        let reply = LookReply(report)
        guard reply.frame == frame, (report.look == nil) != (report.problem == nil) else {
            return nil
        }
        self = reply
    }

    private static func look(_ reader: inout FrameReader, _ flags: UInt16) -> PhotoLook? {
        let words = (0..<4).map { _ in UInt64(bitPattern: reader.signed(8)) }
        let small = reader.bytes(PhotoLook.smallCount)
        let (detail, brightness) = (reader.number(1), reader.number(1))
        let sharpness = reader.number(2)
        let sourcePixels = reader.number(4)
        guard flags & Flag.look != 0, detail <= PhotoLook.shareMax,
            brightness <= PhotoLook.shareMax, sharpness <= PhotoLook.sharpnessMax,
            Limit.side.contains(sourcePixels)
        else { return nil }
        return PhotoLook(
            mark: PhotoMark(words[0], words[1], words[2], words[3]), small: small, detail: detail,
            brightness: flags & Flag.brightness != 0 ? brightness : nil,
            sharpness: flags & Flag.sharpness != 0 ? sharpness : nil, sourcePixels: sourcePixels)
    }

    // MARK: - Writing

    /// The answer as a frame.
    package var frame: [UInt8] {
        var frame = LookReply.letters + [LookReply.version]
        frame.reserveCapacity(LookReply.byteCount)
        func append(_ number: Int64?, _ count: Int) {
            let number = UInt64(bitPattern: number ?? 0)
            for place in (0..<count).reversed() {
                frame.append(UInt8(truncatingIfNeeded: number >> UInt64(place * 8)))
            }
        }
        func append(_ number: Int?, _ count: Int) { append(number.map { Int64($0) }, count) }
        func append(_ text: String?, _ byteMax: Int) {
            let bytes = Array((text ?? "").utf8.prefix(byteMax))
            append(bytes.count, 1)
            frame += bytes + [UInt8](repeating: 0, count: byteMax - bytes.count)
        }
        append(Int(flags), 2)
        append(report.takenWallSeconds, 8)
        append(report.takenMilliseconds, 2)
        append(report.takenOffsetSeconds, 4)
        append(report.width, 4)
        append(report.height, 4)
        let look = report.look
        let mark = look?.mark ?? PhotoMark(0, 0, 0, 0)
        for word in [mark.first, mark.second, mark.third, mark.fourth] {
            append(Int64(bitPattern: word), 8)
        }
        frame += look?.small ?? [UInt8](repeating: 0, count: PhotoLook.smallCount)
        append(look?.detail, 1)
        append(look?.brightness, 1)
        append(look?.sharpness, 2)
        append(look?.sourcePixels, 4)
        append(report.camera, Limit.cameraByteMax)
        append(report.liveID, Limit.liveIDByteMax)
        append(report.problem, Limit.problemByteMax)
        return frame
    }

    private var flags: UInt16 {
        let there: [(Bool, UInt16)] = [
            (report.takenWallSeconds != nil, Flag.taken),
            (report.takenMilliseconds != nil, Flag.milliseconds),
            (report.takenOffsetSeconds != nil, Flag.offset), (report.width != nil, Flag.size),
            (report.isScreenshot, Flag.screenshot), (report.look != nil, Flag.look),
            (report.look?.brightness != nil, Flag.brightness),
            (report.look?.sharpness != nil, Flag.sharpness),
        ]
        return there.reduce(0) { $1.0 ? $0 | $1.1 : $0 }
    }
}

/// Takes values from a frame whose length is known.
private struct FrameReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// The highest byte first; no more than four.
    mutating func number(_ count: Int) -> Int { bytes(count).reduce(0) { $0 << 8 | Int($1) } }

    /// The same with a sign; of eight bytes or four.
    mutating func signed(_ count: Int) -> Int64 {
        let number = bytes(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return count == 4
            ? Int64(Int32(truncatingIfNeeded: number)) : Int64(bitPattern: number)
    }

    /// A text behind its length; nil for the empty one, and for a length that is none.
    mutating func text(_ byteMax: Int) -> String? {
        let count = number(1)
        let place = bytes(byteMax)
        return count == 0 ? nil : String(decoding: place.prefix(count), as: UTF8.self)
    }
}
