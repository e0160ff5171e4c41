// SPDX-License-Identifier: Apache-2.0

import PhotoLooks
import RuleEngine
import TestSupport
import Testing

/// The pairs of looks as they are defined: every look against every other, in every orientation.
private struct PairOracle {
    let looks: [PhotoLook]
    let turns: Bool
    /// By look: its marks in the orientations of EXIF, each made of the turned picture itself.
    private let marks: [[PhotoMark]]

    init(_ looks: [PhotoLook], turns: Bool) {
        self.looks = looks
        self.turns = turns
        var known: [[UInt8]: [PhotoMark]] = [:]
        marks = looks.map { look in
            guard let small = look.small else { return [] }
            let turned = known[small] ?? PairOracle.turnedMarks(small)
            known[small] = turned
            return [look.mark] + turned
        }
    }

    private static func turnedMarks(_ small: [UInt8]) -> [PhotoMark] {
        PhotoOrientation.allCases.dropFirst().compactMap { turn in
            guard let plane = GreyPlane(width: 32, height: 32, values: small)?.turned(turn)
            else { return nil }
            return PhotoGrid(plane.means(width: 64, height: 64)).mark
        }
    }

    /// Of two looks that with the smaller mark, then the smaller picture, is the one that is turned.
    private func isFirst(_ one: Int, _ other: Int) -> Bool {
        let (a, b) = (looks[one].mark, looks[other].mark)
        if a != b {
            return (a.first, a.second, a.third, a.fourth) < (b.first, b.second, b.third, b.fourth)
        }
        return (looks[one].small ?? []).lexicographicallyPrecedes(looks[other].small ?? [])
    }

    /// The turn by which the first is compared, and in how many bits they differ then; nil where that
    /// is too many. Nothing is allocated: it is asked of each pair, where every allocation is watched.
    private func turn(_ first: Int, _ second: Int) -> (turn: Int, bits: Int)? {
        let upright = looks[first].mark.distance(to: looks[second].mark)
        var (nearest, turn) = (17, 0)
        if turns, upright > 44 {
            for number in marks[first].indices.dropFirst() {
                let bits = marks[first][number].distance(to: looks[second].mark)
                if bits < nearest { (nearest, turn) = (bits, number) }
            }
        }
        if turn != 0 { return (turn, nearest) }
        return upright <= 80 ? (0, upright) : nil
    }

    func pair(_ one: Int, _ other: Int) -> PhotoPair? {
        let (first, second) = isFirst(one, other) ? (one, other) : (other, one)
        guard let (turn, bits) = turn(first, second),
            let small = looks[first].small, let target = looks[second].small,
            looks[first].detail >= 50, looks[second].detail >= 50
        else { return nil }
        let orientation = PhotoOrientation.allCases[turn]
        guard let own = GreyPlane(width: 32, height: 32, values: small)?.turned(orientation),
            let (correlation, block) = compared(own.values, target)
        else { return nil }
        let pair = PhotoPair(
            marks: bits, turn: orientation, correlation: correlation, block: block)
        let isAdmitted =
            pair.marks <= 16 && correlation >= 0.98 && block <= 0.35
            || pair.marks <= 44 && correlation >= 0.92 && block <= 1
            || pair.marks <= 80 && correlation >= 0.70
        return isAdmitted ? pair : nil
    }

    /// The correlation and the largest difference of a block, in the order of summing that is laid down.
    private func compared(_ one: [UInt8], _ other: [UInt8]) -> (Double, Double)? {
        guard let a = deviations(one), let b = deviations(other) else { return nil }
        var product = 0.0
        for place in 0..<1_024 { product += a[place] * b[place] }
        var largest = 0.0
        for block in 0..<64 {
            var sum = 0.0
            for inside in 0..<16 {
                let place = (block / 8 * 4 + inside / 4) * 32 + block % 8 * 4 + inside % 4
                sum += abs(a[place] - b[place])
            }
            largest = max(largest, sum)
        }
        return (product / 1_024, largest / 16)
    }

    private func deviations(_ small: [UInt8]) -> [Double]? {
        let sum = small.reduce(0) { $0 + Int($1) }
        let squares = small.reduce(0) { $0 + Int($1) * Int($1) }
        let deviation = (Double(1_024 * squares - sum * sum) / Double(1_024 * 1_024)).squareRoot()
        if deviation < 4 { return nil }
        return small.map { (Double($0) - Double(sum) / 1_024) / deviation }
    }

    func pairs() -> [FoundPair] {
        var found: [FoundPair] = []
        for one in looks.indices {
            for other in looks.indices.dropFirst(one + 1) {
                if let pair = pair(one, other) {
                    found.append(FoundPair(first: one, second: other, pair: pair))
                }
            }
        }
        return found
    }
}

/// Looks with families of copies, turned and altered, and marks that lie where levels end.
private struct LookWorld {
    var random: SplitMix64
    var looks: [PhotoLook] = []
    var smalls: [[UInt8]] = []

    init(seed: UInt64, motifs: Int, looks count: Int) {
        random = SplitMix64(seed: seed)
        for _ in 0..<motifs { smalls.append(motif()) }
        while looks.count < count { add() }
    }

