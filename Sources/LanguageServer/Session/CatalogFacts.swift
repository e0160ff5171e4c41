// SPDX-License-Identifier: Apache-2.0

package import RuleEditing
package import RuleEngine

/// What rules come to on the last listings.
package struct CatalogFacts: Sendable {
    /// How many items there are.
    package let total: Int
    /// What each rule takes, and how much of that it decides, by its id.
    package private(set) var counts: [String: Count] = [:]
    /// What is worth looking at for its counts.
    package private(set) var findings: [LintFinding] = []
    /// Folders, by their paths, those with most in them first.
    package private(set) var folders: [String] = []
    /// Extensions, the most frequent first.
    package private(set) var extensions: [String] = []

    /// Items of a rule.
    package struct Count: Sendable, Equatable {
        /// How many it takes.
        package var taken: Int
        /// Of how many it says what becomes of them.
        package var decided: Int
    }

    /// The most items that are looked at for their names.
    private static let namedMax = 200_000
    /// The most names of a kind that are kept.
    private static let namesMax = 1_000

    /// What `plan` says. O(items × rules).
    package init(_ plan: Plan) {
        total = plan.listing.count
        var taken = [Int](repeating: 0, count: plan.rules.count)
        var decided = taken
        for row in 0..<total {
            for number in plan.appliedRules(row) { taken[number] += 1 }
            if let number = plan.ruleNumber(row) { decided[number] += 1 }
        }
        for (number, rule) in plan.rules.enumerated() where rule.isEnabled {
            counts[rule.id] = Count(taken: taken[number], decided: decided[number])
        }
        findings = CatalogLint.findings(plan)
        name(plan.listing)
    }

    private mutating func name(_ listing: Listing) {
        var folders: [String: Int] = [:]
        var extensions: [String: Int] = [:]
        for row in 0..<min(listing.count, Self.namedMax) {
            let path = listing.path(row)
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            if slash > path.startIndex { folders[String(path[..<slash]), default: 0] += 1 }
            let name = path[slash...].dropFirst()
            if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex {
                extensions[name[dot...].dropFirst().lowercased(), default: 0] += 1
            }
        }
        self.folders = Self.most(folders)
        self.extensions = Self.most(extensions.filter { !$0.key.isEmpty && $0.key.count <= 12 })
    }

    private static func most(_ counts: [String: Int]) -> [String] {
        counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(namesMax).map(\.key)
    }
}
