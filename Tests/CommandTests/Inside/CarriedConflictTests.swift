// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import Wording
@testable import Workflow

/// What a card says of an item that was decided about over saved pages, and has changed since.
@Suite("A card of an item that changed after it was decided about")
struct CarriedConflictTests {
    private func decision(
        _ number: Int64, _ verdict: Decision = .keep, size: Int64 = 4,
        identity: String = "listing:onedrive:a1:/pages.json"
    ) -> DecisionRecord {
        var item = RecordedItem(drive: "saved", id: "A1!s1", path: "/a.jpg", type: .file)
        item.size = size
        var made = DecisionRecord(
            item: item, driveIdentity: identity, verdict: verdict,
            decidedAt: Timestamp(secondsSinceEpoch: 1_700_000_000), day: "2023-11-14",
            source: "command")
        made.number = number
        return made
    }

    /// What the card says of the one item of the drive, whose size is 3.
    private func said(
        _ decisions: [DecisionRecord], modified: Timestamp? = nil
    ) throws -> String? {
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "cloud", kind: .onedrive)
        var values = ItemValues(path: "/a.jpg")
        (values.id, values.size) = ("A1!s1", 3)
        try builder.append(values, drive: drive)
        let conflicts = CarriedConflicts(
            decisions, on: ["cloud": "onedrive:a1"], in: builder.finish(),
            now: Timestamp(secondsSinceEpoch: 1_800_000_000))
        let item = RecordedItem(drive: "cloud", id: "A1!s1", path: "/a.jpg", type: .file)
        return conflicts.phrase(item, modified: modified, .utc).map { Words.english($0) }
    }

    @Test("says what was decided, and when both were")
    func both() throws {
        let text = try said(
            [decision(1)], modified: Timestamp(secondsSinceEpoch: 1_750_000_000))
        #expect(text?.contains("2023-11-14") == true, "\(text ?? "-")")
        #expect(text?.contains("2025-06-15") == true, "\(text ?? "-")")
        #expect(text?.contains("keep") == true, "\(text ?? "-")")
        #expect(try said([decision(1)])?.contains("has changed since") == true)
    }

    @Test("says nothing where the decision holds, or another one stands since")
    func nothing() throws {
        #expect(try said([]) == nil)
        #expect(try said([decision(1, size: 3)]) == nil)
        #expect(try said([decision(1, .pin)]) == nil)
        #expect(try said([decision(1), decision(2, size: 3, identity: "onedrive:a1")]) == nil)
    }
}