    /// Hills of light: what is there of low frequencies is in the mark, as with pictures.
    private mutating func motif() -> [UInt8] {
        let cells = 5
        let corners = (0..<(cells + 1) * (cells + 1)).map { _ in random.below(200) }
        let contrast = random.once(in: 8) ? 1 : 16
        return (0..<1_024).map { place in
            let (x, y) = (place % 32 * cells, place / 32 * cells)
            let corner = y / 32 * (cells + 1) + x / 32
            let (right, down) = (x % 32, y % 32)
            let above = corners[corner] * (32 - right) + corners[corner + 1] * right
            let below =
                corners[corner + cells + 1] * (32 - right) + corners[corner + cells + 2] * right
            let value = (above * (32 - down) + below * down) / 1_024 + random.below(20)
            return UInt8(20 + value * contrast / 16)
        }
    }

    private func mark(_ small: [UInt8]) -> PhotoMark {
        guard let plane = GreyPlane(width: 32, height: 32, values: small) else {
            preconditionFailure("a small picture has 1,024 greys")
        }
        return PhotoGrid(plane.means(width: 64, height: 64)).mark
    }

    private mutating func add() {
        var small = random.pick(smalls)
        var look: PhotoLook
        if random.once(in: 3), let known = looks.randomElement(using: &random),
            let picture = known.small
        {
            look = known
            small = picture
        } else {
            look = PhotoLook(
                mark: mark(small), small: small, detail: 80, brightness: nil, sharpness: nil,
                sourcePixels: 0)
        }
        if random.once(in: 2) {
            let turn = random.pick(PhotoOrientation.allCases)
            small = GreyPlane(width: 32, height: 32, values: small)?.turned(turn).values ?? small
            look.mark = mark(small)
        }
        let noise = random.pick([0, 0, 1, 6, 40])
        if noise > 0 {
            small = small.map { UInt8(min(255, Int($0) + random.below(noise))) }
        }
        look.small = small
        // As many bits as levels end at, and one more; or half of all.
        let bits = random.pick([0, 0, 1, 8, 15, 16, 17, 30, 43, 44, 45, 79, 80, 81, 128])
        for _ in 0..<bits { look.mark = flipped(look.mark) }
        if random.once(in: 12) { look.detail = random.pick([49, 50]) }
        if random.once(in: 25) { look.small = nil }
        looks.append(look)
    }

    /// Adds looks that are alike to hardly any other, here and there.
    mutating func addStrangers(_ count: Int) {
        for _ in 0..<count {
            let mark = PhotoMark(random.next(), random.next(), random.next(), random.next())
            looks.insert(
                PhotoLook(
                    mark: mark, small: random.pick(smalls), detail: 80, brightness: nil,
                    sharpness: nil, sourcePixels: 0), at: random.below(looks.count + 1))
        }
    }

    private mutating func flipped(_ mark: PhotoMark) -> PhotoMark {
        var mark = mark
        let bit: UInt64 = 1 << UInt64(random.below(64))
        switch random.below(4) {
        case 0: mark.first ^= bit
        case 1: mark.second ^= bit
        case 2: mark.third ^= bit
        default: mark.fourth ^= bit
        }
        return mark
    }
}

@Suite("The search for pairs of looks")
struct PhotoPairSearchTests {
    @Test(
        "finds what comparing every look with every other finds, to the bit",
        arguments: Array(propertySeeds.prefix(8)))
    func everyPair(seed: UInt64) {
        let world = LookWorld(seed: seed, motifs: 4, looks: 60)
        let turns = seed % 4 != 0
        let expected = PairOracle(world.looks, turns: turns).pairs()
        for isPlain in [false, true] {
            let search = PhotoPairSearch(world.looks, turns: turns, isPlain: isPlain)
            #expect(search.pairs(threads: 2) == expected, "seed \(seed), plainly \(isPlain)")
        }
        #expect(expected.contains { $0.pair.turn != .upright } == turns, "seed \(seed)")
    }

    @Test("finds the same among many, whatever the number of threads")
    func manyLooks() {
        var world = LookWorld(seed: 77, motifs: 3, looks: 50)
        world.addStrangers(1_100)
        let expected = PairOracle(world.looks, turns: true).pairs()
        let search = PhotoPairSearch(world.looks, turns: true)
        for threads in 1...3 { #expect(search.pairs(threads: threads) == expected) }
    }

    @Test("finds the same whatever the order of the looks")
    func order() {
        let world = LookWorld(seed: 5, motifs: 4, looks: 80)
        var random = SplitMix64(seed: 6)
        let order = world.looks.indices.shuffled(using: &random)
        let found = PhotoPairSearch(order.map { world.looks[$0] }, turns: true).pairs() ?? []
        let renamed = found.map { pair in
            let (one, other) = (order[pair.first], order[pair.second])
            return FoundPair(first: min(one, other), second: max(one, other), pair: pair.pair)
        }.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
        #expect(renamed == PhotoPairSearch(world.looks, turns: true).pairs())
    }
}
