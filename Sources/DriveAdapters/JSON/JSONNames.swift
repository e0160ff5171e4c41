// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The keys of all objects that are open, to find one that stands twice in the same object.
///
/// Small objects are compared pair by pair as the keys come; large ones are sorted once at their
/// end, so that a hostile object of a million keys costs n log n.
struct JSONNames {
    private struct Entry {
        var name: TextSlice
        var hash: UInt64
    }

    private static let pairwiseMax = 32
    private var entries: [Entry] = []

    /// Where the keys of an object that opens now begin.
    var mark: Int { entries.count }

    /// Takes a key of the object whose keys begin at `mark`; false if it is known to be there.
    mutating func add(_ name: TextSlice, since mark: Int) -> Bool {
        let hash = hashBytes(name)
        if entries.count - mark < JSONNames.pairwiseMax {
            for index in mark..<entries.count
            where entries[index].hash == hash && TextSlice.equal(entries[index].name, name) {
                return false
            }
        }
        entries.append(Entry(name: name, hash: hash))
        return true
    }

    /// Forgets the keys since `mark`; a key that stands twice if there is one.
    mutating func close(_ mark: Int) -> TextSlice? {
        if entries.count == mark { return nil }
        defer { entries.removeSubrange(mark...) }
        return entries.count - mark > JSONNames.pairwiseMax ? repeated(since: mark) : nil
    }

    /// Forgets everything.
    mutating func clear() { entries.removeAll(keepingCapacity: true) }

    private func repeated(since mark: Int) -> TextSlice? {
        let sorted = entries[mark...].sorted { left, right in
            left.hash != right.hash
                ? left.hash < right.hash : TextSlice.order(left.name, right.name) < 0
        }
        for (left, right) in zip(sorted, sorted.dropFirst())
        where left.hash == right.hash && TextSlice.equal(left.name, right.name) {
            return right.name
        }
        return nil
    }
}
