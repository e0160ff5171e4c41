// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Whole rounds, as timers make them.
@Suite("run")
struct RunTests {
    private func home(_ rules: String = TestRules.old(window: "1h")) throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/old/\(name).iso") }
        try home.write(rules, to: "rules.yaml")
        return home
    }

    @Test("stages in one round and deletes in a later one", .enabled(if: Faketime.isInstalled))
    func twoRounds() throws {
        let home = try home()
        let first = try home.round("--stage", "--format", "json")
        #expect(first.status == 0, "\(first.errors)")
        let stage = try #require(try first.json()["stage"] as? [String: Any])
        #expect(stage["staged"] as? Int == 3)
        #expect(home.tree("d/old").count == 3)
        let second = try home.round("--stage", "--format", "json", later: 7_200)
        #expect(second.status == 0, "\(second.errors)")
        let execute = try #require(try second.json()["execute"] as? [String: Any])
        #expect(execute["deleted"] as? Int == 3)
        #expect(home.tree("d/old") == [])
        #expect(try home.round("--stage", later: 7_300).status == 0, "nothing is left to do")
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("stages nothing unless that is asked for")
    func withoutStage() throws {
        let home = try home()
        let run = try home.round("--format", "json")
        #expect(run.status == 0)
        #expect(try run.json()["stage"] is NSNull)
        #expect(try home.run("status", "--format", "json").list("items").isEmpty)
    }

    @Test("a plan that is refused does not keep what is due from being deleted")
    func refusal() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        for number in 1...4 { try home.writeOld("more \(number)", to: "d/\(number).iso") }
        let run = try home.round("--stage", "--format", "json")
        #expect(run.status == 5, "what needs a flag is refused")
        #expect(run.errors.contains("--no-undo-window"))
        let execute = try #require(try run.json()["execute"] as? [String: Any])
        #expect(execute["deleted"] as? Int == 3)
        #expect(home.tree("d/old") == [])
        #expect(home.has("d/1.iso"))
    }

    @Test("nothing is deleted in a round in which a drive lists far fewer files")
    func listingDrop() throws {
        let home = try home(TestRules.old())
        for number in 1...10 { try home.write("\(number)", to: "d/more/\(number).txt") }
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        for number in 1...9 { try home.remove("d/more/\(number).txt") }
        let run = try home.round("--stage", "--format", "json")
        #expect(run.status == 5)
        #expect(run.errors.contains("lists far fewer files"))
        #expect(try run.json()["execute"] is NSNull)
        #expect(home.tree("d/old").count == 3)
        #expect(
            try home.run("plan", "-q").output.contains("fewer files than at the last good sync"))
    }

    @Test("what is deleted for good waits for a person")
    func permanent() throws {
        let home = try home(TestRules.old(method: "permanent"))
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window", "--permanent")
        let run = try home.round("--format", "json")
        #expect(run.status == 0)
        let execute = try #require(try run.json()["execute"] as? [String: Any])
        #expect((execute["waiting"] as? [Any])?.count == 3)
        #expect(home.tree("d/old").count == 3)
    }

    @Test("writes its reports, and refuses what is none")
    func reports() throws {
        let home = try home(TestRules.old())
        try home.writeOld("<b>&\u{202e}x", to: "d/old/<b>&\u{202e}x.iso")
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let run = try home.run(
            "run", "-q", "--rules", "rules.yaml", "--report", "json", "r.json", "--report", "html",
            "r.html", "--report", "markdown", "r.md")
        #expect(run.status == 0, "\(run.errors)")
        let json = try JSONSerialization.jsonObject(with: Data(try home.text("r.json").utf8))
        #expect(((json as? [String: Any])?["execute"] as? [String: Any])?["deleted"] as? Int == 4)
        let page = try home.text("r.html")
        #expect(page.contains("&lt;b&gt;&amp;\\u202Ex.iso"))
        #expect(!page.contains("\u{202e}"))
        #expect(!page.contains("<b>"))
        #expect(try home.text("r.md").contains("`d:/old/<b>&\\u202Ex.iso`"))
        #expect(try home.round("--report", "json").status == 64)
        #expect(try home.round("--report", "pdf", "r.pdf").status == 64)
    }

    @Test(
        "a listing with holes ends the round before anything is done",
        .enabled(if: getuid() != 0, "root may read everything"))
    func holes() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        chmod(home.path + "/d/old", 0)
        defer { chmod(home.path + "/d/old", 0o700) }
        #expect(try home.round("--stage").status == 1)
    }
}
