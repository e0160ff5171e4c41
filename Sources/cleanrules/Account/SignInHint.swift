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
    /// For how long nothing had been done when the command began, in seconds.
    private let idleSeconds: Int64

    /// After how long somebody is welcomed back.
    private static let awaySeconds: Int64 = 7 * HintStanding.daySeconds

    /// The hints of a command over `session`, or else over the state that `options` name if there is
    /// one; nil where none may come, because `isWanted` says so or nobody sees them.
    static func expected(
        _ session: StateSession?, _ options: StateOptions, isWanted: Bool
    ) async -> SignInHint? {
        guard isWanted, Console.isAttended else { return nil }
        let session = session ?? (try? StateSession.ifThere(options)) ?? nil
        var idle: Int64 = 0
        if let session, let latest = try? await session.ledger.latestInstant() {
            idle = session.clock.now().secondsSinceEpoch - latest.secondsSinceEpoch
        }
        return SignInHint(session: session, idleSeconds: idle)
    }

    /// Says the one of `occasions` whose turn it is, if any. `rules` is the rules file as it was
    /// named, if it was.
    func say(_ occasions: [HintOccasion], for file: RuleFile, rules: String?) async {
        guard let desk = try? HintDesk(session: session) else { return }
        let arguments =
            (rules.map { " --rules \(ShellWord.quoted($0))" } ?? "") + NextHints.arguments
        let offer = await SignInOffer.make(
            occasions + (await welcome()), for: file, desk, arguments: arguments)
        guard let offer else { return }
        for line in offer.lines { Console.note(line) }
        NextHints.say([offer.next])
        Console.note(offer.ending)
    }

    /// What somebody has done who comes back after a week.
    private func welcome() async -> [HintOccasion] {
        guard idleSeconds >= Self.awaySeconds, let session,
            let figures = try? await session.ledger.figures()
        else { return [] }
        let all = StatsReport(
            figures, plan: nil, now: session.clock.now(), timeZone: .machine, days: 7
        ).all.counts
        if all.kept + all.deleted == 0 { return [] }
        return [.isBack(kept: all.kept, deleted: all.deleted)]
    }
}
