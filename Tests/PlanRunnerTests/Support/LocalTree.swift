// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import Glibc

/// A temporary folder with a local drive, its trash and a state file; removed at the end by the
/// one who made it.
final class LocalTree: Sendable {
    let base: String
    private let isOwner: Bool

    struct Failure: Error {
        var code = errno
    }

    /// A new folder, in memory where that can be had.
    init() throws {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/plan-runner-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure() }
        base = String(cString: made)
        isOwner = true
        for folder in [root, base + "/data"] {
            if mkdir(folder, 0o700) != 0 { throw Failure() }
        }
    }

    /// The folder that another process made.
    init(base: String) {
        self.base = base
        isOwner = false
    }

    deinit {
        if isOwner { try? FileManager.default.removeItem(atPath: base) }
    }

    /// The top of the drive.
    var root: String { base + "/root" }
    /// The trash of the user.
    var trash: String { base + "/data/Trash" }
    /// Where a state file may lie.
    var statePath: String { base + "/state.sqlite" }

    /// The drive.
    var drive: LocalDrive {
        var options = LocalDrive.Options()
        options.homeTrash = trash
        options.threadCount = 1
        return LocalDrive(name: "main", rootPath: root, options: options)
    }

    /// Writes a file as old as others, with the folders above it.
    func write(_ path: String, _ content: String, ageDays: Int64 = 100) throws {
        let folder = (root + path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: root + path))
        try setModified(path, RunnerWorld.start - ageDays * day)
    }

    /// Sets when a file was changed last.
    func setModified(_ path: String, _ seconds: Int64) throws {
        let times = [
            timespec(tv_sec: Int(seconds), tv_nsec: 7), timespec(tv_sec: Int(seconds), tv_nsec: 7),
        ]
        if utimensat(AT_FDCWD, root + path, times, AT_SYMLINK_NOFOLLOW) != 0 { throw Failure() }
    }

    func remove(_ path: String) throws {
        if Glibc.remove(root + path) != 0 { throw Failure() }
    }

    func rename(_ path: String, to other: String) throws {
        if Glibc.rename(root + path, root + other) != 0 { throw Failure() }
    }

    func link(_ path: String, to target: String) throws {
        if symlink(target, root + path) != 0 { throw Failure() }
    }

    func setMode(_ path: String, _ mode: mode_t) throws {
        if chmod(root + path, mode) != 0 { throw Failure() }
    }

    /// Writes other bytes of the same number into a file and leaves no trace of it in its date.
    func overwrite(_ path: String, _ content: String) throws {
        var before = stat()
        guard stat(root + path, &before) == 0 else { throw Failure() }
        let file = open(root + path, O_WRONLY)
        guard file >= 0 else { throw Failure() }
        defer { close(file) }
        let bytes = Array(content.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count,
            futimens(file, [before.st_atim, before.st_mtim]) == 0
        else { throw Failure() }
    }

    func moveRootAside() throws {
        if Glibc.rename(root, base + "/aside") != 0 { throw Failure() }
    }

    func makeRoot() throws {
        if mkdir(root, 0o700) != 0 { throw Failure() }
    }

    /// Puts the top back in its place, in that of an empty folder.
    func moveRootBack() throws {
        if Glibc.rename(base + "/aside", root) != 0 { throw Failure() }
    }

    /// Everything below the top, sorted, and what each file holds.
    func contents() -> [String: String] { contents(of: root) }

    /// Everything that lies in the trash.
    func trashed() -> [String: String] { contents(of: trash + "/files") }

    /// The notes that go with what lies in the trash.
    func trashNotes() -> [String] { contents(of: trash + "/info").keys.sorted() }

    private func contents(of folder: String) -> [String: String] {
        var found: [String: String] = [:]
        guard let walk = FileManager.default.enumerator(atPath: folder) else { return [:] }
        for case let path as String in walk {
            var isFolder: ObjCBool = false
            guard
                FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
            else { continue }
            found["/" + path] =
                isFolder.boolValue
                ? "folder"
                : FileManager.default.contents(atPath: folder + "/" + path).map {
                    String(decoding: $0, as: UTF8.self)
                }
        }
        return found
    }
}
