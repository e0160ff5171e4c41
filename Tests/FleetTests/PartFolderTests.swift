// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import Messages
import RuleEngine
import TestSupport
import Testing

@testable import FleetParts

/// Parts of a fleet that are judged one by one, with what they tell each other in files.
@Suite("Parts of a fleet in files")
struct PartFolderTests {
    private static let rules = """
        version: 1
        timezone: UTC
        rules:
          - {id: tmp, match: {name: "*.tmp"}, then: delete}
          - id: copies
            duplicates: {same: content, across: drives, keep: [shortest_path]}
            then: delete
        """

    private static func line(_ drive: String, _ path: String, _ content: Int) -> String {
        let hash = String(repeating: "0\(content)", count: 32)
        return #"{"drive":"\#(drive)","path":"\#(path)","size":\#(10 + content),"#
            + #""hashes":{"sha256":"\#(hash)"}}"# + "\n"
    }

    /// A folder of its own that is gone at the end.
    private func scratch(_ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-parts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        try body(root.path)
    }

    /// The folder of a plan over `listings`, each a part.
    private func begun(_ root: String, _ name: String, _ listings: [String]) throws -> PartFolder {
        let folder = PartFolder(path: "\(root)/\(name)")
        for path in folder.folders {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
        let snapshots = try imported(
            root,
            listings.enumerated().map { place, text in
                let path = "\(root)/\(name)-\(place).ndjson"
                try Data(text.utf8).write(to: URL(fileURLWithPath: path))
                return path
            })
        let files = try snapshots.enumerated().map { place, snapshot in
            let head = try snapshot.head()
            return PartJob.ListingFile(
                name: "\(place).ndjson", snapshot: snapshot.path, content: head.content,
                items: head.items)
        }
        let job = PartJob(
            now: Timestamp(secondsSinceEpoch: 1_768_478_400), timeZone: "UTC",
            rules: [PartJob.RulesText(file: "rules.yaml", text: Self.rules)], rulesDigest: "abc",
            files: files, buckets: 2, engine: 7, tool: "test")
        try PartFolder.write(job.bytes, to: folder.jobPath)
        return folder
    }

    /// The snapshots of the listing files at `paths`, in a folder of their own below `root`.
    private func imported(_ root: String, _ paths: [String]) throws -> [PartSnapshot] {
        let folder = SnapshotFolder(path: "\(root)/snapshots")
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        let files = paths.map { ImportJob.File(path: $0, name: $0) }
        try PartFolder.write(ImportJob(files: files, reader: 5).bytes, to: folder.jobPath)
        for number in files.indices { try PartImport(folder, threads: 1).run(number) }
        return paths.map { folder.snapshot(of: $0) }
    }

    /// Does all steps in `folder`; the lines of all drives in plan order.
    private func planned(_ folder: PartFolder) throws -> String {
        let job = try folder.job()
        let censuses = try job.files.map { file in
            try #require(try PartSnapshot(path: file.snapshot).head().told)
        }
        try folder.tell(
            PartsTogether(censuses).body, at: PartPlace(.carried, part: 0), of: job.origin)
        for step in PartTask.Step.allCases where step != .imports {
            for task in PartTask.all(step, of: job) {
                #expect(!task.isDone(job, in: folder))
                try PartWorker(folder, threads: 1).run(task)
                #expect(task.isDone(job, in: folder), "\(task)")
            }
        }
        var found: [(drive: String, text: String)] = []
        for part in job.files.indices {
            let bytes = try PartFolder.read(folder.linesPath(part), most: 1 << 20)
            let end = try PartEnd.read(part, job, in: folder)
            for drive in end.drives {
                let text = bytes[Int(drive.start)..<Int(drive.start + drive.length)]
                let digest = SHA256Stream()
                digest.update(Array(text))
                #expect(drive.sha256 == digest.finish())
                if !text.isEmpty {
                    #expect(end.digest(ofLinesAt: drive.start) == drive.sha256)
                    #expect(end.digest(ofLinesAt: drive.start + 1) == nil)
                }
                found.append((drive.name, String(decoding: text, as: UTF8.self)))
            }
        }
        return found.sorted { $0.drive < $1.drive }.map(\.text).joined()
    }

    @Test("come to the same lines however drives are divided")
    func divided() throws {
        let ada = Self.line("ada", "/long/a", 1) + Self.line("ada", "/b.tmp", 2)
        let bob = Self.line("bob", "/a", 1) + Self.line("bob", "/c", 3)
        let eve = Self.line("eve", "/a", 1) + Self.line("eve", "/longer/c", 3)
        try scratch { root in
            let whole = try planned(try begun(root, "whole", [ada + bob + eve]))
            #expect(whole.split(separator: "\n").count == 6)
            #expect(whole.split(separator: "\n").count { $0.contains(#""delete""#) } == 4)
            #expect(try planned(try begun(root, "each", [ada, bob, eve])) == whole)
            #expect(try planned(try begun(root, "some", [eve + ada, bob, ""])) == whole)
        }
    }

    @Test("refuse what is torn or of another plan, and never take it for done")
    func damaged() throws {
        try scratch { root in
            let folder = try begun(root, "a", [Self.line("ada", "/a", 1)])
            _ = try planned(folder)
            let job = try folder.job()
            let task = PartTask(.summaries, 0)
            let place = PartPlace(.summaries, part: 0)
            let path = folder.path + "/summaries/000000-000000"
            let whole = try PartFolder.read(path, most: 1 << 20)
            for count in [0, 7, 8, 20, whole.count - 1] {
                try PartFolder.write(Array(whole.prefix(count)), to: path)
                #expect(!task.isDone(job, in: folder), "\(count)")
                #expect(throws: PartFailure.self) { try folder.told(at: place, of: job.origin) }
            }
            try PartFolder.write(whole, to: path)
            #expect(task.isDone(job, in: folder))
            var other = job
            other.now = Timestamp(secondsSinceEpoch: 0)
            #expect(other.digest != job.digest && !task.isDone(other, in: folder))
            try PartFolder.write(Array("{".utf8), to: folder.jobPath)
            #expect(throws: PartFailure.self) { try PartWorker(folder, threads: 1) }
        }
    }

    @Test("go by what was imported: the listing may change, and another snapshot is refused")
    func imported() throws {
        try scratch { root in
            let line = Self.line("ada", "/a", 1)
            let expected = try planned(try begun(root, "a", [line]))
            let folder = try begun(root, "b", [line])
            try Data("{}".utf8).write(to: URL(fileURLWithPath: root + "/b-0.ndjson"))
            #expect(try planned(folder) == expected)
            let other = try begun(root, "c", [line])
            let foreign = try begun(root, "d", [Self.line("ada", "/b", 1)])
            let bytes = try PartFolder.read(try foreign.job().files[0].snapshot, most: 1 << 20)
            try PartFolder.write(bytes, to: try other.job().files[0].snapshot)
            let failure = #expect(throws: PartFailure.self) {
                try PartWorker(other, threads: 1).run(PartTask(.summaries, 0))
            }
            #expect(failure?.message.contains("plan again") == true)
        }
    }

