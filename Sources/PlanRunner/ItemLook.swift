// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger

/// An item that was looked at and may be deleted.
struct ReadyItem: Sendable {
    /// The staged item.
    let item: StagedItem
    /// Its drive.
    let drive: any DeletingDrive
    /// What the drive is told.
    var order: DeletionOrder
}

/// The fresh look at items that are due: what the drive says of each now, and what the rules in
/// force say of it then. Changes nothing.
struct ItemLook {
    let runner: Runner
    let rules: RulesInForce
    let drives: ReadyDrives
    /// When items were first seen.
    let sights: FirstSights
    /// Items as they were listed last.
    let listed: ListedItems
    /// Some of the items that come next.
    var ahead: ArraySlice<StagedItem> = []

    /// What a look has shown.
    struct Outcome: Sendable {
        /// May be deleted.
        var ready: [ReadyItem] = []
        /// Could not be asked for, or could not be found without any proof that they are gone.
        var held: [(item: StagedItem, problem: String)] = []
        /// The numbers of those among `held` that were not found.
        var vain: [Int64] = []
        /// The rules have changed, and it does not qualify any more.
        var cancelled: [(item: StagedItem, problem: String)] = []
        /// Gone or changed.
        var ended: [(item: StagedItem, outcome: RecordedOutcome)] = []
        /// Why drives could not be asked for now.
        var outages: Set<Outage> = []
    }

    /// An item that is as it was, with what the drive says of it now.
    private struct Fresh {
        let item: StagedItem
        let drive: any DeletingDrive
        let now: ItemValues
        /// The same as the rules in force see it, who may call the drive by another name.
        let seated: ItemValues
    }

    /// Looks at `batch`.
    func look(_ batch: [StagedItem]) async throws(RunnerError) -> Outcome {
        var outcome = Outcome()
        let withholding = try await Withholding(runner, rules, at: runner.clock())
        var asked: [StagedItem] = []
        for item in batch {
            if let why = withholding.reason(against: item) {
                outcome.held.append((item, why))
            } else {
                asked.append(item)
            }
        }
        var fresh: [Fresh] = []
        for own in asked.onOneDrive({ $0 }) { fresh += await ask(own, &outcome) }
        // In the order that was given: it is that of the quota.
        let places = Dictionary(
            uniqueKeysWithValues: batch.enumerated().map { ($1.number, $0) })
        fresh.sort { (places[$0.item.number] ?? 0) < (places[$1.item.number] ?? 0) }
        try await judge(fresh, &outcome)
        return outcome
    }

    /// Asks the drive for `items`, which lie on one.
    private func ask(_ items: [StagedItem], _ outcome: inout Outcome) async -> [Fresh] {
        var fresh: [Fresh] = []
        var asked: [StagedItem] = []
        var drive: (any DeletingDrive)?
        for item in items {
            switch drives.drive(of: item) {
            case .failure(let report):
                outcome.held.append((item, report.message))
                if let outage = report.outage { outcome.outages.insert(outage) }
            case .success(let found):
                drive = found
                asked.append(item)
            }
        }
        guard let drive else { return [] }
        do throws(DriveError) {
            let checks = try await drive.recheck(
                asked.map { $0.expected(on: drive) }, listed: asked.map(listed.item),
                ahead: listed.folderIDs(of: ahead))
            precondition(checks.count == asked.count, "a drive answers for every item")
            if let problem = Runner.clockProblem(of: drive) {
                outcome.held += asked.map { ($0, problem.message) }
                return []
            }
            for (item, check) in zip(asked, checks) {
                switch check {
                case .unchanged(var now):
                    now.firstSeen = sights.instant(of: item)
                    guard let seated = drives.seated(now, of: item) else {
                        outcome.held.append(
                            (item, String(clause: "the rules declare no drive that holds it now")))
                        continue
                    }
                    fresh.append(Fresh(item: item, drive: drive, now: now, seated: seated))
                case .changed(let changes, _):
                    let moved = await endInQuarantine(of: item, on: drive)
                    outcome.ended.append((item, moved ?? .changed(Self.words(changes))))
                case .gone:
                    if let end = await end(of: item, on: drive) {
                        outcome.ended.append((item, end))
                    } else {
                        outcome.held.append(
                            (item, String(clause: "what became of an attempt is not known yet")))
                    }
                case .missing(let problem):
                    outcome.held.append((item, problem.reason))
                    outcome.vain.append(item.number)
                case .unanswered(let problem): outcome.held.append((item, problem.reason))
                }
            }
        } catch {
            for item in asked { outcome.held.append((item, error.message)) }
            if let outage = Outage(error.recourse) { outcome.outages.insert(outage) }
        }
        return fresh
    }

