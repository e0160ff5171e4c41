// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GRDB
internal import Glibc
internal import Messages
internal import POSIX

extension StateFile {
    /// How many backups of one version there may be.
    static let backupsMax = 100

    /// The copies that were made before migrations, the oldest version first.
    func migrationBackups() -> [String] {
        let prefix = name + ".before-v"
        // A folder that cannot be read has no backups to speak of.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter {
            $0.hasPrefix(prefix) && !$0.hasSuffix(".part") && !PartName.isPart($0)
        }
        .sorted { $0.compare($1, options: .numeric) == .orderedAscending }
        .map { (folder == "/" ? "" : folder) + "/" + $0 }
    }

    /// Copies what `db` holds to a new file beside it, whole and on the disk; the copy's path.
    ///
    /// Never over another backup: the first free name is taken.
    func backUp(_ db: Database, before version: Int) throws -> String {
        let target = try freeBackupPath(version)
        let part = PartName.new(for: target)
        do {
            // VACUUM INTO takes an empty file, and keeps its mode.
            _ = try FileDescriptor(part, O_RDWR | O_CREAT | O_EXCL)
            try db.execute(sql: "VACUUM INTO ?", arguments: [part])
            try FileReplacement.synchronize(file: part)
            try Self.publish(part, as: target)
            try FileReplacement.synchronize(folder: folder)
            return target
        } catch {
            unlink(part)
            throw error
        }
    }

    private func freeBackupPath(_ version: Int) throws -> String {
        let first = "\(path).before-v\(version)"
        let names = [first] + (2...Self.backupsMax).map { "\(first).\($0)" }
        var status = stat()
        for name in names where lstat(name, &status) != 0 { return name }
        throw LedgerError(
            .failed,
            Message("there are \(Self.backupsMax) backups \(first) already; remove old ones"))
    }

    /// Gives the file at `part` the name `target`, unless that is taken.
    static func publish(_ part: String, as target: String) throws(SystemError) {
        if link(part, target) == 0 {
            unlink(part)
            return
        }
        let code = errno
        // link(2): EPERM where the file system has no hard links. Then the name is reserved first.
        guard code == EPERM || code == EOPNOTSUPP || code == ENOSYS else {
            throw SystemError(code: code)
        }
        _ = try FileDescriptor(target, O_RDWR | O_CREAT | O_EXCL)
        if rename(part, target) != 0 { throw SystemError(code: errno) }
    }
}
