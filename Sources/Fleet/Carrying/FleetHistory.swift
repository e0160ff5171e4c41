// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Reports
internal import RuleEngine
internal import Text
package import Wording
package import Workflow

/// The journal of a plan over all drives, with the deletions of each drive: read from its beginning, link
/// by link, so that whoever has changed a line is found out, and told in order of time.
package struct FleetHistory {
    private let work: FleetFolder

    /// The history of the fleet of `records`.
    package init(_ records: FleetRecords) { self.init(records.work) }

    /// The history of the fleet whose folder is `work`.
    init(_ work: FleetFolder) { self.work = work }

    /// Hands each line to `take`, as JSON without its digest, in order of time, until it wants no more. Throws
    /// where a chain is broken, or ends before it should, when all other lines were handed over.
    package func lines(_ take: ([UInt8]) -> Bool) throws(Failure) {
        let index = HistoryIndex(work)
        var lines = HistoryLines(index)
        for place in index.places {
            if !take(try lines.body(place)) { break }
        }
        if let failure = index.failure { throw failure }
    }

    /// That the file at `path` has fewer lines than the journal knows of.
    static func endsEarly(_ path: String, _ lines: Int64) -> Failure {
        Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(path))' has fewer than the \(String(lines)) lines that were"
                    + " written; put the file back from a backup"))
    }

    // MARK: For people

    /// How many lines stand below one another.
    private static let rowsMax = 500

    /// Hands the rows of a table of it to `take`, until it wants no more; without lines that a drive begins
    /// to be staged, and that nothing was staged there, of which there are more than of all others.
    package func table(_ words: Words, _ take: (String) -> Bool) throws(Failure) {
        let titles: [Phrase] = [
            .carryColumnWhen, .carryColumnEvent, .fleetDrive, .carryColumnItems, .columnSize,
            .carryColumnDetail,
        ]
        var rows = [words(titles)]
        func flush() -> Bool {
            defer { rows = [] }
            if rows.isEmpty { return true }
            return take(
                TextTable(rows: rows, leftColumns: [0, 1, 2, 5]).lines.map { $0 + "\n" }.joined())
        }
        try lines { body in
            guard let tree = try? JSONTree(strict: body, .init(depth: 6, values: 100_000)) else {
                return true
            }
            if Self.stagesNothing(tree) { return true }
            rows.append(Self.row(tree, words))
            return rows.count < Self.rowsMax ? true : flush()
        }
        _ = flush()
    }

    private static func stagesNothing(_ tree: JSONTree) -> Bool {
        tree["event"]?.text == FleetDeed.Event.staged.rawValue && tree["items"]?.number ?? 0 == 0
    }

    private static func row(_ tree: JSONTree, _ words: Words) -> [String] {
        func text(_ name: String) -> String? { tree[name]?.text.map { VisibleText.escaped($0) } }
        let when = tree["at"]?.number.map { Timestamp(secondsSinceEpoch: $0).description } ?? ""
        let bytes = tree["bytes"]?.number ?? tree["size"]?.number
        let details = [
            text("path"), text("rule").map { "(\($0))" },
            tree["wave"]?.number.map { words(.carryWave(number: $0)) }, text("plan"), text("why"),
            text("by"),
        ].compactMap { $0 }
        return [
            when, text("event") ?? "", text("name") ?? text("drive") ?? "",
            tree["items"]?.number.map { words.number($0) } ?? "",
            bytes.map { words.size($0) } ?? "", details.joined(separator: " "),
        ]
    }
}