    /// That an item lies in the quarantine of its own plan, where nobody else puts it: then an
    /// attempt was carried out that nobody knew of, or later than was known. Nil if it does not.
    private func endInQuarantine(
        of item: StagedItem, on drive: any DeletingDrive
    ) async -> RecordedOutcome? {
        guard item.order.method == DeletionMethod.quarantine.rawValue else { return nil }
        let order = DeletionOrder(
            item: item.order.item.values, method: .quarantine, plan: item.plan)
        guard case .deleted(let receipt?)? = try? await drive.reconcile([order]).first else {
            return nil
        }
        return .deleted(receipt: receipt.text)
    }

    /// What became of an item that is proved not to be there: after an attempt whose answer was lost it may be
    /// our own deletion. Nil where that cannot be told now.
    private func end(
        of item: StagedItem, on drive: any DeletingDrive
    ) async -> RecordedOutcome? {
        guard item.attempt > 0 else { return .gone }
        let order = DeletionOrder(
            item: item.order.item.values,
            method: DeletionMethod(rawValue: item.order.method) ?? .recycle, plan: item.plan)
        switch try? await drive.reconcile([order]).first {
        case .deleted(let receipt?): return .deleted(receipt: receipt.text)
        case .deleted(nil), .gone: return .gone
        // What is seen where nothing lags behind is so: something else had gone in its place.
        case .changed(let why) where drive.settlingSeconds == 0: return .changed(why)
        case .changed, .unchanged, .missing, .unanswered, nil: return nil
        }
    }

    /// Asks the rules in force, and what people decided, about items that are as they were.
    private func judge(_ fresh: [Fresh], _ outcome: inout Outcome) async throws(RunnerError) {
        if fresh.isEmpty { return }
        let wishes = try await PersonalWishes(runner)
        let trials = try await rulesOnTrial(fresh.map(\.item))
        let looks = try await runner.looks(at: fresh.map { ($0.now, $0.item.order.driveIdentity) })
        let standings = try rules.standings(
            of: fresh.map(\.seated), looks: looks, drives: drives.seats, now: runner.clock())
        let findings = try await ProtectionCheck(runner: runner, rules: rules).findings(
            of: zip(fresh, looks).map { one, look in
                ProtectionCheck.Planned(
                    plan: one.item.plan, now: one.seated, before: one.now, look: look)
            }, drives: (now: drives.seats, before: listed(fresh)))
        let objections = try await wishes.objections(to: fresh.map(\.item.order))
        for (index, one) in fresh.enumerated() {
            let (standing, finding) = (standings[index], findings[index])
            switch finding {
            case .free: break
            case .protected(let why):
                outcome.cancelled.append((one.item, why))
                continue
            case .unknown(let why):
                outcome.held.append(
                    (
                        one.item,
                        String(clause: "\(why), or take the item back with 'cleanrules undo'")
                    ))
                continue
            }
            if let wish = objections[index] {
                outcome.cancelled.append((one.item, wish))
                continue
            }
            if !standing.isJudged {
                outcome.held.append((one.item, Standing.unjudgedText))
                continue
            }
            if let objection = objection(to: one, standing, trials) {
                // The same rules can change their mind too, by the clock or by what is not part
                // of the content: then it is the item that has changed.
                if one.item.order.rulesDigest == rules.digest {
                    outcome.ended.append((one.item, .changed(objection)))
                } else {
                    outcome.cancelled.append((one.item, objection))
                }
                continue
            }
            guard let method = DeletionMethod(rawValue: one.item.order.method) else {
                outcome.held.append(
                    (one.item, String(clause: "its method is not known to this version")))
                continue
            }
            outcome.ready.append(
                ReadyItem(
                    item: one.item, drive: one.drive,
                    order: DeletionOrder(
                        item: one.item.expected(on: one.drive), method: method,
                        plan: one.item.plan, albums: one.now.albums)))
        }
    }

