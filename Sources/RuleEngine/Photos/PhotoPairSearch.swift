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
/// Every look is held against every other, as it lies and turned: a nanosecond a pair, no bad case, and
/// no memory but for the marks and what is found; small pictures are read of those whose marks are near.
/// What is found is symmetric, and the same whatever the order of the looks: of two looks the one with
/// the smaller mark (then the smaller picture) is the one that is turned.
package struct PhotoPairSearch: Sendable {
    /// So many pairs are found at most; they take 200 MB.
    package static let pairsMax = 4_000_000

    /// In the order in which looks turn each other: their places among those given.
    private let places: [Int]
    private let marks: [PhotoMark]
    private let columns: MarkColumns
    private let small: @Sendable (Int) -> [UInt8]?
    /// Whether pictures that were turned or mirrored are looked for.
    private let turns: Bool

    /// So many looks are held against so many others at once: the marks of both stay in the cache.
    private static let tile = 128
    private static let block = 1_024

    /// A search among the looks with `marks`; nil is in no pair. `small` gives the small picture of the
    /// look at a place, as often as it is asked. `isPlain` does without the instructions of newer
    /// machines.
    package init(
        marks given: [PhotoMark?], turns: Bool, isPlain: Bool = false,
        small: @escaping @Sendable (Int) -> [UInt8]?
    ) {
        var looks = given.indices.compactMap { place in
            given[place].map { (mark: $0, place: place) }
        }
        looks.sort { $0.mark.precedes($1.mark) }
        var start = 0
        for end in looks.indices {
            if end + 1 < looks.count, looks[end + 1].mark == looks[start].mark { continue }
            // Small pictures are read of those alone that share a mark.
            if end > start {
                looks[start...end].sort { one, other in
                    (small(one.place) ?? []).lexicographicallyPrecedes(small(other.place) ?? [])
                }
            }
            start = end + 1
        }
        places = looks.map(\.place)
        marks = looks.map(\.mark)
        columns = MarkColumns(marks, count: marks.count, isPlain: isPlain)
        self.small = small
        self.turns = turns
    }

    /// A search among `looks`; those without `small`, or with too little detail, are in no pair.
    package init(_ looks: [PhotoLook], turns: Bool, isPlain: Bool = false) {
        self.init(
            marks: looks.map {
                $0.small != nil && $0.detail >= PhotoLook.detailMin ? $0.mark : nil
            }, turns: turns, isPlain: isPlain
        ) { looks[$0].small }
    }

    /// All pairs, each once, by place. Nil where there would be more than `pairsMax`. O(looks²).
    package func pairs(threads: Int = 2) -> [FoundPair]? {
        let tiles = (places.count + Self.tile - 1) / Self.tile
        let found = Parallel.map(parts: max(1, threads)) { thread -> [FoundPair]? in
            var found: [FoundPair] = []
            var surfaces = SurfaceRoom()
            let room = MarkColumns.Room(count: Self.block)
            // Early looks have more others before them: tiles are dealt out in turn.
            for tile in stride(from: thread, to: tiles, by: max(1, threads)) {
                let start = tile * Self.tile
                let range = start..<min(start + Self.tile, places.count)
                search(range, room, &surfaces, &found)
                if found.count > Self.pairsMax { return nil }
            }
            return found
        }
        var all: [FoundPair] = []
        for part in found {
            guard let part, all.count + part.count <= Self.pairsMax else { return nil }
            if all.isEmpty { all = part } else { all += part }
        }
        all.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        return all
    }

    /// The pair of two looks; nil where no level could admit it.
    package static func pair(_ one: PhotoLook, _ other: PhotoLook, turns: Bool) -> PhotoPair? {
        PhotoPairSearch([one, other], turns: turns).pairs(threads: 1)?.first?.pair
    }

    /// The looks of `range`, each against all after it.
    private func search(
        _ range: Range<Int>, _ room: MarkColumns.Room, _ surfaces: inout SurfaceRoom,
        _ found: inout [FoundPair]
    ) {
        let turned = range.map { place in
            MarkColumns.Turns(
                marks[place],
                turned: turns
                    ? small(places[place]).map(PhotoLook.turnedMarks(ofSmall:)) ?? [] : [])
        }
        for start in stride(from: range.lowerBound, to: places.count, by: Self.block) {
            let end = min(start + Self.block, places.count)
            for place in range where max(start, place + 1) < end {
                columns.forEachHit(
                    turned[place - range.lowerBound], in: max(start, place + 1)..<end, room
                ) { hit in
                    guard let pair = compared(place, hit, &surfaces) else { return }
                    let (one, other) = (places[place], places[hit.place])
                    found.append(
                        FoundPair(first: min(one, other), second: max(one, other), pair: pair))
                }
                if found.count > Self.pairsMax { return }
            }
        }
    }

    private func compared(
        _ place: Int, _ hit: MarkColumns.Hit, _ surfaces: inout SurfaceRoom
    ) -> PhotoPair? {
        guard
            let own = surfaces.surface(place, hit.turn, { small(places[place]) }),
            let other = surfaces.surface(hit.place, .upright, { small(places[hit.place]) })
        else { return nil }
        let (correlation, block) = own.compared(with: other)
        let pair = PhotoPair(
            marks: hit.distance, turn: hit.turn, correlation: correlation, block: block)
        return PhotoLevel.allCases.contains { $0.admits(pair) } ? pair : nil
    }
}

/// The surfaces that were needed last: looks of one family are held against each other time and again.
private struct SurfaceRoom {
    /// By the rest of the place: the place, the orientation, and the surface where there is one.
    private var slots: [(place: Int, turn: PhotoOrientation, surface: PhotoSurface?)?]

    /// So many surfaces are kept, of 8 KB each.
    private static let count = 256

    init() { slots = Array(repeating: nil, count: SurfaceRoom.count) }

    mutating func surface(
        _ place: Int, _ turn: PhotoOrientation, _ small: () -> [UInt8]?
    ) -> PhotoSurface? {
        let slot = (place &+ turn.rawValue &* 37) % SurfaceRoom.count
        if let known = slots[slot], known.place == place, known.turn == turn {
            return known.surface
        }
        let surface = small().flatMap { small in
            GreyPlane(width: PhotoLook.smallSide, height: PhotoLook.smallSide, values: small)
        }.flatMap { PhotoSurface(small: $0.turned(turn).values) }
        slots[slot] = (place, turn, surface)
        return surface
    }
}

extension PhotoMark {
    /// An order of marks that is the same everywhere.
    fileprivate func precedes(_ other: PhotoMark) -> Bool {
        (first, second, third, fourth) < (other.first, other.second, other.third, other.fourth)
    }
}
