// SPDX-License-Identifier: Apache-2.0

import FleetParts
import TestSupport
import Testing
import Workflow

@testable import Fleet

/// Which items of all drives go where not all may, against all sizes in order.
@Suite("The largest of all drives come first")
struct LargestFirstTests {
    @Test("and where all of the first slice is on hold, what is not has its turn in the same run")
    func held() {
        var pace = DriveTurn.Pace(left: 600, isFirst: true)
        #expect(pace.limits == RoundLimits(items: 500, choice: .mostFirst(holdsLast: false)))
        pace.before = 600
        pace.take(500)
        // As many are due as before: they are looked at once more, those on hold last.
        #expect(pace.before > 600)
        #expect(pace.limits == RoundLimits(items: 100, choice: .mostFirst(holdsLast: true)))
        pace.before = 600
        pace.take(100)
        #expect(pace.before == 600 && pace.limits.items == 0, "it comes to an end")
        var whole = DriveTurn.Pace(left: nil, isFirst: true)
        whole.before = 600
        whole.take(500)
        #expect(whole.before == 600, "those on hold came last already")
    }

    /// Drives with items of these sizes, and what is left of them.
    private struct World {
        var drives: [[Int64]]
        var order = LargestFirst()

        init(_ drives: [[Int64]]) {
            self.drives = drives.map { $0.sorted(by: >) }
            for (place, sizes) in drives.enumerated() {
                order.add(
                    Self.key(place), Self.amount(sizes),
                    sizes.map { DueWorth(items: 1, bytes: $0, rank: $0) }, isOpen: false)
            }
        }

        static func key(_ place: Int) -> String { "drive\(place)" }

        static func amount(_ sizes: [Int64]) -> FleetAmount {
            FleetAmount(items: Int64(sizes.count), bytes: sizes.reduce(0, +))
        }

        /// Has the items of `turns` go: of each drive the largest; what went of which drive.
        mutating func go(_ turns: [LargestFirst.Turn]) -> [Int: [Int64]] {
            var gone: [Int: [Int64]] = [:]
            for turn in turns {
                let count = turn.items.map { Int($0) } ?? drives[turn.place].count
                gone[turn.place] = Array(drives[turn.place].prefix(count))
                drives[turn.place].removeFirst(min(count, drives[turn.place].count))
            }
            return gone
        }
    }

    private static func caps(
        items: Int64 = .max, bytes: Int64 = .max, drives: Int64 = .max, perDrive: Int64 = .max
    ) -> CapsLeft {
        CapsLeft(
            all: FleetAmount(items: items, bytes: bytes), drives: drives,
            perDrive: FleetAmount(items: perDrive, bytes: .max))
    }

    private static func drives(_ random: inout SplitMix64) -> [[Int64]] {
        (0..<(1 + random.below(12))).map { _ in
            (0..<random.below(60)).map { _ in Int64(random.below(1 << (1 + random.below(34)))) }
        }
    }

