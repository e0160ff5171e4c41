// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Messages
internal import PhotoLooks
internal import RuleEngine

/// Reads and writes what was seen of pictures, inside a transaction.
struct LookTable {
    let db: Database

    /// The most bytes of a camera's name, of the id of a Live Photo, and of a problem: they come from
    /// strangers' files.
    private static let textMax = 512

    private static let columns = """
        number, key, source_px, mark, detail, brightness, sharpness, taken, taken_offset, width,
        height, camera, screenshot, live, problem, looked_at, taken_ms
        """

    /// Keeps `report` of the content `key`; by which number. What was known of it goes, with its
    /// small picture and its pairs.
    func keep(_ report: PictureReport, _ key: PhotoKey, at: Timestamp) throws -> Int64 {
        try db.run("DELETE FROM look WHERE key = ?", [key.text.value])
        let look = report.look
        try db.run(
            """
            INSERT INTO look
                (key, version, source_px, mark, detail, brightness, sharpness, taken, taken_offset,
                width, height, camera, screenshot, live, problem, looked_at, taken_ms)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key.text.value, PhotoLook.version.value, (look?.sourcePixels).value,
                (look?.mark.data).value, (look?.detail).value, (look?.brightness).value,
                (look?.sharpness).value, report.takenWallSeconds.value,
                report.takenOffsetSeconds.value, Self.side(report.width).value,
                Self.side(report.height).value, Self.text(report.camera).value,
                report.isScreenshot.value, Self.text(report.liveID).value,
                Self.text(report.problem).value, at.value, report.takenMilliseconds.value,
            ])
        let number = db.lastInsertedRowID
        if let small = look?.small {
            try db.run(
                "INSERT INTO small (look, bytes) VALUES (?, ?)", [number.value, Data(small).value])
        }
        return number
    }

    private static func side(_ pixels: Int?) -> Int? { pixels.flatMap { $0 > 0 ? $0 : nil } }

    private static func text(_ text: String?) -> String? {
        guard let text = StorableText.note(text), !text.isEmpty else { return nil }
        return text.utf8.count <= textMax ? text : nil
    }

    /// Keeps `pair`.
    func keep(_ pair: KeptPair) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO pair (a, b, turn, bits, correlation, block)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                pair.a.value, pair.b.value, pair.turn.value, pair.bits.value,
                pair.correlation.value, pair.block.value,
            ])
    }

    /// All looks of the present version.
    func looks() throws -> [KeptLook] {
        var looks: [KeptLook] = []
        try db.each(
            "SELECT \(Self.columns) FROM look WHERE version = ? ORDER BY number",
            [PhotoLook.version.value]
        ) { looks.append(try Self.look($0)) }
        return looks
    }

    /// The look of the present version at the content `key`; nil without one.
    func look(at key: PhotoKey) throws -> KeptLook? {
        try db.first(
            "SELECT \(Self.columns) FROM look WHERE key = ? AND version = ?",
            [key.text.value, PhotoLook.version.value]
        ) { try Self.look($0) }
    }

    private static func look(_ row: Row) throws -> KeptLook {
        var report = PictureReport()
        if let sourcePixels = try row.integerIfAny(2) {
            report.look = PhotoLook(
                mark: try mark(row, 3), small: nil, detail: Int(try row.integer(4)),
                brightness: try row.integerIfAny(5).map { Int($0) },
                sharpness: try row.integerIfAny(6).map { Int($0) },
                sourcePixels: Int(clamping: sourcePixels))
        }
        report.takenWallSeconds = try row.integerIfAny(7)
        report.takenOffsetSeconds = try row.integerIfAny(8).map { Int(clamping: $0) }
        report.width = try row.integerIfAny(9).map { Int(clamping: $0) }
        report.height = try row.integerIfAny(10).map { Int(clamping: $0) }
        report.camera = try row.textIfAny(11)
        report.isScreenshot = try row.integer(12) != 0
        report.liveID = try row.textIfAny(13)
        report.problem = try row.textIfAny(14)
        report.takenMilliseconds = try row.integerIfAny(16).map { Int(clamping: $0) }
        return KeptLook(
            number: try row.integer(0), key: PhotoKey(stored: try row.text(1)), report: report,
            lookedAt: try row.instant(15))
    }

    private static func mark(_ row: Row, _ column: Int) throws -> PhotoMark {
        let mark = try row.withUnsafeData(atIndex: column) { data in data.flatMap(PhotoMark.init) }
        guard let mark else {
            throw DamagedContent(reason: Message("what was seen of a picture is damaged"))
        }
        return mark
    }

    /// The marks of all looks of the present version with a number above `number`.
    func marks(
        above number: Int64, _ body: (Int64, PhotoMark, Int) throws -> Void
    ) throws {
        try db.each(
            """
            SELECT number, mark, detail FROM look
            WHERE number > ? AND version = ? AND mark IS NOT NULL ORDER BY number
            """, [number.value, PhotoLook.version.value]
        ) { try body(try $0.integer(0), try Self.mark($0, 1), Int(try $0.integer(2))) }
    }

    /// The small picture of the look of that number; nil without one.
    func small(_ number: Int64) throws -> [UInt8]? {
        try db.first("SELECT bytes FROM small WHERE look = ?", [number.value]) { row in
            try row.withUnsafeData(atIndex: 0) { data in data.map { [UInt8]($0) } }
        } ?? nil
    }

    /// All pairs of looks of the present version, but for those of contents that a person called
    /// different.
    func pairs() throws -> [KeptPair] {
        var different: Set<[Int64]> = []
        try db.each(
            """
            SELECT one.number, other.number FROM unlike
            JOIN look AS one ON one.key = unlike.a JOIN look AS other ON other.key = unlike.b
            """
        ) { row in
            let (one, other) = (try row.integer(0), try row.integer(1))
            different.insert([min(one, other), max(one, other)])
        }
        var pairs: [KeptPair] = []
        try db.each("SELECT a, b, turn, bits, correlation, block FROM pair") { row in
            let (a, b) = (try row.integer(0), try row.integer(1))
            if !different.isEmpty, different.contains([a, b]) { return }
            pairs.append(
                KeptPair(
                    a: a, b: b, turn: Int(try row.integer(2)), bits: Int(try row.integer(3)),
                    correlation: try row.real(4), block: try row.real(5)))
        }
        return pairs
    }

    /// Forgets everything that was seen. O(what is kept).
    func forget() throws {
        for table in ["pair", "small", "look"] { try db.run("DELETE FROM \(table)", []) }
    }
}

extension Row {
    /// The number in column `index`.
    fileprivate func real(_ index: Int) throws -> Double { try decode(Double.self, atIndex: index) }
}

extension PhotoMark {
    /// The four words, highest byte first.
    fileprivate var data: Data {
        var data = Data(capacity: PhotoMark.bitCount / 8)
        for word in [first, second, third, fourth] {
            for shift in stride(from: 56, through: 0, by: -8) {
                data.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return data
    }

    /// The mark that 32 bytes write; nil where there are not so many.
    fileprivate init?(_ data: Data) {
        guard data.count == PhotoMark.bitCount / 8 else { return nil }
        var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        for byte in data {
            words.0 = words.0 << 8 | words.1 >> 56
            words.1 = words.1 << 8 | words.2 >> 56
            words.2 = words.2 << 8 | words.3 >> 56
            words.3 = words.3 << 8 | UInt64(byte)
        }
        self.init(words.0, words.1, words.2, words.3)
    }
}
