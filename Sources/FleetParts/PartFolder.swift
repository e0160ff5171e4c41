// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX
package import RuleEngine
internal import Text

/// The folder of one plan of a fleet: the job, what parts tell each other, and their lines. Every file
/// in it appears whole, so that one that is there is one that is done.
package struct PartFolder: Sendable, Hashable {
    /// Where it is, absolute.
    package let path: String

    /// The folder at `path`.
    package init(path: String) { self.path = path }

    /// The file of the job.
    package var jobPath: String { path + "/job.json" }
    /// What the plan says beside its lines; while it is not there, the plan is not made.
    package var manifestPath: String { path + "/manifest.json" }
    /// Which drives are over a limit.
    package var refusalsPath: String { path + "/refusals.json" }
    /// The lines of a part, which may be packed.
    package func linesPath(_ part: Int, isPacked: Bool = false) -> String {
        "\(path)/lines/\(Self.number(part)).ndjson" + (isPacked ? ".gz" : "")
    }
    /// What there is to say of the lines of a part.
    package func endPath(_ part: Int) -> String { "\(path)/lines/\(Self.number(part)).json" }

    private func path(_ place: PartPlace) -> String {
        "\(path)/\(place.phase.name)/\(Self.number(place.part))-\(Self.number(place.bucket))"
    }

    private static func number(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// The folders in it, which are there before anything is told.
    package var folders: [String] {
        PartPhase.allCases.filter { $0 != .census }.map { "\(path)/\($0.name)" }
            + ["\(path)/lines"]
    }

    // MARK: The job

    /// The most that a job takes.
    private static let jobBytesMax = 1 << 30

    /// The job that is worked on here.
    package func job() throws(PartFailure) -> PartJob {
        guard let job = PartJob(try Self.read(jobPath, most: Self.jobBytesMax)) else {
            throw Self.damaged(jobPath)
        }
        guard job.isKnown else {
            throw PartFailure(
                Message(
                    "the plan in '\(VisibleText.escaped(path))' was made by"
                        + " '\(VisibleText.escaped(job.tool))', in a form that this version does not"
                        + " know; use that one, or plan again"))
        }
        return job
    }

    /// Removes lines of `job` that were written in another form than it asks for now.
    package func sweepLines(of job: PartJob) {
        for part in job.parts.indices {
            unlink(linesPath(part, isPacked: !job.packsLines))
        }
    }

    // MARK: What is told

    /// Writes what is told at `place`.
    package func tell(
        _ body: [UInt8], at place: PartPlace, of origin: PartOrigin
    ) throws(PartFailure) {
        let blobs: [[UInt8]]
        do throws(PartError) {
            blobs = try PartBlob.sealed(body, at: place, of: origin)
        } catch {
            throw PartFailure(error)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(blobs.reduce(0) { $0 + $1.count + 8 })
        for blob in blobs.map(PartPacking.packed) {
            let count = UInt64(blob.count)
            for shift in stride(from: 0, to: UInt64(64), by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
            bytes += blob
        }
        try Self.write(bytes, to: path(place))
    }

    /// What was told at `place`.
    package func told(
        at place: PartPlace, of origin: PartOrigin
    ) throws(PartFailure) -> [UInt8] {
        let bytes = try Self.read(path(place), most: Self.toldBytesMax)
        var blobs: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            guard bytes.count - start >= 8 else { throw Self.damaged(path(place)) }
            var count: UInt64 = 0
            for byte in bytes[start..<(start + 8)].reversed() { count = count << 8 | UInt64(byte) }
            start += 8
            guard count <= UInt64(bytes.count - start) else { throw Self.damaged(path(place)) }
            let packed = Array(bytes[start..<(start + Int(count))])
            guard let blob = PartPacking.unpacked(packed) else { throw Self.damaged(path(place)) }
            blobs.append(blob)
            start += Int(count)
        }
        do throws(PartError) {
            return try PartBlob.opened(blobs, at: place, of: origin)
        } catch {
            throw PartFailure(error)
        }
    }

    /// Whether something whole was told at `place`.
    package func hasTold(at place: PartPlace, of origin: PartOrigin) -> Bool {
        guard access(path(place), F_OK) == 0 else { return false }
        return (try? told(at: place, of: origin)) != nil
    }

    /// The most that one part tells at once, and the frames around it.
    private static let toldBytesMax = 5 << 30

    // MARK: Files

    /// The bytes of the file at `path`.
    package static func read(_ path: String, most: Int) throws(PartFailure) -> [UInt8] {
        do throws(SystemError) {
            let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let bytes = try SystemCall.contents(of: file.number, most: most)
            guard bytes.count <= most else { throw SystemError(code: EFBIG) }
            return bytes
        } catch {
            throw PartFailure(path, error)
        }
    }

    /// Writes a file that others see whole or not at all, whenever the machine stops.
    package static func write(_ bytes: [UInt8], to path: String) throws(PartFailure) {
        try write([bytes], to: path)
    }

    /// Writes such a file from `pieces`, one after another.
    package static func write(_ pieces: [[UInt8]], to path: String) throws(PartFailure) {
        try replace(path) { (file) throws(SystemError) in
            for piece in pieces { try SystemCall.write(piece, to: file) }
        }
    }

    /// Has `write` fill such a file, which is open under the number that it gets.
    static func replace(
        _ path: String, _ write: (Int32) throws(SystemError) -> Void
    ) throws(PartFailure) {
        guard let slash = path.lastIndex(of: "/") else { return }
        let folder = String(path[..<slash])
        let draft = "\(folder)/\(draftName(of: String(path[path.index(after: slash)...])))"
        do throws(SystemError) {
            let file = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            // Whatever the mask of the process took away.
            if fchmod(file.number, 0o600) != 0 { throw .last }
            try write(file.number)
            try file.synchronize()
            try file.close()
            try FileReplacement.rename(draft, to: path, in: folder)
        } catch {
            unlink(draft)
            throw PartFailure(path, error)
        }
    }

    /// Removes what was begun of files here, and left by processes that were killed.
    package func sweep() {
        for folder in [path, path + "/lines"] {
            guard let entries = opendir(folder) else { continue }
            defer { closedir(entries) }
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                        String(cString: $0)
                    }
                }
                if name.hasPrefix("."), name.utf8.count > 2 { unlink("\(folder)/\(name)") }
            }
        }
    }

    /// Under what name a file is written before it is there: no two processes have the same, on other
    /// machines neither, which number theirs by themselves.
    static func draftName(of name: String) -> String {
        ".\(name).\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    }

    /// That the lines of `drive`, in the file at `path`, are not what was written.
    package static func damaged(_ path: String, linesOf drive: String) -> PartFailure {
        PartFailure(
            Message(
                "'\(VisibleText.escaped(path))' is damaged where the lines of drive"
                    + " '\(VisibleText.escaped(drive))' are; plan again"))
    }

    /// That the file at `path` is not what was written; the next plan or import makes it anew.
    package static func damaged(_ path: String) -> PartFailure {
        PartFailure(Message("'\(VisibleText.escaped(path))' is damaged; plan again"))
    }

    /// That the file at `path` is not what was written, which nobody notices before it is read: it is made anew
    /// only where it is not there.
    package static func damagedWithin(_ path: String) -> PartFailure {
        PartFailure(
            Message("'\(VisibleText.escaped(path))' is damaged; remove it, and plan again"))
    }
}
