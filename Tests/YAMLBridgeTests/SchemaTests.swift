// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing
import YAMLBridge

@Suite("JSON Schema")
struct SchemaTests {
    /// The schema as JSON.
    private func schema() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(RuleFileSchema.json.utf8))
        return try #require(object as? [String: Any])
    }

    @Test("is JSON of the 2020-12 dialect")
    func dialect() throws {
        let schema = try schema()
        #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["required"] as? [String] == ["version", "rules"])
    }

    @Test("knows every field of a condition")
    func fields() throws {
        let definitions = try #require(try schema()["$defs"] as? [String: Any])
        let condition = try #require(definitions["condition"] as? [String: Any])
        let properties = try #require(condition["properties"] as? [String: Any])
        for field in Field.allCases { #expect(properties[field.rawValue] != nil) }
    }

    @Test("is YAML as well, as every JSON file should be")
    func isYAML() {
        let codes = decode(RuleFileSchema.json).diagnostics.map(\.code)
        #expect(!codes.contains(.yamlSyntax))
        #expect(!codes.contains(.keyDuplicate))
    }
}
