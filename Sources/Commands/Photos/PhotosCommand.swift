// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules photos`.
struct PhotosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract:
            "Look at pictures, so that rules know what they show. Changes nothing on the drives.",
        discussion: """
            Examples:
              cleanrules photos
              cleanrules photos --for 30m
              cleanrules photos ~/Pictures
              cleanrules photos --unreadable       what could not be read, and why

            Each picture is looked at once, in a process without rights, the newest folders first:
            when and by which camera it was taken, how large, sharp and bright it is, and what it
            looks like in 256 bits and 32 by 32 grey points. Of a OneDrive it looks at the small
            pictures that the service makes. All of it stays in the state file. A
            picture that was not looked at is unknown to rules, and what is unknown stays. It may be
            stopped or killed at any time; the next call goes on. Pictures are those that were listed
            last; what was never listed is listed first.
            """)

    @Argument(
        help:
            "A folder to look at instead of whole drives: a drive of the rules, or a folder on one; any folder where they declare none."
    )
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: in the folder, or the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Option(name: .customLong("for"), help: "Stop after so long, as in 30m or 2h.")
    var duration: String?

    @Flag(name: .long, help: "List the pictures that could not be read, and why; look at none.")
    var unreadable = false

    @Flag(name: .long, help: "Forget everything that was seen of pictures.")
    var forget = false

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    mutating func validate() throws {
        NetworkLog.heed(quiet: quiet)
        if [duration != nil, unreadable, forget].count(where: { $0 }) > 1 {
            throw ValidationError(
                String(clause: "of --for, --unreadable and --forget one can be meant."))
        }
        _ = try seconds()
    }

    /// How long it may take.
    private func seconds() throws -> Double? {
        guard let duration else { return nil }
        guard let age = try? DurationGrammar.age(duration), let unit = age.unit.secondsExactly
        else {
            throw ValidationError(
                String(clause: "--for is a duration, as in 30m or 2h, not '\(duration)'."))
        }
        return Double(age.amount) * Double(unit)
    }

    func run() async throws {
        if forget { return try await forgetLooks() }
        let loaded = try RulesLoader.load(try RulesLoader.find(rules, folder: folder))
        let session = try StateSession.opened(try state.file())
        var photos = PhotoSession(rules: loaded, session: session, isQuiet: quiet)
        photos.folder = folder
        photos.crossesFileSystems = crossFileSystems
        if unreadable {
            return say(try await UnreadablePhotos.find(in: try await photos.items(), session))
        }
        guard let look = PictureLooking.ofProgram() else { throw Failure(.failed, .photosNoWorker) }
        let signals = Signals(isQuiet: quiet)
        let allowance = try await PhotoAllowance.find(loaded, session, seconds: try seconds())
        let standing = try await photos.run(look, within: allowance) { signals.status != nil }
        say(standing)
        if let status = signals.status { throw Failure(status, .executeStopped) }
        if standing.isUnfinished, !quiet { noteEnd(of: allowance) }
        if !standing.run.isComplete { throw Failure(.partial, .photosPartial) }
    }

    private func noteEnd(of allowance: PhotoAllowance) {
        switch allowance.end {
        case .time: Console.note(.photosStopped)
        case .day: Console.note(.photosDay)
        case .window: Console.note(.photosWindow(begin: allowance.windowBegin ?? ""))
        case nil: break
        }
    }

    private func forgetLooks() async throws {
        let session = try StateSession.existing(state)
        try await session.asking { ledger async throws(LedgerError) in
            try await ledger.forgetLooks()
        }
        try await PhotoCoverageNote.forget(session)
        Console.say(.photosForgotten)
    }

    private func say(_ standing: PhotoStanding) {
        switch format {
        case .json: Console.sayRaw(standing.json.document)
        case .table:
            let words = Console.words
            let rows = standing.lines.map { [$0.drive, words($0.text)] }
            for line in TextTable(rows: rows, leftColumns: [0, 1]).lines { Console.say(line) }
        }
        for drive in standing.run.drives.sorted(by: { $0.key < $1.key }) where !quiet {
            for missed in drive.value.missed.prefix(10) {
                Console.note(
                    .lineNote(
                        text: Phrase.lineAt(
                            path: VisibleText.escaped(missed.path),
                            text: Phrase.told(missed.problem))))
            }
        }
    }

    private func say(_ found: UnreadablePhotos) {
        if format == .json { return Console.sayRaw(found.json.document) }
        if found.list.isEmpty { return Console.say(.photosReadable) }
        let words = Console.words
        let rows =
            [words([.photosColumnItem, .photosColumnProblem])]
            + found.list.map { [VisibleText.escaped($0.path), words(.told($0.problem))] }
        for line in TextTable(rows: rows, leftColumns: [0, 1]).lines { Console.say(line) }
    }
}
