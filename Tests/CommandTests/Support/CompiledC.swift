// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What stands in C in `Tests/Interposer`, compiled; the compiler comes with Swift.
enum CompiledC {
    /// The library that `name`.c makes, for `LD_PRELOAD`.
    static func library(_ name: String) throws -> String {
        try compile(name, ["-O1", "-shared", "-fPIC"], suffix: ".so")
    }

    /// The program that `name`.c makes, with nothing made better than it is written.
    static func program(_ name: String) throws -> String {
        try compile(name, ["-O0", "-w"], suffix: "")
    }

    private static func compile(
        _ name: String, _ options: [String], suffix: String
    ) throws -> String {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Interposer/\(name).c").standardizedFileURL.path()
        let target = FileManager.default.temporaryDirectory
            .appending(path: "cleanrules-\(name)-\(getpid())\(suffix)").path()
        let run = try ChildProgram.run("clang", options + ["-o", target, source])
        try #require(run.isDone, "clang compiles \(source): \(run.errors)")
        return target
    }
}
