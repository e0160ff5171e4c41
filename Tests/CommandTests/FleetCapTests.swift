// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Caps of a day, while a plan over a fleet is carried out.
@Suite("Caps of a day of a fleet", .timeLimit(.minutes(60)))
struct FleetCapTests {
    private static let day = 86_400

    /// A fleet of four drives with 6,000 bytes in three images each, all of them in one wave.
    private func tenant(day caps: String) throws -> TenantHome {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.caps = """
            {day: {items: 1000, \(caps)}, stop_when: {changed: 100%, failed: 100%, undone: 100%}}
            """
        return try TenantHome(4, options)
    }

    private func execute(
        _ tenant: TenantHome, _ environment: [String: String], days: Int, more seconds: Int = 0
    ) async throws -> CommandRun {
        try await tenant.fleet(
            "execute @ -q", environment, later: TenantHome.noon + days * Self.day + seconds,
            endsWith: nil)
    }

    @Test("are of drives as well: no more of them lose something, and the others wait")
    func drives() async throws {
        let tenant = try tenant(day: "drives: 3")
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            for seconds in [0, 100] {
                let run = try await execute(tenant, environment, days: 0, more: seconds)
                #expect(run.status == 7, "\(run.output) \(run.errors)")
                #expect(run.output.contains("3 items that are due wait for another day"))
                #expect(tenant.images.sorted() == [0, 0, 0, 3], "\(tenant.images)")
            }
            let next = try await execute(tenant, environment, days: 1)
            #expect(next.status == 0 && tenant.imageCount == 0, "\(next.output) \(next.errors)")
        }
    }

    @Test("are of bytes as well, and what does not fit in waits for another day")
    func bytes() async throws {
        let tenant = try tenant(day: "bytes: 8kB")
        func left() -> Int64 {
            tenant.graph.drives.reduce(0) { sum, drive in
                drive.truth().filter { $0.path.hasSuffix(".iso") }.reduce(sum) { $0 + $1.size }
            }
        }
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            var days = 0
            while tenant.imageCount > 0, days < 8 {
                let before = left()
                for seconds in [0, 100] where tenant.imageCount > 0 && (days == 0 || seconds == 0) {
                    let run = try await execute(tenant, environment, days: days, more: seconds)
                    let isOver = tenant.imageCount == 0
                    #expect(run.status == (isOver ? 0 : 7), "\(run.output) \(run.errors)")
                    #expect(run.output.contains("for another day") == !isOver, "\(run.output)")
                }
                #expect(before - left() > 0 && before - left() <= 8_000, "\(days)")
                days += 1
            }
            #expect(tenant.imageCount == 0 && days >= 3)
        }
    }
}
