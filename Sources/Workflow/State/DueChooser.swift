// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import StateLedger

/// Which of what is due comes first where not all of it may go.
package enum DueChoice: Sendable, Hashable {
    /// In the order in which the quota is used up; what is on hold comes last.
    case inTurn
    /// What brings most for each request, whenever it was due; folders after all files. With
    /// `holdsLast`, what is on hold comes after all else, so that it keeps nothing from its turn.
    case mostFirst(holdsLast: Bool)
}

/// What one or several items that go together bring.
package struct DueWorth: Sendable, Hashable {
    /// How many items.
    package var items: Int
    /// Their bytes, as far as they are known.
    package var bytes: Int64
    /// The bytes of each, if a copy, for which one more look is taken, counts for three quarters; 0
    /// of folders, whose content goes by itself.
    package var rank: Int64

    /// So many items, of so many bytes, that rank so.
    package init(items: Int, bytes: Int64, rank: Int64) {
        self.items = items
        self.bytes = bytes
        self.rank = rank
    }
}

/// Chooses among the items that are due, where there are limits. The files of one shot are chosen
/// together or not at all: one without the others would only be held.
struct DueChooser {
    private struct Candidate {
        /// The number of the first of its items.
        let number: Int64
        var items: Int32 = 0
        var bytes: Int64 = 0
        /// What their deletion takes, in units of a service that charges for requests.
        var units: Int64 = 0
        let isLast: Bool
        let isFolder: Bool
    }

    private var candidates: [Candidate] = []
    /// The places of shots, by drive and name.
    private var shots: [[UInt8]: Int] = [:]
    /// The numbers of the further items of a shot, by its place.
    private var parts: [Int: [Int64]] = [:]

    /// A look and the deletion take so many units.
    private static let unitsOfItem: Int64 = 3

    /// Takes up `item`, behind all before it; with `isLast`, behind those without it in any order.
    mutating func add(_ item: StagedItem, isLast: Bool) {
        let place = place(of: item, isLast: isLast)
        let (sum, isOver) = candidates[place].bytes.addingReportingOverflow(max(0, item.bytes))
        candidates[place].bytes = isOver ? .max : sum
        candidates[place].items += 1
        let looks = item.order.obligations.contains { !$0.isUnit } ? 1 : 0
        candidates[place].units += Self.unitsOfItem + Int64(looks)
    }

    private mutating func place(of item: StagedItem, isLast: Bool) -> Int {
        if let unit = item.order.unit {
            let key = Array(item.order.driveIdentity.utf8) + [0] + Array(unit.group.utf8)
            if let place = shots[key] {
                parts[place, default: []].append(item.number)
                return place
            }
            shots[key] = candidates.count
        }
        candidates.append(
            Candidate(number: item.number, isLast: isLast, isFolder: item.order.item.isFolder))
        return candidates.count - 1
    }

    /// What each of them brings.
    var worths: [DueWorth] {
        candidates.map {
            DueWorth(items: Int($0.items), bytes: $0.bytes, rank: Self.rank($0))
        }
    }

    /// Rounded down, without a product that could be too large.
    private static func rank(_ one: Candidate) -> Int64 {
        if one.isFolder || one.units == 0 { return 0 }
        let (whole, rest) = one.bytes.quotientAndRemainder(dividingBy: one.units)
        return whole * unitsOfItem + rest * unitsOfItem / one.units
    }

    /// The numbers of what is chosen, in its order: `items` at most, of no more than `bytes` in
    /// all. What does not fit leaves room for what comes after it. `left` is how many items it is
    /// not.
    func chosen(
        _ choice: DueChoice, items: Int, bytes: Int64
    ) -> (numbers: [Int64], left: Int) {
        var numbers: [Int64] = []
        var (room, left) = (bytes, 0)
        for place in ordered(choice) {
            let one = candidates[place]
            if Int(one.items) > items - numbers.count || one.bytes > room {
                left += Int(one.items)
                continue
            }
            room -= one.bytes
            numbers.append(one.number)
            numbers += parts[place] ?? []
        }
        return (numbers, left)
    }

    private func ordered(_ choice: DueChoice) -> [Int] {
        guard choice != .inTurn else { return Array(candidates.indices) }
        let ranks = candidates.map(Self.rank)
        func key(_ place: Int) -> (Int, Int, Int64, Int) {
            let one = candidates[place]
            return (one.isLast ? 1 : 0, one.isFolder ? 1 : 0, -ranks[place], place)
        }
        return candidates.indices.sorted { key($0) < key($1) }
    }
}