    /// Why the rules in force do not speak for deleting the item of `one`; nil if they do.
    private func objection(
        to one: Fresh, _ standing: Standing, _ trials: Set<String>
    ) -> String? {
        let item = one.item
        if standing.isProtected {
            guard let rule = standing.rule else {
                return String(clause: "a protection applies to it now")
            }
            return String(clause: "a protection applies to it now (rule '\(rule)')")
        }
        if item.order.method == DeletionMethod.permanent.rawValue,
            method(of: item, standing) != .permanent
        {
            return String(clause: "the rules do not delete it for good any more; stage a new plan")
        }
        guard let rule = item.order.rule else { return nil }
        // A part of a shot goes by the rule of its picture, which is asked about that: no rule has to
        // speak of the part, and none may speak against it.
        let isCarried =
            item.order.isPart && standing.verdict == .keep && standing.reason == .unmatched
        if standing.verdict != .delete, !isCarried {
            let verdict = standing.verdict.rawValue
            guard let rule = standing.rule else {
                return String(clause: "the rules say \(verdict) now")
            }
            return String(clause: "the rules say \(verdict) now (rule '\(rule)')")
        }
        let applied = Set(item.order.applied)
        if !isCarried, !standing.deletingRules.contains(where: applied.contains) {
            return String(clause: "none of the rules that deleted it says delete now")
        }
        if isCarried, let albums = one.now.albums, !albums.isEmpty {
            return String(clause: "it is in an album now")
        }
        if rules.isChangedSetRule(rule, digest: item.order.ruleDigest) {
            return String(clause: "rule '\(rule)' was changed or taken out")
        }
        if let most = rules.file.review.biggerThan, !item.order.item.isFolder,
            (item.order.item.size ?? .max) > most
        {
            return String(clause: "the rules leave items of its size to a person now")
        }
        return trials.contains(rule) ? String(clause: "rule '\(rule)' is on trial now") : nil
    }

    /// The gentlest way in which the rules in force delete `item`. A set rule that did not take the
    /// item when it was planned has no say: nobody knows whether it takes it now.
    private func method(of item: StagedItem, _ standing: Standing) -> DeletionMethod {
        let fallback = rules.file.defaults.method ?? .recycle
        if item.order.rule == nil { return fallback }
        let (deleting, applied) = (Set(standing.deletingRules), Set(item.order.applied))
        let methods = rules.file.rules.filter {
            deleting.contains($0.id) && ($0.selection == nil || applied.contains($0.id))
        }.map { $0.method ?? fallback }
        // Where no rule deletes it any more, that is the objection.
        return methods.min() ?? .permanent
    }

    /// Rules whose deletions a person is to decide first: not those of a plan of the same rules,
    /// which has asked for that itself.
    private func rulesOnTrial(_ items: [StagedItem]) async throws(RunnerError) -> Set<String> {
        guard let trial = rules.file.review.trial,
            items.contains(where: { $0.order.rulesDigest != rules.digest })
        else { return [] }
        let decided = try await runner.calling { ledger async throws(LedgerError) in
            try await ledger.decidedCounts()
        }
        let changed = items.filter { $0.order.rulesDigest != rules.digest }
        return Set(changed.compactMap(\.order.rule)).filter { rule in
            (rules.ruleDigests[rule].flatMap { decided[$0] } ?? 0) < trial
        }
    }

    /// The drives of `fresh` as they were called when the items were staged.
    private func listed(_ fresh: [Fresh]) -> [ListedDrive] {
        var kinds: [String: DriveKind] = [:]
        for one in fresh { kinds[one.item.order.item.drive] = one.drive.kind }
        return kinds.sorted { $0.key < $1.key }.map { ListedDrive(name: $0.key, kind: $0.value) }
    }

    /// What differs, in words.
    static func words(_ changes: Set<ItemChange>) -> String {
        let names: [ItemChange: String] = [
            .type: String(clause: "type"), .identity: String(clause: "identity"),
            .size: String(clause: "size"), .modified: String(clause: "date of change"),
            .tag: String(clause: "tag"), .hash: String(clause: "hash"),
            .place: String(clause: "path"),
        ]
        let parts = changes.compactMap { names[$0] }.sorted()
        let list = parts.dropFirst().reduce(parts.first ?? "") { String(clause: "\($0), \($1)") }
        return String(clause: "differs from what the plan saw: \(list)")
    }
}

extension StagedItem {
    /// What must still be so of the item, which lies on `drive`: after an attempt of which it is
    /// not known what it did, only what an attempt leaves as it is.
    func expected(on drive: any DeletingDrive) -> ItemValues {
        let values = order.item.values
        return attempt > 0 ? drive.expectation(afterAttempt: values) : values
    }
}
