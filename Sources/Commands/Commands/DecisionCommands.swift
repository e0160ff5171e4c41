// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules keep`.
struct KeepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Keep items, whatever the rules say: until their content changes, or for good.",
        discussion: """
            Examples:
              cleanrules keep /Photos/a.jpg
              cleanrules keep ~/Downloads/talks            the folder and all that lies in it now
              cleanrules keep photos:/2019/IMG_1.JPG --pin

            What waits to be deleted of them is taken back. For what is still to come, write a
            protection into the rules instead.
            """)

    @Argument(help: "Paths on a drive (/a/b or drive:/a/b), or paths of this machine.")
    var path: [String]

    @Flag(name: .long, help: "Keep for good, even when the content changes.")
    var pin = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        try await options.decide(path, pin ? .pin : .keep, until: nil, session, format)
    }
}

/// `cleanrules snooze`.
struct SnoozeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Keep items until a date.",
        discussion: """
            Examples:
              cleanrules snooze /Downloads/setup.iso --for 30d
              cleanrules snooze ~/Downloads/talks --until 2027-01-31
            """)

    @Argument(help: "Paths on a drive (/a/b or drive:/a/b), or paths of this machine.")
    var path: [String]

    @Option(name: .long, help: "The first day on which they count again, or an instant.")
    var until: String?

    @Option(name: .customLong("for"), help: "For how long, as 30d, 2w or 6mo.")
    var span: String?

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if (until == nil) == (span == nil) {
            throw ValidationError(String(clause: "Give --until DATE or --for DURATION."))
        }
    }

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let zone = await session.timeZone(options.rules)
        let now = SystemClock.now()
        let end: Timestamp
        if let until {
            end = try WhenText.instant(until, now: now, timeZone: zone, goesBack: false)
        } else {
            end = try WhenText.instant(span ?? "", now: now, timeZone: zone, goesBack: false)
        }
        guard end > now else {
            throw Failure(.usage, .keepOver(when: end.description))
        }
        try await options.decide(path, .snooze, until: end, session, format)
    }
}

/// `cleanrules unkeep`.
struct UnkeepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unkeep",
        abstract: "Take back what was decided with keep, snooze or in a review.",
        discussion: """
            Examples:
              cleanrules unkeep /Photos/a.jpg
              cleanrules unkeep ~/Downloads/talks
            """)

    @Argument(help: "Paths on a drive (/a/b or drive:/a/b), or paths of this machine.")
    var path: [String]

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let (taken, unmet) = try await Deciding(
            session: session, rules: options.rules, isQuiet: options.quiet
        ).takeBack(path)
        let output = DecisionOutput(format: format, isQuiet: options.quiet)
        if format == .json {
            Console.sayRaw(output.document(taken, undone: []).document)
        } else {
            Console.say(.decideBack(n: taken.count))
            await session.leadToRules()
            if !options.quiet { NextHints.say([(.nextPlanAgain, .plan)]) }
        }
        try unmet.demand { .keepUnmetDecided(names: $0, command: .sync) }
    }
}

extension ActionOptions {
    /// Records `verdict` about the items at `paths`, and says so.
    fileprivate func decide(
        _ paths: [String], _ verdict: Decision, until: Timestamp?, _ session: StateSession,
        _ format: ReportFormat
    ) async throws {
        let (records, undone) = try await Deciding(session: session, rules: rules, isQuiet: quiet)
            .decide(paths, verdict, until: until)
        DecisionOutput(format: format, isQuiet: quiet)
            .show(records, undone, await session.timeZone(rules))
    }
}

/// Instants and spans on the command line.
enum WhenText {
    /// A date (its local beginning), an instant, or a span from `now`, back or forth.
    static func instant(
        _ text: String, now: Timestamp, timeZone: RuleTimeZone, goesBack: Bool
    ) throws(Failure) -> Timestamp {
        if let day = CalendarDay(text: text), day.year >= 1601 {
            return Timestamp(secondsSinceEpoch: timeZone.start(of: day))
        }
        if let instant = try? Timestamp.parse(text) { return instant }
        if let age = try? DurationGrammar.age(text) {
            let clock = RuleClock(now: now, timeZone: timeZone)
            if !goesBack {
                return Timestamp(secondsSinceEpoch: clock.end(of: .wait(age)))
            }
            if let instant = clock.instant(before: age) {
                return Timestamp(secondsSinceEpoch: instant)
            }
        }
        throw Failure(.usage, .keepNoTime(text: VisibleText.escaped(text)))
    }
}
