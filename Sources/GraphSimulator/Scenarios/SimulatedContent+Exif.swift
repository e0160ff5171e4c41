// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// What a camera writes into a picture, as far as the service tells of it.
struct SimulatedShot: Sendable, Equatable {
    /// When it was taken, in seconds since 1970, as if the camera's clock showed UTC: the service
    /// takes it so as well.
    var taken: Double?
    /// The camera's maker.
    var make: String?
    /// The camera's model.
    var model: String?
}

extension SimulatedShot {
    /// What stands in the first Exif segment of a JPEG file that begins with `head`; nil without one.
    ///
    /// Reads the tags 0x010F, 0x0110 and, in the directory of 0x8769, 0x9003 (Exif 2.32, 4.6.4 and
    /// 4.6.5); values that lie outside of the segment are left out.
    init?(jpeg head: [UInt8]) {
        guard let segment = Self.segment(of: head) else { return nil }
        let tiff = TIFFBytes(segment)
        guard let first = tiff?.number(at: 4, bytes: 4), let tiff else { return nil }
        let entries = tiff.entries(at: first)
        make = entries[0x010f].flatMap(tiff.text)
        model = entries[0x0110].flatMap(tiff.text)
        guard let details = entries[0x8769].flatMap({ tiff.number(at: $0 + 8, bytes: 4) }) else {
            return
        }
        taken = tiff.entries(at: details)[0x9003].flatMap(tiff.text).flatMap(Self.instant)
    }

    private static func segment(of head: [UInt8]) -> ArraySlice<UInt8>? {
        guard head.starts(with: [0xff, 0xd8]) else { return nil }
        var place = 2
        while place + 10 < head.count, head[place] == 0xff, head[place + 1] != 0xda {
            let length = max(2, Int(head[place + 2]) << 8 | Int(head[place + 3]))
            let end = min(place + 2 + length, head.count)
            if head[place + 1] == 0xe1, head[(place + 4)...].starts(with: Array("Exif\0\0".utf8)) {
                return place + 10 < end ? head[place + 10..<end] : nil
            }
            place += 2 + length
        }
        return nil
    }

    /// The instant of `2023:05:01 09:00:00`.
    private static func instant(_ text: String) -> Double? {
        let parts = text.split(whereSeparator: { $0 == ":" || $0 == " " }).map { Int($0) }
        guard parts.count == 6, !parts.contains(nil) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
                second: parts[5]))?.timeIntervalSince1970
    }
}

/// The directories of a TIFF file (TIFF 6.0, section 2), which is what an Exif segment holds.
private struct TIFFBytes {
    private let bytes: [UInt8]
    private let isLittle: Bool

    init?(_ slice: ArraySlice<UInt8>) {
        bytes = Array(slice)
        switch bytes.prefix(2) {
        case [0x49, 0x49]: isLittle = true
        case [0x4d, 0x4d]: isLittle = false
        default: return nil
        }
    }

    func number(at place: Int, bytes count: Int) -> Int? {
        guard place >= 0, place + count <= bytes.count else { return nil }
        let part = bytes[place..<place + count]
        return isLittle
            ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The places of the entries of the directory at `place`, by tag.
    func entries(at place: Int) -> [Int: Int] {
        var entries: [Int: Int] = [:]
        for index in 0..<min(number(at: place, bytes: 2) ?? 0, 1_000) {
            let entry = place + 2 + 12 * index
            guard let tag = number(at: entry, bytes: 2) else { break }
            entries[tag] = entry
        }
        return entries
    }

    /// The text of the entry at `place`, up to its zero.
    func text(_ place: Int) -> String? {
        guard number(at: place + 2, bytes: 2) == 2, let count = number(at: place + 4, bytes: 4),
            let begin = count <= 4 ? place + 8 : number(at: place + 8, bytes: 4),
            count <= 1_000, begin >= 0, begin + count <= bytes.count
        else { return nil }
        let text = bytes[begin..<begin + count].prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
