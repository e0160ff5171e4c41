// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Plans over all drives of a fleet, with the programs as they are installed.
@Suite("Plans over a fleet", .timeLimit(.minutes(30)))
struct FleetPlanTests {
    private static let now = "2026-06-01T12:00:00Z"
    private static let drives = ["ada", "bob", "cäsar", "dora", "e:f", "gus", "zoe"]

    private static let rules = """
        version: 1
        timezone: UTC
        limits: {items: unlimited, bytes: unlimited, percent: 1}
        protect:
          - {id: secrets, match: {path: "/Keep/**"}}
        rules:
          - {id: leftovers, match: {name: ["*.tmp"]}, then: delete}
          - id: copies
            match: {age: over 30d}
            duplicates: {same: content, across: drives, keep: [oldest, shortest_path]}
            then: delete
          - id: twins
            duplicates: {same: [size, modified], across: drives, keep: [newest_modified], copies: 2}
            then: delete
          - id: here
            duplicates: {same: content, across: drive, keep: [shortest_path]}
            then: review
          - {id: only-ada, in: ada, match: {name: "*.bin"}, then: review}
          - {id: folders, type: folder, match: {name: "*old*"}, then: delete}
        """

    /// The listing of a drive: few contents, so that most lie on several drives.
    private static func listing(_ drive: String, _ random: inout SplitMix64) -> String {
        var lines: [String] = []
        for folder in ["/Keep", "/old", "/A", "/A/old b"] {
            lines.append(#"{"drive":"\#(drive)","path":"\#(folder)","type":"folder"}"#)
        }
        for number in 0..<60 {
            let folder = random.pick(["", "/Keep", "/old", "/A", "/A/old b"])
            let name =
                random.pick(["é", "x y", "z"]) + "\(number)"
                + random.pick([".tmp", ".bin", ".jpg", ".jpg"])
            let content = random.below(20)
            let day = String(format: "%02d", 1 + random.below(28))
            let id = random.once(in: 3) ? "" : #""id":"\#(drive)-\#(number)","#
            let hash = String(repeating: String(format: "%02x", content), count: 32)
            let hashes =
                random.once(in: 9)
                ? "" : #""hashes":{"sha256":"\#(hash)"},"#
            lines.append(
                #"{"drive":"\#(drive)",\#(id)\#(hashes)"path":"\#(folder)/\#(name)","#
                    + #""size":\#(1_000 + content),"etag":"t\#(number)","#
                    + #""created":"2020-01-\#(day)T00:00:00Z","#
                    + #""modified":"2021-02-\#(day)T01:02:03Z"}"#)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A home with the drives in so many listing files, and all of them in one.
    private func home(files: Int, more: String = "across_owners: delete") throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(Self.rules, to: "rules.yaml")
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: listings, files: "listings/*.ndjson"}
            \(more)
            """, to: "fleet.yaml")
        var random = SplitMix64(seed: 7)
        var texts = [String](repeating: "", count: files)
        for (place, drive) in Self.drives.enumerated() {
            texts[place % files] += Self.listing(drive, &random)
        }
        for (place, text) in texts.enumerated() {
            try home.write(text, to: "listings/part-\(place).ndjson")
        }
        try home.write(texts.joined(), to: "all.ndjson")
        return home
    }

    /// The lines of one plan over everything.
    private func whole(_ home: ScratchHome, now: String = now) throws -> String {
        let run = try home.run(
            "plan", "--no-state", "-q", "--rules", "rules.yaml", "--listing", "all.ndjson", "--all",
            "--format", "ndjson", "--now", now)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains(#""verdict":"delete""#))
        return run.output
    }

    @discardableResult
    private func plan(_ home: ScratchHome, _ more: String..., now: String = now) throws
        -> CommandRun
    {
        let run = try home.run(["fleet", "plan", "fleet.yaml", "--now", now] + more)
        #expect(!run.errors.contains("begun again"), "\(run.errors)")
        return run
    }

    private func lines(_ home: ScratchHome) throws -> String {
        let run = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    @Test("are those of one plan over all listings, byte for byte", arguments: [1, 3, 7])
    func equal(files: Int) throws {
        let home = try home(files: files)
        let run = try plan(home, "--jobs", "2")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("copies") && run.output.contains("7 drives"), "\(run.output)")
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
        // What parts told each other is gone, and what is there is for nobody else.
        let tree = home.tree("work/plans")
        #expect(tree.filter { $0.hasSuffix(".ndjson") }.count == files, "\(tree)")
        #expect(!tree.contains { $0.contains("summaries") || $0.contains("/.") }, "\(tree)")
        let mode = try FileManager.default.attributesOfItem(atPath: home.path + "/work")
        #expect(mode[.posixPermissions] as? Int == 0o700)
        let detailed = try plan(home, "--detailed-exitcode")
        #expect(detailed.status == 2)
    }

    @Test("without rules across drives take fewer steps, and are the same too")
    func plain() throws {
        let home = try home(files: 3, more: "")
        try home.write(
            """
            version: 1
            timezone: UTC
            rules:
              - {id: tmp, match: {name: "*.tmp"}, then: delete}
              - {id: here, duplicates: {same: content, across: drive, keep: [shortest_path]}, then: delete}
            """, to: "rules.yaml")
        let run = try plan(home)
        #expect(run.status == 0, "\(run.errors)")
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
    }

    @Test(
        "that were killed are gone on with as of the same instant, and are the same",
        arguments: [
            ("summaries/0", "plain"), ("settlements/0", "plain"), ("tallies/0", "plain"),
            ("totals/0", "packed"), ("lines/0", "plain"), ("lines/0", "packed"),
        ])
    func killed(step: String, lines form: String) throws {
        let owners = "across_owners: delete"
        let home = try home(files: 3, more: owners + "\nlines: " + form)
        let program = try home.start(["fleet", "plan", "fleet.yaml", "--jobs", "1"])
        while program.process.isRunning,
            !home.tree("work/plans").contains(where: { $0.contains(step) })
        {
            usleep(1_000)
        }
        kill(program.process.processIdentifier, SIGKILL)
        #expect(try program.finish().isKilled)
        #expect(try home.run("fleet", "show", "fleet.yaml").status == 1, "there is no half plan")
        // However its lines were to be kept: those that nobody asks for any more are gone.
        let fleet = try home.text("fleet.yaml")
        try home.write(fleet.replacing("packed", with: "plain"), to: "fleet.yaml")
        let again = try home.run("fleet", "plan", "fleet.yaml")
        #expect(again.status == 0, "\(again.errors)")
        #expect(kept(home).packed.isEmpty && kept(home).plain.count == 3)
        #expect(again.errors.contains("Going on with the plan as of"), "\(again.errors)")
        let manifest = try #require(
            home.tree("work/plans").first { $0.hasSuffix("/manifest.json") })
        let json = try JSONSerialization.jsonObject(
            with: Data(try home.text("work/plans/" + manifest).utf8))
        let now = try #require((json as? [String: Any])?["now"] as? String)
        let (whole, lines) = (try whole(home, now: now), try lines(home))
        #expect(lines == whole)
    }

    @Test("that were killed while listings were read read the others, and are the same")
    func killedReading() throws {
        let home = try home(files: 7)
        let program = try home.start(
            ["fleet", "plan", "fleet.yaml", "--jobs", "1", "--now", Self.now])
        func columns() -> [String] {
            home.tree("work/snapshots").filter { $0.hasSuffix(".columns") }
        }
        while program.process.isRunning, columns().isEmpty { usleep(1_000) }
        kill(program.process.processIdentifier, SIGKILL)
        #expect(try program.finish().isKilled)
        #expect(try plan(home).status == 0)
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
        #expect(columns().count == 7 && home.tree("work/snapshots").count == 15)
    }

    /// The files of plans in which lines are, as they are kept.
    private func kept(_ home: ScratchHome) -> (plain: [String], packed: [String]) {
        let tree = home.tree("work/plans")
        return (tree.filter { $0.hasSuffix(".ndjson") }, tree.filter { $0.hasSuffix(".ndjson.gz") })
    }

    @Test("whose lines are packed are the same, are what was written, and stay as they were made")
    func packed() throws {
        let home = try home(files: 3, more: "across_owners: delete\nlines: packed")
        #expect(try plan(home).status == 0)
        let files = kept(home).packed
        #expect(files.count == 3 && kept(home).plain.isEmpty, "\(kept(home))")
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
        func shown(_ drive: String) throws -> CommandRun {
            try home.run(
                "fleet", "show", "fleet.yaml", "--format", "ndjson", "--drive", drive, "--verdict",
                "delete")
        }
        for drive in Self.drives {
            let wanted = try lines.split(separator: "\n").filter { line in
                let entry = try JSONSerialization.jsonObject(with: Data(line.utf8))
                let said = entry as? [String: Any]
                return said?["drive"] as? String == drive && said?["verdict"] as? String == "delete"
            }
            let found = try shown(drive)
            #expect(found.status == 0 && !wanted.isEmpty, "\(found.errors)")
            #expect(found.output.split(separator: "\n") == wanted)
        }
        let why = try home.run("fleet", "why", "fleet.yaml", "ada:/old")
        #expect(why.status == 0 && why.output.hasPrefix("ada:/old: "), "\(why.output)")

        // A byte of one drive's lines is another one: the others are shown, and it is made anew.
        let place = URL(fileURLWithPath: "\(home.path)/work/plans/\(files[0])")
        let bytes = try Data(contentsOf: place)
        var other = bytes
        other[bytes.count / 2] ^= 4
        try other.write(to: place)
        let states = try Self.drives.map { try shown($0).status }
        #expect(states.count { $0 == 1 } == 1 && states.count { $0 == 0 } == 6, "\(states)")
        let torn = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        #expect(torn.errors.contains(".gz' is damaged where the lines of drive"), "\(torn.errors)")
        let told = torn.output.split(separator: "\n")
        #expect(Array(lines.split(separator: "\n").prefix(told.count)) == told)
        #expect(try plan(home).status == 0)
        #expect(try Data(contentsOf: place) == bytes)

        // The same plan keeps its form, which is said, and the next one has the other.
        let fleet = try home.text("fleet.yaml")
        try home.write(fleet.replacing("lines: packed", with: ""), to: "fleet.yaml")
        let same = try plan(home)
        #expect(same.status == 0 && same.errors.contains("they stay so"), "\(same.errors)")
        #expect(kept(home).packed == files && kept(home).plain.isEmpty)
        #expect(try plan(home, now: "2026-06-02T12:00:00Z").status == 0)
        #expect(kept(home).packed.isEmpty && kept(home).plain.count == 3)
    }

    @Test("of the same instant are made once; other rules and other listings make other ones")
    func anew() throws {
        let home = try home(files: 3)
        try plan(home)
        func manifest() throws -> Date? {
            let found = home.tree("work/plans").filter { $0.hasSuffix("/manifest.json") }
            #expect(found.count == 1, "\(found)")
            let path = "\(home.path)/work/plans/\(found.first ?? "")"
            return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
                as? Date
        }
        let first = try manifest()
        let again = try plan(home)
        let second = try manifest()
        #expect(again.status == 0 && second == first)
        try home.write(
            Self.rules.replacingOccurrences(of: "*.tmp", with: "*.bin"), to: "rules.yaml")
        #expect(try plan(home).status == 0)
        #expect(try manifest() != first)
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
        var random = SplitMix64(seed: 1)
        let other = Self.listing("new", &random)
        try home.write(other, to: "listings/part-9.ndjson")
        try home.write(try home.text("all.ndjson") + other, to: "all.ndjson")
        #expect(try plan(home).status == 0)
        let (more, shown) = (try self.whole(home), try self.lines(home))
        #expect(shown == more)
    }

    @Test(
        "read a listing once, and again only where it has changed or its snapshot is gone or torn")
    func snapshots() throws {
        let home = try home(files: 3)
        func imported() throws -> String {
            let run = try home.run("fleet", "import", "fleet.yaml", "--jobs", "2")
            #expect(run.status == 0, "\(run.errors)")
            return run.output
        }
        /// Has notes say that nobody had written to the files for some time, as is true next night.
        func settle() throws {
            for name in home.tree("work/snapshots") where name.hasSuffix(".json") {
                let note = try home.text("work/snapshots/" + name)
                try home.write(
                    note.replacingOccurrences(
                        of: #""isSettled":false"#, with: #""isSettled":true"#),
                    to: "work/snapshots/" + name)
            }
        }
        let columns = { home.tree("work/snapshots").filter { $0.hasSuffix(".columns") } }
        #expect(try imported().contains("3 listing files, 3 of them"))
        #expect(columns().count == 3 && !home.has("work/plans/current"))
        try settle()
        #expect(try imported().contains("3 listing files, 0 of them"))
        #expect(try plan(home).status == 0)
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)

        var random = SplitMix64(seed: 1)
        let text = Self.listing("ada", &random)
        let rest = try home.text("listings/part-1.ndjson") + home.text("listings/part-2.ndjson")
        try home.write(text, to: "listings/part-0.ndjson")
        try home.write(text + rest, to: "all.ndjson")
        #expect(try imported().contains("3 listing files, 1 of them"))
        #expect(try plan(home).status == 0)
        let (second, shown) = (try self.whole(home), try self.lines(home))
        #expect(shown == second && shown != lines)

        try settle()
        // One that cannot be read is made anew, or named with what to do; never half read.
        let path = "\(home.path)/work/snapshots/\(columns()[0])"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try bytes.dropLast(9).write(to: URL(fileURLWithPath: path))
        #expect(try imported().contains("1 of them"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        try settle()
        var torn = bytes
        torn[torn.count - 9] ^= 1
        try torn.write(to: URL(fileURLWithPath: path))
        let refused = try plan(home, now: "2026-06-03T12:00:00Z")
        #expect(refused.status == 1 && refused.errors.contains("remove it"), "\(refused.errors)")
        try FileManager.default.removeItem(atPath: path)
        #expect(try plan(home, now: "2026-06-03T12:00:00Z").status == 0)

        try settle()
        try home.remove("listings/part-2.ndjson")
        #expect(try imported().contains("2 listing files, 0 of them"))
        #expect(columns().count == 2)
    }

    @Test("are not made where a listing is torn, no file is one, or two files have one drive")
    func wrong() throws {
        let home = try home(files: 3)
        let text = try home.text("listings/part-1.ndjson")
        try home.write(text + #"{"drive":"bob","path":"/to"#, to: "listings/part-1.ndjson")
        let torn = try plan(home)
        #expect(torn.status == 1)
        let line = text.split(separator: "\n").count + 1
        #expect(torn.errors.contains("listings/part-1.ndjson:\(line):"), "\(torn.errors)")
        let none = try home.run("fleet", "show", "fleet.yaml")
        #expect(none.status == 1 && none.errors.contains("has no plan"), "\(none.errors)")
        try home.write(text, to: "listings/part-1.ndjson")

        try home.write(#"{"drive":"ada","path":"/x"}"# + "\n", to: "listings/part-8.ndjson")
        for command in ["plan", "check"] {
            let shared = try home.run("fleet", command, "fleet.yaml")
            #expect(shared.status == 1)
            for said in ["'ada'", "'listings/part-0.ndjson'", "'listings/part-8.ndjson'"] {
                #expect(shared.errors.contains(said), "\(shared.errors)")
            }
        }
        try home.remove("listings/part-8.ndjson")

        try home.write("", to: "listings/part-7.ndjson/inside")
        let folder = try plan(home)
        #expect(folder.status == 1 && folder.errors.contains("no regular file"))
        try home.remove("listings")
        let missing = try plan(home)
        #expect(
            missing.status == 1 && missing.errors.contains("\(home.path)/listings/*.ndjson'"),
            "\(missing.errors)")
    }

    @Test("are not shown where a byte of a line or the manifest is not what was written")
    func damaged() throws {
        let home = try home(files: 3)
        try plan(home)
        let whole = try lines(home)
        func found(_ end: String) throws -> String {
            "work/plans/" + (try #require(home.tree("work/plans").first { $0.hasSuffix(end) }))
        }
        let path = try found(".ndjson")
        let text = try home.text(path)
        let place = try #require(text.lastIndex(of: "7"))
        var other = text
        other.replaceSubrange(place...place, with: "8")
        try home.write(other, to: path)
        let shown = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        #expect(shown.status == 1 && shown.errors.contains(".ndjson' is damaged"))
        // Of the drives before it the lines are told, and of its own none.
        let told = shown.output.split(separator: "\n")
        #expect(Array(whole.split(separator: "\n").prefix(told.count)) == told)
        // That one drive alone cannot be shown.
        let states = try Self.drives.map { drive in
            try home.run("fleet", "show", "fleet.yaml", "--drive", drive).status
        }
        #expect(states.count { $0 == 1 } == 1 && states.count { $0 == 0 } == 6, "\(states)")
        // The same plan again is made anew.
        #expect(try plan(home).status == 0)
        #expect(try home.text(path) == text)
        let again = try lines(home)
        #expect(again == whole)
        try home.remove(try found("/manifest.json"))
        let bare = try home.run("fleet", "show", "fleet.yaml")
        #expect(bare.status == 1 && bare.errors.contains("manifest.json"), "\(bare.errors)")
        #expect(try plan(home).status == 0)
        let last = try lines(home)
        #expect(last == whole)
    }

    @Test("say why an item goes, and what stays of it on other drives")
    func why() throws {
        let home = try home(files: 7)
        try plan(home)
        let entries = try lines(home).split(separator: "\n").map { line in
            try #require(
                JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let entry = try #require(
            entries.first { entry in
                let survivors = entry["survivors"] as? [[String: Any]] ?? []
                return entry["verdict"] as? String == "delete"
                    && survivors.contains { $0["drive"] as? String != entry["drive"] as? String }
            })
        let name = "\(entry["drive"] ?? ""):\(entry["path"] ?? "")"
        let why = try home.run("fleet", "why", "fleet.yaml", name)
        #expect(why.status == 0 && why.output.hasPrefix("\(name): delete, "), "\(why.output)")
        for survivor in entry["survivors"] as? [[String: Any]] ?? [] {
            let stays = "  stays: \(survivor["drive"] ?? ""):\(survivor["path"] ?? "") ("
            #expect(why.output.contains(stays), "\(why.output)")
        }
        // Each rule with its conditions, as 'why' has them of one listing; of copies, no group: those of
        // its own drive are not all.
        let alone = try home.run(
            "why", name, "--no-state", "-q", "--rules", "rules.yaml", "--listing", "all.ndjson",
            "--now", Self.now)
        let conditions = alone.output.split(separator: "\n").filter {
            $0.hasPrefix("      yes ") || $0.hasPrefix("      no  ") || $0.hasPrefix("  2 ")
        }
        #expect(conditions.count > 2, "\(alone.output) \(alone.errors)")
        for line in conditions { #expect(why.output.contains(line + "\n"), "\(why.output)") }
        #expect(why.output.contains("  3 ") && !why.output.contains("      group"))
        #expect(try home.run("fleet", "why", "fleet.yaml", "ada:/nowhere").status == 1)
        #expect(try home.run("fleet", "why", "fleet.yaml", "nowhere").status == 64)
        for place in 0..<7 { try home.write("", to: "listings/part-\(place).ndjson") }
        #expect(try home.run("fleet", "import", "fleet.yaml").status == 0)
        let later = try home.run("fleet", "why", "fleet.yaml", name)
        #expect(later.status == 0 && later.output.contains("plan again"), "\(later.output)")
        let table = try home.run(
            "fleet", "show", "fleet.yaml", "--drive", "ada", "--verdict", "keep")
        #expect(table.status == 0 && table.output.contains("ada:/Keep"), "\(table.errors)")
        #expect(!table.output.contains("bob:"))
    }

    @Test("are begun for another engine, and finished when that has judged all parts")
    func elsewhere() throws {
        let home = try home(files: 3)
        let spark = ["fleet", "plan", "fleet.yaml", "--engine", "spark", "--now", Self.now]
        let early = try home.run(spark + ["--only", "finish"])
        #expect(early.status == 1 && early.errors.contains("plan again"), "\(early.errors)")
        let begun = try home.run(spark + ["--only", "begin"])
        let told = begun.output.split(separator: "\n").map { String($0) }
        #expect(begun.status == 0 && told.count == 2, "\(begun.errors)")
        let folder = try #require(told.first)
        #expect(FileManager.default.fileExists(atPath: folder + "/job.json"))
        #expect(told.last?.hasSuffix("/cleanrules-part") == true)
        let half = try home.run(spark + ["--only", "finish"])
        #expect(half.status == 1 && half.errors.contains("/lines/"), "\(half.errors)")
        #expect(try home.run("fleet", "show", "fleet.yaml").status == 1, "there is no half plan")
        let judged = try plan(home)
        let finished = try home.run(spark + ["--only", "finish"])
        #expect(finished.status == 0 && finished.output == judged.output, "\(finished.errors)")
        let (whole, lines) = (try whole(home), try lines(home))
        #expect(lines == whole)
    }

    @Test("are checked before: rules, owners, inventory; and Spark is no part of this program")
    func checks() throws {
        let home = try home(files: 3)
        let check = try home.run("fleet", "check", "fleet.yaml")
        #expect(check.status == 0, "\(check.errors)")
        #expect(check.output.contains("7 drives in 3 listing files"), "\(check.output)")
        #expect(try plan(home, "--master", "spark://h:1").status == 64)
        #expect(try plan(home, "--checkpoint").status == 64)
        #expect(try plan(home, "--wait", "2m").status == 64)
        for wait in ["2", "m", "-1m", "2mo", "9000w"] {
            let refused = try plan(home, "--engine", "spark", "--wait", wait)
            #expect(refused.status == 64 && refused.errors.contains("--wait"), "\(wait)")
        }
        #expect(try plan(home, "--jobs", "0").status == 64)
        #expect(!home.has("work"))
        let spark = try home.run(
            ["fleet", "plan", "fleet.yaml", "--engine", "spark", "--master", "spark://h:1"],
            environment: ["PYSPARK_DRIVER_PYTHON": "/nowhere/python3"])
        #expect(spark.status == 1 && spark.errors.contains("cleanrules-spark"), "\(spark.errors)")
        // It says how to get it.
        for said in ["script/spark-wheel", "'/nowhere/python3 -m pip install .build/dist/"] {
            #expect(spark.errors.contains(said), "\(spark.errors)")
        }
        for (part, said) in [("/nowhere/part", "CLEANRULES_PART"), ("/bin/false", "/bin/false")] {
            let other = try home.run(
                ["fleet", "plan", "fleet.yaml", "--engine", "spark", "--wait", "0"],
                environment: ["CLEANRULES_PART": part])
            #expect(other.status == 1 && other.errors.contains(said), "\(other.errors)")
        }

        let owned = try self.home(files: 3, more: "")
        for command in ["plan", "check"] {
            let refused = try owned.run("fleet", command, "fleet.yaml")
            #expect(refused.status == 3 && refused.errors.contains("'across_owners: delete'"))
            // Each rule at its place.
            for said in ["rules.yaml:8:", "rules.yaml:12:", "rule 'copies' de", "rule 'twins' de"] {
                #expect(refused.errors.contains(said), "\(refused.errors)")
            }
        }
        let fleet = try owned.text("fleet.yaml")
        try owned.write(fleet + "\ninventory: drives.ndjson\n", to: "fleet.yaml")
        func inventory(_ drives: [String]) throws {
            let lines = drives.map { #"{"name":"\#($0)","owner":"one"}"# + "\n" }
            try owned.write(lines.joined(), to: "drives.ndjson")
        }
        // All drives are one person's.
        try inventory(Self.drives)
        #expect(try plan(owned).status == 0)
        try inventory(Self.drives + ["hal"])
        let missing = try plan(owned, now: "2026-06-02T12:00:00Z")
        #expect(missing.status == 1 && missing.errors.contains("'hal'"), "\(missing.errors)")
        try inventory(Self.drives + ["ada"])
        let twice = try plan(owned, now: "2026-06-02T12:00:00Z")
        #expect(twice.status == 3 && twice.errors.contains("drives.ndjson:8:9"), "\(twice.errors)")
    }

    @Test(
        "are foretold by check: what rules cannot see, which hashes are missing, how old the plan is"
    )
    func foretold() throws {
        let home = try home(files: 3)
        func check() throws -> CommandRun {
            let run = try home.run("fleet", "check", "fleet.yaml")
            #expect(run.status == 0, "\(run.errors)")
            return run
        }
        let bare = try check()
        #expect(bare.output.contains("contents by sha256;"), "\(bare.output)")
        #expect(bare.output.contains("\n  sha256: ") && bare.output.contains(" of 7 drives"))
        #expect(!bare.output.contains("Plan p-") && bare.errors.isEmpty, "\(bare.errors)")
        #expect(try plan(home).status == 0)
        // The snapshots of the plan have the same hashes.
        let known = try check()
        let hashes = bare.output.split(separator: "\n").prefix(3).joined(separator: "\n")
        #expect(known.output.hasPrefix(hashes + "\n"), "\(known.output)")
        #expect(known.output.contains("\nPlan p-"), "\(known.output)")
        let unseen = "\n  - {id: unseen, match: {camera: missing}, then: review}\n"
        try home.write(Self.rules + unseen, to: "rules.yaml")
        let other = try check()
        #expect(other.output.contains("of other rules than these"), "\(other.output)")
        // What is known all the same, as before the first plan.
        #expect(!known.output.contains(" items are imported"), "\(known.output)")
        #expect(other.output.contains(" items are imported, from 3 of 3 "), "\(other.output)")
        #expect(other.output.contains("how many days it takes, 'cleanrules fleet plan"))
        #expect(other.errors.contains("rule 'unseen' tests 'camera'"), "\(other.errors)")
    }

    @Test("are made by processes that reach nothing but what they are told of")
    func confined() throws {
        let home = try ScratchHome()
        try home.write("", to: "work/plan/x")
        let part = URL(fileURLWithPath: try ScratchHome.program()).deletingLastPathComponent()
            .appendingPathComponent("cleanrules-part").path
        let run = try home.shell("exec '\(part)' confined '\(home.path)/work/plan'")
        let outcomes = ["confined yes\n", "confined no: the kernel has no Landlock\n"]
        #expect(outcomes.contains(run.output), "\(run.output) \(run.errors)")
        #expect(home.tree("work") == ["plan", "plan/x"])
    }

    @Test("speak the language of the person, in the processes as well")
    func language() throws {
        let home = try home(files: 3)
        let german = ["LC_ALL": "de_DE.UTF-8"]
        let run = try home.run(
            ["fleet", "plan", "fleet.yaml", "--now", Self.now], environment: german)
        #expect(run.status == 0 && run.output.contains("7 Laufwerke"), "\(run.output)")
        try home.write("{", to: "listings/part-1.ndjson")
        let torn = try home.run(["fleet", "plan", "fleet.yaml"], environment: german)
        #expect(torn.status == 1 && torn.errors.contains("Schritt"), "\(torn.errors)")
        let option = try home.run(
            ["fleet", "plan", "fleet.yaml", "--jobz", "1"], environment: german)
        #expect(option.status == 64 && option.errors.hasPrefix("Fehler: "), "\(option.errors)")
        #expect(option.errors.contains("keine Option „--jobz“. Ist „--jobs“ gemeint?"))
        #expect(option.errors.contains("\nAufruf: cleanrules fleet plan "), "\(option.errors)")
        let jobs = try home.run(
            ["fleet", "plan", "fleet.yaml", "--jobs", "0"], environment: german)
        #expect(jobs.errors.hasPrefix("Fehler: --jobs nimmt eine Zahl"), "\(jobs.errors)")
    }

    @Test("are staged up to a date or an instant; what is neither is told as it was typed")
    func until() throws {
        let home = try home(files: 1)
        func stage(_ text: String, _ language: String = "C") throws -> CommandRun {
            try home.run(
                ["fleet", "stage", "fleet.yaml", "--wave", "1", "--until", text],
                environment: ["LC_ALL": language])
        }
        for text in ["soon", "2026-02-30", "1500-01-01", "2026-12-31T08:00"] {
            let run = try stage(text)
            #expect(run.status == 64, "\(run.errors)")
            let said = "'\(text)' is no date and no instant; write it as '2026-12-31' or"
            #expect(run.errors.contains(said), "\(run.errors)")
        }
        for text in ["2026-12-31", "2026-12-31T08:00:00Z", "2026-12-31t08:00:00+01:00"] {
            #expect(try stage(text).status != 64)
        }
        let german = try stage("soon", "de_DE.UTF-8")
        #expect(german.errors.contains("„soon“ ist kein Datum"), "\(german.errors)")
    }
}
