// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine
import Synchronization
import Testing

@testable import DriveAdapters

/// Contents of local files: what is read, how often, and what is not trusted.
@Suite struct LocalContentTests {
    private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        DriveConformanceTests.bytes(count, seed: seed)
    }

    private func compare(
        _ drive: any Drive, _ listing: Listing, progress: DriveProgressHandler? = nil
    ) async throws -> (classes: Set<Set<String>>, problems: [DriveProblem]) {
        let found = try await drive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: progress)
        return (listing.classes(found), found.problems.kept)
    }

    @Test("Hard links are read once and are equal without a look")
    func hardLinks() async throws {
        let world = try LocalWorld()
        try world.putFile("/a", bytes(10_000))
        try world.putFile("/copy", bytes(10_000))
        try world.putFile("/pair", bytes(20_000))
        for (from, to) in [("/a", "/b"), ("/a", "/c"), ("/pair", "/pair2")] {
            try world.check(Glibc.link(world.root + from, world.root + to))
        }
        let listing = try await world.drive.listed().listing
        let read = Mutex(Int64(0))
        let (classes, problems) = try await compare(world.drive, listing) { progress in
            read.withLock { $0 = progress.bytes }
        }
        #expect(classes == [["/a", "/b", "/c", "/copy"], ["/pair", "/pair2"]])
        #expect(problems.isEmpty)
        #expect(read.withLock { $0 } == 20_000)
    }

    @Test("A file that differs from all others keeps its hard links")
    func lonelyLinks() async throws {
        let world = try LocalWorld()
        try world.putFile("/a", bytes(10_000, seed: 1))
        try world.putFile("/x", bytes(10_000, seed: 2))
        try world.check(Glibc.link(world.root + "/a", world.root + "/b"))
        let listing = try await world.drive.listed().listing
        let (classes, _) = try await compare(world.drive, listing)
        #expect(classes == [["/a", "/b"]])
    }

    @Test("Sparse files equal files of zeros")
    func sparse() async throws {
        let world = try LocalWorld()
        try world.putFile("/zeros", [UInt8](repeating: 0, count: 200_000))
        try world.putFile("/sparse", [])
        try world.check(truncate(world.root + "/sparse", 200_000))
        let listing = try await world.drive.listed().listing
        let (classes, _) = try await compare(world.drive, listing)
        #expect(classes == [["/sparse", "/zeros"]])
    }

    @Test("Large groups are split by hash and proved by bytes", arguments: [2, 3, 8])
    func largeGroups(limit: Int) async throws {
        let world = try LocalWorld { $0.openFileLimit = limit }
        var wanted: [Int: Set<String>] = [:]
        let contents = [bytes(140_000, seed: 1), bytes(140_000, seed: 2)]
        for number in 0..<40 {
            // Longer than what is hashed first, and different only behind it for some.
            var content = contents[number % 4 == 0 ? 0 : 1]
            let kind = number % 5
            content[139_999] = UInt8(kind)
            let key = (number % 4 == 0 ? 0 : 100) + kind
            wanted[key, default: []].insert("/\(number)")
            try world.putFile("/\(number)", content)
        }
        let listing = try await world.drive.listed().listing
        let (classes, problems) = try await compare(world.drive, listing)
        #expect(classes == Set(wanted.values.filter { $0.count > 1 }))
        #expect(problems.isEmpty)
    }

    enum Swap: String, CaseIterable, Sendable {
        case size, time, inode, link, pipe, folder, removed, denied
    }

    @Test(
        "What is not just what was listed is in no class", arguments: Swap.allCases, [false, true])
    func swapped(swap: Swap, isLarge: Bool) async throws {
        let world = try LocalWorld { local in
            if isLarge { local.openFileLimit = 2 }
            guard swap == .denied else { return }
            local.fault = { $0 == Array("b".utf8) ? EACCES : nil }
        }
        let content = bytes(5_000)
        for path in ["/a", "/b", "/c"] {
            try world.putFile(path, content)
            try world.setTimes(path, accessed: 1, modified: 1_000)
        }
        let listing = try await world.drive.listed().listing
        let path = world.root + "/b"
        switch swap {
        case .size: try world.check(truncate(path, 4_999))
        case .time: try world.setTimes("/b", accessed: 1, modified: 1_001)
        case .inode:
            try world.putFile("/new", content)
            try world.setTimes("/new", accessed: 1, modified: 1_000)
            try world.check(rename(world.root + "/new", path))
        case .link:
            try world.check(rename(path, path + ".aside"))
            try world.link("/b", to: "b.aside")
        case .pipe:
            try world.remove("/b")
            try world.check(mkfifo(path, 0o644))
        case .folder:
            try world.remove("/b")
            try world.putFolder("/b")
        case .removed: try world.remove("/b")
        case .denied: break
        }
        let (classes, problems) = try await compare(world.drive, listing)
        #expect(classes == [["/a", "/c"]])
        #expect(problems.map(\.path) == ["/b"])
        let row = try #require(listing.row("/b"))
        let hashes = try await world.drive.contentHashes(
            of: [row], algorithms: [.sha256], in: listing, progress: nil)
        #expect(hashes.text(.sha256, at: 0) == nil)
        #expect(hashes.problems.kept.map(\.path) == ["/b"])
    }

    @Test("A file that changes while it is read is in no class", arguments: [4_999, 5_001])
    func changedWhileRead(newSize: Int) async throws {
        // Files are opened in the order of their inodes: when the last is, the first is open.
        let places = Mutex((first: "", last: ""))
        let world = try LocalWorld { local in
            local.fault = { path in
                let (first, last) = places.withLock { $0 }
                if "/" + String(decoding: path, as: UTF8.self) == last { truncate(first, newSize) }
                return nil
            }
        }
        for path in ["/a", "/b", "/c"] { try world.putFile(path, bytes(5_000)) }
        let listing = try await world.drive.listed().listing
        let inodes = (0..<3).map { (FileTag(listing.eTag.slice($0))?.inode ?? 0, listing.path($0)) }
        let paths = inodes.sorted { $0 < $1 }.map(\.1)
        places.withLock { $0 = (world.root + paths[0], paths[2]) }
        let (classes, problems) = try await compare(world.drive, listing)
        #expect(classes == [[paths[1], paths[2]]])
        #expect(problems.map(\.path) == [paths[0]])
    }

    @Test("Reading to compare is no use of the file")
    func accessTime() async throws {
        let world = try LocalWorld()
        for path in ["/a", "/b"] {
            try world.putFile(path, bytes(5_000))
            try world.setTimes(path, accessed: 1_000, modified: 1_000_000)
        }
        let before = try await world.drive.listed().listing
        _ = try await compare(world.drive, before)
        _ = try await world.drive.contentHashes(
            of: [0, 1], algorithms: [.sha1], in: before, progress: nil)
        let after = try await world.drive.listed().listing
        for path in ["/a", "/b"] { #expect(after.item(path) == before.item(path)) }
    }

    @Test("A group that holds another size is a mistake of the caller")
    func mixedSizes() async throws {
        let world = try LocalWorld()
        try world.putFile("/a", [1])
        try world.putFile("/b", [1, 2])
        await #expect(processExitsWith: .failure) { [root = world.root as String] in
            let drive = LocalDrive(name: "d", rootPath: root)
            let listing = try await drive.listed().listing
            _ = try await drive.contentClasses(of: [[0, 1]], in: listing, progress: nil)
        }
    }

    @Test("A listing without tags is held to size and time")
    func untagged() async throws {
        let world = try LocalWorld()
        for path in ["/a", "/b", "/c"] {
            try world.putFile(path, bytes(100))
            try world.setTimes(path, accessed: 1, modified: 1_000)
        }
        try world.check(Glibc.link(world.root + "/a", world.root + "/a2"))
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "d", kind: .local)
        for path in ["/a", "/a2", "/b", "/c"] {
            var item = ItemValues(path: path)
            item.size = 100
            item.modified = Timestamp(secondsSinceEpoch: path == "/c" ? 999 : 1_000)
            try builder.append(item, drive: drive)
        }
        let listing = builder.finish()
        let (classes, problems) = try await compare(world.drive, listing)
        #expect(classes == [["/a", "/a2", "/b"]])
        #expect(problems.map(\.path) == ["/c"])
    }
}
