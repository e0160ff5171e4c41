// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import POSIX
internal import Plans
internal import RuleEngine

/// Writes the lines of a part: what `plan --all --format ndjson` says of its items.
struct PartLines {
    private let plan: Plan
    private let job: PartJob
    private let folder: PartFolder
    private let part: Int
    /// On how many items regular expressions gave up.
    private let givenUp: Int

    init(_ plan: Plan, _ job: PartJob, _ folder: PartFolder, part: Int, givenUp: Int) {
        self.plan = plan
        self.givenUp = givenUp
        self.job = job
        self.folder = folder
        self.part = part
    }

    /// Writes the lines, and then what there is to say of them.
    func write() throws(PartFailure) {
        var end = PartEnd(plan, digest: job.digest, givenUp: givenUp)
        let path = folder.linesPath(part, isPacked: job.packsLines)
        try PartFolder.replace(path) { (file) throws(SystemError) in
            try write(to: file, &end)
        }
        try PartFolder.write(end.bytes, to: folder.endPath(part))
    }

    private func write(to file: Int32, _ end: inout PartEnd) throws(SystemError) {
        var places = DrivePlaces(end.drives.map { $0.files.items + $0.folders })
        if job.packsLines { return try pack(to: file, &places, &end) }
        // Other parts are written beside it.
        try PlanDocument(record).writeLines(threads: 1) { lines throws(SystemError) in
            places.take(lines.buffer)
            try SystemCall.write(lines.buffer.span.bytes, to: file)
        }
        end.setPlaces(places.ends, places.digests)
    }

    private func pack(
        to file: Int32, _ places: inout DrivePlaces, _ end: inout PartEnd
    ) throws(SystemError) {
        var packed = try PackedLines(to: file)
        try PlanDocument(record).writeLines(threads: 1) { lines throws(SystemError) in
            places.take(lines.buffer)
            try packed.take(lines.buffer, endingAt: places.ends)
        }
        try packed.finish(endingAt: places.ends)
        end.setPlaces(packed.ends, places.digests, unpacked: places.ends, written: packed.written)
    }

    /// The plan as its lines are written of it.
    private var record: PlanRecord {
        var head = PlanHead(
            now: job.now, expires: job.now, timeZone: job.timeZone, tool: job.tool,
            rulesDigest: job.rulesDigest, rulesName: job.rules.first?.file ?? "")
        head.drives = plan.listing.drives.map { drive in
            PlanHead.Drive(
                name: drive.name, kind: drive.kind, identity: "\(drive.kind.rawValue):", files: 0,
                folders: 0, bytes: 0)
        }
        let definitions = plan.input.ruleFile.definitions
        var source = PlanSource(
            plan: plan, head: head,
            ruleDigests: plan.rules.map { rule in
                let digest = SHA256Stream()
                digest.update(
                    Array(RuleDigest.canonicalText(of: rule, definitions: definitions).utf8))
                return digest.finish()
            })
        source.includesKept = true
        source.isForLines = true
        return PlanRecord(source)
    }
}

/// Finds where the lines of each drive end, of which it is known how many there are, and digests them.
private struct DrivePlaces {
    /// How many lines there are when those of a drive are over.
    private let counts: [Int64]
    private var lines: Int64 = 0
    private var offset: Int64 = 0
    private var digest = SHA256Stream()
    /// Where the lines of each drive end, in bytes.
    private(set) var ends: [Int64] = []
    /// The SHA-256 of those of each drive, in hex.
    private(set) var digests: [String] = []

    init(_ counts: [Int64]) {
        var sum: Int64 = 0
        self.counts = counts.map { count in
            sum += count
            return sum
        }
        close()
    }

    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        var (start, next) = (0, 0)
        while let place = Self.lineEnd(in: bytes, from: next) {
            lines += 1
            next = place + 1
            guard ends.count < counts.count, counts[ends.count] == lines else { continue }
            add(bytes[start...place])
            start = next
            close()
        }
        add(bytes[start...])
    }

    /// Where the line ends that goes on at `start`. memchr(3).
    private static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    private mutating func add(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        digest.update(UnsafeBufferPointer(rebasing: bytes))
        offset += Int64(bytes.count)
    }

    private mutating func close() {
        while ends.count < counts.count, counts[ends.count] == lines {
            ends.append(offset)
            digests.append(digest.finish())
            digest = SHA256Stream()
        }
    }
}
