// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import TestSupport

/// Wrong bytes anywhere in the file: an error, or an answer, but never the end of the process.
@Suite("A damaged file")
struct FileDamageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func sound() async throws -> [UInt8] {
        let ledger = try Ledger.open(path: folder.file("sound.db"), now: at(0))
        try await ledger.saveCatalog(
            Sample.drive(),
            parts: [CatalogPart(name: "x", chunk: 0, bytes: Array("catalog".utf8))])
        try await ledger.stage((0..<12).map { Sample.order("/\($0)") })
        _ = try await ledger.begin(
            [1, 2, 3, 4, 5], terms: QuotaTerms(deletesPerDay: 4), day: Sample.day, actor: "run",
            at: at(1))
        try await ledger.finish(
            [(1, .deleted(receipt: "r")), (2, .failed("busy", retryAt: at(2))), (3, .gone)],
            actor: "run", at: at(1))
        try await ledger.beginRestore([1], actor: "person", at: at(2))
        _ = try await ledger.decide(
            [Sample.decision("/7", .keep), Sample.decision("/8", .delete)], at: at(3))
        await ledger.close()
        return try folder.bytes("sound.db")
    }

    /// Everything that can be asked and done; what throws throws.
    private func useEverything(_ path: String) async -> [LedgerError] {
        var errors: [LedgerError] = []
        func trying(_ body: () async throws(LedgerError) -> Void) async {
            do throws(LedgerError) {
                try await body()
            } catch {
                errors.append(error)
            }
        }
        await trying { () async throws(LedgerError) in
            let ledger = try Ledger.open(path: path, now: at(9))
            await trying { () throws(LedgerError) in _ = try await ledger.firstUsed() }
            await trying { () throws(LedgerError) in _ = try await ledger.drives() }
            await trying { () throws(LedgerError) in _ = try await ledger.catalog(of: "disk") }
            await trying { () throws(LedgerError) in _ = try await ledger.plans(most: 9) }
            await trying { () throws(LedgerError) in _ = try await ledger.document(ofPlan: "p1") }
            await trying { () throws(LedgerError) in _ = try await ledger.decisions() }
            await trying { () throws(LedgerError) in _ = try await ledger.decidedCounts() }
            await trying { () throws(LedgerError) in _ = try await ledger.dueItems(at: at(9)) }
            await trying { () throws(LedgerError) in _ = try await ledger.openItems() }
            await trying { () throws(LedgerError) in _ = try await ledger.replayDifferences() }
            await trying { () throws(LedgerError) in
                _ = try await ledger.history(since: nil, path: "/1", afterSequence: 0, most: 99)
            }
            await trying { () throws(LedgerError) in
                try await ledger.finish([(4, .deleted(receipt: nil))], actor: "run", at: at(9))
            }
            await trying { () throws(LedgerError) in
                _ = try await ledger.begin(
                    Array(2...12), terms: QuotaTerms(bytesPerDay: 50), day: Sample.day,
                    actor: "run", at: at(9))
            }
            await trying { () throws(LedgerError) in
                try await ledger.finishRestore([(1, "/1", nil)], actor: "person", at: at(9))
            }
            await trying { () throws(LedgerError) in
                _ = try await ledger.undoDecisions(paths: ["/7", "/8"], at: at(9))
            }
            await trying { () throws(LedgerError) in
                _ = try await ledger.undo(.all, actor: "person", at: at(9))
            }
            _ = try? await ledger.everything()
            await ledger.close()
        }
        return errors
    }

    @Test("is refused or answers, whatever byte is wrong", arguments: 1...4)
    func anyByte(seed: UInt64) async throws {
        let sound = try await sound()
        var random = SplitMix64(seed: seed)
        var refused = 0
        for _ in 0..<60 {
            var damaged = sound
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // Rows stand at the ends of pages, the rest is mostly empty.
                let page = Int.random(in: 1..<(sound.count / 4096), using: &random)
                let offset = page * 4096 + Int.random(in: 0..<4096, using: &random)
                damaged[offset] = UInt8.random(in: 0...255, using: &random)
            }
            try folder.write(damaged, to: "damaged.db")
            let errors = await useEverything(folder.file("damaged.db"))
            for error in errors {
                #expect([.corrupt, .failed].contains(error.kind), "seed \(seed): \(error)")
            }
            if !errors.isEmpty { refused += 1 }
        }
        #expect(refused > 0, "seed \(seed)")
    }

    @Test("is not believed where its numbers are absurd")
    func absurdNumbers() async throws {
        _ = try await sound()
        let most = Int64.max
        let damages = [
            "UPDATE staged_item SET attempt = \(most) WHERE number = 4",
            "UPDATE staged_item SET size = \(Int64.min)",
            "UPDATE quota SET deletes = \(most), bytes = \(most), reviews = \(most)",
            "UPDATE quota SET day = 'tomorrow'", "UPDATE staged_item SET due = \(Int64.min)",
            "UPDATE staged_item SET number = \(most) WHERE number = 9",
            "INSERT INTO history (sequence, at, event, actor) VALUES (\(most), 0, 'x', 'x')",
            "UPDATE plan SET document_bytes = \(most)", "UPDATE drive SET part_count = \(most)",
            "UPDATE decision SET number = \(most) WHERE number = 2",
        ]
        for damage in damages {
            try folder.write(try folder.bytes("sound.db"), to: "absurd.db")
            try execute(damage, inFile: folder.file("absurd.db"))
            let errors = await useEverything(folder.file("absurd.db"))
            for error in errors {
                #expect([.corrupt, .failed, .full].contains(error.kind), "\(damage): \(error)")
            }
        }
    }
}
