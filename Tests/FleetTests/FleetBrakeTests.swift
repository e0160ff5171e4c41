// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import TestSupport
import Testing
import Workflow

@testable import Fleet

/// The brake of a fleet, which several processes put on and let go at once.
@Suite("The brake of a fleet")
struct FleetBrakeTests {
    private func scratch(_ body: (FleetGround, FleetBrake, DeedJournal) async throws -> Void)
        async throws
    {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-brake-\(UUID().uuidString)")
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
                caps: {day: {items: 10}, stop_when: {undone: 10%}}

                """
            ), ("rules.yaml", "version: 1\ntimezone: UTC\nrules: []\n"),
            ("drives.jsonl", #"{"name":"ada","drive_id":"b!1"}"# + "\n"),
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(name))
        }
        let path = root.appendingPathComponent("fleet.yaml").path
        let ground = try FleetGround.load(path)
        let brake = FleetBrake(try FleetRecords.load(path, withDrives: false))
        try await body(ground, brake, DeedJournal(ground.work))
    }

    /// That of ten items so many were taken back.
    private func undone(_ count: Int64, _ drive: FleetDrive) -> FleetDeed {
        var deed = FleetDeed(.staged)
        deed.drive = drive.key
        deed.plan = "p-1"
        deed.statePlan = "p-own"
        deed.wave = 1
        deed.counts = ["p-1": DeedCounts(staged: 10, waiting: 10 - count, undone: count)]
        return deed
    }

    @Test("is on when somebody puts it on while another one lets it go")
    func pausedMeanwhile() async throws {
        try await scratch { ground, brake, journal in
            #expect(try brake.pause())
            #expect(try !brake.pause())
            #expect(try brake.forgive(journal) != nil)
            // The mark is there still, and the journal says that it is let go.
            _ = try brake.pause()
            #expect(try !brake.takeAway(journal))
            #expect(ground.work.isPaused)
            #expect(try journal.deeds().pause != nil)
            // Nobody has: it goes on.
            _ = try brake.resume()
            #expect(!ground.work.isPaused)
            #expect(try journal.deeds().pause == nil)
        }
    }

    @Test("is on when the fleet pauses by itself while somebody lets it go, and says why")
    func stoppedMeanwhile() async throws {
        try await scratch { ground, brake, journal in
            let drive = try #require(ground.drive(named: "ada"))
            let watch = StopWatch(ground: ground, journal: journal)
            try journal.add([undone(1, drive)])
            #expect(try !watch.hasStopped(drive))
            try journal.add([undone(3, drive)])
            #expect(try watch.hasStopped(drive) && ground.work.isPaused)
            let why = try #require(try journal.deeds().pause)
            #expect(!why.isEmpty)
            #expect(try brake.forgive(journal) != nil)
            try journal.add([undone(6, drive)])
            // Another worker has asked for the mark before it was there.
            let again = try journal.add { (deeds, _) throws(Failure) in
                try watch.paused(drive, deeds)
            }
            #expect(again != nil)
            #expect(try !brake.takeAway(journal))
            #expect(try watch.hasStopped(drive) && ground.work.isPaused)
            #expect(try journal.deeds().pause?.isEmpty == false)
            // What somebody has gone on from stops nothing.
            _ = try brake.resume()
            #expect(try !watch.hasStopped(drive) && !ground.work.isPaused)
        }
    }

    @Test("is as the journal has it in the end, however many put it on and let it go at once")
    func many() async throws {
        try await scratch { ground, brake, journal in
            for round in 0..<4 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in 0..<4 {
                        group.addTask {
                            for _ in 0..<5 {
                                if (worker + round) % 2 == 0 {
                                    _ = try brake.pause()
                                } else {
                                    _ = try brake.resume()
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                let isOn = try journal.deeds().pause != nil
                #expect(isOn == ground.work.isPaused, "\(round)")
            }
        }
    }
}
