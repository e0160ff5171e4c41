// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workflow

@testable import Commands

@Suite("The drives of one rules file")
struct DriveScopeTests {
    @Test("that lie in each other are refused", arguments: ["/usr", "/usr/", "/usr/lib"])
    func overlaps(root: String) async throws {
        let text = """
            version: 1
            drives: {one: {kind: local, root: /usr}, two: {kind: local, root: \(root)}}
            rules: []
            """
        let rules = try RulesLoader.load(Array(text.utf8), name: "rules.yaml")
        await #expect(throws: Failure.self) {
            _ = try await ItemLoader(rules: rules, isQuiet: true).items(folder: nil)
        }
    }

    @Test("that show the same folder through a mount are refused")
    func mounts() async throws {
        // Where nothing may be mounted there is nothing to try.
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("scope-\(UInt64.random(in: 0...UInt64.max))").path
        let (real, shown) = (folder + "/real", folder + "/shown")
        for path in [real + "/sub", shown] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func run(_ arguments: [String]) -> Bool {
            let run = try? ChildProgram.run(arguments[0], Array(arguments.dropFirst()))
            return run?.isDone == true
        }
        guard run(["/bin/mount", "--bind", real + "/sub", shown]) else { return }
        defer { _ = run(["/bin/umount", shown]) }
        let text = """
            version: 1
            drives: {one: {kind: local, root: \(real)}, two: {kind: local, root: \(shown)}}
            rules: []
            """
        let rules = try RulesLoader.load(Array(text.utf8), name: "rules.yaml")
        for folder in [nil, shown] {
            let error = await #expect(throws: Failure.self) {
                _ = try await ItemLoader(rules: rules, isQuiet: true).items(folder: folder)
            }
            #expect(error?.message?.contains("through a mount") == true)
        }
    }
}
