// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

/// Two connections to one file, as two processes have them.
@Suite("Two at once")
struct RaceTests {
    private let folder: TemporaryFolder
    private let one: Ledger
    private let other: Ledger

    init() throws {
        folder = try TemporaryFolder()
        var options = LedgerOptions()
        options.waitSeconds = 60
        one = try Ledger.open(path: folder.file("state.db"), now: at(0), options: options)
        other = try Ledger.open(path: folder.file("state.db"), now: at(0), options: options)
    }

    private static func begin(
        _ numbers: [Int64], _ ledger: Ledger, most: Int64
    ) async throws -> [Int64] {
        let intents = try await ledger.begin(
            numbers, terms: QuotaTerms(deletesPerDay: most), day: Sample.day, actor: "run",
            at: at(1))
        return zip(numbers, intents).filter { $1 == .begun(attempt: 1) }.map(\.0)
    }

    @Test("never begin an item twice, nor more than the quota has room for")
    func quota() async throws {
        let items = try await one.stage((0..<60).map { Sample.order("/\($0)") })
        let numbers = items.map(\.number)
        let begun = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for start in stride(from: 0, to: 60, by: 5) {
                let batch = Array(numbers[start..<(start + 5)])
                group.addTask { [one] in try await Self.begin(batch, one, most: 17) }
                group.addTask { [other] in
                    try await Self.begin(batch.reversed(), other, most: 17)
                }
            }
            return try await group.reduce(into: [Int64]()) { $0 += $1 }
        }
        #expect(begun.count == 17)
        #expect(Set(begun).count == 17)
        #expect(Set(try await other.openItems().map(\.number)) == Set(begun))
        try await one.finish(
            begun.map { ($0, .deleted(receipt: nil)) }, actor: "run", at: at(2))
        #expect(try await other.quotaUse(day: Sample.day).use.deletes == 17)
        #expect(try await other.replayDifferences() == [])
    }

    @Test("let an undo that was acknowledged win over every deletion")
    func undo() async throws {
        let count = 60
        let items = try await one.stage((0..<count).map { Sample.order("/\($0)") })
        let (undone, begun) = try await withThrowingTaskGroup(
            of: (undone: [Int64], begun: [Int64]).self
        ) { group in
            for item in items {
                let path = item.order.item.path
                group.addTask { [one] in
                    let outcome = try await one.undo(
                        .paths([path]), actor: "person", at: at(1))
                    #expect(outcome.undone.count + outcome.executing.count == 1)
                    return (outcome.undone.map(\.number), [])
                }
                group.addTask { [other] in
                    ([], try await Self.begin([item.number], other, most: 1_000))
                }
            }
            return try await group.reduce(into: ([Int64](), [Int64]())) {
                $0.0 += $1.undone
                $0.1 += $1.begun
            }
        }
        #expect(Set(undone).isDisjoint(with: begun))
        #expect(Set(undone).union(begun).count == count)
        for number in undone { #expect(try await one.state(number) == .undone) }
        for number in begun { #expect(try await one.state(number) == .executing) }
        #expect(try await other.replayDifferences() == [])
    }

    @Test("use a plan once")
    func plan() async throws {
        try await one.savePlan(Sample.plan(), document: [], at: at(0))
        let staged = await withTaskGroup(of: Int.self) { group in
            for ledger in [one, other, one, other] {
                group.addTask {
                    let result = try? await ledger.stage(
                        plan: "p1", orders: [Sample.order("/a")], actor: "person", at: at(1))
                    return result?.staged ?? 0
                }
            }
            return await group.reduce(0, +)
        }
        #expect(staged == 1)
    }

    @Test("make one file when there is none")
    func creation() async throws {
        let path = folder.file("new/state.db")
        let ledgers = try await withThrowingTaskGroup(of: Ledger.self) { group in
            for number in 0..<8 {
                group.addTask { try Ledger.open(path: path, now: at(Int64(number))) }
            }
            return try await group.reduce(into: [Ledger]()) { $0.append($1) }
        }
        var firsts: Set<Timestamp> = []
        for ledger in ledgers { firsts.insert(try await ledger.firstUsed()) }
        #expect(firsts.count == 1)
        for ledger in ledgers { await ledger.close() }
        #expect(try folder.names(in: "new") == ["state.db"])
    }

    @Test("read while the other writes")
    func reading() async throws {
        try await one.stage([Sample.order("/a")])
        let release = try one.holdWriteLock()
        #expect(try await one.stagedItems(states: nil).count == 1)
        #expect(try await other.dueItems(at: at(1)).count == 1)
        #expect(try await other.replayDifferences() == [])
        #expect(try await !other.everything().isEmpty)
        try release()
    }
}
