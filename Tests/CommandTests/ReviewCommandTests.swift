// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Deciding by file, from the plan to the trash.
@Suite("The review on the command line")
struct ReviewCommandTests {
    private static let rules = """
        version: 1
        timezone: UTC
        drives:
          d: {kind: local, root: d}
        defaults: {undo_window: none}
        quota: {reviews: 3/day}
        protect:
          - {id: papers, why: Needed, match: {name: "*contract*"}}
        rules:
          - {id: look, match: {ext: jpg}, then: review}
          - {id: notes, why: Wanted, match: {ext: txt}, then: keep}

        """

    private func home(files: Int = 5) throws -> ScratchHome {
        let home = try ScratchHome()
        for number in 1...files { try home.writeOld("\(number)", to: "d/\(number).jpg") }
        try home.writeOld("x", to: "d/contract.jpg")
        try home.writeOld("x", to: "d/notes.txt")
        try home.write(Self.rules, to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        return home
    }

    private func decide(
        _ home: ScratchHome, _ lines: [(path: String, verdict: String)]
    ) throws -> CommandRun {
        try home.write(
            lines.map { #"{"path": "\#($0.path)", "drive": "d", "verdict": "\#($0.verdict)"}"# }
                .joined(separator: "\n"), to: "decisions.ndjson")
        return try home.run("review", "--decisions", "decisions.ndjson", "-q")
    }

    @Test("What is marked goes with the next stage, and comes back")
    func marksAreStaged() throws {
        let home = try home()
        let decided = try decide(home, [("/1.jpg", "delete"), ("/2.jpg", "keep")])
        #expect(decided.status == 0, "\(decided.errors)")
        #expect(try home.run("stage", "--yes", "--no-undo-window", "-q").status == 0)
        #expect(try home.run("execute", "--yes", "-q").status == 0)
        #expect(home.tree() == ["2.jpg", "3.jpg", "4.jpg", "5.jpg", "contract.jpg", "notes.txt"])
        #expect(try home.run("restore", "--all", "--yes", "-q").status == 0)
        #expect(home.has("d/1.jpg"))
    }

    @Test("A plan over a listing that names drives of its own can be decided about")
    func listing() throws {
        let home = try ScratchHome()
        try home.write(Self.rules, to: "rules.yaml")
        try home.write(
            """
            {"path":"/1.jpg","drive":"d","size":1}
            {"path":"/2.jpg","drive":"elsewhere","size":1}
            """, to: "items.ndjson")
        let options = ["--state", "listing.db", "-q"]
        let plan = try home.run(["plan", "--listing", "items.ndjson"] + options)
        #expect(plan.status == 0, "\(plan.errors)")
        try home.write(
            """
            {"path":"/1.jpg","drive":"d","verdict":"keep"}
            {"path":"/2.jpg","drive":"elsewhere","verdict":"delete"}
            """, to: "decisions.ndjson")
        let review = try home.run(["review", "--decisions", "decisions.ndjson"] + options)
        #expect(review.status == 0, "\(review.errors)")
        // Nothing can be deleted from a list, so nothing leads to staging it.
        try home.write(
            "{\"path\":\"/1.jpg\",\"drive\":\"d\",\"verdict\":\"delete\"}\n", to: "decisions.ndjson"
        )
        let loud = try home.run(
            "review", "--decisions", "decisions.ndjson", "--state", "listing.db")
        #expect(loud.status == 0 && !loud.errors.contains("cleanrules stage"), "\(loud.errors)")
    }

    @Test("A protection cannot be swiped away, nor anything that the plan keeps")
    func protection() throws {
        let home = try home()
        let decided = try decide(home, [("/contract.jpg", "delete")])
        #expect(decided.status == 5)
        #expect(decided.errors.contains("line 1: /contract.jpg is protected: 'papers' keeps it"))
        let kept = try decide(home, [("/notes.txt", "delete"), ("/3.jpg", "delete")])
        #expect(kept.status == 6)
        #expect(kept.errors.contains("line 1: the plan asks nobody about /notes.txt: 'notes'"))
        #expect(try decide(home, [("/contract.jpg", "keep")]).status == 0)
    }

    @Test("A protection that was written after the plan holds as well")
    func laterProtection() throws {
        let home = try home()
        try home.write(
            Self.rules.replacingOccurrences(of: "*contract*", with: "1.jpg"), to: "rules.yaml")
        let decided = try decide(home, [("/1.jpg", "delete")])
        #expect(decided.status == 5 && decided.errors.contains("/1.jpg"))
    }

    @Test("A copy that was marked stays when the one that was to stay is gone")
    func survivorGone() throws {
        let home = try ScratchHome()
        for name in ["a", "copies/a"] { try home.writeOld("the same", to: "d/\(name).jpg") }
        try home.write(
            """
            version: 1
            drives: {d: {kind: local, root: d}}
            defaults: {undo_window: none}
            limits: {percent: unlimited}
            rules:
              - {id: twice, duplicates: {same: content, keep: [shortest_path]}, then: review}

            """, to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try decide(home, [("/copies/a.jpg", "delete")]).status == 0)
        let staged = try home.run("stage", "--yes", "--no-undo-window", "-q")
        #expect(staged.status == 0, "\(staged.errors)")
        try home.remove("d/a.jpg")
        #expect(try home.run("execute", "--yes", "-q").status == 6)
        #expect(home.has("d/copies/a.jpg"))
    }

    @Test("Undo reaches what is older than a deletion, which is for restore")
    func undoBehindDeletion() throws {
        let home = try home()
        #expect(try decide(home, [("/2.jpg", "keep")]).status == 0)
        #expect(try decide(home, [("/1.jpg", "delete")]).status == 0)
        #expect(try home.run("stage", "--yes", "--no-undo-window", "-q").status == 0)
        #expect(try home.run("execute", "--yes", "-q").status == 0)
        let late = try decide(home, [("/1.jpg", "keep")])
        #expect(late.status == 6 && late.errors.contains("deleted already"))
        let undone = try home.run(
            ["review", "--plain", "-q"], typing: "u\nq\n")
        #expect(undone.output.contains("Undone: kept: 2.jpg"))
        #expect(undone.output.contains("Item 2 of 5"))
    }

    @Test("A change of mind on the same day costs no review more")
    func changeOfMind() throws {
        let home = try home()
        #expect(try decide(home, [("/1.jpg", "keep"), ("/2.jpg", "keep")]).status == 0)
        let changed = try decide(home, [("/1.jpg", "delete"), ("/2.jpg", "delete")])
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(try decide(home, [("/3.jpg", "keep")]).status == 0)
        #expect(try decide(home, [("/4.jpg", "keep")]).status == 7)
    }

    @Test("The quota of the day stops decisions, and its own exit status says so")
    func quota() throws {
        let home = try home()
        let first = try decide(home, (1...5).map { ("/\($0).jpg", "keep") })
        #expect(first.status == 6 && first.errors.contains("3 decided"))
        let again = try decide(home, (4...5).map { ("/\($0).jpg", "keep") })
        #expect(again.status == 7)
        #expect(try home.run("quota", "extend", "2", "-q").status == 0)
        #expect(try decide(home, (1...5).map { ("/\($0).jpg", "keep") }).status == 0)
    }
}
