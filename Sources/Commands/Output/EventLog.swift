// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import Reports
internal import RuleEngine
internal import Synchronization
internal import Text
internal import Wording
internal import Workflow

/// Standard error as a log that programs read: the option `--log-format json`, which every command
/// takes. Each line is one object of JSON, in English, as records are.
enum EventLog {
    private static let isChosen = Atomic<Bool>(false)
    private static let onlyTroubles = Atomic<Bool>(false)

    /// Whether standard error is such a log.
    static var isOn: Bool { isChosen.load(ordering: .sequentiallyConsistent) }

    /// Has only warnings and errors written, of a command that is to be quiet.
    static func beQuiet() { onlyTroubles.store(true, ordering: .sequentiallyConsistent) }

    /// What tells this run of the program from others.
    static let runID: String = {
        let digits = String(UInt64.random(in: 0...(.max)), radix: 16)
        return "r-" + String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }()

    /// Chooses what `word` says.
    static func choose(_ word: String?) throws(Failure) {
        switch word {
        case "json": isChosen.store(true, ordering: .sequentiallyConsistent)
        case "text": isChosen.store(false, ordering: .sequentiallyConsistent)
        default: throw Failure(.usage, .usageLogFormat)
        }
    }

    // MARK: Lines

    /// Takes what happened; for people it is said elsewhere.
    static func take(_ event: WorkflowEvent) {
        if !isOn { return }
        write(event.level, event.code.rawValue, nil, event.data)
    }

    /// Takes a line of text.
    static func take(_ text: String, code: String = "note") {
        if !text.isEmpty { write(.info, code, text) }
    }

    /// Takes a line that the catalogue knows.
    static func take(_ phrase: Phrase) {
        let kind = LineKind(phrase)
        var said = phrase
        if kind != nil, let inner = phrase.inner { said = inner }
        let level: WorkflowEvent.Level =
            switch kind {
            case .error: .error
            case .warning: .warning
            case .note, nil: .info
            }
        let text = words(said)
        if !text.isEmpty { write(level, said.key ?? phrase.key ?? "note", text) }
    }

    /// Takes why a command failed.
    static func take(_ failure: Failure) {
        guard let phrase = failure.phrase else { return }
        write(
            .error, phrase.key ?? "failed", words(phrase),
            ["exit": .number(Int64(failure.status.exitStatus))])
    }

    private static var words: Words {
        Words(
            .english, stateArguments: NextHints.arguments,
            rulesArguments: NextHints.rulesArguments)
    }

    private static func write(
        _ level: WorkflowEvent.Level, _ code: String, _ message: String?,
        _ data: [String: JSONValue] = [:]
    ) {
        if level == .info, onlyTroubles.load(ordering: .sequentiallyConsistent) { return }
        var members: [(name: String, value: JSONValue)] = [
            ("time", .text(SystemClock.now().description)), ("level", .text(level.rawValue)),
            ("run", .text(runID)), ("code", .text(code)),
        ]
        if let message { members.append(("message", .text(message))) }
        if !data.isEmpty { members.append(("data", .object(data))) }
        var line = JSONValue.object(members).line(.hidden) + "\n"
        // Where standard error is closed there is nobody left to tell.
        line.withUTF8 { _ = StandardOutput.writeAll($0, to: STDERR_FILENO) }
    }
}
