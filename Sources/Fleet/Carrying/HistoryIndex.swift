// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Workflow

/// Where each line of the journal of a plan over all drives, and of those of its drives, stands: in order of
/// time, those of one instant as the journal tells of them.
///
/// Lines stay in their files. What is kept of each takes 32 bytes, and as much again while all of it is brought
/// together and put into order: 32 MB for 500,000 of them.
struct HistoryIndex {
    /// Where a line stands.
    struct Place: Sendable {
        /// When that was, in seconds since 1970.
        let at: Int64
        /// Where the line begins in its file.
        let start: Int64
        /// The number of the line of the journal itself, or of the first one that knows of it.
        let turn: UInt32
        /// The file, as `paths` have it.
        let file: UInt32
        /// How many bytes it has.
        let length: UInt32
    }

    /// The files: the journal, then those of drives.
    let paths: [String]
    /// All lines whose chains are whole up to there, in their order.
    let places: [Place]
    /// That a chain is broken, or ends before it should: what follows there is not among them.
    let failure: Failure?

    /// Reads the journals in the folder `work` from their beginnings.
    init(_ work: FleetFolder) {
        var reader = Reader()
        reader.readJournal(work.deeds)
        // Some of what a killed worker had written down the journal does not know of yet.
        for key in Set(reader.known.keys).union(work.keys).sorted() {
            reader.readDrive(key, work.audit(of: key))
        }
        reader.places.sort(by: Self.precedes)
        (paths, places, failure) = (reader.paths, reader.places, reader.failure)
    }

    /// What went was written down before the turn in which it did.
    private static func precedes(_ one: Place, _ other: Place) -> Bool {
        let (first, second) = (one.file == 0 ? 1 : 0, other.file == 0 ? 1 : 0)
        return (one.at, one.turn, first, one.file, one.start)
            < (other.at, other.turn, second, other.file, other.start)
    }

    // MARK: Reading

    /// Reads all files once.
    private struct Reader {
        var paths: [String] = []
        var places: [Place] = []
        var failure: Failure?
        /// How many lines of a drive's own journal were written by which line of the journal, by the key.
        var known: [String: [(turn: UInt32, lines: Int64)]] = [:]

        mutating func readJournal(_ path: String) {
            var known: [String: [(turn: UInt32, lines: Int64)]] = [:]
            _ = read(path) { body, turn in
                guard let deed = FleetDeed(body: body) else { return nil }
                if deed.event == .reconciled,
                    known[deed.drive]?.last?.lines ?? 0 > deed.audit?.lines ?? 0
                {
                    // What is missing there since, somebody knows of.
                    known[deed.drive] = nil
                }
                if let audit = deed.audit {
                    known[deed.drive, default: []].append((turn, audit.lines))
                }
                return (deed.at, turn)
            }
            self.known = known
        }

        mutating func readDrive(_ key: String, _ path: String) {
            let turns = known[key] ?? []
            var next = 0
            let count = read(path) { body, line in
                guard let at = (try? JSONTree(strict: body))?["at"]?.number else { return nil }
                while next < turns.count, turns[next].lines < Int64(line) { next += 1 }
                return (at, next < turns.count ? turns[next].turn : .max)
            }
            guard let count, let most = turns.map(\.lines).max(), Int64(count) < most else {
                return
            }
            failure = failure ?? FleetHistory.endsEarly(path, most)
        }

        /// Reads the file at `path`, of whose lines `look` says when that was, and with which line of the
        /// journal they come. How many lines there are; nil where the chain is broken.
        private mutating func read(
            _ path: String, _ look: ([UInt8], _ line: UInt32) -> (at: Int64, turn: UInt32)?
        ) -> Int? {
            let number = UInt32(clamping: paths.count)
            paths.append(path)
            var (start, line) = (Int64(0), UInt32(0))
            // Taken out, for a place is added to it in a closure.
            var found = places
            places = []
            defer { places = found }
            var file = ChainedFile(path: path)
            do throws(Failure) {
                try file.read { body in
                    line += 1
                    guard let (at, turn) = look(body, line) else { return false }
                    let length = ChainedFile.lineBytes(of: body)
                    found.append(
                        Place(
                            at: at, start: start, turn: turn, file: number,
                            length: UInt32(clamping: length)))
                    start += Int64(length) + 1
                    return true
                }
                return file.count
            } catch {
                failure = failure ?? error
                return nil
            }
        }
    }
}

/// Reads the lines of a history again, in whatever order.
struct HistoryLines {
    private let paths: [String]
    private var pieces: [UInt32: (start: Int64, bytes: [UInt8])] = [:]

    /// How many bytes are read at once, and of how many files they are kept: 4 MiB in all.
    private static let pieceBytes = 1 << 16
    private static let piecesMax = 64

    /// Of the files of `index`.
    init(_ index: HistoryIndex) { paths = index.paths }

    /// The line at `place`, without its digest. Throws where it is not there any more.
    mutating func body(_ place: HistoryIndex.Place) throws(Failure) -> [UInt8] {
        let length = Int(place.length)
        if let body = kept(place, length) { return body }
        let path = paths[Int(place.file)]
        if pieces[place.file] == nil, pieces.count >= Self.piecesMax { pieces = [:] }
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
            pieces[place.file] = (
                place.start, try file.read(max(Self.pieceBytes, length), at: place.start)
            )
        } catch {
            throw ChainedFile.cannotUse(path, error)
        }
        if let body = kept(place, length) { return body }
        throw Failure(
            .failed,
            Message("'\(VisibleText.escaped(path))' was changed while it was read; try again"))
    }

    private func kept(_ place: HistoryIndex.Place, _ length: Int) -> [UInt8]? {
        guard let (start, bytes) = pieces[place.file], place.start >= start else { return nil }
        let offset = place.start - start
        guard offset + Int64(length) <= Int64(bytes.count) else { return nil }
        return ChainedFile.parts(of: bytes[Int(offset)..<Int(offset) + length])?.body
    }
}
