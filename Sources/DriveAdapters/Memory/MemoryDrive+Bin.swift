// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine

extension MemoryDrive {
    /// What was deleted and can still be brought back.
    package struct Bin: Sendable {
        /// By the number that the receipt's token writes.
        private var entries: [Int: Entry] = [:]
        private var count = 0

        /// One deleted item.
        package struct Entry: Sendable {
            /// As it was.
            package var item: Item
            /// How it was deleted.
            package var method: DeletionMethod
            var receipt: DeletionReceipt
        }

        /// Keeps `item`, and says where.
        mutating func add(_ item: Item, _ order: DeletionOrder) -> DeletionReceipt {
            guard order.method != .permanent else { return DeletionReceipt(method: .permanent) }
            count += 1
            let place =
                order.method == .recycle
                ? String(clause: "the bin of the drive")
                : "/.cleanrules/quarantine/\(order.plan)\(item.values.path)"
            let receipt = DeletionReceipt(
                method: order.method, place: place, token: String(count))
            entries[count] = Entry(item: item, method: order.method, receipt: receipt)
            return receipt
        }

        /// The number of the entry that `receipt` speaks of; where it says nothing, of the newest
        /// that holds `item`.
        func number(of item: ItemValues, _ receipt: DeletionReceipt?) -> Int? {
            if let token = receipt?.token {
                guard let number = Int(token), entries[number]?.holds(item) == true else {
                    return nil
                }
                return number
            }
            return entries.filter { $0.value.holds(item) }.keys.max()
        }

        /// The entry with that number.
        package func entry(_ number: Int) -> Entry? { entries[number] }

        /// Takes an entry out.
        mutating func remove(_ number: Int) { entries[number] = nil }
    }
}

extension MemoryDrive.Bin.Entry {
    /// Whether it is `known`, as a plan recorded it.
    fileprivate func holds(_ known: ItemValues) -> Bool {
        guard item.values.key == known.key, item.values.type == known.type else { return false }
        if known.type == .folder { return true }
        let change = ContentChange(from: known.contentFacts, to: item.values.contentFacts)
        return change.finding != .differs
    }
}
