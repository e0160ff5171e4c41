// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PlanRunner
internal import Plans
internal import Reports
package import RuleEngine
package import StateLedger
internal import Text
package import Wording

/// Records what a person decides on the command line about items, and takes it back.
package struct Deciding {
    /// The state that decisions are in.
    package let session: StateSession
    /// The rules file that was named.
    let rules: String?
    let isQuiet: Bool

    /// The most items that one command decides.
    static let itemsMax = 100_000

    /// One that finds rules by themselves where none are named.
    package init(session: StateSession, rules: String?, isQuiet: Bool) {
        self.session = session
        self.rules = rules
        self.isQuiet = isQuiet
    }

    /// Decides about the items at `paths` and below them; gives the decisions, and what waited to be
    /// deleted and is taken back.
    package func decide(
        _ paths: [String], _ verdict: Decision, until: Timestamp?
    ) async throws(Failure) -> (records: [DecisionRecord], undone: [StagedItem]) {
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let places = paths.map { ItemSelection.place($0, drives) }
        // One drive may be known by several names: the one that was listed last counts.
        let newest = drives.sorted { $0.syncedAt > $1.syncedAt }
        let found = try await found(places, newest)
        let identities = Dictionary(
            drives.map { ($0.name, $0.identity) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<ItemAddress> = []
        let items = found.filter { item in
            let address = ItemAddress(item, driveIdentity: identities[item.drive] ?? "")
            return seen.insert(address).inserted
        }
        let now = SystemClock.now()
        let zone = await session.timeZone(rules)
        let day = zone.day(at: now).text
        let entries = await entriesOfNewestPlan()
        let records = items.map { item in
            let entry = entries[ItemKey(item)]
            return DecisionRecord(
                item: item, driveIdentity: identities[item.drive] ?? "", verdict: verdict,
                until: until, decidedAt: now, day: day, rule: entry?.rule,
                ruleDigest: entry?.rule_digest, source: "command")
        }
        let undone = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.decide(records, at: now)
        }
        if !records.isEmpty { Host.hasDone(.decideDeed(n: records.count)) }
        return (records, undone)
    }

    /// Takes back the decisions about the items at `paths` and below them; gives them, and the paths
    /// about which there were none.
    package func takeBack(
        _ paths: [String]
    ) async throws(Failure) -> (records: [DecisionRecord], unmet: Unmet) {
        let known = try await knownDecisions()
        let places = paths.map { ItemSelection.place($0, known.drives) }
        // Where an item is now; where it was when it was decided about, if it was not moved since: then
        // another one may lie there.
        let placed = Dictionary(grouping: known.now.placed, by: \.number)
        let unmoved = known.standing.filter { decision in
            placed[decision.number].map { $0.contains { $0.address == decision.address } } ?? true
        }
        let standing = unmoved + known.now.placed
        func isMeant(_ decision: DecisionRecord, _ place: ItemSelection.Place) -> Bool {
            place.holds(decision.item, decision.address)
        }
        let meant = standing.filter { decision in places.contains { isMeant(decision, $0) } }
        let unmet = places.filter { place in !meant.contains { isMeant($0, place) } }
        let numbers = Set(meant.map(\.number)).sorted()
        let taken = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.undoDecisions(numbers: numbers, at: SystemClock.now())
        }
        if !taken.isEmpty { Host.hasDone(.decideBackDeed(n: taken.count)) }
        return (taken, Unmet(places: unmet, isAll: taken.isEmpty))
    }

    /// All decisions that stand, as they were made and as they are placed on the drives now.
    package func knownDecisions() async throws(Failure) -> (
        drives: [LedgerDrive], standing: [DecisionRecord], now: PlacedDecisions
    ) {
        let known = try await listedDecisions()
        return (known.drives, known.standing, known.now)
    }

    /// What became of the decisions that were made over saved pages, by the last listings.
    package func carriedDecisions() async throws(Failure) -> CarriedDecisions {
        let known = try await listedDecisions()
        return CarriedDecisions(
            known.standing, placed: known.now, on: known.identities, in: known.listing,
            now: session.clock.now())
    }

    private func listedDecisions() async throws(Failure) -> (
        drives: [LedgerDrive], standing: [DecisionRecord], now: PlacedDecisions,
        identities: [String: String], listing: Listing
    ) {
        let (known, standing) = try await session.asking { ledger async throws(LedgerError) in
            (try await ledger.drives(), try await ledger.decisions())
        }
        var drives = known
        // A name that the rules have given up holds nothing any more, if the rules can be read.
        if let declared = try? await session.loadRules(rules).file.drives, !declared.isEmpty {
            drives.removeAll { drive in
                !declared.contains { $0.name.utf8.elementsEqual(drive.name.utf8) }
                    && drive.settings[DriveSettings.given] == nil
            }
        }
        var builder = ListingBuilder()
        for drive in drives {
            guard let own = try? await builderOfListing(of: drive) else { continue }
            do throws(ListingError) {
                try builder.append(contentsOf: own)
            } catch {
                throw Failure(.failed, error.clause)
            }
        }
        let identities = Dictionary(
            drives.map { ($0.name, $0.identity) }, uniquingKeysWith: { first, _ in first })
        let listing = builder.finish()
        let placed = PlacedDecisions(standing, on: identities, in: listing)
        return (known, standing, placed, identities, listing)
    }

    // MARK: Items

    private struct ItemKey: Hashable {
        let drive: [UInt8]
        let id: [UInt8]

        init(_ item: RecordedItem) {
            drive = Array(item.drive.utf8)
            id = Array(item.id.utf8)
        }
    }

    /// The items at `places` and below them, as they are now.
    private func found(
        _ places: [ItemSelection.Place], _ drives: [LedgerDrive]
    ) async throws(Failure) -> [RecordedItem] {
        var found: [RecordedItem] = []
        let opening = try? session.opening(await session.loadRules(rules))
        var staged: [StagedItem]?
        var isListed = drives.isEmpty
        for known in drives {
            let items: [ItemValues]
            let asKnown: Phrase
            if try await isUnlisted(known) {
                if staged == nil { staged = try await everStaged() }
                items = Self.items(of: staged ?? [], places, on: known)
                asKnown = .keepAsStaged(drive: VisibleText.escaped(known.name))
            } else {
                isListed = true
                items = try await listed(places, on: known)
                asKnown = .keepAsListed(
                    drive: VisibleText.escaped(known.name), when: Moment.exact(known.syncedAt))
            }
            if items.isEmpty { continue }
            if found.count + items.count > Self.itemsMax {
                throw Failure(.refused, .keepTooMany(limit: Self.itemsMax))
            }
            found += await fresh(items, known, opening, orElse: asKnown)
        }
        let unmet = places.filter { place in !found.contains { place.holds($0) } }
        let wasListed = isListed
        try Unmet(places: unmet, isAll: true).demand { names in
            wasListed
                ? .keepUnmetListed(names: names, command: .sync) : .keepUnmetStaged(names: names)
        }
        return found
    }

    /// The items at `places` and below them that the last listing of `known` has, by path.
    private func listed(
        _ places: [ItemSelection.Place], on known: LedgerDrive
    ) async throws(Failure) -> [ItemValues] {
        let listing = try await listing(of: known)
        let rows = (0..<listing.count).filter { row in
            let path = listing.path(row)
            return places.contains { $0.holds(drive: known.name, path: path) }
        }
        let ordered = rows.sorted {
            listing.path($0).utf8.lexicographicallyPrecedes(listing.path($1).utf8)
        }
        return ordered.map(listing.values)
    }

    private func listing(of known: LedgerDrive) async throws(Failure) -> Listing {
        try await builderOfListing(of: known).finish()
    }

    /// The items of `known` as they were listed last.
    private func builderOfListing(of known: LedgerDrive) async throws(Failure) -> ListingBuilder {
        let kind = DriveKind(rawValue: known.kind) ?? .listing
        let runner = Runner(
            ledger: session.ledger, actor: "person", clock: { SystemClock.now() },
            openDrive: { known async throws(DriveError) in
                throw DriveError(
                    operation: .open, message: String(clause: "'\(known.name)' is not needed"))
            }, readRules: RulesFiles().reader)
        do throws(RunnerError) {
            var synced = try await runner.offline(known.name, kind: kind)
            return synced.builder.take()
        } catch {
            throw Failure(error)
        }
    }

    /// The items as the drive has them now, where it can be asked: a person means what is there,
    /// and a decision holds only as long as the content is the same. `note` is said where it cannot.
    private func fresh(
        _ items: [ItemValues], _ known: LedgerDrive, _ opening: DriveOpening?, orElse note: Phrase
    ) async -> [RecordedItem] {
        var now = items
        if let drive = try? await opening?.drive(known),
            let identity = try? await drive.identity().description, identity == known.identity,
            let checks = try? await drive.recheck(items)
        {
            for (index, check) in checks.enumerated() {
                switch check {
                case .unchanged(let values), .changed(_, now: let values):
                    var values = values
                    values.drive = known.name
                    values.id = values.id ?? items[index].id
                    now[index] = values
                case .gone, .missing, .unanswered: break
                }
            }
        } else if !isQuiet {
            Host.note(.lineNote(text: note))
        }
        return now.map { RecordedItem($0, drive: known.name) }
    }

    /// The entries of the newest plan that a rule decided: a decision about one of them counts for
    /// the trial of its rule.
    private func entriesOfNewestPlan() async -> [ItemKey: PlanEntry] {
        guard let plan = try? await session.ledger.newestPlan(),
            let record = try? await session.ledger.record(ofPlan: plan.id)
        else { return [:] }
        return Dictionary(
            record.entries.map { (ItemKey($0.item), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What was named and is nowhere.
    package struct Unmet {
        fileprivate let places: [ItemSelection.Place]
        /// Whether nothing else was named.
        fileprivate let isAll: Bool

        /// Throws what `phrase` says of the names, if there are any.
        package func demand(_ phrase: (Phrase) -> Phrase) throws(Failure) {
            if places.isEmpty { return }
            throw Failure(isAll ? .failed : .partial, phrase(.names(places.map(\.text))))
        }
    }
}
