// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Messages
import POSIX

/// One trash folder as the freedesktop.org trash specification 1.0 lays it out: `files` holds what
/// was thrown away, `info` says where it came from.
final class TrashFolder: Sendable {
    /// Where it is.
    let path: [UInt8]
    /// What the paths in its notes are relative to, without a `/` at its end; nil for the trash of
    /// the home folder, whose notes hold whole paths.
    let top: [UInt8]?
    /// What was thrown away.
    let files: OpenFolder
    /// The notes; open for reading, so that the file system can be brought to the disk through it.
    let info: OpenFolder
    /// The most bytes that a name in it may have, so that the name of its note still fits.
    let nameByteMax: Int

    /// For how long somebody may be at writing a note, in seconds.
    private static let begunSecondsMax: Int64 = 60

    /// What the name of a note ends with.
    static let infoSuffix = Array(".trashinfo".utf8)

    /// The trash `name` in the open folder `above`, which is at `abovePath`.
    ///
    /// With `calls` it is made if it is not there. It must be a folder, and no symbolic link, and
    /// `trust` must find it safe, with the folders in it: else somebody else decides what becomes of
    /// what is thrown away. Nil where that does not matter.
    init(
        _ name: KernelName, in above: borrowing FileDescriptor, at abovePath: [UInt8],
        top: [UInt8]?, trust: FolderTrust?, making calls: DiskCalls?
    ) throws(SystemError) {
        let folder = try TrashFolder.open(name, in: above.number, calls, isRead: false)
        try trust?.check(folder.state)
        path = abovePath + (abovePath.last == 47 ? [] : [47]) + name.bytes
        self.top = top
        info = try TrashFolder.open(KernelName("info"), in: folder.number, calls, isRead: true)
        files = try TrashFolder.open(KernelName("files"), in: folder.number, calls, isRead: true)
        let isClosed = FolderTrust.isClosed(folder.state)
        try trust?.check(info.state, isBehindClosed: isClosed)
        try trust?.check(files.state, isBehindClosed: isClosed)
        guard info.state.place == files.state.place else { throw SystemError(code: EXDEV) }
        var limits = statvfs()
        let longest = unsafe fstatvfs(info.number, &limits) == 0 ? Int(limits.f_namemax) : 255
        nameByteMax = max(min(longest, 255) - TrashFolder.infoSuffix.count, 16)
    }

    /// The trash at `path`, as a receipt tells it; it must be there.
    convenience init(openAt path: [UInt8]) throws(SystemError) {
        let abovePath = PathBytes.parent(of: path[...])
        let above = abovePath.isEmpty ? [47] : Array(abovePath)
        let folder = try unsafe FileDescriptor(
            opened: KernelName(above).withPointer {
                unsafe Glibc.open($0, __O_PATH | O_DIRECTORY | O_CLOEXEC)
            })
        let name = KernelName(PathBytes.name(of: path[...]))
        try self.init(
            name, in: folder, at: above, top: TrashFolder.top(of: path),
            trust: nil, making: nil)
    }

    /// What the notes of the trash at `path` are relative to; nil for that of the home folder.
    private static func top(of path: [UInt8]) -> [UInt8]? {
        let above = PathBytes.parent(of: path[...])
        let name = PathBytes.name(of: path[...])
        if name.starts(with: Array(".Trash-".utf8)) { return Array(above) }
        guard PathBytes.name(of: above).elementsEqual(Array(".Trash".utf8)) else { return nil }
        return Array(PathBytes.parent(of: above))
    }

    private static func open(
        _ name: KernelName, in above: Int32, _ calls: DiskCalls?, isRead: Bool
    ) throws(SystemError) -> OpenFolder {
        do throws(SystemError) {
            return try OpenFolder(name, in: above, isRead: isRead)
        } catch {
            guard let calls, error.code == ENOENT else { throw error }
            do throws(SystemError) {
                try calls.makeFolder(name, in: above, mode: 0o700)
            } catch {
                // Somebody else may have made it meanwhile.
                if error.code != EEXIST { throw error }
            }
            return try OpenFolder(name, in: above, isRead: isRead)
        }
    }

    /// The name of the note that belongs to `name`.
    static func infoName(_ name: KernelName) -> KernelName {
        KernelName(name.bytes + infoSuffix)
    }

    /// For people: "the trash (/home/ada/.local/share/Trash)".
    var place: String { String(clause: "the trash (\(String(decoding: path, as: UTF8.self)))") }

    /// Where an item at `path` came from, as its note writes it; nil if it cannot be written.
    func notePath(_ path: [UInt8]) -> [UInt8]? {
        guard let top else { return path }
        guard path.count > top.count + 1, path.starts(with: top), path[top.count] == 47 else {
            return nil
        }
        return Array(path[(top.count + 1)...])
    }

    /// Whether `name` is taken, by a file or by a note that announces one.
    ///
    /// A note that speaks of `path` and has no file was left by an attempt that failed so badly
    /// that it could not take it back: it goes now. So does one that was only begun, once that is
    /// so long ago that nobody is still at it.
    func isTaken(
        _ name: KernelName, forNoteOf path: [UInt8], _ calls: DiskCalls
    ) throws(SystemError) -> Bool {
        if try files.holds(name) { return true }
        let infoName = TrashFolder.infoName(name)
        guard try info.holds(infoName) else { return false }
        guard let note = TrashNote.read(infoName, in: info.number),
            let state = try? EntryState.read(infoName, in: info.number)
        else { return true }
        let isOld = state.modified.seconds < Int64(time(nil)) - TrashFolder.begunSecondsMax
        guard TrashNote.path(in: note) == path || (isOld && TrashNote.isBegun(note, path: path))
        else { return true }
        return (try? calls.unlink(infoName, in: info.number)) == nil
    }
}
