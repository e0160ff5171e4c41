// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet resume`.
struct FleetResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Let the fleet delete again.",
        discussion: """
            Examples:
              cleanrules fleet resume contoso.yaml
              cleanrules fleet resume contoso.yaml --clock
              cleanrules fleet resume contoso.yaml --restored
              cleanrules fleet resume contoso.yaml --moved

            What went wrong by then pauses the fleet no more: how much of which wave that is, is said.
            With --clock, --restored or --moved the brake stays as it is. What was used of the caps of days that
            lie ahead counts for today. What waits in a state that was put back goes when it is due:
            take back first what should not, with 'cleanrules fleet undo'.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @Flag(name: .long, help: "Say that the clock is right now, after it was ahead once.")
    var clock = false

    @Flag(
        name: .long,
        help: "Say that journal and states count as they are: put back from a backup, or copied.")
    var restored = false

    @Flag(
        name: .long,
        help: "Say that the fleet file was moved or renamed: the work folder is of this one now.")
    var moved = false

    @OptionGroup var silence: FleetSilence

    func validate() throws {
        if [clock, restored, moved].count(where: { $0 }) > 1 {
            throw ValidationError(
                String(clause: "of --clock, --restored and --moved one can be meant."))
        }
    }

    func run() async throws {
        if moved {
            let (folder, isNews) = try FleetTenure.adopt(by: file)
            if silence.quiet { return }
            let path = VisibleText.escaped(folder)
            PlainConsole.say(isNews ? .fleetMoved(path: path) : .fleetMovedAlready(path: path))
            return
        }
        // What another fleet has paused, used or forgiven is not for this one to say.
        try FleetTenure.demand(by: file)
        if try FleetRecords.isMeant(by: file) {
            if clock { return try await resetClock() }
            if restored { return try await reconcile() }
            let brake = FleetBrake(try FleetRecords.load(file, withDrives: false))
            let lines = try brake.resume()
            if !silence.quiet { for line in lines { PlainConsole.say(line) } }
        } else {
            if clock || restored {
                throw ValidationError(
                    String(
                        clause:
                            "--clock and --restored are for fleets whose drives are planned together."
                    ))
            }
            let work = try FleetSettings.onRecord(file).work
            let isOn = work.isPaused
            try work.resume()
            if !silence.quiet { PlainConsole.say(isOn ? .fleetResumed : .fleetResumedNot) }
        }
    }

    private func resetClock() async throws {
        let result = try await FleetClock(FleetGround.load(file)).reset()
        if silence.quiet { return try Self.end(result.left) }
        if let newest = result.newest {
            PlainConsole.say(.carryClockReset(time: newest, day: result.day))
        }
        if result.drives > 0 { PlainConsole.say(.carryClockStates(n: result.drives)) }
        if result.newest == nil, result.drives == 0 { PlainConsole.say(.quotaClockNone) }
        try Self.end(result.left)
    }

    private func reconcile() async throws {
        let (drives, left) = try await FleetReconciling(FleetRecords.load(file)).run()
        if !silence.quiet { PlainConsole.say(.carryReconciled(n: drives)) }
        try Self.end(left)
    }

    /// Names the drives that could not be asked, and ends as the worst of them does.
    private static func end(_ left: [FleetReconciling.Left]) throws {
        for one in left {
            PlainConsole.say(
                .fleetLine(
                    name: VisibleText.escaped(one.name),
                    text: one.failure.phrase ?? .fleetUnknown))
        }
        let ending = Ending.worst(of: left.map(\.failure.status))
        if ending != .done { throw Failure(ending) }
    }
}
