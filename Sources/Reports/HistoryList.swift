// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
package import StateLedger
internal import Text
internal import Wording

/// Writes entries of the history in any format, one by one.
package final class HistoryList {
    private let format: ListFormat
    private let time: LocalTimeText
    private var rows: [[String]] = []
    private var isFirst = true
    private let terminalWidth: Int?
    private let write: (String) -> Void

    /// One that hands its text to `write`. Tables are cut to `terminalWidth` columns, if there are any.
    package init(
        format: ListFormat, time: LocalTimeText, terminalWidth: Int?,
        _ write: @escaping (String) -> Void
    ) {
        self.format = format
        self.time = time
        self.terminalWidth = terminalWidth
        self.write = write
    }

    /// Comes before the entries.
    package func begin() {
        switch format {
        case .json: write("{\n\"entries\": [")
        case .csv: say("seq,at,event,actor,drive,id,path,from,to,plan,rule,cause")
        case .table, .ndjson: break
        }
    }

    /// Takes the next entry.
    package func append(_ entry: HistoryEntry) {
        switch format {
        case .json:
            write((isFirst ? "\n" : ",\n") + JSONValue.object(members(entry)).line)
            isFirst = false
        case .ndjson: say(JSONValue.object(members(entry)).line)
        case .csv:
            let cells = [
                String(entry.sequence), entry.at.description, entry.event, entry.actor,
                entry.drive ?? "", entry.id ?? "", entry.path ?? "", entry.from?.rawValue ?? "",
                entry.to?.rawValue ?? "", entry.plan ?? "", entry.rule ?? "", entry.cause ?? "",
            ]
            say(cells.map(PlanCSV.cell).joined(separator: ","))
        case .table: row(entry)
        }
    }

    /// Comes after them.
    package func end() {
        if format == .json { say("\n],\n\"format\": 1\n}") }
        writeRows()
    }

    private func say(_ line: String) { write(line + "\n") }

    private func writeRows() {
        let table = TextTable(
            rows: rows, leftColumns: [0, 1, 2, 3, 4], terminalWidth: terminalWidth)
        for line in table.lines { say(line) }
        rows = []
    }

    private func members(_ entry: HistoryEntry) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "seq": .number(entry.sequence), "at": JSONValue(entry.at), "event": .text(entry.event),
            "actor": .text(entry.actor),
        ]
        members.set("drive", entry.drive)
        members.set("id", entry.id)
        members.set("path", entry.path)
        // What leaves the state as it is, such as the beginning of a restore, is no step of it.
        if entry.from != entry.to {
            members.set("from", entry.from?.rawValue)
            members.set("to", entry.to?.rawValue)
        }
        members.set("plan", entry.plan)
        members.set("rule", entry.rule)
        members.set("cause", entry.cause)
        return members
    }

    /// Lines up a screenful at a time: a history may be long.
    private func row(_ entry: HistoryEntry) {
        let words = time.words
        let item = entry.path.map { path in
            "\(VisibleText.escaped(entry.drive ?? "")):\(VisibleText.escaped(path))"
        }
        // The other actors are commands.
        let actor = entry.actor == "person" ? words(.eventPerson) : entry.actor
        rows.append([
            time.wall(entry.at), words(Phrase.event(entry.event)), actor,
            item ?? entry.plan ?? "",
            VisibleText.escaped(entry.cause.map { words.told($0) } ?? entry.rule ?? ""),
        ])
        if rows.count >= 1_000 { writeRows() }
    }
}
