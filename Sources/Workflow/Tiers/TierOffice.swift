// SPDX-License-Identifier: Apache-2.0

internal import Entitlements
internal import Messages
internal import PlanRunner
package import RuleEngine
package import StateLedger
internal import Threads
package import Tiers
internal import Text
internal import Wording

/// Finds who is signed in at a drive of a service; with true that is asked.
package typealias SignedInFinder =
    @Sendable (DriveDeclaration, Bool) async -> TierDrive.SignedIn

/// What signed policies say of a state and of the rules that are used with it.
package struct TierOffice: Sendable {
    /// The state.
    let ledger: Ledger
    /// What the administrator of the machine says.
    let ground: @Sendable () -> TierGround
    /// What time it is.
    let clock: WorkflowClock
    /// What the counts of days were found to be.
    let counts: TierCounts
    /// Finds who is signed in at a drive; with true the service is asked.
    let signedIn: SignedInFinder

    /// All that is known, to be judged at this instant.
    package func desk() async throws(LedgerError) -> TierDesk {
        TierDesk(
            records: try await ledger.tierRecords(), ground: ground(), now: clock.now())
    }

    /// What every known policy comes to under `rules`; nothing where none is known.
    package func findings(_ rules: RuleFile?) async throws(LedgerError) -> [TierFinding] {
        let desk = try await desk()
        let drives = try await drives(rules, desk, asksService: false)
        return desk.findings(expecting: rules?.policyIssuer, drives)
    }

    /// What a day allows under the policies that are in force for `rules`; nil where none is.
    ///
    /// Where a policy binds the drives of a tenant, `asksService` has the service itself say who is
    /// signed in, and not what this machine keeps of it.
    package func bounds(
        _ rules: RuleFile, asksService: Bool = false
    ) async throws(LedgerError) -> TierBounds? {
        let ground = ground()
        // What was redeemed binds rules that expect it, and no others.
        if ground.isEmpty, rules.policyIssuer == nil { return nil }
        let records = try await ledger.tierRecords()
        let desk = TierDesk(records: records, ground: ground, now: clock.now())
        for issuer in desk.issuers where records.firstSeen[issuer] == nil {
            // The days of those who were there before count from the first time, if that can be
            // written; else from the next one.
            try? await ledger.notePolicy(of: issuer, at: clock.now())
        }
        let drives = try await drives(rules, desk, asksService: asksService)
        let bounds = desk.bounds(expecting: rules.policyIssuer, drives)
        guard let bounds, bounds.obstacle == nil, bounds.isOfDays else { return bounds }
        let zone = rules.timeZone.flatMap { RuleTimeZone(identifier: $0) } ?? .machine
        let today = zone.day(at: clock.now()).text
        if try await counts.isTooLow(ledger, day: today) { return bounds.withNothing }
        return bounds
    }

    /// The drives of `rules`, as they are declared and as the state knows them.
    private func drives(
        _ rules: RuleFile?, _ desk: TierDesk, asksService: Bool
    ) async throws(LedgerError) -> [TierDrive] {
        let isPersonal = desk.asksWhoIsSignedIn
        var found: [TierDrive] = []
        for drive in try await ledger.drives() {
            found.append(
                TierDrive(
                    identity: drive.identity, account: drive.settings["account"],
                    root: drive.settings[DriveSettings.root]))
        }
        for drive in rules?.drives ?? [] {
            let root = drive.kind == .local ? drive.settings["root"] : nil
            let path = root.map { MachinePath.resolve($0, from: "") }
            let isOfService = isPersonal && drive.kind == .onedrive
            let signedIn = isOfService ? await signedIn(drive, asksService) : .nobody
            for account in [drive.settings["account"], drive.settings["tenant"]] {
                found.append(
                    TierDrive(
                        identity: drive.settings["drive_id"].map { "onedrive:\($0)" },
                        account: account,
                        root: path.map { MachinePath.canonical($0) ?? $0 },
                        signedIn: signedIn))
            }
        }
        return found
    }
}

extension StateSession {
    /// What signed policies say of this state.
    package var tiers: TierOffice {
        TierOffice(
            ledger: ledger, ground: tierGround, clock: clock, counts: tierCounts,
            signedIn: signedIn)
    }

    /// What a tier allows of a day under `rules`, for a runner; `asksService`: who is signed in is
    /// asked of the service.
    func tierBounds(
        _ rules: RulesInForce, asksService: Bool
    ) async throws(RunnerError) -> TierBounds? {
        do throws(LedgerError) {
            return try await tiers.bounds(rules.file, asksService: asksService)
        } catch {
            throw RunnerError(error)
        }
    }
}

/// Whether the counts of days follow from the history, which is looked into once a day and session, and
/// again when something has happened since they were found not to.
package final class TierCounts: Sendable {
    private let known = Lock<(day: String, sequence: Int64, isTooLow: Bool)?>(nil)

    /// Nothing is known yet.
    package init() {}

    /// Whether `ledger` counts less of `day` than its history says.
    func isTooLow(_ ledger: Ledger, day: String) async throws(LedgerError) -> Bool {
        let known = known.withLock { $0 }
        if let known, known.day == day, !known.isTooLow { return false }
        let sequence = try await ledger.newestSequence()
        if let known, known.day == day, known.sequence == sequence { return known.isTooLow }
        let counted = try await ledger.quotaUse(day: day)
        let isTooLow = try await ledger.isCountedTooLow(day: counted.effectiveDay)
        self.known.withLock { $0 = (day, sequence, isTooLow) }
        return isTooLow
    }
}

extension TierBounds {
    /// Whether something is bounded by the day.
    fileprivate var isOfDays: Bool {
        deletesPerDay != nil || bytesPerDay != nil || reviewsPerDay != nil
    }

    /// The same, where nothing more is allowed of today because the counts are not to be believed.
    fileprivate var withNothing: TierBounds {
        var bounds = self
        (bounds.deletesPerDay, bounds.bytesPerDay, bounds.reviewsPerDay) = (0, 0, 0)
        bounds.obstacle = Message(
            "what this state counts of today is not what its history says ('cleanrules history"
                + " --verify' tells of it); 'cleanrules tier refresh' asks the issuer and counts anew"
        )
        return bounds
    }
}

extension StateSession {
    /// Says what of `rules` a tier would not have staged; a verdict is none the less what it is.
    package func warnOfTier(_ rules: RuleFile) async throws(Failure) {
        let tiers = tiers
        let bounds = try await asking { _ async throws(LedgerError) in
            try await tiers.bounds(rules)
        }
        guard let bounds else { return }
        if let why = bounds.obstacle { Host.warn(.tierObstacle(why: why)) }
        for excess in bounds.excesses(of: rules) { Host.warn(excess) }
    }
}
