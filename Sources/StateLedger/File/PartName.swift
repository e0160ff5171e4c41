// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import Glibc

/// The names of files that are being made: `state.sqlite.new-1234-5678`, where 1234 is the process.
///
/// A file gets its own name when everything is in it. What a process leaves that is killed before
/// can be told by its name, and goes with the next start.
enum PartName {
    private static let mark = ".new-"
    private static let suffixes = ["", "-journal", "-wal", "-shm"]

    /// A name of this process's own for what will be `target`.
    static func new(for target: String) -> String {
        "\(target)\(mark)\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    }

    /// Removes `part` and what SQLite may have put beside it.
    static func remove(_ part: String) {
        for suffix in suffixes { unlink(part + suffix) }
    }

    /// Whether `name` is one of these.
    static func isPart(_ name: String) -> Bool { process(in: name) != nil }

    /// Removes from `folder` what processes that are no more left unfinished of the file called
    /// `name`, and of its backups.
    ///
    /// Only regular files of this user. What cannot be removed stays, and is no state either way.
    static func removeLeftovers(of name: String, in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for found in names where found.hasPrefix(name + ".") {
            guard let process = process(in: found), isGone(process) else { continue }
            let path = (folder == "/" ? "" : folder) + "/" + found
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid()
            else { continue }
            unlink(path)
        }
    }

    /// The process in `x.new-1234-5678` or `x.new-1234-5678-wal`; nil in any other name.
    private static func process(in name: String) -> pid_t? {
        guard let range = name.range(of: mark, options: .backwards),
            range.lowerBound > name.startIndex
        else { return nil }
        let parts = name[range.upperBound...].split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 && suffixes.contains("-" + parts[2]),
            parts.prefix(2).allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0 &- 48 < 10 } }),
            UInt32(parts[1]) != nil, let process = pid_t(parts[0]), process > 0
        else { return nil }
        return process
    }

    private static func isGone(_ process: pid_t) -> Bool {
        kill(process, 0) != 0 && errno == ESRCH
    }
}
