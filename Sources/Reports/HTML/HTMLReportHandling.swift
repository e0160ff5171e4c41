// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Wording

/// What would happen to each item, and which other rules name it; each wording is made once.
final class HTMLReportHandling {
    private let plan: Plan
    private let words: Words
    private var numberOfKey: [Key: Int] = [:]

    /// The wordings by number: what would happen, and the other rules.
    private(set) var wordings: [(what: String, also: String)] = []

    private struct Key: Hashable {
        let verdict: Verdict
        let rule: Int?
        let applied: [Int]
    }

    /// What happens by `plan`, in the language of `words`.
    init(_ plan: Plan, _ words: Words) {
        self.plan = plan
        self.words = words
    }

    /// The number of the wording for `row`.
    func number(_ row: Int) -> Int {
        let key = Key(
            verdict: plan.verdict(row), rule: plan.ruleNumber(row), applied: plan.appliedRules(row))
        if let known = numberOfKey[key] { return known }
        let others = key.applied.filter { $0 != key.rule }.map { plan.rules[$0].id }
        wordings.append((what: words(what(row, key.verdict)), also: others.joined(separator: ", ")))
        numberOfKey[key] = wordings.count - 1
        return wordings.count - 1
    }

    private func what(_ row: Int, _ verdict: Verdict) -> Phrase {
        switch verdict {
        case .keep: .reportThenStays
        case .review: .reportThenAsked
        case .delete:
            switch (plan.method(row), plan.undoWindow(row)) {
            case (.recycle, .none): .reportThenRecycle
            case (.quarantine, .none): .reportThenQuarantine
            case (.permanent, .none): .reportThenPermanent
            case (.recycle, .wait(let age)): .reportThenRecycleAfter(span: age.phrase)
            case (.quarantine, .wait(let age)): .reportThenQuarantineAfter(span: age.phrase)
            case (.permanent, .wait(let age)): .reportThenPermanentAfter(span: age.phrase)
            }
        }
    }
}

extension Age {
    /// The length of time in words: `7 days`.
    fileprivate var phrase: Phrase {
        switch unit {
        case .minute: .reportSpanMinute(n: amount)
        case .hour: .reportSpanHour(n: amount)
        case .day: .reportSpanDay(n: amount)
        case .week: .reportSpanWeek(n: amount)
        case .month: .reportSpanMonth(n: amount)
        case .year: .reportSpanYear(n: amount)
        }
    }
}
