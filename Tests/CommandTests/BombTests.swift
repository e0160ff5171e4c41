// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Rules and listings that are made to take for ever. What never ends fails by the limit on time.
@Suite("Bombs", .timeLimit(.minutes(60)))
struct BombTests {
    private func definitions(levels: Int) -> String {
        (1...levels).map { "  d\($0): {any: [is: d\($0 - 1), is: d\($0 - 1)]}\n" }.joined()
    }

    private func rules(levels: Int) -> String {
        """
        version: 1
        drives: {pages: {kind: listing, file: pages.ndjson}}
        define:
          d0: {name: "*.tmp"}
        \(definitions(levels: levels))rules:
          - {id: r, match: {is: d\(levels)}, then: delete}
        """
    }

    @Test("definitions that double are refused when there is no end to them")
    func endless() throws {
        let home = try ScratchHome()
        try home.write(rules(levels: 40), to: "rules.yaml")
        try home.write("{\"path\":\"/a.tmp\",\"size\":1}\n", to: "pages.ndjson")
        for command in [["check"], ["plan", "--no-state", "-q"]] {
            let run = try home.run(command)
            #expect(run.status == 3)
            #expect(run.errors.contains("[definition-too-large]"))
        }
    }

    @Test("definitions that double within the bound are judged, planned and explained")
    func doubled() throws {
        let home = try ScratchHome()
        try home.write(rules(levels: 12), to: "rules.yaml")
        let lines = (0..<20_000).map {
            "{\"path\":\"/\($0).\($0 % 2 == 0 ? "tmp" : "txt")\",\"size\":1}"
        }
        try home.write(lines.joined(separator: "\n"), to: "pages.ndjson")
        #expect(try home.run("check").status == 0)
        let plan = try home.run("plan", "--no-state", "-q", "--format", "csv")
        #expect(
            plan.output.split(whereSeparator: \.isNewline).count { $0.contains(".tmp") } == 10_000)
        let why = try home.run("why", "--no-state", "-q", "/0.tmp")
        #expect(why.status == 0)
        #expect(why.output.contains("is: d0"))
        #expect(why.output.contains("as above"))
        #expect(why.output.split(separator: "\n").count < 5_000)
    }

    @Test("expressions that take too much make no plan, and rule and item are named")
    func effort() throws {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            drives: {pages: {kind: listing, file: pages.ndjson}}
            rules:
              - {id: cheap, match: {name: "*.tmp"}, then: delete}
              - {id: dear, match: {name_regex: 'x?(a+)+\\G[bd]'}, then: delete}
            """, to: "rules.yaml")
        let name = String(repeating: "a", count: 250)
        let lines = (0..<900).map { "{\"path\":\"/\($0)/\(name)\"}" }
        try home.write(lines.joined(separator: "\n"), to: "pages.ndjson")
        let plan = try home.run("plan", "--no-state", "-q")
        #expect(plan.status == 3)
        #expect(plan.output.isEmpty)
        #expect(plan.errors.contains("rule 'dear'"))
        #expect(plan.errors.contains("/aaaa"))
    }

    @Test("a plan is the same, byte for byte, in every process")
    func everyProcess() throws {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            drives:
              pages: {kind: listing, file: pages.ndjson}
              more: {kind: listing, file: more.ndjson}
            limits: {percent: unlimited, items: unlimited}
            rules:
              - {id: copies, duplicates: {same: content, across: drives}, then: delete}
              - {id: names, duplicates: {same: [name, size]}, then: review}
              - {id: many, surplus: {keep: 3}, match: {ext: tmp}, then: delete}
            """, to: "rules.yaml")
        for file in ["pages", "more"] {
            let lines = (0..<3_000).map { number in
                let hash = String(repeating: "ab", count: 30) + String(1_000 + number % 700)
                return "{\"id\":\"\(file)\(number)\",\"path\":\"/f\(number % 37)/\(number % 900)"
                    + "-\(number).\(number % 3 == 0 ? "tmp" : "jpg")\",\"size\":\(number % 5),"
                    + "\"modified\":\"2020-01-01T00:00:0\(number % 10)Z\","
                    + "\"hashes\":{\"sha256\":\"\(hash)\"}}"
            }
            try home.write(lines.joined(separator: "\n"), to: "\(file).ndjson")
        }
        for format in ["json", "csv", "ndjson"] {
            let runs = try (0..<3).map { _ in
                try home.run(
                    "plan", "--no-state", "-q", "--now", "2026-01-15T12:00:00Z", "--format",
                    format)
            }
            #expect(!runs[0].output.isEmpty)
            #expect(runs.allSatisfy { $0.output == runs[0].output })
        }
    }
}
