// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import Wording
internal import Workflow

/// SIGINT and SIGTERM while items are being deleted or brought back: the first one lets the item
/// in hand be finished and recorded, the second one ends the program at once.
///
/// At most one is there at a time.
final class Signals: Sendable {
    private static let watched = [SIGINT, SIGTERM]

    /// Watches from now on. `isQuiet`: says nothing when the first one comes.
    init(isQuiet: Bool) {
        firstSignal.store(0, ordering: .sequentiallyConsistent)
        isSilent.store(isQuiet || EventLog.isOn, ordering: .sequentiallyConsistent)
        StopNotice.prepare()
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
    var status: Ending? {
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
    StopNotice.write()
}

/// What is said when the first signal comes: made before, for nothing can be made in between any two
/// instructions.
private enum StopNotice {
    /// Its bytes, which stay, and their number; both 0 before there are any.
    private static let address = Atomic<UInt>(0)
    private static let count = Atomic<Int>(0)

    /// Makes it, in the language of the person; once a process is enough.
    static func prepare() {
        if address.load(ordering: .sequentiallyConsistent) != 0 { return }
        let text = Array("\n\(Console.words(.progressStopping))\n".utf8)
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = bytes.initialize(from: text)
        count.store(text.count, ordering: .sequentiallyConsistent)
        address.store(UInt(bitPattern: bytes.baseAddress), ordering: .sequentiallyConsistent)
    }

    /// Writes it to standard error.
    static func write() {
        let bytes = UnsafeRawPointer(
            bitPattern: address.load(ordering: .sequentiallyConsistent))
        guard let bytes else { return }
        _ = Glibc.write(STDERR_FILENO, bytes, count.load(ordering: .sequentiallyConsistent))
    }
}
