// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine
internal import Text
internal import Wording

/// The tests that a rules file brings, run before anything is staged.
package enum RulesTests {
    /// Runs the tests of `rules`; throws, and names what failed, unless all are met.
    package static func demandPassing(_ rules: LoadedRules) throws(Failure) {
        let failed = try results(rules).filter { !$0.isMet }
        if failed.isEmpty { return }
        for result in failed.prefix(10) {
            Host.note(Host.words(.testFailed) + " " + VisibleText.escaped(result.test.name))
        }
        if failed.count > 10 { Host.note(.fileMore(n: failed.count - 10)) }
        let shown = VisibleText.escaped(rules.name)
        throw Failure(
            .invalidRules, .testNotStaged(n: failed.count, path: shown))
    }

    /// What came of each test of `rules`.
    package static func results(_ rules: LoadedRules) throws(Failure) -> [RuleTestResult] {
        let zone = try rules.timeZone
        do throws(ListingError) {
            return try RuleTestRunner.run(rules.file, timeZone: zone)
        } catch {
            throw Failure(.invalidRules, error.clause)
        }
    }
}
