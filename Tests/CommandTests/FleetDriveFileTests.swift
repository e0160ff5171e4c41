// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// A plan over all drives of a fleet, of which the file that tells what went on one of them is not what was
/// written.
@Suite("A fleet, of which a drive's own file in the journal is broken,", .timeLimit(.minutes(60)))
struct FleetDriveFileTests {
    private static let day = 86_400

    /// A fleet of two drives of three images each, of which two go a day.
    private static var options: TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.caps = """
            {drive: {items: 2}, day: {items: 100}, \
            stop_when: {changed: 100%, failed: 100%, undone: 100%}}
            """
        return options
    }

    /// The own file of the first drive, in the home of `tenant`.
    private func file(_ tenant: TenantHome) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: "\(tenant.home.path)/work/journal")
        let paths = names.filter { $0.hasPrefix("d-") }.map { "work/journal/" + $0 }
        let name = "\"name\":\"\(tenant.name(0))\""
        return try #require(try paths.first { try tenant.home.text($0).contains(name) })
    }

    @Test("stages and deletes nothing there, says so, and goes on with the others")
    func broken() async throws {
        let tenant = try TenantHome(2, Self.options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let noon = TenantHome.noon
            try await tenant.fleet("execute @", environment, later: noon, endsWith: 7)
            #expect(tenant.images == [1, 1])
            let path = try file(tenant)
            let whole = try tenant.home.text(path)
            let lines = whole.split(separator: "\n").map { "\($0)\n" }
            #expect(lines.count == 2)
            let turned = whole.replacing("\"deleted\"", with: "\"deletee\"", maxReplacements: 1)
            let damages: [(text: String?, says: String)] = [
                (turned, "is broken at line 1"), (lines[0], "of line 2"), (nil, "of line 2"),
            ]
            for (text, says) in damages {
                try tenant.home.remove(path)
                if let text { try tenant.home.write(text, to: path) }
                for command in ["status @", "stage @ --wave 1", "execute @"] {
                    let run = try await tenant.fleet(
                        command, environment, later: noon + Self.day, endsWith: 1)
                    #expect(run.output.contains(says), "\(command): \(run.output) \(run.errors)")
                }
                // The other drive goes on, and nothing is made up for in silence.
                #expect(tenant.images == [1, 0])
                #expect(tenant.home.has(path) == (text != nil))
                if let text { #expect(try tenant.home.text(path) == text) }
            }
            try await goOn(path, tenant, environment, later: noon + 2 * Self.day)
        }
    }

    /// Has the fleet go on: without the file, as a person says, which then has all that went.
    private func goOn(
        _ path: String, _ tenant: TenantHome, _ environment: [String: String],
        later seconds: Int
    ) async throws {
        try await tenant.fleet("resume @ --restored", environment, later: seconds)
        try await tenant.fleet("status @", environment, later: seconds)
        try await tenant.fleet("execute @", environment, later: seconds)
        #expect(tenant.images == [0, 0])
        let lines = try tenant.home.text(path).split(separator: "\n")
        #expect(lines.count { $0.contains("\"event\":\"deleted\"") } == 3, "\(lines)")
        try await tenant.fleet("status @", environment, later: seconds)
        try await tenant.fleet("history @", environment, later: seconds)
    }

    @Test("goes on where the file that was written is put back")
    func putBack() async throws {
        let tenant = try TenantHome(2, Self.options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let noon = TenantHome.noon
            try await tenant.fleet("execute @", environment, later: noon, endsWith: 7)
            let path = try file(tenant)
            let whole = try tenant.home.text(path)
            try tenant.home.write("", to: path)
            try await tenant.fleet("execute @", environment, later: noon + Self.day, endsWith: 1)
            try tenant.home.write(whole, to: path)
            try await tenant.fleet("execute @", environment, later: noon + Self.day)
            #expect(tenant.images == [0, 0])
            #expect(try tenant.home.text(path).hasPrefix(whole))
        }
    }
}
