// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules decisions`.
struct DecisionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decisions",
        abstract: "List what people decided about items: kept, pinned, put off, to be deleted.",
        discussion: """
            Examples:
              cleanrules decisions
              cleanrules decisions --unplaced          those of which no drive holds the item now
              cleanrules decisions --format json

            A decision belongs to its item, whatever the rules call the drive and wherever its root
            is. It is kept even where no drive of the rules holds the item any more; 'unkeep' takes
            it back.
            """)

    @Flag(name: .long, help: "Only those of which no drive of the rules holds the item.")
    var unplaced = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    /// A decision, and where its item is now; nowhere, if no drive holds it.
    private typealias Line = (decision: DecisionRecord, now: [RecordedItem])

    func run() async throws {
        let deciding = Deciding(
            session: try StateSession.forReading(options.state), rules: options.rules,
            isQuiet: options.quiet)
        let known = try await deciding.knownDecisions()
        var places: [Int64: [RecordedItem]] = [:]
        for decision in known.now.placed {
            places[decision.number, default: []].append(decision.item)
        }
        let lines: [Line] = known.standing.map { ($0, places[$0.number] ?? []) }
            .filter { !unplaced || $0.1.isEmpty }
        switch format {
        case .json: Console.sayRaw(document(lines).document)
        case .table:
            let zone = await deciding.session.timeZone(options.rules)
            for line in table(lines, zone) { Console.say(line) }
        }
    }

    private func table(_ lines: [Line], _ zone: RuleTimeZone) -> [String] {
        let words = Console.words
        if lines.isEmpty { return [words(.keepNone)] }
        var rows = [
            words([.keepColumnDecided, .keepColumnDecision, .columnItem, .keepColumnNow])
        ]
        for (decision, now) in lines {
            let item = Self.shown(decision.item)
            let place =
                now.isEmpty
                ? words(.keepNowhere)
                : now.map(Self.shown)
                    .joined(separator: ", ")
            let meaning = words(Self.meaning(of: decision, zone))
            let device = decision.device.map {
                words(.devicesDecided(device: VisibleText.escaped($0)))
            }
            rows.append([
                LocalTimeText.wall(decision.decidedAt, in: zone, words),
                [meaning, device].compactMap { $0 }.joined(separator: " "), item,
                place == item ? "" : place,
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 2, 3]).lines
    }

    /// What was decided, in the words that 'why' has for it.
    static func meaning(of decision: DecisionRecord, _ zone: RuleTimeZone) -> Phrase {
        switch decision.verdict {
        case .keep: .explainKeep
        case .pin: .explainPin
        case .delete: .explainDelete
        case .snooze:
            .explainSnooze(
                when: decision.until.map { LocalTimeText.wall($0, in: zone, Console.words) } ?? "?")
        }
    }

    /// The item by its drive and path. Of what was decided elsewhere the path may not be known here:
    /// then its id stands for it.
    private static func shown(_ item: RecordedItem) -> String {
        let place = item.path.isEmpty ? item.id : item.path
        return VisibleText.escaped(item.drive) + ":" + VisibleText.escaped(place)
    }

    private func document(_ lines: [Line]) -> JSONValue {
        let decisions = lines.map { decision, now in
            var members: [String: JSONValue] = [
                "drive": .text(decision.item.drive), "id": .text(decision.item.id),
                "path": .text(decision.item.path), "verdict": .text(decision.verdict.rawValue),
                "decided_at": JSONValue(decision.decidedAt), "rule": JSONValue(decision.rule),
                "source": .text(decision.source),
                "now": .list(
                    now.map {
                        .object(["drive": .text($0.drive), "path": .text($0.path)])
                    }),
            ]
            members.set("until", decision.until)
            members.set("device", decision.device)
            return JSONValue.object(members)
        }
        return .object(["format": .number(1), "decisions": .list(decisions)])
    }
}
