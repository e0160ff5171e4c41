// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules export`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything that the state file holds as JSON.",
        discussion: """
            Examples:
              cleanrules export -o state.json
              cleanrules export --profile work | jq .decisions

            Of listings and plans it says how much is stored, not every item. 'cleanrules import'
            makes a state of it again.
            """)

    @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
    var output: String?

    @Flag(name: .long, help: "With what was seen of pictures, small grey pictures among it.")
    var looks = false

    @OptionGroup var state: StateOptions

    func run() async throws {
        let session = try StateSession.existing(state)
        var gate = OutputGate()
        try await gate.keep(session)
        if let output { _ = try gate.target(output) }
        // Held as a whole: what a slow reader takes must not keep the state file open.
        let pieces = try await Progress.during(.progressExporting, isQuiet: false) {
            () async throws(Failure) in try await Self.pieces(of: session.ledger, looks: looks)
        }
        await session.ledger.close()
        try OutputFile.write(to: output, past: gate) { sink throws(OutputError) in
            for piece in pieces { try sink.append(JSONString.escapingHidden(inDocument: piece)) }
        }
    }

    private static func pieces(
        of ledger: Ledger, looks: Bool
    ) async throws(Failure) -> [String] {
        do {
            return try await ledger.exportedPieces(looks: looks)
        } catch let error as LedgerError {
            throw Failure(error)
        } catch {
            throw Failure(.failed, .exportFailed(detail: "\(error)"))
        }
    }
}
