// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Messages
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet plan`.
struct FleetPlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plan over all drives of a fleet together. Changes nothing.",
        discussion: """
            Examples:
              cleanrules fleet plan contoso.yaml
              cleanrules fleet plan contoso.yaml --now 2026-01-15T12:00:00Z --jobs 8
              cleanrules fleet plan contoso.yaml --sample 50
              cleanrules fleet plan contoso.yaml --engine spark --master spark://host:7077
              cleanrules fleet plan contoso.yaml --without ada_contoso_com

            The fleet file names listing files as its 'source'; each holds whole drives. It is read
            once, as by 'fleet import', and judged by processes of its own. The plan is the one that
            'cleanrules plan' makes over all of them at once. Of a dataset of Graph Data Connect,
            listings are made first; of states of this program, those that they keep are taken.
            Typed again after it was ended, the command goes on with what is there.

            The limits of the rules count for each drive by itself. A drive that is over one is named,
            and nothing of it may be staged; exit status 6 then. So it is with drives whose listing
            file is broken: where no rule compares drives, the plan is made without them.

            A plan of a --sample is for a try: 'fleet show --sample' shows it, nothing of it is ever
            staged, and the plan before stays.
            """)

    /// What does the work.
    enum Engine: String, CaseIterable, ExpressibleByArgument {
        case local
        case spark
    }

    @Argument(help: "The fleet file.")
    var file: String

    @Option(name: .long, help: "What does the work: local, processes of this machine; or spark.")
    var engine = Engine.local

    @Option(
        name: .long,
        help: "The master of Spark, as in spark://host:7077. Default: that of Spark's settings.")
    var master: String?

    @Flag(
        name: .long,
        help: "With spark: keep what each step came to, so that a lost cluster costs one step.")
    var checkpoint = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With spark: give up where no worker has taken a task for so long; 0: never. Default: 2m.",
            valueName: "duration"))
    var wait: String?

    /// What of it is done, where another program has the parts judged.
    enum Stretch: String, CaseIterable, ExpressibleByArgument {
        case begin
        case finish
    }

    @Option(name: .long, help: .hidden)
    var only: Stretch?

    @Option(
        name: .long, help: "The instant that ages count back from. Default: the system clock.",
        transform: { try FleetValue(instant: $0) })
    var now: FleetValue<Timestamp>?

    @OptionGroup var effort: FleetEffort

    @OptionGroup var drives: FleetDriveOptions

    @Flag(
        name: .long,
        help: "Exit with 2 when there is something to delete or to review, 0 when there is not.")
    var detailedExitcode = false

    func validate() throws {
        if master != nil, engine != .spark {
            throw ValidationError(String(clause: "--master goes with --engine spark alone."))
        }
        if checkpoint, engine != .spark {
            throw ValidationError(String(clause: "--checkpoint goes with --engine spark alone."))
        }
        if wait != nil, engine != .spark {
            throw ValidationError(String(clause: "--wait goes with --engine spark alone."))
        }
        _ = try patience
    }

    /// For how many seconds no worker of Spark may have taken a task.
    private var patience: Int64 {
        get throws {
            guard let wait else { return FleetSpark.usualPatience }
            if wait == "0" { return 0 }
            guard let age = try? DurationGrammar.age(wait), let unit = age.unit.secondsExactly,
                age.amount <= Self.patienceMax / unit
            else {
                throw ValidationError(
                    String(clause: "--wait is a duration, as in 10m or 2h, or 0, not '\(wait)'."))
            }
            return age.amount * unit
        }
    }

    /// A year.
    private static let patienceMax: Int64 = 366 * 24 * 60 * 60

    func run() async throws {
        let source = try FleetSource.load(file)
        let rules = try source.rules()
        FleetSignals.watch()
        var planning = FleetPlanning(source, rules, jobs: effort.jobsOrProcessors)
        planning.choice = drives.choice
        planning.isQuiet = effort.quiet
        planning.stop = { FleetSignals.ending }
        planning.progress = effort.progress
        planning.sparkProgress = effort.sparkProgress
        if only == .begin {
            let (folder, program) = try await planning.begin(now: now?.value)
            PlainConsole.sayRaw("\(folder)\n\(program)\n")
            return
        }
        if engine == .spark {
            planning.engine = .spark(
                FleetSpark(master: master, keepsSteps: checkpoint, patience: try patience))
        }
        if only == .finish { planning.engine = .elsewhere }
        let plan = try await planning.plan(now: now?.value)
        let text = FleetPlanText(plan, rules, Host.words)
        let isAllWell = plan.refusals.isEmpty && !plan.lacksBroken
        if !effort.quiet || !isAllWell {
            for line in text.lines() { PlainConsole.sayRaw(line + "\n") }
            for line in FleetCurve(plan, rules, source.file).lines { PlainConsole.say(line) }
        }
        if !effort.quiet, plan.isTry {
            Host.note(.fleetPlanTry(command: .fleetShowSample(file: source.path)))
        } else if !effort.quiet, text.hasWork {
            Host.note(.fleetPlanNext(command: .fleetShow(file: source.path)))
        }
        // Of some drives nothing may be staged.
        if !isAllWell { throw Failure(.partial) }
        if detailedExitcode, text.hasWork { throw Failure(.somethingToDo) }
    }
}

/// Which drives of a fleet are planned over, and what is known of them.
struct FleetDriveOptions: ParsableArguments {
    @OptionGroup var absent: FleetAbsenceOptions

    @Option(
        name: .long,
        help: "Of so many drives alone, for a try: always the same ones, drawn by their names.")
    var sample: Int?

    @Option(
        name: .customLong("accept-drive"),
        help: "This drive does list far fewer files than before; may be given again.")
    var accepted: [String] = []

    func validate() throws {
        if let sample, sample < 1 {
            throw ValidationError(String(clause: "--sample takes a number of drives, 1 or more."))
        }
    }

    /// The choice that they are.
    var choice: FleetChoice {
        var choice = absent.choice
        choice.sample = sample
        choice.accepted = accepted
        return choice
    }
}

/// `cleanrules fleet show`.
struct FleetShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all items of the plan that was made last of a fleet.",
        discussion: """
            Examples:
              cleanrules fleet show contoso.yaml --verdict delete
              cleanrules fleet show contoso.yaml --drive ada_contoso_com
              cleanrules fleet show contoso.yaml --format ndjson > plan.ndjson
              cleanrules fleet show contoso.yaml --sample

            As ndjson these are the lines of 'cleanrules plan --all --format ndjson' over all listings
            at once, byte for byte.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @Option(name: .long, help: "table or ndjson.")
    var format = FleetFormat.table

    @Option(name: .long, parsing: .upToNextOption, help: "Of these drives alone, by name.")
    var drive: [String] = []

    @Option(name: .long, help: "Those alone that are to be: keep, review or delete.")
    var verdict: String?

    @Flag(name: .long, help: "Of the last plan for a try, by 'fleet plan --sample'.")
    var sample = false

    @OptionGroup var told: FleetQuiet

    func validate() throws {
        if let verdict, Verdict(rawValue: verdict) == nil {
            throw ValidationError(String(clause: "--verdict takes keep, review or delete."))
        }
    }

    func run() async throws {
        let items = try FleetPlanItems(FleetSource.load(file), Host.words, ofTry: sample)
        if !told.quiet { for note in items.notes { Host.note(note) } }
        var choice = FleetPlanItems.Choice()
        choice.drives = drive
        choice.verdict = verdict.flatMap { Verdict(rawValue: $0) }
        switch format {
        case .ndjson: try items.lines(choice) { PlainConsole.say($0) }
        case .table: try items.table(choice) { PlainConsole.say(Array($0.utf8)) }
        }
    }
}

/// `cleanrules fleet why`.
struct FleetWhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain what becomes of an item by the plan that was made last of a fleet.",
        discussion: """
            Example:
              cleanrules fleet why contoso.yaml ada_contoso_com:/Downloads/setup.iso

            Of a copy it names what stays, on whatever drive that lies; then each rule with its
            conditions and what the item has.
            """)

    @Argument(help: "The fleet file.")
    var file: String

    @Argument(help: "The item: its drive and its path, as in ada:/Downloads/setup.iso.")
    var item: String

    @Flag(name: .long, help: "By the last plan for a try, by 'fleet plan --sample'.")
    var sample = false

    @OptionGroup var told: FleetQuiet

    /// The drive and the path; nil where these are none.
    private var place: (drive: String, path: String)? {
        guard let colon = item.firstRange(of: ":/") else { return nil }
        let drive = String(item[..<colon.lowerBound])
        return drive.isEmpty ? nil : (drive, String(item[colon.lowerBound...].dropFirst()))
    }

    func validate() throws {
        if place == nil {
            throw ValidationError(
                String(clause: "an item is named by its drive and its path, as in 'ada:/a.txt'."))
        }
    }

    func run() async throws {
        guard let place else { return }
        let items = try FleetPlanItems(FleetSource.load(file), Host.words, ofTry: sample)
        if !told.quiet { for note in items.notes { Host.note(note) } }
        for line in try items.why(drive: place.drive, path: place.path) {
            PlainConsole.sayRaw(line + "\n")
        }
    }
}
