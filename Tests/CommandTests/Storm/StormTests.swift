// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import RuleEngine
import Testing

/// The program as it ships, killed at any of its calls of the operating system, and with any of
/// them failing, over a folder and over a simulated OneDrive. `script/storm` has it go on for long.
@Suite("A storm over the program", .serialized)
struct StormTests {
    @Test("On a local drive all that is killed or fails comes to the right end")
    func local() async throws {
        let home = try ScratchHome()
        try await rage("local", home, LocalStormDrive(home: home), [:])
    }

    @Test(
        "On a OneDrive all that is killed or fails comes to the right end",
        arguments: [
            (SimulatedDriveKind.personal, DeletionMethod.recycle), (.business, .recycle),
            (.business, .quarantine),
        ])
    func oneDrive(kind: SimulatedDriveKind, method: DeletionMethod) async throws {
        let home = try ScratchHome()
        let graph = SimulatedGraph(time: SimulatedTime(secondsSinceEpoch: 0))
        let account = graph.addAccount(kind, address: "pat.sample@outlook.com")
        let drive = GraphStormDrive(graph: graph, drive: account, kind: kind, method: method)
        drive.setClock(ahead: 0)
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        try await ServedGraph.serving(graph) { environment in
            try home.write(
                "version: 1\ndrives: {main: \(drive.declaration)}\nrules: []\n", to: "rules.yaml")
            let run = try await ServedGraph.run(
                home, "login", "--device-code", "--no-browser", environment: environment)
            try #require(run.status == 0, "\(run.errors)")
            let name = "\(kind.rawValue) onedrive, \(method.rawValue)"
            try await rage(name, home, drive, environment)
        }
    }

    /// Lets a storm rage until it has killed and failed often enough, and says how often.
    private func rage(
        _ name: String, _ home: ScratchHome, _ drive: any StormDrive,
        _ environment: [String: String]
    ) async throws {
        var storm = try Storm(home, drive, environment: environment, seed: StormScale.seed)
        try await storm.calm()
        while storm.killCount < StormScale.killCount { try await storm.killing() }
        while storm.faultCount < StormScale.faultCount { try await storm.failing() }
        print("storm \(name): \(storm.killCount) kills, \(storm.faultCount) faults")
    }
}
