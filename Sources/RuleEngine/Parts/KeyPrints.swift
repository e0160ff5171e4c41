// SPDX-License-Identifier: Apache-2.0

/// The keys by which members of one part could be of a group that reaches into other parts, told as
/// fingerprints before anything is judged: most keys are of one part alone, and nothing more need be told
/// of those.
///
/// Different keys may have one fingerprint, and are taken for keys of several parts then: more is told,
/// and the plan is the same. Equal keys never have two.
package struct KeyPrints: Sendable {
    /// What is told, by bucket: each is answered.
    package let bodies: [[UInt8]]

    /// How many bits a fingerprint has.
    private static let bits: UInt64 = 40

    /// The fingerprints of the keys in `listing` by which `rules` find groups across drives, in so many
    /// buckets; `together` is what all parts have. O(items log items).
    package init(
        _ listing: Listing, _ rules: SharedRules, _ together: PartsTogether, buckets: Int
    ) {
        let buckets = max(1, buckets)
        let writers = (0..<buckets).map { _ in PartWriter() }
        for kind in rules.kinds {
            var prints = KeyPrints.prints(kind, listing, together.carried)
            KeyPrints.sort(&prints)
            var next = 0
            for (bucket, writer) in writers.enumerated() {
                var end = next
                while end < prints.count, Self.bucket(of: prints[end], of: buckets) == bucket {
                    end += 1
                }
                PrintList.write(prints[next..<end], to: writer)
                next = end
            }
        }
        bodies = writers.map(\.array)
    }

    private static func prints(
        _ kind: DuplicateKey, _ listing: Listing, _ carried: HashTally
    ) -> [UInt64] {
        let keys = DuplicateKeys(listing: listing, reach: .drives)
        switch kind {
        case .parts(let parts): return prints(keys.parts(parts), listing)
        case .content:
            let decisions = ContentScopes(listing, reach: .drives, everywhere: carried).decisions
            var all: [UInt64] = []
            for algorithm in HashAlgorithm.allCases where decisions.contains(.hash(algorithm)) {
                guard let hash = listing.hashes[algorithm] else { continue }
                let isUsed = decisions.map { $0 == .hash(algorithm) }
                all += prints(keys.content(hash, isUsed: isUsed), listing)
            }
            return all
        }
    }

    private static func prints(_ key: some SharedKey, _ listing: Listing) -> [UInt64] {
        var prints: [UInt64] = []
        for row in 0..<listing.count {
            let mix = key.toldMix(row)
            if mix != 0 { prints.append(fingerprint(of: mix)) }
        }
        return prints
    }

    /// Sorts fingerprints, a third of their bits at a time. O(fingerprints).
    static func sort(_ prints: inout [UInt64]) {
        let width = (bits + 2) / 3
        // A few are sooner compared.
        if prints.count < 1 << width { return prints.sort() }
        var sorted = prints
        for shift in [0, width, 2 * width] {
            var places = Array(repeating: 0, count: 1 << Int(width) + 1)
            for print in prints { places[Int(print >> shift) & (1 << Int(width) - 1) + 1] += 1 }
            for place in 1..<places.count { places[place] += places[place - 1] }
            for print in prints {
                let digit = Int(print >> shift) & (1 << Int(width) - 1)
                sorted[places[digit]] = print
                places[digit] += 1
            }
            let before = prints
            prints = sorted
            sorted = before
        }
    }

    /// The fingerprint of a key by its mix: the same on every machine.
    static func fingerprint(of mix: UInt64) -> UInt64 {
        mixed(mix, 0x8cb9_2ba7_2f3d_8dd7) >> (64 - bits)
    }

    /// The bucket, of so many, into which a fingerprint falls; it rises with it.
    fileprivate static func bucket(of print: UInt64, of buckets: Int) -> Int {
        // Shifts bind closer than products do.
        Int((print &* UInt64(buckets)) >> bits)
    }

    /// For each of `bodies`, what all parts tell in one bucket, those of its fingerprints that another one
    /// tells too. O(fingerprints log fingerprints).
    package static func answers(
        to bodies: [[UInt8]], _ rules: SharedRules
    ) throws(PartError) -> [[UInt8]] {
        guard bodies.count <= 1 << (64 - Int(bits)) else { throw PartError(.tooLarge) }
        var readers = bodies.map(PartReader.init)
        let writers = bodies.map { _ in PartWriter() }
        for _ in rules.kinds {
            // A number holds a fingerprint, and whose it is.
            var all: [UInt64] = []
            for part in readers.indices {
                do throws(PartError) {
                    for print in try PrintList.read(&readers[part]) {
                        all.append(print << (64 - bits) | UInt64(part))
                    }
                } catch {
                    throw error.at(PartPlace(.keys, part: part))
                }
            }
            all.sort()
            var common = bodies.map { _ in [UInt64]() }
            forEachRun(all) { run in
                for number in run {
                    common[Int(number & (1 << (64 - bits) - 1))].append(number >> (64 - bits))
                }
            }
            for (writer, prints) in zip(writers, common) {
                PrintList.write(prints[...], to: writer)
            }
        }
        for (part, reader) in readers.enumerated() where !reader.isAtEnd {
            throw PartError(.damaged, at: PartPlace(.keys, part: part))
        }
        return writers.map(\.array)
    }

    /// Calls `body` for the numbers of each fingerprint that several parts tell.
    private static func forEachRun(_ all: [UInt64], _ body: (ArraySlice<UInt64>) -> Void) {
        var start = 0
        while start < all.count {
            var end = start + 1
            while end < all.count, all[end] >> (64 - bits) == all[start] >> (64 - bits) { end += 1 }
            if end - start > 1 { body(all[start..<end]) }
            start = end
        }
    }
}

