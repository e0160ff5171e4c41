// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
package import Reports
internal import Threads
package import Wording

/// The console of a program beside the one that cleans up: standard output for data, standard error for
/// everything else, and the host of all that is done.
package struct PlainConsole: WorkflowHost, ProgressDisplay {
    /// The words of the language that the environment asks for.
    package let words: Words
    private let hasStopped: @Sendable () -> Bool

    /// The first error of standard output; what is written after it would be no beginning of a whole.
    private static let fault = Lock<Int32?>(nil)

    /// A console that asks `hasStopped` whether the program was asked to stop.
    package init(hasStopped: @escaping @Sendable () -> Bool = { false }) {
        var environment: [String: String] = [:]
        for name in Language.variables + [Language.listVariable] {
            environment[name] = Environment.value(name)
        }
        words = Words(Language(environment: environment))
        self.hasStopped = hasStopped
    }

    // MARK: The host

    package var shouldStop: Bool { hasStopped() }
    package func note(_ text: String) { Self.write(text + "\n", to: STDERR_FILENO) }
    package func note(_ phrase: Phrase) { note(words(phrase)) }
    package func hasDone(_ deed: Phrase) {}
    package func lead(toRules path: String) {}
    package func tell(_ event: WorkflowEvent) {}
    package func take(_ findings: [Finding]) {}
    package func display(
        _ progress: @escaping @Sendable () -> ProgressText
    ) -> any ProgressDisplay { self }
    package func stop() {}

    // MARK: Standard output

    /// Writes `text` to standard output.
    package static func sayRaw(_ text: String) {
        if fault.withLock({ $0 }) != nil { return }
        if let code = write(text, to: STDOUT_FILENO) { fault.withLock { $0 = code } }
    }

    /// Writes `bytes` to standard output; false where nobody takes them any more.
    package static func say(_ bytes: [UInt8]) -> Bool {
        if fault.withLock({ $0 }) != nil { return false }
        do throws(SystemError) {
            try SystemCall.write(bytes, to: STDOUT_FILENO)
            return true
        } catch {
            fault.withLock { $0 = error.code }
            return false
        }
    }

    /// Writes `phrase` to standard output, with a line end.
    package static func say(_ phrase: Phrase) { sayRaw(Host.words(phrase) + "\n") }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        do throws(SystemError) {
            try SystemCall.write(Array(text.utf8), to: descriptor)
            return nil
        } catch {
            return error.code
        }
    }

    // MARK: The program

    /// What a program says of an error that is no `Failure`: the sentence of the argument parser, the
    /// text with all that goes with it, the exit status, and whether that is no error at all, as where
    /// help was asked for.
    package typealias Explanation = (
        sentence: String, text: String, status: Int32, isSuccess: Bool
    )

    /// The whole of a program: does what `command` does with `console` for its host, says what went
    /// wrong, and ends the process with the status that it came to.
    package static func main(
        _ console: PlainConsole, _ command: () async throws -> Void,
        explaining: (any Error) -> Explanation
    ) async -> Never {
        ProcessLimits.prepare()
        if let refusal = ProcessLimits.refusal() {
            report(Failure(.failed, refusal))
            exit(end(Ending.failed.exitStatus))
        }
        Host.become(console)
        let status = await status(of: command, explaining)
        await OpenStates.end()
        exit(end(status))
    }

    private static func status(
        of command: () async throws -> Void, _ explaining: (any Error) -> Explanation
    ) async -> Int32 {
        do {
            try await command()
            return Ending.done.exitStatus
        } catch let failure as Failure {
            report(failure)
            return failure.status.exitStatus
        } catch {
            let said = explaining(error)
            if said.isSuccess {
                sayRaw(said.text + "\n")
            } else {
                Host.note(UsageText.of(said.sentence, in: said.text, words: Host.words))
            }
            return said.status
        }
    }

    /// Says why a command failed.
    private static func report(_ failure: Failure) {
        if let phrase = failure.phrase { Host.note(Phrase.lineError(text: phrase)) }
    }

    /// The exit status of a command that came to `status`: its own, if all of its output arrived.
    private static func end(_ status: Int32) -> Int32 {
        guard let code = fault.withLock({ $0 }) else { return status }
        if code != EPIPE {
            let reason: Phrase =
                code == EBADF
                ? .lineOutputClosed : .lineOutputFailed(detail: SystemError(code: code).text)
            Host.note(Phrase.lineError(text: reason))
        }
        let isInterrupted =
            status == Ending.interrupted.exitStatus || status == Ending.terminated.exitStatus
        return isInterrupted ? status : Ending.failed.exitStatus
    }
}
