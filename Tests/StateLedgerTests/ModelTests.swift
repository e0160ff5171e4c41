// SPDX-License-Identifier: Apache-2.0

import Foundation
import StateLedger
import Testing

@Suite("The model of the life of staged items")
struct ModelTests {
    /// The lines of the model, which `script/model` checks.
    private static func model() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appendingPathComponent("docs/design/model/life.pml")
        return try String(contentsOf: path, encoding: .utf8).components(separatedBy: "\n")
    }

    /// A change of a state, by the names of the two.
    private struct Move: Hashable {
        let from: String
        let to: String
    }

    @Test("has exactly the transitions of the code in its table")
    func transitions() throws {
        let lines = try Self.model()
        let start = try #require(lines.firstIndex { $0.hasPrefix("#define TABLE") })
        let rows = lines[(start + 1)...].prefix { $0.hasPrefix("    move(") }
        let modelled = rows.flatMap { row in
            row.matches(of: #/move\((\w+), (\w+)\)/#).map { match in
                Move(from: String(match.1), to: String(match.2))
            }
        }
        let coded = ItemState.allCases.flatMap { state in
            state.successors.map { Move(from: "\(state)", to: "\($0)") }
        }
        #expect(Set(modelled).count == modelled.count, "a transition stands in the table twice")
        for move in Set(coded).subtracting(modelled) {
            Issue.record("the model lacks \(move.from) → \(move.to)")
        }
        for move in Set(modelled).subtracting(coded) {
            Issue.record("the code does not know \(move.from) → \(move.to)")
        }
        #expect(!coded.isEmpty)
    }

    @Test("changes states in one place only, which asks the table")
    func oneDoor() throws {
        let assignments = try Self.model().filter { line in
            !line.hasPrefix("mtype") && line.contains(#/\bstate\[\w+\] = (?!=)/#)
        }.map { $0.trimmingCharacters(in: .whitespaces) }
        // The change itself; a new staging; and the fault that goes past the table.
        #expect(
            assignments == ["state[i] = next;", "state[i] = executing;", "state[i] = staged"])
    }
}
