// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import Text

/// Rebuilds what the tables say from the history alone, and says where the two differ.
///
/// Take every line in its order, then compare every row, then `finish`.
struct HistoryReplay {
    /// The events that a replay, or a sync, acts on.
    static let ownEvents = Set(
        ItemState.allCases.map(\.rawValue) + [
            "restoring", "restore-failed", "purged", "decided", "decision-undone", "plan-saved",
            "plan-used", "ruling", "reviewed", "review-undone", "review-charged",
            "quota-extended", "clock-reset", "state-restored", "paused", "resumed",
            HistoryTable.Staging.anewEvent, Renewal.event,
        ] + UnlikeTable.events)

    /// What the history has come to so far.
    private(set) var staged: [Int64: StagedItem] = [:]
    private(set) var decisions: [Int64: DecisionRecord] = [:]
    private(set) var acts: [Int64: ReviewAct] = [:]
    private(set) var quota: [String: QuotaUse] = [:]
    private(set) var usedPlans: [String: Timestamp] = [:]
    private(set) var rulings: [Int64: Ruling] = [:]
    private(set) var resets = ClockResets()
    private(set) var pause: Pause?
    private var sequence: Int64 = 0
    private var differences: [String] = []

    /// Whether something was told already.
    var hasDifferences: Bool { !differences.isEmpty }

    /// How many differences are told; after that they are counted.
    private static let differencesMax = 1000

    /// Before the first line.
    init() {}

    /// The line does not follow from those before it.
    private struct Contradiction: Error {
        let reason: String
    }

    // MARK: - The history

    /// Takes the next line.
    mutating func take(_ entry: HistoryEntry) {
        sequence &+= 1
        if entry.sequence != sequence {
            tell(
                String(
                    clause: "the history goes from line \(sequence &- 1) to line \(entry.sequence)")
            )
            sequence = entry.sequence
        }
        do {
            try apply(entry)
        } catch let error as Contradiction {
            tell(
                String(
                    clause:
                        "line \(entry.sequence) of the history, '\(entry.event)': \(error.reason)"))
        } catch {
            tell(
                String(
                    clause:
                        "line \(entry.sequence) of the history, '\(entry.event)', cannot be read"
                ))
        }
    }

    /// Takes the next line if it follows from those before it; whether it does.
    mutating func takeIfItFollows(_ entry: HistoryEntry) -> Bool {
        guard entry.sequence == sequence &+ 1, (try? apply(entry)) != nil else { return false }
        sequence = entry.sequence
        return true
    }

    private mutating func apply(_ entry: HistoryEntry) throws {
        switch entry.event {
        case "ruling": try takeRuling(entry)
        case "plan-used": usedPlans[try text(entry.plan)] = entry.at
        case "decided": try takeDecision(entry)
        case "decision-undone": try takeBackDecision(entry)
        case "reviewed":
            let act = try ReviewAct(json: text(entry.detail))
            acts[act.number] = act
        case "review-undone": try takeBackAct(entry)
        case "review-charged": try chargeAct(entry)
        case "quota-extended":
            let day = try text(entry.cause)
            quota[day, default: QuotaUse(day: day)].extraReviews &+=
                try number("reviews", in: entry)
        case "clock-reset": try takeReset(entry)
        case "paused": pause = Pause(since: entry.at, why: entry.cause)
        case "resumed": pause = nil
        case ItemState.staged.rawValue where entry.from == nil: try takeStaged(entry)
        case HistoryTable.Staging.anewEvent: try takeRestaged(entry)
        case Renewal.event: try takeRenewal(entry)
        default: try takeChange(entry)
        }
    }

