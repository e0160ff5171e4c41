// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Runs programs of the machine.
enum Program {
    /// What `name` writes when it is given `input`; nil if there is no such program or it fails.
    static func output(
        _ name: String, _ arguments: [String] = [], input: [UInt8] = []
    ) throws -> [UInt8]? {
        let run = try ChildProgram.run(name, arguments, input: input)
        return run.isDone ? run.bytes : nil
    }

    /// `bytes`, packed by gzip.
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        guard let packed = try output("gzip", ["-9"], input: bytes) else {
            throw MissingProgram(name: "gzip")
        }
        return packed
    }
}

/// A program that a test needs is missing.
struct MissingProgram: Error {
    var name: String
}
