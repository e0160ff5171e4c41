// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Waves of a plan over a fleet whose programs are killed at each call about the journal.
@Suite("A wave of a fleet that is killed wherever it writes", .timeLimit(.minutes(60)))
struct FleetKillTests {
    private static let drives = 6

    private static let stage = "stage @ --wave 1 -q --workers 1"
    private static let execute = "execute @ -q --workers 1"

    /// Runs `line` again and again, killed at one of `calls` after the other about what it writes in the
    /// folder of journals, until it ends by itself; calls `check` after each kill. How often it was killed.
    private func kill(
        _ tenant: TenantHome, _ line: String, _ environment: [String: String], later: Int = 0,
        at calls: ClosedRange<Int>, _ check: (String) throws -> Void
    ) async throws -> Int {
        for call in calls {
            let strike = Interposer.Strike(call: call, under: "work/journal", takesRoom: true)
            let striking = try Interposer.striking(strike, tenant.home.path + "/struck")
            let run = try await tenant.fleet(
                line, environment.merging(striking) { $1 }, later: later, endsWith: nil)
            if !run.isKilled {
                #expect(run.status == 0, "\(line), \(strike): \(run.output) \(run.errors)")
                return call - calls.lowerBound
            }
            try check("\(line), \(strike)")
        }
        return calls.count
    }

    /// How many such calls there are where all of the wave is staged already.
    private func callCount(
        _ tenant: TenantHome, _ environment: [String: String]
    ) async throws -> Int {
        var counting = try Interposer.counting(tenant.home.path + "/count")
        (counting["STORM_UNDER"], counting["STORM_ROOM"]) = ("work/journal", "1")
        try await tenant.fleet(Self.stage, environment.merging(counting) { $1 })
        return try #require(Int(try tenant.home.text("count")))
    }

    /// How many items were taken from the caps, by the lines of the journal that are whole.
    private func reserved(_ tenant: TenantHome) throws -> Int {
        guard tenant.home.has("work/journal/fleet.ndjson") else { return 0 }
        return try tenant.home.text("work/journal/fleet.ndjson").split(separator: "\n")
            .filter { $0.contains(#""event":"reserved""#) && $0.hasSuffix("}") }
            .reduce(0) { sum, line in
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return sum + ((json as? [String: Any])?["items"] as? Int ?? 0)
            }
    }

    @Test("ends well all the same, deletes each item once, and nothing that was not written down")
    func everywhere() async throws {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        let tenant = try TenantHome(Self.drives, options)
        let total = 3 * Self.drives
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            // The first drive is staged by some twenty calls, and so are the others.
            let kills = try await kill(tenant, Self.stage, environment, at: 1...34) {
                #expect(tenant.imageCount == total, "\($0)")
            }
            #expect(kills > 20)
            try await tenant.fleet(Self.stage, environment)
            let count = try await callCount(tenant, environment)
            let lastKills = try await kill(
                tenant, Self.stage, environment, at: (count - 6)...(count + 1)
            ) {
                #expect(tenant.imageCount == total, "\($0)")
            }
            #expect(lastKills == 7)
            try await tenant.fleet(Self.stage, environment)

            let noon = TenantHome.noon
            let executeKills = try await kill(
                tenant, Self.execute, environment, later: noon, at: 1...60
            ) {
                let taken = try reserved(tenant)
                #expect(total - tenant.imageCount <= taken, "\($0)")
            }
            #expect(executeKills > 20)
            try await tenant.fleet(Self.execute, environment, later: noon)
            #expect(tenant.imageCount == 0)
        }
        #expect(tenant.graph.drives.allSatisfy { $0.item("/Documents/Plan.txt") != nil })
        let gone = try await tenant.history().filter {
            ["deleted", "gone"].contains($0["event"] as? String ?? "")
        }
        let ids = gone.compactMap { $0["id"] as? String }
        #expect(ids.count == total && Set(ids).count == total, "\(ids)")
    }
}
