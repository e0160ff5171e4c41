// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import DriveAdapters
internal import RuleEngine

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

    /// How long a plan may be staged after it was made, in seconds.
    static let validSeconds: Int64 = 86_400

    /// When the plan expires.
    var expires: Timestamp {
        Timestamp(secondsSinceEpoch: plan.input.now.secondsSinceEpoch + Self.validSeconds)
    }
}

/// The plan as one JSON document: keys sorted, one entry a line, so that two plans diff well.
///
/// Same inputs, same bytes: nothing in it comes from the clock but `now`.
struct PlanDocument {
    let header: PlanHeader
    /// Whether items that stay are entries too.
    let includesKept: Bool

    /// The plan's id: it names the bytes of all entries, the rules and the instant.
    func identifier() throws(Failure) -> String {
        let digest = SHA256Stream()
        let sink = ByteSink(.closure { digest.update($0) })
        try sink.append(header.rulesDigest)
        try sink.append(header.plan.input.now.description)
        try entries(to: sink)
        try sink.flush()
        return "p-" + digest.finish().prefix(12)
    }

    /// Writes the document.
    func write(to sink: ByteSink) throws(Failure) {
        let plan = header.plan
        try sink.append("{\n\"created\": \"\(plan.input.now)\",\n\"drives\": [")
        try list(drives(), to: sink)
        try sink.append("],\n\"entries\": [")
        try entries(to: sink)
        try sink.append("\n],\n\"expires\": \"\(header.expires)\",\n\"format\": 1,\n")
        try sink.append("\"id\": \"\(try identifier())\",\n\"limits\": [")
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

    private func entries(to sink: ByteSink) throws(Failure) {
        let writer = PlanEntryWriter(header.plan)
        var isFirst = true
        for row in header.plan.orderedRows(where: isIncluded) {
            try sink.append(isFirst ? "\n" : ",\n")
            isFirst = false
            try writer.write(row, to: sink)
        }
    }

    private func isIncluded(_ row: Int) -> Bool {
        includesKept || header.plan.verdict(row) != .keep
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
                return "{\"bytes\":\(counts.files.bytes),\"files\":\(counts.files.items),"
                    + "\"folders\":\(counts.folders.items),"
                    + "\"identity\":\(JSONText.quoted(identity)),"
                    + "\"kind\":\"\(drive.kind.rawValue)\",\"name\":\(JSONText.quoted(drive.name))}"
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
