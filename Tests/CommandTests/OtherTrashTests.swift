// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What lies in a trash is no item, whoever put it there, and not every trash is used.
@Suite("Trash folders of other runs and other users")
struct OtherTrashTests {
    /// Rules by which everything that ends in `.tmp` below `root` goes.
    private func rules(_ root: String, _ method: String) -> String {
        """
        version: 1
        timezone: UTC
        drives: {d: {kind: local, root: \(root)}}
        limits: {percent: unlimited}
        defaults: {undo_window: none, method: \(method)}
        rules:
          - {id: junk, match: {ext: tmp}, then: delete}
        """
    }

    private func delete(_ home: ScratchHome, _ environment: [String: String] = [:]) throws {
        for arguments in [
            ["plan", "-q", "--summary"], ["stage", "--yes", "--no-undo-window", "-q"],
            ["execute", "--yes", "-q"],
        ] {
            let run = try home.run(arguments, environment: environment)
            #expect(run.status == 0, "\(arguments): \(run.errors)")
        }
    }

    private func paths(_ home: ScratchHome) throws -> [String] {
        let run = try home.run("plan", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        return try run.list("entries").compactMap { $0["path"] as? String }
    }

    @Test(
        "what an earlier run recycled is no item, whatever environment a later run has",
        arguments: ["data", "home", "receipt"])
    func otherEnvironment(kind: String) throws {
        let home = try ScratchHome()
        try home.write(rules("d", "recycle"), to: "rules.yaml")
        try home.write("recycled", to: "d/1.tmp")
        let environment =
            kind == "home"
            ? ["HOME": home.path + "/d/other", "XDG_STATE_HOME": home.path + "/.local/state"]
            : ["XDG_DATA_HOME": home.path + "/d/data"]
        try home.write("", to: "d/other/keep")
        try delete(home, environment)
        let trash = kind == "home" ? "d/other/.local/share/Trash" : "d/data/Trash"
        #expect(home.tree(trash + "/files") == ["1.tmp"])
        // A foreign file in it, and it does not look like a trash any more.
        if kind == "receipt" { try home.write("", to: trash + "/info/.directory") }
        try home.write("new", to: "d/2.tmp")
        try home.write(rules("d", "permanent"), to: "rules.yaml")
        #expect(try paths(home) == ["/2.tmp"])
        #expect(try home.run("restore", "--all", "--yes").status == 0)
        #expect(try home.text("d/1.tmp") == "recycled")
    }

    @Test("what looks like a trash is none of the items, and the plan says so")
    func looks() throws {
        let home = try ScratchHome()
        try home.write(rules("d", "permanent"), to: "rules.yaml")
        let note = "[Trash Info]\nPath=/a.tmp\nDeletionDate=2026-01-01T00:00:00\n"
        for folder in ["d/usb/.Trash-1000", "d/copy of a home/Trash"] {
            try home.write("x", to: folder + "/files/a.tmp")
            try home.write(note, to: folder + "/info/a.tmp.trashinfo")
        }
        // A person's own folders, which have but the names, or no notes.
        try home.write("x", to: "d/project/files/a.tmp")
        try home.write("x", to: "d/project/info/readme.txt")
        try home.write("x", to: "d/empty/files/a.tmp")
        try FileManager.default.createDirectory(
            atPath: home.path + "/d/empty/info", withIntermediateDirectories: true)
        // The quarantine of a narrower drive, and a folder that is only called like it.
        try home.write("x", to: "d/sub/.cleanrules/quarantine/plan/a.tmp")
        try home.write("x", to: "d/own/.cleanrules/a.tmp")
        #expect(
            try paths(home) == [
                "/empty/files/a.tmp", "/own/.cleanrules/a.tmp", "/project/files/a.tmp",
            ])
        let told = try home.run("plan", "--summary").errors
        #expect(told.contains("'/usb/.Trash-1000': looks like a trash"), "\(told)")
        #expect(told.contains("'/sub/.cleanrules': the quarantine of another drive"))
        // A folder that holds one is not empty, and goes by no rule.
        try home.write(
            rules("d", "recycle").replacing("{ext: tmp}", with: "{everything: true}, type: folder"),
            to: "rules.yaml")
        let folders = try paths(home)
        #expect(!folders.contains { $0.hasPrefix("/usb") || $0.hasPrefix("/sub") }, "\(folders)")
    }

