// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What is written to a file that a person names destroys nothing that matters.
@Suite("Files that output is not written over")
struct OutputGateTests {
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.writeOld("precious", to: "d/a.iso")
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
        return home
    }

    /// Every way in which the program writes to a file that is named, with the state `s.db`.
    private static let ways: [[String]] = [
        ["plan", "-q", "--state", "s.db", "--rules", "rules.yaml", "-o"],
        ["plan", "-q", "--state", "s.db", "--rules", "rules.yaml", "--summary", "-o"],
        ["export", "--state", "s.db", "-o"],
        ["stats", "-q", "--state", "s.db", "--svg"],
        ["stats", "share", "-q", "--state", "s.db", "--svg"],
        ["stats", "share", "-q", "--state", "s.db", "--png"],
        ["run", "-q", "--state", "s.db", "--rules", "rules.yaml", "--report", "html"],
        ["run", "-q", "--state", "s.db", "--rules", "rules.yaml", "--report", "json"],
        ["support-bundle", "-q", "--state", "s.db", "--rules", "rules.yaml", "-o"],
        ["init", "d", "-o"],
        ["demo", "-o"],
    ]

    /// Whether what a way knows of leads it to rules and drives; the others only know states.
    private static func knowsState(_ way: [String]) -> Bool { way.contains("--state") }

    private func mode(_ home: ScratchHome, _ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: home.path + "/" + name)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("new files are for their owner alone, but figures; one that is there stays as it is")
    func readers() throws {
        let home = try home()
        let usual = ["--state", "s.db", "--rules", "rules.yaml"]
        let named: [(file: String, line: [String])] = [
            ("items.ndjson", ["list", "-q"] + usual + ["-o"]),
            ("plan.json", ["plan", "-q"] + usual + ["-o"]),
            ("state.json", ["export", "--state", "s.db", "-o"]),
            ("night.md", ["run", "-q"] + usual + ["--dry-run", "--report", "markdown"]),
        ]
        for (file, line) in named {
            let run = try home.run(line + [file])
            #expect(try mode(home, file) == 0o600, "\(line) \(run.errors)")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o640], ofItemAtPath: home.path + "/" + file)
            try home.run(line + [file])
            #expect(try mode(home, file) == 0o640, "\(line)")
        }
        // Asking umask(2) would change it for all that runs beside.
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let digits = status.split(separator: "\n").first { $0.hasPrefix("Umask:") }?.suffix(4)
        let mask = try #require(digits.flatMap { Int($0, radix: 8) })
        try home.run(["run", "-q"] + usual + ["--dry-run", "--metrics", "figures.prom"])
        try home.run("check", "rules.yaml", "--format", "json", "-o", "check.json")
        for file in ["figures.prom", "check.json"] {
            #expect(try mode(home, file) == 0o666 & ~mask, "\(file)")
        }
    }

    private func link(_ home: ScratchHome, _ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/" + name, withDestinationPath: target)
    }

    private func bytes(_ home: ScratchHome, _ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: home.path + "/" + name))
    }

    /// Expects `way` to refuse `name` and to leave the file that it leads to as it is.
    private func expectRefusal(
        _ home: ScratchHome, _ way: [String], _ name: String
    ) throws {
        let before = try? bytes(home, name)
        let run = try home.run(way + [name])
        #expect(run.status == 5, "\(way) \(name): \(run.status) \(run.errors)")
        #expect(run.errors.contains(name), "\(way) \(name): \(run.errors)")
        #expect((try? bytes(home, name)) == before, "\(way) \(name)")
    }

    @Test("the state, its companions and its backups, by any name", arguments: ways)
    func states(way: [String]) throws {
        let home = try home()
        try home.run("plan", "-q", "--state", "s.db", "--rules", "rules.yaml")
        try FileManager.default.createDirectory(
            atPath: home.path + "/elsewhere", withIntermediateDirectories: true)
        try link(home, "elsewhere/plan.html", to: "../s.db")
        try link(home, "s.svg", to: "s.db")
        try FileManager.default.copyItem(
            atPath: home.path + "/s.db", toPath: home.path + "/other.json")
        var names = ["s.db", "elsewhere/plan.html", "s.svg", "other.json"]
        // What SQLite would take for a part of the state must not come to be either.
        names += ["s.db-wal", "s.db-shm", "s.db-journal", "s.db.run", "s.db.restored"]
        names += ["other.json-wal"] + home.tree("backups").map { "backups/" + $0 }
        #expect(!home.tree("backups").isEmpty)
        for name in names { try expectRefusal(home, way, name) }
        #expect(try home.run("state", "check", "--state", "s.db").status == 0)
    }

    @Test("what was deleted and waits in a trash to be restored", arguments: ways)
    func trash(way: [String]) throws {
        let home = try home()
        try home.write(TestRules.old(window: "none"), to: "rules.yaml")
        let state = ["--state", "s.db"]
        try home.run(["plan", "-q", "--rules", "rules.yaml"] + state)
        try home.run(["stage", "--yes", "--no-undo-window"] + state)
        #expect(try home.run(["execute", "--yes"] + state).status == 0)
        let trash = ".local/share/Trash"
        #expect(home.trash == ["a.iso"])
        try expectRefusal(home, way, "\(trash)/files/a.iso")
        try expectRefusal(home, way, "\(trash)/info/a.iso.trashinfo")
        try expectRefusal(home, way, "\(trash)/files/b.iso")
        try home.write("x", to: "m/.Trash-1000/files/x.html")
        try expectRefusal(home, way, "m/.Trash-1000/files/x.html")
        try home.write("x", to: "elsewhere/.cleanrules/quarantine/p/x.html")
        try expectRefusal(home, way, "elsewhere/.cleanrules/quarantine/p/x.html")
        #expect(try home.run(["restore", "--all", "--yes"] + state).status == 0)
        #expect(try home.text("d/a.iso") == "precious")
    }

    @Test("anything, where the demo cannot read the state; else it needs none")
    func demoUnread() throws {
        let home = try ScratchHome()
        try FileManager.default.createDirectory(
            atPath: home.path + "/.local/state/cleanrules/default",
            withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try home.write("of another program", to: ".local/state/cleanrules/default/state.sqlite")
        try home.write("mine", to: "page.html")
        #expect(try home.run("demo").status == 0)
        #expect(try home.run("demo", "--format", "html", "-o", "new.html").status == 0)
        #expect(home.has("new.html"))
        #expect(try home.run("demo", "--format", "html", "-o", "page.html").status == 1)
        #expect(try home.text("page.html") == "mine")
    }

    @Test("anything, where a bundle is made of rules or of a state that cannot be read")
    func bundleUnread() throws {
        let home = try home()
        try home.write("rulez: [", to: "faulty.yaml")
        try home.write("no database", to: "broken.db")
        try home.write("mine", to: "page.json")
        for unread in [["--rules", "faulty.yaml"], ["--state", "broken.db"]] {
            let bundle = ["support-bundle", "-q"] + unread + ["-o"]
            try expectRefusal(home, bundle, "page.json")
            try expectRefusal(home, bundle, "d/a.iso")
            let run = try home.run(bundle + ["new.json"])
            #expect(run.status == 0 && home.has("new.json"), "\(run.errors)")
            try home.remove("new.json")
        }
    }

    @Test("a drive that the demo has nothing to do with")
    func demo() throws {
        let home = try home()
        try home.run("plan", "-q")
        let run = try home.run("demo", "--format", "html", "-o", "d/a.iso")
        #expect(run.status == 5 && run.errors.contains("drive 'd'"), "\(run.errors)")
        #expect(try home.text("d/a.iso") == "precious")
    }

    @Test("nothing is left of what is ended in the midst of it")
    func interrupted() throws {
        let home = try home()
        for format in ["html", "json"] {
            // The signal for files that grow too large ends it while it writes.
            let run = try home.shell(
                "ulimit -f 1; exec \(try ScratchHome.program()) plan --no-state -q --rules"
                    + " rules.yaml --all --format \(format) -o out.txt")
            #expect(run.status != 0, "\(run.errors)")
            #expect(home.tree(".").filter { $0.hasPrefix("out.txt") } == [])
        }
    }

    @Test("a disk", arguments: ways)
    func disk(way: [String]) throws {
        let home = try home()
        // Only root may make one; this one has no driver, so that nothing could come of it.
        guard mknod(home.path + "/disk", S_IFBLK | 0o600, 240 << 8) == 0 else { return }
        try home.run("plan", "-q", "--state", "s.db", "--rules", "rules.yaml")
        let run = try home.run(way + ["disk"])
        #expect(run.status == 5 && run.errors.contains("disk'"), "\(way) \(run.errors)")
    }

    @Test("rules with a mistake in them, whatever they are called", arguments: ways)
    func faultyRules(way: [String]) throws {
        let home = try home()
        try home.run("plan", "-q", "--state", "s.db", "--rules", "rules.yaml")
        try home.write("version: 1\nrules:\n  - {id: x, then: delte}\n", to: "work in progress")
        try expectRefusal(home, way, "work in progress")
    }

    @Test("what the program keeps for itself, and sign-ins", arguments: ways)
    func ownFolder(way: [String]) throws {
        let home = try home()
        try home.run("plan", "-q", "--state", "s.db", "--rules", "rules.yaml")
        try home.write("secret", to: ".local/state/cleanrules/accounts/tokens.json")
        try expectRefusal(home, way, ".local/state/cleanrules/accounts/tokens.json")
        try expectRefusal(home, way, ".local/state/cleanrules/accounts/new.json")
    }

    @Test(
        "rules in use, what they include, and what looks like rules",
        arguments: ways.filter(knowsState))
    func rules(way: [String]) throws {
        let home = try home()
        let more = "version: 1\nrules: [{id: more, match: {ext: tmp}, then: keep}]\n"
        try home.write(more, to: "parts/more")
        let rules = TestRules.old(window: "1h", extra: "include: [parts/more]")
        for name in ["rules", "R.YAML", "other.Yml"] { try home.write(rules, to: name) }
        try home.write("half: [", to: "broken.YAML")
        try link(home, "planted.json", to: "rules")
        try FileManager.default.linkItem(
            atPath: home.path + "/parts/more", toPath: home.path + "/hard.json")
        try home.run("plan", "-q", "--state", "s.db", "--rules", "rules")
        let way = way.map { $0 == "rules.yaml" ? "rules" : $0 }
        for name in [
            "rules", "R.YAML", "other.Yml", "broken.YAML", "planted.json", "parts/more",
            "hard.json",
        ] {
            try expectRefusal(home, way, name)
        }
    }

    @Test("files of drives, but for the program's own folder", arguments: ways.filter(knowsState))
    func items(way: [String]) throws {
        let home = try home()
        try home.run("plan", "-q", "--state", "s.db", "--rules", "rules.yaml")
        try home.write("old", to: "d/sub/note.json")
        try home.write("old", to: "d/.cleanrules/report.json")
        try home.write("kept", to: "d/.cleanrules/quarantine/p/x")
        try link(home, "linked", to: "d/sub")
        try link(home, "plan.json", to: "d/a.iso")
        for name in [
            "d/a.iso", "d/sub/note.json", "linked/note.json", "plan.json",
            "d/.cleanrules/quarantine/p/x",
        ] {
            try expectRefusal(home, way, name)
        }
        let allowed = way.contains("--png") ? [] : ["d/new.out", "d/.cleanrules/report.json"]
        for name in allowed {
            let run = try home.run(way + [name])
            #expect(run.status == 0, "\(way) \(name): \(run.errors)")
            #expect(try home.text(name) != "old")
        }
        #expect(try home.text("d/a.iso") == "precious")
    }

    @Test("a file of a drive seen through a mount", .enabled(if: Mounts.areAllowed))
    func mounted() throws {
        let home = try home()
        try home.write("old", to: "d/sub/note.json")
        try home.write("", to: "seen/.keep")
        let program = try ScratchHome.program()
        let run = try home.shell(
            "exec unshare -m sh -c 'mount --bind d/sub seen && exec \"$0\" \"$@\"' \(program)"
                + " plan -q --no-state --rules rules.yaml -o seen/note.json")
        #expect(run.status == 5, "\(run.errors)")
        #expect(try home.text("d/sub/note.json") == "old")
    }

    @Test("a trash seen through a mount", .enabled(if: Mounts.areAllowed))
    func mountedTrash() throws {
        let home = try home()
        try home.write("waits", to: "m/.Trash-1000/files/x.html")
        try home.write("", to: "seen/.keep")
        let program = try ScratchHome.program()
        let run = try home.shell(
            "exec unshare -m sh -c 'mount --bind m/.Trash-1000/files seen && exec \"$0\" \"$@\"'"
                + " \(program) demo --format html -o seen/x.html")
        #expect(run.status == 5, "\(run.errors)")
        #expect(try home.text("m/.Trash-1000/files/x.html") == "waits")
    }

    @Test("behind a link that another user made, wherever it stands", .enabled(if: geteuid() == 0))
    func foreignLinkAbove() throws {
        let home = try home()
        try home.write("", to: "elsewhere/in/.keep")
        try link(home, "theirs", to: "elsewhere")
        #expect(lchown(home.path + "/theirs", 4_242, 4_242) == 0)
        try expectRefusal(home, ["plan", "-q", "--no-state", "-o"], "theirs/in/plan.json")
        #expect(!home.has("elsewhere/in/plan.json"))
    }

    @Test("what standard input is read from")
    func standardInput() throws {
        let home = try home()
        let line = #"{"path":"/a.iso","size":1,"modified":"2020-01-01T00:00:00Z"}"#
        try home.write(line + "\n", to: "l.ndjson")
        try home.write(
            TestRules.old().replacingOccurrences(of: "  d: {kind: local, root: d}\n", with: "")
                .replacingOccurrences(of: "drives:\n", with: ""), to: "plain.yaml")
        let plan = "plan -q --no-state --rules plain.yaml --listing -"
        let program = try ScratchHome.program()
        let run = try home.shell("\(program) \(plan) -o l.ndjson < l.ndjson")
        #expect(run.status == 5 && run.errors.contains("standard input"), "\(run.errors)")
        #expect(try home.text("l.ndjson") == line + "\n")
        #expect(try home.shell("\(program) \(plan) -o p.json < l.ndjson").status == 0)
    }

    @Test("a pipe is not waited for without an end, and is written to where it is read")
    func pipes() throws {
        let home = try home()
        try #require(mkfifo(home.path + "/p", 0o600) == 0)
        let plan = ["plan", "-q", "--no-state", "--rules", "rules.yaml", "-o", "p"]
        let unread = try home.run(plan)
        #expect(unread.status == 1 && unread.errors.contains("nobody reads"), "\(unread.errors)")
        let program = try ScratchHome.program()
        let read = try home.shell(
            "cat p > copy & \(program) \(plan.joined(separator: " ")) && wait")
        #expect(read.status == 0, "\(read.errors)")
        #expect(try home.text("copy").contains("/a.iso"))
    }

    @Test("a listing")
    func listings() throws {
        let home = try home()
        let line = #"{"path":"/a.iso","modified":"2020-01-01T00:00:00Z","size":1}"#
        try home.write(line, to: "l.ndjson")
        try home.write(line, to: "named.ndjson")
        try home.write(
            "version: 1\ndrives: {x: {kind: listing, file: named.ndjson}}\nrules: []\n",
            to: "l.yaml")
        let way = ["plan", "-q", "--rules", "l.yaml", "--listing", "l.ndjson", "-o"]
        try expectRefusal(home, way, "l.ndjson")
        try expectRefusal(home, way, "named.ndjson")
    }

    @Test("a link of one's own is followed to what is empty or a report, and to nothing else")
    func links() throws {
        let home = try home()
        try link(home, "dangling.json", to: "nowhere/x")
        try expectRefusal(home, ["plan", "-q", "--no-state", "-o"], "dangling.json")
        let target = try FileManager.default.destinationOfSymbolicLink(
            atPath: home.path + "/dangling.json")
        #expect(target == "nowhere/x")
        try home.write("a key", to: "kept/id_rsa")
        try link(home, "report.json", to: "kept/id_rsa")
        for way in Self.ways { try expectRefusal(home, way, "report.json") }
        try home.write("", to: "kept/plan.json")
        try link(home, "plan.json", to: "kept/plan.json")
        try link(home, "latest.json", to: "kept/tonight.json")
        let report = ["run", "-q", "--rules", "rules.yaml", "--state", "n.db", "--report", "json"]
        for name in ["kept/tonight.json", "latest.json"] {
            #expect(try home.run(report + [name]).status == 0)
        }
        // What this program has written is written over, again and again.
        for _ in 1...2 {
            for name in ["plan.json", "fresh.json"] {
                #expect(try home.run("plan", "-q", "--no-state", "-o", name).status == 0)
            }
        }
        for way in [
            ["plan", "-q", "--no-state", "--format", "html", "-o"],
            ["plan", "-q", "--no-state", "--format", "csv", "-o"],
            ["export", "--state", "n.db", "-o"], ["stats", "-q", "--state", "n.db", "--svg"],
            ["support-bundle", "-q", "--state", "n.db", "-o"],
        ] {
            let name = way.joined().filter(\.isLetter)
            try home.write("", to: "kept/\(name)")
            try link(home, name, to: "kept/\(name)")
            for _ in 1...2 {
                let run = try home.run(way + [name])
                #expect(run.status == 0, "\(way): \(run.errors)")
            }
        }
        #expect(try home.text("kept/plan.json").contains("\"entries\""))
        #expect(
            home.tree(".").allSatisfy { !$0.hasPrefix("plan.json.") }, "no draft is left")
    }

    /// Commands that tell a CI service, by rules that hold or not, and how each ends by itself.
    private static let tellers: [[String]] = [
        ["check", "rules.yaml"], ["check", "broken.yaml"], ["check", "none.yaml"],
        ["test", "rules.yaml"], ["test", "broken.yaml"], ["test", "none.yaml"],
        ["plan", "-q", "--rules", "rules.yaml"], ["plan", "-q", "--rules", "broken.yaml"],
        ["plan", "-q", "--rules", "none.yaml"],
        ["plan", "-q", "--no-state", "--rules", "broken.yaml"],
        ["run", "-q", "--rules", "broken.yaml"], ["run", "-q", "--rules", "none.yaml"],
    ]

    @Test(
        "files of drives, by what a CI service is told, however the rules are", arguments: tellers)
    func told(way: [String]) throws {
        let home = try home()
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(of: "then: delete", with: "then: delte"), to: "broken.yaml")
        for file in ["d/a.iso", "rules.yaml"] {
            let before = try bytes(home, file)
            let quality = try home.run(way + ["--ci", "gitlab", "--code-quality", file])
            #expect(try bytes(home, file) == before, "\(way) \(file): \(quality.errors)")
            #expect(quality.errors.contains(file), "\(way): \(quality.errors)")
            let summary = try home.run(
                way + ["--ci", "github"],
                environment: ["GITHUB_STEP_SUMMARY": home.path + "/" + file])
            #expect(try bytes(home, file) == before, "\(way) \(file): \(summary.errors)")
        }
        // What it wrote itself it writes again, or goes on with.
        try home.write("", to: "summary.md")
        for _ in 0..<2 {
            let again = try home.run(way + ["--ci", "gitlab", "--code-quality", "quality.json"])
            #expect(!again.errors.contains("quality.json"), "\(way): \(again.errors)")
            let length = try home.text("summary.md").utf8.count
            try home.run(
                way + ["--ci", "github"],
                environment: ["GITHUB_STEP_SUMMARY": home.path + "/summary.md"])
            #expect(try home.text("summary.md").utf8.count > length, "\(way)")
        }
    }

    @Test("files of drives, by the findings of check and the results of tests")
    func findings() throws {
        let home = try home()
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(of: "then: delete", with: "then: delte"), to: "broken.yaml")
        for file in ["rules.yaml", "broken.yaml"] {
            for format in ["sarif", "json"] {
                let way = ["check", file, "--format", format, "-o"]
                try expectRefusal(home, way, "d/a.iso")
                let status: Int32 = file == "rules.yaml" ? 0 : 3
                for _ in 0..<2 {
                    let run = try home.run(way + ["\(file).\(format)"])
                    #expect(run.status == status, "\(way): \(run.errors)")
                }
            }
        }
        try expectRefusal(home, ["test", "rules.yaml", "--junit"], "d/a.iso")
        // What only looks like a report of this program is somebody's own.
        let digest = String(repeating: "0f", count: 20)
        for text in [
            "<!-- cleanrules: my own notes -->\n", #"{"errors":[],"data":{"usable":true}}"#,
            #"[{"check_name":"F401","description":"x","fingerprint":"\#(digest)"}]"#,
        ] {
            try home.write(text, to: "own")
            let run = try home.run("check", "broken.yaml", "--format", "json", "-o", "own")
            #expect(run.status == 5, "\(run.errors)")
            #expect(try home.text("own") == text)
        }
    }

    @Test("nothing is planned, staged or deleted where a report is refused")
    func early() throws {
        let home = try home()
        let run = try home.run(
            "run", "-q", "--stage", "--rules", "rules.yaml", "--report", "html", "d/a.iso")
        #expect(run.status == 5)
        #expect(try home.run("status", "--format", "json").json()["plan"] is NSNull)
    }

    @Test("init makes rules in a folder of its own, not where a link leads")
    func linkedFolder() throws {
        let home = try home()
        try home.write("", to: "elsewhere/.keep")
        try link(home, "d/.cleanrules", to: "../elsewhere")
        let run = try home.run("init", "d")
        #expect(run.status == 5, "\(run.errors)")
        #expect(run.errors.contains(".cleanrules"))
        #expect(home.tree("elsewhere") == [".keep"])
    }

    @Test("init puts the schema beside the rules, where their first line looks, and over nothing")
    func schema() throws {
        let home = try home()
        #expect(try home.run("init", "d").status == 0)
        let rules = try home.text("d/.cleanrules/rules.yaml")
        #expect(rules.hasPrefix("# yaml-language-server: $schema=cleanrules.schema.json\n"))
        let schema = try home.text("d/.cleanrules/cleanrules.schema.json")
        #expect(try home.run("schema").output == schema)
        #expect(try home.run("check", "d/.cleanrules/rules.yaml").status == 0)

        try home.write("mine", to: "other/cleanrules.schema.json")
        #expect(try home.run("init", "d", "-o", "other/new.yaml").status == 0)
        #expect(try home.text("other/cleanrules.schema.json") == "mine")

        #expect(try home.run("init", "d", "--no-schema", "-o", "plain.yaml").status == 0)
        #expect(try home.text("plain.yaml").hasPrefix("# yaml") == false)
        #expect(!home.has("cleanrules.schema.json"))
    }

    @Test("init says why its rules are not taken where others write to their folder")
    func sharedFolder() throws {
        let home = try home()
        try home.write("", to: "d/.cleanrules/.keep")
        #expect(chmod(home.path + "/d/.cleanrules", 0o777) == 0)
        let run = try home.run("init", "d")
        #expect(run.status == 0)
        #expect(run.errors.contains("chmod go-w"), "\(run.errors)")
        #expect(try home.run("plan", "-q", "--no-state", "d").status == 5)
    }

    @Test("a home that is no absolute path is none, and so are other folders of that kind")
    func relativeHome() throws {
        let home = try home()
        try home.write(TestRules.old(), to: "relative/.config/cleanrules/rules.yaml")
        try home.write(TestRules.old(), to: "conf/cleanrules/rules.yaml")
        try home.remove("rules.yaml")
        let surroundings = ["HOME": "relative", "XDG_CONFIG_HOME": "conf"]
        let none = try home.run("plan", "-q", "--no-state", environment: surroundings)
        #expect(none.status == 1, "\(none.errors)")
        let state = try home.run("state", "path", environment: surroundings)
        #expect(state.status == 1)
        #expect(state.errors.contains("HOME"))
        #expect(!home.has("relative/.local"))
        try home.write(TestRules.old(root: "~/d"), to: "tilde.yaml")
        let tilde = try home.run(
            "plan", "-q", "--no-state", "--rules", "tilde.yaml", environment: surroundings)
        #expect(tilde.status == 1, "'~' is the home folder, or nothing: \(tilde.output)")
    }
}

/// Mounts that only this process and its children see.
enum Mounts {
    /// Whether they can be made here.
    static let areAllowed =
        (try? ChildProgram.run("/usr/bin/unshare", ["-m", "true"]))?.isDone == true
}
