// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PhotoLooks
import PlanRunner
import Plans
import RuleEngine
import StateLedger
import Testing
import Wording

/// Drives, rules, a state file and a clock that only tests move, with a runner over them.
final class RunnerWorld: Sendable {
    private struct State {
        var now: Int64
        var drives: [any DeletingDrive]
        var away: Set<String> = []
        var alarmed: Set<String> = []
        var alike: [Set<String>] = []
        var file: RuleFile
        var elsewhere: [String: RuleFile?] = [:]
        var timeZone: RuleTimeZone
        var ledger: Ledger
        var relook: PictureRelook?
        var inputChange: (@Sendable (inout PlanInput) throws -> Void)?
    }

    private let state: Lock<State>
    /// Told of every step between two things that can be lost.
    let witness = Witness()

    /// 2026-01-15T12:00:00Z, a day like any other.
    static let start: Int64 = 1_768_478_400

    /// A world with `drives`; the state file is in memory unless `statePath` names one.
    init(
        _ file: RuleFile, drives: [any DeletingDrive], statePath: String? = nil,
        timeZone: RuleTimeZone = .utc, now: Int64 = RunnerWorld.start
    ) throws {
        let instant = Timestamp(secondsSinceEpoch: now)
        var options = LedgerOptions()
        options.waitSeconds = 0.02
        options.beforeCommit = { [witness] in witness.step("commit") }
        let ledger =
            try statePath.map { try Ledger.open(path: $0, now: instant, options: options) }
            ?? Ledger.inMemory(now: instant, options: options)
        state = Lock(
            State(now: now, drives: drives, file: file, timeZone: timeZone, ledger: ledger))
    }

    // MARK: What tests change

