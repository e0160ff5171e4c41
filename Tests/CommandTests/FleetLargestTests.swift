// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// The largest of what is due on all drives of a fleet, under a cap of the day.
@Suite(
    "Under a cap of the day, the largest items of all drives of a fleet", .timeLimit(.minutes(60)))
struct FleetLargestTests {
    /// What is on each drive beside three small images: the largest is on the drive of the smallest
    /// mean.
    private static let sizes: [[Int64]] = [
        [90_000, 20_000, 100, 200], [70_000, 60_000, 50_000], [40_000, 30_000],
    ]

    private func tenant(items: Int) throws -> TenantHome {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.caps = """
            {day: {items: \(items)}, stop_when: {changed: 100%, failed: 100%, undone: 100%}}
            """
        return try TenantHome(3, options) { graph in
            for (drive, sizes) in zip(graph.drives, Self.sizes) {
                for size in sizes {
                    try drive.addFile(
                        "/Downloads/\(size).iso", .generated(size: size, seed: UInt64(size)))
                }
            }
        }
    }

    /// The sizes of all images that are there, the largest first.
    private func left(_ tenant: TenantHome) -> [Int64] {
        tenant.graph.drives.flatMap { drive in
            drive.truth().filter { $0.path.hasSuffix(".iso") }.map(\.size)
        }.sorted(by: >)
    }

    private func execute(
        _ tenant: TenantHome, _ environment: [String: String], day: Int = 0,
        endsWith status: Int32 = 7
    ) async throws -> CommandRun {
        try await tenant.fleet(
            "execute @ -q", environment, later: TenantHome.noon + day * 86_400, endsWith: status)
    }

    @Test("go and nothing else, each day, until all is gone")
    func days() async throws {
        let tenant = try tenant(items: 4)
        let all = left(tenant)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let first = try await execute(tenant, environment)
            #expect(left(tenant) == Array(all.dropFirst(4)), "\(left(tenant)) \(first.output)")
            #expect(
                first.output.contains("\(all.count - 4) items that are due wait for another day"),
                "\(first.output)")
            // The cap is used up: no more goes on that day.
            _ = try await execute(tenant, environment)
            #expect(left(tenant) == Array(all.dropFirst(4)))
            _ = try await execute(tenant, environment, day: 1)
            #expect(left(tenant) == Array(all.dropFirst(8)), "\(left(tenant))")
            var day = 2
            while !left(tenant).isEmpty, day < 9 {
                let rest = left(tenant).count
                _ = try await execute(tenant, environment, day: day, endsWith: rest > 4 ? 7 : 0)
                #expect(left(tenant).count == max(0, rest - 4))
                day += 1
            }
            #expect(left(tenant).isEmpty)
        }
        let reserved = try await tenant.history().filter { $0["event"] as? String == "reserved" }
        #expect(reserved.allSatisfy { ($0["items"] as? Int ?? 0) <= 4 })
        // Nothing is taken from the caps for a drive whose items have no room that day.
        let day = try #require(reserved.first?["day"] as? String)
        let first = reserved.filter { $0["day"] as? String == day }
        #expect(Set(first.compactMap { $0["drive"] as? String }).count == 2, "\(first)")
    }

    @Test("go, and where one of them fails the next one does in its place")
    func failing() async throws {
        let tenant = try tenant(items: 4)
        let all = left(tenant)
        let held = try #require(tenant.graph.drives[0].item("/Downloads/90000.iso"))
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            tenant.graph.play(
                FaultScript([FaultRule([.delete], .refusal("held"), count: nil, urlPart: held.id)]))
            let run = try await tenant.fleet(
                "execute @ -q", environment, later: TenantHome.noon, endsWith: 6)
            #expect(left(tenant) == [90_000] + all.dropFirst(5), "\(left(tenant)) \(run.output)")
            // It is tried again, and has its place.
            tenant.graph.play(FaultScript())
            _ = try await execute(tenant, environment, day: 1)
            #expect(left(tenant) == Array(all.dropFirst(8)), "\(left(tenant))")
        }
    }
}
