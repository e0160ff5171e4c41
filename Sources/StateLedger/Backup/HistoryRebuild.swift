// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

/// Has the tables of a state follow a history that goes on after its own: the lines are appended as
/// they are, and the tables become what a replay of all of them gives.
struct HistoryRebuild {
    private let db: Database
    private var replay = HistoryReplay()
    private let plans: [String: LedgerPlan]
    private var touched = Touched()

    /// Which rows the lines speak of.
    private struct Touched {
        var staged: Set<Int64> = []
        var rulings: Set<Int64> = []
        var decisions: Set<Int64> = []
        var acts: Set<Int64> = []
    }

    /// What `db` holds, inside a transaction; `plans` are what can be known of plans by their ids.
    init(_ db: Database, plans: [String: LedgerPlan]) throws {
        self.db = db
        self.plans = plans
        try HistoryReader(db: db).each { entry in
            guard replay.takeIfItFollows(entry) else {
                throw DamagedContent(
                    reason: Message("the history of the backup contradicts itself"))
            }
        }
        touched.rulings = Set(replay.rulings.keys)
        touched.decisions = Set(replay.decisions.keys)
        touched.acts = Set(replay.acts.keys)
    }

    /// Appends `lines` up to the first that does not follow from those before it; how many.
    mutating func append(_ lines: [HistoryEntry]) throws -> Int {
        let before = (
            rulings: touched.rulings, decisions: touched.decisions, acts: touched.acts
        )
        var count = 0
        for line in lines {
            guard replay.takeIfItFollows(line) else { break }
            try HistoryTable.append(line, to: db)
            if let number = line.staged { touched.staged.insert(number) }
            if line.event == Renewal.event, let detail = line.detail {
                // Each of them is there: the line was followed.
                for run in try Renewal(json: detail).runs { touched.staged.formUnion(run) }
            }
            if let plan = line.plan { try know(plan, line) }
            count += 1
        }
        try writeRulings(but: before.rulings)
        try writeStaged()
        try writeActs(before.acts)
        try writeDecisions(before.decisions)
        for use in replay.quota.values { try QuotaTable(db: db).put(use) }
        if replay.resets != ClockResets() { try replay.resets.store(db) }
        try Pause.store(replay.pause, db)
        for (plan, at) in replay.usedPlans {
            try db.run("UPDATE plan SET used_at = ? WHERE id = ?", [at.value, plan.value])
        }
        return count
    }

    /// Has the plan of that id be known. One of which only the id is known any more can be neither
    /// staged nor judged by: its rules cannot be read.
    private func know(_ id: String, _ line: HistoryEntry) throws {
        let table = PlanTable(db: db)
        let isKnown = try !table.plans("id = ?", [id.value]).isEmpty
        if isKnown, line.event != "plan-saved" { return }
        let unknown = LedgerPlan(
            id: id, created: line.at, expires: line.at, rulesDigest: "", rulesPath: "",
            driveIdentities: [:], deleteCount: 0, deleteBytes: 0, reviewCount: 0, reviewBytes: 0,
            exceededLimits: ["it comes from a damaged state file"], documentDigest: "")
        let known = try table.plans("id = ?", [id.value]).first
        _ = try table.save(known ?? plans[id] ?? unknown, at: line.at)
    }

    private func writeRulings(but known: Set<Int64>) throws {
        for (number, ruling) in replay.rulings where !known.contains(number) {
            try db.run(
                "INSERT INTO ruling (number, terms) VALUES (?, ?)",
                [number.value, ruling.json.value])
        }
    }

    /// Those that may be deleted last: of one item only one can wait at a time.
    private func writeStaged() throws {
        var table = StagedTable(db)
        let items = touched.staged.compactMap { replay.staged[$0] }
        let (active, over) = (items.filter(\.state.isActive), items.filter { !$0.state.isActive })
        for item in over + active {
            let plan = try number("SELECT number FROM plan WHERE id = ?", item.plan)
            let ruling = try number(
                "SELECT number FROM ruling WHERE terms = ?", Ruling(item.order).json)
            if let before = try table.item(item.number) {
                if before.plan != item.plan || before.order != item.order {
                    try table.rebind(item.number, to: item.order, plan: plan, ruling: ruling)
                }
                if before != item {
                    try table.put(StagedStatus(item), to: item.number, from: before.state)
                }
                continue
            }
            let isNew = try table.insert(
                item.order, number: item.number, plan: plan, ruling: ruling, due: item.order.due,
                at: item.stagedAt, isByPerson: item.isByPerson)
            if !isNew { throw DamagedContent(reason: Message("an item is staged twice")) }
            try table.put(StagedStatus(item), to: item.number, from: .staged)
        }
    }

    private func number(_ sql: String, _ key: String) throws -> Int64 {
        guard let number = try db.first(sql, [key.value], { try $0.integer(0) }) else {
            throw DamagedContent(reason: Message("a staged item has no plan or ruling"))
        }
        return number
    }

    private func writeActs(_ known: Set<Int64>) throws {
        let table = ReviewActTable(db: db)
        for act in replay.acts.values.sorted(by: { $0.number < $1.number }) {
            if !known.contains(act.number) { _ = try table.insert(act) }
            if act.charge == 1 { try table.pay(act.number) }
            if let at = act.undoneAt { try table.undo(act.number, at: at) }
        }
    }

    private func writeDecisions(_ known: Set<Int64>) throws {
        let table = DecisionTable(db: db)
        for decision in replay.decisions.values.sorted(by: { $0.number < $1.number }) {
            if !known.contains(decision.number) { _ = try table.insert(decision) }
            if !decision.follows { try table.pay(decision.number) }
            if let at = decision.undoneAt { try table.undo(decision.number, at: at) }
        }
    }
}
