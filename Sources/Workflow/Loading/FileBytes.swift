// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import Messages
internal import POSIX
internal import Text

/// Reads small files whole.
package enum FileBytes {
    /// The most that is read: a rules file holds 1 MiB at most, a plan may be larger.
    package static let rulesBytesMax = 1 << 20
    /// The largest plan that `show` reads.
    static let planBytesMax = 1 << 30

    /// What there is always memory for.
    private static let documentBytesMax = 16 << 20

    /// The bytes of the regular file at `path`, one more than `most` where it holds more than that.
    package static func read(_ path: String, most: Int) throws(Failure) -> [UInt8] {
        let shown = Message("'\(VisibleText.escaped(path))'")
        // O_NONBLOCK: others may have chosen the name, and a pipe must not hold the program up.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure(.failed, Message("cannot read \(shown): \(reason())"))
        }
        let file = FileDescriptor(owning: descriptor)
        guard let status = try? file.status() else {
            throw Failure(.failed, Message("cannot read \(shown): \(reason())"))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR:
            throw Failure(
                .failed, Message("cannot read \(shown): it is a folder; name a file in it"))
        default:
            throw Failure(
                .failed,
                Message("cannot read \(shown): it is a pipe or a device, and only files are read"))
        }
        return try bytes(file.number, shown, most: most)
    }

    /// The bytes of standard input, one more than `most` where there are more than that.
    package static func readStandardInput(most: Int) throws(Failure) -> [UInt8] {
        try bytes(STDIN_FILENO, Message("standard input"), most: most)
    }

    private static func bytes(
        _ descriptor: Int32, _ name: Message, most: Int
    ) throws(Failure) -> [UInt8] {
        // A sparse file of any length costs whoever made it nothing.
        let room = most > documentBytesMax ? MemoryRoom.now.byteCount / 4 : .max
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SystemCall.contents(of: descriptor, most: min(most, room))
        } catch {
            throw Failure(.failed, Message("cannot read \(name): \(error.text)"))
        }
        if bytes.count > room {
            throw Failure(
                .failed,
                Message(
                    "cannot read \(name): it holds more than \(room >> 20) MiB, and there is no"
                        + " memory for that"))
        }
        return bytes
    }

    /// Whether there is a file at `path`.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether nothing at all is at `path`.
    package static func isMissing(_ path: String) -> Bool {
        access(path, F_OK) != 0 && errno == ENOENT
    }

    /// Whether there is a folder at `path`.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether something else than a regular file is at `path`: a folder, a pipe, a device.
    package static func isThereButNoFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// What the last system call said.
    package static func reason() -> String { SystemError.last.text }
}

/// What tells a folder from every other one, whatever path leads to it.
struct FolderIdentity: Hashable {
    private let file: FileIdentity

    /// The folder at `path`, links followed; nil where there is none.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        file = FileIdentity(status)
    }
}

/// Paths of this machine.
package enum MachinePath {
    /// `path` seen from `folder`, with `~` for the home folder; without one that is a name like any.
    package static func resolve(_ path: String, from folder: String) -> String {
        if path == "~" || path.hasPrefix("~/"), let home = Environment.folder("HOME") {
            return home == "/" && path != "~" ? String(path.dropFirst()) : home + path.dropFirst()
        }
        if path.hasPrefix("/") || folder.isEmpty { return path }
        return folder == "/" ? "/" + path : folder + "/" + path
    }

    /// The folder that holds `path`; `.` where it names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether this user may make and remove what lies in the folder at `path`.
    package static func mayWrite(_ path: String) -> Bool { access(path, W_OK | X_OK) == 0 }

    /// `path` from the root: as seen from the current folder, where it is relative.
    package static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let here = canonical(".") else { return path }
        return here == "/" ? "/" + path : here + "/" + path
    }

    /// `path` from the root as people name it, with the links in it: of the current folder too, where the shell
    /// says by which it was entered. What `..` leads to is looked up, as the system does.
    package static func named(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : here + "/" + path
        let parts = whole.split(separator: "/").filter { $0 != "." }
        let up = parts.lastIndex(of: "..").map { $0 + 1 } ?? 0
        let start = "/" + parts[..<up].joined(separator: "/")
        let from = up == 0 ? "/" : canonical(start) ?? start
        return (from == "/" ? "" : from) + "/" + parts[up...].joined(separator: "/")
    }

    /// The current folder, with the links by which it was entered.
    private static var here: String {
        let real = canonical(".") ?? ""
        guard let shown = Environment.folder("PWD"), canonical(shown) == real else { return real }
        return shown
    }

    /// `path` without `.`, links and relative parts; nil where there is nothing.
    package static func canonical(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
