// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules pause`.
struct PauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Put on the brake: nothing is deleted until 'resume'.",
        discussion: """
            Examples:
              cleanrules pause
              cleanrules pause --why "moving the archive"

            Plans are made and staged as before, and what waits keeps its undo window. An execution
            that is under way stops. A file brakes as well, whatever it holds: one beside the state
            file that is called like it with .paused behind, or \(Brake.machineFile) for all of this
            machine.
            """)

    @Option(name: .long, help: "Why, for those who find it paused.")
    var why: String?

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        // Nobody waits for a lock here: the brake works while something is being deleted.
        let session = try StateSession.opened(try options.state.file())
        let isNew = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.pause(why: why, actor: "person", at: SystemClock.now())
        }
        if isNew { Console.hasDone(.brakeDeedOn) }
        let brake = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.brake()
        }
        let waiting = try await NextDue.find(session)?.count ?? 0
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "brake": brake?.json ?? .null, "is_new": .bool(isNew),
                    "waiting": .number(Int64(waiting)),
                ]).document)
        case .table:
            Console.say(.brakeOn(n: waiting, command: .resume))
            if !isNew, !options.quiet { Console.note(.brakeOnAlready) }
        }
    }
}

/// `cleanrules resume`.
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Take off the brake that 'pause' has put on.",
        discussion: """
            Examples:
              cleanrules resume

            What is due goes with the next 'execute' or 'run', and not before. A file that brakes is
            named: remove it by hand.
            """)

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let wasOn = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.resume(actor: "person", at: SystemClock.now())
        }
        if wasOn { Console.hasDone(.brakeDeedOff) }
        let left = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.brake()
        }
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "brake": left?.json ?? .null, "was_on": .bool(wasOn),
                ]).document)
        case .table:
            if left == nil { Console.say(wasOn ? .brakeOff : .brakeOffNone) }
        }
        let zone = await session.timeZone(options.rules)
        if let why = try await session.brake(zone) { throw Failure(.refused, why) }
    }
}
