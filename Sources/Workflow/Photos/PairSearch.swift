// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import RuleEngine
internal import StateLedger
internal import Threads

/// Finds the looks that new ones are alike, among all that are kept.
///
/// The marks are read once and then kept up to date, with what other processes keep meanwhile. Marks
/// that are far apart rule nearly everything out; only what is left is compared exactly, as a plan
/// would. O(new × kept) comparisons of 256 bits, eight times.
final class PairSearch: Sendable {
    private struct Known {
        var numbers: [Int64] = []
        let marks = MarkRows()
    }

    private let known = Lock(Known())

    /// The marks of turned pictures are made of the small ones: so many bits more than a level admits
    /// may be found from the other side.
    private static let slack = 24

    /// The pairs that `fresh` make with what is kept; called inside of the transaction that keeps them.
    @Sendable func find(_ fresh: [NumberedLook], _ reader: LookReader) throws -> [KeptPair] {
        try known.withLock { known in
            try reader.marks(above: known.numbers.last ?? 0) { number, mark, detail in
                if detail < PhotoLook.detailMin { return }
                known.numbers.append(number)
                known.marks.append(mark)
            }
            var pairs: [KeptPair] = []
            for look in fresh where look.look.detail >= PhotoLook.detailMin {
                for place in Self.candidates(look.look, known.marks)
                where known.numbers[place] < look.number {
                    let number = known.numbers[place]
                    // One that is gone by now has none.
                    guard let small = try reader.small(number) else { continue }
                    let other = PhotoLook(
                        mark: known.marks[place], small: small, detail: PhotoLook.shareMax,
                        brightness: nil, sharpness: nil, sourcePixels: 0)
                    guard let pair = Self.pair(look.look, other) else { continue }
                    pairs.append(
                        KeptPair(
                            a: number, b: look.number, turn: pair.turn.rawValue - 1,
                            bits: pair.marks,
                            correlation: pair.correlation, block: pair.block))
                }
            }
            return pairs
        }
    }

    /// The pair as a plan over a listing would find it: there, looks that are equal are one.
    private static func pair(_ one: PhotoLook, _ other: PhotoLook) -> PhotoPair? {
        if one.mark == other.mark, one.small == other.small {
            return PhotoPair(marks: 0, turn: .upright, correlation: 1, block: 0)
        }
        return PhotoPairSearch.pair(one, other, turns: true)
    }

    /// The places in `marks` that `look` may be alike, however it is turned.
    private static func candidates(_ look: PhotoLook, _ marks: MarkRows) -> [Int] {
        var places = marks.places(near: look.mark, most: PhotoLevel.anyMarksMax)
        let most = PhotoLevel.close.marksMax + slack
        for mark in look.turnedMarks { places += marks.places(near: mark, most: most) }
        return Set(places).sorted()
    }
}
