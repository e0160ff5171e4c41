// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import cleanrules

@Suite("The drives of one rules file")
struct DriveScopeTests {
    @Test("that lie in each other are refused", arguments: ["/usr", "/usr/", "/usr/lib"])
    func overlaps(root: String) async throws {
        let text = """
            version: 1
            drives: {one: {kind: local, root: /usr}, two: {kind: local, root: \(root)}}
            rules: []
            """
        let rules = try RulesLoader.load(Array(text.utf8), name: "rules.yaml")
        await #expect(throws: Failure.self) {
            _ = try await ItemLoader(rules: rules, isQuiet: true).items(folder: nil)
        }
    }
}
