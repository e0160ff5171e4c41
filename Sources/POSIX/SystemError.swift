// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The number by which a system call says why it failed.
package struct SystemError: Error, Sendable, Hashable {
    /// The errno.
    package let code: Int32

    /// The error of that number.
    package init(code: Int32) {
        self.code = code
    }

    /// What the last call of this thread that failed has left; to be asked at once.
    package static var last: SystemError { SystemError(code: errno) }

    /// The kernel's words for it.
    package var text: String { unsafe String(cString: strerror(code)) }

    /// Whether it says that nothing has that name, or no folder.
    package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
}
