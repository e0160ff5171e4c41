// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// Whether the journal of a fleet and the states of its drives are of one time: none of them was put back
/// from a backup, copied, or cut off since the other was written.
///
/// What is decided is written into the journal first, and is there for good before a state hears of it; a
/// state hears of it before anything is staged or deleted by it. So a state never knows more than the
/// journal, wherever a process is killed; and counts in the journal are those that a state had by then.
struct FleetFit: Sendable {
    /// The fleet file.
    let file: String
    let work: FleetFolder
    let journal: DeedJournal

    init(_ ground: FleetGround, _ journal: DeedJournal) {
        (file, work, self.journal) = (ground.source.path, ground.work, journal)
    }

    init(_ records: FleetRecords, _ journal: DeedJournal) {
        (file, work, self.journal) = (records.path, records.work, journal)
    }

    /// What does not fit.
    enum Doubt: Sendable {
        /// The journal is older than a state: nothing of the fleet goes.
        case journal(Failure)
        /// The state of a drive was put back or copied: nothing of that drive goes.
        case state(Failure)
    }

    // MARK: Marks

    /// Has the state of `session` know how far the journal has come; with the plan over all drives and its
    /// wave where something is staged there. What the journal does not know any more is kept as it is.
    func mark(
        _ session: StateSession, plan: String? = nil, wave: Int64? = nil
    ) async throws(Failure) {
        let known = try await FleetMark.read(session)
        if let known, !journal.holds(known) { return }
        var mark = FleetMark(file: file, work: work.path, in: session)
        // Which file it was first written in: that is what tells a copy.
        if let known { mark.born = known.born }
        try await keep(&mark, plan ?? known?.plan, wave ?? known?.wave, in: session)
    }

    /// The same where a person says that the state counts as it is.
    func markAnew(_ session: StateSession) async throws(Failure) {
        let known = try await FleetMark.read(session)
        var mark = FleetMark(file: file, work: work.path, in: session)
        try await keep(&mark, known?.plan, known?.wave, in: session)
    }

    private func keep(
        _ mark: inout FleetMark, _ plan: String?, _ wave: Int64?, in session: StateSession
    ) async throws(Failure) {
        (mark.lines, mark.link) = journal.head
        (mark.plan, mark.wave) = (plan, wave)
        try await mark.keep(in: session)
    }

    // MARK: Doubts

    /// Looks at all states, so many at once. Throws where the journal is older than one of them; the drives
    /// whose states are older than the journal, or copies, with why. A state that cannot be read is told
    /// of by whoever needs it.
    func demand(workers: Int) async throws(Failure) -> [String: Failure] {
        let deeds = try journal.deeds()
        let (fit, keys) = (self, work.keys(deeds))
        let doubts = await FleetRun.each(keys, most: workers) { key -> Doubt? in
            await fit.doubt(key, deeds)
        }
        var found: [String: Failure] = [:]
        for (key, doubt) in zip(keys, doubts) {
            switch doubt {
            case .journal(let failure)?: throw failure
            case .state(let failure)?: found[key] = failure
            case nil: continue
            }
        }
        return found
    }

    /// What speaks against the state of the drive that is called `key`; nil where nothing does, or it cannot
    /// be read.
    private func doubt(_ key: String, _ deeds: FleetDeeds) async -> Doubt? {
        do throws(Failure) {
            let found = try await work.withState(key) { session async throws(Failure) in
                Look(doubt: try await doubt(session, deeds.known(key)))
            }
            if let found { return found.doubt }
            let known = deeds.sum(of: key)
            return try gone(key, deeds, known.waiting + known.undone).map { .state($0) }
        } catch {
            return nil
        }
    }

    private struct Look: Sendable {
        let doubt: Doubt?
    }

    /// What speaks against the state of `session`, and the journal by which `known` is what is known of its
    /// drive; nil where they fit.
    func doubt(
        _ session: StateSession, _ known: FleetDeeds.Known
    ) async throws(Failure) -> Doubt? {
        if let mark = try await FleetMark.read(session) {
            if !journal.holds(mark) { return .journal(cut(known.name, mark.lines)) }
            if let born = mark.born, born != session.file.born { return .state(copied(session)) }
        }
        let counts = try await DeedCounts.all(session, known.plans)
        let isOlder = counts.contains { plan, now in
            known.counts[plan].map { now.isOlder(than: $0) } ?? false
        }
        return isOlder ? .state(copied(session)) : nil
    }

    /// What says that journal and states count as they are.
    var command: String { "cleanrules fleet resume \(ShellWord.quoted(file)) --restored" }

    /// That the state of the drive that is called `key` is not there any more, though `items` are known to it
    /// alone; nil where there are none.
    func gone(_ key: String, _ deeds: FleetDeeds, _ items: Int64) throws(Failure) -> Failure? {
        if items == 0 { return nil }
        return Failure(
            .failed,
            Message(
                "the state '\(VisibleText.escaped(try work.state(key).path))' is not there any more, and"
                    + " \(String(items)) items waited in it or were taken back; put it back from a backup;"
                    + " where there is none, '\(command)' goes on without it"))
    }

    private func cut(_ name: String, _ lines: Int64) -> Failure {
        Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(work.deeds))' has lost lines: the state of"
                    + " '\(VisibleText.escaped(name))' knows of line \(String(lines)), which is not there; put the"
                    + " newest journal back, for nothing is staged or deleted without it; where there"
                    + " is none, '\(command)' makes up for it from the states"))
    }

    private func copied(_ session: StateSession) -> Failure {
        Failure(
            .failed,
            Message(
                "the state '\(VisibleText.escaped(session.file.path))' was copied, or put back from a"
                    + " backup, and may have forgotten what people took back; put the newest one back, or"
                    + " see with 'cleanrules fleet status' what waits, take back what should not, and say"
                    + " '\(command)'"))
    }
}

extension DeedCounts {
    /// Whether these are of a time before `other`: what was staged, deleted or taken back stays so.
    func isOlder(than other: DeedCounts) -> Bool {
        staged < other.staged || undone < other.undone
            || deleted + undone < other.deleted + other.undone
    }
}
