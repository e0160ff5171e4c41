// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The rules file by which items were planned, when it is not what it was.
@Suite("Rules that are gone or broken")
struct RulesGoneTests {
    private static let protection = "protect: [{id: mine, match: {name: \"a.iso\"}}]"

    /// What may have become of the file.
    enum Fate: CaseIterable {
        case renamed, broken, folder, includeGone

        func befall(_ home: ScratchHome) throws {
            try home.remove("rules.yaml")
            switch self {
            case .renamed: break
            case .broken: try home.write("version: 1\nrulez: []\n", to: "rules.yaml")
            case .folder: try home.write("", to: "rules.yaml/x")
            case .includeGone:
                try home.write(
                    TestRules.old(extra: "include: [gone.yaml]"), to: "rules.yaml")
            }
        }
    }

    /// A home in which two items are staged by `rules.yaml`, which has a copy.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write(TestRules.old(), to: "rules.yaml")
        try home.write(TestRules.old(), to: "other.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        return home
    }

    @Test("nothing leads to an execution that would be refused", arguments: Fate.allCases)
    func hints(fate: Fate) throws {
        let home = try home()
        #expect(try home.run("status").errors.contains("cleanrules execute"))
        try fate.befall(home)
        for arguments in [["status"], ["status", "--rules", "other.yaml"]] {
            let run = try home.run(arguments)
            #expect(run.status == 0 && !run.errors.contains("cleanrules execute"), "\(run.errors)")
        }
    }

    @Test("the rules by which something waits are no items for other rules, nor what they include")
    func ofOtherPlans() throws {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        // The root of a drive is seen from the folder of its rules.
        try home.writeOld(
            TestRules.old(window: "90d", extra: "include: [more.yaml]", root: "."),
            to: "d/rules.yaml")
        try home.writeOld("version: 1\nrules: []\n", to: "d/more.yaml")
        try home.writeOld("something else", to: "d/else.yaml")
        // What is no item is not listed, and few of many files are missing then.
        for number in 0..<30 { try home.writeOld("stays", to: "d/stays-\(number).txt") }
        try home.write(
            """
            version: 1
            drives: {d: {kind: local, root: d}}
            limits: {percent: unlimited}
            rules: [{id: texts, match: {name: "*.yaml"}, then: delete}]
            """, to: "other.yaml")
        func planned() throws -> [String] {
            let plan = try home.run("plan", "-q", "--rules", "other.yaml", "--format", "json")
            return try plan.list("entries").compactMap { $0["path"] as? String }.sorted()
        }
        #expect(try home.run("plan", "-q", "--rules", "d/rules.yaml").status == 0)
        #expect(try planned() == ["/else.yaml", "/more.yaml", "/rules.yaml"])
        #expect(try home.run("stage", "--yes", "--rules", "other.yaml").status == 0)
        #expect(try home.run("undo", "--all").status == 0)
        #expect(try home.run("plan", "-q", "--rules", "d/rules.yaml").status == 0)
        #expect(try home.run("stage", "--yes", "--rules", "d/rules.yaml").status == 0)
        #expect(try planned() == ["/else.yaml"])
        // What was staged before is looked at once more.
        #expect(try home.run("undo", "--all").status == 0)
        #expect(try planned() == ["/else.yaml", "/more.yaml", "/rules.yaml"])
        #expect(try home.run("stage", "--yes", "--rules", "other.yaml").status == 0)
        #expect(try home.run("plan", "-q", "--rules", "d/rules.yaml").status == 0)
        #expect(try home.run("stage", "--yes", "--rules", "d/rules.yaml").status == 0)
        let later = try home.run(["execute", "--yes", "--rules", "other.yaml"], later: 30 * 86_400)
        #expect(home.tree().contains("rules.yaml"), "\(later.output) \(later.errors)")
        #expect(home.tree().contains("more.yaml"))
        #expect(later.status == 6)
    }

    @Test("hold what was planned by them until they are back", arguments: Fate.allCases)
    func held(fate: Fate) throws {
        let home = try home()
        try fate.befall(home)
        for command in [
            ["execute", "--yes", "-q"], ["execute", "--yes"], ["run"], ["run", "-q"],
        ] {
            let run = try home.run(command + ["--rules", "other.yaml"])
            #expect(run.status == 6, "\(command): \(run.errors)")
            #expect(home.tree() == ["a.iso", "b.iso"])
            #expect(run.output.contains("\(home.path)/rules.yaml"), "\(run.output)")
            #expect(run.output.contains("cleanrules undo"))
        }
        #expect(try home.run("execute", "--yes").status != 0)
        #expect(home.tree() == ["a.iso", "b.iso"])
        // Back again, with a protection that was written meanwhile.
        try? home.remove("rules.yaml")
        try home.write(TestRules.old(extra: Self.protection), to: "rules.yaml")
        #expect(try home.run("execute", "--yes", "--rules", "other.yaml").status == 0)
        #expect(home.tree() == ["a.iso"])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("leave a way out: to take the items back")
    func undo() throws {
        let home = try home()
        try Fate.renamed.befall(home)
        try home.run("execute", "--yes", "--rules", "other.yaml")
        #expect(try home.run("undo", "--all", "--yes").status == 0)
        try home.run("execute", "--yes", "--rules", "other.yaml")
        #expect(home.tree() == ["a.iso", "b.iso"])
    }

    @Test("are refused in a review, for nobody knows what they protect", arguments: Fate.allCases)
    func review(fate: Fate) throws {
        let home = try ScratchHome()
        try home.writeOld("x", to: "d/a.jpg")
        let rules = """
            version: 1
            drives: {d: {kind: local, root: d}}
            rules:
              - {id: look, match: {ext: jpg}, then: review}

            """
        try home.write(rules, to: "rules.yaml")
        try home.write(rules, to: "other.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        try fate.befall(home)
        try home.write(
            #"{"path": "/a.jpg", "drive": "d", "verdict": "delete"}"#, to: "decisions.ndjson")
        let run = try home.run(
            "review", "--decisions", "decisions.ndjson", "--rules", "other.yaml")
        #expect(run.status == 5, "\(run.errors)")
        #expect(run.errors.contains("\(home.path)/rules.yaml"))
        #expect(run.errors.contains("put that file back"))
        let plain = try home.run("review", "--decisions", "decisions.ndjson")
        #expect(plain.status == (fate == .renamed || fate == .folder ? 5 : 3), "\(plain.errors)")
    }
}
