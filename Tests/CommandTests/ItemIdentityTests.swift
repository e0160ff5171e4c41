// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What people decide, undo and restore is about a file, wherever it is moved and whatever comes to
/// lie where it was.
@Suite(
    "What is said of a file", .timeLimit(.minutes(60)))
struct ItemIdentityTests {
    private func home(_ files: String..., rules: String = TestRules.old(window: "1h")) throws
        -> ScratchHome
    {
        let home = try ScratchHome()
        for file in files { try home.writeOld("old \(file)", to: "d/\(file)") }
        try home.write(rules, to: "rules.yaml")
        return home
    }

    private func move(_ home: ScratchHome, _ from: String, _ to: String) throws {
        try home.write("", to: "d/\(to)~")
        try home.remove("d/\(to)~")
        try FileManager.default.moveItem(
            atPath: home.path + "/d/" + from, toPath: home.path + "/d/" + to)
    }

    /// Six nights; what is in the folder after each.
    private func nights(_ home: ScratchHome, from first: Int = 1) throws -> [[String]] {
        try (first..<first + 6).map { night in
            let run = try home.round("--stage", "-q", later: night * 90_000)
            #expect(run.status == 0, "night \(night): \(run.output) \(run.errors)")
            return home.tree()
        }
    }

    /// The paths of those of a new plan that have `verdict`.
    private func entries(_ home: ScratchHome, _ verdict: String, later: Int = 0) throws -> [String]
    {
        let plan = try home.run("plan", "-q", "--format", "json", later: later)
        #expect([0, 2].contains(plan.status), "\(plan.errors)")
        return try plan.list("entries").filter { $0["verdict"] as? String == verdict }
            .compactMap { $0["path"] as? String }
    }

    private func verify(_ home: ScratchHome) throws {
        let verified = try home.run("history", "--verify")
        #expect(verified.status == 0, "\(verified.output) \(verified.errors)")
    }

    @Test("a pin made at another path takes back what waits, wherever that was staged")
    func pinnedElsewhere() throws {
        let home = try home("dir/a.iso")
        #expect(try home.round("--stage", "-q").status == 0)
        try move(home, "dir", "dir2")
        #expect(try home.run("sync", "-q").status == 0)
        let keep = try home.run("keep", "/dir2/a.iso", "--pin", "--format", "json")
        #expect(try keep.list("undone").count == 1, "\(keep.output)")
        try move(home, "dir2", "dir")
        #expect(try nights(home) == Array(repeating: ["dir", "dir/a.iso"], count: 6))
        try verify(home)
    }

    @Test("a word about another file at the old path takes no pin away")
    func pinAndSuccessor() throws {
        let home = try home("a.iso")
        try home.run("plan", "-q")
        #expect(try home.run("keep", "/a.iso", "--pin").status == 0)
        try move(home, "a.iso", "b.iso")
        try home.writeOld("another", to: "d/a.iso", day: 2)
        #expect(try entries(home, "delete") == ["/a.iso"])
        #expect(try home.run("keep", "/a.iso").status == 0)
        #expect(try home.run("decisions", "--format", "json").list("decisions").count == 2)
        #expect(try nights(home) == Array(repeating: ["a.iso", "b.iso"], count: 6))
        #expect(try home.run("unkeep", "/a.iso").status == 0)
        #expect(try nights(home, from: 7).last == ["b.iso"])
        try verify(home)
    }

    @Test("a pinned path keeps what an editor puts in the place of the pinned file")
    func replaced() throws {
        let home = try home("a.iso")
        try home.run("plan", "-q")
        #expect(try home.run("keep", "/a.iso", "--pin").status == 0)
        try home.writeOld("saved anew", to: "d/new", day: 2)
        try home.remove("d/a.iso")
        try move(home, "new", "a.iso")
        #expect(try nights(home) == Array(repeating: ["a.iso"], count: 6))
    }

