// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Workflow

/// The journal of the deletions of one drive: a line for each, chained, with what was deleted by which rule.
///
/// The state of the drive knows all of it first, in the transaction that records an outcome; from there it
/// is written down here, each line once, whatever is killed in between.
struct DriveAudit {
    private let work: FleetFolder
    private let drive: FleetDrive
    private var file: ChainedFile
    /// The number of the last line of the history that is written down.
    private var last: Int64 = 0

    /// How many lines of a history are read at once.
    private static let pageSize = 1_000

    /// The journal of `drive` in the fleet whose folder is `work`, of which nothing was read yet.
    init(_ work: FleetFolder, _ drive: FleetDrive) {
        self.work = work
        self.drive = drive
        file = ChainedFile(path: work.audit(of: drive.key), keepsLinks: true)
    }

    /// How far it has come, as far as it was read or written; nil where it has no line.
    var mark: AuditMark? {
        file.count == 0 ? nil : AuditMark(lines: Int64(file.count), link: file.link)
    }

    /// What the drive is called in files.
    var key: String { drive.key }

    /// Whether it still has all that the journal knows of it, as far as it was read.
    func holds(_ mark: AuditMark) -> Bool { file.holds(mark.lines, mark.link) }

    /// Writes down what the state of `session` knows and is not written yet; how far it has come then.
    mutating func settle(_ session: StateSession) async throws(Failure) -> AuditMark? {
        try catchUp()
        while true {
            let after = last
            let entries = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.history(
                    since: nil, path: nil, afterSequence: after, most: Self.pageSize)
            }
            guard let newest = entries.last?.sequence else { break }
            // What is tried with an item that stays in its state is no news of it.
            let told = entries.filter { $0.from != $0.to && $0.to.flatMap(Self.event) != nil }
            let lines = try await lines(told, session)
            if try add(lines, after: after) { last = newest }
        }
        // The journal hears of it after this.
        try file.synchronize()
        return mark
    }

    /// What the line says from which on a state counts that knows less than was written down.
    private static let restarted = "reconciled"

    /// Has what the state of `session` records from now on be written down, though it knows less than the
    /// file does: it was put back from a backup, and gives numbers out a second time. Nil: it is gone, and a
    /// new one begins with the first.
    mutating func restart(_ session: StateSession?) async throws(Failure) {
        try catchUp()
        var newest: Int64 = 0
        while last > 0, let session {
            let after = newest
            let entries = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.history(
                    since: nil, path: nil, afterSequence: after, most: Self.pageSize)
            }
            guard let sequence = entries.last?.sequence else { break }
            newest = sequence
        }
        if newest >= last { return }
        let line = JSONValue.object([
            ("at", .number(SystemClock.now().secondsSinceEpoch)), ("event", .text(Self.restarted)),
            ("drive", .text(drive.key)), ("name", .text(drive.name)),
            ("drive_id", .text(drive.id)), ("by", .text(DeedJournal.person)),
            ("sequence", .number(newest)),
        ]).bytes()
        if try add([line], after: last) { last = newest }
    }

    /// Reads what was added to the file since the last time.
    mutating func catchUp() throws(Failure) {
        var last = last
        try file.read { body in
            guard let tree = try? JSONTree(strict: body), let sequence = tree["sequence"]?.number
            else { return false }
            last = tree["event"]?.text == Self.restarted ? sequence : max(last, sequence)
            return true
        }
        self.last = last
    }

    /// Adds `lines`, which tell what came after the line `after` of the history; false where somebody
    /// else has written down some of it meanwhile, who brings items back while others go.
    private mutating func add(_ lines: [[UInt8]], after: Int64) throws(Failure) -> Bool {
        if lines.isEmpty { return true }
        let lock = try work.journalLock()
        defer { lock.close() }
        try catchUp()
        if last != after { return false }
        try file.add(lines)
        return true
    }

    /// What a change to `state` is called; nil where it is not written down.
    private static func event(_ state: ItemState) -> String? {
        switch state {
        case .deleted: "deleted"
        // What somebody else removed, or an earlier attempt of ours whose answer was lost.
        case .gone: "gone"
        case .restored: "brought-back"
        default: nil
        }
    }

    private func lines(
        _ entries: [HistoryEntry], _ session: StateSession
    ) async throws(Failure) -> [[UInt8]] {
        let numbers = entries.compactMap(\.staged)
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(numbers: numbers)
        }
        let known = Dictionary(
            items.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        return entries.map { entry in
            let staged = entry.staged.flatMap { known[$0] }
            let item = staged?.order
            var members: [(name: String, value: JSONValue)] = [
                ("at", .number(entry.at.secondsSinceEpoch)),
                ("event", .text(entry.to.flatMap(Self.event))),
                ("drive", .text(drive.key)), ("name", .text(drive.name)),
                ("drive_id", .text(drive.id)), ("id", .text(entry.id ?? item?.item.id)),
                ("path", .text(entry.path ?? item?.item.path)),
            ]
            if let size = item?.item.size { members.append(("size", .number(size))) }
            for (algorithm, value) in (item?.item.hashes ?? [:]).sorted(by: { $0.key < $1.key }) {
                members.append(("hash_" + algorithm, .text(value)))
            }
            if let etag = item?.item.eTag { members.append(("etag", .text(etag))) }
            if let rule = entry.rule ?? item?.rule { members.append(("rule", .text(rule))) }
            if let digest = item?.ruleDigest { members.append(("rule_digest", .text(digest))) }
            if let method = item?.method { members.append(("method", .text(method))) }
            if let plan = entry.plan { members.append(("state_plan", .text(plan))) }
            if let request = DeletionReceipt(text: staged?.receipt)?.request {
                members.append(("request", .text(request)))
            }
            members.append(("by", .text(entry.actor)))
            members.append(("sequence", .number(entry.sequence)))
            return JSONValue.object(members).bytes()
        }
    }
}
