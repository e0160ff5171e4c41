// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing

@testable import StateLedger

@Suite("Staging")
struct StagingTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    @Test("gives back every order as it was, numbered from one")
    func roundTrip() async throws {
        var full = Sample.order(
            Sample.item("/Fotos/é \"x\".jpg"), due: 5, method: .quarantine,
            obligations: [
                Obligation(
                    rule: "dup", isDuplicates: true, group: "g", needed: 1, comparesBytes: true,
                    survivors: [Sample.item("/b"), Sample.item("/c", drive: "other")])
            ])
        full.item.hashes = ["sha256": "a", "sha1": "b"]
        var bare = Sample.order(Sample.folder("/f"), rule: nil)
        bare.ruleDigest = nil
        bare.applied = []
        bare.due = at(9)
        let items = try await ledger.stage([full, bare], at: at(3))
        #expect(items.map(\.number) == [1, 2])
        #expect(items.map(\.order) == [full, bare])
        #expect(items.map(\.plan) == ["p1", "p1"])
        #expect(items.map(\.stagedAt) == [at(3), at(3)])
        #expect(items.allSatisfy { $0.state == .staged && $0.attempt == 0 })
        #expect(try await ledger.stagedItem(2) == items[1])
        #expect(try await ledger.stagedItem(3) == nil)
        #expect(try await ledger.stagedItems(numbers: [2, 9, 1]) == [items[1], items[0]])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("uses a plan once, and refuses one that is not known")
    func planUse() async throws {
        try await ledger.savePlan(Sample.plan(), document: [], at: at(0))
        let result = try await ledger.stage(
            plan: "p1", orders: [Sample.order("/a")], actor: "person", at: at(1))
        #expect(result.staged == 1)
        #expect(try await ledger.plan("p1")?.usedAt == at(1))
        let before = try await ledger.everything()
        for plan in ["p1", "none"] {
            let error = await failure { () async throws(LedgerError) in
                try await ledger.stage(
                    plan: plan, orders: [Sample.order("/b")], actor: "person", at: at(2))
            }
            #expect(error?.kind == (plan == "p1" ? .used : .failed))
        }
        #expect(try await ledger.everything() == before)
    }

    @Test("skips items that wait already, and takes them again once they do not")
    func skipping() async throws {
        try await ledger.stage([Sample.order("/a"), Sample.order("/b")])
        try await ledger.savePlan(Sample.plan("p2"), document: [], at: at(1))
        let twice = Sample.order(Sample.item("/c2", id: "id-/c"))
        let otherDrive = Sample.order(Sample.item("/a", drive: "other"))
        let result = try await ledger.stage(
            plan: "p2", orders: [Sample.order("/a"), Sample.order("/c"), twice, otherDrive],
            actor: "person", at: at(1))
        #expect(result.staged == 2 && result.skipped == 2 && result.restaged.isEmpty)
        #expect(result.bytes == 20)
        _ = try await ledger.undo(.paths(["/a"]), actor: "person", at: at(2))
        let items = try await ledger.stage([Sample.order("/a")], plan: "p3", at: at(3))
        #expect(items.map(\.number) == [5])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("holds what waits to what stays by now, in one line for all of a group and rule")
    func renewal() async throws {
        func orders(_ numbers: ClosedRange<Int>, staying: String, rule: String) -> [StagingOrder] {
            let stays = Obligation(
                rule: rule, isDuplicates: false, group: "g", needed: 1, comparesBytes: false,
                survivors: [Sample.item(staying)])
            return numbers.map {
                Sample.order(Sample.item("/\($0)"), rule: rule, obligations: [stays])
            }
        }
        let first =
            orders(1...6, staying: "/old", rule: "a") + orders(7...9, staying: "/old", rule: "b")
        let before = try await ledger.stage(first)
        _ = try await ledger.undo(.paths(["/3"]), actor: "person", at: at(1))
        let later =
            orders(1...2, staying: "/new", rule: "a") + orders(7...9, staying: "/newer", rule: "b")
            + orders(4...6, staying: "/new", rule: "a")
        try await ledger.stage(later, plan: "p2", at: at(2))
        let items = try await ledger.stagedItems(states: nil)
        let stays = items.map { $0.order.obligations[0].survivors[0].path }
        #expect(
            stays == ["/new", "/new", "/old", "/new", "/new", "/new"]
                + Array(repeating: "/newer", count: 3))
        #expect(
            items.allSatisfy { $0.plan == "p1" }
                && items.map(\.order.due) == before.map(\.order.due))
        let lines = try await ledger.history(since: nil, path: nil, afterSequence: 0, most: 99)
        let renewed = lines.filter { $0.event == "renewed" }
        #expect(renewed.map(\.rule) == ["a", "b"])
        #expect(renewed[0].detail?.hasPrefix("{\"items\":[[1,2],[4,6]],") == true)
        #expect(try await ledger.replayDifferences() == [])
        // Once more by the same, nothing is written.
        try await ledger.stage(later, plan: "p3", at: at(3))
        #expect(
            try await ledger.history(since: nil, path: nil, afterSequence: 0, most: 99).filter {
                $0.event == "renewed"
            }.count == 2)
    }

    @Test(
        "believes no line of renewals that names what does not wait",
        arguments: ["[[1,9223372036854775807]]", "[[0,1]]", "[[2,1]]", "[[1]]", "[[3,3]]", "1"])
    func strangeRenewals(items: String) async throws {
        try await ledger.stage([Sample.order("/1"), Sample.order("/2"), Sample.order("/3")])
        _ = try await ledger.undo(.paths(["/3"]), actor: "person", at: at(1))
        try await ledger.write { db in
            try HistoryTable(db: db, actor: "x", at: at(2)).append(
                Renewal.event, detail: "{\"items\":\(items),\"obligations\":[]}")
        }
        #expect(try await ledger.replayDifferences().count >= 1)
    }

    @Test("tells how items stand now, also of one that was staged anew by other terms")
    func asTheyStand() async throws {
        let items = try await ledger.stage([Sample.order("/a"), Sample.order("/b")])
        var later = Sample.order("/b")
        (later.rule, later.ruleDigest, later.due) = ("another", "other digest", at(90))
        try await ledger.stage([later], plan: "p2", at: at(1))
        _ = try await ledger.undo(.paths(["/a"]), actor: "person", at: at(2))
        var unknown = items[0]
        unknown.number = 9
        let now = try await ledger.asTheyStand([items[1], unknown, items[0]])
        #expect(now == (try await ledger.stagedItems(numbers: [2, 1])))
        #expect(now.map(\.state) == [.staged, .undone])
        #expect(now.map(\.order.rule) == ["another", items[0].order.rule])
        #expect(now.map(\.plan) == ["p2", "p1"])
    }

    @Test("tells ids apart that only look the same")
    func normalization() async throws {
        let composed = Sample.order(Sample.item("/é", id: "é"))
        let decomposed = Sample.order(Sample.item("/e\u{301}", id: "e\u{301}"))
        let items = try await ledger.stage([composed, decomposed])
        #expect(items.count == 2)
        let outcome = try await ledger.undo(.paths(["/e\u{301}"]), actor: "person", at: at(1))
        #expect(outcome.undone.map(\.number) == [2])
        #expect(Array(outcome.undone[0].order.item.path.utf8) == Array("/e\u{301}".utf8))
    }

    @Test("makes a folder due no sooner than the last of what is staged below it")
    func folders() async throws {
        let items = try await ledger.stage([
            Sample.order(Sample.folder("/a"), due: 1),
            Sample.order(Sample.folder("/a/b"), due: 50),
            Sample.order(Sample.item("/a/b/c"), due: 30),
            Sample.order(Sample.item("/a/d"), due: 40),
            Sample.order(Sample.item("/ab"), due: 99),
            Sample.order(Sample.item("/a/x", drive: "other"), due: 98),
            Sample.order(Sample.folder("/e"), due: 7),
        ])
        #expect(items.map(\.order.due) == [50, 50, 30, 40, 99, 98, 7].map { at($0) })
    }

    @Test("refuses what could not be given back, and stages nothing of it")
    func nul() async throws {
        try await ledger.savePlan(Sample.plan(), document: [], at: at(0))
        let error = await failure { () async throws(LedgerError) in
            try await ledger.stage(
                plan: "p1", orders: [Sample.order("/a"), Sample.order("/b\0c")], actor: "person",
                at: at(0))
        }
        #expect(error?.kind == .failed)
        #expect(try await ledger.stagedItems(states: nil) == [])
        #expect(try await ledger.plan("p1")?.usedAt == nil)
    }

    @Test("refuses a window that ends in no time that can be kept")
    func endlessWindow() async throws {
        try await ledger.savePlan(Sample.plan(), document: [], at: at(0))
        for due in [Int64.max, .min] {
            var order = Sample.order("/a")
            order.due = Timestamp(secondsSinceEpoch: due)
            let orders = [order]
            let error = await failure { () async throws(LedgerError) in
                try await ledger.stage(plan: "p1", orders: orders, actor: "person", at: at(0))
            }
            #expect(error?.kind == .failed)
        }
        #expect(try await ledger.stagedItems(states: nil) == [])
    }

    @Test("lists what is due in the order in which the quota is used up")
    func order() async throws {
        let orders = [
            Sample.order(Sample.folder("/f"), due: 0),
            Sample.order(Sample.folder("/f/g/h"), due: 9),
            Sample.order(Sample.folder("/f/g"), due: 0),
            Sample.order("/late", due: 9, size: 99),
            Sample.order("/small", size: 1),
            Sample.order("/unknown", size: nil),
            Sample.order("/b", size: 50),
            Sample.order("/B", size: 50),
            Sample.order("/a/é", size: 50),
            Sample.order("/a/z", size: 50),
            Sample.order(Sample.item("/b", id: "0", drive: "other", size: 50)),
            Sample.order("/not-yet", due: 100),
        ]
        try await ledger.stage(orders)
        let due = try await ledger.dueItems(at: at(10))
        #expect(
            due.map(\.order.item.path) == [
                "/B", "/a/z", "/a/é", "/b", "/b", "/small", "/unknown", "/late", "/f/g/h", "/f/g",
                "/f",
            ])
        #expect(due.map(\.order.item.drive)[3] == "other")
    }

    @Test("lists what is due by its state and its time")
    func dueStates() async throws {
        try await ledger.stage((0..<7).map { Sample.order("/\($0)", size: 10 - $0) })
        let terms = QuotaTerms(deletesPerDay: 3)
        // 1: deleted, 2: failed, 3: executing, 4: deferred, 5: held, 6: undone, 7: cancelled.
        let begun = try await ledger.begin(
            [1, 2, 3, 4], terms: terms, day: Sample.day, actor: "run", at: at(1))
        #expect(begun[3] == .deferred)
        try await ledger.finish(
            [(1, .deleted(receipt: nil)), (2, .failed("busy", retryAt: at(20)))], actor: "run",
            at: at(2))
        try await ledger.hold([(5, "offline")], actor: "run", at: at(2))
        _ = try await ledger.undo(.paths(["/5"]), actor: "person", at: at(2))
        _ = try await ledger.cancel([(7, "protected")], actor: "run", at: at(2))
        func due(_ time: Int64) async throws -> [Int64] {
            try await ledger.dueItems(at: at(time)).map(\.number)
        }
        #expect(try await due(19) == [4, 5])
        #expect(try await due(20) == [2, 4, 5])
        #expect(try await due(-1) == [])
    }

    @Test("knows what waits, by id and below a folder")
    func activeItems() async throws {
        try await ledger.stage([
            Sample.order("/a/b/c"), Sample.order("/a-b"), Sample.order("/a0"), Sample.order("/x"),
        ])
        func address(_ path: String, _ identity: String = "disk-identity") -> ItemAddress {
            ItemAddress(Sample.item(path, drive: "renamed"), driveIdentity: identity)
        }
        func isActive(below path: String, _ identity: String = "disk-identity") async throws -> Bool
        {
            var order = Sample.order(Sample.folder(path))
            order.driveIdentity = identity
            return try await ledger.hasActiveItems(below: order)
        }
        let waiting = [address("/x"), address("/a/b/c")]
        #expect(try await ledger.active(waiting + [address("/none")]) == Set(waiting))
        #expect(try await ledger.active([address("/x", "other")]) == [])
        for (path, expected) in [("/a", true), ("/a/b", true), ("/a/b/c", false), ("/x", false)] {
            #expect(try await isActive(below: path) == expected, "\(path)")
        }
        #expect(try await !isActive(below: "/a", "other"))
        _ = try await ledger.undo(.all, actor: "person", at: at(1))
        #expect(try await !isActive(below: "/a"))
        #expect(try await ledger.active(waiting) == [])
    }

    @Test("filters by state")
    func states() async throws {
        try await ledger.stage([Sample.order("/a"), Sample.order("/b"), Sample.order("/c")])
        _ = try await ledger.undo(.paths(["/b"]), actor: "person", at: at(1))
        #expect(try await ledger.stagedItems(states: [.undone]).map(\.number) == [2])
        #expect(try await ledger.stagedItems(states: [.staged, .undone]).count == 3)
        #expect(try await ledger.stagedItems(states: []) == [])
    }

    @Test("takes many items at once")
    func many() async throws {
        let survivor = Sample.item("/kept")
        let orders = (0..<5_000).map { number in
            Sample.order(
                Sample.item("/folder-\(number % 50)/file-\(number)"), due: Int64(number % 7),
                obligations: number % 2 == 0
                    ? []
                    : [
                        Obligation(
                            rule: "dup", isDuplicates: true, group: "g\(number)", needed: 1,
                            comparesBytes: true, survivors: [survivor])
                    ])
        }
        let items = try await ledger.stage(orders)
        #expect(items.map(\.order) == orders)
        #expect(try await ledger.number("SELECT count(*) FROM ruling") == 1)
        #expect(try await ledger.dueItems(at: at(10)).count == 5_000)
        #expect(try await ledger.replayDifferences() == [])
    }
}
