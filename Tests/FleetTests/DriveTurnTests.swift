// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import Testing
import Workflow

@testable import Fleet

/// The turn of one drive of a fleet.
@Suite("The turn of a drive of a fleet")
struct DriveTurnTests {
    private func scratch(_ body: (FleetGround) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-turn-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in [
            (
                "fleet.yaml",
                """
                version: 1
                rules: rules.yaml
                work: work
                source: {kind: listings, files: "*.ndjson"}
                inventory: drives.jsonl
                caps: {day: {items: 10}}

                """
            ),
            (
                "rules.yaml",
                """
                version: 1
                timezone: UTC
                rules:
                  - {id: images, match: {name: "*.iso"}, then: delete}

                """
            ), ("drives.jsonl", #"{"name":"ada","drive_id":"b!1"}"# + "\n"),
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(name))
        }
        try body(FleetGround.load(root.appendingPathComponent("fleet.yaml").path))
    }

    @Test("takes nothing from the caps, and says why, once another worker has the drive")
    func lostLease() throws {
        try scratch { ground in
            let journal = try DeedJournal(ground.work)
            let leases = FleetLeases(journal)
            let drive = try #require(ground.drive(named: "ada"))
            let turn = DriveTurn(
                ground: ground, drive: drive, journal: journal, leases: leases,
                request: FleetExecutionRequest(workers: 1),
                watch: StopWatch(ground: ground, journal: journal))
            let wanted = FleetAmount(items: 4, bytes: 40)
            let generation = try #require(try leases.take(drive, isAlone: true))
            #expect(try turn.reserve(wanted, generation) == wanted)
            // The caps of the day leave no more.
            let more = FleetAmount(items: 400, bytes: 40)
            let used = try #require(try leases.take(drive, isAlone: true))
            #expect(try turn.reserve(more, used).items == 6)
            let other = FleetLeases(journal)
            _ = try #require(try other.take(drive, isAlone: true))
            let error = #expect(throws: Failure.self) { try turn.reserve(wanted, used) }
            #expect(error?.status == .locked)
            #expect(error?.phrase != nil)
        }
    }
}
