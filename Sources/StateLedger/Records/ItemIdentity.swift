// SPDX-License-Identifier: Apache-2.0

/// Which item something is about: the one place that says whether two of them are the same.
///
/// On drives that give ids an item is what it is filed by. A file of this machine is known by its
/// stamp, wherever it is moved; by its path only where no stamp of it is on record.
package struct ItemIdentity: Sendable, Hashable {
    /// What it is filed by.
    package let address: ItemAddress
    /// What the file is known by, where it is one of this machine.
    package let stamp: FileStamp?

    /// The given identity.
    package init(address: ItemAddress, stamp: FileStamp?) {
        self.address = address
        self.stamp = stamp
    }

    /// The identity of `item` on the drive of that identity.
    package init(_ item: RecordedItem, driveIdentity: String) {
        address = ItemAddress(item, driveIdentity: driveIdentity)
        stamp = FileStamp(item, driveIdentity: driveIdentity)
    }

    /// Whether what is said of the one is said of the other: it is the same item, or nothing is on
    /// record that could tell it from the other one.
    package func isAbout(_ other: ItemIdentity) -> Bool {
        if let stamp, let there = other.stamp {
            return stamp == there
                || address == other.address && stamp.isSameBesidesDevice(as: there)
        }
        return address == other.address
    }
}

extension DecisionRecord {
    /// The item that it is about.
    package var identity: ItemIdentity { ItemIdentity(item, driveIdentity: driveIdentity) }
}

extension StagingOrder {
    /// The item that it is about.
    package var identity: ItemIdentity { ItemIdentity(item, driveIdentity: driveIdentity) }
}

extension StagedItem {
    /// The item that it is about: where it was restored to, if it was.
    package var identity: ItemIdentity {
        guard let restoredPath else { return order.identity }
        return ItemIdentity(
            address: order.address.moved(to: restoredPath, driveIdentity: order.driveIdentity),
            stamp: order.identity.stamp)
    }
}

extension ReviewedItem {
    /// The item that it is about.
    package var identity: ItemIdentity { ItemIdentity(item, driveIdentity: driveIdentity) }
}

/// Values by the items that they are about.
package struct ItemIndex<Value: Sendable>: Sendable {
    private var entries: [(item: ItemIdentity, value: Value)] = []
    private var filed: [ItemAddress: [Int]] = [:]
    private var stamped: [FileStamp: [Int]] = [:]

    /// Nothing about anything.
    package init() {}

    /// `values`, each about the item that `identity` says.
    package init(_ values: some Sequence<Value>, _ identity: (Value) -> ItemIdentity) {
        for value in values { add(value, about: identity(value)) }
    }

    /// Adds `value`.
    package mutating func add(_ value: Value, about item: ItemIdentity) {
        filed[item.address, default: []].append(entries.count)
        if let stamp = item.stamp { stamped[stamp, default: []].append(entries.count) }
        entries.append((item, value))
    }

    /// Whether there is none.
    package var isEmpty: Bool { entries.isEmpty }

    /// All that is said about `item`, in the order in which it was added.
    package func values(about item: ItemIdentity) -> [Value] {
        found(item) { $0.isAbout(item) }
    }

    /// The same, and what was said about other items that lay at its place.
    package func values(aboutOrAt item: ItemIdentity) -> [Value] { found(item) { _ in true } }

    private func found(_ item: ItemIdentity, _ isMeant: (ItemIdentity) -> Bool) -> [Value] {
        var places = filed[item.address] ?? []
        if let stamp = item.stamp, let more = stamped[stamp] { places += more }
        if places.isEmpty { return [] }
        return Set(places).sorted().filter { isMeant(entries[$0].item) }.map { entries[$0].value }
    }
}
