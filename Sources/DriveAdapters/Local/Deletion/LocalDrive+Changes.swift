// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX

extension LocalDrive {
    /// The folder below which everything lies that deleting from this drive writes to: the lowest that
    /// holds the root and the trash that its items go into.
    ///
    /// Items go into the trash by renaming, and the kernel renames nothing from one mount to another.
    /// Whoever shuts a process in by mounts, as systemd does, has to leave this folder in one piece, or
    /// the items go into another trash than otherwise, or nowhere. The root itself where nobody can
    /// look at it.
    package func folderOfChanges() -> String {
        let path = Array(rootPath.utf8)
        guard let root = try? OpenFolder(KernelName(path), in: AT_FDCWD) else { return rootPath }
        if let home = Self.nearestFolder(to: options.homeTrash), home.place == root.state.place {
            return Self.common(rootPath, home.path)
        }
        guard let top = try? TrashFinder.top(of: root, at: path) else { return rootPath }
        return String(decoding: top.path, as: UTF8.self)
    }

    /// The folder at `path`, or the nearest above it that is there, without links.
    private static func nearestFolder(to path: String?) -> (path: String, place: Mount)? {
        guard var path, path.hasPrefix("/") else { return nil }
        while true {
            if let whole = unsafe realpath(path, nil) {
                defer { unsafe free(whole) }
                let text = unsafe String(cString: whole)
                guard let folder = try? OpenFolder(KernelName(Array(text.utf8)), in: AT_FDCWD)
                else { return nil }
                return (text, folder.state.place)
            }
            guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
    }

    /// The lowest folder that holds both.
    private static func common(_ one: String, _ other: String) -> String {
        let names = zip(one.split(separator: "/"), other.split(separator: "/"))
            .prefix { $0.utf8.elementsEqual($1.utf8) }.map(\.0)
        return "/" + names.joined(separator: "/")
    }
}
