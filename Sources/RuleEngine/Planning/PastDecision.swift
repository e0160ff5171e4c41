// SPDX-License-Identifier: Apache-2.0

/// What a person decided about an item, with what the item was then.
package struct PastDecision: Sendable, Hashable {
    /// The drive's name.
    package var drive: String
    /// The drive's id of the item; its path if it has none.
    package var id: String
    /// Where it lay then.
    package var path: String
    /// What was decided.
    package var verdict: Decision
    /// Until when a snooze lasts.
    package var until: Timestamp?
    /// Its bytes then, if known.
    package var size: Int64?
    /// Its hashes then, as listings write them.
    package var hashes: [HashAlgorithm: String]
    /// The drive's tag of its content then.
    package var cTag: String?
    /// When it had been changed last, if known.
    package var modified: Timestamp?

    /// Which file of a local drive it was about, if that is known.
    package var file: ListedFile?

    /// A decision about an item of which nothing but its place was known.
    package init(
        drive: String, id: String, path: String, verdict: Decision, until: Timestamp? = nil,
        size: Int64? = nil, hashes: [HashAlgorithm: String] = [:], cTag: String? = nil,
        modified: Timestamp? = nil
    ) {
        self.drive = drive
        self.id = id
        self.path = path
        self.verdict = verdict
        self.until = until
        self.size = size
        self.hashes = hashes
        self.cTag = cTag
        self.modified = modified
    }

    /// The decisions that hold at `now`, by row of `listing`. O(rows + decisions) expected.
    ///
    /// Items are known by drive and id, byte for byte. Of several decisions about one item the
    /// last in order counts, even when it has ended: what it replaced does not come back. A word to
    /// delete is about its own file alone, the others about whatever came to lie in its place, too.
    package static func rows(
        _ decisions: [PastDecision], in listing: Listing, now: Timestamp
    ) -> [Int: Decision] {
        holding(decisions, in: listing, now: now).mapValues { decisions[$0].verdict }
    }

    /// Which of `decisions` hold at `now`, as places in that list, by row of `listing`: see `rows`.
    package static func holding(
        _ decisions: [PastDecision], in listing: Listing, now: Timestamp
    ) -> [Int: Int] {
        if decisions.isEmpty { return [:] }
        let index = DecisionIndex(decisions, listing.drives)
        let scratch: Column<UInt8> = Column(capacity: 256)
        var rows: [Int: Int] = [:]
        for row in 0..<listing.count {
            guard let place = index.decision(of: row, in: listing, scratch) else { continue }
            if decisions[place].holds(for: row, of: listing, now: now) { rows[row] = place }
        }
        return rows
    }

    /// Whether the decision may be about the item at `row`, which has the id that it names.
    package func mayBeAbout(_ row: Int, of listing: Listing) -> Bool {
        guard verdict == .delete, let file else { return true }
        return file.mayBe(row, of: listing)
    }

    /// Whether the decision still holds for the item, which is now at `row`.
    ///
    /// What cannot be told keeps: a `keep` ends when the content has surely changed, and a
    /// `delete` goes on only while it has surely not. The content of folders is not compared.
    private func holds(for row: Int, of listing: Listing, now: Timestamp) -> Bool {
        switch verdict {
        case .pin: return true
        case .snooze: return until.map { $0 > now } ?? true
        case .keep:
            return listing.isFolder(row) || change(to: row, of: listing) != .differs
        case .delete:
            // What had a size or a hash was a file, and is not what was decided about.
            if listing.isFolder(row) { return size == nil && hashes.isEmpty }
            return change(to: row, of: listing) == .equals
        }
    }

    /// Whether the content is still what it was when the person decided.
    private func change(to row: Int, of listing: Listing) -> ContentChange.Finding {
        let then = ContentFacts(
            size: size, hashes: hashes, cTag: cTag, modified: modified?.secondsSinceEpoch)
        return ContentChange(from: then, to: listing.contentFacts(row)).finding
    }
}

/// Decisions by a mix of the item's id.
private struct DecisionIndex {
    private let decisions: [PastDecision]
    private let places: [UInt64: [Int]]
    private let drives: [ListedDrive]

    init(_ decisions: [PastDecision], _ drives: [ListedDrive]) {
        var places: [UInt64: [Int]] = [:]
        for (place, decision) in decisions.enumerated() {
            var id = decision.id
            let mix = id.withUTF8 { bytes in
                unsafe bytes.baseAddress.map {
                    unsafe hashBytes(TextSlice(start: $0, count: bytes.count))
                }
            }
            places[mix ?? hashBytes(.empty), default: []].append(place)
        }
        self.decisions = decisions
        self.places = places
        self.drives = drives
    }

    /// Which is the last decision about the item at `row`.
    @inline(__always)
    func decision(
        of row: Int, in listing: Listing, _ scratch: Column<UInt8>
    ) -> Int? {
        var id = listing.ids[row]
        if id.isEmpty {
            scratch.truncate(to: 0)
            listing.appendPath(row, to: scratch)
            id = unsafe TextSlice(start: UnsafePointer(scratch.base), count: scratch.count)
        }
        guard let candidates = places[hashBytes(id)] else { return nil }
        let drive = drives[listing.drive(row)].name
        return candidates.last { place in
            unsafe decisions[place].id.utf8.elementsEqual(id.buffer)
                && decisions[place].drive.utf8.elementsEqual(drive.utf8)
                && decisions[place].mayBeAbout(row, of: listing)
        }
    }
}
