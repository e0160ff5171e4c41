// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import TestSupport
import Testing

/// Numbers of what was done, and more reviews for a day.
@Suite("Statistics on the command line")
struct StatsTests {
    /// A home with three old files that a rule deletes, planned.
    private func home(_ extra: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write(TestRules.old(window: "1h", extra: extra), to: "rules.yaml")
        try home.run("plan", "-q")
        return home
    }

    /// The amount under `key` of `object`.
    private func amount(_ object: Any?, _ key: String) throws -> [Int] {
        let amount = try #require((object as? [String: Any])?[key] as? [String: Int])
        return try ["items", "bytes", "unknown_sizes"].map { try #require(amount[$0]) }
    }

    @Test("say what was kept, what waits and what went")
    func numbers() throws {
        let home = try home()
        var stats = try home.run("stats", "--format", "json").json()
        #expect(stats["format"] as? Int == 1)
        #expect(try amount(stats["space"], "planned") == [3, 15, 0])
        #expect((stats["streak"] as? [String: Any])?["current"] as? Int == 0)
        try home.run("keep", "/a.iso")
        stats = try home.run("stats", "--format", "json").json()
        // What was kept since the plan was made is not planned any more.
        #expect(try amount(stats["space"], "planned") == [2, 10, 0])
        #expect((stats["period"] as? [String: Any])?["kept"] as? Int == 1)
        #expect((stats["streak"] as? [String: Any])?["current"] as? Int == 1)
        try home.run("plan", "-q")
        try home.run("stage", "--yes")
        stats = try home.run("stats", "--format", "json").json()
        #expect((stats["space"] as? [String: Any])?["planned"] is NSNull)
        #expect(try amount(stats["space"], "waiting") == [2, 10, 0])
        let executed = try home.run(["execute", "--yes"], later: 7_200)
        #expect(executed.status == 0, "\(executed.errors)")
        stats = try home.run(["stats", "--format", "json", "--days", "30"], later: 7_300).json()
        #expect(try amount(stats["space"], "waiting") == [0, 0, 0])
        #expect(try amount(stats["space"], "in_bin") == [2, 10, 0])
        #expect(try amount(stats["period"], "moved") == [2, 10, 0])
        #expect((stats["days"] as? [Any])?.count == 30)
        let rules = try #require(stats["rules"] as? [[String: Any]])
        let old = try #require(rules.first { $0["rule"] as? String == "old" })
        #expect(try amount(old, "moved") == [2, 10, 0])
        let settled = (stats["efficiency"] as? [String: Any])?["settled"] as? [String: Any]
        #expect(settled?["percent"] as? Int == 100)
    }

    @Test("come as a table, lines, cells, Markdown and a page")
    func formats() throws {
        let home = try home()
        try home.run("keep", "/a.iso")
        let table = try home.run("stats")
        #expect(table.status == 0)
        #expect(table.output.hasPrefix("Last 7 days: "))
        #expect(table.output.contains("\ndecisions  1: 1 kept · 0 marked to be deleted\n"))
        #expect(table.output.contains("1 day · best 1"))
        #expect(table.output.contains("█"))
        #expect(table.output.contains("planned 10 B in 2 items · waiting nothing"))
        let dumb = try home.run("stats", environment: ["TERM": "dumb"])
        #expect(!dumb.output.contains("█") && dumb.output.contains("#"))
        let lines = try home.run("stats", "--format", "ndjson").output.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines.allSatisfy { $0.hasPrefix("{\"day\":\"20") })
        let cells = try home.run("stats", "--format", "csv").output.split(separator: "\n")
        #expect(cells.count == 8)
        #expect(cells.last?.hasSuffix(",1,1,0,0,0,0,0,0,0,0,0") == true)
        let widths = Set(cells.map { $0.split(separator: ",").count })
        #expect(widths == [12])
        let markdown = try home.run("stats", "--format", "markdown").output
        #expect(markdown.hasPrefix("## Last 7 days: ") && markdown.contains("\n| day | kept |"))
        let page = try home.run("stats", "--format", "html").output
        #expect(page.hasPrefix("<!doctype html>") && page.contains("<svg "))
        #expect(page.contains("<td>1</td>"))
    }

