// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX
import RuleEngine
internal import Text
import Threads

extension LocalDrive {
    /// Reads the file at `path`, through no link and without waiting for a pipe.
    public func sighting(ofFile path: String, byteCountMax: Int64) async -> FileSighting {
        let opened: OpenRoot
        do throws(DriveError) {
            opened = try await open(for: .hash)
        } catch {
            return .unseen(error.message)
        }
        let name = Array(path.utf8.dropFirst())
        return await BlockingCall.value {
            do throws(SystemError) {
                return try Self.sighting(of: name, below: opened.root, byteCountMax)
            } catch {
                switch error.code {
                case ENOENT, ENOTDIR: return .missing
                case ELOOP: return .irregular
                default: return .unseen(systemMessage(error.code))
                }
            }
        }
    }

    private static func sighting(
        of path: [UInt8], below root: RootFolder, _ byteCountMax: Int64
    ) throws(SystemError) -> FileSighting {
        // What is no file is not opened at all: that alone can set a device going.
        guard try root.status(path).get().type == .file else { return .irregular }
        let file = try open(path, below: root)
        guard let state = ContentFile.State(file.number), state.isFile else { return .irregular }
        if state.size > byteCountMax { return .tooLarge(state.size) }
        guard var hasher = FileHasher([.sha256]) else {
            return .unseen(DriveError.digestMissing.message)
        }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { unsafe room.deallocate() }
        var offset: Int64 = 0
        while offset < state.size {
            let part = unsafe UnsafeMutableRawBufferPointer(
                rebasing: room[..<Int(min(Int64(room.count), state.size - offset))])
            guard try unsafe SystemCall.read(file.number, at: offset, into: part) == part.count
            else {
                break
            }
            unsafe hasher.update(UnsafeRawBufferPointer(part))
            offset += Int64(part.count)
        }
        guard offset == state.size, ContentFile.State(file.number) == state else {
            return .unseen(String(clause: "changed while it was read"))
        }
        var digest = ""
        unsafe hasher.finish { digest = unsafe HexDigits.text($1) }
        return .file(sha256: digest)
    }

    private static func open(
        _ path: [UInt8], below root: RootFolder
    ) throws(SystemError) -> FileDescriptor {
        let number = try unsafe path.withUnsafeBufferPointer { bytes throws(SystemError) -> Int32 in
            try unsafe root.openFile(bytes).take()
        }
        return FileDescriptor(owning: number)
    }
}
