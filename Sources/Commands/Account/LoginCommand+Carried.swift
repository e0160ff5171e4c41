// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

extension LoginCommand {
    /// Lists what was decided over saved pages of the drive, and what became of it.
    func listCarried() async throws {
        let drive = try options.scope().drive(name)
        let session = try StateSession.forReading(state)
        let deciding = Deciding(session: session, rules: options.rules, isQuiet: true)
        let entries = try await deciding.carriedDecisions().entries.filter { entry in
            entry.now.isEmpty
                || entry.now.contains { $0.drive.utf8.elementsEqual(drive.name.utf8) }
        }
        let zone = await session.timeZone(options.rules)
        for line in table(entries, zone) { Console.say(line) }
    }

    private func table(_ entries: [CarriedDecisions.Entry], _ zone: RuleTimeZone) -> [String] {
        let words = Console.words
        if entries.isEmpty { return [words(.loginCarriedNone)] }
        var rows = [
            words([
                .keepColumnDecided, .keepColumnDecision, .columnItem, .keepColumnNow,
                .loginCarriedColumn,
            ])
        ]
        for entry in entries {
            let decision = entry.decision
            let now = entry.now.map { Self.shown($0) }.joined(separator: ", ")
            rows.append([
                LocalTimeText.wall(decision.decidedAt, in: zone, words),
                words(DecisionsCommand.meaning(of: decision, zone)), Self.shown(decision.item),
                entry.now.isEmpty ? words(.keepNowhere) : now, words(Self.phrase(entry.fate)),
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 2, 3, 4]).lines
    }

    private static func phrase(_ fate: CarriedDecisions.Fate) -> Phrase {
        switch fate {
        case .holds: .loginCarriedHolds
        case .conflict: .loginCarriedConflict
        case .ended: .loginCarriedEnded
        case .notFound: .loginCarriedUnread
        }
    }

    private static func shown(_ item: RecordedItem) -> String {
        VisibleText.escaped(item.drive) + ":" + VisibleText.escaped(item.path)
    }
}
