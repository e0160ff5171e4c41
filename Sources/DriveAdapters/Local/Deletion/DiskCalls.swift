// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX

/// The calls by which deleting and restoring change a disk. No other code changes what lies on a
/// drive.
struct DiskCalls: Sendable {
    /// One kind of change.
    enum Change: String, Sendable, CaseIterable {
        case makeFolder, createFile, writeFile, move, link, unlink, removeFolder, attributes, sync
    }

    /// Asked before each change; makes it fail with the errno that it returns. For tests.
    typealias Fault = @Sendable (_ change: Change, _ name: String) -> Int32?

    /// Faults that tests put in the way.
    var fault: Fault?
    /// Whether to do without RENAME_NOREPLACE, as some file systems must; for tests.
    var avoidsNoReplace = false
    /// Whether to do without hard links, as some file systems must; for tests.
    var avoidsLinks = false

    /// Makes a folder.
    func makeFolder(
        _ name: KernelName, in folder: Int32, mode: mode_t
    ) throws(SystemError) {
        try unsafe run(.makeFolder, name) { unsafe mkdirat(folder, $0, mode) }
    }

    /// Makes a file that was not there before, open for writing.
    func createFile(
        _ name: KernelName, in folder: Int32
    ) throws(SystemError) -> FileDescriptor {
        if let code = fault?(.createFile, name.text) { throw SystemError(code: code) }
        return try unsafe FileDescriptor(
            opened: name.withPointer {
                unsafe openat(
                    folder, $0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            })
    }

    /// Writes `bytes` at the end of the file that is open as `file`.
    func write(
        _ bytes: [UInt8], to file: borrowing FileDescriptor, _ name: KernelName
    ) throws(SystemError) {
        if let code = fault?(.writeFile, name.text) { throw SystemError(code: code) }
        try SystemCall.write(bytes, to: file.number)
    }

    /// Removes a file.
    func unlink(_ name: KernelName, in folder: Int32) throws(SystemError) {
        try unsafe run(.unlink, name) { unsafe unlinkat(folder, $0, 0) }
    }

    /// Removes an empty folder; the kernel refuses one that is not.
    func removeFolder(_ name: KernelName, in folder: Int32) throws(SystemError) {
        try unsafe run(.removeFolder, name) { unsafe unlinkat(folder, $0, AT_REMOVEDIR) }
    }

    /// Brings to the disk all that was changed on the file system of `descriptor`.
    func sync(_ descriptor: Int32) throws(SystemError) {
        if let code = fault?(.sync, "") { throw SystemError(code: code) }
        guard linux_syncfs(descriptor) == 0 else { throw SystemError(code: errno) }
    }

    // MARK: - Attributes

    /// Makes a change in `folder` and gives the folder the date back that it had, where that is
    /// permitted: that this program took something out of it, or put it back, is no use of it by
    /// which its age may be told.
    func keepingDate<Value, Failure: Error>(
        of folder: OpenFolder, _ change: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let before = try? EntryState.read(folder.number)
        let value = try change()
        if let before, let after = try? EntryState.read(folder.number),
            after.modified != before.modified
        {
            try? setTimes(of: folder, accessed: nil, modified: before.modified)
        }
        return value
    }

    /// Sets the times of a folder; `accessed` stays as it is if it is nil.
    func setTimes(
        of folder: OpenFolder, accessed: FileTime?, modified: FileTime
    ) throws(SystemError) {
        let times = [
            accessed.map { timespec(tv_sec: Int($0.seconds), tv_nsec: Int($0.nanoseconds)) }
                ?? timespec(tv_sec: 0, tv_nsec: timeOmitted),
            timespec(tv_sec: Int(modified.seconds), tv_nsec: Int(modified.nanoseconds)),
        ]
        try runAttribute(folder) { unsafe utimensat(AT_FDCWD, $0, times, 0) }
    }

    /// Gives a folder to that account and group.
    func setOwner(of folder: OpenFolder, _ owner: UInt32, _ group: UInt32) throws(SystemError) {
        try runAttribute(folder) { unsafe chown($0, owner, group) }
    }

    /// Sets the rights of a folder.
    func setMode(of folder: OpenFolder, _ mode: mode_t) throws(SystemError) {
        try runAttribute(folder) { unsafe chmod($0, mode) }
    }

    /// Sets one extended attribute of a folder.
    func setExtended(
        of folder: OpenFolder, _ one: FolderAttributes.Extended
    ) throws(SystemError) {
        try runAttribute(folder) { path in
            unsafe KernelName(one.name).withPointer {
                unsafe setxattr(path, $0, one.value, one.value.count, 0)
            }
        }
    }

    private func runAttribute(
        _ folder: OpenFolder, _ call: (String) -> Int32
    ) throws(SystemError) {
        if let code = fault?(.attributes, "") { throw SystemError(code: code) }
        guard call(folder.descriptorPath) == 0 else { throw SystemError(code: errno) }
    }

    // MARK: - Moves

    /// Moves an entry into a folder of this program or of the trash, where nobody else takes the
    /// name: what has the name already stays.
    func moveAside(
        _ name: KernelName, in folder: Int32, to newName: KernelName, in newFolder: Int32
    ) throws(SystemError) {
        if try moveWithoutReplacing(name, in: folder, to: newName, in: newFolder) { return }
        if try exists(newName, in: newFolder) { throw SystemError(code: EEXIST) }
        try moveReplacing(name, in: folder, to: newName, in: newFolder)
    }

    /// Moves an entry to a place where anybody may put another one at any moment: that one stays,
    /// and the call fails with EEXIST.
    func moveBack(
        _ name: KernelName, in folder: Int32, to newName: KernelName, in newFolder: Int32,
        isFolder: Bool
    ) throws(SystemError) {
        if try moveWithoutReplacing(name, in: folder, to: newName, in: newFolder) { return }
        if try exists(newName, in: newFolder) { throw SystemError(code: EEXIST) }
        if isFolder {
            // rename(2): a folder replaces nothing but an empty folder.
            return try moveReplacing(name, in: folder, to: newName, in: newFolder)
        }
        if try link(name, in: folder, to: newName, in: newFolder) {
            do throws(SystemError) {
                return try unlink(name, in: folder)
            } catch {
                try? unlink(newName, in: newFolder)
                throw error
            }
        }
        // Neither call is there: an empty file of ours holds the place until it is replaced.
        _ = try createFile(newName, in: newFolder)
        do throws(SystemError) {
            try moveReplacing(name, in: folder, to: newName, in: newFolder)
        } catch {
            try? unlink(newName, in: newFolder)
            throw error
        }
    }

    /// renameat2(2) with RENAME_NOREPLACE; false where the file system or the kernel has it not.
    private func moveWithoutReplacing(
        _ name: KernelName, in folder: Int32, to newName: KernelName, in newFolder: Int32
    ) throws(SystemError) -> Bool {
        if avoidsNoReplace { return false }
        do throws(SystemError) {
            try unsafe run(.move, name) { name in
                unsafe newName.withPointer {
                    unsafe linux_renameat2(folder, name, newFolder, $0, noReplace)
                }
            }
            return true
        } catch {
            if [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) { return false }
            throw error
        }
    }

    private func moveReplacing(
        _ name: KernelName, in folder: Int32, to newName: KernelName, in newFolder: Int32
    ) throws(SystemError) {
        try unsafe run(.move, name) { name in
            unsafe newName.withPointer { unsafe renameat(folder, name, newFolder, $0) }
        }
    }

    /// linkat(2); false where the file system has no hard links.
    private func link(
        _ name: KernelName, in folder: Int32, to newName: KernelName, in newFolder: Int32
    ) throws(SystemError) -> Bool {
        if avoidsLinks { return false }
        do throws(SystemError) {
            try unsafe run(.link, name) { name in
                unsafe newName.withPointer { unsafe linkat(folder, name, newFolder, $0, 0) }
            }
            return true
        } catch {
            if [EPERM, ENOSYS, EOPNOTSUPP, EMLINK].contains(error.code) { return false }
            throw error
        }
    }

    @inline(__always)
    private func run(
        _ change: Change, _ name: KernelName, _ call: (UnsafePointer<CChar>) -> Int32
    ) throws(SystemError) {
        if let code = fault?(change, name.text) { throw SystemError(code: code) }
        let code = unsafe name.withPointer { unsafe call($0) == 0 ? 0 : errno }
        if code != 0 { throw SystemError(code: code) }
    }
}

/// Whether something is called `name` in `folder`; what keeps that from being told is thrown, for
/// it says nothing about the name.
func exists(_ name: KernelName, in folder: Int32) throws(SystemError) -> Bool {
    let code = unsafe name.withPointer {
        unsafe faccessat(folder, $0, F_OK, AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    }
    switch code {
    case 0: return true
    case ENOENT: return false
    default: throw SystemError(code: code)
    }
}

/// linux/stat.h: UTIME_OMIT.
private let timeOmitted = (1 << 30) - 2
/// linux/fs.h: RENAME_NOREPLACE.
private let noReplace: UInt32 = 1
