// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import StateLedger
internal import Wording
internal import Workflow

/// `cleanrules import`.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make a state of what 'export' wrote.",
        discussion: """
            Examples:
              cleanrules import state.json --profile work
              cleanrules export | ssh other cleanrules import -

            The state has to be empty, or not there yet. Listings and the items of plans are not in
            the document, and are made again by the next plan.
            """)

    @Argument(help: "What 'cleanrules export' wrote; - is standard input.")
    var file: String

    @OptionGroup var state: StateOptions

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    /// The most bytes that are read.
    private static let bytesMax = 1 << 32

    func run() async throws {
        let target = try state.file()
        let document =
            file == "-"
            ? try FileBytes.readStandardInput(most: Self.bytesMax)
            : try FileBytes.read(file, most: Self.bytesMax)
        let progress = Progress(.progressImporting, isQuiet: quiet)
        defer { progress.finish() }
        do throws(LedgerError) {
            try StateImport.read(document, intoStateAt: target.path)
        } catch {
            throw Failure(error)
        }
        progress.finish()
        Console.hasDone(.importDeed(name: target.profile))
        Console.say(.importDone(name: target.profile))
        if !quiet {
            await NextHints.lead(toRulesOf: state)
            NextHints.say([
                (.nextStatus, .status),
                (.nextSync, .sync),
            ])
        }
    }
}
