// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Glibc
internal import POSIX

/// By what a plan is judged: the program, with its tables of characters and expressions, and the
/// time zones of the machine.
package enum PartEngine {
    /// How much is digested at once.
    private static let pieceBytes = 1 << 20
    /// The largest program that is digested.
    private static let programBytesMax: Int64 = 1 << 30
    /// The largest file of a time zone.
    private static let zoneBytesMax: Int64 = 1 << 20

    /// A digest of the program at `path`. O(bytes).
    package static func program(_ path: String) throws(PartFailure) -> UInt64 {
        let digest = SHA256Stream()
        do throws(SystemError) {
            try add(path, most: programBytesMax, to: digest)
        } catch {
            throw PartFailure(path, error)
        }
        return number(digest)
    }

    /// A digest of the program that has the digest `program`, and of the time zone `zone` of this machine.
    package static func digest(_ program: UInt64, zone: String) -> UInt64 {
        let digest = SHA256Stream()
        digest.update(Array(String(program).utf8))
        // Where there is none, the zone is that of the program's own tables.
        try? add("/usr/share/zoneinfo/" + zone, most: zoneBytesMax, to: digest)
        return number(digest)
    }

    private static func number(_ digest: SHA256Stream) -> UInt64 {
        UInt64(digest.finish().prefix(15), radix: 16) ?? 0
    }

    private static func add(
        _ path: String, most: Int64, to digest: SHA256Stream
    ) throws(SystemError) {
        let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        var offset: Int64 = 0
        while offset < most {
            let bytes = try file.read(pieceBytes, at: offset)
            digest.update(bytes)
            if bytes.count < pieceBytes { return }
            offset += Int64(bytes.count)
        }
    }
}
