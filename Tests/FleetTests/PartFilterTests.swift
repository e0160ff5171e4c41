// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Messages
import RuleEngine
import TestSupport
import Testing

@testable import FleetParts

/// Steps of a plan as filters: frames in, frames out.
@Suite("Parts of a fleet in frames")
struct PartFilterTests {
    private static let rules = """
        version: 1
        timezone: UTC
        rules:
          - {id: tmp, match: {name: "*.tmp"}, then: delete}
          - id: copies
            duplicates: {same: content, across: drives, keep: [shortest_path]}
            then: delete
        """

    private static let steps: [PartFilter.Step] = [
        .keys, .common, .summaries, .settlements, .tallies, .totals, .lines,
    ]

    private static func line(_ drive: String, _ path: String, _ content: Int) -> String {
        let hash = String(repeating: "0\(content)", count: 32)
        return #"{"drive":"\#(drive)","path":"\#(path)","size":\#(10 + content),"#
            + #""hashes":{"sha256":"\#(hash)"}}"# + "\n"
    }

    private static let listings = [
        line("ada", "/long/a", 1) + line("ada", "/b.tmp", 2),
        line("bob", "/a", 1) + line("bob", "/c", 3),
        line("eve", "/a", 1) + line("eve", "/longer/c", 3),
    ]

    /// A plan over the listings that was begun, in a folder that is gone at the end.
    private func begun(_ body: (PartFolder) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-frames-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = PartFolder(path: root)
        for path in folder.folders {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
        let snapshots = SnapshotFolder(path: root + "/snapshots")
        try FileManager.default.createDirectory(
            atPath: snapshots.path, withIntermediateDirectories: true)
        let paths = Self.listings.indices.map { "\(root)/\($0).ndjson" }
        for (path, text) in zip(paths, Self.listings) {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        let imports = ImportJob(
            files: paths.map { ImportJob.File(path: $0, name: $0) }, reader: 5)
        try PartFolder.write(imports.bytes, to: snapshots.jobPath)
        var files: [PartJob.ListingFile] = []
        var censuses: [PartCensus] = []
        for (place, path) in paths.enumerated() {
            try PartImport(snapshots, threads: 1).run(place)
            let head = try snapshots.snapshot(of: path).head()
            censuses.append(try #require(head.told))
            files.append(
                PartJob.ListingFile(
                    name: "\(place).ndjson", snapshot: snapshots.snapshot(of: path).path,
                    content: head.content, items: head.items))
        }
        let job = PartJob(
            now: Timestamp(secondsSinceEpoch: 1_768_478_400), timeZone: "UTC",
            rules: [PartJob.RulesText(file: "rules.yaml", text: Self.rules)], rulesDigest: "abc",
            files: files, buckets: 3, engine: 7, tool: "test")
        try PartFolder.write(job.bytes, to: folder.jobPath)
        try folder.tell(
            PartsTogether(censuses).body, at: PartPlace(.carried, part: 0), of: job.origin)
        try body(folder)
    }

    /// What `step` answers to `frames`.
    private func answers(
        _ step: PartFilter.Step, _ folder: PartFolder, _ frames: [PartFrame]
    ) throws -> [PartFrame] {
        let input = try #require(tmpfile())
        defer { fclose(input) }
        let output = try #require(tmpfile())
        defer { fclose(output) }
        for frame in frames { try frame.write(to: fileno(input)) }
        lseek(fileno(input), 0, SEEK_SET)
        try PartFilter(step, in: folder, threads: 1)
            .run(from: fileno(input), to: fileno(output))
        lseek(fileno(output), 0, SEEK_SET)
        var answers: [PartFrame] = []
        while let frame = try PartFrame.next(of: fileno(output)) { answers.append(frame) }
        return answers
    }

    /// What a step by buckets brings together; nil for steps by parts.
    private static func asked(_ step: PartFilter.Step) -> PartFilter.Step? {
        switch step {
        case .common: .keys
        case .settlements: .summaries
        case .totals: .tallies
        default: nil
        }
    }

    /// What an engine hands to each step, and what is answered; `change` may do something to what is
    /// handed on.
    @discardableResult
    private func carried(
        _ folder: PartFolder,
        _ change: (PartFilter.Step, inout [PartFrame]) -> Void = { _, _ in }
    ) throws -> [PartFrame] {
        var told: [PartFilter.Step: [PartFrame]] = [:]
        let job = try folder.job()
        let place = PartPlace(.carried, part: 0)
        let together = try PartBlob.sealed(
            folder.told(at: place, of: job.origin), at: place, of: job.origin)
        for step in Self.steps {
            var frames: [PartFrame]
            switch step {
            case .common, .settlements, .totals:
                frames = Self.asked(step).flatMap { told[$0] } ?? []
                frames.sort { $0.bucket < $1.bucket }
            default:
                frames = Self.listings.indices.map { PartFrame(part: $0, bucket: 0, bytes: []) }
                for answers in [PartFilter.Step.common, .settlements, .totals] {
                    frames += told[answers] ?? []
                }
                frames.sort { $0.part < $1.part }
                frames = together.map { PartFrame(part: 0, bucket: 0, bytes: $0) } + frames
            }
            change(step, &frames)
            told[step] = try answers(step, folder, frames)
        }
        return told[.lines] ?? []
    }

    /// The lines of all parts, one after another.
    private func lines(_ folder: PartFolder) throws -> [UInt8] {
        try Self.listings.indices.flatMap {
            try PartFolder.read(folder.linesPath($0), most: 1 << 20)
        }
    }

    /// The lines that parts come to that tell each other by files.
    private func wanted() throws -> [UInt8] {
        var wanted: [UInt8] = []
        try begun { folder in
            let job = try folder.job()
            for step in PartTask.Step.allCases where step != .imports {
                for task in PartTask.all(step, of: job) {
                    try PartWorker(folder, threads: 1).run(task)
                }
            }
            wanted = try lines(folder)
        }
        return wanted
    }

    @Test("come to the same lines as in files, in any order and however often something comes")
    func equal() throws {
        let wanted = try wanted()
        #expect(String(decoding: wanted, as: UTF8.self).contains(#""delete""#))
        try begun { folder in
            let ends = try carried(folder)
            #expect(ends.map(\.part) == [0, 1, 2])
            #expect(try lines(folder) == wanted)
            let job = try folder.job()
            for part in 0..<3 { #expect(PartTask(.lines, part).isDone(job, in: folder)) }
        }
        var random = SplitMix64(seed: 3)
        try begun { folder in
            try carried(folder) { step, frames in
                frames += frames
                for place in frames.indices {
                    frames.swapAt(place, random.below(frames.count))
                }
                let isOfBuckets = Self.asked(step) != nil
                frames.sort { one, two in
                    let (one, two) = [one, two].map { frame in
                        switch PartBlob.place(of: PartPacking.unpacked(frame.bytes) ?? [])?.phase {
                        case .carried: -1
                        default: isOfBuckets ? frame.bucket : frame.part
                        }
                    }.paired
                    return one < two
                }
            }
            #expect(try lines(folder) == wanted)
        }
    }

    @Test(
        "refuse what is lost, torn, turned, of another place, or there twice and differs",
        arguments: steps)
    func damaged(_ step: PartFilter.Step) throws {
        /// What happens to a blob: nil where there is none any more.
        let faults: [(said: String, change: (PartFrame) -> [PartFrame])] = [
            ("not complete", { _ in [] }),
            (
                "damaged",
                { [PartFrame(part: $0.part, bucket: $0.bucket, bytes: $0.bytes.dropLast())] }
            ),
            (
                "damaged",
                { frame in
                    var bytes = frame.bytes
                    bytes[bytes.count / 2] ^= 16
                    return [PartFrame(part: frame.part, bucket: frame.bucket, bytes: bytes)]
                }
            ),
            (
                "of another place",
                { frame in
                    [PartFrame(part: frame.part, bucket: frame.bucket + 1, bytes: frame.bytes)]
                }
            ),
        ]
        for (said, change) in faults {
            try begun { folder in
                let failure = #expect(throws: PartFailure.self) {
                    try carried(folder) { now, frames in
                        guard now == step,
                            let place = frames.lastIndex(where: { !$0.bytes.isEmpty })
                        else { return }
                        frames.replaceSubrange(place...place, with: change(frames[place]))
                    }
                }
                #expect(failure?.message.contains(said) == true, "\(failure?.message ?? "")")
                #expect(!FileManager.default.fileExists(atPath: folder.linesPath(2)))
            }
        }
    }

    @Test("refuse what is of another plan, or of one that judges by other tables")
    func foreign() throws {
        try begun { folder in
            let job = try folder.job()
            let place = PartPlace(.summaries, part: 1)
            let own = try PartBlob.sealed([1], at: place, of: job.origin)[0]
            var later = job
            later.now = Timestamp(secondsSinceEpoch: 0)
            var other = PartOrigin(plan: job.origin.plan, engine: 8)
            for said in ["other tables", "another plan"] {
                let blob = try PartBlob.sealed([1], at: place, of: other)[0]
                let failure = #expect(throws: PartFailure.self) {
                    try carried(folder) { step, frames in
                        if step == .settlements {
                            frames[1] = PartFrame(part: 1, bucket: 0, bytes: blob)
                        }
                    }
                }
                #expect(failure?.message.contains(said) == true, "\(failure?.message ?? "")")
                other = later.origin
            }
            let failure = #expect(throws: PartFailure.self) {
                try carried(folder) { step, frames in
                    if step == .settlements {
                        frames.insert(PartFrame(part: 1, bucket: 0, bytes: own), at: 0)
                    }
                }
            }
            #expect(failure?.message.contains("there twice, and differs") == true)
            let program = #expect(throws: PartFailure.self) {
                try PartFilter(.lines, in: folder, threads: 1).demandSameProgram()
            }
            #expect(program?.message.contains("have the same on all machines") == true)
        }
    }

