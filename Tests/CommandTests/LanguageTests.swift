// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the language promises, in the program as it is installed.
@Suite("The language in commands", .timeLimit(.minutes(60)))
struct LanguageTests {
    @Test("a rule with 'known_for' still says delete when its item is due")
    func knownFor() throws {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives: {home: {kind: local, root: d}}
            limits: {percent: unlimited}
            rules:
              - id: fresh
                match: {name: "*.tmp", known_for: under 30d}
                then: delete
                undo_window: none
            """, to: "rules.yaml")
        try home.writeOld("x", to: "d/a.tmp")
        try home.writeOld("x", to: "d/b.txt")
        for command in [
            "plan -q --summary", "stage -q --yes --no-undo-window", "execute -q --yes",
        ] {
            let run = try home.run(command.split(separator: " ").map(String.init))
            try #require(run.status == 0, "\(command): \(run.errors)")
        }
        #expect(home.tree() == ["b.txt"])
        let plan = try home.run("plan", "--format", "json", "-q", "--all")
        #expect(try plan.list("entries").allSatisfy { $0["first_seen"] is String })
    }

    @Test("files without the hash that decides are told of, in the table and in JSON")
    func contentGap() throws {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            drives: {pages: {kind: listing, file: pages.ndjson}}
            rules:
              - {id: copies, duplicates: {same: content}, then: delete}
            """, to: "rules.yaml")
        try home.write(
            """
            {"path":"/a","size":1,"hashes":{"quickxor":"x"}}
            {"path":"/b","size":1,"hashes":{"quickxor":"x"}}
            {"path":"/c","size":1,"hashes":{"sha256":"aa"}}
            """, to: "pages.ndjson")
        let plan = try home.run("plan", "--no-state", "--format", "json")
        #expect(plan.status == 0)
        let warnings = try plan.json()["warnings"] as? [String]
        #expect(warnings?.count == 1)
        #expect(warnings?.first?.contains("1 of 3 files of drive 'pages'") == true)
        #expect(plan.errors.contains("[content-not-compared]"))
        let html = try home.run("plan", "--no-state", "-q", "--format", "html")
        #expect(html.output.contains("1 of 3 files of drive"))
    }

    @Test("an expression that gives up on too many items makes no plan, and is named")
    func matchLimit() throws {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            drives: {pages: {kind: listing, file: pages.ndjson}}
            rules:
              - {id: slow, match: {name_regex: '^(a+)+$'}, then: delete}
            """, to: "rules.yaml")
        let name = String(repeating: "a", count: 40)
        let lines = (0..<1_001).map { "{\"path\":\"/\($0)/\(name)c\"}" }
        try home.write(lines.joined(separator: "\n"), to: "pages.ndjson")
        let plan = try home.run("plan", "--no-state", "-q")
        #expect(plan.status == 3)
        #expect(plan.output.isEmpty)
        #expect(plan.errors.contains("rule 'slow'"))
        #expect(plan.errors.contains("^(a+)+$"))
    }

    @Test("included files lie in the folder of the rules, links resolved, or where it is allowed")
    func includes() throws {
        let home = try ScratchHome()
        let rules = "version: 1\nrules: [{id: r, match: {ext: tmp}, then: delete}]\n"
        try home.write(rules, to: "shared/more.yaml")
        for (name, included) in [
            ("rules", "inside/link"), ("up", "../shared/more"), ("none", "../none"),
            ("in", "inside/x/../good"), ("beside", "../own-too/more"),
        ] {
            try home.write(
                "version: 1\nrules: []\ninclude: [\(included).yaml]\n", to: "own/\(name).yaml")
        }
        try home.write(rules, to: "own/inside/good.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/own/inside/link.yaml",
            withDestinationPath: "../../shared/more.yaml")
        for file in ["own/rules.yaml", "own/up.yaml", "own/none.yaml"] {
            let check = try home.run("check", file)
            #expect(check.status == 3, "\(file)")
            #expect(check.errors.contains("[include-outside]"), "\(file): \(check.errors)")
        }
        #expect(try home.run("check", "own/in.yaml").status == 0)
        for file in ["own/rules.yaml", "own/up.yaml"] {
            let check = try home.run("check", file, "--include-root", home.path)
            #expect(check.status == 0, "\(file): \(check.errors)")
            let narrow = try home.run("check", file, "--include-root", "own")
            #expect(narrow.status == 3, "\(file)")
        }
        #expect(try home.run("check", "own/in.yaml", "--include-root", "nowhere").status == 64)
        // A neighbour whose name only begins like the folder is outside.
        try home.write(rules, to: "own-too/more.yaml")
        #expect(try home.run("check", "own/beside.yaml").status == 3)
    }
}
