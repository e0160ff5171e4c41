// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Where the state is, what it holds, and how it is given up.
@Suite("The state file")
struct StateFileTests {
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try home.write(TestRules.old(window: "1h"), to: "rules.yaml")
        return home
    }

    @Test("lies in the state folder of the user, one for each profile")
    func places() throws {
        let home = try home()
        try home.run("plan", "-q")
        #expect(home.has(".local/state/cleanrules/default/state.sqlite"))
        try home.run("plan", "-q", "--profile", "work")
        #expect(home.has(".local/state/cleanrules/work/state.sqlite"))
        let environment = ["XDG_STATE_HOME": home.path + "/xdg"]
        try home.run("plan", "-q", environment: environment)
        #expect(home.has("xdg/cleanrules/default/state.sqlite"))
        // The specification wants relative paths to be ignored.
        let relative = try home.run(
            "status", "--format", "json", environment: ["XDG_STATE_HOME": "relative"])
        #expect(relative.status == 0)
        let used = try #require(try relative.json()["state_file"] as? String)
        #expect(used == home.path + "/.local/state/cleanrules/default/state.sqlite")
        #expect(!home.has("relative"))
        try home.run("plan", "-q", "--state", "here.sqlite")
        #expect(home.has("here.sqlite"))
        let attributes = try FileManager.default.attributesOfItem(
            atPath: home.path + "/.local/state/cleanrules/default")
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test("profiles know nothing of each other")
    func profiles() throws {
        let home = try home()
        try home.run("plan", "-q", "--profile", "one")
        try home.run("stage", "--yes", "--profile", "one")
        try home.run("plan", "-q", "--profile", "two")
        #expect(
            try home.run("status", "--format", "json", "--profile", "two").list("items").isEmpty)
        #expect(
            try home.run("status", "--format", "json", "--profile", "one").list("items").count == 1)
    }

    @Test(
        "a name that is no profile is refused",
        arguments: ["", ".", "..", "a/b", "a b", "ä", String(repeating: "x", count: 65)])
    func badNames(name: String) throws {
        let home = try home()
        let run = try home.run("plan", "--profile", name)
        #expect(run.status == 64, "\(run.errors)")
        #expect(!home.has(".local/state"))
    }

    @Test("without a home, the ways out are named")
    func withoutHome() throws {
        let home = try home()
        let nowhere = ["HOME": "", "XDG_STATE_HOME": ""]
        let run = try home.run("plan", "-q", environment: nowhere)
        #expect(run.status == 1)
        #expect(run.errors.contains("--state"))
        #expect(run.errors.contains("--no-state"))
        #expect(try home.run("plan", "-q", "--no-state", environment: nowhere).status == 0)
    }

    @Test(
        "what works on a state says when there is none",
        arguments: ["stage", "undo", "execute", "restore", "export", "show", "forget"])
    func absent(command: String) throws {
        let home = try home()
        let run = try home.run(command)
        #expect(run.status == 1)
        #expect(run.errors.contains("there is no state file"))
        #expect(!home.has(".local"), "looking makes nothing")
    }

    @Test("where there is no state yet, what shows it shows that it is empty")
    func emptyState() throws {
        let home = try home()
        let status = try home.run("status", "--format", "json")
        #expect(status.status == 0)
        #expect(try status.json()["plan"] is NSNull)
        #expect(try home.run("history", "--format", "ndjson").output == "")
        #expect(try home.run("quota", "--rules", "rules.yaml").status == 0)
        #expect(!home.has(".local"), "looking makes nothing")
    }

    @Test("--no-state keeps nothing")
    func noState() throws {
        let home = try home()
        #expect(try home.run("plan", "-q", "--no-state").status == 0)
        #expect(!home.has(".local"))
        #expect(try home.run("plan", "--no-state", "--state", "s").status == 64)
        #expect(try home.run("plan", "--no-state", "--offline").status == 64)
    }

    @Test("a file that is no state is refused and stays as it is")
    func foreignFile() throws {
        let home = try home()
        try home.write("my notes", to: "notes.sqlite")
        let run = try home.run("plan", "-q", "--state", "notes.sqlite")
        #expect(run.status == 1)
        #expect(try home.text("notes.sqlite") == "my notes")
        #expect(
            try home.run("forget", "--state", "notes.sqlite", "--confirm", "default").status == 1)
        #expect(try home.text("notes.sqlite") == "my notes")
    }

    @Test("export writes everything as JSON")
    func export() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("stage", "--yes")
        let run = try home.run("export")
        #expect(run.status == 0)
        let state = try run.json()
        #expect(state["format"] as? Int == 1)
        #expect((state["staged"] as? [Any])?.count == 1)
        #expect((state["plans"] as? [Any])?.count == 1)
        #expect(try home.run("export", "-o", "state.json").status == 0)
        #expect(try home.text("state.json") == run.output)
    }

    private static let picture =
        ".cache/cleanrules/thumbs/0123456789abcdef0123456789abcdef.picture"

    @Test("forget needs the profile's name, and then leaves nothing")
    func forget() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.write("mine", to: ".local/state/cleanrules/default/mine.txt")
        try home.write("pixels", to: Self.picture)
        #expect(try home.run("forget").status == 5)
        #expect(try home.run("forget", "--confirm", "work").status == 5)
        #expect(home.has(".local/state/cleanrules/default/state.sqlite"))
        #expect(try home.run("forget", "--confirm", "default").status == 0)
        #expect(home.tree(".local/state/cleanrules") == ["default", "default/mine.txt"])
        #expect(home.tree(".cache/cleanrules") == [])
        #expect(home.has("d/a.iso"))
    }

    @Test("forget names what it can bring back no more")
    func forgetTrash() throws {
        let home = try home()
        try home.write(TestRules.old(), to: "rules.yaml")
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        try home.run("execute", "--yes")
        let run = try home.run("forget", "--confirm", "default")
        #expect(run.errors.contains("stays where it is: 1 item, 3 B in the trash"))
        #expect(home.trash == ["a.iso"])
    }

    @Test("forget --cache-only leaves decisions, plans and the history")
    func forgetCache() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("keep", "/a.iso")
        try home.write("pixels", to: Self.picture)
        #expect(try home.run("forget", "--cache-only").status == 0)
        #expect(home.tree(".cache/cleanrules") == [])
        #expect(try home.run("plan", "--offline").status == 1)
        #expect(try home.run("plan", "-q", "--summary").output.contains("0 delete"))
        #expect(try home.run("history").output.contains("decided"))
    }

    @Test(
        "another state on a drive is never deleted, nor what belongs to it, whatever it is called")
    func otherStates() throws {
        let home = try ScratchHome()
        try home.write(
            TestRules.old(window: "none").replacingOccurrences(
                of: "{name: \"*.iso\", modified_age: over 100d}", with: "{everything: true}"),
            to: "rules.yaml")
        try home.writeOld("old", to: "d/a.iso")
        for state in ["d/here.db", "d/below/mine"] {
            #expect(try home.run("plan", "-q", "--state", state).status == 0)
        }
        try FileManager.default.copyItem(
            atPath: home.path + "/d/below/mine", toPath: home.path + "/d/copy of it")
        try home.write("log", to: "d/here.db-wal")
        try home.write("damaged", to: "d/here.db.damaged-2")
        // What only looks like them is an item like others: by its name, or by its form.
        try home.write("x", to: "d/there.db-wal")
        try home.write("SQLite format 3\u{0}" + String(repeating: "x", count: 4080), to: "d/z.db")
        let own = home.tree("d").filter { $0.contains("mine") || $0.hasPrefix("here.db") }
        #expect(own.contains("below/mine") && own.contains { $0.hasPrefix("below/backups/mine.") })
        let plan = try home.run("plan", "-q", "--format", "json")
        let paths = Set(try plan.list("entries").compactMap { $0["path"] as? String })
        #expect(paths == ["/a.iso", "/there.db-wal", "/z.db"], "\(plan.output)")
        let why = try home.run("why", "/copy of it")
        #expect(why.status == 0 && why.output.contains("protected"), "\(why.output)")
        let stage = try home.run("stage", "-q", "--yes", "--no-undo-window")
        #expect(stage.status == 0, "\(stage.errors)")
        #expect(try home.run("execute", "-q", "--yes").status == 0)
        #expect(Set(home.tree("d")).isSuperset(of: own + ["copy of it"]))
        #expect(!home.has("d/there.db-wal") && !home.has("d/z.db"))
    }
}
