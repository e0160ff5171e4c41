// SPDX-License-Identifier: Apache-2.0

import Foundation
import Reports
import TestSupport
import Testing

/// People at a terminal: questions, interruptions, waiting.
@Suite("At a terminal")
struct InteractionTests {
    private func home(_ rules: String) throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write(rules, to: "rules.yaml")
        try home.run("plan", "-q")
        return home
    }

    @Test("stage and execute ask, and do what is answered", .enabled(if: Terminal.isInstalled))
    func questions() throws {
        let home = try home(TestRules.old())
        let no = try home.runOnTerminal("stage --no-undo-window", typing: "n\n")
        #expect(no.status == 5)
        #expect(no.output.contains("deletes 3 items"))
        #expect(no.output.contains("in the trash of this machine and can be brought back"))
        #expect(try home.run("status", "--format", "json").list("items").isEmpty)
        #expect(try home.runOnTerminal("stage --no-undo-window", typing: "\n").status == 5)
        #expect(try home.runOnTerminal("stage --no-undo-window", typing: "y\n").status == 0)
        #expect(try home.runOnTerminal("execute", typing: "no\n").status == 5)
        #expect(home.tree().count == 3)
        #expect(try home.runOnTerminal("execute", typing: "yes\n").status == 0)
        #expect(home.tree() == [])
        #expect(try home.runOnTerminal("restore", typing: "y\n").status == 0)
        #expect(home.tree().count == 3)
    }

    @Test("what goes for good has to be counted out", .enabled(if: Terminal.isInstalled))
    func typedCount() throws {
        let home = try home(TestRules.old(method: "permanent"))
        try home.run("stage", "--yes", "--no-undo-window", "--permanent")
        #expect(try home.runOnTerminal("execute --permanent", typing: "y\n").status == 5)
        #expect(try home.runOnTerminal("execute --permanent", typing: "2\n").status == 5)
        #expect(home.tree().count == 3)
        #expect(try home.runOnTerminal("execute --permanent", typing: "3\n").status == 0)
        #expect(home.tree() == [])
    }

    @Test("the profile's name has to be typed", .enabled(if: Terminal.isInstalled))
    func typedName() throws {
        let home = try home(TestRules.old())
        #expect(try home.runOnTerminal("forget", typing: "y\n").status == 5)
        #expect(home.has(".local/state/cleanrules/default"))
        #expect(try home.runOnTerminal("forget", typing: "default\n").status == 0)
        #expect(!home.has(".local/state/cleanrules/default"))
    }

    @Test("a bare undo asks whether everything is meant", .enabled(if: Terminal.isInstalled))
    func bareUndo() throws {
        let home = try home(TestRules.old())
        try home.run("stage", "--yes", "--no-undo-window")
        #expect(try home.runOnTerminal("undo", typing: "n\n").status == 5)
        #expect(try home.runOnTerminal("undo", typing: "y\n").status == 0)
        let states = try home.run("status", "--format", "json").list("items")
        #expect(states.allSatisfy { $0["state"] as? String == "undone" })
    }

    @Test("--wait deletes once the windows are over, and nothing that was taken back")
    func waiting() throws {
        let home = try home(TestRules.old())
        try home.run("stage", "--yes", "--no-undo-window")
        #expect(try home.run("execute", "--wait").status == 5, "it asks before it waits")
        #expect(try home.run("undo", "/b.iso").status == 0)
        #expect(try home.run("execute", "--wait", "--yes").status == 0)
        #expect(home.tree() == ["b.iso"])
        #expect(try home.run("execute", "--wait", "--yes").status == 0, "nothing waits")
    }

    @Test(
        "--wait ends with the status of the signal, and nothing is deleted",
        arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func interruptedWait(signal: Int32, status: Int32) throws {
        let home = try home(TestRules.old(window: "1h"))
        try home.run("stage", "--yes")
        let waiting = try home.start(["execute", "--wait", "--yes"])
        defer { if waiting.process.isRunning { waiting.process.terminate() } }
        // Until it says that it waits, it may not listen yet.
        while try !waiting.errorsSoFar().contains("Waiting until") {
            try #require(waiting.process.isRunning)
            usleep(10_000)
        }
        kill(waiting.process.processIdentifier, signal)
        let run = try waiting.finish()
        #expect(run.status == status)
        #expect(home.tree().count == 3)
        #expect(try home.run("undo", "--all").status == 0)
    }

    @Test("status --watch ends when nothing waits any more")
    func watch() throws {
        let home = try home(TestRules.old())
        try home.run("stage", "--yes", "--no-undo-window")
        let watch = try home.start(["status", "--watch", "--format", "ndjson"])
        defer { if watch.process.isRunning { watch.process.terminate() } }
        let done = try home.run("execute", "--yes", "--format", "json")
        // It would never end otherwise.
        try #require(try done.json()["deleted"] as? Int == 3)
        let run = try watch.finish()
        #expect(run.status == 0)
        #expect(run.output.contains("\"state\":\"deleted\""))
    }

    @Test("there is no question where nothing is to be done", arguments: ["execute", "run"])
    func nothingToDo(command: String) throws {
        let home = try home(TestRules.old(window: "1h"))
        let named = command == "run" ? ["--rules", "rules.yaml"] : []
        #expect(try home.run([command] + named).status == 0)
    }
}
