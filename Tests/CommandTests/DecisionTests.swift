// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What people decide on the command line, and what it does to plans.
@Suite("Decisions")
struct DecisionTests {
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/old/\(name).iso") }
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
        try home.run("plan", "-q")
        return home
    }

    /// The paths that the newest plan deletes.
    private func deletions(_ home: ScratchHome) throws -> [String] {
        let plan = try home.run("plan", "-q", "--format", "json")
        #expect(plan.status == 0, "\(plan.errors)")
        return try plan.list("entries").filter { $0["verdict"] as? String == "delete" }
            .compactMap { $0["path"] as? String }
    }

    @Test("keep takes back what waits and holds until the content changes")
    func keep() throws {
        let home = try home()
        try home.run("stage", "--yes")
        let kept = try home.run("keep", "d/old/a.iso", "--format", "json")
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(try kept.list("decisions").map { $0["verdict"] as? String } == ["keep"])
        #expect(try kept.list("undone").map { $0["path"] as? String } == ["/old/a.iso"])
        #expect(try deletions(home) == ["/old/b.iso", "/old/c.iso"])
        let why = try home.run("why", "/old/a.iso", "-q")
        #expect(why.output.contains("(person-kept)"))
        #expect(why.output.contains("decided: keep until the content changes"))
        try home.writeOld("another content", to: "d/old/a.iso")
        #expect(try deletions(home) == ["/old/a.iso", "/old/b.iso", "/old/c.iso"])
    }

    @Test("keep means what is there now, not what was listed")
    func keepIsFresh() throws {
        let home = try home()
        try home.writeOld("another content", to: "d/old/a.iso")
        #expect(try home.run("keep", "/old/a.iso").status == 0)
        #expect(try deletions(home) == ["/old/b.iso", "/old/c.iso"])
    }

    @Test("a pinned item stays when its content changes, until that is taken back")
    func pin() throws {
        let home = try home()
        #expect(try home.run("keep", "d:/old/a.iso", "--pin").status == 0)
        try home.writeOld("another content", to: "d/old/a.iso")
        #expect(try deletions(home) == ["/old/b.iso", "/old/c.iso"])
        let taken = try home.run("unkeep", "/old/a.iso", "--format", "json")
        #expect(taken.status == 0)
        #expect(try taken.list("decisions").count == 1)
        #expect(try deletions(home).count == 3)
        #expect(try home.run("unkeep", "/old/a.iso").status == 1, "nothing is left to take back")
    }

    @Test("a folder stands for all that lies in it")
    func folder() throws {
        let home = try home()
        let kept = try home.run("keep", home.path + "/d/old/", "--format", "json")
        #expect(
            try kept.list("decisions").compactMap { $0["path"] as? String }
                == ["/old", "/old/a.iso", "/old/b.iso", "/old/c.iso"])
        #expect(try deletions(home) == [])
        try home.writeOld("later", to: "d/old/later.iso")
        #expect(try deletions(home) == ["/old/later.iso"])
    }

    @Test("snooze lasts until its date")
    func snooze() throws {
        let home = try home()
        let rules = TestRules.old(window: "1h")
        try home.write(
            rules.replacingOccurrences(of: "timezone: UTC", with: "timezone: Asia/Tokyo"),
            to: "rules.yaml")
        try home.run("plan", "-q")
        let snooze = try home.run("snooze", "/old/a.iso", "--for", "2d")
        #expect(snooze.status == 0)
        #expect(snooze.output.contains("+09:00"), "\(snooze.output)")
        #expect(try deletions(home) == ["/old/b.iso", "/old/c.iso"])
        let later = try home.run("plan", "-q", "--format", "json", later: 3 * 86_400)
        #expect(try later.list("entries").count == 3)
    }

    @Test(
        "what cannot be meant is said",
        arguments: [
            (["keep", "/nowhere"], 1), (["snooze", "/old/a.iso"], 64),
            (["snooze", "/old/a.iso", "--until", "2001-01-01"], 64),
            (["snooze", "/old/a.iso", "--for", "soon"], 64), (["unkeep", "/old/a.iso"], 1),
            (["keep"], 64),
        ])
    func mistakes(arguments: [String], status: Int) throws {
        let home = try home()
        let run = try home.run(arguments)
        #expect(Int(run.status) == status, "\(run.errors)")
        #expect(try deletions(home).count == 3)
    }

    @Test("a new rule is on trial until a person has decided about enough of its deletions")
    func trial() throws {
        let home = try home()
        try home.write(TestRules.old(extra: "review: {trial: 2}"), to: "rules.yaml")
        #expect(try deletions(home) == [])
        try home.run("keep", "/old/a.iso", "/old/b.iso")
        #expect(try deletions(home) == ["/old/c.iso"])
        #expect(try home.run("plan", "--no-state", "-q", "--summary").output.contains("3 delete"))
    }
}
