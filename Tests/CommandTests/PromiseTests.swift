// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What a person was told or asked bounds what is done.
@Suite("What was agreed", .timeLimit(.minutes(60)))
struct PromiseTests {
    private func home(window: String, method: String = "recycle") throws -> ScratchHome {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try write(home, window: window, method: method)
        return home
    }

    private func write(_ home: ScratchHome, window: String, method: String) throws {
        try home.write(TestRules.old(window: window, method: method), to: "rules.yaml")
    }

    private func stage(_ home: ScratchHome, _ arguments: String...) throws -> CommandRun {
        #expect(try home.run("plan", "-q").status == 0)
        let staged = try home.run(["stage", "--yes"] + arguments)
        #expect(staged.status == 0, "\(staged.errors)")
        return staged
    }

    @Test(
        "staging anew never makes an item go sooner or for good")
    func gentler() throws {
        let home = try home(window: "1h", method: "permanent")
        _ = try stage(home, "--permanent")
        #expect(try home.run("status").output.contains("permanent"))
        try write(home, window: "30d", method: "recycle")
        let again = try stage(home)
        #expect(again.output.contains("longer"), "\(again.output)")
        #expect(again.output.contains("recycle"), "\(again.output)")
        #expect(!(try home.run("status").output.contains("permanent")))
        // Harsher rules change nothing of it.
        try write(home, window: "1h", method: "permanent")
        let harsher = try stage(home, "--permanent")
        #expect(harsher.output.contains("not deleted for good"), "\(harsher.output)")
        _ = try home.run("execute", "-y", "--permanent", "--count", "1", later: 90_000)
        #expect(home.tree() == ["a.iso"])
        #expect(try home.run("history", "--verify").status == 0)
        #expect(try home.run("execute", "-y", later: 31 * 86_400).status == 0)
        #expect(home.tree() == [])
        #expect(try home.run("restore", "--all", "--yes", later: 31 * 86_400).status == 0)
        #expect(home.tree() == ["a.iso"])
    }

    @Test(
        "what waits keeps its time while its rule is the same")
    func sameRule() throws {
        let home = try home(window: "10h")
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.round("--stage", "-q", later: 20_000).status == 0)
        #expect(try home.run("execute", "-y", later: 37_000).status == 0)
        #expect(home.tree() == [])
    }

    @Test(
        "what is to go for good goes only while the rules say so")
    func notForGood() throws {
        let home = try home(window: "1h", method: "permanent")
        _ = try stage(home, "--permanent")
        try write(home, window: "1h", method: "recycle")
        let run = try home.run("execute", "-y", "--permanent", "--count", "1", later: 7_200)
        #expect(run.output.contains("for good any more"), "\(run.output)")
        #expect(home.tree() == ["a.iso"])
    }
}
