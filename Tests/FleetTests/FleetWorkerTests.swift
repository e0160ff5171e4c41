// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

@testable import Fleet

/// Processes that do one task of a plan each, as scripts that stand in for them.
@Suite("Processes of a plan over a fleet")
struct FleetWorkerTests {
    /// What a script that does `lines` comes to, and how often it was started.
    private func end(_ lines: String) throws -> (failure: Failure?, starts: Int) {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("worker-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let (program, starts) = (place + "/part", place + "/starts")
        try Data("#!/bin/sh\nulimit -c 0\necho x >>'\(starts)'\n\(lines)\n".utf8)
            .write(to: URL(fileURLWithPath: program))
        // Read by a shell, not begun: a process that another test begins may still have it open.
        let failure = FleetWorker("/bin/sh") { nil }
            .failure([program, place], step: "lines", of: "a")
        let text = try String(contentsOfFile: starts, encoding: .utf8)
        return (failure, text.split(separator: "\n").count)
    }

    @Test("that are killed again and again are short of memory; by other signals, at fault")
    func signals() throws {
        let killed = try end("kill -KILL $$")
        #expect(killed.starts == 3)
        let short = killed.failure?.message ?? ""
        #expect(short.contains("signal 9") && short.contains("memory is short"), "\(short)")
        for (name, number) in [("ILL", 4), ("SEGV", 11), ("TERM", 15)] {
            let crashed = try end("kill -\(name) $$")
            #expect(crashed.starts == 3)
            let text = crashed.failure?.message ?? ""
            #expect(text.contains("signal \(number);") && text.contains("report it"), "\(text)")
            #expect(!text.contains("memory"), "\(text)")
        }
    }

    @Test("that are killed once are begun again, and those that fail are not")
    func again() throws {
        let once = try end("[ $(wc -l <\"$1/starts\") -gt 1 ] || kill -KILL $$")
        #expect(once.failure == nil && once.starts == 2)
        let failed = try end("echo 'no such column' >&2; exit 1")
        #expect(failed.starts == 1)
        #expect(failed.failure?.message?.contains("no such column") == true)
    }
}
