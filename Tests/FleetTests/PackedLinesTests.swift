// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import Glibc
import Messages
import RuleEngine
import TestSupport
import Testing
import Wording
import Workflow
import YAMLBridge

@testable import Fleet
@testable import FleetParts

/// The lines of plans over a fleet that are kept packed.
@Suite("Packed lines of a fleet")
struct PackedLinesTests {
    /// How a member begins, as long as no time and no name stand in it (RFC 1952, 2.3).
    private static let memberStart: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 3]

    private static func listing(_ drive: String, _ items: Int) -> String {
        var random = SplitMix64(seed: UInt64(items))
        return (0..<items).map { number in
            #"{"drive":"\#(drive)","id":"\#(random.next())","path":"/a b/é\#(number).\#(number % 3)","#
                + #""size":\#(random.below(1 << 40)),"modified":"2021-02-03T01:02:03Z"}"# + "\n"
        }.joined()
    }

    /// Plans over `listings`, each a part, in a folder that is gone at the end.
    private func planned(
        _ listings: [String], isPacked: Bool, _ body: (PartFolder) throws -> Void
    ) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("cleanrules-packed-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        let (folder, snapshots) = (
            PartFolder(path: root), SnapshotFolder(path: root + "/snapshots")
        )
        for path in folder.folders + [snapshots.path] {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
        }
        let files = try listings.enumerated().map { place, text in
            let path = "\(root)/\(place).ndjson"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            return ImportJob.File(path: path, name: "\(place).ndjson")
        }
        try PartFolder.write(ImportJob(files: files, reader: 5).bytes, to: snapshots.jobPath)
        var job = PartJob(
            now: Timestamp(secondsSinceEpoch: 1_768_478_400), timeZone: "UTC",
            rules: [
                PartJob.RulesText(
                    file: "rules.yaml",
                    text: """
                        version: 1
                        timezone: UTC
                        rules: [{id: tmp, match: {name: "*.1"}, then: delete}]
                        """)
            ], rulesDigest: "abc", files: [], buckets: 1, engine: 7, tool: "test")
        job.packsLines = isPacked
        var censuses: [PartCensus] = []
        for (place, file) in files.enumerated() {
            try PartImport(snapshots, threads: 1).run(place)
            let snapshot = snapshots.snapshot(of: file.path)
            let head = try snapshot.head()
            censuses.append(try #require(head.told))
            job.files.append(
                PartJob.ListingFile(
                    name: file.name, snapshot: snapshot.path, content: head.content,
                    items: head.items))
        }
        try PartFolder.write(job.bytes, to: folder.jobPath)
        try folder.tell(
            PartsTogether(censuses).body, at: PartPlace(.carried, part: 0), of: job.origin)
        for task in PartTask.all(.lines, of: job) {
            try PartWorker(folder, threads: 1).run(task)
            #expect(task.isDone(job, in: folder))
        }
        try body(folder)
    }

    private static let listings = [
        listing("zoe", 40) + listing("big", 12_000) + listing("ada", 3), "", listing("bob", 70),
    ]

    /// The lines of all drives, or of one.
    private func lines(_ plan: FleetPlan, of drive: String? = nil) throws -> [UInt8] {
        var lines: [UInt8] = []
        try plan.read(plan.stretches.filter { drive == nil || $0.drive == drive }) {
            lines += $0
            return true
        }
        return lines
    }

    /// What `packed` holds, as the program unpacks it.
    private func unpacked(_ packed: some Collection<UInt8>, _ count: Int) throws -> [UInt8] {
        var lines: [UInt8] = []
        let unpacking = try LineUnpacking(most: Int64(count))
        let outcome = try unpacking.take(Array(packed)) {
            lines += $0
            return true
        }
        #expect(outcome == .taken && unpacking.isWhole)
        return lines
    }

    /// Where the members of `packed` begin.
    private func starts(_ packed: [UInt8]) -> [Int] {
        let (bytes, start) = (Data(packed), Data(Self.memberStart))
        var starts: [Int] = []
        while let next = bytes.range(of: start, in: (starts.last.map { $0 + 1 } ?? 0)..<bytes.count)
        {
            starts.append(next.lowerBound)
        }
        return starts
    }

    private func members(_ packed: [UInt8]) -> [[UInt8]] {
        let starts = starts(packed)
        return zip(starts, starts.dropFirst() + [packed.count]).map { Array(packed[$0..<$1]) }
    }

    @Test("are the same lines, of each drive by themselves, in members of whole lines")
    func equal() throws {
        var wanted: [String?: [UInt8]] = [:]
        var files: [[UInt8]] = []
        let drives = ["ada", "big", "bob", "zoe", nil]
        try planned(Self.listings, isPacked: false) { folder in
            let plan = try FleetPlan(folder)
            for drive in drives { wanted[drive] = try lines(plan, of: drive) }
            files = try (0..<3).map { try PartFolder.read(folder.linesPath($0), most: 1 << 24) }
            #expect(plan.stretches.allSatisfy { $0.unpacked == nil })
            #expect(!String(decoding: plan.job.bytes, as: UTF8.self).contains("format"))
        }
        try planned(Self.listings, isPacked: true) { folder in
            let plan = try FleetPlan(folder)
            for drive in drives {
                let isSame = try lines(plan, of: drive) == wanted[drive]
                #expect(isSame, "\(drive ?? "all")")
            }
            var plain = plan.job
            plain.packsLines = false
            #expect(plain != plan.job && plain.digest == plan.job.digest)
            for (part, file) in files.enumerated() {
                let path = folder.linesPath(part, isPacked: true)
                let packed = try PartFolder.read(path, most: 1 << 24)
                let isSame = try unpacked(packed, file.count) == file
                #expect(isSame)
                #expect(file.isEmpty || packed.count < file.count / 3)
                #expect(!FileManager.default.fileExists(atPath: folder.linesPath(part)))
                for stretch in plan.stretches where stretch.part == part {
                    let own = Array(packed[Int(stretch.start)...].prefix(Int(stretch.length)))
                    let count = stretch.drive == "big" ? 3 : 1
                    #expect(members(own).count == count, "\(stretch)")
                    for member in members(own) {
                        let unpacking = try LineUnpacking(most: stretch.unpacked ?? 0)
                        var last: UInt8?
                        _ = try unpacking.take(member) {
                            last = $0.last
                            return true
                        }
                        #expect(last == UInt8(ascii: "\n"))
                    }
                }
            }
            let empty = try PartFolder.read(folder.linesPath(1, isPacked: true), most: 99)
            #expect(members(empty) == [empty] && empty.count == PackedLines.emptyBytes)
        }
    }

    @Test("of any drives, however they come, are those of each drive")
    func divided() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<30 {
            let drives = (0..<random.below(6)).map { _ in
                (0..<(random.once(in: 3) ? 0 : random.below(9))).map { _ in
                    let length = random.once(in: 9) ? 700_000 : random.below(50)
                    return [UInt8](repeating: UInt8(97 + random.below(26)), count: length) + [10]
                }
            }
            var ends: [Int64] = []
            for lines in drives { ends.append((ends.last ?? 0) + Int64(lines.joined().count)) }
            let file = try #require(tmpfile())
            defer { fclose(file) }
            var packed = try PackedLines(to: fileno(file))
            var place: Int64 = 0
            var left = drives.flatMap { $0 }[...]
            while !left.isEmpty {
                let some = left.prefix(1 + random.below(4))
                left = left.dropFirst(some.count)
                let bytes = Array(some.joined())
                place += Int64(bytes.count)
                try bytes.withUnsafeBufferPointer {
                    try packed.take($0, endingAt: ends.filter { $0 <= place })
                }
            }
            try packed.finish(endingAt: ends)
            lseek(fileno(file), 0, SEEK_SET)
            let written = [UInt8](
                FileHandle(fileDescriptor: fileno(file), closeOnDealloc: false)
                    .readDataToEndOfFile())
            #expect(packed.written == Int64(written.count) && packed.ends.count == drives.count)
            #expect(try unpacked(written, Int(ends.last ?? 0)) == Array(drives.joined().joined()))
            var start = 0
            for (lines, end) in zip(drives, packed.ends) {
                let own = written[start..<Int(end)]
                start = Int(end)
                #expect(own.isEmpty == lines.isEmpty)
                if !lines.isEmpty {
                    #expect(try unpacked(own, lines.joined().count) == Array(lines.joined()))
                }
            }
        }
    }

    @Test("with a byte that is turned, or a file that is cut or put together otherwise, are none")
    func damaged() throws {
        try planned([Self.listings[0]], isPacked: true) { folder in
            let plan = try FleetPlan(folder)
            let whole = try lines(plan)
            let path = folder.linesPath(0, isPacked: true)
            let packed = try PartFolder.read(path, most: 1 << 24)
            let drive = try #require(plan.stretches.first { $0.drive == "big" })

            /// How reading fails when `bytes` stand there; nil where it gives the lines that were written.
            func failure(_ bytes: [UInt8]) throws -> (any Error)? {
                try PartFolder.write(bytes, to: path)
                do {
                    let isSame = try lines(plan) == whole
                    #expect(isSame)
                    return nil
                } catch {
                    return error
                }
            }
            var random = SplitMix64(seed: 9)
            var found = 0
            for _ in 0..<60 {
                var bytes = packed
                bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
                if try failure(bytes) != nil { found += 1 }
            }
            // In what a member begins with there are bytes that mean nothing.
            #expect(found >= 57)
            #expect(starts(packed).count == 5)
            for place in starts(packed) + [packed.count] {
                for cut in [place - 1, place, place + 1] where cut >= 0 && cut != packed.count {
                    let bytes = Array((packed + [0]).prefix(cut))
                    let error = try failure(bytes)
                    #expect((error == nil) == (cut > packed.count), "\(cut)")
                    #expect(throws: Failure.self) { try FleetPlan(folder) }
                    #expect(!PartTask(.lines, 0).isDone(plan.job, in: folder))
                }
            }
            // Two members of one drive in the wrong order, and one twice with as many bytes behind it.
            let own = members(Array(packed[Int(drive.start)...].prefix(Int(drive.length))))
            let swapped = own[1] + own[0] + own[2]
            let twice = own[0] + own[0] + own[1] + own[2]
            for other in [swapped, Array(twice.prefix(Int(drive.length)))] {
                var bytes = packed
                bytes.replaceSubrange(
                    Int(drive.start)..<Int(drive.start + drive.length), with: other)
                let error = try failure(bytes) as? Failure
                #expect(throws: Failure.self) { try lines(plan, of: "big") }
                // The others are what was written.
                #expect(try lines(plan, of: "ada").count + lines(plan, of: "zoe").count > 0)
                let text = error?.phrase.map { Words.english($0) } ?? ""
                #expect(text.contains("\(path)' is damaged where the lines of drive 'big' are"))
            }
            let last = try failure(packed)
            #expect(last == nil)
        }
    }

    @Test(
        "are handed on drive by drive, and none of a drive whose lines are not what was written",
        arguments: [false, true])
    func handedOn(isPacked: Bool) throws {
        try planned([Self.listings[0]], isPacked: isPacked) { folder in
            let plan = try FleetPlan(folder)
            let (path, own) = (folder.linesPath(0, isPacked: isPacked), ["ada", "big", "zoe"])
            let before = try own.reduce(into: [[UInt8]()]) {
                $0.append(($0.last ?? []) + (try lines(plan, of: $1)))
            }
            let written = try PartFolder.read(path, most: 1 << 24)
            var random = SplitMix64(seed: 11)
            var found: Set<Int> = []
            for number in 0..<24 {
                let stretch = plan.stretches[number % 3]
                var bytes = written
                let place = Int(stretch.start) + 12 + random.below(Int(stretch.length) - 12)
                bytes[place] ^= 1 << UInt8(random.below(8))
                try PartFolder.write(bytes, to: path)
                var told: [UInt8] = []
                let failure: Failure?
                do throws(Failure) {
                    try plan.read(plan.stretches) {
                        told += $0
                        return true
                    }
                    failure = nil
                } catch {
                    failure = error
                }
                guard let failure else {
                    // A bit of what is packed that means nothing.
                    #expect(isPacked && told == before[3])
                    continue
                }
                #expect(stretch.drive == own[number % 3] && told == before[number % 3])
                let text = failure.phrase.map { Words.english($0) } ?? ""
                #expect(text.contains("drive '\(stretch.drive)' are; plan again"), "\(text)")
                found.insert(number % 3)
            }
            #expect(found == [0, 1, 2])
        }
    }

    @Test("that are changed while they are handed on are an error when they are over")
    func changedMeanwhile() throws {
        try planned([Self.listings[0]], isPacked: false) { folder in
            let plan = try FleetPlan(folder)
            let path = folder.linesPath(0)
            let big = try #require(plan.stretches.first { $0.drive == "big" })
            // More than is read at once.
            #expect(big.length > 1 << 20)
            var bytes = try PartFolder.read(path, most: 1 << 24)
            bytes[Int(big.start + big.length) - 9] ^= 1
            var told = 0
            #expect(throws: Failure.self) {
                try plan.read([big]) {
                    told += $0.count
                    try? PartFolder.write(bytes, to: path)
                    return true
                }
            }
            #expect(Int64(told) == big.length)
        }
    }

    @Test("that would be more than was written end there, and more than can be are no plan")
    func bombs() throws {
        try planned([Self.listing("ada", 30)], isPacked: true) { folder in
            let job = try folder.job()
            let bomb = try #require(GzipPacker()).member([UInt8](repeating: 10, count: 64 << 20))
            try PartFolder.write(bomb, to: folder.linesPath(0, isPacked: true))
            let whole = try PartFolder.read(folder.endPath(0), most: 1 << 20)
            /// Writes an end that says the bomb were the lines, which were so many bytes.
            func claim(_ unpacked: Int64) throws {
                var end = try #require(
                    JSONSerialization.jsonObject(with: Data(whole)) as? [String: Any])
                var drive = try #require((end["drives"] as? [[String: Any]])?.first)
                drive["length"] = bomb.count
                drive["unpacked"] = unpacked
                end["drives"] = [drive]
                end["lineBytes"] = bomb.count
                let bytes = try JSONSerialization.data(withJSONObject: end)
                try PartFolder.write([UInt8](bytes), to: folder.endPath(0))
            }
            for most in [1, 100_000, 64 << 20] {
                try claim(Int64(most))
                let plan = try FleetPlan(folder)
                var told = 0
                #expect(throws: Failure.self) {
                    try plan.read(plan.stretches, waits: true) { bytes in
                        told += bytes.count
                        return true
                    }
                }
                #expect(told <= most)
            }
            for most in [0, -1, Int64(bomb.count) * 1_033, .max] {
                try claim(most)
                #expect(throws: PartFailure.self) { try PartEnd.read(0, job, in: folder) }
            }
        }
    }

    @Test("of one form are never taken for those of another, and a later form is said to be one")
    func forms() throws {
        try planned([Self.listing("ada", 30)], isPacked: true) { folder in
            var job = try folder.job()
            let task = PartTask(.lines, 0)
            let told = try lines(try FleetPlan(folder))
            job.packsLines = false
            try PartFolder.write(job.bytes, to: folder.jobPath)
            #expect(!task.isDone(job, in: folder))
            #expect(throws: Failure.self) { try FleetPlan(folder) }
            // Who is asked for the other form writes it, and what is left of the first one goes.
            try PartWorker(folder, threads: 1).run(task)
            #expect(task.isDone(job, in: folder))
            #expect(try lines(try FleetPlan(folder)) == told)
            folder.sweepLines(of: job)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/lines")
            #expect(names.sorted() == ["000000.json", "000000.ndjson"])
            let text = String(decoding: job.bytes, as: UTF8.self)
            let later = text.replacing("{", with: #"{"format":3,"#, maxReplacements: 1)
            try PartFolder.write(Array(later.utf8), to: folder.jobPath)
            let failure = #expect(throws: PartFailure.self) { try folder.job() }
            let said = "was made by 'test', in a form that this version does not know"
            #expect(failure?.message.contains(said) == true, "\(failure?.message ?? "")")
        }
    }

    @Test("are made where the fleet file says so, or of so many items that room counts")
    func asked() {
        for items in [0, 99_999_999, 100_000_000, 10_000_000_000] {
            #expect(FleetPlanning.packsLines(nil, items: items) == (items >= 100_000_000))
            #expect(FleetPlanning.packsLines(.packed, items: items))
            #expect(!FleetPlanning.packsLines(.plain, items: items))
        }
    }
}
