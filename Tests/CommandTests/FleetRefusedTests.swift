// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// What the service does not let go of: by a retention label, a hold, or a lock.
@Suite("What the service refuses of a plan over a fleet", .timeLimit(.minutes(60)))
struct FleetRefusedTests {
    private static let hour = 3_600

    @Test("is told apart from what went wrong, and counts where the fleet pauses by itself")
    func refused() async throws {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.caps = "{day: {items: 1000}, stop_when: {changed: 100%, failed: 20%, undone: 100%}}"
        // The drive with the largest items comes first.
        let tenant = try TenantHome(2, options) { graph in
            try graph.drives[0].addFile(
                "/Downloads/huge.iso", .generated(size: 1_000_000, seed: 7))
        }
        let (held, locked) = (
            try #require(tenant.graph.drives[0].item("/Downloads/setup1.iso")),
            try #require(tenant.graph.drives[0].item("/Downloads/setup2.iso"))
        )
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            tenant.graph.play(
                FaultScript([
                    FaultRule([.delete], .refusal("held"), count: nil, urlPart: held.id),
                    FaultRule([.delete], .refusal("locked"), count: nil, urlPart: locked.id),
                ]))
            let run = try await tenant.fleet(
                "execute @ --workers 1", environment, later: 2 * Self.hour, endsWith: 5)
            #expect(run.errors.contains("has paused itself"), "\(run.errors)")
            #expect(tenant.images == [2, 3])
            let status = try await tenant.fleet("status @", later: 2 * Self.hour)
            for text in [run.output, status.output] {
                #expect(text.contains("1 item is not given up by the service"), "\(text)")
                #expect(text.contains("1 item is locked"), "\(text)")
            }
            // What was let go of goes with a later try, and is told no more.
            tenant.graph.play(FaultScript())
            try await tenant.fleet("resume @", later: 3 * Self.hour)
            try await tenant.fleet("execute @", environment, later: 4 * Self.hour)
            #expect(tenant.imageCount == 0)
            let after = try await tenant.fleet("status @", later: 4 * Self.hour)
            #expect(!after.output.contains("locked"), "\(after.output)")
        }
        let turns = try await tenant.history().filter { $0["event"] as? String == "turn" }
        let counts = turns.compactMap { ($0["counts"] as? [String: [String: Int]])?.values.first }
        #expect(counts.contains { $0["kept"] == 1 && $0["locked"] == 1 && $0["failed"] == 2 })
    }
}
