// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Reports
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// What the user may do now, on standard error after the result.
enum NextHints {
    /// The arguments that lead to the state of this command; commands that are typed as they are
    /// shown have to find the same one.
    private static let stateArguments = Lock("")

    /// What follows commands for them to find the state of this one.
    static var arguments: String { stateArguments.withLock { $0 } }

    /// Has further commands lead to `file`.
    static func lead(to file: StateFile) {
        stateArguments.withLock { $0 = file.arguments }
    }

    /// The arguments that lead to the rules of this command; nil before it has read any.
    private static let namedRules = Lock<String?>(nil)

    /// What follows commands for them to go by the rules of this one; empty where those are what
    /// they find by themselves.
    static var rulesArguments: String { namedRules.withLock { $0 } ?? "" }

    /// Has further commands go by the rules at `path`, unless they go by others already.
    static func lead(toRules path: String) {
        guard namedRules.withLock({ $0 }) == nil, let path = MachinePath.canonical(path) else {
            return
        }
        let found = (try? FoundRules.first(for: nil, .attended).path)
            .flatMap(MachinePath.canonical)
        let isFound = found?.utf8.elementsEqual(path.utf8) == true
        var arguments = isFound ? "" : " --rules \(ShellWord.quoted(path))"
        if let folder = IncludeBound.named.withLock({ $0 }) {
            let whole = MachinePath.canonical(folder) ?? folder
            arguments += " --include-root \(ShellWord.quoted(whole))"
        }
        namedRules.withLock { [arguments] in $0 = arguments }
    }

    /// Has further commands go by the rules that the newest plan of that state was made by, where
    /// both can still be read.
    static func lead(toRulesOf state: StateOptions) async {
        guard let session = try? StateSession.existing(state, migrates: false) else { return }
        await session.leadToRules()
        await session.ledger.close()
    }

    /// Whether a command that is typed as it is shown finds rules.
    private static var areThereRules: Bool {
        !rulesArguments.isEmpty || (try? FoundRules.first(for: nil, .attended)) != nil
    }

    /// Says each pair of what for and command, lined up; where there are no rules for a command that
    /// needs some, how to come by them.
    static func say(_ hints: [NextHint]) {
        let isLost = hints.contains { $0.command.needsRules } && !areThereRules
        let hints =
            isLost
            ? hints.filter { !$0.command.needsRules } + [(.nextInit, .initRules)] : hints
        let words = Console.words
        let next = words(.lineNext)
        let indent = String(repeating: " ", count: CellWidth.of(next))
        let whats = hints.map { words($0.what) }
        let width = whats.map { CellWidth.of($0) }.max() ?? 0
        for (index, hint) in hints.enumerated() {
            let gap = String(repeating: " ", count: width - CellWidth.of(whats[index]))
            Console.note(
                (index == 0 ? next : indent) + whats[index] + gap + "  "
                    + VisibleText.guarded(words.command(hint.command)))
        }
    }
}
