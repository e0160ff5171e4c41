// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters

/// What the user may do now, on standard error after the result.
enum NextHints {
    /// The arguments that lead to the state of this command; commands that are typed as they are
    /// shown have to find the same one.
    private static let stateArguments = Lock("")

    /// The commands that have a state.
    private static let stateful: Set<Substring> = [
        "plan", "sync", "show", "why", "review", "stage", "status", "undo", "execute", "restore",
        "run", "keep", "unkeep", "snooze", "quota", "stats", "history", "export", "import",
        "state", "forget",
    ]

    /// Has further commands lead to `file`.
    static func lead(to file: StateFile) {
        stateArguments.withLock { $0 = file.arguments }
    }

    /// Says each pair of what for and command, lined up.
    static func say(_ hints: [(what: String, command: String)]) {
        let width = hints.map { DisplayWidth.of($0.what) }.max() ?? 0
        for (index, hint) in hints.enumerated() {
            let gap = String(repeating: " ", count: width - DisplayWidth.of(hint.what))
            Console.note(
                (index == 0 ? "Next: " : "      ") + hint.what + gap + "  " + led(hint.command))
        }
    }

    private static func led(_ command: String) -> String {
        let words = command.split(separator: " ", maxSplits: 2)
        guard words.count > 1, words[0] == "cleanrules", stateful.contains(words[1]),
            !command.contains(" --state"), !command.contains(" --profile")
        else { return command }
        return command + stateArguments.withLock { $0 }
    }
}
