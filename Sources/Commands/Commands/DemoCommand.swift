// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import DriveAdapters
internal import Glibc
internal import PlanRunner
internal import Reports
internal import RuleEngine
internal import Samples
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules demo`.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Plan over a built-in drive: no account, no folder, nothing touched.",
        discussion: """
            Examples:
              cleanrules demo
              cleanrules demo --format html -o demo.html
              cleanrules demo --rules              the rules that it uses
              cleanrules demo --why /Phone/Camera/IMG_2262.HEIC
            """)

    @OptionGroup var target: PlanTarget

    @Flag(name: .long, help: "Print the rules of the demo instead of its plan.")
    var rules = false

    @Option(name: .long, help: "Explain the verdict on one item of the demo drive.")
    var why: String?

    func run() async throws {
        if rules { return Console.say(DemoRules.text) }
        let header = try await DemoDrive.plan()
        if let why { return try explain(why, header.plan) }
        let gate = try await Self.gate(before: target.output)
        try PlanOutput(header: header, includesKept: target.all, gate: gate)
            .write(format: target.format, output: target.output, isSummary: false)
        if target.isForPeople {
            let words = Console.words
            let next = words(.lineNext)
            let indent = String(repeating: " ", count: CellWidth.of(next))
            Console.note(.demoNote)
            Console.note(
                next + "cleanrules demo --format html -o demo.html   " + words(.demoPage))
            Console.note(indent + "cleanrules init ~/Downloads --template downloads")
        }
    }

    /// The demo has no state, but the drives of whoever looks at it are no less theirs.
    private static func gate(before output: String?) async throws(Failure) -> OutputGate {
        var gate = OutputGate()
        guard let output, let file = try? StateFile.locate(path: nil, profile: nil), file.exists
        else { return gate }
        gate.keep(file)
        do throws(Failure) {
            try await gate.keep(StateSession(file: file, ledger: try file.openExisting()))
        } catch {
            // A state that cannot be read names no drives: then nothing at all is written over.
            if access(output, F_OK) == 0 { throw error }
        }
        return gate
    }

    private func explain(_ path: String, _ plan: Plan) throws(Failure) {
        guard let row = (0..<plan.listing.count).first(where: { plan.listing.path($0) == path })
        else { throw Failure(.failed, .demoNoItem(path: VisibleText.escaped(path))) }
        for line in ExplanationText(Explanation(plan, row: row), words: Console.words).lines {
            Console.say(line)
        }
    }
}
