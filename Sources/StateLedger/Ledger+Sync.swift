// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import GRDB
internal import Messages
internal import RuleEngine

extension Ledger {
    /// Brings the decisions of this state together with what the logs of other devices say.
    ///
    /// One transaction. What was decided here since the last time goes into this device's log, which
    /// the caller writes where others read it; what holds by what others say is a decision here from
    /// then on, with the device as its source. It is charged to no quota. A word to delete from
    /// elsewhere is a mark, as any other, and deletes nothing. What is kept elsewhere waits no more.
    package func syncDecisions(_ intake: SyncIntake) throws(LedgerError) -> SyncOutcome {
        try StorableText.check(intake.name)
        return try write { db in
            var sync = try DecisionSyncing(db: db, intake: intake)
            return try sync.run()
        }
    }

    /// The other devices, by name, as they were known at the last sync.
    package nonisolated func syncedDevices() async throws(LedgerError) -> [SyncedDevice] {
        try await read { db in
            try SyncTable(db: db).devices().filter { !$0.isOwn }.map(SyncedDevice.init).sorted {
                ($0.name, $0.device) < ($1.name, $1.device)
            }
        }
    }

    /// How many of the decisions that stand are about what lies in local folders, which no other device
    /// can know: an item there is a path, or a number, of one machine.
    package nonisolated func localDecisionCount() async throws(LedgerError) -> Int {
        try await decisions().count { $0.address.volume == ItemAddress.localVolume }
    }

    /// The id of this device; nil before the first sync.
    package nonisolated func syncDevice() async throws(LedgerError) -> String? {
        try await read { db in try SyncTable(db: db).devices().first { $0.isOwn }?.device }
    }
}

extension SyncedDevice {
    init(_ row: SyncTable.Device) {
        self.init(
            device: row.device, name: row.peer.name,
            lastAt: row.peer.lastAt.map { Timestamp(secondsSinceEpoch: $0) },
            readAt: row.readAt.map { Timestamp(secondsSinceEpoch: $0) }, problem: row.peer.problem,
            number: row.peer.number)
    }
}

/// One sync inside its transaction.
private struct DecisionSyncing {
    let db: Database
    let intake: SyncIntake
    let table: SyncTable
    /// The devices as they were before.
    let known: [SyncTable.Device]
    var replica: SyncReplica
    /// The logs of other devices.
    var others: [SyncLogReading]
    /// Whether the own log is to be begun anew.
    var isRenewed = false
    /// Whether something that was decided here is not said for now.
    var isHoldingBack = false
    /// The items that this is about of which something else is said already, and which line says it.
    var heldBack: [SyncItem: SyncDot] = [:]

    init(db: Database, intake: SyncIntake) throws {
        self.db = db
        self.intake = intake
        table = SyncTable(db: db)
        known = try table.devices()
        let arrivals = try table.arrivals()
        var peers: [String: SyncPeer] = [:]
        for device in known where !device.isOwn { peers[device.device] = device.peer }
        if let own = known.first(where: \.isOwn) {
            replica = SyncReplica(
                device: own.device, name: intake.name, generation: own.peer.generation,
                number: own.peer.number, hash: own.peer.hash,
                clock: try table.newestClock(arrivals), registers: [:], peers: peers,
                arrivals: arrivals)
        } else {
            let fresh = SyncReplica(device: intake.newDevice(), name: intake.name)
            replica = SyncReplica(
                device: fresh.device, name: intake.name, generation: fresh.generation,
                number: 0, hash: fresh.hash, clock: try table.newestClock(arrivals),
                registers: [:], peers: peers, arrivals: arrivals)
        }
        let device = replica.device
        others = intake.logs.filter { $0.device != device }
    }

