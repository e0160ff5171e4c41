// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

/// What the ledger should hold, in the fewest words: written apart from it, and slow.
private struct Model {
    struct Item: Equatable {
        var path: String
        var size: Int64
        var due: Int64
        var state = ItemState.staged
        var attempt = 0
        var retry: Int64 = 0
        var day = ""
        var isRestoring = false
    }

    var items: [Item] = []
    var deletes: [String: Int64] = [:]
    var bytes: [String: Int64] = [:]
    var reviews: [String: Int64] = [:]
    var known: Set<String> = []
    /// The decisions on each path that were not taken back, with their days.
    var decisions: [String: [(verdict: Decision, day: String, isReview: Bool)]] = [:]

    static let waiting: Set<ItemState> = [.staged, .held, .deferred, .failed]

    func effective(_ day: String) -> String { max(day, known.max() ?? day) }

    mutating func stage(_ path: String, size: Int64, due: Int64) -> Bool {
        let isActive = items.contains {
            $0.path == path && (Self.waiting.contains($0.state) || $0.state == .executing)
        }
        if !isActive { items.append(Item(path: path, size: size, due: due)) }
        return !isActive
    }

    mutating func begin(
        _ index: Int, now: Int64, day: String, terms: QuotaTerms
    ) -> IntentOutcome {
        let item = items[index]
        guard Self.waiting.contains(item.state), item.due <= now,
            item.state != .failed || item.retry <= now
        else { return .lost(item.state) }
        let day = effective(day)
        let open = items.filter { $0.state == .executing && $0.day == day }
        let count = (deletes[day] ?? 0) + Int64(open.count) + 1
        let size = (bytes[day] ?? 0) + open.reduce(0) { $0 + $1.size } + item.size
        if count > terms.deletesPerDay ?? .max || size > terms.bytesPerDay ?? .max {
            if item.state != .deferred || item.day < day { items[index].day = day }
            items[index].state = .deferred
            return .deferred
        }
        items[index].state = .executing
        items[index].day = day
        items[index].attempt += 1
        known.insert(day)
        return .begun(attempt: item.attempt + 1)
    }

    mutating func finish(_ index: Int, _ outcome: RecordedOutcome) {
        switch outcome {
        case .deleted:
            items[index].state = .deleted
            deletes[items[index].day, default: 0] += 1
            bytes[items[index].day, default: 0] += items[index].size
        case .changed: items[index].state = .changed
        case .gone: items[index].state = .gone
        case .untouched:
            items[index].state = .staged
            items[index].attempt -= 1
        case .failed(_, let retry):
            items[index].state = items[index].attempt >= 5 ? .gaveUp : .failed
            items[index].retry = retry.secondsSinceEpoch - at(0).secondsSinceEpoch
        }
    }

    mutating func decide(_ path: String, _ verdict: Decision, day: String, isReview: Bool) {
        let day = isReview ? effective(day) : day
        if isReview {
            known.insert(day)
            reviews[day, default: 0] += 1
        }
        decisions[path, default: []].append((verdict, day, isReview))
        if verdict == .delete { return }
        for index in items.indices
        where items[index].path == path && Self.waiting.contains(items[index].state) {
            items[index].state = .undone
        }
    }

    mutating func undoDecision(_ path: String) {
        guard let last = decisions[path]?.popLast(), last.isReview else { return }
        reviews[last.day, default: 0] -= 1
    }
}

@Suite("Thousands of random calls")
struct RandomWalkTests {
    @Test("leave what a far simpler model has, and a history that says the same", arguments: 1...6)
    func walk(seed: UInt64) async throws {
        let ledger = try Ledger.empty()
        var walk = Walk(ledger: ledger, random: SplitMix64(seed: seed))
        for step in 1...700 {
            try await walk.step()
            if step % 100 == 0 {
                try await walk.compare()
                #expect(try await ledger.replayDifferences() == [], "seed \(seed), step \(step)")
            }
        }
        #expect(walk.seen.count >= 8, "seed \(seed) saw \(walk.seen)")
    }
}

/// The ledger and the model, step by step.
private struct Walk {
    let ledger: Ledger
    var random: SplitMix64
    var model = Model()
    var now: Int64 = 0
    var plans = 0
    var seen: Set<ItemState> = []

    init(ledger: Ledger, random: SplitMix64) {
        self.ledger = ledger
        self.random = random
    }

    private mutating func path() -> String { "/\(Int.random(in: 0..<25, using: &random))" }
    private mutating func day() -> String { "2026-01-0\(Int.random(in: 1...9, using: &random))" }
    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    /// Up to eight numbers of staged items, each once; of those that meet `condition` mostly.
    private mutating func numbers(
        _ condition: (Model.Item) -> Bool = { _ in true }
    ) -> [Int64] {
        let all = model.items.indices.filter { condition(model.items[$0]) }
        return all.shuffled(using: &random).prefix(8).map { Int64($0 + 1) }
    }

    mutating func step() async throws {
        // The clock goes on, and back at times.
        now += Int64.random(in: -20...40, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1: try await stage()
        case 2, 3, 4: try await begin()
        case 5, 6: try await finish()
        case 7: try await change()
        case 8: try await decide()
        default: try await restore()
        }
    }

