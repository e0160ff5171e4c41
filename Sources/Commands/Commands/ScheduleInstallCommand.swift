// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Upkeep
internal import Wording
internal import Workflow

/// `cleanrules schedule install`.
struct ScheduleInstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install",
        abstract: "Keep a schedule: a timer of systemd, or a line of cron.",
        discussion: """
            Examples:
              cleanrules schedule install --rules rules.yaml
              cleanrules schedule install --with cron --at 02:30 --yes
              sudo cleanrules schedule install --system --rules /etc/cleanrules/rules.yaml

            A schedule of the same name that this program made is replaced; what anybody else wrote
            is never written over.
            """)

    @Option(name: .customLong("with"), help: "systemd or cron. Default: systemd where it runs.")
    var keeper: Schedule.Keeper?

    @OptionGroup var options: ScheduleOptions

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func run() async throws {
        let (schedule, rules) = try options.schedule()
        guard let rules else {
            throw Failure(
                .failed, .scheduleNoRules(path: VisibleText.escaped(schedule.rules)))
        }
        let place = SchedulePlace(
            keeper ?? SchedulePlace.usualKeeper, isOfMachine: options.system)
        try place.demandName(schedule.name)
        if let doubt = schedule.doubt(rules) {
            throw Failure(
                .refused,
                Message(
                    "others than root could change '\(VisibleText.escaped(doubt.path))', which root"
                        + " would run or go by: \(doubt.why)"))
        }
        if !quiet { options.note(schedule, rules, place.keeper, isKept: true) }
        let shown = VisibleText.escaped(place.shown)
        for path in place.files(schedule.name) { try place.refuseForeign(path) }
        if !yes {
            try Prompt.confirm(
                .scheduleAsk(
                    path: shown, when: schedule.time.phrase,
                    name: VisibleText.escaped(schedule.rules)), insteadOf: "--yes")
        }
        try place.install(schedule, by: rules)
        Console.hasDone(.scheduleDeed(path: shown))
        Console.say(
            .scheduleInstalled(
                when: schedule.time.phrase, path: shown,
                name: VisibleText.escaped(schedule.report)))
        if !quiet, place.keeper == .systemd, !place.isOfMachine { Console.note(.scheduleLinger) }
    }
}

/// `cleanrules schedule remove`.
struct ScheduleRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a schedule that this program keeps. Nothing else is touched.",
        discussion: """
            Examples:
              cleanrules schedule remove
              cleanrules schedule remove --profile work --yes
              sudo cleanrules schedule remove --system

            What was staged keeps its undo window and waits for 'execute'.
            """)

    @Option(name: .long, help: "The name of the units. Default: cleanrules, and the profile.")
    var name: String?

    @Flag(name: .long, help: "That of the whole machine instead of this user's.")
    var system = false

    @OptionGroup var state: StateOptions

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    func run() async throws {
        let name = try name ?? Schedule.name(for: state.file())
        let places = SchedulePlace.all.filter { place in
            place.isOfMachine == system && place.schedules().contains { $0.name == name }
        }
        if places.isEmpty { return Console.say(.scheduleNone) }
        for place in places {
            let shown = VisibleText.escaped(place.shown)
            if !yes {
                try Prompt.confirm(.scheduleAskRemove(name: name, path: shown), insteadOf: "--yes")
            }
            guard try place.remove(name) else { continue }
            Console.hasDone(.scheduleRemovedDeed(name: name))
            Console.say(.scheduleRemoved(name: name, path: shown))
        }
    }
}

/// `cleanrules schedule status`.
struct ScheduleStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the schedules that this program keeps, and when the last round was.",
        discussion: """
            Examples:
              cleanrules schedule status
              cleanrules schedule status --format json
            """)

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    func run() async throws {
        var rows: [(place: SchedulePlace, mark: ScheduleMark, last: Timestamp?)] = []
        for place in SchedulePlace.all {
            for mark in place.schedules() {
                rows.append((place, mark, await lastRound(mark.state)))
            }
        }
        switch format {
        case .json:
            let list = rows.map { row in
                JSONValue.object([
                    "name": .text(row.mark.name), "time": .text(row.mark.time),
                    "keeper": .text(row.place.keeper.rawValue), "place": .text(row.place.shown),
                    "system": .bool(row.place.isOfMachine),
                    "on": .bool(row.place.isOn(row.mark.name)),
                    "program": .text(row.mark.program), "rules": .text(row.mark.rules),
                    "state": .text(row.mark.state), "report": .text(row.mark.report),
                    "last_round": JSONValue(row.last),
                ])
            }
            Console.sayRaw(
                JSONValue.object(["format": .number(1), "schedules": .list(list)]).document)
        case .table:
            if rows.isEmpty { return Console.say(.scheduleNone) }
            let words = Console.words
            let time = LocalTimeText(timeZone: .machine, now: SystemClock.now(), words: words)
            let heads = words([
                .scheduleColumnName, .scheduleColumnWhen, .scheduleColumnWhere,
                .scheduleColumnState, .scheduleColumnLast,
            ])
            let cells = rows.map { row in
                let shown = VisibleText.escaped(row.place.shown)
                let isOff = row.place.isOn(row.mark.name) == false
                return [
                    row.mark.name, VisibleText.escaped(row.mark.time),
                    isOff ? words(.scheduleOff(path: shown)) : shown,
                    VisibleText.escaped(row.mark.state),
                    row.last.map(time.text) ?? words(.scheduleNever),
                ]
            }
            for line in TextTable(rows: [heads] + cells, leftColumns: [0, 1, 2, 3, 4]).lines {
                Console.say(line)
            }
        }
    }

    /// When the last round with the state at `path` ended.
    private func lastRound(_ path: String) async -> Timestamp? {
        guard let file = try? StateFile.locate(path: path, profile: nil), file.exists,
            let session = try? StateSession.existing(file, migrates: false)
        else { return nil }
        let last = try? await RoundMarker(session: session).lastEnd()
        await session.ledger.close()
        return last ?? nil
    }
}