    /// Seconds since 1970 by the clock of this world.
    var now: Int64 {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    var instant: Timestamp { Timestamp(secondsSinceEpoch: now) }

    /// The rules as they are now.
    var file: RuleFile {
        get { state.withLock { $0.file } }
        set { state.withLock { $0.file = newValue } }
    }

    /// Rules files at other paths than `RulesInForce.path` of this world, or at it in the place of
    /// `file`; nil for one that cannot be read.
    var elsewhere: [String: RuleFile?] {
        get { state.withLock { $0.elsewhere } }
        set { state.withLock { $0.elsewhere = newValue } }
    }

    var timeZone: RuleTimeZone { state.withLock { $0.timeZone } }

    var rules: RulesInForce { RulesInForce(file, timeZone: timeZone) }

    /// The drives that can be opened.
    var drives: [any DeletingDrive] {
        get { state.withLock { $0.drives } }
        set { state.withLock { $0.drives = newValue } }
    }

    /// The names of drives that cannot be opened for now.
    var away: Set<String> {
        get { state.withLock { $0.away } }
        set { state.withLock { $0.away = newValue } }
    }

    /// Drives whose canaries are missing.
    var alarmed: Set<String> {
        get { state.withLock { $0.alarmed } }
        set { state.withLock { $0.alarmed = newValue } }
    }

    /// The paths of pictures that look alike, two and two.
    var alike: [Set<String>] {
        get { state.withLock { $0.alike } }
        set { state.withLock { $0.alike = newValue } }
    }

    /// The state file.
    var ledger: Ledger {
        get { state.withLock { $0.ledger } }
        set { state.withLock { $0.ledger = newValue } }
    }

    /// Looks at pictures anew before they go.
    var relook: PictureRelook? {
        get { state.withLock { $0.relook } }
        set { state.withLock { $0.relook = newValue } }
    }

    /// What is known besides when a plan is made.
    var inputChange: (@Sendable (inout PlanInput) throws -> Void)? {
        get { state.withLock { $0.inputChange } }
        set { state.withLock { $0.inputChange = newValue } }
    }

    // MARK: The runner

    /// A runner as a new process would have it.
    func runner(
        failpoint: @escaping @Sendable (Runner.Failpoint) -> Void = { _ in }
    ) -> Runner {
        Runner(
            ledger: ledger, actor: "test",
            clock: { [self] in
                witness.step("clock")
                return instant
            },
            openDrive: { [self] known async throws(DriveError) in
                witness.step("open")
                return try opened(known.name)
            },
            canaryDoubt: { [self] name in
                alarmed.contains(name)
                    ? CanaryDoubt(Canary(file: "/canary", sha256: ""), unseen: "it is away") : nil
            },
            relook: relook,
            readRules: { [self] path async throws(RunnerError) in
                witness.step("rules")
                return try rules(at: path)
            },
            failpoint: { [witness] point in
                witness.step(point.rawValue)
                failpoint(point)
            })
    }

    /// The rules in the file at `path`, as they are now.
    func rules(at path: String) throws(RunnerError) -> RulesInForce {
        guard let file = elsewhere[path] ?? (path == rules.path ? file : nil) else {
            throw RunnerError(.rules, Phrase.verbatim("there is no such file"))
        }
        var found = RulesInForce(file, timeZone: timeZone)
        found.path = path
        return found
    }

    private func opened(_ name: String) throws(DriveError) -> any DeletingDrive {
        let found: (any DeletingDrive)? = state.withLock { state in
            if state.away.contains(name) { return nil }
            return state.drives.first { $0.name.utf8.elementsEqual(name.utf8) }
        }
        guard let found else {
            throw DriveError(
                operation: .open, recourse: .retry(afterSeconds: 60), message: "it is away")
        }
        return found
    }

    /// Lists all drives and makes them known to the state file.
    func sync() async throws -> Listing {
        var builder = ListingBuilder()
        for drive in drives {
            let listed = try await drive.list(progress: nil)
            try await ledger.saveCatalog(
                LedgerDrive(
                    name: drive.name, kind: drive.kind.rawValue,
                    identity: try await drive.identity().description, settings: [:],
                    syncedAt: instant, itemCount: 0, fileCount: 0),
                parts: [])
            try builder.append(contentsOf: listed.builder)
        }
        return builder.finish()
    }

    /// Makes a plan over what is there now and keeps it; `change` may spoil its entries.
    @discardableResult
    func plan(
        exceeding limits: [String] = [], _ change: (inout SpoiltEntry) -> Void = { _ in }
    ) async throws -> LedgerPlan {
        try await plan(over: try await sync(), exceeding: limits, change)
    }

    /// Makes a plan over `listing` and keeps it; `change` may spoil its entries.
    @discardableResult
    func plan(
        over listing: Listing, exceeding limits: [String] = [],
        _ change: (inout SpoiltEntry) -> Void = { _ in }
    ) async throws -> LedgerPlan {
        let rules = rules
        var input = PlanInput(
            listing: listing, ruleFile: rules.file, now: instant, timeZone: timeZone, threads: 1)
        input.decisions = try await decisions(in: listing)
        if !alike.isEmpty { input.photoPairs = photoPairs(in: listing) }
        try inputChange?(&input)
        let planner = try Planner(input)
        let plan = planner.plan(evidence: try await evidence(planner.contentRequest(), listing))
        let header = PlanHeader(
            plan: plan, totals: PlanTotals(plan), limits: [], rulesDigest: rules.digest,
            rulesName: rules.path, identities: [:], warnings: [])
        let kept = header.record()
        let written = PlanDocument(kept).bytes()
        let document = try SpoiltEntry.spoilt(written, change)
        let number = try await ledger.plans(most: 10_000).count
        var identities: [String: String] = [:]
        for drive in drives { identities[drive.name] = try await drive.identity().description }
        let totals = PlanTotals(plan)
        var record = LedgerPlan(
            id: "p-\(sha256("\(number) \(now)").prefix(12))", created: instant,
            expires: Timestamp(secondsSinceEpoch: now + day), rulesDigest: rules.digest,
            rulesPath: rules.path, driveIdentities: identities,
            deleteCount: totals.delete.items, deleteBytes: totals.delete.bytes,
            reviewCount: totals.review.items, reviewBytes: totals.review.bytes,
            exceededLimits: limits,
            documentDigest: sha256(String(decoding: document, as: UTF8.self)))
        for drive in try await ledger.drives() { record.driveCursors[drive.name] = drive.cursor }
        // What is spoilt is kept as text, as earlier versions kept all plans.
        let pieces = document == written ? try kept.stored() : [document]
        try await ledger.savePlan(record, pieces: pieces, at: instant)
        return record
    }

    private func photoPairs(in listing: Listing) -> PhotoPairs {
        let numbers = Column<UInt32>(repeating: 0, count: listing.count)
        var rows: [String: Int] = [:]
        for row in 0..<listing.count {
            numbers[row] = UInt32(row + 1)
            rows[listing.path(row)] = row
        }
        let pair = PhotoPair(marks: 4, turn: .upright, correlation: 0.999, block: 0.03)
        return PhotoPairs(
            numbers: numbers, lookCount: listing.count,
            found: alike.compactMap { paths in
                let found = paths.compactMap { rows[$0] }.sorted()
                guard found.count == 2 else { return nil }
                return FoundPair(first: found[0], second: found[1], pair: pair)
            })
    }

    private func decisions(in listing: Listing) async throws -> [Int: Decision] {
        var found: [Int: Decision] = [:]
        for decision in try await ledger.decisions() {
            let item = decision.item
            for row in 0..<listing.count
            where listing.driveName(row) == item.drive && listing.id(row) == item.id {
                found[row] = decision.verdict
            }
        }
        return found
    }

    private func evidence(
        _ request: ContentRequest, _ listing: Listing
    ) async throws -> ContentEvidence {
        var evidence = ContentEvidence()
        let classes = ContentClasses(rowCount: listing.count)
        for drive in drives {
            let groups = request.comparisons.filter {
                $0.first.map(listing.driveName) == drive.name
            }
            let found = try await drive.contentClasses(of: groups, in: listing, progress: nil)
            for group in groups { for row in group { classes[row] = found.classes[row] } }
            for (algorithm, rows) in request.hashes {
                let own = rows.filter { listing.driveName($0) == drive.name }
                let found = try await drive.contentHashes(
                    of: own, algorithms: [algorithm], in: listing, progress: nil)
                for (index, row) in own.enumerated() {
                    evidence.hashes[algorithm, default: [:]][row] = found.text(
                        algorithm, at: index)
                }
            }
        }
        evidence.classes = classes
        return evidence
    }

    /// A consent that covers everything.
    static let everything: StagingConsent = {
        var consent = StagingConsent()
        consent.allowsNoWindow = true
        consent.allowsPermanent = true
        return consent
    }()

    /// Stages `plan`.
    @discardableResult
    func stage(
        _ plan: LedgerPlan, consent: StagingConsent = RunnerWorld.everything
    ) async throws -> StagingOutcome {
        let runner = runner()
        let proposal = try await runner.proposal(plan, rules: rules, consent: consent)
        return try await runner.stage(proposal)
    }

    /// Makes a plan over what is there now and stages it.
    @discardableResult
    func stageAll() async throws -> LedgerPlan {
        let plan = try await plan()
        try await stage(plan)
        return plan
    }

    /// Executes what is due.
    @discardableResult
    func execute(_ options: ExecutionOptions = ExecutionOptions()) async throws -> ExecutionReport {
        var options = options
        let shouldStop = options.shouldStop
        options.shouldStop = { [witness] in
            witness.step("stop?")
            return shouldStop()
        }
        return try await runner().execute(rules: rules, options: options)
    }

    /// Executes what is due, deletions for good as well.
    @discardableResult
    func executeForGood() async throws -> ExecutionReport {
        var options = ExecutionOptions()
        options.allowsPermanent = true
        return try await execute(options)
    }

    /// Takes back what `selection` names.
    @discardableResult
    func undo(_ selection: UndoSelection) async throws -> UndoOutcome {
        try await ledger.undo(selection, actor: "test", at: instant)
    }

    /// Decides about the item at `path`.
    @discardableResult
    func decide(
        _ verdict: Decision, _ path: String, drive: String = "main", until: Int64? = nil
    ) async throws -> [StagedItem] {
        let listing = try await sync()
        let row = try #require(
            (0..<listing.count).first {
                listing.driveName($0) == drive && listing.path($0) == path
            })
        let values = listing.values(row)
        var item = RecordedItem(drive: drive, id: listing.id(row), path: path, type: values.type)
        item.size = values.size
        item.modified = values.modified?.secondsSinceEpoch
        item.eTag = values.eTag
        let identity = try await drives.first { $0.name == drive }?.identity().description
        return try await ledger.decide(
            [
                DecisionRecord(
                    item: item, driveIdentity: identity ?? "", verdict: verdict,
                    until: until.map { Timestamp(secondsSinceEpoch: $0) }, decidedAt: instant,
                    day: today, source: "command")
            ], at: instant)
    }

    /// The local day by the clock.
    var today: String { timeZone.day(at: instant).text }
}
