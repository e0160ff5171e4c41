// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import Text
internal import Tiers
internal import Wording
internal import Workflow

/// `cleanrules tier restore`.
struct TierRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Ask the issuers for all that was granted to you, also on another machine.",
        discussion: """
            Examples:
              cleanrules tier restore
              cleanrules tier restore grant.jws

            Every issuer whose policy is known here is asked. A grant that you kept is shown to its
            issuer; where it has a place left for another machine, this one becomes one of them.
            The issuer hears the id of the state, the grants that it signed itself, and on how many
            days its bounds were come to and its offers shown.
            It ends with 0 where the issuers answered, also where there is nothing to restore, and
            with 75 where one could not be asked.
            """)

    @Argument(help: "A file with a grant that you kept; '-' reads standard input.")
    var file: String?

    @Option(name: .long, help: "The issuer. Default: all that are known.")
    var issuer: String?

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.opened(options.state.file())
        let outcome = try await TierRestoring(session).run(issuer: issuer, kept: try text())
        if outcome.isNew { Console.hasDone(.tierDeedRedeemed) }
        if outcome.full > 0 { Console.warn(.tierFull(n: outcome.full)) }
        if outcome.declined > 0 {
            Console.note(.tierDeclined(n: outcome.declined, command: .tierRefreshAll))
        }
        if let failure = outcome.failure {
            // Nobody takes silence for "there is nothing".
            if outcome.isNew { Console.note(.tierRedeemed) }
            throw failure
        }
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "changed": .bool(outcome.isNew),
                    "grants": .number(Int64(outcome.grants)),
                    "full": .number(Int64(outcome.full)),
                ]).document)
        case .table:
            Console.say(
                outcome.grants == 0 && outcome.declined == 0
                    ? .tierRefreshedNone
                    : outcome.isNew ? .tierRedeemed : .tierRedeemedNothing)
        }
    }

    private func text() throws(Failure) -> String? {
        guard let file else { return nil }
        let bytes =
            file == "-"
            ? try FileBytes.readStandardInput(most: TierFile.bytesMax)
            : try FileBytes.read(file, most: TierFile.bytesMax)
        return String(decoding: bytes, as: UTF8.self)
    }
}
