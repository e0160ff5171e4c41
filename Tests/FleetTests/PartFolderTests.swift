// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import RuleEngine
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
        var files: [PartJob.ListingFile] = []
        for (place, text) in listings.enumerated() {
            let path = "\(root)/\(name)-\(place).ndjson"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            files.append(
                PartJob.ListingFile(
                    path: path, name: "\(place).ndjson",
                    stamp: try #require(try FileStamp(path: path))))
        }
        let job = PartJob(
            now: Timestamp(secondsSinceEpoch: 1_768_478_400), timeZone: "UTC",
            rules: [PartJob.RulesText(file: "rules.yaml", text: Self.rules)], rulesDigest: "abc",
            files: files, buckets: 2, engine: 7, tool: "test")
        try PartFolder.write(job.bytes, to: folder.jobPath)
        return folder
    }

    /// Does all steps in `folder`; the lines of all drives in plan order.
    private func planned(_ folder: PartFolder) throws -> String {
        let job = try folder.job()
        for step in PartTask.Step.allCases {
            for task in PartTask.all(step, of: job) {
                #expect(!task.isDone(job, in: folder))
                try PartWorker(folder, threads: 1).run(task)
                #expect(task.isDone(job, in: folder), "\(task)")
            }
            if step == .census {
                let censuses = try job.files.indices.map { part in
                    try PartCensus(
                        folder.told(at: PartPlace(.census, part: part), of: job.origin))
                }
                try folder.tell(
                    PartsTogether(censuses).body, at: PartPlace(.carried, part: 0),
                    of: job.origin)
            }
        }
        var found: [(drive: String, text: String)] = []
        for part in job.files.indices {
            let bytes = try PartFolder.read(folder.linesPath(part), most: 1 << 20)
            for drive in try PartEnd.read(part, job, in: folder).drives {
                let text = bytes[Int(drive.start)..<Int(drive.start + drive.length)]
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

    @Test("refuse what is torn, changed or of another plan, and never take it for done")
    func damaged() throws {
        try scratch { root in
            let folder = try begun(root, "a", [Self.line("ada", "/a", 1)])
            let job = try folder.job()
            let task = PartTask(.census, 0)
            try PartWorker(folder, threads: 1).run(task)
            let place = PartPlace(.census, part: 0)
            let path = folder.path + "/census/000000-000000"
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
            try Data("{}".utf8).write(to: URL(fileURLWithPath: job.files[0].path))
            let failure = #expect(throws: PartFailure.self) {
                try PartWorker(folder, threads: 1).run(task)
            }
            #expect(failure?.message.contains("'0.ndjson' has changed") == true)
            try PartFolder.write(Array("{".utf8), to: folder.jobPath)
            #expect(throws: PartFailure.self) { try PartWorker(folder, threads: 1) }
        }
    }

    @Test("name the line of a listing that is broken")
    func broken() throws {
        try scratch { root in
            let folder = try begun(root, "a", [Self.line("ada", "/a", 1) + #"{"path":"/b"#])
            let failure = #expect(throws: PartFailure.self) {
                try PartWorker(folder, threads: 1).run(PartTask(.census, 0))
            }
            #expect(failure?.message.hasPrefix("0.ndjson:2:") == true, "\(failure?.message ?? "")")
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
        #expect(PartJob.buckets(bytes: 0) == 1 && PartJob.buckets(bytes: .max) == 256)
    }
}
