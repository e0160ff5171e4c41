// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport
import Workflow

@testable import Fleet

/// What the journal of a fleet says after a run, and after one that was killed.
@Suite("The journal of a fleet")
struct FleetJournalTests {
    private func folder() throws -> FleetFolder {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("fleet-\(UUID().uuidString)").path
        let folder = FleetFolder(path: place)
        try folder.prepare()
        return folder
    }

    private func entry(
        _ event: FleetEntry.Event, _ drive: String = "", _ items: Int64 = 0,
        day: String = "2026-11-23"
    ) -> FleetEntry {
        FleetEntry(
            event: event, day: day, at: 7, drive: drive,
            amount: FleetAmount(items: items, bytes: items * 10))
    }

    private func write(_ folder: FleetFolder, _ entries: [FleetEntry]) throws {
        let journal = try FleetJournal(folder, FleetJournal.read(folder), since: "2026-11-23")
        for entry in entries { try journal.add(entry) }
    }

    @Test("counts what was used, and all that a killed run had reserved")
    func killed() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        try write(
            folder,
            [
                entry(.run), entry(.reserved, "d-a", 9), entry(.used, "d-a", 4),
                entry(.reserved, "d-b", 5), entry(.reserved, "d-c", 1), entry(.used, "d-c", 0),
            ])
        let record = try FleetJournal.read(folder)
        #expect(record.total(since: "2026-11-23").amount == FleetAmount(items: 9, bytes: 90))
        #expect(record.total(since: "2026-11-23").drives == 2)
        #expect(record.unfinished == 7)
        // The next run goes on, and what nobody knows of stays counted.
        try write(folder, [entry(.reserved, "d-b", 2), entry(.used, "d-b", 2), entry(.end)])
        let next = try FleetJournal.read(folder)
        #expect(next.amount(of: "d-b", since: "2026-11-23") == FleetAmount(items: 7, bytes: 70))
        #expect(next.unfinished == nil)
    }

    @Test("forgets days that are over, and counts days that are still to come")
    func days() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        try write(
            folder,
            [
                entry(.used, "d-a", 4, day: "2026-11-22"), entry(.used, "d-a", 3),
                entry(.used, "d-a", 2, day: "2026-11-24"),
            ])
        let record = try FleetJournal.read(folder)
        #expect(record.total(since: "2026-11-23").amount.items == 5, "a clock that was set back")
        #expect(record.lines(since: "2026-11-24").count == 1)
        #expect(record.total(since: "2026-11-25").amount.items == 0)
    }

    @Test("that was cut short while its last line was written says what stood before")
    func cut() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        try write(folder, [entry(.used, "d-a", 4), entry(.used, "d-b", 3)])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.journal))
        for count in 0...bytes.count {
            try bytes.prefix(count).write(to: URL(fileURLWithPath: folder.journal))
            let items = try FleetJournal.read(folder).total(since: "2026-11-23").amount.items
            #expect([0, 4, 7].contains(items))
        }
        try Data("{}\n".utf8).write(to: URL(fileURLWithPath: folder.journal))
        #expect(throws: Failure.self) { try FleetJournal.read(folder) }
    }

    @Test("lies in a folder that nobody else reaches")
    func privacy() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        chmod(folder.path, 0o755)
        let failure = #expect(throws: Failure.self) { try folder.prepare() }
        #expect(failure?.status == .refused)
    }
}
