// SPDX-License-Identifier: Apache-2.0

import Foundation
import PlanRunner
import Testing

/// Plans that are kept in a state file.
@Suite("Kept plans")
struct PlanStateTests {
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write("young", to: "d/young.txt")
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
        return home
    }

    private static let now = ["--now", "2026-06-01T12:00:00Z"]

    @Test("two plans of the same inputs have the same bytes, and one id")
    func sameBytes() throws {
        let home = try home()
        var texts: [String] = []
        for name in ["1.json", "2.json"] {
            #expect(try home.run(["plan", "-q", "-o", name] + Self.now).status == 0)
            texts.append(try home.text(name))
        }
        #expect(texts[0] == texts[1])
        let offline = try home.run(["plan", "--offline", "--format", "json"] + Self.now)
        #expect(offline.errors.contains("note: drive 'd' as it was listed at"))
        #expect(offline.output == texts[0])
        let ids = try home.run("history", "--format", "ndjson").output
        #expect(ids.components(separatedBy: "plan-saved").count == 2, "it is kept once")
    }

    @Test("the id is the same with --all, and another where anything else is")
    func identifier() throws {
        let home = try home()
        let now = ["--now", Date().ISO8601Format()]
        func id(_ arguments: [String]) throws -> String {
            let run = try home.run(["plan", "-q", "--format", "json"] + arguments)
            return try #require(try run.json()["id"] as? String)
        }
        let first = try id(now)
        #expect(try id(now + ["--all"]) == first)
        #expect(try id(["--now", "2026-06-01T12:00:01Z"]) != first)
        try home.write("another", to: "d/another.txt")
        #expect(try id(now) != first, "the totals are others")
        let second = try id(now)
        #expect(try home.run("stage", "--yes").status == 0)
        #expect(try home.run("undo", "--all").status == 0)
        let again = try id(now)
        #expect(again != second, "a plan that was staged is used up")
        #expect(try home.run("stage", "--yes").status == 0)
    }

    @Test("the document says what the state knows, and is kept without the items that stay")
    func document() throws {
        let home = try home()
        let first = try home.run(["plan", "-q", "--format", "json", "--all"] + Self.now).json()
        #expect((first["changes"] as? [String: Any])?["since"] is NSNull)
        let drive = try #require((first["drives"] as? [[String: Any]])?.first)
        #expect(drive["items"] as? Int == 3)
        #expect(drive["listed"] is String)
        let entry = try #require((first["entries"] as? [[String: Any]])?.first)
        #expect(entry["reversible"] as? Bool == true)
        #expect(entry["modified"] as? String == "2020-01-01T00:00:00Z")
        #expect((entry["rule_digest"] as? String)?.utf8.count == 64)
        let shown = try home.run("show", "--verdict", "keep")
        #expect(!shown.output.contains("young"))
        let without = try home.run(
            ["plan", "-q", "--no-state", "--format", "json"] + Self.now
        ).json()
        #expect(without["changes"] == nil)
        #expect((without["drives"] as? [[String: Any]])?.first?["listed"] == nil)
    }

    @Test("copies say what must stay when they go")
    func obligations() throws {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("same", to: "d/\(name).txt") }
        try home.write(
            """
            version: 1
            drives:
              d: {kind: local, root: d}
            limits: {percent: unlimited}
            rules:
              - id: copies
                duplicates: {same: content, keep: [shortest_path], copies: 2}
                then: delete
                undo_window: none
              - id: second
                duplicates: {same: [size], keep: [shortest_path], copies: 2}
                then: delete
                undo_window: none
            """, to: "rules.yaml")
        let entries = try home.run("plan", "-q", "--format", "json").list("entries")
        #expect(entries.count == 1)
        let last = try #require(entries.last)
        #expect(last["path"] as? String == "/c.txt")
        #expect(last["kind"] as? String == "duplicates")
        #expect(last["needed"] as? Int == 2)
        #expect(last["verify"] as? String == "bytes")
        let survivors = try #require(last["survivors"] as? [[String: Any]])
        #expect(survivors.allSatisfy { $0["size"] as? Int == 4 && $0["etag"] is String })
        let also = try #require((last["also"] as? [[String: Any]])?.first)
        #expect(also["rule"] as? String == "second")
        #expect(also["needed"] as? Int == 2)
    }

    @Test("plan diff shows what has come and gone")
    func diff() throws {
        let home = try home()
        try home.run("plan", "-q", "-o", "1.json")
        try home.writeOld("old c", to: "d/c.iso")
        try home.remove("d/a.iso")
        let second = try home.run("plan", "-o", "2.json")
        #expect(second.output.contains("1 added, 1 removed (cleanrules plan diff)"))
        for arguments in [[], ["1.json", "2.json"]] {
            let diff = try home.run(["plan", "diff", "--format", "json"] + arguments)
            #expect(diff.status == 0, "\(diff.errors)")
            #expect(try diff.list("added").map { $0["path"] as? String } == ["/c.iso"])
            #expect(try diff.list("removed").map { $0["path"] as? String } == ["/a.iso"])
        }
        let table = try home.run("plan", "diff").output
        #expect(table.contains("- delete  5 B  d:/a.iso  old"))
        #expect(table.contains("+ delete  5 B  d:/c.iso  old"))
        #expect(try home.run("plan", "./diff").status == 1, "a folder can be called so")
    }

    @Test("sync tells what has changed, and a partial listing changes nothing")
    func sync() throws {
        let home = try home()
        let first = try #require(try home.run("sync", "--format", "json").list("drives").first)
        #expect(first["items"] as? Int == 3)
        #expect(first["added"] as? Int == 3)
        try home.write("new", to: "d/new.txt")
        try home.write("longer than before", to: "d/young.txt")
        try home.remove("d/a.iso")
        let second = try #require(try home.run("sync", "--format", "json").list("drives").first)
        #expect(second["added"] as? Int == 1)
        #expect(second["removed"] as? Int == 1)
        #expect(second["changed"] as? Int == 1)
        #expect(second["identity"] as? String == first["identity"] as? String)
        try home.remove("d")
        #expect(try home.run("sync").status == 1)
        #expect(try home.run("plan", "--offline", "-q", "--summary").status == 0)
    }

    @Test("show and stage find plans by id, by file, and the newest")
    func finding() throws {
        let home = try home()
        try home.run("plan", "-q", "-o", "1.json")
        let id = try #require(
            try home.run("status", "--format", "json").json()["plan"] as? [String: Any])
        let name = try #require(id["id"] as? String)
        for plan in [[], [name], ["1.json"]] {
            let shown = try home.run(["show"] + plan)
            #expect(shown.status == 0)
            #expect(shown.output.contains("Plan \(name)"))
            #expect(shown.output.contains("2 deletions: 'restore' can bring back"))
        }
        #expect(try home.run("show", "p-000000000000").status == 1)
        #expect(try home.run("stage", "p-000000000000").status == 1)
        #expect(try home.run("stage", "none.json").status == 1)
        try home.write("{}", to: "empty.json")
        #expect(try home.run("stage", "empty.json").status == 1)
        #expect(try home.run("stage", name, "--yes").status == 0)
        #expect(try home.run("show").errors.contains("the plan was staged at"))
    }
}
