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
    private static let address = OneDriveHome.address
    private let graph: SimulatedGraph
    private let drive: SimulatedDrive
    private let laptop: ScratchHome
    private let server: ScratchHome
    private let share: String

    init() throws {
        (graph, drive) = OneDriveHome.service()
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

    // MARK: - Logs that are not whole

    /// What may become of a log that is read, and what is said of it.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let said: String
        let change: @Sendable (String) -> String

        init(_ name: String, says said: String, _ change: @escaping @Sendable (String) -> String) {
            testDescription = name
            self.said = said
            self.change = change
        }
    }

    static let damages = [
        Damage("torn", says: "its end is missing") { String($0.dropLast(30)) },
        Damage("cut by one byte", says: "its end is missing") { String($0.dropLast()) },
        Damage("empty", says: "it is empty") { _ in "" },
        Damage("changed", says: "it was changed") { $0.replacing("\"keep\"", with: "\"snooze\"") },
        Damage("with a line of a newer program", says: "a key is none that is known") {
            $0 + "{\"n\":4000,\"mood\":\"good\",\"hash\":\"00\"}\n"
        },
        Damage("of a newer program", says: "a newer version has written it") {
            $0.replacing("\"version\":1,", with: "\"version\":2,")
        },
    ]

    /// Syncs `home` under a name of its own; where its log lies.
    private func logPath(
        _ home: ScratchHome, _ environment: [String: String], name: String
    ) async throws -> String {
        let line = "sync decisions -q --format json --name \(name)"
        let synced = try await run(home, environment, line)
        let device = try #require(try synced.json()["device"] as? String)
        return share + "/" + device + ".ndjson"
    }

    /// Puts an empty folder in the place of the shared one, as where it is not mounted.
    private func unmount() throws {
        try FileManager.default.moveItem(atPath: share, toPath: share + ".away")
        try FileManager.default.createDirectory(
            atPath: share, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    private func mount() throws {
        try FileManager.default.removeItem(atPath: share)
        try FileManager.default.moveItem(atPath: share + ".away", toPath: share)
    }

    /// What the laptop says that holds what is due.
    private func held(_ environment: [String: String]) async throws -> String {
        let run = try await run(laptop, environment, "execute --yes", status: 6)
        #expect(left.count == 3)
        let said = run.output + run.errors
        #expect(said.contains("could not be heard"), "\(said)")
        return said
    }

    @Test("is not heard as long as its log cannot be read to the end", arguments: damages)
    func damaged(damage: Damage) async throws {
        try await staged([laptop, server]) { environment in
            try await run(server, environment, "keep /Holiday/a.jpg")
            let path = try await logPath(server, environment, name: "server")
            let whole = try String(contentsOfFile: path, encoding: .utf8)
            #expect(whole.contains("\"keep\""), "\(whole)")
            try damage.change(whole).write(toFile: path, atomically: false, encoding: .utf8)
            let said = try await held(environment)
            #expect(laptop.tree().isEmpty)
            for word in [damage.said, "sync on that device again", "decisions --forget"] {
                #expect(said.contains(word), "\(word): \(said)")
            }
            // Its device mends it, and then it is heard.
            try await run(server, environment, "sync decisions -q")
            try await run(laptop, environment, "execute --yes")
            #expect(left == ["/Holiday/a.jpg"])
            try await run(laptop, environment, "history --verify")
        }
    }

    @Test("is not heard where an older copy of its log was put back")
    func older() async throws {
        try await staged([laptop, server]) { environment in
            let path = try await logPath(server, environment, name: "server")
            let before = try String(contentsOfFile: path, encoding: .utf8)
            try await run(server, environment, "keep /Holiday/a.jpg")
            try await run(server, environment, "sync decisions -q")
            try await run(laptop, environment, "sync decisions -q")
            try before.write(toFile: path, atomically: false, encoding: .utf8)
            let said = try await held(environment)
            #expect(said.contains("the log of server is an older copy"), "\(said)")
            try await run(server, environment, "sync decisions -q")
            try await run(laptop, environment, "execute --yes")
            #expect(left == ["/Holiday/a.jpg"])
        }
    }

    @Test("is not heard in an empty folder, until it is there again or is said to be gone")
    func unmounted() async throws {
        try await staged([laptop, server]) { environment in
            // Read once by that name.
            _ = try await logPath(server, environment, name: "server")
            try await run(laptop, environment, "sync decisions -q")
            try await run(server, environment, "keep /Holiday/a.jpg")
            try await run(server, environment, "sync decisions -q")
            try unmount()
            let said = try await held(environment)
            #expect(said.contains("the log of server was read before and is not there"), "\(said)")
            let status = try await run(laptop, environment, "status --format json").json()
            let shared = status["sync"] as? [String: Any]
            let devices = shared?["devices"] as? [[String: Any]]
            #expect(devices?.compactMap { $0["problem"] as? String } == ["missing"])
            // Who is said to be gone, and is there again, is waited for again.
            try await run(laptop, environment, "sync decisions --forget tablet", status: 64)
            let gone = try await run(laptop, environment, "sync decisions -q --forget server")
            #expect(gone.output.contains("server"), "\(gone.output)")
            try mount()
            try await run(laptop, environment, "sync decisions -q")
            try unmount()
            _ = try await held(environment)
            try await run(laptop, environment, "sync decisions -q --forget server")
            try await run(laptop, environment, "execute --yes")
            // It was heard before.
            #expect(left == ["/Holiday/a.jpg"])
        }
    }

    @Test("is not heard beyond 32 devices, until one of them is said to be gone")
    func tooMany() async throws {
        try await staged([laptop, server]) { environment in
            try await run(server, environment, "keep /Holiday/a.jpg")
            _ = try await logPath(server, environment, name: "server")
            for number in 1...32 {
                let line = "sync decisions -q --rules rules.yaml --profile p\(number)"
                try await run(laptop, environment, line + " --name p\(number)")
            }
            let said = try await held(environment)
            #expect(said.contains("more than 32 other devices"), "\(said)")
            let status = try await run(laptop, environment, "status --format json").json()
            let shared = status["sync"] as? [String: Any]
            let devices = shared?["devices"] as? [[String: Any]] ?? []
            let names = devices.compactMap { $0["name"] as? String }
            let known = try #require(names.first { $0.hasPrefix("p") })
            try await run(laptop, environment, "sync decisions -q --forget \(known)")
            try await run(laptop, environment, "execute --yes")
            #expect(left == ["/Holiday/a.jpg"])
        }
    }

    @Test(
        "is not heard where nobody can read whether decisions are shared, until that is said anew")
    func damagedSwitch() async throws {
        try await staged([laptop, server]) { environment in
            try await run(server, environment, "keep /Holiday/a.jpg")
            try await run(server, environment, "sync decisions -q")
            let state = laptop.path + "/.local/state/cleanrules/default/state.sqlite"
            let queue = try DatabaseQueue(path: state)
            try await queue.write { db in
                try db.execute(
                    sql: "UPDATE setting SET value = '{' WHERE name LIKE '%decision-sync'")
            }
            try queue.close()
            let held = try await run(laptop, environment, "execute --yes", status: 6)
            #expect(left.count == 3 && held.errors.contains("cannot be read"), "\(held.errors)")
            try await run(laptop, environment, "sync decisions -q")
            try await run(laptop, environment, "execute --yes")
            #expect(left == ["/Holiday/a.jpg"])
        }
    }

    // MARK: - Who is not waited for

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
