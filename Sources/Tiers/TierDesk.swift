// SPDX-License-Identifier: Apache-2.0

package import Entitlements
internal import Glibc
package import Messages
package import RuleEngine
package import SignedText
package import StateLedger
internal import Text

/// A drive, as far as policies ask for it.
package struct TierDrive: Sendable, Hashable {
    /// What the drive tells of itself.
    package var identity: String?
    /// The tenant, or the account, of a drive of a service.
    package var account: String?
    /// The root of a local drive.
    package var root: String?
    /// Who is signed in there.
    package var signedIn = SignedIn.nobody

    /// Who is signed in at a drive, as its service says it; what the rules call the account tells
    /// nothing of that.
    package enum SignedIn: Sendable, Hashable {
        /// The drive is of no service.
        case nobody
        /// The names by which the service knows who it is.
        case known(Set<String>)
        /// Nobody knows who it is.
        case unknown
    }

    /// The given drive.
    package init(
        identity: String? = nil, account: String? = nil, root: String? = nil,
        signedIn: SignedIn = .nobody
    ) {
        self.identity = identity
        self.account = account
        self.root = root
        self.signedIn = signedIn
    }

    /// Whether whoever is signed in may be of `tenant`, a domain, or of one below it.
    func mayBe(of tenant: String) -> Bool {
        let tenant = tenant.lowercased()
        func isOf(_ name: String) -> Bool {
            let name = name.lowercased()
            return name == tenant || name.hasSuffix("@" + tenant) || name.hasSuffix("." + tenant)
        }
        if let account, isOf(account) { return true }
        switch signedIn {
        case .nobody: return false
        case .known(let names): return names.contains(where: isOf)
        // Nobody has to say who they are to escape a policy by not saying it.
        case .unknown: return true
        }
    }
}

/// What holds of one issuer.
package struct TierFinding: Sendable {
    /// Its policy.
    package let policy: TierPolicy
    /// Where somebody stands.
    package let standing: TierStanding
    /// Whether the policy is the administrator's.
    package let isOfMachine: Bool
    /// Whether it bounds what is done by these rules.
    package let isInForce: Bool
}

