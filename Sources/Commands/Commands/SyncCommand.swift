// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules sync`.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "List every drive and keep the listings. Changes nothing on the drives.",
        usage: """
            cleanrules sync [<options>] [<folder>]
            cleanrules sync <subcommand>
            """,
        discussion: """
            Examples:
              cleanrules sync
              cleanrules sync ~/Downloads
              cleanrules sync --rules rules.yaml --format json
              cleanrules sync --accept-drive photos       the drive is meant as it is now

            'plan' does the same first; 'plan --offline' uses what was kept. A drive that is another
            one than before, or that lists nothing where it listed something, keeps its earlier
            listing, and nothing of it is deleted, until it is accepted.
            """,
        subcommands: [SyncDecisionsCommand.self])

    @Argument(
        help:
            "The drive of the rules to list, by a folder of it; any folder where they declare none."
    )
    var folder: String?

    @Option(
        name: .long,
        help: "The rules file. Default: in the folder, or the configuration folder.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @OptionGroup var state: StateOptions

    @Option(
        name: .long,
        help: "A drive that is another one, or empty, and is meant so. May be given again.")
    var acceptDrive: [String] = []

    @Flag(name: .long, help: "List everything, even where a drive could tell what has changed.")
    var full = false

    @Flag(
        name: .long,
        help: "Go on into other file systems that are mounted below a local root.")
    var crossFileSystems = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func validate() throws { NetworkLog.heed(quiet: quiet) }

    func run() async throws {
        let loaded = try RulesLoader.load(try RulesLoader.find(rules, folder: folder))
        let declared = loaded.file.drives.map(\.name)
        if let unknown = acceptDrive.first(where: { !declared.isEmpty && !declared.contains($0) }) {
            throw Failure(
                .usage,
                .syncNoDrive(
                    drive: VisibleText.escaped(unknown),
                    names: Phrase.names(declared)))
        }
        let session = try StateSession.opened(try state.file())
        var reading = StateReading(
            runner: session.runner(loaded, actor: "person"), isOffline: false,
            listingDrop: loaded.file.limits.listingDrop, acceptedDrives: Set(acceptDrive))
        reading.counts = { await session.count($0) }
        let loader = ItemLoader(
            rules: loaded, isQuiet: quiet, crossesFileSystems: crossFileSystems, state: reading,
            listsFully: full)
        let items = try await loader.items(folder: folder)
        let found = items.remembered ?? RememberedDrives()
        switch format {
        case .json: Console.sayRaw(json(found).document)
        case .table: for line in lines(found) { Console.say(line) }
        }
        if !quiet, format == .table {
            NextHints.say([(.nextPlanAgain, .plan)])
        }
        if !found.doubts.isEmpty { throw Failure(.partial) }
    }

    private func json(_ found: RememberedDrives) -> JSONValue {
        let drives = found.order.compactMap { found.records[$0] }.map { drive in
            let changes = found.changes[drive.name]
            var members: [String: JSONValue] = [
                "name": .text(drive.name), "kind": .text(drive.kind),
                "identity": .text(drive.identity), "items": .number(drive.itemCount),
                "files": .number(drive.fileCount),
                "added": .number(changes.map { Int64($0.added) } ?? drive.itemCount),
                "removed": .number(changes.map { Int64($0.removed) } ?? 0),
                "changed": .number(changes.map { Int64($0.changed) } ?? 0),
                "listed": JSONValue(drive.syncedAt),
            ]
            members.set("held", found.doubts[drive.name]?.sentence)
            return JSONValue.object(members)
        }
        return .object(["format": .number(1), "drives": .list(drives)])
    }

    private func lines(_ found: RememberedDrives) -> [String] {
        let words = Console.words
        var rows = [
            words([
                .syncColumnDrive, .syncColumnKind, .syncColumnItems, .syncColumnFiles,
                .syncColumnAdded, .syncColumnRemoved, .syncColumnChanged,
            ])
        ]
        for drive in found.order.compactMap({ found.records[$0] }) {
            let changes = found.changes[drive.name]
            rows.append([
                VisibleText.escaped(drive.name), drive.kind, words.number(drive.itemCount),
                words.number(drive.fileCount),
                changes.map { words.number($0.added) } ?? words(.syncAll),
                changes.map { words.number($0.removed) } ?? "–",
                changes.map { words.number($0.changed) } ?? "–",
            ])
        }
        return TextTable(rows: rows, leftColumns: [0, 1]).lines
    }
}
