// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Workflow

/// What the machine says of itself and of its files.
package enum Machine {
    /// The path of the running program; nil where the machine does not tell.
    package static var program: String? { MachinePath.canonical("/proc/self/exe") }

    /// When the file at `path` was last changed, in seconds since 1970; nil where there is none.
    static func changed(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
    }

    /// Whether there is a program at `path`.
    static func isProgram(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// The account of this process; nil where the machine does not know it.
    package static var account: String? {
        guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else { return nil }
        return String(cString: name)
    }
}
