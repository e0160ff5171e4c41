// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import Testing
import TestSupport

@Suite("First sight of items")
struct FirstSeenTests {
    private let now = Timestamp(secondsSinceEpoch: 1_000)

    private func item(
        _ path: String, id: String? = nil, seen: Int64? = nil, size: Int64? = 1
    ) -> ItemValues {
        var item = ItemValues(path: path)
        item.id = id
        item.size = size
        item.firstSeen = seen.map { Timestamp(secondsSinceEpoch: $0) }
        return item
    }

    private func listing(_ items: [ItemValues], others: [ItemValues] = []) throws -> Listing {
        var builder = ListingBuilder()
        let other = try builder.drive(named: "other", kind: .memory)
        let main = try builder.drive(named: "main", kind: .memory)
        for item in others { try builder.append(item, drive: other) }
        for item in items { try builder.append(item, drive: main) }
        return builder.finish()
    }

    /// First sight by id of the items of the drive, after carrying over from `old`, and what changed.
    private func carried(
        _ items: [ItemValues], from old: [ItemValues]?
    ) throws -> ([[UInt8]: Int64], ListingChanges) {
        var fresh = try listing(items)
        let changes = FirstSeen.carry(
            into: &fresh, drive: 1, from: try old.map { try listing($0) }, oldDrive: 1, now: now)
        var seen: [[UInt8]: Int64] = [:]
        for row in 0..<fresh.count {
            seen[Array(fresh.id(row).utf8)] = fresh.values(row).firstSeen?.secondsSinceEpoch
        }
        return (seen, changes)
    }

    private func changes(
        _ items: Int64, added: Int64 = 0, removed: Int64 = 0, changed: Int64 = 0
    ) -> ListingChanges {
        var changes = ListingChanges()
        (changes.items, changes.files) = (items, items)
        (changes.added, changes.removed, changes.changed) = (added, removed, changed)
        return changes
    }

    @Test("all items are new to the first sync, but for what the source says")
    func firstSync() throws {
        let (seen, changes) = try carried([item("/a"), item("/b", seen: 5)], from: nil)
        #expect(seen == [Array("/a".utf8): 1_000, Array("/b".utf8): 5])
        #expect(changes == self.changes(2, added: 2))
    }

    @Test("an item is known again by its id, wherever it went, and keeps its first sight")
    func movedItems() throws {
        let old = [item("/a/x", id: "1", seen: 10), item("/a/y", id: "2", seen: 20)]
        let (seen, changes) = try carried(
            [item("/b/c/y", id: "2"), item("/b/c/x", id: "1"), item("/a/x", id: "3")], from: old)
        #expect(seen == [[0x31]: 10, [0x32]: 20, [0x33]: 1_000])
        #expect(changes == self.changes(3, added: 1))
    }

    @Test("where a drive gives no ids, what is at another path is another item")
    func movedPaths() throws {
        let old = [item("/a/x", seen: 10), item("/a/y", seen: 20)]
        let (seen, changes) = try carried([item("/b/x"), item("/a/y")], from: old)
        #expect(seen == [Array("/b/x".utf8): 1_000, Array("/a/y".utf8): 20])
        #expect(changes == self.changes(2, added: 1, removed: 1))
    }

    @Test("ids are compared byte for byte")
    func exactIDs() throws {
        let old = [item("/é", seen: 10), item("/x", id: "e\u{301}", seen: 20)]
        let (seen, changes) = try carried(
            [item("/e\u{301}"), item("/x", id: "é"), item("/y", id: "e\u{301}")], from: old)
        #expect(seen[Array("/e\u{301}".utf8)] == 1_000)
        #expect(seen[Array("é".utf8)] == 1_000)
        #expect(seen[Array("e\u{301}".utf8)] == 20)
        #expect(changes == self.changes(3, added: 2, removed: 1))
    }

    @Test("a large drive in another order is matched as a small one is")
    func largeDrive() throws {
        let count = 70_000
        func listing(_ numbers: some Sequence<Int>, seen: Bool) throws -> Listing {
            var builder = ListingBuilder(idsAreUnique: true)
            let drive = try builder.drive(named: "main", kind: .local)
            for number in numbers {
                let path = "/\(number / 100)/\(number)"
                let item = item(path, seen: seen ? Int64(number) : nil)
                try builder.append(item, drive: drive)
            }
            return builder.finish()
        }
        let old = try listing(0..<count, seen: true)
        var fresh = try listing((5..<(count + 7)).reversed(), seen: false)
        let changes = FirstSeen.carry(into: &fresh, drive: 0, from: old, now: now)
        #expect(changes == self.changes(Int64(count) + 2, added: 7, removed: 5))
        let wrong = (0..<fresh.count).first { row in
            let number = Int64(count + 6 - row)
            return fresh.firstSeen[row] != (number < Int64(count) ? number : 1_000)
        }
        #expect(wrong == nil)
    }