/// The fingerprints of one part that other parts tell as well: of other keys nothing need be told.
package struct CommonKeys: Sendable {
    /// By kind of key, rising.
    private let prints: [[UInt64]]
    /// By kind: where the fingerprints begin that have the same first bits.
    private let starts: [[UInt32]]
    /// By kind: how far right a fingerprint is moved to be left with those bits.
    private let shifts: [UInt64]

    /// Reads `answers` to what a part told, by bucket.
    package init(_ answers: [[UInt8]], _ rules: SharedRules) throws(PartError) {
        var prints = rules.kinds.map { _ in [UInt64]() }
        for answer in answers {
            var reader = PartReader(answer)
            for kind in prints.indices {
                let more = try PrintList.read(&reader)
                // Buckets stand in the order of what falls into them.
                if let last = prints[kind].last, let first = more.first, last >= first {
                    throw .damaged
                }
                prints[kind] += more
            }
            guard reader.isAtEnd else { throw .damaged }
        }
        self.prints = prints
        var starts: [[UInt32]] = []
        var shifts: [UInt64] = []
        for prints in prints {
            var width: UInt64 = 0
            while prints.count >> Int(width) > 2, width < 24 { width += 1 }
            let shift = 40 - width
            var places = Array(repeating: UInt32(0), count: 1 << Int(width) + 1)
            for print in prints { places[Int(print >> shift) + 1] += 1 }
            for place in 1..<places.count { places[place] += places[place - 1] }
            starts.append(places)
            shifts.append(shift)
        }
        self.starts = starts
        self.shifts = shifts
    }

    /// Those of `count` rows that are of a group of that kind, by `key`, of which other parts may have
    /// members. They are asked after in their order: what is asked of a row lies beside what was asked of
    /// the one before. O(rows).
    func rows(_ kind: Int, _ key: some SharedKey, count: Int) -> RowBits {
        let rows = RowBits(count: count)
        let (prints, starts, shift) = (prints[kind], starts[kind], shifts[kind])
        if prints.isEmpty { return rows }
        for row in 0..<count {
            let mix = key.toldMix(row)
            if mix == 0 { continue }
            let print = KeyPrints.fingerprint(of: mix)
            let place = Int(print >> shift)
            var next = Int(starts[place])
            let end = Int(starts[place + 1])
            while next < end, prints[next] < print { next += 1 }
            if next < end, prints[next] == print { rows.insert(row) }
        }
        return rows
    }
}

/// Fingerprints as they are told: how many, then each as what it is above the one before.
private enum PrintList {
    /// Writes `prints`, which rise; equal ones once.
    static func write(_ prints: ArraySlice<UInt64>, to writer: PartWriter) {
        var count = 0
        var last: UInt64?
        for print in prints where print != last {
            count += 1
            last = print
        }
        writer.count(count)
        last = nil
        for print in prints where print != last {
            writer.number(print - (last ?? 0))
            last = print
        }
    }

    static func read(_ reader: inout PartReader) throws(PartError) -> [UInt64] {
        let count = try reader.count(most: reader.left)
        var prints: [UInt64] = []
        prints.reserveCapacity(count)
        for place in 0..<count {
            let step = try reader.number()
            guard step < 1 << 40, place == 0 || step > 0 else { throw .damaged }
            let print = (prints.last ?? 0) + step
            guard print < 1 << 40 else { throw .damaged }
            prints.append(print)
        }
        return prints
    }
}
