// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Every place that asks whether content has changed gives the answer of `ContentChange`.
@Suite("One answer about content")
struct OneAnswerTests {
    /// An item as it was, and all ways in which it may be now.
    private static let items: [ItemValues] = {
        let sizes: [Int64?] = [nil, 1, 2]
        let hashes: [String?] = [nil, "aa", "AA", "bb"]
        let tags: [String?] = [nil, "c1", "c2"]
        let dates: [Int64?] = [nil, 5, 6]
        var items: [ItemValues] = []
        for size in sizes {
            for sha256 in hashes {
                for quickXor in hashes.prefix(3) {
                    for tag in tags {
                        for date in dates {
                            var item = ItemValues(path: "/a")
                            item.drive = "main"
                            item.id = "1"
                            item.size = size
                            item.sha256 = sha256
                            item.quickXor = quickXor
                            item.cTag = tag
                            item.modified = date.map { Timestamp(secondsSinceEpoch: $0) }
                            items.append(item)
                        }
                    }
                }
            }
        }
        return items
    }()

    private static let now = Timestamp(secondsSinceEpoch: 100)

    private func recorded(_ item: ItemValues) -> RecordedItem {
        var recorded = RecordedItem(drive: "main", id: "1", path: "/a", type: .file)
        recorded.size = item.size
        recorded.hashes["sha256"] = item.sha256
        recorded.hashes["quickxor"] = item.quickXor
        recorded.cTag = item.cTag
        recorded.modified = item.modified?.secondsSinceEpoch
        return recorded
    }

    @Test("decisions, plans and looks at a drive agree", arguments: 0..<9)
    func agree(part: Int) throws {
        for (number, then) in Self.items.enumerated() where number % 9 == part {
            let record = recorded(then)
            for now in Self.items {
                let finding = ContentChange(from: then.contentFacts, to: now.contentFacts).finding
                let mayBeSame = finding != .differs
                let isSame = finding == .equals
                let fresh = recorded(now)
                #expect(record.mayHoldSameContent(as: fresh) == mayBeSame)
                #expect(record.surelyHoldsSameContent(as: fresh) == isSame)
                for (verdict, holds) in [(Decision.keep, mayBeSame), (.delete, isSame)] {
                    let decision = DecisionRecord(
                        item: record, driveIdentity: "m:1", verdict: verdict,
                        decidedAt: Self.now, day: "1970-01-01", source: "command")
                    #expect(decision.holds(for: fresh, at: Self.now) == holds)
                }
                if case .unchanged = ItemCheck.comparing(then, now: now) {
                    #expect(mayBeSame)
                } else {
                    #expect(!mayBeSame)
                }
            }
        }
    }

    @Test("plans agree with them")
    func plans() throws {
        for then in Self.items where then.size == 1 {
            var builder = ListingBuilder(idsAreUnique: true)
            let drive = try builder.drive(named: "main", kind: .listing)
            var decisions: [PastDecision] = []
            for (number, item) in Self.items.enumerated() {
                var item = item
                item.id = String(number)
                try builder.append(item, drive: drive)
                decisions.append(
                    PastDecision(
                        drive: "main", id: String(number), path: "/a", verdict: .delete,
                        size: then.size, hashes: then.hashes, cTag: then.cTag,
                        modified: then.modified))
            }
            let found = PastDecision.rows(decisions, in: builder.finish(), now: Self.now)
            for (row, item) in Self.items.enumerated() {
                let change = ContentChange(from: then.contentFacts, to: item.contentFacts)
                #expect((found[row] == .delete) == (change.finding == .equals))
            }
        }
    }
}
