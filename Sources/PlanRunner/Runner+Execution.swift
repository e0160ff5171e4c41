// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger
internal import Wording

extension Runner {
    /// Deletes what is due, in the order of the quota, batch by batch.
    ///
    /// Of each batch: a fresh look at every item, the rules in force asked again, the intent
    /// recorded, the deletion, the outcome recorded. The caller holds the runner's lock.
    ///
    /// While the brake is on, only what was begun earlier is asked about; one that comes on meanwhile
    /// stops the walk within a second, or when the request is answered that is under way.
    package func execute(
        rules: RulesInForce, options: ExecutionOptions
    ) async throws(RunnerError) -> ExecutionReport {
        var report = ExecutionReport()
        let watch = BrakeWatch(over: ledger, and: options.otherBrake)
        defer { watch.end() }
        var watched = options
        watched.watch = watch
        watched.shouldStop = { options.shouldStop() || watch.brake != nil }
        do throws(RunnerError) {
            try await noteUse(of: rules.file)
            failpoint(.beforeRecovery)
            // To ask what became of what was begun deletes nothing.
            report.recovered = try await recover()
            if try await !isBraked(watch) {
                try await execute(rules: rules, options: watched, &report)
            }
        } catch {
            throw error.following(deletions: report.recordedDeletions)
        }
        report.brake = watch.brake
        return report
    }

    /// Whether nothing more is to be begun: the caller says so, or the brake is on by now.
    func isStopped(_ options: ExecutionOptions) async throws(RunnerError) -> Bool {
        if let watch = options.watch, try await isBraked(watch) { return true }
        return options.shouldStop()
    }

    private func isBraked(_ watch: BrakeWatch) async throws(RunnerError) -> Bool {
        try await calling { _ async throws(LedgerError) in try await watch.look() }
        return watch.brake != nil
    }

    private func execute(
        rules: RulesInForce, options: ExecutionOptions, _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        try await resume(rules: rules, options: options, &report)
        try await purge(rules: rules, options: options, &report)
        let now = clock()
        let due = try await calling { ledger async throws(LedgerError) in
            try await ledger.dueNumbers(at: now)
        }
        let vain = try await vainQuestions()
        var todo: [Int64] = []
        var places = StagedPlaces()
        for page in due.pages {
            for item in try await stagedItems(page) {
                if isWaiting(item, options) {
                    report.waiting.append(item)
                } else if options.scope?.covers(item) ?? true {
                    if item.state == .held, vain.rests(item, at: now) {
                        report.handled.note(item)
                    } else {
                        todo.append(item.number)
                        try await places.take(item, self)
                    }
                }
            }
        }
        if todo.isEmpty {
            try await name(options, &report)
            return
        }
        let drives = try await drivesToDelete(at: places, options)
        var pass = ExecutionPass(runner: self, rules: rules, options: options, drives: drives)
        let readings = DriveReadings(pass.drives, tells: options.reading)
        do throws(RunnerError) {
            try await pass.run(todo)
        } catch {
            report.take(pass)
            await readings.end(self)
            throw error
        }
        report.take(pass)
        await readings.end(self)
        try await name(options, &report)
    }

    /// Names the items that were handled, as many as `options` ask for.
    private func name(
        _ options: ExecutionOptions, _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        report.items = []
        for page in report.handled.numbers(most: options.namedMax).pages {
            report.items += try await stagedItems(page)
        }
    }

    /// The items of these numbers, in their order.
    func stagedItems(_ numbers: ArraySlice<Int64>) async throws(RunnerError) -> [StagedItem] {
        try await calling { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: Array(numbers))
        }
    }

    func isWaiting(_ item: StagedItem, _ options: ExecutionOptions) -> Bool {
        if item.order.method != DeletionMethod.permanent.rawValue { return false }
        if !options.allowsPermanent { return true }
        return options.scope.map { !$0.covers(item) } ?? false
    }

    /// When an item that failed for the `attempt`th time is tried again: 1, 2, 4, 8 minutes later.
    func retry(after attempt: Int) -> Timestamp {
        let minutes = Int64(1) << Int64(min(max(attempt - 1, 0), 10))
        return Timestamp(secondsSinceEpoch: clock().secondsSinceEpoch + 60 * minutes)
    }
}

