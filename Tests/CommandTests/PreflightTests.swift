// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// What would fail is said before the work begins, with the way out, and keeps nothing else up.
@Suite("Before the work begins", .timeLimit(.minutes(60)))
struct PreflightTests {
    /// A home whose rules delete `.iso` files of a OneDrive and of a folder at once.
    private func home() throws -> ScratchHome {
        let home = try OneDriveHome.declaring(
            "photos", besides: "  here: {kind: local, root: d}",
            """
            limits: {percent: unlimited}
            rules:
              - {id: images, match: {name: "*.iso"}, then: delete, undo_window: none}
            """)
        try home.writeOld("old", to: "d/a.iso")
        return home
    }

    private func graph() throws -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let (graph, drive) = OneDriveHome.service()
        try drive.addFile("/a.iso", .bytes(Array(repeating: 1, count: 600)))
        try drive.addFile("/b.iso", .bytes(Array(repeating: 2, count: 200)))
        return (graph, drive)
    }

    private func run(
        _ home: ScratchHome, _ environment: [String: String], _ command: String,
        endsWith status: Int32? = 0
    ) async throws -> CommandRun {
        try await ServedGraph.run(
            home, line: command, environment: environment, endsWith: status)
    }

    private static let login = "login photos --device-code --no-browser"
    /// A round whose plan is refused, for it has no undo window.
    private static let round = "run -q --stage-only --rules rules.yaml --format json"
    private static let stage = "stage -q --yes --no-undo-window --format json"

    /// What a document says was found: `drive/check/code` of each.
    private func checks(_ run: CommandRun) throws -> [String] {
        try (run.json()["checks"] as? [[String: Any]] ?? []).map { one in
            #expect((one["what"] as? String)?.isEmpty == false)
            return ["drive", "check", "code"].map { one[$0] as? String ?? "" }
                .joined(separator: "/")
        }
    }

    @Test("nobody is signed in: it is said, and the folder goes its way")
    func signedOut() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            _ = try await run(home, environment, Self.login)
            let well = try await run(home, environment, "plan -q --summary")
            #expect(!well.errors.contains("drive 'photos'"), "\(well.errors)")
            let stage = try await run(home, environment, Self.stage)
            #expect(try checks(stage).isEmpty)
            _ = try await run(home, environment, "logout photos")
            let execute = try await run(
                home, environment, "execute -q --yes --format json", endsWith: 4)
            #expect(try checks(execute) == ["photos/account/absent"])
            #expect(execute.errors.contains("nobody is signed in; sign in with 'cleanrules login"))
            #expect(home.tree() == [], "the folder is no matter of the account")
            #expect(drive.item("/a.iso") != nil && drive.item("/b.iso") != nil)
            let round = try await run(
                home, environment,
                "run -q --execute-only --rules rules.yaml --format json", endsWith: 4)
            #expect(try checks(round) == ["photos/account/absent"])
            // Deciding and taking back want no account.
            _ = try await run(home, environment, "keep photos:/a.iso")
            _ = try await run(home, environment, "undo photos:/b.iso")
        }
    }

    @Test("on a terminal nobody is asked about what cannot be done")
    func unasked() async throws {
        let home = try home()
        try home.remove("d/a.iso")
        let (graph, _) = try graph()
        try await ServedGraph.serving(graph) { environment in
            for command in [Self.login, "plan -q --summary", Self.stage, "logout photos"] {
                _ = try await run(home, environment, command)
            }
            let execute = try await ServedGraph.waiting {
                try home.runOnTerminal("execute", environment: environment)
            }
            #expect(execute.output.contains("nobody is signed in"), "\(execute.output)")
            #expect(execute.output.contains("nobody is asked and nothing has changed"))
            #expect(!execute.output.contains("[y/N]"), "\(execute.output)")
        }
    }

    @Test("a sign-in that only reads is named before it is needed")
    func scopes() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            var signIn = graph.signIn
            signIn.grantedScopes = ["Files.Read", "offline_access", "User.Read"]
            graph.signIn = signIn
            _ = try await run(home, environment, Self.login)
            let round = try await run(
                home, environment, Self.round, endsWith: 5)
            #expect(try checks(round) == ["photos/account/no_deletion"])
            #expect(round.errors.contains("grants only reading"), "\(round.errors)")
            let stage = try await run(home, environment, Self.stage)
            #expect(try checks(stage) == ["photos/account/no_deletion"])
            let execute = try await run(
                home, environment, "execute -q --yes --format json", endsWith: nil)
            #expect(try checks(execute) == ["photos/account/no_deletion"])
            #expect(drive.item("/a.iso") != nil && home.tree() == [])
        }
    }

    @Test("a sign-in that was taken back is named before it is needed")
    func revoked() async throws {
        let home = try home()
        let (graph, _) = try graph()
        try await ServedGraph.serving(graph) { environment in
            for command in [Self.login, "plan -q --summary", Self.stage] {
                _ = try await run(home, environment, command)
            }
            graph.revokeRefreshTokens()
            graph.refuseAccessTokens()
            let revoked = try await run(
                home, environment, "execute -q --yes --format json", endsWith: 4)
            #expect(try checks(revoked) == ["photos/account/refused"])
            #expect(home.tree() == [])
            #expect(revoked.errors.contains("cleanrules login photos"), "\(revoked.errors)")
        }
    }

    @Test("a service that is out of reach is asked once, and keeps the folder up for nothing")
    func offline() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        var around: [String: String] = [:]
        try await ServedGraph.serving(graph) { environment in
            for command in [Self.login, "plan -q --summary", Self.stage] {
                _ = try await run(home, environment, command)
            }
            around = environment
            let refused = SimulatedFailure(503, "serviceNotAvailable", retryAfter: .seconds(4_000))
            graph.play(FaultRule([], .refused(refused), count: nil))
            let before = graph.log.count
            let execute = try await run(
                home, environment, "execute -q --yes --format json", endsWith: nil)
            #expect(try checks(execute) == ["photos/network/unreachable"])
            #expect(execute.errors.contains("try again when it can be reached"))
            #expect(graph.log.count == before + 1, "it is asked once")
            #expect(home.tree() == [] && drive.item("/a.iso") != nil)
            _ = try await run(home, environment, "keep photos:/a.iso")
            _ = try await run(home, environment, "sync -q", endsWith: 75)
            let faults = try await run(home, environment, "stats events --format json")
                .list("events").filter { $0["name"] as? String == "api-error" }
            #expect(faults.map { $0["context"] as? String } == ["offline"])
            #expect(faults.map { $0["count"] as? Int } == [2], "one for each command")
            graph.play(FaultScript())
            _ = try await run(home, around, "execute -q --yes")
            #expect(drive.item("/a.iso") != nil && drive.item("/b.iso") == nil)
        }
    }

    @Test("a clock that differs by more than five minutes is said by the first answer")
    func clock() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            graph.play(FaultRule([], .shiftedDate(seconds: 240), count: nil))
            let near = try await run(home, environment, Self.login)
            #expect(!near.errors.contains("its clock says"), "\(near.errors)")
            graph.play(FaultRule([], .shiftedDate(seconds: -1_200), count: nil))
            let login = try await run(home, environment, Self.login)
            let said = login.errors.split(separator: "\n").filter { $0.contains("its clock says") }
            #expect(said.count == 1, "\(login.errors)")
            let round = try await run(
                home, environment, Self.round, endsWith: 5)
            #expect(try checks(round) == ["photos/clock/differs"])
            #expect(round.errors.contains("set this machine's clock"), "\(round.errors)")
            let stage = try await run(home, environment, Self.stage)
            #expect(try checks(stage) == ["photos/clock/differs"])
            let execute = try await run(
                home, environment, "execute -q --yes --format json", endsWith: nil)
            #expect(try checks(execute) == ["photos/clock/differs"])
            #expect(drive.item("/a.iso") != nil && home.tree() == [])
        }
    }

    @Test("what the room means is said before items go, and before they come back")
    func room() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        drive.settings.totalByteCount = 800
        try await ServedGraph.serving(graph) { environment in
            let login = try await run(home, environment, Self.login + " --restore")
            #expect(login.errors.contains("nothing of its 800 B is free"), "\(login.errors)")
            for command in ["plan -q --summary", Self.stage] {
                _ = try await run(home, environment, command)
            }
            let execute = try await run(home, environment, "execute -q --yes --format json")
            #expect(try checks(execute) == ["photos/quota/full", "photos/bin/full"])
            #expect(execute.errors.contains("method: quarantine"), "\(execute.errors)")
            #expect(drive.item("/a.iso") == nil, "it is said, and done all the same")
            let restore = try await run(
                home, environment, "restore photos:/a.iso --format json", endsWith: nil)
            #expect(try checks(restore) == ["photos/quota/no_room"])
            #expect(restore.errors.contains("600 B are to come back, and 0 B are free"))
        }
    }

    @Test("a sign-in that lets nothing come back says so before the attempt")
    func restoration() async throws {
        let home = try home()
        let (graph, _) = try graph()
        try await ServedGraph.serving(graph) { environment in
            for command in [Self.login + " --restore", "plan -q --summary", Self.stage] {
                _ = try await run(home, environment, command)
            }
            _ = try await run(home, environment, "execute -q --yes")
            var signIn = graph.signIn
            signIn.grantedScopes = ["Files.ReadWrite", "offline_access", "User.Read"]
            graph.signIn = signIn
            _ = try await run(home, environment, Self.login)
            let restore = try await run(
                home, environment, "restore photos:/a.iso --format json", endsWith: nil)
            #expect(try checks(restore) == ["photos/account/no_restore"])
            #expect(restore.errors.contains("cleanrules login photos --restore"))
        }
    }
}
