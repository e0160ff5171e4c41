// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import StateLedger
internal import Text
internal import Upkeep
internal import Wording
internal import Workflow

/// `cleanrules schedule`.
struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Print what starts rounds every night, for systemd or for cron.",
        usage: """
            cleanrules schedule [<options>]
            cleanrules schedule <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules schedule --print systemd
              cleanrules schedule --print cron --at 02:30
              cleanrules schedule --print timer --weekly --on sat
              cleanrules schedule install            asks, and keeps it
              cleanrules schedule status
              cleanrules schedule remove

            Printing changes nothing. Units let a round write to the folders of its drives, with
            their trash, its state and its report, and to nothing else; they have no network where
            all drives are of this machine and the rules have no 'notify'.
            """,
        subcommands: [
            ScheduleInstallCommand.self, ScheduleStatusCommand.self, ScheduleRemoveCommand.self,
        ])

    @Option(
        name: .customLong("print"),
        help: "systemd, cron, or one of the two units: service or timer. Default: systemd.")
    var form: ScheduleForm = .systemd

    @OptionGroup var options: ScheduleOptions

    func run() async throws {
        let (schedule, rules) = try options.schedule()
        options.note(schedule, rules, form == .cron ? .cron : .systemd, isKept: false)
        let place = SchedulePlace(form == .cron ? .cron : .systemd, isOfMachine: options.system)
        let units = SystemdUnits(schedule)
        try SchedulePlace.demandWritable(schedule)
        switch form {
        case .cron: Console.sayRaw(CronLine(schedule).text)
        case .service: Console.sayRaw(units.service)
        case .timer: Console.sayRaw(units.timer)
        case .systemd:
            // As 'systemctl cat' shows units: each after the path of its file.
            let texts = zip(place.files(schedule.name), units.files).map { path, unit in
                "# \(VisibleText.escaped(path))\n\(unit.text)"
            }
            Console.sayRaw(texts.joined(separator: "\n"))
        }
    }
}

/// What `schedule` prints.
enum ScheduleForm: String, CaseIterable, ExpressibleByArgument {
    case systemd
    case cron
    case service
    case timer
}

extension Schedule.Keeper: ExpressibleByArgument {}
extension ScheduleTime.Day: ExpressibleByArgument {}

/// Which rounds, and when.
struct ScheduleOptions: ParsableArguments {
    @Option(name: .long, help: "The time of day, as in 03:17.")
    var at = ScheduleTime.usual.clock

    @Flag(name: .long, help: "Once a week instead of every day.")
    var weekly = false

    @Option(name: .long, help: "The day of the week: sun, mon, tue, wed, thu, fri or sat.")
    var on: ScheduleTime.Day?

    @Option(
        name: .long, help: "The rules file. Default: the one in the configuration folder.")
    var rules: String?

    @Option(
        name: .long,
        help: "Where the report of the last round goes. Default: in the folder for data.")
    var report: String?

    @Option(name: .long, help: "The name of the units. Default: cleanrules, and the profile.")
    var name: String?

    @Flag(name: .long, help: "For the whole machine instead of this user.")
    var system = false

    @OptionGroup var state: StateOptions

    mutating func validate() throws {
        if time == nil {
            throw ValidationError(
                String(clause: "--at is a time of day, as in 03:17, not '\(at)'."))
        }
        if let name, !StateFile.isProfileName(name) {
            throw ValidationError(
                String(clause: "--name has 1 to 64 letters, digits, '.', '_' and '-'."))
        }
    }

    private var time: ScheduleTime? {
        ScheduleTime(clock: at, day: on ?? (weekly ? .sun : nil))
    }

    /// What the name of the schedule is.
    func scheduleName(_ file: StateFile) -> String { name ?? Schedule.name(for: file) }

    /// The schedule that is meant, and its rules, where there are any.
    func schedule() throws(Failure) -> (Schedule, LoadedRules?) {
        let file = try state.file()
        let path = try rulesPath()
        let loaded = FileBytes.exists(path) || rules != nil ? try RulesLoader.load(path) : nil
        let whole = loaded?.absolutePath ?? path
        let statePath = MachinePath.canonical(file.path) ?? file.path
        let report = try reportPath(file)
        return (
            Schedule(
                // As it was called: a file that brakes may lie beside a link.
                name: scheduleName(file), rules: whole, state: file.path, report: report,
                time: time ?? .usual, account: system ? Machine.account ?? "root" : nil,
                reach: ScheduleReach(loaded, state: statePath, report: report)), loaded
        )
    }

    /// Where reports go: never into the folder of states, where no output is written.
    private func reportPath(_ file: StateFile) throws(Failure) -> String {
        if let report { return MachinePath.absolute(report) }
        let data =
            Environment.folder("XDG_DATA_HOME")
            ?? Environment.folder("HOME").map { $0 + "/.local/share" }
        guard let data else { throw Failure(.failed, .stateNoHome) }
        return "\(data)/cleanrules/\(scheduleName(file))-report.md"
    }

    private func rulesPath() throws(Failure) -> String {
        if let rules { return rules }
        if let found = RulesLoader.pathInConfiguration() { return found }
        guard let usual = RulesLoader.usualPath else { throw Failure(.failed, .stateNoHome) }
        return usual
    }

    /// Says what a person should know before such a schedule is kept.
    func note(
        _ schedule: Schedule, _ rules: LoadedRules?, _ keeper: Schedule.Keeper, isKept: Bool
    ) {
        let folder = MachinePath.folder(of: schedule.report)
        if !isKept, !FileBytes.isFolder(folder) {
            let command = "mkdir -p " + ShellWord.quoted(folder)
            Console.warn(.scheduleNoFolder(path: VisibleText.escaped(folder), text: command))
        }
        if rules == nil {
            Console.warn(.scheduleNoRules(path: VisibleText.escaped(schedule.rules)))
        }
        for name in schedule.reach.variables {
            Console.warn(.scheduleVariable(name: VisibleText.escaped(name)))
        }
        if schedule.reach.usesMailProgram, keeper == .systemd {
            Console.warn(.scheduleMailProgram)
        }
        if !isKept, let doubt = schedule.doubt(rules) {
            Console.warn(
                .scheduleTrust(
                    path: VisibleText.escaped(doubt.path), what: Phrase.clause(doubt.why)))
        }
        for drive in schedule.reach.missing {
            Console.warn(.scheduleMissing(drive: VisibleText.escaped(drive)))
        }
    }
}

extension ScheduleTime {
    /// As a person would say it.
    var phrase: Phrase {
        switch day {
        case nil: .scheduleDaily(clock: clock)
        case .sun: .scheduleDaySun(clock: clock)
        case .mon: .scheduleDayMon(clock: clock)
        case .tue: .scheduleDayTue(clock: clock)
        case .wed: .scheduleDayWed(clock: clock)
        case .thu: .scheduleDayThu(clock: clock)
        case .fri: .scheduleDayFri(clock: clock)
        case .sat: .scheduleDaySat(clock: clock)
        }
    }
}
