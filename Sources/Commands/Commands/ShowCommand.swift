// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import PlanRunner
internal import Plans
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules show`.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a plan again, and whether it still holds.",
        discussion: """
            Examples:
              cleanrules show                      the newest plan
              cleanrules show p-0f3a5c7e9b1d
              cleanrules show plan.json            a file that 'plan -o' wrote
              cleanrules show plan.json --rules rules.yaml      warns when the rules have changed
              cleanrules show plan.json --verdict review
            """)

    @Argument(help: "The plan's id, or a file that 'plan -o' wrote. Default: the newest plan.")
    var plan: String?

    @Option(name: .long, help: "The rules file to compare the plan with.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Option(name: .long, help: "List the items of this verdict: keep, review or delete.")
    var verdict: VerdictOption?

    @Option(
        name: .long, help: "The instant to judge its age by. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Look into no state file; the plan is a file.")
    var noState = false

    mutating func validate() throws {
        if noState, plan == nil {
            throw ValidationError(String(clause: "With --no-state, name a file."))
        }
        if noState, state.isNamed {
            throw ValidationError(String(clause: "Name a state or give --no-state, not both."))
        }
    }

    func run() async throws {
        var record: LedgerPlan?
        let saved: PlanRecord
        if let plan, noState || !PlanID.isOne(plan) {
            saved = try PlanFile.read(plan)
        } else {
            let finder = PlanFinder(session: try StateSession.existing(state))
            let found = try await finder.plan(plan)
            record = found
            saved = try await finder.record(found.id)
        }
        let text = SavedPlanText(saved, Console.words)
        for line in text.lines(listing: verdict?.verdict) { Console.say(line) }
        for warning in try warnings(saved, record) { Console.warn(warning) }
    }

    private func warnings(
        _ saved: PlanRecord, _ record: LedgerPlan?
    ) throws(Failure) -> [Phrase] {
        var found: [Phrase] = []
        let now = now?.instant ?? SystemClock.now()
        let zone = RuleTimeZone(identifier: saved.head.timeZone) ?? .machine
        if let used = record?.usedAt {
            found.append(.showUsed(when: LocalTimeText.wall(used, in: zone, Console.words)))
        }
        // One that was made for a later day is none when that comes.
        let expires = min(saved.head.expires, record?.expires ?? saved.head.expires)
        if expires <= now {
            found.append(.showExpired(when: LocalTimeText.wall(expires, in: zone, Console.words)))
        }
        // A plan of the state says where its rules were; there it is no error if they are gone.
        let isThere = record.map { FileBytes.exists($0.rulesPath) } ?? false
        if let path = rules ?? (isThere ? record?.rulesPath : nil) {
            let loaded = try RulesLoader.load(path)
            if loaded.digest != saved.head.rulesDigest {
                found.append(.showRulesChanged(path: VisibleText.escaped(path)))
            }
        }
        return found
    }
}

/// A verdict on the command line.
enum VerdictOption: String, CaseIterable, ExpressibleByArgument {
    case keep
    case review
    case delete

    /// The verdict.
    var verdict: Verdict {
        switch self {
        case .keep: .keep
        case .review: .review
        case .delete: .delete
        }
    }
}
