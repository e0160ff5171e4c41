// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("The hash that contents are compared by")
struct ContentScopeTests {
    /// A file: its path with its drive before a colon, and its hashes.
    private typealias File = (String, [HashAlgorithm: String])

    private func world(
        _ files: [File], across reach: GroupReach = .drive,
        drives: [(name: String, kind: DriveKind)] = [("main", .listing)]
    ) -> World {
        var world = World()
        world.drives = drives
        world.items = files.map { place, hashes in
            let parts = place.split(separator: ":").map(String.init)
            var item = ItemValues(path: parts[parts.count - 1])
            item.drive = parts.count > 1 ? parts[0] : drives[0].name
            item.size = 7
            item.quickXor = hashes[.quickXor]
            item.sha1 = hashes[.sha1]
            item.sha256 = hashes[.sha256]
            return item
        }
        world.file.rules = [
            Rule(
                id: "copies",
                selection: .duplicates(DuplicateSelection(key: .content, reach: reach)),
                action: .delete)
        ]
        return world
    }

    private func deleted(_ world: World) throws -> [String] {
        try world.outcomes().filter { $0.value.verdict == .delete }.keys.sorted()
    }

    @Test("is the one that most files carry, of equals the stronger")
    func majority() throws {
        let files: [File] = [
            ("/a", [.quickXor: "x"]), ("/b", [.quickXor: "x"]),
            ("/c", [.quickXor: "y", .sha256: "s"]), ("/d", [.quickXor: "z", .sha256: "s"]),
        ]
        // By QuickXor '/a' and '/b' are equal, by SHA-256 '/c' and '/d'.
        #expect(try deleted(world(files)) == ["main:/b"])
        // As many of either: the stronger.
        let even: [File] = [
            ("/a", [.quickXor: "x"]), ("/b", [.quickXor: "x"]), ("/c", [.sha1: "s"]),
            ("/d", [.sha1: "s"]),
        ]
        #expect(try deleted(world(even)) == ["main:/d"])
        #expect(try deleted(world([("/a", [:]), ("/b", [:])])) == [])
    }

    @Test("of several drives is one for all, and a drive that is read carries every one")
    func drives() throws {
        let files: [File] = [
            ("one:/a", [.quickXor: "x"]), ("one:/b", [.quickXor: "x"]), ("two:/c", [.sha256: "s"]),
            ("two:/d", [:]),
        ]
        let pages: [(name: String, kind: DriveKind)] = [("one", .listing), ("two", .listing)]
        #expect(
            try deleted(world(files, across: .drives, drives: pages)) == ["one:/b"])
        #expect(try deleted(world(files, drives: pages)) == ["one:/b"])
        let read: [(name: String, kind: DriveKind)] = [("one", .listing), ("two", .memory)]
        let plan = try world(files, across: .drives, drives: read).plan()
        #expect(plan.findings.isEmpty)
    }

    @Test("is said to leave files out where these are over a hundredth, with what they carry")
    func gaps() throws {
        func findings(_ files: [File]) throws -> [String] {
            try world(files).plan().findings.map(\.message)
        }
        let carrying: [File] = (0..<99).map { ("/\($0)", [.quickXor: "x"]) }
        #expect(try findings(carrying + [("/odd", [.sha1: "s"])]) == [])
        let found = try findings(carrying + [("/odd", [.sha1: "s"]), ("/bare", [:])])
        #expect(found.count == 1)
        #expect(
            found.first?.contains("by quickxor, which 2 of 101 files of drive 'main'") == true)
        #expect(found.first?.contains("(1 with sha1, 1 without any hash)") == true)
        #expect(try findings([("/a", [:])]).first?.contains("none of them carries a hash") == true)
        #expect(try findings([]) == [])
    }

    @Test("is chosen by files that can be in a group only, and hard links count once")
    func eligible() throws {
        var world = world([
            ("/a", [.quickXor: "x"]), ("/b", [.quickXor: "x"]), ("/c", [.sha256: "s"]),
            ("/d", [.sha256: "s"]), ("/e", [.sha256: "s"]),
        ])
        #expect(try deleted(world) == ["main:/d", "main:/e"])
        for place in 2..<5 { world.items[place].link = "1" }
        #expect(try deleted(world) == ["main:/b"])
        for place in 2..<5 { (world.items[place].link, world.items[place].size) = (nil, 0) }
        #expect(try deleted(world) == ["main:/b"])
    }
}
