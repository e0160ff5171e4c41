// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
package import RuleEngine
package import StateLedger
internal import Wording

/// A drive that was listed, or whose last listing was taken from the state file.
package struct SyncedDrive: ~Copyable, Sendable {
    /// Its items, with when each was first seen.
    package var builder: ListingBuilder
    /// The drive as the state file has it now.
    package let record: LedgerDrive
    /// How many files it had at the last good sync before this one; nil before the first.
    package let lastFileCount: Int64?
    /// What is new, gone and changed since the last sync; nil offline.
    package let changes: ListingChanges?
    /// What the user should know.
    package let notes: [DriveNote]
    /// Why it may not be the drive that the rules mean; then its earlier listing is still kept.
    package var doubt: DriveDoubt?
    /// Whether it lists so many fewer files than before that `listing_drop` holds it.
    package var isShort = false
}

extension Runner {
    /// Lists `drive` completely and keeps the listing; a listing with holes changes nothing.
    ///
    /// `limit` is the `listing_drop` of the rules: a listing that drops more does not become the
    /// measure of later ones. A drive in doubt keeps its earlier listing, and so the doubt, unless
    /// `accepts` says that it is meant; one whose `canary` is not as it has to be keeps it whatever is
    /// said. `isListed` is called once all is listed and only has to be
    /// kept. A listing file that speaks of several drives is not kept:
    /// each of them would need a place of its own.
    package func sync(
        _ drive: any Drive, settings: [String: String], limit: Limit?, accepts: Bool = false,
        canary: Canary? = nil, isListed: @Sendable () -> Void = {},
        progress: DriveProgressHandler?
    ) async throws(RunnerError) -> SyncedDrive {
        var (identity, fresh, notes) = try await list(drive, progress)
        // After all of the listing: what changed meanwhile is seen.
        var alarm: CanaryDoubt?
        if let canary { alarm = await CanaryDoubt.of(canary, on: drive) }
        isListed()
        let now = clock()
        var record = LedgerDrive(
            name: drive.name, kind: drive.kind.rawValue, identity: identity.description,
            settings: settings, syncedAt: now, itemCount: Int64(fresh.count), fileCount: 0)
        guard fresh.drives.count == 1, fresh.driveNumber(named: drive.name) == 0 else {
            return SyncedDrive(
                builder: ListingBuilder(fresh), record: record, lastFileCount: nil, changes: nil,
                notes: notes)
        }
        // What is known of a drive outlives its listing, which backups and exports leave out.
        let drives = try await knownDrives()
        let known =
            drives.first { $0.name.utf8.elementsEqual(drive.name.utf8) }
            ?? stood(where: identity, in: drives)
        let kinship = known.map { DriveKinship($0, identity, settings) }
        // Another drive under the same name has nothing to carry over; the same one under another
        // name has.
        let same =
            kinship == .same
            ? known : drives.newest(of: identity.description, besides: drive.name)
        var previous: Kept?
        if let same { previous = try await kept(same.name) }
        record.settings.merge(drive.remembered) { _, new in new }
        record.settings.merge(identity.marks) { _, new in new }
        // Where nobody asked this time, what was learnt before holds.
        if record.settings[DriveMemory.albums] == nil {
            record.settings[DriveMemory.albums] = same?.settings[DriveMemory.albums]
        }
        record.cursor = previous?.drive.cursor
        if drive.hasLostThread {
            let count = record.cursor.flatMap { Int64($0) } ?? 0
            record.cursor = String(count + 1)
        }
        let old = try listing(of: previous, kind: drive.kind)
        let spelling = try await spelling(on: drive, identity.description)
        let changes = FirstSeen.carry(
            into: &fresh, drive: 0, from: old, spelling: spelling, now: now)
        record.fileCount = Int64(changes.files)
        let doubt = accepts ? nil : doubt(of: drive.kind, known, kinship, record, same)
        if let doubt = doubt ?? alarm.map(DriveDoubt.canary) {
            return SyncedDrive(
                builder: ListingBuilder(fresh), record: record, lastFileCount: nil,
                changes: nil, notes: notes, doubt: doubt)
        }
        let last = accepts ? nil : previous?.drive.goodFileCount
        let isShort = LimitOutcome.isListingDropExceeded(
            limit, last: last, current: record.fileCount)
        record.goodFileCount = isShort ? last : record.fileCount
        let parts = try inRunnerWords(drive.name) { () throws(ListingError) in
            try ListingSnapshot.parts(of: fresh, drive: 0)
        }
        let saved = record
        try await calling { ledger async throws(LedgerError) in
            try await ledger.saveCatalog(
                saved,
                parts: parts.map {
                    CatalogPart(name: $0.name, chunk: $0.chunk, bytes: $0.bytes)
                })
        }
        return SyncedDrive(
            builder: ListingBuilder(fresh), record: record, lastFileCount: last,
            changes: changes, notes: notes, isShort: isShort)
    }

