// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import Glibc
internal import Messages
internal import PlanRunner
internal import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules review`.
struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Decide about what the newest plan leaves to you. Deletes nothing by itself.",
        discussion: """
            Examples:
              cleanrules review                    in the terminal: arrows or k, d, s, u
              cleanrules review --web              in the browser, on this machine only
              cleanrules review --plain            line by line, for screen readers and pipes
              cleanrules review --decisions file.ndjson

            What you mark to be deleted goes with the next 'cleanrules stage', and then waits out
            its undo window like everything else. Everything can be taken back, also later.
            """)

    @Flag(name: .long, help: "In the browser: prints a one-time address and serves the page.")
    var web = false

    @Flag(name: .long, help: "The deck in this terminal; the default on a terminal.")
    var tui = false

    @Flag(name: .long, help: "Line by line: a letter or a word on each line of standard input.")
    var plain = false

    @Option(
        name: .long,
        help: "Take decisions from a file of JSON lines ('-': standard input) and ask nothing.")
    var decisions: String?

    @Option(
        name: .long,
        help: "Pictures in a terminal: auto, kitty, iterm2, sixel, blocks, ascii or off.")
    var preview: String?

    @Flag(name: .long, help: "With --web: only print the address, open no browser.")
    var noOpen = false

    @Option(name: .long, help: "With --web: the port of 127.0.0.1. Default: a free one.")
    var port: UInt16 = 0

    @Option(name: .long, help: "In which order: rule, size, oldest or random.")
    var order: ReviewOrderOption = .rule

    @Option(name: .long, help: "Only what this rule has put up.")
    var rule: String?

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        let asked = [web, tui, plain, decisions != nil].count { $0 }
        if asked > 1 {
            throw ValidationError(
                String(clause: "Give one of --web, --tui, --plain and --decisions."))
        }
        if preview != nil, web || plain || decisions != nil {
            throw ValidationError(String(clause: "--preview goes with the deck in the terminal."))
        }
        if noOpen || port != 0, !web {
            throw ValidationError(String(clause: "--no-open and --port go with --web."))
        }
    }

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let rules = try await session.loadRules(options.rules)
        if let rule, !rules.file.rules.contains(where: { $0.id.utf8.elementsEqual(rule.utf8) }) {
            throw Failure(
                .usage,
                .reviewNoRule(
                    rule: VisibleText.escaped(rule), name: VisibleText.escaped(rules.name)))
        }
        let wiring = try ReviewWiring(session: session, rules: rules)
        let mode = decisions == nil ? try mode() : nil
        let syncer = DecisionSyncer(session: session, rules: rules)
        try await syncer.during(isQuiet: options.quiet) {
            switch mode {
            case .web: try await serve(wiring)
            case .plain: try await talk(wiring)
            case .deck: try await deal(wiring)
            case nil: if let decisions { try await apply(decisions, wiring) }
            }
        }
    }

    private func mode() throws(Failure) -> ReviewMode {
        var size = winsize()
        _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
        var environment: [String: String] = [:]
        for name in ["TERM", "LC_ALL", "LC_CTYPE", "LANG", "CLEANRULES_ACCESSIBLE"] {
            environment[name] = Environment.value(name)
        }
        let asked: ReviewMode? = web ? .web : plain ? .plain : tui ? .deck : nil
        do throws(ReviewError) {
            return try ReviewMode.choose(
                asked: asked,
                in: ReviewMode.Surroundings(
                    environment: environment, isInputTerminal: isatty(STDIN_FILENO) == 1,
                    isOutputTerminal: isatty(STDOUT_FILENO) == 1, columns: Int(size.ws_col),
                    rows: Int(size.ws_row)))
        } catch {
            throw Failure(.usage, error.message)
        }
    }

    private func review(_ wiring: ReviewWiring, front: String) -> ReviewSession {
        ReviewSession(
            ledger: wiring.session.ledger, source: wiring.source, front: front,
            order: order.order, rule: rule)
    }

    // MARK: Decisions of a file

    private func apply(_ path: String, _ wiring: ReviewWiring) async throws {
        let bytes =
            path == "-"
            ? try FileBytes.readStandardInput(most: DecisionsFile.byteMax)
            : try FileBytes.read(path, most: DecisionsFile.byteMax)
        guard bytes.count <= DecisionsFile.byteMax else {
            throw Failure(
                .invalidRules, .reviewFileTooLarge(name: VisibleText.escaped(path)))
        }
        let file = DecisionsFile(bytes, timeZone: wiring.timeZone)
        let session = review(wiring, front: "file")
        let outcome = await file.apply(to: session)
        for message in outcome.messages {
            Console.note(VisibleText.guarded(Console.words(message)))
        }
        await warn(session)
        switch outcome.summary {
        case .failed(let error): throw Failure(error)
        case .badFile: throw Failure(.invalidRules, outcome.sentence)
        case .refused: throw Failure(.refused, outcome.sentence)
        case .partial: throw Failure(.partial, outcome.sentence)
        case .quota: throw Failure(.quota, outcome.sentence)
        case .done:
            Console.hasDone(.reviewRecorded)
            Console.say(outcome.sentence)
        }
        if !options.quiet, outcome.decided > 0 {
            NextHints.say([await Self.next(session)])
        }
    }

    /// Says that few reviews are left today, where nobody was told so yet.
    private func warn(_ session: ReviewSession) async {
        guard !options.quiet, let state = try? await session.state(), state.remaining > 0,
            let left = state.quota.left, await session.warns(of: state.quota)
        else { return }
        Console.note(.plainNote(text: Phrase.reviewNearEnd(n: left)))
    }

    // MARK: Lines

    private func talk(_ wiring: ReviewWiring) async throws {
        let plain = PlainReview(
            session: review(wiring, front: "plain"), isEchoing: isatty(STDIN_FILENO) != 1,
            words: Console.words, opener: opener)
        let input = PlainInput(descriptor: STDIN_FILENO)
        if !options.quiet, let welcome = await wiring.welcome() { Console.note(welcome) }
        let end = await plain.run(
            // Nobody answers what they cannot see.
            input: { StandardOutput.hasFailed ? nil : await input.next() },
            output: { Console.sayRaw($0) })
        try finish(end)
    }

    /// What comes next for what is marked: a plan is staged once only.
    private static func next(_ session: ReviewSession) async -> NextHint {
        var end = ReviewEnd(reason: .quit)
        let state = try? await session.state()
        end.marked = state?.marked ?? ReviewTally()
        end.setNext(after: state?.plan, now: SystemClock.now())
        return end.next == Hint.stage ? (.nextStage, .stage) : (.nextPlanAgain, .plan)
    }

    private func finish(_ end: ReviewEnd) throws(Failure) {
        if end.decided > 0 { Console.hasDone(.reviewRecorded) }
        for line in end.farewell { Console.note(line) }
        switch end.reason {
        case .quit, .inputEnded: break
        case .interrupted: throw Failure(.interrupted)
        case .terminated, .hungUp: throw Failure(.terminated)
        case .noTerminal: throw Failure(.usage, .reviewNeedsTerminal)
        case .failed(let error): throw Failure(error)
        }
        if end.refused > 0 {
            throw Failure(
                end.decided > 0 ? .partial : .refused, .reviewAnswersRefused(n: end.refused))
        }
        if end.isStoppedByQuota { throw Failure(.quota) }
    }

    private var opener: PlainReview.Opener? {
        guard BrowserLaunch.isPossible else { return nil }
        return { place in
            BrowserLaunch.open(place) ? nil : .reviewNoOpener
        }
    }

    // MARK: The deck

    private func deal(_ wiring: ReviewWiring) async throws {
        var environment: [String: String] = [:]
        for name in PreviewChoice.variables { environment[name] = Environment.value(name) }
        switch ColorChoice.current {
        case .auto: break
        case .always: environment["NO_COLOR"] = nil
        case .never: environment["NO_COLOR"] = "1"
        }
        let choice: PreviewChoice
        do throws(ReviewError) {
            choice = try PreviewChoice(flag: preview, environment: environment)
        } catch {
            throw Failure(.usage, error.message)
        }
        let pictures = ReviewPictures(session: wiring.session, rules: wiring.rules)
        var settings = TerminalDeck.Options(preview: choice)
        settings.words = Console.words
        settings.greeting = options.quiet ? nil : await wiring.welcome()
        let deck = TerminalDeck(
            session: review(wiring, front: "terminal"), options: settings,
            pictures: { entry, longestSide, form in
                await pictures.picture(of: entry.item, longestSide: longestSide, form: form)
            }, opener: opener)
        try finish(await deck.run())
    }

    // MARK: The page

    private func serve(_ wiring: ReviewWiring) async throws {
        let pictures = ReviewPictures(session: wiring.session, rules: wiring.rules)
        let server = ReviewServer(
            session: review(wiring, front: "web"), services: wiring.pageServices(pictures),
            port: port, words: Console.words)
        try await PageHost(opens: !noOpen, isQuiet: options.quiet).serve(server)
    }
}

extension Failure {
    /// What a review had to say.
    init(_ error: ReviewError) {
        let status: Ending =
            switch error.kind {
            case .noPlan, .protected, .lastCopy, .staleCard, .tooLate, .decidedElsewhere,
                .refused:
                .refused
            case .overQuota: .quota
            case .busy: .locked
            case .wrongCount, .invalid: .usage
            case .failed: .failed
            }
        self.init(status, error.message.mappingTexts { VisibleText.guarded($0) })
    }
}

/// The order of cards on the command line.
enum ReviewOrderOption: String, CaseIterable, ExpressibleByArgument {
    case rule
    case size
    case oldest
    case random

    /// The order that is meant.
    var order: ReviewOrder {
        switch self {
        case .rule: .rule
        case .size: .size
        case .oldest: .oldest
        case .random: .random
        }
    }
}
