// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Rules that are proposed from what somebody decided.
@Suite("Proposals of rules", .timeLimit(.minutes(60)))
struct SuggestTests {
    private static let rules = """
        # My rules.
        version: 1
        timezone: UTC
        drives: {d: {kind: listing, file: listing.ndjson}}
        rules:
          # All pictures.
          - {id: look, match: {kind: image}, then: review}

        """

    /// A home with 140 pictures: 80 old screenshots, of which 30 nobody decided about and 2 are kept;
    /// 20 young ones and 40 photos that are kept.
    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        let old = Date(timeIntervalSinceNow: -300 * 86_400).ISO8601Format()
        let young = Date(timeIntervalSinceNow: -20 * 86_400).ISO8601Format()
        var lines: [String] = []
        var decisions: [String] = []
        func add(_ path: String, _ date: String, _ verdict: String?) {
            lines.append(
                #"{"path": "\#(path)", "size": 300000, "created": "\#(date)", "modified": "\#(date)"}"#
            )
            if let verdict { decisions.append(#"{"path": "\#(path)", "verdict": "\#(verdict)"}"#) }
        }
        for number in 0..<80 {
            let verdict = number >= 50 ? nil : number % 25 == 7 ? "keep" : "delete"
            add("/Camera Roll/Screenshot_\(number).png", old, verdict)
        }
        for number in 0..<20 { add("/Camera Roll/Screenshot_9\(number)9.png", young, "keep") }
        for number in 0..<40 { add("/Camera Roll/IMG_\(number).jpg", old, "keep") }
        try home.write(lines.joined(separator: "\n") + "\n", to: "listing.ndjson")
        try home.write(decisions.joined(separator: "\n") + "\n", to: "decisions.ndjson")
        try home.write(rules, to: "rules.yaml")
        try home.run("sync", "-q")
        try home.run("plan", "-q", "--summary")
        return home
    }

    @Test("say how many decisions are missing, and change nothing")
    func few() throws {
        let home = try Self.home()
        let none = try home.run("rules", "suggest", "--rules", "rules.yaml")
        #expect(none.status == 0, "\(none.errors)")
        #expect(none.output.contains("24 more decisions are needed"))
        let run = try home.run("rules", "suggest", "--rules", "rules.yaml", "--format", "json")
        #expect(try run.list("suggestions").isEmpty)
        #expect(try home.run("rules", "suggest", "--add", "x").status == 3)
        #expect(try home.run("rules", "suggest", "--dry-run").status == 64)
        #expect(try home.run("rules", "suggest", "--add", "x", "--format", "json").status == 64)
        #expect(try home.text("rules.yaml") == Self.rules)
    }

    @Test("are added several at once, with tests that pass together; a trial of none is none")
    func addedTogether() throws {
        let home = try Self.home()
        let more = "  - {id: late, match: {ext: gif}, then: delete}\nreview: {trial: 0}\n"
        try home.write(Self.rules + more, to: "rules.yaml")
        #expect(try home.run("review", "--decisions", "decisions.ndjson", "-q").status == 0)
        let run = try home.run("rules", "suggest", "--rules", "rules.yaml", "--format", "json")
        let found = try run.list("suggestions")
        #expect(found.contains { $0["kind"] as? String == "exception" })
        #expect(found.contains { $0["sets_trial"] as? Bool == true })
        let names = found.compactMap { $0["id"] as? String }
        let added = try home.run(
            ["rules", "suggest", "--rules", "rules.yaml"] + names.flatMap { ["--add", $0] })
        #expect(added.status == 0, "\(added.errors)")
        #expect(try home.text("rules.yaml").contains("review: {trial: 20}"))
        let tested = try home.run("test", "rules.yaml")
        #expect(tested.status == 0, "\(tested.output)")
    }

    @Test("are made of decisions, and added with a test that passes")
    func added() throws {
        let home = try Self.home()
        let decided = try home.run("review", "--decisions", "decisions.ndjson", "-q")
        #expect(decided.status == 0, "\(decided.errors)")
        let run = try home.run(
            "rules", "suggest", "--rules", "rules.yaml", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        let first = try #require(try run.list("suggestions").first)
        #expect(first["id"] as? String == "old-screenshot")
        #expect(
            first["why"] as? String
                == "you deleted 48 of 50 files in '/Camera Roll', named 'Screenshot*', older than 6mo"
        )
        let against = try #require(first["contradicted_by"] as? [String: Any])
        #expect(against["count"] as? Int == 2)
        let effect = try #require(first["effect"] as? [String: Any])
        #expect((effect["takes"] as? [String: Any])?["items"] as? Int == 30)
        let again = try home.run(
            "rules", "suggest", "--rules", "rules.yaml", "--format", "json")
        #expect(again.output == run.output)
        let dry = try home.run("rules", "suggest", "--add", "old-screenshot", "--dry-run")
        #expect(dry.status == 0, "\(dry.errors)")
        #expect(try home.text("rules.yaml") == Self.rules)
        let add = try home.run("rules", "suggest", "--add", "old-screenshot")
        #expect(add.status == 0, "\(add.errors)")
        #expect(add.output.contains("+  - id: old-screenshot"))
        let text = try home.text("rules.yaml")
        #expect(text.contains("# All pictures.\n") && text.contains("trial: 20"))
        #expect(try home.run("check").status == 0)
        let test = try home.run("test")
        #expect(test.status == 0 && test.output.contains("1 passed, 0 failed"), "\(test.output)")
        let plan = try home.run("plan", "-q", "--format", "json")
        let trial = try plan.list("entries").filter { $0["reason"] as? String == "trial" }
        #expect(trial.count == 30)
        let over = try home.run("rules", "suggest", "--format", "json")
        #expect(try !over.list("suggestions").contains { $0["id"] as? String == "old-screenshot" })
    }

    @Test("stand as YAML that checks by itself")
    func yaml() throws {
        let home = try Self.home()
        try home.run("review", "--decisions", "decisions.ndjson", "-q")
        let run = try home.run("rules", "suggest", "--rules", "rules.yaml", "--format", "yaml")
        try home.write(run.output, to: "proposed.yaml")
        let check = try home.run("check", "proposed.yaml")
        #expect(check.status == 0, "\(check.errors) \(run.output)")
        #expect(run.output.contains("# look-unless-"))
    }

    @Test("are said in the language of the person, but for JSON")
    func language() throws {
        let home = try Self.home()
        try home.run("review", "--decisions", "decisions.ndjson", "-q")
        let german = ["LC_ALL": "de_DE.UTF-8"]
        let text = try home.run(["rules", "suggest"], environment: german)
        #expect(text.output.contains("gelöscht wurden 48 von 50 Dateien in „/Camera Roll“"))
        let json = try home.run(["rules", "suggest", "--format", "json"], environment: german)
        #expect(json.output.contains("you deleted 48 of 50 files"))
    }
}
