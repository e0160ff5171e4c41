// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// The page about the simulator.
@Suite("The page about the simulator")
struct PageTests {
    @Test("names every kind of request, every scenario and every fault, and no others")
    func names() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/reference/graphsim.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let sections = text.components(separatedBy: "\n#").map { $0.split(separator: "\n") }
        func codes(_ heading: String) throws -> Set<String> {
            let section = try #require(
                sections.first { $0.first?.hasSuffix(" " + heading) == true })
            let body = section.joined(separator: "\n")
            return Set(body.matches(of: /`([a-z]+(?:-[a-z]+)*)`/).map { String($0.1) })
        }
        #expect(try codes("Kinds of request") == Set(SimulatedRequestKind.allCases.map(\.rawValue)))
        let failures = Set(
            SimulatedFailure.names + SimulatedSignInError.allCases.map(\.rawValue))
        let members: Set<String> = [
            "status", "code", "message", "inner", "retry-after", "retry-date",
        ]
        #expect(try codes("Failures").subtracting(members) == failures)
        #expect(
            try codes("Other faults").isSuperset(of: SimulatedFault.names.filter { $0 != "status" })
        )
        #expect(
            try codes("Scenarios").isSuperset(of: SimulatedScenario.allCases.map(\.rawValue)))
        #expect(text.contains(SimulatedScenario.applicationID))
        #expect(text.contains(SimulatedScenario.applicationSecret))
    }
}
