// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Plans
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// Says what was decided.
struct DecisionOutput {
    let format: ReportFormat
    let isQuiet: Bool

    /// Says what was decided, and what waited to be deleted and is taken back.
    func show(
        _ records: [DecisionRecord], _ undone: [StagedItem], _ zone: RuleTimeZone
    ) {
        switch format {
        case .json: Console.sayRaw(document(records, undone: undone).document)
        case .table:
            Console.say(Self.kept(records, zone))
            for record in records.prefix(10) {
                Console.say(
                    "  \(VisibleText.escaped(record.item.drive)):"
                        + VisibleText.escaped(record.item.path))
            }
            if records.count > 10 { Console.say(.lineMore(n: records.count - 10)) }
            if !undone.isEmpty {
                Console.say(.decideUndone(items: undone.shownCount))
            }
            if !isQuiet, let item = records.first?.item {
                NextHints.say([(.nextUnkeep, .unkeep(path: "\(item.drive):\(item.path)"))])
            }
        }
    }

    /// What became of the items.
    private static func kept(_ records: [DecisionRecord], _ zone: RuleTimeZone) -> Phrase {
        let count = records.count
        switch (records.first?.verdict, records.first?.until) {
        case (.pin, _): return .decidePinned(n: count)
        case (.snooze, let until?):
            return .decideSnoozed(n: count, time: Moment(until, zone))
        default: return .decideKept(n: count)
        }
    }

    /// The same for programs.
    func document(_ records: [DecisionRecord], undone: [StagedItem]) -> JSONValue {
        let decisions = records.map { record in
            var members: [String: JSONValue] = [
                "drive": .text(record.item.drive), "id": .text(record.item.id),
                "path": .text(record.item.path), "verdict": .text(record.verdict.rawValue),
                "decided_at": JSONValue(record.decidedAt), "rule": JSONValue(record.rule),
            ]
            members.set("until", record.until)
            return JSONValue.object(members)
        }
        return .object([
            "format": .number(1), "decisions": .list(decisions),
            "undone": .list(undone.map { .object(StagedItemJSON.outcome($0)) }),
        ])
    }
}
