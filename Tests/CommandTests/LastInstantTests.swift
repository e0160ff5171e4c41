// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What another program does to items around the very moment at which they go.
@Suite("Around the last instant")
struct LastInstantTests {
    private static let swap = Result { try CompiledC.library("swap") }

    /// A home in which everything that ends in `.tmp` is to go by `method`.
    private func home(_ method: String) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives: {d: {kind: local, root: d}}
            limits: {percent: unlimited}
            defaults: {undo_window: none, method: \(method)}
            rules:
              - {id: junk, match: {ext: tmp}, then: delete}
            """, to: "rules.yaml")
        try home.write("junk", to: "d/1.tmp")
        return home
    }

    private func stage(_ home: ScratchHome, _ method: String) throws {
        #expect(try home.run("plan", "-q", "--summary").status == 0)
        let permanent = method == "permanent" ? ["--permanent"] : []
        let staged = try home.run(["stage", "--yes", "--no-undo-window", "-q"] + permanent)
        #expect(staged.status == 0, "\(staged.errors)")
    }

    private func execute(
        _ home: ScratchHome, _ method: String, environment: [String: String] = [:],
        later: Int = 0
    ) throws -> CommandRun {
        let permanent = method == "permanent" ? ["--permanent", "--count", "1"] : []
        return try home.run(
            ["execute", "--yes", "--format", "json"] + permanent, environment: environment,
            later: later)
    }

    // MARK: Written to afterwards

    @Test(
        "what is written to after it went comes back with that, and it is said",
        arguments: ["recycle", "quarantine"])
    func writtenSince(method: String) throws {
        let home = try home(method)
        try home.write("touched", to: "d/2.tmp")
        try stage(home, method)
        let open = try FileHandle(forWritingTo: URL(filePath: home.path + "/d/1.tmp"))
        try open.seekToEnd()
        #expect(try execute(home, method).status == 0)
        try open.write(contentsOf: Data(" and more".utf8))
        try open.close()
        #expect(!home.has("d/1.tmp"))
        let restored = try home.run("restore", "--all", "--yes", "--format", "json")
        #expect(restored.status == 0, "\(restored.output) \(restored.errors)")
        #expect(try home.text("d/1.tmp") == "junk and more")
        let items = try restored.list("items")
        let one = items.first { $0["path"] as? String == "/1.tmp" }
        #expect((one?["caveat"] as? String)?.contains("written to it since it was deleted") == true)
        let other = items.first { $0["path"] as? String == "/2.tmp" }
        #expect(other != nil && other?["caveat"] == nil, "nothing was done to it")
        #expect(home.trash.isEmpty && home.tree() == ["1.tmp", "2.tmp"], "nothing is left of it")
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test(
        "what may be another file is not brought back, and the message says where it lies",
        arguments: ["recycle", "quarantine"])
    func otherFile(method: String) throws {
        let home = try home(method)
        try stage(home, method)
        #expect(try execute(home, method).status == 0)
        let folder = method == "recycle" ? ".local/share/Trash/files" : "d/.cleanrules"
        let name = try #require(home.tree(folder).first { $0.hasSuffix("1.tmp") })
        let place = folder + "/" + name
        // As programs save: a new file in the place of the old one.
        try home.write("saved", to: "saved")
        #expect(rename(home.path + "/saved", home.path + "/" + place) == 0)
        let restored = try home.run("restore", "--all", "--yes", "--format", "json")
        #expect(restored.status == 6)
        let problem = try restored.list("items").first?["problem"] as? String
        #expect(problem?.contains("'\(home.path)/\(place)'") == true, "\(problem ?? "")")
        #expect(problem?.contains("may be another item") == true)
        #expect(try home.text(place) == "saved")
        #expect(!home.has("d/1.tmp"))
    }

    @Test("what is written to in quarantine is not purged, and can be brought back")
    func writtenInQuarantine() throws {
        let home = try home("quarantine")
        try stage(home, "quarantine")
        let open = try FileHandle(forWritingTo: URL(filePath: home.path + "/d/1.tmp"))
        #expect(try execute(home, "quarantine").status == 0)
        try open.write(contentsOf: Data("later".utf8))
        try open.close()
        let purged = try execute(home, "quarantine", later: 40 * 86_400)
        #expect(purged.status != 0)
        #expect((purged.output + purged.errors).contains("edited in quarantine"))
        #expect(try home.run("restore", "--all", "--yes").status == 0)
        #expect(try home.text("d/1.tmp") == "later")
    }

    // MARK: Swapped, and killed

    @Test(
        "a file that took an item's place as it went is put back by the next run, or named",
        arguments: ["recycle", "quarantine", "permanent"], [false, true])
    func swapped(method: String, isTaken: Bool) throws {
        let home = try home(method)
        try home.write("precious", to: "d/p.txt")
        try stage(home, method)
        let killed = try execute(
            home, method,
            environment: [
                "LD_PRELOAD": try Self.swap.get(), "SWAP_NAME": "1.tmp",
                "SWAP_FROM": home.path + "/d/p.txt", "SWAP_TO": home.path + "/d/1.tmp",
            ])
        #expect(killed.isKilled)
        #expect(!home.has("d/1.tmp") && !home.has("d/p.txt"))
        if isTaken { try home.write("third", to: "d/1.tmp") }
        if method == "permanent" {
            // What lies under the name aside is no item, of no rule.
            let plan = try home.run("plan", "-q", "--format", "json", "--all")
            #expect(!plan.output.contains("precious") && !plan.output.contains("\"size\":8"))
        }
        let next = try execute(home, method)
        #expect(next.status == 6, "\(next.output) \(next.errors)")
        #expect(try next.json()["deleted"] as? Int == 0)
        let told = next.output + next.errors
        #expect(told.contains("another item took its place while it was"), "\(told)")
        if isTaken { #expect(try home.text("d/1.tmp") == "third") }
        // A person may have thrown it away: what lies in a trash stays there.
        if isTaken || method == "recycle" {
            let left = try #require(
                (home.tree().map { "d/" + $0 } + home.trash.map { ".local/share/Trash/files/" + $0 })
                    .first { (try? home.text($0)) == "precious" })
            let name = left.split(separator: "/").last.map(String.init) ?? left
            #expect(told.contains(method == "permanent" ? name : home.path + "/" + left))
        } else {
            #expect(try home.text("d/1.tmp") == "precious")
            #expect(home.trash.isEmpty && home.tree() == ["1.tmp"], "nothing is left of it")
        }
        #expect(try home.run("history", "--verify").status == 0)
    }
}
