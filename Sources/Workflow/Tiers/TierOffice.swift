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
    /// The drives on which something waits.
    let waiting: TierWaiting
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
        let drives = try await drives(rules, at: nil, desk, asksService: false)
        return desk.findings(expecting: rules?.policyIssuer, drives)
    }

    /// What a day allows under the policies that are in force for `rules`, which were read from `path`
    /// where that is known; nil where none is.
    ///
    /// Where a policy binds the drives of a tenant, `asksService` has the service itself say who is
    /// signed in, and not what this machine keeps of it.
    package func bounds(
        _ rules: RuleFile, at path: String? = nil, asksService: Bool = false
    ) async throws(LedgerError) -> TierBounds? {
        let ground = ground()
        // What was redeemed binds rules that expect it, and no others.
        if ground.isEmpty, rules.policyIssuer == nil { return nil }
        let records = try await ledger.tierRecords()
        let desk = TierDesk(records: records, ground: ground, now: clock.now())
        for issuer in desk.issuers where desk.firstSeen(issuer) == nil {
            // The days of those who were there before count from the first time, if that can be
            // written; else from the next one.
            try? await ledger.notePolicy(of: issuer, at: clock.now())
        }
        let drives = try await drives(rules, at: path, desk, asksService: asksService)
        let bounds = desk.bounds(expecting: rules.policyIssuer, drives)
        guard let bounds, bounds.obstacle == nil, bounds.isOfDays else { return bounds }
        let zone = rules.timeZone.flatMap { RuleTimeZone(identifier: $0) } ?? .machine
        let today = zone.day(at: clock.now()).text
        if try await counts.isTooLow(ledger, day: today) { return bounds.withNothing }
        return bounds
    }

    /// The drives of `rules`: as they are declared, those of the newest plan where it was made by them,
    /// and those on which something waits, whatever rules staged it. What was once listed for other
    /// rules is no drive of these.
    private func drives(
        _ rules: RuleFile?, at path: String?, _ desk: TierDesk, asksService: Bool
    ) async throws(LedgerError) -> [TierDrive] {
        guard desk.bindsDrives else { return [] }
        let known = try await ledger.drives()
        var identities = try await waiting.identities(ledger, now: clock.now())
        if let path, let plan = try await ledger.newestPlan(),
            plan.rulesPath.utf8.elementsEqual(path.utf8)
        {
            identities.formUnion(plan.driveIdentities.values)
        }
        var found = identities.sorted().map { TierDrive(known, identity: $0) }
        let declared = rules?.drives ?? []
        if rules != nil, declared.isEmpty {
            found += await givenDrives(known, identities, desk, asksService: asksService)
        }
        for drive in declared {
            let isOfService = desk.asksWhoIsSignedIn && drive.kind == .onedrive
            let who = isOfService ? await self.signedIn(drive, asksService) : .nobody
            found += TierDrive.declared(drive, at: path, known, signedIn: who)
        }
        return found
    }

    /// The drives of rules that declare none: a folder that was given by hand, and OneDrives of
    /// `identities`, as the state knows them.
    private func givenDrives(
        _ known: [LedgerDrive], _ identities: Set<String>, _ desk: TierDesk, asksService: Bool
    ) async -> [TierDrive] {
        var found: [TierDrive] = []
        for drive in known {
            if drive.settings[DriveSettings.given] == DriveSettings.folder {
                found.append(
                    TierDrive(
                        identity: drive.identity, root: drive.settings[DriveSettings.root]))
            } else if desk.asksWhoIsSignedIn, drive.kind == DriveKind.onedrive.rawValue,
                identities.contains(drive.identity)
            {
                let declaration = DriveDeclaration(
                    name: drive.name, kind: .onedrive, settings: drive.settings)
                let who = await self.signedIn(declaration, asksService)
                found.append(TierDrive(identity: drive.identity, signedIn: who))
            }
        }
        return found
    }
}

extension TierDrive {
    /// The drive of `identity`, of which something waits or a plan speaks.
    fileprivate init(_ known: [LedgerDrive], identity: String) {
        let record = known.first { $0.identity.utf8.elementsEqual(identity.utf8) }
        self.init(
            identity: identity, account: record?.settings["account"],
            root: DriveIdentityText(identity).localRoot)
    }

