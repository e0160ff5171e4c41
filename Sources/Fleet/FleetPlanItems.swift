// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Foundation
internal import Messages
internal import Plans
internal import Reports
package import RuleEngine
internal import Text
package import Wording
package import Workflow

/// The items of a plan over all drives of a fleet, shown from its lines.
package struct FleetPlanItems {
    private let plan: FleetPlan
    private let words: Words

    /// The items of the plan that was made last of the fleet of `source`; of the last one for a try where
    /// `isTry` says so.
    package init(_ source: FleetSource, _ words: Words, ofTry isTry: Bool = false) throws(Failure) {
        source.tenure.warn()
        plan = try FleetPlans(source.work).made(isTry: isTry)
        self.words = words
    }

    /// That not all drives are in it, and which ones are not.
    package var notes: [Phrase] { plan.job.choice.lines }

    // MARK: All

    /// Which items are meant.
    package struct Choice: Sendable {
        /// The drives, by name; none: all.
        package var drives: [String] = []
        /// What becomes of them; nil: whatever that is.
        package var verdict: Verdict?

        /// All.
        package init() {}
    }

    /// Hands the lines of those that `choice` means to `take`, as `plan --all --format ndjson` has them,
    /// until it wants no more.
    package func lines(_ choice: Choice, _ take: ([UInt8]) -> Bool) throws(Failure) {
        let stretches = try stretches(choice)
        guard let verdict = choice.verdict else {
            return try plan.read(stretches) { bytes throws(Failure) in take(bytes) }
        }
        try plan.eachLine(stretches) { line throws(Failure) in
            guard try entry(line).verdict == verdict.rawValue else { return true }
            return take(line + [UInt8(ascii: "\n")])
        }
    }

    /// How many items stand below one another.
    private static let rowsMax = 500

    /// Hands the rows of a table of those that `choice` means to `take`, until it wants no more.
    package func table(_ choice: Choice, _ take: (String) -> Bool) throws(Failure) {
        let titles = [
            Phrase.planColumnVerdict, .columnSize, .planColumnPath, .planColumnRule,
            .planColumnBecause,
        ]
        var rows = [words(titles)]
        var wantsMore = true
        try plan.eachLine(try stretches(choice)) { line throws(Failure) in
            let entry = try entry(line)
            if let verdict = choice.verdict, entry.verdict != verdict.rawValue { return true }
            rows.append([
                words(Self.verdict(entry.verdict)), entry.size.map { words.size($0) } ?? "",
                Self.name(entry.drive, entry.path), VisibleText.escaped(entry.rule ?? ""),
                words(Self.reason(entry.reason)),
            ])
            if rows.count < Self.rowsMax { return true }
            wantsMore = take(Self.text(rows))
            rows = []
            return wantsMore
        }
        if wantsMore, !rows.isEmpty { wantsMore = take(Self.text(rows)) }
        let refusals = plan.refusals.filter { refusal in
            choice.drives.isEmpty
                || choice.drives.contains { $0.utf8.elementsEqual(refusal.drive.utf8) }
        }
        guard wantsMore, !refusals.isEmpty else { return }
        let lines = FleetRefusalText(refusals, words).lines()
        _ = take(([""] + lines).map { $0 + "\n" }.joined())
    }

    private static func text(_ rows: [[String]]) -> String {
        TextTable(rows: rows, leftColumns: [0, 2, 3, 4]).lines.map { $0 + "\n" }.joined()
    }

    private func stretches(_ choice: Choice) throws(Failure) -> [FleetPlan.Stretch] {
        let all = plan.stretches
        if choice.drives.isEmpty { return all }
        let wanted = Set(choice.drives.map { Array($0.utf8) })
        let found = all.filter { wanted.contains(Array($0.drive.utf8)) }
        let strangers = FleetDrives.strangers(choice.drives, to: all.map(\.drive)) {
            Message("the plan has no drive \($0)")
        }
        if let strangers { throw strangers }
        return found
    }

    // MARK: One

    /// Why the item at `path` of `drive` has its verdict, and what stays where that it counts on.
    package func why(drive: String, path: String) throws(Failure) -> [String] {
        var choice = Choice()
        choice.drives = [drive]
        var lines: [String] = []
        try plan.eachLine(try stretches(choice), waits: true) { line throws(Failure) in
            let entry = try entry(line)
            if entry.path.utf8.elementsEqual(path.utf8) { lines += explained(entry) }
            return true
        }
        if !lines.isEmpty { return lines + FleetConditions(plan, words).lines(drive, path) }
        throw Failure(
            .failed, Message("the plan has no item '\(Self.name(drive, path))'"))
    }

    private func explained(_ entry: PlanEntry) -> [String] {
        var lines = [
            words(
                .fleetWhyItem(
                    name: Self.name(entry.drive, entry.path), text: Self.verdict(entry.verdict),
                    why: Self.reason(entry.reason)))
        ]
        if let rule = entry.rule { lines.append(words(.fleetWhyRule(rule: shown(rule)))) }
        lines += staying(entry.survivors ?? [], of: entry.survivors_total)
        for other in entry.also ?? [] {
            lines.append(words(.fleetWhyRule(rule: shown(other.rule))))
            lines += staying(other.survivors, of: other.survivors_total)
        }
        return lines
    }

    private func shown(_ text: String) -> String { VisibleText.escaped(text) }

    /// What stays of a group that has so many members that do.
    private func staying(_ survivors: [PlanEntry.Survivor], of total: Int?) -> [String] {
        var lines = survivors.map { survivor in
            let name = Self.name(survivor.drive, survivor.path)
            return words(
                survivor.size.map { .fleetWhyStaysSized(name: name, size: $0) }
                    ?? .fleetWhyStays(name: name))
        }
        if let total, total > survivors.count {
            lines.append("  " + words(.lineAndMore(n: total - survivors.count)))
        }
        return lines
    }

    // MARK: Lines

    private func entry(_ line: ArraySlice<UInt8>) throws(Failure) -> PlanEntry {
        do {
            return try JSONDecoder().decode(PlanEntry.self, from: Data(line))
        } catch {
            throw PlanLines.damaged
        }
    }

    private static func name(_ drive: String, _ path: String) -> String {
        VisibleText.escaped(drive + ":" + path)
    }

    private static func verdict(_ text: String) -> Phrase {
        Verdict(rawValue: text)?.phrase ?? .verbatim(VisibleText.escaped(text))
    }

    private static func reason(_ text: String) -> Phrase {
        Reason(rawValue: text)?.label ?? .verbatim(VisibleText.escaped(text))
    }
}
