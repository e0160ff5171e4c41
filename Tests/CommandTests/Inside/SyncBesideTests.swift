// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import TestSupport
import Testing
@testable import Workflow

/// What other devices say, heard beside other work; and what a device calls itself.
@Suite("Hearing other devices")
struct SyncBesideTests {
    private let home: ScratchHome
    private static let start = Timestamp(secondsSinceEpoch: 1_800_000_000)

    init() throws {
        home = try ScratchHome()
        try FileManager.default.createDirectory(
            atPath: home.path + "/share", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              mine: {kind: listing, file: pages.json}
            sync: {folder: share}
            rules:
              - {id: images, match: {ext: jpg}, then: review}

            """, to: "rules.yaml")
    }

    /// A device that shares its decisions.
    private func device(_ name: String) throws -> DecisionSyncer {
        let session = StateSession(
            file: try StateFile.locate(path: home.path + "/\(name).db", profile: nil),
            ledger: try Ledger.inMemory(now: Self.start), clock: WorkflowClock { Self.start })
        return DecisionSyncer(
            session: session, rules: try RulesLoader.load(home.path + "/rules.yaml"))
    }

    private func keep(_ id: String, on device: DecisionSyncer) async throws {
        let item = RecordedItem(drive: "mine", id: id, path: "/\(id).jpg", type: .file)
        let decision = DecisionRecord(
            item: item, driveIdentity: "onedrive:abc", verdict: .keep, decidedAt: Self.start,
            day: "2027-01-15", source: "command")
        _ = try await device.session.ledger.decide([decision], at: Self.start)
    }

    @Test("goes on while something is deleted, and tells when nobody is heard for long")
    func beside() async throws {
        let (laptop, server) = (try device("laptop"), try device("server"))
        for _ in 0..<2 {
            for one in [laptop, server] { _ = try await one.sync(name: "x") }
        }
        let beat = laptop.beat(every: .milliseconds(1))
        try await keep("a", on: server)
        _ = try await server.sync()
        // However long it takes: a test that hears nothing never ends.
        while try await laptop.session.ledger.decisions().isEmpty { await Task.yield() }
        #expect(laptop.session.hearing.obstacle == nil)
        let share = home.path + "/share"
        try FileManager.default.moveItem(atPath: share, toPath: share + ".away")
        while laptop.session.hearing.obstacle == nil { await Task.yield() }
        try FileManager.default.moveItem(atPath: share + ".away", toPath: share)
        while laptop.session.hearing.obstacle != nil { await Task.yield() }
        beat.cancel()
        await beat.value
    }

    @Test("is done under a name that others can read, whatever the machine is called")
    func names() {
        for (host, name) in [
            ("laptop".utf8.map { $0 }, "laptop"), ("laptop.home.example".utf8.map { $0 }, "laptop"),
            ([], "device"), ([UInt8(ascii: ".")], "device"),
            ([0x6c, 0xe4, 0x70], "l\u{fffd}p"), ([0xff, 0xfe], "\u{fffd}\u{fffd}"),
        ] {
            #expect(SyncSwitch.name(ofHost: host) == name)
        }
        let longest = SyncSwitch.name(ofHost: [UInt8](repeating: 0xff, count: 255))
        #expect(longest.utf8.count <= SyncSwitch.namesMax && !longest.isEmpty)
    }
}
