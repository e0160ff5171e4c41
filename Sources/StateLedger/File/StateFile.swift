// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import POSIX

/// The place of a state file and of what lies beside it.
struct StateFile: Hashable, Sendable {
    /// How a state in memory is called.
    static let memoryPath = ":memory:"

    /// The absolute path.
    let path: String

    /// The state file at `path`, taken from the working directory if it is relative.
    ///
    /// SQLite takes a path that begins with `file:` for a URI; an absolute one never does.
    init(_ path: String) {
        if path.utf8.first == UInt8(ascii: "/") {
            self.path = path
        } else {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let folder = getcwd(&buffer, buffer.count).map { String(cString: $0) } ?? "."
            self.path = "\(folder)/\(path)"
        }
    }

    /// The state file that `path` leads to, under its one real name, whatever link leads there: the
    /// log and the locks are named after it, and two of them for one file would damage it.
    static func located(_ path: String) throws(LedgerError) -> StateFile {
        let named = StateFile(path)
        // realpath(3) needs every part to be there; a new file has its folder at most.
        let found =
            canonical(named.path).map { StateFile($0) }
            ?? canonical(named.folder).map {
                StateFile(($0 == "/" ? "" : $0) + "/" + named.name)
            } ?? named
        if PartName.isPart(found.name) {
            throw LedgerError(
                .inaccessible,
                Message(
                    "\(found.path) is the unfinished file of a start that ended early, and no state;"
                        + " name another file"))
        }
        return found
    }

    private static func canonical(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// No file: a state in memory.
    init(memory: Void) {
        path = Self.memoryPath
    }

    /// The write-ahead log beside it.
    var logPath: String { path + "-wal" }
    /// The shared memory beside it.
    var sharedMemoryPath: String { path + "-shm" }
    /// The file that a runner locks.
    var lockPath: String { path + ".run" }
    /// The folder it lies in.
    var folder: String {
        let parts = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
        return parts.isEmpty ? "/" : String(parts)
    }
    /// Its name.
    var name: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/"))
            .map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Whether there is anything at the path.
    func exists() throws(LedgerError) -> Bool {
        var status = stat()
        if lstat(path, &status) == 0 { return true }
        if errno == ENOENT { return false }
        throw inaccessible(SystemError(code: errno))
    }

    /// What says that there was a file where there is none now; nil for nothing: its log, which the
    /// next file would take for its own, or a backup.
    var remains: String? {
        var status = stat()
        for log in [logPath, path + "-journal"] where lstat(log, &status) == 0 { return log }
        return Backups(of: self).daily().last
    }

    /// Whether a log with something in it lies beside it.
    var hasLog: Bool {
        var status = stat()
        return stat(logPath, &status) == 0 && status.st_size > 0
    }

    /// Refuses what is no state file, or one of a newer version, without changing a byte.
    ///
    /// Only what this lets through is opened with SQLite.
    func check(newestVersion: Int32) throws(LedgerError) {
        let header = try readHeader()
        if header.applicationID != Schema.applicationID {
            throw corrupt(Message("it is a database of another program"))
        }
        var version = header.userVersion
        do throws(SystemError) {
            if let logged = try LogVersion.highest(path: logPath) { version = max(version, logged) }
        } catch {
            throw inaccessible(error)
        }
        if version > newestVersion { throw newer(version) }
        if version < 1 { throw corrupt(Message("it says to be of version \(version)")) }
    }

    /// Which file lies there now.
    func identity() throws(LedgerError) -> FileIdentity {
        do throws(SystemError) {
            return try FileIdentity(path: path)
        } catch {
            throw inaccessible(error)
        }
    }

    /// Throws if there is another file at the place by now, or none: what would be written to
    /// `opened` would be lost.
    func checkPlace(_ opened: FileIdentity?) throws(LedgerError) {
        guard let opened else { return }
        if (try? FileIdentity(path: path)) == opened { return }
        throw LedgerError(
            .inaccessible,
            Message(
                "the state file \(path) was moved, removed or replaced while it was in use; put it back"
                    + " and try again"))
    }

    /// Whether this process has the file open already, or may have.
    func isOpenHere() throws(LedgerError) -> Bool {
        FileIdentity.isOpen(try identity(), inProcess: "self") ?? true
    }

    private func readHeader() throws(LedgerError) -> StateFileHeader {
        let status: stat
        let bytes: [UInt8]
        do throws(SystemError) {
            // O_NONBLOCK: a pipe at the path must not make us wait for its other end.
            let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK)
            status = try file.status()
            let isFile = status.st_mode & S_IFMT == S_IFREG
            bytes = isFile ? try file.read(StateFileHeader.byteCount, at: 0) : []
        } catch {
            throw inaccessible(error)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw LedgerError(
                .inaccessible, Message("the state file \(path) is not a file; name another one"))
        }
        // Once more, of the file that is open: backups come here as well.
        try check(status, of: path)
        if status.st_size == 0 { throw corrupt(Message("it is empty")) }
        guard let header = StateFileHeader(bytes) else {
            throw corrupt(Message("it does not begin as one"))
        }
        if !hasLog, Int64(status.st_size) < header.pageCount * Int64(header.pageSize) {
            throw corrupt(Message("its end is missing"))
        }
        return header
    }
}