    mutating func run() throws -> SyncOutcome {
        let sayings = try decidedHere()
        try checkOwnLog()
        try load()
        replica.take(others, now: intake.now.secondsSinceEpoch)
        if replica.isOutrun { try renew() }
        replica.miss(allBut: intake.unread.union(intake.logs.map(\.device)))
        replica.say(sayings)
        replica.adoptOrphans()
        try tellUse()
        let (heard, takenBack) = try materialize()
        let said = replica.written.count
        let log = try store()
        var outcome = SyncOutcome(device: replica.device, log: log)
        outcome.said = said
        outcome.heard = heard
        outcome.takenBack = takenBack
        outcome.isRenewed = isRenewed
        outcome.others = try table.devices().filter { !$0.isOwn }.map(SyncedDevice.init).sorted {
            ($0.name, $0.device) < ($1.name, $1.device)
        }
        let problems = Dictionary(
            known.map { ($0.device, $0.peer.problem) }, uniquingKeysWith: { first, _ in first })
        outcome.news = outcome.others.filter {
            $0.problem != nil && $0.problem != problems[$0.device] ?? nil
        }
        return outcome
    }

    // MARK: The own log

    /// Goes on under another id where the log under this device's name is none of its own: the state
    /// is an older one that was brought back, or somebody else has a copy of it.
    private mutating func checkOwnLog() throws {
        guard let own = intake.logs.first(where: { $0.device == replica.device }) else { return }
        var hashes: [Int64: String] = [:]
        for line in try table.log() {
            hashes[line.number] = SyncLog.hash(of: line.text)
        }
        if replica.isOwn(own, { hashes[$0] }) { return }
        try renew(leaving: own)
        others.append(own)
    }

    private mutating func renew(leaving log: SyncLogReading? = nil) throws {
        let former = replica.device
        replica.load(try table.registers(of: try table.items(of: former)))
        try table.setUsesApart(of: former)
        try table.clearLog()
        replica.renew(as: intake.newDevice(), leaving: log)
        isRenewed = true
    }

    // MARK: What was decided here

    /// What was decided and taken back here since the last time, with what was known by then.
    private mutating func decidedHere() throws -> [SyncReplica.Saying] {
        let since = try table.sequence()
        let decisions = DecisionTable(db: db)
        let touched = try decisions.decisions(
            """
            number IN (SELECT detail ->> '$.number' FROM history
                WHERE sequence > ? AND event IN ('decided', 'decision-undone')) ORDER BY number
            """, [since.value])
        var last: [SyncItem: DecisionRecord] = [:]
        for decision in touched {
            if let item = decision.syncItem { last[item] = decision }
        }
        var seen: Set<SyncItem> = []
        var sayings: [SyncReplica.Saying] = []
        for decision in touched {
            guard let item = decision.syncItem, seen.insert(item).inserted else { continue }
            replica.load(try table.registers(of: [item]))
            let standing = try decisions.standing(decision.identity)
            let value = standing?.syncValue ?? .nothing
            if holdsBack(value, about: item) { continue }
            // An undo was said when it was made, not when the decision was.
            let undoneAt = last[item]?.undoneAt
            let at =
                standing.map { max($0.decidedAt, undoneAt ?? $0.decidedAt) }
                ?? undoneAt ?? intake.now
            let saying = replica.prepare(value, about: item, at: at.secondsSinceEpoch)
            if let saying { sayings.append(saying) }
        }
        return try sayings + calledHere(since)
    }

    /// The same of pictures that were called different.
    private mutating func calledHere(_ since: Int64) throws -> [SyncReplica.Saying] {
        var sayings: [SyncReplica.Saying] = []
        for (item, isDifferent, at) in try UnlikeTable.said(since: since, in: db) {
            replica.load(try table.registers(of: [item]))
            let value: SyncValue = isDifferent ? SyncValue(.keep) : .nothing
            if holdsBack(value, about: item) { continue }
            let saying = replica.prepare(value, about: item, at: at.secondsSinceEpoch)
            if let saying { sayings.append(saying) }
        }
        return sayings
    }

    /// Whether `value` is not said for now: news that lets something be deleted. A mark does, and so
    /// does taking back what kept it; taking back a mark does not.
    private mutating func holdsBack(_ value: SyncValue, about item: SyncItem) -> Bool {
        let standing = replica.winner(item)
        let said = standing?.value ?? .nothing
        guard intake.holdsBackMarks, !value.verdict.keeps, said != value,
            value.verdict == .delete || said.verdict.keeps
        else { return false }
        isHoldingBack = true
        heldBack[item] = standing?.dot
        return true
    }

    /// The days of which others are told how much was used.
    private static let daysMax = 7

