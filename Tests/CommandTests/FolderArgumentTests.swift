// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A folder on the command line, and the rules that are applied to it.
@Suite("A folder on the command line")
struct FolderArgumentTests {
    private static let free = """
        version: 1
        limits: {percent: unlimited}
        defaults: {undo_window: none}
        rules:
          - {id: old, match: {name: "*.iso"}, then: delete}

        """

    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["d/a.iso", "d/in/b.iso", "d/in/deep/c.iso", "other/x.iso"] {
            try home.writeOld("old \(name)", to: name)
        }
        try home.write(TestRules.old(), to: "rules.yaml")
        return home
    }

    /// The paths that the plan deletes.
    private func deleted(_ run: CommandRun) throws -> [String] {
        try run.list("entries").filter { $0["verdict"] as? String == "delete" }
            .compactMap { $0["path"] as? String }
    }

    @Test(
        "is refused by every command where the rules declare other ones",
        arguments: [
            ["plan", "other", "-q"], ["sync", "other", "-q"], ["run", "other", "-q"],
            ["run", "other", "--stage"], ["why", "/x.iso", "other"],
            ["plan", "other", "--no-state"], ["plan", "other", "--offline"], ["plan", "."],
        ])
    func refused(arguments: [String]) throws {
        let home = try home()
        let run = try home.run(arguments + ["--rules", "rules.yaml"])
        #expect(run.status == 5, "\(run.errors)")
        #expect(run.errors.contains("'d' at '\(home.path)/d'"))
        #expect(run.errors.contains("cleanrules init"))
        #expect(try home.run("stage", "--yes", "--no-undo-window").status != 0)
        #expect(home.has("other/x.iso"))
    }

    @Test("is planned over as the drive that it is, by whatever path it is reached")
    func root() throws {
        let home = try home()
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/link", withDestinationPath: home.path + "/d")
        for folder in ["d", "d/", "./d/../d", "link", home.path + "/d"] {
            let run = try home.run("plan", folder, "--rules", "rules.yaml", "--format", "json")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try deleted(run) == ["/a.iso", "/in/b.iso", "/in/deep/c.iso"])
            let drive = try #require(try run.list("drives").first)
            #expect(drive["name"] as? String == "d" && drive["part"] == nil)
            #expect(drive["root"] as? String == home.path + "/d")
        }
    }

    @Test("below a drive limits the plan to that part, and the listing to nothing")
    func part() throws {
        let home = try home()
        let run = try home.run("plan", "d/in", "--rules", "rules.yaml", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try deleted(run) == ["/in/b.iso", "/in/deep/c.iso"])
        let drive = try #require(try run.list("drives").first)
        #expect(drive["files"] as? Int == 3)
        #expect(drive["part"] as? String == "/in")
        let table = try home.run("plan", "d/in", "--rules", "rules.yaml", "-q")
        #expect(table.output.contains("d (local: \(home.path)/d, only /in): 3 files"))
        let why = try home.run("why", "/a.iso", "d/in", "--rules", "rules.yaml")
        #expect(why.output.contains("the plan covers a folder that it does not lie in"))
        for item in ["d/in/b.iso", "\(home.path)/d/in/b.iso", "/in/b.iso", "d:/in/b.iso"] {
            let why = try home.run("why", item, "d/in", "--rules", "rules.yaml")
            #expect(why.status == 0, "\(item): \(why.errors)")
        }
        // The listing that is kept is that of the whole drive, so that nothing dropped.
        let whole = try home.run("plan", "--rules", "rules.yaml", "--format", "json")
        #expect(try deleted(whole).count == 3)
        #expect(!whole.output.contains("\"exceeded\":true"))
        try home.run("plan", "d/in", "--rules", "rules.yaml", "-q")
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        #expect(try home.run("execute", "--yes").status == 0)
        #expect(home.tree() == ["a.iso", "in", "in/deep"])
    }

    @Test("may be any where the rules declare no drives, and none that is not there")
    func anyFolder() throws {
        let home = try home()
        try home.write(Self.free, to: "free.yaml")
        #expect(try home.run("plan", "other", "--rules", "free.yaml", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        #expect(try home.run("execute", "--yes").status == 0)
        #expect(home.tree("other") == [])
        #expect(home.tree().count == 5)
        #expect(try home.run("plan", "nowhere", "--rules", "free.yaml").status == 1)
    }

    @Test("that was staged by rules for any folder is held by rules that declare others")
    func heldByDeclaringRules() throws {
        let home = try home()
        try home.write(Self.free, to: "free.yaml")
        try home.run("plan", "other", "--rules", "free.yaml", "-q")
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        let run = try home.run("execute", "--yes", "--rules", "rules.yaml")
        #expect(run.status == 6, "\(run.output)")
        #expect(home.has("other/x.iso"))
        #expect(try home.run("execute", "--yes", "--rules", "free.yaml").status == 0)
        #expect(!home.has("other/x.iso"))
    }

    @Test("lies where prompts and the status say")
    func realPaths() throws {
        let home = try home()
        try home.run("plan", "d", "--rules", "rules.yaml", "-q")
        let stage = try home.run("stage", "--no-undo-window")
        #expect(stage.status == 5)
        #expect(stage.errors.contains("Drive 'd' is '\(home.path)/d'."))
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        let execute = try home.run("execute")
        #expect(execute.status == 5)
        #expect(execute.errors.contains("Drive 'd' is '\(home.path)/d'."))
        #expect(try home.run("status").output.contains("d is '\(home.path)/d'"))
        let drives = try home.run("status", "--format", "json").list("drives")
        #expect(drives.first?["root"] as? String == home.path + "/d")
    }
}
