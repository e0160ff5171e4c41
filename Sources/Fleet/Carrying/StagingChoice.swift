// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Workflow

/// Which deletions of some drives are staged where not all are: those that bring most for each unit of the
/// budget, as many as there is room for.
struct StagingChoice: Sendable {
    /// How much there is room for.
    struct Bound: Sendable, Hashable {
        /// So many bytes that go.
        var bytes: Int64 = .max
        /// So many units of the budget.
        var units: Int64 = .max

        var isUnbounded: Bool { bytes == .max && units == .max }
    }

    /// The numbers of the deletions of each drive that are meant, by the place of the drive.
    private let chosen: [Set<Int32>]
    /// What the cap of the wave had no room for.
    let leftOut: FleetAmount

    /// The most deletions that are compared with each other.
    private static let candidatesMax = 50_000_000

    /// A deletion, or those of one shot, which go together or stay together.
    private struct Candidate {
        let drive: Int32
        /// The number of the deletion, the first one's of a shot.
        let number: Int32
        private(set) var bytes: Int64
        private(set) var units: Int64
        private(set) var standing: StagedBefore.Standing
        /// What of it the wave has not staged yet.
        private(set) var new: FleetAmount
        /// The numbers of the others of a shot.
        private(set) var others: [Int32] = []

        init(
            _ price: PlanLines.Price, units: Int8, _ standing: StagedBefore.Standing, drive: Int,
            number: Int32
        ) {
            (self.drive, self.number) = (Int32(drive), number)
            (bytes, self.units, self.standing) = (price.bytes, Int64(units), standing)
            new = standing == .staged ? FleetAmount() : FleetAmount(items: 1, bytes: price.bytes)
        }

        /// Takes up another part of the same shot.
        mutating func add(_ other: Candidate) {
            new = new + other.new
            bytes = (FleetAmount(bytes: bytes) + FleetAmount(bytes: other.bytes)).bytes
            units += other.units
            if other.standing == .takenBack { standing = .takenBack }
            others.append(other.number)
        }

        /// Whether it brings more for each unit than `other`; of two that bring the same, the one that
        /// stands first in the plan. What most likely stays comes last.
        func comes(before other: Candidate) -> Bool {
            let isLast = (standing == .takenBack, other.standing == .takenBack)
            if isLast.0 != isLast.1 { return isLast.1 }
            let (one, two) = (
                bytes.multipliedFullWidth(by: other.units),
                other.bytes.multipliedFullWidth(by: units)
            )
            if one.high != two.high { return one.high > two.high }
            if one.low != two.low { return one.low > two.low }
            return (drive, number) < (other.drive, other.number)
        }
    }

    /// The choice among the deletions of `stretches`, `within` that bound, and within what the wave has `room`
    /// for besides what it has staged `before`.
    init(
        _ stretches: [FleetPlan.Stretch], of plan: FleetPlan, within bound: Bound,
        room: FleetAmount = .unbounded, before: StagedBefore? = nil
    ) throws(Failure) {
        let lines: Lines = { (place, take) throws(Failure) in
            try plan.eachLine([stretches[place]], waits: true, take)
        }
        try self.init(
            stretches.count, lines, looks: plan.looks, within: bound, room: room, before: before)
    }

    /// Hands the lines of the drive at a place to whoever takes them, as often as it is asked to.
    typealias Lines = (
        _ place: Int, _ take: (ArraySlice<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) -> Void

    /// The same among the deletions of so many drives, whose `lines` are handed over, at so many `looks` each.
    init(
        _ drives: Int, _ lines: Lines, looks: Int8, within bound: Bound,
        room: FleetAmount = .unbounded, before: StagedBefore? = nil
    ) throws(Failure) {
        let candidates = try Self.candidates(drives, lines, looks: looks, before)
        var chosen = (0..<drives).map { _ in Set<Int32>() }
        var (left, room, leftOut) = (bound, room, FleetAmount())
        for one in candidates {
            let own = one.new
            // What does not fit leaves room for what is smaller.
            if own.items > room.items || own.bytes > room.bytes {
                leftOut.add(own)
                continue
            }
            if one.bytes > left.bytes || one.units > left.units { continue }
            if left.bytes != .max { left.bytes -= one.bytes }
            if left.units != .max { left.units -= one.units }
            room = room.less(own)
            chosen[Int(one.drive)].insert(one.number)
            chosen[Int(one.drive)].formUnion(one.others)
        }
        (self.chosen, self.leftOut) = (chosen, leftOut)
    }

    /// The deletions of all drives, those first that bring most.
    private static func candidates(
        _ drives: Int, _ lines: Lines, looks: Int8, _ before: StagedBefore?
    ) throws(Failure) -> [Candidate] {
        var candidates: [Candidate] = []
        for place in 0..<drives {
            var number: Int32 = 0
            var shots: [String: [Int]] = [:]
            let first = candidates.count
            try lines(place) { line throws(Failure) in
                guard try PlanLines.isDeletion(line) else { return true }
                let price = try PlanLines.price(line)
                var standing = StagedBefore.Standing.new
                if let before { standing = try before.standing(line, of: place) }
                if let main = price.main { shots[main, default: []].append(candidates.count) }
                candidates.append(
                    Candidate(
                        price, units: price.units(looks: looks), standing, drive: place,
                        number: number))
                number += 1
                return true
            }
            if !shots.isEmpty {
                try join(&candidates, from: first, shots, place, lines)
            }
            if candidates.count > candidatesMax {
                throw Failure(
                    .refused,
                    Message(
                        "more than \(String(candidatesMax)) deletions are too many to choose"
                            + " among; stage a smaller wave, or all of it"))
            }
        }
        candidates.sort { $0.comes(before: $1) }
        return candidates
    }

    /// Makes one of the parts of each shot among those from `first` on, which are of `drive`, whose lines are
    /// handed over once more; `shots` are the places of those that go with a picture, by the id of that.
    private static func join(
        _ candidates: inout [Candidate], from first: Int, _ shots: [String: [Int]],
        _ drive: Int, _ lines: Lines
    ) throws(Failure) {
        var shots = shots
        var place = first
        try lines(drive) { line throws(Failure) in
            guard try PlanLines.isDeletion(line) else { return true }
            let id = try PlanLines.price(line).id
            if shots[id] != nil { shots[id]?.insert(place, at: 0) }
            place += 1
            return true
        }
        var joined: Set<Int> = []
        for parts in shots.values {
            guard let main = parts.first else { continue }
            for part in parts.dropFirst() {
                candidates[main].add(candidates[part])
                joined.insert(part)
            }
        }
        candidates = candidates.indices.filter { !joined.contains($0) }.map { candidates[$0] }
    }

    /// Whether there is room for nothing.
    var isEmpty: Bool { chosen.allSatisfy(\.isEmpty) }

    /// Whether any deletion of the drive at `place` is meant.
    func hasSome(of place: Int) -> Bool { !chosen[place].isEmpty }

    /// Whether the deletion of that number of the drive at `place` is meant.
    func holds(_ number: Int, of place: Int) -> Bool { chosen[place].contains(Int32(number)) }
}
