// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PhotoLooks
package import PlanRunner
internal import Reports
package import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// What the state file has to do with the reading of items.
package struct StateReading: Sendable {
    /// A runner over the state.
    package let runner: Runner
    /// Whether the last complete listings are used instead of fresh ones.
    package internal(set) var isOffline: Bool
    /// The `listing_drop` of the rules.
    package let listingDrop: Limit?
    /// Drives that a person says are meant as they are now.
    package var acceptedDrives: Set<String> = []
    /// Takes down that a service did not give what was asked for.
    package var counts: @Sendable (ServiceFault) async -> Void = { _ in }

    /// Reading through `runner`, fresh or from what is kept.
    package init(
        runner: Runner,
        isOffline: Bool,
        listingDrop: Limit?,
        acceptedDrives: Set<String> = []
    ) {
        self.runner = runner
        self.isOffline = isOffline
        self.listingDrop = listingDrop
        self.acceptedDrives = acceptedDrives
    }
}

/// Reads the items that a plan is made over.
package struct ItemLoader {
    let rules: LoadedRules
    let isQuiet: Bool
    /// Takes down what came of each drive; nil where nobody asks.
    package var journal: DriveJournal?
    /// Whether local drives go on into other file systems that are mounted below their root.
    package var crossesFileSystems = false
    /// The state to keep the listings in; nil to keep none.
    package var state: StateReading?
    /// Whether everything is listed, even where a drive could tell what has changed.
    package var listsFully = false
    /// Whether items come with what was seen of their pictures.
    package var wantsLooks = true
    /// Whether drives that cannot be listed are left out, and named, as long as there is another.
    package var goesWithoutDrives = false

    /// Reads the items that `rules` are about, through `state` if there is one.
    package init(
        rules: LoadedRules,
        isQuiet: Bool,
        crossesFileSystems: Bool = false,
        state: StateReading? = nil,
        listsFully: Bool = false
    ) {
        self.rules = rules
        self.isQuiet = isQuiet
        self.crossesFileSystems = crossesFileSystems
        self.state = state
        self.listsFully = listsFully
    }

    /// Where the pages of drives are kept that tell what has changed.
    private var feedStore: @Sendable (String) -> any FeedStore {
        guard let ledger = state?.runner.ledger else { return { _ in MemoryFeedStore() } }
        return { LedgerFeedStore(ledger: ledger, drive: $0) }
    }

    /// The items of a listing file, of a folder, or of all drives that the rules declare.
    package func items(folder: String? = nil, listing: String? = nil) async throws(Failure)
        -> LoadedItems
    {
        if listing != nil || state?.isOffline == true { tellOfCanaries() }
        let scope = DriveScope(
            rules: rules, crossesFileSystems: crossesFileSystems, ownFiles: try await ownFiles(),
            feedStore: feedStore, listsFully: listsFully, journal: journal)
        var missed = MissedDrives(leftOutBy: goesWithoutDrives ? rules.file : nil)
        let scoped = try await scope.drives(folder: folder, listing: listing, &missed)
        return try await items(of: scoped, missed)
    }

    /// What was written down earlier shows no canary of now. Nothing is deleted by it without a look
    /// at the drives.
    private func tellOfCanaries() {
        let names = rules.file.drives.filter { $0.canary != nil }.map(\.name)
        if isQuiet || names.isEmpty { return }
        Host.note(.syncCanaryUnasked(n: names.count, names: Phrase.names(names)))
    }

    private func ownFiles() async throws(Failure) -> [String] {
        guard let ledger = state?.runner.ledger else { return rules.ownPlaces }
        do throws(LedgerError) {
            return try await OwnPaths.paths(ledger, rules: rules)
        } catch {
            throw Failure(error)
        }
    }

    private func items(
        of scoped: [ScopedDrive], _ missed: MissedDrives
    ) async throws(Failure) -> LoadedItems {
        var missed = missed
        var listedDrives: [ScopedDrive] = []
        var builder = ListingBuilder()
        var found = RememberedDrives()
        var identities: [String: String] = [:]
        for one in scoped {
            let drive = one.drive
            let listed: ListingBuilder
            do throws(Failure) {
                listed = try await items(of: one, &found, &identities)
            } catch {
                if drive.kind == .onedrive { await state?.counts(ServiceFault(error)) }
                try missed.take(drive.name, error)
                continue
            }
            listedDrives.append(one)
            if let finding = PreflightFinding.clock(of: drive) {
                journal?.take(finding)
                [finding].warn()
            }
            try refuseForeign(listed.listing.drives, listedBy: drive, among: scoped.map(\.drive))
            do throws(ListingError) {
                builder.bytesMax = builder.byteCount + MemoryRoom.now.listingBytesMax
                try builder.append(contentsOf: listed)
            } catch {
                throw Failure(.failed, error.clause)
            }
        }
        try missed.demandAny(listed: listedDrives.count)
        let seen = try await withLooks(builder.finish(), identities)
        let listing = seen.listing
        let scoped = listedDrives
        let drives = scoped.map(\.drive)
        let parts = try parts(scoped, listing)
        // A listing may name drives of its own; they share its identity.
        if let first = drives.first, drives.count == 1, first.kind == .listing {
            for drive in listing.drives where drive.name != first.name {
                identities[drive.name] = identities[first.name].map { identity in
                    let path = identity.drop { $0 != ":" }.dropFirst()
                    return "\(first.kind.rawValue):drive \(drive.name) in \(path)"
                }
            }
        }
        let readable = drives.filter { $0.kind != .listing }
        return LoadedItems(
            listing: listing,
            drives: Dictionary(
                readable.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }),
            identities: identities,
            roots: Dictionary(
                scoped.compactMap { one in one.root.map { (one.drive.name, $0) } },
                uniquingKeysWith: { first, _ in first }), parts: parts,
            remembered: state == nil ? nil : found, missed: missed.all,
            coverage: seen.coverage, lookNumbers: seen.numbers)
    }

    /// `listing` with what the state knows of its pictures.
    private func withLooks(
        _ listing: Listing, _ identities: [String: String]
    ) async throws(Failure) -> (listing: Listing, coverage: LookCoverage, numbers: [Int: Int64]) {
        let zone = try rules.timeZone
        var looks: [KeptLook]
        do throws(LedgerError) {
            looks = wantsLooks ? try await state?.runner.ledger.looks() ?? [] : []
            // What a listing file says of pictures is compared with what the state has of others; that
            // takes the small pictures, which are kept apart.
            if let state, rules.file.groupsPictures, listing.hasLooks {
                let smalls = try await state.runner.ledger.smalls(of: looks.map(\.number))
                for place in looks.indices {
                    let small = smalls[looks[place].number]
                    looks[place].report.look?.small = small
                }
            }
        } catch {
            throw Failure(error)
        }
        do throws(ListingError) {
            return try LookAttachment(looks, zone: zone).attached(
                to: listing, identities: identities)
        } catch {
            throw Failure(.failed, error.clause)
        }
    }

    /// The items of one drive, as `found` has it afterwards where there is a state.
    private func items(
        of one: ScopedDrive, _ found: inout RememberedDrives, _ identities: inout [String: String]
    ) async throws(Failure) -> ListingBuilder {
        let name = one.drive.name
        guard let state else {
            identities[name] = try await identity(of: one.drive)
            return try await list(one.drive)
        }
        let listed = try await read(one, state, &found)
        identities[name] = found.records[name]?.identity
        return listed
    }

    /// The folders that the plan covers, by their drives.
    private func parts(
        _ scoped: [ScopedDrive], _ listing: Listing
    ) throws(Failure) -> [String: String] {
        var parts: [String: String] = [:]
        for one in scoped {
            guard let part = one.part else { continue }
            let isListed = (0..<listing.count).contains { row in
                listing.isFolder(row) && listing.path(row).utf8.elementsEqual(part.utf8)
            }
            guard isListed else {
                throw Failure(
                    .refused,
                    Message(
                        "'\(VisibleText.escaped(part))' is left out of drive"
                            + " '\(VisibleText.escaped(one.drive.name))', so there is nothing to"
                            + " plan over: it is the program's own, or lies on another file system,"
                            + " which --cross-file-systems takes in"))
            }
            parts[one.drive.name] = part
        }
        return parts
    }

    // MARK: With a state

    /// The items of a drive, listed and kept, or as they were kept.
    private func read(
        _ one: ScopedDrive, _ state: StateReading, _ found: inout RememberedDrives
    ) async throws(Failure) -> ListingBuilder {
        let name = one.drive.name
        let progress = self.progress(of: one.drive)
        defer { progress.finish() }
        do throws(RunnerError) {
            var synced =
                state.isOffline
                ? try await state.runner.offline(name, kind: one.drive.kind)
                : try await state.runner.sync(
                    one.drive, settings: one.settings, limit: state.listingDrop,
                    accepts: state.acceptedDrives.contains(name), canary: one.canary,
                    isListed: {
                        progress.go(on: .progressSavingListing(drive: VisibleText.escaped(name)))
                    },
                    progress: { progress.show(items: $0.items, bytes: $0.bytes) })
            progress.finish()
            note(synced.notes)
            found.records[name] = synced.record
            found.order.append(name)
            // Before the first sync there is nothing to fall short of.
            found.lastFileCounts[name] = synced.lastFileCount ?? synced.record.fileCount
            found.changes[name] = synced.changes
            if let doubt = synced.doubt {
                found.doubts[name] = doubt
                Host.warn(.syncHeld(text: doubt.advice(VisibleText.escaped(name))))
            }
            found.isOffline = state.isOffline
            let doubt = synced.doubt ?? (synced.isShort ? .fewer : nil)
            await journal?.take(one, synced.record, doubt)
            return synced.builder.take()
        } catch {
            let failure = Failure(error)
            journal?.take(name, one.drive.kind, at: one.root, failure)
            throw failure
        }
    }

    // MARK: Without a state

    /// A listing must not put items on another drive that is read for itself: they would stand in
    /// for what is really there.
    private func refuseForeign(
        _ listed: [ListedDrive], listedBy drive: any Drive, among drives: [any Drive]
    ) throws(Failure) {
        let others = drives.map(\.name).filter { $0 != drive.name }
        guard let foreign = listed.first(where: { others.contains($0.name) }) else { return }
        throw Failure(
            .failed,
            Message(
                "the listing of drive '\(drive.name)' holds items of drive '\(foreign.name)', which"
                    + " is read for itself; take them out, or give the listing alone with"
                    + " --listing"))
    }

    private func identity(of drive: any Drive) async throws(Failure) -> String {
        do throws(DriveError) {
            return try await drive.identity().description
        } catch {
            throw Failure(error)
        }
    }

    private func list(_ drive: any Drive) async throws(Failure) -> ListingBuilder {
        let progress = self.progress(of: drive)
        defer { progress.finish() }
        do throws(DriveError) {
            let listing = try await drive.list { progress.show(items: $0.items, bytes: $0.bytes) }
            progress.finish()
            note(listing.notes)
            if case .partial(let problems) = listing.completeness {
                try refuse(problems, drive.name)
            }
            return listing.builder
        } catch {
            throw Failure(error)
        }
    }

    private func progress(of drive: any Drive) -> Progress {
        let name = VisibleText.escaped(drive.name)
        let isFile = drive.kind == .listing
        return Progress(
            isFile ? .progressReading(drive: name) : .progressListing(drive: name),
            isQuiet: isQuiet)
    }

    private func note(_ notes: [DriveNote]) {
        if isQuiet { return }
        for note in notes.prefix(20) {
            Host.note(
                .lineNote(
                    text: Phrase.lineAt(path: VisibleText.escaped(note.path), text: note.phrase)))
        }
    }

    /// A listing with holes makes no plan: what is not seen could be the last copy.
    private func refuse(_ problems: DriveProblems, _ name: String) throws(DriveError) {
        for problem in problems.kept.prefix(20) {
            Host.note(.lineError(text: problem.phrase))
        }
        if problems.count > 20 { Host.note(.lineAndMore(n: problems.count - 20)) }
        throw DriveError(
            operation: .list,
            message: String(
                clause: "drive '\(name)' could not be listed completely, so no plan is made;"
                    + " make the places above readable, or declare a drive without them"))
    }
}
