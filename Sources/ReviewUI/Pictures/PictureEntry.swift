// SPDX-License-Identifier: Apache-2.0

/// A picture as it lies in a file: letters, a checksum over all the rest, sizes, and the parts.
struct PictureEntry {
    /// What the picture was kept under.
    var identity: [UInt8]
    /// The picture.
    var picture: Picture

    private static let letters = Array("cleanrules picture 1\n".utf8)

    /// The given picture.
    init(identity: [UInt8], picture: Picture) {
        self.identity = identity
        self.picture = picture
    }

    /// The picture that `file` holds; nil if anything about it is not right.
    init?(file: [UInt8]) {
        let start = PictureEntry.letters.count + 8
        guard file.count >= start + 20, file.starts(with: PictureEntry.letters) else { return nil }
        func number(_ place: Int, _ count: Int) -> UInt64 {
            file[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
        }
        var sum = PictureChecksum()
        sum.add(file[start...])
        guard sum.value == number(PictureEntry.letters.count, 8) else { return nil }
        let counts = (0..<5).map { Int(number(start + 4 * $0, 4)) }
        let parts = file.dropFirst(start + 20)
        guard parts.count == counts[0] + counts[1] + counts[4] else { return nil }
        identity = Array(parts.prefix(counts[0]))
        let type = parts.dropFirst(counts[0]).prefix(counts[1])
        let bytes = Array(parts.suffix(counts[4]))
        guard let mediaType = PictureCheck.mediaType(of: bytes), type.elementsEqual(mediaType.utf8)
        else { return nil }
        picture = Picture(
            bytes: bytes, mediaType: mediaType, width: counts[2] == 0 ? nil : counts[2],
            height: counts[3] == 0 ? nil : counts[3])
    }

    /// The picture as a file.
    var file: [UInt8] {
        let type = Array(picture.mediaType.utf8)
        let numbers = [
            identity.count, type.count, picture.width ?? 0, picture.height ?? 0,
            picture.bytes.count,
        ]
        var rest: [UInt8] = []
        for number in numbers { rest += PictureEntry.bytes(UInt64(number), 4) }
        rest += identity + type + picture.bytes
        var sum = PictureChecksum()
        sum.add(rest)
        return PictureEntry.letters + PictureEntry.bytes(sum.value, 8) + rest
    }

    /// The lowest `count` bytes of `number`, the highest of them first.
    private static func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
