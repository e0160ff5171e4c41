// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc
internal import RuleEngine
internal import YAMLBridge

/// Which rules, which items, which instant: shared by all commands that make a plan.
struct PlanSource: ParsableArguments {
    @Argument(help: "A folder to plan over instead of the drives that the rules declare.")
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: beside the folder, in it, or the configuration folder.")
    var rules: String?

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

    @Flag(
        name: .long,
        help:
            "Keep no state: past decisions, trial and quotas play no part. (Always so at present.)")
    var noState = false

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    mutating func validate() throws {
        if folder != nil, listing != nil {
            throw ValidationError("Give a folder or --listing, not both.")
        }
    }

    /// The arguments that lead a further command to the same rules and items.
    func sourceArguments(_ rulesPath: String) -> String {
        func quoted(_ text: String) -> String {
            let isPlain = text.utf8.allSatisfy { byte in
                byte &- 48 < 10 || (byte | 32) &- 97 < 26 || "/._-~".utf8.contains(byte)
            }
            let safe = text.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''")
            return isPlain ? text : "'\(VisibleText.escaped(safe))'"
        }
        var text = ""
        if let folder { text += " " + quoted(folder) }
        text += " --rules " + quoted(rulesPath)
        if let listing { text += " --listing " + quoted(listing) }
        return text
    }

    /// Reads rules and items and makes the plan.
    func makePlan() async throws(Failure) -> (header: PlanHeader, items: LoadedItems) {
        let path = try RulesLoader.find(rules, folder: folder)
        let loaded = try RulesLoader.load(path)
        return try await makePlan(loaded)
    }

    /// Reads the items and makes the plan by rules that are loaded already.
    func makePlan(
        _ loaded: LoadedRules
    ) async throws(Failure) -> (header: PlanHeader, items: LoadedItems) {
        let loader = ItemLoader(
            rules: loaded, isQuiet: quiet, crossesFileSystems: crossFileSystems)
        let items: LoadedItems
        if let listing {
            items = try await loader.items(listing: listing)
        } else if let folder {
            items = try await loader.items(folder: folder)
        } else {
            items = try await loader.items()
        }
        let maker = PlanMaker(
            rules: loaded, now: now?.instant ?? SystemClock.now(), isQuiet: quiet)
        return (try await maker.plan(over: items), items)
    }
}

/// An instant on the command line.
struct InstantOption: Sendable {
    /// The instant.
    let instant: Timestamp

    init(_ text: String) throws {
        do throws(ValueError) {
            guard let instant = try Timestamp.parse(text) else {
                throw ValueError(.timestampInvalid, "the year lies before 1601")
            }
            self.instant = instant
        } catch {
            throw ValidationError("\(error.message).")
        }
    }
}

/// The system clock, which libraries may fake.
enum SystemClock {
    /// The current instant, in whole seconds.
    static func now() -> Timestamp { Timestamp(secondsSinceEpoch: Int64(time(nil))) }
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
