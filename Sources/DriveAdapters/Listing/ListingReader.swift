// SPDX-License-Identifier: Apache-2.0

import Threads
import Glibc
public import RuleEngine

/// Reads listing files: items as newline-delimited JSON, and pages as saved from Microsoft Graph.
///
/// The file is read block by block, cut at newlines and parsed by several threads; it is never in
/// memory as a whole, except for a page that spans lines. A broken line is an error that names it,
/// and nothing is taken from the file then: what is not known to be right makes no plan.
public struct ListingReader: Sendable {
    /// How many threads parse at once.
    package var threadCount: Int
    /// About how many bytes are parsed at once by one thread.
    package var pieceBytes = 1 << 20
    /// How much memory there is; nil asks the system when the reading begins.
    package var room: MemoryRoom?
    /// From how many bytes of rows on repeats are folded while it is read.
    package var foldBytes = 256 << 20
    private let drives: ListingDrives

    /// A reader that gives items without a drive to `defaultDrive`.
    ///
    /// A drive is of kind `.listing`, which supplies every field, unless `kinds` says otherwise.
    public init(defaultDrive: String, kinds: [String: DriveKind] = [:]) {
        drives = ListingDrives(usual: defaultDrive, kinds: kinds)
        threadCount = max(1, min(ProcessorCount.active, 8))
    }

    /// All items of `source`, in a builder that further listings may be added to.
    ///
    /// Blocks until all is read. `progress` is called at most every 50 ms, and once at the end.
    public func read(
        _ source: ListingSource, progress: ListingProgressHandler? = nil
    ) throws(ListingFileError) -> ListingBuilder {
        var drive: String?
        return try read(source, drive: &drive, progress: progress)
    }

    /// The same; `drive` becomes the one that saved pages say they are of, as its identity is
    /// written, or nil.
    package func read(
        _ source: ListingSource, drive: inout String?, progress: ListingProgressHandler? = nil
    ) throws(ListingFileError) -> ListingBuilder {
        let room = room ?? .now
        let pieces = try ListingPieces(
            try ListingInput(source), pieceBytes: pieceBytes, room: room)
        let assembly = ListingAssembly(
            pieces, slotCount: threadCount + 1,
            rows: ListingAssembly.RowBounds(
                bytesMax: room.listingBytesMax, foldBytes: foldBytes), progress: progress)
        let piece = try ListingPiece(capacity: pieceBytes + (1 << 16))
        while try pieces.next(into: piece) {
            if piece.number == 0 { piece.removeByteOrderMark() }
            if !piece.isBlank {
                try readAll(piece, pieces, assembly)
                break
            }
            let outcome = assembly.admit()
            outcome.readLines(piece, drives: drives)
            assembly.take(outcome, number: piece.number)
        }
        if let error = assembly.error { throw error }
        drive = assembly.graph.source
        var builder = assembly.builder.take()
        if !assembly.graph.events.isEmpty {
            builder = try GraphResolution.resolve(
                builder, assembly.graph, defaultDrive: drives.usual)
        }
        if let progress {
            var final = assembly.currentProgress
            final.items = builder.count
            progress(final)
        }
        return builder
    }

    /// Decides by its first line what the file is, and reads it.
    private func readAll(
        _ first: ListingPiece, _ pieces: ListingPieces, _ assembly: ListingAssembly
    ) throws(ListingFileError) {
        guard mayBeDocument(first) else { return readLines(first, pieces, assembly) }
        let outcome = assembly.admit()
        try pieces.takeRest(into: first)
        // If it is no page over many lines, its first line is a broken one.
        if !outcome.readDocument(first, drives: drives) { outcome.readLines(first, drives: drives) }
        assembly.take(outcome, number: first.number)
    }

    private func readLines(
        _ first: ListingPiece, _ pieces: ListingPieces, _ assembly: ListingAssembly
    ) {
        // The first piece has its admission before any thread could take them all for later ones.
        let firstOutcome = assembly.admit()
        let drives = drives
        let capacity = pieceBytes + (1 << 16)
        let count = pieces.isExhausted ? 1 : threadCount
        ThreadTeam.run(parts: count) { worker in
            var piece = first
            if worker == 0 {
                firstOutcome.readLines(piece, drives: drives)
                assembly.take(firstOutcome, number: piece.number)
            } else {
                // Where there is no room for one more, the others do its work.
                guard let own = try? ListingPiece(capacity: capacity) else { return }
                piece = own
            }
            while true {
                let outcome = assembly.admit()
                do throws(ListingFileError) {
                    guard try pieces.next(into: piece) else { return assembly.dismiss(outcome) }
                    outcome.readLines(piece, drives: drives)
                } catch {
                    outcome.error = error
                }
                assembly.take(outcome, number: piece.number)
            }
        }
    }

    /// Whether the first line begins an object that it does not end.
    private func mayBeDocument(_ piece: ListingPiece) -> Bool {
        var json = unsafe JSONReader(end: piece.end)
        var place = unsafe piece.start
        while unsafe place < piece.end, unsafe ListingPiece.isBlank(place[0]) { unsafe place += 1 }
        // What does not begin as one is not read to its end in vain.
        if unsafe place == piece.end || place[0] != UInt8(ascii: "{") { return false }
        if piece.isCutShort { return true }
        do {
            try unsafe json.skipValue(&place, depth: 0)
            return false
        } catch {
            let fault = unsafe error.address - Int(bitPattern: piece.start)
            return unsafe fault < piece.count && piece.base[fault] == 0x0a
        }
    }
}

/// How many processors there are.
enum ProcessorCount {
    /// Those that are switched on.
    static var active: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
