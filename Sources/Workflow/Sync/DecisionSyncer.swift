// SPDX-License-Identifier: Apache-2.0

internal import DecisionSync
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Threads
internal import Tiers
internal import Wording

/// Brings the decisions of a state together with those of other devices.
///
/// What was read is taken over in one transaction, in which this device's own log goes on; then that
/// is written where others read it. Killed at any instant, nothing is lost: the log follows from the
/// state, and is written by the next sync.
package struct DecisionSyncer: Sendable {
    /// The state.
    package let session: StateSession
    /// The rules, which say where.
    package let rules: LoadedRules

    /// A sync of the decisions of `session`, by `rules`.
    package init(session: StateSession, rules: LoadedRules) {
        self.session = session
        self.rules = rules
    }

    /// The place that the rules say.
    func place() async throws(Failure) -> any SyncPlace {
        if let folder = rules.syncFolder { return SyncFolder(path: folder) }
        if let drive = rules.syncDrive { return try await SyncDrive(drive) }
        throw Failure(
            .invalidRules,
            Message(
                "'\(VisibleText.escaped(rules.name))' does not say where decisions lie that devices"
                    + " share; write '\("sync: {folder: PATH}")' or '\("sync: {drive: NAME}")' into it"
            ))
    }

    /// Syncs, and notes that it was done; `name` is what this device calls itself from now on. Throws
    /// `refused` where a tier does not allow it; what keeps is told all the same where it was shared.
    package func sync(name: String? = nil) async throws(Failure) -> SyncReport {
        if let bounds = try await bounds(), !bounds.allowsSync {
            if try await SyncSwitch.read(session).isOn {
                _ = try await sync(name: nil, sends: false)
            }
            let refusal: Phrase =
                bounds.obstacle.map { .tierObstacle(why: $0) }
                ?? .tierNoSync(
                    name: bounds.title, command: .tierOffers, show: .tierRedeem)
            throw Failure(.refused, refusal)
        }
        return try await sync(name: name, sends: true)
    }

    /// What a tier allows under the rules; nil where no policy is in force.
    private func bounds() async throws(Failure) -> TierBounds? {
        let (tiers, file) = (session.tiers, rules.file)
        return try await session.asking { _ async throws(LedgerError) in
            try await tiers.bounds(file)
        }
    }

    /// Syncs. Without `sends`, others are told what keeps, and not what lets something be deleted; what
    /// they say is heard all the same.
    private func sync(name: String?, sends: Bool) async throws(Failure) -> SyncReport {
        var state = try await SyncSwitch.read(session)
        state.isOn = true
        if let name { state.name = name }
        let place = try await place()
        let outcome = try await place.alone { [state] () async throws(Failure) in
            try await exchange(place, state.name, sends: sends)
        }
        state.place = place.text
        state.folder = (place as? SyncFolder)?.path
        state.drive = (place as? SyncDrive)?.name
        state.syncedAt = session.clock.now()
        try await state.store(session)
        let local = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.localDecisionCount()
        }
        return SyncReport(
            state: state, outcome: outcome, localCount: local, timeZone: try rules.timeZone,
            gone: try await SyncGone.read(session))
    }

    /// Reads, takes over and writes, and once more from the beginning where somebody else has written
    /// this device's log meanwhile: another process, or another machine with a copy of the state.
    private func exchange(
        _ place: any SyncPlace, _ name: String, sends: Bool
    ) async throws(Failure) -> SyncOutcome {
        var before: SyncOutcome?
        for _ in 0..<Self.attemptsMax {
            let (outcome, isWritten) = try await exchangeOnce(place, name, sends: sends)
            let both = before.map { outcome.after($0) } ?? outcome
            if isWritten { return both }
            before = both
        }
        throw Failure(.failed, .devicesBusy(place: place.text))
    }

    /// How often a log is read and written anew that somebody else writes.
    private static let attemptsMax = 5

    private func exchangeOnce(
        _ place: any SyncPlace, _ name: String, sends: Bool
    ) async throws(Failure) -> (outcome: SyncOutcome, isWritten: Bool) {
        let own = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncDevice()
        }
        let known = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncedDevices()
        }
        let gone = try await SyncGone.read(session)
        let shelf = try await place.logs(
            own: own, gone: Set(known.filter { gone.contains($0) }.map(\.device)))
        let zone = try rules.timeZone
        var intake = SyncIntake(
            name: name, logs: shelf.logs, now: session.clock.now(),
            day: { zone.day(at: $0).text }, newDevice: Self.newDevice)
        intake.logBytesMax = place.logBytesMax
        intake.unread = shelf.unread
        intake.holdsBackMarks = !sends
        var outcome = try await session.asking { [intake] ledger async throws(LedgerError) in
            try await ledger.syncDecisions(intake)
        }
        outcome.isCut = shelf.isCut
        let before = shelf.logs.first { $0.device == outcome.device }
        let after = SyncLogReading(outcome.log, of: outcome.device)
        // A line that nobody reads would hide all that follow it.
        if let fault = after.fault {
            throw Failure(
                .failed,
                Message(
                    "the own log of decisions cannot be read in line \(fault.line), and is not sent;"
                        + " please report it"))
        }
        let isThere =
            before.map {
                $0.fault == nil && $0.head == after.head && $0.lastHash == after.lastHash
            } ?? false
        if isThere { return (outcome, true) }
        let isWritten = try await place.write(outcome.log, of: outcome.device, over: shelf)
        return (outcome, isWritten)
    }

    /// 128 random bits.
    private static func newDevice() -> String {
        var generator = SystemRandomNumberGenerator()
        return HexDigits.text(generator.next() as UInt64, atLeast: 16)
            + HexDigits.text(generator.next() as UInt64, atLeast: 16)
    }

    // MARK: Beside other work

    /// Syncs where a person has said that it is to be done. Whatever goes wrong is a note, which is
    /// given once; what other devices know is not deleted until all of them were heard to the end of
    /// their logs.
    package func syncIfOn(isQuiet: Bool) async {
        do throws(Failure) {
            let state = try await SyncSwitch.read(session)
            if state.isDamaged { throw Failure(.failed, Self.damaged) }
            if !state.isOn { return session.hearing.noteHeard() }
            let bounds = try await bounds()
            let isPaused = !(bounds?.allowsSync ?? true)
            if isPaused, let bounds, bounds.obstacle == nil {
                warnOnce(.tierSyncPaused(name: bounds.title))
            }
            let report = try await sync(name: nil, sends: !isPaused)
            if let why = report.obstacle {
                session.hearing.noteMissed(why)
            } else {
                session.hearing.noteHeard()
            }
            for line in report.warnings { Host.warn(line) }
            if !isQuiet { for line in report.news { Host.note(line) } }
            if let cut = report.cut {
                warnOnce(cut)
            } else if !isPaused {
                Self.said.withLock { $0[session.file.path] = nil }
            }
        } catch {
            let why = error.phrase ?? .verbatim("")
            // Where nobody else was ever heard of, nobody else has kept anything.
            if await isAlone() {
                session.hearing.noteHeard()
            } else {
                session.hearing.noteMissed(Words.english(why))
            }
            warnOnce(.devicesFailed(why: why))
        }
    }

    private static let damaged = Message(
        "what this state says of sharing decisions cannot be read; 'cleanrules sync decisions' says"
            + " anew that they are shared, and with --off that they are not")

    /// Whether no other device is known that is not gone.
    private func isAlone() async -> Bool {
        guard let others = try? await session.ledger.syncedDevices(),
            let gone = try? await SyncGone.read(session)
        else { return false }
        return others.allSatisfy { gone.contains($0) }
    }

    /// Says `phrase`, unless this was what was said last.
    private func warnOnce(_ phrase: Phrase) {
        let text = Words.english(phrase)
        let isNews = Self.said.withLock { said in
            defer { said[session.file.path] = text }
            return said[session.file.path] != text
        }
        if isNews { Host.warn(phrase) }
    }

    /// What this process has said last of what went wrong, by state file.
    private static let said = Lock<[String: String]>([:])

    /// Syncs, calls `body`, and syncs again; meanwhile once a minute, without a word.
    package func during<Value>(
        isQuiet: Bool, _ body: () async throws -> Value
    ) async throws -> Value {
        await syncIfOn(isQuiet: isQuiet)
        let beat = beat()
        let result: Result<Value, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        beat.cancel()
        await beat.value
        await syncIfOn(isQuiet: true)
        return try result.get()
    }

    /// Syncs once a minute, without a word, until it is cancelled: what is kept elsewhere meanwhile is
    /// known before it is deleted here.
    package func beat() -> Task<Void, Never> { beat(every: Self.pause) }

    /// The same, with another pause.
    func beat(every pause: Duration) -> Task<Void, Never> {
        Task {
            while (try? await Task.sleep(for: pause)) != nil {
                guard let isOn = try? await SyncSwitch.read(session).isOn, isOn else { continue }
                do throws(Failure) {
                    let sends = try await bounds()?.allowsSync ?? true
                    let report = try await sync(name: nil, sends: sends)
                    if let why = report.obstacle {
                        session.hearing.noteMissedBeat(why)
                    } else {
                        session.hearing.noteHeard()
                    }
                } catch {
                    session.hearing.noteMissedBeat(
                        Words.english(error.phrase ?? .verbatim("")))
                }
            }
        }
    }

    private static let pause = Duration.seconds(60)
}