/// One walk over what is due. Its rules, drives and options do not change on the way.
struct ExecutionPass {
    let runner: Runner
    let rules: RulesInForce
    let options: ExecutionOptions
    let drives: ReadyDrives
    private(set) var sights: FirstSights
    private(set) var listed = ListedItems()
    /// The items handled so far.
    private(set) var handled = HandledItems()
    /// Folders that wait for something below them.
    private(set) var blocked: [StagedItem] = []
    /// How many deletions were recorded.
    private(set) var recordedDeletions = 0
    /// Why open requests were not repeated, by the numbers of their items.
    private(set) var objections: [Int64: String] = [:]
    /// Whether the caller stopped it.
    var wasStopped = false
    /// Why drives could not be asked for now.
    var outages: Set<Outage> = []

    /// The most items looked at and begun at once.
    static let batchMax = 500
    /// How many of the items that come next are looked through for what they will need.
    private static let aheadCountMax = 500
    /// The most items that are held at once where what the last listing says of them is looked up,
    /// once for all of these.
    private static let listedWindowMax = 10_000

    /// A walk that has not begun.
    init(
        runner: Runner, rules: RulesInForce, options: ExecutionOptions,
        drives: ReadyDrives, sights: FirstSights = FirstSights()
    ) {
        self.runner = runner
        self.rules = rules
        self.options = options
        self.drives = drives
        self.sights = sights
    }

    /// Handles the items of `numbers` in their order, as they stand when it is their turn; what the quota had reserved for items that then turned out
    /// to be changed goes to those that were deferred meanwhile.
    mutating func run(_ numbers: [Int64]) async throws(RunnerError) {
        var todo = numbers
        while !todo.isEmpty {
            var deferred: [Int64] = []
            var begun = 0
            var deleted = 0
            var rest = todo[...]
            while !rest.isEmpty {
                let done = try await run(window: rest.prefix(windowMax))
                if wasStopped { return }
                rest = rest.dropFirst(windowMax)
                deferred += done.deferred
                begun += done.begun
                deleted += done.deleted
            }
            if deferred.isEmpty || begun == deleted { return }
            todo = deferred
        }
    }

    /// The most items that are held at once.
    private var windowMax: Int {
        let usesListings = drives.all.contains { result in
            if case .success(let ready) = result { ready.drive.usesListings } else { false }
        }
        return usesListings ? Self.listedWindowMax : Ledger.pageSize
    }

    /// Handles the items of `window`, unless the caller stops it on the way.
    private mutating func run(window: ArraySlice<Int64>) async throws(RunnerError) -> Done {
        let items = try await take(window)
        var sum = Done()
        var start = 0
        while start < items.count {
            if try await runner.isStopped(options) { wasStopped = true }
            if wasStopped { return sum }
            let batch = nextBatch(items, from: start)
            start += batch.count
            let ahead = items[start...].prefix(Self.aheadCountMax)
            let done =
                try await isQuotaUsedUp()
                ? try await putOff(batch) : try await handle(batch, ahead: ahead)
            sum.deferred += done.deferred
            sum.begun += done.begun
            sum.deleted += done.deleted
        }
        return sum
    }

    /// The items of `numbers` as they stand now, and what is known of them without a look. What
    /// was staged anew since somebody agreed to its deletion is none of it any more.
    private mutating func take(
        _ numbers: ArraySlice<Int64>
    ) async throws(RunnerError) -> [StagedItem] {
        let items = try await runner.stagedItems(numbers).filter { item in
            !runner.isWaiting(item, options) && options.scope?.covers(item) ?? true
        }
        sights = try await FirstSights(of: items, rules: rules, runner: runner)
        listed = try await ListedItems(of: items, rules: rules, drives: drives, runner: runner)
        return items
    }