    private mutating func stage() async throws {
        plans += 1
        var orders: [StagingOrder] = []
        var count = 0
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
            let path = path()
            let size = Int64.random(in: 0...100, using: &random)
            let due = now + Int64.random(in: -10...30, using: &random)
            orders.append(Sample.order(path, due: due, size: size))
            if model.stage(path, size: size, due: due) { count += 1 }
        }
        try await ledger.savePlan(Sample.plan("p\(plans)"), document: [1], at: at(now))
        let result = try await ledger.stage(
            plan: "p\(plans)", orders: orders, actor: "person", at: at(now))
        #expect((result.staged, result.skipped) == (count, orders.count - count))
    }

    private mutating func begin() async throws {
        let numbers = chance(80) ? numbers { Model.waiting.contains($0.state) } : numbers()
        let day = day()
        let terms = QuotaTerms(
            deletesPerDay: chance(50) ? Int64.random(in: 0...20, using: &random) : nil,
            bytesPerDay: chance(50) ? Int64.random(in: 0...900, using: &random) : nil)
        var expected: [IntentOutcome] = []
        for number in numbers {
            expected.append(
                model.begin(Int(number) - 1, now: now, day: day, terms: terms))
        }
        let intents = try await ledger.begin(
            numbers, terms: terms, day: day, actor: "run", at: at(now))
        #expect(intents == expected)
    }

    private mutating func finish() async throws {
        var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
        for number in numbers({ $0.state == .executing }) {
            let outcome: RecordedOutcome =
                switch Int.random(in: 0..<8, using: &random) {
                case 0: .changed("it changed")
                case 1: .gone
                case 2: .untouched(nil)
                case 3, 4, 5: .failed("busy", retryAt: at(now + 5))
                default: .deleted(receipt: chance(50) ? "r" : nil)
                }
            model.finish(Int(number) - 1, outcome)
            outcomes.append((number, outcome))
        }
        try await ledger.finish(outcomes, actor: "run", at: at(now))
    }

    private mutating func change() async throws {
        let numbers = numbers()
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            try await ledger.hold(numbers.map { ($0, "offline") }, actor: "run", at: at(now))
            for number in numbers where Model.waiting.contains(model.items[Int(number) - 1].state) {
                model.items[Int(number) - 1].state = .held
            }
        case 1:
            let some = Array(numbers.prefix(2))
            let cancelled = try await ledger.cancel(
                some.map { ($0, "protected") }, actor: "run", at: at(now))
            let expected = some.filter { Model.waiting.contains(model.items[Int($0) - 1].state) }
            #expect(cancelled == expected)
            for number in expected { model.items[Int(number) - 1].state = .cancelled }
        default:
            let path = path()
            let outcome = try await ledger.undo(.paths([path]), actor: "person", at: at(now))
            for index in model.items.indices where model.items[index].path == path {
                if Model.waiting.contains(model.items[index].state) {
                    model.items[index].state = .undone
                    #expect(outcome.undone.contains { $0.number == Int64(index + 1) })
                }
            }
        }
    }

    private mutating func decide() async throws {
        let path = path()
        if chance(30) {
            _ = try await ledger.undoDecisions(paths: [path], at: at(now))
            model.undoDecision(path)
            return
        }
        let verdict: Decision = chance(50) ? .delete : (chance(50) ? .keep : .snooze)
        let day = day()
        let isReview = chance(70)
        _ = try await ledger.decide(
            [
                Sample.decision(
                    path, verdict, source: isReview ? "web" : "command", day: day)
            ], at: at(now))
        model.decide(path, verdict, day: day, isReview: isReview)
    }

    private mutating func restore() async throws {
        let begun = numbers { $0.isRestoring }
        if begun.isEmpty {
            let numbers = numbers { $0.state == .deleted }
            try await ledger.beginRestore(numbers, actor: "person", at: at(now))
            for number in numbers { model.items[Int(number) - 1].isRestoring = true }
            return
        }
        var outcomes: [(number: Int64, restoredPath: String?, problem: String?)] = []
        for number in begun {
            let isBack = chance(50)
            outcomes.append((number, isBack ? "/back" : nil, isBack ? nil : "full"))
            model.items[Int(number) - 1].isRestoring = false
            if isBack { model.items[Int(number) - 1].state = .restored }
        }
        try await ledger.finishRestore(outcomes, actor: "person", at: at(now))
    }

    mutating func compare() async throws {
        let items = try await ledger.stagedItems(states: nil)
        #expect(items.map(\.state) == model.items.map(\.state))
        #expect(items.map(\.attempt) == model.items.map(\.attempt))
        #expect(items.map(\.isRestoring) == model.items.map(\.isRestoring))
        for (item, expected) in zip(items, model.items) {
            seen.insert(item.state)
            if [.executing, .deferred, .deleted, .restored].contains(item.state) {
                #expect(item.quotaDay == expected.day)
            }
        }
        for use in try await ledger.quotaHistory() {
            #expect(use.deletes == model.deletes[use.day] ?? 0)
            #expect(use.bytes == model.bytes[use.day] ?? 0)
            #expect(use.reviews == model.reviews[use.day] ?? 0)
        }
        #expect(Set(try await ledger.quotaHistory().map(\.day)) == model.known)
        let standing = try await ledger.decisions()
        let expected = model.decisions.compactMapValues { $0.last?.verdict }
        #expect(standing.count == expected.count)
        for decision in standing { #expect(expected[decision.item.path] == decision.verdict) }
        let due = try await ledger.dueItems(at: at(now)).map(\.number)
        let expectedDue = model.items.indices.filter { index in
            let item = model.items[index]
            return item.due <= now
                && (item.state == .staged || item.state == .held
                    || item.state == .failed && item.retry <= now
                    || item.state == .deferred)
        }
        #expect(Set(due) == Set(expectedDue.map { Int64($0 + 1) }))
        let sorted = due.sorted { left, right in
            let (one, other) = (model.items[Int(left) - 1], model.items[Int(right) - 1])
            if one.due != other.due { return one.due < other.due }
            if one.size != other.size { return one.size > other.size }
            return one.path < other.path
        }
        #expect(due == sorted)
    }
}