    @Test("write the chart to a file, and only for the spans that there are")
    func chart() throws {
        let home = try home()
        let run = try home.run("stats", "--svg", "week.svg", "-q")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.text("week.svg").hasPrefix("<svg xmlns"))
        #expect(try home.run("stats", "--days", "8").status == 64)
        let refused = try home.run("stats", "--svg", "rules.yaml")
        #expect(refused.status == 5)
        #expect(try home.text("rules.yaml").hasPrefix("version: 1"))
    }

    @Test("are all zero where there is no state yet, and make none")
    func nothing() throws {
        let home = try ScratchHome()
        let run = try home.run("stats", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.json()["revision"] as? Int == 0)
        #expect(home.tree(".") == ["d"])
    }

    @Test("can be shared as lines, as text and as pixels where there is the program for it")
    func share() throws {
        let home = try home()
        #expect(try home.run("stats", "share").status == 64)
        let text = try home.run("stats", "share", "--text")
        #expect(text.output.split(separator: "\n").count == 5)
        #expect(try home.run("stats", "share", "--svg", "a.svg").status == 0)
        let picture = try home.text("a.svg")
        #expect(picture.contains("width=\"1200\" height=\"630\""))
        #expect(!picture.contains("iso") && !picture.contains(home.path))
        let run = try home.run("stats", "share", "--png", "b.png")
        if run.status == 0 {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: home.path + "/b.png"))
            #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]))
            #expect(!home.has("b.svg"))
            // The header of a PNG: its width and its height.
            #expect(Array(bytes[16..<24]) == [0, 0, 0x04, 0xb0, 0, 0, 0x02, 0x76])
        } else {
            #expect(run.status == 1)
            #expect(run.errors.contains("the same picture is in 'b.svg'"))
            #expect(try home.text("b.svg") == picture)
        }
    }

    @Test("are written beside the picture where no pixels can be made")
    func withoutPixels() throws {
        let home = try home()
        // A copy of the program has no program for pictures beside it.
        let alone = home.path + "/alone"
        try FileManager.default.copyItem(atPath: try ScratchHome.program(), toPath: alone)
        let run = try ChildProgram.run(
            alone, ["stats", "share", "--png", home.path + "/b.png"],
            environment: ["HOME": home.path, "PATH": "/usr/bin:/bin"])
        #expect(run.status == 1)
        #expect(run.errors.contains("'cleanrules-pictures' is not beside this one"))
        #expect(try home.text("b.svg").contains("</svg>"))
        #expect(!home.has("b.png"))
    }

    @Test("a day is extended for itself alone, and the quota shows it")
    func extend() throws {
        let home = try home("quota: {reviews: 25/day}")
        let run = try home.run("quota", "extend", "10", "--format", "json")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try run.json()["extra_reviews"] as? Int == 10)
        try home.run("quota", "extend", "5")
        let quota = try home.run("quota", "--format", "json").json()
        #expect(quota["extra_reviews"] as? Int == 15)
        #expect((quota["reviews"] as? [String: Int]) == ["used": 0, "limit": 40, "left": 40])
        #expect(try home.run("quota").output.contains("15 reviews of them allowed for today only."))
        let tomorrow = try home.run(["quota", "--format", "json"], later: 86_400).json()
        #expect(tomorrow["extra_reviews"] as? Int == 0)
        #expect((tomorrow["reviews"] as? [String: Int])?["limit"] == 25)
        let days = try #require(tomorrow["days"] as? [[String: Any]])
        #expect(days.map { $0["extra_reviews"] as? Int } == [15])
        let history = try home.run("history", "--format", "ndjson").output
        #expect(history.components(separatedBy: "quota-extended").count == 3)
    }

    @Test(
        "a day is not extended by nothing, nor where no quota is", arguments: ["0", "-1", "10001"])
    func refusedExtensions(count: String) throws {
        let home = try home("quota: {reviews: 25/day}")
        #expect(try home.run("quota", "extend", count).status == 64)
        let free = try self.home()
        let run = try free.run("quota", "extend", "1")
        #expect(run.status == 5)
        #expect(run.errors.contains("no quota of reviews"))
    }
}
