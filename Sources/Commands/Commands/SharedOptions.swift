// SPDX-License-Identifier: Apache-2.0

internal import Wording
internal import ArgumentParser
internal import Glibc
internal import Messages
internal import PlanRunner
internal import RuleEngine
internal import Workflow
internal import YAMLBridge

/// Which rules, which items, which instant: shared by all commands that make a plan.
struct PlanSource: ParsableArguments {
    @Argument(
        help:
            "A folder to plan over instead of whole drives: a drive of the rules, or a folder on one; any folder where they declare none."
    )
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: in the folder, or the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Option(
        name: .long,
        help:
            "A listing file (JSON lines or Graph pages, gzip as well) instead of the drives; '-' reads standard input."
    )
    var listing: String?

    @Option(
        name: .long, help: "The instant that ages count back from. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @OptionGroup var state: StateOptions

    @Flag(
        name: .long,
        help: "Keep no state: past decisions, trial and quotas play no part.")
    var noState = false

    @Flag(
        name: .long,
        help: "Plan over the last complete listings that the state holds; the drives are not asked."
    )
    var offline = false

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    mutating func validate() throws {
        NetworkLog.heed(quiet: quiet)
        if folder != nil, listing != nil {
            throw ValidationError(String(clause: "Give a folder or --listing, not both."))
        }
        if noState, state.isNamed {
            throw ValidationError(String(clause: "Name a state or give --no-state, not both."))
        }
        if offline, noState || listing != nil {
            throw ValidationError(
                String(
                    clause: "--offline needs the listings of the state; it does not go with"
                        + " \(noState ? "--no-state" : "--listing")."))
        }
    }

    /// Whether a state file has a part: a listing that is named for once has none of its own.
    var usesState: Bool { !noState && (listing == nil || state.isNamed) }

    /// The arguments that lead a further command to the same rules and items.
    func sourceArguments(_ rulesPath: String) -> String {
        var text = ""
        if let folder { text += " " + ShellWord.quoted(folder) }
        text += " --rules " + ShellWord.quoted(rulesPath)
        if let listing { text += " --listing " + ShellWord.quoted(listing) }
        if let now { text += " --now " + now.instant.description }
        return text
    }

    /// Reads the rules.
    func loadRules() throws(Failure) -> LoadedRules {
        try RulesLoader.load(try RulesLoader.find(rules, folder: folder))
    }

    /// What a file to write the plan to is held against.
    func outputGate(
        _ loaded: LoadedRules, _ session: StateSession?
    ) async throws(Failure) -> OutputGate {
        var gate = OutputGate()
        if let session { try await gate.keep(session) }
        gate.keep(loaded)
        if let listing, listing != "-" { gate.keep(listing: listing) }
        if let folder, loaded.file.drives.isEmpty { gate.keep(drive: "local", at: folder) }
        return gate
    }

    /// Reads the items and makes the plan by rules that are loaded already.
    func makePlan(
        _ loaded: LoadedRules, _ session: StateSession?
    ) async throws(Failure) -> (header: PlanHeader, items: LoadedItems) {
        var loader = ItemLoader(
            rules: loaded, isQuiet: quiet, crossesFileSystems: crossFileSystems)
        loader.state = session.map { session in
            StateReading(
                runner: session.runner(loaded, actor: "person"), isOffline: offline,
                listingDrop: loaded.file.limits.listingDrop)
        }
        if let session { loader.state?.counts = { await session.count($0) } }
        let items = try await loader.items(folder: folder, listing: listing)
        let maker = PlanMaker(
            rules: loaded, now: now?.instant ?? SystemClock.now(), isQuiet: quiet, state: session)
        return (try await maker.plan(over: items), items)
    }
}

/// An instant on the command line.
struct InstantOption: Sendable {
    /// The instant.
    let instant: Timestamp

    init(_ text: String) throws {
        do throws(ValueError) {
            instant = try Timestamp.typed(text)
        } catch {
            throw ValidationError("\(Console.words(error.clause)).")
        }
    }
}

/// What of a plan is written, how, and where to.
struct PlanTarget: ParsableArguments {
    @Option(name: .long, help: "table, json, ndjson, csv, markdown or html.")
    var format: PlanFormat?

    @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
    var output: String?

    @Flag(name: .long, help: "Show items that stay as well.")
    var all = false

    /// Whether a table is shown, after which hints do not disturb.
    var isForPeople: Bool { format == nil || format == .table }

    /// Whether the entries alone are written, a line each, and nothing of the plan around them.
    var isLinesAlone: Bool { format == .ndjson || format == .csv }
}

/// How a plan is written.
enum PlanFormat: String, CaseIterable, ExpressibleByArgument {
    case table
    case json
    case ndjson
    case csv
    case markdown
    case html
}
