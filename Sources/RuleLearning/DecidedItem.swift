// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// An item that a person decided about: what is learned from.
package struct DecidedItem: Sendable, Hashable {
    /// What the person wanted.
    package enum Label: String, Sendable, Hashable {
        /// It goes.
        case delete
        /// It stays.
        case keep
    }

    /// What the item looked like, as far as that is known; with its drive's name.
    package var values: ItemValues
    /// What was decided.
    package var label: Label
    /// When; ages count back from it.
    package var at: Timestamp
    /// The id of the rule that had put the item up or staged it, if one had.
    package var rule: String?

    /// An item about which `label` was decided at `at`.
    package init(_ values: ItemValues, _ label: Label, at: Timestamp, rule: String? = nil) {
        self.values = values
        self.label = label
        self.at = at
        self.rule = rule
    }

    /// Its drive's name; empty where it has none.
    package var drive: String { values.drive ?? "" }

    /// Whether it says what holds of the two, which are about one item: the later one, and of the same
    /// instant the one that keeps.
    fileprivate func outweighs(_ other: DecidedItem) -> Bool {
        if at != other.at { return at > other.at }
        if label != other.label { return label == .keep }
        return precedes(other)
    }

    /// Whether it was decided before `other`. What was decided within the same hour counts as decided
    /// at once: somebody goes through a folder, or through a file of decisions, in some order that
    /// says nothing of time, so that a mark made of its place decides.
    func precedes(_ other: DecidedItem) -> Bool {
        let (hour, otherHour) = (at.hour, other.at.hour)
        if hour != otherHour { return hour < otherHour }
        let (mark, otherMark) = (mark, other.mark)
        if mark != otherMark { return mark < otherMark }
        if at != other.at { return at < other.at }
        for (mine, others) in [
            (drive, other.drive), (values.path, other.values.path),
            (values.id ?? "", other.values.id ?? ""), (label.rawValue, other.label.rawValue),
            (rule ?? "", other.rule ?? ""),
        ] where !mine.utf8.elementsEqual(others.utf8) {
            return mine.utf8.lexicographicallyPrecedes(others.utf8)
        }
        return false
    }

    /// A number made of the path alone, which puts items in an order that nobody chose.
    private var mark: UInt64 {
        values.path.utf8.reduce(0xCBF2_9CE4_8422_2325) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
    }
}

extension Timestamp {
    fileprivate var hour: Int64 { floorDivided(secondsSinceEpoch, 3_600) }
}

extension [DecidedItem] {
    /// How many of the latest decisions are learned from; older ones say less of what a person wants.
    package static let most = 20_000

    /// The files among them by time, each item once with what was decided last; the latest `most`.
    package var inOrder: [DecidedItem] {
        var latest: [[UInt8]: DecidedItem] = [:]
        for item in self where item.values.type == .file {
            let key = [UInt8](item.drive.utf8) + [0] + (item.values.id ?? item.values.path).utf8
            if let known = latest[key], !item.outweighs(known) { continue }
            latest[key] = item
        }
        return latest.values.sorted { $0.precedes($1) }.suffix(Self.most)
    }
}
