// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator

/// What goes wrong in one night.
enum NightMishap: String, CaseIterable {
    case none
    /// The program is killed at any of its calls, or at one of its last ones.
    case killed, killedLate
    /// One call about the state file fails; or there is no room for it any more.
    case stateFails, stateFull
    /// One call about a folder fails; or all reading in it does.
    case driveFails, driveBroken
    /// There is no room for the report.
    case reportFull
    /// Nobody is signed in any more; the service is away, asks to wait for long, or is out of order.
    case signedOut, cloudDown, throttled, unavailable
    /// The folder is not there, or an empty one is, or another one.
    case unmounted, emptied, swapped
    /// The canary has other bytes; the rules have a mistake.
    case canaryChanged, rulesBroken
    /// The clock is two days behind, or ten years ahead.
    case clockBehind, clockAhead
    case braked
    /// The state file is damaged; or an older one was put back by the command for that.
    case stateDamaged, stateRestored

    /// What the round may end with (docs/reference/exit-codes.md); 6 besides 0 wherever an item that
    /// was due has changed since.
    var statuses: Set<Int32> {
        switch self {
        case .none, .stateRestored: [0, 6]
        case .killed, .killedLate: [0, 6, 128 + SIGKILL]
        case .stateFails, .driveFails: [0, 1, 5, 6]
        case .stateFull, .reportFull, .unmounted, .stateDamaged: [1]
        case .driveBroken: [1, 6]
        case .signedOut: [4]
        case .cloudDown, .throttled, .unavailable: [75]
        case .emptied, .swapped, .canaryChanged: [6]
        case .rulesBroken: [3]
        case .clockBehind, .clockAhead: [0, 6]
        case .braked: [5]
        }
    }

    /// What the report, or the program itself, says of it; nil: nothing is certain to be said.
    var words: String? {
        switch self {
        case .none, .killed, .killedLate, .stateFails, .driveFails, .driveBroken, .stateRestored:
            nil
        case .stateFull, .stateDamaged: "state"
        case .reportFull: "No space left on device"
        case .signedOut: "cleanrules login cloud"
        case .cloudDown, .throttled, .unavailable: "drive 'cloud'"
        case .unmounted, .emptied, .swapped: "drive 'e'"
        case .canaryChanged: "canary"
        case .rulesBroken: "rules.yaml"
        case .clockBehind: "ahead of the clock"
        case .clockAhead: nil
        case .braked: "aused"
        }
    }

    /// Whether the program may have gone at any point, so that less is known of what it has told.
    var isAbrupt: Bool { self == .killed || self == .killedLate }

    /// Whether what became of things may be unknown to the state.
    var troublesState: Bool {
        switch self {
        case .killed, .killedLate, .stateFails, .stateFull, .stateDamaged, .stateRestored: true
        default: false
        }
    }

    /// How many seconds the clock is wrong.
    var clockSeconds: Int {
        switch self {
        case .clockBehind: -2 * 86_400
        case .clockAhead: 3_653 * 86_400
        default: 0
        }
    }

    /// What the service does with every request, if it is the service.
    var fault: SimulatedFault? {
        switch self {
        case .cloudDown: .dropped
        case .throttled: .refused(.init(429, "tooManyRequests", retryAfter: .seconds(400)))
        case .unavailable: .refused(.init(503, "serviceNotAvailable", retryAfter: .seconds(400)))
        default: nil
        }
    }
}
