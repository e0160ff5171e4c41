// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// What a picture says of itself in its EXIF block.
struct ExifNotes {
    /// How it is to be turned, 1 to 8.
    var orientation: Int?
    private var camera: String?
    private var wallSeconds: Int64?
    private var milliseconds: Int?
    private var offsetSeconds: Int?
    private var isScreenshot = false
    private var liveID: String?

    /// Numbers of entries.
    private enum Tag {
        static let make: Int32 = 0x010f
        static let model: Int32 = 0x0110
        static let orientation: Int32 = 0x0112
        static let fileTime: Int32 = 0x0132
        static let taken: Int32 = 0x9003
        static let takenOffset: Int32 = 0x9011
        static let makerNote: Int32 = 0x927c
        static let comment: Int32 = 0x9286
        static let takenFraction: Int32 = 0x9291
    }

    /// Nothing.
    init() {}

    /// The notes of `block`. Raw files are written by cameras alone, so that the time of the file
    /// is that of its taking.
    init(_ block: ExifLibrary.Block, isRaw: Bool) {
        orientation = block.number(Tag.orientation, in: .picture).flatMap {
            (1...8).contains($0) ? $0 : nil
        }
        let names = [Tag.make, Tag.model].compactMap { block.text($0, in: .picture) }
        camera = names.isEmpty ? nil : names.joined(separator: " ")
        let time =
            block.text(Tag.taken) ?? (isRaw ? block.text(Tag.fileTime, in: .picture) : nil)
        wallSeconds = time.flatMap { ExifTime.wallSeconds($0) }
        milliseconds = block.text(Tag.takenFraction).flatMap { ExifTime.milliseconds($0) }
        offsetSeconds = block.text(Tag.takenOffset).flatMap { ExifTime.offsetSeconds($0) }
        // Eight letters name the writing system. Two bytes a letter are read without the zeros.
        let comment = block.bytes(Tag.comment).dropFirst(8).filter { $0 != 0 }
        isScreenshot = String(decoding: comment, as: UTF8.self) == "Screenshot"
        liveID = AppleNote(block.bytes(Tag.makerNote, atMost: AppleNote.byteCountMax))?.contentID
    }

    /// Puts the notes into `report`.
    func write(into report: inout PictureReport) {
        report.camera = camera
        report.takenWallSeconds = wallSeconds
        report.takenMilliseconds = milliseconds
        report.takenOffsetSeconds = offsetSeconds
        report.isScreenshot = isScreenshot
        report.liveID = liveID
    }
}

/// Times as EXIF writes them.
enum ExifTime {
    /// `2023:07:04 12:31:08` in seconds since 1970, by the clock on the wall.
    static func wallSeconds(_ text: String) -> Int64? {
        let letters = Array(text.utf8)
        guard letters.count == 19 else { return nil }
        let places = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)]
        let numbers = places.compactMap { number(letters[$0.0..<$0.0 + $0.1]) }
        guard numbers.count == places.count else { return nil }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard year >= 1826, (1...12).contains(month), (1...dayCount(year, month)).contains(day),
            numbers[3] < 24, numbers[4] < 60, numbers[5] < 60
        else { return nil }
        // Years that begin in March have the day more at their end.
        let shifted = month <= 2 ? year - 1 : year
        let monthDays = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + monthDays
        return Int64(days - 719_468) * 86_400
            + Int64(numbers[3] * 3_600 + numbers[4] * 60 + numbers[5])
    }

    private static func dayCount(_ year: Int, _ month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The first digits after the point: `5`, `48`, `482731`.
    static func milliseconds(_ text: String) -> Int? {
        let digits = text.utf8.prefix(3)
        return number(digits + [UInt8](repeating: UInt8(ascii: "0"), count: 3 - digits.count))
    }

    /// `+02:00`, `-09:30`, `Z`.
    static func offsetSeconds(_ text: String) -> Int? {
        if text == "Z" { return 0 }
        let letters = Array(text.utf8)
        guard letters.count == 6, letters[3] == UInt8(ascii: ":"),
            let sign = [UInt8(ascii: "+"): 1, UInt8(ascii: "-"): -1][letters[0]],
            let hours = number(letters[1...2]), hours <= 14,
            let minutes = number(letters[4...5]), minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }

    private static func number(_ letters: some Collection<UInt8>) -> Int? {
        guard !letters.isEmpty, letters.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return letters.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
}

/// What Apple's cameras add: the content identifier, which a Live Photo and its film share.
struct AppleNote {
    /// The identifier.
    let contentID: String

    /// The most bytes that are looked at.
    static let byteCountMax = 16 << 10
    private static let letters = Array("Apple iOS".utf8) + [0]
    private static let contentTag = 0x11

    /// The note of `bytes`; nil where it is none, or tells no identifier.
    init?(_ bytes: [UInt8]) {
        func number(_ place: Int, _ count: Int) -> Int {
            guard place >= 0, place + count <= bytes.count else { return 0 }
            return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
        }
        // After the letters: a version, the order of bytes, and the directory.
        guard bytes.starts(with: AppleNote.letters), number(12, 2) == 0x4d4d else { return nil }
        for index in 0..<min(number(14, 2), 200) {
            let place = 16 + 12 * index
            let (start, count) = (number(place + 8, 4), number(place + 4, 4))
            guard number(place, 2) == AppleNote.contentTag, number(place + 2, 2) == 2,
                (5...65).contains(count), start + count <= bytes.count
            else { continue }
            let letters = bytes[start..<start + count].prefix { $0 != 0 }
            guard letters.count <= 64, letters.allSatisfy({ (33...126).contains($0) }) else {
                return nil
            }
            contentID = String(decoding: letters, as: UTF8.self)
            return
        }
        return nil
    }
}
