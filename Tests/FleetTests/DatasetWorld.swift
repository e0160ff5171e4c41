// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import Testing

@testable import FleetParts

/// A dataset of a few drives, and the folder that it is imported into.
final class DatasetWorld {
    /// Where a file is.
    enum Place: Int {
        case ada = 1
        case bob = 2
        /// A library of a site that is no OneDrive.
        case shared = 3
        /// Another library of that site, which is a drive too.
        case second = 4
        /// A third one, which is none.
        case other = 5
        /// A site of which there is no drive.
        case foreign = 6

        /// The site, the web and the library.
        var ids: [String] {
            let site = (3...5).contains(rawValue) ? 3 : rawValue
            return [
                DatasetWorld.guid("5", site), DatasetWorld.guid("6", site),
                DatasetWorld.guid("7", rawValue),
            ]
        }
    }

    /// Where all of it is.
    let root: String
    /// Where it is imported into.
    let folder: DatasetFolder
    /// Whether libraries of OneDrives are taken alone.
    var takesOneDrivesOnly = false
    /// The folder of the libraries of OneDrives.
    var library = "Documents"

    private init(_ root: String) {
        self.root = root
        folder = DatasetFolder(path: root + "/imported")
    }

    /// A world of its own that is gone at the end.
    static func scratch(_ body: (DatasetWorld) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-dataset-\(UUID().uuidString)")
        let world = DatasetWorld(root.path)
        try FileManager.default.createDirectory(
            atPath: world.folder.readPath, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try body(world)
    }

    static func guid(_ digit: String, _ number: Int) -> String {
        String(repeating: digit, count: 8) + "-0000-4000-8000-"
            + String(format: "%012x", number)
    }

    /// The id of the file of that number.
    func item(_ number: Int) -> String { Self.guid("a", number) }

    /// A line; `more` are further members.
    func line(
        _ place: Place, _ number: Int, _ folder: String?, _ name: String?, _ more: String...,
        day: Int = 19
    ) -> String {
        line(place, number, folder, name, day: day, "Full", more)
    }

    /// A line of that operation.
    func line(
        _ place: Place, _ number: Int, _ folder: String?, _ name: String?, day: Int,
        _ operation: String, _ more: [String] = []
    ) -> String {
        let ids = place.ids
        let isOneDrive = place == .ada || place == .bob
        var members = [
            #""SiteId":"\#(ids[0])","WebId":"\#(ids[1])","ListId":"\#(ids[2])""#,
            #""ItemId":"\#(item(number).uppercased())""#,
            #""ListServerTemplate":"\#(isOneDrive ? "MySite" : "")DocumentLibrary""#,
            #""Operation":"\#(operation)""#,
            #""SnapshotDate":"2026-11-\#(String(format: "%02d", day))T00:00:00Z""#,
            #""TimeCreated":"2023-05-06T03:20:33Z","TimeLastModified":"2023-05-06T03:21:03Z""#,
            #""Author":{"Name":"Contoso User3","Email":"user3@contoso.example"}"#,
        ]
        if let folder { members.append(#""DirName":"\#(folder)""#) }
        if let name { members.append(#""FileName":"\#(name)""#) }
        if !more.contains(where: { $0.hasPrefix(#""SizeInBytes""#) }) {
            members.append(#""SizeInBytes":12"#)
        }
        return "{" + (members + more).joined(separator: ",") + "}"
    }

    /// Has the dataset be these files.
    func write(_ files: [String: [String]]) throws {
        let place = root + "/files"
        try? FileManager.default.removeItem(atPath: place)
        for (name, lines) in files {
            let url = URL(fileURLWithPath: "\(place)/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: url)
        }
    }

    /// Packs a file of the dataset; its name stays. What is in it stands there as it is (RFC 1951,
    /// section 3.2.4).
    func pack(_ name: String) throws {
        let url = URL(fileURLWithPath: "\(root)/files/\(name)")
        let bytes = [UInt8](try Data(contentsOf: url))
        func word(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var checksum: UInt32 = .max
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 {
                checksum = checksum & 1 == 0 ? checksum >> 1 : checksum >> 1 ^ 0xedb8_8320
            }
        }
        let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]
        let packed =
            head + word(bytes.count, 2) + word(~bytes.count, 2) + bytes
            + word(Int(~checksum), 4) + word(bytes.count, 4)
        try Data(packed).write(to: url)
    }

    // MARK: Importing

    /// Writes down what is to be imported.
    @discardableResult
    func begin() throws -> DatasetJob {
        func drive(_ name: String, _ place: Place, _ library: String) -> DatasetJob.Drive {
            let ids = place.ids
            return DatasetJob.Drive(
                name: name, site: ids[0], web: ids[1], list: ids[2], library: library)
        }
        let place = root + "/files"
        let names = try #require(FileManager.default.enumerator(atPath: place))
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
        let job = DatasetJob(
            drives: [
                drive("team", .shared, "Shared Documents"), drive("bob", .bob, library),
                drive("ada", .ada, library), drive("second", .second, "Second"),
            ], takesOneDrivesOnly: takesOneDrivesOnly,
            files: try names.map { name in
                SourceFile(
                    path: "\(place)/\(name)", name: name,
                    stamp: try #require(try FileStamp(path: "\(place)/\(name)")))
            }, engine: 1)
        try PartFolder.write(job.bytes, to: folder.jobPath)
        return job
    }

    /// Does all steps; the lines of all listings.
    @discardableResult
    func imported() throws -> [String] {
        let job = try begin()
        for number in job.files.indices {
            if DatasetTask.isRead(job.files[number], by: job.settings, in: folder) { continue }
            try DatasetOrder(DatasetTask(.split, number), in: folder).run()
        }
        var generation = try DatasetGeneration(job, DatasetIndex.all(job, in: folder))
        if let made = DatasetMade.read(in: folder) {
            generation.seen = made.seen
        } else {
            generation.hasLostSeen = FileManager.default.fileExists(atPath: folder.madePath)
        }
        try FileManager.default.createDirectory(
            atPath: folder.folder(generation), withIntermediateDirectories: true)
        try generation.write(in: folder)
        for part in generation.parts.indices
        where DatasetEnd.read(part, generation, in: folder) == nil {
            try DatasetOrder(DatasetTask(.gather, part), in: folder).run()
        }
        try DatasetMade(generation, in: folder).write(in: folder)
        return try generation.parts.indices.flatMap { part in
            let bytes = try PartFolder.read(
                folder.listingPath(part, of: generation), most: 1 << 20)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// What was read of each file.
    func indices() throws -> [DatasetIndex] { try DatasetIndex.all(try begin(), in: folder) }

    /// What was made last.
    func generation() throws -> DatasetGeneration { try folder.generation() }

    /// The same.
    func made() throws -> DatasetMade { try #require(DatasetMade.read(in: folder)) }
}