    // MARK: Of others

    private static let mayMount =
        geteuid() == 0
        && (try? ChildProgram.run("/usr/bin/unshare", ["-m", "true"]))?.isDone == true

    /// Runs a line of the shell with a file system of its own at `disk`, whose top belongs to
    /// another user and which has a folder of this one, with a file that is to go.
    private func onForeignDisk(_ home: ScratchHome, _ line: String) throws -> CommandRun {
        try home.shell(
            """
            exec unshare -m sh -ec '
              mount --make-rprivate /
              mkdir -p disk
              mount -t tmpfs -o mode=755,uid=1234 none disk
              mkdir -m 700 disk/own
              echo secret >disk/own/1.tmp
              \(line)
              c=\(try ScratchHome.program())
              $c plan -q --summary >/dev/null
              $c stage --yes --no-undo-window -q >/dev/null
              $c execute --yes >out 2>&1 || true
              find disk -type f
            '
            """)
    }

    @Test(
        "a trash that another user made, or can write to, is not used",
        .enabled(if: mayMount), arguments: ["his", "inner", "open", "own"])
    func foreignTrash(kind: String) throws {
        let home = try ScratchHome()
        try home.write(rules("disk/own", "recycle"), to: "rules.yaml")
        let trash = "disk/.Trash-0"
        let make =
            switch kind {
            case "his": "mkdir -p \(trash)/files \(trash)/info; chown -R 1234 \(trash)"
            case "inner":
                "mkdir -p \(trash)/files \(trash)/info; chown 1234 \(trash)/files"
            case "open": "mkdir -p \(trash)/files \(trash)/info; chmod 777 \(trash)/files"
            default: ":"
            }
        let run = try onForeignDisk(home, make)
        #expect(run.status == 0, "\(run.errors)")
        let told = try home.text("out")
        let files = Set(run.output.split(separator: "\n").map(String.init))
        if kind == "own" {
            #expect(
                files == ["\(trash)/files/1.tmp", "\(trash)/info/1.tmp.trashinfo"],
                "\(told)")
        } else {
            #expect(files == ["disk/own/1.tmp"], "\(told)")
            #expect(told.contains("no trash that it could be moved into"))
        }
    }

    @Test(
        "a quarantine that another user made, or can write to, is not used",
        .enabled(if: mayMount), arguments: ["his", "inner", "open", "own"])
    func foreignQuarantine(kind: String) throws {
        let home = try ScratchHome()
        try home.write(rules("disk", "quarantine"), to: "rules.yaml")
        let place = "disk/.cleanrules"
        let make =
            switch kind {
            case "his": "mkdir -p \(place)/quarantine; chown -R 1234 \(place)"
            case "inner": "mkdir -p \(place)/quarantine; chown 1234 \(place)/quarantine"
            case "open": "mkdir -p \(place)/quarantine; chmod 777 \(place)"
            default: ":"
            }
        let run = try onForeignDisk(home, make)
        #expect(run.status == 0, "\(run.errors)")
        let told = try home.text("out")
        let files = run.output.split(separator: "\n").map(String.init)
        if kind == "own" {
            #expect(files.count == 1 && files[0].hasSuffix("/own/1.tmp"), "\(files)")
            #expect(files.first?.hasPrefix(place + "/quarantine/") == true)
        } else {
            #expect(files == ["disk/own/1.tmp"], "\(told)")
            #expect(told.contains("or others can write to it"))
        }
    }
}