    @Test(
        "so that under a cap of items the largest go, to within one class", arguments: propertySeeds
    )
    func items(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let drives = Self.drives(&random)
            let all = drives.flatMap { $0 }.sorted(by: >)
            let cap = random.below(all.count + 3)
            var world = World(drives)
            let turns = world.order.next(Self.caps(items: Int64(cap)))
            let gone = world.go(turns).values.flatMap { $0 }
            #expect(gone.count == min(cap, all.count), "\(seed): \(cap) of \(drives)")
            if cap == 0 || cap > all.count { continue }
            // No item that stays is of a larger class than one that goes.
            let last = PartSizes.number(all[cap - 1])
            #expect(gone.allSatisfy { PartSizes.number($0) >= last }, "\(seed): \(cap) \(drives)")
            let larger = all.count { PartSizes.number($0) > last }
            #expect(gone.count { PartSizes.number($0) > last } == larger, "\(seed): \(cap)")
            let bytes = turns.map(\.bytes)
            #expect(bytes == bytes.sorted(by: >), "\(seed): drives with most come first")
        }
    }

    @Test(
        "so that under a cap of bytes no large one stays for small ones", arguments: propertySeeds)
    func bytes(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let drives = Self.drives(&random)
            let all = drives.flatMap { $0 }.sorted(by: >)
            let sum = all.reduce(0, +)
            let cap = Int64(random.below(Int(sum) + 2))
            var world = World(drives)
            let turns = world.order.next(Self.caps(bytes: cap))
            if sum <= cap { continue }
            #expect(
                turns.allSatisfy { $0.items != nil } && turns.reduce(0) { $0 + $1.bytes } <= cap)
            // All classes go that have room together, from the top.
            let gone = world.go(turns).values.flatMap { $0 }
            var room = cap
            for (number, group) in Dictionary(grouping: all, by: PartSizes.number)
                .sorted(by: { $0.key > $1.key })
            {
                // Of each its mean counts, rounded up.
                room -= group.reduce(0, +) + Int64(group.count)
                if room < 0 { break }
                #expect(
                    gone.count { PartSizes.number($0) == number } == group.count,
                    "\(seed): \(number) of \(drives) within \(cap)")
            }
        }
    }

    @Test(
        "within the caps of each drive, and on no more drives than may lose something",
        arguments: propertySeeds)
    func drives(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let drives = Self.drives(&random)
            let (most, perDrive) = (1 + random.below(drives.count), 1 + random.below(20))
            let items = Int64(1 + random.below(100))
            var caps = Self.caps(
                items: items, drives: Int64(most), perDrive: Int64(perDrive))
            caps.used[World.key(0)] = FleetAmount(items: Int64(random.below(perDrive + 1)))
            var world = World(drives)
            let turns = world.order.next(caps)
            // Where all of it fits the caps are left to the turns themselves.
            if turns.contains(where: { $0.items == nil }) {
                #expect(turns.count { caps.isNew(World.key($0.place)) } <= most)
                continue
            }
            #expect(turns.reduce(0) { $0 + ($1.items ?? 0) } <= items, "\(seed)")
            #expect(turns.count { caps.isNew(World.key($0.place)) } <= most, "\(seed)")
            for turn in turns {
                let own = caps.own(of: World.key(turn.place)).items
                #expect((turn.items ?? 0) <= own, "\(seed): \(turn)")
            }
        }
    }

    @Test("in one round of turns where no cap binds, as drives with larger items come first")
    func unbound() {
        var world = World([[1, 2, 3], [], [500, 1], [7]])
        let turns = world.order.next(Self.caps(items: 6))
        #expect(turns.map(\.place) == [2, 3, 0] && turns.allSatisfy { $0.items == nil })
        #expect(world.order.next(Self.caps(items: 6)).isEmpty)
        #expect((0..<4).allSatisfy { world.order.left(at: $0) == 0 })
    }

    @Test("and what fails leaves its room to what comes next, in few rounds of turns")
    func failing() {
        var world = World([[900, 800, 3], [700, 600, 2], [500, 400, 1]])
        let caps = Self.caps(items: 2)
        // Nothing ever goes, so that the caps leave the same each time.
        #expect(world.order.next(caps).map(\.place) == [0])
        #expect(world.order.left(at: 0) == 1 && world.order.left(at: 2) == 3)
        #expect(world.order.next(caps).map(\.place) == [1])
        #expect(world.order.next(caps).map(\.place) == [2])
        let last = world.order.next(caps, isLast: true)
        #expect(last.map(\.place).sorted() == [0, 1, 2] && last.allSatisfy { $0.items == nil })
        #expect(world.order.next(caps).isEmpty)
    }

    @Test("and drives on which something was begun have a turn once, whatever is left")
    func open() {
        var order = LargestFirst()
        let worth = DueWorth(items: 1, bytes: 9, rank: 9)
        order.add("a", FleetAmount(items: 1, bytes: 9), [worth], isOpen: true)
        order.add("b", FleetAmount(items: 1, bytes: 9), [worth], isOpen: false)
        let none = Self.caps(items: 0)
        #expect(order.next(none) == [LargestFirst.Turn(place: 0, items: 0)])
        #expect(order.next(none).isEmpty)
        #expect(order.left(at: 0) == 1 && order.left(at: 1) == 1)
        order.drop(0)
        #expect(order.left(at: 0) == 0)
    }

    @Test("and eight bytes tell of a class, however many items it has")
    func memory() {
        #expect(MemoryLayout<DueSizes.Class>.stride == 8)
        var sums = [FleetAmount](repeating: FleetAmount(), count: DueSizes.count)
        let worths = (0..<100_000).map { DueWorth(items: 1, bytes: 1_000 + $0 % 9, rank: 1_000) }
        let sizes = DueSizes(worths, addingTo: &sums)
        #expect(sizes.classes.count == 1 && sizes.items == 100_000)
        _ = DueSizes([DueWorth(items: 1, bytes: .max, rank: .max)], addingTo: &sums)
        #expect(sums[DueSizes.count - 1].bytes == .max)
    }
}
