// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
package import Text
package import Wording

/// How far the looking has come, drive by drive.
package struct PhotoStanding: Sendable {
    /// The items with everything that was seen of them.
    package let items: LoadedItems
    /// What the run came to; nothing where none was made.
    package let run: PhotoRunReport
    /// For how many seconds of a day rules let pictures be looked at; nil for as long as it takes.
    private let secondsPerDay: Double?

    /// The standing of `items` after `run`, by rules that allow so many seconds of a day.
    package init(
        items: LoadedItems, run: PhotoRunReport = PhotoRunReport(), secondsPerDay: Double? = nil
    ) {
        self.items = items
        self.run = run
        self.secondsPerDay = secondsPerDay
    }

    private func count(_ drive: ListedDrive) -> LookCoverage.Counts {
        items.coverage.drives[drive.name] ?? LookCoverage.Counts()
    }

    private func contradicting(_ drive: Int) -> Int {
        items.coverage.contradicting.count { items.listing.drive($0) == drive }
    }

    /// Whether there are pictures that could be looked at and were not.
    package var isUnfinished: Bool { run.drives.values.contains { $0.left > $0.missed.count } }

    /// A row for each drive, in their order: its name, and what there is to say.
    package var lines: [(drive: String, text: Phrase)] {
        items.listing.drives.enumerated().map { number, drive in
            (VisibleText.escaped(drive.name), text(drive, number))
        }
    }

    private func text(_ drive: ListedDrive, _ number: Int) -> Phrase {
        let counts = count(drive)
        if counts.eligible == 0 { return .photosNone }
        var parts: [Phrase] = [.photosLine(count: counts.looked, n: counts.eligible)]
        let run = run.drives[drive.name]
        if let looked = run?.looked, looked > 0 { parts.append(.photosNew(n: looked)) }
        if let outlook = run?.outlook(secondsPerDay)?.phrase { parts.append(outlook) }
        if counts.unreadable > 0 {
            parts.append(.photosUnreadable(n: counts.unreadable, command: .photosUnreadable))
        }
        let against = contradicting(number)
        if against > 0 { parts.append(.photosContradicting(n: against)) }
        if let missed = run?.missed.count, missed > 0 { parts.append(.photosMissed(n: missed)) }
        if run?.isOutOfReach == true { parts.append(.photosAway) }
        if counts.looked < counts.eligible, !PhotoWork.canLook(at: drive.kind) {
            parts.append(.photosElsewhere)
        }
        return Phrase.series(parts, separator: " · ")
    }

    /// The same for programs.
    package var json: JSONValue {
        .object([
            "format": .number(1), "version": .number(Int64(PhotoVersion.looks)),
            "drives": .list(driveValues),
        ])
    }

    /// A value for each drive.
    var driveValues: [JSONValue] {
        items.listing.drives.enumerated().map { number, drive in
            let counts = count(drive)
            let run = run.drives[drive.name]
            return JSONValue.object([
                "name": .text(drive.name), "kind": .text(drive.kind.rawValue),
                "eligible": .number(Int64(counts.eligible)),
                "looked": .number(Int64(counts.looked)),
                "unreadable": .number(Int64(counts.unreadable)),
                "contradicting": .number(Int64(contradicting(number))),
                "new": .number(Int64(run?.looked ?? 0)),
                "missed": .number(Int64(run?.missed.count ?? 0)),
            ])
        }
    }
}

/// Pictures that were looked at and could not be read.
package struct UnreadablePhotos: Sendable {
    /// Each with its drive, its path, and why.
    package let list: [(drive: String, path: String, problem: String)]

    /// Those among `items`, by what the state of `session` says.
    package static func find(
        in items: LoadedItems, _ session: StateSession
    ) async throws(Failure) -> UnreadablePhotos {
        let looks = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.looks()
        }
        var problems: [Int64: String] = [:]
        for look in looks where look.report.look == nil {
            problems[look.number] = look.report.problem ?? ""
        }
        // Nobody tried to decode a film.
        let pictures = Set(items.listing.pictureRows())
        let rows = items.lookNumbers.compactMap { row, number in
            pictures.contains(row) ? problems[number].map { (row, $0) } : nil
        }
        let listing = items.listing
        return UnreadablePhotos(
            list: rows.map { row, problem in
                (listing.driveName(row), listing.path(row), problem)
            }.sorted { ($0.0, $0.1) < ($1.0, $1.1) })
    }

    /// The same for programs.
    package var json: JSONValue {
        .object([
            "format": .number(1),
            "unreadable": .list(
                list.map { one in
                    .object([
                        "drive": .text(one.drive), "path": .text(one.path),
                        "problem": .text(one.problem),
                    ])
                }),
        ])
    }
}
