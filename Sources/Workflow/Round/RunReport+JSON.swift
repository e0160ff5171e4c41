// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Plans
internal import Reports
internal import RuleEngine
internal import StateLedger
package import Text
internal import Wording

extension RunReport {
    /// The report as JSON.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "about": .text(Self.about), "format": .number(1), "profile": .text(profile),
            "round": .text(id), "begun": .text(begun.description),
            "ended": .text(ended.description),
            "summary": .text(Self.machineWords(summary)), "rules": JSONValue(rules),
            "plan": plan.map(Self.planJSON) ?? .null, "stage": stageJSON,
            "exit": .number(Int64(status.exitStatus)),
        ]
        members["tests"] =
            tests.map { tests in
                .object([
                    "passed": .number(Int64(tests.passed)),
                    "failed": .number(Int64(tests.failed)),
                ])
            } ?? .null
        if isDryRun { members["dry_run"] = .bool(true) }
        if let unfinished { members["unfinished_round"] = .text(unfinished.description) }
        if let end { members["error"] = .text(Words.english(end.why)) }
        if left > 0 { members["left"] = .number(Int64(left)) }
        if isDryRun {
            members["due"] = .object([
                "items": .number(Int64(due.count)), "bytes": .number(due.bytes),
            ])
        }
        members["next"] =
            next.map { next in
                .object([
                    "items": .number(Int64(next.count)), "first": .text(next.first.description),
                ])
            } ?? .null
        members["drives"] = .list(drives.map { .object($0.json(Self.machineWords)) })
        members["quota"] = quota?.json ?? .null
        (checks + journal.checks).add(to: &members)
        if let notices { members["notices"] = notices.json }
        if let pictures { members["pictures"] = .list(pictures.driveValues) }
        if let stateSpace { members["state_disk"] = .object(stateSpace.json) }
        members["execute"] = execution.map { .object($0.json) } ?? .null
        if let failure = failure ?? missed.first?.failure {
            members["failed"] = .text(failure.phrase.map { Words.english($0) } ?? "")
        }
        if !heldDrives.isEmpty {
            members["held_drives"] = .list(
                heldDrives.sorted { $0.key < $1.key }.map {
                    .object(["name": .text($0.key), "why": .text($0.value.sentence)])
                })
        }
        return .object(members)
    }

    private static func planJSON(_ header: PlanHeader) -> JSONValue {
        let totals = header.totals
        func tally(_ tally: Tally) -> JSONValue {
            .object(["items": .number(tally.items), "bytes": .number(tally.bytes)])
        }
        var members: [String: JSONValue] = [
            "id": JSONValue(header.planID), "keep": tally(totals.keep),
            "delete": tally(totals.delete), "review": tally(totals.review),
            "exceeded_limits": .list(
                header.limits.filter(\.isExceeded).map { .text($0.sentence) }),
        ]
        if let looks = header.looks {
            var counts: [String: JSONValue] = [
                "eligible": .number(looks.eligible), "looked": .number(looks.looked),
                "unreadable": .number(looks.unreadable), "version": .number(looks.version),
            ]
            if let groups = looks.groups { counts["groups"] = .number(groups) }
            members["looks"] = .object(counts)
        }
        return .object(members)
    }

    private var stageJSON: JSONValue {
        if let staged {
            guard
                case .object(let members) = StagingReport(
                    proposal: staged.proposal, timeZone: .utc
                ).json(staged.outcome)
            else { return .null }
            var stage = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
            stage["format"] = nil
            if staged.outcome.staged > 0 {
                stage["undo"] = .text(
                    Self.machineWords.command(.undo(plan: staged.proposal.plan.id)))
            }
            stage["items"] = .list(
                stagedItems.map { item in
                    var members = StagedItemJSON.outcome(item)
                    members["due"] = JSONValue(item.order.due)
                    return .object(members)
                })
            return .object(stage)
        }
        return refusal.map { .object(["refused": .text(Words.english($0))]) } ?? .null
    }
}