    /// Whether not one more deletion has room today.
    private func isQuotaUsedUp() async throws(RunnerError) -> Bool {
        let now = runner.clock()
        guard let most = try await runner.quotaTerms(rules, at: now)?.deletesPerDay else {
            return false
        }
        let day = runner.day(now, rules)
        return try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.quotaUse(day: day).use.deletes >= most
        }
    }

    /// Defers `batch` without a look at it; what a new day lets through after all waits on.
    private mutating func putOff(_ batch: [StagedItem]) async throws(RunnerError) -> Done {
        let terms = try await runner.quotaTerms(rules, at: runner.clock())
        let intents = try await begin(batch, terms: terms)
        var untouched: [(number: Int64, outcome: RecordedOutcome)] = []
        for (item, intent) in zip(batch, intents) {
            if case .begun = intent { untouched.append((item.number, .untouched(nil))) }
        }
        try await finish(untouched)
        try await note(batch)
        return Done()
    }

    /// The next items that can go together: a folder never goes with what may lie below it.
    func nextBatch(_ todo: [StagedItem], from start: Int) -> [StagedItem] {
        let first = todo[start].order.item
        var end = start + 1
        while end < todo.count, end - start < batchSize {
            let next = todo[end].order.item
            if next.isFolder != first.isFolder { break }
            if next.isFolder, next.depth != first.depth { break }
            end += 1
        }
        return Array(todo[start..<end])
    }

    private var batchSize: Int {
        drives.all.reduce(Self.batchMax) { size, drive in
            guard case .success(let ready) = drive else { return size }
            return max(1, min(size, ready.drive.orderCountMax))
        }
    }

    /// What came of a batch.
    private struct Done {
        /// The numbers of what the quota has put off.
        var deferred: [Int64] = []
        var begun = 0
        var deleted = 0
    }

    private mutating func handle(
        _ batch: [StagedItem], ahead: ArraySlice<StagedItem>
    ) async throws(RunnerError) -> Done {
        let batch = try await withoutFullFolders(batch)
        var look = try await ItemLook(
            runner: runner, rules: rules, drives: drives, sights: sights, listed: listed,
            ahead: ahead
        ).look(batch)
        outages.formUnion(look.outages)
        try await settle(look)
        try await checkCompanions(&look)
        return try await delete(look.ready)
    }

    /// Leaves out folders below which something still waits: they wait for it, and are noted.
    mutating func withoutFullFolders(
        _ batch: [StagedItem]
    ) async throws(RunnerError) -> [StagedItem] {
        if !batch.contains(where: \.order.item.isFolder) { return batch }
        var kept: [StagedItem] = []
        for item in batch {
            if item.order.item.isFolder {
                let waits = try await runner.calling { ledger async throws(LedgerError) in
                    try await ledger.hasActiveItems(below: item.order)
                }
                if waits {
                    blocked.append(item)
                    continue
                }
            }
            kept.append(item)
        }
        return kept
    }

    /// Records what the look has shown of items that will not be deleted now.
    private mutating func settle(_ look: ItemLook.Outcome) async throws(RunnerError) {
        let now = runner.clock()
        let actor = runner.actor
        if !look.held.isEmpty {
            try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.hold(
                    look.held.map { ($0.item.number, $0.problem) }, actor: actor, at: now)
            }
            try await runner.noteVainQuestions(look.vain)
            try await note(look.held.map(\.item))
        }
        if !look.cancelled.isEmpty {
            try await runner.calling { ledger async throws(LedgerError) in
                _ = try await ledger.cancel(
                    look.cancelled.map { ($0.item.number, $0.problem) }, actor: actor, at: now)
            }
            try await note(look.cancelled.map(\.item))
        }
        try await end(look.ended)
    }

    /// Begins and ends, in one transaction, items for which nothing is sent to a drive; no quota is
    /// asked for.
    private mutating func end(
        _ ended: [(item: StagedItem, outcome: RecordedOutcome)]
    ) async throws(RunnerError) {
        if ended.isEmpty { return }
        let now = runner.clock()
        let day = runner.day(now, rules)
        let actor = runner.actor
        let outcomes = ended.map { (number: $0.item.number, outcome: $0.outcome) }
        try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.settle(outcomes, day: day, actor: actor, at: now)
        }
        count(outcomes)
        try await note(ended.map(\.item))
    }

    /// Drops items whose copies elsewhere cannot be proved to be there.
    private mutating func checkCompanions(
        _ look: inout ItemLook.Outcome
    ) async throws(RunnerError) {
        let check = CompanionCheck(runner: runner, drives: drives)
        let result = try await check.check(look.ready)
        look.ready = result.ready
        var settled = ItemLook.Outcome()
        settled.ended = result.ended
        settled.held = result.held
        try await settle(settled)
    }

    /// Intent, effect, outcome.
    private mutating func delete(_ ready: [ReadyItem]) async throws(RunnerError) -> Done {
        var done = Done()
        if ready.isEmpty { return done }
        runner.failpoint(.beforeIntent)
        let terms = try await runner.quotaTerms(rules, at: runner.clock())
        let intents = try await begin(ready.map(\.item), terms: terms)
        var begun: [(item: ReadyItem, attempt: Int)] = []
        for (one, intent) in zip(ready, intents) {
            switch intent {
            case .begun(let attempt): begun.append((one, attempt))
            case .deferred: done.deferred.append(one.item.number)
            // An undo, or another process, was faster: its word stands.
            case .lost: break
            }
        }
        runner.failpoint(.afterIntent)
        done.begun = begun.count
        var outcomes: [(number: Int64, outcome: RecordedOutcome)] = []
        var stranded: [(Int64, String)] = []
        var vain: [Int64] = []
        var lost: [Int64] = []
        for own in begun.onOneDrive(\.item.item) {
            guard let drive = own.first?.item.drive else { continue }
            let orders = own.map(\.item.order)
            do throws(DriveError) {
                let answers = try await drive.delete(orders, shouldStop: options.shouldStop)
                precondition(answers.count == orders.count, "a drive answers for every order")
                for (one, answer) in zip(own, answers) {
                    // Stays `executing` with what it reserved of the quota, until the drive says.
                    if case .unanswered = answer {
                        if drive.settlingSeconds > 0 { lost.append(one.item.item.number) }
                        continue
                    }
                    if case .missing = answer {
                        vain.append(one.item.item.number)
                        continue
                    }
                    if case .postponed(let why) = answer {
                        outcomes.append((one.item.item.number, .untouched(why)))
                        stranded.append((one.item.item.number, why))
                        continue
                    }
                    let outcome = record(answer, attempt: one.attempt)
                    if case .deleted = outcome { done.deleted += 1 }
                    if case .untouched = outcome { wasStopped = true }
                    outcomes.append((one.item.item.number, outcome))
                }
            } catch {
                // A failure of the whole call touched nothing; the items wait with their due time.
                if let outage = Outage(error.recourse) { outages.insert(outage) }
                for one in own {
                    outcomes.append((one.item.item.number, .untouched(error.message)))
                    stranded.append((one.item.item.number, error.message))
                }
            }
        }
        runner.failpoint(.afterEffect)
        try await finish(outcomes)
        // Before anything else can fail: what is recorded is counted and told.
        try await note(ready.map(\.item))
        try await runner.noteVainQuestions(vain)
        let now = runner.clock()
        try await runner.updateOpenRequests { $0.noteLost(lost, at: now) }
        runner.failpoint(.afterOutcome)
        if !stranded.isEmpty {
            let (now, actor) = (runner.clock(), runner.actor)
            try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.hold(stranded, actor: actor, at: now)
            }
            let numbers = Set(stranded.map(\.0))
            try await note(ready.map(\.item).filter { numbers.contains($0.number) })
        }
        try await runner.noteTrashes(outcomes)
        return done
    }

    private func begin(
        _ items: [StagedItem], terms: QuotaTerms?
    ) async throws(RunnerError) -> [IntentOutcome] {
        let now = runner.clock()
        let day = runner.day(now, rules)
        let actor = runner.actor
        return try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.begin(
                items.map(\.number), terms: terms, day: day, actor: actor, at: now)
        }
    }

    mutating func finish(
        _ outcomes: [(number: Int64, outcome: RecordedOutcome)]
    ) async throws(RunnerError) {
        if outcomes.isEmpty { return }
        let (now, actor) = (runner.clock(), runner.actor)
        do throws(RunnerError) {
            try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.finish(outcomes, actor: actor, at: now)
            }
        } catch {
            throw error.unrecorded(outcomes.count, .stageWordDeleted)
        }
        count(outcomes)
    }

    /// Counts the deletions among `outcomes`, which are recorded.
    private mutating func count(_ outcomes: [(number: Int64, outcome: RecordedOutcome)]) {
        recordedDeletions += outcomes.count {
            if case .deleted = $0.outcome { true } else { false }
        }
    }

    private func record(_ answer: DeletionOutcome, attempt: Int) -> RecordedOutcome {
        switch answer {
        case .deleted(let receipt): .deleted(receipt: receipt.text)
        case .changed(let why): .changed(why)
        case .gone: .gone
        case .failed(let why): .failed(why, retryAt: runner.retry(after: attempt))
        case .notAttempted, .missing, .unanswered, .postponed: .untouched(nil)
        }
    }

    /// Notes why the open request for `item` is not repeated.
    mutating func object(to item: StagedItem, _ why: String) { objections[item.number] = why }

    /// Takes the items up into what was handled, as the state file has them now.
    mutating func note(_ known: [StagedItem]) async throws(RunnerError) {
        let items = try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.asTheyStand(known)
        }
        for item in items {
            handled.note(item)
            options.progress(item)
        }
    }
}
