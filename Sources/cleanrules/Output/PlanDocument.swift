// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine
internal import StateLedger

/// Everything about a plan that does not stand in its items.
struct PlanHeader {
    /// The plan and its totals.
    let plan: Plan
    let totals: PlanTotals
    let limits: [LimitOutcome]
    /// The SHA-256 of the rules with all included files, in hex.
    let rulesDigest: String
    /// What the rules files are called.
    let rulesName: String
    /// The identity of each drive by name, as `kind:value`.
    let identities: [String: String]
    /// Findings that do not stop a plan.
    let warnings: [Diagnostic]
    /// Where the rules were read from, absolute if it is a file.
    var rulesPath = ""
    /// Whether deletions can be taken back, by drive and method; for drives that can delete.
    var reversals: [String: [DeletionMethod: Reversal]] = [:]
    /// What the state file says of the drives; nil without a state.
    var remembered: LoadedItems.Remembered?
    /// What has changed since the plan before; nil without a state.
    var changes: PlanChanges?
    /// The plan's id, once it is kept in the state.
    var planID: String?

    /// How long a plan may be staged after it was made, in seconds.
    static let validSeconds: Int64 = 86_400

    /// Whether every drive of the plan is one that this program can delete from.
    var canBeStaged: Bool {
        plan.listing.drives.allSatisfy { reversals[$0.name] != nil }
    }

    /// When the plan expires.
    var expires: Timestamp {
        Timestamp(secondsSinceEpoch: plan.input.now.secondsSinceEpoch + Self.validSeconds)
    }
}

/// The plan as one JSON document: keys sorted, one entry a line, so that two plans diff well.
///
/// Same inputs, same bytes: nothing in it comes from the clock but `now`, and from the state what
/// it says of the drives and of the plan before.
struct PlanDocument {
    let header: PlanHeader
    /// Whether items that stay are entries too.
    var includesKept = false

    /// The plan's id: it names the bytes of all entries that are no `keep`, the rules, the instant,
    /// the identities of the drives, the limits and the totals; and `round`, how many plans of the
    /// same were staged before. Plans of one id differ at most in what is said of when the drives
    /// were listed, and of the plan before.
    func identifier(round: Int = 0) throws(Failure) -> String {
        let digest = SHA256Stream()
        let sink = ByteSink(.closure { digest.update($0) })
        try sink.append(header.rulesDigest)
        try sink.append(header.plan.input.now.description)
        for (name, identity) in header.planIdentities.sorted(by: { $0.key < $1.key }) {
            try sink.append(JSONText.quoted(name) + JSONText.quoted(identity))
        }
        for limit in header.limits { try sink.append(limit.json) }
        try sink.append(totals())
        try entries(includingKept: false, to: sink)
        if round > 0 { try sink.append("\nround \(round)") }
        try sink.flush()
        return "p-" + digest.finish().prefix(12)
    }

    /// Writes the document; `id` is the plan's own, where it is known already.
    func write(to sink: ByteSink, id: String? = nil) throws(Failure) {
        let plan = header.plan
        let name: String
        if let id { name = id } else { name = try identifier() }
        try sink.append("{\n")
        if let changes = header.changes { try sink.append("\"changes\": \(changes.json),\n") }
        try sink.append("\"created\": \"\(plan.input.now)\",\n\"drives\": [")
        try list(drives(), to: sink)
        try sink.append("],\n\"entries\": [")
        try entries(includingKept: includesKept, to: sink)
        try sink.append("\n],\n\"expires\": \"\(header.expires)\",\n\"format\": 1,\n")
        try sink.append("\"id\": \"\(name)\",\n\"limits\": [")
        try list(header.limits.map { $0.json }, to: sink)
        try sink.append("],\n\"now\": \"\(plan.input.now)\",\n")
        try sink.append(
            "\"rules\": {\"digest\":\"sha256:\(header.rulesDigest)\",\"name\":"
                + "\(JSONText.quoted(header.rulesName))},\n")
        try sink.append(
            "\"timezone\": \(JSONText.quoted(plan.input.timeZone.identifier)),\n"
                + "\"tool\": \"cleanrules \(Version.text)\",\n\"totals\": ")
        try sink.append(totals())
        try sink.append(",\n\"warnings\": [")
        try list(header.warnings.map { JSONText.quoted($0.message) }, to: sink)
        try sink.append("]\n}\n")
        try sink.flush()
    }

    /// Writes the entries as they stand in a document.
    func entries(includingKept: Bool, to sink: ByteSink) throws(Failure) {
        let writer = PlanEntryWriter(header)
        var isFirst = true
        let plan = header.plan
        for row in plan.orderedRows(where: { includingKept || plan.verdict($0) != .keep }) {
            try sink.append(isFirst ? "\n" : ",\n")
            isFirst = false
            try writer.write(row, to: sink)
        }
    }

    private func list(_ texts: [String], to sink: ByteSink) throws(Failure) {
        for (index, text) in texts.enumerated() {
            try sink.append(index == 0 ? "\n" : ",\n")
            try sink.append(text)
        }
        if !texts.isEmpty { try sink.append("\n") }
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
                parts.append("\"identity\":\(JSONText.quoted(identity))")
                if let record { parts.append("\"items\":\(record.itemCount)") }
                parts.append("\"kind\":\"\(drive.kind.rawValue)\"")
                if let record { parts.append("\"listed\":\"\(record.syncedAt)\"") }
                parts.append("\"name\":\(JSONText.quoted(drive.name))")
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
