// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
package import PlanRunner
package import RuleEngine
package import StateLedger
internal import Text
package import Tiers
internal import YAMLBridge

/// An open state file, and what commands need around it.
package struct StateSession: Sendable {
    /// Where it is.
    package let file: StateFile
    /// The state.
    package let ledger: Ledger
    /// What time it is for all that is done with the state.
    package let clock: WorkflowClock
    /// Reads what the administrator of the machine says about tiers; tests of modules have another
    /// machine.
    package var tierGround: @Sendable () -> TierGround = { TierGround() }
    /// Finds who is signed in at a drive; tests of modules have nobody to ask.
    package var signedIn: SignedInFinder = { drive, asksService in
        await OneDriveOpening.shared.signedIn(drive, asksService: asksService)
    }
    /// What the counts of days were found to be.
    let tierCounts = TierCounts()
    /// The drives on which something waits.
    let tierWaiting = TierWaiting()
    /// Whether other devices were heard.
    let hearing = SyncHearing()

    /// The session over `ledger`, which lies in `file`, by `clock`.
    package init(file: StateFile, ledger: Ledger, clock: WorkflowClock = .system) {
        self.file = file
        self.ledger = ledger
        self.clock = clock
    }

    /// Opens the state that must be there; see `StateFile.openExisting`.
    package static func existing(
        _ file: StateFile, migrates: Bool = true
    ) throws(Failure) -> StateSession {
        StateSession(file: file, ledger: try file.openExisting(migrates: migrates))
    }

    /// Opens the state to read it; where there is none yet, it is as good as empty.
    package static func forReading(_ file: StateFile) throws(Failure) -> StateSession {
        if file.exists { return StateSession(file: file, ledger: try file.openExisting()) }
        do throws(LedgerError) {
            return StateSession(file: file, ledger: try Ledger.inMemory(now: SystemClock.now()))
        } catch {
            throw Failure(error)
        }
    }

    /// Opens the state, or makes it, and goes by `clock`.
    package static func opened(
        _ file: StateFile, clock: WorkflowClock = .system
    ) throws(Failure) -> StateSession {
        StateSession(file: file, ledger: try file.open(clock), clock: clock)
    }

    /// Asks the state file.
    package func asking<Value: Sendable>(
        _ body: (Ledger) async throws(LedgerError) -> Value
    ) async throws(Failure) -> Value {
        do throws(LedgerError) {
            return try await body(ledger)
        } catch {
            throw Failure(error)
        }
    }

    // MARK: Rules

    /// Reads the rules file at `path`, else the one that the newest plan was made by.
    package func loadRules(_ path: String?) async throws(Failure) -> LoadedRules {
        if let path { return try RulesLoader.load(path) }
        let newest = try await asking { ledger async throws(LedgerError) in
            try await ledger.newestPlan()
        }
        guard let newest else {
            throw Failure(
                .failed,
                "there is no plan yet that would say which rules are meant; make one with"
                    + " 'cleanrules plan', or name the rules with --rules")
        }
        do throws(Failure) {
            return try RulesLoader.load(newest.rulesPath)
        } catch {
            guard error.status == .failed else { throw error }
            throw Failure(
                .refused,
                Message(
                    "\(error.clause ?? Message("the rules of the newest plan are gone")), by which the"
                        + " newest plan was made, and nobody knows what it protects; put that file"
                        + " back, or name the rules with --rules"))
        }
    }

    /// Has commands that are named from now on go by the rules that the newest plan was made by.
    package func leadToRules() async {
        if let newest = try? await ledger.newestPlan() { Host.lead(toRules: newest.rulesPath) }
    }

    /// The zone of the rules as `loadRules` finds them; the machine's where they cannot be read.
    package func timeZone(_ path: String?) async -> RuleTimeZone {
        let newest = try? await ledger.newestPlan()
        guard let path = path ?? newest?.rulesPath,
            let bytes = try? FileBytes.read(path, most: FileBytes.rulesBytesMax)
        else { return .machine }
        Host.lead(toRules: path)
        let file = RulesLoader.decode(bytes, name: path).rules.value
        return file?.timeZone.flatMap { RuleTimeZone(identifier: $0) } ?? .machine
    }

    // MARK: Running

    /// Makes sure that there is a backup of all that is recorded; throws where none can be made.
    func backUpBeforeDeleting() async throws(Failure) {
        do throws(LedgerError) {
            try await ledger.backUp(.execution, now: clock.now())
        } catch {
            throw Failure(
                .failed,
                error.clause.mappingTexts(VisibleText.escaped)
                    + Message("; nothing is deleted without one"))
        }
    }

    /// A runner over the state that acts as `actor` by `rules`; without rules it can bring back,
    /// and settle what was begun, as the state file knows the drives.
    ///
    /// Drives that were `opened` already are not opened again. `goingElsewhere` finds what waits for its
    /// deletion by other states.
    package func runner(
        _ rules: LoadedRules?, actor: String, opened: OpenedDrives = OpenedDrives(),
        goingElsewhere: @escaping Runner.GoingElsewhere = { _ throws(RunnerError) in [] }
    ) -> Runner {
        let opening = opening(rules)
        return Runner(
            ledger: ledger, actor: actor, clock: clock.now, clockRoundedUp: clock.nowRoundedUp,
            openDrive: { known async throws(DriveError) in
                if let done = opened.drive(known) { return try done.get() }
                return try await opening.drive(known)
            },
            seats: { known in await opening.seats(of: known) },
            canaryDoubt: { name in await opening.canaryDoubt(ofDrive: name) },
            tierBounds: { [self] rules, _ async throws(RunnerError) in
                // Whatever deletes something speaks to the service anyway.
                try await tierBounds(
                    rules, asksService: actor == "run" || actor == "execute")
            },
            unheard: { [hearing] in hearing.obstacle }, goingElsewhere: goingElsewhere,
            relook: PictureLooking.anew, readRules: RulesFiles().reader)
    }

    /// Opens drives as the state file knows them and as `rules` declare them.
    package func opening(_ rules: LoadedRules?) -> DriveOpening {
        let own = { @Sendable [ledger] () async throws(LedgerError) -> [String] in
            try await OwnPaths.paths(ledger, rules: rules)
        }
        return DriveOpening(rules: rules, ownFiles: own) { [ledger] in
            LedgerFeedStore(ledger: ledger, drive: $0)
        }
    }

    /// Takes the lock that only one process at a time holds while it deletes or brings back.
    package func runnerLock(waitSeconds: Double = 5) async throws(Failure) -> RunnerLock {
        do throws(LedgerError) {
            return try await RunnerLock.acquire(statePath: file.path, waitSeconds: waitSeconds)
        } catch {
            throw Failure(error)
        }
    }

    /// Calls the runner, with its errors in this program's words.
    package func running<Value>(
        _ body: () async throws(RunnerError) -> Value
    ) async throws(Failure) -> Value {
        do throws(RunnerError) {
            return try await body()
        } catch {
            throw Failure(error)
        }
    }
}

extension LoadedRules {
    /// The rules as a run needs them.
    package var inForce: RulesInForce {
        get throws(Failure) {
            var digests: [String: String] = [:]
            for rule in file.protections + file.rules { digests[rule.id] = ruleDigest(rule) }
            return RulesInForce(
                file: file, digest: digest, path: absolutePath, timeZone: try timeZone,
                ruleDigests: digests)
        }
    }

    /// Where the rules were read from, absolute if it is a file.
    package var absolutePath: String { MachinePath.canonical(name) ?? name }

    /// The SHA-256, in hex, of everything that `rule` means.
    package func ruleDigest(_ rule: Rule) -> String {
        SHA256Text.of(
            Array(RuleDigest.canonicalText(of: rule, definitions: file.definitions).utf8))
    }
}
