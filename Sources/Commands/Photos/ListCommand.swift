// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Write what was listed as a listing file, to plan over elsewhere.",
        discussion: """
            Examples:
              cleanrules list -o items.ndjson
              cleanrules list --looks -o items.ndjson
              cleanrules plan --listing items.ndjson

            It is what was listed last; what was never listed is listed first. With --looks each
            picture that was looked at has with it what it looks like, its small grey picture too: a
            plan over the file is the plan over the drives.
            """)

    @Argument(
        help:
            "A folder to list instead of whole drives: a drive of the rules; any folder where they declare none."
    )
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: in the folder, or the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "With what was seen of pictures.")
    var looks = false

    @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
    var output: String?

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func validate() throws { NetworkLog.heed(quiet: quiet) }

    func run() async throws {
        let loaded = try RulesLoader.load(try RulesLoader.find(rules, folder: folder))
        let session = try StateSession.opened(try state.file())
        var gate = OutputGate()
        try await gate.keep(session)
        gate.keep(loaded)
        if let output { _ = try gate.target(output) }
        var photos = PhotoSession(rules: loaded, session: session, isQuiet: quiet)
        photos.folder = folder
        photos.crossesFileSystems = crossFileSystems
        photos.wantsLooks = looks
        let items = try await photos.items()
        let smalls = looks ? try await photos.smalls(of: items) : [:]
        await session.ledger.close()
        let lines = ListingLines(items.listing, looks: looks) { smalls[$0] }
        try OutputFile.write(to: output, past: gate) { sink throws(OutputError) in
            try lines.write(0..<items.listing.count, to: sink)
        }
        if !items.missed.isEmpty { throw Failure(.partial) }
    }
}
