// SPDX-License-Identifier: Apache-2.0

import Plans
import RuleEngine
import Testing
import TestSupport

@testable import StateLedger

@Suite("Plans in the state file")
struct PlanTests {
    private let ledger: Ledger

    init() throws {
        ledger = try Ledger.empty()
    }

    private func save(_ id: String, _ document: [UInt8] = [1, 2, 3]) async throws {
        try await ledger.savePlan(Sample.plan(id), document: document, at: at(0))
    }

    @Test("come back as they were, the newest first")
    func roundTrip() async throws {
        #expect(try await ledger.newestPlan() == nil)
        var plan = Sample.plan("p1")
        plan.driveIdentities = ["a": "1", "b": "é\""]
        plan.exceededLimits = ["too many items", "\"quoted\""]
        try await ledger.savePlan(plan, document: [], at: at(0))
        try await save("p2")
        #expect(try await ledger.plan("p1") == plan)
        #expect(try await ledger.plan("none") == nil)
        #expect(try await ledger.newestPlan()?.id == "p2")
        #expect(try await ledger.plans(most: 5).map(\.id) == ["p2", "p1"])
        #expect(try await ledger.plans(most: 1).map(\.id) == ["p2"])
        #expect(try await ledger.plans(most: -1) == [])
        #expect(try await ledger.document(ofPlan: "p1") == [])
        #expect(try await ledger.document(ofPlan: "p2") == [1, 2, 3])
        #expect(try await ledger.document(ofPlan: "none") == nil)
    }

    @Test("keep documents of any length, piece by piece")
    func documents() async throws {
        var random = SplitMix64(seed: 5)
        let piece = Ledger.pieceBytes
        for (index, count) in [1, piece - 1, piece, piece + 1, 3 * piece].enumerated() {
            let document = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            try await save("p\(index)", document)
            #expect(try await ledger.document(ofPlan: "p\(index)") == document)
        }
        #expect(try await ledger.number("SELECT count(*) FROM plan_piece WHERE plan = 5") == 3)
    }

