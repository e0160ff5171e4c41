// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Reports
internal import RuleEngine
package import StateLedger
package import Text
package import Wording

extension Execution.Result {
    /// Takes up what was settled before the execution began, which may have gone on with it since.
    package mutating func takeUp(_ recovered: [StagedItem]) {
        let again = Set(report.recovered.map(\.number))
        report.recovered =
            recovered.filter {
                !again.contains($0.number)
                    && !($0.state == .executing && report.handled.contains($0.number))
            } + report.recovered
    }

    /// Takes down what went, should the report of it be lost.
    package func tellHost() {
        var parts: [Phrase] = []
        let deleted = report.count(.deleted)
        if deleted > 0 { parts.append(.executeDeedDeleted(n: deleted)) }
        if report.purgedCount > 0 { parts.append(.executeDeedPurged(n: report.purgedCount)) }
        if !report.settled.isEmpty { parts.append(.executeDeedSettled(n: report.settled.count)) }
        if parts.isEmpty { return }
        Host.hasDone(
            .executeDeeds(
                what: Phrase.series(parts, separator: ", "), command: .statusAll, show: .history))
    }

    /// What the outcome means for the exit status.
    package var status: Ending {
        .worst(of: report.brake == nil ? [deedStatus] : [.refused, deedStatus])
    }

    /// What became of the items means for the exit status, whatever held the others.
    private var deedStatus: Ending {
        if report.outages.contains(.signIn) { return .signIn }
        if isAllOffline { return .offline }
        if report.isPartial { return .partial }
        return report.count(.deferred) > 0 ? .quota : .done
    }

    /// Whether nothing happened because no drive beyond this machine could be reached.
    private var isAllOffline: Bool {
        // What a canary, a clock or a person holds is no matter of the network.
        guard report.outages.contains(.offline) else { return false }
        let remote = Set(drives.filter(\.isRemote).map(\.name))
        return report.handled.allSatisfy { $0.state == .held && remote.contains($0.drive) }
    }

    /// The result as JSON, with the items that are named.
    package var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "items": .list(report.items.map { .object(StagedItemJSON.outcome($0)) }),
            "deleted": .number(Int64(report.count(.deleted))),
            "bytes": .number(report.deletedBytes),
            "counts": StagedItemJSON.counts { Int64(report.count($0)) },
            "waiting": .list(report.waiting.map { .object(StagedItemJSON.outcome($0)) }),
            "recovered": .list(
                report.recovered.map { item in
                    var members = StagedItemJSON.outcome(item)
                    members.set("problem", item.problem ?? report.objections[item.number])
                    return .object(members)
                }),
            "purged": .number(Int64(report.purgedCount)), "quota": quota.json,
            "stopped": .bool(report.wasStopped),
        ]
        checks.add(to: &members)
        if let brake = report.brake { members["brake"] = brake.json }
        if !report.blocked.isEmpty {
            members["blocked"] = .list(
                report.blocked.map { .object(StagedItemJSON.outcome($0)) })
        }
        if !report.leftInQuarantine.isEmpty {
            members["left_in_quarantine"] = .list(
                report.leftInQuarantine.map { item, problem in
                    var one = StagedItemJSON.brief(item)
                    one["problem"] = .text(problem)
                    return .object(one)
                })
        }
        return members
    }

    /// The result as lines.
    package var lines: [Phrase] {
        var lines: [Phrase] = []
        if let braked { lines.append(.brakeLine(why: braked)) }
        if !report.settled.isEmpty {
            lines.append(.executeSettled(items: report.settled.shownCount))
        }
        if !report.unsettled.isEmpty {
            lines.append(.executeUnsettled(items: report.unsettled.shownCount))
            lines += named(report.unsettled) { report.objections[$0.number] }
        }
        let deleted = report.handled.tally(.deleted)
        lines.append(.executeDeleted(items: deleted.shownCount))
        if report.purgedCount > 0 { lines.append(.executePurged(n: report.purgedCount)) }
        let left = report.leftInQuarantine
        if !left.isEmpty {
            lines += [.verbatim(""), .executeQuarantineLeft(n: left.count)]
            for (item, problem) in left.prefix(Self.itemsMax) {
                lines.append(line(item, problem))
            }
            if left.count > Self.itemsMax { lines.append(.lineMore(n: left.count - Self.itemsMax)) }
        }
        let outcomes = report.outcomes
        for state in ItemState.allCases where state != .deleted {
            let items = outcomes.filter { $0.state == state }
            let count = report.outcomeCount(state)
            if count == 0 { continue }
            lines += [.verbatim(""), .stateCount(n: count, what: state.label)]
            lines += named(items, of: count, why: \.problem)
        }
        if !report.blocked.isEmpty {
            lines += [.verbatim(""), .executeBlocked(n: report.blocked.count)]
            lines += named(report.blocked) { _ in nil }
        }
        if !report.waiting.isEmpty {
            lines += [.verbatim(""), .executePermanentWaits(n: report.waiting.count)]
        }
        return lines
    }

    /// The first of `items`, a line each, and how many more there are of `count`.
    private func named(
        _ items: [StagedItem], of count: Int? = nil, why: (StagedItem) -> String?
    ) -> [Phrase] {
        let count = count ?? items.count
        var lines: [Phrase] = items.prefix(Self.itemsMax).map { item in
            line(item, why(item))
        }
        if count > Self.itemsMax { lines.append(.lineMore(n: count - Self.itemsMax)) }
        return lines
    }

    private func line(_ item: StagedItem, _ why: String?) -> Phrase {
        let place = Phrase.verbatim("  \(item.shownPlace)")
        guard let why else { return place }
        return .series([place, .told(VisibleText.escaped(why))], separator: ": ")
    }

    /// How many items of each state are named.
    package static let itemsMax = 20
}
