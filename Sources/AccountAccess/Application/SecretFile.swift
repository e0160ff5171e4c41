// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import HTTPTransport
internal import Messages

/// A file that holds what an application proves itself with: a secret, a certificate with its key,
/// an assertion.
package enum SecretFile {
    /// The most bytes of one.
    private static let byteCountMax = 1 << 18

    /// The bytes of the file at `path`, which may be reached through links. Throws where it cannot
    /// be read, or others could have read or written it; with `ending`, also where the file that is
    /// reached has no such name, or another one besides: a link would make it of any file. Blocks.
    package static func bytes(
        _ path: String, ending: String? = nil
    ) throws(AccessError) -> [UInt8] {
        // O_NONBLOCK: a pipe of that name must not hold the program up.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            throw failure(path, String(clause: "cannot be read: \(AccountFolder.reason())"))
        }
        defer { close(file) }
        if let ending, !isNamed(file, ending) {
            throw failure(
                path,
                String(
                    clause: "is in a file with another name, or with a second one; put it into a"
                        + " file of its own"))
        }
        do throws(PrivateContent.Fault) {
            return try PrivateContent.bytes(of: file, most: byteCountMax)
        } catch {
            switch error {
            case .notAFile: throw failure(path, String(clause: "is no file"))
            case .foreign:
                throw failure(
                    path,
                    String(
                        clause:
                            "belongs to another user; copy it to a file of your own with mode 600"))
            case .reachable:
                throw failure(
                    path,
                    String(
                        clause: "can be reached by other users, who may have read it;"
                            + " replace what it holds, and keep others out with 'chmod 600'"))
            case .unreadable(let reason):
                throw failure(path, String(clause: "cannot be read: \(reason)"))
            case .tooLarge: throw failure(path, String(clause: "is too large for what it names"))
            }
        }
    }

    /// Whether the open `file` has one name, and that ends so.
    private static func isNamed(_ file: CInt, _ ending: String) -> Bool {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_nlink == 1 else { return false }
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(file)", &name, name.count)
        guard count > 0, count < name.count else { return false }
        let end = name[..<count].suffix(ending.utf8.count)
        return end.elementsEqual(ending.utf8.map { CChar(bitPattern: $0) })
    }

    private static func failure(_ path: String, _ matter: String) -> AccessError {
        AccessError(
            .misconfigured, String(clause: "the secret in '\(ForeignText.shown(path))' \(matter)"))
    }
}
