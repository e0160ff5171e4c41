// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What plans over a fleet say to whoever mistypes, asks too early, or asks again.
@Suite("Words of plans over a fleet", .timeLimit(.minutes(10)))
struct FleetWordTests {
    /// A home with two drives, and so much more in the fleet file.
    private func home(_ more: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            limits: {items: unlimited, bytes: unlimited, percent: unlimited}
            rules:
              - {id: tmp, match: {name: "*.tmp"}, then: delete}
            """, to: "rules.yaml")
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            inventory: drives.ndjson
            source: {kind: listings, files: "listings/*.ndjson"}
            \(more)
            """, to: "fleet.yaml")
        for drive in ["ada", "bob"] {
            let lines = ["a.tmp", "b.txt"].map {
                #"{"drive":"\#(drive)","path":"/\#($0)","size":7}"# + "\n"
            }
            try home.write(lines.joined(), to: "listings/\(drive).ndjson")
        }
        try home.write(
            ["ada", "bob"].map { #"{"name":"\#($0)"}"# + "\n" }.joined(), to: "drives.ndjson")
        return home
    }

    @Test("a drive that nobody knows is named, with the one that was meant or those that there are")
    func strangers() throws {
        let home = try home()
        #expect(try home.run("fleet", "plan", "fleet.yaml", "-q").status == 0)
        let commands = [
            ["plan", "--without"], ["plan", "--accept-drive"], ["check", "--without"],
            ["show", "--drive"],
        ]
        for command in commands {
            for (name, said) in [("adaa", "did you mean 'ada'?"), ("archives", "are 'ada', 'bob'")]
            {
                let run = try home.run(["fleet", command[0], "fleet.yaml", command[1], name])
                #expect(run.status == 1, "\(command) \(run.errors)")
                #expect(
                    run.errors.contains("'\(name)'") && run.errors.contains(said),
                    "\(command) \(run.errors)")
            }
        }
        let why = try home.run("fleet", "why", "fleet.yaml", "bobb:/a.tmp")
        #expect(why.status == 1 && why.errors.contains("did you mean 'bob'?"), "\(why.errors)")
        // It is told before that another one is missing.
        try home.remove("listings/bob.ndjson")
        let both = try home.run("fleet", "plan", "fleet.yaml", "--without", "bobb")
        #expect(both.status == 1 && both.errors.contains("did you mean 'bob'?"), "\(both.errors)")
    }

    @Test("a fleet that plans alone is told what carrying out will need, and lacks nothing")
    func planningAlone() throws {
        let check = try home().run("fleet", "check", "fleet.yaml")
        #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
        for said in ["To plan, nothing is missing", "'graph: {", "'caps: {day"] {
            #expect(check.output.contains(said), "\(check.output)")
        }
        let application = "5a1d0e2c-7b46-4c39-8f10-3e9c6d2b7a54"
        let half = try home("graph: {tenant: contoso.example, client_id: \(application)}")
            .run("fleet", "check", "fleet.yaml")
        #expect(half.status == 0, "\(half.errors)")
        for said in ["'caps: {day", "CLEANRULES_CLIENT_CERTIFICATE"] {
            #expect(half.errors.contains(said), "\(half.errors)")
        }
    }

