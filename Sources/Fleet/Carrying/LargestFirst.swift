// SPDX-License-Identifier: Apache-2.0

internal import Workflow

/// The turns of drives of which not all that is due may go today: those of its items go that bring
/// most of all drives, to within a class of `DueSizes`.
///
/// It is known beforehand how much of which drive that is, so that each state is opened once. What
/// then fails, or is held, leaves room, which further rounds of turns give to what comes next;
/// there are few of them, since an item is counted on once.
struct LargestFirst {
    /// A turn of a drive.
    struct Turn: Sendable, Hashable {
        /// The place of the drive.
        let place: Int
        /// How many items of it go at most, those that bring most; nil: all that is due, within the
        /// caps.
        var items: Int64?
        /// About how many bytes they have.
        var bytes: Int64 = 0
    }

    private struct Drive {
        let key: String
        let due: FleetAmount
        /// What was not counted on yet.
        var sizes: DueSizes
        /// Whether it has a turn whatever goes, since something was begun there.
        var isOpen: Bool
    }

    /// How many rounds of turns there are at most; the last one is for whatever is left.
    static let roundsMax = 4

    private var drives: [Drive] = []
    private var sums = [FleetAmount](repeating: FleetAmount(), count: DueSizes.count)

    /// Adds the drive that is called `key`, on which `due` is due, items with these `worths` of it.
    mutating func add(_ key: String, _ due: FleetAmount, _ worths: [DueWorth], isOpen: Bool) {
        let sizes = DueSizes(worths, addingTo: &sums)
        drives.append(Drive(key: key, due: due, sizes: sizes, isOpen: isOpen))
    }

    /// How many items that are due on the drive at `place` have not been counted on.
    func left(at place: Int) -> Int64 { drives[place].sizes.items }

    /// Leaves the drive at `place` alone from now on.
    mutating func drop(_ place: Int) { drives[place].sizes = DueSizes() }

    /// The next turns within `caps`, in their order; none where nothing more may go. With `isLast`
    /// they are for all that is left.
    mutating func next(_ caps: CapsLeft, isLast: Bool = false) -> [Turn] {
        let mean = sums.map(Self.mean)
        let wishes = wishes(caps, mean, within: .unbounded)
        var turns: [Turn]
        if fits(wishes, caps, mean) {
            turns = everything(wishes)
        } else {
            turns = shared(
                admitted(self.wishes(caps, mean, within: caps.all), caps, mean), caps, mean)
            if isLast, !turns.isEmpty { turns = everything(wishes) }
        }
        let known = Set(turns.map(\.place))
        for place in drives.indices where drives[place].isOpen {
            if !known.contains(place) { turns.append(Turn(place: place, items: 0)) }
            drives[place].isOpen = false
        }
        return turns
    }

    /// How many bytes an item of `sum` has, rounded up.
    private static func mean(_ sum: FleetAmount) -> Int64 {
        if sum.items == 0 { return 0 }
        let (whole, rest) = sum.bytes.quotientAndRemainder(dividingBy: sum.items)
        return rest == 0 ? whole : whole + 1
    }

    /// What may go of a drive, whatever goes of others.
    private typealias Wish = (place: Int, first: [DueSizes.Class])

    private func wishes(
        _ caps: CapsLeft, _ mean: [Int64], within bound: FleetAmount
    ) -> [Wish] {
        drives.indices.compactMap { place in
            let own = caps.own(of: drives[place].key).bounded(by: bound)
            let first = drives[place].sizes.first(own, mean)
            return first.isEmpty ? nil : (place, first)
        }
    }

    /// Whether all of the wishes may go, whatever comes first.
    private func fits(_ wishes: [Wish], _ caps: CapsLeft, _ mean: [Int64]) -> Bool {
        let sum = wishes.reduce(FleetAmount()) { $0 + Self.amount($1.first, mean) }
        let new = wishes.count { caps.isNew(drives[$0.place].key) }
        return sum.items <= caps.all.items && sum.bytes <= caps.all.bytes && new <= caps.drives
    }

    private static func amount(_ classes: [DueSizes.Class], _ mean: [Int64]) -> FleetAmount {
        classes.reduce(FleetAmount()) {
            $0 + FleetAmount(items: Int64($1.items), of: mean[Int($1.number)])
        }
    }

    /// All that is left on the drives of `wishes`, those first whose items are the largest.
    private mutating func everything(_ wishes: [Wish]) -> [Turn] {
        let ordered = wishes.map { wish -> (mean: Int64, key: String, place: Int) in
            let drive = drives[wish.place]
            return (drive.due.bytes / max(1, drive.due.items), drive.key, wish.place)
        }.sorted { (-$0.mean, $0.key) < (-$1.mean, $1.key) }
        for one in ordered { drop(one.place) }
        return ordered.map { Turn(place: $0.place, items: nil) }
    }

    /// The wishes of as many drives as may lose something today: those that bring most.
    private func admitted(_ wishes: [Wish], _ caps: CapsLeft, _ mean: [Int64]) -> [Wish] {
        let new = wishes.filter { caps.isNew(drives[$0.place].key) }
        if Int64(new.count) <= caps.drives { return wishes }
        let best = new.map { (bytes: Self.amount($0.first, mean).bytes, place: $0.place) }
            .sorted { (-$0.bytes, $0.place) < (-$1.bytes, $1.place) }
        let chosen = Set(best.prefix(Int(clamping: max(0, caps.drives))).map(\.place))
        return wishes.filter { !caps.isNew(drives[$0.place].key) || chosen.contains($0.place) }
    }

    /// The share of each wish in what goes: of all together what brings most. Of a class of which
    /// not all may go, those drives have most that have a turn anyway.
    private mutating func shared(
        _ wishes: [Wish], _ caps: CapsLeft, _ mean: [Int64]
    ) -> [Turn] {
        let total = Self.total(wishes)
        var room = Self.room(for: total, caps, mean)
        let whole = zip(room, total).map { $0 == $1 }
        let ordered = wishes.map { wish in
            let sure = wish.first.filter { whole[Int($0.number)] }
            return (bytes: Self.amount(sure, mean).bytes, wish: wish)
        }.sorted { (-$0.bytes, $0.wish.place) < (-$1.bytes, $1.wish.place) }
        var turns: [Turn] = []
        for (_, wish) in ordered {
            let taken = wish.first.compactMap { one -> DueSizes.Class? in
                let items = min(Int64(one.items), room[Int(one.number)])
                room[Int(one.number)] -= items
                return items > 0 ? DueSizes.Class(number: one.number, items: UInt32(items)) : nil
            }
            if taken.isEmpty { continue }
            drives[wish.place].sizes.remove(taken)
            let amount = Self.amount(taken, mean)
            turns.append(Turn(place: wish.place, items: amount.items, bytes: amount.bytes))
        }
        return turns.sorted { (-$0.bytes, $0.place) < (-$1.bytes, $1.place) }
    }

    /// How many items of each class all wishes have together.
    private static func total(_ wishes: [Wish]) -> [Int64] {
        var total = [Int64](repeating: 0, count: DueSizes.count)
        for wish in wishes {
            for one in wish.first { total[Int(one.number)] += Int64(one.items) }
        }
        return total
    }

    /// How many of them may go: those that bring most.
    private static func room(
        for total: [Int64], _ caps: CapsLeft, _ mean: [Int64]
    ) -> [Int64] {
        var left = caps.all
        var room = total
        for number in total.indices.reversed() {
            room[number] = left.room(for: total[number], of: mean[number])
            left = left.less(FleetAmount(items: room[number], of: mean[number]))
        }
        return room
    }
}
