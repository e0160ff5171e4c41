// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Reports
internal import RuleEngine
internal import Text
package import Wording
package import Workflow

/// The journal of a plan over all drives, with the deletions of each drive: read from its beginning, link
/// by link, so that whoever has changed a line is found out.
package struct FleetHistory {
    private let work: FleetFolder

    /// The history of the fleet of `records`.
    package init(_ records: FleetRecords) { work = records.work }

    /// Hands each line to `take`, as JSON without its digest, until it wants no more. Throws where a chain
    /// is broken, or ends before it should, when all lines before that were handed over.
    package func lines(_ take: ([UInt8]) -> Bool) throws(Failure) {
        var audits: [String: ChainedFile] = [:]
        var failure: Failure?
        var wantsMore = true
        var file = ChainedFile(path: work.deeds)
        try file.read { body in
            guard let deed = FleetDeed(body: body) else { return false }
            if failure != nil || !wantsMore { return true }
            if let audit = deed.audit {
                do throws(Failure) {
                    wantsMore = try read(&audits, deed.drive, take)
                    if let known = audits[deed.drive], Int64(known.count) < audit.lines {
                        throw endsEarly(known.path, audit.lines)
                    }
                } catch {
                    failure = error
                    return true
                }
            }
            if wantsMore { wantsMore = take(body) }
            return true
        }
        if let failure { throw failure }
        // What a killed worker had written down before the journal knew of it.
        for key in work.keys where wantsMore { wantsMore = try read(&audits, key, take) }
    }

    /// Hands over what the journal of a drive has that was not handed over yet.
    private func read(
        _ audits: inout [String: ChainedFile], _ key: String, _ take: ([UInt8]) -> Bool
    ) throws(Failure) -> Bool {
        var file = audits[key] ?? ChainedFile(path: work.audit(of: key))
        var wantsMore = true
        try file.read { body in
            guard (try? JSONTree(strict: body)) != nil else { return false }
            if wantsMore { wantsMore = take(body) }
            return true
        }
        audits[key] = file
        return wantsMore
    }

    private func endsEarly(_ path: String, _ lines: Int64) -> Failure {
        Failure(
            .failed,
            Message(
                "'\(VisibleText.escaped(path))' has fewer than the \(String(lines)) lines that were"
                    + " written; put the file back from a backup"))
    }

    // MARK: For people

    /// How many lines stand below one another.
    private static let rowsMax = 500

    /// Hands the rows of a table of it to `take`, until it wants no more.
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
            rows.append(Self.row(tree, words))
            return rows.count < Self.rowsMax ? true : flush()
        }
        _ = flush()
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
