// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a person took back stays, as long as nobody wants it otherwise.
@Suite("Taken back", .timeLimit(.minutes(60)))
struct TakenBackTests {
    private func home(window: String = "1h", extra: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write(TestRules.old(window: window, extra: extra), to: "rules.yaml")
        return home
    }

    private func edit(_ home: ScratchHome, _ old: String, _ new: String) throws {
        let rules = try home.text("rules.yaml")
        try #require(rules.contains(old))
        try home.write(rules.replacingOccurrences(of: old, with: new), to: "rules.yaml")
    }

    /// How many items a round stages; it says how many it leaves.
    private func round(_ home: ScratchHome, leaves: Int, later: Int = 0) throws -> Int {
        let run = try home.round("--stage", "-q", "--format", "json", later: later)
        #expect(run.status == 0, "\(run.errors)")
        let stage = try run.json()["stage"] as? [String: Any]
        let taken = stage?["taken_back"] as? [String: Any]
        #expect(taken?["items"] as? Int ?? 0 == leaves, "\(run.output)")
        return stage?["staged"] as? Int ?? 0
    }

    @Test(
        "an undo outlasts every night, another name and another comment in the rules")
    func undo() throws {
        let home = try home()
        #expect(try round(home, leaves: 0) == 2)
        let undo = try home.run("undo", "/a.iso")
        #expect(undo.status == 0)
        #expect(undo.errors.contains("cleanrules keep d:/a.iso --pin"))
        #expect(try round(home, leaves: 1) == 0)
        try edit(home, "  d: {kind", "  other: {kind")
        try edit(home, "rules:\n", "# a comment\nrules:\n")
        for night in 1...3 {
            #expect(try round(home, leaves: 1, later: night * 90_000) == 0)
        }
        #expect(home.tree() == ["a.iso"])
        let plan = try home.run("plan", "-q", "--format", "json")
        #expect(try plan.list("entries").compactMap { $0["taken_back"] }.count == 1)
        #expect(try home.run("plan", "-q").output.contains("↩"))
        let text = try home.round("--stage")
        #expect(text.output.contains("1 item taken back earlier"), "\(text.output)")
    }

    @Test("a bare name stands for all items of that name")
    func byName() throws {
        let home = try ScratchHome()
        let names = ["a.iso", "x/a.iso", "x/b.iso", "x/aa.iso", "y/b.iso"]
        for name in names { try home.writeOld("old \(name)", to: "d/\(name)") }
        try home.write(TestRules.old(window: "none"), to: "rules.yaml")
        try #require(try home.run("plan", "-q").status == 0)
        try #require(try home.run("stage", "-q", "--yes", "--no-undo-window").status == 0)
        func paths(_ run: CommandRun, _ list: String) throws -> [String] {
            try #require(run.status == 0, "\(run.errors)")
            return try run.list(list).compactMap { $0["path"] as? String }.sorted()
        }
        let undone = try home.run("undo", "-q", "--format", "json", "a.iso")
        #expect(try paths(undone, "undone") == ["/a.iso", "/x/a.iso"])
        #expect(try home.run("undo", "a").status == 1, "no beginning of a name")
        #expect(try home.run("undo", "y/a.iso").status == 1, "a path is a path")
        try #require(try home.run("execute", "-q", "--yes").status == 0)
        func left() -> [String] { home.tree().filter { $0.hasSuffix(".iso") } }
        try #require(left() == ["a.iso", "x/a.iso"])
        let restored = try home.run("restore", "-q", "--format", "json", "b.iso", "nothing")
        #expect(restored.status == 6, "\(restored.errors)")
        #expect(left() == ["a.iso", "x/a.iso", "x/b.iso", "y/b.iso"])
    }

    @Test("undo of all has nothing to do where nothing waits, and says how what went comes back")
    func nothingWaits() throws {
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write(TestRules.old(window: "none"), to: "rules.yaml")
        for step in [["plan", "-q"], ["stage", "-q", "--yes", "--no-undo-window"]] {
            #expect(try home.run(step).status == 0)
        }
        #expect(try home.run("execute", "-q", "--yes").status == 0)
        let undo = try home.run("undo", "--all")
        #expect(undo.status == 0, "\(undo.errors)")
        #expect(undo.output.contains("Nothing waits to be deleted"), "\(undo.output)")
        #expect(undo.output.contains("2 items were deleted before; 'cleanrules restore'"))
        #expect(undo.errors.contains("cleanrules restore d:/a.iso"), "\(undo.errors)")
        // What is named and gone could not be taken back.
        #expect(try home.run("undo", "/a.iso").status == 6)
    }

    @Test("a person's own stage takes it, and says so before")
    func ownStage() throws {
        let home = try home()
        #expect(try round(home, leaves: 0) == 2)
        #expect(try home.run("undo", "--all").status == 0)
        try home.run("plan", "-q")
        let left = try home.run("stage", "--yes", "--leave-taken-back")
        #expect(left.status == 0 && left.output.contains("all that it deletes was taken back"))
        let declined = try home.run("stage")
        #expect(declined.status == 5)
        #expect(declined.errors.contains("2 items of it were taken back earlier"))
        let stage = try home.run("stage", "--yes", "--format", "json")
        #expect(stage.status == 0, "\(stage.errors)")
        #expect(try stage.json()["staged"] as? Int == 2)
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("another content or another rule is another thing")
    func changed() throws {
        let home = try home()
        #expect(try round(home, leaves: 0) == 2)
        #expect(try home.run("undo", "--all").status == 0)
        try home.writeOld("something else", to: "d/a.iso")
        #expect(try round(home, leaves: 1) == 1)
        try edit(home, "over 100d", "over 90d")
        #expect(try round(home, leaves: 0) == 1)
    }

    @Test("what was restored stays as well")
    func restored() throws {
        let home = try home()
        #expect(try round(home, leaves: 0) == 2)
        #expect(try home.run("execute", "--yes", later: 7_200).status == 0)
        #expect(home.tree() == [])
        let restore = try home.run("restore", "/a.iso", later: 7_300)
        #expect(restore.status == 0 && restore.errors.contains("cleanrules keep d:/a.iso --pin"))
        for night in 1...2 {
            #expect(try round(home, leaves: 1, later: night * 90_000) == 0)
        }
        #expect(home.tree() == ["a.iso"])
    }

    @Test("a file that was moved since stays too")
    func moved() throws {
        let home = try home()
        #expect(try round(home, leaves: 0) == 2)
        #expect(try home.run("undo", "/a.iso").status == 0)
        try FileManager.default.moveItem(
            atPath: home.path + "/d/a.iso", toPath: home.path + "/d/z.iso")
        #expect(try round(home, leaves: 1) == 0)
    }
}
