// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Listing files of a fleet that are broken: which drives are left out then, and when there is no plan.
@Suite("Broken listings of a fleet", .timeLimit(.minutes(30)))
struct FleetBrokenTests {
    private static let across = """
        rules:
          - {id: tmp, match: {name: "*.tmp"}, then: delete}
          - {id: copies, duplicates: {same: [size], across: drives, keep: [oldest]}, then: review}
        """
    private static let plain = """
        rules:
          - {id: tmp, match: {name: "*.tmp"}, then: delete}
        """

    private func home(_ rules: String, hasInventory: Bool = true) throws -> ScratchHome {
        let home = try ScratchHome()
        let head = "version: 1\ntimezone: UTC\nlimits: {percent: unlimited}\n"
        try home.write(head + rules + "\n", to: "rules.yaml")
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: listings, files: "listings/*.ndjson"}
            \(hasInventory ? "inventory: drives.ndjson" : "")
            """, to: "fleet.yaml")
        let names = ["ada", "bob", "eve"]
        let inventory = names.map { #"{"name":"\#($0)","drive_id":"b!\#($0)"}"# + "\n" }
        try home.write(inventory.joined(), to: "drives.ndjson")
        for name in names { try list(name, home) }
        return home
    }

    private func list(_ drive: String, _ home: ScratchHome, more: String = "") throws {
        let lines = ["a.tmp", "b.txt", "c.txt"].map {
            #"{"drive":"\#(drive)","path":"/\#($0)","size":7}"# + "\n"
        }
        try home.write(lines.joined() + more, to: "listings/\(drive).ndjson")
    }

    /// A line that was cut off.
    private static func torn(_ drive: String) -> String { #"{"drive":"\#(drive)","path":"/to"# }

    private func plan(_ home: ScratchHome, _ more: String...) throws -> CommandRun {
        try home.run(
            ["fleet", "plan", "fleet.yaml", "--jobs", "1", "--now", "2026-06-01T12:00:00Z"] + more)
    }

    /// Of which drives the plan is that was made last.
    private func drives(_ home: ScratchHome) throws -> [String] {
        let run = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        #expect(run.status == 0, "\(run.errors)")
        return ["ada", "bob", "eve"].filter { run.output.contains(#""drive":"\#($0)""#) }
    }

    @Test("leave out the drives in them, which are named, where no rule compares drives")
    func leftOut() throws {
        let home = try home(Self.plain)
        try list("ada", home, more: Self.torn("ada"))
        let run = try plan(home)
        #expect(run.status == 6, "\(run.errors)")
        #expect(run.errors.contains("listings/ada.ndjson:4:"), "\(run.errors)")
        #expect(run.output.contains("1 drive is left out of the plan, since its listing file"))
        #expect(run.output.contains("'ada'") && !run.output.contains("'bob'"), "\(run.output)")
        #expect(try drives(home) == ["bob", "eve"])
        let shown = try home.run("fleet", "show", "fleet.yaml", "--verdict", "delete")
        #expect(shown.errors.contains("'ada'"), "\(shown.errors)")
        #expect(try home.run("fleet", "check", "fleet.yaml").status == 6)
        let imported = try home.run("fleet", "import", "fleet.yaml")
        #expect(imported.status == 1 && imported.errors.contains("listings/ada.ndjson:4:"))
        #expect(imported.output.contains("2 listing files"), "the others are read")
        #expect(imported.errors.contains("error: 1 of 3 listing files"), "\(imported.errors)")
        // Whoever is left out by name is no news.
        for more in [["--without", "ada"], ["--without-file", "listings/ada.ndjson"]] {
            let asked = try home.run(
                ["fleet", "plan", "fleet.yaml", "--now", "2026-06-01T12:00:00Z"] + more)
            #expect(asked.status == 0, "\(more): \(asked.errors)")
            #expect(asked.output.contains("as was asked: 'ada'"), "\(asked.output)")
            #expect(try home.run(["fleet", "check", "fleet.yaml"] + more).status == 0)
            #expect(try drives(home) == ["bob", "eve"])
        }
        try list("ada", home)
        #expect(try plan(home).status == 0)
        #expect(try drives(home) == ["ada", "bob", "eve"])
    }

    @Test("make no plan where rules compare drives, unless what they hold is left out by name")
    func across() throws {
        let home = try home(Self.across)
        #expect(try plan(home).status == 0)
        try list("ada", home, more: Self.torn("ada"))
        let refused = try plan(home)
        #expect(refused.status == 1 && refused.errors.contains("rules compare drives"))
        #expect(refused.errors.contains("leaves out 'ada'"), "\(refused.errors)")
        #expect(try drives(home) == ["ada", "bob", "eve"], "the plan before stays")
        let other = try plan(home, "--without", "bob")
        #expect(other.status == 1 && other.errors.contains("leaves out 'ada'"), "\(other.errors)")
        #expect(try plan(home, "--without", "ada").status == 0)
        #expect(try drives(home) == ["bob", "eve"])
        #expect(try plan(home, "--without-file", "listings/ada.ndjson").status == 0)
        let wrong = try plan(home, "--without-file", "listings/adda.ndjson")
        #expect(wrong.status == 1 && wrong.errors.contains("has no file 'listings/adda.ndjson'"))
    }

    @Test("make no plan where nobody can say which drives they hold")
    func unknown() throws {
        let home = try home(Self.plain, hasInventory: false)
        try list("ada", home, more: Self.torn("ada"))
        let refused = try plan(home)
        #expect(refused.status == 1 && refused.errors.contains("nobody can say"))
        #expect(refused.errors.contains("--without-file listings/ada.ndjson"))
        #expect(!home.has("work/plans/current"))
        // It is called after the drive that is left out, and mentions no other one.
        #expect(try plan(home, "--without", "ada").status == 0)
        try list("ada", home, more: #"{"drive":"bill","path":"/x"}"# + "\n" + Self.torn("ada"))
        #expect(try plan(home, "--without", "ada").status == 1)
        let asked = try plan(home, "--without-file", "listings/ada.ndjson")
        #expect(asked.status == 0, "\(asked.errors)")
        #expect(asked.output.contains("1 listing file is left out"), "\(asked.output)")
        // What it held when it was whole is known.
        try list("ada", home)
        #expect(try plan(home).status == 0)
        try list("ada", home, more: Self.torn("ada"))
        let known = try plan(home)
        #expect(known.status == 6 && known.output.contains("'ada'"), "\(known.errors)")
        #expect(try drives(home) == ["bob", "eve"])
    }

    @Test("make no plan of half a drive")
    func half() throws {
        let home = try home(Self.plain)
        try home.write(
            #"{"drive":"bob","path":"/more"}"# + "\n" + Self.torn("bob"),
            to: "listings/more.ndjson")
        let shared = try plan(home)
        #expect(shared.status == 1, "\(shared.output)")
        for said in ["'bob'", "'listings/bob.ndjson'", "'listings/more.ndjson'"] {
            #expect(shared.errors.contains(said), "\(shared.errors)")
        }
        // The rest of any drive may have stood there.
        try home.write("{", to: "listings/more.ndjson")
        let empty = try plan(home)
        #expect(empty.status == 1 && empty.errors.contains("nobody can say"), "\(empty.errors)")
        #expect(try plan(home, "--without-file", "listings/more.ndjson").status == 0)
        for name in ["ada", "bob", "eve", "more"] {
            try home.write("{", to: "listings/\(name).ndjson")
        }
        let none = try plan(home)
        #expect(none.status == 1 && none.errors.contains("no listing file left"), "\(none.errors)")
    }
}