    @Test("before a plan it is told what is known of time, and which command tells the rest")
    func prospect() throws {
        let application = "5a1d0e2c-7b46-4c39-8f10-3e9c6d2b7a54"
        let home = try home(
            "across_owners: delete\ngraph: {tenant: contoso.example, client_id: \(application)}")
        let copies = """
              - id: copies
                duplicates: {same: content, across: drives, keep: [oldest]}
                then: delete
            """
        try home.write(try home.text("rules.yaml") + "\n" + copies, to: "rules.yaml")
        func check() throws -> String {
            let run = try home.run("fleet", "check", "fleet.yaml")
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        let first = try check()
        // 80 % of 1,250 units a minute, and three for a deletion.
        for said in [
            "cleanrules fleet import", "cleanrules fleet plan", "At 1,440,000 units a day",
            "480,000 deletions", "'copies'",
        ] {
            #expect(first.contains(said), "\(said): \(first)")
        }
        #expect(try home.run("fleet", "import", "fleet.yaml").status == 0)
        let second = try check()
        #expect(second.contains("4 items are imported, from 2 of 2 files"), "\(second)")
        #expect(!second.contains("fleet import") && second.contains("fleet plan"), "\(second)")
        // What is not read yet does not count.
        try home.write(#"{"drive":"zoe","path":"/a","size":7}"# + "\n", to: "listings/zoe.ndjson")
        try home.write(try home.text("drives.ndjson") + #"{"name":"zoe"}"#, to: "drives.ndjson")
        let third = try check()
        #expect(third.contains("4 items are imported, from 2 of 3 files"), "\(third)")
        #expect(try home.run("fleet", "plan", "fleet.yaml").status == 0)
        let last = try check()
        #expect(last.contains("is as of") && !last.contains("are imported"), "\(last)")
    }

    @Test(
        "a second fleet file over one work folder is refused, until it is said that it is the same")
    func tenure() throws {
        let home = try home()
        #expect(try home.run("fleet", "plan", "fleet.yaml").status == 0)
        let current = try home.text("work/plans/current")
        try home.write(try home.text("fleet.yaml"), to: "other.yaml")
        func said(_ command: String, _ more: String...) throws -> CommandRun {
            let run = try home.run(["fleet", command, "other.yaml"] + more)
            if run.status != 0 || !run.errors.isEmpty {
                let says = run.errors.contains("\(home.path)/fleet.yaml'")
                #expect(says && run.errors.contains("--moved"), "\(command) \(run.errors)")
            }
            return run
        }
        for command in ["plan", "import"] {
            #expect(try said(command).status == 5, "\(command)")
        }
        // Looking and taking back go on.
        for command in ["check", "show"] {
            let run = try said(command)
            #expect(run.status == 0 && !run.errors.isEmpty, "\(command) \(run.errors)")
        }
        for command in [["undo", "--all"], ["pause"]] {
            let run = try home.run(["fleet", command[0], "other.yaml"] + command.dropFirst())
            #expect(run.status == 0, "\(command) \(run.errors)")
        }
        for (command, more) in [("status", []), ("status", ["--restorable"]), ("history", [])] {
            let run = try home.run(["fleet", command, "other.yaml"] + more)
            #expect(run.status == 0 && run.errors.contains("--moved"), "\(command) \(run.errors)")
            let own = try home.run(["fleet", command, "fleet.yaml"] + more)
            #expect(own.status == 0 && own.errors.isEmpty, "\(command) \(own.errors)")
        }
        #expect(try home.text("work/plans/current") == current)
        // Letting go is not: of the brake, of what went wrong, of what was used, of what was lost.
        let journal = try home.text("work/journal/fleet.ndjson")
        for more in [[], ["--clock"], ["--restored"]] {
            let run = try home.run(["fleet", "resume", "other.yaml"] + more)
            #expect(run.status == 5 && run.errors.contains("--moved"), "\(more) \(run.errors)")
            #expect(home.has("work/paused"))
        }
        #expect(try home.text("work/journal/fleet.ndjson") == journal)
        #expect(try home.run("fleet", "resume", "fleet.yaml").status == 0)
        #expect(!home.has("work/paused"))

        let moved = try home.run("fleet", "resume", "other.yaml", "--moved")
        #expect(moved.status == 0 && moved.output.contains("\(home.path)/work"), "\(moved.errors)")
        // A file that was moved is not there any more.
        #expect(moved.errors.contains("\(home.path)/fleet.yaml' is there still"), "\(moved.errors)")
        let again = try home.run("fleet", "resume", "other.yaml", "--moved")
        #expect(again.output.contains("already") && again.errors.isEmpty, "\(again.errors)")
        #expect(try home.run("fleet", "show", "other.yaml").errors.isEmpty)
        #expect(try home.run("fleet", "plan", "other.yaml").status == 0)
        #expect(try home.run("fleet", "plan", "fleet.yaml").status == 5)
        // What is moved together stays together, and a link to the file is the file.
        let files = FileManager.default
        try files.createDirectory(atPath: home.path + "/new", withIntermediateDirectories: true)
        for name in ["other.yaml", "rules.yaml", "drives.ndjson", "listings", "work"] {
            try files.moveItem(atPath: "\(home.path)/\(name)", toPath: "\(home.path)/new/\(name)")
        }
        try files.createSymbolicLink(
            atPath: home.path + "/link.yaml", withDestinationPath: "new/other.yaml")
        for file in ["new/other.yaml", "link.yaml"] {
            let run = try home.run("fleet", "plan", file)
            #expect(run.status == 0, "\(file) \(run.errors)")
        }
        // A note that is broken says nothing for anybody, and a folder without one is anybody's.
        try home.write("{", to: "new/work/fleet.json")
        let broken = try home.run("fleet", "plan", "new/other.yaml")
        #expect(broken.status == 5 && broken.errors.contains("--moved"), "\(broken.errors)")
        try home.remove("new/work/fleet.json")
        #expect(try home.run("fleet", "plan", "new/other.yaml").status == 0)
        #expect(home.has("new/work/fleet.json"))
    }

    @Test(
        "a fleet file that is put in place by a link stays the same where the link leads elsewhere")
    func swapped() throws {
        let home = try home()
        let files = FileManager.default
        let fleet = try home.text("fleet.yaml").replacing(
            "work: work", with: "work: \(home.path)/work"
        )
        .replacing(": drives.ndjson", with: ": \(home.path)/drives.ndjson")
        .replacing("\"listings/", with: "\"\(home.path)/listings/")
        func release(_ number: Int) throws {
            try home.write(fleet + "\n# \(number)\n", to: "releases/\(number)/fleet.yaml")
            try home.write(try home.text("rules.yaml"), to: "releases/\(number)/rules.yaml")
            try? files.removeItem(atPath: home.path + "/current")
            try files.createSymbolicLink(
                atPath: home.path + "/current", withDestinationPath: "releases/\(number)")
        }
        func status(_ file: String) throws -> Int32 {
            let run = try home.run("fleet", "import", file)
            #expect(run.status == 0 || run.errors.contains("--moved"), "\(file) \(run.errors)")
            return run.status
        }
        try release(1)
        // What is typed first leads there by no link.
        for file in ["releases/1/fleet.yaml", "current/fleet.yaml", "releases/1/fleet.yaml"] {
            #expect(try status(file) == 0, "\(file)")
        }
        try release(2)
        // The link that is known leads there by now.
        #expect(try status("releases/2/fleet.yaml") == 0)
        #expect(try status("releases/../current/./fleet.yaml") == 0)
        #expect(try status("releases/2/fleet.yaml") == 0)
        // One file at a time: the one before is another one now.
        #expect(try status("releases/1/fleet.yaml") == 5)
        // Another link takes nothing from the one that leads there.
        try files.createSymbolicLink(
            atPath: home.path + "/other", withDestinationPath: "releases/2")
        #expect(try status("other/fleet.yaml") == 0)
        try release(3)
        #expect(try status("\(home.path)//current/fleet.yaml") == 0)
        #expect(try home.run("fleet", "resume", "releases/2/fleet.yaml").status == 5)
        #expect(try home.run("fleet", "resume", "current/fleet.yaml").status == 0)
    }

    @Test("--quiet leaves out notes, and every word of what is done when all is well")
    func quiet() throws {
        let home = try home()
        for line in ["check", "import", "plan", "plan --sample 1", "pause", "resume"] {
            let words = line.split(separator: " ").map(String.init)
            let loud = try home.run(["fleet", words[0], "fleet.yaml"] + words.dropFirst())
            #expect(loud.status == 0 && !loud.output.isEmpty, "\(line) \(loud.errors)")
            let run = try home.run(["fleet", words[0], "fleet.yaml", "-q"] + words.dropFirst())
            #expect(run.status == 0, "\(line) \(run.errors)")
            #expect(run.output.isEmpty && run.errors.isEmpty, "\(line) \(run.output) \(run.errors)")
        }
        // What was asked for is said all the same.
        for line in [["show"], ["show", "--sample"], ["status"], ["history"]] {
            let run = try home.run(["fleet", line[0], "fleet.yaml", "--quiet"] + line.dropFirst())
            #expect(run.status == 0 && run.errors.isEmpty, "\(line) \(run.errors)")
            #expect(line[0] != "show" || !run.output.isEmpty, "\(line)")
        }
        let why = try home.run("fleet", "why", "fleet.yaml", "ada:/a.tmp", "-q")
        #expect(why.status == 0 && !why.output.isEmpty && why.errors.isEmpty)
        // And so is what is not well.
        try home.write(
            try home.text("rules.yaml")
                .replacingOccurrences(of: "bytes: unlimited", with: "bytes: 1B"), to: "rules.yaml")
        let over = try home.run("fleet", "plan", "fleet.yaml", "-q")
        #expect(over.status == 6 && over.output.contains("ada"), "\(over.output) \(over.errors)")
        try home.write("nonsense\n", to: "listings/bob.ndjson")
        let broken = try home.run("fleet", "import", "fleet.yaml", "-q")
        #expect(broken.status == 1 && broken.errors.contains("bob.ndjson"), "\(broken.errors)")
    }

    @Test("a plan that is there already is called so, with what has made it and what makes another")
    func there() throws {
        let home = try home()
        let line = ["fleet", "plan", "fleet.yaml", "--now", "2026-06-01T12:00:00Z"]
        let first = try home.run(line)
        #expect(first.status == 0 && !first.errors.contains("already"), "\(first.errors)")
        let again = try home.run(line)
        #expect(again.status == 0 && again.output == first.output)
        for said in ["is there already: this machine made it at 20", "'--now'"] {
            #expect(again.errors.contains(said), "\(again.errors)")
        }
        #expect(try !home.run(line + ["--quiet"]).errors.contains("already"))
        // How its lines are kept is said where another way is asked for, and to nobody else.
        let fleet = try home.text("fleet.yaml")
        try home.write(fleet + "\nlines: packed\n", to: "fleet.yaml")
        let packed = try home.run(line)
        #expect(packed.status == 0 && packed.errors.contains("lines that are plain"))
        let silent = try home.run(line + ["--quiet"])
        #expect(silent.status == 0 && silent.output.isEmpty && silent.errors.isEmpty)
        try home.write(fleet, to: "fleet.yaml")
        // It is said whatever is asked to make it.
        let spark = try home.run(line + ["--engine", "spark", "--only", "finish"])
        #expect(
            spark.status == 0 && spark.errors.contains("this machine made it"), "\(spark.errors)")
        // Nor does it need what would make it.
        let missing = ["PYSPARK_DRIVER_PYTHON": "/nowhere/python3"]
        let lacking = try home.run(line + ["--engine", "spark"], environment: missing)
        #expect(
            lacking.status == 0 && lacking.errors.contains("is there already"), "\(lacking.errors)")
        let later: [String] = line.dropLast() + ["2026-06-03T12:00:00Z", "--engine", "spark"]
        let refused = try home.run(later, environment: missing)
        #expect(
            refused.status == 1 && refused.errors.contains("cleanrules-spark"), "\(refused.errors)")
        // Who made it is no part of the plan, and not needed.
        let note = try #require(home.tree("work/plans").first { $0.hasSuffix("/made.json") })
        try home.remove("work/plans/" + note)
        let unknown = try home.run(line)
        #expect(unknown.status == 0 && unknown.errors.contains("is there already. "))
        let other = try home.run(line.dropLast() + ["2026-06-02T12:00:00Z"])
        #expect(other.status == 0 && !other.errors.contains("already"), "\(other.errors)")
    }
}