    private mutating func tellUse() throws {
        let said = try table.uses(of: replica.device)
        for use in try QuotaTable(db: db).all().suffix(Self.daysMax) {
            let now = SyncUse(
                day: use.day, deletes: use.deletes, bytes: use.bytes, reviews: use.reviews)
            let isEmpty = now.deletes == 0 && now.bytes == 0 && now.reviews == 0
            if said[use.day] == now || said[use.day] == nil && isEmpty { continue }
            replica.say(now)
            try table.store(now, of: replica.device)
        }
    }

    // MARK: What others say

    /// Who did what was decided elsewhere, in the history.
    private static let actor = "sync"

    /// Reads what is stored about the items that the logs speak of.
    private mutating func load() throws {
        var items: Set<SyncItem> = []
        var devices: Set<String> = []
        let future = intake.now.secondsSinceEpoch + SyncLimits.clockSkewMax
        for log in others {
            let peer = replica.peers[log.device]?.number ?? 0
            for line in log.lines where line.number > peer {
                switch line.line {
                case .decision(let item, _, let at, _):
                    items.insert(item)
                    if at.seconds > future { devices.insert(log.device) }
                case .arrival(let dot, _): devices.insert(dot.device)
                case .former(let dot): devices.insert(dot.device)
                case .use, .refusal, .heard: break
                }
            }
        }
        for device in devices { items.formUnion(try table.items(of: device)) }
        replica.load(try table.registers(of: items))
    }

    /// Has the decisions of this state say what holds now about the items that anything was said
    /// about.
    private func materialize() throws -> (heard: [String: Int], takenBack: [StagedItem]) {
        let decisions = DecisionTable(db: db)
        let history = HistoryTable(db: db, actor: Self.actor, at: intake.now)
        var heard: [String: Int] = [:]
        var takenBack: [StagedItem] = []
        let changed = replica.changed.sorted { ($0.drive, $0.id) < ($1.drive, $1.id) }
        for item in changed {
            guard let winner = replica.winner(item) else { continue }
            // What was decided here since is not known there, and goes before what it knew of.
            if heldBack[item] == winner.dot { continue }
            if let pair = UnlikePair(item) {
                if try materialize(pair, winner) {
                    heard[name(of: winner.dot.device), default: 0] += 1
                }
                continue
            }
            let identity = ItemIdentity(
                RecordedItem(drive: "", id: item.id, path: "", type: .file),
                driveIdentity: item.drive)
            let standing = try decisions.standing(identity)
            if (standing?.syncValue ?? .nothing) == winner.value { continue }
            heard[name(of: winner.dot.device), default: 0] += 1
            guard let verdict = winner.value.verdict.decision else {
                while let one = try decisions.standing(identity) {
                    _ = try Ledger.takeBack([one], decisions, at: intake.now)
                }
                continue
            }
            let record = try decision(verdict, winner, like: standing)
            let made = try Ledger.record(charged: record, db, history)
            if verdict != .delete {
                takenBack += try Ledger.takeBack(made, db, history)
            }
        }
        return (heard, takenBack)
    }

    /// Has the two pictures of `pair` be different ones, or not said to be, as `winner` has it; whether
    /// that is news. What it means for a rule's proof is for who decides groups here to say.
    private func materialize(_ pair: UnlikePair, _ winner: SyncRecord) throws -> Bool {
        let table = UnlikeTable(db: db, actor: Self.actor, at: intake.now)
        let isDifferent = winner.value.verdict.keeps
        if try table.has(pair) == isDifferent { return false }
        if isDifferent {
            try table.insert(pair, of: nil, isShared: true)
        } else {
            try table.remove(pair)
        }
        return true
    }

    private func name(of device: String) -> String {
        if device == replica.device { return intake.name }
        let name = replica.peers[device]?.name ?? ""
        return name.isEmpty ? String(device.prefix(8)) : name
    }

