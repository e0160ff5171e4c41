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
    /// be read, or others could have read or written it. Blocks.
    package static func bytes(_ path: String) throws(AccessError) -> [UInt8] {
        // O_NONBLOCK: a pipe of that name must not hold the program up.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            throw failure(path, String(clause: "cannot be read: \(AccountFolder.reason())"))
        }
        defer { close(file) }
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

    private static func failure(_ path: String, _ matter: String) -> AccessError {
        AccessError(
            .misconfigured, String(clause: "the secret in '\(ForeignText.shown(path))' \(matter)"))
    }
}
