// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import Testing
import Workflow
import YAMLBridge

@testable import Fleet

/// The journal of a plan over all drives: who has which drive, what of the caps is used, and what a killed
/// process leaves.
@Suite("The journal of a plan over a fleet")
struct DeedJournalTests {
    private func folder() throws -> FleetFolder {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("deeds-\(UUID().uuidString)").path
        let folder = FleetFolder(path: place)
        try folder.prepareJournal()
        return folder
    }

    private let drive = FleetDrive(id: "b!1", name: "ada")

    private func reserved(_ items: Int64, day: String = "2026-11-23") -> FleetDeed {
        var deed = FleetDeed(.reserved)
        deed.drive = drive.key
        deed.day = day
        deed.amount = FleetAmount(items: items, bytes: items * 10)
        return deed
    }

    private func turn(_ items: Int64, _ counts: DeedCounts = DeedCounts()) -> FleetDeed {
        var deed = FleetDeed(.turn)
        deed.drive = drive.key
        deed.day = "2026-11-23"
        deed.amount = FleetAmount(items: items, bytes: items * 10)
        deed.counts = ["p-1": counts]
        deed.audit = AuditMark(lines: 3, link: String(repeating: "a", count: 64))
        return deed
    }

    private func staged(_ wave: Int64) -> FleetDeed {
        var deed = FleetDeed(.staged)
        deed.drive = drive.key
        deed.name = drive.name
        deed.plan = "p-1"
        deed.statePlan = "p-own"
        deed.wave = wave
        deed.amount = FleetAmount(items: 5, bytes: 50)
        deed.counts = ["p-1": DeedCounts(staged: 5, waiting: 5)]
        return deed
    }

