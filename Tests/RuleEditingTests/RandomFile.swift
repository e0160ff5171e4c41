// SPDX-License-Identifier: Apache-2.0

import RuleEditing
import TestSupport

/// A rules file of any form: blocks and brackets, comments wherever they may stand, blank lines, every
/// quote, anchors and merges. Comments of a rule say whose they are: `# of r1`.
struct RandomFile {
    private(set) var text = ""
    let ids: [String]
    /// Whether the rules stand between brackets.
    let isFlow: Bool
    private var random: SplitMix64
    private let dash: Int

    /// The file of `seed`.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        ids = (0...random.below(5)).map { "r\($0)" }
        isFlow = random.once(in: 5)
        dash = random.pick([0, 2, 2, 3, 4])
        self.random = random
        write()
        if self.random.once(in: 4) { text = text.replacing("\n", with: "\r\n") }
        if self.random.once(in: 6) { text = "\u{FEFF}" + text }
        if self.random.once(in: 4), text.hasSuffix("\n") { text.removeLast() }
    }

    private mutating func write() {
        text += random.pick(["", "# The file.\n", "\n# The file.\n\n"])
        text += "version: 1\n"
        text += "x-base: &base {unknown: review} # shared\n"
        text += random.pick(["", "\n", "define:\n  # A name.\n  big: {size: over 1GB}\n"])
        text += random.pick(["", "\n", "# Rules.\n"])
        if isFlow { writeFlow() } else { writeBlocks() }
        writeTests()
        text += random.pick(["", "# The end.\n", "\n  # The end.\n"])
    }

    private mutating func writeFlow() {
        text += "rules: ["
        for (index, id) in ids.enumerated() {
            text += index > 0 ? random.pick([", ", ",\n  ", " ,"]) : random.pick(["", "\n  "])
            text += flowRule(id)
        }
        text += random.pick(["]\n", "\n  ]\n", " ] # all\n"])
    }

    private mutating func flowRule(_ id: String) -> String {
        let entries = ["id: \(quoted(id))", "match: \(flowMatch())", "then: \(then())"]
        let gap = random.pick([", ", ",", ",\n    "])
        return random.pick(["{", "{ "]) + entries.joined(separator: gap) + random.pick(["}", " }"])
    }

    private mutating func writeBlocks() {
        text += random.pick(["rules:\n", "rules: # all\n"])
        for id in ids {
            if random.once(in: 4) {
                text += random.pick(["", "\n"]) + pad(dash) + "# Section.\n\n"
            }
            if random.once(in: 2) { text += "\n" }
            if random.once(in: 2) { text += pad(dash) + "# of \(id)\n" }
            writeRule(id)
        }
        if random.once(in: 2) { text += "\n" }
    }

    private mutating func writeRule(_ id: String) {
        if random.once(in: 5) {
            text += pad(dash) + "- " + flowRule(id) + comment(id) + "\n"
            return
        }
        let gap = random.pick([1, 1, 3])
        let column = dash + 1 + gap
        text += pad(dash) + "-" + pad(gap) + "id: " + quoted(id) + comment(id) + "\n"
        var entries = [
            random.pick([
                "why: Some text", "why: >-\n\(pad(column + 2))Some\n\(pad(column + 1))  text",
            ]),
            random.pick(["match: " + flowMatch(), blockMatch(column, id)]),
            "then: " + then(),
        ]
        if random.once(in: 3) { entries.insert("enabled: false", at: random.below(4)) }
        if random.once(in: 4) { entries.append("x-note: [1, {a: b}]") }
        for entry in entries {
            if random.once(in: 4) { text += pad(column) + "# of \(id)\n" }
            let isText = entry.contains(">-")
            text += pad(column) + entry + (isText ? "" : comment(id)) + "\n"
        }
        if random.once(in: 4) { text += pad(column + 1) + "# of \(id)\n" }
    }

    private mutating func blockMatch(_ column: Int, _ id: String) -> String {
        let inner = column + random.pick([1, 2, 4])
        var lines = ["match:"]
        lines.append(pad(inner) + "ext: " + random.pick(["iso", "'iso'", "[iso, \"img\"]"]))
        if random.once(in: 2) { lines.append(pad(inner) + "# of \(id)") }
        lines.append(
            pad(inner)
                + random.pick([
                    "size: over 1MB", "name: \"*.a # b\"", "any:\n\(pad(inner))- {ext: a}",
                ]))
        return lines.joined(separator: "\n")
    }

    private mutating func flowMatch() -> String {
        random.pick([
            "{ext: iso}", "{ ext: [iso,img] , size: over 1MB }", "{name: 'a''b', age: over 3d}",
            "{any: [{ext: a}, {ext: b}]}",
        ])
    }

    private mutating func writeTests() {
        guard random.once(in: 2) else { return }
        text += "tests:\n  - now: 2026-01-01T00:00:00Z\n    items:\n"
        text += "      - {path: /a, expect: keep} # one\n"
        let id = random.pick(ids)
        text +=
            "      # of a test\n      - path: /b\n        expect: keep\n        by: \(quoted(id))\n"
    }

    private mutating func then() -> String {
        random.pick(["keep", "review", "delete", "\"review\""])
    }

    private mutating func quoted(_ text: String) -> String {
        random.pick([text, text, "'\(text)'", "\"\(text)\""])
    }

    private mutating func comment(_ id: String) -> String {
        random.pick(["", "", " # of \(id)", "   # of \(id)"])
    }

    private func pad(_ count: Int) -> String { String(repeating: " ", count: count) }
}
