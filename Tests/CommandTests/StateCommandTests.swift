// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import TestSupport
import Testing

/// Backups, damaged states, second names and full disks, as a person meets them.
@Suite("The state and its backups")
struct StateCommandTests {
    private static let state = ".local/state/cleanrules/default/state.sqlite"
    private static let backups = ".local/state/cleanrules/default/backups"

    private func home(window: String = "1h") throws -> ScratchHome {
        let home = try ScratchHome()
        for number in 1...4 { try home.writeOld("old", to: "d/\(number).iso") }
        try home.write(TestRules.old(window: window), to: "rules.yaml")
        return home
    }

    /// Puts nonsense into the last half of the file.
    private func damage(_ home: ScratchHome) throws {
        let url = URL(fileURLWithPath: home.path + "/" + Self.state)
        var bytes = [UInt8](try Data(contentsOf: url))
        for offset in (bytes.count / 2)..<bytes.count { bytes[offset] = 0xa5 }
        try Data(bytes).write(to: url)
    }

    @Test(
        "one that the version before kept is brought up to date by whatever is asked first",
        arguments: ["undo --all --yes", "status --all", "restore --all", "keep /1.iso", "history"])
    func earlierVersion(first: String) throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("stage", "--yes")
        let path = home.path + "/" + Self.state
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { db in
            try db.execute(
                sql: """
                    DROP TABLE group_decision;
                    DROP TABLE unlike;
                    DROP TABLE pair;
                    DROP TABLE small;
                    DROP TABLE look;
                    DROP INDEX decision_stamp;
                    DROP INDEX staged_item_stamp;
                    DROP INDEX staged_item_by_person;
                    DROP INDEX staged_item_folder;
                    ALTER TABLE decision DROP COLUMN stamp;
                    ALTER TABLE staged_item DROP COLUMN stamp;
                    ALTER TABLE staged_item DROP COLUMN by_person;
                    DROP TABLE event;
                    DROP TABLE sync_use;
                    DROP TABLE sync_arrival;
                    DROP TABLE sync_log;
                    DROP TABLE sync_line;
                    DROP TABLE sync_device;
                    DROP TABLE redemption;
                    DROP TABLE entitlement;
                    DROP TABLE tier_policy;
                    DROP TABLE tier_anchor;
                    PRAGMA user_version = 4;
                    """)
        }
        try database.close()
        // Who only looks after the machine says what it finds, and changes nothing.
        #expect(try home.run("doctor").output.contains("version 4"))
        #expect(!FileManager.default.fileExists(atPath: path + ".before-v5"))
        let run = try home.run(first.split(separator: " ").map(String.init))
        #expect(run.status == 0, "\(first): \(run.errors)")
        #expect(FileManager.default.fileExists(atPath: path + ".before-v5"))
        #expect(try home.run("undo", "--all", "--yes").errors.contains("version") == false)
        #expect(try home.run("history", "--verify").status == 0)
        #expect(try home.run("execute", "--yes", later: 2 * 3_600).status == 0)
        #expect(home.has("d/2.iso"))
    }

    @Test("a backup is kept after the first writing of a day, and none by looking")
    func daily() throws {
        let home = try home()
        try home.run("status")
        #expect(!home.has(".local"))
        let plan = try home.run("plan", "-q")
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(home.tree(Self.backups).count == 1)
        try FileManager.default.removeItem(atPath: home.path + "/" + Self.backups)
        try home.run("status")
        try home.run("history")
        #expect(!home.has(Self.backups))
        try home.run("stage", "--yes")
        #expect(home.tree(Self.backups).count == 1)
        let shown = try home.run("state", "--format", "json").json()
        #expect((shown["backups"] as? [String])?.count == 1)
        #expect(try home.run("state", "path").output == home.path + "/\(Self.state)\n")
        #expect(try home.run("state", "check").status == 0)
    }

    @Test("nothing is deleted without a backup; what deletes nothing only warns")
    func impossible() throws {
        let home = try home(window: "none")
        try home.run("plan", "-q")
        try FileManager.default.removeItem(atPath: home.path + "/" + Self.backups)
        try home.write("in the way", to: Self.backups)
        let stage = try home.run("stage", "--yes", "--no-undo-window")
        #expect(stage.status == 0)
        #expect(stage.errors.contains("warning: a backup of the state file cannot be made"))
        let execute = try home.run("execute", "--yes")
        #expect(execute.status == 1)
        #expect(execute.errors.contains("nothing is deleted without one"))
        #expect(home.tree("d").count == 4)
        try home.remove(Self.backups)
        #expect(try home.run("execute", "--yes").status == 0)
        #expect(home.tree("d").isEmpty)
    }

    @Test("a damaged state names the way back, which brings back what a person took back")
    func damaged() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("stage", "--yes")
        try home.run("undo", "/1.iso")
        try damage(home)
        let status = try home.run("status")
        #expect(status.status == 1)
        #expect(status.errors.contains("cleanrules state restore"))
        #expect(status.errors.contains(Self.backups))
        #expect(try home.run("state", "restore").status == 5, "nobody is there to ask")
        let restore = try home.run("state", "restore", "--yes", "--format", "json")
        #expect(restore.status == 0, "\(restore.errors)")
        let items = try home.run("status", "--all", "--format", "json").list("items")
        let first = items.filter { $0["path"] as? String == "/1.iso" }
        #expect(first.allSatisfy { $0["state"] as? String == "undone" })
        #expect(try home.run("state", "check").status == 0)
        let again = try home.run("state", "restore", "--yes")
        #expect(again.status == 5)
        #expect(again.errors.contains("is in order"))
    }

    @Test("two names of one state are one execution at a time")
    func secondName() throws {
        let home = try home(window: "none")
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let link = home.path + "/link.sqlite"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: home.path + "/" + Self.state)
        let lock = open(home.path + "/" + Self.state + ".run", O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(try home.run("execute", "--yes", "--state", link).status == 8)
        flock(lock, LOCK_UN)
        let hard = home.path + "/hard.sqlite"
        try FileManager.default.linkItem(atPath: home.path + "/" + Self.state, toPath: hard)
        for arguments in [["execute", "--yes"], ["execute", "--yes", "--state", hard]] {
            let run = try home.run(arguments)
            #expect(run.status == 1)
            #expect(run.errors.contains("2 names"))
        }
        #expect(home.tree("d").count == 4)
    }

    @Test("what was exported is imported into another profile")
    func importing() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("stage", "--yes")
        try home.run("keep", "/2.iso")
        try home.run("export", "-o", "state.json")
        #expect(try home.run("import", "state.json").status == 5)
        #expect(try home.run("import", "state.json", "--profile", "two").status == 0)
        let items = try home.run("status", "--format", "json", "--profile", "two").list("items")
        #expect(items.count == 4)
        #expect(try home.run("history", "--verify", "--profile", "two").status == 0)
        try home.write("{}", to: "none.json")
        #expect(try home.run("import", "none.json", "--profile", "three").status == 1)
        #expect(try home.run("status", "--profile", "three").status == 0)
    }

    @Test("forget takes backups, links and the last sign-ins along, and names what it leaves")
    func forget() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("plan", "-q", "--profile", "work")
        try home.write("{}", to: ".local/state/cleanrules/accounts/tokens.json")
        try home.write("mine", to: Self.backups + "/mine.txt")
        try home.write("link", to: "run/cleanrules-abcdef/open.html")
        let old = Date(timeIntervalSinceNow: -3_600)
        try FileManager.default.setAttributes(
            [.modificationDate: old],
            ofItemAtPath: home.path + "/run/cleanrules-abcdef/open.html")
        let environment = ["XDG_RUNTIME_DIR": home.path + "/run"]
        let first = try home.run("forget", "--confirm", "default", environment: environment)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("Left: the sign-ins, which profile 'work' may use"))
        #expect(first.output.contains("backups/mine.txt"))
        #expect(home.tree("run") == [])
        #expect(home.has(".local/state/cleanrules/accounts/tokens.json"))
        let last = try home.run(
            "forget", "--profile", "work", "--confirm", "work", environment: environment)
        #expect(last.status == 0, "\(last.errors)")
        #expect(!last.output.contains("Left"))
        #expect(
            home.tree(".local/state/cleanrules") == [
                "default", "default/backups", "default/backups/mine.txt",
            ])
    }

    @Test("forget takes sign-ins that no plan speaks of, unless another profile may use them")
    func forgetSignIns() throws {
        let home = try home()
        let tokens = ".local/state/cleanrules/accounts/tokens.json"
        let file = ["CLEANRULES_TOKEN_STORE": "file"]
        try home.write("{}", to: tokens)
        #expect(try home.run("forget").status == 5, "a name has to be typed")
        #expect(home.has(tokens))
        #expect(
            try home.run("forget", "--state", "s.db", "--confirm", "default").status == 1)
        let alone = try home.run(["forget", "--confirm", "default"], environment: file)
        #expect(alone.status == 0, "\(alone.errors)")
        #expect(alone.output.hasPrefix("Forgotten: the sign-ins."))
        #expect(!alone.output.contains("Left") && !home.has(tokens))
        #expect(try home.run("forget", "--confirm", "default").status == 1, "nothing is left")
        try home.write("{}", to: tokens)
        try home.run("plan", "-q")
        #expect(try home.run("forget", "--profile", "typo", "--confirm", "typo").status == 1)
        #expect(home.has(tokens))
        // What nobody can be asked about is named.
        try home.remove(tokens)
        let unknown = try home.run("forget", "--confirm", "default")
        #expect(unknown.output.contains("Left: what a Secret Service may keep"))
    }

    @Test("a state that cannot be removed costs no sign-ins")
    func forgetFails() throws {
        let home = try home()
        let folder = ".local/state/cleanrules"
        try home.write("{}", to: folder + "/accounts/tokens.json")
        try home.run("plan", "-q")
        // What is called like a part of the state, and cannot be removed like one.
        try home.write("x", to: folder + "/default/state.sqlite.before-v0/file")
        let run = try home.run("forget", "--confirm", "default")
        #expect(run.status == 1 && run.errors.contains("cannot remove"), "\(run.errors)")
        #expect(home.has(folder + "/accounts/tokens.json"))
    }

    @Test("a restoration that was decided and not finished is a state like any other")
    func unfinishedRestoration() throws {
        let home = try home()
        try home.run("plan", "-q")
        #expect(try home.run("stage", "--yes").status == 0)
        let folder = ".local/state/cleanrules/"
        try home.write("{}", to: folder + "accounts/tokens.json")
        func moveAway() throws {
            let state = home.path + "/" + folder + "default/state.sqlite"
            try FileManager.default.moveItem(atPath: state, toPath: state + ".restored")
        }
        try moveAway()
        let status = try home.run("status", "--format", "json")
        #expect(try status.list("items").count == 4, "\(status.errors)")
        try moveAway()
        let forget = try home.run("forget", "--confirm", "default")
        #expect(forget.output.hasPrefix("Forgotten: the state"), "\(forget.output)")
    }

    @Test(
        "a state that is lost while something is left of it is no first start",
        arguments: ["backups", "log", "link"])
    func lost(left: String) throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("keep", "/1.iso", "--pin")
        let state = home.path + "/" + Self.state
        try FileManager.default.moveItem(atPath: state, toPath: home.path + "/away")
        switch left {
        case "log":
            try home.remove(Self.backups)
            try home.write("a log", to: Self.state + "-wal")
        case "link":
            try home.remove(Self.backups)
            try FileManager.default.createSymbolicLink(
                atPath: state, withDestinationPath: "not mounted")
        default: break
        }
        for arguments in [
            ["plan", "-q"], ["status"], ["decisions"], ["history"], ["history", "--verify"],
            ["stats"], ["quota"], ["keep", "/1.iso"], ["execute", "--yes"],
            ["run", "--rules", "rules.yaml", "--stage"], ["forget", "--confirm", "default"],
        ] {
            let run = try home.run(arguments)
            #expect(run.status == 1, "\(arguments) \(run.status) \(run.output)\(run.errors)")
            #expect(run.errors.contains("state.sqlite"), "\(arguments) \(run.errors)")
        }
        // Put back, all is as it was.
        if left == "link" { try home.remove(Self.state) }
        if left == "log" { try home.remove(Self.state + "-wal") }
        try FileManager.default.moveItem(atPath: home.path + "/away", toPath: state)
        #expect(try home.run("decisions", "--format", "json").list("decisions").count == 1)
    }

    @Test("too few open files say nothing of an item")
    func fewFiles() throws {
        let home = try home(window: "none")
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        for count in 12...40 {
            let run = try home.shell(
                "ulimit -n \(count); exec \(try ScratchHome.program()) execute --yes")
            #expect(!run.output.contains("changed"), "\(count) \(run.output)")
            #expect(!run.errors.contains("moved"), "\(count) \(run.errors)")
        }
        // What could not be tried is tried again a while later.
        try home.run("execute", "--yes", later: 90_000)
        #expect(home.tree() == [])
    }

    @Test("too few files or threads to begin with are said, and nothing waits for ever")
    func narrowLimits() throws {
        let home = try home()
        let program = try ScratchHome.program()
        for (limit, words) in [("-n 7", "version"), ("-n 9", "plan -q"), ("-n 11", "status")] {
            let run = try home.shell("ulimit \(limit); exec \(program) \(words)")
            #expect(run.status == 1 && run.errors.contains("ulimit -n"), "\(limit) \(run.errors)")
        }
        // No limit of processes holds root.
        let other = geteuid() == 0 ? "setpriv --reuid 54321 --clear-groups " : ""
        let run = try home.shell(
            "\(other)bash -c 'ulimit -u 1; exec \(program) version'")
        // The program may lie where nobody else gets to.
        if [126, 127].contains(run.status) { return }
        #expect(run.status == 1 && run.errors.contains("threads"), "\(run.status) \(run.errors)")
    }

    @Test("what is exported shows no hidden character, and means the same")
    func exportedNames() throws {
        let home = try home(window: "none")
        let name = "d/\u{9b}c\u{85}\u{202e}x.iso"
        try home.writeOld("x", to: name)
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let text = try home.run("export").output
        #expect(text.contains(#"\u009bc\u0085\u202ex.iso"#), "\(text)")
        #expect(!text.unicodeScalars.contains { ["\u{9b}", "\u{85}", "\u{202e}"].contains($0) })
        try home.write(text, to: "export.json")
        let into = ["--state", "other.sqlite"]
        #expect(try home.run(["import", "export.json"] + into).status == 0)
        let again = try home.run(["export"] + into).output
        #expect(again.contains(#"\u009bc\u0085\u202ex.iso"#))
        #expect(try home.run(["history"] + into).status == 0)
    }

    @Test("a full disk keeps nobody from looking, nor is anything deleted on one")
    func fullDisk() throws {
        let home = try home(window: "none")
        let place = home.path + "/disk"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        guard run("/bin/mount", "-t", "tmpfs", "-o", "size=4m", "none", place) else { return }
        defer { _ = run("/bin/umount", "-l", place) }
        let state = ["--state", place + "/s.db"]
        try home.run(["plan", "-q"] + state)
        try home.run(["stage", "--yes", "--no-undo-window"] + state)
        let filler = open(place + "/filler", O_WRONLY | O_CREAT, 0o600)
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(filler, block, block.count) == block.count {}
        close(filler)
        let status = try home.run(["status", "--format", "json"] + state)
        #expect(status.status == 0, "\(status.errors)")
        #expect(try status.list("items").count == 4)
        #expect(try home.run(["history", "--format", "ndjson"] + state).status == 0)
        let execute = try home.run(["execute", "--yes"] + state)
        #expect(execute.status == 1)
        #expect(execute.errors.contains("no room"))
        #expect(!execute.errors.contains("nothing was changed"))
        #expect(home.tree("d").count == 4)
        #expect(truncate(place + "/filler", 2 << 20) == 0)
        #expect(try home.run(["undo", "--all"] + state).status == 0)
    }

    private func run(_ tool: String, _ arguments: String...) -> Bool {
        (try? ChildProgram.run(tool, arguments))?.isDone == true
    }
}
