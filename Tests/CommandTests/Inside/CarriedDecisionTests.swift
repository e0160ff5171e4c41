// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import TestSupport
import Testing
import Workflow

@testable import Commands

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

    /// Random decisions over saved pages of a drive, and some after the sign-in to it, while items
    /// come, go, move and change.
    @Test("are all told of, each with what became of it", arguments: propertySeeds)
    func property(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let now = Timestamp(secondsSinceEpoch: 1_000_000)
        let verdicts: [Decision] = [.keep, .pin, .delete, .snooze]
        var builder = ListingBuilder()
        let drive = try builder.drive(named: "cloud", kind: .onedrive)
        var present: [Int: Bool] = [:]
        for number in 0..<12 where !random.once(in: 5) {
            let isSame = !random.once(in: 3)
            var values = ItemValues(path: random.once(in: 3) ? "/moved-\(number)" : "/f\(number)")
            (values.id, values.size) = ("A1!s\(number)", isSame ? 3 : 4)
            values.quickXor = isSame ? Self.hash : "B" + Self.hash.dropFirst()
            try builder.append(values, drive: drive)
            present[number] = isSame
        }
        let listing = builder.finish()
        var decisions: [DecisionRecord] = []
        var latest: [Int: Int64] = [:]
        for step in 1...20 {
            let number = random.below(12)
            let isAfter = step > 14
            // The latest one about an item in one place is the one that stands there.
            let identity = isAfter ? "onedrive:a1" : "listing:onedrive:a1:/pages.json"
            decisions.removeAll {
                $0.item.id == "A1!s\(number)" && $0.driveIdentity == identity
            }
            var made = decision(
                "A1!s\(number)", "/f\(number)", identity: identity,
                drive: isAfter ? "cloud" : "saved")
            made.verdict = random.pick(verdicts)
            made.number = Int64(step)
            if made.verdict == .snooze {
                made.until = Timestamp(secondsSinceEpoch: random.once(in: 2) ? 5 : 2_000_000)
            }
            decisions.append(made)
            latest[number] = made.number
        }
        let identities = ["cloud": "onedrive:a1"]
        let placed = PlacedDecisions(decisions, on: identities, in: listing)
        let carried = CarriedDecisions(
            decisions, placed: placed, on: identities, in: listing, now: now)
        let before = decisions.filter { $0.driveIdentity != "onedrive:a1" }
        #expect(carried.entries.map(\.decision) == before)
        for entry in carried.entries {
            let number = try #require(Int(entry.decision.item.id.dropFirst(4)))
            let isLast = latest[number] == entry.decision.number
            let isOver = entry.decision.until.map { $0 <= now } ?? false
            let expected: CarriedDecisions.Fate =
                switch (present[number], entry.decision.verdict) {
                case (nil, _): .notFound
                case _ where !isLast || isOver: .ended
                case (true?, _), (_, .pin), (_, .snooze): .holds
                default: .conflict
                }
            #expect(entry.fate == expected, "\(entry)")
            #expect(entry.now.map(\.id) == (present[number] == nil ? [] : [entry.decision.item.id]))
        }
        // What the plan goes by is the same.
        let rows = PastDecision.rows(
            placed.placed.map { PastDecision($0) }, in: listing, now: now)
        let holding = carried.entries.filter { $0.fate == .holds }
        for entry in holding {
            let row = try #require(
                (0..<listing.count).first { listing.id($0) == entry.decision.item.id })
            #expect(rows[row] == entry.decision.verdict)
        }
        #expect(
            rows.count == holding.count
                + decisions.filter { made in
                    made.driveIdentity == "onedrive:a1"
                        && rows.keys.contains { listing.id($0) == made.item.id }
                }.count)
    }
}
