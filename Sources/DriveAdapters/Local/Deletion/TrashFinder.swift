// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX

/// Finds, and makes, the trash folders that items of a file system can be moved into.
struct TrashFinder {
    /// The path of the home folder's trash; nil if there is none.
    let homeTrash: String?
    /// By what folders are made; nil if none are to be made.
    let calls: DiskCalls?
    /// By what it is tried whether a file system keeps owners.
    private let trial: DiskCalls
    private var known: [Key: Result<TrashFolder, SystemError>] = [:]

    private struct Key: Hashable {
        var place: Mount
        var kind: Kind
    }

    /// The trash folders of one file system, in the order in which they are tried.
    enum Kind: Int, CaseIterable {
        /// In the home folder.
        case home
        /// `.Trash/UID` at the top of the file system, where the administrator made `.Trash`.
        case shared
        /// `.Trash-UID` at the top of the file system.
        case own
    }

    /// A finder that makes folders by `calls`, if at all, and tries by `trial` whether a file system
    /// keeps owners, where a folder belongs to somebody else.
    init(homeTrash: String?, making calls: DiskCalls?, trying trial: DiskCalls) {
        self.homeTrash = homeTrash
        self.calls = calls
        self.trial = trial
    }

    /// Whether nothing is to be moved into what is found: what was moved there once is looked for
    /// whoever the folder belongs to by now.
    private var isSearching: Bool { calls == nil }

    /// The trash of that kind for what lies in `folder`, which is at `path`; opened once.
    mutating func trash(
        _ kind: Kind, for folder: OpenFolder, at path: [UInt8]
    ) -> Result<TrashFolder, SystemError> {
        let key = Key(place: folder.state.place, kind: kind)
        if let result = known[key] { return result }
        let result = open(kind, folder, path)
        known[key] = result
        return result
    }

    /// Whether `error` means that a trash is not there, or not to be used, so that the next kind is
    /// to be tried; anything else may pass.
    static func isRefusal(_ error: SystemError) -> Bool {
        [ENOENT, ENOTDIR, ELOOP, EACCES, EPERM, EXDEV].contains(error.code)
    }

    private func open(
        _ kind: Kind, _ folder: OpenFolder, _ path: [UInt8]
    ) -> Result<TrashFolder, SystemError> {
        do throws(SystemError) {
            let trash =
                kind == .home
                ? try openHome(folder.state.place) : try openTop(kind, folder, path)
            // Nothing can be moved into another file system, or through another mount of it.
            guard trash.files.state.place == folder.state.place else {
                throw SystemError(code: EXDEV)
            }
            return .success(trash)
        } catch {
            return .failure(error)
        }
    }

    private func openHome(_ place: Mount) throws(SystemError) -> TrashFolder {
        guard let homeTrash, homeTrash.hasPrefix("/") else { throw SystemError(code: ENOENT) }
        var names = homeTrash.split(separator: "/").map { KernelName($0.utf8) }
        guard names.allSatisfy({ KernelName.isComponent($0.bytes) }),
            let name = names.popLast()
        else { throw SystemError(code: ENOENT) }
        let above = try openAbove(names, place)
        let path = names.reduce(into: [UInt8]()) { $0 += [47] + $1.bytes }
        let isHere = try EntryState.read(above.number).place == place
        return try TrashFolder(
            name, in: above, at: path, top: nil, trust: isSearching ? nil : FolderTrust(),
            making: isHere ? calls : nil)
    }

    /// The folder that these names lead to from the top of all, through symbolic links as the
    /// user may have laid them; missing ones are made if they are on the file system in question.
    private func openAbove(
        _ names: [KernelName], _ place: Mount
    ) throws(SystemError) -> FileDescriptor {
        var folder = try TrashFinder.openLinked(KernelName("/"), AT_FDCWD)
        for name in names {
            do throws(SystemError) {
                folder = try TrashFinder.openLinked(name, folder.number)
            } catch {
                guard let calls, error.code == ENOENT,
                    try EntryState.read(folder.number).place == place
                else { throw error }
                try calls.makeFolder(name, in: folder.number, mode: 0o700)
                folder = try TrashFinder.openLinked(name, folder.number)
            }
        }
        return folder
    }

    private static func openLinked(
        _ name: KernelName, _ folder: Int32
    ) throws(SystemError) -> FileDescriptor {
        try unsafe FileDescriptor(
            opened: name.withPointer {
                unsafe openat(folder, $0, __O_PATH | O_DIRECTORY | O_CLOEXEC)
            })
    }

    private func openTop(
        _ kind: Kind, _ folder: OpenFolder, _ path: [UInt8]
    ) throws(SystemError) -> TrashFolder {
        let (top, topPath) = try TrashFinder.top(of: folder, at: path)
        let account = String(geteuid())
        let trust = isSearching ? nil : FolderTrust(on: top, trying: trial)
        let base = topPath == [47] ? [] : topPath
        if kind == .own {
            return try TrashFolder(
                KernelName(".Trash-" + account), in: top.descriptor, at: topPath, top: base,
                trust: trust, making: calls)
        }
        let shared = try OpenFolder(KernelName(".Trash"), in: top.number)
        // The specification: without the sticky bit anybody could replace what is in it.
        guard shared.state.mode & UInt16(S_ISVTX) != 0 else { throw SystemError(code: EACCES) }
        return try TrashFolder(
            KernelName(account), in: shared.descriptor, at: base + Array("/.Trash".utf8),
            top: base, trust: trust, making: calls)
    }

    /// The highest folder of the file system of `folder`, which is at `path`, and where that is.
    static func top(
        of folder: OpenFolder, at path: [UInt8]
    ) throws(SystemError) -> (folder: OpenFolder, path: [UInt8]) {
        var top = folder
        var path = path
        while path != [47] {
            let above = try OpenFolder(KernelName(".."), in: top.number)
            // At the top of all, `..` is the folder itself.
            if above.state.place != top.state.place || above.state.key == top.state.key { break }
            top = above
            guard let slash = path.lastIndex(of: 47) else { throw SystemError(code: ENOENT) }
            path = slash == 0 ? [47] : Array(path[..<slash])
        }
        return (top, path)
    }
}
