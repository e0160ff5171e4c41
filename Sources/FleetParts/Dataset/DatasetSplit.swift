// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Glibc
internal import Messages
internal import POSIX
internal import Text
internal import Wording

/// Reads one file of a dataset, and puts what it says of files by the shares of their sites.
struct DatasetSplit {
    private let job: DatasetJob
    private let folder: DatasetFolder
    private let file: SourceFile

    init(_ job: DatasetJob, _ folder: DatasetFolder, number: Int) {
        self.job = job
        self.folder = folder
        file = job.files[number]
    }

    /// Reads the file, unless it was read before and has the same bytes.
    func run() throws(PartFailure) {
        let settings = job.settings
        try demandUnchanged()
        let digest = try digest()
        if var index = DatasetIndex.read(file, settings, in: folder), index.digest == digest {
            try demandUnchanged()
            index.stamp = file.stamp
            return try PartFolder.write(DatasetJSON.bytes(index), to: folder.indexPath(file.name))
        }
        let path = folder.recordsPath(file.name)
        var reading: DatasetRuns?
        try DatasetFolder.stream(to: path) { number throws(PartFailure) in
            reading = try read(to: number, of: path)
        }
        try demandUnchanged()
        guard let reading else { return }
        let index = DatasetIndex(
            settings: settings, stamp: file.stamp, digest: digest, recordBytes: reading.offset,
            runs: reading.runs, records: reading.records, dates: reading.dates,
            withoutDrive: reading.withoutDrive, otherLibraries: reading.otherLibraries)
        try PartFolder.write(DatasetJSON.bytes(index), to: folder.indexPath(file.name))
    }

    private func read(to number: Int32, of path: String) throws(PartFailure) -> DatasetRuns {
        let sites = DatasetSites(job)
        var runs = DatasetRuns(buckets: sites.buckets)
        var failure: PartFailure?
        do throws(DatasetError) {
            try DatasetReader(.file(file.path)).read { line throws(DatasetFault) in
                runs.dates.add(line)
                let (record, absence) = try sites.record(of: line)
                runs.count(absence)
                guard let record else { return true }
                runs.take(record, bucket: sites.bucket(ofSite: Int(record.key.site)))
                guard runs.isFull else { return true }
                do throws(PartFailure) {
                    try runs.flush(to: number, of: path)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            throw PartFailure(file.name, error, sites)
        }
        if let failure { throw failure }
        try runs.flush(to: number, of: path)
        return runs
    }

    private func demandUnchanged() throws(PartFailure) {
        let stamp: FileStamp?
        do throws(SystemError) {
            stamp = try FileStamp(path: file.path)
        } catch {
            throw PartFailure(file.name, error)
        }
        if stamp == file.stamp { return }
        throw PartFailure(
            Message(
                "'\(VisibleText.escaped(file.name))' has changed while it was read; plan again"))
    }

    /// How many bytes are digested at once.
    private static let pieceBytes = 1 << 20

    private func digest() throws(PartFailure) -> String {
        let digest = SHA256Stream()
        do throws(SystemError) {
            let input = try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK)
            var offset: Int64 = 0
            while true {
                let bytes = try input.read(Self.pieceBytes, at: offset)
                if bytes.isEmpty { break }
                digest.update(bytes)
                offset += Int64(bytes.count)
            }
        } catch {
            throw PartFailure(file.name, error)
        }
        return digest.finish()
    }
}

/// Records by share, which are written some at a time.
private struct DatasetRuns {
    private var buffers: [[UInt8]]
    private var held = 0
    private(set) var offset: Int64 = 0
    private(set) var runs: [DatasetIndex.Run] = []
    private(set) var records: [Int]
    private(set) var withoutDrive = 0
    private(set) var otherLibraries = 0
    var dates = DatasetDates()

    /// How many bytes are held at most.
    private static let heldMax = 32 << 20

    init(buckets: Int) {
        buffers = Array(repeating: [], count: buckets)
        records = Array(repeating: 0, count: buckets)
    }

    var isFull: Bool { held >= Self.heldMax }

    mutating func count(_ absence: DatasetSites.Absence?) {
        switch absence {
        case .drive: withoutDrive += 1
        case .library: otherLibraries += 1
        case nil: break
        }
    }

    mutating func take(_ record: DatasetRecord, bucket: Int) {
        let before = buffers[bucket].count
        record.append(to: &buffers[bucket])
        held += buffers[bucket].count - before
        records[bucket] += 1
    }

    mutating func flush(to file: Int32, of path: String) throws(PartFailure) {
        if held == 0 { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(held)
        for bucket in buffers.indices { bytes += buffers[bucket] }
        try DatasetFolder.write(bytes, to: file, of: path)
        runs.append(DatasetIndex.Run(start: offset, lengths: buffers.map(\.count)))
        offset += Int64(held)
        for bucket in buffers.indices { buffers[bucket] = [] }
        held = 0
    }
}

extension PartFailure {
    /// The file of a dataset that people know as `name` cannot be read, or a line of it is broken; of
    /// which drive, `sites` tells.
    package init(_ name: String, _ error: DatasetError, _ sites: DatasetSites) {
        let drive = error.drive ?? error.place.flatMap { sites.driveName($0) }
        guard let drive else {
            self.init(name, error.error)
            return
        }
        var place = VisibleText.escaped(name) + ":"
        if let line = error.error.line { place += "\(line):" }
        if error.error.line != nil, let column = error.error.column { place += "\(column):" }
        let said = Message("drive '\(VisibleText.escaped(drive))':")
        self.init(
            .series(
                [
                    .verbatim(place), .clause(said),
                    .told(VisibleText.escaped(error.error.message)),
                ], separator: " "))
    }
}
