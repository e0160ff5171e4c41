// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What is told of a plan over all drives to whoever wants to hear of nothing when all is well.
@Suite("Quiet fleets", .timeLimit(.minutes(10)))
struct FleetQuietTests {
    private static let inventory = "drives.ndjson"

    private static var all: TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        return options
    }

    /// Has the inventory of `tenant` name the drive at that place alone.
    private func keep(_ place: Int, in tenant: TenantHome, of lines: [Substring]) throws {
        try tenant.home.write(lines[place] + "\n", to: Self.inventory)
    }

    @Test("tell of what waits on drives that are no part of them any more, and only of that")
    func outside() async throws {
        let tenant = try TenantHome(2, Self.all)
        let lines = try tenant.home.text(Self.inventory).split(separator: "\n")
        try await tenant.serving { environment in
            func execute(_ more: Int) async throws -> CommandRun {
                try await tenant.fleet("execute @ -q", environment, later: TenantHome.noon + more)
            }
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try keep(0, in: tenant, of: lines)
            for more in [0, 100] {
                let run = try await execute(more)
                #expect(run.output.contains("u002"), "\(run.output) \(run.errors)")
                #expect(tenant.images == [0, 3])
            }
            try await tenant.fleet("undo @ --drive u002", later: TenantHome.noon + 200)
            let undone = try await execute(300)
            #expect(undone.output.isEmpty && undone.errors.isEmpty, "\(undone.output)")
            // Of a drive on which all is done there is nothing to tell either.
            try keep(1, in: tenant, of: lines)
            let done = try await execute(400)
            #expect(done.output.isEmpty && done.errors.isEmpty, "\(done.output)")
            let loud = try await tenant.fleet(
                "execute @", environment, later: TenantHome.noon + 500)
            #expect(!loud.output.isEmpty && !loud.output.contains("u001"), "\(loud.output)")
            // Where nobody can say what waits, it may be something.
            for state in tenant.home.tree("work/drives") where state.hasSuffix("/state.sqlite") {
                try tenant.home.write("nonsense", to: "work/drives/" + state)
            }
            let broken = try await tenant.fleet(
                "execute @ -q", environment, later: TenantHome.noon + 600, endsWith: nil)
            #expect(broken.output.contains("u001"), "\(broken.output) \(broken.errors)")
        }
    }
}
