// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Reports
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Wording

/// What the last listings say of the items of a plan, and how the conditions of its rules came out.
///
/// The listings are read once a plan, at the first question.
actor ReviewCatalog {
    private let session: StateSession
    let rules: LoadedRules
    private var known: (plan: String, catalog: Catalog)?
    private var reading: Task<Catalog, Never>?

    /// The listings of one plan.
    struct Catalog: Sendable {
        var plan: Plan?
        var rows: [Key: Int] = [:]
        var places: [String: [String: String]] = [:]
        var conflicts = CarriedConflicts()
        /// The rows of items that a person keeps, or has put off.
        var kept: Set<Int> = []
        /// The numbers of the drives whose items say which albums they are in.
        var drivesWithAlbums: Set<Int> = []

        /// The row of an item; nil where the listings have it no more.
        func row(_ item: RecordedItem) -> Int? { rows[Key(item.drive, item.id)] }

        /// Everything that is known of `row` of `listing`, as it is alone: what says nothing of albums
        /// among others that do is in none.
        func values(_ row: Int, in listing: Listing) -> ItemValues {
            var values = listing.values(row)
            if values.albums == nil, drivesWithAlbums.contains(listing.drive(row)) {
                values.albums = []
            }
            return values
        }
    }

    struct Key: Hashable, Sendable {
        let bytes: [UInt8]

        init(_ drive: String, _ id: String) {
            bytes = Array(drive.utf8) + [0] + Array(id.utf8)
        }
    }

    init(session: StateSession, rules: LoadedRules) {
        self.session = session
        self.rules = rules
    }

    /// What can be said of the item of `entry`, which stands in the plan of `record`.
    func details(_ entry: ReviewItem, _ record: LedgerPlan) async -> ReviewDetails {
        let catalog = await catalog(of: record)
        var details = ReviewDetails()
        let item = entry.item
        let rule = rules.file.rules.first { $0.id == entry.reviewed.rule }
        details.ruleText = rule?.why
        details.reasonText = ExplanationText.result(
            entry.reason, entry.verdict, rule: entry.reviewed.rule, why: nil)
        if let settings = catalog.places[item.drive], let root = settings[DriveSettings.root],
            settings[Self.kindKey] == DriveKind.local.rawValue
        {
            details.place = (root == "/" ? "" : root) + item.path
        }
        guard let plan = catalog.plan, let row = catalog.rows[Key(item.drive, item.id)] else {
            return details
        }
        let values = plan.listing.values(row)
        let zone = (try? rules.timeZone) ?? .machine
        details.decided = catalog.conflicts.phrase(item, modified: values.modified, zone)
        details.taken = values.taken
        details.created = values.created
        details.width = values.width.map { Int($0) }
        details.height = values.height.map { Int($0) }
        details.camera = values.camera.map(CameraName.shown)
        if let albums = values.albums, !albums.isEmpty {
            details.album = albums.joined(separator: ", ")
        }
        details.isShared = values.shared
        if let rule = Explanation(plan, row: row).rules.first(where: {
            $0.rule.id == entry.reviewed.rule
        }) {
            if let match = rule.match { details.conditions += Self.lines(match, 0, false) }
            if let unless = rule.unless { details.conditions += Self.lines(unless, 0, true) }
        }
        return details
    }

    /// Everything that is known of `entries`, for rules to be asked about.
    func values(_ entries: [ReviewItem], _ record: LedgerPlan) async -> [ItemValues] {
        let catalog = await catalog(of: record)
        return entries.map { entry in
            let item = entry.item
            guard let plan = catalog.plan, let row = catalog.rows[Key(item.drive, item.id)] else {
                return item.values
            }
            var values = catalog.values(row, in: plan.listing)
            values.drive = item.drive
            return values
        }
    }

    /// The items that `queries` name, each with why it stays; nil where it is none that stays.
    ///
    /// One pass over the listings, whatever is asked for.
    func kept(
        _ queries: [ReviewQuery], _ record: LedgerPlan
    ) async -> [(values: ItemValues, reason: Reason, sentence: Phrase)?] {
        let catalog = await catalog(of: record)
        guard let plan = catalog.plan else { return queries.map { _ in nil } }
        let wanted = Set(queries.map(\.key))
        var rows: [ReviewQuery.Key: Int] = [:]
        let listing = plan.listing
        for row in 0..<listing.count where plan.verdict(row) == .keep {
            let keys = ReviewQuery.keys(
                drive: listing.driveName(row), id: listing.id(row), path: listing.path(row))
            for key in keys where wanted.contains(key) { rows[key] = row }
        }
        return queries.map { query in
            rows[query.key].map { row in
                var values = catalog.values(row, in: listing)
                values.drive = listing.driveName(row)
                let rule = plan.rule(row)
                let sentence = ExplanationText.result(
                    plan.reason(row), .keep, rule: rule?.id, why: rule?.why)
                return (values, plan.reason(row), sentence)
            }
        }
    }

    private static let kindKey = "kind"

    /// How many conditions a card shows.
    private static let conditionsMax = 40

    private static func lines(
        _ condition: ConditionExplanation, _ depth: Int, _ isException: Bool
    ) -> [ReviewCondition] {
        let line = ReviewCondition(
            outcome: condition.outcome, text: condition.text,
            actual: condition.parts.isEmpty ? condition.actual : nil, depth: depth,
            isException: isException)
        var lines = [line]
        for part in condition.parts where lines.count < conditionsMax {
            lines += Self.lines(part, depth + 1, isException)
        }
        return Array(lines.prefix(conditionsMax))
    }

    // MARK: The listings

    func catalog(of record: LedgerPlan) async -> Catalog {
        if let known, known.plan == record.id { return known.catalog }
        // Cards that are asked for at once wait for one reading.
        if let reading, readingPlan == record.id { return await reading.value }
        let task = Task { await read(record) }
        reading = task
        readingPlan = record.id
        let catalog = await task.value
        known = (record.id, catalog)
        return catalog
    }

    private var readingPlan: String?

    private func read(_ record: LedgerPlan) async -> Catalog {
        var catalog = Catalog()
        let drives = (try? await session.ledger.drives()) ?? []
        let runner = session.runner(rules, actor: "person")
        var builder = ListingBuilder()
        for drive in drives where record.driveIdentities[drive.name] == drive.identity {
            var settings = drive.settings
            settings[Self.kindKey] = drive.kind
            catalog.places[drive.name] = settings
            guard
                var synced = try? await runner.offline(
                    drive.name, kind: DriveKind(rawValue: drive.kind) ?? .listing)
            else { continue }
            guard (try? builder.append(contentsOf: synced.builder.take())) != nil else { continue }
        }
        let listing = await withLooks(builder.finish(), record)
        catalog.drivesWithAlbums = listing.drivesWithAlbums()
        for row in 0..<listing.count {
            catalog.rows[Key(listing.driveName(row), listing.id(row))] = row
        }
        let decisions = (try? await session.ledger.decisions()) ?? []
        catalog.conflicts = CarriedConflicts(
            decisions, on: record.driveIdentities, in: listing, now: session.clock.now())
        catalog.kept = kept(decisions, record, in: listing)
        if let zone = try? rules.timeZone {
            let input = PlanInput(
                listing: listing, ruleFile: rules.file, now: record.created, timeZone: zone)
            catalog.plan = try? Planner(input).plan()
        }
        return catalog
    }

    /// The rows of the items that `decisions` keep still, or put off.
    private func kept(
        _ decisions: [DecisionRecord], _ record: LedgerPlan, in listing: Listing
    ) -> Set<Int> {
        let placed = PlacedDecisions(decisions, on: record.driveIdentities, in: listing).placed
        let holding = PastDecision.holding(
            placed.map { PastDecision($0) }, in: listing, now: session.clock.now())
        return Set(holding.filter { placed[$0.value].verdict != .delete }.keys)
    }

    /// `listing` with what was seen of its pictures; as it is where that cannot be told.
    private func withLooks(_ listing: Listing, _ record: LedgerPlan) async -> Listing {
        guard let zone = try? rules.timeZone, let looks = try? await session.ledger.looks(),
            let seen = try? LookAttachment(looks, zone: zone).attached(
                to: listing, identities: record.driveIdentities)
        else { return listing }
        return seen.listing
    }
}
