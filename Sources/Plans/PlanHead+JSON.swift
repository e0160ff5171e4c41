// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

extension PlanChanges {
    /// The changes as a JSON object.
    var json: String {
        "{\"added\":\(added),\"removed\":\(removed),\"since\":"
            + (since.map(JSONText.quoted) ?? "null") + "}"
    }
}

extension PlanHead.Decisions {
    /// The counts as a JSON object.
    var json: String {
        let list = unplaced.map { decision in
            "{\"drive\":\(JSONText.quoted(decision.drive)),"
                + "\"path\":\(JSONText.quoted(decision.path)),"
                + "\"verdict\":\(JSONText.quoted(decision.verdict))}"
        }
        return "{\"carried_over\":\(carriedOver),\"hold\":\(hold),\"unplaced\":["
            + list.joined(separator: ",") + "]}"
    }
}

extension PlanHead.Looks {
    /// The counts as a JSON object.
    var json: String {
        "{\"eligible\":\(eligible)," + (groups.map { "\"groups\":\($0)," } ?? "")
            + "\"looked\":\(looked),\"unreadable\":\(unreadable),\"version\":\(version)}"
    }
}

extension PlanHead.Drive {
    /// The drive as a JSON object.
    var json: String {
        var parts = ["\"bytes\":\(bytes)"]
        if let cursor { parts.append("\"cursor\":\(JSONText.quoted(cursor))") }
        parts.append("\"files\":\(files)")
        parts.append("\"folders\":\(folders)")
        if let held { parts.append("\"held\":\(JSONText.quoted(held))") }
        parts.append("\"identity\":\(JSONText.quoted(identity))")
        if let items { parts.append("\"items\":\(items)") }
        parts.append("\"kind\":\"\(kind.rawValue)\"")
        if let listed { parts.append("\"listed\":\"\(listed)\"") }
        parts.append("\"name\":\(JSONText.quoted(name))")
        if let part { parts.append("\"part\":\(JSONText.quoted(part))") }
        if let root { parts.append("\"root\":\(JSONText.quoted(root))") }
        return "{" + parts.joined(separator: ",") + "}"
    }
}

extension PlanHead.Totals {
    /// The counts as a JSON object.
    package var json: String {
        let list = rules.map { rule in
            "{\"delete\":\(rule.delete.json),\"id\":\(JSONText.quoted(rule.id)),"
                + "\"keep\":\(rule.keep.json),\"review\":\(rule.review.json)}"
        }
        return "{\"delete\":\(delete.json),\"items\":\(items.json),"
            + "\"keep\":\(keep.json),\"review\":\(review.json),\"rules\":["
            + list.joined(separator: ",") + "],\"unmatched\":\(unmatched.json)}"
    }
}

extension PlanHead.Proof {
    /// The share as a JSON object.
    var json: String {
        "{\"copies\":\(copies),\"download_bytes\":\(downloadBytes),"
            + "\"drive\":\(JSONText.quoted(drive)),\"files\":\(files),"
            + "\"free_copies\":\(freeCopies)}"
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
    package var json: String {
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
