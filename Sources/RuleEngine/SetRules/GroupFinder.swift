// SPDX-License-Identifier: Apache-2.0

/// Groups of rows: group `n` is `members[starts[n] ..< starts[n + 1]]`.
struct Groups: Sendable {
    /// Rows, group after group.
    let members: Column<UInt32> = Column()
    /// Where each group begins, and one more for the end of the last.
    let starts: Column<UInt32> = Column()

    init() { starts.append(0) }

    /// How many groups there are.
    var count: Int { unsafe starts.count - 1 }

    /// The members of group `number`.
    @inline(__always)
    subscript(number: Int) -> UnsafeBufferPointer<UInt32> {
        let start = unsafe Int(starts.base[number])
        return unsafe UnsafeBufferPointer(
            start: members.base + start, count: Int(starts.base[number + 1]) - start)
    }

    /// Adds one group.
    func append(_ rows: [Int]) {
        for row in rows { members.append(UInt32(truncatingIfNeeded: row)) }
        unsafe starts.append(UInt32(truncatingIfNeeded: members.count))
    }

    /// Adds one group, which `rows` holds.
    func append(_ rows: UnsafeBufferPointer<UInt32>) {
        if let start = rows.baseAddress { unsafe members.append(start, count: rows.count) }
        unsafe starts.append(UInt32(truncatingIfNeeded: members.count))
    }

    /// Adds all groups of `other`.
    func append(contentsOf other: Groups) {
        let shift = starts[count]
        unsafe members.append(UnsafePointer(other.members.base), count: other.members.count)
        for number in 0..<other.count { starts.append(other.starts[number + 1] + shift) }
    }
}

/// Finds all groups of at least `leastMembers` rows with equal keys.
///
/// Mixes are spread by their upper bits over parts that fit the first-level caches; each part is
/// then resolved with a small table of its own. Parts are independent, so threads take parts.
struct GroupFinder<Key: GroupKey>: Sendable {
    private struct Entry: BitwiseCopyable {
        /// Bit 0 says that the entry is its group's first.
        var mix: UInt64
        var row: UInt32
        /// The next entry of the same group, plus 1; 0 for none.
        var next: UInt32
    }

    let key: Key
    let rowCount: Int
    let leastMembers: Int
    let threads: Int

    /// The groups, in an order that is another in every process, and the members of each in one that
    /// depends on the listing and the threads alone. O(n) expected.
    func groups() -> Groups {
        var bits = 0
        while rowCount >> bits > 2_048, bits < 14 { bits += 1 }
        let parts = 1 << bits
        let mixes = Column<UInt64>(repeating: 0, count: rowCount)
        let places = Column<UInt32>(repeating: 0, count: parts * threads)
        countParts(mixes, places, bits: bits)
        let starts = prefixSums(places, parts: parts)
        let entries = Column<Entry>(
            repeating: Entry(mix: 0, row: 0, next: 0), count: Int(starts[parts]))
        scatter(mixes, places, entries, bits: bits)
        return resolve(entries, starts, parts: parts)
    }

    private func countParts(_ mixes: Column<UInt64>, _ counts: Column<UInt32>, bits: Int) {
        let parts = 1 << bits
        Parallel.run(parts: threads) { thread in
            let count = unsafe counts.base + thread * parts
            for row in Parallel.range(part: thread, of: threads, count: rowCount) {
                let mix = key.mix(row)
                unsafe mixes.base[row] = mix
                if mix != 0 { unsafe count[Self.part(mix, bits)] &+= 1 }
            }
        }
    }

    /// Turns counts into places, part by part and thread by thread; returns where parts start.
    private func prefixSums(_ counts: Column<UInt32>, parts: Int) -> Column<UInt32> {
        let starts: Column<UInt32> = Column(capacity: parts + 1)
        var sum: UInt32 = 0
        for part in 0..<parts {
            starts.append(sum)
            for thread in 0..<threads {
                let count = counts[thread * parts + part]
                counts[thread * parts + part] = sum
                sum += count
            }
        }
        starts.append(sum)
        return starts
    }

    private func scatter(
        _ mixes: Column<UInt64>, _ places: Column<UInt32>, _ entries: Column<Entry>, bits: Int
    ) {
        let parts = 1 << bits
        Parallel.run(parts: threads) { thread in
            let place = unsafe places.base + thread * parts
            for row in Parallel.range(part: thread, of: threads, count: rowCount) {
                let mix = unsafe mixes.base[row]
                if mix == 0 { continue }
                let part = Self.part(mix, bits)
                unsafe entries.base[Int(place[part])] = Entry(
                    mix: mix, row: UInt32(truncatingIfNeeded: row), next: 0)
                unsafe place[part] &+= 1
            }
        }
    }

    private func resolve(
        _ entries: Column<Entry>, _ starts: Column<UInt32>, parts: Int
    ) -> Groups {
        let found = (0..<threads).map { _ in Groups() }
        Parallel.run(parts: threads) { thread in
            let table: Column<UInt32> = Column()
            for part in Parallel.range(part: thread, of: threads, count: parts) {
                let start = Int(starts[part])
                unsafe resolve(
                    entries.base + start, count: Int(starts[part + 1]) - start, table,
                    found[thread])
            }
        }
        for groups in found.dropFirst() { found[0].append(contentsOf: groups) }
        return found[0]
    }

    /// Chains the entries of one part by key, then writes out the chains that are long enough.
    private func resolve(
        _ entries: UnsafeMutablePointer<Entry>, count: Int, _ table: Column<UInt32>,
        _ groups: Groups
    ) {
        if count < leastMembers { return }
        var slots = 16
        while slots < count * 2 { slots *= 2 }
        table.truncate(to: 0)
        table.append(repeating: .max, count: slots)
        let mask = slots - 1
        for index in 0..<count {
            let mix = unsafe entries[index].mix
            var slot = Int(truncatingIfNeeded: mix >> 1) & mask
            while true {
                let head = unsafe table.base[slot]
                if head == .max {
                    unsafe table.base[slot] = UInt32(truncatingIfNeeded: index)
                    break
                }
                if unsafe entries[Int(head)].mix == mix,
                    unsafe key.areEqual(Int(entries[Int(head)].row), Int(entries[index].row))
                {
                    // The newest goes in behind the head.
                    unsafe entries[index].next = unsafe entries[Int(head)].next
                    unsafe entries[Int(head)].next = UInt32(truncatingIfNeeded: index + 1)
                    unsafe entries[index].mix = mix & ~1
                    break
                }
                slot = (slot &+ 1) & mask
            }
        }
        unsafe write(entries, count, groups)
    }

    private func write(
        _ entries: UnsafeMutablePointer<Entry>, _ count: Int, _ groups: Groups
    ) {
        for head in 0..<count where unsafe entries[head].mix & 1 != 0 {
            if leastMembers > 1, unsafe entries[head].next == 0 { continue }
            var index = head
            let first = unsafe groups.members.count
            while true {
                unsafe groups.members.append(entries[index].row)
                if unsafe entries[index].next == 0 { break }
                index = unsafe Int(entries[index].next) - 1
            }
            if unsafe groups.members.count - first < leastMembers {
                groups.members.truncate(to: first)
            } else {
                unsafe groups.starts.append(UInt32(truncatingIfNeeded: groups.members.count))
            }
        }
    }

    @inline(__always)
    private static func part(_ mix: UInt64, _ bits: Int) -> Int {
        bits == 0 ? 0 : Int(truncatingIfNeeded: mix >> UInt64(64 - bits))
    }
}
