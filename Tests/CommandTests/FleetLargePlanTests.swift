// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Plans over many drives in as many files, with the programs as they are installed.
@Suite("Plans over many drives", .timeLimit(.minutes(30)))
struct FleetLargePlanTests {
    private static let now = "2026-06-01T12:00:00Z"

    private static let rules = """
        version: 1
        timezone: UTC
        limits: {items: unlimited, bytes: unlimited, percent: unlimited}
        review: {bigger_than: 20kB, trial: 3}
        protect:
          - {id: secrets, match: {path: "/Keep/**"}}
        rules:
          - id: copies
            match: {age: over 30d}
            duplicates: {same: content, across: drives, keep: [oldest, shortest_path]}
            then: delete
          - id: twins
            duplicates:
              same: [size, modified]
              across: drives
              keep: [{in: "/A/**"}, newest_modified]
              copies: 2
            then: delete
          - id: own
            in: d07
            duplicates: {same: content, across: drives, keep: [{drive: d03}]}
            then: delete
          - id: newest
            match: {name: "*.bak"}
            surplus: {keep: 2, per: folder}
            then: delete
          - {id: wide, in: d08, match: {width: over 5}, then: review}
          - {id: folders, type: folder, match: {name: "*old*"}, then: delete}
        """

    /// A home with so many drives, each in a file of its own with so many items, and all of them in one.
    private func home(drives: Int, items: Int) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(Self.rules, to: "rules.yaml")
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            across_owners: delete
            source: {kind: listings, files: "listings/*.ndjson"}
            """, to: "fleet.yaml")
        var random = SplitMix64(seed: 11)
        var all = ""
        for drive in 0..<drives {
            let name = drive < 10 ? "d0\(drive)" : "d\(drive)"
            let text = Self.listing(name, items, contents: drives * items * 2 / 3, &random)
            try home.write(text, to: "listings/\(name).ndjson")
            all += text
        }
        try home.write(all, to: "all.ndjson")
        return home
    }

    private static let folders = ["/Keep", "/old", "/A", "/A/old b"]

    private static func listing(
        _ drive: String, _ items: Int, contents: Int, _ random: inout SplitMix64
    ) -> String {
        var text = ""
        for folder in folders {
            text += #"{"drive":"\#(drive)","path":"\#(folder)","type":"folder"}"# + "\n"
        }
        for number in 0..<items {
            // Half of the files have one of few contents, which lie on several drives.
            let draw = random.next()
            let content = draw & 1 == 0 ? Int(draw >> 8) % 997 : 997 + Int(draw >> 8) % contents
            let digits = String(content, radix: 16)
            let hash = String(repeating: "0", count: 64 - digits.count) + digits
            let folder = (folders + [""])[Int(draw >> 1 & 0xff) % 5]
            let ending = draw & 0x300_0000 == 0 ? "bak" : "jpg"
            let day = 10 + content % 19
            text += #"{"drive":"\#(drive)","id":"\#(drive)-\#(number)","#
            text +=
                #""path":"\#(folder)/\#(number).\#(ending)","size":\#(1_000 + content % 20_000),"#
            text += #""hashes":{"sha256":"\#(hash)"},"created":"2020-01-\#(day)T00:00:00Z","#
            text += #""modified":"2021-02-\#(day)T01:02:0\#(content % 3)Z"}"# + "\n"
        }
        return text
    }

    /// Compares the lines of the plan with those of one plan over everything, which it gives.
    @discardableResult
    private func compare(_ home: ScratchHome) throws -> String {
        let whole = try home.run(
            "plan", "--no-state", "-q", "--rules", "rules.yaml", "--listing", "all.ndjson", "--all",
            "--format", "ndjson", "--now", Self.now)
        let shown = try home.run("fleet", "show", "fleet.yaml", "--format", "ndjson")
        #expect(whole.status == 0 && shown.status == 0, "\(whole.errors) \(shown.errors)")
        let isSame = shown.output == whole.output
        #expect(isSame)
        if !isSame {
            let wrong = zip(
                shown.output.split(separator: "\n"), whole.output.split(separator: "\n")
            ).first { $0 != $1 }
            Issue.record("\(wrong?.0 ?? "") instead of \(wrong?.1 ?? "")")
        }
        return whole.output
    }

    private func plan(_ home: ScratchHome, jobs: Int) throws {
        let run = try home.run(
            "fleet", "plan", "fleet.yaml", "--engine", "local", "--jobs", "\(jobs)", "--now",
            Self.now)
        #expect(run.status == 0, "\(run.errors)")
        // No process is ended by itself, and its task begun again in silence.
        #expect(!run.errors.contains("begun again"), "\(run.errors)")
    }

    @Test("are those of one plan, byte for byte: forty thousand items in forty files")
    func large() throws {
        let home = try home(drives: 40, items: 1_000)
        try plan(home, jobs: 2)
        let lines = try compare(home)
        let reasons = [
            "duplicate", "surplus", "last-copy", "protected", "bigger-than", "folder-not-empty",
        ]
        for reason in reasons {
            #expect(lines.contains(#""reason":"\#(reason)""#), "\(reason)")
        }
        #expect(lines.utf8.count { $0 == UInt8(ascii: "\n") } == 40 * 1_004)
    }

    @Test("begin each task once, one after the other as well")
    func once() throws {
        let home = try home(drives: 20, items: 12)
        try plan(home, jobs: 1)
        try compare(home)
    }

    @Test("name the one file of many that is broken, and read no other one again once it is mended")
    func broken() throws {
        let home = try home(drives: 40, items: 5)
        let text = try home.text("listings/d17.ndjson")
        try home.write(text + #"{"drive":"d17","path":"/to"#, to: "listings/d17.ndjson")
        let run = try home.run(
            "fleet", "plan", "fleet.yaml", "--jobs", "2", "--now", Self.now)
        #expect(run.status == 1 && run.errors.contains("listings/d17.ndjson"), "\(run.errors)")
        #expect(run.errors.contains("d17.ndjson:10:"), "\(run.errors)")
        #expect(try home.run("fleet", "show", "fleet.yaml").status != 0)
        try home.write(text, to: "listings/d17.ndjson")
        let read = try home.run("fleet", "import", "fleet.yaml")
        #expect(read.status == 0 && read.output.contains("40"), "\(read.output)")
        try plan(home, jobs: 2)
        try compare(home)
        let again = try home.run("fleet", "import", "fleet.yaml", "--quiet")
        #expect(again.status == 0, "\(again.errors)")
    }
}
