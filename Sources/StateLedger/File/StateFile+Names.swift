// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import RuleEngine

extension StateFile {
    /// How often, and with which pause, a name is looked for again that is about to go: a file that
    /// is being made has two for an instant.
    private static let nameTries = 20
    private static let namePauseMicroseconds: UInt32 = 50_000

    /// Refuses a file that can be reached under another name as well: SQLite names its log and its
    /// shared memory after the name by which a file is opened, so two names are two logs.
    /// See sqlite.org/howtocorrupt.html, 2.5.
    func checkNames() throws(LedgerError) {
        if Self.isMountPoint(path) { throw mounted() }
        var count = 1
        for attempt in 0..<Self.nameTries {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
            count = Int(status.st_nlink)
            if count <= 1 { return }
            if attempt == 0 { PartName.removeLeftovers(of: name, in: folder) }
            usleep(Self.namePauseMicroseconds)
        }
        throw linked(count)
    }

    /// Whether something is mounted right at `path`.
    private static func isMountPoint(_ path: String) -> Bool {
        guard let file = try? FileDescriptor("/proc/self/mountinfo", O_RDONLY) else { return false }
        var bytes: [UInt8] = []
        while bytes.count < 1 << 22, let more = try? file.read(1 << 16, at: Int64(bytes.count)),
            !more.isEmpty
        { bytes += more }
        let wanted = Array(path.utf8)
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            // proc_pid_mountinfo(5): the fifth field, with blanks and the like as \040.
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            return fields.count > 4 && unescaped(fields[4]) == wanted
        }
    }

    private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                text.append(code)
                rest = rest.dropFirst(3)
            } else {
                text.append(byte)
            }
        }
        return text
    }
}
