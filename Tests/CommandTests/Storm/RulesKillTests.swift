// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Edits of rules that are killed at any call about what they put beside the files.
@Suite("Edits of rules that are killed", .timeLimit(.minutes(60)))
struct RulesKillTests {
    @Test("change several files together, whenever they are killed")
    func killed() throws {
        let texts = [
            "r.yaml": "version: 1\ninclude: [b.yaml]\nrules: []\ntests:\n"
                + "  - now: 2026-01-01T00:00:00Z\n    items: [{path: /a, expect: keep, by: z}]\n",
            "b.yaml": "version: 1\nrules: [{id: z, match: {name: a}, then: keep}]\n",
        ]
        var halves = 0
        var isOver = false
        for call in 1...40 where !isOver {
            let home = try ScratchHome()
            for (name, text) in texts { try home.write(text, to: name) }
            let strike = Interposer.Strike(call: call, under: ".cleanrules-")
            let run = try home.run(
                ["rules", "rename", "z", "y", "--rules", "r.yaml"],
                environment: try Interposer.striking(strike, home.path + "/struck"))
            isOver = run.status == 0
            if try home.text("r.yaml") != texts["r.yaml"],
                try home.text("b.yaml") == texts["b.yaml"]
            {
                halves += 1
            }
            let next = try home.run("rules", "fmt", "--check", "r.yaml")
            #expect(next.status == 0, "\(strike) \(next.errors)")
            let tested = try home.run("test", "r.yaml")
            #expect(tested.status == 0, "\(strike) \(tested.errors)")
            #expect(!home.tree(".").contains { $0.hasPrefix(".cleanrules-journal-") })
        }
        #expect(isOver && halves > 0)
    }
}
