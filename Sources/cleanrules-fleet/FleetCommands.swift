// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Messages
internal import POSIX
internal import RuleEngine
internal import Glibc
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet check`.
struct FleetCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a fleet file, its rules, its lists and the credential; ask no service.",
        discussion: """
            Of a fleet with a 'source' its files are looked at instead, as far as their beginnings
            tell, without the drives that 'fleet plan' is to leave out.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var absent: FleetAbsenceOptions

    @OptionGroup var silence: FleetSilence

    func run() async throws {
        if try FleetSource.isMeant(by: file) { return try await checkSource() }
        if !absent.without.isEmpty || !absent.withoutFiles.isEmpty || absent.emptyIsEmpty {
            throw ValidationError(
                String(
                    clause: "--without, --without-file and --empty-is-empty are for fleets whose"
                        + " drives are planned together."))
        }
        let settings = try FleetSettings.load(file)
        let count = try await settings.check()
        if silence.quiet { return }
        PlainConsole.say(.fleetChecked(n: count, path: VisibleText.escaped(file)))
        for line in settings.pace.lines(at: SystemClock.now()) { PlainConsole.say(line) }
    }

    private func checkSource() async throws(Failure) {
        let check = try await FleetCheck(FleetSource.load(file), named: file, absent.choice)
        if !silence.quiet || check.lacksBroken {
            for line in check.lines(now: SystemClock.now()) { PlainConsole.say(line) }
        }
        if check.lacksBroken { throw Failure(.partial) }
    }
}

/// `cleanrules fleet status`.
struct FleetStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what waits to be deleted, by drive.")

    @Argument(help: "The fleet file.")
    var file: String

    @Flag(
        name: .long,
        help: "Name the drives instead on which something was deleted that can be brought back.")
    var restorable = false

    @OptionGroup var told: FleetQuiet

    func run() async throws {
        if restorable { return try await sayRestorable() }
        if try FleetRecords.isMeant(by: file) {
            let records = try FleetRecords.load(file)
            records.warnOfTenure()
            let standing = try await FleetStanding(records)
            for line in standing.lines { PlainConsole.say(line) }
            if standing.ending != .done { throw Failure(standing.ending) }
            return
        }
        let settings = try FleetSettings.onRecord(file)
        settings.warnOfTenure()
        let states = FleetStates(settings)
        if settings.work.isPaused {
            PlainConsole.say(.fleetStatusPaused(command: .fleetResume(file: settings.path)))
        }
        let used = try states.used
        PlainConsole.say(.fleetStatusUsed(n: used.items, size: used.bytes))
        for line in settings.pace.lines(at: SystemClock.now()) { PlainConsole.say(line) }
        let all = try await states.waiting().filter { $0.waiting.items > 0 || $0.failure != nil }
        if all.isEmpty { PlainConsole.say(.fleetStatusNone) }
        for one in all {
            if let failure = one.failure {
                PlainConsole.say(
                    .fleetLine(
                        name: VisibleText.escaped(one.name), text: failure.phrase ?? .fleetUnknown))
                continue
            }
            PlainConsole.say(
                .fleetStatusLine(
                    n: one.waiting.items, name: VisibleText.escaped(one.name),
                    size: one.waiting.bytes, count: one.due.items, text: one.state.arguments))
        }
        let ending = Ending.worst(of: all.map { $0.failure?.status ?? .done })
        if ending != .done { throw Failure(ending) }
    }
}

extension FleetStatusCommand {
    private func sayRestorable() async throws {
        let records = try FleetRecords.load(file)
        records.warnOfTenure()
        let (lines, ending) = await FleetRestorable(records).lines()
        for line in lines { PlainConsole.say(line) }
        if ending != .done { throw Failure(ending) }
    }
}

/// `cleanrules fleet undo`.
struct FleetUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back what waits to be deleted.",
        discussion: """
            Examples:
              cleanrules fleet undo contoso.yaml --drive ada_contoso_com
              cleanrules fleet undo contoso.yaml --rule old-installers
              cleanrules fleet undo contoso.yaml --plan p-0f3a5c7e9b1d

            What is named together has to hold together. What was taken back is staged by no later wave
            while it and its rule are the same. Of which plans something waits, 'cleanrules fleet status'
            says.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var choice: FleetTakingBackOptions

    @OptionGroup var told: FleetQuiet

    func run() async throws {
        if try FleetRecords.isMeant(by: file) { return try await undoPlan() }
        if choice.rule != nil || choice.plan != nil {
            throw ValidationError(
                String(
                    clause: "--rule and --plan are for fleets whose drives are planned together."))
        }
        let undone = try await FleetStates(FleetSettings.onRecord(file)).undo(choice.drive)
        if undone.isEmpty { PlainConsole.say(.fleetUndoneNone) }
        for one in undone {
            say(one.name, Int64(one.items), one.failure?.phrase)
        }
        let ending = Ending.worst(of: undone.map { $0.failure?.status ?? .done })
        if ending != .done { throw Failure(ending) }
    }

    /// Says how many items were taken back on the drive `name`, and what stood in the way.
    private func say(_ name: String, _ items: Int64, _ why: Phrase?) {
        let name = VisibleText.escaped(name)
        if items > 0 { PlainConsole.say(.fleetUndone(n: items, name: name)) }
        if let why { PlainConsole.say(.fleetLine(name: name, text: why)) }
    }

    private func undoPlan() async throws {
        guard let choice = choice.touched(file) else { return }
        let undone = try await choice.takingBack(FleetRecords.load(file)).undo()
        if undone.isEmpty { PlainConsole.say(.fleetUndoneNone) }
        for one in undone { say(one.name, one.items, one.why) }
        let ending = Ending.worst(of: undone.map(\.ending))
        if ending != .done { throw Failure(ending) }
    }
}

/// `cleanrules fleet pause`.
struct FleetPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Put on the brake of the fleet: nothing is deleted until 'fleet resume'.",
        discussion: """
            Where drives are planned together nothing is staged until then either. A file 'paused' in
            the work folder does the same, whoever puts it there.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @OptionGroup var silence: FleetSilence

    func run() async throws {
        let line = try pause()
        if !silence.quiet { PlainConsole.say(line) }
    }

    /// Puts on the brake; what there is to say of it.
    private func pause() throws -> Phrase {
        if try FleetRecords.isMeant(by: file) {
            let records = try FleetRecords.load(file, withDrives: false)
            let isNews = try FleetBrake(records).pause()
            let resume = Hint.fleetResume(file: records.path)
            return isNews ? .carryPaused(command: resume) : .carryPausedAlready(command: resume)
        }
        let settings = try FleetSettings.onRecord(file)
        let wasOn = settings.work.isPaused
        try settings.work.pause()
        let resume = Hint.fleetResume(file: settings.path)
        return wasOn ? .fleetPausedAlready(command: resume) : .fleetPaused(command: resume)
    }
}
