// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How much is tried on each drive: a little, or what the environment asks for.
enum StormScale {
    /// How often the program is killed: `CLEANRULES_KILLS`.
    static let killCount = number("CLEANRULES_KILLS") ?? 40
    /// How many faults it meets: `CLEANRULES_FAULTS`.
    static let faultCount = number("CLEANRULES_FAULTS") ?? 20
    /// Where chance begins: `CLEANRULES_SEED`; a failure says which it was.
    static let seed = UInt64(number("CLEANRULES_SEED") ?? 1)
    /// From which seeds on thirty nights are gone through, and how often: `CLEANRULES_NIGHTS`.
    static var nightSeeds: [UInt64] {
        (0..<UInt64(number("CLEANRULES_NIGHTS") ?? 1)).map { seed + $0 }
    }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}
