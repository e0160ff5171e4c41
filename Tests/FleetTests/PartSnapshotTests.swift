// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import Messages
import RuleEngine
import TestSupport
import Testing

@testable import FleetParts

/// What listing files hold, in columns.
@Suite("Snapshots of listings")
struct PartSnapshotTests {
    /// A folder of its own, and the folder of snapshots in it, that are gone at the end.
    private func scratch(_ body: (String, SnapshotFolder) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-snapshots-\(UUID().uuidString)")
        let folder = SnapshotFolder(path: root.path + "/snapshots")
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try body(root.path, folder)
    }

    private static func lines(_ drives: [String], seed: UInt64) -> String {
        var random = SplitMix64(seed: seed)
        var lines: [String] = []
        for number in 0..<200 {
            let drive = random.pick(drives)
            let hash = String(repeating: String(format: "%02x", random.below(9)), count: 32)
            let rare =
                random.once(in: 5)
                ? #","mime":"image/jpeg","owner":"É","shared":true,"taken":"2020-01-01T00:00:00Z""#
                : ""
            lines.append(
                #"{"drive":"\#(drive)","id":"i\#(random.below(150))","path":"/q é/\#(number)","#
                    + #""size":\#(random.below(5)),"etag":"\#(number)","#
                    + #""hashes":{"sha256":"\#(hash)"}\#(rare)}"#)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func put(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Has the listing file at `path` be older than the steps of any clock.
    private func settle(_ path: String) throws {
        // The time of its last change cannot be set: so the note is made to say it.
        let folder = (path as NSString).deletingLastPathComponent
        let notes = SnapshotFolder(path: folder + "/snapshots")
        let note = try #require(ImportNote(path: notes.notePath(of: path)))
        let settled = ImportNote(stamp: note.stamp, content: note.content, isSettled: true)
        try PartFolder.write(settled.bytes, to: notes.notePath(of: path))
    }

    private func read(
        _ path: String, _ folder: SnapshotFolder, reader: UInt64 = 5
    ) throws -> PartSnapshot {
        let job = ImportJob(files: [ImportJob.File(path: path, name: "l.ndjson")], reader: reader)
        try PartFolder.write(job.bytes, to: folder.jobPath)
        try PartImport(folder, threads: 1).run(0)
        return folder.snapshot(of: path)
    }

    /// All items of a listing, by drive and id.
    private func items(_ listing: Listing) -> [ItemValues] {
        (0..<listing.count).map { listing.values($0) }.sorted {
            // By bytes: two spellings of a name are two drives.
            Self.place($0).lexicographicallyPrecedes(Self.place($1))
        }
    }

    private static func place(_ item: ItemValues) -> [UInt8] {
        Array((item.drive ?? "").utf8) + [0] + Array((item.id ?? "").utf8)
    }

    @Test("hold what the listing holds, drive by drive", arguments: [1, 2] as [UInt64])
    func equal(seed: UInt64) throws {
        try scratch { root, folder in
            let path = root + "/l.ndjson"
            let drives = ["ada", "bob", "é", "e\u{301}"]
            try put(Self.lines(drives, seed: seed), path)
            let snapshot = try read(path, folder)
            let head = try snapshot.head()
            let whole = try snapshot.listing(ofContent: head.content) { _ in true }
            let plain = try ListingReader(defaultDrive: PartJob.usualDrive).read(.file(path))
                .finish()
            #expect(items(whole) == items(plain) && head.items == plain.count)
            #expect(whole.drives == plain.drives)
            #expect(try #require(head.told) == PartCensus(plain))
            let some = try snapshot.listing(ofContent: head.content) { $0.utf8.count == 3 }
            #expect(
                items(some)
                    == items(plain).filter { $0.drive?.utf8.count == 3 })
        }
    }

    @Test("that are torn, cut, or put together from two are never read, not even in part")
    func damaged() throws {
        try scratch { root, folder in
            // Of the same lengths but for numbers in the head, so that these tell hardly anybody.
            let paths = [root + "/a.ndjson", root + "/b.ndjson"]
            for path in paths {
                let name = path.suffix(8).prefix(1)
                let lines = (10..<90).map { #"{"drive":"ada","path":"/\#(name)\#($0)","size":7}"# }
                try put(lines.joined(separator: "\n"), path)
            }
            let snapshots = try paths.map { try read($0, folder) }
            let whole = try snapshots.map { try PartFolder.read($0.path, most: 1 << 20) }
            let content = try snapshots[0].head().content
            func isRefused(_ bytes: [UInt8]) throws -> Bool {
                try PartFolder.write(bytes, to: snapshots[0].path)
                return (try? snapshots[0].listing(ofContent: content) { _ in true }) == nil
            }
            for count in [0, 3, 15, 16, 40, whole[0].count / 2, whole[0].count - 1] {
                #expect(try isRefused(Array(whole[0].prefix(count))), "\(count)")
            }
            #expect(try isRefused(whole[0] + [0]))
            var random = SplitMix64(seed: 3)
            for _ in 0..<60 {
                var bytes = whole[0]
                let place = random.below(bytes.count)
                bytes[place] ^= UInt8(1 << random.below(8))
                #expect(try isRefused(bytes), "a bit of byte \(place)")
            }
            // Of another listing: whole in itself.
            #expect(try isRefused(whole[1]))
            // The head of one and the items of the other.
            let length = try #require(
                whole[0].firstRange(of: Array("CLRS".utf8))?.lowerBound)
            let other = try #require(
                whole[1].firstRange(of: Array("CLRS".utf8))?.lowerBound)
            #expect(try isRefused(Array(whole[0][..<length] + whole[1][other...])))
            #expect(try !isRefused(whole[0]))
        }
    }

    @Test("are made once, and anew where listing, program or snapshot is another one")
    func kept() throws {
        try scratch { root, folder in
            let path = root + "/l.ndjson"
            try put(Self.lines(["ada"], seed: 1), path)
            func isCurrent(reader: UInt64 = 5) throws -> Bool {
                let stamp = try #require(try FileStamp(path: path))
                return folder.head(of: path, stamp, reader: reader) != nil
            }
            #expect(try !isCurrent())
            let snapshot = try read(path, folder)
            // A file that was written to just now may be written to again within one step of a clock.
            #expect(try !isCurrent())
            try settle(path)
            #expect(try isCurrent())
            #expect(try !isCurrent(reader: 6))
            let first = try snapshot.head()

            // Touched, and not changed: its snapshot stays the file that it is.
            func inode() throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: snapshot.path)[.systemFileNumber]
                    as? Int
            }
            let file = try inode()
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
                ofItemAtPath: path)
            #expect(try !isCurrent())
            _ = try read(path, folder)
            #expect(try snapshot.head() == first && inode() == file)

