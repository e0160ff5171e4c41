// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import RuleEngine
import StateLedger
import Testing
import Workflow

@testable import Fleet
@testable import FleetParts

/// A fleet whose drives are listed in states, in a folder of its own.
struct StateWorld: Sendable {
    /// Where all of it is.
    let root: String

    /// What a drive is called in its state, its id, and the lines of its items.
    typealias Drive = (name: String, id: String, lines: String)

    /// A world that is gone at the end.
    static func scratch(_ body: (StateWorld) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-kept-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let path = try #require(MachinePath.canonical(root.path))
        let world = StateWorld(root: path)
        try world.write("version: 1\nrules: []\n", to: "rules.yaml")
        try world.fleet(profiles: "profiles/*")
        try await body(world)
    }

    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: "\(root)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// Has the fleet file mean those profiles.
    func fleet(profiles: String) throws {
        try write(
            """
            version: 1
            rules: rules.yaml
            work: work
            source: {kind: state, profiles: "\(profiles)"}
            inventory: drives.ndjson
            """, to: "fleet.yaml")
    }

    /// Has the inventory be of those drives; without an id where that is nil.
    func inventory(_ drives: [(name: String, id: String?)]) throws {
        let lines = drives.map { name, id in
            id.map { #"{"name":"\#(name)","drive_id":"\#($0)"}"# } ?? #"{"name":"\#(name)"}"#
        }
        try write(lines.map { $0 + "\n" }.joined(), to: "drives.ndjson")
    }

    /// The path of the state of `profile`.
    func path(_ profile: String) -> String { "\(root)/profiles/\(profile)/state.sqlite" }

    /// The items that `lines` tell of, on the drive `name`.
    static func listing(_ lines: String, drive name: String) throws -> Listing {
        var reader = ListingReader(defaultDrive: name)
        reader.threadCount = 1
        var builder = try reader.read(.bytes(Array(lines.utf8)))
        // Without items a drive is one too.
        _ = try builder.drive(named: name, kind: .listing)
        return builder.finish()
    }

    /// Calls `body` with the state of `profile`, which is made if it is not there, and closes it.
    func with(_ profile: String, _ body: (Ledger) async throws -> Void) async throws {
        try FileManager.default.createDirectory(
            atPath: "\(root)/profiles/\(profile)", withIntermediateDirectories: true)
        let ledger = try Ledger.open(path: path(profile), now: Self.at(0))
        try await body(ledger)
        await ledger.close()
    }

    /// Keeps the listings of `drives` in the state of `profile`, as of so many seconds.
    func keep(_ drives: [Drive], in profile: String, at seconds: Int64 = 0) async throws {
        try await with(profile) { ledger in
            for drive in drives {
                let listing = try Self.listing(drive.lines, drive: drive.name)
                try await ledger.saveCatalog(
                    Self.record(drive.name, drive.id, at: seconds),
                    parts: ListingSnapshot.parts(of: listing, drive: 0).map {
                        CatalogPart(name: $0.name, chunk: $0.chunk, bytes: $0.bytes)
                    })
            }
        }
    }

    /// What a state knows of the OneDrive of that id.
    static func record(_ name: String, _ id: String, at seconds: Int64 = 0) -> LedgerDrive {
        LedgerDrive(
            name: name, kind: "onedrive",
            identity: "onedrive:" + GraphID.comparable(drive: id), settings: [:],
            syncedAt: at(seconds), itemCount: 0, fileCount: 0)
    }

    /// So many seconds after 2026-01-01T00:00:00Z.
    static func at(_ seconds: Int64) -> Timestamp {
        Timestamp(secondsSinceEpoch: 1_767_225_600 + seconds)
    }

    // MARK: Importing

    /// Imports what the states hold; `without` drives.
    func imported(_ without: String...) async throws -> StatesImport.Outcome {
        let source = try FleetSource.load(root + "/fleet.yaml")
        try source.work.preparePlans()
        var work = StatesImport(source, jobs: 2, reader: 7) { nil }
        work.options.quietSeconds = 0
        work.without = without
        return try await work.run()
    }

    /// The snapshot of the state of `profile`.
    func snapshot(_ profile: String) -> PartSnapshot {
        SnapshotFolder(path: "\(root)/work/snapshots").snapshot(of: path(profile))
    }

    /// What the snapshot of the state of `profile` holds.
    func imported(listing profile: String) throws -> Listing {
        let snapshot = snapshot(profile)
        return try snapshot.listing(ofContent: snapshot.head().content) { _ in true }
    }

    /// Has notes say that nobody had written to the states for some time, as is true next night.
    func settle() throws {
        let folder = "\(root)/work/snapshots"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".json") {
            let note = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            try write(
                note.replacingOccurrences(
                    of: #""isSettled":false"#, with: #""isSettled":true"#),
                to: "work/snapshots/\(name)")
        }
    }
}
