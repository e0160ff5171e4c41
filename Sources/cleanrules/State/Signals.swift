// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// SIGINT and SIGTERM while items are being deleted or brought back: the first one lets the item
/// in hand be finished and recorded, the second one ends the program at once.
///
/// At most one is there at a time.
final class Signals: Sendable {
    private static let watched = [SIGINT, SIGTERM]

    /// Watches from now on. `isQuiet`: says nothing when the first one comes.
    init(isQuiet: Bool) {
        firstSignal.store(0, ordering: .sequentiallyConsistent)
        isSilent.store(isQuiet, ordering: .sequentiallyConsistent)
        for number in Self.watched {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = take
            // What is being read or written is not disturbed.
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// Makes the signals end the program with the exit status that says so: whatever it was doing,
    /// what is recorded is recorded, and what was begun is settled by the next start.
    static func endOrderly() {
        for number in watched { signal(number) { _exit(128 + $0) } }
    }

    deinit { stop() }

    /// Watches no more; the signals end the program again.
    func stop() {
        Self.endOrderly()
    }

    /// Whether a signal has come.
    var hasCome: Bool { firstSignal.load(ordering: .sequentiallyConsistent) != 0 }

    /// Whether a signal has come while anything watched for it.
    static var anyHasCome: Bool { firstSignal.load(ordering: .sequentiallyConsistent) != 0 }

    /// The exit status for the signal that has come.
    var status: ExitStatus? {
        switch firstSignal.load(ordering: .sequentiallyConsistent) {
        case 0: nil
        case SIGTERM: .terminated
        default: .interrupted
        }
    }
}

/// The number of the first signal that came; 0 for none.
private let firstSignal = Atomic<Int32>(0)
/// Whether nothing is said when it comes.
private let isSilent = Atomic<Bool>(false)

/// Called by the kernel between any two instructions: what it does must be safe there, see
/// signal-safety(7).
private func take(_ number: Int32) {
    let isFirst = firstSignal.compareExchange(
        expected: 0, desired: number, ordering: .sequentiallyConsistent
    ).exchanged
    if !isFirst { _exit(128 + number) }
    if isSilent.load(ordering: .sequentiallyConsistent) { return }
    let text: StaticString = "\nStopping after this item … (once more to stop at once)\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
}
