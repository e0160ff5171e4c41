// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import DriveAdapters
internal import Glibc
internal import Messages
internal import Wording
internal import Workflow

/// The program: options, printing, exit codes and wiring; what it means lives in the modules.
package struct CleanRules: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cleanrules",
        abstract: "Rules that clean up drives: an explained plan first, nothing lost by mistake.",
        discussion: """
            Try it without an account or a folder of your own:
              cleanrules demo

            Plan over a folder; nothing is changed:
              cleanrules init ~/Downloads --template downloads
              cleanrules plan ~/Downloads
              cleanrules why /setup.iso ~/Downloads

            Carry the plan out; until the undo windows are over, nothing goes:
              cleanrules stage
              cleanrules undo --all
              cleanrules execute
              cleanrules restore PATH

            Every command takes --color auto, always or never, and --log-format text or
            json.

            Exit status: 0 done, 1 failed, 2 something to do (with --detailed-exitcode),
            3 rules invalid or a rules test failed, 4 sign-in needed, 5 refused,
            6 partly done, 7 stopped by the quota, 8 locked, 64 wrong usage, 75 offline,
            130 and 143 interrupted.
            """,
        version: Version.text,
        subcommands: [
            InitCommand.self, CheckCommand.self, TestCommand.self,
            LoginCommand.self, LogoutCommand.self, WhoamiCommand.self, DrivesCommand.self,
            HintsCommand.self, SyncCommand.self, ListCommand.self, PhotosCommand.self,
            PlanCommand.self, ShowCommand.self, WhyCommand.self, RulesCommand.self,
            ReviewCommand.self, StageCommand.self,
            StatusCommand.self, UndoCommand.self, ExecuteCommand.self, RestoreCommand.self,
            PauseCommand.self, ResumeCommand.self,
            RunCommand.self, KeepCommand.self, UnkeepCommand.self, SnoozeCommand.self,
            DecisionsCommand.self,
            QuotaCommand.self, TierCommand.self, StatsCommand.self, HistoryCommand.self,
            ExportCommand.self,
            ImportCommand.self, StateCommand.self, ForgetCommand.self, ScheduleCommand.self,
            DoctorCommand.self, SupportBundleCommand.self, FAQCommand.self, SupportCommand.self,
            PrivacyCommand.self, TermsCommand.self, FleetCommand.self,
            DemoCommand.self, LspCommand.self, SchemaCommand.self, VersionCommand.self,
            CompletionsCommand.self,
        ])

    package init() {}

    /// The whole of the program: does what the arguments ask for, and ends the process.
    package static func main() async {
        ProcessLimits.prepare()
        if let refusal = ProcessLimits.refusal() {
            Console.report(Failure(.failed, refusal))
            Glibc.exit(Console.end(Ending.failed.exitStatus))
        }
        Signals.endOrderly()
        Host.become(ConsoleHost())
        let status = await status()
        await OpenStates.end()
        Glibc.exit(Console.end(status))
    }

    /// Does what the arguments ask for; the exit status, if all output arrives.
    private static func status() async -> Int32 {
        do {
            let words = try EveryCommandOption.take(from: Array(CommandLine.arguments.dropFirst()))
            try CommandAdvice.refuseUnknownCommand(words)
            var command = try parseAsRoot(words)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return Ending.done.exitStatus
        } catch let failure as Failure {
            Console.report(failure)
            return failure.status.exitStatus
        } catch {
            // Help and versions are asked for by errors too.
            let status = exitCode(for: error)
            if status.isSuccess {
                Console.say(fullMessage(for: error))
                return status.rawValue
            }
            Console.note(
                UsageText.of(
                    message(for: error), in: fullMessage(for: error), words: Console.words))
            if status == .validationFailure {
                let arguments = Array(CommandLine.arguments.dropFirst())
                CommandAdvice.optionHint(arguments, after: message(for: error)).map {
                    Console.note(Phrase.usageMeant(text: $0))
                }
            }
            return status.rawValue
        }
    }
}
