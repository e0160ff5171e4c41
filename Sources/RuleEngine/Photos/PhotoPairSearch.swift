// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks

/// Two looks that are near enough to be asked about, by their places among those searched.
package struct FoundPair: Sendable, Hashable {
    /// The smaller place.
    package var first: Int
    /// The larger place.
    package var second: Int
    /// How far they are from each other.
    package var pair: PhotoPair

    /// The given pair.
    package init(first: Int, second: Int, pair: PhotoPair) {
        self.first = first
        self.second = second
        self.pair = pair
    }
}

/// Finds all pairs of looks that some level could admit.
///
/// Every look is held against every other: 1.2 ns a pair and processor, no bad case, and no memory but
/// for what is found. What is found is symmetric, and the same whatever the order of the looks: of two
/// looks the one with the smaller mark (then the smaller picture) is the one that is turned.
package struct PhotoPairSearch: Sendable {
    /// So many pairs are found at most; they take 200 MB.
    package static let pairsMax = 4_000_000

    /// Looks with `small`, in the order in which they turn each other.
    private let looks: [PhotoLook]
    /// By place in `looks`: the place among those given.
    private let places: [Int]
    private let surfaces: [PhotoSurface?]
    /// Whether pictures that were turned or mirrored are looked for.
    private let turns: Bool

    /// A search among `looks`; those without `small`, or with too little detail, are in no pair.
    package init(_ looks: [PhotoLook], turns: Bool) {
        let usable = looks.indices.filter {
            looks[$0].small != nil && looks[$0].detail >= PhotoLook.detailMin
        }
        let order = usable.sorted { looks[$0].precedes(looks[$1]) }
        self.looks = order.map { looks[$0] }
        places = order
        surfaces = order.map { looks[$0].small.flatMap { PhotoSurface(small: $0) } }
        self.turns = turns
    }

    /// All pairs, each once, by place; those that reach from a place in `fresh` if it is given. Nil
    /// where there would be more than `pairsMax`. O(looks²).
    package func pairs(touching fresh: Set<Int>? = nil, threads: Int = 2) -> [FoundPair]? {
        let isFresh = fresh.map { fresh in places.map { fresh.contains($0) } }
        let marks = looks.map(\.mark)
        let blocks = max(1, min(looks.count, threads * 32))
        let found = Parallel.map(parts: threads) { thread -> [FoundPair]? in
            var found: [FoundPair] = []
            // Early places have more partners: blocks are dealt out in turn.
            for block in stride(from: thread, to: blocks, by: threads) {
                for place in Parallel.range(part: block, of: blocks, count: looks.count) {
                    partners(of: place, marks, isFresh, &found)
                    if found.count > Self.pairsMax { return nil }
                }
            }
            return found
        }
        var all: [FoundPair] = []
        for part in found {
            guard let part, all.count + part.count <= Self.pairsMax else { return nil }
            all += part
        }
        return all.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    }

    /// The pair of two looks; nil where no level could admit it.
    package static func pair(_ one: PhotoLook, _ other: PhotoLook, turns: Bool) -> PhotoPair? {
        PhotoPairSearch([one, other], turns: turns).pairs(threads: 1)?.first?.pair
    }

    private func partners(
        of place: Int, _ marks: [PhotoMark], _ isFresh: [Bool]?, _ found: inout [FoundPair]
    ) {
        let look = looks[place]
        guard surfaces[place] != nil else { return }
        var turned: [(turn: PhotoOrientation, mark: PhotoMark)] = [(.upright, look.mark)]
        if turns {
            for (turn, mark) in zip(PhotoOrientation.allCases.dropFirst(), look.turnedMarks) {
                turned.append((turn, mark))
            }
        }
        let isAlways = isFresh?[place] ?? true
        // Only copies may be turned, and they are near or close.
        let turnedMax = PhotoLevel.close.marksMax
        var nearest: [Int: (marks: Int, turn: PhotoOrientation)] = [:]
        for (turn, mark) in turned {
            let most = turn == .upright ? PhotoLevel.anyMarksMax : turnedMax
            unsafe marks.withUnsafeBufferPointer { marks in
                for other in place + 1..<max(place + 1, marks.count) {
                    let distance = unsafe mark.distance(to: marks[other])
                    if distance > most { continue }
                    if !isAlways, isFresh?[other] == false { continue }
                    if let known = nearest[other],
                        known.marks <= (known.turn == .upright ? turnedMax : distance)
                    {
                        continue
                    }
                    nearest[other] = (distance, turn)
                }
            }
        }
        for (other, near) in nearest {
            guard let pair = compared(place, other, near.marks, near.turn) else { continue }
            let (first, second) = (places[place], places[other])
            found.append(
                FoundPair(first: min(first, second), second: max(first, second), pair: pair))
        }
    }

    private func compared(
        _ place: Int, _ other: Int, _ marks: Int, _ turn: PhotoOrientation
    ) -> PhotoPair? {
        guard let target = surfaces[other], let small = looks[place].small else { return nil }
        let own =
            turn == .upright
            ? surfaces[place]
            : GreyPlane(width: PhotoLook.smallSide, height: PhotoLook.smallSide, values: small)
                .flatMap { PhotoSurface(small: $0.turned(turn).values) }
        guard let own else { return nil }
        let (correlation, block) = own.compared(with: target)
        let pair = PhotoPair(marks: marks, turn: turn, correlation: correlation, block: block)
        return PhotoLevel.allCases.contains { $0.admits(pair) } ? pair : nil
    }
}

extension PhotoLook {
    /// An order of looks that is the same everywhere.
    fileprivate func precedes(_ other: PhotoLook) -> Bool {
        let (a, b) = (mark, other.mark)
        if a != b {
            return (a.first, a.second, a.third, a.fourth) < (b.first, b.second, b.third, b.fourth)
        }
        return (small ?? []).lexicographicallyPrecedes(other.small ?? [])
    }
}
