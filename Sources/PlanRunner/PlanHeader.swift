// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import Plans
package import RuleEngine
package import StateLedger

/// What the state file says of the drives of a plan.
package struct RememberedDrives: Sendable {
    /// The drives as the state file has them now, by name.
    package var records: [String: LedgerDrive] = [:]
    /// Their names, in the order of the rules.
    package var order: [String] = []
    /// How many files each had at the last good sync before this one.
    package var lastFileCounts: [String: Int64] = [:]
    /// What has changed on each since its last sync.
    package var changes: [String: ListingChanges] = [:]
    /// Drives from which nothing is deleted until a person says that they are meant, and why.
    package var doubts: [String: DriveDoubt] = [:]
    /// Whether these are the last listings instead of fresh ones.
    package var isOffline = false

    /// Nothing so far.
    package init() {}
}

/// Everything about a plan that does not stand in its items.
package struct PlanHeader: Sendable {
    /// The plan and its totals.
    package let plan: Plan
    package let totals: PlanTotals
    package let limits: [LimitOutcome]
    /// The SHA-256 of the rules with all included files, in hex.
    package let rulesDigest: String
    /// What the rules files are called.
    package let rulesName: String
    /// The identity of each drive by name, as `kind:value`.
    package let identities: [String: String]
    /// Findings that do not stop a plan.
    package let warnings: [Diagnostic]
    /// Where the rules were read from, absolute if it is a file.
    package var rulesPath = ""
    /// Whether deletions can be taken back, by drive and method; for drives that can delete.
    package var reversals: [String: [DeletionMethod: Reversal]] = [:]
    /// What the state file says of the drives; nil without a state.
    package var remembered: RememberedDrives?
    /// Where local drives lie on this machine, without links, by name.
    package var roots: [String: String] = [:]
    /// What has become of what people decided; nil without a state.
    package var decisions: DecisionsNote?
    /// When deletions were taken back before, by row.
    package var takenBack: [Int: Timestamp] = [:]
    /// What has changed since the plan before; nil without a state.
    package var changes: PlanChanges?
    /// What has to be downloaded to prove that copies are copies.
    package let proof: ProofVolume
    /// How fast contents of drives were downloaded the last time, by name, as far as it was measured;
    /// nil without a state.
    package var readingSpeeds: [String: ReadingSpeed]?
    /// How many of the pictures were looked at; nil where no rule asks what pictures show.
    package var looks: PlanHead.Looks?
    /// The plan's id, once it is kept in the state.
    package var planID: String?

    /// The program that made it, with its version.
    package var tool = "cleanrules"

    /// A header without what only a state file tells.
    package init(
        plan: Plan, totals: PlanTotals, limits: [LimitOutcome], rulesDigest: String,
        rulesName: String, identities: [String: String], warnings: [Diagnostic]
    ) {
        self.plan = plan
        proof = ProofVolume(plan)
        self.totals = totals
        self.limits = limits
        self.rulesDigest = rulesDigest
        self.rulesName = rulesName
        self.identities = identities
        self.warnings = warnings
    }

    /// How long a plan may be staged after it was made, in seconds.
    package static let validSeconds: Int64 = 86_400

    /// Whether every drive of the plan is one that this program can delete from, and in no doubt.
    package var canBeStaged: Bool {
        plan.listing.drives.allSatisfy { reversals[$0.name] != nil }
            && !isInDoubt
    }

    /// Whether a drive of the plan is held, because it may be another one or not be there.
    package var isInDoubt: Bool { remembered?.doubts.isEmpty == false }

    /// Whether the plan, as it is, may be staged at `instant`: it is made for about now.
    package func isUsable(at instant: Timestamp) -> Bool {
        let now = plan.input.now.secondsSinceEpoch
        return instant < expires
            && now - instant.secondsSinceEpoch <= Runner.clockSkewMaxSeconds
    }

    /// When the plan expires.
    package var expires: Timestamp {
        Timestamp(secondsSinceEpoch: plan.input.now.secondsSinceEpoch + Self.validSeconds)
    }

    /// The identity of each drive that the plan speaks of, by name.
    package var planIdentities: [String: String] {
        var found = identities
        for drive in plan.listing.drives where found[drive.name] == nil {
            found[drive.name] = "\(drive.kind.rawValue):"
        }
        return found
    }
}

