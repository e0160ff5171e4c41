// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import Reports
internal import Threads
internal import Wording
internal import Workflow

/// Standard output for what is signed, standard error for everything else.
struct IssuerConsole: WorkflowHost, ProgressDisplay {
    /// The first error of standard output; what is written after it would be no beginning of a whole.
    private static let fault = Lock<Int32?>(nil)

    /// The words of the language that the environment asks for.
    let words: Words = {
        var environment: [String: String] = [:]
        for name in Language.variables + [Language.listVariable] {
            environment[name] = Environment.value(name)
        }
        return Words(Language(environment: environment))
    }()

    var shouldStop: Bool { false }

    func note(_ text: String) { Self.write(text + "\n", to: STDERR_FILENO) }
    func note(_ phrase: Phrase) { note(words(phrase)) }
    func hasDone(_ deed: Phrase) {}
    func lead(toRules path: String) {}
    func tell(_ event: WorkflowEvent) {}
    func take(_ findings: [Finding]) {}
    func display(
        _ progress: @escaping @Sendable () -> ProgressText
    ) -> any ProgressDisplay { self }
    func stop() {}

    /// Writes `text` to standard output.
    static func sayRaw(_ text: String) {
        if fault.withLock({ $0 }) != nil { return }
        if let code = write(text, to: STDOUT_FILENO) { fault.withLock { $0 = code } }
    }

    /// Writes `phrase` to standard output, with a line end.
    static func say(_ phrase: Phrase) { sayRaw(Host.words(phrase) + "\n") }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        do throws(SystemError) {
            try SystemCall.write(Array(text.utf8), to: descriptor)
            return nil
        } catch {
            return error.code
        }
    }

    /// Says why a command failed.
    static func report(_ failure: Failure) {
        if let phrase = failure.phrase { Host.note(Phrase.lineError(text: phrase)) }
    }

    /// The exit status of a command that came to `status`: its own, if all of its output arrived.
    static func end(_ status: Int32) -> Int32 {
        guard let code = fault.withLock({ $0 }) else { return status }
        if code != EPIPE {
            let reason: Phrase =
                code == EBADF
                ? .lineOutputClosed : .lineOutputFailed(detail: SystemError(code: code).text)
            Host.note(Phrase.lineError(text: reason))
        }
        return Ending.failed.exitStatus
    }
}