    /// What is doubtful about a drive that was listed as `record`; nil if nothing is.
    private func doubt(
        of kind: DriveKind, _ known: LedgerDrive?, _ kinship: DriveKinship?, _ record: LedgerDrive,
        _ same: LedgerDrive?
    ) -> DriveDoubt? {
        if kinship != .replaced, same?.settings[DriveMemory.albums] == DriveMemory.told,
            record.settings[DriveMemory.albums] == DriveMemory.untold
        {
            return .albumsUntold
        }
        guard let known, let kinship, kind != .listing else { return nil }
        if kinship == .replaced { return .replaced }
        guard kinship == .same, record.fileCount == 0, let files = known.goodFileCount, files > 0
        else { return nil }
        return .emptied(files: files)
    }

    /// The last complete listing of the drive `name` that the state file holds.
    package func offline(
        _ name: String, kind: DriveKind
    ) async throws(RunnerError) -> SyncedDrive {
        guard let known = try await kept(name), !known.parts.isEmpty else {
            throw RunnerError(
                .failed,
                Message(
                    "drive '\(name)' was never listed into this state file; run 'cleanrules sync'"))
        }
        return SyncedDrive(
            builder: try builder(of: known, kind: kind), record: known.drive,
            lastFileCount: known.drive.goodFileCount, changes: nil, notes: [])
    }

    /// The last listing of the drive `name`; nil where it was never listed.
    func lastListing(of name: String) async throws(RunnerError) -> Listing? {
        let known = try await kept(name)
        let kind = known.flatMap { DriveKind(rawValue: $0.drive.kind) } ?? .listing
        return try listing(of: known, kind: kind)
    }

    private typealias Kept = (drive: LedgerDrive, parts: [CatalogPart])

