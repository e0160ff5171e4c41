// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A plan that deletes nothing says why.
@Suite("Why a plan deletes nothing")
struct WhyNothingTests {
    private static let rules = """
        version: 1
        timezone: UTC
        drives: {d: {kind: listing, file: items.ndjson}}
        protect:
          - {id: papers, match: {name: "*contract*"}}
        rules:
          - {id: old, match: {ext: iso, age: over 90d}, then: delete}
          - {id: views, match: {ext: jpg, taken: "before 2020-01-01"}, then: delete}
          - {id: fine, match: {name: "good*"}, then: keep}

        """

    /// The sentences of a plan over the given items.
    private func reasons(
        _ items: [String], rules: String = Self.rules, _ more: String...
    ) throws -> [String] {
        let home = try ScratchHome()
        try home.write(items.joined(separator: "\n"), to: "items.ndjson")
        try home.write(rules, to: "rules.yaml")
        let plan = try home.run(["plan", "-q", "--now", "2026-06-01T12:00:00Z"] + more)
        #expect(plan.status == 0, "\(plan.errors)")
        let lines = plan.output.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "Why nothing is deleted") else { return [] }
        return lines[(start + 1)...].prefix { !$0.isEmpty }.map { String($0.dropFirst(2)) }
    }

    private func item(_ path: String, _ more: String = "") -> String {
        let day = "2020-01-01T00:00:00Z"
        return
            #"{"path": "\#(path)", "size": 9, "created": "\#(day)", "modified": "\#(day)"\#(more)}"#
    }

    @Test("The protection that holds, rules that keep, and values that are not there, with counts")
    func held() throws {
        let taken = #", "taken": "2025-01-01T00:00:00Z""#
        let found = try reasons([
            item("/contract.iso"), item("/contract 2.pdf"), item("/good.iso"), item("/good.txt"),
            item("/a.jpg"), item("/b.jpg"), item("/c.jpg", taken), item("/other.txt"),
        ])
        #expect(
            found == [
                "2 items protected by 'papers', of which a delete rule names 1",
                "2 items kept by 'fine', of which a delete rule names 1",
                "2 items tell too little for 'views': taken: before 2020-01-01 is not known",
            ])
    }

    @Test("A trial is told with its rules, and how it ends")
    func trial() throws {
        let found = try reasons(
            [item("/a.iso"), item("/b.iso"), item("/x.txt")],
            rules: Self.rules + "review: {trial: 20}\n")
        #expect(
            found == [
                "2 items for a person to decide, since a rule is on trial until 20 of its items"
                    + " are decided: 'old' 2"
            ])
    }

    @Test("Rules of thousands of tests, for which rows are judged fewer at a time, are told of too")
    func manyTests() throws {
        let sizes = (0..<5_000).map { "{size: \(1_000_000 + $0)B}" }.joined(separator: ", ")
        let rules = """
            version: 1
            timezone: UTC
            drives: {d: {kind: listing, file: items.ndjson}}
            rules:
              - {id: sizes, match: {any: [\(sizes)]}, then: delete}
              - {id: views, match: {taken: "before 2020-01-01"}, then: delete}

            """
        let items = (0..<4_200).map { item("/\($0).txt") }
        #expect(
            try reasons(items, rules: rules)
                == [
                    "4,200 items tell too little for 'views': taken: before 2020-01-01 is not known"
                ])
    }

    @Test("Where no rule applies, that is said; where something goes, nothing is")
    func nothing() throws {
        #expect(try reasons([item("/x.txt")]) == ["no delete rule applies to any item"])
        #expect(try reasons([item("/a.iso"), item("/contract.iso")]).isEmpty)
    }

    @Test("A protection that covers no item is named, unless the plan is quiet or deletes nothing")
    func idleProtection() throws {
        let home = try ScratchHome()
        let items = [item("/a.iso"), item("/b.pdf")]
        try home.write(items.joined(separator: "\n"), to: "items.ndjson")
        try home.write(
            """
            version: 1
            drives: {d: {kind: listing, file: items.ndjson}}
            protect:
              - {id: misspelt, match: {name: "*.pfd"}}
              - {id: meant, match: {name: "*.pdf"}}
            rules:
              - {id: old, match: {ext: iso}, then: delete}

            """, to: "rules.yaml")
        let idle = "note: no item is covered by the protection 'misspelt'"
        let command = ["plan", "--rules", "rules.yaml", "--now", "2026-06-01T12:00:00Z"]
        let told = try home.run(command)
        #expect(told.status == 0, "\(told.errors)")
        #expect(told.errors.split(separator: "\n").filter { $0.contains("covered") } == [idle[...]])
        #expect(try !home.run(command + ["-q"]).errors.contains("covered"))
        let listed = try home.run(command + ["--ci", "github"]).errors
        #expect(listed.contains("file=rules.yaml,line=4,col=10,title=protection-covers-nothing"))
        try home.write(item("/b.doc"), to: "items.ndjson")
        #expect(try !home.run(command).errors.contains("covered"))
    }
}
