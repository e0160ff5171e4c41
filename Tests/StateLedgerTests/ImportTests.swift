// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RuleEngine
import StateLedger
import Testing

@Suite("Importing what was exported")
struct ImportTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("new.db")
    }

    /// A state with something in every table, and with texts that JSON has to escape.
    private func full() async throws -> Ledger {
        let ledger = try Ledger.open(path: folder.file("old.db"), now: at(0))
        try await ledger.saveCatalog(
            Sample.drive(), parts: [CatalogPart(name: "x", chunk: 0, bytes: [1, 2, 3])])
        var other = Sample.item("/b\u{1}\"\\/é\u{2028}")
        other.hashes = [:]
        try await ledger.stage([
            Sample.order("/a"),
            Sample.order(
                other,
                obligations: [
                    Obligation(
                        rule: "copies", isDuplicates: true, group: "g", needed: 1,
                        comparesBytes: true, survivors: [Sample.item("/c")])
                ]),
        ])
        _ = try await ledger.begin([1], terms: nil, day: Sample.day, actor: "run", at: at(1))
        try await ledger.finish([(1, .deleted(receipt: "r"))], actor: "run", at: at(2))
        _ = try await ledger.decide([Sample.decision("/k", .snooze)], at: at(3))
        _ = try await ledger.review(
            ReviewRequest(
                .keep,
                items: [ReviewedItem(item: Sample.item("/r"), driveIdentity: "disk-identity")],
                at: at(4), day: Sample.day, zone: "UTC", source: "web", key: "k"),
            terms: nil)
        try await ledger.store("a value", setting: "front")
        try await ledger.count([EventCount(day: Sample.day, name: "hint-shown")])
        return ledger
    }

    private func read(_ text: String) throws(LedgerError) {
        try StateImport.read(Array(text.utf8), intoStateAt: path)
    }

    @Test("gives the same state, but for listings and the items of plans")
    func roundTrip() async throws {
        let old = try await full()
        let document = try await old.everything()
        try read(document)
        let new = try Ledger.openExisting(path: path, now: at(9))
        #expect(try await new.replayDifferences() == [])
        #expect(try await new.stagedItems(states: nil) == old.stagedItems(states: nil))
        #expect(try await new.document(ofPlan: "p1") == nil)
        #expect(try await new.setting("front") == "a value")
        try await old.forgetCatalogs()
        try execute("UPDATE plan SET document_bytes = NULL", inFile: old.path)
        #expect(try await new.everything() == old.everything())
        // It goes on from there.
        _ = try await new.undo(.all, actor: "person", at: at(10))
        #expect(try await new.replayDifferences() == [])
    }

    @Test("is another machine to issuers, with nothing that they granted to the one before")
    func seat() async throws {
        let old = try await full()
        let seat = try await old.seat(or: "the first")
        try await old.trust(key: "key", of: "school", actor: "person", at: at(3))
        _ = try await old.begin(
            RedemptionRecord(key: "k", issuer: "school", codeDigest: "c", step: .begun),
            actor: "person", at: at(3))
        try await old.decline(["g2"], of: "school", actor: "person", at: at(3))
        let texts = SignedTexts(
            policies: [
                PolicyRecord(issuer: "school", sequence: 1, signed: "policy", firstSeen: at(3))
            ],
            entitlements: [
                EntitlementRecord(
                    issuer: "school", original: "g", id: "g", kind: .grant, signed: "grant",
                    signedAt: at(3), digest: "d", isRevoked: false)
            ])
        _ = try await old.keep(texts, actor: "person", at: at(4))
        try read(try await old.everything())
        let new = try Ledger.openExisting(path: path, now: at(9))
        let records = try await new.tierRecords()
        #expect(records.seat == nil && records.entitlements.isEmpty)
        #expect(records.redemptions.isEmpty && records.declined.isEmpty)
        #expect(records.policies.count == 1 && records.anchors == ["school": "key"])
        #expect(try await new.seat(or: "the second") == "the second")
        #expect(try await new.replayDifferences() == [])
        let left = try await old.tierRecords()
        #expect(left.seat == seat && left.entitlements.count == 1)
        #expect(left.declined == ["school": ["g2"]])
    }

    @Test("takes a document of the version before events were counted")
    func beforeEvents() async throws {
        let document = try await full().everything()
        let events = try #require(document.range(of: ",\n\"events\":["))
        let older = (String(document[..<events.lowerBound]) + "\n}\n")
            .replacing(#/"version":\d+/#, with: "\"version\":5", maxReplacements: 1)
        #expect(older.contains("\"version\":5"))
        try read(older)
        let new = try Ledger.openExisting(path: path, now: at(9))
        #expect(try await new.decisions().count == 2)
        #expect(try await new.events(from: "2000-01-01", to: "2099-01-01").isEmpty)
    }

    @Test("is done into an empty state only")
    func occupied() async throws {
        let document = try await full().everything()
        await (try Ledger.open(path: path, now: at(5))).close()
        try read(document)
        #expect(try await Ledger.openExisting(path: path, now: at(9)).firstUsed() == at(0))
        let error = await failure { () throws(LedgerError) in try read(document) }
        #expect(error?.kind == .used)
    }

    @Test("refuses what is not whole, and leaves nothing of it")
    func refusals() async throws {
        let document = try await full().everything()
        var broken = [
            "", "{}", "[]", String(document.dropLast(20)), document + "x",
            document.replacingOccurrences(of: "\"format\":1", with: "\"format\":2"),
            document.replacingOccurrences(of: "\"version\":", with: "\"version\":9"),
            document.replacingOccurrences(of: "\"quota\":[", with: "\"quotas\":["),
            document.replacingOccurrences(of: "\"events\":[", with: "\"happenings\":["),
            document.replacingOccurrences(of: "\"receipt\":\"r\",", with: "\"receipt\":\"s\","),
            document.replacingOccurrences(of: "\"receipt\":\"r\"", with: "\"receipts\":\"r\""),
            document.replacingOccurrences(
                of: "\"state\":\"deleted\"", with: "\"state\":\"staged\""),
        ]
        broken.append(String(decoding: [0xff, 0xfe] as [UInt8], as: UTF8.self))
        for (index, text) in broken.enumerated() {
            #expect(text != document, "\(index)")
            let error = await failure { () throws(LedgerError) in try read(text) }
            #expect(error != nil, "\(index)")
            #expect(!FileManager.default.fileExists(atPath: path), "\(index)")
        }
        #expect(try folder.names().allSatisfy { !$0.contains(".new-") })
    }

    @Test("leaves what was there, or all of the new, whenever the process dies")
    func kill() async throws {
        let old = try await full()
        let document = try await old.everything()
        try folder.write(Array(document.utf8), to: "document")
        for isEmptyThere in [false, true] {
            for step in ReplacementStep.allCases {
                let name = "\(step.rawValue)-\(isEmptyThere).db"
                let path = folder.file(name)
                if isEmptyThere { await (try Ledger.open(path: path, now: at(5))).close() }
                let isReached = isEmptyThere || [.hasBegun, .isBuilt, .isDecided].contains(step)
                if !isReached { continue }
                await #expect(processExitsWith: .signal(SIGKILL)) {
                    [
                        path = path as String, name = step.rawValue as String,
                        source = folder.file("document") as String
                    ] in
                    let bytes = [UInt8](try Data(contentsOf: URL(filePath: source)))
                    try StateImport.read(bytes, intoStateAt: path) {
                        if $0.rawValue == name { _ = Glibc.kill(getpid(), SIGKILL) }
                    }
                }
                let found = try Ledger.open(path: path, now: at(9))
                let items = try await found.stagedItems(states: nil).count
                #expect(items == ([.hasBegun, .isBuilt].contains(step) ? 0 : 2), "\(name)")
                #expect(try await found.replayDifferences() == [])
                await found.close()
            }
        }
    }
}
