// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import POSIX

/// The open root of a local drive, and the only way to reach what lies below it.
///
/// Paths are resolved by the kernel from the root's descriptor, with the promise that no symbolic
/// link is followed, that nothing above the root is reached and, unless crossing is allowed, that
/// no mount point is passed: openat2(2). Kernels without that call (before 5.6, or behind a
/// filter) get the same promises one component at a time.
final class RootFolder: Sendable {
    private let descriptor: FileDescriptor
    private let crossesMounts: Bool
    private let hasOpenat2: Bool
    private let fault: Fault?

    /// Makes opening fail as if the kernel had answered with the errno it returns; for tests.
    typealias Fault = @Sendable (_ path: [UInt8]) -> Int32?

    /// The longest path that one call takes, with its closing zero; path_resolution(7).
    private static let callPathMax = 4_096

    /// Opens the folder at `path`, which must not be a symbolic link itself.
    init(
        path: String, crossesMounts: Bool, avoidsOpenat2: Bool = false, fault: Fault? = nil
    ) throws(SystemError) {
        descriptor = try FileDescriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        self.crossesMounts = crossesMounts
        self.fault = fault
        var how = open_how(
            flags: UInt64(__O_PATH | O_CLOEXEC), mode: 0, resolve: UInt64(RESOLVE_BENEATH))
        let probe = unsafe avoidsOpenat2 ? -1 : linux_openat2(descriptor.number, ".", &how)
        hasOpenat2 = probe >= 0
        if probe >= 0 { close(probe) }
    }

    /// The number of its descriptor, open for reading; only for calls that change nothing but what
    /// lies directly in it.
    var number: Int32 { descriptor.number }

