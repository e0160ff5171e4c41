// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import RuleEngine
import Synchronization
import Testing
import TestSupport

/// What every drive promises, tried on each of them alike.
@Suite struct DriveConformanceTests {
    /// Bytes that do not compress and differ from seed to seed.
    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        let words = (0...count / 8).map { _ in generator.next() }
        return words.withUnsafeBytes { Array($0.prefix(count)) }
    }

    @Test("An empty drive has a complete listing", arguments: DriveUnderTest.allCases)
    func emptyDrive(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let (listing, completeness, notes) = try await world.drive.listed()
        #expect(listing.count == 0)
        #expect(completeness == .complete)
        #expect(notes.isEmpty)
    }

    @Test("A listing holds every file and folder once", arguments: DriveUnderTest.allCases)
    func everything(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/a.txt", [1, 2, 3])
        try world.putFile("/one/two/b.txt", [])
        try world.putFolder("/one/empty")
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        #expect(
            listing.paths == ["/a.txt", "/one", "/one/empty", "/one/two", "/one/two/b.txt"])
        #expect(listing.item("/a.txt")?.size == 3)
        #expect(listing.item("/one/two/b.txt")?.size == 0)
        #expect(listing.item("/one/empty")?.type == .folder)
        #expect(listing.item("/one/empty")?.size == nil)
        #expect(listing.item("/a.txt")?.id == "/a.txt")
        #expect(listing.item("/a.txt")?.drive == "d")
    }

    @Test("The program's own folder is no item", arguments: DriveUnderTest.allCases)
    func ownFolder(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/.cleanrules/quarantine/x", [1])
        try world.putFile("/below/.cleanrules/x", [1])
        let (listing, _, _) = try await world.drive.listed()
        #expect(listing.paths == ["/below", "/below/.cleanrules", "/below/.cleanrules/x"])
    }

    @Test("Names come back as they are", arguments: DriveUnderTest.allCases)
    func hostileNames(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let names = [
            "line\nbreak", "\u{202e}gnp.exe", "caf\u{e9}", "cafe\u{301}", " ", "-rf", "~", "*",
            "a\\xFF", "tab\tand \"quotes\"", String(repeating: "n", count: 255),
            String(repeating: "\u{1f4c1}", count: 63), ".hidden", "...",
        ]
        for name in names { try world.putFile("/in here/" + name, [7]) }
        let (listing, completeness, _) = try await world.drive.listed()
        #expect(completeness == .complete)
        let wanted = (names.map { "/in here/" + $0 } + ["/in here"]).map { Array($0.utf8) }
        #expect(Set(listing.paths.map { Array($0.utf8) }) == Set(wanted))
        let checks = try await world.drive.recheck((0..<listing.count).map(listing.values))
        for check in checks {
            guard case .unchanged = check else {
                Issue.record("\(check)")
                continue
            }
        }
    }

    @Test("The identity is that of the drive", arguments: DriveUnderTest.allCases)
    func identity(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        let first = try await world.drive.identity()
        try world.putFile("/a", [1])
        #expect(try await world.drive.identity() == first)
        #expect(first.kind == world.drive.kind)
    }

    @Test("A second look tells what has happened", arguments: DriveUnderTest.allCases)
    func recheck(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        for path in ["/same", "/longer", "/gone", "/typed"] { try world.putFile(path, [1, 2]) }
        try world.putFile("/folder/inside", [1])
        let (listing, _, _) = try await world.drive.listed()
        let paths = ["/same", "/longer", "/gone", "/typed", "/folder"]
        let known = try paths.map { try #require(listing.item($0)) }
        // Longer than the tick by which a file system may count time.
        try await Task.sleep(for: .milliseconds(20))
        try world.putFile("/longer", [1, 2, 3])
        try world.remove("/gone")
        try world.remove("/typed")
        try world.putFolder("/typed")
        try world.remove("/folder/inside")
        let checks = try await world.drive.recheck(known)
        #expect(checks.count == paths.count)
        guard case .unchanged(let same) = checks[0] else { return #expect(Bool(false)) }
        #expect(same.size == 2)
        guard case .changed(let changes, let now) = checks[1] else { return #expect(Bool(false)) }
        #expect(changes.isSuperset(of: [.size, .tag]))
        #expect(now.size == 3)
        #expect(checks[2].isGone)
        guard case .changed(let types, _) = checks[3] else { return #expect(Bool(false)) }
        #expect(types.contains(.type))
        guard case .unchanged = checks[4] else { return #expect(Bool(false), "\(checks[4])") }
    }

    @Test("A listing tells of its progress", arguments: DriveUnderTest.allCases)
    func progress(kind: DriveUnderTest) async throws {
        let world = try kind.makeWorld()
        try world.putFile("/a", [1])
        try world.putFile("/b", [1])
        let last = Mutex(DriveProgress())
        let result = try await world.drive.list { progress in last.withLock { $0 = progress } }
        let listing = result.builder.finish()
        #expect(last.withLock { $0.items } == 2)
        _ = try await world.drive.contentClasses(of: listing.groupsBySize, in: listing) {
            progress in last.withLock { $0 = progress }
        }
        #expect(last.withLock { $0 } == DriveProgress(items: 2, bytes: 2))
    }

    @Test("A drive supplies what every drive must", arguments: DriveUnderTest.allCases)
    func capabilities(kind: DriveUnderTest) throws {
        let capabilities = try kind.makeWorld().drive.capabilities
        #expect(capabilities.fields.isSuperset(of: DriveCapabilities.commonFields))
        #expect(capabilities.hashAlgorithms == Set(HashAlgorithm.allCases))
    }
}
