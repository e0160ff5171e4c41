// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Plans over a part of a drive")
struct PartTests {
    private static func world() -> World {
        var world = World()
        world.items = [
            .folder("/a"), .file("/a/x.tmp"), .folder("/a/in"), .file("/a/in/x.tmp"),
            .file("/x.tmp"), .folder("/ab"), .file("/ab/x.tmp"), .file("/a/in/keep"),
            .folder("/a/gone"), .file("/a/gone/y.tmp"),
        ]
        world.file.rules = [
            Rule(id: "tmp", match: .name("*.tmp"), action: .delete),
            Rule(id: "dirs", itemType: .folder, match: .everything, action: .delete),
        ]
        world.parts = ["main": "/a"]
        return world
    }

    @Test("delete nothing outside of it, nor the folder itself")
    func onlyInside() throws {
        let world = Self.world()
        for path in ["/a", "/x.tmp", "/ab", "/ab/x.tmp"] {
            #expect(try world.outcome(path) == Outcome(.keep, .outside), "\(path)")
        }
        for path in ["/a/x.tmp", "/a/in/x.tmp", "/a/gone/y.tmp"] {
            #expect(try world.outcome(path) == Outcome(.delete, .rule, "tmp"), "\(path)")
        }
        #expect(try world.outcome("/a/in") == Outcome(.keep, .folderNotEmpty, "dirs"))
        #expect(try world.outcome("/a/gone") == Outcome(.delete, .rule, "dirs"))
    }

    @Test("leave other drives alone, and know no part that is not there")
    func drives() throws {
        var world = Self.world()
        world.drives.append(("other", .listing))
        var foreign = ItemValues.file("/b.tmp")
        foreign.drive = "other"
        world.items.append(foreign)
        #expect(try world.outcomes()["other:/b.tmp"] == Outcome(.delete, .rule, "tmp"))
        world.parts = ["main": "/nowhere"]
        let own = try world.outcomes().filter { $0.key.hasPrefix("main:") }
        #expect(own.values.allSatisfy { $0 == Outcome(.keep, .outside) })
    }

    @Test("count the copies outside of it, and delete none of those")
    func copies() throws {
        var world = World()
        world.items = ["/1.jpg", "/a/1.jpg", "/a/b/1.jpg"].map { .file($0, size: 7) }
        world.file.rules = [
            Rule(
                id: "twice",
                selection: .duplicates(
                    DuplicateSelection(
                        key: .parts([.name, .size]), reach: .drive,
                        preferences: [.order(.shortestPath)])), action: .delete)
        ]
        world.parts = ["main": "/a"]
        #expect(try world.outcome("/1.jpg") == Outcome(.keep, .outside))
        #expect(try world.outcome("/a/1.jpg") == Outcome(.delete, .duplicate, "twice"))
        #expect(try world.outcome("/a/b/1.jpg") == Outcome(.delete, .duplicate, "twice"))
        world.parts = ["main": "/a/b"]
        #expect(try world.outcome("/a/1.jpg") == Outcome(.keep, .outside))
        #expect(try world.outcome("/a/b/1.jpg") == Outcome(.delete, .duplicate, "twice"))
    }
}
