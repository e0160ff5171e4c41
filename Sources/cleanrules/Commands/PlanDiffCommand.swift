// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

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
        let (old, new) = try await documents()
        let difference: PlanDifference
        do throws(PlanDocumentReader.Unreadable) {
            difference = try PlanDifference(
                from: try PlanDocumentReader(old.bytes), to: try PlanDocumentReader(new.bytes))
        } catch {
            throw Failure(.failed, .diffUnreadable(detail: error.reason))
        }
        switch format {
        case .json: Console.sayRaw(json(difference, old.id, new.id).document)
        case .table: for line in lines(difference, old.id, new.id) { Console.say(line) }
        }
    }

    private struct Document {
        let id: String
        let bytes: [UInt8]
    }

    private func documents() async throws(Failure) -> (Document, Document) {
        if let before, let after, !PlanID.isOne(before), !PlanID.isOne(after) {
            return (try file(before), try file(after))
        }
        let finder = PlanFinder(session: try StateSession.existing(state))
        let newest = try await finder.session.asking { ledger async throws(LedgerError) in
            try await ledger.plans(most: 2)
        }
        func document(_ name: String?, _ place: Int) async throws(Failure) -> Document {
            if let name, !PlanID.isOne(name) { return try file(name) }
            if let name {
                let id = try await finder.plan(id: name).id
                return Document(id: id, bytes: try await finder.document(id))
            }
            guard newest.count > place else {
                throw Failure(.failed, .diffTooFew(command: .plan))
            }
            let id = newest[place].id
            return Document(id: id, bytes: try await finder.document(id))
        }
        return (try await document(before, 1), try await document(after, 0))
    }

    private func file(_ path: String) throws(Failure) -> Document {
        let bytes = try SavedPlan.bytes(path)
        return Document(id: try SavedPlan.decode(bytes, name: path).id, bytes: bytes)
    }

    private func json(_ difference: PlanDifference, _ old: String, _ new: String) -> JSONValue {
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
            "added": list(difference.added), "removed": list(difference.removed),
        ])
    }

    private func lines(_ difference: PlanDifference, _ old: String, _ new: String) -> [String] {
        let words = Console.words
        var lines = [
            words(
                .diffHead(
                    a: VisibleText.escaped(old), b: VisibleText.escaped(new),
                    count: difference.added.count, number: difference.removed.count))
        ]
        let signed =
            difference.removed.map { ("-", $0) } + difference.added.map { ("+", $0) }
        let rows = signed.sorted { Self.isBefore($0.1, $1.1) }.map { sign, entry in
            [
                sign, Verdict(rawValue: entry.verdict).map { words($0.phrase) } ?? entry.verdict,
                entry.size.map { words.size($0) } ?? "",
                "\(VisibleText.escaped(entry.drive)):\(VisibleText.escaped(entry.path))",
                VisibleText.escaped(entry.rule ?? entry.reason),
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
