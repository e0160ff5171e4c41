// SPDX-License-Identifier: Apache-2.0

/// EXIF blocks as cameras write them, and as nobody should.
struct ExifSample {
    /// An entry: what it is, the kind of its values, how many it says it has, and its bytes.
    struct Entry {
        var tag: Int
        var kind: Int
        var count: Int
        var value: [UInt8]

        static func text(_ tag: Int, _ text: String) -> Entry {
            Entry(tag: tag, kind: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
        }

        static func bytes(_ tag: Int, _ bytes: [UInt8]) -> Entry {
            Entry(tag: tag, kind: 7, count: bytes.count, value: bytes)
        }

        static func short(_ tag: Int, _ number: Int) -> Entry {
            Entry(tag: tag, kind: 3, count: 1, value: [UInt8(number >> 8), UInt8(number & 0xff)])
        }
    }

    /// What is said of the picture.
    var picture: [Entry] = []
    /// What is said of its taking.
    var taking: [Entry] = []
    /// Where the second directory of the picture is said to lie.
    var following = 0

    /// A picture taken by a camera, with a zone.
    static let whole = ExifSample(
        picture: [.text(0x010f, "Contoso"), .text(0x0110, "Camera 9"), .short(0x0112, 1)],
        taking: [
            .text(0x9003, "2023:07:04 12:31:08"), .text(0x9011, "+02:00"), .text(0x9291, "48"),
        ])

    /// The block in the form of TIFF, the highest byte first.
    var block: [UInt8] {
        var first = picture
        let second = 8 + length(picture) + 12
        if !taking.isEmpty {
            first.append(Entry(tag: 0x8769, kind: 4, count: 1, value: digits(second, 4)))
        }
        return Array("MM".utf8) + [0, 42] + digits(8, 4) + directory(first, at: 8, following)
            + (taking.isEmpty ? [] : directory(taking, at: second, 0))
    }

    /// The block in the first segment of the JPEG file `jpeg`.
    func inside(_ jpeg: [UInt8]) -> [UInt8] { ExifSample.segment(block, in: jpeg) }

    /// Any block there.
    static func segment(_ block: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
        let content = Array("Exif".utf8) + [0, 0] + block
        let count = content.count + 2
        return [0xff, 0xd8, 0xff, 0xe1, UInt8(count >> 8 & 0xff), UInt8(count & 0xff)] + content
            + jpeg.dropFirst(2)
    }

    private func length(_ entries: [Entry]) -> Int {
        6 + entries.reduce(0) { $0 + 12 + ($1.value.count > 4 ? $1.value.count : 0) }
    }

    private func digits(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func directory(_ entries: [Entry], at place: Int, _ following: Int) -> [UInt8] {
        var table = digits(entries.count, 2)
        var values: [UInt8] = []
        let start = place + 2 + 12 * entries.count + 4
        for entry in entries {
            table += digits(entry.tag, 2) + digits(entry.kind, 2) + digits(entry.count, 4)
            if entry.value.count > 4 {
                table += digits(start + values.count, 4)
                values += entry.value
            } else {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return table + digits(following, 4) + values
    }
}
