// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workflow

@testable import Fleet

/// The journal of a fleet and the states of its drives, of which one is older than the other.
@Suite("A journal and states of a fleet")
struct FleetFitTests {
    private static let drive = FleetDrive(id: "b!1", name: "ada")

    /// A fleet of one drive, whose state is there.
    private func scratch(
        rules: String = "version: 1\nrules: []\n", _ body: (FleetRecords) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-fit-\(UUID().uuidString)")
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

                """
            ), ("rules.yaml", rules),
            ("drives.jsonl", #"{"name":"ada","drive_id":"b!1"}"# + "\n"),
        ] {
            try Data(text.utf8).write(to: root.appendingPathComponent(name))
        }
        let records = try FleetRecords.load(root.appendingPathComponent("fleet.yaml").path)
        try records.work.prepare()
        try records.work.prepare(Self.drive.key)
        try await FleetGround.with(try StateSession.opened(try state(records))) { _ in }
        try await body(records)
    }

    private func state(_ records: FleetRecords) throws -> StateFile {
        try records.work.state(Self.drive.key)
    }

    private func deed(_ event: FleetDeed.Event, undone: Int64 = 0) -> FleetDeed {
        var deed = FleetDeed(event)
        deed.drive = Self.drive.key
        deed.name = Self.drive.name
        deed.plan = "p-1"
        deed.statePlan = "p-own"
        deed.wave = 1
        deed.counts = ["p-1": DeedCounts(staged: undone, undone: undone)]
        return deed
    }

    private func mark(_ records: FleetRecords, _ journal: DeedJournal) async throws {
        let fit = FleetFit(records, journal)
        _ = try await records.work.withState(Self.drive.key) { session async throws(Failure) in
            try await fit.mark(session, plan: "p-1", wave: 1)
        }
    }

    private func doubts(_ records: FleetRecords) async throws -> [String: Failure] {
        try await FleetFit(records, DeedJournal(records.work)).demand(workers: 2)
    }

    @Test("fit as long as no line is lost that the state knows of, and whatever is added")
    func cut() async throws {
        try await scratch { records in
            let journal = try DeedJournal(records.work)
            try journal.add([deed(.stage), deed(.staged), deed(.lease)])
            try await mark(records, journal)
            try journal.add([deed(.release)])
            #expect(try await doubts(records).isEmpty)
            let place = URL(fileURLWithPath: records.work.deeds)
            let whole = try Data(contentsOf: place)
            let lines = whole.split(separator: UInt8(ascii: "\n")).map { $0 + "\n".utf8 }
            for count in 0...lines.count {
                try Data(lines.prefix(count).joined()).write(to: place)
                if count >= 3 {
                    #expect(try await doubts(records).isEmpty, "\(count)")
                    continue
                }
                // Gone on with, the chain is whole, and as long as it was.
                for _ in 0..<2 {
                    let error = await #expect(throws: Failure.self, "\(count)") {
                        _ = try await doubts(records)
                    }
                    #expect(error?.status == .failed)
                    #expect(error?.message?.contains("has lost lines") == true)
                    let other = try DeedJournal(records.work)
                    // By another worker: the same lines of the same second would be no other journal.
                    var lease = deed(.lease)
                    lease.worker = "elsewhere/1"
                    try other.add([FleetDeed](repeating: lease, count: 4))
                    // Whoever works on hides nothing.
                    try await mark(records, other)
                }
            }
            try whole.write(to: place)
            #expect(try await doubts(records).isEmpty)
            try FileManager.default.removeItem(at: place)
            await #expect(throws: Failure.self) { _ = try await doubts(records) }
        }
    }

    @Test("do not fit where the state knows less than was written of it, or is gone")
    func older() async throws {
        try await scratch { records in
            let journal = try DeedJournal(records.work)
            try journal.add([deed(.staged)])
            #expect(try await doubts(records).isEmpty)
            try journal.add([deed(.undone, undone: 3)])
            #expect(try await doubts(records)[Self.drive.key]?.status == .failed)
            try FileManager.default.removeItem(atPath: try state(records).path)
            let gone = try await doubts(records)[Self.drive.key]
            #expect(gone?.message?.contains("is not there any more") == true)
            // A person says that it counts as it is.
            let (drives, left) = try await FleetReconciling(records).run()
            #expect(drives == 1 && left.isEmpty)
            #expect(try await doubts(records).isEmpty)
        }
    }

    @Test("do not fit where the state was copied, until a person says that they do")
    func copied() async throws {
        try await scratch { records in
            let journal = try DeedJournal(records.work)
            try journal.add([deed(.staged)])
            try await mark(records, journal)
            let path = try state(records).path
            guard try state(records).born != nil else { return }
            try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
            for _ in 0..<2 {
                let doubt = try await doubts(records)[Self.drive.key]
                #expect(doubt?.message?.contains("was copied") == true)
                try await mark(records, journal)
            }
            _ = try await FleetReconciling(records).run()
            #expect(try await doubts(records).isEmpty)
        }
    }

    @Test("are made to fit: a journal that was cut learns of what the state has staged")
    func reconciled() async throws {
        try await scratch { records in
            let journal = try DeedJournal(records.work)
            try journal.add([deed(.staged)])
            try await mark(records, journal)
            try FileManager.default.removeItem(atPath: records.work.deeds)
            _ = try await FleetReconciling(records).run()
            #expect(try await doubts(records).isEmpty)
            #expect(try DeedJournal(records.work).deeds().names[Self.drive.key] == "ada")
        }
    }

    @Test("are made to fit: what a state that was put back deletes from then on is written down")
    func audit() async throws {
        try await scratch { records in
            let path = records.work.audit(of: Self.drive.key)
            try DeedJournal(records.work).add([deed(.staged)])
            var file = ChainedFile(path: path)
            try file.add([Array(#"{"at":1,"event":"deleted","sequence":5000}"#.utf8)])
            for _ in 0..<2 {
                _ = try await FleetReconciling(records).run()
                // Once it counts from there, nothing is left to say.
                let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                #expect(lines.count == 2)
                #expect(lines.last?.contains(#""event":"reconciled""#) == true)
                #expect(lines.last?.contains("5000") == false)
            }
        }
    }

    private func deletion(_ sequence: Int) -> [UInt8] {
        Array(#"{"at":1,"event":"deleted","sequence":\#(sequence)}"#.utf8)
    }

    @Test("find out whether a drive's own file is broken, or lacks what the journal knows of")
    func ownFile() async throws {
        try await scratch { records in
            let path = records.work.audit(of: Self.drive.key)
            let place = URL(fileURLWithPath: path)
            let journal = try DeedJournal(records.work)
            try journal.add([deed(.staged)])
            var file = ChainedFile(path: path)
            try file.add((1...3).map(deletion))
            var turn = deed(.turn)
            turn.audit = AuditMark(lines: 3, link: file.link)
            // What was written down while that was, and had less by then, takes nothing back.
            var earlier = deed(.restored)
            earlier.audit = AuditMark(lines: 1, link: ChainedFile.noLink)
            try journal.add([turn, earlier])
            let fit = FleetFit(records, journal)
            func message() async throws -> String? {
                let deeds = try journal.deeds()
                let found = await fit.brokenAudits(deeds, workers: 2)[Self.drive.key]
                var audit = DriveAudit(records.work, Self.drive)
                let isSound = (try? fit.demand(&audit)) != nil
                #expect(isSound == (found == nil))
                let standing = try await FleetStanding(records)
                #expect((standing.ending == .failed) == (found != nil))
                return found?.message
            }
            #expect(try await message() == nil)
            let whole = try Data(contentsOf: place)
            let lines = whole.split(separator: UInt8(ascii: "\n")).map { $0 + "\n".utf8 }
            var turned = whole
            turned[7] ^= 1
            try turned.write(to: place)
            #expect(try await message()?.contains("is broken at line 1") == true)
            try Data(lines.dropLast().joined()).write(to: place)
            #expect(try await message()?.contains("has lost lines") == true)
            // Gone on with, it is as long as it was.
            var other = ChainedFile(path: path)
            try other.read { _ in true }
            try other.add([deletion(7), deletion(8)])
            #expect(try await message()?.contains("of line 3") == true)
            try FileManager.default.removeItem(at: place)
            #expect(try await message()?.contains("--restored") == true)
            // What a killed process has written without a word in the journal is no harm, torn or not.
            try whole.write(to: place)
            try file.add([deletion(4)])
            #expect(try await message() == nil)
            try (Data(contentsOf: place) + Data("{\"at\"".utf8)).write(to: place)
            #expect(try await message() == nil)
            // A person says that it counts as it is.
            try Data(lines.dropLast().joined()).write(to: place)
            _ = try await FleetReconciling(records).run()
            #expect(try await message() == nil)
        }
    }

    @Test("find out whether a drive's own file is another one while it is gone on with")
    func ownFileAtWork() async throws {
        try await scratch { records in
            let path = records.work.audit(of: Self.drive.key)
            let journal = try DeedJournal(records.work)
            try journal.add([deed(.staged)])
            var file = ChainedFile(path: path)
            try file.add([deletion(1), deletion(2)])
            let fit = FleetFit(records, journal)
            var audit = DriveAudit(records.work, Self.drive)
            try fit.demand(&audit)
            try fit.demand(&audit)
            try FileManager.default.removeItem(atPath: path)
            #expect(throws: Failure.self) { try fit.demand(&audit) }
            file = ChainedFile(path: path)
            try file.add([deletion(2), deletion(1)])
            #expect(throws: Failure.self) { try fit.demand(&audit) }
        }
    }

    @Test("are read whatever is wrong with the rules, the inventory and the rest of the fleet file")
    func records() async throws {
        try await scratch(rules: "version: 1\ntimezone: UTC\nrules: [}\n") { records in
            let folder = MachinePath.folder(of: records.path)
            func write(_ text: String, _ name: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            #expect(records.drive(key: Self.drive.key)?.name == "ada")
            try write("{", "drives.jsonl")
            try write(
                "version: 1\nrules: none.yaml\nwork: work\nsource: {kind: lists}\n", "fleet.yaml")
            // That a plan was carried out there says of which kind it is.
            #expect(try !FleetRecords.isMeant(by: records.path))
            try DeedJournal(records.work).add([deed(.staged)])
            #expect(try FleetRecords.isMeant(by: records.path))
            let left = try FleetRecords.load(records.path)
            #expect(left.work == records.work && left.drive(key: Self.drive.key) == nil)
            #expect(try await FleetStanding(left).ending == .done)
            #expect(throws: Failure.self) { try FleetGround.load(records.path) }
            try write("version: 1\nrules: none.yaml\n", "fleet.yaml")
            #expect(throws: Failure.self) { try FleetRecords.load(records.path) }
        }
    }
}
