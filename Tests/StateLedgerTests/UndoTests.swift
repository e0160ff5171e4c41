// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

@Suite("Undo, hold and cancel")
struct UndoTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    /// One item in each state that can be had, by state.
    private func everyState() async throws -> [ItemState: Int64] {
        let states = ItemState.allCases
        let items = try await ledger.stage(
            states.map { Sample.order(Sample.item("/\($0.rawValue)")) })
        var numbers: [ItemState: Int64] = [:]
        for (state, item) in zip(states, items) {
            numbers[state] = item.number
            try await bring(item.number, to: state)
            #expect(try await ledger.state(item.number) == state)
        }
        #expect(try await ledger.replayDifferences() == [])
        return numbers
    }

    private func bring(_ number: Int64, to state: ItemState) async throws {
        func begin(_ terms: QuotaTerms? = nil) async throws {
            _ = try await ledger.begin(
                [number], terms: terms, day: Sample.day, actor: "run", at: at(100))
        }
        func finish(_ outcome: RecordedOutcome) async throws {
            try await begin()
            try await ledger.finish([(number, outcome)], actor: "run", at: at(100))
        }
        switch state {
        case .staged: break
        case .executing: try await begin()
        case .deleted: try await finish(.deleted(receipt: "r"))
        case .restored:
            try await finish(.deleted(receipt: nil))
            try await ledger.beginRestore([number], actor: "run", at: at(101))
            try await ledger.finishRestore([(number, "/x", nil)], actor: "run", at: at(102))
        case .failed: try await finish(.failed("busy", retryAt: at(0)))
        case .gaveUp: for _ in 0..<5 { try await finish(.failed("busy", retryAt: at(0))) }
        case .changed: try await finish(.changed("larger"))
        case .gone: try await finish(.gone)
        case .held: try await ledger.hold([(number, "offline")], actor: "run", at: at(100))
        case .deferred: try await begin(QuotaTerms(deletesPerDay: 0))
        case .undone:
            _ = try await ledger.undo(.paths(["/undone"]), actor: "person", at: at(100))
        case .cancelled: _ = try await ledger.cancel([(number, "x")], actor: "run", at: at(100))
        }
    }

    @Test("take back what waits, and tell what is being deleted and what is past it")
    func undo() async throws {
        let numbers = try await everyState()
        let outcome = try await ledger.undo(.plan("p1"), actor: "person", at: at(200))
        func found(_ states: Set<ItemState>) -> Set<Int64> {
            Set(numbers.filter { states.contains($0.key) }.values)
        }
        #expect(Set(outcome.undone.map(\.number)) == found([.staged, .held, .deferred, .failed]))
        #expect(outcome.undone.allSatisfy { $0.state == .undone })
        #expect(Set(outcome.executing.map(\.number)) == found([.executing]))
        #expect(
            Set(outcome.others.map(\.number))
                == found([.deleted, .restored, .gaveUp, .changed, .gone, .undone, .cancelled]))
        for item in outcome.undone { #expect(try await ledger.stagedItem(item.number) == item) }
        #expect(try await ledger.replayDifferences() == [])
        let again = try await ledger.undo(.all, actor: "person", at: at(201))
        #expect(again.undone == [] && again.others == [])
        #expect(again.executing.map(\.state) == [.executing])
    }

    @Test("select by everything, plan, path and rule")
    func selections() async throws {
        try await ledger.stage([
            Sample.order("/a"), Sample.order(Sample.item("/b"), rule: "other"),
            Sample.order(Sample.item("/c"), rule: nil),
        ])
        try await ledger.stage(
            [Sample.order("/d"), Sample.order(Sample.item("/d", drive: "other"))], plan: "p2")
        func undone(_ selection: UndoSelection) async throws -> [String] {
            try await ledger.undo(selection, actor: "person", at: at(1)).undone
                .map(\.order.item.path)
        }
        #expect(try await undone(.rule("none")) == [])
        #expect(try await undone(.plan("none")) == [])
        #expect(try await undone(.paths(["/d/", "/D", "/x"])) == [])
        #expect(try await undone(.rule("other")) == ["/b"])
        #expect(try await undone(.paths(["/d", "/d"])) == ["/d", "/d"])
        #expect(try await undone(.plan("p1")) == ["/a", "/c"])
        #expect(try await undone(.all) == [])
    }

    @Test("hold what waits and leave the rest, with its due time")
    func hold() async throws {
        let numbers = try await everyState()
        let before = try await ledger.stagedItems(states: nil)
        try await ledger.hold(
            numbers.values.sorted().map { ($0, "offline") }, actor: "run", at: at(200))
        for item in before {
            let after = try await ledger.stagedItem(item.number)
            if [.staged, .failed, .deferred].contains(item.state) {
                #expect(after?.state == .held)
                #expect(after?.problem == "offline")
                #expect(after?.quotaDay == nil && after?.retryAt == nil)
                #expect(after?.order.due == item.order.due)
            } else {
                #expect(after == item)
            }
        }
        let deferred = try #require(numbers[.deferred])
        let lines = try await ledger.history(
            since: at(200), path: "/deferred", afterSequence: 0, most: 10)
        #expect(lines.map(\.event) == ["staged", "held"])
        #expect(lines.map(\.staged) == [deferred, deferred])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("cancel what waits and leave the rest")
    func cancel() async throws {
        let numbers = try await everyState()
        let before = try await ledger.stagedItems(states: nil)
        let cancelled = try await ledger.cancel(
            numbers.values.sorted().map { ($0, "protected now") }, actor: "run", at: at(200))
        #expect(
            Set(cancelled)
                == Set([.staged, .held, .deferred, .failed].compactMap { numbers[$0] }))
        for item in before {
            let after = try await ledger.stagedItem(item.number)
            if cancelled.contains(item.number) {
                #expect(after?.state == .cancelled && after?.problem == "protected now")
            } else {
                #expect(after == item)
            }
        }
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("begin only what waits", arguments: [false, true])
    func begin(hasQuota: Bool) async throws {
        let numbers = try await everyState()
        let terms = hasQuota ? QuotaTerms(deletesPerDay: 1_000) : nil
        for (state, number) in numbers {
            let intent = try await ledger.begin(
                [number], terms: terms, day: Sample.day, actor: "run", at: at(200))
            switch state {
            case .staged, .held, .deferred: #expect(intent == [.begun(attempt: 1)], "\(state)")
            case .failed: #expect(intent == [.begun(attempt: 2)])
            default: #expect(intent == [.lost(state)])
            }
        }
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("finish only what was begun; nothing else of the batch is recorded then")
    func finish() async throws {
        let numbers = try await everyState()
        let executing = try #require(numbers[.executing])
        let before = try await ledger.everything()
        for (state, number) in numbers where state != .executing {
            let error = await failure { () async throws(LedgerError) in
                try await ledger.finish(
                    [(executing, .deleted(receipt: nil)), (number, .gone)], actor: "run",
                    at: at(200))
            }
            #expect(error?.kind == .failed, "\(state)")
        }
        #expect(try await ledger.everything() == before)
    }

    @Test("restore and purge only what was deleted")
    func restore() async throws {
        let numbers = try await everyState()
        let before = try await ledger.everything()
        for (state, number) in numbers where state != .deleted {
            let errors = await [
                failure { () async throws(LedgerError) in
                    try await ledger.beginRestore([number], actor: "run", at: at(200))
                },
                failure { () async throws(LedgerError) in
                    try await ledger.finishRestore(
                        [(number, "/x", nil)], actor: "run", at: at(200))
                },
                failure { () async throws(LedgerError) in
                    try await ledger.finishPurge([number], actor: "run", at: at(200))
                },
            ]
            #expect(errors.allSatisfy { $0?.kind == .failed }, "\(state)")
        }
        #expect(try await ledger.everything() == before)
    }

    @Test("throw for numbers that do not exist")
    func unknownNumbers() async throws {
        let errors = await [
            failure { () async throws(LedgerError) in
                _ = try await ledger.begin(
                    [1], terms: nil, day: Sample.day, actor: "run", at: at(0))
            },
            failure { () async throws(LedgerError) in
                try await ledger.finish([(1, .gone)], actor: "run", at: at(0))
            },
            failure { () async throws(LedgerError) in
                try await ledger.hold([(1, "x")], actor: "run", at: at(0))
            },
            failure { () async throws(LedgerError) in
                _ = try await ledger.cancel([(1, "x")], actor: "run", at: at(0))
            },
        ]
        #expect(errors.allSatisfy { $0?.kind == .failed })
    }

    @Test("make two lines of the history for what was on hold or deferred and is begun")
    func twoLines() async throws {
        let numbers = try await everyState()
        for state in [ItemState.held, .deferred] {
            let number = try #require(numbers[state])
            _ = try await ledger.begin(
                [number], terms: nil, day: Sample.day, actor: "run", at: at(200))
            let lines = try await ledger.history(
                since: at(200), path: "/\(state.rawValue)", afterSequence: 0, most: 10)
            #expect(lines.map(\.event) == ["staged", "executing"])
            #expect(lines.map(\.from) == [state, .staged])
            #expect(lines.map(\.to) == [.staged, .executing])
        }
    }
}
