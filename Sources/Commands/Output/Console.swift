// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import POSIX
internal import Reports
internal import Text
internal import Wording
internal import Workflow

/// Standard output for data, standard error for everything else. The one place that prints.
enum Console {
    /// Whether standard error is a terminal that can show one line that changes.
    static var errorIsTerminal: Bool {
        !EventLog.isOn && isatty(STDERR_FILENO) == 1 && Environment.value("TERM") != "dumb"
    }

    /// Whether somebody sees what is said on standard error, and no program reads it.
    static var isAttended: Bool { !EventLog.isOn && isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal.
    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard output is a terminal that can be cleared.
    static var outputIsScreen: Bool { outputIsTerminal && Environment.value("TERM") != "dumb" }
    /// The language of the person, by the environment, and what leads to the state of the command.
    static var words: Words {
        Words(
            language, stateArguments: NextHints.arguments,
            rulesArguments: NextHints.rulesArguments)
    }

    /// The language that the environment asks for.
    static let language: Language = {
        var environment: [String: String] = [:]
        for name in Language.variables + [Language.listVariable] {
            environment[name] = Environment.value(name)
        }
        return Language(environment: environment)
    }()

    /// Writes `text` to standard error, with a line end.
    static func note(_ text: String) {
        if EventLog.isOn { return EventLog.take(text) }
        write(text + "\n", to: STDERR_FILENO)
    }

    /// Says on standard error how far a step is.
    static func progress(_ text: String) {
        EventLog.isOn ? EventLog.take(text, code: "progress") : note(text)
    }

    /// Writes `phrase` to standard error, with a line end; what kind of line it is stands out.
    static func note(_ phrase: Phrase) {
        if EventLog.isOn { return EventLog.take(phrase) }
        note(words(phrase), LineKind(phrase))
    }

    /// Writes `text`, a line of that kind: its first word has the colour of the kind.
    private static func note(_ text: String, _ kind: LineKind?) {
        guard let kind else { return note(text) }
        // The blank before the text stays as it is.
        let head = words(kind.line(.verbatim(""))).reversed().drop { $0.isWhitespace }.count
        note(Ink.errors.text(String(text.prefix(head)), kind.style) + text.dropFirst(head))
    }

    /// Writes `phrase` to standard output, with a line end.
    static func say(_ phrase: Phrase) { say(words(phrase)) }

    /// Says on standard error what a person should know, and what goes on all the same.
    static func warn(_ phrase: Phrase) { note(.lineWarning(text: phrase)) }

    /// Writes `text` to standard error as it stands.
    static func noteRaw(_ text: String) { write(text, to: STDERR_FILENO) }

    /// Writes `text` to standard output, with a line end.
    static func say(_ text: String) { sayRaw(text + "\n") }

    /// Writes `text` to standard output as it stands.
    static func sayRaw(_ text: String) {
        var text = text
        text.withUTF8 { _ = StandardOutput.write($0) }
    }

    /// Says why a command failed, on one line: whatever the sentence quotes commands no terminal, and
    /// looks like no line of its own.
    static func report(_ failure: Failure) {
        if EventLog.isOn { return EventLog.take(failure) }
        if let phrase = failure.phrase {
            note(VisibleText.guarded(words(.lineError(text: phrase))), .error)
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        // Where standard error is closed there is nobody left to tell.
        text.withUTF8 { bytes in
            _ = StatusLine.interrupting { StandardOutput.writeAll(bytes, to: descriptor) }
        }
    }

    // MARK: The end

    private static let deeds = Lock<[String]>([])

    /// Takes down what was done, in one clause, before it is reported: should the report be lost,
    /// the end says it.
    static func hasDone(_ what: String) { deeds.withLock { $0.append(what) } }

    /// The same of words of the catalogue.
    static func hasDone(_ what: Phrase) { hasDone(words(what)) }

    /// The exit status of a command that came to `status`: its own, if all of its output arrived.
    ///
    /// Output that was lost is said on standard error, and what was done besides; but for a reader
    /// that has had enough, as in `| head`, who is left alone.
    static func end(_ status: Int32) -> Int32 {
        guard let number = StandardOutput.close() else { return status }
        let deeds = deeds.withLock { $0 }
        if number != EPIPE || !deeds.isEmpty {
            let reason: Phrase =
                number == EBADF
                ? .lineOutputClosed
                : .lineOutputFailed(detail: SystemError(code: number).text)
            note(
                .lineError(
                    text: deeds.isEmpty
                        ? reason
                        : .lineLostOutput(why: reason, what: deeds.joined(separator: "; "))))
        }
        let isInterrupted =
            status == Ending.interrupted.exitStatus || status == Ending.terminated.exitStatus
        return isInterrupted ? status : Ending.failed.exitStatus
    }
}

/// What a line on standard error is.
enum LineKind: CaseIterable {
    case error
    case warning
    case note

    /// The kind of the line that `phrase` is; nil for any other.
    init?(_ phrase: Phrase) {
        guard let kind = Self.allCases.first(where: { $0.line(.verbatim("")).key == phrase.key })
        else { return nil }
        self = kind
    }

    /// The line of this kind that says `text`.
    func line(_ text: Phrase) -> Phrase {
        switch self {
        case .error: .lineError(text: text)
        case .warning: .lineWarning(text: text)
        case .note: .lineNote(text: text)
        }
    }

    /// How its first word looks.
    var style: Ink.Style {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .note: .bold
        }
    }
}