    @Test("are saved once, and are the newest when they are saved again")
    func again() async throws {
        try await save("p1")
        try await save("p2")
        let before = try await ledger.everything()
        try await save("p2")
        #expect(try await ledger.everything() == before)
        _ = try await ledger.stage(plan: "p1", orders: [], actor: "person", at: at(1))
        try await save("p1")
        #expect(try await ledger.newestPlan()?.id == "p1")
        #expect(try await ledger.newestPlan()?.usedAt == at(1))
        #expect(try await ledger.plans(most: 9).count == 2)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("are refused under the id of another plan")
    func otherDocument() async throws {
        try await save("p1")
        let before = try await ledger.everything()
        let error = await failure { () async throws(LedgerError) in
            try await ledger.savePlan(Sample.plan("p1", digest: "x"), document: [9], at: at(1))
        }
        #expect(error?.kind == .failed)
        #expect(try await ledger.everything() == before)
    }

    @Test("keep their entries while they are new over their drives or have items that wait")
    func dropping() async throws {
        try await ledger.stage([Sample.order("/a")], plan: "waiting")
        try await ledger.stage([Sample.order("/b")], plan: "undone")
        _ = try await ledger.undo(.plan("undone"), actor: "person", at: at(1))
        var elsewhere = Sample.plan("elsewhere")
        elsewhere.driveIdentities = ["other": "other-identity"]
        try await ledger.savePlan(elsewhere, document: [5], at: at(1))
        for number in 1...Ledger.plansKeptOfDrives { try await save("p\(number)") }
        #expect(try await ledger.document(ofPlan: "waiting") != nil)
        #expect(try await ledger.document(ofPlan: "undone") == nil)
        #expect(try await ledger.document(ofPlan: "p1") != nil)
        try await save("one-more")
        #expect(try await ledger.document(ofPlan: "p1") == nil)
        #expect(try await ledger.document(ofPlan: "p2") != nil)
        #expect(try await ledger.document(ofPlan: "elsewhere") == [5])
        #expect(try await ledger.plan("p1") == Sample.plan("p1"))
        #expect(try await ledger.plans(most: 100).count == Ledger.plansKeptOfDrives + 4)
        try await save("p1", [7])
        #expect(try await ledger.document(ofPlan: "p1") == [7])
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("keep their entries of so many drives and no more")
    func scopes() async throws {
        for number in 0...Ledger.plansKept {
            var plan = Sample.plan("p\(number)")
            plan.driveIdentities = ["disk": "identity-\(number)"]
            try await ledger.savePlan(plan, document: [1], at: at(0))
        }
        #expect(try await ledger.document(ofPlan: "p0") == nil)
        #expect(try await ledger.document(ofPlan: "p1") != nil)
    }

    @Test("leave no more behind, however many are made")
    func growth() async throws {
        let document = [UInt8](repeating: 7, count: 3 * Ledger.pieceBytes)
        var pages: [Int64] = []
        for number in 1...8 {
            try await save("p\(number)", document + [UInt8(number)])
            pages.append(try #require(try await ledger.number("PRAGMA page_count")))
        }
        #expect(pages[7] <= pages[3] + 2)
    }

    @Test("take no more than so much for what waits, night after night")
    func waitingNights() async throws {
        let document = [UInt8](repeating: 7, count: Int(Ledger.waitingPlansBytes) / 4)
        var pages: [Int64] = []
        for number in 1...12 {
            try await save("p\(number)", document + [UInt8(number)])
            _ = try await ledger.stage(
                plan: "p\(number)", orders: [Sample.order("/\(number)")], actor: "run", at: at(1))
            pages.append(try #require(try await ledger.number("PRAGMA page_count")))
        }
        #expect(pages[11] <= pages[7] + 2)
        #expect(try await ledger.document(ofPlan: "p1") == nil)
        #expect(try await ledger.document(ofPlan: "p9") != nil)
        #expect(try await ledger.stagedItems(states: nil).count == 12)
        #expect(try await ledger.replayDifferences() == [])
    }

    @Test("that are not kept are not made the newest without their entries")
    func withoutEntries() async throws {
        let before = try await ledger.everything()
        let error = await failure { () async throws(LedgerError) in
            try await ledger.savePlan(Sample.plan(), pieces: nil, at: at(0))
        }
        #expect(error?.kind == .failed)
        #expect(try await ledger.everything() == before)
    }

    @Test("that an earlier version kept as text are read as well")
    func keptAsText() async throws {
        let copy =
            #"{"applied":["copies"],"drive":"disk","group":"disk:/a","id":"/b/é","kind":"duplicates","#
            + #""method":"recycle","modified":"2025-01-02T03:04:05Z","needed":1,"path":"/b/é","#
            + #""reason":"duplicate","reversible":true,"rule":"copies","rule_digest":"d","size":5,"#
            + #""survivors":[{"drive":"disk","id":"/a","path":"/a","size":5}],"survivors_total":1,"#
            + #""type":"file","undo_window":"7d","verdict":"delete","verify":"bytes"}"#
        let tally = #"{"bytes":5,"items":1,"unknown_sizes":0}"#
        let document = """
            {
            "created": "2026-01-01T00:00:00Z",
            "drives": [
            {"bytes":10,"files":2,"folders":0,"identity":"local:1","kind":"local","name":"disk"}
            ],
            "entries": [
            \(copy)
            ],
            "expires": "2026-01-02T00:00:00Z",
            "format": 1,
            "id": "p-0123456789ab",
            "limits": [],
            "now": "2026-01-01T00:00:00Z",
            "rules": {"digest":"sha256:rules","name":"rules.yaml"},
            "timezone": "UTC",
            "tool": "cleanrules 0.1.0",
            "totals": {"delete":\(tally),"items":\(tally),"keep":\(tally),"review":\(tally),\
            "rules":[{"delete":\(tally),"id":"copies","keep":\(tally),"review":\(tally)}],\
            "unmatched":\(tally)},
            "warnings": []
            }

            """
        try await save("p-0123456789ab", Array(document.utf8))
        let record = try #require(try await ledger.record(ofPlan: "p-0123456789ab"))
        #expect(record.head.id == "p-0123456789ab")
        #expect(record.count == 1)
        #expect(record.path(0) == "/b/é")
        #expect(record.handling(0)?.undoWindow == "7d")
        #expect(record.demands(0)?.map { record.obligation($0).survivors.map(\.path) } == [["/a"]])
        #expect(PlanDocument(record).bytes() == Array(document.utf8))
        try await ledger.savePlan(
            Sample.plan("again"), pieces: try record.stored(), at: at(1))
        let again = try #require(try await ledger.record(ofPlan: "again"))
        #expect(PlanDocument(again).bytes() == Array(document.utf8))
    }

    @Test("are refused as damaged where they are none, whatever they are")
    func noPlans() async throws {
        for (number, bytes) in [[], [1, 2, 3], Array("{\"a\": 1}".utf8)].enumerated() {
            try await save("p\(number)", bytes)
            let error = await failure { () async throws(LedgerError) in
                _ = try await ledger.record(ofPlan: "p\(number)")
            }
            #expect(error?.kind == .corrupt, "\(bytes)")
        }
        #expect(try await ledger.record(ofPlan: "none") == nil)
    }

    @Test("are found damaged when a piece is, or is missing")
    func damage() async throws {
        try await save("p1", [UInt8](repeating: 7, count: 2 * Ledger.pieceBytes))
        for sql in [
            "UPDATE plan_piece SET bytes = x'0707' WHERE piece = 1",
            "DELETE FROM plan_piece WHERE piece = 1",
        ] {
            try await ledger.run(sql)
            let error = await failure { () async throws(LedgerError) in
                try await ledger.document(ofPlan: "p1")
            }
            #expect(error?.kind == .corrupt, "\(sql)")
        }
    }
}
