// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
package import PlanRunner
internal import Plans
internal import Reports
package import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

/// Brings rules and items together and makes a plan.
package struct PlanMaker {
    let rules: LoadedRules
    let now: Timestamp
    let isQuiet: Bool
    /// The state whose decisions and counts have a part in the plan; nil for none.
    package var state: StateSession?

    /// Makes plans by `rules` as of `now`, with what people decided in `state`.
    package init(rules: LoadedRules, now: Timestamp, isQuiet: Bool, state: StateSession? = nil) {
        self.rules = rules
        self.now = now
        self.isQuiet = isQuiet
        self.state = state
    }

    /// The plan over `items`, with the content of files compared where a rule needs it.
    package func plan(over items: LoadedItems) async throws(Failure) -> PlanHeader {
        let findings = SupplyCheck.diagnostics(rules.file, drives: items.listing.drives)
        RulesLoader.report(findings, rules.sources)
        if findings.contains(where: { $0.severity == .error }) { throw Failure(.invalidRules) }
        var input = PlanInput(
            listing: items.listing, ruleFile: rules.file, now: now, timeZone: try rules.timeZone)
        input.parts = items.parts
        try await addPairs(of: items, to: &input)
        try await addProof(of: items, to: &input)
        var note: DecisionsNote?
        if let state { note = try await remember(state, items, &input) }
        let applying = Progress(.progressApplying, isQuiet: isQuiet)
        defer { applying.finish() }
        let planner = try planner(input)
        let request = planner.contentRequest()
        applying.finish()
        let evidence = try await evidence(request, items)
        let judging = Progress(.progressApplying, isQuiet: isQuiet)
        let plan = planner.plan(evidence: evidence)
        judging.finish()
        RulesLoader.report(plan.findings, rules.sources)
        let totals = PlanTotals(plan)
        var header = PlanHeader(
            plan: plan, totals: totals, limits: LimitOutcome.outcomes(plan, totals),
            rulesDigest: rules.digest, rulesName: rules.name, identities: items.identities,
            warnings: rules.warnings + findings + plan.findings)
        header.tool = "cleanrules \(Version.text)"
        header.rulesPath = rules.absolutePath
        header.reversals = items.drives.compactMapValues { $0 as? any DeletingDrive }
            .mapValues { drive in
                Dictionary(
                    uniqueKeysWithValues: DeletionMethod.allCases.map {
                        ($0, drive.reversal(of: $0))
                    })
            }
        header.remembered = items.remembered
        header.roots = items.roots
        header.decisions = note
        let looks = items.coverage.total
        if rules.file.asksWhatPicturesShow, looks.eligible > 0 {
            header.looks = PlanHead.Looks(looks, groups: plan.similarGroupCount())
        }
        if let state {
            header.takenBack = try await takenBack(of: plan, items, state)
            header.readingSpeeds = try await readingSpeeds(header, state)
        }
        return header
    }

    /// What the rules say of `items` as far as the listing tells: nothing else is read, nothing is kept,
    /// and what is found is not said.
    package func verdicts(
        over items: LoadedItems
    ) async throws(Failure) -> (plan: Plan, needsContents: Bool) {
        var input = PlanInput(
            listing: items.listing, ruleFile: rules.file, now: now, timeZone: try rules.timeZone)
        input.parts = items.parts
        try await addPairs(of: items, to: &input)
        try await addProof(of: items, to: &input)
        if let state { _ = try await remember(state, items, &input) }
        let planner = try planner(input)
        let needsContents = !planner.contentRequest().isEmpty
        let classes = ContentClasses(rowCount: items.listing.count)
        return (planner.plan(evidence: ContentEvidence(classes: classes)), needsContents)
    }

    /// How fast what has to be downloaded came the last time, by the name of its drive.
    private func readingSpeeds(
        _ header: PlanHeader, _ state: StateSession
    ) async throws(Failure) -> [String: ReadingSpeed] {
        var speeds: [String: ReadingSpeed] = [:]
        let runner = state.runner(rules, actor: "plan")
        for (name, _) in header.proof.downloads {
            guard let identity = header.identities[name] else { continue }
            speeds[name] = try await state.running { () async throws(RunnerError) in
                try await runner.readingSpeed(ofDrive: identity)
            }
        }
        return speeds
    }

    /// Which pictures look alike, as the state keeps it; without one the plan finds out by itself.
    private func addPairs(
        of items: LoadedItems, to input: inout PlanInput
    ) async throws(Failure) {
        guard let state, rules.file.groupsPictures else { return }
        if !items.lookNumbers.isEmpty {
            let kept = try await state.asking { ledger async throws(LedgerError) in
                try await ledger.lookPairs()
            }
            input.photoPairs = PhotoPairs(
                items.listing, numbers: items.lookNumbers, kept: kept)
        }
        // What the state keeps leaves them out already.
        if input.photoPairs != nil { return }
        input.unlike = items.rows(
            of: try await state.asking { ledger async throws(LedgerError) in
                try await ledger.unlikePairs()
            })
    }

    /// How far rules that may delete pictures by their looks have proved themselves with the state.
    private func addProof(
        of items: LoadedItems, to input: inout PlanInput
    ) async throws(Failure) {
        input.contradictions = items.coverage.contradictions
        guard let state else { return }
        let asking = rules.file.rules.filter { $0.mayDeleteUnseen(rules.file.defaults) }
        if asking.isEmpty { return }
        let groups = try await state.asking { ledger async throws(LedgerError) in
            try await ledger.decidedGroups()
        }
        var proof = LookProof(present: Set(items.lookNumbers.keys))
        for rule in asking { proof.decidedGroups[rule.id] = groups[rules.ruleDigest(rule)] }
        input.lookProof = proof
    }

    private func planner(_ input: PlanInput) throws(Failure) -> Planner {
        do throws(PlanError) {
            return try Planner(input)
        } catch {
            throw Failure(.invalidRules, error.clause.mappingTexts(VisibleText.escaped))
        }
    }

    /// What people decided before, and how much of a trial is over.
    private func remember(
        _ state: StateSession, _ items: LoadedItems, _ input: inout PlanInput
    ) async throws(Failure) -> DecisionsNote {
        let (decisions, known) = try await state.asking { ledger async throws(LedgerError) in
            (try await ledger.decisions(), try await ledger.drives())
        }
        let decided = PlacedDecisions(
            decisions, on: items.identities, in: items.listing,
            besides: known.map(\.identity))
        let holding = PastDecision.holding(
            decided.placed.map { PastDecision($0) }, in: items.listing, now: now)
        input.decisions = holding.mapValues { decided.placed[$0].verdict }
        // One that no longer holds was not carried over, wherever its item is found.
        let held = Set(holding.values.map { decided.placed[$0].number })
        var note = DecisionsNote(
            holding: holding.count, carried: decided.carried.intersection(held).count,
            unplaced: decided.unplaced)
        let carried = CarriedDecisions(
            decisions, placed: decided, on: items.identities, in: items.listing, now: now)
        note.carriedOver = (
            carried.count(.holds), carried.count(.conflict), carried.count(.notFound)
        )
        input.decidedBefore = Self.decidedBefore(carried, items.listing)
        let counts = try await state.asking { ledger async throws(LedgerError) in
            try await ledger.decidedCounts()
        }
        var counted: [String: Int64] = [:]
        if rules.file.review.trial != nil, !counts.isEmpty {
            for rule in rules.file.rules { counted[rule.id] = counts[rules.ruleDigest(rule)] }
        }
        input.decidedDeletions = counted
        input.lastFileCounts = items.remembered?.lastFileCounts ?? [:]
        return note
    }

    /// The rows of items that were decided to stay over saved pages, and have changed since.
    private static func decidedBefore(
        _ carried: CarriedDecisions, _ listing: Listing
    ) -> Set<Int> {
        let contested = carried.entries.filter { entry in
            entry.fate == .conflict && entry.decision.verdict != .delete
        }
        if contested.isEmpty { return [] }
        let wanted = Set(contested.flatMap(\.now).map { ReviewCatalog.Key($0.drive, $0.id) })
        return Set(
            (0..<listing.count).filter { row in
                wanted.contains(ReviewCatalog.Key(listing.driveName(row), listing.id(row)))
            })
    }

    /// When the deletions of `plan` were taken back the last time, by row; for those that were.
    private func takenBack(
        of plan: Plan, _ items: LoadedItems, _ state: StateSession
    ) async throws(Failure) -> [Int: Timestamp] {
        let runner = state.runner(rules, actor: "plan")
        let takenBack = try await state.running { () async throws(RunnerError) in
            try await TakenBack(runner)
        }
        if takenBack.isEmpty { return [:] }
        var digests: [String: String] = [:]
        var found: [Int: Timestamp] = [:]
        for row in 0..<plan.listing.count where plan.verdict(row) == .delete {
            let name = plan.listing.driveName(row)
            guard let identity = items.identities[name] else { continue }
            var digest: String?
            if let rule = plan.rule(row) {
                digest = digests[rule.id] ?? rules.ruleDigest(rule)
                digests[rule.id] = digest
            }
            found[row] = takenBack.instant(
                RecordedItem(plan.listing.values(row), drive: name), identity, ruleDigest: digest)
        }
        return found
    }

    // MARK: Contents

    private func evidence(
        _ request: ContentRequest, _ items: LoadedItems
    ) async throws(Failure) -> ContentEvidence {
        var evidence = ContentEvidence()
        if request.isEmpty { return evidence }
        let listing = items.listing
        let classes = ContentClasses(rowCount: listing.count)
        for (name, drive) in items.drives.sorted(by: { $0.key < $1.key }) {
            let groups = request.comparisons.filter { $0.first.map(listing.driveName) == name }
            if !groups.isEmpty {
                let progress = Progress(
                    .progressComparing(drive: VisibleText.escaped(name)),
                    items: groups.reduce(0) { $0 + $1.count }, isQuiet: isQuiet)
                let found = try await calling(progress, items) { report async throws(DriveError) in
                    try await drive.contentClasses(of: groups, in: listing, progress: report)
                }
                guard let found else { continue }
                warn(found.problems) { .planUncompared(n: $0) }
                for group in groups {
                    // Classes count within one drive: numbers of different drives may meet.
                    for row in group { classes[row] = found.classes[row] }
                }
            }
            for (algorithm, rows) in request.hashes {
                let own = rows.filter { listing.driveName($0) == name }
                if own.isEmpty { continue }
                for (row, hash) in try await hashes(of: own, algorithm, on: drive, items) {
                    evidence.hashes[algorithm, default: [:]][row] = hash
                }
            }
        }
        evidence.classes = classes
        return evidence
    }

    /// The hashes of `rows`, which lie on `drive`: those that an earlier plan read, and fresh ones
    /// for the rest.
    private func hashes(
        of rows: [Int], _ algorithm: HashAlgorithm, on drive: any Drive, _ items: LoadedItems
    ) async throws(Failure) -> [Int: String] {
        let cache = HashCache(state: state, drive: drive.name, algorithm: algorithm)
        var known = try await cache.hashes(of: rows, in: items.listing)
        let unknown = rows.filter { known[$0] == nil }
        if unknown.isEmpty { return known }
        let progress = Progress(
            .progressHashing(drive: VisibleText.escaped(drive.name)), items: unknown.count,
            bytes: unknown.reduce(0) { $0 &+ max(0, items.listing.size[$1]) }, isQuiet: isQuiet)
        let found = try await calling(progress, items) { report async throws(DriveError) in
            try await drive.contentHashes(
                of: unknown, algorithms: [algorithm], in: items.listing, progress: report)
        }
        guard let found else { return known }
        warn(found.problems) { .planUnhashed(n: $0) }
        var fresh: [Int: String] = [:]
        for (index, row) in unknown.enumerated() {
            fresh[row] = found.text(algorithm, at: index)
        }
        try await cache.keep(fresh, of: items.listing)
        known.merge(fresh) { _, new in new }
        return known
    }

    /// What the drive answers. A drive that is only known by its last listing may be out of reach:
    /// then there is no answer, and what is not compared stays.
    private func calling<Value>(
        _ progress: Progress, _ items: LoadedItems,
        _ call: (@escaping DriveProgressHandler) async throws(DriveError) -> Value
    ) async throws(Failure) -> Value? {
        defer { progress.finish() }
        do throws(DriveError) {
            return try await call { progress.show(items: $0.items, bytes: $0.bytes) }
        } catch {
            let failure = Failure(error)
            guard items.remembered?.isOffline == true else { throw failure }
            Host.warn(.planNotCompared(why: failure.phrase ?? .verbatim("")))
            return nil
        }
    }

    private func warn(_ problems: DriveProblems, _ what: (Int) -> Phrase) {
        for problem in problems.kept.prefix(10) {
            Host.warn(problem.phrase)
        }
        if problems.count > 0 { Host.warn(what(problems.count)) }
    }
}
