// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
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

/// What a plan has that the plan before had not, and the other way round.
package struct PlanChanges: Sendable, Hashable {
    /// The plan before; nil for the first one.
    package let since: String?
    /// Deletions and reviews that are new; one whose verdict is another counts as new and as gone.
    package let added: Int64
    /// Deletions and reviews of the plan before that are gone.
    package let removed: Int64

    /// The given changes.
    package init(since: String?, added: Int64, removed: Int64) {
        self.since = since
        self.added = added
        self.removed = removed
    }

    /// The changes as a JSON object.
    var json: String {
        "{\"added\":\(added),\"removed\":\(removed),\"since\":"
            + (since.map(JSONText.quoted) ?? "null") + "}"
    }
}

/// Everything about a plan that does not stand in its items.
package struct PlanHeader {
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
            && remembered?.doubts.isEmpty != false
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

/// The plan as one JSON document: keys sorted, one entry a line, so that two plans diff well.
///
/// Same inputs, same bytes: nothing in it comes from the clock but `now`, and from the state what
/// it says of the drives and of the plan before.
package struct PlanDocument {
    private let header: PlanHeader
    /// Whether items that stay are entries too.
    private let includesKept: Bool

    /// The document of the plan of `header`.
    package init(header: PlanHeader, includesKept: Bool = false) {
        self.header = header
        self.includesKept = includesKept
    }

    /// The plan's id: it names the bytes of all entries that are no `keep`, the rules, the instant,
    /// the identities of the drives, the limits and the totals; and `round`, how many plans of the
    /// same were staged before. Plans of one id differ at most in what is said of when the drives
    /// were listed, and of the plan before.
    package func identifier(round: Int = 0) -> String {
        let digest = SHA256Stream()
        let text = DocumentText()
        func digestText() {
            digest.update(UnsafeBufferPointer(start: text.slice.start, count: text.slice.count))
            text.clear()
        }
        text.append(header.rulesDigest)
        text.append(header.plan.input.now.description)
        for (name, identity) in header.planIdentities.sorted(by: { $0.key < $1.key }) {
            text.append(JSONText.quoted(name) + JSONText.quoted(identity))
        }
        for (name, part) in header.plan.input.parts.sorted(by: { $0.key < $1.key }) {
            text.append("part" + JSONText.quoted(name) + JSONText.quoted(part))
        }
        for limit in header.limits { text.append(limit.json) }
        text.append(totals())
        entries(includingKept: false, in: text) { digestText() }
        if round > 0 { text.append("\nround \(round)") }
        digestText()
        return "p-" + digest.finish().prefix(12)
    }

    /// Hands the document to `take`, piece by piece; `id` is the plan's own, where it is known
    /// already.
    package func write<Fault: Error>(
        id: String? = nil, to take: (TextSlice) throws(Fault) -> Void
    ) throws(Fault) {
        let plan = header.plan
        let name = id ?? identifier()
        let text = DocumentText()
        func handOver() throws(Fault) {
            try take(text.slice)
            text.clear()
        }
        text.append("{\n")
        if let changes = header.changes { text.append("\"changes\": \(changes.json),\n") }
        text.append("\"created\": \"\(plan.input.now)\",\n")
        if let note = header.decisions, note.isWorthSaying {
            text.append("\"decisions\": \(note.json),\n")
        }
        text.append("\"drives\": [")
        list(drives(), to: text)
        text.append("],\n\"entries\": [")
        try entries(includingKept: includesKept, in: text) { () throws(Fault) in try handOver() }
        text.append("\n],\n\"expires\": \"\(header.expires)\",\n\"format\": 1,\n")
        text.append("\"id\": \"\(name)\",\n\"limits\": [")
        list(header.limits.map { $0.json }, to: text)
        text.append("],\n\"now\": \"\(plan.input.now)\",\n")
        if !header.proof.isEmpty { text.append("\"proof\": \(header.proof.json),\n") }
        text.append(
            "\"rules\": {\"digest\":\"sha256:\(header.rulesDigest)\",\"name\":"
                + "\(JSONText.quoted(header.rulesName))},\n")
        text.append(
            "\"timezone\": \(JSONText.quoted(plan.input.timeZone.identifier)),\n"
                + "\"tool\": \(JSONText.quoted(header.tool)),\n\"totals\": ")
        text.append(totals())
        text.append(",\n\"warnings\": [")
        list(header.warnings.map { JSONText.quoted($0.message) }, to: text)
        text.append("]\n}\n")
        try handOver()
    }

    /// The whole document.
    package func bytes(id: String? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        write(id: id) { piece in
            bytes.append(contentsOf: UnsafeBufferPointer(start: piece.start, count: piece.count))
        }
        return bytes
    }

    /// Hands the entries of `rows` to `take`, each on a line of its own.
    package func writeLines<Fault: Error>(
        of rows: [Int], to take: (TextSlice) throws(Fault) -> Void
    ) throws(Fault) {
        let writer = PlanEntryWriter(header)
        let text = DocumentText()
        for row in rows {
            writer.write(row, to: text)
            text.append("\n")
            try take(text.slice)
            text.clear()
        }
    }

    /// Appends the entries as they stand in a document, and calls `handOver` whenever there is
    /// enough to hand over.
    private func entries<Fault: Error>(
        includingKept: Bool, in text: DocumentText, handOver: () throws(Fault) -> Void
    ) throws(Fault) {
        let writer = PlanEntryWriter(header)
        var isFirst = true
        let plan = header.plan
        for row in plan.orderedRows(where: { includingKept || plan.verdict($0) != .keep }) {
            text.append(isFirst ? "\n" : ",\n")
            isFirst = false
            writer.write(row, to: text)
            if text.slice.count > 1 << 16 { try handOver() }
        }
    }

    private func list(_ texts: [String], to sink: DocumentText) {
        for (index, text) in texts.enumerated() {
            sink.append(index == 0 ? "\n" : ",\n")
            sink.append(text)
        }
        if !texts.isEmpty { sink.append("\n") }
    }

    private func drives() -> [String] {
        header.plan.listing.drives.enumerated()
            .sorted { $0.element.name < $1.element.name }
            .map { number, drive in
                let counts = header.totals.drives[number]
                let identity = header.identities[drive.name] ?? "\(drive.kind.rawValue):"
                var parts = ["\"bytes\":\(counts.files.bytes)"]
                let record = header.remembered?.records[drive.name]
                if let cursor = record?.cursor {
                    parts.append("\"cursor\":\(JSONText.quoted(cursor))")
                }
                parts.append("\"files\":\(counts.files.items)")
                parts.append("\"folders\":\(counts.folders.items)")
                if let doubt = header.remembered?.doubts[drive.name] {
                    parts.append("\"held\":\(JSONText.quoted(doubt.sentence))")
                }
                parts.append("\"identity\":\(JSONText.quoted(identity))")
                if let record { parts.append("\"items\":\(record.itemCount)") }
                parts.append("\"kind\":\"\(drive.kind.rawValue)\"")
                if let record { parts.append("\"listed\":\"\(record.syncedAt)\"") }
                parts.append("\"name\":\(JSONText.quoted(drive.name))")
                if let part = header.plan.input.parts[drive.name] {
                    parts.append("\"part\":\(JSONText.quoted(part))")
                }
                if let root = header.roots[drive.name] {
                    parts.append("\"root\":\(JSONText.quoted(root))")
                }
                return "{" + parts.joined(separator: ",") + "}"
            }
    }

    private func totals() -> String {
        let totals = header.totals
        let rules = header.plan.rules.enumerated().map { number, rule in
            let counts = totals.rules[number]
            return "{\"delete\":\(counts.delete.json),\"id\":\(JSONText.quoted(rule.id)),"
                + "\"keep\":\(counts.keep.json),\"review\":\(counts.review.json)}"
        }
        let unmatched = totals.unnamed[.unmatched] ?? Tally()
        return "{\"delete\":\(totals.delete.json),\"items\":\(totals.all.json),"
            + "\"keep\":\(totals.keep.json),\"review\":\(totals.review.json),\"rules\":["
            + rules.joined(separator: ",") + "],\"unmatched\":\(unmatched.json)}"
    }
}

extension ProofVolume {
    /// The shares of the drives as a JSON list.
    fileprivate var json: String {
        let parts = downloads.map { drive, share in
            "{\"copies\":\(share.copies),\"download_bytes\":\(share.bytes),"
                + "\"drive\":\(JSONText.quoted(drive)),\"files\":\(share.files),"
                + "\"free_copies\":\(share.freeCopies)}"
        }
        return "[" + parts.joined(separator: ",") + "]"
    }
}

extension Tally {
    /// The tally as a JSON object.
    fileprivate var json: String {
        "{\"bytes\":\(bytes),\"items\":\(items),\"unknown_sizes\":\(unknownSizes)}"
    }
}

extension LimitOutcome {
    /// The outcome as a JSON object.
    fileprivate var json: String {
        var parts: [String] = []
        if let drive { parts.append("\"drive\":\(JSONText.quoted(drive))") }
        parts.append("\"exceeded\":\(isExceeded)")
        parts.append("\"limit\":\"\(subject.rawValue)\"")
        if let rule { parts.append("\"rule\":\(JSONText.quoted(rule))") }
        parts.append("\"threshold\":\(threshold.map(String.init) ?? "null")")
        parts.append("\"value\":\(value)")
        return "{" + parts.joined(separator: ",") + "}"
    }
}
