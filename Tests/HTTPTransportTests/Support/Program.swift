// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Runs programs of the machine.
enum Program {
    /// What `name` writes when it is given `input`; nil if there is no such program or it fails.
    static func output(
        _ name: String, _ arguments: [String] = [], input: [UInt8] = []
    ) throws -> [UInt8]? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        let writer = DispatchQueue(label: "writer")
        writer.async {
            stdin.fileHandleForWriting.write(Data(input))
            try? stdin.fileHandleForWriting.close()
        }
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? [UInt8](output) : nil
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
