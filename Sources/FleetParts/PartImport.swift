// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation
internal import Glibc
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Text

/// Of which state of a listing file its snapshot is.
package struct ImportNote: Sendable, Hashable, Codable {
    /// What the file was known by.
    package let stamp: FileStamp
    /// Its SHA-256, in hex.
    package let content: String
    /// Whether the file had not been written to for some time, so that each later change of it changes
    /// its stamp as well: clocks of file systems go by steps.
    package let isSettled: Bool

    private static let bytesMax = 1 << 16

    /// The note at `path`; nil where there is none that can be read.
    package init?(path: String) {
        guard let bytes = try? PartFolder.read(path, most: Self.bytesMax),
            let note = try? JSONDecoder().decode(ImportNote.self, from: Data(bytes))
        else { return nil }
        self = note
    }

    init(stamp: FileStamp, content: String, isSettled: Bool) {
        self.stamp = stamp
        self.content = content
        self.isSettled = isSettled
    }

    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }
}

/// That a listing file could not be read, and which drives it mentions all the same.
package struct BrokenNote: Sendable, Hashable, Codable {
    /// What the file was known by.
    package let stamp: FileStamp
    /// The names of the drives, as far as they can be told.
    package let drives: [String]

    private static let bytesMax = 1 << 28

    init(stamp: FileStamp, drives: [String]) {
        self.stamp = stamp
        self.drives = drives
    }

    /// The note at `path`; nil where there is none that can be read.
    init?(path: String) {
        guard let bytes = try? PartFolder.read(path, most: Self.bytesMax),
            let note = try? JSONDecoder().decode(BrokenNote.self, from: Data(bytes))
        else { return nil }
        self = note
    }

    var bytes: [UInt8] {
        // Texts and numbers alone: nothing of it cannot be written.
        (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
    }
}

/// The folder of snapshots: one for each listing file, with a note of which state of the file it is.
package struct SnapshotFolder: Sendable, Hashable {
    /// Where it is, absolute.
    package let path: String

    /// The folder at `path`.
    package init(path: String) { self.path = path }

    /// The file of the job.
    package var jobPath: String { path + "/job.json" }

    /// The snapshot of the listing file at `listing`.
    package func snapshot(of listing: String) -> PartSnapshot {
        PartSnapshot(path: "\(path)/\(Self.key(listing)).columns")
    }

    /// The note beside it.
    package func notePath(of listing: String) -> String { "\(path)/\(Self.key(listing)).json" }

    /// The note that the listing file at `listing` is broken.
    fileprivate func brokenPath(of listing: String) -> String {
        "\(path)/\(Self.key(listing)).broken"
    }

    /// What was found of the listing file at `listing`, which has that stamp and is broken; nil where that
    /// is not known.
    package func broken(_ listing: String, _ stamp: FileStamp) -> BrokenNote? {
        guard let note = BrokenNote(path: brokenPath(of: listing)), note.stamp == stamp else {
            return nil
        }
        return note
    }

    private static func key(_ listing: String) -> String {
        let digest = SHA256Stream()
        digest.update(Array(listing.utf8))
        return String(digest.finish().prefix(24))
    }

    /// The head of the snapshot of the listing file at `listing`, which has that stamp; nil where there is
    /// none of what the file holds now, made by `reader`.
    package func head(
        of listing: String, _ stamp: FileStamp, reader: UInt64
    ) -> PartSnapshot.Head? {
        guard let note = ImportNote(path: notePath(of: listing)), note.isSettled,
            note.stamp == stamp, let head = try? snapshot(of: listing).head(),
            head.reader == reader, head.content == note.content
        else { return nil }
        return head
    }

    /// Whether there is a snapshot of the listing file at `listing`, which has that stamp, made by `reader`:
    /// one that `forget` came before, so that it was made since.
    package func hasRead(_ listing: String, _ stamp: FileStamp, reader: UInt64) -> Bool {
        guard let note = ImportNote(path: notePath(of: listing)), note.stamp == stamp,
            let head = try? snapshot(of: listing).head()
        else { return false }
        return head.reader == reader && head.content == note.content
    }

    /// Forgets of which state the snapshot of the listing file at `listing` is.
    package func forget(_ listing: String) { unlink(notePath(of: listing)) }

    /// Removes what belongs to none of `listings`, as far as that can be done.
    package func tidy(keeping listings: [String]) {
        var kept: Set = [jobPath]
        for listing in listings {
            kept.insert(snapshot(of: listing).path)
            kept.insert(notePath(of: listing))
        }
        let found = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in found where !kept.contains("\(path)/\(name)") {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }
}

/// Makes snapshots of listing files.
package struct PartImport {
    private let folder: SnapshotFolder
    private let threads: Int
    private let job: ImportJob

    /// A reader for the job in `folder`.
    package init(_ folder: SnapshotFolder, threads: Int) throws(PartFailure) {
        self.folder = folder
        self.threads = threads
        job = try ImportJob(in: folder)
    }

    /// The listing files of the task of that number, which must be there, absolute.
    package func listings(_ number: Int) throws(PartFailure) -> [String] {
        try files(number).map(\.path)
    }

    private func files(_ number: Int) throws(PartFailure) -> [ImportJob.File] {
        let count = job.batches?.count ?? job.files.count
        guard (0..<count).contains(number) else {
            throw PartFailure(Message("the plan has no part \(number + 1)"))
        }
        let places = job.batches?[number] ?? [number]
        return places.filter(job.files.indices.contains).map { job.files[$0] }
    }

    /// Makes the snapshots of the listing files of the task of that number; those of the same content stay.
    package func run(_ number: Int) throws(PartFailure) {
        let files = try files(number)
        for file in files {
            do throws(PartFailure) {
                try run(file)
            } catch {
                // Of several, it is read by itself later on, and says why it cannot be.
                if files.count == 1 { throw error }
            }
        }
    }

    private func run(_ file: ImportJob.File) throws(PartFailure) {
        let begun = Int64(time(nil))
        let stamp = try stamp(of: file)
        let content = try Self.digest(of: file)
        let snapshot = folder.snapshot(of: file.path)
        if !isWhole(snapshot, content) {
            try snapshot.write(
                try listing(file, stamp), content: content, reader: job.reader)
        }
        guard try self.stamp(of: file) == stamp else { throw Self.changed(file) }
        let note = ImportNote(
            stamp: stamp, content: content, isSettled: stamp.isOlder(than: begun))
        try PartFolder.write(note.bytes, to: folder.notePath(of: file.path))
    }

    /// Whether `snapshot` is of that content, and can be read from its beginning to its end.
    private func isWhole(_ snapshot: PartSnapshot, _ content: String) -> Bool {
        guard let head = try? snapshot.head(), head.reader == job.reader,
            head.content == content
        else { return false }
        return (try? snapshot.listing(ofContent: content) { _ in true }) != nil
    }

    private func listing(
        _ file: ImportJob.File, _ stamp: FileStamp
    ) throws(PartFailure) -> Listing {
        var reader = ListingReader(defaultDrive: PartJob.usualDrive)
        reader.threadCount = threads
        do throws(ListingFileError) {
            return try reader.read(.file(file.path)).finish()
        } catch {
            let drives = ListingMentions(in: .file(file.path)).names
            guard try self.stamp(of: file) == stamp else { throw Self.changed(file) }
            try PartFolder.write(
                BrokenNote(stamp: stamp, drives: drives).bytes, to: folder.brokenPath(of: file.path)
            )
            throw PartFailure(file.name, error)
        }
    }

    private func stamp(of file: ImportJob.File) throws(PartFailure) -> FileStamp {
        do throws(SystemError) {
            if let stamp = try FileStamp(path: file.path) { return stamp }
        } catch {
            throw PartFailure(file.name, error)
        }
        throw Self.changed(file)
    }

    private static func changed(_ file: ImportJob.File) -> PartFailure {
        PartFailure(
            Message(
                "'\(VisibleText.escaped(file.name))' has changed while it was read; try again when"
                    + " it is whole"))
    }

    /// How many bytes are digested at once.
    private static let pieceBytes = 1 << 20

    /// The SHA-256 of `file`, in hex.
    private static func digest(of file: ImportJob.File) throws(PartFailure) -> String {
        let digest = SHA256Stream()
        do throws(SystemError) {
            let source = try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK)
            var offset: Int64 = 0
            while true {
                let bytes = try source.read(pieceBytes, at: offset)
                if bytes.isEmpty { return digest.finish() }
                digest.update(bytes)
                offset += Int64(bytes.count)
            }
        } catch {
            throw PartFailure(file.name, error)
        }
    }
}
