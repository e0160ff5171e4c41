// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateLedger
import TestSupport
import Testing

/// The way from a plan to a deletion and back, with the program as it is installed.
@Suite("From plan to deletion")
struct WholeWayTests {
    /// A home with three old files, one young one, and rules that delete the old.
    private func home(_ rules: String = TestRules.old(window: "1h")) throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/old/\(name).iso") }
        try home.write("young", to: "d/young.iso")
        try home.write(rules, to: "rules.yaml")
        return home
    }

    @Test("goes from plan over stage and undo to execute and restore")
    func wholeWay() throws {
        let home = try home()
        let before = home.tree()
        #expect(try home.run("plan", "-q", "--summary").status == 0)
        let staged = try home.run("stage", "--yes", "--format", "json")
        #expect(staged.status == 0, "\(staged.errors)")
        #expect(try staged.json()["staged"] as? Int == 3)
        #expect(home.tree() == before, "staging deletes nothing")

        let early = try home.run("execute", "--yes", "--format", "json")
        #expect(early.status == 0)
        #expect(try early.json()["deleted"] as? Int == 0)
        #expect(home.tree() == before, "nothing goes before its window is over")

        let undone = try home.run("undo", "--all", "--format", "json")
        #expect(undone.status == 0)
        #expect(try undone.list("undone").count == 3)

        try home.write(TestRules.old(window: "none"), to: "rules.yaml")
        #expect(try home.run("plan", "-q", "--summary").status == 0)
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        let done = try home.run("execute", "--yes", "--format", "json")
        #expect(done.status == 0, "\(done.errors)")
        #expect(try done.json()["deleted"] as? Int == 3)
        #expect(home.tree() == ["old", "young.iso"])
        #expect(home.trash.count == 3)

        let restored = try home.run("restore", "/old/a.iso", "--format", "json")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try home.text("d/old/a.iso") == "old a")
        #expect(try home.run("restore", "--all").status == 0)
        #expect(home.tree() == before)
        #expect(home.trash == [])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test(
        "an item that was undone is not deleted once its window would be over")
    func undoWins() throws {
        let home = try home()
        try home.run("plan", "-q")
        try home.run("stage", "--yes")
        #expect(try home.run("undo", "d/old/b.iso").status == 0)
        let done = try home.run("execute", "--yes", "--format", "json", later: 7_200)
        #expect(done.status == 0, "\(done.errors)")
        #expect(
            try done.list("items").compactMap { $0["path"] as? String } == [
                "/old/a.iso", "/old/c.iso",
            ])
        #expect(home.tree("d/old") == ["b.iso"])
    }

    @Test(
        "a plan is refused once it is used, and once the rules have changed",
        arguments: [true, false])
    func usedAndStale(isUsed: Bool) throws {
        let home = try home()
        try home.run("plan", "-q")
        if isUsed {
            #expect(try home.run("stage", "--yes").status == 0)
        } else {
            try home.write(TestRules.old(window: "2h"), to: "rules.yaml")
        }
        let again = try home.run("stage", "--yes")
        #expect(again.status == 5)
        #expect(again.errors.contains(isUsed ? "it was staged at" : "the rules have changed"))
    }

    @Test("a plan expires after a day")
    func expiry() throws {
        let home = try home()
        try home.run("plan", "-q")
        let late = try home.run("stage", "--yes", later: 90_000)
        #expect(late.status == 5)
        #expect(late.errors.contains("it expired at"))
        #expect(try home.run("status", "--format", "json").list("items").isEmpty)
    }

    @Test("what needs a flag, or a person, is refused by name")
    func missingFlags() throws {
        let home = try home(TestRules.old(window: "none", method: "permanent"))
        try home.run("plan", "-q")
        let bare = try home.run("stage", "--yes")
        #expect(bare.status == 5)
        #expect(bare.errors.contains("--no-undo-window"))
        #expect(bare.errors.contains("--permanent"))
        let silent = try home.run("stage", "--no-undo-window", "--permanent")
        #expect(silent.status == 5)
        #expect(silent.errors.contains("--yes"))
        #expect(try home.run("stage", "--no-undo-window", "--permanent", "--yes").status == 0)

        let waiting = try home.run("execute", "--yes", "--format", "json")
        #expect(waiting.status == 0)
        #expect(try waiting.list("waiting").count == 3)
        #expect(home.tree("d/old").count == 3)
        let uncounted = try home.run("execute", "--yes", "--permanent")
        #expect(uncounted.status == 5)
        #expect(uncounted.errors.contains("--count 3"))
        #expect(try home.run("execute", "--yes", "--permanent", "--count", "2").status == 5)
        #expect(home.tree("d/old").count == 3)
        #expect(try home.run("execute", "--yes", "--permanent", "--count", "3").status == 0)
        #expect(home.tree("d/old") == [])
        #expect(home.trash == [])
        let lost = try home.run("restore", "/old/a.iso")
        #expect(lost.status == 6)
        #expect(lost.output.contains("deleted for good"))
        let all = try home.run("restore", "--all")
        #expect(all.status == 0, "what nothing brings back is no failure where it was not named")
        #expect(all.errors.contains("note: 3 items were deleted for good"))
    }

    @Test(
        "what waits for nobody's answer is not taken for an answer",
        arguments: [
            ["execute"], ["undo"], ["restore"], ["forget"],
        ])
    func noTerminal(arguments: [String]) throws {
        let home = try home(TestRules.old(window: "none"))
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let tree = home.tree()
        let run = try home.run(arguments)
        #expect(run.status == 5, "\(run.errors)")
        #expect(run.errors.contains("there is no terminal to ask on"))
        #expect(home.tree() == tree)
    }

    @Test("a limit refuses the whole plan, and no flag lets it through")
    func limits() throws {
        let home = try home(
            TestRules.old(extra: "").replacingOccurrences(
                of: "limits: {percent: unlimited}", with: "limits: {items: 2, percent: unlimited}"))
        let plan = try home.run("plan", "-q")
        #expect(plan.status == 0)
        #expect(plan.output.contains("Blocked: this plan cannot be staged"))
        let staged = try home.run("stage", "--yes", "--no-undo-window", "--permanent")
        #expect(staged.status == 5)
        #expect(staged.errors.contains("deletes 3 items, the limit is 2"))
        #expect(try home.run("status", "--format", "json").list("items").isEmpty)
    }

    @Test("a rules test that fails keeps a plan from being staged")
    func failingTests() throws {
        let home = try home(
            TestRules.old() + """

                tests:
                  - name: iso files stay
                    now: 2026-01-15T12:00:00Z
                    items:
                      - {path: /a.iso, size: 4GB, age: 120d, expect: keep}
                """)
        try home.run("plan", "-q")
        let staged = try home.run("stage", "--yes", "--no-undo-window")
        #expect(staged.status == 3)
        #expect(staged.errors.contains("FAILED iso files stay"))
        #expect(try home.round("--stage").status == 3)
        #expect(home.tree("d/old").count == 3)
    }

    @Test("a plan file is staged as it was written, and refused when it was edited")
    func editedFile() throws {
        let home = try home()
        try home.run("plan", "-q", "-o", "plan.json", "--all")
        let text = try home.text("plan.json")
        try home.write(
            text.replacingOccurrences(of: "/old/a.iso", with: "/young.iso"), to: "edited.json")
        let edited = try home.run("stage", "edited.json", "--yes")
        #expect(edited.status == 5)
        #expect(edited.errors.contains("it was edited"))
        var lines = text.components(separatedBy: "\n")
        lines.removeAll { $0.contains("/old/a.iso") }
        try home.write(lines.joined(separator: "\n"), to: "shorter.json")
        #expect(try home.run("stage", "shorter.json", "--yes").status == 5)
        #expect(try home.run("stage", "plan.json", "--yes").status == 0)
        #expect(try home.run("status", "--format", "json").list("items").count == 3)
    }

    @Test("what lies in a listing file can be planned over, but not staged")
    func listings() throws {
        let home = try home()
        try home.write(
            #"{"path":"/a.iso","size":3,"modified":"2020-01-01T00:00:00Z"}"#, to: "l.ndjson")
        let plan = try home.run("plan", "-q", "--listing", "l.ndjson", "--state", "s.sqlite")
        #expect(plan.status == 0, "\(plan.errors)")
        let staged = try home.run("stage", "--yes", "--no-undo-window", "--state", "s.sqlite")
        #expect(staged.status == 5)
        #expect(staged.errors.contains("drive 'd' is of kind listing"))
        #expect(staged.errors.contains("plan over the folder itself"))
        #expect(
            !home.has(".local/state"), "a listing that is named for once has no state of its own")
    }

    @Test("a listing among the drives, of which nothing goes, is in nobody's way")
    func mixedDrives() throws {
        let rules = TestRules.old().replacingOccurrences(
            of: "drives:\n", with: "drives:\n  l: {kind: listing, file: l.ndjson}\n")
        let home = try home(rules)
        let item = #"{"path":"/new.iso","size":3,"modified":"2999-01-01T00:00:00Z"}"#
        try home.write(item, to: "l.ndjson")
        #expect(try home.run("plan", "-q").status == 0)
        let staged = try home.run("stage", "--yes", "--no-undo-window")
        #expect(staged.status == 0, "\(staged.errors)")
        #expect(try home.run("execute", "--yes").status == 0)
        // What the plan deletes from it is refused, and nothing of it all is staged.
        try home.write(item.replacingOccurrences(of: "2999", with: "2019"), to: "l.ndjson")
        try home.writeOld("more", to: "d/old/z.iso")
        #expect(try home.run("plan", "-q").status == 0)
        let refused = try home.run("stage", "--yes", "--no-undo-window")
        #expect(refused.status == 5 && refused.errors.contains("of kind listing"))
    }

    @Test("what has changed since the plan is left, and the exit status says so")
    func changedItems() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        try home.writeOld("something else", to: "d/old/b.iso")
        let done = try home.run("execute", "--yes", "--format", "json")
        #expect(done.status == 6)
        let states = try done.list("items").map { "\($0["path"] ?? "") \($0["state"] ?? "")" }
        #expect(
            states.sorted() == ["/old/a.iso deleted", "/old/b.iso changed", "/old/c.iso deleted"])
        #expect(home.tree("d/old") == ["b.iso"])
    }

    @Test("a protection that was added after staging holds")
    func protectionAfterwards() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        try home.write(
            TestRules.old(extra: "protect:\n  - {id: mine, match: {name: a.iso}}"), to: "rules.yaml"
        )
        let done = try home.run("execute", "--yes", "--format", "json")
        #expect(try done.json()["deleted"] as? Int == 2)
        #expect(home.tree("d/old") == ["a.iso"])
        let broken = try home.run("execute", "--yes", "--rules", "none.yaml")
        #expect(broken.status == 1)
        try home.write("version: 1\nrule: []", to: "rules.yaml")
        #expect(try home.run("execute", "--yes").status == 3)
    }

    @Test("items wait when the rules declare their drive elsewhere, and go on when they do not")
    func heldItems() throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        try home.write("x", to: "elsewhere/x")
        try home.write(TestRules.old(root: "elsewhere"), to: "rules.yaml")
        let held = try home.run("execute", "--yes", "--format", "json")
        #expect(held.status == 6)
        #expect(try held.list("items").allSatisfy { $0["state"] as? String == "held" })
        #expect("\(try held.list("items").first?["problem"] ?? "")".contains("elsewhere"))
        try home.write(TestRules.old(), to: "rules.yaml")
        #expect(try home.run("execute", "--yes").status == 0)
        #expect(home.tree("d/old") == [])
    }

    @Test(
        "the daily quota defers what is over it to the next day")
    func quota() throws {
        let home = try home(TestRules.old(extra: "quota: {deletes: 2/day, warn_at: 50%}"))
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let today = try home.run("execute", "--yes", "--format", "json")
        #expect(today.status == 7)
        #expect(today.errors.contains("warning: 2 of 2 deletions of today are used"))
        let counts = try #require(try today.json()["counts"] as? [String: Int])
        #expect(counts["deleted"] == 2 && counts["deferred"] == 1)
        #expect(
            try home.run("quota", "--format", "json").json()["deletes"] as? [String: Int]
                == ["used": 2, "limit": 2, "left": 0])
        #expect(try home.run("execute", "--yes", later: 86_400).status == 0)
        #expect(home.tree("d/old") == [])
    }

    @Test("that a day is nearly used is said once a day, and not at each step")
    func quotaWarning() throws {
        let home = try home(TestRules.old(extra: "quota: {deletes: 9/day, warn_at: 10%}"))
        func round(later seconds: Int = 0) throws -> CommandRun {
            #expect(try home.run("plan", "-q", later: seconds).status == 0)
            let stage = try home.run("stage", "--yes", "--no-undo-window", later: seconds)
            #expect(stage.status == 0, "\(stage.errors)")
            return try home.run("execute", "--yes", later: seconds)
        }
        let first = try round()
        #expect(first.errors.contains("3 of 9 deletions of today are used"), "\(first.errors)")
        try home.writeOld("another one", to: "d/old/d.iso")
        let again = try round()
        #expect(again.status == 0 && home.tree("d/old") == [], "\(again.errors)")
        #expect(!again.errors.contains("of 9 deletions"), "\(again.errors)")
        try home.writeOld("of the next day", to: "d/old/e.iso")
        let next = try round(later: 86_400)
        #expect(next.errors.contains("1 of 9 deletions of today are used"), "\(next.errors)")
    }

    @Test("another process that runs is named")
    func locked() async throws {
        let home = try home(TestRules.old())
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let lock = try await RunnerLock.acquire(
            statePath: home.path + "/.local/state/cleanrules/default/state.sqlite")
        let blocked = try home.run("execute", "--yes")
        #expect(blocked.status == 8)
        #expect(blocked.errors.contains("\(ProcessInfo.processInfo.processIdentifier)"))
        #expect(home.tree("d/old").count == 3)
        #expect(try home.run("undo", "/old/a.iso").status == 0, "an undo does not wait for it")
        lock.close()
        #expect(try home.run("execute", "--yes").status == 0)
        #expect(home.tree("d/old") == ["a.iso"])
    }
}
