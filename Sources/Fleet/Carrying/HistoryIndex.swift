// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Workflow

/// Where each line of the journal of a plan over all drives, and of those of its drives, stands: in order of
/// time, those of one instant as the journal tells of them.
///
/// Lines stay in their files. What is kept of each takes 40 bytes, for a while up to three times as much as it is
/// brought together and put into order, and 16 more for each turn of a drive: about 60 MB for 500,000 of them.
struct HistoryIndex {
    /// Where a line stands.
    struct Place: Sendable {
        /// When that was, in seconds since 1970.
        let at: Int64
        /// Where the line begins in its file.
        let start: Int64
        /// How its digest begins.
        let link: UInt64
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
        for key in reader.drives.union(work.keys).sorted() {
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
        /// The drives of which the journal ever told that they have a journal of their own, by the key.
        var drives: Set<String> = []

        mutating func readJournal(_ path: String) {
            var known: [String: [(turn: UInt32, lines: Int64)]] = [:]
            var drives: Set<String> = []
            _ = read(path) { body, turn in
                guard let deed = FleetDeed(body: body) else { return nil }
                if deed.event == .reconciled,
                    known[deed.drive]?.contains(where: { $0.lines > deed.audit?.lines ?? 0 })
                        == true
                {
                    // What is missing there since, somebody knows of.
                    known[deed.drive] = nil
                }
                if let audit = deed.audit {
                    drives.insert(deed.drive)
                    known[deed.drive, default: []].append((turn, audit.lines))
                }
                return (deed.at, turn)
            }
            self.known = known
            self.drives = drives
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
                try file.readLinked { body, link in
                    line += 1
                    guard let (at, turn) = look(body, line) else { return false }
                    let length = ChainedFile.lineBytes(of: body)
                    found.append(
                        Place(
                            at: at, start: start, link: ChainedFile.beginning(link),
                            turn: turn, file: number,
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

/// Reads the lines of a history again, in whatever order: those that were read before, and no other ones.
struct HistoryLines {
    private let paths: [String]
    private var pieces: [UInt32: (start: Int64, bytes: [UInt8])] = [:]
    /// How many bytes are kept in `pieces`.
    private(set) var keptBytes = 0

    /// How many bytes are read at once, and kept of all files; a line that is longer is kept alone.
    static let pieceBytes = 1 << 16
    static let keptBytesMax = 1 << 22

    /// Of the files of `index`.
    init(_ index: HistoryIndex) { paths = index.paths }

    /// The line at `place`, without its digest. Throws where it is not there any more, or not what it was.
    mutating func body(_ place: HistoryIndex.Place) throws(Failure) -> [UInt8] {
        let path = paths[Int(place.file)]
        if let line = kept(place) { return try checked(line, place, path) }
        let start = place.start - Self.lead(of: place)
        let length = max(Self.pieceBytes, Int(place.start - start) + Int(place.length))
        makeRoom(for: length, of: place.file)
        do throws(SystemError) {
            let bytes = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW).read(length, at: start)
            pieces[place.file] = (start, bytes)
            keptBytes += bytes.count
        } catch {
            throw ChainedFile.cannotUse(path, error)
        }
        guard let line = kept(place) else { throw changed(path) }
        return try checked(line, place, path)
    }

    /// Drops what is kept of `file`, and of all files where so many bytes more would be too many.
    private mutating func makeRoom(for length: Int, of file: UInt32) {
        keptBytes -= pieces.removeValue(forKey: file)?.bytes.count ?? 0
        if keptBytes + length > Self.keptBytesMax { (pieces, keptBytes) = ([:], 0) }
    }

    /// How many bytes before the line at `place` belong to it: none before the first one.
    private static func lead(of place: HistoryIndex.Place) -> Int64 {
        min(place.start, Int64(ChainedFile.leadBytes))
    }

    /// The line at `place` with what belongs to it before, where that is kept.
    private func kept(_ place: HistoryIndex.Place) -> ArraySlice<UInt8>? {
        let first = place.start - Self.lead(of: place)
        let end = place.start + Int64(place.length)
        guard let (start, bytes) = pieces[place.file], first >= start,
            end - start <= Int64(bytes.count)
        else { return nil }
        return bytes[Int(first - start)..<Int(end - start)]
    }

    /// What `line` says, with what belongs to it before, where that is what was read before.
    private func checked(
        _ line: ArraySlice<UInt8>, _ place: HistoryIndex.Place, _ path: String
    ) throws(Failure) -> [UInt8] {
        let body = ChainedFile.body(
            of: line.suffix(Int(place.length)), after: line.dropLast(Int(place.length)), place.link)
        guard let body else { throw changed(path) }
        return body
    }

    private func changed(_ path: String) -> Failure {
        Failure(
            .failed,
            Message("'\(VisibleText.escaped(path))' was changed while it was read; try again"))
    }
}
