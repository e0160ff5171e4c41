// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger
internal import Wording

/// One walk over what is due. Its rules, drives and options do not change on the way.
struct ExecutionPass {
    let runner: Runner
    let rules: RulesInForce
    let options: ExecutionOptions
    let drives: ReadyDrives
    var sights: FirstSights
    var listed = ListedItems()
    /// Which of the items are parts of one shot.
    var units = UnitQueue()
    /// The items handled so far.
    var handled = HandledItems()
    /// Folders that wait for something below them.
    var blocked: [StagedItem] = []
    /// How many deletions were recorded.
    var recordedDeletions = 0
    /// Why open requests were not repeated, by the numbers of their items.
    var objections: [Int64: String] = [:]
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
        var todo = units.ordered(numbers)
        while !todo.isEmpty {
            var deferred: [Int64] = []
            var begun = 0
            var deleted = 0
            var rest = todo[...]
            while !rest.isEmpty {
                let window = units.prefix(rest, count: windowMax)
                let done = try await run(window: window)
                if wasStopped { return }
                rest = rest.dropFirst(window.count)
                deferred += done.deferred
                begun += done.begun
                deleted += done.deleted
            }
            if deferred.isEmpty || begun == deleted { return }
            todo = units.ordered(deferred)
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
    mutating func run(window: ArraySlice<Int64>) async throws(RunnerError) -> Done {
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
    mutating func take(
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
    func isQuotaUsedUp() async throws(RunnerError) -> Bool {
        let now = runner.clock()
        guard let most = try await runner.quotaTerms(rules, at: now)?.mostDeletes else {
            return false
        }
        let day = runner.day(now, rules)
        return try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.quotaUse(day: day).use.deletes >= most
        }
    }

    /// Defers `batch` without a look at it; what a new day lets through after all waits on.
    mutating func putOff(_ batch: [StagedItem]) async throws(RunnerError) -> Done {
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
        // A shot goes with the next batch, rather than half of it with this one.
        var cut = end
        while cut > start, cut < todo.count,
            units.areTogether(todo[cut - 1].number, todo[cut].number)
        { cut -= 1 }
        return Array(todo[start..<(cut > start ? cut : end)])
    }

    private var batchSize: Int {
        drives.all.reduce(Self.batchMax) { size, drive in
            guard case .success(let ready) = drive else { return size }
            return max(1, min(size, ready.drive.orderCountMax))
        }
    }

    /// What came of a batch.
    struct Done {
        /// The numbers of what the quota has put off.
        var deferred: [Int64] = []
        var begun = 0
        var deleted = 0
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
