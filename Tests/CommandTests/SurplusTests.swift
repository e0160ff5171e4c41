// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a surplus leaves is still there when the rest of it goes.
@Suite("What a surplus leaves")
struct SurplusTests {
    @Test("a month whose first is gone by then loses nothing more")
    func firstOfMonth() throws {
        let home = try ScratchHome()
        for day in [3, 10, 20, 34, 40] { try home.writeOld("\(day)", to: "d/\(day).iso", day: day) }
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              d: {kind: local, root: d}
            limits: {percent: unlimited}
            rules:
              - id: backups
                match: {name: "*.iso"}
                surplus: {keep: 1, first_of: month}
                then: delete
                undo_window: none
            """, to: "rules.yaml")
        try home.run("plan", "-q")
        let stage = try home.run("stage", "--yes", "--no-undo-window")
        #expect(stage.status == 0, "\(stage.errors)")
        try home.remove("d/3.iso")
        let execute = try home.run("execute", "--yes", "--format", "json")
        #expect(execute.status == 6, "\(execute.errors)")
        #expect(home.tree() == ["10.iso", "20.iso", "34.iso", "40.iso"])
        #expect(home.trash == [])
    }

    private static func generations(_ keep: String, window: String = "none") -> String {
        """
        version: 1
        timezone: UTC
        drives:
          d: {kind: local, root: d}
        limits: {percent: unlimited}
        rules:
          - id: backups
            match: {name: "*.iso"}
            surplus: {keep: \(keep)}
            then: delete
            undo_window: \(window)
        """
    }

    @Test("generations are explained, held to when items go, and what went comes back")
    func generations() throws {
        let home = try ScratchHome()
        for day in [1, 20, 34, 40, 41] {
            try home.writeOld("\(day)", to: "d/\(day).iso", day: day)
        }
        try home.write(
            Self.generations("{last: 1, daily: 2, monthly: 2, yearly: 1}"), to: "rules.yaml")
        let plan = try home.run("plan", "-q", "--format", "json")
        let goes = try plan.list("entries").filter { $0["verdict"] as? String == "delete" }
        #expect(goes.compactMap { $0["path"] as? String } == ["/1.iso", "/34.iso"])
        #expect(goes.allSatisfy { $0["needed"] as? Int == 3 && $0["survivors_total"] as? Int == 3 })
        let stays = try home.run("why", "/20.iso", "--rules", "rules.yaml").output
        #expect(stays.contains("keep  this one   — the newest of month 2020-01\n"), "\(stays)")
        let why = try home.run("why", "/34.iso", "--rules", "rules.yaml").output
        for line in [
            "keep  /41.iso   — the newest; the newest of day 2020-02-10;",
            "not kept: not the newest\n",
            "not kept: day 2020-02-03 is not one of the latest 2 days that have one\n",
            "not kept: of month 2020-02, /41.iso is the newest\n",
        ] {
            #expect(why.contains(line), "\(line)\n\(why)")
        }
        func stageAndExecute() throws -> CommandRun {
            let stage = try home.run("stage", "--yes", "--no-undo-window")
            #expect(stage.status == 0, "\(stage.errors)")
            return try home.run("execute", "--yes", "--format", "json")
        }
        try home.run("stage", "--yes", "--no-undo-window")
        try home.remove("d/20.iso")
        let held = try home.run("execute", "--yes", "--format", "json")
        #expect(held.status == 6, "what the month left is not there any more: \(held.errors)")
        #expect(home.tree() == ["1.iso", "34.iso", "40.iso", "41.iso"])
        try home.run("plan", "-q")
        #expect(try stageAndExecute().status == 0)
        #expect(home.tree() == ["1.iso", "40.iso", "41.iso"], "now it is the month's newest")
        #expect(try home.run("restore", "--all", "--yes").status == 0)
        #expect(home.tree() == ["1.iso", "34.iso", "40.iso", "41.iso"])
    }

    @Test(
        "night after night the oldest goes, though what it waited beside waits by then",
        arguments: ["3", "{last: 1, daily: 3}", "{last: 3, yearly: 1}"])
    func nights(keep: String) throws {
        let home = try ScratchHome()
        try home.write(Self.generations(keep, window: "30h"), to: "rules.yaml")
        let start = Date()
        for night in 0..<8 {
            try home.write("\(night)", to: "d/\(night).iso")
            try FileManager.default.setAttributes(
                [.modificationDate: start + Double(night) * 86_400 - 3_600],
                ofItemAtPath: home.path + "/d/\(night).iso")
            let round = try home.round("--stage", later: night * 86_400 + 60)
            #expect(round.status == 0, "\(night): \(round.errors)")
        }
        // Of the night before the last, the 30 hours are not yet over.
        #expect(home.tree() == ["3.iso", "4.iso", "5.iso", "6.iso", "7.iso"])
        #expect(try home.run("history", "--verify").status == 0)
    }
}
