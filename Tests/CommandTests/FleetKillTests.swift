// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Waves of a plan over a fleet whose programs are killed at each call about the journal.
@Suite("A wave of a fleet that is killed wherever it writes", .timeLimit(.minutes(60)))
struct FleetKillTests {
    private static let drives = 6

    /// Runs `line` again and again, each time killed one call later about what it writes in the folder of
    /// journals, until it ends by itself or was killed so often; calls `check` after each kill. How often
    /// it was killed.
    private func kill(
        _ tenant: TenantHome, _ line: String, _ environment: [String: String], later: Int,
        most: Int, _ check: (String) throws -> Void
    ) async throws -> Int {
        for call in 1...most {
            let strike = Interposer.Strike(call: call, under: "work/journal", takesRoom: true)
            let striking = try Interposer.striking(strike, tenant.home.path + "/struck")
            let run = try await tenant.fleet(
                line, environment.merging(striking) { $1 }, later: later, endsWith: nil)
            if !run.isKilled {
                #expect(run.status == 0, "\(line), \(strike): \(run.output) \(run.errors)")
                return call - 1
            }
            try check("\(line), \(strike)")
        }
        return most
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
            let stage = "stage @ --wave 1 -q --workers 1"
            let stageKills = try await kill(tenant, stage, environment, later: 0, most: 45) {
                #expect(tenant.imageCount == total, "\($0)")
            }
            #expect(stageKills > 20)
            try await tenant.fleet(stage, environment)

            let execute = "execute @ -q --workers 1"
            let executeKills = try await kill(
                tenant, execute, environment, later: TenantHome.noon, most: 60
            ) {
                let taken = try reserved(tenant)
                #expect(total - tenant.imageCount <= taken, "\($0)")
            }
            #expect(executeKills > 20)
            try await tenant.fleet(execute, environment, later: TenantHome.noon)
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
