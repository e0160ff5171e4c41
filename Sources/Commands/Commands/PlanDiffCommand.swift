// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Plans
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules plan diff`.
struct PlanDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what one plan deletes or reviews and another does not.",
        discussion: """
            Examples:
              cleanrules plan diff                      the two newest plans
              cleanrules plan diff p-0f3a5c7e9b1d       that plan, and the newest
              cleanrules plan diff before.json after.json

            A line with '-' is of the first plan only, one with '+' of the second.
            """)

    @Argument(help: "The earlier plan: an id, or a file. Default: the newest but one.")
    var before: String?

    @Argument(help: "The later plan: an id, or a file. Default: the newest.")
    var after: String?

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    func run() async throws {
        let (old, new) = try await plans()
        let difference = PlanDifference(from: old, to: new)
        let added = difference.added.map { new.entry($0) }
        let removed = difference.removed.map { old.entry($0) }
        switch format {
        case .json: Console.sayRaw(json(added, removed, old.head.id, new.head.id).document)
        case .table:
            for line in lines(added, removed, old.head.id, new.head.id) { Console.say(line) }
        }
    }

    private func plans() async throws(Failure) -> (PlanRecord, PlanRecord) {
        if let before, let after, !PlanID.isOne(before), !PlanID.isOne(after) {
            return (try PlanFile.read(before), try PlanFile.read(after))
        }
        let finder = PlanFinder(session: try StateSession.existing(state))
        let newest = try await finder.session.asking { ledger async throws(LedgerError) in
            try await ledger.plans(most: 2)
        }
        func record(_ name: String?, _ place: Int) async throws(Failure) -> PlanRecord {
            if let name, !PlanID.isOne(name) { return try PlanFile.read(name) }
            if let name { return try await finder.record(try await finder.plan(id: name).id) }
            guard newest.count > place else {
                throw Failure(.failed, .diffTooFew(command: .plan))
            }
            return try await finder.record(newest[place].id)
        }
        return (try await record(before, 1), try await record(after, 0))
    }

    private func reason(_ entry: PlanEntry) -> String {
        Reason(rawValue: entry.reason).map { Console.words($0.name) } ?? entry.reason
    }

    private func json(
        _ added: [PlanEntry], _ removed: [PlanEntry], _ old: String, _ new: String
    ) -> JSONValue {
        func list(_ entries: [PlanEntry]) -> JSONValue {
            .list(
                entries.map { entry in
                    .object([
                        "drive": .text(entry.drive), "id": .text(entry.id),
                        "path": .text(entry.path), "verdict": .text(entry.verdict),
                        "reason": .text(entry.reason), "rule": JSONValue(entry.rule),
                        "size": JSONValue(entry.size),
                    ])
                })
        }
        return .object([
            "format": .number(1), "before": .text(old), "after": .text(new),
            "added": list(added), "removed": list(removed),
        ])
    }

    private func lines(
        _ added: [PlanEntry], _ removed: [PlanEntry], _ old: String, _ new: String
    ) -> [String] {
        let words = Console.words
        var lines = [
            words(
                .diffHead(
                    a: VisibleText.escaped(old), b: VisibleText.escaped(new),
                    count: added.count, number: removed.count))
        ]
        let signed =
            removed.map { ("-", $0) } + added.map { ("+", $0) }
        let rows = signed.sorted { Self.isBefore($0.1, $1.1) }.map { sign, entry in
            [
                sign, Verdict(rawValue: entry.verdict).map { words($0.phrase) } ?? entry.verdict,
                entry.size.map { words.size($0) } ?? "",
                "\(VisibleText.escaped(entry.drive)):\(VisibleText.escaped(entry.path))",
                VisibleText.escaped(entry.rule ?? reason(entry)),
            ]
        }
        if !rows.isEmpty {
            lines += [""] + TextTable(rows: rows, leftColumns: [0, 1, 3, 4]).lines
        }
        return lines
    }

    private static func isBefore(_ left: PlanEntry, _ right: PlanEntry) -> Bool {
        if left.drive != right.drive {
            return left.drive.utf8.lexicographicallyPrecedes(right.drive.utf8)
        }
        return left.path.utf8.lexicographicallyPrecedes(right.path.utf8)
    }
}
