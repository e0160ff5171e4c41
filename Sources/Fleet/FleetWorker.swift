// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Text
internal import Threads
internal import Wording
internal import Workflow

/// Starts processes of `cleanrules-part`, each for one task. One that was killed is started again, which
/// is said; after one that failed no other is begun.
final class FleetWorker: Sendable {
    private let program: String
    private let stop: @Sendable () -> Ending?
    private let hasFailed = Lock(false)

    /// How often a process is started for one task.
    private static let attemptsMax = 3

    init(_ program: String, stop: @escaping @Sendable () -> Ending?) {
        self.program = program
        self.stop = stop
    }

    /// How it ends if nothing is to be begun any more; nil: go on.
    var ending: Failure? {
        if let ending = stop() { return Failure(ending) }
        return hasFailed.withLock { $0 } ? Failure(.failed) : nil
    }

    /// Has a process do what `arguments` say, for the task that people know as `step` of `name`; nil
    /// where it is done then. Where `isExcused` says so of one that failed, others are begun all the same.
    func failure(
        _ arguments: [String], step: String, of name: String,
        isExcused: () -> Bool = { false }
    ) -> Failure? {
        var signal: Int32 = 0
        for attempt in 0..<Self.attemptsMax {
            if attempt > 0 {
                Host.warn(
                    .fleetPartAgain(step: step, name: name, signal: String(signal)))
            }
            let answer = HelperProgram.work(program, arguments) {
                stop() != nil || hasFailed.withLock { $0 }
            }
            guard let answer else {
                return fail(
                    Failure(
                        .failed,
                        .fleetNoStart(path: VisibleText.escaped(program), detail: "posix_spawn")))
            }
            if answer.status == 0 { return nil }
            if answer.isLate { return Failure(stop() ?? .failed) }
            if answer.status < 128 {
                let text = answer.complaint ?? "\(answer.status)"
                let failure = Failure(
                    answer.status == Ending.invalidRules.exitStatus ? .invalidRules : .failed,
                    .fleetPartFailed(step: step, name: name, text: VisibleText.escaped(text)))
                return isExcused() ? failure : fail(failure)
            }
            signal = answer.status - 128
        }
        return fail(Failure(.failed, Self.ended(by: signal, step: step, of: name)))
    }

    /// What is said of a task whose process a signal ended each time: the kernel ends processes by SIGKILL
    /// where memory is short, and no other signal is anybody's wish.
    private static func ended(by signal: Int32, step: String, of name: String) -> Phrase {
        let (times, number) = (String(attemptsMax), String(signal))
        return signal == SIGKILL
            ? .fleetPartKilled(step: step, name: name, times: times, signal: number)
            : .fleetPartCrashed(step: step, name: name, times: times, signal: number)
    }

    private func fail(_ failure: Failure) -> Failure {
        hasFailed.withLock { $0 = true }
        return failure
    }
}
