// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Reports
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// Turns an item that is listed into a test of the rules.
struct TestRecorder {
    /// The rules file; nil for the one that is found.
    let rules: String?
    /// Where the item is listed.
    let items: RulesItems
    /// The instant of the test; nil for the clock's.
    let now: Timestamp?
    /// Whether nothing is written.
    let isDry: Bool

    /// The most items of one test.
    private static let itemsMax = 50
    /// How many items of one name are listed.
    private static let listedMax = 20

    /// Adds a test of the item that `name` says to the rules.
    func record(_ name: String) async throws {
        let read = try EditedRulesFile.read(rules)
        guard let loaded = read.loaded() else {
            RulesLoader.report(read.decoded.rules.diagnostics, read.sources)
            throw Failure(.invalidRules)
        }
        let (items, _) = try await self.items.read(for: loaded)
        let instant = now ?? SystemClock.now()
        // What people decided has no part in a test.
        let plan = try await PlanMaker(rules: loaded, now: instant, isQuiet: true)
            .verdicts(over: items).plan
        let row = try row(name, plan.listing, items.roots)
        for rows in Self.companies(of: row, in: plan) {
            let test = Self.test(of: rows, in: plan, loaded)
            let edited = try read.edited(.addTest(test))
            guard try isMet(edited, at: read.addedTest) else { continue }
            if !isDry { try read.write(edited.sources) }
            RulesEditOutput.say(read.sources, edited.sources, isDone: !isDry)
            if isDry { Console.note(.rulesDry) }
            return
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
            Console.note("  " + VisibleText.escaped(search.place(row)))
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