    private mutating func takeReset(_ entry: HistoryEntry) throws {
        let day = try text(entry.cause)
        var days: [String] = []
        var reader = JSONReader(try text(entry.detail))
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            if key == "days" { days = try reader.strings() } else { try reader.skip() }
        }
        resets.setAside(days, for: day)
        resets.sequence = entry.sequence
        quota[day, default: QuotaUse(day: day)].deletes += 0
    }

    private func text(_ text: String?) throws(Contradiction) -> String {
        guard let text else { throw Contradiction(reason: String(clause: "something is left out")) }
        return text
    }

    private mutating func takeRuling(_ entry: HistoryEntry) throws {
        var number: Int64 = 0
        var ruling: Ruling?
        var reader = JSONReader(try text(entry.detail))
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "number": number = try reader.integer()
            case "terms": ruling = try Ruling(reading: &reader)
            default: try reader.skip()
            }
        }
        rulings[number] = ruling
    }

    private mutating func takeStaged(_ entry: HistoryEntry) throws {
        guard let number = entry.staged, staged[number] == nil else {
            throw Contradiction(reason: String(clause: "an item is staged twice"))
        }
        staged[number] = StagedItem(
            number: number, plan: try text(entry.plan), order: try order(of: entry),
            stagedAt: entry.at)
        staged[number]?.isByPerson = entry.actor == StagedItem.person
    }

    private mutating func takeRestaged(_ entry: HistoryEntry) throws {
        guard let number = entry.staged, var item = staged[number], item.state.canBeUndone else {
            throw Contradiction(reason: String(clause: "an item is staged anew that does not wait"))
        }
        item.plan = try text(entry.plan)
        item.order = try order(of: entry)
        staged[number] = item
    }

    private mutating func takeRenewal(_ entry: HistoryEntry) throws {
        let renewal = try Renewal(json: try text(entry.detail))
        for run in renewal.runs {
            // A run ends at the first number that there is not: what is read may name any.
            for number in run {
                guard let item = staged[number], item.state.canBeUndone else {
                    throw Contradiction(
                        reason: String(clause: "an item is staged anew that does not wait"))
                }
                staged[number]?.order.obligations = renewal.obligations
            }
        }
    }

    /// The order that a line about a staging holds.
    private func order(of entry: HistoryEntry) throws -> StagingOrder {
        var item = RecordedItem(
            drive: try text(entry.drive), id: try text(entry.id), path: try text(entry.path),
            type: .file)
        var (ruling, due): (Int64?, Timestamp?)
        var obligations: [Obligation] = []
        var reader = JSONReader(try text(entry.detail))
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "ruling": ruling = try reader.integer()
            case "due": due = try reader.instant()
            case "obligations": obligations = try Obligation.list(reading: &reader)
            default: if try !item.read(key, &reader) { try reader.skip() }
            }
        }
        guard let due, let ruling = ruling.flatMap({ rulings[$0] }) else {
            throw Contradiction(reason: String(clause: "the item is staged under nothing"))
        }
        return StagingOrder(item: item, ruling: ruling, due: due, obligations: obligations)
    }

    private mutating func takeChange(_ entry: HistoryEntry) throws {
        guard let number = entry.staged else { return }
        guard var item = staged[number], let change = try StagedChange(entry) else {
            throw Contradiction(reason: String(clause: "there is no such item or change"))
        }
        let status = StagedStatus(item)
        guard status.state == entry.from, status.allows(change) else {
            throw Contradiction(
                reason: String(clause: "it does not follow from '\(status.state.rawValue)'"))
        }
        item.take(status.applying(change))
        guard item.state == entry.to else {
            throw Contradiction(reason: String(clause: "it leads to '\(item.state.rawValue)'"))
        }
        staged[number] = item
        charge(item, change)
    }

    private mutating func charge(_ item: StagedItem, _ change: StagedChange) {
        guard let day = item.quotaDay else { return }
        switch change.kind {
        case .becomes(.executing): quota[day, default: QuotaUse(day: day)].deletes += 0
        case .becomes(.deleted):
            let recorded = item.order.item
            quota[day, default: QuotaUse(day: day)].add(
                QuotaTable.Deletion(isFolder: recorded.isFolder, size: recorded.size))
        default: break
        }
    }

    private mutating func takeDecision(_ entry: HistoryEntry) throws {
        let decision = try DecisionRecord(json: text(entry.detail))
        decisions[decision.number] = decision
        if decision.isReview {
            quota[decision.day, default: QuotaUse(day: decision.day)].reviews &+= 1
        }
    }

    private mutating func takeBackDecision(_ entry: HistoryEntry) throws {
        let number = try number("number", in: entry)
        guard let decision = decisions[number], decision.undoneAt == nil else {
            throw Contradiction(reason: String(clause: "there is no decision to take back"))
        }
        decisions[number]?.undoneAt = entry.at
        if decision.isReview { quota[decision.day]?.reviews &-= 1 }
    }

    private mutating func takeBackAct(_ entry: HistoryEntry) throws {
        let number = try number("number", in: entry)
        guard let act = acts[number], act.undoneAt == nil else {
            throw Contradiction(reason: String(clause: "there is no review to take back"))
        }
        acts[number]?.undoneAt = entry.at
    }

    private mutating func chargeAct(_ entry: HistoryEntry) throws {
        let (act, decision) = (try number("act", in: entry), try number("number", in: entry))
        guard acts[act] != nil, let charged = decisions[decision], charged.follows else {
            throw Contradiction(reason: String(clause: "there is no review to charge"))
        }
        acts[act]?.charge = 1
        decisions[decision]?.follows = false
        quota[charged.day, default: QuotaUse(day: charged.day)].reviews &+= 1
    }

    private func number(_ name: String, in entry: HistoryEntry) throws -> Int64 {
        var number: Int64 = 0
        var reader = JSONReader(try text(entry.detail))
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            if key == name { number = try reader.integer() } else { try reader.skip() }
        }
        return number
    }

    // MARK: - The tables

    /// Compares a row of the staged items, and lets go of it.
    mutating func compare(_ item: StagedItem) {
        guard let replayed = staged.removeValue(forKey: item.number) else {
            return tell(
                String(clause: "staged item \(item.number) is not in the history"))
        }
        if replayed != item
            || ExactText(replayed.order.item.path) != ExactText(item.order.item.path)
        {
            tell(
                String(
                    clause:
                        "staged item \(item.number) is \("\(item)"), by the history \("\(replayed)")"
                ))
        }
    }

    /// Compares all decisions.
    mutating func compare(decisions found: [DecisionRecord]) {
        compare({ String(clause: "decision \($0)") }, found.map { ($0.number, $0) }, decisions)
    }

    /// Compares all steps of reviews.
    mutating func compare(acts found: [ReviewAct]) {
        // What became of each item stands in its decision, and is compared there.
        let alone = found.map { act in
            var act = act
            act.markedCount = 0
            return (act.number, act)
        }
        compare({ String(clause: "review \($0)") }, alone, acts)
    }

    /// Compares the quota of all days.
    mutating func compare(quota found: [QuotaUse]) {
        compare({ String(clause: "quota of \($0)") }, found.map { ($0.day, $0) }, quota)
    }

    /// Compares the resets of the clock.
    mutating func compare(resets found: ClockResets) {
        if found != resets {
            tell(
                String(
                    clause:
                        "the resets of the clock are \("\(found)"), by the history \("\(resets)")"))
        }
    }

    /// Compares whether the brake is on.
    mutating func compare(pause found: Pause?) {
        if found != pause { tell(String(clause: "the brake is not what the history says of it")) }
    }

    /// Compares which plans are used.
    mutating func compare(plans: [LedgerPlan]) {
        let used = plans.compactMap { plan in plan.usedAt.map { (plan.id, $0) } }
        compare({ String(clause: "use of plan \($0)") }, used, usedPlans)
    }

    private mutating func compare<Key: Hashable, Value: Equatable>(
        _ name: (Key) -> String, _ found: [(Key, Value)], _ replayed: [Key: Value]
    ) {
        var rest = replayed
        for (key, value) in found {
            guard let other = rest.removeValue(forKey: key) else {
                tell(String(clause: "\(name(key)) is not in the history"))
                continue
            }
            if other != value {
                tell(
                    String(
                        clause: "\(name(key)) is \("\(value)"), by the history \("\(other)")"))
            }
        }
        for (key, _) in rest { tell(String(clause: "\(name(key)) is in the history only")) }
    }

    /// All differences, once every row was compared.
    mutating func finish() -> [String] {
        for number in staged.keys.sorted() {
            tell(String(clause: "staged item \(number) is in the history only"))
        }
        return differences
    }

    private mutating func tell(_ difference: String) {
        if differences.count < Self.differencesMax { differences.append(difference) }
    }
}
