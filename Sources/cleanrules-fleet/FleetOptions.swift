// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Fleet
internal import Glibc
internal import Messages
internal import Reports
internal import RuleEngine
internal import Text
internal import Wording
internal import Workflow

/// Whether nothing is said beside what was asked for.
struct FleetQuiet: ParsableArguments {
    @Flag(name: [.short, .long], help: "No notes.")
    var quiet = false

    func validate() throws { NetworkLog.heed(quiet: quiet) }
}

/// The same of what has nothing to say when all is well.
struct FleetSilence: ParsableArguments {
    @Flag(name: [.short, .long], help: "No notes, and no word when all is well.")
    var quiet = false

    func validate() throws { NetworkLog.heed(quiet: quiet) }
}

/// How many processes work at once, and whether it is told how far they are.
struct FleetEffort: ParsableArguments {
    @Option(
        name: .long,
        help: "How many processes work at once. Default: as many as there are processors.")
    var jobs: Int?

    @Flag(name: [.short, .long], help: "No progress, no notes, and no word when all is well.")
    var quiet = false

    /// The most processes at once.
    private static let jobsMax = 256

    func validate() throws {
        NetworkLog.heed(quiet: quiet)
        if let jobs, !(1...Self.jobsMax).contains(jobs) {
            throw ValidationError(
                String(clause: "--jobs takes a number from \(1) to \(Self.jobsMax)."))
        }
    }

    /// As many processes as are asked for, else as there are processors.
    var jobsOrProcessors: Int { jobs ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Says how far a step is, where somebody looks on.
    var progress: @Sendable (_ step: String, _ done: Int, _ total: Int) -> Void {
        if quiet || isatty(STDERR_FILENO) != 1 { return { _, _, _ in } }
        return { step, done, total in
            if done % 10 == 0 || done == total {
                Host.note(.fleetPlanStep(name: step, number: done, total: total))
            }
        }
    }

    /// Says how far a step on Spark is: where nobody looks on, when it begins and when it is done.
    var sparkProgress: @Sendable (SparkStep) -> Void {
        if quiet { return { _ in } }
        let isWatched = isatty(STDERR_FILENO) == 1
        return { step in
            if step.isDone {
                Host.note(
                    .fleetSparkDone(
                        name: step.name, total: step.total,
                        span: LocalTimeText.span(step.seconds)))
            } else if step.failed > 0 {
                Host.note(
                    .fleetSparkFailures(
                        n: step.failed, name: step.name, number: step.done, total: step.total))
            } else if isWatched || step.done == 0 {
                Host.note(
                    .fleetPlanStep(name: step.name, number: step.done, total: step.total))
            }
        }
    }
}

/// How many drives are at work at once, and whether it is told how far they are.
struct FleetWorkers: ParsableArguments {
    @Option(
        name: .long, help: "How many drives at once, 1 to 32. Default: 'at_once' of the fleet file."
    )
    var workers: Int?

    @Flag(
        name: [.short, .long],
        help: "No progress, and no word when all is well and nothing was staged.")
    var quiet = false

    private static let most = 32

    func validate() throws {
        NetworkLog.heed(quiet: quiet)
        if let workers, !(1...Self.most).contains(workers) {
            throw ValidationError(
                String(clause: "--workers takes a number from \(1) to \(Self.most)."))
        }
    }

    /// Says how far it is, where somebody looks on.
    var progress: @Sendable (_ done: Int, _ total: Int) -> Void {
        if quiet || isatty(STDERR_FILENO) != 1 { return { _, _ in } }
        return { done, total in
            if done % 10 == 0 || done == total {
                Host.note(.fleetProgress(n: done, total: total))
            }
        }
    }
}

/// What is taken back: all of it, or of some drives, by a rule, or of a plan.
struct FleetTakingBackOptions: ParsableArguments {
    @Flag(name: .long, help: "All of it, on all drives.")
    var all = false

    @Option(name: .long, parsing: .upToNextOption, help: "On these drives, by name or id.")
    var drive: [String] = []

    @Option(name: .long, help: "What this rule has decided.")
    var rule: String?

    @Option(name: .long, help: "What this plan over all drives has staged, as in p-0f3a5c7e9b1d.")
    var plan: String?

    func validate() throws {
        let isChosen = !drive.isEmpty || rule != nil || plan != nil
        if all, isChosen {
            throw ValidationError(
                String(
                    clause: "--all means all of it, and goes with neither --drive, --rule nor"
                        + " --plan; leave one of them out."))
        }
        if !all, !isChosen {
            throw ValidationError(
                String(clause: "give --all, or say which with --drive, --rule or --plan."))
        }
    }

    /// The same without drives of the fleet file at `file` on which nothing was ever staged, which are named;
    /// nil where there is no other one.
    func touched(_ file: String) -> FleetTakingBackOptions? {
        // Whatever is wrong with the fleet file, things are taken back all the same.
        guard !drive.isEmpty, (try? FleetSource.isMeant(by: file)) == true,
            let source = try? FleetSource.load(file), let records = try? FleetRecords.load(file)
        else { return self }
        let untouched = FleetRestorable(records).untouched(drive, of: source)
        for name in untouched {
            PlainConsole.say(.carryUntouched(name: VisibleText.escaped(name)))
        }
        var touched = self
        touched.drive.removeAll { untouched.contains($0) }
        return touched.drive.isEmpty ? nil : touched
    }

    /// Takes that back in the fleet of `records`.
    func takingBack(_ records: FleetRecords) throws(Failure) -> FleetTakingBack {
        try FleetTakingBack(records, drives: drive, rule: rule, plan: plan)
    }
}

/// Which drives of a fleet are not looked at, or need no listing.
struct FleetAbsenceOptions: ParsableArguments {
    @Option(name: .long, help: "Leave this drive out; may be given again.")
    var without: [String] = []

    @Option(
        name: .customLong("without-file"),
        help: "Do not read this listing file; may be given again.")
    var withoutFiles: [String] = []

    @Flag(
        name: .long,
        help: "Drives of the inventory of which no listing tells are empty, and that is no error.")
    var emptyIsEmpty = false

    /// The choice that they are.
    var choice: FleetChoice {
        var choice = FleetChoice()
        choice.without = without
        choice.withoutFiles = withoutFiles
        choice.emptyIsEmpty = emptyIsEmpty
        return choice
    }
}

/// How lines are shown.
enum FleetFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case ndjson
}

/// A value on the command line, as a grammar of the rules reads it.
struct FleetValue<Value: Sendable>: Sendable {
    /// The value.
    let value: Value

    /// What `read` makes of what was typed.
    init(_ read: () throws(ValueError) -> Value) throws {
        do throws(ValueError) {
            value = try read()
        } catch {
            throw ValidationError("\(Host.words(error.clause)).")
        }
    }
}

extension FleetValue<Timestamp> {
    /// An instant.
    init(instant text: String) throws {
        try self.init { () throws(ValueError) in try Timestamp.typed(text) }
    }

    /// An instant, or a day, whose beginning in UTC is meant.
    init(instantOrDay text: String) throws {
        try self.init { () throws(ValueError) in try Timestamp.typed(text, orDayIn: .utc) }
    }
}

extension FleetValue<Int64> {
    /// How many bytes a size is.
    init(size text: String) throws {
        try self.init { () throws(ValueError) in try SizeGrammar.size(text) }
    }
}
