// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Glibc
internal import POSIX
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules fleet`: hands over to the program for administrators of many drives, which lies beside
/// this one, or where an installation has programs that people do not call themselves.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Clean up the drives of an organisation, many at once.",
        discussion: """
            Examples:
              cleanrules fleet check fleet.yaml
              cleanrules fleet run fleet.yaml --stage --report markdown night.md
              cleanrules fleet status fleet.yaml
              cleanrules fleet undo fleet.yaml --all
              cleanrules fleet pause fleet.yaml
              cleanrules fleet plan contoso.yaml

            'cleanrules fleet run --help' names the options. It is a program of its own,
            'cleanrules-fleet', that is installed with this one.
            """)

    @Argument(
        parsing: .captureForPassthrough,
        help:
            """
            check, run, status, undo, pause, resume, import, plan, show, why, stage, execute, restore \
            or history, a fleet file, and options.
            """
    )
    var words: [String] = []

    /// The program that knows of fleets.
    private static let program = "cleanrules-fleet"

    func run() throws {
        let own = MachinePath.canonical("/proc/self/exe") ?? ""
        let paths = ["", "../libexec/cleanrules/", "../lib/cleanrules/"].map {
            MachinePath.resolve($0 + Self.program, from: MachinePath.folder(of: own))
        }
        let path = paths.first { access($0, X_OK) == 0 } ?? paths[0]
        var arguments = ([Self.program] + words).map { strdup($0) } + [nil]
        // What this program has made of signals is not the other's.
        for number in [SIGINT, SIGTERM, SIGPIPE] { signal(number, SIG_DFL) }
        execv(path, &arguments)
        let code = errno
        for word in arguments { free(word) }
        guard code == ENOENT else {
            throw Failure(
                .failed,
                .fleetNoStart(
                    path: VisibleText.escaped(path), detail: SystemError(code: code).text))
        }
        throw Failure(.failed, .fleetAbsentProgram(path: VisibleText.escaped(path)))
    }
}
