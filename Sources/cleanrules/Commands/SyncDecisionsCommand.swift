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

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if off, name != nil {
            throw ValidationError(String(clause: "Give --off or --name, not both."))
        }
        guard let name else { return }
        if name.isEmpty || name.utf8.count > SyncSwitch.namesMax || name.utf8.contains(0) {
            throw ValidationError(
                String(clause: "--name takes 1 to \(SyncSwitch.namesMax) bytes of text."))
        }
    }

    func run() async throws {
        if off { return try await turnOff() }
        let session = try StateSession.opened(try options.state.file())
        let rules = try await rules(session)
        let report = try await DecisionSyncer(session: session, rules: rules).sync(name: name)
        Console.hasDone(.devicesDeed)
        for line in report.warnings { Console.warn(line) }
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
        case .json:
            let others = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.syncedDevices()
            }
            var members = state.members(others)
            members["format"] = .number(1)
            Console.sayRaw(JSONValue.object(members).document)
        case .table:
            Console.say(wasOn ? .devicesOff(place: state.place ?? "–") : .devicesWasOff)
        }
    }
}
