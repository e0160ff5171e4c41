// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Testing
import Workflow

@testable import Fleet

/// The files of the folder of journals, to which several drives write that are staged at once.
@Suite("The journals of a fleet that many write to at once")
struct SharedJournalTests {
    /// A fleet of no drives in a folder of its own.
    private func ground() throws -> (place: String, ground: FleetGround) {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("shared-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true)
        let files = [
            "rules.yaml": "version: 1\ntimezone: UTC\nrules: []\n",
            "drives.ndjson": #"{"name":"ada","drive_id":"b!1","owner":"Ada"}"# + "\n",
            "fleet.yaml": """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: listings, files: "listings/*.ndjson"}
            inventory: drives.ndjson

            """,
        ]
        for (name, text) in files {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
        }
        return (place, try FleetGround.load(place + "/fleet.yaml"))
    }

    @Test("have what all drives rely on of one of them")
    func reliances() throws {
        let (place, ground) = try ground()
        defer { try? FileManager.default.removeItem(atPath: place) }
        try ground.work.prepareJournal()
        let elsewhere = FleetElsewhere(ground: ground)
        let (drives, each) = (8, 12)
        DispatchQueue.concurrentPerform(iterations: drives) { drive in
            for item in 0..<each {
                let one = FleetElsewhere.Reliance(
                    drive: "d-\(drive)", item: "\(item)", survivor: "film")
                try? elsewhere.note([one], on: "d-x")
            }
        }
        var found: Set<String> = []
        var file = ChainedFile(path: ground.work.reliance(on: "d-x"))
        try file.read { body in
            guard let one = FleetElsewhere.Reliance(body: body) else { return false }
            return found.insert("\(one.drive) \(one.item)").inserted
        }
        #expect(found.count == drives * each && file.torn == 0)
    }
}
