// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text

/// Brings together what all files of a dataset say of the sites of one part, and writes the listing.
struct DatasetGather {
    private let job: DatasetJob
    private let folder: DatasetFolder
    private let generation: DatasetGeneration
    private let number: Int
    private let sites: DatasetSites

    /// How many records are held at once, about, which take half a GiB; of a drive with more, some files
    /// are gathered first, and then others.
    var recordsMax = 500_000
    /// How many bytes are written at once.
    private static let pieceBytes = 1 << 20

    init(_ job: DatasetJob, _ folder: DatasetFolder, number: Int) throws(PartFailure) {
        self.job = job
        self.folder = folder
        self.number = number
        generation = try folder.generation()
        sites = DatasetSites(job)
        guard generation.parts.indices.contains(number) else {
            throw PartFailure(Message("the plan has no part \(number + 1)"))
        }
    }

    /// Writes the listing, when files were first seen, and then what there is to say of them.
    func run() throws(PartFailure) {
        let part = generation.parts[number]
        let own = sites.sites(from: part.first, to: part.last)
        let indices = try DatasetIndex.all(job, in: folder)
        let records = indices.reduce(0) { $0 + $1.records[part.first...part.last].reduce(0, +) }
        let share = Share(of: (records + recordsMax - 1) / recordsMax)
        var listingBytes: Int64 = 0
        var times: [UInt8] = []
        var hasLostSeen = false
        let path = folder.listingPath(number, of: generation)
        try DatasetFolder.stream(to: path) { file throws(PartFailure) in
            for share in share.all {
                let seen = DatasetSeen(generation, sites: sites.sites, own: own, share)
                if seen.isLost { hasLostSeen = true }
                let items = try gathered(indices, share)
                listingBytes += try write(items, seen, &times, to: file, of: path)
            }
        }
        try end(listingBytes, times, own: own, hasLostSeen: hasLostSeen)
    }

    /// Writes the lines of `items`, and appends to `times` when they were first seen; how many bytes the
    /// lines have.
    private func write(
        _ items: [Item], _ seen: DatasetSeen, _ times: inout [UInt8], to file: Int32,
        of path: String
    ) throws(PartFailure) -> Int64 {
        var written: Int64 = 0
        var bytes: [UInt8] = []
        for item in items {
            let key = item.record.key
            let first = seen.first(item)
            bytes += item.record.item
            if let first {
                let text = Timestamp(secondsSinceEpoch: first).description
                bytes += #","first_seen":"\#(text)""#.utf8
            }
            bytes += "}\n".utf8
            seen.append(key, first, site: sites.sites[Int(key.site)], to: &times)
            guard bytes.count >= Self.pieceBytes else { continue }
            try DatasetFolder.write(bytes, to: file, of: path)
            written += Int64(bytes.count)
            bytes.removeAll(keepingCapacity: true)
        }
        try DatasetFolder.write(bytes, to: file, of: path)
        return written + Int64(bytes.count)
    }

    private func end(
        _ listingBytes: Int64, _ times: [UInt8], own: [Int], hasLostSeen: Bool
    ) throws(PartFailure) {
        let path = folder.seenPath(number, of: generation)
        try PartFolder.write(times, to: path)
        let digest = SHA256Stream()
        digest.update(times)
        let range = [own.first, own.last].compactMap { $0.map { sites.sites[$0] } }
        let end = DatasetEnd(
            generation: generation.digest, listingBytes: listingBytes,
            seen: DatasetGeneration.Seen(path: path, digest: digest.finish(), sites: range),
            hasLostSeen: hasLostSeen)
        try PartFolder.write(DatasetJSON.bytes(end), to: folder.endPath(number, of: generation))
    }

    // MARK: Records

    /// A file, with when the dataset first has it.
    struct Item {
        /// What is said of it last.
        var record: DatasetRecord
        /// Which file of the dataset says so.
        var file: Int
        /// The earliest date on which it was there; nil where it never was.
        var first: Int64?
    }

    /// Some of the files of a part, by their ids.
    struct Share {
        private let count: UInt64
        private var number: UInt64 = 0

        /// The first of so many.
        init(of count: Int) { self.count = UInt64(max(1, count)) }

        /// All of them.
        var all: [Share] {
            (0..<count).map { number in
                var share = self
                share.number = number
                return share
            }
        }

        /// Whether it has the file of `key`.
        func has(_ key: DatasetKey) -> Bool { (key.high ^ key.low) % count == number }
    }

    /// The files of `share` that are there, those of a drive together.
    private func gathered(
        _ indices: [DatasetIndex], _ share: Share
    ) throws(PartFailure) -> [Item] {
        var items: [DatasetKey: Item] = [:]
        for (place, index) in indices.enumerated() {
            for run in index.runs {
                let bytes = try bytes(of: run, place)
                var offset = 0
                while offset < bytes.count {
                    guard let record = DatasetRecord.read(bytes, at: &offset) else {
                        throw PartFolder.damagedWithin(
                            folder.recordsPath(job.files[place].name))
                    }
                    guard share.has(record.key) else { continue }
                    try Self.merge(
                        Item(
                            record: record, file: place,
                            first: record.drive == nil ? nil : record.date),
                        into: &items, conflict)
                }
            }
        }
        return items.values.filter { $0.record.drive != nil }.sorted {
            let (left, right) = ($0.record.drive ?? 0, $1.record.drive ?? 0)
            return left == right ? $0.record.key < $1.record.key : left < right
        }
    }

    private func bytes(
        of run: DatasetIndex.Run, _ place: Int
    ) throws(PartFailure) -> [UInt8] {
        let part = generation.parts[number]
        let path = folder.recordsPath(job.files[place].name)
        guard run.lengths.count > part.last else { throw PartFolder.damaged(path) }
        let start = run.lengths[..<part.first].reduce(0, +)
        let count = run.lengths[part.first...part.last].reduce(0, +)
        if count == 0 { return [] }
        do throws(SystemError) {
            let bytes = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
                .read(count, at: run.start + Int64(start))
            guard bytes.count == count else { throw SystemError(code: EIO) }
            return bytes
        } catch {
            throw PartFailure(path, error)
        }
    }

    /// Takes what is said later of a file, whatever the order in which files are read.
    private static func merge(
        _ item: Item, into items: inout [DatasetKey: Item],
        _ conflict: (Item, Item) -> PartFailure
    ) throws(PartFailure) {
        guard var known = items[item.record.key] else {
            items[item.record.key] = item
            return
        }
        let first = [known.first, item.first].compactMap { $0 }.min()
        if item.record.date > known.record.date {
            known = item
        } else if item.record.date == known.record.date {
            let isSame =
                item.record.drive == known.record.drive && item.record.item == known.record.item
            guard isSame else { throw conflict(known, item) }
        }
        known.first = first
        items[item.record.key] = known
    }

    /// That two lines of one date say different things of a file.
    private func conflict(_ one: Item, _ other: Item) -> PartFailure {
        let drive = (one.record.drive ?? other.record.drive).map { job.drives[$0].name } ?? ""
        let (name, second) = (job.files[one.file].name, job.files[other.file].name)
        return PartFailure(
            Message(
                "two lines of one date say different things of a file of drive"
                    + " '\(VisibleText.escaped(drive))':"
                    + " \(VisibleText.escaped(name)):\(String(one.record.number)) and"
                    + " \(VisibleText.escaped(second)):\(String(other.record.number))"))
    }
}
