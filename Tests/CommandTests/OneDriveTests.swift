// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// Cleaning up a OneDrive with the program as it is installed, against a simulated service.
@Suite("Commands on a OneDrive", .timeLimit(.minutes(60)))
struct OneDriveTests {
    /// A home whose rules delete `.iso` files of a OneDrive at once, by `method`.
    private func home(method: String = "recycle") throws -> ScratchHome {
        try OneDriveHome.declaring(
            "photos",
            """
            limits: {percent: unlimited}
            rules:
              - id: images
                match: {name: "*.iso"}
                then: delete
                method: \(method)
                undo_window: none
            """)
    }

    /// A service with one account, whose drive has two files.
    private func graph(
        _ kind: SimulatedDriveKind = .personal
    ) throws -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let (graph, drive) = OneDriveHome.service(kind)
        try drive.addFile("/a.iso", .bytes([1, 2]))
        try drive.addFile("/b.txt", .bytes([3]))
        return (graph, drive)
    }

    /// Runs commands one after another, each of which has to succeed.
    private func succeed(
        _ home: ScratchHome, _ environment: [String: String], _ commands: [String]
    ) async throws {
        for command in commands {
            _ = try await ServedGraph.run(home, line: command, environment: environment)
        }
    }

    private static let upToStaging = [
        "login --device-code --no-browser", "plan -q --summary",
        "stage -q --yes --no-undo-window",
    ]

    @Test("A signal ends the wait that the service asked for, and nothing is lost")
    func signalWhileWaiting() async throws {
        let home = try home()
        let (graph, drive) = try graph()
        try await ServedGraph.serving(graph) { environment in
            try await succeed(home, environment, Self.upToStaging)
            // A good deal longer than the end of the wait may take, and shorter than patience lasts.
            let failure = SimulatedFailure(429, "activityLimitReached", retryAfter: .seconds(290))
            graph.play(FaultRule([.drive, .get, .batch], .refused(failure), count: nil))
            let program = try home.start(["execute", "--yes"], environment: environment)
            while program.process.isRunning, graph.faultCounts == [0] {
                try await Task.sleep(for: .milliseconds(20))
            }
            try #require(program.process.isRunning, "it waits")
            program.process.terminate()
            let signal = ContinuousClock.now
            let run = try await ServedGraph.finish(program)
            #expect(signal.duration(to: .now) < .seconds(240), "it waited to the end")
            #expect(run.status == 143, "\(run.errors)")
            #expect(run.errors.contains("Stopping after this item"))
            #expect(drive.item("/a.iso") != nil)
            graph.play(FaultScript())
            try await succeed(home, environment, ["execute --yes", "history --verify"])
            #expect(drive.item("/a.iso") == nil && drive.item("/b.txt") != nil)
        }
    }

    @Test("What an account cannot do is said of the plan, and not staged")
    func permanent() async throws {
        for kind in [SimulatedDriveKind.personal, .business] {
            let home = try home(method: "permanent")
            let (graph, drive) = try graph(kind)
            try await ServedGraph.serving(graph) { environment in
                try await succeed(
                    home, environment, ["login --device-code --no-browser", "sync -q"])
                let plan = try await ServedGraph.run(
                    home, "plan", "-q", environment: environment)
                let isRefused = kind == .personal
                #expect(plan.status == 0, "\(plan.errors)")
                let says = plan.output.contains(
                    "cannot be staged, for this kind of account has no permanent deletion")
                #expect(says == isRefused, "\(plan.output)")
                let stage = try await ServedGraph.run(
                    home, "stage", "--yes", "--no-undo-window", "--permanent",
                    environment: environment)
                #expect(stage.status == (isRefused ? 5 : 0), "\(stage.errors)")
                #expect(stage.errors.contains("by 'permanent'") == isRefused, "\(stage.errors)")
                let status = try await ServedGraph.run(
                    home, "status", "--format", "json", environment: environment)
                #expect(status.output.contains("/a.iso") != isRefused, "\(status.output)")
                #expect(drive.item("/a.iso") != nil)
            }
        }
    }
}
