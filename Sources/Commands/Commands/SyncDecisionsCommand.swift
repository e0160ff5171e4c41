// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules sync decisions`.
struct SyncDecisionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decisions",
        abstract: "Share what you decide with your other devices, and take over what they say.",
        discussion: """
            Examples:
              cleanrules sync decisions                  from now on, and at once
              cleanrules sync decisions --name laptop
              cleanrules sync decisions --off
              cleanrules sync decisions --forget tablet  it is gone for good: nothing waits for it

            The rules say where: 'sync: {drive: NAME}' names a OneDrive of yours, 'sync: {folder: PATH}'
            a folder that another program brings to all of your devices. There each device keeps a
            log of its own, without names of files; no rule ever sees it.
            From then on 'plan', 'review', 'execute' and 'run' do the same before and after. What is
            marked for deletion elsewhere is a mark: nothing goes before you stage it here.
            """)

    @Flag(name: .long, help: "Do not share decisions from here any more; what was told stays.")
    var off = false

    @Option(name: .long, help: "What this device calls itself. Default: the machine's name.")
    var name: String?

    @Option(
        name: .long,
        help:
            "A device that is gone for good, by its name or id: nothing waits for it. May be given again."
    )
    var forget: [String] = []

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if off, name != nil {
            throw ValidationError(String(clause: "Give --off or --name, not both."))
        }
        if !forget.isEmpty, off || name != nil {
            throw ValidationError(
                String(clause: "Give --forget without --off and --name."))
        }
        guard let name else { return }
        if name.isEmpty || name.utf8.count > SyncSwitch.namesMax || name.utf8.contains(0) {
            throw ValidationError(
                String(clause: "--name takes 1 to \(SyncSwitch.namesMax) bytes of text."))
        }
    }

    func run() async throws {
        if off { return try await turnOff() }
        if !forget.isEmpty { return try await forgetDevices() }
        let session = try StateSession.opened(try options.state.file())
        let rules = try await rules(session)
        let report = try await DecisionSyncer(session: session, rules: rules).sync(name: name)
        Console.hasDone(.devicesDeed)
        for line in report.warnings { Console.warn(line) }
        if let cut = report.cut { Console.warn(cut) }
        switch format {
        case .json: Console.sayRaw(report.json.document)
        case .table: for line in report.lines(Console.words) { Console.say(line) }
        }
        if !options.quiet, format == .table {
            NextHints.say([(.nextStatus, .status)])
        }
    }

    /// The rules that are named, else those of the newest plan, else those that are found.
    private func rules(_ session: StateSession) async throws -> LoadedRules {
        let newest = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.newestPlan()
        }
        if options.rules == nil, newest == nil {
            return try RulesLoader.load(try RulesLoader.find(nil, folder: nil))
        }
        let rules = try await session.loadRules(options.rules)
        rules.sayWhere(options.rules, isQuiet: options.quiet)
        return rules
    }

    private func turnOff() async throws {
        let session = try StateSession.existing(options.state)
        var state = try await SyncSwitch.read(session)
        let wasOn = state.isOn
        if wasOn {
            state.isOn = false
            try await state.store(session)
            Console.hasDone(.devicesOffDeed)
        }
        switch format {
        case .json: try await sayJSON(state, session)
        case .table:
            Console.say(wasOn ? .devicesOff(place: state.place ?? "–") : .devicesWasOff)
        }
    }

    /// Takes down which devices are gone for good.
    private func forgetDevices() async throws {
        let session = try StateSession.existing(options.state)
        let gone = try await SyncGone.note(forget, session)
        let names = Phrase.names(gone.map(\.shownName))
        Console.hasDone(.devicesGoneDeed(names: names))
        switch format {
        case .json: try await sayJSON(try await SyncSwitch.read(session), session)
        case .table: Console.say(.devicesGone(names: names))
        }
    }

    private func sayJSON(_ state: SyncSwitch, _ session: StateSession) async throws {
        let others = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.syncedDevices()
        }
        var members = state.members(others)
        members["format"] = .number(1)
        Console.sayRaw(JSONValue.object(members).document)
    }
}
