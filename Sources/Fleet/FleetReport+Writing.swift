// SPDX-License-Identifier: Apache-2.0

package import Reports
internal import RuleEngine
package import Text
package import Wording
internal import Workflow

/// The kinds of report that a run of a fleet writes.
package enum FleetReportFormat: String, CaseIterable, Sendable {
    case json
    case markdown
}

extension FleetReport {
    /// How it begins, in each of its formats: what else lies where one is to go is not written over.
    private static let about = "cleanrules fleet run"

    /// Writes the report in that format.
    package func write(_ format: FleetReportFormat, to sink: ByteSink) throws(OutputError) {
        try sink.append(text(format))
    }

    /// The report in that format.
    package func text(_ format: FleetReportFormat) -> String {
        switch format {
        case .json: json.document()
        case .markdown: markdown
        }
    }

    // MARK: JSON

    /// The report as JSON (docs/reference/schemas/fleet.schema.json).
    package var json: JSONValue {
        let english = Words.english
        return .object([
            ("about", .text(Self.about)), ("format", .number(1)), ("run", .text(id)),
            ("fleet", .text(fleet)), ("begun", .text(begun.description)),
            ("ended", .text(ended.description)), ("summary", .text(english(summary))),
            ("exit", .number(Int64(status.exitStatus))), ("dry_run", .bool(isDryRun)),
            ("held", .bool(isHeld)), ("paused", .bool(isPaused)),
            (
                "unfinished_run",
                .text(unfinished.map { Timestamp(secondsSinceEpoch: $0).description })
            ),
            ("drive_count", .number(total)), ("failed", .number(failed)),
            ("staged", Self.json(staged)), ("deleted", Self.json(deleted)),
            ("deferred", .number(deferred)), ("day_used", used.map(Self.json) ?? .null),
            ("goes_on", .text(goesOn?.description)),
            ("undo", .text(staged.items > 0 ? english.command(undo) : nil)),
            ("drives", .list(outcomes.map(\.json))),
            (
                "not_found",
                .list(
                    gaps.map { gap in
                        .object([
                            ("name", .text(gap.name)), ("why", .text(english(gap.why))),
                        ])
                    })
            ),
            ("without_drive", .texts(without)), ("outside", .texts(outside)),
        ])
    }

    static func json(_ amount: FleetAmount) -> JSONValue {
        .object([("items", .number(amount.items)), ("bytes", .number(amount.bytes))])
    }

    // MARK: Text

    /// The report as lines for a person: the sentence, then what came of each drive that needs
    /// anybody's eyes.
    package var lines: [Phrase] {
        var lines = [summary]
        if let unfinished {
            let time = LocalTimeText(timeZone: .machine, now: ended, words: Host.words)
            lines.append(
                .fleetUnfinished(
                    when: time.phrase(Timestamp(secondsSinceEpoch: unfinished))))
        }
        lines += gaps.map { .fleetLine(name: VisibleText.escaped($0.name), text: $0.why) }
        for one in outcomes where one.hasFailed || one.staged.items > 0 || one.deleted.items > 0 {
            lines.append(
                .fleetLine(
                    name: VisibleText.escaped(one.drive.name),
                    text: Phrase.verbatim(one.sentences.map(\.told).joined(separator: " "))))
        }
        if !without.isEmpty { lines.append(.fleetWithout(n: without.count)) }
        if !outside.isEmpty {
            lines.append(
                .fleetOutside(
                    n: outside.count,
                    names: Phrase.names(outside.prefix(5).map { VisibleText.escaped($0) })))
        }
        return lines
    }

    /// The report as Markdown.
    package var markdown: String {
        let words = Host.words
        var text = "<!-- \(Self.about) -->\n# \(words(.fleetTitle))\n\n"
        text += MarkdownText.escaped(words(summary)) + "\n\n"
        text +=
            "| "
            + [Phrase.fleetDrive, .fleetPlanned, .fleetStaged, .fleetDeleted, .fleetWaiting]
            .map { words($0) }.joined(separator: " | ") + " |  |\n|---|--:|--:|--:|--:|---|\n"
        for one in outcomes {
            let cells = [
                MarkdownText.escaped(VisibleText.escaped(one.drive.name)),
                words.number(one.proposed.items), words.number(one.staged.items),
                words.number(one.deleted.items), words.number(one.deferred),
                MarkdownText.escaped(one.sentences.map(\.told).joined(separator: " ")),
            ]
            text += "| " + cells.joined(separator: " | ") + " |\n"
        }
        for line in lines.dropFirst() where gaps.count + outside.count + without.count > 0 {
            text += "\n* " + MarkdownText.escaped(words(line))
        }
        return text + "\n"
    }
}

extension FleetOutcome {
    /// The line of a drive in JSON.
    var json: JSONValue {
        .object([
            ("name", .text(drive.name)), ("drive_id", .text(drive.id)),
            ("state", .text(state.path)), ("exit", .number(Int64(ending.exitStatus))),
            ("summary", .text(sentences.map(\.english).joined(separator: " "))),
            ("listed", listed.map(FleetReport.json) ?? .null),
            ("planned", FleetReport.json(proposed)), ("staged", FleetReport.json(staged)),
            ("first_due", .text(firstDue?.description)), ("plan", .text(plan)),
            ("due", FleetReport.json(due)), ("deleted", FleetReport.json(deleted)),
            ("deferred", .number(deferred)), ("undo", .text(undo)),
        ])
    }
}

/// Text that stands in Markdown as it is.
enum MarkdownText {
    /// `text` on one line, in which no sign means anything.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "~", "&", "!":
                result += "\\" + String(character)
            case "\n", "\r", "\r\n": result += " "
            default: result.append(character)
            }
        }
        return result
    }
}
