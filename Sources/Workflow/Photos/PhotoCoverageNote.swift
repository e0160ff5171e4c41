// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// How far the looking had come when it last ended, as the state keeps it for those that list nothing.
package struct PhotoCoverageNote: Sendable {
    /// When that was.
    let at: Timestamp
    /// By drive, in their order: how many pictures there were, were looked at, and were unreadable.
    let drives: [(name: String, counts: LookCoverage.Counts)]

    private static let setting = "photos_coverage"
    /// So many drives are noted at most.
    private static let drivesMax = 64

    /// What `items` came to.
    init(_ items: LoadedItems, at: Timestamp) {
        self.at = at
        drives = items.listing.drives.compactMap { drive in
            items.coverage.drives[drive.name].map { (drive.name, $0) }
        }
    }

    /// The note that the state of `session` holds; nil where nobody has looked, or all is forgotten.
    package static func find(
        _ session: StateSession
    ) async throws(Failure) -> PhotoCoverageNote? {
        let text = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.setting(setting)
        }
        return text.flatMap { PhotoCoverageNote(text: $0) }
    }

    /// Keeps the note in the state of `session`.
    func keep(_ session: StateSession) async throws(Failure) {
        let text = text
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store(text, setting: Self.setting)
        }
    }

    /// Takes the note away: nothing is known of pictures any more.
    package static func forget(_ session: StateSession) async throws(Failure) {
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.store("", setting: setting)
        }
    }

    /// Seconds since 1970, and a line for each drive: three numbers and its name.
    private var text: String {
        ([String(at.secondsSinceEpoch)]
            + drives.prefix(Self.drivesMax).map { name, counts in
                "\(counts.eligible) \(counts.looked) \(counts.unreadable) \(name)"
            }).joined(separator: "\n")
    }

    private init?(text: String) {
        let lines = text.split(separator: "\n")
        guard let seconds = lines.first.flatMap({ Int64($0) }) else { return nil }
        at = Timestamp(secondsSinceEpoch: seconds)
        drives = lines.dropFirst().compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 3)
            guard parts.count == 4, let eligible = Int(parts[0]), let looked = Int(parts[1]),
                let unreadable = Int(parts[2])
            else { return nil }
            var counts = LookCoverage.Counts()
            (counts.eligible, counts.looked, counts.unreadable) = (eligible, looked, unreadable)
            return (String(parts[3]), counts)
        }
    }

    /// The same for people.
    func phrase(_ time: LocalTimeText) -> Phrase {
        let all = drives.reduce(into: LookCoverage.Counts()) { sum, drive in
            sum.eligible += drive.counts.eligible
            sum.looked += drive.counts.looked
            sum.unreadable += drive.counts.unreadable
        }
        var parts: [Phrase] = [.photosLine(count: all.looked, n: all.eligible)]
        if all.unreadable > 0 {
            parts.append(.photosUnreadable(n: all.unreadable, command: .photosUnreadable))
        }
        parts.append(.photosAsOf(when: time.phrase(at)))
        return Phrase.series(parts, separator: " · ")
    }

    /// The same for programs.
    var json: JSONValue {
        .object([
            "at": JSONValue(at),
            "drives": .list(
                drives.map { name, counts in
                    .object([
                        "name": .text(name), "eligible": .number(Int64(counts.eligible)),
                        "looked": .number(Int64(counts.looked)),
                        "unreadable": .number(Int64(counts.unreadable)),
                    ])
                }),
        ])
    }
}