    private func kept(_ name: String) async throws(RunnerError) -> Kept? {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.catalog(of: name)
        }
    }

    private func knownDrives() async throws(RunnerError) -> [LedgerDrive] {
        try await calling { ledger async throws(LedgerError) in try await ledger.drives() }
    }

    /// The newest of `drives` that lay where the one of `identity` lies, under whatever name: a
    /// new name alone makes no other drive of it.
    private func stood(
        where identity: DriveIdentity, in drives: [LedgerDrive]
    ) -> LedgerDrive? {
        guard let root = DriveIdentityText(identity.description).localRoot else { return nil }
        return drives.filter {
            DriveIdentityText($0.identity).localRoot.map { $0.utf8.elementsEqual(root.utf8) }
                ?? false
        }.max { $0.syncedAt < $1.syncedAt }
    }

    private func listing(of kept: Kept?, kind: DriveKind) throws(RunnerError) -> Listing? {
        guard let kept, !kept.parts.isEmpty else { return nil }
        return try builder(of: kept, kind: kind).finish()
    }

    private func builder(of kept: Kept, kind: DriveKind) throws(RunnerError) -> ListingBuilder {
        do throws(ListingError) {
            return try ListingSnapshot.builder(
                from: kept.parts.map {
                    SnapshotPart(name: $0.name, chunk: $0.chunk, bytes: $0.bytes)
                }, drive: kept.drive.name, kind: kind)
        } catch {
            var damage = RunnerError(
                .failed, Message("drive '\(kept.drive.name)': \(error.clause)"))
            damage.isOfState = true
            throw damage
        }
    }

    private func inRunnerWords<Value>(
        _ drive: String, _ body: () throws(ListingError) -> Value
    ) throws(RunnerError) -> Value {
        do throws(ListingError) {
            return try body()
        } catch {
            throw RunnerError(.failed, Message("drive '\(drive)': \(error.clause)"))
        }
    }

    /// Everything on `drive`; throws where something is missing.
    private func list(
        _ drive: any Drive, _ progress: DriveProgressHandler?
    ) async throws(RunnerError) -> (
        identity: DriveIdentity, listing: Listing, notes: [DriveNote]
    ) {
        let problems: DriveProblems
        do {
            var identity = try await drive.identity()
            let listed = try await drive.list(progress: progress)
            if let source = listed.source { identity.value = source + ":" + identity.value }
            let notes = listed.notes
            switch listed.completeness {
            case .complete:
                var builder = listed.builder
                drop(
                    try await lagging(drive, identity.description), from: &builder, drive)
                // A drive without items is still a drive, and its emptiness is worth a question.
                _ = try? builder.drive(named: drive.name, kind: drive.kind)
                return (identity, builder.finish(), notes)
            case .partial(let found): problems = found
            }
        } catch let error as DriveError {
            throw RunnerError(error, drive: drive.name)
        } catch let error as RunnerError {
            throw error
        } catch {
            throw RunnerError(.failed, Message("drive '\(drive.name)' could not be listed"))
        }
        throw partial(problems, drive.name)
    }

    /// How ids are compared on `drive`; nil if that is byte for byte. What waits for its deletion
    /// and what people decided about keeps its spelling even while no listing shows it.
    private func spelling(
        on drive: any Drive, _ identity: String
    ) async throws(RunnerError) -> IDSpelling? {
        guard let comparable = drive.comparableID else { return nil }
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.keptIDs(identity: identity)
        }
        return IDSpelling(known: known, comparable: comparable)
    }

    /// The ids of items that this program deleted a moment ago: a listing that lags behind still
    /// shows them, and a plan would propose them again.
    /// They are spelled for comparison.
    private func lagging(
        _ drive: any Drive, _ identity: String
    ) async throws(RunnerError) -> Set<[UInt8]> {
        if drive.listingLagSeconds == 0 { return [] }
        let since = Timestamp(
            secondsSinceEpoch: clock().secondsSinceEpoch - drive.listingLagSeconds)
        let ids = try await calling { ledger async throws(LedgerError) in
            try await ledger.deletedIDs(identity: identity, since: since)
        }
        return Set(ids.map { comparable(Array($0.utf8), drive) })
    }

    private func comparable(_ id: [UInt8], _ drive: any Drive) -> [UInt8] {
        drive.comparableID?(id) ?? id
    }

    /// Takes the rows with `ids`, spelled for comparison, out of `builder`.
    private func drop(
        _ ids: Set<[UInt8]>, from builder: inout ListingBuilder, _ drive: any Drive
    ) {
        if ids.isEmpty { return }
        let rows: Column<UInt32> = Column(capacity: builder.count)
        for row in 0..<builder.count
        where !ids.contains(comparable(Array(builder.listing.ids[row].buffer), drive)) {
            rows.append(UInt32(truncatingIfNeeded: row))
        }
        if rows.count < builder.count { builder.keep(rows: rows) }
    }

    /// A listing with holes makes no plan: what is not seen could be the last copy.
    private func partial(_ problems: DriveProblems, _ name: String) -> RunnerError {
        let first = problems.kept.prefix(5).map { problem in
            Phrase.series(
                [.verbatim("'\(problem.path)'"), .told(problem.reason)], separator: ": ")
        }
        return RunnerError(
            .failed,
            .stageListedPartly(
                n: problems.count, drive: name, problems: Phrase.series(first, separator: "; ")))
    }
}

extension [LedgerDrive] {
    /// The one of that `identity` that was listed last, under any name but `name`.
    fileprivate func newest(of identity: String, besides name: String) -> LedgerDrive? {
        filter {
            $0.identity.utf8.elementsEqual(identity.utf8) && !$0.name.utf8.elementsEqual(name.utf8)
        }.max { $0.syncedAt < $1.syncedAt }
    }
}
