// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text

// What programs read.
extension StatusReport {
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "format": .number(1), "profile": .text(file.profile),
            "state_file": .text(file.path), "plan": plan.map(PlanRecordJSON.value) ?? .null,
            "counts": StagedItemJSON.counts(items),
            "drives": .list(
                drives.map { drive in
                    var members: [String: JSONValue] = [
                        "name": .text(drive.name), "kind": .text(drive.kind),
                    ]
                    if let root = drive.settings[DriveSettings.root] {
                        members["root"] = .text(root)
                    }
                    return .object(members)
                }),
            "items": .list(page.map { .object(StagedItemJSON.full($0)) }),
        ]
        if let brake { members["brake"] = brake.json }
        if let pictures { members["pictures"] = pictures.json }
        if shared.isOn { members["sync"] = .object(shared.members(devices)) }
        return .object(members)
    }

    var csv: [String] {
        let head = "number,drive,id,path,state,due,rule,plan,staged_at,size,method,attempt,problem"
        return [head]
            + page.map { item in
                let order = item.order
                let cells = [
                    String(item.number), order.item.drive, order.item.id, order.item.path,
                    item.state.rawValue, order.due.description, order.rule ?? "", item.plan,
                    item.stagedAt.description, order.item.size.map { String($0) } ?? "",
                    order.method, String(item.attempt), item.problem ?? "",
                ]
                return cells.map(PlanCSV.cell).joined(separator: ",")
            }
    }
}

/// A plan as the state file knows it, as JSON.
enum PlanRecordJSON {
    /// The plan without its entries.
    static func value(_ plan: LedgerPlan) -> JSONValue {
        .object([
            "id": .text(plan.id), "created": JSONValue(plan.created),
            "expires": JSONValue(plan.expires), "used_at": JSONValue(plan.usedAt),
            "rules": .text(plan.rulesPath), "deletes": .number(plan.deleteCount),
            "delete_bytes": .number(plan.deleteBytes), "reviews": .number(plan.reviewCount),
            "review_bytes": .number(plan.reviewBytes),
            "exceeded_limits": .list(plan.exceededLimits.map { .text($0) }),
        ])
    }
}
