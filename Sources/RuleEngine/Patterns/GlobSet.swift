// SPDX-License-Identifier: Apache-2.0

/// Several globs, any of which may match.
///
/// A few are tried one by one. Of many, only those can match that have all their literal pieces in
/// the text: each is found by up to three bytes of a piece, and only globs whose bytes stand in the
/// text are tried. What is left to try, and what trying takes, is counted against the plan's effort.
struct GlobSet: Sendable {
    /// With more globs than this they are looked up.
    private static let fewMax = 64
    /// Among how many places of its pieces a glob chooses the one that it is found by.
    private static let choices = 64

    /// The globs, if they are few and each of them takes next to nothing.
    let few: [GlobMatcher]?
    private let matchers: [GlobMatcher]
    private let index: Index?

    /// Which globs are found by which bytes.
    private struct Index: Sendable {
        /// The globs that have no literal piece.
        var always: [UInt32] = []
        /// By bytes: the globs that are found by them.
        var globs: [UInt32: [UInt32]] = [:]
        /// Whether some glob is found by so many bytes.
        var isUsed = [false, false, false, false]
        /// A bit for the remainder of each of the bytes, to spare most look-ups.
        var hints = [UInt64](repeating: 0, count: 1 << 10)
    }

    /// A set of `matchers`. O(bytes of the patterns).
    init(_ matchers: [GlobMatcher]) {
        self.matchers = matchers
        few =
            matchers.count <= Self.fewMax && matchers.allSatisfy(\.isSimple) ? matchers : nil
        index = matchers.count <= Self.fewMax ? nil : Self.index(matchers)
    }

    /// Roughly what a batch costs.
    var cost: Int { min(matchers.count, Self.fewMax) }

    /// Whether any of the globs matches the whole of `text`, which is folded; adds what that took
    /// to `taken`.
    func matches(_ text: TextSlice, _ taken: inout Int) -> Bool {
        guard let index else {
            for matcher in matchers where matcher.matches(text, &taken) { return true }
            return false
        }
        if index.always.contains(where: { matchers[Int($0)].matches(text, &taken) }) {
            return true
        }
        taken &+= 1 &+ text.count / 8
        var seen: Set<UInt32> = []
        for place in 0..<text.count {
            var key: UInt32 = 0
            for length in 1...min(3, text.count - place) {
                key = unsafe key << 8 | UInt32(text.start[place + length - 1])
                guard index.isUsed[length] else { continue }
                let tagged = UInt32(length) << 24 | key
                let hint = Self.hint(tagged)
                guard index.hints[hint >> 6] >> UInt64(hint & 63) & 1 != 0,
                    let candidates = index.globs[tagged], seen.insert(tagged).inserted
                else { continue }
                taken &+= 4
                for candidate in candidates
                where matchers[Int(candidate)].matches(text, &taken) {
                    return true
                }
            }
        }
        return false
    }

    private static func hint(_ key: UInt32) -> Int { Int((key &* 0x9e37_79b1) >> 16) }

    private static func index(_ matchers: [GlobMatcher]) -> Index {
        var index = Index()
        for (number, matcher) in matchers.enumerated() {
            guard let key = rarest(keys(of: matcher.pieces), in: index) else {
                index.always.append(UInt32(number))
                continue
            }
            index.globs[key, default: []].append(UInt32(number))
            index.isUsed[Int(key >> 24)] = true
            let hint = hint(key)
            index.hints[hint >> 6] |= 1 << UInt64(hint & 63)
        }
        return index
    }

    /// The key by which the fewest globs are found so far, the first of those.
    private static func rarest(_ keys: [UInt32], in index: Index) -> UInt32? {
        keys.map { (count: index.globs[$0]?.count ?? 0, key: $0) }
            .min { $0.count < $1.count }?.key
    }

    /// What a glob may be found by: runs of three bytes in its pieces, or shorter ones where there
    /// are none. The length stands above the bytes.
    private static func keys(of pieces: [[UInt8]]) -> [UInt32] {
        guard let length = pieces.map({ min(3, $0.count) }).max() else { return [] }
        var keys: [UInt32] = []
        for piece in pieces where piece.count >= length {
            for place in 0...(piece.count - length) {
                if keys.count == choices { return keys }
                let bytes = piece[place..<(place + length)].reduce(0) { $0 << 8 | UInt32($1) }
                keys.append(UInt32(length) << 24 | bytes)
            }
        }
        return keys
    }
}
