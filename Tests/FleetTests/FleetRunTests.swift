// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

@testable import Fleet

/// Nights of a fleet that are to stop before they ask anybody anything.
@Suite("Nights of a fleet that are stopped")
struct FleetRunTests {
    private static let fleet = """
        version: 1
        rules: rules.yaml
        work: work
        graph: {tenant: contoso.example, client_id: 5a1d0e2c-7b46-4c39-8f10-3e9c6d2b7a54}
        drives: [b!1]
        caps: {day: {items: 10}}
        """
    private static let rules = """
        version: 1
        timezone: UTC
        rules:
          - {id: tmp, match: {name: "*.tmp"}, then: delete}
        """

    @Test(
        "look at no state after a signal, and in working hours to see whether anything is left",
        arguments: [(Ending.interrupted, true), (.terminated, true), (.quota, false)])
    func stopped(ending: Ending, leaves: Bool) async throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("nights-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: root) }
        for (name, text) in [("fleet.yaml", Self.fleet), ("rules.yaml", Self.rules)] {
            try text.write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8)
        }
        var request = FleetRequest(
            try FleetSettings.load(root + "/fleet.yaml"), extent: .executionOnly, id: "1")
        request.stop = { ending }
        let report = await (try FleetRun(request)).report()
        #expect(report.end == nil && report.outcomes.isEmpty)
        #expect(report.isCut == leaves && report.stopped == (leaves ? ending : nil))
    }
}
