// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// Writes one item of a plan as a JSON object on one line, keys sorted.
struct PlanEntryWriter {
    private let plan: Plan
    /// The plan's listing, held once: handing out a copy for each item would cost more than
    /// writing it.
    private let listing: Listing
    private let groups: GroupIndex
    private let path: Column<UInt8> = Column(capacity: 512)
    /// Per rule number: its id as a JSON string.
    private let ruleIDs: [String]
    private let driveNames: [String]
    private let handlings = Handlings()
    /// Algorithms that some row has, the strongest first.
    private let algorithms: [HashAlgorithm]

    /// A writer for the items of `plan`.
    init(_ plan: Plan) {
        self.plan = plan
        listing = plan.listing
        algorithms = HashAlgorithm.allCases.reversed().filter { plan.listing.hashes[$0] != nil }
        groups = GroupIndex(plan)
        ruleIDs = plan.rules.map { JSONText.quoted($0.id) }
        driveNames = plan.listing.drives.map { JSONText.quoted($0.name) }
    }

    /// Writes the entry of `row` without a line end.
    func write(_ row: Int, to sink: ByteSink) throws(Failure) {
        let verdict = plan.verdict(row)
        let reason = plan.reason(row)
        let number = plan.ruleNumber(row)
        let handling = verdict == .keep ? nil : handling(row)
        try sink.append("{")
        if let handling { try sink.append(handling.applied) }
        try text("ctag", listing.cTag.slice(row), to: sink)
        try sink.append("\"drive\":")
        try sink.append(driveNames[listing.drive(row)])
        try sink.append(",")
        try text("etag", listing.eTag.slice(row), to: sink)
        if verdict != .keep, let number { try group(row, number, to: sink) }
        if verdict != .keep { try hash(row, to: sink) }
        let wholePath = path(of: row)
        let id = listing.ids[row]
        try text("id", id.isEmpty ? wholePath : id, to: sink)
        if verdict == .delete, let handling { try sink.append(handling.method) }
        try text("path", wholePath, to: sink)
        try sink.append("\"reason\":\"")
        try sink.append(reason.rawValue)
        try sink.append("\",\"rule\":")
        if let number { try sink.append(ruleIDs[number]) } else { try sink.append("null") }
        let size = listing.size[row]
        if size != Missing.number {
            try sink.append(",\"size\":")
            try sink.append(size)
        }
        if verdict != .keep, let number { try survivors(row, number, to: sink) }
        try sink.append(",\"type\":")
        try sink.append(listing.isFolder(row) ? "\"folder\"" : "\"file\"")
        if verdict == .delete, let handling { try sink.append(handling.undoWindow) }
        try sink.append(",\"verdict\":\"")
        try sink.append(verdict.rawValue)
        try sink.append("\"}")
    }

    private func text(
        _ key: StaticString, _ value: TextSlice, to sink: ByteSink
    ) throws(Failure) {
        if value.isEmpty { return }
        try sink.append("\"")
        try sink.append(key)
        try sink.append("\":\"")
        try sink.appendJSON(value)
        try sink.append("\",")
    }

    /// The path of `row`, valid until the next call.
    private func path(of row: Int) -> TextSlice {
        path.truncate(to: 0)
        listing.appendPath(row, to: path)
        return TextSlice(start: path.base, count: path.count)
    }

    /// What follows from the rules that applied, in JSON; the same for all rows they applied to.
    private func handling(_ row: Int) -> Handling {
        let applied = plan.appliedRules(row)
        if let known = handlings.known[applied] { return known }
        let fresh = Handling(
            applied: "\"applied\":[" + applied.map { ruleIDs[$0] }.joined(separator: ",") + "],",
            method: "\"method\":\"\(plan.method(applied: applied).rawValue)\",",
            undoWindow: ",\"undo_window\":\"\(plan.undoWindow(applied: applied).text)\"")
        handlings.known[applied] = fresh
        return fresh
    }

    private struct Handling {
        let applied: String
        let method: String
        let undoWindow: String
    }

    private final class Handlings {
        var known: [[Int]: Handling] = [:]
    }

    /// The hash that a later check compares: the one that decided, else the strongest known.
    private func hash(_ row: Int, to sink: ByteSink) throws(Failure) {
        var algorithms = algorithms
        if algorithms.count > 1, let deciding = plan.algorithm(of: row) {
            algorithms.insert(deciding, at: 0)
        }
        for algorithm in algorithms {
            guard let value = listing.hashes[algorithm]?.text(row) else { continue }
            try sink.append("\"hash\":{\"algorithm\":\"")
            try sink.append(algorithm.rawValue)
            try sink.append("\",\"value\":")
            try sink.append(JSONText.quoted(value))
            try sink.append("},")
            return
        }
    }

    /// For members of a group: what the group is known by, the drive and path of its first member.
    private func group(_ row: Int, _ number: Int, to sink: ByteSink) throws(Failure) {
        guard let first = groups.firstMember(of: row, ruleNumber: number) else { return }
        try sink.append("\"group\":\"")
        let name = driveNames[listing.drive(first)]
        try sink.append(String(name.dropFirst().dropLast()))
        try sink.append(":")
        try sink.appendJSON(path(of: first))
        try sink.append("\",")
    }

    /// For members of a group: those that stay.
    private func survivors(_ row: Int, _ number: Int, to sink: ByteSink) throws(Failure) {
        let found = groups.survivors(of: row, ruleNumber: number, most: Self.survivorsMax)
        guard let found else { return }
        try sink.append(",\"survivors\":[")
        for (index, member) in found.rows.enumerated() {
            if index > 0 { try sink.append(",") }
            try sink.append("{\"drive\":")
            try sink.append(driveNames[listing.drive(member)])
            try sink.append(",")
            try text("etag", listing.eTag.slice(member), to: sink)
            let wholePath = path(of: member)
            let id = listing.ids[member]
            try text("id", id.isEmpty ? wholePath : id, to: sink)
            try sink.append("\"path\":\"")
            try sink.appendJSON(wholePath)
            try sink.append("\"}")
        }
        try sink.append("],\"survivors_total\":")
        try sink.append(Int64(found.total))
    }

    /// How many survivors are written out; a group may have thousands.
    static let survivorsMax = 100
}

extension UndoWindow {
    /// The window as a rules file writes it.
    var text: String {
        switch self {
        case .none: "none"
        case .wait(let age): "\(age.amount)\(age.unit.rawValue)"
        }
    }
}
