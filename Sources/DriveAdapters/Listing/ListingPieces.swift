// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Cuts a listing into pieces of whole lines, for threads that take them one after the other.
///
/// All that changes is under `lock`, which the compiler cannot see: `@unchecked Sendable`.
final class ListingPieces: @unchecked Sendable {
    /// The limits of a listing's lines.
    enum Bounds {
        /// Bytes of one line.
        static let lineBytes = 16 << 20
        /// Bytes of a page that is a whole file.
        static let documentBytes = 1 << 30
    }

    /// Bytes of a page that is a whole file, with the memory that there is.
    private let documentBytesMax: Int

    private let input: ListingInput
    private let pieceBytes: Int
    private let lock = Lock(())
    /// What follows the last newline of the piece that was given out last.
    private let rest: ListingPiece
    private var givenCount = 0
    private var isAtEnd = false

    /// Pieces of about `pieceBytes` bytes, unless a line is longer.
    init(
        _ input: ListingInput, pieceBytes: Int, room: MemoryRoom
    ) throws(ListingFileError) {
        self.input = input
        self.pieceBytes = max(1, min(pieceBytes, Bounds.lineBytes))
        documentBytesMax = min(Bounds.documentBytes, room.documentBytesMax)
        rest = try ListingPiece(capacity: 4096)
    }

    /// How many bytes were taken from the source.
    var consumedBytes: Int64 { lock.withLock { _ in input.consumedBytes } }

    /// How many bytes the source has, if that is known.
    var totalBytes: Int64? { input.totalBytes }

    /// Whether all was given out.
    var isExhausted: Bool { lock.withLock { _ in isAtEnd && rest.count == 0 } }

    /// Gives out nothing more.
    func stop() {
        lock.withLock { _ in
            isAtEnd = true
            rest.clear()
        }
    }

    /// Puts the next lines into `piece`; false at the end.
    func next(into piece: ListingPiece) throws(ListingFileError) -> Bool {
        try lock.withLock { _ throws(ListingFileError) in
            piece.clear()
            piece.number = givenCount
            try unsafe piece.append(rest.bytes)
            rest.clear()
            var searched = 0
            while !isAtEnd {
                isAtEnd = try !grow(piece)
                if let cut = piece.afterLastNewline(from: searched) {
                    return try give(piece, cut)
                }
                searched = piece.count
                if searched > Bounds.lineBytes {
                    piece.isCutShort = true
                    return try give(piece, searched)
                }
            }
            if piece.count == 0 { return false }
            return try give(piece, piece.count)
        }
    }

    /// Puts all that is left behind what `piece` holds, up to the bounds of a document.
    func takeRest(into piece: ListingPiece) throws(ListingFileError) {
        try lock.withLock { _ throws(ListingFileError) in
            let expected = (input.totalBytes ?? 0) - input.consumedBytes
            if expected > 0, expected <= Int64(documentBytesMax) {
                try piece.makeRoom(rest.count + Int(expected) + pieceBytes)
            }
            try unsafe piece.append(rest.bytes)
            rest.clear()
            while !isAtEnd {
                isAtEnd = try !grow(piece)
                if piece.count > documentBytesMax {
                    throw ListingFileError(message: tooLong)
                }
            }
            piece.sourceOffset = input.consumedBytes
            try piece.close(withNewline: false)
        }
    }

    private func grow(_ piece: ListingPiece) throws(ListingFileError) -> Bool {
        do {
            return try piece.append(from: input, upTo: pieceBytes)
        } catch {
            isAtEnd = true
            throw error
        }
    }

    private var tooLong: String {
        if documentBytesMax == Bounds.documentBytes {
            return String(clause: "a page over many lines has at most 1 GiB, and this is more")
        }
        return String(
            clause:
                "a page over many lines has at most \(documentBytesMax >> 20) MiB with the memory"
                + " that there is, and this is more; write one page, or one item, a line")
    }

    private func give(_ piece: ListingPiece, _ cut: Int) throws(ListingFileError) -> Bool {
        try unsafe rest.append(
            UnsafeBufferPointer(start: piece.start + cut, count: piece.count - cut))
        piece.truncate(to: cut)
        try piece.close(withNewline: !piece.isCutShort)
        piece.sourceOffset = input.consumedBytes
        givenCount += 1
        return true
    }
}
