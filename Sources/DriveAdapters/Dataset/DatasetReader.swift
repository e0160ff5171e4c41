// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Reads a file of a dataset line by line, unpacked if it comes as gzip; never all of it at once.
package struct DatasetReader {
    private let source: ListingSource
    /// About how many bytes are read at once.
    package var pieceBytes = 1 << 20

    /// A reader of `source`.
    package init(_ source: ListingSource) { self.source = source }

    /// Hands each line to `take`, until that says that it wants no more. Empty lines are none.
    package func read(
        _ take: (DatasetLine) throws(DatasetFault) -> Bool
    ) throws(DatasetError) {
        let pieceBytes = pieceBytes
        let source = source
        let pieces = try Self.told { () throws(ListingFileError) in
            try ListingPieces(try ListingInput(source), pieceBytes: pieceBytes, room: .now)
        }
        let piece = try Self.told { () throws(ListingFileError) in
            try ListingPiece(capacity: pieceBytes + (1 << 16))
        }
        var reading = DatasetReading()
        while try Self.told({ () throws(ListingFileError) in try pieces.next(into: piece) }) {
            if piece.number == 0 { piece.removeByteOrderMark() }
            guard try reading.read(piece, take) else { return }
        }
    }

    /// What `body` gives, or its error as one of a dataset.
    private static func told<Value>(
        _ body: () throws(ListingFileError) -> Value
    ) throws(DatasetError) -> Value {
        do throws(ListingFileError) {
            return try body()
        } catch {
            throw DatasetError(error)
        }
    }
}

/// Goes through the pieces of one file.
private struct DatasetReading {
    /// How many lines were read.
    private var lines = 0
    private var values = DatasetValues()

    /// Hands the lines of `piece` to `take`; false where that wants no more.
    mutating func read(
        _ piece: ListingPiece, _ take: (DatasetLine) throws(DatasetFault) -> Bool
    ) throws(DatasetError) -> Bool {
        if piece.isCutShort {
            throw DatasetError(
                ListingFileError(line: lines + 1, message: ListingOutcome.lineTooLong))
        }
        let before = lines
        var json = unsafe JSONReader(end: piece.end)
        var place = unsafe piece.start
        while unsafe place < piece.end {
            unsafe json.skipBlanks(&place)
            if unsafe place[0] != 0x0a {
                values.begin(lines + 1)
                let start = unsafe place
                do throws(JSONFault) {
                    try unsafe Self.readLine(&json, &values, &place)
                } catch {
                    throw Self.error(error, in: piece, after: before, place: values.line)
                }
                do throws(DatasetFault) {
                    guard try take(values.line) else { return false }
                } catch {
                    var fault = unsafe JSONFault(start, error.message)
                    fault.address = values.address(of: error.member) ?? fault.address
                    throw Self.error(fault, in: piece, after: before, drive: error.drive)
                }
            }
            unsafe place += 1
            lines += 1
        }
        return true
    }

    private static func readLine(
        _ json: inout JSONReader, _ values: inout DatasetValues,
        _ place: inout UnsafePointer<UInt8>
    ) throws(JSONFault) {
        let start = unsafe place
        try unsafe json.members(&place, depth: 0) { (key, json, place) throws(JSONFault) in
            try unsafe values.take(key, &json, &place)
        }
        unsafe json.skipBlanks(&place)
        if unsafe place[0] != 0x0a {
            throw unsafe JSONFault(
                place, String(clause: "a line holds one object, and this one goes on after it"))
        }
        try unsafe values.finish(start)
    }

    private static func error(
        _ fault: JSONFault, in piece: ListingPiece, after lines: Int, drive: String? = nil,
        place: DatasetLine? = nil
    ) -> DatasetError {
        var error = ListingOutcome.place(fault, in: piece)
        error.line = error.line.map { $0 + lines }
        return DatasetError(error, drive: drive, place: place)
    }
}