    @Test("says the same when it is read again, by this process and by another one")
    func reading() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let (one, other) = (try DeedJournal(folder), try DeedJournal(folder))
        try one.add([staged(1)])
        #expect(try other.deeds().counts(of: "p-1", wave: 1).waiting == 5)
        var gone = DeedCounts(staged: 5, waiting: 1, deleted: 3, changed: 1)
        try other.add([reserved(4), turn(3, gone)])
        let deeds = try one.deeds()
        #expect(deeds.counts(of: "p-1", wave: 1) == gone && deeds.drives == [drive.key])
        #expect(deeds.plans == [drive.key: ["p-own": "p-1"]] && deeds.names[drive.key] == "ada")
        #expect(deeds.total(since: "2026-11-23").amount == FleetAmount(items: 3, bytes: 30))
        // What somebody has seen and gone on from is no news any more.
        try one.add([FleetDeed(.resumed)])
        #expect(try one.deeds().news(of: "p-1", wave: 1).changed == 0)
        gone.changed = 2
        try other.add([turn(0, gone)])
        #expect(try one.deeds().news(of: "p-1", wave: 1).changed == 1)
    }

    @Test("has a drive in one worker's hands, until it is given back or the time is over")
    func leases() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let one = FleetLeases(try DeedJournal(folder))
        let other = FleetLeases(try DeedJournal(folder))
        let first = try #require(try one.take(drive, isAlone: false))
        #expect(try other.take(drive, isAlone: false) == nil)
        #expect(try one.renew(drive, first))
        try one.giveBack(drive, first)
        let second = try #require(try other.take(drive, isAlone: false))
        #expect(second == first + 1)
        #expect(try !one.renew(drive, first), "what was given back is not had any more")
        // One of a process that is gone is nobody's; then the old one has nothing more to say.
        let third = try #require(try one.take(drive, isAlone: true))
        #expect(third == second + 1)
        #expect(try !other.holds(drive.key, second, DeedJournal(folder).deeds()))
    }

    @Test("hands a drive on whose time is over, and not before, however the clock is set")
    func clocks() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        // Another machine, whose clock is an hour ahead, has the drive.
        let ahead = Int64(Date().timeIntervalSince1970) + 3_600
        var deed = FleetDeed(.lease)
        (deed.drive, deed.worker, deed.generation) = (drive.key, "elsewhere/1", 1)
        (deed.at, deed.until) = (ahead, ahead + 300)
        var file = ChainedFile(path: folder.deeds)
        try file.add([deed.body])
        let journal = try DeedJournal(folder)
        #expect(try FleetLeases(journal).take(drive, isAlone: true) == nil)
        try journal.add([reserved(2, day: "2026-11-24")])
        #expect(try journal.deeds().at == ahead, "time never runs back")
        let problem = journal.clockProblem(try journal.deeds(), "/a b/fleet.yaml")
        #expect(problem?.description.contains("still to come") == true)
        #expect(
            problem?.description.contains("fleet resume '/a b/fleet.yaml' --clock") == true)
        // A day that is still to come counts for today as well: no cap is granted twice.
        #expect(try journal.deeds().total(since: "2026-11-23").amount.items == 2)
        deed.until = ahead - 1
        deed.generation = 2
        try journal.add([deed])
        #expect(try FleetLeases(journal).take(drive, isAlone: false) == 3)
    }

    @Test(
        "goes on from the clock as it is once a person says that it is right, and grants nothing twice"
    )
    func resetClock() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let now = Int64(Date().timeIntervalSince1970)
        let (ahead, later) = (now + 30 * 86_400, "2026-12-23")
        func line(_ event: FleetDeed.Event) -> FleetDeed {
            var deed = FleetDeed(event)
            (deed.drive, deed.worker, deed.generation) = (drive.key, "elsewhere/1", 1)
            (deed.at, deed.until, deed.day) = (ahead, ahead + 300, later)
            deed.amount = FleetAmount(items: 4, bytes: 40)
            return deed
        }
        var file = ChainedFile(path: folder.deeds)
        try file.add([
            staged(1).body, line(.lease).body, line(.reserved).body, line(.turn).body,
            line(.reserved).body,
        ])
        let journal = try DeedJournal(folder)
        #expect(try journal.deeds().hasUsed(after: "2026-11-23"))
        var reset = FleetDeed(.clock)
        reset.day = "2026-11-23"
        let deed = reset
        try journal.add(resetsClock: true) { (_, _) throws(Failure) in ([deed], ()) }
        for journal in [journal, try DeedJournal(folder)] {
            let deeds = try journal.deeds()
            #expect(deeds.at < now + 600 && journal.clockProblem(deeds, "f") == nil)
            #expect(deeds.total(since: "2026-11-23") == (FleetAmount(items: 8, bytes: 80), 1))
            // Of what was reserved last nobody has said what came of it: it counts for each day.
            #expect(deeds.total(since: "2026-11-24").amount.items == 4)
            #expect(!deeds.hasUsed(after: "2026-11-23"))
            #expect(deeds.leases[drive.key].map { $0.until <= now + 600 } == true)
            #expect(deeds.waves["p-1"]?[1].map { $0.last <= now + 600 } == true)
        }
    }

    @Test("counts what goes while the day changes for both days, before it is over and after")
    func midnight() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let journal = try DeedJournal(folder)
        let leases = FleetLeases(journal)
        let generation = try #require(try leases.take(drive, isAlone: true))
        try journal.add([reserved(4)])
        #expect(try journal.deeds().total(since: "2026-11-24").amount.items == 4)
        var ended = turn(3)
        ended.day = "2026-11-24"
        try journal.add([ended])
        for day in ["2026-11-23", "2026-11-24"] {
            #expect(try journal.deeds().total(since: day).amount.items == 3, "\(day)")
        }
        #expect(try journal.deeds().total(since: "2026-11-25").amount.items == 0)
        // What nobody is at work on any more is of its own day alone.
        try journal.add([reserved(4)])
        try leases.giveBack(drive, generation)
        #expect(try journal.deeds().total(since: "2026-11-24").amount.items == 3)
        #expect(try journal.deeds().total(since: "2026-11-23").amount.items == 7)
    }

    @Test("belongs to a plan over all drives, beside which no drive has rounds of its own")
    func rounds() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        try folder.demandRounds()
        try DeedJournal(folder).add([staged(1)])
        let error = #expect(throws: Failure.self) { try folder.demandRounds() }
        #expect(error?.status == .refused)
    }

    @Test("counts what a killed worker had reserved as used, whatever was written last")
    func killed() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        let deeds = [reserved(5), turn(2), reserved(4), reserved(1), turn(1), reserved(7)]
        let used: [Int64] = [0, 5, 2, 6, 7, 7, 14]
        try DeedJournal(folder).add(deeds)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.deeds)))
        for length in 0...bytes.count {
            try Data(bytes.prefix(length)).write(to: URL(fileURLWithPath: folder.deeds))
            let whole = bytes.prefix(length).count { $0 == UInt8(ascii: "\n") }
            let found = try DeedJournal(folder).deeds().total(since: "2026-11-23").amount.items
            #expect(found == used[whole], "\(length)")
        }
    }

    @Test("of a wave is over when all drives of the sizes before have had their turn")
    func waves() {
        let sizes: [FleetFile.WaveSize] = [.drives(10), .percent(1), .percent(10), .percent(100)]
        #expect(FleetWaves.ends(sizes, of: 50_000) == [10, 500, 5_000, 50_000])
        #expect(FleetWaves.ends(sizes, of: 200) == [10, 10, 20, 200])
        #expect(FleetWaves.ends(sizes, of: 7) == [7, 7, 7, 7])
        #expect(FleetWaves.ends([.percent(1)], of: 50) == [1])
        #expect(FleetWaves.ends([.percent(33), .drives(3)], of: 10) == [4, 4])
        #expect(FleetWaves.ends(sizes, of: 0) == [0, 0, 0, 0])
    }
}
