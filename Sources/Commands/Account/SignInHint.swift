// SPDX-License-Identifier: Apache-2.0

internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// A hint, after the result of a command, of what signing in would bring. None without a terminal,
/// none where notes are not wanted, at most one a day.
struct SignInHint {
    /// The state of the command, or the one that its events are counted in; nil for none.
    private let session: StateSession?
    /// What was done in that state by the time when the command began.
    private let figures: LedgerFigures?
    /// Since when the person had been away then.
    private let absence: Absence
    /// The other devices with which decisions were shared then.
    private let others: [String]

    /// The hints of a command over `session`, or else over the state that `options` name if there is
    /// one; nil where none may come, because `isWanted` says so or nobody sees them.
    static func expected(
        _ session: StateSession?, _ options: StateOptions, isWanted: Bool
    ) async -> SignInHint? {
        guard isWanted, Console.isAttended else { return nil }
        let session = session ?? (try? StateSession.ifThere(options)) ?? nil
        let figures = try? await session?.ledger.figures()
        var visit: Timestamp?
        var others: [String] = []
        if let session {
            visit = await WelcomeBack.visit(session)
            others = await SyncSwitch.others(session)
        }
        let now = session?.clock.now() ?? SystemClock.now()
        return SignInHint(
            session: session, figures: figures,
            absence: Absence(figures ?? LedgerFigures(), visit: visit, now: now),
            others: others)
    }

    /// Says the one of `occasions` whose turn it is, if any. `rules` is the rules file as it was
    /// named, if it was.
    func say(_ occasions: [HintOccasion], for file: RuleFile, rules: String?) async {
        guard let desk = try? HintDesk(session: session) else { return }
        let arguments =
            (rules.map { " --rules \(ShellWord.quoted($0))" } ?? "") + NextHints.arguments
        let offer = await SignInOffer.make(
            occasions + welcome() + beside(occasions), for: file, desk, arguments: arguments)
        guard let offer else { return }
        for line in offer.lines { Console.note(line) }
        NextHints.say([offer.next])
        Console.note(offer.ending)
    }

    /// What a plan would delete that is one of `occasions`, where another device decides as well.
    private func beside(_ occasions: [HintOccasion]) -> [HintOccasion] {
        if others.isEmpty { return [] }
        return occasions.compactMap { occasion -> HintOccasion? in
            guard case .planned(let items, let bytes) = occasion else { return nil }
            return .onTwoDevices(names: others, items: items, bytes: bytes)
        }
    }

    /// What somebody has done who comes back after a week.
    private func welcome() -> [HintOccasion] {
        guard absence.isLong, let figures else { return [] }
        let all = StatsReport(
            figures, plan: nil, now: absence.now, timeZone: .machine, days: 7
        ).all.counts
        if all.kept + all.deleted == 0 { return [] }
        return [.isBack(kept: all.kept, deleted: all.deleted)]
    }
}
