// SPDX-License-Identifier: Apache-2.0

import Messages
import RuleEditing
import RuleEngine
import TestSupport
import Testing
import YAMLBridge

/// What the tests of rules show of them, and what they leave open.
@Suite("Trials of rules")
struct RuleTrialTests {
    private static func trial(_ texts: [(String, String)]) throws -> RuleTrial {
        let sources = texts.map { RuleSource(file: $0.0, bytes: Array($0.1.utf8)) }
        let decoded = RuleEditor.decode(sources)
        let file = try #require(decoded.rules.value, "\(decoded.rules.diagnostics)")
        let zone = RuleTimeZone.utc
        let results = try RuleTestRunner.run(file, timeZone: zone)
        #expect(results.allSatisfy { $0.isMet }, "\(texts[0].1)")
        return RuleTrial(decoded.sources, file, results, timeZone: zone)
    }

    private static func file(_ rules: String, _ items: [String]) -> String {
        "version: 1\n" + rules + "tests:\n  - now: 2026-01-15T12:00:00Z\n    items:\n"
            + items.map { "      - {\($0)}\n" }.joined()
    }

    private static let old = """
        rules:
          - id: old
            match:
              ext: iso
              age: over 90d
            then: delete

        """
    private static let taken = "path: /a.iso, age: 120d, expect: delete, by: old"

    /// Rules, items, the rules without a near miss, the parts that are idle, and the changes that
    /// nobody notices.
    static let cases: [([String], String, [String], [String], [String])] = [
        (
            [
                taken, "path: /b.iso, age: 89d, expect: keep",
                "path: /c.txt, age: 120d, expect: keep",
            ],
            old, [], [], []
        ),
        (
            [taken], old, ["old"], ["ext: iso", "age: over 90d"],
            ["ext: iso gone", "age: over 90d gone", "over 90d → over 45d"]
        ),
        (
            [taken, "path: /b.iso, age: 89d, expect: keep"], old, [], ["ext: iso"],
            ["ext: iso gone"]
        ),
        (
            ["path: /a.iso, expect: review", "path: /a.txt, expect: keep"],
            "rules: [{id: r, match: {ext: [iso, dmg]}, then: review}]\n", [], ["dmg"], ["dmg gone"]
        ),
        (
            [
                "path: /a.iso, expect: keep, by: p", "path: /b.iso, expect: keep, by: p",
                "path: /c.dmg, expect: delete",
            ],
            """
            define:
              image: {ext: iso}
            protect:
              - {id: p, match: {is: image}}
            rules:
              - {id: r, match: {any: [{is: image}, {ext: dmg}]}, then: delete}

            """, ["r"], ["is: image"], ["is: image gone"]
        ),
        (
            ["path: /x/a, expect: delete", "path: /x/y/a, expect: keep", "path: /b, expect: keep"],
            "rules: [{id: r, match: {path: \"/x/*\"}, then: delete}]\n", [], [],
            ["/x/* → /**/x/*"]
        ),
        (
            ["path: /a, expect: review"],
            "rules: [{id: r, match: {everything: true}, then: review}]\n", [], [], []
        ),
        (
            ["path: /a, shared: false, expect: review", "path: /b, shared: false, expect: keep"],
            "rules: [{id: r, match: {name: a}, unless: {shared: true}, then: review}]\n", [],
            ["shared: true"], ["a → *a", "shared: true gone"]
        ),
    ]

    @Test("tell what the tests of rules leave open", arguments: cases)
    func gaps(
        _ items: [String], _ rules: String, _ near: [String], _ idle: [String],
        _ unnoticed: [String]
    ) throws {
        let trial = try Self.trial([("r.yaml", Self.file(rules, items))])
        let coverage = trial.coverage()
        #expect(coverage.rules.filter { !$0.isMissedNearly }.map(\.rule.id) == near)
        #expect(coverage.idle.map(\.text) == idle)
        #expect(coverage.isWhole == (near.isEmpty && idle.isEmpty))
        let mutation = trial.mutation()
        let found = mutation.unnoticed.map { variant in
            variant.after.map { "\(variant.before) → \($0)" } ?? "\(variant.before) gone"
        }
        #expect(found == unnoticed)
        #expect(mutation.total >= mutation.unnoticed.count && mutation.left == 0)
    }

    @Test("name the place, in the file that is included as well")
    func places() throws {
        let main = Self.file("include: [b.yaml]\nrules: []\n", ["path: /a.x, expect: review"])
        let trial = try Self.trial([
            ("a.yaml", main),
            ("b.yaml", "version: 1\nrules:\n  - {id: b, match: {ext: [x, y]}, then: review}\n"),
        ])
        let found = trial.mutation().unnoticed.first { $0.before == "y" }
        #expect(found?.range.file == "b.yaml")
        #expect(found?.range.line == 3 && found?.range.column == 30)
        #expect(found?.owner == "b")
        #expect(trial.mutation(of: "nobody").total == 0)
    }

    @Test("of rules of any form change what they say", arguments: propertySeeds.prefix(40))
    func anyForm(_ seed: UInt64) throws {
        let text = RandomFile(seed: seed).text
        let source = RuleSource(file: "r.yaml", bytes: Array(text.utf8))
        guard let file = RuleEditor.decode([source]).rules.value else { return }
        let trial = RuleTrial([source], file, [], timeZone: RuleTimeZone.utc)
        let mutation = trial.mutation()
        #expect(mutation.total == mutation.unnoticed.count)
        #expect((mutation.total > 0) == file.rules.contains(where: \.isEnabled), "\(text)")
        // Whatever is changed stands where it is said to stand.
        for variant in mutation.unnoticed where variant.kind == .threshold {
            let found = String(decoding: source.bytes[variant.range.bytes], as: UTF8.self)
            #expect(found.contains(variant.before), "\(variant)")
        }
    }

    @Test("are made of items that really are")
    func recorded() throws {
        let rules = "version: 1\nrules:\n  - {id: r, match: {size: over 1MB}, then: review}\n"
        let source = RuleSource(file: "r.yaml", bytes: Array(rules.utf8))
        let file = try #require(RuleEditor.decode([source]).rules.value)
        var values = ItemValues(path: "/a: b #c.bin")
        values.size = 4_000_000
        values.owner = "Ada"
        let now = Timestamp(secondsSinceEpoch: 1_768_478_400)
        let test = NewTest(
            name: "/a: b #c.bin: review, r", now: now,
            items: [NewTest.Item(values: values, verdict: .review, rule: "r")], of: file)
        var after = rules
        for _ in 0..<2 { after = try EditTests.edited(after, .addTest(test)) }
        let lines = """
              - name: "/a: b #c.bin: review, r"
                now: 2026-01-15T12:00:00Z
                items:
                  - {path: "/a: b #c.bin", size: 4MB, expect: review, by: r}

            """
        #expect(after == rules + "\ntests:\n" + lines + "\n" + lines)
        let decoded = RuleEditor.decode([RuleSource(file: "r.yaml", bytes: Array(after.utf8))])
        let tried = try #require(decoded.rules.value)
        let results = try RuleTestRunner.run(tried, timeZone: RuleTimeZone.utc)
        #expect(results.count == 2 && results.allSatisfy { $0.isMet })
    }
}
