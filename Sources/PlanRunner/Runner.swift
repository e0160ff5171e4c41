// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import RuleEngine
package import StateLedger

/// Carries plans out: stages, undoes, deletes, recovers and restores. The only part of the program
/// that changes what lies on a drive.
///
/// It keeps nothing in memory between calls: whatever it knows stands in the state file, so it may
/// die at any instruction and be started again.
package struct Runner: Sendable {
    /// The state file.
    package let ledger: Ledger
    /// Opens a drive that the state file knows, as the rules in force declare it.
    package let openDrive: DriveOpener
    /// Reads the rules by which a plan was made, as they are now.
    package let readRules: RulesReader
    /// Where the rules in force have a drive that the state file knows.
    let seats: SeatFinder
    /// What a tier allows of a day, besides the quota of the rules.
    let tierBounds: TierCheck
    /// Why what other devices decided could not be heard; nil where it was, or nothing is shared.
    let unheard: @Sendable () -> String?
    /// What the canary says against the drive that the rules in force call so.
    let canaryDoubt: CanaryCheck
    /// Which items wait for their deletion by other states than this one.
    let goingElsewhere: GoingElsewhere
    /// Looks at pictures anew; nil where nothing can.
    let relook: PictureRelook?
    /// The system clock.
    package let clock: @Sendable () -> Timestamp
    /// The system clock, rounded up: what undo windows are counted from, lest one ends early.
    package let clockRoundedUp: @Sendable () -> Timestamp
    /// Who acts, in the words of the history.
    package let actor: String
    /// Told between any two steps, so that a test can end the process there.
    let failpoint: @Sendable (Failpoint) -> Void

    /// Opens a drive.
    package typealias DriveOpener =
        @Sendable (LedgerDrive) async throws(DriveError) -> any DeletingDrive

    /// Finds where the rules in force have a drive: nowhere, or in one or more places.
    package typealias SeatFinder = @Sendable (LedgerDrive) async -> [DriveSeat]

    /// Looks at the canary of a drive of the rules in force; nil if it has none, or that is as it has
    /// to be.
    package typealias CanaryCheck = @Sendable (_ drive: String) async -> CanaryDoubt?

    /// Finds which of some items wait for their deletion by states beside this one, as those of other
    /// drives of a fleet.
    package typealias GoingElsewhere =
        @Sendable (Set<ItemAddress>) async throws(RunnerError) -> Set<ItemAddress>

    /// Finds what a tier allows of a day under the rules in force; nil where no policy is in force.
    package typealias TierCheck =
        @Sendable (RulesInForce, Timestamp) async throws(RunnerError) -> TierBounds?

    /// A place between two steps.
    package enum Failpoint: String, Sendable, Hashable, CaseIterable {
        /// The state file is open, nothing was done.
        case beforeRecovery
        /// Nothing is begun.
        case beforeIntent
        /// The intent is recorded, the drive was not told.
        case afterIntent
        /// The drive has done it, the outcome is not recorded.
        case afterEffect
        /// The outcome is recorded.
        case afterOutcome
    }

    /// A runner over `ledger`.
    package init(
        ledger: Ledger, actor: String, clock: @escaping @Sendable () -> Timestamp,
        clockRoundedUp: (@Sendable () -> Timestamp)? = nil,
        openDrive: @escaping DriveOpener,
        seats: @escaping SeatFinder = { [DriveSeat(name: $0.name)] },
        canaryDoubt: @escaping CanaryCheck = { _ in nil },
        tierBounds: @escaping TierCheck = { _, _ throws(RunnerError) in nil },
        unheard: @escaping @Sendable () -> String? = { nil },
        goingElsewhere: @escaping GoingElsewhere = { _ throws(RunnerError) in [] },
        relook: PictureRelook? = nil,
        readRules: @escaping RulesReader,
        failpoint: @escaping @Sendable (Failpoint) -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.actor = actor
        self.clock = clock
        self.clockRoundedUp = clockRoundedUp ?? clock
        self.openDrive = openDrive
        self.readRules = readRules
        self.seats = seats
        self.canaryDoubt = canaryDoubt
        self.tierBounds = tierBounds
        self.unheard = unheard
        self.goingElsewhere = goingElsewhere
        self.relook = relook
        self.failpoint = failpoint
    }

    /// The local day of `instant` in the zone of `rules`.
    func day(_ instant: Timestamp, _ rules: RulesInForce) -> String {
        rules.timeZone.day(at: instant).text
    }

    /// What applies at `instant`: the quota of the rules, none while its grace period lasts or nothing is
    /// said, and what a tier allows, which knows no such grace. Nil where there is neither.
    package func quotaTerms(
        _ rules: RulesInForce, at instant: Timestamp
    ) async throws(RunnerError) -> QuotaTerms? {
        let own = try await ownQuotaTerms(rules, at: instant)
        guard let tier = try await tierBounds(rules, instant) else { return own }
        var terms = own ?? QuotaTerms()
        terms.tier = tier
        return terms
    }

    /// The quota of the rules themselves.
    private func ownQuotaTerms(
        _ rules: RulesInForce, at instant: Timestamp
    ) async throws(RunnerError) -> QuotaTerms? {
        let quota = rules.file.quota
        if !quota.isSet { return nil }
        if let end = try await graceEnd(rules, at: instant) {
            let latest = try await calling { ledger async throws(LedgerError) in
                try await ledger.latestInstant()
            }
            // A clock that was set back does not open the time again.
            if max(instant, latest) < end { return nil }
        }
        return QuotaTerms(
            deletesPerDay: quota.deletesPerDay, bytesPerDay: quota.bytesPerDay,
            reviewsPerDay: quota.reviewsPerDay)
    }

    /// When the grace period of the quotas ends or ended, counted from when rules with a quota were
    /// first used with this state file, or from `instant` if they never were; nil without one.
    package func graceEnd(
        _ rules: RulesInForce, at instant: Timestamp
    ) async throws(RunnerError) -> Timestamp? {
        let quota = rules.file.quota
        if !quota.isSet || quota.grace.amount == 0 { return nil }
        let (seen, latest) = try await calling { ledger async throws(LedgerError) in
            (try await ledger.quotaFirstSeen(), try await ledger.latestInstant())
        }
        let first = seen ?? instant
        // A first use that is still to come was no use of this time: the clock was ahead then.
        if first > max(instant, latest) { return nil }
        let clock = RuleClock(now: first, timeZone: rules.timeZone)
        return Timestamp(secondsSinceEpoch: clock.end(of: .wait(quota.grace)))
    }

    /// Notes that `rules` are used with this state file: from the first that have a quota on, the
    /// days of grace are counted, whatever is edited later.
    package func noteUse(of rules: RuleFile) async throws(RunnerError) {
        guard rules.quota.isSet else { return }
        let now = clock()
        try await calling { ledger async throws(LedgerError) in
            try await ledger.noteQuota(at: now)
        }
    }

    /// Calls the ledger, with its errors in this module's words.
    func calling<Value: Sendable>(
        _ body: (Ledger) async throws(LedgerError) -> Value
    ) async throws(RunnerError) -> Value {
        do throws(LedgerError) {
            return try await body(ledger)
        } catch {
            throw RunnerError(error)
        }
    }
}
