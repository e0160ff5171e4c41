// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc
internal import POSIX
internal import RuleEngine

/// What there is to say of the lines of a part: where those of each drive stand, and what they come to.
package struct PartEnd: Sendable, Hashable, Codable {
    /// How many items, and how large.
    package struct Count: Sendable, Hashable, Codable {
        /// How many.
        package var items: Int64 = 0
        /// How many bytes.
        package var bytes: Int64 = 0

        /// None.
        package init() {}

        init(_ tally: Tally) {
            items = tally.items
            bytes = tally.bytes
        }

        /// Adds `other`; what is larger than the largest number is that number.
        package mutating func add(_ other: Count) {
            let (items, areOver) = items.addingReportingOverflow(other.items)
            self.items = areOver ? .max : items
            let (bytes, isOver) = bytes.addingReportingOverflow(other.bytes)
            self.bytes = isOver ? .max : bytes
        }
    }

    /// What a rule with limits of its own deletes on one drive.
    package struct RuleDeleted: Sendable, Hashable, Codable {
        /// All items.
        package var all = Count()
        /// Files alone.
        package var files: Int64 = 0

        /// Adds one item.
        fileprivate mutating func add(_ one: Count, isFile: Bool) {
            all.add(one)
            if isFile { files += 1 }
        }
    }

    /// A drive of the part.
    package struct Drive: Sendable, Hashable, Codable {
        /// Its name.
        package let name: String
        /// All files.
        package let files: Count
        /// How many folders.
        package let folders: Int64
        /// What goes.
        package let deleted: Count
        /// Files that go.
        package let deletedFiles: Count
        /// What waits for a person.
        package let review: Count
        /// What rules with limits of their own delete, by the ids of those that delete something; nil in
        /// plans of earlier versions.
        package var limited: [String: RuleDeleted]?
        /// Where its lines begin, in bytes of the file.
        package var start: Int64 = 0
        /// How many bytes they take there.
        package var length: Int64 = 0
        /// How many bytes they are unpacked; nil where lines are not packed.
        package var unpacked: Int64?
        /// The SHA-256 of its lines, unpacked, in hex.
        package var sha256 = ""
    }

    /// What one rule decided.
    package struct RuleCounts: Sendable, Hashable, Codable {
        /// The rule.
        package let id: String
        /// What it keeps.
        package var keep: Count
        /// What it leaves to a person.
        package var review: Count
        /// What it deletes.
        package var delete: Count
    }

    /// The digest that the plan is known by, in hex.
    package let plan: String
    /// The drives, in plan order.
    package var drives: [Drive]
    /// The rules by number.
    package let rules: [RuleCounts]
    /// Items that no rule named decided, by reason.
    package let unnamed: [String: Count]
    /// What stays.
    package let keep: Count
    /// What waits for a person.
    package let review: Count
    /// What goes.
    package let delete: Count
    /// On how many items regular expressions gave up.
    package let givenUp: Int
    /// What goes by size; nil in plans of earlier versions.
    package private(set) var sizes: PartSizes?
    /// How many bytes all lines take.
    package private(set) var lineBytes: Int64 = 0
    /// The format of the plan, as its job has it.
    private var format: Int?

    /// What the verdicts of `plan` come to, which is a part of the one known by `digest`; on so many items
    /// regular expressions gave up. O(items).
    init(_ plan: Plan, digest: String, givenUp: Int) {
        self.plan = digest
        self.givenUp = givenUp
        let totals = PlanTotals(plan)
        let listing = plan.listing
        var deleted = listing.drives.map { _ in Count() }
        var review = deleted
        var limited = listing.drives.map { _ in [Int: RuleDeleted]() }
        let isLimited = plan.rules.map { $0.limits != Limits() }
        var sizes = PartSizes()
        for row in 0..<listing.count {
            let verdict = plan.verdict(row)
            if verdict == .keep { continue }
            var one = Count()
            one.items = 1
            if listing.size[row] != Missing.number { one.bytes = listing.size[row] }
            if verdict == .delete {
                sizes.add(one)
                deleted[listing.drive(row)].add(one)
                guard let rule = plan.ruleNumber(row), isLimited[rule] else { continue }
                limited[listing.drive(row)][rule, default: RuleDeleted()]
                    .add(one, isFile: !listing.isFolder(row))
            } else {
                review[listing.drive(row)].add(one)
            }
        }
        let order = listing.drives.indices.sorted { left, right in
            listing.drives[left].name.utf8.lexicographicallyPrecedes(
                listing.drives[right].name.utf8)
        }
        drives = order.map { number in
            let counts = totals.drives[number]
            return Drive(
                name: listing.drives[number].name, files: Count(counts.files),
                folders: counts.folders.items, deleted: deleted[number],
                deletedFiles: Count(counts.deletedFiles), review: review[number],
                limited: Dictionary(
                    uniqueKeysWithValues: limited[number].map { (plan.rules[$0.key].id, $0.value) })
            )
        }
        rules = zip(plan.rules, totals.rules).map { rule, counts in
            RuleCounts(
                id: rule.id, keep: Count(counts.keep), review: Count(counts.review),
                delete: Count(counts.delete))
        }
        unnamed = Dictionary(
            uniqueKeysWithValues: totals.unnamed.map { ($0.key.rawValue, Count($0.value)) })
        keep = Count(totals.keep)
        self.review = Count(totals.review)
        delete = Count(totals.delete)
        self.sizes = sizes
    }

    /// Says where the lines of each drive end in the file, by their `digests`. Of lines that are packed,
    /// `unpacked` says where they would without that, and `written` how long the file is.
    mutating func setPlaces(
        _ ends: [Int64], _ digests: [String], unpacked: [Int64]? = nil, written: Int64? = nil
    ) {
        var (start, line): (Int64, Int64) = (0, 0)
        for (place, stop) in ends.enumerated() {
            drives[place].start = start
            drives[place].length = stop - start
            drives[place].sha256 = digests[place]
            start = stop
            guard let unpacked else { continue }
            drives[place].unpacked = unpacked[place] - line
            line = unpacked[place]
        }
        lineBytes = written ?? start
        format = unpacked == nil ? nil : PartJob.packedFormat
    }

    /// The end as it is kept.
    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Texts and numbers alone: nothing of it cannot be written.
        return (try? encoder.encode(self)).map { Array($0) } ?? []
    }

    /// The most that an end takes.
    private static let bytesMax = 1 << 28

    /// What there is to say of the lines of `part`, which are there in `folder`, whole.
    package static func read(
        _ part: Int, _ job: PartJob, in folder: PartFolder
    ) throws(PartFailure) -> PartEnd {
        let path = folder.endPath(part)
        let bytes = try PartFolder.read(path, most: bytesMax)
        guard let end = try? JSONDecoder().decode(PartEnd.self, from: Data(bytes)),
            end.plan == job.digest, end.format == job.format, end.isInOrder
        else { throw PartFolder.damaged(path) }
        let lines = folder.linesPath(part, isPacked: job.packsLines)
        var status = stat()
        guard lstat(lines, &status) == 0, Int64(status.st_size) == end.lineBytes else {
            throw PartFolder.damaged(lines)
        }
        return end
    }

    /// The SHA-256 of the lines that begin at `start`, in hex; nil where those of no drive do. O(log drives).
    package func digest(ofLinesAt start: Int64) -> String? {
        var (low, high) = (0, drives.count)
        while low < high {
            let middle = (low + high) / 2
            // Drives without lines begin where the next one does, and stand before it.
            if drives[middle].start < start || drives[middle].start == start && isEmpty(middle) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < drives.count && drives[low].start == start ? drives[low].sha256 : nil
    }

    private func isEmpty(_ drive: Int) -> Bool { drives[drive].length == 0 }

    /// Whether the lines of the drives follow one another, and are all that there are.
    private var isInOrder: Bool {
        var place: Int64 = 0
        for drive in drives {
            guard drive.start == place, drive.length >= 0, drive.length <= lineBytes - place,
                isSound(drive)
            else { return false }
            place += drive.length
        }
        return lineBytes == (format != nil && place == 0 ? PackedLines.emptyBytes : place)
    }

    /// zlib manual, technical details: what is packed in a byte is at most so many.
    private static let ratioMax: Int64 = 1_032

    /// Whether lines of `drive` are packed if all are, and are no more than there can be in so many bytes.
    private func isSound(_ drive: Drive) -> Bool {
        guard let unpacked = drive.unpacked else { return format == nil }
        return format != nil && unpacked >= 0 && (unpacked == 0) == (drive.length == 0)
            && unpacked / Self.ratioMax <= drive.length
    }
}
