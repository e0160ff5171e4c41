// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateLedger
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

    @Test("stages in one round and deletes in a later one")
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
        #expect(
            try #require(try run.json()["summary"] as? String).contains("this round stages nothing")
        )
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

    private func report(_ home: ScratchHome, _ name: String = "r.json") throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(try home.text(name).utf8))
        return try #require(json as? [String: Any])
    }

    /// What ends a round before its end, with its status and a word of why.
    static let troubles: [(name: String, status: Int32, word: String)] = [
        ("no rules", 1, "rules.yaml"), ("faulty rules", 3, "cleanrules check"),
        ("failing test", 3, "test"), ("broken state", 1, "state"), ("other round", 8, "process"),
        ("no root", 1, "d"),
    ]

    @Test("reports however it ends, and says why", arguments: 0..<troubles.count)
    func reportsOnEveryEnd(index: Int) async throws {
        let (name, status, word) = Self.troubles[index]
        let home = try home()
        let state = home.path + "/.local/state/cleanrules/default/state.sqlite"
        try home.run("plan", "-q")
        var lock: RunnerLock?
        switch name {
        case "no rules": try home.remove("rules.yaml")
        case "faulty rules": try home.write("version: 1\nrules: [{}]\n", to: "rules.yaml")
        case "failing test":
            let test = """

                tests:
                  - name: iso files stay
                    now: 2026-01-15T12:00:00Z
                    items:
                      - {path: /a.iso, size: 4GB, age: 120d, expect: keep}
                """
            try home.write(try home.text("rules.yaml") + test, to: "rules.yaml")
        case "broken state":
            let junk = String(repeating: "x", count: 5_000)
            try junk.write(toFile: state, atomically: false, encoding: .utf8)
        case "other round": lock = try await RunnerLock.acquire(statePath: state)
        default: try home.remove("d")
        }
        let run = try home.round(
            "--stage", "--report", "json", "r.json", "--report", "markdown", "r.md", "--report",
            "html", "r.html")
        lock?.close()
        #expect(run.status == status, "\(name): \(run.errors)")
        let report = try report(home)
        let summary = try #require(report["summary"] as? String)
        #expect(report["exit"] as? Int32 == status && summary.contains(word), "\(name): \(summary)")
        #expect(!summary.contains("nothing to do"))
        for file in ["r.md", "r.html"] { #expect(try home.text(file).contains(word), "\(file)") }
        // The next report takes its place, and nothing else that is there is written over.
        #expect(try home.round("--report", "json", "r.json").status != 5, "\(name)")
        try home.write("mine", to: "note.txt")
        try home.round("--report", "json", "note.txt")
        let isEarly = ["no rules", "faulty rules", "broken state"].contains(name)
        #expect((try home.text("note.txt") == "mine") == isEarly, "\(name)")
    }

    @Test("a round that was killed is named by the next one, and by no other")
    func killed() throws {
        let home = try home()
        try home.run("plan", "-q")
        let counter = home.path + "/calls"
        let command = ["run", "--rules", "rules.yaml", "--stage"]
        let whole = try home.run(command, environment: try Interposer.counting(counter))
        #expect(whole.status == 0)
        let count = try #require(Int(try home.text("calls").filter(\.isNumber)))
        var named = 0
        for part in 1...8 {
            let strike = Interposer.Strike(call: count * part / 9)
            let killed = try home.run(
                command, environment: try Interposer.striking(strike, counter))
            let next = try home.round("--stage", "--report", "json", "r.json")
            #expect(next.status == 0)
            let isNamed = try report(home)["unfinished_round"] != nil
            #expect(isNamed == next.errors.contains("never came to its end"))
            if isNamed { named += 1 }
            #expect(!isNamed || killed.status != 0)
            try home.round("--stage", "--report", "json", "r.json")
            #expect(try report(home)["unfinished_round"] == nil)
        }
        #expect(named > 0)
    }

    @Test("whatever fails on the way, no report says that nothing went of what went")
    func truthAfterFaults() throws {
        let counter = "calls"
        func filled() throws -> ScratchHome {
            let home = try home(TestRules.old())
            try home.run("plan", "-q")
            try home.run("stage", "--yes", "--no-undo-window")
            return home
        }
        let command = ["run", "--rules", "rules.yaml", "-q", "--report", "json", "r.json"]
        let first = try filled()
        let file = first.path + "/" + counter
        #expect(try first.run(command, environment: Interposer.counting(file)).status == 0)
        let count = try #require(Int(try first.text(counter).filter(\.isNumber)))
        // How many calls a round makes is a matter of the clock as well, and few of those after a
        // deletion end the round: they are spread by the golden ratio, until one did.
        var told = 0
        for part in 1...96 {
            if part > 24, told > 0 { break }
            let home = try filled()
            let place = (Double(part) * 0.618_034).truncatingRemainder(dividingBy: 1)
            let strike = Interposer.Strike(
                call: max(1, Int(Double(count) * place)), error: part % 2 == 0 ? EIO : ENOSPC)
            let run = try home.run(
                command,
                environment: Interposer.striking(strike, home.path + "/" + counter))
            let gone = 3 - home.tree("d/old").count
            guard home.has("r.json") else { continue }
            let report = try report(home)
            let summary = try #require(report["summary"] as? String)
            let isNothing =
                summary.contains("Nothing was staged or deleted")
                || summary.contains("nothing to do")
            #expect(gone == 0 || !isNothing, "\(strike): \(gone) gone: \(summary) \(run.errors)")
            if gone > 0, report["error"] != nil { told += 1 }
        }
        #expect(told > 0, "no fault came after a deletion")
    }

    @Test("a window of no length is none, which no round takes", arguments: ["none", "0d", "0m"])
    func noWindow(window: String) throws {
        let home = try home(TestRules.old(window: window))
        let run = try home.round("--stage")
        #expect(run.status == 5 && run.errors.contains("--no-undo-window"), "\(run.errors)")
        #expect(try home.run("stage", "--yes").status == 5)
        #expect(try home.run("status", "--format", "json").list("items").isEmpty)
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
    }

    @Test("a report that has no place is refused before anything is done")
    func noPlace() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        for (place, word) in [("d", "is a folder"), ("none/r.json", "is not there")] {
            let run = try home.round("--report", "json", place)
            #expect(run.status == 1 && run.errors.contains(word), "\(run.errors)")
            #expect(home.tree("d/old").count == 3)
        }
    }

    @Test("a dry run stages, deletes and keeps nothing")
    func dryRun() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        try home.writeOld("more", to: "d/old/d.iso")
        let plans = try home.run("status", "--format", "json").output
        let run = try home.round("--dry-run", "--report", "json", "r.json")
        #expect(run.status == 0, "\(run.errors)")
        let report = try report(home)
        #expect((report["due"] as? [String: Any])?["items"] as? Int == 3)
        #expect(
            ((report["plan"] as? [String: Any])?["delete"] as? [String: Any])?["items"] as? Int == 4
        )
        #expect(report["execute"] is NSNull && report["stage"] is NSNull)
        #expect(home.tree("d/old").count == 4)
        #expect(try home.run("status", "--format", "json").output == plans)
        #expect(try !home.round("--dry-run").errors.contains("cleanrules stage"), "of what plan?")
    }

    @Test("half a round does its half, and halves do not go together")
    func halves() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        #expect(try home.round("--stage-only").status == 5, "it would need a flag")
        #expect(home.tree("d/old").count == 3)
        try home.write("version: 1\n", to: "d/new.txt")
        let run = try home.round("--execute-only", "--format", "json")
        #expect(run.status == 0)
        #expect(try run.json()["plan"] is NSNull)
        #expect(home.tree("d/old") == [])
        for both in [
            ["--stage-only", "--execute-only"], ["--stage", "--execute-only"],
            ["--dry-run", "--stage-only"],
        ] {
            #expect(try home.run(["run", "--rules", "rules.yaml"] + both).status == 64)
        }
    }

    @Test(
        "no more goes in a round than it was told, and the rest goes in the next ones",
        arguments: [["--max-delete", "2"], ["--max-bytes", "10B"]])
    func bounded(limit: [String]) throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let command = ["run", "--rules", "rules.yaml", "--report", "json", "r.json"] + limit
        #expect(try home.run(command).status == 0)
        #expect(home.tree("d/old").count == 1)
        #expect(try report(home)["left"] as? Int == 1)
        #expect(try home.run(command).status == 0)
        #expect(home.tree("d/old") == [])
        #expect(try report(home)["left"] == nil)
        for wrong in [["--max-delete", "-1"], ["--max-bytes", "10"], ["--max-bytes", "x"]] {
            #expect(try home.run(["run", "--rules", "rules.yaml"] + wrong).status == 64)
        }
    }

    @Test("what cannot go now, or is too large, keeps nothing else from going in a bounded round")
    func boundedFairly() throws {
        let home = try ScratchHome()
        for folder in ["d", "e"] { try home.writeOld("old", to: "\(folder)/a.iso") }
        try home.writeOld("much more than all others", to: "e/large.iso")
        let rules = TestRules.old().replacingOccurrences(
            of: "  d: {kind: local, root: d}\n",
            with: "  d: {kind: local, root: d}\n  e: {kind: local, root: e}\n")
        try home.write(rules, to: "rules.yaml")
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        try FileManager.default.moveItem(
            atPath: home.path + "/d", toPath: home.path + "/away")
        try home.writeOld("foreign", to: "d/a.iso")
        let command = [
            "run", "--rules", "rules.yaml", "-q", "--max-delete", "1", "--max-bytes", "10B",
            "--report", "json", "r.json",
        ]
        let run = try home.run(command)
        #expect(run.status == 6, "\(run.output) \(run.errors)")
        #expect(home.tree("e") == ["large.iso"])
        #expect(try report(home)["left"] as? Int == 2)
        #expect(run.output.contains("2 more items are due"), "\(run.output)")
        #expect(home.tree("d") == ["a.iso"] && home.tree("away") == ["a.iso"])
    }

    @Test("a quiet round says nothing when all is well, and all there is when it is not")
    func quiet() throws {
        let home = try home()
        let staged = try home.round("--stage", "-q")
        #expect(staged.output.contains("cleanrules undo p-"), "what is new is said")
        let idle = try home.round("--stage", "-q")
        #expect(idle.status == 0 && idle.output.isEmpty && idle.errors.isEmpty, "\(idle.errors)")
        try home.run("keep", "/old/a.iso")
        let lines = try home.round("--stage", "-q", "--report", "ndjson", "-").output
            .split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("\"about\":\"cleanrules run\""))
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
