// SPDX-License-Identifier: Apache-2.0

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

    @Test("keep their documents while they are new or have items that wait")
    func dropping() async throws {
        try await ledger.stage([Sample.order("/a")], plan: "waiting")
        try await ledger.stage([Sample.order("/b")], plan: "undone")
        _ = try await ledger.undo(.plan("undone"), actor: "person", at: at(1))
        for number in 1...Ledger.plansKept { try await save("p\(number)") }
        #expect(try await ledger.document(ofPlan: "waiting") != nil)
        #expect(try await ledger.document(ofPlan: "undone") == nil)
        #expect(try await ledger.document(ofPlan: "p1") != nil)
        try await save("one-more")
        #expect(try await ledger.document(ofPlan: "p1") == nil)
        #expect(try await ledger.document(ofPlan: "p2") != nil)
        #expect(try await ledger.plan("p1") == Sample.plan("p1"))
        #expect(try await ledger.plans(most: 100).count == Ledger.plansKept + 3)
        try await save("p1", [7])
        #expect(try await ledger.document(ofPlan: "p1") == [7])
        #expect(try await ledger.replayDifferences() == [])
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
