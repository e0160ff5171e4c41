// SPDX-License-Identifier: Apache-2.0

/// What a worker answers on its standard output: one frame, and then the end.
///
/// Four letters, one byte for the kind of answer, three numbers of four bytes with the highest
/// first (width, height, count), and as many bytes as the count says.
package enum PictureReply: Sendable, Hashable {
    /// A picture of that many pixels, in the format of the order.
    case picture(width: Int, height: Int, bytes: [UInt8])
    /// There is none; why, one clause.
    case none(reason: String)

    private static let letters = Array("CRPX".utf8)
    private static let headCount = 17
    /// The longest reason that is read.
    private static let reasonByteMax = 200

    /// The most bytes that a frame may have.
    package static let byteCountMax = 80 << 20

    /// The answer that `frame` holds; nil if it is no whole frame.
    package init?(frame: [UInt8]) {
        guard frame.count >= PictureReply.headCount, frame.starts(with: PictureReply.letters)
        else { return nil }
        func number(_ place: Int) -> Int {
            frame[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let (width, height, count) = (number(5), number(9), number(13))
        guard frame.count == PictureReply.headCount + count else { return nil }
        let bytes = frame[PictureReply.headCount...]
        switch frame[4] {
        case 1:
            guard width > 0, height > 0 else { return nil }
            self = .picture(width: width, height: height, bytes: Array(bytes))
        case 0:
            // The worker has read foreign bytes: its words are not trusted with a terminal.
            let words = bytes.prefix(PictureReply.reasonByteMax).filter { (32...126).contains($0) }
            self = .none(reason: String(decoding: words, as: UTF8.self))
        default: return nil
        }
    }

    /// The answer as a frame.
    package var frame: [UInt8] {
        switch self {
        case .picture(let width, let height, let bytes):
            PictureReply.frame(1, width, height, bytes)
        case .none(let reason): PictureReply.frame(0, 0, 0, Array(reason.utf8))
        }
    }

    private static func frame(
        _ kind: UInt8, _ width: Int, _ height: Int, _ bytes: [UInt8]
    ) -> [UInt8] {
        var frame = letters + [kind]
        frame.reserveCapacity(headCount + bytes.count)
        for number in [width, height, bytes.count] {
            for shift in [24, 16, 8, 0] {
                frame.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        return frame + bytes
    }
}