/// Judges all that was signed, each time anew: nothing but texts that verify now has any say.
package struct TierDesk: Sendable {
    let records: TierRecords
    let ground: TierGround
    let store: ChainAnchor
    let now: Timestamp

    /// A desk over what the state and the machine know at `now`.
    package init(
        records: TierRecords, ground: TierGround, store: ChainAnchor = .appStore, now: Timestamp
    ) {
        self.records = records
        self.ground = ground
        self.store = store
        self.now = now
    }

    /// Who is asked about.
    var seat: TierRight.Seat { TierRight.Seat(id: records.seat ?? "") }

    /// The key of `issuer`: the administrator's word comes first, then the person's own.
    func key(of issuer: String) -> VerifyingKey? {
        if let anchor = ground.anchors[issuer] { return anchor }
        return records.anchors[issuer].flatMap { try? VerifyingKey(pem: Array($0.utf8)) }
    }

    /// The policy of `issuer` that counts: the later one of the machine's and the state's.
    package func policy(of issuer: String) -> TierPolicy? {
        let machine = ground.policies[issuer]?.policy
        let signed = records.policies.first { $0.issuer == issuer }?.signed
        let own = signed.flatMap { try? TierReading.policy($0, key: key) }
        guard let machine, let own, own.issuer == issuer else {
            return machine ?? (own?.issuer == issuer ? own : nil)
        }
        return own.sequence > machine.sequence ? own : machine
    }

    /// The issuers of whom a policy is known, in their order.
    package var issuers: [String] {
        Set(ground.policies.keys).union(records.policies.map(\.issuer)).sorted()
    }

    // MARK: Standings

    /// Where this state stands under `policy`.
    package func standing(under policy: TierPolicy) -> TierStanding {
        var evidence = TierEvidence()
        for record in records.entitlements where record.issuer == policy.issuer {
            if let right = try? right(record, policy) {
                evidence.rights.append(right)
            } else {
                evidence.unverifiable += 1
            }
        }
        evidence.isPending = records.redemptions.contains {
            $0.issuer == policy.issuer && $0.step == .pending
        }
        evidence.stateBegan = past(records.began)
        evidence.policyFirstSeen = firstSeen(policy.issuer) ?? now
        let answered =
            evidence.rights.map(\.signedAt) + [past(records.answers[policy.issuer])].compacted
        evidence.lastAnswer = answered.max()
        let known = latestInstant([policy.signedAt] + evidence.rights.map(\.signedAt))
        // A clock that is set back does not go back behind what time the issuer said it was.
        evidence.latestInstant = [known, records.told[policy.issuer]].compacted.max()
        return TierStanding.make(policy, evidence, now: now)
    }

    /// The latest instant that the state tells of. That a person has set the clock right by hand counts
    /// once the issuer has signed something since, whose own clock tells that it is so: what was over
    /// would come back by it.
    private func latestInstant(_ signed: [Timestamp]) -> Timestamp? {
        guard let reset = records.clockReset, !signed.contains(where: { $0 >= reset.at }) else {
            return records.latest
        }
        return max(reset.latestBefore, records.latest ?? reset.latestBefore)
    }

    /// What `record` comes to, if it still verifies.
    func right(
        _ record: EntitlementRecord, _ policy: TierPolicy
    ) throws(TierError) -> TierRight {
        switch record.kind {
        case .grant:
            let (grant, digest) = try TierReading.grant(record.signed, key: key)
            return try right(grant, digest, policy)
        case .purchase:
            let (purchase, digest) = try TierReading.purchase(record.signed, anchor: store)
            let renewal = try record.renewal.map { text throws(TierError) in
                try TierReading.renewal(text, anchor: store)
            }
            return try right(purchase, renewal, digest, policy)
        }
    }

    func right(
        _ grant: TierGrant, _ digest: String, _ policy: TierPolicy
    ) throws(TierError) -> TierRight {
        try TierFile.meant { () throws(EntitlementRefusal) in
            try TierRight(grant, digest: digest, policy: policy, seat: seat, now: latest)
        }
    }

    func right(
        _ purchase: StoreTransaction, _ renewal: StoreRenewal?, _ digest: String,
        _ policy: TierPolicy
    ) throws(TierError) -> TierRight {
        let accounts = Set(seat.subjects.union([seat.id]).map(AccountUUID.text))
        return try TierFile.meant { () throws(EntitlementRefusal) in
            try TierRight(
                purchase, renewal: renewal, digest: digest, policy: policy, accounts: accounts,
                now: latest)
        }
    }

    /// When a policy of `issuer` was seen first; nil where nobody has noted that.
    package func firstSeen(_ issuer: String) -> Timestamp? { past(records.firstSeen[issuer]) }

    /// `instant`, unless it is still to come by the clock and by all that is on record: then nobody can
    /// have noted it, but for a clock that was ahead, or by hand.
    private func past(_ instant: Timestamp?) -> Timestamp? {
        instant.flatMap { $0 <= latest ? $0 : nil }
    }

    /// Time never goes back before what the state tells of.
    private var latest: Timestamp { max(now, records.latest ?? now) }

    // MARK: What binds

    /// Whether the administrator's policies bind drives, so that it matters which there are.
    package var bindsDrives: Bool { !ground.policies.isEmpty }

    /// Whether who is signed in decides which drives the administrator's policies bind.
    package var asksWhoIsSignedIn: Bool {
        ground.policies.keys.contains { issuer in
            policy(of: issuer)?.applies.contains { $0.tenant != nil } ?? false
        }
    }

    /// What every known issuer's policy comes to, for rules that expect `issuer` and go over `drives`.
    package func findings(expecting issuer: String?, _ drives: [TierDrive]) -> [TierFinding] {
        issuers.compactMap { name in
            guard let policy = policy(of: name) else { return nil }
            let isOfMachine = ground.policies[name] != nil
            let isInForce =
                name == issuer || isOfMachine && drives.contains { policy.binds($0) }
            return TierFinding(
                policy: policy, standing: standing(under: policy), isOfMachine: isOfMachine,
                isInForce: isInForce)
        }
    }

    /// What a day allows under the policies that are in force; nil where none is, and then nobody says
    /// a word about tiers.
    package func bounds(expecting issuer: String?, _ drives: [TierDrive]) -> TierBounds? {
        // Nobody knows whom a policy binds that cannot be believed.
        if let why = obstacle(expecting: issuer) {
            return .nothing(why, title: issuer ?? TierGround.machineFolder)
        }
        let inForce = findings(expecting: issuer, drives).filter(\.isInForce)
        return inForce.map { TierBounds($0) }.reduce(nil) { sum, next in
            sum?.narrowed(by: next) ?? next
        }
    }

    /// Why nothing is allowed although no policy says so; nil where that is not so.
    package func obstacle(expecting issuer: String?) -> Message? {
        if let first = ground.unreadable.first {
            return Message(
                "'\(VisibleText.escaped(first.path))' cannot be believed: \(first.reason)")
        }
        guard let issuer, policy(of: issuer) == nil else { return nil }
        return Message(
            "these rules are written for the policy of '\(issuer)', which is not known here;"
                + " 'cleanrules tier redeem' takes it")
    }
}

extension TierBounds {
    /// Nothing is allowed, because of `obstacle`, which has to do with `title`.
    static func nothing(_ obstacle: Message, title: String) -> TierBounds {
        var bounds = TierBounds(deletesPerDay: 0, bytesPerDay: 0, reviewsPerDay: 0)
        bounds.allowsSync = false
        bounds.title = title
        bounds.obstacle = obstacle
        return bounds
    }

    /// What follows from `finding`.
    init(_ finding: TierFinding) {
        let terms = finding.standing.terms
        self.init(
            deletesPerDay: terms.deletes, bytesPerDay: terms.bytes, reviewsPerDay: terms.reviews)
        drives = terms.drives
        rules = terms.rules
        allowsUnattended = terms.allows(.unattended)
        allowsPermanent = terms.allows(.permanent)
        allowsSync = terms.allows(.sync)
        warnAtPercent = finding.policy.warnAtPercent
        title = VisibleText.escaped(finding.policy.title)
        issuers = [finding.policy.issuer]
    }
}

extension [Timestamp?] {
    fileprivate var compacted: [Timestamp] { compactMap(\.self) }
}

extension TierPolicy {
    /// Whether it is about `drive`.
    func binds(_ drive: TierDrive) -> Bool { applies.contains { $0.covers(drive) } }
}

extension TierPolicy.Binding {
    /// Whether `drive` is one of these.
    func covers(_ drive: TierDrive) -> Bool {
        if let identity = self.drive, let own = drive.identity, own == identity { return true }
        if let tenant, drive.mayBe(of: tenant) { return true }
        guard let folder, let root = drive.root else { return false }
        // The root of a drive is where its links lead.
        return [folder, Self.canonical(folder)].contains {
            Self.lies(root, in: $0) || Self.lies($0, in: root)
        }
    }

    /// Where the links in `path` lead, or itself where it is not there.
    private static func canonical(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func lies(_ path: String, in folder: String) -> Bool {
        let whole = folder.hasSuffix("/") ? folder : folder + "/"
        return path == folder || (path + "/").hasPrefix(whole)
    }
}
