// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import Workflow

/// SIGINT and SIGTERM: the first one lets the items in hand be finished and recorded, the second one
/// ends the program at once.
enum FleetSignals {
    /// Watches from now on.
    static func watch() {
        for number in [SIGINT, SIGTERM] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let isFirst = fleetSignal.compareExchange(
                    expected: 0, desired: number, ordering: .sequentiallyConsistent
                ).exchanged
                if !isFirst { _exit(128 + number) }
            }
            action.sa_flags = SA_RESTART
            sigaction(number, &action, nil)
        }
    }

    /// How the program ends where a signal has come.
    static var ending: Ending? {
        switch fleetSignal.load(ordering: .sequentiallyConsistent) {
        case 0: nil
        case SIGTERM: .terminated
        default: .interrupted
        }
    }
}

/// The number of the first signal that came; 0 for none.
private let fleetSignal = Atomic<Int32>(0)
