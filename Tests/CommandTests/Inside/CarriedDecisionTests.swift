// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import Workflow

@testable import cleanrules

/// Decisions that were made over a saved listing of a OneDrive, before anybody signed in.
@Suite("Decisions carried over to a OneDrive")
struct CarriedDecisionTests {
    private static let hash = "AAAAAAAAAAAAAAAAAAAAAAAAAAA="

    /// The OneDrive, once somebody has signed in.
    private func listing() throws -> Listing {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "photos", kind: .onedrive)
        for (id, path) in [("A1!s1", "/moved"), ("A1!s2", "/same"), ("A1!s3", "/other")] {
            var values = ItemValues(path: path)
            (values.id, values.size, values.quickXor) = (id, 3, Self.hash)
            try builder.append(values, drive: drive)
        }
        return builder.finish()
    }

    private func decision(
        _ id: String, _ path: String, size: Int64? = 3, hash: String? = hash,
        identity: String = "listing:saved", drive: String = "photos"
    ) -> DecisionRecord {
        var item = RecordedItem(drive: drive, id: id, path: path, type: .file)
        item.size = size
        item.hashes["quickxor"] = hash
        return DecisionRecord(
            item: item, driveIdentity: identity, verdict: .keep, until: nil,
            decidedAt: Timestamp(secondsSinceEpoch: 0), day: "2026-01-15", source: "command")
    }

    /// The ids that `decision` is about on the OneDrive.
    private func ids(_ decision: DecisionRecord, kind: String = "onedrive") throws -> [String] {
        PlacedDecisions([decision], on: ["photos": "\(kind):a1"], in: try listing()).placed
            .map(\.item.id)
    }

    @Test("go on for the same id, wherever that lies and however it is spelled")
    func byID() throws {
        #expect(try ids(decision("A1!s1", "/before", hash: nil)) == ["A1!s1"])
        #expect(try ids(decision("000a1!S1", "/before", hash: nil)) == ["A1!s1"])
        #expect(try ids(decision("A1%21s1", "/before", hash: nil)) == ["A1!s1"])
    }

    @Test("else for the same path and content, and for nothing else")
    func byPlace() throws {
        #expect(try ids(decision("/same", "/same")) == ["A1!s2"])
        #expect(try ids(decision("/same", "/same", size: 4)) == [])
        #expect(try ids(decision("/same", "/same", hash: nil)) == [])
        #expect(try ids(decision("/same", "/same", hash: "B" + Self.hash.dropFirst())) == [])
        #expect(try ids(decision("/none", "/none")) == [])
        #expect(try ids(decision("/same", "/same", drive: "files")) == [])
    }

    @Test("but not from one drive to another one under its name")
    func otherDrive() throws {
        let stray = decision("A1!s1", "/moved", identity: "onedrive:b2")
        #expect(try ids(stray) == [])
        let placed = PlacedDecisions([stray], on: ["photos": "onedrive:a1"], in: try listing())
        #expect(placed.unplaced == [stray], "it is kept, and said to have no place")
        #expect(try ids(decision("A1!s1", "/moved", identity: "onedrive:a1")) == ["A1!s1"])
        #expect(try ids(decision("A1!s1", "/moved"), kind: "local") == [])
    }
}
