// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The page on JSON, statistics")
struct StatsPageTests {
    private static let page = Page(path: "docs/reference/json.md")

    /// The document that the tests of statistics hold to be current.
    private func document() throws -> [String: Any] {
        let text = try Checkout.text("Tests/Goldens/stats/week.json")
        return try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// All keys of `value`, however deep.
    private func keys(_ value: Any) -> Set<String> {
        if let object = value as? [String: Any] {
            return object.reduce(into: []) { $0.formUnion(keys($1.value).union([$1.key])) }
        }
        return (value as? [Any] ?? []).reduce(into: []) { $0.formUnion(keys($1)) }
    }

    @Test("names the keys of the document, and no other")
    func keys() throws {
        let section = try Self.page.section("Statistics")
        let named = Set(TableRows.firstCells(section).flatMap { TableRows.code($0) })
        #expect(named == Set(try document().keys))
    }

    @Test("names every key within them")
    func nestedKeys() throws {
        let words = Set(TableRows.code(try Self.page.section("Statistics").joined(separator: "\n")))
        #expect(keys(try document()).subtracting(words) == [])
    }
}
