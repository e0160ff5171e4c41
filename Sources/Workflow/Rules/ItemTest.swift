// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEditing
package import RuleEngine
internal import Text
internal import Wording
internal import YAMLBridge

/// Makes a test of an item that is listed.
package struct ItemTest {
    /// The rules that get the test, as they are written and as they are understood.
    let file: EditedRulesFile
    let rules: LoadedRules
    /// Where the item is listed.
    let items: LoadedItems

    /// The most items of one test.
    private static let itemsMax = 50
    /// How many items of one name are listed.
    private static let listedMax = 20

    /// One for `rules`, which stand in `file`, of one of `items`.
    package init(file: EditedRulesFile, rules: LoadedRules, items: LoadedItems) {
        self.file = file
        self.rules = rules
        self.items = items
    }

    /// The rules with a test, of that instant, of the item that `name` says: one that comes out as the
    /// item does. Throws where there is no such item, or several, and where no test would.
    package func edited(_ name: String, now: Timestamp) async throws(Failure) -> EditedRules {
        // What people decided has no part in a test.
        let plan = try await PlanMaker(rules: rules, now: now, isQuiet: true)
            .verdicts(over: items).plan
        let row = try row(name, plan.listing, items.roots)
        for rows in Self.companies(of: row, in: plan) {
            let edited = try file.edited(.addTest(Self.test(of: rows, in: plan, rules)))
            if try isMet(edited, at: file.addedTest) { return edited }
        }
        let shown = VisibleText.escaped(plan.listing.path(row))
        throw Failure(
            .failed,
            Message(
                "a test of '\(shown)' would not come out as the item does, which hangs on more than"
                    + " \(Self.itemsMax) others or on what a listing does not tell"))
    }

    private func row(
        _ name: String, _ listing: Listing, _ roots: [String: String]
    ) throws(Failure) -> Int {
        let search = ItemSearch(listing: listing)
        let named = search.rows(named: name, roots: roots)
        let rows = named.isEmpty ? search.rows(endingIn: name) : named
        if rows.count == 1 { return rows[0] }
        let shown = VisibleText.escaped(name)
        if rows.isEmpty {
            throw Failure(.failed, .explainNoItem(n: listing.count, name: shown))
        }
        for row in rows.prefix(Self.listedMax) {
            Host.note("  " + VisibleText.escaped(search.place(row)))
        }
        throw Failure(
            .failed, Message("'\(shown)' names \(rows.count) items; name one of them as above"))
    }

    /// What a test may be made of: the item alone; with the others of its groups; with what is in it.
    private static func companies(of row: Int, in plan: Plan) -> [[Int]] {
        let groups = GroupIndex(plan)
        var others: Set<Int> = []
        for number in plan.rules.indices where plan.rules[number].selection != nil {
            others.formUnion(groups.group(of: row, ruleNumber: number))
        }
        let start = plan.listing.path(row) + "/"
        let below =
            plan.listing.isFolder(row)
            ? (0..<plan.listing.count).filter { other in
                plan.listing.drive(other) == plan.listing.drive(row)
                    && plan.listing.path(other).utf8.starts(with: start.utf8)
            } : []
        let wide = [others, others.union(below)].map { [row] + $0.subtracting([row]).sorted() }
        return [[row]] + wide.filter { $0.count > 1 && $0.count <= itemsMax }
    }

    private static func test(of rows: [Int], in plan: Plan, _ rules: LoadedRules) -> NewTest {
        let rule = plan.rule(rows[0])?.id
        let name = plan.listing.path(rows[0]) + ": " + plan.verdict(rows[0]).rawValue
        return NewTest(
            name: rule.map { "\(name), \($0)" } ?? name, now: plan.input.now,
            items: rows.map { row in
                NewTest.Item(
                    values: plan.listing.values(row), verdict: plan.verdict(row),
                    rule: plan.rule(row)?.id)
            }, of: rules.file)
    }

    /// Whether the test of that number comes out as it says.
    private func isMet(_ edited: EditedRules, at number: Int) throws(Failure) -> Bool {
        let loaded = try RulesLoader.loaded(edited.decoded, edited.sources[0].file)
        let results = try RulesTests.results(loaded)
        return results.indices.contains(number) && results[number].isMet
    }
}

extension EditedRulesFile {
    /// The number that a test has which is added: those of the first file come first.
    fileprivate var addedTest: Int { RulesDocument(sources[0])?.testCount ?? 0 }
}
