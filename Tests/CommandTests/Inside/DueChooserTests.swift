// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing

@testable import Workflow

/// Which of what is due comes first where there are limits.
@Suite("Of what is due")
struct DueChooserTests {
    /// A staged item of so many bytes, with what must be there besides.
    private func item(
        _ number: Int64, _ size: Int64?, _ type: ItemType = .file, _ obligations: [Obligation] = []
    ) -> StagedItem {
        var record = RecordedItem(drive: "d", id: "\(number)", path: "/\(number)", type: type)
        record.size = size
        let instant = Timestamp(secondsSinceEpoch: 0)
        let order = StagingOrder(
            item: record, driveIdentity: "memory:d", rule: "r", ruleDigest: nil, applied: ["r"],
            reason: "", method: .recycle, undoWindow: "1d", due: instant, rulesDigest: "",
            obligations: obligations)
        return StagedItem(number: number, plan: "p", order: order, stagedAt: instant)
    }

    private func chooser(_ items: [StagedItem], last: Set<Int64> = []) -> DueChooser {
        var chooser = DueChooser()
        for item in items { chooser.add(item, isLast: last.contains(item.number)) }
        return chooser
    }

    private let most = DueChoice.mostFirst(holdsLast: true)

    @Test("the largest come first, folders after all files, what is on hold last")
    func order() {
        let items = [
            item(1, 5), item(2, 900), item(3, nil), item(4, 70), item(5, 10_000, .folder),
            item(6, 0, .folder), item(7, 800),
        ]
        let one = chooser(items, last: [2])
        let all = one.chosen(most, items: .max, bytes: .max)
        #expect(all.numbers == [7, 4, 1, 3, 5, 6, 2] && all.left == 0)
        #expect(one.chosen(.inTurn, items: 3, bytes: .max).numbers == [1, 2, 3])
        let three = one.chosen(most, items: 3, bytes: .max)
        #expect(three.numbers == [7, 4, 1] && three.left == 4)
        #expect(one.chosen(most, items: 0, bytes: .max).left == 7)
        #expect(one.worths.reduce(0) { $0 + $1.items } == 7)
        #expect(one.worths.map(\.rank) == [5, 900, 0, 70, 0, 0, 800])
    }

    @Test("what does not fit leaves room for smaller items")
    func room() {
        let one = chooser([item(1, 60), item(2, 50), item(3, 30), item(4, 10)])
        let chosen = one.chosen(most, items: .max, bytes: 100)
        #expect(chosen.numbers == [1, 3, 4] && chosen.left == 1)
    }

    @Test("a copy, for which one more is looked at, counts for three quarters")
    func copies() {
        let stays = RecordedItem(drive: "d", id: "9", path: "/9", type: .file)
        let copy = Obligation(
            rule: "r", isDuplicates: true, group: "g", needed: 1, comparesBytes: true,
            survivors: [stays])
        let items = [item(1, 1_000, .file, [copy]), item(2, 760), item(3, 740)]
        #expect(chooser(items).chosen(most, items: .max, bytes: .max).numbers == [2, 1, 3])
        let huge = chooser([item(1, .max, .file, [copy]), item(2, .max)]).worths
        #expect(huge[0].rank < huge[1].rank && huge[1].rank == .max && huge[0].rank > .max / 2)
    }

    @Test("the files of one shot are chosen together or not at all")
    func shots() {
        func part(_ number: Int64, _ size: Int64, _ other: Int64) -> StagedItem {
            let rest = RecordedItem(drive: "d", id: "\(other)", path: "/\(other)", type: .file)
            let unit = Obligation.unit(rule: "r", drive: "d", path: "/1", parts: [rest])
            return item(number, size, .file, [unit])
        }
        let one = chooser([part(1, 3_000, 4), item(2, 2_000), item(3, 10), part(4, 20, 1)])
        // Each of the two brings 1,510 bytes.
        #expect(one.chosen(most, items: .max, bytes: .max).numbers == [2, 1, 4, 3])
        let two = one.chosen(most, items: 2, bytes: .max)
        #expect(two.numbers == [2, 3] && two.left == 2)
        #expect(one.chosen(.inTurn, items: 2, bytes: .max).numbers == [1, 4])
        #expect(one.chosen(.inTurn, items: 1, bytes: .max).numbers == [2])
        #expect(one.chosen(most, items: .max, bytes: 3_010).numbers == [2, 3])
        #expect(one.worths.first == DueWorth(items: 2, bytes: 3_020, rank: 1_510))
    }
}
