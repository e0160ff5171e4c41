// SPDX-License-Identifier: Apache-2.0

/// How many items of which size there are: in classes, eight for each doubling, so that few numbers tell
/// of any number of items.
package struct PartSizes: Sendable, Hashable, Codable {
    /// The items of each class, by its number.
    private var classes: [String: PartEnd.Count] = [:]

    /// None.
    package init() {}

    /// Adds an item.
    package mutating func add(_ one: PartEnd.Count) {
        classes[String(Self.number(one.bytes)), default: PartEnd.Count()].add(one)
    }

    /// Adds all of `other`.
    package mutating func add(_ other: PartSizes) {
        for (number, count) in other.classes {
            classes[number, default: PartEnd.Count()].add(count)
        }
    }

    /// The number of the class of items of so many bytes: larger ones have a larger number.
    package static func number(_ bytes: Int64) -> Int {
        if bytes < 8 { return Int(max(0, bytes)) }
        let exponent = 63 - bytes.leadingZeroBitCount
        return (exponent - 2) * 8 + Int((bytes >> Int64(exponent - 3)) & 7)
    }

    /// About how many bytes the largest `items` of them take: those of the last class count by its mean.
    package func bytes(ofLargest items: Int64) -> Int64 {
        var left = items
        var sum = PartEnd.Count()
        let ordered = classes.sorted { (Int($0.key) ?? 0) > (Int($1.key) ?? 0) }
        for (_, count) in ordered where left > 0 && count.items > 0 {
            var share = count
            if count.items > left {
                share.items = left
                share.bytes = count.bytes / count.items * left
            }
            left -= share.items
            sum.add(share)
        }
        return sum.bytes
    }
}
