// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// A plan over all drives of a fleet, of which a run was killed while the service was deleting.
@Suite("What a killed run of a fleet was deleting", .timeLimit(.minutes(60)))
struct FleetUnderWayTests {
    private static let later = 2 * 3_600

    /// Has a run be killed when the first images are gone, before the service has said so; how many are.
    private func killed(
        _ tenant: TenantHome, _ environment: [String: String],
        _ faults: [FaultRule] = [FaultRule([.delete], .slow(seconds: 5), first: 1, count: nil)]
    ) async throws -> Int {
        try await tenant.fleet("plan @")
        try await tenant.fleet("stage @ --wave 1", environment)
        let count = tenant.imageCount
        tenant.graph.play(FaultScript(faults))
        tenant.advance(to: Self.later)
        let program = try tenant.home.start(
            ["fleet", "execute", "fleet.yaml", "-q", "--workers", "1"],
            environment: environment, later: Self.later)
        while tenant.imageCount == count, program.process.isRunning {
            try await Task.sleep(for: .milliseconds(20))
        }
        kill(program.process.processIdentifier, SIGKILL)
        _ = try await ServedGraph.finish(program)
        tenant.graph.play(FaultScript())
        return count - tenant.imageCount
    }

    private func tenant() throws -> TenantHome {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        return try TenantHome(3, options)
    }

    /// Has runs find out what became of it, which ask again after a while; what each of them says.
    private func settled(
        _ tenant: TenantHome, _ environment: [String: String]
    ) async throws -> [String] {
        var texts: [String] = []
        for seconds in [200, 400] {
            let run = try await tenant.fleet(
                "execute @", environment, later: Self.later + seconds, endsWith: nil)
            texts.append(run.output)
        }
        return texts
    }

    @Test("is told of by the run that finds it gone, also where that one deletes nothing itself")
    func found() async throws {
        let tenant = try tenant()
        try await tenant.serving { environment in
            _ = try await killed(tenant, environment)
            // What waits stays: the run that is to come has nothing else to tell of.
            try await tenant.fleet("undo @ --all", later: Self.later, endsWith: 6)
            let texts = try await settled(tenant, environment)
            let told = texts.filter { $0.contains("that an earlier run was deleting") }
            #expect(!told.isEmpty, "\(texts)")
            #expect(told.allSatisfy { !$0.contains("and nothing was deleted") }, "\(texts)")
        }
    }

    @Test("is named by an undo, which cannot take it back, each time until it is settled")
    func undo() async throws {
        let tenant = try tenant()
        try await tenant.serving { environment in
            let gone = try await killed(tenant, environment)
            #expect(gone > 0 && gone <= 3)
            for time in 1...2 {
                let run = try await tenant.fleet("undo @ --all", later: Self.later, endsWith: 6)
                #expect(run.output.contains("cannot be taken back now"), "\(run.output)")
                #expect(run.output.contains("cleanrules fleet execute"), "\(run.output)")
                // The two drives that had no turn yet.
                let lines = run.output.components(separatedBy: "3 items taken back")
                #expect(lines.count == (time == 1 ? 3 : 1), "\(run.output)")
            }
            _ = try await settled(tenant, environment)
            #expect(tenant.imageCount >= 6)
            let run = try await tenant.fleet("undo @ --all", later: Self.later)
            #expect(run.output.contains("Nothing waited"), "\(run.output)")
        }
    }

    @Test("is found out without being deleted while the fleet is paused, and taken back then")
    func untouched() async throws {
        let tenant = try tenant()
        try await tenant.serving { environment in
            // Of one drive the first image goes, and the service does nothing with the others.
            let gone = try await killed(
                tenant, environment,
                [
                    FaultRule([.delete], .slow(seconds: 5), first: 1, count: 1),
                    FaultRule([.delete], .refusal("unavailable"), first: 2, count: nil),
                ])
            #expect(gone == 1)
            let count = tenant.imageCount
            let first = try await tenant.fleet("undo @ --all", later: Self.later, endsWith: 6)
            #expect(first.output.contains("once the fleet is paused"), "\(first.output)")
            try await tenant.fleet("pause @", later: Self.later)
            let texts = try await settled(tenant, environment)
            #expect(tenant.imageCount == count, "\(texts)")
            let second = try await tenant.fleet("undo @ --all", later: Self.later + 400)
            #expect(second.output.contains("2 items taken back"), "\(texts) \(second.output)")
            try await tenant.fleet("resume @", later: Self.later + 400)
            try await tenant.fleet("execute @", environment, later: Self.later + 400, endsWith: nil)
            #expect(tenant.imageCount == count)
        }
    }

    @Test(
        "is staged no further once somebody pauses the fleet, which is said, and goes on after that"
    )
    func stagingPaused() async throws {
        let tenant = try tenant()
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            tenant.graph.play(
                FaultScript([FaultRule([.get], .slow(seconds: 2), first: 1, count: nil)]))
            let program = try tenant.home.start(
                ["fleet", "stage", "fleet.yaml", "--wave", "1", "--workers", "1"],
                environment: environment)
            func isBegun() -> Bool {
                let text = try? tenant.home.text("work/journal/fleet.ndjson")
                return text?.contains(#""event":"staged""#) == true
            }
            while !isBegun(), program.process.isRunning {
                try await Task.sleep(for: .milliseconds(20))
            }
            try await tenant.fleet("pause @")
            let run = try await ServedGraph.finish(program)
            #expect(run.status == 5, "\(run.output) \(run.errors)")
            #expect(run.output.contains("paused the fleet"), "\(run.output)")
            tenant.graph.play(FaultScript())
            try await tenant.fleet("resume @")
            try await tenant.fleet("stage @ --wave 1", environment)
        }
    }
}
