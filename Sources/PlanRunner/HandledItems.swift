// SPDX-License-Identifier: Apache-2.0

package import StateLedger

/// Which items a walk has handled, in which order, and what they came to in numbers. The items
/// themselves stand in the state file: there may be hundreds of thousands.
package struct HandledItems: Sendable {
    /// What is counted together.
    package struct Kind: Sendable, Hashable {
        /// The state that they are in.
        package let state: ItemState
        /// The name of their drive.
        package let drive: String
        /// How they are deleted.
        package let method: String
    }

    /// How many, and their bytes as far as they are known.
    package struct Tally: Sendable, Hashable {
        /// Items.
        package var count = 0
        /// Bytes.
        package var bytes: Int64 = 0

        /// None.
        package init() {}
    }

    private struct Entry: Sendable {
        let number: Int64
        var kind: Int32
        var bytes: Int64
    }

    private var entries: [Entry] = []
    /// Where an item stands in `entries`.
    private var places: [Int64: Int32] = [:]
    private var kinds: [Kind] = []
    private var kindPlaces: [Kind: Int32] = [:]
    private var tallies: [Tally] = []

    /// None.
    package init() {}

    /// How many items were handled.
    package var count: Int { entries.count }

    /// Whether none was.
    package var isEmpty: Bool { entries.isEmpty }

    /// Whether the item of that number was handled.
    package func contains(_ number: Int64) -> Bool { places[number] != nil }

    /// The items that are in `state`.
    package func tally(_ state: ItemState) -> Tally {
        zip(kinds, tallies).reduce(into: Tally()) { sum, one in
            guard one.0.state == state else { return }
            sum.count += one.1.count
            sum.bytes += one.1.bytes
        }
    }

    /// How many there are of each kind.
    package var counts: [(kind: Kind, tally: Tally)] {
        zip(kinds, tallies).filter { $1.count > 0 }.map { ($0, $1) }
    }

    /// Whether `holds` is so of every item.
    package func allSatisfy(_ holds: (Kind) -> Bool) -> Bool {
        zip(kinds, tallies).allSatisfy { $1.count == 0 || holds($0) }
    }

    /// The numbers of the first `most` items of each kind, or of all, in the order of handling.
    package func numbers(most: Int?) -> [Int64] {
        guard let most else { return entries.map(\.number) }
        var counts = Array(repeating: 0, count: kinds.count)
        return entries.compactMap { entry in
            counts[Int(entry.kind)] += 1
            return counts[Int(entry.kind)] > most ? nil : entry.number
        }
    }

    /// Notes how `item` stands now. O(1)
    mutating func note(_ item: StagedItem) {
        let order = item.order
        note(
            item.number,
            Kind(state: item.state, drive: order.item.drive, method: order.method),
            order.item.size ?? 0)
    }

    /// Takes up what another walk has handled.
    mutating func take(_ other: HandledItems) {
        if isEmpty {
            self = other
        } else {
            for entry in other.entries {
                note(entry.number, other.kinds[Int(entry.kind)], entry.bytes)
            }
        }
    }

    private mutating func note(_ number: Int64, _ kind: Kind, _ bytes: Int64) {
        let kind = place(of: kind)
        if let place = places[number].map(Int.init) {
            count(entries[place], -1)
            entries[place].kind = kind
            entries[place].bytes = bytes
            count(entries[place], 1)
        } else {
            places[number] = Int32(entries.count)
            entries.append(Entry(number: number, kind: kind, bytes: bytes))
            count(entries[entries.count - 1], 1)
        }
    }

    private mutating func count(_ entry: Entry, _ sign: Int) {
        tallies[Int(entry.kind)].count += sign
        tallies[Int(entry.kind)].bytes += Int64(sign) * entry.bytes
    }

    private mutating func place(of kind: Kind) -> Int32 {
        if let place = kindPlaces[kind] { return place }
        let place = Int32(kinds.count)
        kinds.append(kind)
        tallies.append(Tally())
        kindPlaces[kind] = place
        return place
    }
}
