// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Messages
internal import POSIX
internal import Text

/// The folder of what is imported of a dataset: what was read of each of its files, and the listings that
/// were made of all of them. Every file in it appears whole.
package struct DatasetFolder: Sendable, Hashable {
    /// Where it is, absolute.
    package let path: String

    /// The folder at `path`.
    package init(path: String) { self.path = path }

    /// The file of the job.
    package var jobPath: String { path + "/job.json" }
    /// The file of what is being made.
    package var generationPath: String { path + "/generation.json" }
    /// The file of what was made last.
    package var madePath: String { path + "/made.json" }
    /// The folder of what was read.
    package var readPath: String { path + "/read" }
    /// The folder of what is made for `generation`.
    package func folder(_ generation: DatasetGeneration) -> String {
        "\(path)/\(generation.digest.prefix(24))"
    }

    /// What was read of the file that people know as `name`.
    func recordsPath(_ name: String) -> String { "\(readPath)/\(Self.key(name)).records" }
    /// What there is to say of that.
    func indexPath(_ name: String) -> String { "\(readPath)/\(Self.key(name)).json" }

    private static func key(_ name: String) -> String {
        let digest = SHA256Stream()
        digest.update(Array(name.utf8))
        return String(digest.finish().prefix(32))
    }

    /// The files in the folder of what was read that are of the files of `job`.
    package func readNames(_ job: DatasetJob) -> Set<String> {
        Set(
            job.files.flatMap { [recordsPath($0.name), indexPath($0.name)] }
                .map { String($0.dropFirst(readPath.utf8.count + 1)) })
    }

    /// The listing of a part.
    package func listingPath(_ part: Int, of generation: DatasetGeneration) -> String {
        "\(folder(generation))/\(Self.number(part)).ndjson"
    }

    /// What there is to say of the listing of a part.
    func endPath(_ part: Int, of generation: DatasetGeneration) -> String {
        "\(folder(generation))/\(Self.number(part)).json"
    }

    /// When the files of a part were first seen.
    func seenPath(_ part: Int, of generation: DatasetGeneration) -> String {
        "\(folder(generation))/\(Self.number(part)).seen"
    }

    private static func number(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// The most that a job, an index or a generation takes.
    static let jsonBytesMax = 1 << 30

    /// The job that is worked on here.
    package func job() throws(PartFailure) -> DatasetJob {
        guard let job = DatasetJob(try PartFolder.read(jobPath, most: Self.jsonBytesMax)) else {
            throw PartFolder.damaged(jobPath)
        }
        return job
    }

    /// What is being made here.
    package func generation() throws(PartFailure) -> DatasetGeneration {
        let found = DatasetJSON.read(
            DatasetGeneration.self, at: generationPath, most: Self.jsonBytesMax)
        guard let found else { throw PartFolder.damaged(generationPath) }
        return found
    }

    /// Writes a file that others see whole or not at all, by what `body` writes to its descriptor.
    static func stream(
        to path: String, _ body: (Int32) throws(PartFailure) -> Void
    ) throws(PartFailure) {
        let names = path.split(separator: "/")
        let folder = "/" + names.dropLast().joined(separator: "/")
        let draft = folder + "/" + PartFolder.draftName(of: String(names.last ?? ""))
        unlink(draft)
        do throws(PartFailure) {
            try streamDraft(draft, for: path, body)
        } catch {
            unlink(draft)
            throw error
        }
        do throws(SystemError) {
            try FileReplacement.rename(draft, to: path, in: folder)
        } catch {
            throw PartFailure(path, error)
        }
    }

    private static func streamDraft(
        _ draft: String, for path: String, _ body: (Int32) throws(PartFailure) -> Void
    ) throws(PartFailure) {
        let number: Int32
        do throws(SystemError) {
            number = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW).take()
        } catch {
            throw PartFailure(path, error)
        }
        let file = FileDescriptor(owning: number)
        try body(file.number)
        do throws(SystemError) {
            try file.synchronize()
            try file.close()
        } catch {
            throw PartFailure(path, error)
        }
    }

    /// Writes `bytes` to the open file of `path`.
    static func write(_ bytes: [UInt8], to file: Int32, of path: String) throws(PartFailure) {
        do throws(SystemError) {
            try SystemCall.write(bytes, to: file)
        } catch {
            throw PartFailure(path, error)
        }
    }

    /// How many bytes the file at `path` has; nil where there is none.
    static func size(_ path: String) -> Int64? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
