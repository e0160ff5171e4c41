// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger

/// When drives were asked for items and did not find them, with no proof that these are gone: such
/// an item is not asked for again at once, for the same answer would say as little.
///
/// Kept in the state file, so that the next process knows as well. What is lost of it costs a
/// question, and never an item.
struct VainQuestions: Sendable, Hashable {
    /// For so long after a question the next one waits, in seconds.
    static let pauseSeconds: Int64 = 60

    /// When each item was asked for last, in seconds since 1970, by its number.
    private var instants: [Int64: Int64] = [:]

    /// No questions.
    init() {}

    /// Whether `item` was asked for in vain so short a time before `now` that it has to wait. A
    /// clock that was set back since makes nothing wait.
    func rests(_ item: StagedItem, at now: Timestamp) -> Bool {
        guard let asked = instants[item.number] else { return false }
        return VainQuestions.isRecent(asked, now)
    }

    /// Notes that `numbers` were asked for in vain at `now`, and forgets what makes nothing wait any
    /// more.
    mutating func note(_ numbers: [Int64], at now: Timestamp) {
        instants = instants.filter { VainQuestions.isRecent($0.value, now) }
        for number in numbers { instants[number] = now.secondsSinceEpoch }
    }

    private static func isRecent(_ asked: Int64, _ now: Timestamp) -> Bool {
        (asked...(asked + pauseSeconds - 1)).contains(now.secondsSinceEpoch)
    }
}

extension VainQuestions {
    /// As the state file keeps it: an instant and the numbers that were asked for then, a line each.
    var text: String {
        Dictionary(grouping: instants.keys) { instants[$0] ?? 0 }.sorted { $0.key > $1.key }
            .map { "\($0) " + $1.sorted().map(String.init).joined(separator: " ") }
            .joined(separator: "\n")
    }

    /// What `text` keeps; a line that cannot be read is passed over.
    init(text: String) {
        for line in text.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int64($0) }
            guard let instant = numbers.first, instant < .max - VainQuestions.pauseSeconds else {
                continue
            }
            for number in numbers.dropFirst() { instants[number] = instant }
        }
    }
}

extension Runner {
    private static let vainQuestionsSetting = "vain-questions"

    /// What was asked for in vain.
    func vainQuestions() async throws(RunnerError) -> VainQuestions {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.setting(Runner.vainQuestionsSetting)
        }.map(VainQuestions.init(text:)) ?? VainQuestions()
    }

    /// Notes that the drives of the items of `numbers` did not find them, and nothing proved that
    /// they are gone.
    func noteVainQuestions(_ numbers: [Int64]) async throws(RunnerError) {
        if numbers.isEmpty { return }
        var questions = try await vainQuestions()
        questions.note(numbers, at: clock())
        // Of very many the first have to do; the others are asked for sooner.
        let text = Runner.settingText(questions.text)
        try await calling { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Runner.vainQuestionsSetting)
        }
    }
}
