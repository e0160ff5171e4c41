// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Messages

/// Reads the document of a plan (docs/reference/json.md): one entry a line between the line
/// `"entries": [` and the next line `]`.
package struct PlanDocumentReader {
    /// What a document that is none looks like.
    package struct Unreadable: Error {
        /// What is wrong, one clause.
        package let reason: String
    }

    /// The lines of the entries, without the commas between them.
    package let lines: [ArraySlice<UInt8>]

    private static let opening = Array("\"entries\": [".utf8)

    /// Finds the entries in `document`. O(bytes).
    package init(_ document: [UInt8]) throws(Unreadable) {
        let newline = UInt8(ascii: "\n")
        var found: [ArraySlice<UInt8>] = []
        var isInside = false
        var isEmptyList = false
        var start = document.startIndex
        while start < document.endIndex {
            let end = document[start...].firstIndex(of: newline) ?? document.endIndex
            var line = document[start..<end]
            start = end + 1
            if !isInside {
                isInside = Self.opensEntries(line)
                isEmptyList = isInside && line.dropFirst(Self.opening.count).first == 0x5d
                if isEmptyList { break }
                continue
            }
            if line.first == UInt8(ascii: "]") {
                lines = found
                return
            }
            if line.last == UInt8(ascii: ",") { line.removeLast() }
            if !line.isEmpty { found.append(line) }
        }
        guard isEmptyList else {
            throw Unreadable(reason: String(clause: "its list of entries has no end"))
        }
        lines = []
    }

    /// The entry on one of `lines`.
    package static func entry(_ line: ArraySlice<UInt8>) throws(Unreadable) -> PlanEntry {
        do {
            return try JSONDecoder().decode(PlanEntry.self, from: Data(line))
        } catch {
            throw Unreadable(reason: String(clause: "an entry cannot be read"))
        }
    }

    /// All entries that are no `keep`.
    package func entries() throws(Unreadable) -> [PlanEntry] {
        var entries: [PlanEntry] = []
        entries.reserveCapacity(lines.count)
        for line in lines where !Self.isKept(line) { entries.append(try Self.entry(line)) }
        return entries
    }

    /// Whether the line is of an item that stays; the verdict is the last key of an entry.
    package static func isKept(_ line: ArraySlice<UInt8>) -> Bool {
        line.suffix(keptEnd.count).elementsEqual(keptEnd)
    }

    private static let keptEnd = Array("\"verdict\":\"keep\"}".utf8)

    private static func opensEntries(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: opening)
    }
}