    @Test("take of a listing those drives alone that are chosen")
    func chosen() throws {
        let ada = Self.line("ada", "/long/a", 1) + Self.line("ada", "/b.tmp", 2)
        let bob = Self.line("bob", "/a", 1)
        let eve = Self.line("eve", "/a", 1)
        try scratch { root in
            func lines(_ name: String, _ choice: PartJob.Choice) throws -> String {
                let folder = try begun(root, name, [ada + eve, bob])
                var job = try folder.job()
                job.choice = choice
                try PartFolder.write(job.bytes, to: folder.jobPath)
                return try planned(folder)
            }
            let some = try planned(try begun(root, "some", [ada, bob]))
            var choice = PartJob.Choice()
            choice.without = ["eve"]
            #expect(try lines("without", choice) == some)
            choice = PartJob.Choice()
            choice.only = ["ada", "bob"]
            #expect(try lines("only", choice) == some)
            choice.without = ["bob"]
            #expect(try lines("both", choice) == planned(try begun(root, "one", [ada])))
        }
    }

    @Test(
        "tell each other less bytes where much is alike, and nothing larger than a blob comes out")
    func packed() throws {
        var random = SplitMix64(seed: 11)
        let alike = [UInt8](repeating: 7, count: 100_000)
        let noise = (0..<5_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        for blob in [alike, noise, [], [1]] {
            let packed = PartPacking.packed(blob)
            #expect(packed.count <= blob.count && PartPacking.unpacked(packed) == blob)
        }
        let packed = PartPacking.packed(alike)
        #expect(packed.count < 1_000)
        for count in 4..<packed.count {
            #expect(PartPacking.unpacked(Array(packed.prefix(count))) == nil, "\(count)")
        }
        // Says that it is more than it can be, than a blob may be, and than there is in it.
        for claimed in [UInt64.max, 1 << 40, 60 << 20, 100_001, 99_999] {
            var bomb = packed
            for place in 0..<8 {
                bomb[4 + place] = UInt8(truncatingIfNeeded: claimed >> (8 * UInt64(place)))
            }
            #expect(PartPacking.unpacked(bomb) == nil, "\(claimed)")
        }
    }

    @Test("are asked for in words that come back as they were")
    func orders() {
        let order = PartOrder(
            PartTask(.tallies, 3), in: PartFolder(path: "/a b"), threads: 2)
        #expect(PartOrder(order.arguments) == order)
        for wrong in [
            [], ["tallies", "/a", "3"], ["tally", "/a", "3", "1"], ["lines", "a", "3", "1"],
            ["lines", "/a", "-1", "1"], ["lines", "/a", "1", "0"],
        ] {
            #expect(PartOrder(wrong) == nil)
        }
        #expect(PartJob.buckets(items: 0) == 1 && PartJob.buckets(items: .max) == 1 << 14)
        #expect(PartJob.buckets(items: 50_000_000) == 64)
        #expect(PartJob.buckets(items: 10_000_000_000) == 5_000)
    }

    @Test("have one part for each file, or where there are many, for as many as make some work")
    func parts() {
        func job(_ items: [Int], drives: Int = 1) -> PartJob {
            var job = PartJob(
                now: Timestamp(secondsSinceEpoch: 0), timeZone: "UTC", rules: [], rulesDigest: "",
                files: items.enumerated().map { place, items in
                    PartJob.ListingFile(
                        name: "\(place)", snapshot: "", content: "", items: items, drives: drives)
                }, buckets: 1, engine: 1, tool: "")
            job.partItems = PartJob.partItems(files: items.count, items: items.reduce(0, +))
            return job
        }
        #expect(job([]).parts.isEmpty)
        #expect(job([3, 0, 5]).parts == [0..<1, 1..<2, 2..<3])
        #expect(job(Array(repeating: 20, count: 2_000)).parts == [0..<1_000, 1_000..<2_000])
        let mixed = [500_000] + Array(repeating: 1_000, count: 40) + [700_000, 10]
        let parts = job(mixed).parts
        #expect(parts.flatMap { Array($0) } == Array(mixed.indices))
        #expect(parts == [0..<1, 1..<39, 39..<41, 41..<42, 42..<43])
        // Large files are parts of their own, and so many drives as one part can have are the bound.
        #expect(job(Array(repeating: 2_000_000, count: 50)).parts.count == 50)
        #expect(job(Array(repeating: 1, count: 40), drives: 60_000).parts.count == 40)
        #expect(job(Array(repeating: 20, count: 2_000)).name(0..<1_000) == "0 – 999")
    }
}
