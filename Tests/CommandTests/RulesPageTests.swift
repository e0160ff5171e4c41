// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The page of rules, spoken to as its script does.
@Suite("The page of rules", .timeLimit(.minutes(60)))
struct RulesPageTests {
    private static let rules = """
        # My rules.
        version: 1
        timezone: UTC
        drives: {home: {kind: local, root: d}}
        protect:
          - {id: papers, match: {ext: pdf}}
        rules:
          # Installers.
          - id: old
            match: {ext: [iso, dmg]}   # both
            then: delete
          - {id: logs, match: {ext: log}, then: review}

        """

    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(rules, to: "rules.yaml")
        for (name, text) in [("a.iso", "xx"), ("b.dmg", "xxx"), ("c.log", "x"), ("e.pdf", "x")] {
            try home.writeOld(text, to: "d/\(name)")
        }
        return home
    }

    /// How many items the rule `id` takes, deletes and puts to a person.
    private static func counts(_ answer: [String: Any], _ id: String) throws -> [Int?] {
        let rules = try #require(answer["rules"] as? [[String: Any]])
        let share = rules.first { $0["id"] as? String == id }?["share"] as? [String: Any]
        return ["takes", "delete", "review"].map {
            (share?[$0] as? [String: Any])?["items"] as? Int
        }
    }

    private static func edit(
        _ deed: String, _ id: String, _ more: [String: Any] = [:]
    ) -> [String: Any] {
        more.merging(["deed": deed, "id": id]) { first, _ in first }
    }

    @Test("counts over the last catalog, edits, and takes back what it saved, byte for byte")
    func wholeWay() throws {
        let home = try Self.home()
        try ServedPage.serving(home, ["rules", "--rules", "rules.yaml"]) { page in
            let empty = try page.get("/api/rules")
            #expect(empty["all"] is NSNull && empty["sync"] as? String == "cleanrules sync")
            // Once there is a listing, the page goes on by itself.
            #expect(try home.run("sync").status == 0)
            let first = try page.get("/api/rules")
            #expect(try Self.counts(first, "old") == [2, 2, 0])
            #expect(try Self.counts(first, "logs") == [1, 0, 1])
            #expect(try Self.counts(first, "papers") == [1, 0, 0])
            let items = try page.get("/api/items?id=old&after=1&n=1")
            #expect(items["total"] as? Int == 2)
            #expect((items["items"] as? [[String: Any]])?.first?["path"] as? String == "/b.dmg")
            let edits = [
                Self.edit("set", "old", ["key": "match.ext", "text": "iso"]),
                Self.edit("disable", "logs"),
                Self.edit("set", "papers", ["key": "why", "text": "They: stay"]),
            ]
            let preview = try page.post("/api/preview", ["edits": edits])
            #expect(preview["ok"] as? Bool == true)
            #expect((preview["delete"] as? [String: Any])?["items"] as? Int == -1)
            #expect((preview["review"] as? [String: Any])?["items"] as? Int == -1)
            #expect(preview["changed_total"] as? Int == 2)
            #expect(try home.text("rules.yaml") == Self.rules)
            let digest = try #require(first["digest"] as? String)
            let saved = try page.post("/api/save", ["edits": edits, "digest": digest])
            #expect(saved["can_undo"] as? Bool == true)
            #expect(try Self.counts(saved, "old") == [1, 1, 0])
            #expect(
                try home.text("rules.yaml")
                    == Self.rules.replacing("[iso, dmg]", with: "iso")
                    .replacing("{id: logs, ", with: "{id: logs, enabled: false, ")
                    .replacing("{id: papers, ", with: "{id: papers, why: \"They: stay\", "))
            let again = try #require(saved["digest"] as? String)
            let undone = try page.post("/api/undo", ["digest": again])
            #expect(undone["digest"] as? String == digest && undone["can_undo"] as? Bool == false)
            #expect(try home.text("rules.yaml") == Self.rules)
        }
    }

    @Test("says at which key something is wrong, and writes nothing of it")
    func wrong() throws {
        let home = try Self.home()
        try ServedPage.serving(home, ["rules", "--rules", "rules.yaml"]) { page in
            let bad = [Self.edit("set", "old", ["key": "match.age", "text": "over 30"])]
            let preview = try page.post("/api/preview", ["edits": bad])
            let finding = (preview["findings"] as? [[String: Any]])?.first
            #expect(preview["ok"] as? Bool == false)
            #expect(finding?["id"] as? String == "old" && finding?["key"] as? String == "match.age")
            let digest = try #require(try page.get("/api/rules")["digest"] as? String)
            let saved = try page.post("/api/save", ["edits": bad, "digest": digest])
            #expect((saved["error"] as? [String: Any])?["code"] as? String == "invalid")
            let yaml = [Self.edit("set", "old", ["key": "duplicates", "yaml": "[a"])]
            #expect(try page.post("/api/preview", ["edits": yaml])["edit"] as? Int == 0)
            #expect(try home.text("rules.yaml") == Self.rules)
        }
    }

    @Test("writes nothing over a file that somebody else changed, nor takes such a change back")
    func changed() throws {
        let home = try Self.home()
        func code(_ answer: [String: Any]) -> String? {
            (answer["error"] as? [String: Any])?["code"] as? String
        }
        try ServedPage.serving(home, ["rules", "--rules", "rules.yaml"]) { page in
            let first = try #require(try page.get("/api/rules")["digest"] as? String)
            let edits = [Self.edit("disable", "old")]
            try home.write(Self.rules + "# mine\n", to: "rules.yaml")
            #expect(
                code(try page.post("/api/save", ["edits": edits, "digest": first])) == "changed")
            #expect(try home.text("rules.yaml") == Self.rules + "# mine\n")
            let now = try #require(try page.get("/api/rules")["digest"] as? String)
            let saved = try page.post("/api/save", ["edits": edits, "digest": now])
            let digest = try #require(saved["digest"] as? String)
            let mine = try home.text("rules.yaml") + "# more\n"
            try home.write(mine, to: "rules.yaml")
            #expect(code(try page.post("/api/undo", ["digest": digest])) == "changed")
            let newest = try #require(try page.get("/api/rules")["digest"] as? String)
            #expect(code(try page.post("/api/undo", ["digest": newest])) == "changed")
            #expect(try home.text("rules.yaml") == mine)
        }
    }
}
