// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A drive that is another one than before, or empty, stops only itself, and never in silence.
@Suite("Drives in doubt", .timeLimit(.minutes(60)))
struct DriveDoubtTests {
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for folder in ["d", "e"] {
            for name in ["a", "b"] { try home.writeOld("old \(name)", to: "\(folder)/\(name).iso") }
        }
        let rules = TestRules.old(window: "1h").replacingOccurrences(
            of: "  d: {kind: local, root: d}\n",
            with: "  d: {kind: local, root: d}\n  e: {kind: local, root: e}\n")
        try home.write(rules, to: "rules.yaml")
        return home
    }

    private func move(_ home: ScratchHome, _ from: String, _ to: String) throws {
        try FileManager.default.moveItem(
            atPath: home.path + "/" + from, toPath: home.path + "/" + to)
    }

    @Test("another folder in its place is held until it is accepted")
    func replaced() throws {
        let home = try home()
        #expect(try home.round("--stage", "-q").status == 0)
        try move(home, "d", "away")
        try home.writeOld("foreign", to: "d/foreign.iso")
        try home.writeOld("more", to: "e/more.iso")
        for _ in 1...2 {
            let run = try home.round("--stage", "--quiet", "--format", "json")
            #expect(run.status == 6, "\(run.output)")
            #expect(run.errors.contains("drive 'd'") && run.errors.contains("--accept-drive d"))
        }
        let waiting = try home.run("status", "--format", "json").list("items")
            .compactMap { $0["path"] as? String }
        #expect(waiting.sorted() == ["/a.iso", "/a.iso", "/b.iso", "/b.iso", "/more.iso"])
        let plan = try home.run("plan")
        #expect(plan.status == 0 && plan.output.contains("Held: nothing of drive 'd'"))
        #expect(plan.output.contains("foreign.iso"))
        #expect(!plan.errors.contains("cleanrules stage"))
        let stage = try home.run("stage", "--yes", "--format", "json")
        #expect(stage.status == 6 && stage.errors.contains("--accept-drive d"), "\(stage.errors)")
        #expect(try stage.json()["staged"] as? Int == 0)
        // What is staged of the earlier folder is still a person's to decide.
        #expect(try home.run("keep", "d:/a.iso").status == 0)
        #expect(try home.run("undo", "d:/b.iso").status == 0)
        #expect(try home.run("sync", "-q").status == 6)
        #expect(try home.run("sync", "-q", "--accept-drive", "x").status == 64)
        #expect(try home.run("sync", "-q", "--accept-drive", "d").status == 0)
        let after = try home.round("--stage", "-q", "--format", "json")
        #expect(after.status == 0, "\(after.output) \(after.errors)")
        #expect((try after.json()["stage"] as? [String: Any])?["staged"] as? Int == 1)
    }

    @Test("what is due elsewhere goes its way")
    func others() throws {
        let home = try home()
        #expect(try home.round("--stage", "-q").status == 0)
        try move(home, "d", "away")
        let missing = try home.round("-q", later: 7_200)
        #expect(missing.status != 0 && missing.errors.contains("root cannot be opened"))
        #expect(home.tree("e") == [])
        try FileManager.default.createDirectory(
            atPath: home.path + "/d", withIntermediateDirectories: false)
        let empty = try home.round("-q", later: 7_300)
        #expect(empty.status == 6)
        try home.remove("d")
        try move(home, "away", "d")
        let back = try home.round("-q", later: 7_400)
        #expect(back.status == 0, "\(back.output) \(back.errors)")
        #expect(home.tree("d") == [])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("a drive that lists nothing any more is held, whatever the limits say")
    func emptied() throws {
        let home = try home()
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(
                of: "{percent: unlimited}", with: "{percent: unlimited, listing_drop: unlimited}"),
            to: "rules.yaml")
        #expect(try home.round("-q").status == 0)
        for name in ["a", "b"] { try home.remove("d/\(name).iso") }
        for _ in 1...2 {
            let run = try home.round("--stage", "-q")
            #expect(run.status == 6)
            #expect(run.errors.contains("it lists nothing, and 2 files were there before"))
        }
        #expect(try home.run("sync", "-q", "--accept-drive", "d").status == 0)
        #expect(try home.round("--stage", "-q").status == 0)
    }

    @Test(
        "a drive that this program has emptied is in no doubt")
    func emptiedByRules() throws {
        let home = try home()
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.round("--stage", "-q", later: 7_200).status == 0)
        #expect(home.tree("d") == [] && home.tree("e") == [])
        #expect(try home.round("--stage", "-q", later: 7_300).status == 0)
    }

    @Test(
        "what is known of drives outlives their listings",
        arguments: ["forget", "import", "restore"], ["replaced", "emptied", "short"])
    func listingsGone(way: String, harm: String) throws {
        let home = try home()
        for number in 1...20 { try home.write("\(number)", to: "d/kept/\(number).txt") }
        #expect(try home.round("-q").status == 0)
        var state: [String] = []
        switch way {
        case "forget": #expect(try home.run("forget", "--cache-only").status == 0)
        case "import":
            #expect(try home.run("export", "-o", "x.json").status == 0)
            state = ["--state", home.path + "/other.db"]
            #expect(try home.run(["import", "x.json"] + state).status == 0)
        default:
            // The copy of the day has no listings; what came since cannot be told from it.
            #expect(try home.run("keep", "d:/a.iso").status == 0)
            let file = home.path + "/.local/state/cleanrules/default/state.sqlite"
            try String(repeating: "x", count: 20_000).write(
                toFile: file, atomically: false, encoding: .utf8)
            #expect(try home.run("state", "restore", "--yes").status == 0)
        }
        switch harm {
        case "replaced":
            try move(home, "d", "away")
            for number in 1...20 { try home.writeOld("o \(number)", to: "d/\(number).iso") }
        case "emptied":
            try move(home, "d", "away")
            try FileManager.default.createDirectory(
                atPath: home.path + "/d", withIntermediateDirectories: false)
        default: for number in 1...15 { try home.remove("d/kept/\(number).txt") }
        }
        let command = ["run", "--rules", "rules.yaml", "--stage", "-q"] + state
        let run = try home.run(command)
        #expect(run.status == (harm == "short" ? 5 : 6), "\(run.output) \(run.errors)")
        let waiting = try home.run(["status", "--format", "json"] + state).list("items")
        #expect(waiting.allSatisfy { $0["drive"] as? String == "e" }, "\(waiting)")
    }

    @Test("another name in the rules does not make another folder the one that is meant")
    func renamed() throws {
        let home = try home()
        #expect(try home.round("-q").status == 0)
        try move(home, "d", "away")
        try home.writeOld("foreign", to: "d/foreign.iso")
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(of: "  d: {kind", with: "  f: {kind"), to: "rules.yaml")
        let run = try home.round("--stage", "-q")
        #expect(run.status == 6 && run.errors.contains("--accept-drive f"), "\(run.errors)")
        #expect(try home.run("sync", "-q", "--accept-drive", "f").status == 0)
        #expect(try home.round("--stage", "-q").status == 0)
    }

    @Test("another root in the rules is what somebody has said")
    func edited() throws {
        let home = try home()
        #expect(try home.round("-q").status == 0)
        try home.writeOld("new", to: "f/new.iso")
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(of: "root: d}", with: "root: f}"), to: "rules.yaml")
        #expect(try home.round("--stage", "-q").status == 0)
    }
}
