// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import StateLedger

/// Whether the parts of one shot can go together: none of them goes while another one of them does
/// not, as far as that is known before the first of them is touched.
struct UnitCheck {
    let runner: Runner

    /// What the check has shown.
    struct Outcome: Sendable {
        /// May be deleted.
        var ready: [ReadyItem] = []
        /// Another part stays.
        var ended: [(item: StagedItem, outcome: RecordedOutcome)] = []
        /// Another part has to wait.
        var held: [(item: StagedItem, problem: String)] = []
    }

    private enum Standing {
        case goes
        case waits
        case stays
    }

    /// Checks `items`, which may go by themselves. One question to the state file.
    func check(_ items: [ReadyItem]) async throws(RunnerError) -> Outcome {
        var result = Outcome()
        guard items.contains(where: { $0.item.order.unit != nil }) else {
            result.ready = items
            return result
        }
        var going = Set(items.map(\.item.order.address))
        let asked = Set(items.flatMap(\.item.order.partAddresses)).subtracting(going)
        let newest = try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.newestStaged(at: Array(asked))
        }
        var waiting = Set(newest.filter { $0.value.state.isActive }.keys)
        func standing(_ part: ItemAddress, _ unit: Obligation) -> Standing {
            if going.contains(part) { return .goes }
            if waiting.contains(part) { return .waits }
            guard let last = newest[part], last.state == .deleted,
                let other = last.order.unit, other.group.utf8.elementsEqual(unit.group.utf8)
            else { return .stays }
            return .goes
        }
        var left = items
        var count = 0
        // What does not go for one part lets go of none of the others.
        repeat {
            count = left.count
            var still: [ReadyItem] = []
            for one in left {
                guard let unit = one.item.order.unit else {
                    still.append(one)
                    continue
                }
                let parts = zip(unit.survivors, one.item.order.partAddresses)
                    .map { ($0, standing($1, unit)) }
                if let part = parts.first(where: { $1 == .stays })?.0 {
                    result.ended.append((one.item, .changed(Self.stays(part))))
                    going.remove(one.item.order.address)
                } else if let part = parts.first(where: { $1 == .waits })?.0 {
                    result.held.append((one.item, Self.waits(part)))
                    going.remove(one.item.order.address)
                    waiting.insert(one.item.order.address)
                } else {
                    still.append(one)
                }
            }
            left = still
        } while left.count < count
        result.ready = left
        return result
    }

    private static func stays(_ part: RecordedItem) -> String {
        String(clause: "'\(part.path)' belongs to the same shot and does not go")
    }

    private static func waits(_ part: RecordedItem) -> String {
        String(clause: "'\(part.path)' belongs to the same shot and cannot go yet")
    }
}

/// Which of the items that are due are parts of one shot.
struct UnitQueue: Sendable {
    /// By number of an item: that of its shot.
    private var shots: [Int64: Int] = [:]
    /// By shot: the numbers of its parts, in the order in which they came.
    private var parts: [[Int64]] = []
    private var known: [Key: Int] = [:]

    private struct Key: Hashable {
        let bytes: [UInt8]

        init(_ order: StagingOrder, _ unit: Obligation) {
            bytes = Array(order.driveIdentity.utf8) + [0] + Array(unit.group.utf8)
        }
    }

    /// Takes up `item`.
    mutating func take(_ item: StagedItem) {
        guard let unit = item.order.unit else { return }
        let key = Key(item.order, unit)
        let shot = known[key] ?? parts.count
        if shot == parts.count {
            known[key] = shot
            parts.append([])
        }
        shots[item.number] = shot
        parts[shot].append(item.number)
    }

    /// Whether the items of the two numbers are parts of one shot.
    func areTogether(_ one: Int64, _ other: Int64) -> Bool {
        guard let shot = shots[one] else { return false }
        return shots[other] == shot
    }

    /// `numbers` in their order, but for the parts of each shot, which follow the first of them.
    func ordered(_ numbers: [Int64]) -> [Int64] {
        if parts.isEmpty { return numbers }
        let given = Set(numbers)
        var taken: Set<Int> = []
        var ordered: [Int64] = []
        ordered.reserveCapacity(numbers.count)
        for number in numbers {
            guard let shot = shots[number] else {
                ordered.append(number)
                continue
            }
            if taken.insert(shot).inserted { ordered += parts[shot].filter(given.contains) }
        }
        return ordered
    }

    /// The first of `numbers`, about `count` of them: no shot is cut.
    func prefix(_ numbers: ArraySlice<Int64>, count: Int) -> ArraySlice<Int64> {
        var end =
            numbers.index(
                numbers.startIndex, offsetBy: count, limitedBy: numbers.endIndex)
            ?? numbers.endIndex
        while end < numbers.endIndex, end > numbers.startIndex,
            areTogether(numbers[end - 1], numbers[end])
        { end += 1 }
        return numbers[..<end]
    }
}
