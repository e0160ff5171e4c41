// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

@Suite("The quota")
struct QuotaTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    private func begin(
        _ numbers: [Int64], _ terms: QuotaTerms?, day: String = Sample.day
    ) async throws -> [IntentOutcome] {
        try await ledger.begin(numbers, terms: terms, day: day, actor: "run", at: at(100))
    }

    private func delete(_ numbers: Int64...) async throws {
        try await ledger.finish(
            numbers.map { ($0, .deleted(receipt: nil)) }, actor: "run", at: at(101))
    }

    private func use(_ day: String = Sample.day) async throws -> QuotaUse {
        try await ledger.quotaUse(day: day).use
    }

    @Test("gives room for so many deletions, those begun among them")
    func deletions() async throws {
        try await ledger.stage((1...5).map { Sample.order("/\($0)") })
        let terms = QuotaTerms(deletesPerDay: 3)
        #expect(try await begin([1, 2], terms) == [.begun(attempt: 1), .begun(attempt: 1)])
        #expect(try await use().deletes == 0)
        #expect(try await begin([3, 4], terms) == [.begun(attempt: 1), .deferred])
        try await delete(1, 2)
        #expect(try await use().deletes == 2)
        #expect(try await begin([5], terms) == [.deferred])
        #expect(try await ledger.stagedItem(5)?.quotaDay == Sample.day)
        // What turned out to be gone gives its room back.
        try await ledger.finish([(3, .gone)], actor: "run", at: at(102))
        #expect(try await begin([4, 5], terms) == [.begun(attempt: 1), .deferred])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("is warned of once a day and meter, of several at once by one")
    func warnings() async throws {
        for day in [Sample.day, "2099-01-01", Sample.day] {
            for meter in QuotaMeter.allCases {
                let firsts = await withTaskGroup(of: Bool.self) { [ledger] group in
                    for _ in 0..<4 {
                        group.addTask {
                            (try? await ledger.noteWarning(of: meter, day: day)) ?? true
                        }
                    }
                    return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
                #expect(firsts == 1, "\(day) \(meter)")
            }
        }
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("lets smaller items through after one that does not fit")
    func bytes() async throws {
        try await ledger.stage([
            Sample.order("/1", size: 60), Sample.order("/2", size: 50),
            Sample.order("/3", size: 40), Sample.order("/4", size: 1),
            Sample.order("/5", size: nil), Sample.order("/6", size: 0),
            Sample.order(Sample.folder("/f")),
        ])
        let intents = try await begin([1, 2, 3, 4, 5, 6, 7], QuotaTerms(bytesPerDay: 100))
        #expect(
            intents == [
                .begun(attempt: 1), .deferred, .begun(attempt: 1), .deferred, .begun(attempt: 1),
                .begun(attempt: 1), .begun(attempt: 1),
            ])
        try await delete(1, 3, 5, 6, 7)
        let use = try await use()
        #expect(use.deletes == 5)
        #expect(use.bytes == 100)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("counts folders as deletions without bytes")
    func folders() async throws {
        var folder = Sample.folder("/f")
        folder.size = 1_000
        try await ledger.stage([Sample.order(folder), Sample.order("/a")])
        let terms = QuotaTerms(deletesPerDay: 1, bytesPerDay: 10)
        #expect(try await begin([1, 2], terms) == [.begun(attempt: 1), .deferred])
        try await delete(1)
        #expect(try await use().bytes == 0)
    }

    @Test("does not overflow, and fills up instead")
    func overflow() async throws {
        try await ledger.stage([
            Sample.order("/1", size: .max), Sample.order("/2", size: .max), Sample.order("/3"),
        ])
        #expect(
            try await begin([1, 2, 3], QuotaTerms(bytesPerDay: .max))
                == [.begun(attempt: 1), .deferred, .deferred])
        #expect(try await begin([2], nil) == [.begun(attempt: 1)])
        try await delete(1, 2)
        #expect(try await use().bytes == .max)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("does not apply without terms, and counts all the same")
    func noTerms() async throws {
        try await ledger.stage([Sample.order("/1"), Sample.order("/2")])
        #expect(try await begin([1], nil) == [.begun(attempt: 1)])
        #expect(try await begin([2], QuotaTerms()) == [.begun(attempt: 1)])
        try await delete(1, 2)
        #expect(try await use().deletes == 2)
        #expect(try await use().bytes == 20)
    }

    @Test("is fresh on the next day, and charges a deletion to the day it was begun")
    func nextDay() async throws {
        try await ledger.stage((1...4).map { Sample.order("/\($0)") })
        let terms = QuotaTerms(deletesPerDay: 1)
        #expect(try await begin([1, 2], terms) == [.begun(attempt: 1), .deferred])
        #expect(try await begin([2], terms, day: "2026-01-02") == [.begun(attempt: 1)])
        #expect(try await begin([3], terms, day: "2026-01-02") == [.deferred])
        try await delete(1, 2)
        let days = try await ledger.quotaHistory()
        #expect(days.map(\.day) == [Sample.day, "2026-01-02"])
        #expect(days.map(\.deletes) == [1, 1])
        #expect(try await ledger.stagedItem(1)?.quotaDay == Sample.day)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("opens no day that is over when the clock goes back")
    func clockBack() async throws {
        try await ledger.stage((1...4).map { Sample.order("/\($0)") })
        let terms = QuotaTerms(deletesPerDay: 1)
        #expect(try await begin([1], terms, day: "2026-01-05") == [.begun(attempt: 1)])
        // Nothing is recorded of the fifth yet, and still it counts.
        for day in ["2026-01-04", "2025-01-01", "2026-01-05"] {
            #expect(try await begin([2], terms, day: day) == [.deferred], "\(day)")
            #expect(try await ledger.quotaUse(day: day).effectiveDay == "2026-01-05")
        }
        try await delete(1)
        #expect(try await begin([3], terms, day: "2026-01-04") == [.deferred])
        #expect(try await ledger.stagedItem(3)?.quotaDay == "2026-01-05")
        #expect(try await ledger.dueItems(at: at(200)).map(\.number) == [2, 3, 4])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("opens no day by being asked, nor by a deferral")
    func askingIsFree() async throws {
        try await ledger.stage([Sample.order("/1"), Sample.order("/2")])
        _ = try await ledger.quotaUse(day: "2030-01-01")
        #expect(
            try await begin([1], QuotaTerms(deletesPerDay: 0), day: "2030-01-01") == [.deferred])
        #expect(try await ledger.quotaUse(day: Sample.day).effectiveDay == Sample.day)
        #expect(try await ledger.quotaHistory() == [])
    }

    @Test("leaves what is deferred already as it is, and says so")
    func deferredAgain() async throws {
        try await ledger.stage([Sample.order("/1")])
        let none = QuotaTerms(deletesPerDay: 0)
        #expect(try await begin([1], none) == [.deferred])
        let before = try await ledger.everything()
        #expect(try await begin([1], none) == [.deferred])
        #expect(try await ledger.everything() == before)
        #expect(try await begin([1], none, day: "2026-01-02") == [.deferred])
        #expect(try await ledger.stagedItem(1)?.quotaDay == "2026-01-02")
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("begins nothing before its window ends or its pause is over")
    func windows() async throws {
        try await ledger.stage([Sample.order("/1", due: 100), Sample.order("/2", due: 101)])
        #expect(try await begin([1, 2], nil) == [.begun(attempt: 1), .lost(.staged)])
        try await ledger.finish([(1, .failed("busy", retryAt: at(101)))], actor: "run", at: at(100))
        #expect(try await begin([1], nil) == [.lost(.failed)])
    }

    @Test("tries an item five times")
    func attempts() async throws {
        try await ledger.stage([Sample.order("/1")])
        for attempt in 1...5 {
            #expect(try await begin([1], nil) == [.begun(attempt: attempt)])
            try await ledger.finish(
                [(1, .failed("busy \(attempt)", retryAt: at(50)))], actor: "run", at: at(100))
            let item = try #require(try await ledger.stagedItem(1))
            #expect(item.state == (attempt < 5 ? .failed : .gaveUp))
            #expect(item.retryAt == (attempt < 5 ? at(50) : nil))
            #expect(item.problem == "busy \(attempt)")
            #expect(item.quotaDay == nil)
        }
        #expect(try await begin([1], nil) == [.lost(.gaveUp)])
        #expect(try await ledger.quotaHistory().map(\.deletes) == [0])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("records each outcome with what goes with it")
    func outcomes() async throws {
        try await ledger.stage((1...4).map { Sample.order("/\($0)") })
        _ = try await begin([1, 2, 3, 4], nil)
        try await ledger.finish(
            [
                (1, .deleted(receipt: "{\"bin\":1}")), (2, .changed("it is larger")), (3, .gone),
                (4, .untouched("not sent\0")),
            ], actor: "run", at: at(200))
        let items = try await ledger.stagedItems(states: nil)
        #expect(items.map(\.state) == [.deleted, .changed, .gone, .staged])
        #expect(items.map(\.receipt) == ["{\"bin\":1}", nil, nil, nil])
        #expect(items.map(\.deletedAt) == [at(200), nil, nil, nil])
        #expect(items.map(\.problem) == [nil, "it is larger", nil, "not sent␀"])
        #expect(items.map(\.quotaDay) == [Sample.day, nil, nil, nil])
        // Nothing was tried of the last one.
        #expect(items.map(\.attempt) == [1, 1, 1, 0])
        #expect(try await begin([4], nil) == [.begun(attempt: 1)])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("is charged for what is settled, and not asked; what waits no more is left alone")
    func settling() async throws {
        try await ledger.stage((1...6).map { Sample.order("/\($0)", due: $0 == 6 ? 999 : 0) })
        _ = try await begin([1, 2], QuotaTerms(deletesPerDay: 0))
        _ = try await ledger.undo(.paths(["/3"]), actor: "person", at: at(50))
        _ = try await begin([4], nil)
        try await ledger.settle(
            [
                (1, .gone), (2, .deleted(receipt: "r")), (3, .gone), (4, .gone),
                (5, .changed("larger")), (5, .gone), (6, .gone),
            ], day: Sample.day, actor: "run", at: at(100))
        let items = try await ledger.stagedItems(states: nil)
        #expect(items.map(\.state) == [.gone, .deleted, .undone, .executing, .changed, .staged])
        #expect(items[1].receipt == "r")
        #expect(try await use().deletes == 1)
        #expect(try await use().bytes == 10)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("takes off the drive's file count what was deleted, if it still is that drive")
    func fileCounts() async throws {
        try await ledger.saveCatalog(Sample.drive(files: 2), parts: [])
        func count() async throws -> Int64? {
            let drives = try await ledger.drives()
            return drives[0].goodFileCount
        }
        try await ledger.stage(
            (1...4).map { Sample.order("/\($0)") } + [Sample.order(Sample.folder("/f"))])
        _ = try await begin([1, 2, 3, 4, 5], nil)
        try await delete(5)
        #expect(try await count() == 2)
        try await delete(1)
        #expect(try await count() == 1)
        try await delete(2, 3)
        #expect(try await count() == 0)
        try await ledger.beginRestore([1, 5], actor: "run", at: at(102))
        try await ledger.finishRestore(
            [(1, "/1", nil), (5, "/f", nil)], actor: "run", at: at(103))
        #expect(try await count() == 1)
        var other = Sample.drive(files: 50)
        other.identity = "another"
        try await ledger.saveCatalog(other, parts: [])
        try await delete(4)
        #expect(try await count() == 50)
        #expect(try await ledger.replayDifferences() == [])
    }
}
