// SPDX-License-Identifier: Apache-2.0

/// The few entries that count of a large file in the form of TIFF, written anew as a small one: its
/// directory may lie behind a hundred megabytes of picture.
@safe
struct DirectoryExcerpt {
    private let file: UnsafeRawBufferPointer
    private let fileByteCount: Int
    private let isLowFirst: Bool
    private var picture: [Entry] = []
    private var taking: [Entry] = []

    private struct Entry {
        var tag: Int
        var kind: Int
        var count: Int
        var value: [UInt8]
    }

    /// Make, model, orientation, time of the file; beside them lies where the others are.
    private static let pictureTags: Set = [0x010f, 0x0110, 0x0112, 0x0132]
    private static let takingPlace = 0x8769
    /// Times of taking, their zones and parts of a second, and the comment.
    private static let takingTags: Set = [0x9003, 0x9011, 0x9286, 0x9291]
    private static let entryCountMax = 1_000
    private static let valueByteMax = 256
    /// How many bytes one of each kind has.
    private static let byteCounts = [1: 1, 2: 1, 3: 2, 4: 4, 7: 1]

    /// The excerpt of `file`; nil where it is no such file.
    init?(_ file: UnsafeRawBufferPointer) {
        let head = unsafe Array(file.prefix(2))
        guard [Array("II".utf8), Array("MM".utf8)].contains(head) else { return nil }
        unsafe self.file = unsafe file
        fileByteCount = file.count
        isLowFirst = head[0] == UInt8(ascii: "I")
        let wanted = DirectoryExcerpt.pictureTags.union([DirectoryExcerpt.takingPlace])
        picture = entries(number(4, 4), wanted)
        if let place = picture.firstIndex(where: { $0.tag == DirectoryExcerpt.takingPlace }) {
            let entry = picture.remove(at: place)
            if entry.value.count == 4 {
                taking = entries(number(in: entry.value), DirectoryExcerpt.takingTags)
            }
        }
    }

    /// The entries with `tags` of the directory at `place`.
    private func entries(_ place: Int, _ tags: Set<Int>) -> [Entry] {
        guard place >= 8 else { return [] }
        var entries: [Entry] = []
        for index in 0..<min(number(place, 2), DirectoryExcerpt.entryCountMax) {
            let start = place + 2 + 12 * index
            let (tag, kind) = (number(start, 2), number(start + 2, 2))
            let count = number(start + 4, 4)
            guard tags.contains(tag), let step = DirectoryExcerpt.byteCounts[kind],
                count > 0, count * step <= DirectoryExcerpt.valueByteMax,
                !entries.contains(where: { $0.tag == tag })
            else { continue }
            let valuePlace = count * step <= 4 ? start + 8 : number(start + 8, 4)
            let value = slice(valuePlace, count * step)
            if value.count == count * step {
                entries.append(Entry(tag: tag, kind: kind, count: count, value: value))
            }
        }
        return entries.sorted { $0.tag < $1.tag }
    }

    // MARK: - Writing

    /// The excerpt as a file in the form of TIFF, in the order of bytes of the original.
    var bytes: [UInt8] {
        let head: [UInt8] = isLowFirst ? [0x49, 0x49, 0x2a, 0] : [0x4d, 0x4d, 0, 0x2a]
        var first = picture
        first.append(
            Entry(tag: DirectoryExcerpt.takingPlace, kind: 4, count: 1, value: [0, 0, 0, 0]))
        let second = 8 + length(first)
        first[first.count - 1].value = digits(second, 4)
        return head + digits(8, 4) + directory(first, at: 8) + directory(taking, at: second)
    }

    private func length(_ entries: [Entry]) -> Int {
        let values = entries.filter { $0.value.count > 4 }.reduce(0) { $0 + $1.value.count }
        return 2 + 12 * entries.count + 4 + values
    }

    private func directory(_ entries: [Entry], at place: Int) -> [UInt8] {
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
        return table + [0, 0, 0, 0] + values
    }

    // MARK: - Bytes

    private func digits(_ number: Int, _ count: Int) -> [UInt8] {
        let places = isLowFirst ? Array(0..<count) : (0..<count).reversed()
        return places.map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        number(in: slice(place, count))
    }

    private func number(in bytes: [UInt8]) -> Int {
        (isLowFirst ? bytes.reversed() : bytes).reduce(0) { $0 << 8 | Int($1) }
    }

    private func slice(_ place: Int, _ count: Int) -> [UInt8] {
        guard place >= 0, count >= 0, place <= fileByteCount - count else { return [] }
        return unsafe Array(file[place..<place + count])
    }
}