    /// What rules at `path` declare as `drive`, with what the state knows of it.
    fileprivate static func declared(
        _ drive: DriveDeclaration, at path: String?, _ known: [LedgerDrive], signedIn: SignedIn
    ) -> [TierDrive] {
        let record = known.first {
            $0.name.utf8.elementsEqual(drive.name.utf8) && $0.kind == drive.kind.rawValue
        }
        if drive.kind == .local { return declared(local: drive, at: path, record) }
        var found = [drive.settings["account"], drive.settings["tenant"]].map { account in
            TierDrive(
                identity: drive.settings["drive_id"].map { "onedrive:\($0)" }, account: account,
                signedIn: signedIn)
        }
        // What is called so may have been the drive of another account.
        let isSame = ["account", "drive_id", "national_cloud"].allSatisfy {
            record?.settings[$0] == drive.settings[$0]
        }
        if isSame, let record { found.append(TierDrive(known, identity: record.identity)) }
        return found
    }

    private static func declared(
        local drive: DriveDeclaration, at path: String?, _ record: LedgerDrive?
    ) -> [TierDrive] {
        guard let text = drive.settings[DriveSettings.root] else { return [] }
        let place = MachinePath.resolve(text, from: path.map { MachinePath.folder(of: $0) } ?? "")
        let root = MachinePath.canonical(place) ?? place
        let listed = record?.settings[DriveSettings.root]
        let isListed = listed?.utf8.elementsEqual(root.utf8) ?? false
        var found = [TierDrive(identity: isListed ? record?.identity : nil, root: root)]
        // Where a relative root leads is seen from where the rules were read, links and all; what was
        // listed under the name tells.
        if !isListed, let listed, !text.hasPrefix("/"), !text.hasPrefix("~") {
            found.append(TierDrive(identity: record?.identity, root: listed))
        }
        return found
    }
}

extension StateSession {
    /// What signed policies say of this state.
    package var tiers: TierOffice {
        TierOffice(
            ledger: ledger, ground: tierGround, clock: clock, counts: tierCounts,
            waiting: tierWaiting, signedIn: signedIn)
    }

    /// What a tier allows of a day under `rules`, for a runner; `asksService`: who is signed in is
    /// asked of the service.
    func tierBounds(
        _ rules: RulesInForce, asksService: Bool
    ) async throws(RunnerError) -> TierBounds? {
        do throws(LedgerError) {
            return try await tiers.bounds(
                rules.file, at: rules.path, asksService: asksService)
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

/// The drives on which something waits or is being deleted, by their identities: looked for again when
/// something was staged since, and each minute, for what waits goes.
package final class TierWaiting: Sendable {
    private let known = Lock<(number: Int64, at: Timestamp, identities: Set<String>)?>(nil)

    /// For how many seconds they are gone by.
    private static let seconds: Int64 = 60

    /// Nothing is known yet.
    package init() {}

    /// Those of `ledger`.
    func identities(_ ledger: Ledger, now: Timestamp) async throws(LedgerError) -> Set<String> {
        let number = try await ledger.lastStagedNumber()
        let before = known.withLock { $0 }
        if let before, before.number == number {
            let age = now.secondsSinceEpoch - before.at.secondsSinceEpoch
            if (0..<Self.seconds).contains(age) { return before.identities }
        }
        let found = Set(try await ledger.waitingIdentities())
        known.withLock { $0 = (number, now, found) }
        return found
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
    /// Says what of `rules`, read from `path` where that is known, a tier would not have staged; a
    /// verdict is none the less what it is.
    package func warnOfTier(
        _ rules: RuleFile, at path: String? = nil
    ) async throws(Failure) {
        let tiers = tiers
        let bounds = try await asking { _ async throws(LedgerError) in
            try await tiers.bounds(rules, at: path)
        }
        guard let bounds else { return }
        if let why = bounds.obstacle { Host.warn(.tierObstacle(why: why)) }
        for excess in bounds.excesses(of: rules) { Host.warn(excess) }
    }
}
