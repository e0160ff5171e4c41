// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// What a piece of a listing came to.
///
/// Made by one thread and handed over to another, which hands it back for the next piece:
/// `@unchecked Sendable`.
final class ListingOutcome: @unchecked Sendable {
    /// Its rows.
    var builder = ListingBuilder()
    /// What its pages say beside their rows.
    var graph = GraphBatch()
    /// How many lines it has.
    var lineCount = 0
    /// How many bytes of the source were taken when it was cut.
    var sourceOffset: Int64 = 0
    /// The first thing that is wrong in it; its line is counted from 1 in the piece.
    var error: ListingFileError?

    /// No rows, which may take `bytesMax` bytes together.
    init(bytesMax: Int) {
        builder.bytesMax = bytesMax
    }

    /// Reads all lines of `piece`.
    func readLines(_ piece: ListingPiece, drives: ListingDrives) {
        if piece.isCutShort {
            error = ListingFileError(line: 1, message: ListingOutcome.lineTooLong)
            return
        }
        let hasTriedPage = read(piece, drives, isCareful: false, spansLines: false)
        if error != nil, hasTriedPage {
            _ = read(piece, drives, isCareful: true, spansLines: false)
        }
    }

    /// Reads `piece` as one page over many lines; false if that is not what it is.
    func readDocument(_ piece: ListingPiece, drives: ListingDrives) -> Bool {
        let hasTriedPage = read(piece, drives, isCareful: false, spansLines: true)
        if error == nil { return true }
        if hasTriedPage { _ = read(piece, drives, isCareful: true, spansLines: true) }
        return hasTriedPage && !isAtSecondLine(piece)
    }

    /// Whether the error is right where the second line begins: then the first one was cut off.
    private func isAtSecondLine(_ piece: ListingPiece) -> Bool {
        guard let error, let line = error.line, let column = error.column else { return false }
        let lines = unsafe piece.bytes.split(
            separator: 0x0a, maxSplits: line, omittingEmptySubsequences: false)
        func isBlank(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
            unsafe bytes.allSatisfy { $0 <= 0x20 }
        }
        return unsafe lines.count >= line && isBlank(lines[line - 1].prefix(column - 1))
            && lines.prefix(line - 1).count { unsafe !isBlank($0) } == 1
    }

    /// The message about a line without end.
    static var lineTooLong: String {
        String(
            clause:
                "a line has at most \(ListingPieces.Bounds.lineBytes >> 20) MiB, and this is longer"
        )
    }

    /// One attempt; whether something was taken for a page before that was certain.
    private func read(
        _ piece: ListingPiece, _ drives: ListingDrives, isCareful: Bool, spansLines: Bool
    ) -> Bool {
        var rows = builder.take()
        rows.removeAllRows()
        var parser = unsafe ListingParser(
            end: piece.end, drives: drives, builder: rows, isCareful: isCareful)
        error = nil
        sourceOffset = piece.sourceOffset
        do {
            if spansLines {
                try unsafe parser.readDocument(from: piece.start)
            } else {
                try unsafe parser.readLines(from: piece.start)
            }
        } catch {
            self.error = ListingOutcome.place(error, in: piece)
        }
        lineCount = parser.lineCount
        let hasTriedPage = parser.hasTriedPage
        parser.handOver(to: self)
        return hasTriedPage
    }

    /// `fault` with its line and column in `piece`.
    static func place(_ fault: JSONFault, in piece: ListingPiece) -> ListingFileError {
        var offset = unsafe min(max(fault.address - Int(bitPattern: piece.start), 0), piece.count)
        if offset == piece.count {
            // What ends too early does so after its last character.
            while offset > 0, unsafe piece.base[offset - 1] <= 0x20 { offset -= 1 }
        }
        var line = 1
        var column = 1
        for place in 0..<offset {
            let byte = unsafe piece.base[place]
            if byte == 0x0a {
                line += 1
                column = 1
            } else if byte & 0xc0 != 0x80 {
                // Columns count characters, and these bytes go on with one.
                column += 1
            }
        }
        return ListingFileError(line: line, column: column, message: fault.message)
    }
}
