// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What stands between the program and the C library: see `Tests/Interposer/interposer.c`.
enum Interposer {
    /// What happens at a call.
    struct Strike: Sendable, CustomStringConvertible {
        /// Which call, from 1.
        var call: Int
        /// The error with which it fails; 0: the program is killed.
        var error: Int32 = 0
        /// Which calls count: those about files whose path holds this; nil: all.
        var under: String?
        /// Whether only those count that take up room on a disk.
        var takesRoom = false
        /// Whether all of them fail from that one on.
        var lasts = false

        var description: String {
            "call \(call)\(under.map { " under \($0)" } ?? "")\(lasts ? " and all further" : ""): "
                + (error == 0 ? "SIGKILL" : "errno \(error)")
        }
    }

    /// The environment in which `strike` hits a program, which writes into `file` if it was hit.
    static func striking(_ strike: Strike, _ file: String) throws -> [String: String] {
        var environment = try counting(file)
        environment["STORM_AT"] = "\(strike.call)"
        environment["STORM_ERROR"] = "\(strike.error)"
        environment["STORM_UNDER"] = strike.under
        if strike.takesRoom { environment["STORM_ROOM"] = "1" }
        if strike.lasts { environment["STORM_LASTS"] = "1" }
        return environment
    }

    /// The environment in which a program writes into `file` how many calls it made.
    static func counting(_ file: String) throws -> [String: String] {
        ["LD_PRELOAD": try library.get(), "STORM_COUNT": file]
    }

    /// The environment in which a program begins at `seconds` since 1970, by its clock of the day.
    static func clock(_ seconds: Int) throws -> [String: String] {
        ["LD_PRELOAD": try library.get(), "STORM_CLOCK": "\(seconds)"]
    }

    /// The compiled library.
    private static let library = Result { try CompiledC.library("interposer") }
}