    /// What `winner` says as a decision of this state.
    private func decision(
        _ verdict: Decision, _ winner: SyncRecord, like standing: DecisionRecord?
    ) throws -> DecisionRecord {
        let place = try standing.map { ($0.item.drive, $0.item.path) } ?? place(of: winner.item)
        var item = RecordedItem(
            drive: place.0, id: winner.item.id, path: place.1,
            type: winner.value.content.isFolder ? .folder : .file)
        item.size = winner.value.content.size
        item.modified = winner.value.content.modified
        item.cTag = winner.value.content.cTag
        item.hashes = winner.value.content.hashes
        let at = replica.arrivals.clock(of: winner.dot, at: winner.at)
        let decidedAt = Timestamp(secondsSinceEpoch: at.seconds)
        let isOwn = winner.dot.device == replica.device
        var decision = DecisionRecord(
            item: item, driveIdentity: winner.item.drive, verdict: verdict,
            until: winner.value.until.map { Timestamp(secondsSinceEpoch: $0) },
            decidedAt: decidedAt, day: intake.day(decidedAt),
            source: isOwn ? "command" : DecisionRecord.devicePrefix + name(of: winner.dot.device))
        decision.follows = true
        return decision
    }

    /// Under which name and path this state knows the item, if it does: other devices do not say.
    private func place(of item: SyncItem) throws -> (drive: String, path: String) {
        for sql in [
            "SELECT drive, path FROM decision WHERE volume = ? AND item_key = ? AND path <> ''"
                + " ORDER BY number DESC LIMIT 1",
            "SELECT drive, path FROM staged_item WHERE volume = ? AND item_key = ?"
                + " ORDER BY number DESC LIMIT 1",
        ] {
            let values = [item.drive.value, item.id.value]
            if let found = try db.first(sql, values, { (try $0.text(0), try $0.text(1)) }) {
                return found
            }
        }
        var drive = ""
        try db.each("SELECT name, identity FROM drive ORDER BY synced_at") { row in
            if DriveIdentityText(try row.text(1)).volume == item.drive { drive = try row.text(0) }
        }
        return (drive, "")
    }

    // MARK: Storing

    /// Stores all that has changed; the own log as it is to be written.
    private func store() throws -> [UInt8] {
        for item in replica.changed {
            if let register = replica.registers[item] { try table.store(register, of: item) }
        }
        let read = Set(others.map(\.device))
        for (device, peer) in replica.peers {
            let before = known.first { $0.device == device }
            let readAt = read.contains(device) ? intake.now.secondsSinceEpoch : before?.readAt
            try table.store(
                SyncTable.Device(device: device, peer: peer, isOwn: false, readAt: readAt))
        }
        try table.store(replica.arrivals)
        for (device, uses) in replica.uses {
            for use in uses.values { try table.store(use, of: device) }
        }
        for line in replica.written { try table.append(line.number, line.text) }
        // What is held back is looked at again by the next sync.
        if !isHoldingBack { try table.storeSequence() }
        return try ownLog()
    }

    /// The own log, written anew where most of its lines say nothing any more.
    private func ownLog() throws -> [UInt8] {
        var lines = try table.log()
        var head = SyncHead(device: replica.device, name: intake.name)
        if let known = try table.head() {
            head = known
        } else {
            try table.append(0, head.text)
        }
        var hash = replica.hash
        let kept = try table.numbers(of: replica.device)
            .union(SyncCompaction.notes(among: lines))
        let count = lines.reduce(0) { $0 + $1.text.utf8.count + 1 }
        let isDue = SyncCompaction.isDue(
            bytes: count, lineCount: lines.count, keptCount: kept.count,
            most: intake.logBytesMax)
        if isDue || !head.name.utf8.elementsEqual(intake.name.utf8) {
            head.name = intake.name
            let anew = SyncCompaction(head, lines, hash: hash, keeping: kept)
            try table.clearLog()
            try table.append(0, anew.head.text)
            for line in anew.lines { try table.append(line.number, line.text) }
            (head, lines, hash) = (anew.head, anew.lines, anew.hash)
        }
        var own = SyncPeer()
        own.name = head.name
        own.generation = head.generation
        own.number = replica.number
        own.hash = hash
        try table.store(
            SyncTable.Device(device: replica.device, peer: own, isOwn: true, readAt: nil))
        var bytes = Array((head.text + "\n").utf8)
        for line in lines {
            bytes += line.text.utf8
            bytes.append(0x0a)
        }
        return bytes
    }
}
