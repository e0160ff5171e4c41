// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules hints`.
struct HintsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hints",
        abstract: "Say whether hints to sign in may come: later, never, or on again.",
        discussion: """
            Examples:
              cleanrules hints list
              cleanrules hints later                  none for 7 days
              cleanrules hints never                  none any more
              cleanrules hints never shared-picture   none on that occasion
              cleanrules hints variants on            compare wordings, on this machine alone

            Without a word it says whether they are on. At most one comes a day, and only on a
            terminal. 'off' is the same as 'never'.
            """)

    @Argument(help: "list, on, later, never, off or variants.")
    var setting: Setting?

    @Argument(help: "Of later and never: the occasion, as 'list' names it. Of variants: on or off.")
    var what: String?

    @OptionGroup var state: StateOptions

    /// What can be said of hints.
    enum Setting: String, CaseIterable, ExpressibleByArgument {
        case list
        case on
        case later
        case never
        case off
        case variants
    }

    mutating func validate() throws {
        switch setting {
        case .later, .never, .off:
            if what != nil, context == nil {
                throw ValidationError(
                    String(clause: "That is no occasion; 'cleanrules hints list' shows them."))
            }
        case .variants:
            if what != nil, what != "on", what != "off" {
                throw ValidationError(String(clause: "Give 'variants' on or off."))
            }
        case .list, .on, nil:
            if what != nil {
                throw ValidationError(
                    String(clause: "An occasion goes with 'later' and 'never' alone."))
            }
        }
    }

    private var context: HintContext? { what.flatMap { HintContext(rawValue: $0) } }

    func run() async throws {
        let desk = try HintDesk(session: try StateSession.ifThere(state))
        switch setting {
        case nil: Console.say(try desk.standing().isOn ? .loginHintsOn : .loginHintsOff)
        case .list: for line in list(try desk.standing()) { Console.say(line) }
        case .on:
            _ = try await desk.change { standing, _ in standing.welcome() }
            Console.say(.loginHintsOn)
        case .later: try await putOff(desk)
        case .never, .off: try await end(desk)
        case .variants: try await variants(desk)
        }
    }

    private func putOff(_ desk: HintDesk) async throws {
        let context = context
        let now = try await desk.change(.hintLater, context) { standing, now in
            standing.putOff(context, at: now)
        }
        let until = now.later[context ?? .firstPlan] ?? 0
        let moment = Self.moment(until)
        if let context {
            Console.say(.hintPutOffOne(name: context.rawValue, until: moment))
        } else {
            Console.say(.hintPutOffAll(until: moment))
        }
    }

    private func end(_ desk: HintDesk) async throws {
        let context = context
        _ = try await desk.change(.hintNever, context) { standing, _ in standing.end(context) }
        Console.say(
            context.map { .hintEnded(name: $0.rawValue) } ?? Phrase.loginHintsOff)
    }

    private func variants(_ desk: HintDesk) async throws {
        var standing = try desk.standing()
        if let what {
            let isOn = what == "on"
            var random = SystemRandomNumberGenerator()
            let fresh = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
            let id = HexDigits.text(fresh)
            standing = try await desk.change { standing, _ in
                // Once it was drawn it stays, however often this is said.
                standing.variantID = isOn ? standing.variantID ?? id : nil
            }
        }
        Console.say(
            standing.variant.map { .hintVariantsOn(name: $0.rawValue) } ?? Phrase.hintVariantsOff)
    }

    // MARK: The list

    private func list(_ standing: HintStanding) -> [String] {
        let words = Console.words
        var rows = [words([.hintColumnContext, .hintColumnWhat, .hintColumnStanding])]
        let now = SystemClock.now().secondsSinceEpoch
        for context in HintContext.allCases {
            rows.append([
                context.rawValue, words(context.phrase),
                words(Self.state(of: context, standing, now)),
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1, 2]).lines
    }

    private static func state(
        of context: HintContext, _ standing: HintStanding, _ now: Int64
    ) -> Phrase {
        if !standing.isOn || standing.never.contains(context) { return .hintStandingNever }
        if let until = standing.later[context], until > now {
            return .hintStandingLater(until: moment(until))
        }
        if let shown = standing.shown[context] { return .hintStandingShown(time: moment(shown)) }
        return .hintStandingReady
    }

    private static func moment(_ seconds: Int64) -> Moment {
        Moment(Timestamp(secondsSinceEpoch: seconds), .machine, .wall)
    }
}
