// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Edits of rules that are killed at any call about what they put beside the files, or write down
/// of what they are about to do.
@Suite("Edits of rules that are killed", .timeLimit(.minutes(60)))
struct RulesKillTests {
    private static let texts = [
        "r.yaml": "version: 1\ninclude: [b.yaml]\nrules: []\ntests:\n"
            + "  - now: 2026-01-01T00:00:00Z\n    items: [{path: /a, expect: keep, by: z}]\n",
        "b.yaml": "version: 1\nrules: [{id: z, match: {name: a}, then: keep}]\n",
    ]
    private static let rename = ["rules", "rename", "z", "y", "--rules", "r.yaml"]
    private static let journals = ".local/state/cleanrules/@edits"

    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        for (name, text) in texts { try home.write(text, to: name) }
        return home
    }

    /// Whether only one of the two files is as the edit makes it.
    private static func isHalf(_ home: ScratchHome) throws -> Bool {
        try home.text("r.yaml") != texts["r.yaml"] && home.text("b.yaml") == texts["b.yaml"]
    }

    @Test(
        "change several files together, whenever they are killed",
        arguments: [".cleanrules-", "@edits"])
    func killed(under: String) throws {
        var halves = 0
        var isOver = false
        for call in 1...60 where !isOver {
            let home = try Self.home()
            let strike = Interposer.Strike(call: call, under: under)
            let run = try home.run(
                Self.rename, environment: try Interposer.striking(strike, home.path + "/struck"))
            isOver = run.status == 0
            if try Self.isHalf(home) { halves += 1 }
            // Who only looks changes nothing, and is told.
            let half = home.tree(".").filter { $0.hasSuffix(".yaml") }.map { try? home.text($0) }
            let look = try home.run("rules", "fmt", "--check", "r.yaml")
            #expect(
                half == home.tree(".").filter { $0.hasSuffix(".yaml") }.map { try? home.text($0) })
            if try Self.isHalf(home) {
                let isTold = look.errors.contains("was broken off; the next")
                #expect(isTold, "\(strike) \(look.errors)")
                for command in [["test", "r.yaml"], ["plan", "--rules", "r.yaml", "d"]] {
                    let run = try home.run(command)
                    #expect(run.status == 3 && run.errors.contains("was broken off; the next"))
                }
            }
            let next = try home.run("rules", "fmt", "r.yaml")
            #expect(next.status == 0, "\(strike) \(next.errors)")
            let tested = try home.run("test", "r.yaml")
            #expect(tested.status == 0, "\(strike) \(tested.errors)")
            #expect(home.tree(Self.journals).allSatisfy { $0.hasPrefix("draft-") })
        }
        // What is written down is there before the first and until after the last of them.
        #expect(isOver && (halves > 0) == (under != "@edits"))
    }

    @Test("are left as they are where somebody has changed one of the files since")
    func changedSince() throws {
        for call in 1...60 {
            let home = try Self.home()
            let strike = Interposer.Strike(call: call, under: ".cleanrules-")
            _ = try home.run(
                Self.rename, environment: try Interposer.striking(strike, home.path + "/struck"))
            guard try Self.isHalf(home) else { continue }
            let mine = "version: 1\nrules: [{id: mine, match: {name: b}, then: keep}]\n"
            try home.write(mine, to: "b.yaml")
            let half = try home.text("r.yaml")
            let next = try home.run("rules", "fmt", "r.yaml")
            let said = "'\(home.path)/b.yaml' was changed since"
            #expect(next.errors.contains(said), "\(next.errors)")
            #expect(try home.text("b.yaml") == mine && home.text("r.yaml") == half)
            #expect(home.tree(Self.journals) == [])
            return
        }
        Issue.record("no kill left half an edit")
    }

    @Test("leave nothing to those who put files beside the rules")
    func planted() throws {
        let home = try Self.home()
        try home.write("precious", to: "Documents/thesis.txt")
        try home.write("version: 1\nrules: []\n", to: ".cleanrules-draft-d")
        // More letters than a name of so many bytes has: what goes by letters looks past the slashes.
        let wide = String(repeating: "é", count: 60)
        try home.write("version: 1\nrules: []\n", to: "\(wide)/x")
        #expect(try home.shell("mkdir '\(wide)/.cleanrules-draft-d'").status == 0)
        func step(_ draft: String, _ target: String) throws -> [String] {
            let digest = try home.shell("sha256sum '\(target)' | cut -d' ' -f1").output
            return ["\(home.path)/\(draft)", "\(home.path)/\(target)", String(digest.prefix(64))]
        }
        let fields =
            try ["cleanrules journal 1"] + step(".cleanrules-draft-d", "r.yaml")
            + step("\(wide)/.cleanrules-draft-d/../../Documents/thesis.txt", "\(wide)/x")
        try home.write(fields.joined(separator: "\0"), to: ".cleanrules-journal-z")
        #expect(try home.shell("chmod 600 .cleanrules-journal-z").status == 0)
        let run = try home.run("rules", "set", "z", "why", "b", "--rules", "r.yaml")
        #expect(run.status == 0, "\(run.errors)")
        #expect(home.tree("Documents") == ["thesis.txt"])
        #expect(try home.text("Documents/thesis.txt") == "precious")
        #expect(try home.text("r.yaml") == Self.texts["r.yaml"])
    }
}
