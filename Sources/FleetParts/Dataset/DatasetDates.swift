// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
package import RuleEngine
internal import Wording

/// Of which days a dataset is: one on which everything was told, and perhaps later ones with changes.
package struct DatasetDates: Sendable, Hashable, Codable {
    /// How many lines there are of an instant.
    private var full: [Int: Int] = [:]
    /// The same, of changes.
    private var changes: [Int: Int] = [:]

    /// The most dates that are counted.
    private static let datesMax = 1_000
    /// The most dates that a message names.
    private static let namedMax = 20

    /// None yet.
    package init() {}

    /// Counts a line.
    package mutating func add(_ line: DatasetLine) {
        if line.operation == .full {
            Self.count(Int(line.snapshot), in: &full)
        } else {
            Self.count(Int(line.snapshot), in: &changes)
        }
    }

    /// Of more dates it is known that they are too many.
    private static func count(_ date: Int, in counts: inout [Int: Int]) {
        if counts[date] == nil, counts.count >= datesMax { return }
        counts[date, default: 0] += 1
    }

    /// Counts those of `other` as well.
    package mutating func add(_ other: DatasetDates) {
        full.merge(other.full) { $0 + $1 }
        changes.merge(other.changes) { $0 + $1 }
    }

    /// The instant that the whole is as of; nil where there is no line. Throws where lines do not add
    /// up to what was there at one instant.
    package func snapshot() throws(PartFailure) -> Timestamp? {
        let last = (Array(full.keys) + Array(changes.keys)).max()
        guard let last else { return nil }
        guard let first = full.keys.max() else {
            throw PartFailure(
                Message(
                    "the dataset tells of changes alone (\(text)); it takes a pull with"
                        + " 'Operation' 'Full' to know what there is"))
        }
        let isMixed = full.count > 1 || changes.keys.contains { $0 <= first }
        if isMixed {
            throw PartFailure(
                Message(
                    "the dataset mixes several dates: \(text); keep the files of one full pull,"
                        + " and of changes that are later"))
        }
        return Timestamp(secondsSinceEpoch: Int64(last))
    }

    private var text: String {
        let counts = full.merging(changes) { $0 + $1 }.sorted { $0.key < $1.key }
        return counts.prefix(Self.namedMax).map { date, count in
            "\(Timestamp(secondsSinceEpoch: Int64(date))) × \(count)"
        }.joined(separator: ", ") + (counts.count > Self.namedMax ? ", …" : "")
    }
}
