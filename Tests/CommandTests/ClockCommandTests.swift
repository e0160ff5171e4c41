// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A clock that was wrong and is right again, through the program.
@Suite("A clock that was wrong")
struct ClockCommandTests {
    private static let day = 86_400
    private static let years = 3_653 * day

    private func home(window: String, extra: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        try home.write(TestRules.old(window: window, extra: extra), to: "rules.yaml")
        return home
    }

    @Test("ends no undo window at once that was begun while it was set back")
    func setBack() throws {
        let home = try home(window: "1h")
        #expect(try home.run("sync", "-q").status == 0)
        let back = -3 * Self.day
        #expect(try home.run("plan", "-q", later: back).status == 0)
        let stage = try home.run("stage", "--yes", later: back)
        #expect(stage.status == 0, "\(stage.errors)")
        #expect(stage.errors.contains("lies ahead of the clock"))
        #expect(stage.errors.contains("cleanrules quota reset-clock"))
        #expect(try home.run("execute", "--yes").output.contains("Nothing is due"))
        #expect(home.tree().count == 3)
        #expect(try home.run("execute", "--yes", later: 3_700).status == 0)
        #expect(home.tree() == [])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("is named by all that it holds up, until it is said to be right")
    func ahead() throws {
        let home = try home(
            window: "none", extra: "quota: {deletes: 1/day, grace: 0d}")
        try home.run("plan", "-q", later: Self.years)
        try home.run("stage", "--yes", "--no-undo-window", later: Self.years)
        #expect(try home.run("execute", "--yes", later: Self.years).status == 7)
        #expect(home.tree().count == 2)
        try home.run("plan", "-q")
        for command in [
            ["status"], ["quota"], ["execute", "--yes", "-q"],
            ["run", "-q", "--rules", "rules.yaml"],
        ] {
            let run = try home.run(command)
            #expect(run.errors.contains("lies ahead of the clock"), "\(command): \(run.errors)")
            #expect(run.errors.contains("cleanrules quota reset-clock"), "\(command)")
        }
        #expect(home.tree().count == 2)
        let unasked = try home.run("quota", "reset-clock")
        #expect(unasked.status == 5 && unasked.errors.contains("--yes"))
        let reset = try home.run("quota", "reset-clock", "--yes", "--format", "json")
        #expect(reset.status == 0, "\(reset.errors)")
        #expect(try reset.json()["reset"] as? Bool == true)
        #expect((try reset.json()["days"] as? [String])?.count == 1)
        let quota = try home.run("quota", "--format", "json")
        #expect(quota.errors == "")
        let deletes = try quota.json()["deletes"] as? [String: Any]
        #expect(deletes?["used"] as? Int == 1, "what went by the wrong day has gone today")
        #expect(try home.run("history").output.contains("clock-reset"))
        // What was staged while it was ahead waits on; taken back and staged anew it goes.
        try home.run("undo", "--all", "--yes")
        try home.run("plan", "-q")
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        #expect(try home.run("execute", "--yes").status == 7)
        #expect(home.tree().count == 2)
        #expect(try home.run("execute", "--yes", later: Self.day).status == 7)
        #expect(home.tree().count == 1)
        #expect(
            try home.run("quota", "reset-clock", "--yes", later: 2 * Self.day).output
                .contains("Nothing lies ahead of the clock."))
        #expect(try home.run("history", "--verify").status == 0)
    }
}
