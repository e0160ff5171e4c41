// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Rules files that are changed by commands.
@Suite("Commands that change rules", .timeLimit(.minutes(60)))
struct RuleEditingTests {
    private static let rules = """
        # My rules.
        version: 1
        timezone: UTC
        drives: {home: {kind: local, root: d}}
        rules:
          # Installers.
          - id: old
            match: {ext: [iso, dmg]}   # both
            then: delete

          - id: logs
            match: {ext: log}
            then: review

        """

    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(rules, to: "rules.yaml")
        try home.writeOld("xx", to: "d/a.iso")
        try home.writeOld("xxx", to: "d/b.dmg")
        try home.writeOld("x", to: "d/c.log")
        return home
    }

    @Test("show the changed lines, and what comes of them on the last catalog")
    func effect() throws {
        let home = try Self.home()
        let first = try home.run("rules", "disable", "old", "--rules", "rules.yaml", "--dry-run")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("+    enabled: false\n"))
        #expect(first.output.contains("there is no complete catalog"))
        #expect(try home.text("rules.yaml") == Self.rules)
        try home.run("sync")
        let second = try home.run("rules", "disable", "old", "--rules", "rules.yaml")
        #expect(second.status == 0, "\(second.errors)")
        #expect(
            second.output == """
                --- rules.yaml
                +++ rules.yaml
                @@ -5,6 +5,7 @@
                 rules:
                   # Installers.
                   - id: old
                +    enabled: false
                     match: {ext: [iso, dmg]}   # both
                     then: delete
                \(" ")
                on the last catalog: −2 would be deleted, ±0 to review; largest: /b.dmg (3 B); by rule: old −2

                """)
        let third = try home.run(
            "rules", "set", "logs", "then", "delete", "--rules", "rules.yaml")
        #expect(third.output.contains("+1 would be deleted, −1 to review"))
        let back = try home.run("rules", "enable", "old")
        #expect(back.status == 0, "\(back.errors)")
        #expect(
            try home.text("rules.yaml")
                == Self.rules.replacing("then: review", with: "then: delete"))
    }

    @Test("make each change that there is")
    func changes() throws {
        let home = try Self.home()
        func edit(_ words: String...) throws -> String {
            let run = try home.run(["rules"] + words)
            #expect(run.status == 0, "\(words) \(run.errors)")
            return try home.text("rules.yaml")
        }
        #expect(try edit("set", "old", "match.ext", "iso").contains("match: {ext: iso}   # both"))
        #expect(try edit("set", "old", "why", "It's *so*").contains("why: It's *so*\n"))
        #expect(try !edit("set", "old", "why", "--unset").contains("why:"))
        #expect(try edit("rename", "old", "images").contains("- id: images\n"))
        #expect(try edit("move", "images", "--after", "logs").hasSuffix("then: delete\n"))
        #expect(
            try edit("add", "new", "then=keep", "match.name=*.a", "--before", "images")
                .contains("  - id: new\n    match:\n      name: \"*.a\"\n    then: keep\n"))
        #expect(
            try edit("add", "--protect", "--yaml", "{id: p, match: {ext: a}}")
                .contains("protect:\n  - {id: p, match: {ext: a}}\n"))
        #expect(try !edit("remove", "images").contains("Installers"))
        let list = try home.run("rules", "list", "--format", "json")
        let ids = try list.list("list").compactMap { $0["id"] as? String }
        #expect(ids == ["p", "logs", "new"])
        let shown = try home.run("rules", "show", "new")
        #expect(shown.output.contains("- id: new\n  match:\n    name: \"*.a\"\n  then: keep\n"))
        #expect(try home.run("rules", "show", "nobody").status == 3)
        #expect(try home.run("check").status == 0)
    }

    @Test("are refused where the rules would not check, and change nothing")
    func refusals() throws {
        let home = try Self.home()
        let wrong = try home.run("rules", "set", "old", "then", "destroy")
        #expect(wrong.status == 3)
        #expect(wrong.errors.contains("rules.yaml:9:11: error:"))
        #expect(wrong.errors.contains("nothing is changed"))
        #expect(try home.run("rules", "remove", "nobody").status == 3)
        #expect(try home.run("rules", "move", "old").status == 64)
        #expect(try home.run("rules", "add", "x", "then").status == 64)
        #expect(try home.text("rules.yaml") == Self.rules)
    }

    @Test("follow a link, keep the mode, and leave files of several names alone")
    func places() throws {
        let home = try Self.home()
        let files = FileManager.default
        try files.createDirectory(
            atPath: home.path + "/real", withIntermediateDirectories: true)
        try files.moveItem(
            atPath: home.path + "/rules.yaml", toPath: home.path + "/real/r.yaml")
        try files.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: home.path + "/real/r.yaml")
        try files.createSymbolicLink(
            atPath: home.path + "/linked.yaml", withDestinationPath: "real/r.yaml")
        let run = try home.run("rules", "disable", "old", "--rules", "linked.yaml")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.text("real/r.yaml").contains("enabled: false"))
        #expect(
            try files.destinationOfSymbolicLink(atPath: home.path + "/linked.yaml")
                == "real/r.yaml")
        let mode = try files.attributesOfItem(atPath: home.path + "/real/r.yaml")
        #expect(mode[.posixPermissions] as? Int == 0o640)
        #expect(home.tree("real") == ["r.yaml"])
        try files.linkItem(atPath: home.path + "/real/r.yaml", toPath: home.path + "/other.yaml")
        let linked = try home.run("rules", "enable", "old", "--rules", "linked.yaml")
        #expect(linked.status == 5)
        #expect(linked.errors.contains("has several names"))
    }

    @Test("go into the file that is included, and two at once lose nothing")
    func includes() throws {
        let home = try Self.home()
        try home.write(
            "version: 1\ninclude: [more.yaml]\nrules: []\ndrives: {home: {kind: local, root: d}}\n",
            to: "rules.yaml")
        let ids = (0..<6).map { "r\($0)" }
        let list = ids.map { "- {id: \($0), match: {ext: \($0)}, then: keep}\n" }.joined()
        try home.write("version: 1\nrules:\n" + list, to: "more.yaml")
        let runs = try ids.map { try home.start(["rules", "disable", $0], environment: [:]) }
        for (id, run) in zip(ids, runs) {
            let run = try run.finish()
            let isDone = try home.text("more.yaml").contains("{id: \(id), enabled: false")
            #expect(run.status == 0 ? isDone : run.status == 5 && !isDone, "\(run.errors)")
        }
        #expect(try home.text("rules.yaml").contains("rules: []"))
    }

    @Test("bring a file into form, once")
    func form() throws {
        let home = try Self.home()
        try home.write(
            "version:   1\nrules:\n- id: a\n  match: { ext: [a,b] }\n  then: keep # c\n",
            to: "r.yaml")
        let check = try home.run("rules", "fmt", "--check", "r.yaml")
        #expect(check.status == 1)
        #expect(check.errors.contains("'r.yaml' is not in form"))
        #expect(try home.run("rules", "fmt", "r.yaml").status == 0)
        let after = "version: 1\nrules:\n  - id: a\n    match: {ext: [a, b]}\n    then: keep  # c\n"
        #expect(try home.text("r.yaml") == after)
        let again = try home.run("rules", "fmt", "--check", "r.yaml")
        #expect(again.status == 0 && again.output.isEmpty)
    }

    private static let listing = """
        {"path":"/a.iso","size":10,"created":"2020-01-01T00:00:00Z","modified":"2020-01-01T00:00:00Z"}
        {"path":"/b.log","size":20,"created":"2020-01-01T00:00:00Z","modified":"2020-01-01T00:00:00Z"}
        {"path":"/c.txt","size":30,"created":"2020-01-01T00:00:00Z","modified":"2020-01-01T00:00:00Z"}

        """

    @Test("tell what the tests of the rules say to an edit, and show lines as they are written")
    func tested() throws {
        let home = try Self.home()
        try home.write(
            """
            version: 1
            rules:
              - id: old
                match: {ext: iso}
                then: delete
            tests:
              - now: 2026-01-01T00:00:00Z
                items: [{path: /a.iso, expect: delete, by: old}]

            """, to: "r.yaml")
        let removed = try home.run("rules", "remove", "old", "--rules", "r.yaml")
        #expect(removed.status == 3, "\(removed.errors)")
        #expect(removed.errors.contains("'old' is named in a test, at r.yaml:8; change that first"))
        let set = try home.run(
            "rules", "set", "old", "match.name_regex", #"\.img$"#, "--rules", "r.yaml")
        #expect(set.status == 0, "\(set.errors)")
        #expect(set.output.contains(#"name_regex: \.img$"#), "\(set.output)")
        #expect(set.errors.contains("warning: 1 test does not pass any more"), "\(set.errors)")
    }

    @Test("are found to be hardly meant, with counts of a listing, and mended")
    func lint() throws {
        let home = try Self.home()
        try home.write(Self.listing, to: "l.ndjson")
        try home.write(
            """
            version: 1
            protect:
              - {id: papers, match: {name: "^.*contract.*$"}}
            rules:
              - id: old
                match: {ext: "iso, log"}
                then: delete

            """, to: "r.yaml")
        let plain = try home.run("rules", "lint", "r.yaml", "--format", "json")
        #expect(plain.status == 0, "\(plain.errors)")
        let findings = try plain.list("findings")
        #expect(findings.map { $0["code"] as? String } == ["glob-is-regex", "ext-holds-several"])
        #expect(findings.map { $0["line"] as? Int } == [3, 6])
        #expect(findings.map { $0["column"] as? Int } == [32, 18])
        #expect(findings.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
        let counted = try home.run("rules", "lint", "r.yaml", "--listing", "l.ndjson")
        #expect(counted.output.contains("'papers' covers 0 of 3 items"))
        #expect(counted.output.contains("'old' takes 0 of 3 items [rule-takes-nothing]"))
        #expect(try home.run("rules", "lint", "r.yaml", "--strict").status == 3)
        let fixed = try home.run("rules", "lint", "r.yaml", "--fix")
        #expect(fixed.status == 0, "\(fixed.errors)")
        #expect(try home.text("r.yaml").contains("match: {ext: [iso, log]}"))
        let sarif = try home.run("rules", "lint", "r.yaml", "--format", "sarif")
        #expect(try sarif.json()["version"] as? String == "2.1.0")
        try home.write("version: 1\nrules: [{id: A}]\n", to: "wrong.yaml")
        let wrong = try home.run("rules", "lint", "wrong.yaml", "--format", "json")
        #expect(wrong.status == 3)
        #expect(try wrong.json()["usable"] as? Bool == false)
    }

    @Test("are compared by the items whose verdict they differ in")
    func difference() throws {
        let home = try Self.home()
        try home.write(Self.listing, to: "l.ndjson")
        func rules(_ ext: String) -> String {
            "version: 1\nrules: [{id: \(ext), match: {ext: \(ext)}, then: delete}]\n"
        }
        try home.write(rules("iso"), to: "old.yaml")
        try home.write(rules("log"), to: "new.yaml")
        let words = ["rules", "diff", "old.yaml", "new.yaml", "--listing", "l.ndjson"]
        let json = try home.run(words + ["--format", "json"])
        #expect(json.status == 0, "\(json.errors)")
        let changes = try json.list("changes")
        #expect(changes.map { $0["path"] as? String } == ["/a.iso", "/b.log"])
        let after = changes.map { $0["after"] as? [String: Any] }
        #expect(after.map { $0?["verdict"] as? String } == ["keep", "delete"])
        #expect(after.map { $0?["rule"] as? String } == [nil, "log"])
        let table = try home.run(words)
        #expect(table.output.hasPrefix("2 of 3 items have another verdict\n"))
        #expect(table.output.contains("listing:/b.log"))
        let markdown = try home.run(words + ["--format", "markdown"])
        #expect(markdown.output.contains("| before | after | size | item | rule |"))
        #expect(try home.run("rules", "diff", "old.yaml", "new.yaml").status == 1)
    }

    @Test("are compared with a version that git keeps, and what that includes")
    func versions() throws {
        let home = try Self.home()
        try home.write(Self.listing, to: "l.ndjson")
        try home.write("version: 1\ninclude: [more.yaml]\nrules: []\n", to: "sub/r.yaml")
        try home.write(
            "version: 1\nrules: [{id: a, match: {ext: iso}, then: delete}]\n", to: "sub/more.yaml")
        let git = try home.shell(
            "git init -q . && git add sub && git -c user.name=a -c user.email=a@example.org commit -qm a"
        )
        #expect(git.status == 0, "\(git.errors)")
        try home.write("version: 1\nrules: []\n", to: "sub/more.yaml")
        let run = try home.run(
            "rules", "diff", "HEAD:sub/r.yaml", "sub/r.yaml", "--listing", "l.ndjson",
            "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.list("changes").map { $0["path"] as? String } == ["/a.iso"])
        let none = try home.run("rules", "diff", "nowhere:r.yaml", "sub/r.yaml")
        #expect(none.status == 1)
        #expect(none.errors.contains("cannot read 'nowhere:r.yaml'"))
    }

    @Test(
        "are edited on a copy, which is opened again with what is wrong, and taken when nothing is")
    func editor() throws {
        let home = try Self.home()
        try home.write(
            """
            #!/bin/sh
            head -n 1 "$1" >> seen
            case $(wc -l < seen) in
            1) sed -i 's/then: review/then: see/' "$1" ;;
            2) sed -i 's/then: see/then: keep/' "$1" ;;
            esac
            """, to: "ed")
        #expect(try home.shell("chmod +x ed; mkdir tmp").status == 0)
        let environment = ["VISUAL": "", "EDITOR": "./ed", "XDG_RUNTIME_DIR": home.path + "/tmp"]
        let run = try home.run(["rules", "edit"], environment: environment)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try home.text("rules.yaml")
                == Self.rules.replacing("then: review", with: "then: keep"))
        #expect(run.output.contains("-    then: review\n+    then: keep\n"))
        let seen = try home.text("seen").split(separator: "\n")
        #expect(seen.first == "# My rules.")
        #expect(seen.last?.hasPrefix("#cleanrules! 14:11: 'then' takes") == true, "\(seen)")
        #expect(home.tree("tmp") == [])
        let none = try home.run(["rules", "edit"], environment: environment)
        #expect(none.status == 0 && none.errors.contains("nothing to change"))
        let wrong = try home.run(
            ["rules", "edit"],
            environment: environment.merging(["EDITOR": "sed -i s/keep/see/"]) { $1 })
        #expect(wrong.status == 3, "\(wrong.errors)")
        #expect(wrong.errors.contains("nothing is changed"))
        #expect(home.tree("tmp").count == 2)
        let missing = try home.run(
            ["rules", "edit"], environment: environment.merging(["EDITOR": "./nowhere"]) { $1 })
        #expect(missing.status == 1)
        #expect(missing.errors.contains("cannot be started"))
        #expect(try home.run("check").status == 0)
    }

    @Test("take a rule and its tests together, in all files of one folder")
    func renamedInFiles() throws {
        let home = try Self.home()
        try home.write(
            """
            version: 1
            include: [more.yaml]
            rules: []
            tests:
              - now: 2026-01-01T00:00:00Z
                items: [{path: /a, expect: keep, by: z}]  # of z

            """, to: "main.yaml")
        try home.write(
            "version: 1\nrules: [{id: z, match: {name: a}, then: keep}]\n", to: "more.yaml")
        let run = try home.run("rules", "rename", "z", "y", "--rules", "main.yaml")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.text("main.yaml").contains("by: y}]  # of z"))
        #expect(try home.text("more.yaml").contains("{id: y,"))
        #expect(try home.run("test", "main.yaml").status == 0)
    }
}
