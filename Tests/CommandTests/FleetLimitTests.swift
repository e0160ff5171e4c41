// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Limits, drives that are left out, and drives of which nothing is known, in plans over a fleet.
@Suite("Limits of plans over a fleet", .timeLimit(.minutes(30)))
struct FleetLimitTests {
    private func home(_ files: [String: (all: Int, gone: Int)]) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            limits: {items: unlimited, bytes: unlimited, percent: 20}
            rules:
              - {id: tmp, match: {name: "*.tmp"}, then: delete}
            """, to: "rules.yaml")
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: listings, files: "listings/*.ndjson"}
            """, to: "fleet.yaml")
        for (drive, count) in files { try list(drive, count.all, gone: count.gone, home) }
        return home
    }

    /// Lists so many files of `drive`, of which so many go.
    private func list(
        _ drive: String, _ count: Int, gone: Int, _ home: ScratchHome
    ) throws {
        let lines = (0..<count).map { number in
            let name = number < gone ? "\(number).tmp" : "\(number).txt"
            return #"{"drive":"\#(drive)","path":"/\#(name)","size":7}"# + "\n"
        }
        try home.write(lines.joined(), to: "listings/\(drive).ndjson")
    }

    private func plan(_ home: ScratchHome, _ more: String...) throws -> CommandRun {
        try home.run(
            ["fleet", "plan", "fleet.yaml", "--jobs", "2", "--now", "2026-06-01T12:00:00Z"] + more)
    }

    private func lines(_ home: ScratchHome, _ more: String...) throws -> [Substring] {
        let run = try home.run(["fleet", "show", "fleet.yaml", "--format", "ndjson"] + more)
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n")
    }

    private func manifest(_ home: ScratchHome) throws -> [String: Any] {
        let name = try #require(
            home.tree("work/plans").first { $0.hasSuffix("/manifest.json") })
        let json = try JSONSerialization.jsonObject(
            with: Data(try home.text("work/plans/" + name).utf8))
        return try #require(json as? [String: Any])
    }

    @Test("hold each drive by itself; one that is over stays in the plan, and is named")
    func percent() throws {
        let home = try home(["ada": (200, 60), "bob": (200, 10), "eve": (200, 40)])
        let run = try plan(home, "--detailed-exitcode")
        #expect(run.status == 6, "\(run.errors)")
        #expect(run.output.contains("1 drive is over") && run.output.contains("  ada: "))
        #expect(!run.output.contains("  bob: "), "\(run.output)")
        #expect(try lines(home).count == 600)
        #expect(try lines(home, "--drive", "ada", "--verdict", "delete").count == 60)
        let refused = try manifest(home)["drives"] as? [[String: Any]] ?? []
        let over = refused.filter { !(($0["exceeded"] as? [Any])?.isEmpty ?? true) }
        #expect(over.compactMap { $0["name"] as? String } == ["ada"])
        #expect(try manifest(home)["refused"] as? Int == 1)
        let table = try home.run("fleet", "show", "fleet.yaml", "--drive", "ada")
        #expect(table.output.contains("1 drive is over"))
        let other = try home.run("fleet", "show", "fleet.yaml", "--drive", "bob")
        #expect(!other.output.contains("is over"))
        // The same plan again, and with the drive in order.
        #expect(try plan(home).status == 6)
        try list("ada", 200, gone: 40, home)
        #expect(try plan(home).status == 0)
    }

    @Test("hold what a single rule deletes on each drive by the rule's own limits")
    func ofRules() throws {
        let home = try home([
            "ada": (200, 25), "bob": (200, 20), "eve": (50, 31), "gus": (50, 30),
        ])
        // What another rule deletes does not count.
        try home.write(
            """
            version: 1
            timezone: UTC
            limits: {items: unlimited, bytes: unlimited, percent: 20}
            rules:
              - id: tmp
                match: {name: "*.tmp"}
                then: delete
                limits: {items: 30, percent: 10}
              - {id: last, match: {name: "19?.txt"}, then: delete}
            """, to: "rules.yaml")
        let run = try plan(home)
        #expect(run.status == 6, "\(run.errors)")
        #expect(run.output.contains("2 drives are over"), "\(run.output)")
        for drive in ["ada", "eve"] {
            #expect(run.output.contains("  \(drive): rule 'tmp' "), "\(run.output)")
        }
        let drives = try manifest(home)["drives"] as? [[String: Any]] ?? []
        let exceeded = drives.flatMap { $0["exceeded"] as? [[String: Any]] ?? [] }
        #expect(exceeded.compactMap { $0["rule"] as? String } == ["tmp", "tmp"])
        #expect(exceeded.compactMap { $0["limit"] as? String } == ["percent", "items"])
        #expect(try lines(home).count == 500)
        // It is kept with the plan, with the rule that it is of.
        let table = try home.run("fleet", "show", "fleet.yaml", "--drive", "ada")
        #expect(table.output.contains("  ada: rule 'tmp' "), "\(table.output)")
        // With limits that it is not over, the drive is as all others.
        try home.write(
            try home.text("rules.yaml")
                .replacingOccurrences(of: "items: 30, percent: 10", with: "items: 31, percent: 13"),
            to: "rules.yaml")
        #expect(try plan(home).status == 0)
    }

    @Test(
        "of items and of bytes hold each drive by itself as well, and never all drives together",
        arguments: ["items: 50, bytes: unlimited", "items: unlimited, bytes: 350B"])
    func amounts(limits: String) throws {
        // Of 7 bytes each: bob and eve are below either bound, and together above.
        let home = try home(["ada": (200, 60), "bob": (200, 40), "eve": (200, 50)])
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(
                of: "items: unlimited, bytes: unlimited, percent: 20",
                with: "\(limits), percent: unlimited"), to: "rules.yaml")
        let run = try plan(home)
        #expect(run.status == 6, "\(run.output) \(run.errors)")
        #expect(run.output.contains("1 drive is over") && run.output.contains("  ada: "))
        let refused = try manifest(home)["drives"] as? [[String: Any]] ?? []
        let over = refused.filter { !(($0["exceeded"] as? [Any])?.isEmpty ?? true) }
        #expect(over.compactMap { $0["name"] as? String } == ["ada"])
        #expect(try lines(home, "--verdict", "delete").count == 150)
        #expect(try plan(home, "--without", "ada").status == 0)
    }

    @Test(
        "notice a drive that lists far fewer files than at its last good plan, until it is accepted"
    )
    func drop() throws {
        let home = try home(["ada": (50, 1), "bob": (50, 1)])
        #expect(try plan(home).status == 0)
        try list("bob", 39, gone: 1, home)
        for _ in 0..<2 {
            let run = try plan(home)
            #expect(run.status == 6 && run.output.contains("  bob: "), "\(run.output)")
        }
        // A little less every night is a drop in the end.
        try list("bob", 38, gone: 1, home)
        #expect(try plan(home).status == 6)
        #expect(try plan(home, "--accept-drive", "bbo").status == 1)
        #expect(try plan(home, "--accept-drive", "bob").status == 0)
        #expect(try plan(home).status == 0)
        // It is back, and may grow.
        try list("bob", 70, gone: 1, home)
        #expect(try plan(home).status == 0)
        try home.write("[", to: "work/counts.json")
        let torn = try plan(home)
        #expect(torn.status == 1 && torn.errors.contains("counts.json"), "\(torn.errors)")
    }

    @Test("are over fewer drives where some are left out, or drawn for a try")
    func fewer() throws {
        let drives = ["ada", "bob", "eve", "gus", "zoe"]
        let home = try home(
            Dictionary(uniqueKeysWithValues: drives.map { ($0, (all: 9, gone: 1)) }))
        #expect(try plan(home).status == 0)
        let all = try lines(home)
        func names(_ lines: [Substring]) -> [String] {
            drives.filter { drive in lines.contains { $0.contains(#""drive":"\#(drive)""#) } }
        }
        let without = try plan(home, "--without", "ada", "--without", "zoe")
        #expect(without.status == 0 && without.output.contains("2 drives are left out"))
        #expect(try names(lines(home)) == ["bob", "eve", "gus"])
        #expect(
            try lines(home) == all.filter { !$0.contains(#""ada""#) && !$0.contains(#""zoe""#) })
        let wrong = try plan(home, "--without", "adda")
        #expect(wrong.status == 1 && wrong.errors.contains("'adda'"), "\(wrong.errors)")

        #expect(try plan(home, "--sample", "0").status == 64)
        let sample = try plan(home, "--sample", "2")
        #expect(sample.status == 0 && sample.output.contains("2 drives alone"))
        #expect(sample.errors.contains("--sample"), "\(sample.errors)")
        let drawn = try names(lines(home, "--sample"))
        #expect(drawn.count == 2)
        // A third drive, and one that is none of them and is gone: the two stay the two.
        #expect(try plan(home, "--sample", "3").status == 0)
        #expect(try Set(names(lines(home, "--sample"))).isSuperset(of: drawn))
        let other = try #require(drives.first { !drawn.contains($0) })
        try home.remove("listings/\(other).ndjson")
        #expect(try plan(home, "--sample", "2").status == 0)
        #expect(try names(lines(home, "--sample")) == drawn)
    }

    @Test("and a plan for a try is never in the place of the plan over all drives")
    func sample() throws {
        let home = try home(["ada": (9, 1), "bob": (9, 1), "eve": (9, 1)])
        #expect(try plan(home, "--sample", "1").status == 0)
        #expect(try lines(home, "--sample").count == 9)
        let none = try home.run("fleet", "show", "fleet.yaml")
        #expect(none.status == 5 && none.errors.contains("for a try"), "\(none.errors)")
        #expect(!home.has("work/counts.json"), "a try changes nothing")
        #expect(try plan(home).status == 0)
        #expect(try lines(home).count == 27)
        #expect(try lines(home, "--sample").count == 9, "the try is there still")
        let current = try home.text("work/plans/current")
        #expect(try plan(home, "--sample", "2").status == 0)
        #expect(try home.text("work/plans/current") == current)
        #expect(try lines(home).count == 27)
        #expect(try lines(home, "--sample").count == 18)
        #expect(home.tree("work/plans").count { $0.hasSuffix("/manifest.json") } == 2)
        let shown = try home.run("fleet", "show", "fleet.yaml", "--sample", "--verdict", "delete")
        #expect(shown.errors.contains("A try over 2 drives alone"), "\(shown.errors)")
        let drawn = ["ada", "bob", "eve"].first { shown.output.contains("\($0):/0.tmp") } ?? ""
        let why = try home.run("fleet", "why", "fleet.yaml", "\(drawn):/0.tmp", "--sample")
        #expect(why.errors.contains("A try over 2 drives alone"), "\(why.errors)")
        // As a version before this one has left it.
        try home.write(try home.text("work/plans/sample"), to: "work/plans/current")
        let old = try home.run("fleet", "show", "fleet.yaml")
        #expect(old.status == 5 && old.errors.contains("for a try"), "\(old.errors)")
    }

    @Test("compare contents by the hash that most files of the drives carry that are not left out")
    func mixedHashes() throws {
        let home = try home([:])
        try home.write(
            """
            version: 1
            timezone: UTC
            limits: {items: unlimited, bytes: unlimited, percent: unlimited}
            rules:
              - {id: copies, duplicates: {same: content, across: drives}, then: delete}
            """, to: "rules.yaml")
        let fleet = try home.text("fleet.yaml")
        try home.write(fleet + "\nacross_owners: delete\n", to: "fleet.yaml")
        func lines(_ drive: String, sha256: Range<Int>, quickxor: Range<Int>) -> String {
            let strong = sha256.map { number in
                let digits = String(format: "%064x", number)
                return #"{"drive":"\#(drive)","path":"/s\#(number)","size":7,"#
                    + #""hashes":{"sha256":"\#(digits)"}}"# + "\n"
            }
            let weak = quickxor.map { number in
                let text = Data(repeating: UInt8(number), count: 20).base64EncodedString()
                return #"{"drive":"\#(drive)","path":"/q\#(number)","size":7,"#
                    + #""hashes":{"quickxor":"\#(text)"}}"# + "\n"
            }
            return (strong + weak).joined()
        }
        // The one that is left out lies in one file with another, and has most of the files.
        let ada = lines("ada", sha256: 10..<30, quickxor: 0..<0)
        let bob = lines("bob", sha256: 1..<2, quickxor: 1..<4)
        let eve = lines("eve", sha256: 1..<2, quickxor: 1..<4)
        try home.write(ada + bob, to: "listings/one.ndjson")
        try home.write(eve, to: "listings/two.ndjson")
        for (without, rest, count) in [
            (["--without", "ada"], bob + eve, 3), ([], ada + bob + eve, 1),
        ] {
            try home.write(rest, to: "rest.ndjson")
            let whole = try home.run(
                "plan", "--no-state", "-q", "--rules", "rules.yaml", "--listing", "rest.ndjson",
                "--all", "--format", "ndjson", "--now", "2026-06-01T12:00:00Z")
            #expect(whole.output.components(separatedBy: #""verdict":"delete""#).count == count + 1)
            let run = try home.run(
                ["fleet", "plan", "fleet.yaml", "--now", "2026-06-01T12:00:00Z"] + without)
            #expect(run.status == 0, "\(run.errors)")
            let shown = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
            #expect(shown.output == whole.output)
        }
    }

    @Test(
        "take no drive for empty because nothing is listed, unless that is said and was so before")
    func empty() throws {
        let home = try home(["ada": (9, 1), "bob": (9, 1)])
        let fleet = try home.text("fleet.yaml")
        try home.write(fleet + "\ninventory: drives.ndjson\n", to: "fleet.yaml")
        try home.write(
            ["ada", "bob", "hal"].map { #"{"name":"\#($0)"}"# + "\n" }.joined(), to: "drives.ndjson"
        )
        let missing = try plan(home)
        #expect(missing.status == 1 && missing.errors.contains("'--empty-is-empty'"))
        #expect(try home.run("fleet", "check", "fleet.yaml").status == 1)
        for more in [["--without", "hal"], ["--empty-is-empty"]] {
            let checked = try home.run(["fleet", "check", "fleet.yaml"] + more)
            #expect(checked.status == 0, "\(checked.errors)")
        }
        #expect(try plan(home, "--without", "hal").status == 0)
        #expect(try plan(home, "--empty-is-empty").status == 0)
        try home.remove("listings/bob.ndjson")
        let gone = try plan(home, "--empty-is-empty")
        #expect(gone.status == 1 && gone.errors.contains("'bob'"), "\(gone.errors)")
        #expect(!gone.errors.contains("'hal'"))
        #expect(try plan(home, "--empty-is-empty", "--without", "bob").status == 0)
    }
}
