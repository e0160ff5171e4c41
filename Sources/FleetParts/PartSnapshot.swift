// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import Messages
internal import POSIX
package import RuleEngine
internal import Text

/// What a listing file holds, as columns, so that it is read once and not in every step of every night.
///
/// The file, all numbers little endian: `CLFS`, version, the length of the head, the head as JSON, a
/// checksum of all that; then the sections of each drive one after another, as `ListingSnapshot` knows
/// them. What is torn, cut, or put together from two files is no snapshot, and nothing of it is used.
package struct PartSnapshot: Sendable, Hashable {
    /// What is said of a snapshot before its items.
    package struct Head: Sendable, Hashable, Codable {
        /// The SHA-256 of the listing file that it was read from, in hex.
        package let content: String
        /// By which program: another one may understand more of a listing.
        package let reader: UInt64
        /// How many items there are.
        package let items: Int
        fileprivate let census: Data
        fileprivate let drives: [Drive]
        fileprivate let decided: [PartDecision]?
    }

    /// A drive, and the sections of its columns.
    fileprivate struct Drive: Sendable, Hashable, Codable {
        let name: String
        let kind: String
        let sections: [Section]

        var byteCount: Int64 { sections.reduce(0) { $0 + Int64($1.byteCount) } }
    }

    fileprivate struct Section: Sendable, Hashable, Codable {
        let name: String
        let chunk: Int
        let byteCount: Int
        /// Of the section that has those of all others: what of one snapshot lies in another is found.
        let checksum: UInt64?
    }

    private static let magic = Array("CLFS".utf8)
    /// The version of the format; another one is not read.
    private static let version: UInt32 = 1
    /// How many bytes stand before the head.
    private static let prefixBytes = 4 + 4 + 8
    private static let headBytesMax = 1 << 30
    /// The section that names all others, with their checksums.
    private static let tableName = "head"

    /// Where the snapshot is, absolute.
    package let path: String

    /// The snapshot at `path`.
    package init(path: String) { self.path = path }

    // MARK: Writing

    /// Writes what `listing` holds, and what was `decided` about its items, which was read by `reader` from a
    /// file of that `content`: whole, or not at all. O(bytes).
    package func write(
        _ listing: Listing, decided: [PartDecision] = [], content: String, reader: UInt64
    ) throws(PartFailure) {
        let parts: [[SnapshotPart]]
        do throws(ListingError) {
            parts = try ListingSnapshot.parts(of: listing)
        } catch {
            throw PartFailure(error.clause.mappingTexts(VisibleText.escaped))
        }
        let drives = zip(listing.drives, parts).map { drive, parts in
            Drive(
                name: drive.name, kind: drive.kind.rawValue,
                sections: parts.map { part in
                    Section(
                        name: part.name, chunk: part.chunk, byteCount: part.bytes.count,
                        checksum: part.name == Self.tableName
                            ? snapshotChecksum(part.bytes) : nil)
                })
        }
        let head = Head(
            content: content, reader: reader, items: listing.count,
            census: Data(PartCensus(listing).body), drives: drives,
            decided: decided.isEmpty ? nil : decided)
        try PartFolder.write([Self.sealed(head)] + parts.joined().map(\.bytes), to: path)
    }

    private static func sealed(_ head: Head) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        let text = (try? encoder.encode(head)).map { Array($0) } ?? []
        var bytes = magic
        bytes += little(UInt64(version)).prefix(4)
        bytes += little(UInt64(text.count))
        bytes += text
        return bytes + little(snapshotChecksum(bytes))
    }

    private static func little(_ number: UInt64) -> [UInt8] {
        stride(from: 0, to: UInt64(64), by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    // MARK: Reading

    /// What is said before the items; throws where the file is not as long as that has it.
    package func head() throws(PartFailure) -> Head { try opened().head }

    /// The items of those drives that `isMeant` takes; throws where the snapshot is of a file of other
    /// content than that. O(bytes).
    package func listing(
        ofContent content: String, _ isMeant: (String) -> Bool
    ) throws(PartFailure) -> Listing {
        var builder = ListingBuilder(idsAreUnique: true)
        try append(to: &builder, ofContent: content, isMeant)
        return builder.finish()
    }

    /// The items of those drives of `files` that `isMeant` takes; throws where a snapshot is of a file of
    /// other content than the plan was begun by. O(bytes).
    package static func listing(
        of files: ArraySlice<PartJob.ListingFile>, _ isMeant: (String) -> Bool
    ) throws(PartFailure) -> Listing {
        var builder = ListingBuilder(idsAreUnique: true)
        for file in files {
            try PartSnapshot(path: file.snapshot)
                .append(to: &builder, ofContent: file.content, isMeant)
        }
        return builder.finish()
    }

    private func append(
        to builder: inout ListingBuilder, ofContent content: String, _ isMeant: (String) -> Bool
    ) throws(PartFailure) {
        let source = try opened()
        guard source.head.content == content else { throw otherContent }
        var offset = source.start
        for drive in source.head.drives {
            let start = offset
            offset += drive.byteCount
            guard isMeant(drive.name) else { continue }
            guard let kind = DriveKind(rawValue: drive.kind),
                builder.existingDrive(named: drive.name) == nil
            else { throw damaged }
            let parts = try parts(of: drive, at: start, in: source.file)
            do throws(ListingError) {
                try builder.append(
                    contentsOf: try ListingSnapshot.builder(
                        from: parts, drive: drive.name, kind: kind))
            } catch {
                throw damaged
            }
        }
    }

    private func parts(
        of drive: Drive, at start: Int64, in file: borrowing FileDescriptor
    ) throws(PartFailure) -> [SnapshotPart] {
        var offset = start
        var parts: [SnapshotPart] = []
        for section in drive.sections {
            let bytes = try read(section.byteCount, at: offset, in: file)
            if section.name == Self.tableName, section.checksum != snapshotChecksum(bytes) {
                throw damaged
            }
            offset += Int64(bytes.count)
            parts.append(SnapshotPart(name: section.name, chunk: section.chunk, bytes: bytes))
        }
        return parts
    }

    /// A snapshot that is open: all of it is there, as far as its length says.
    private struct Opened: ~Copyable {
        let head: Head
        /// Where the sections begin.
        let start: Int64
        let file: FileDescriptor
    }

    private func opened() throws(PartFailure) -> Opened {
        let file = try open()
        let size = try size(of: file)
        let prefix = try read(Self.prefixBytes, at: 0, in: file)
        let length = Self.number(prefix[8...])
        guard prefix.starts(with: Self.magic), Self.number(prefix[4..<8]) == UInt64(Self.version),
            length <= UInt64(Self.headBytesMax), Int64(length) <= size
        else { throw damaged }
        let text = try read(Int(length), at: Int64(Self.prefixBytes), in: file)
        let start = Int64(Self.prefixBytes) + Int64(length) + 8
        let sum = try read(8, at: start - 8, in: file)
        guard Self.number(sum[...]) == snapshotChecksum(prefix + text),
            let head = try? JSONDecoder().decode(Head.self, from: Data(text)),
            head.fills(size - start)
        else { throw damaged }
        return Opened(head: head, start: start, file: file)
    }

    private func open() throws(PartFailure) -> FileDescriptor {
        do throws(SystemError) {
            return try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        } catch {
            throw PartFailure(path, error)
        }
    }

    private func size(of file: borrowing FileDescriptor) throws(PartFailure) -> Int64 {
        do throws(SystemError) {
            return Int64(try file.status().st_size)
        } catch {
            throw PartFailure(path, error)
        }
    }

    private func read(
        _ count: Int, at offset: Int64, in file: borrowing FileDescriptor
    ) throws(PartFailure) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try file.read(count, at: offset)
        } catch {
            throw PartFailure(path, error)
        }
        guard bytes.count == count else { throw damaged }
        return bytes
    }

    /// That it is damaged.
    package var damaged: PartFailure { PartFolder.damagedWithin(path) }

    /// What people have decided to keep, by row of `listing`, which is of `files`, as of `now`; throws where a
    /// snapshot is of a file of other content than the plan was begun by. No word to delete counts: a plan over
    /// a fleet has no quota for them.
    package static func decisions(
        of files: ArraySlice<PartJob.ListingFile>, in listing: Listing, now: Timestamp
    ) throws(PartFailure) -> [Int: Decision] {
        var decisions: [PastDecision] = []
        for file in files {
            let snapshot = PartSnapshot(path: file.snapshot)
            let head = try snapshot.head()
            guard head.content == file.content else { throw snapshot.otherContent }
            decisions += (head.decided ?? []).compactMap(\.past)
        }
        return PastDecision.rows(decisions, in: listing, now: now)
            .filter { $0.value != .delete }
    }

    private var otherContent: PartFailure {
        PartFailure(
            Message(
                "'\(VisibleText.escaped(path))' is not what the plan was begun by; plan again"))
    }
}

extension PartSnapshot.Head {
    /// Which drives there are, and which hashes their files carry; nil where it does not say so.
    package var told: PartCensus? { try? PartCensus(Array(census)) }

    /// Whether the sections take just so many bytes.
    fileprivate func fills(_ size: Int64) -> Bool {
        var rest = size
        for section in drives.lazy.flatMap(\.sections) {
            guard section.byteCount >= 0, Int64(section.byteCount) <= rest else { return false }
            rest -= Int64(section.byteCount)
        }
        return rest == 0
    }
}
