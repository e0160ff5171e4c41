// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
package import Wording
package import Workflow

/// Has the clock count again in the journal and in the states of a fleet, because a person says that it is
/// right now, though it was ahead once.
///
/// What was used on later days counts for today, so that nothing is granted twice; waves that rested until
/// later rest from now on, and no undo window ends sooner.
package struct FleetClock {
    /// What it came to.
    package struct Result: Sendable {
        /// The newest instant of the journal before, where it lay ahead; nil where nothing did.
        package var newest: Moment?
        /// The day that the caps count for now.
        package let day: String
        /// In how many states something lay ahead.
        package var drives = 0
        /// The drives whose states could not be asked.
        package var left: [FleetReconciling.Left] = []
    }

    private let ground: FleetGround
    private let journal: DeedJournal
    private let lock: FleetLock

    /// Prepares it for the fleet of `ground`. Throws while a run of it is under way.
    package init(_ ground: FleetGround) throws(Failure) {
        self.ground = ground
        lock = try ground.taken()
        journal = try DeedJournal(ground.work)
    }

    /// Does it.
    package func reset() async throws(Failure) -> Result {
        let now = SystemClock.now()
        let day = ground.day(of: now.secondsSinceEpoch)
        var result = Result(day: day)
        let (at, hasUsed) = try journal.reading { ($0.at, $0.hasUsed(after: day)) }
        if at > now.secondsSinceEpoch || hasUsed {
            var deed = FleetDeed(.clock)
            deed.by = DeedJournal.person
            deed.day = day
            let line = deed
            try journal.add(resetsClock: true) { (_, _) throws(Failure) in ([line], ()) }
            result.newest = Moment(Timestamp(secondsSinceEpoch: at), ground.timeZone, .wall)
        }
        let deeds = try journal.deeds()
        for key in ground.work.keys {
            do throws(Failure) {
                let isReset = try await ground.withState(key) { session async throws(Failure) in
                    try await Self.reset(session, day, now)
                }
                if isReset == true { result.drives += 1 }
            } catch {
                result.left.append((deeds.names[key] ?? key, error))
            }
        }
        return result
    }

    /// Has the clock count in the state of `session`; whether anything lay ahead there.
    private static func reset(
        _ session: StateSession, _ day: String, _ now: Timestamp
    ) async throws(Failure) -> Bool {
        // Nothing is charged to a day while days are set aside.
        let lock = try await session.runnerLock()
        defer { lock.close() }
        let reset = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.resetClock(day: day, actor: StagedItem.person, at: now)
        }
        return reset != nil
    }
}