    /// Where the root is, through no symbolic link; nil if the kernel does not tell.
    func absolutePath() -> [UInt8]? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: RootFolder.callPathMax) {
            room in
            // proc(5): where a descriptor leads.
            guard let start = room.baseAddress else { return nil }
            let count = unsafe readlink(
                "/proc/self/fd/\(descriptor.number)", unsafe start, room.count)
            guard count > 0, count < room.count, unsafe room[0] == 47 else { return nil }
            return unsafe room[..<count].map { UInt8(bitPattern: $0) }
        }
    }

    /// What tells the file system of the root from others, also after the machine was started anew;
    /// nil if the kernel does not tell. See fstatvfs(3).
    func fileSystem() -> String? {
        var found = statvfs()
        guard unsafe fstatvfs(descriptor.number, &found) == 0, found.f_fsid != 0 else { return nil }
        return String(found.f_fsid, radix: 16)
    }

    /// How much room there is on the file system of the root; nil if the kernel does not tell.
    func space() -> DriveSpace? {
        var found = statvfs()
        return unsafe fstatvfs(descriptor.number, &found) == 0 ? DriveSpace(found) : nil
    }

    /// What the root itself is.
    func status() -> Result<FileStatus, SystemError> { FileStatus.read(descriptor) }

    /// Opens the folder at `path` (below the root, without a first `/`; empty is the root) to
    /// read its entries.
    func openFolder(_ path: [UInt8]) throws(SystemError) -> FileDescriptor {
        if let fault, let code = fault(path) { throw SystemError(code: code) }
        return try unsafe FileDescriptor(
            path.withUnsafeBufferPointer {
                unsafe reachUnnoticed($0, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            })
    }

    /// Opens the file at `path` to read its bytes; the caller checks what it got.
    func openFile(_ path: UnsafeBufferPointer<UInt8>) throws(SystemError) -> FileDescriptor {
        if let fault, let code = unsafe fault(Array(path)) { throw SystemError(code: code) }
        // O_NONBLOCK: a pipe that has taken the file's place must not stop the program.
        return try unsafe FileDescriptor(
            reachUnnoticed(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
    }

    /// Opens the folder at `path` as a place to work in: it need not be readable.
    func openPlace(_ path: ArraySlice<UInt8>) throws(SystemError) -> FileDescriptor {
        try unsafe FileDescriptor(
            path.withUnsafeBufferPointer {
                unsafe reach($0, flags: __O_PATH | O_DIRECTORY | O_CLOEXEC)
            })
    }

    /// What stands at `path` now, without opening it.
    func status(_ path: [UInt8]) -> Result<FileStatus, SystemError> {
        unsafe path.withUnsafeBufferPointer { path in
            guard let slash = unsafe path.lastIndex(of: UInt8(ascii: "/")) else {
                return unsafe withTerminated(path[...]) {
                    unsafe FileStatus.read($0, in: descriptor.number)
                }
            }
            let above = unsafe reach(
                UnsafeBufferPointer(rebasing: path[..<slash]),
                flags: __O_PATH | O_DIRECTORY | O_CLOEXEC)
            if above < 0 { return .failure(SystemError(code: -above)) }
            defer { close(above) }
            return unsafe withTerminated(path[(slash + 1)...]) {
                unsafe FileStatus.read($0, in: above)
            }
        }
    }

    /// Opens what `path` names without that counting as its use, since rules may ask for its last
    /// use; open(2): only the owner of a file may ask for that.
    private func reachUnnoticed(_ path: UnsafeBufferPointer<UInt8>, flags: Int32) -> Int32 {
        let opened = unsafe reach(path, flags: flags | __O_NOATIME)
        return unsafe opened == -EPERM ? reach(path, flags: flags) : opened
    }

    /// Opens what `path` names; a descriptor's number, or errno below zero.
    private func reach(_ path: UnsafeBufferPointer<UInt8>, flags: Int32) -> Int32 {
        if hasOpenat2, path.count < RootFolder.callPathMax {
            return unsafe step(from: descriptor.number, path[...], flags: flags)
        }
        // Too long for one call, or a kernel without openat2.
        var folder = descriptor.number
        defer { if folder != descriptor.number { close(folder) } }
        var start = 0
        while true {
            let end = unsafe stepEnd(path, from: start)
            if end == path.count { break }
            let next = unsafe step(
                from: folder, path[start..<end], flags: __O_PATH | O_DIRECTORY | O_CLOEXEC)
            if next < 0 { return next }
            if folder != descriptor.number { close(folder) }
            folder = next
            start = end + 1
        }
        return unsafe step(from: folder, path[start...], flags: flags)
    }

    /// The end of the longest step from `start` that one call may take.
    private func stepEnd(_ path: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let slash = UInt8(ascii: "/")
        if !hasOpenat2 { return unsafe path[start...].firstIndex(of: slash) ?? path.count }
        let room = start + RootFolder.callPathMax - 1
        if path.count <= room { return path.count }
        return unsafe path[start..<room].lastIndex(of: slash) ?? path.count
    }

    private func step(
        from folder: Int32, _ path: Slice<UnsafeBufferPointer<UInt8>>, flags: Int32
    ) -> Int32 {
        unsafe withTerminated(path) { path in
            let number: Int32
            if hasOpenat2 {
                var resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS
                if !crossesMounts { resolve |= RESOLVE_NO_XDEV }
                var how = open_how(flags: UInt64(flags), mode: 0, resolve: UInt64(resolve))
                number = unsafe linux_openat2(folder, path, &how)
            } else {
                number = unsafe openat(folder, path, flags | O_NOFOLLOW)
            }
            if number >= 0 { return number }
            // openat(2) says of a link in a folder's place that it is no folder; openat2(2) that it
            // is a link.
            let code = errno
            return unsafe code == ENOTDIR && !hasOpenat2 && isLink(path, in: folder)
                ? -ELOOP : -code
        }
    }

    private func isLink(_ name: UnsafePointer<CChar>, in folder: Int32) -> Bool {
        guard case .success(let status) = unsafe FileStatus.read(name, in: folder) else {
            return false
        }
        return status.type == .special
    }

    /// Hands `body` the bytes with a zero after them; no bytes are `.`.
    @inline(__always)
    private func withTerminated<Value>(
        _ path: Slice<UnsafeBufferPointer<UInt8>>, _ body: (UnsafePointer<CChar>) -> Value
    ) -> Value {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: path.count + 2) { room in
            let end = unsafe room.update(fromContentsOf: path)
            let last = end == 0 ? 1 : end
            if end == 0 { unsafe room[0] = UInt8(ascii: ".") }
            unsafe room[last] = 0
            return unsafe room.withMemoryRebound(to: CChar.self) { room in
                guard let start = room.baseAddress else { preconditionFailure("two bytes or more") }
                return unsafe body(UnsafePointer(start))
            }
        }
    }
}

extension FileDescriptor {
    /// Takes over an open descriptor, or throws what stands in its place: errno below zero.
    fileprivate init(_ number: Int32) throws(SystemError) {
        if number < 0 { throw SystemError(code: -number) }
        self.init(owning: number)
    }
}
