// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Testing
import TestSupport

/// What every drive promises of contents, tried on each of them alike.
@Suite struct DriveContentTests {
    private func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        DriveConformanceTests.bytes(count, seed: seed)
    }

    private func compare(
        _ world: any DriveWorld
    ) async throws -> (classes: Set<Set<String>>, problems: DriveProblems) {
        let (listing, _, _) = try await world.drive.listed()
        let found = try await world.drive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: nil)
        let classes = listing.classes(found)
        #expect(found.classCount == classes.count)
        return (classes, found.problems)
    }

    @Test("Equal bytes are one class, near-copies are not", arguments: DriveUnderTest.allCases)
    func nearCopies(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let length = 300_000
        let original = bytes(length)
        try world.putFile("/original", original)
        try world.putFile("/far/copy", original)
        for (name, place) in [
            ("first", 0), ("block", 4_096), ("late", 65_544), ("middle", length / 2),
            ("next", 4_096 + 131_072), ("last", length - 1),
        ] {
            var near = original
            near[place] ^= 1
            try world.putFile("/near/" + name, near)
            try world.putFile("/near/" + name + ".copy", near)
        }
        try world.putFile("/shorter", Array(original.dropLast()))
        let (classes, problems) = try await compare(world)
        let near = ["first", "block", "late", "middle", "next", "last"].map {
            Set(["/near/" + $0, "/near/" + $0 + ".copy"])
        }
        #expect(classes == Set(near + [["/original", "/far/copy"]]))
        #expect(problems.isEmpty)
    }

    /// A duplicate finder that remembers a first block only for the first file that has it never
    /// finds the copies of the second.
    @Test("A file that begins like another keeps its copy", arguments: DriveUnderTest.allCases)
    func sharedBeginning(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let head = [UInt8](repeating: UInt8(ascii: "H"), count: 2_000)
        try world.putFile("/1_other.bin", head + [UInt8(ascii: "y")])
        try world.putFile("/2_a.bin", head + [UInt8(ascii: "a")])
        try world.putFile("/3_a_copy.bin", head + [UInt8(ascii: "a")])
        let (classes, _) = try await compare(world)
        #expect(classes == [["/2_a.bin", "/3_a_copy.bin"]])
    }

    @Test("Empty files, folders and lone files are in no class", arguments: DriveUnderTest.allCases)
    func noClass(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/e1", "/e2"] { try world.putFile(path, []) }
        for path in ["/f1", "/f2"] { try world.putFolder(path) }
        try world.putFile("/alone", [1])
        let (listing, _, _) = try await world.drive.listed()
        let rows = try ["/e1", "/e2"].map { try #require(listing.row($0)) }
        let folders = try ["/f1", "/f2"].map { try #require(listing.row($0)) }
        let alone = try #require(listing.row("/alone"))
        let found = try await world.drive.contentClasses(
            of: [rows, folders, [alone], []], in: listing, progress: nil)
        #expect(listing.classes(found).isEmpty)
        #expect(found.problems.isEmpty)
    }

    @Test("What changed since it was listed is in no class", arguments: DriveUnderTest.allCases)
    func changed(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/a", "/b", "/c", "/d"] { try world.putFile(path, [1, 2, 3]) }
        let (listing, _, _) = try await world.drive.listed()
        // Longer than the tick by which a file system may count time.
        try await Task.sleep(for: .milliseconds(20))
        try world.remove("/c")
        try world.remove("/d")
        try world.putFile("/d", [1, 2, 3])
        let found = try await world.drive.contentClasses(
            of: listing.groupsBySize, in: listing, progress: nil)
        #expect(listing.classes(found) == [["/a", "/b"]])
        #expect(found.problems.kept.map(\.path) == ["/c", "/d"])
        let hashes = try await world.drive.contentHashes(
            of: Array(0..<listing.count), algorithms: [.sha1], in: listing, progress: nil)
        #expect(hashes.problems.kept.map(\.path) == ["/c", "/d"])
    }

    @Test("More files of one size than can be open at once", arguments: DriveUnderTest.allCases)
    func manyOfOneSize(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        var wanted: [Int: Set<String>] = [:]
        for number in 0..<700 {
            let path = "/f\(number % 7)/\(number)"
            let content = number % 3 == 0 ? number : number % 3
            wanted[content, default: []].insert(path)
            try world.putFile(path, bytes(5_000, seed: UInt64(content)))
        }
        let (classes, problems) = try await compare(world)
        #expect(classes == Set(wanted.values.filter { $0.count > 1 }))
        #expect(problems.isEmpty)
    }

    @Test(
        "Classes are those of a naive comparison", arguments: DriveUnderTest.allCases,
        [1, 2, 3, 4, 5] as [UInt64])
    func property(kind: DriveUnderTest, seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let world = try kind.makeWorld()
        var wanted: [[UInt8]: Set<String>] = [:]
        for number in 0..<Int.random(in: 2...120, using: &generator) {
            let size = [0, 1, 2, 4_095, 4_096, 4_097, 9_000].randomElement(using: &generator) ?? 0
            var content = [UInt8](repeating: 0, count: size)
            for _ in 0..<Int.random(in: 0...2, using: &generator) where size > 0 {
                let place = [0, size / 2, size - 1].randomElement(using: &generator) ?? 0
                content[place] = UInt8.random(in: 0...2, using: &generator)
            }
            let path = "/\(Int.random(in: 0...5, using: &generator))/\(number)"
            try world.putFile(path, content)
            if size > 0 { wanted[content, default: []].insert(path) }
        }
        let (classes, problems) = try await compare(world)
        #expect(classes == Set(wanted.values.filter { $0.count > 1 }))
        #expect(problems.isEmpty)
    }

    @Test("Hashes are those of the bytes", arguments: DriveUnderTest.allCases)
    func hashes(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/abc", Array("abc".utf8))
        try world.putFile("/empty", [])
        try world.putFile("/million", [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        try world.putFolder("/folder")
        let (listing, _, _) = try await world.drive.listed()
        let paths = ["/million", "/abc", "/empty", "/folder"]
        let rows = try paths.map { try #require(listing.row($0)) }
        let found = try await world.drive.contentHashes(
            of: rows, algorithms: [.sha1, .sha256, .quickXor], in: listing, progress: nil)
        #expect(found.problems.isEmpty)
        // FIPS 180-2, appendices A and B.
        #expect(found.text(.sha1, at: 0) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
        #expect(found.text(.sha1, at: 1) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            found.text(.sha256, at: 0)
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        #expect(
            found.text(.sha256, at: 1)
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(found.text(.sha1, at: 2) == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
        #expect(found.text(.quickXor, at: 2) == "AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        for algorithm in HashAlgorithm.allCases { #expect(found.text(algorithm, at: 3) == nil) }
        let one = try await world.drive.contentHashes(
            of: [rows[1]], algorithms: [.sha1], in: listing, progress: nil)
        #expect(one.text(.sha1, at: 0) == found.text(.sha1, at: 1))
        #expect(one.text(.sha256, at: 0) == nil)
    }
}
