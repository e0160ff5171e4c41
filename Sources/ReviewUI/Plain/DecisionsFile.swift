// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// A file of decisions, one JSON object a line, for scripts.
///
/// `{"path": "/Pictures/a.jpg", "verdict": "keep"}`; besides `path` or `id`: `drive`, and `until`
/// with `snooze`. All lines are checked before anything is decided. What is decided so already is
/// done, so that the same file may be run again.
package struct DecisionsFile: Sendable {
    /// The most lines.
    package static let lineMax = 100_000
    /// The most bytes of a line.
    package static let lineByteMax = 65_536
    /// The most bytes of a file that are worth reading.
    package static let byteMax = 256 << 20

    /// What some programs begin a text with; it says nothing.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// One decision, with its line.
    struct Entry: Sendable {
        let line: Int
        let query: ReviewQuery
        let verdict: ReviewVerdict
        let until: Timestamp?

        /// How it is named in messages.
        var name: String { VisibleText.escaped(query.path ?? query.id ?? "") }
    }

    private(set) var entries: [Entry] = []
    /// What is wrong with it, each with its line.
    private(set) var faults: [Phrase] = []

    /// Reads the bytes of a file. O(bytes).
    package init(_ bytes: [UInt8], timeZone: RuleTimeZone) {
        var line = 0
        var start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            line += 1
            if line > Self.lineMax {
                faults.append(.fileLine(line: line, text: Phrase.fileLines(limit: Self.lineMax)))
                return
            }
            add(bytes[start..<end], line, timeZone)
            start = end + 1
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ line: Int, _ zone: RuleTimeZone) {
        if bytes.count > Self.lineByteMax {
            faults.append(.fileLine(line: line, text: Phrase.fileBytes(limit: Self.lineByteMax)))
            return
        }
        if bytes.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) { return }
        do throws(FlatObject.Malformed) {
            entries.append(try Self.entry(try FlatObject(bytes), line, zone))
        } catch {
            faults.append(.fileLine(line: line, text: error.reason))
        }
    }

    private static func entry(
        _ object: FlatObject, _ line: Int, _ zone: RuleTimeZone
    ) throws(FlatObject.Malformed) -> Entry {
        let known = ["path", "id", "drive", "verdict", "until"]
        if let other = object.texts.keys.filter({ !known.contains($0) }).min() {
            throw FlatObject.Malformed(
                .fileNotKnown(
                    name: VisibleText.escaped(other), names: known.joined(separator: ", ")))
        }
        guard let word = object.texts["verdict"] else {
            throw FlatObject.Malformed(.fileNoVerdict)
        }
        guard let verdict = ReviewVerdict(rawValue: word) else {
            let all = ReviewVerdict.allCases.map(\.rawValue).joined(separator: ", ")
            throw FlatObject.Malformed(
                .fileBadVerdict(name: VisibleText.escaped(word), names: all))
        }
        let (path, id) = (object.texts["path"], object.texts["id"])
        guard (path ?? "").isEmpty != (id ?? "").isEmpty else {
            throw FlatObject.Malformed(.fileNoItem)
        }
        let query = ReviewQuery(
            drive: object.texts["drive"], id: id.flatMap { $0.isEmpty ? nil : $0 }, path: path)
        return Entry(
            line: line, query: query, verdict: verdict,
            until: try until(object.texts["until"], verdict, zone))
    }

    private static func until(
        _ text: String?, _ verdict: ReviewVerdict, _ zone: RuleTimeZone
    ) throws(FlatObject.Malformed) -> Timestamp? {
        guard let text else {
            if verdict != .snooze { return nil }
            throw FlatObject.Malformed(.fileNoUntil)
        }
        guard verdict == .snooze else {
            throw FlatObject.Malformed(.fileUntilAlone)
        }
        switch Timestamp.parse(utf8: Array(text.utf8).span) {
        case .instant(let instant): return instant
        default: break
        }
        if let day = day(text) { return Timestamp(secondsSinceEpoch: zone.start(of: day)) }
        throw FlatObject.Malformed(.fileUntil)
    }

    private static func day(_ text: String) -> CalendarDay? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), day >= 1,
            day <= CivilTime.dayCount(year: year, month: month)
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }
}
