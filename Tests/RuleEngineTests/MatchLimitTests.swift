// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@Suite("Regular expressions that give up")
struct MatchLimitTests {
    /// Takes more steps than there are, on a name of many `a` and another letter.
    private static let pattern = "^(a+)+$"

    private func world(items: Int) throws -> World {
        let name = String(repeating: "a", count: 40)
        var world = World()
        world.items = (0..<items).map { ItemValues(path: "/\($0)/\(name)c") }
        let expression = try RegularExpression(Self.pattern)
        world.file.definitions = [
            Definition(
                name: "slow",
                condition: .test(FieldTest(.nameRegex, [.regularExpression(expression)])))
        ]
        world.file.rules = [
            Rule(id: "first", match: .everything, unless: .defined(["slow"]), action: .delete)
        ]
        return world
    }

    @Test("leave an item unknown, which stays")
    func unknown() throws {
        let world = try world(items: 1)
        #expect(try world.plan().verdict(0) == .keep)
    }

    @Test("on over a thousand items make no plan, but an error that names rule and item")
    func tooMany() throws {
        var world = try world(items: 1_001)
        world.threads = 2
        let error = #expect(throws: PlanError.self) { try world.plan() }
        let message = error?.message ?? ""
        #expect(message.contains("rule 'first'"))
        #expect(message.contains("'\(Self.pattern)'"))
        #expect(message.contains("'/0/aaaa"))
    }
}