            try put(Self.lines(["ada"], seed: 2), path)
            _ = try read(path, folder)
            #expect(try snapshot.head().content != first.content)

            // A bit of its items.
            try settle(path)
            var bytes = try PartFolder.read(snapshot.path, most: 1 << 20)
            bytes[bytes.count - 20] ^= 1
            try PartFolder.write(bytes, to: snapshot.path)
            _ = try read(path, folder)
            let head = try snapshot.head()
            #expect(throws: Never.self) {
                try snapshot.listing(ofContent: head.content) { _ in true }
            }
            try FileManager.default.removeItem(atPath: snapshot.path)
            #expect(try !isCurrent())
        }
    }

    @Test("name the line of a listing that is broken, and are not made of it")
    func broken() throws {
        try scratch { root, folder in
            let path = root + "/l.ndjson"
            try put(Self.lines(["ada"], seed: 1) + #"{"path":"/b"#, path)
            let failure = #expect(throws: PartFailure.self) { try read(path, folder) }
            #expect(
                failure?.message.hasPrefix("l.ndjson:201:") == true, "\(failure?.message ?? "")")
            #expect(!FileManager.default.fileExists(atPath: folder.snapshot(of: path).path))
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: PartFailure.self) { try read(path, folder) }
        }
    }

    @Test("that no listing has any more are removed, with what was left behind")
    func tidied() throws {
        try scratch { root, folder in
            let (one, other) = (root + "/1.ndjson", root + "/2.ndjson")
            for path in [one, other] {
                try put(Self.lines(["ada"], seed: 1), path)
                _ = try read(path, folder)
            }
            try put("x", folder.path + "/.draft.12")
            folder.tidy(keeping: [one])
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.count == 3, "\(left)")
            #expect(throws: Never.self) { try folder.snapshot(of: one).head() }
            #expect(throws: PartFailure.self) { try folder.snapshot(of: other).head() }
        }
    }
}
