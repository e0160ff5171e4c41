// SPDX-License-Identifier: Apache-2.0

internal import GRDB
internal import Messages
internal import RuleEngine

/// Stages orders one after another.
struct Staging {
    let db: Database
    let plan: (number: Int64, id: String)
    let history: HistoryTable
    let at: Timestamp
    /// What became of the orders so far.
    private(set) var result = StagingResult()
    private var table: StagedTable
    private var rulings: [ExactText: Int64] = [:]
    /// The ruling of the order before, mostly that of the next one too.
    private var last: (ruling: Ruling, number: Int64)?
    private var renewals = Renewals()

    init(_ db: Database, plan: (number: Int64, id: String), actor: String, at: Timestamp) {
        self.db = db
        self.plan = plan
        self.at = at
        history = HistoryTable(db: db, actor: actor, at: at)
        table = StagedTable(db)
    }

    /// Stages `order`.
    mutating func stage(_ order: StagingOrder, due: Timestamp) throws {
        let ruling = try number(of: Ruling(order))
        func insert() throws -> Bool {
            try table.insert(
                order, plan: plan.number, ruling: ruling, due: due, at: at,
                isByPerson: history.actor == StagedItem.person)
        }
        if try !insert() {
            // What waits by night waits again and again: it is read once for both questions.
            let identity = order.identity
            let there = try table.active(at: identity.address)
            guard try cancelWhatLayThere(there, identity), try insert() else {
                return try stageAnew(order, due: due, over: there.first)
            }
        }
        let number = db.lastInsertedRowID
        result.add(order, due: due)
        try history.appendStaged(
            .staged, number, plan: plan.id, order, ruling: ruling, due: due)
    }

    /// Stages `order`, whose item, `waiting`, waits already or is being deleted.
    private mutating func stageAnew(
        _ order: StagingOrder, due: Timestamp, over waiting: StagedItem?
    ) throws {
        result.skipped += 1
        guard let waiting, waiting.state.canBeUndone else { return }
        if order.keepsGentler(waiting.order) { result.gentler += 1 }
        if let next = order.takingOver(waiting.order, due: due) {
            try rebind(waiting, to: next, plan)
            result.restaged.append(Restaging(before: waiting.order, after: next))
        } else if let next = order.renewing(waiting.order) {
            // It stays bound to its plan, under which a person would take it back.
            try table.renew(waiting.number, next.obligations)
            renewals.add(waiting.number, next)
        }
    }

    /// Writes down which of what waits is held to other items now: a line for all that share them, for
    /// thousands wait by one group and are renewed night after night.
    mutating func recordRenewals() throws {
        for (renewal, rule) in renewals.all {
            try history.append(Renewal.event, rule: rule, detail: renewal.json)
        }
    }

    private mutating func rebind(
        _ waiting: StagedItem, to order: StagingOrder, _ plan: (number: Int64, id: String)
    ) throws {
        let ruling = try number(of: Ruling(order))
        try table.rebind(waiting.number, to: order, plan: plan.number, ruling: ruling)
        try history.appendStaged(
            .anew, waiting.number, plan: plan.id, order, ruling: ruling, due: order.due)
    }

    /// Cancels what of `there` waits and surely is another item than that of `identity`, which has
    /// its address: whoever takes back what lies there means the new one. Whether there was any.
    private mutating func cancelWhatLayThere(
        _ there: [StagedItem], _ identity: ItemIdentity
    ) throws -> Bool {
        let others = there.filter {
            !$0.order.identity.isAbout(identity) && $0.state.canBeUndone && $0.attempt == 0
        }
        for item in others {
            let change = StagedChange(
                .becomes(.cancelled), at: at,
                cause: String(clause: "another item lies in its place"))
            _ = try table.apply([change], to: item.number, StagedStatus(item), history)
        }
        return !others.isEmpty
    }

    /// The number under which `ruling` is stored.
    private mutating func number(of ruling: Ruling) throws -> Int64 {
        if let last, last.ruling.isExactly(ruling) { return last.number }
        let number = try storedNumber(of: ruling)
        last = (ruling, number)
        return number
    }

    private mutating func storedNumber(of ruling: Ruling) throws -> Int64 {
        let json = ruling.json
        let key = ExactText(json)
        if let number = rulings[key] { return number }
        var number = try db.first("SELECT number FROM ruling WHERE terms = ?", [json.value]) {
            try $0.integer(0)
        }
        if number == nil {
            try db.run("INSERT INTO ruling (terms) VALUES (?)", [json.value])
            number = db.lastInsertedRowID
            try history.append(
                "ruling", rule: ruling.rule,
                detail: "{\"number\":\(db.lastInsertedRowID),\"terms\":\(json)}")
        }
        guard let number else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
        rulings[key] = number
        return number
    }
}
