// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GraphSimulator
import TestSupport
import Testing

/// Two devices over one OneDrive, which share their decisions in a folder: what one of them keeps is
/// heard by the other before it deletes anything.
@Suite("What other devices keep", .timeLimit(.minutes(60)))
struct SyncHearingTests {
    private static let address = "pat.sample@outlook.com"
    private let graph: SimulatedGraph
    private let drive: SimulatedDrive
    private let laptop: ScratchHome
    private let server: ScratchHome
    private let share: String

    init() throws {
        graph = SimulatedGraph(time: .machine())
        drive = graph.addAccount(.personal, address: Self.address)
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        for name in ["a", "b", "c"] {
            try drive.addFile("/Holiday/\(name).jpg", .text("picture \(name)"))
        }
        laptop = try ScratchHome()
        server = try ScratchHome()
        share = laptop.path + "/share"
        try FileManager.default.createDirectory(
            atPath: share, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for home in [laptop, server] {
            try home.write("here", to: "d/here.jpg")
            try home.write(
                """
                version: 1
                timezone: UTC
                drives:
                  cloud: {kind: onedrive, account: \(Self.address), root: /}
                  home: {kind: local, root: d}
                sync: {folder: \(share)}
                limits: {percent: unlimited}
                rules:
                  - {id: images, match: {ext: jpg}, then: delete, undo_window: none}

                """, to: "rules.yaml")
        }
    }

    @discardableResult
    private func run(
        _ home: ScratchHome, _ environment: [String: String], _ line: String,
        status: Int32? = 0
    ) async throws -> CommandRun {
        let words = line.split(separator: " ").map(String.init)
        let done = try await ServedGraph.run(home, words, environment: environment)
        if let status { #expect(done.status == status, "\(line): \(done.errors)") }
        return done
    }

    /// Calls `body` once the devices in `homes` have signed in and know of each other, and the laptop
    /// has staged all that its rules delete.
    private func staged(
        _ homes: [ScratchHome], _ body: ([String: String]) async throws -> Void
    ) async throws {
        try await ServedGraph.serving(graph) { environment in
            for home in homes {
                try await run(home, environment, "login --device-code --no-browser")
                try await run(home, environment, "plan -q --summary")
                try await run(home, environment, "sync decisions -q")
            }
            for home in homes { try await run(home, environment, "sync decisions -q") }
            try await run(laptop, environment, "plan -q --summary")
            try await run(laptop, environment, "stage -q --yes --no-undo-window")
            try await body(environment)
        }
    }

    private var left: [String] {
        drive.truth().map(\.path).filter { $0.hasSuffix(".jpg") }.sorted()
    }

    @Test(
        "is not deleted while it cannot be heard, and all else goes",
        arguments: ["execute --yes", "run --rules rules.yaml --execute-only"])
    func unheard(command: String) async throws {
        try await staged([laptop, server]) { environment in
            try await run(server, environment, "keep /Holiday/a.jpg")
            try await run(server, environment, "sync decisions -q")
            let away = share + ".away"
            try FileManager.default.moveItem(atPath: share, toPath: away)
            let held = try await run(laptop, environment, command, status: 6)
            #expect(left.count == 3)
            #expect(laptop.tree().isEmpty)
            #expect(
                (held.output + held.errors).contains("could not be heard"), "\(held.output)")
            try FileManager.default.moveItem(atPath: away, toPath: share)
            try await run(laptop, environment, command)
            #expect(left == ["/Holiday/a.jpg"])
            try await run(laptop, environment, "history --verify")
        }
    }

    @Test("is waited for by nobody who is alone, nor after --off")
    func alone() async throws {
        try await staged([laptop]) { environment in
            try FileManager.default.moveItem(atPath: share, toPath: share + ".away")
            let done = try await run(laptop, environment, "execute --yes")
            #expect(done.errors.contains("were not brought together"), "\(done.errors)")
            #expect(left.isEmpty)
        }
    }

    @Test("is waited for no more when nothing is shared any more")
    func off() async throws {
        try await staged([laptop, server]) { environment in
            try FileManager.default.moveItem(atPath: share, toPath: share + ".away")
            try await run(laptop, environment, "execute --yes", status: 6)
            try await run(laptop, environment, "sync decisions --off")
            try await run(laptop, environment, "execute --yes")
            #expect(left.isEmpty)
        }
    }

    @Test("is heard also when it comes while somebody is asked", .enabled(if: Terminal.isInstalled))
    func asked() async throws {
        try await staged([laptop, server]) { environment in
            let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let line = """
                (while [ ! -e go ]; do sleep 0.05; done; echo y) | env TERM=xterm SHELL=/bin/sh \
                \(variables.joined(separator: " ")) \(Terminal.path) -qec \
                '"\(try ScratchHome.program())" execute' /dev/null > said.txt 2>&1
                """
            let laptop = laptop
            async let ended = ServedGraph.waiting { try laptop.shell(line) }
            while try !(laptop.has("said.txt") && laptop.text("said.txt").contains("[y/N]")) {
                try await Task.sleep(for: .milliseconds(20))
            }
            try await run(server, environment, "keep /Holiday/b.jpg")
            try await run(server, environment, "sync decisions -q")
            try laptop.write("", to: "go")
            _ = try await ended
            let said = try laptop.text("said.txt")
            #expect(left == ["/Holiday/b.jpg"], "\(said)")
        }
    }

    @Test("is told with how much is not shared at all: what lies in local folders")
    func local() async throws {
        try await staged([laptop]) { environment in
            try await run(laptop, environment, "keep /here.jpg")
            let text = try await run(laptop, environment, "sync decisions -q")
            #expect(text.output.contains("1 decision about local folders"), "\(text.output)")
            let json = try await run(laptop, environment, "sync decisions -q --format json")
            #expect(try json.json()["not_shared"] as? Int == 1)
        }
    }

    @Test("is not sent by a log that nobody could read")
    func unreadable() async throws {
        try await staged([laptop]) { environment in
            try await run(laptop, environment, "keep /Holiday/a.jpg")
            try await run(laptop, environment, "sync decisions -q")
            let state = laptop.path + "/.local/state/cleanrules/default/state.sqlite"
            let queue = try DatabaseQueue(path: state)
            try await queue.write { db in
                try db.execute(
                    sql:
                        "UPDATE sync_log SET text = replace(text, 'keep', 'keeps') WHERE number > 0"
                )
            }
            try queue.close()
            for name in try FileManager.default.contentsOfDirectory(atPath: share) {
                try FileManager.default.removeItem(atPath: share + "/" + name)
            }
            let refused = try await run(laptop, environment, "sync decisions -q", status: 1)
            #expect(refused.errors.contains("is not sent"), "\(refused.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: share).isEmpty)
        }
    }
}
