// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import StateLedger
internal import Text
internal import Upkeep
internal import Wording
internal import Workflow

/// `cleanrules doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look whether everything is there that rounds need. Changes nothing.",
        discussion: """
            Examples:
              cleanrules doctor
              cleanrules doctor --rules rules.yaml --format json

            A line for each thing that was looked at, and below it what mends it. Ends with 6 where
            somebody should look at something. Nobody beyond this machine is asked.
            """)

    @Option(
        name: .long, help: "The rules file. Default: the one in the configuration folder.")
    var rules: String?

    @OptionGroup var state: StateOptions

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    func run() async throws {
        let file = try state.file()
        let report = HealthReport(await Doctor(file: file, rules: rules).findings())
        switch format {
        case .json: Console.sayRaw(report.json.document)
        case .table:
            for line in report.lines(Console.words) { Console.say(line) }
            Console.say(report.summary)
        }
        if !report.isWell { throw Failure(.partial) }
    }
}

/// `cleanrules support-bundle`.
struct SupportBundleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "support-bundle",
        abstract: "Write what helps somebody else to help: without names, paths or tokens.",
        discussion: """
            Examples:
              cleanrules support-bundle -o bundle.json
              cleanrules support-bundle --rules rules.yaml

            It holds what 'doctor' found as codes and numbers, versions, counts, and the words of the
            rules language that the rules use.
            """)

    @Option(
        name: .long, help: "The rules file. Default: the one in the configuration folder.")
    var rules: String?

    @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
    var output: String?

    @OptionGroup var state: StateOptions

    @Flag(name: [.short, .long], help: "No progress and no notes.")
    var quiet = false

    func validate() throws { NetworkLog.heed(quiet: quiet) }

    func run() async throws {
        let file = try state.file()
        let gate = output == nil ? OutputGate() : await gate(file)
        let text = await SupportBundle(file: file, rules: rules).document().document
        try OutputFile.write(to: output, past: gate) { sink throws(OutputError) in
            try sink.append(text)
        }
        if let output, !quiet { Console.note(.bundleMade(path: VisibleText.escaped(output))) }
    }

    /// What is not written over. A bundle is made of faulty rules and of a damaged state, too: where
    /// either cannot be read, nothing that is there is.
    private func gate(_ file: StateFile) async -> OutputGate {
        var gate = OutputGate()
        gate.keep(file)
        if let path = rules ?? RulesLoader.pathInConfiguration() {
            gate.keep(rulesAt: path)
            if let loaded = try? RulesLoader.loadQuietly(path) {
                gate.keep(loaded)
            } else {
                gate.isWhole = false
            }
        }
        guard file.exists else { return gate }
        do throws(Failure) {
            let session = try StateSession.existing(file, migrates: false)
            let isKept: Void? = try? await gate.keep(session)
            await session.ledger.close()
            if isKept == nil { gate.isWhole = false }
        } catch {
            gate.isWhole = false
        }
        return gate
    }
}
