// SPDX-License-Identifier: Apache-2.0

import RuleEditing
import Testing

@Suite("The page of lint's findings")
struct LintPageTests {
    @Test("has a row for each code, and no other")
    func codes() throws {
        let lines = try Page(path: "docs/reference/lint.md").lines()
        let rows = lines.compactMap {
            $0.prefixMatch(of: #/\| `([a-z0-9-]+)` \|/#).map { String($0.1) }
        }
        #expect(rows.sorted() == LintCode.allCases.map(\.rawValue).sorted())
    }
}
