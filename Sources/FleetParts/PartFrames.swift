// SPDX-License-Identifier: Apache-2.0

internal import POSIX
internal import RuleEngine

/// What travels between processes without their files: which part and which bucket it is of, and
/// bytes. A frame, all numbers little endian: `u32` part, `u32` bucket, `u64` length, the bytes.
struct PartFrame {
    /// The part.
    let part: Int
    /// The bucket.
    let bucket: Int
    /// What it holds; nothing where it only names the part.
    let bytes: [UInt8]

    /// How many bytes stand before what a frame holds.
    private static let headBytes = 16
    /// The most that one holds.
    private static let bytesMax = UInt64(PartBlob.bytesMax + PartBlob.frameBytes)

    init(part: Int, bucket: Int, bytes: [UInt8]) {
        self.part = part
        self.bucket = bucket
        self.bytes = bytes
    }

    /// Reads the next frame of `file`; nil at its end.
    static func next(of file: Int32) throws(PartFailure) -> PartFrame? {
        let head = try read(headBytes, of: file)
        if head.isEmpty { return nil }
        guard head.count == headBytes else { throw torn }
        let length = number(head[8...])
        guard length <= bytesMax else { throw torn }
        let bytes = try read(Int(length), of: file)
        guard bytes.count == Int(length) else { throw torn }
        return PartFrame(
            part: Int(number(head[..<4])), bucket: Int(number(head[4..<8])), bytes: bytes)
    }

    /// Writes the frame to `file`.
    func write(to file: Int32) throws(PartFailure) {
        var head: [UInt8] = []
        for (value, width) in [(part, 4), (bucket, 4), (bytes.count, 8)] {
            for place in 0..<width {
                head.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
            }
        }
        do throws(SystemError) {
            try SystemCall.write(head, to: file)
            try SystemCall.write(bytes, to: file)
        } catch {
            throw PartFailure("/dev/stdout", error)
        }
    }

    private static var torn: PartFailure { PartFailure(PartError(.damaged)) }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The next `count` bytes of `file`; fewer at its end alone.
    private static func read(_ count: Int, of file: Int32) throws(PartFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var failure: SystemError?
        let got = bytes.withUnsafeMutableBytes { room in
            var done = 0
            while done < room.count {
                do throws(SystemError) {
                    let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
                    let more = try SystemCall.read(file, into: rest)
                    if more == 0 { break }
                    done += more
                } catch {
                    failure = error
                    break
                }
            }
            return done
        }
        if let failure { throw PartFailure("/dev/stdin", failure) }
        bytes.removeLast(count - got)
        return bytes
    }
}

/// What was told to one part or in one bucket, and where frames go that tell more.
struct PartFrames: PartExchange {
    private let blobs: [PartPlace: [[UInt8]]]
    private let output: Int32

    /// What `blobs` tell, by place; more is told to `output`.
    init(_ blobs: [PartPlace: [[UInt8]]], output: Int32) {
        self.blobs = blobs
        self.output = output
    }

    func tell(
        _ body: [UInt8], at place: PartPlace, of origin: PartOrigin
    ) throws(PartFailure) {
        let sealed: [[UInt8]]
        do throws(PartError) {
            sealed = try PartBlob.sealed(body, at: place, of: origin)
        } catch {
            throw PartFailure(error)
        }
        for blob in sealed {
            let bytes = PartPacking.packed(blob)
            try PartFrame(part: place.part, bucket: place.bucket, bytes: bytes).write(to: output)
        }
    }

    func told(at place: PartPlace, of origin: PartOrigin) throws(PartFailure) -> [UInt8] {
        do throws(PartError) {
            return try PartBlob.opened(blobs[place] ?? [], at: place, of: origin)
        } catch {
            throw PartFailure(error)
        }
    }
}
