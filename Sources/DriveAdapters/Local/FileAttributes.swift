// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc
package import POSIX

/// What people and programs noted on a file besides its bytes: extended attributes, and who may do
/// what with it beyond its mode (ACLs). xattr(7), acl(5).
package enum FileAttributes {
    private static let accessList = "system.posix_acl_access"

    /// Gives the open file `target` what the file at `path` has of it. Throws where the file system of
    /// `target` cannot keep it; what the system itself notes is left to the system.
    package static func copy(from path: String, to target: Int32) throws(SystemError) {
        let names = try names(of: path)
        // A file can be born with a list that its folder gives it.
        if !names.contains(accessList) { unsafe _ = fremovexattr(target, accessList) }
        for name in names where name.hasPrefix("user.") || name == accessList {
            guard let value = try value(of: name, at: path) else { continue }
            let result = unsafe value.withUnsafeBytes { bytes in
                unsafe fsetxattr(target, name, bytes.baseAddress, bytes.count, 0)
            }
            if result != 0 { throw .last }
        }
    }

    private static func names(of path: String) throws(SystemError) -> [String] {
        let found = unsafe try bytes { room, count in unsafe listxattr(path, room, count) }
        return (found ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func value(of name: String, at path: String) throws(SystemError) -> [UInt8]? {
        unsafe try bytes { room, count in unsafe getxattr(path, name, room, count) }
    }

    /// What a call gives that says how much it has where it is given no room; nil where there is
    /// nothing.
    private static func bytes(
        _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) throws(SystemError) -> [UInt8]? {
        // It may have grown between the two calls.
        for _ in 0..<10 {
            let count = call(nil, 0)
            if count < 0 {
                if [ENOTSUP, ENODATA, ENOSYS].contains(errno) { return nil }
                throw .last
            }
            if count == 0 { return [] }
            var room = [CChar](repeating: 0, count: count)
            let got = unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe call(room.baseAddress, count)
            }
            if got >= 0 { return room.prefix(got).map { UInt8(bitPattern: $0) } }
            if errno != ERANGE { throw .last }
        }
        throw SystemError(code: ERANGE)
    }
}
