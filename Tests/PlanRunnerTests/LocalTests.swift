// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Glibc
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite(
    "Files of this machine, from plan to trash and back",
    .tags(.onlyWhatWasPlanned, .copiesStay))
struct LocalTests {
    private func world(
        _ rules: RuleFile, _ files: [String: String]
    ) async throws -> (world: RunnerWorld, tree: LocalTree) {
        let tree = try LocalTree()
        for (path, content) in files { try tree.write(path, content) }
        let world = try RunnerWorld(rules, drives: [tree.drive], statePath: tree.statePath)
        try await world.stageAll()
        world.now += day
        return (world, tree)
    }

    private func restoreAll(_ world: RunnerWorld) async throws -> RestoreReport {
        let items = try await world.ledger.stagedItems(states: [.deleted])
        return try await world.runner().restore(items, shouldStop: { false })
    }

    @Test("a tree goes into the trash and comes back as it was")
    func thereAndBack() async throws {
        let rules = RuleFile([
            .delete("files", .path("/f/**")),
            .delete("folders", .path("/{f,f/**}"), type: .folder),
            .delete("aside", .name("*.q"), method: .quarantine), .duplicates(),
        ])
        let files = [
            "/f/a": "a", "/f/g/b": "b", "/x.q": "q", "/keep/y": "same", "/y": "same", "/z": "z",
        ]
        let (world, tree) = try await world(rules, files)
        let before = tree.contents()
        try await world.execute()
        #expect(
            tree.contents().filter { !$0.key.hasPrefix("/.cleanrules") } == [
                "/keep": "folder", "/keep/y": "same", "/z": "z",
            ])
        #expect(tree.trashed().values.sorted() == ["a", "b", "folder", "folder", "same"])
        #expect(tree.trashNotes().count == 5)
        #expect(try await world.states().values.allSatisfy { $0 == .deleted })
        #expect(try await world.chargedDeletes() == 6)
        let report = try await restoreAll(world)
        #expect(report.items.allSatisfy { $0.problem == nil })
        #expect(tree.contents().filter { !$0.key.hasPrefix("/.cleanrules") } == before)
        #expect(tree.trashed() == [:])
        #expect(tree.trashNotes() == [])
        try await world.checkSoundness()
    }

    /// What may befall `/a.tmp` while it waits.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let state: ItemState
        let change: @Sendable (LocalTree) throws -> Void

        var testDescription: String { name }

        static let all = [
            Change(name: "nothing", state: .deleted) { _ in },
            Change(name: "written to", state: .changed) {
                try $0.write("/a.tmp", "xyz", ageDays: 1)
            },
            Change(name: "replaced by its like", state: .changed) { tree in
                // The old file stays open to nobody; another inode takes its place.
                try tree.write("/new", "abc")
                try tree.rename("/new", to: "/a.tmp")
            },
            Change(name: "touched", state: .changed) { try $0.setModified("/a.tmp", 1) },
            Change(name: "edited, with its date put back", state: .changed) { tree in
                try tree.overwrite("/a.tmp", "xyz")
            },
            Change(name: "removed", state: .gone) { try $0.remove("/a.tmp") },
            Change(name: "renamed", state: .gone) { try $0.rename("/a.tmp", to: "/b.tmp") },
            Change(name: "a folder now", state: .changed) { tree in
                try tree.remove("/a.tmp")
                try tree.write("/a.tmp/b", "b")
            },
            Change(name: "a link now", state: .changed) { tree in
                try tree.rename("/a.tmp", to: "/b")
                try tree.link("/a.tmp", to: "b")
            },
            Change(name: "its folder is a link now", state: .held) { tree in
                try tree.rename("/s", to: "/t")
                try tree.link("/s", to: "t")
            },
        ]
    }

    @Test("only a file that is as it was goes", arguments: Change.all)
    func changes(change: Change) async throws {
        let path = change.state == .held ? "/s/a.tmp" : "/a.tmp"
        let (world, tree) = try await world(RuleFile([.delete()]), [path: "abc", "/s/z": "z"])
        try change.change(tree)
        let before = tree.contents()
        try await world.execute()
        #expect(try await world.state(path) == change.state)
        let isDeleted = change.state == .deleted
        #expect(tree.trashed() == (isDeleted ? ["/a.tmp": "abc"] : [:]))
        #expect(tree.contents().count == before.count - (isDeleted ? 1 : 0))
        #expect(try await world.chargedDeletes() == (isDeleted ? 1 : 0))
        try await world.checkSoundness()
    }

    @Test("copies go only beside one that has the same bytes at that moment")
    func copies() async throws {
        let files = ["/keep/a": "same", "/b": "same", "/c": "same"]
        let (world, tree) = try await world(RuleFile([.duplicates()]), files)
        // The same size and the same date, to the nanosecond, in the same file.
        try tree.overwrite("/keep/a", "else")
        try await world.execute()
        #expect(tree.contents()["/b"] == "same" && tree.contents()["/c"] == "same")
        #expect(try await world.state("/b") == .changed)
        let (second, other) = try await self.world(RuleFile([.duplicates()]), files)
        try await second.execute()
        #expect(other.contents() == ["/keep": "folder", "/keep/a": "same"])
    }

    @Test("a folder that was unmounted holds back everything")
    func rootGone() async throws {
        let (world, tree) = try await world(RuleFile([.delete()]), ["/a.tmp": "abc"])
        try tree.moveRootAside()
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .held)
        // An empty folder in its place, such as a mount point.
        try tree.makeRoot()
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .held)
        try tree.moveRootBack()
        try await world.execute()
        #expect(try await world.state("/a.tmp") == .deleted)
    }

    @Test(
        "a folder that may not be written to makes its files fail, and they are given up in time",
        .enabled(if: getuid() != 0, "nothing is forbidden to root"))
    func readOnly() async throws {
        let (world, tree) = try await world(RuleFile([.delete()]), ["/s/a.tmp": "abc"])
        try tree.setMode("/s", 0o555)
        for _ in 0..<5 {
            try await world.execute()
            world.now += hour
        }
        #expect(try await world.state("/s/a.tmp") == .gaveUp)
        try tree.setMode("/s", 0o755)
        #expect(tree.contents()["/s/a.tmp"] == "abc")
    }

    @Test("a restore beside a new file keeps both")
    func besides() async throws {
        let (world, tree) = try await world(RuleFile([.delete()]), ["/a.tmp": "old"])
        try await world.execute()
        try tree.write("/a.tmp", "new")
        let report = try await restoreAll(world)
        let path = try #require(report.items.first?.item.restoredPath)
        #expect(tree.contents() == ["/a.tmp": "new", path: "old"])
        try await world.checkSoundness()
    }

    @Test("what lies in quarantine is on the same drive, out of the way, and goes after 30 days")
    func quarantine() async throws {
        let rules = RuleFile([.delete(method: .quarantine)])
        let (world, tree) = try await world(rules, ["/s/a.tmp": "abc"])
        let plan = try await world.item("/s/a.tmp").plan
        try await world.execute()
        let aside = tree.contents().filter { $0.value == "abc" }.keys
        #expect(aside.allSatisfy { $0.hasPrefix("/.cleanrules/quarantine/\(plan)/") })
        #expect(aside.count == 1)
        // It is no item any more.
        try await world.stageAll()
        #expect(try await world.ledger.stagedItems(states: nil).count == 1)
        world.now += 30 * day + 1
        #expect(try await world.execute().purgedCount == 1)
        #expect(!tree.contents().values.contains("abc"))
        try await world.checkSoundness()
    }
}