    @Test("say what there is to do, and are asked for in words")
    func words() throws {
        try begun { folder in
            let output = try #require(tmpfile())
            defer { fclose(output) }
            try PartFilter(.describe, in: folder, threads: 1).run(from: 0, to: fileno(output))
            lseek(fileno(output), 0, SEEK_SET)
            let bytes = FileHandle(fileDescriptor: fileno(output), closeOnDealloc: false)
                .readDataToEndOfFile()
            let said = try #require(
                try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            #expect(said["units"] as? Int == 3 && said["buckets"] as? Int == 3)
            #expect(said["plan"] as? String == (try folder.job()).digest)
            #expect(said["steps"] as? [String] == Self.steps.map(\.rawValue))
        }
        let order = PartFilterOrder(["filter", "totals", "/a b", "2"])
        #expect(order?.step == .totals && order?.folder.path == "/a b" && order?.threads == 2)
        for wrong in [
            ["filter", "totals", "/a"], ["totals", "/a", "0", "1"], ["filter", "all", "/a", "1"],
            ["filter", "lines", "a", "1"], ["filter", "lines", "/a", "0"],
        ] {
            #expect(PartFilterOrder(wrong) == nil)
        }
    }
}

extension Array {
    /// The two that there are.
    fileprivate var paired: (Element, Element) { (self[0], self[1]) }
}
