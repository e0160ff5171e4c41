// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Items that are counted, and not all held")
struct ManyItemsTests {
    private static let rules = RuleFile([
        .delete("folders", .path("/{f,f/**}"), type: .folder), .delete("files", .path("/f/**")),
    ])
    private static let files = ["/f/a": "a", "/f/b": "bb", "/f/g/c": "ccc", "/f/g/d": "dddd"]

    private func staged() async throws -> (world: RunnerWorld, main: MemoryDrive) {
        let main = MemoryDrive(Self.files)
        let world = try RunnerWorld(Self.rules, drives: [main])
        try await world.stageAll()
        world.now += day
        return (world, main)
    }

    @Test("a report that names a few counts all of them")
    func named() async throws {
        let (world, main) = try await staged()
        let due = try await world.ledger.dueItems(at: world.instant).map(\.number)
        #expect(try await world.ledger.dueNumbers(at: world.instant) == due)
        var options = ExecutionOptions()
        options.namedMax = 2
        let report = try await world.runner().execute(rules: world.rules, options: options)
        #expect(main.files == [])
        #expect(report.items.map(\.number) == Array(due.prefix(2)))
        #expect(report.handled.numbers(most: nil) == due)
        #expect(report.count(.deleted) == 6)
        #expect(report.outcomeCount(.deleted) == 6)
        #expect(report.deletedBytes == 10)
        #expect(!report.isPartial)
    }

    @Test("what changes its state is counted once, in the state that it has last")
    func countedOnce() async throws {
        let (world, main) = try await staged()
        world.file.quota = Quota(deletesPerDay: 3)
        // What turns out to be gone gives its room to what was put off.
        main.remove(id: "/f/g/d")
        let report = try await world.execute()
        let states = report.items.map(\.state)
        for state in ItemState.allCases {
            #expect(report.count(state) == states.count { $0 == state }, "\(state)")
        }
        #expect(Set(report.items.map(\.number)).count == report.items.count)
        #expect(report.handled.count == report.items.count)
    }

    @Test("a restore that names nothing tells the same of every item afterwards")
    func restored() async throws {
        let (world, main) = try await staged()
        _ = try await world.execute()
        var queue = RestoreQueue()
        for item in try await world.ledger.stagedItems(after: .min, most: 100).reversed() {
            queue.take(item)
        }
        let report = try await world.runner().restore(queue, namesItems: false) { false }
        #expect(report.items.isEmpty)
        #expect(report.back.count == 6 && report.failedCount == 0)
        #expect(report.back.bytes == 10)
        let items = try await world.runner().restoredItems(report.numbers[...], of: report)
        #expect(items.map(\.item.state) == Array(repeating: .restored, count: 6))
        #expect(items.prefix(2).map(\.item.order.item.path) == ["/f", "/f/g"])
        #expect(main.files == Set(Self.files.keys).sorted())
        // Nothing brings back what is back: the report says so of each, page by page.
        let again = try await world.runner().restore(queue, namesItems: false) { false }
        let problems = try await world.runner().restoredItems(again.numbers[...], of: again)
        #expect(again.failedCount == 6)
        #expect(problems.allSatisfy { $0.problem?.contains("restored") == true })
    }
}