    @Test("ids of the same hash are told apart by their bytes")
    func collidingIDs() throws {
        let ids = TextHashTests.colliding(under: .ofProcess, count: 2)
        #expect(ids[0] != ids[1])
        let old = [item("/a", id: ids[0], seen: 10)]
        let (seen, changes) = try carried([item("/a", id: ids[1])], from: old)
        #expect(seen.values.map(\.self) == [1_000])
        #expect(changes == self.changes(1, added: 1, removed: 1))
    }

    @Test("what the source says of an item goes before what was stored")
    func sourceFirst() throws {
        let old = [item("/a", seen: 10), item("/b", seen: 20), item("/c")]
        let (seen, _) = try carried([item("/a", seen: 3), item("/b"), item("/c")], from: old)
        #expect(seen.values.sorted() == [3, 20, 1_000])
    }

    @Test("items of other drives play no part, and keep what they have")
    func otherDrives() throws {
        let old = try listing(
            [item("/a", seen: 10)], others: [item("/a", seen: 1), item("/b", seen: 2)])
        var fresh = try listing(
            [item("/a"), item("/b")], others: [item("/a", seen: 7), item("/c")])
        let copy = fresh
        let changes = FirstSeen.carry(into: &fresh, drive: 1, from: old, oldDrive: 1, now: now)
        let seen = (0..<fresh.count).map { fresh.values($0).firstSeen?.secondsSinceEpoch }
        #expect(seen == [7, nil, 10, 1_000])
        #expect(changes == self.changes(2, added: 1))
        #expect(copy.values(2).firstSeen == nil, "a copy taken before is as it was")
    }

    @Test("an item counts as changed where something known of both times differs")
    func changedItems() throws {
        var before = item("/size", size: 1)
        var after = item("/size", size: 2)
        func changed() throws -> Int64 { try carried([after], from: [before]).1.changed }
        #expect(try changed() == 1)
        after.size = nil
        #expect(try changed() == 0, "what is not known has not changed")
        after.size = 1
        before.modified = Timestamp(secondsSinceEpoch: 4)
        #expect(try changed() == 0)
        after.modified = Timestamp(secondsSinceEpoch: 5)
        #expect(try changed() == 1)
        after.modified = before.modified
        before.eTag = "e"
        before.cTag = "c"
        #expect(try changed() == 0)
        after.eTag = "e;2"
        #expect(try changed() == 0, "an earlier version wrote no more than that")
        after.eTag = "e2"
        #expect(try changed() == 1)
        after.eTag = "e"
        after.cTag = "c2"
        #expect(try changed() == 1)
        after.cTag = "c"
        after.owner = "Ada"
        #expect(try changed() == 0)
    }

    @Test("folders are items, but no files")
    func folders() throws {
        let (_, changes) = try carried([item("/a"), .folder("/d")], from: [])
        #expect(changes.items == 2)
        #expect(changes.files == 1)
    }

    @Test("any two listings agree with a dictionary", arguments: propertySeeds)
    func agreesWithDictionary(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var old: [ItemValues] = []
        for number in 0..<random.below(40) {
            let id = random.once(in: 3) ? nil : "i\(number)"
            // The same names in several folders.
            old.append(item("/f\(number % 3)/\(number / 3)", id: id, seen: Int64(number)))
        }
        var fresh: [ItemValues] = []
        for var item in old where !random.once(in: 4) {
            item.firstSeen = random.once(in: 6) ? Timestamp(secondsSinceEpoch: 77) : nil
            if random.once(in: 4) { item.size = 2 }
            if random.once(in: 4) { item.path = "/moved" + item.path }
            fresh.append(item)
        }
        for number in 0..<random.below(5) { fresh.append(item("/new/\(number)")) }
        if random.once(in: 2) { fresh.shuffle(using: &random) }
        var expected = self.changes(Int64(fresh.count))
        let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id ?? $0.path, $0) })
        var expectedSeen: [[UInt8]: Int64] = [:]
        for item in fresh {
            let earlier = known[item.id ?? item.path]
            if earlier == nil { expected.added += 1 }
            if let earlier, earlier.size != item.size { expected.changed += 1 }
            let seen = item.firstSeen ?? earlier?.firstSeen ?? now
            expectedSeen[Array((item.id ?? item.path).utf8)] = seen.secondsSinceEpoch
        }
        expected.removed = Int64(old.count) - (expected.items - expected.added)
        let (seen, changes) = try carried(fresh, from: old)
        #expect(seen == expectedSeen)
        #expect(changes == expected)
    }
}