extension PlanHeader {
    /// The plan as it is kept and written; `includesKept` has items that stay be entries too.
    ///
    /// O(entries + their survivors).
    package func record(includesKept: Bool = false) -> PlanRecord {
        var head = head
        head.id = planID ?? ""
        let definitions = plan.input.ruleFile.definitions
        var source = PlanSource(
            plan: plan, head: head,
            ruleDigests: plan.rules.map { rule in
                let text = RuleDigest.canonicalText(of: rule, definitions: definitions)
                return SHA256Text.of(Array(text.utf8))
            })
        source.reversible = reversals.mapValues { $0.mapValues(\.isPossible) }
        source.takenBack = takenBack
        source.includesKept = includesKept
        return PlanRecord(source)
    }

    /// The plan's id: it names the bytes of all entries that are no `keep`, the rules, the instant,
    /// the identities of the drives, the limits, how many pictures were looked at and the totals; and
    /// `round`, how many plans of the same were staged before. Plans of one id differ at most in what is said of when the drives
    /// were listed, and of the plan before. `record` is the plan's own, without items that stay.
    package func identifier(_ record: PlanRecord, round: Int = 0) -> String {
        let digest = SHA256Stream()
        var text = rulesDigest + plan.input.now.description
        for (name, identity) in planIdentities.sorted(by: { $0.key < $1.key }) {
            text += JSONText.quoted(name) + JSONText.quoted(identity)
        }
        for (name, part) in plan.input.parts.sorted(by: { $0.key < $1.key }) {
            text += "part" + JSONText.quoted(name) + JSONText.quoted(part)
        }
        for limit in limits { text += limit.json }
        if let looks {
            text += "looks \(looks.eligible) \(looks.looked) \(looks.unreadable) \(looks.version)"
        }
        text += record.head.totals.json
        digest.update(Array(text.utf8))
        PlanDocument(record).writeEntries(separator: ",") { digest.update($0.buffer) }
        if round > 0 { digest.update(Array("\nround \(round)".utf8)) }
        return "p-" + digest.finish().prefix(12)
    }

    /// What the plan says beside its entries.
    private var head: PlanHead {
        var head = PlanHead(
            now: plan.input.now, expires: expires, timeZone: plan.input.timeZone.identifier,
            tool: tool, rulesDigest: rulesDigest, rulesName: rulesName)
        head.changes = changes
        if let note = decisions, note.isWorthSaying { head.decisions = note.head }
        head.drives = plan.listing.drives.enumerated()
            .sorted { $0.element.name < $1.element.name }
            .map { drive($0, $1) }
        head.limits = limits
        head.looks = looks
        head.totals.delete = totals.delete
        head.totals.items = totals.all
        head.totals.keep = totals.keep
        head.totals.review = totals.review
        head.totals.unmatched = totals.unnamed[.unmatched] ?? Tally()
        head.totals.rules = zip(plan.rules, totals.rules).map { rule, counts in
            PlanHead.RuleTotals(
                id: rule.id, delete: counts.delete, keep: counts.keep, review: counts.review)
        }
        if !proof.isEmpty {
            head.proof = proof.downloads.map { drive, share in
                PlanHead.Proof(
                    drive: drive, copies: Int64(share.copies),
                    freeCopies: Int64(share.freeCopies), files: Int64(share.files),
                    downloadBytes: share.bytes)
            }
        }
        head.warnings = warnings.map(\.message)
        return head
    }

    private func drive(_ number: Int, _ drive: ListedDrive) -> PlanHead.Drive {
        let counts = totals.drives[number]
        var found = PlanHead.Drive(
            name: drive.name, kind: drive.kind,
            identity: identities[drive.name] ?? "\(drive.kind.rawValue):",
            files: counts.files.items, folders: counts.folders.items, bytes: counts.files.bytes)
        if let record = remembered?.records[drive.name] {
            found.cursor = record.cursor
            found.items = record.itemCount
            found.listed = record.syncedAt
        }
        found.held = remembered?.doubts[drive.name]?.sentence
        found.part = plan.input.parts[drive.name]
        found.root = roots[drive.name]
        return found
    }
}

extension PlanDocument {
    /// The document of the plan of `header`.
    package init(header: PlanHeader, includesKept: Bool = false) {
        var record = header.record(includesKept: includesKept)
        if header.planID == nil {
            record.head.id = header.identifier(includesKept ? header.record() : record)
        }
        self.init(record)
    }
}
