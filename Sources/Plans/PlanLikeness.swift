// SPDX-License-Identifier: Apache-2.0

package import PhotoLooks
internal import RuleEngine

/// How an item looks like the one that stays in its place, as plans keep it: in whole numbers.
package struct PlanLikeness: Sendable, Hashable {
    /// In how many of 256 bits the marks differ.
    package let marks: Int
    /// Thousandths of the correlation.
    package let correlationThousandths: Int
    /// Hundredths of the largest difference of a block, in standard deviations.
    package let blockHundredths: Int

    /// The given figures, if they are in their bounds.
    init?(marks: Int, correlationThousandths: Int, blockHundredths: Int) {
        guard (0...PhotoMark.bitCount).contains(marks),
            (0...1_000).contains(correlationThousandths), (0...0xffff).contains(blockHundredths)
        else { return nil }
        self.marks = marks
        self.correlationThousandths = correlationThousandths
        self.blockHundredths = blockHundredths
    }

    /// The figures of `pair`.
    package init(_ pair: PhotoPair) {
        marks = min(max(pair.marks, 0), PhotoMark.bitCount)
        correlationThousandths = Int(min(max(pair.correlation, 0), 1) * 1_000 + 0.5)
        blockHundredths = Int(min(max(pair.block, 0), 655) * 100 + 0.5)
    }

    /// One number for a column; never 0.
    var packed: UInt64 {
        1 << 63 | UInt64(marks) | UInt64(correlationThousandths) << 16
            | UInt64(blockHundredths) << 32
    }

    /// What `packed` was made of; nil for what was not.
    init?(packed: UInt64) {
        guard packed >> 48 == 1 << 15 else { return nil }
        self.init(
            marks: Int(packed & 0xffff), correlationThousandths: Int(packed >> 16 & 0xffff),
            blockHundredths: Int(packed >> 32 & 0xffff))
    }

    /// The correlation as plans write it.
    package var correlation: String { Self.decimal(correlationThousandths, digits: 3) }
    /// The largest difference of a block as plans write it.
    package var block: String { Self.decimal(blockHundredths, digits: 2) }

    private static func decimal(_ number: Int, digits: Int) -> String {
        let unit = digits == 3 ? 1_000 : 100
        let rest = String(number % unit)
        return "\(number / unit)." + String(repeating: "0", count: digits - rest.utf8.count) + rest
    }
}

extension PlanRecord {
    /// How the entry's item looks like the one that stays, and that one; nil where no rule of
    /// pictures put it up.
    package func likeness(_ entry: Int) -> (figures: PlanLikeness, leader: PlanItem)? {
        guard let figures = PlanLikeness(packed: columns.like[entry]),
            let leader = leaderRow(entry)
        else { return nil }
        return (figures, item(row: leader))
    }

    /// The entry of the picture that the entry's item goes with, as a part of one shot; nil where it is
    /// judged by itself.
    package func companionMain(_ entry: Int) -> Int? {
        let main = columns.companion[entry]
        return main == PlanColumns.none ? nil : Int(main)
    }

    /// The row of the one that stays: the first of the members that do.
    func leaderRow(_ entry: Int) -> Int? {
        guard let group = group(entry), let first = groups.survivors[group].first else {
            return nil
        }
        return Int(first)
    }
}
