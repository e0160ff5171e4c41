// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Glibc
import RuleEngine

@testable import DriveAdapters

/// A temporary folder with a local drive on it; removed with all it holds at the end.
final class LocalWorld: DriveWorld {
    let root: String
    let local: LocalDrive

    struct Failure: Error {
        var code = errno
    }

    /// A new folder; `inMemory` for trees that would keep a disk busy for long.
    init(
        avoidsOpenat2: Bool = false, inMemory: Bool = false,
        change: (inout LocalDrive) -> Void = { _ in }
    ) throws {
        let base = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(base)/local-drive-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure() }
        root = String(cString: made)
        var local = LocalDrive(name: "d", rootPath: root)
        local.avoidsOpenat2 = avoidsOpenat2
        change(&local)
        self.local = local
    }

    deinit {
        // rm(1) goes as deep as a tree may be.
        _ = try? ChildProgram.run("/bin/rm", ["-rf", root])
    }

    var drive: any Drive { local }

    func putFile(_ path: String, _ content: [UInt8]) throws {
        try putFolders(above: path)
        try write(Array((root + path).utf8), content)
    }

    /// Writes a file whose name need not be text.
    func putFile(inRoot name: [UInt8], _ content: [UInt8] = [1, 2, 3]) throws {
        try write(Array((root + "/").utf8) + name, content)
    }

    /// Makes a folder whose name need not be text.
    func putFolder(inRoot name: [UInt8]) throws {
        try check(withPath(Array((root + "/").utf8) + name) { mkdir($0, 0o755) })
    }

    func putFolder(_ path: String) throws {
        try putFolders(above: path + "/")
    }

    func remove(_ path: String) throws {
        try check(Glibc.remove(root + path))
    }

    func link(_ path: String, to target: String) throws {
        try check(symlink(target, root + path))
    }

    /// Gives a file a second name.
    func files(link path: String, _ second: String) throws {
        try check(Glibc.link(root + path, root + second))
    }

    /// Writes other bytes of the same count into a file and puts its date back.
    func forge(_ path: String) throws {
        var status = stat()
        try check(lstat(root + path, &status))
        let file = open(root + path, O_WRONLY)
        guard file >= 0 else { throw Failure() }
        defer { close(file) }
        let bytes = [UInt8](repeating: 0xee, count: Int(status.st_size))
        if pwrite(file, bytes, bytes.count, 0) != bytes.count { throw Failure() }
        let times = [status.st_atim, status.st_mtim]
        try check(utimensat(AT_FDCWD, root + path, times, 0))
    }

    /// Sets the times of a file: last use and last change.
    func setTimes(_ path: String, accessed: Int, modified: Int) throws {
        let times = [
            timespec(tv_sec: accessed, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 5),
        ]
        try check(utimensat(AT_FDCWD, root + path, times, AT_SYMLINK_NOFOLLOW))
    }

    func check(_ result: Int32) throws {
        if result != 0 { throw Failure() }
    }

    private func putFolders(above path: String) throws {
        var above = root
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            if part.isEmpty { continue }
            above += "/" + part
            if mkdir(above, 0o755) != 0, errno != EEXIST { throw Failure() }
        }
    }

    private func write(_ path: [UInt8], _ content: [UInt8]) throws {
        let file = withPath(path) { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        guard file >= 0 else { throw Failure() }
        defer { close(file) }
        var done = 0
        while done < content.count {
            let count = content[done...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            if count <= 0 { throw Failure() }
            done += count
        }
    }

    private func withPath<Value>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Value) -> Value
    {
        (path + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { preconditionFailure("one byte at least") }
            return body(start)
        }
    }
}