    @Test("what was restored beside another file stays, and the other one goes")
    func restored() throws {
        let home = try home("a.iso")
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.run("execute", "--yes", later: 7_200).status == 0)
        try home.writeOld("another", to: "d/a.iso", day: 2)
        #expect(try home.run("restore", "/a.iso", later: 7_300).status == 0)
        #expect(home.tree() == ["a (restored).iso", "a.iso"])
        #expect(try nights(home).last == ["a (restored).iso"])
        try verify(home)
    }

    @Test("what was undone stays where it is moved, and what took its place goes")
    func undone() throws {
        let home = try home("a.iso")
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.run("undo", "/a.iso").status == 0)
        try move(home, "a.iso", "sub/a.iso")
        try home.writeOld("another", to: "d/a.iso", day: 2)
        #expect(try nights(home).last == ["sub", "sub/a.iso"])
        try verify(home)
    }

    @Test("an undo reaches the same file where else it was staged")
    func undoneTwice() throws {
        let home = try home("dir/a.iso")
        #expect(try home.round("--stage", "-q").status == 0)
        try move(home, "dir", "dir2")
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.run("undo", "/dir2/a.iso").status == 0)
        try move(home, "dir2", "dir")
        #expect(try nights(home) == Array(repeating: ["dir", "dir/a.iso"], count: 6))
        try verify(home)
    }

    @Test("a round that staged another content takes no undo away from the first one")
    func contentAndBack() throws {
        let home = try home("a.iso")
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.run("undo", "/a.iso").status == 0)
        try home.writeOld("something else", to: "d/a.iso", day: 2)
        #expect(try home.round("--stage", "-q", later: 90_000).status == 0)
        try home.writeOld("old a.iso", to: "d/a.iso")
        let back = try home.round("--stage", "-q", later: 180_000)
        #expect([0, 6].contains(back.status), "\(back.errors)")
        #expect(try nights(home, from: 3) == Array(repeating: ["a.iso"], count: 6))
        // A person's own wish is one.
        let later = 10 * 90_000
        #expect(try home.run("plan", "-q", later: later).status == 0)
        #expect(try home.run("stage", "--yes", later: later).status == 0)
        #expect(try nights(home, from: 11).last == [])
    }

    @Test("a new file is not known for as long as the one whose path it has")
    func knownFor() throws {
        let rules = """
            version: 1
            timezone: UTC
            drives: {d: {kind: local, root: d}}
            limits: {percent: unlimited}
            rules:
              - {id: known, match: {name: "*.iso", known_for: over 30d}, then: delete}
            """
        let home = try home("setup.iso", "same.iso", rules: rules)
        let day = 86_400
        #expect(try home.run("sync", "-q").status == 0)
        try home.writeOld("another", to: "d/new", day: 2)
        try home.remove("d/setup.iso")
        try move(home, "new", "setup.iso")
        #expect(try entries(home, "delete", later: 31 * day) == ["/same.iso"])
        #expect(try entries(home, "delete", later: 60 * day) == ["/same.iso"])
        #expect(try entries(home, "delete", later: 62 * day) == ["/same.iso", "/setup.iso"])
    }

    @Test("a new file where one was deleted can be decided about")
    func reviewed() throws {
        let rules = """
            version: 1
            timezone: UTC
            drives: {d: {kind: local, root: d}}
            limits: {percent: unlimited}
            defaults: {undo_window: 1h}
            rules:
              - {id: look, match: {name: "*.iso"}, then: review}
            """
        let home = try home("a.iso", rules: rules)
        func decide(_ verdict: String = "delete") throws -> CommandRun {
            let line = "{\"path\": \"/a.iso\", \"verdict\": \"\(verdict)\"}"
            try home.write(line, to: "decisions.ndjson")
            return try home.run("review", "--decisions", "decisions.ndjson", "-q")
        }
        #expect(try entries(home, "review") == ["/a.iso"])
        #expect(try decide().status == 0)
        #expect(try home.run("stage", "--yes").status == 0)
        #expect(try home.run("execute", "--yes", later: 7_200).status == 0)
        #expect(home.tree() == [])
        // It is gone for the plan that it was deleted by.
        #expect(try decide("keep").status == 6)
        try home.writeOld("another", to: "d/a.iso", day: 2)
        #expect(try entries(home, "review") == ["/a.iso"])
        let again = try decide()
        #expect(again.status == 0, "\(again.output) \(again.errors)")
        #expect(try home.run("decisions", "--format", "json").list("decisions").count == 2)
        #expect(try home.run("stage", "--yes", later: 7_300).status == 0)
        #expect(try home.run("execute", "--yes", later: 14_400).status == 0)
        #expect(home.tree() == [])
        try verify(home)
    }

    @Test("a folder is not staged again while something in it was taken back")
    func folder() throws {
        let rules =
            TestRules.old(window: "1h") + """

                  - {id: folders, type: folder, match: {name: "dir"}, then: delete, undo_window: 1h}
                """
        let home = try home("dir/a.iso", "dir/b.iso", rules: rules)
        let first = try home.round("--stage", "-q", "--format", "json")
        #expect((try first.json()["stage"] as? [String: Any])?["staged"] as? Int == 3)
        #expect(try home.run("undo", "/dir/a.iso").status == 0)
        #expect(try nights(home) == Array(repeating: ["dir", "dir/a.iso"], count: 6))
        let again = try home.round("--stage", "-q", "--format", "json", later: 700_000)
        #expect((try again.json()["stage"] as? [String: Any])?["staged"] as? Int ?? 0 == 0)
        try verify(home)
    }
}
