// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Foundation
internal import Glibc
internal import POSIX
internal import RuleEngine

/// By what a plan is judged: the program, with its tables of characters and of time zones; the library
/// of expressions that it found; and time zones that a machine has instead of the program's own.
package enum PartEngine {
    /// How much is digested at once.
    private static let pieceBytes = 1 << 20
    /// The largest program that is digested.
    private static let programBytesMax: Int64 = 1 << 30
    /// The largest file of time zones.
    private static let zoneBytesMax: Int64 = 16 << 20

    /// A digest of the program at `path`. O(bytes), at the speed of memory: each process of a plan asks
    /// for its own.
    package static func program(_ path: String) throws(PartFailure) -> UInt64 {
        let digest = SHA256Stream()
        do throws(SystemError) {
            try pieces(of: path, most: programBytesMax) { piece in
                digest.update(Array("\(piece.count) \(snapshotChecksum(piece))\n".utf8))
            }
        } catch {
            throw PartFailure(path, error)
        }
        return number(digest)
    }

    /// A digest of the program that has the digest `program`, and of what it finds on this machine.
    package static func digest(_ program: UInt64) -> UInt64 {
        let digest = SHA256Stream()
        digest.update(Array("\(program) \(RegularExpression.library)".utf8))
        for (name, path) in zoneFiles {
            digest.update(Array("\n\(name)\n".utf8))
            // One that cannot be read is none to Foundation either.
            try? pieces(of: path, most: zoneBytesMax) { digest.update($0) }
        }
        return number(digest)
    }

    private static func number(_ digest: SHA256Stream) -> UInt64 {
        UInt64(digest.finish().prefix(15), radix: 16) ?? 0
    }

    /// Hands what the file at `path` holds to `body`, piece by piece.
    private static func pieces(
        of path: String, most: Int64, _ body: ([UInt8]) -> Void
    ) throws(SystemError) {
        let file = try FileDescriptor(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        var offset: Int64 = 0
        while offset < most {
            let bytes = try file.read(pieceBytes, at: offset)
            body(bytes)
            if bytes.count < pieceBytes { return }
            offset += Int64(bytes.count)
        }
    }

    // MARK: Time zones

    /// Where ICU, which is in Foundation, looks for newer tables before it takes those that it has.
    private static let zoneFolders = ["/usr/share/icu"]
    private static let zoneVariables = ["ICU_TIMEZONE_FILES_DIR", "ICU_DATA"]
    private static let zoneNames = ["keyTypeData", "metaZones", "timezoneTypes", "zoneinfo64"]

    /// Such tables of this machine, by name; hardly any has some.
    private static var zoneFiles: [(name: String, path: String)] {
        let named = zoneVariables.compactMap { getenv($0).map { String(cString: $0) } }
        var found: [(name: String, path: String)] = []
        for folder in zoneFolders + named {
            let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let versions = all.filter { $0.hasPrefix("icudt") }.sorted()
            for place in [folder] + versions.map({ folder + "/" + $0 }) {
                for name in zoneNames where access("\(place)/\(name).res", R_OK) == 0 {
                    found.append((name, "\(place)/\(name).res"))
                }
            }
        }
        return found
    }
}
