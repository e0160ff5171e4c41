// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The tests that a rules file brings, run before anything is staged.
enum RulesTests {
    /// Runs the tests of `rules`; throws, and names what failed, unless all are met.
    static func demandPassing(_ rules: LoadedRules) throws(Failure) {
        let failed = try results(rules).filter { !$0.isMet }
        if failed.isEmpty { return }
        for result in failed.prefix(10) {
            Console.note("FAILED \(VisibleText.escaped(result.test.name))")
        }
        if failed.count > 10 { Console.note("and \(failed.count - 10) more") }
        let shown = VisibleText.escaped(rules.name)
        throw Failure(
            .invalidRules,
            "\(counted(failed.count, "test")) of '\(shown)' failed, so nothing is staged;"
                + " see 'cleanrules test \(shown)'")
    }

    /// What came of each test of `rules`.
    static func results(_ rules: LoadedRules) throws(Failure) -> [RuleTestResult] {
        let zone = try rules.timeZone
        do throws(ListingError) {
            return try RuleTestRunner.run(rules.file, timeZone: zone)
        } catch {
            throw Failure(.invalidRules, error.message)
        }
    }
}
