// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// New files that others see whole or not at all: written under another name, and renamed.
package enum FileReplacement {
    /// Writes `bytes` to a new file `draft` of `folder`, for this user alone, and gives it the name
    /// `name`, whatever had that before. On failure the draft is gone, and `name` is as it was.
    ///
    /// With `isDurable`, whenever the process or the machine stops, the old or the new content is
    /// there, whole; without it, a machine that stops may leave a file that is cut short.
    package static func write(
        _ bytes: [UInt8], to name: String, by draft: String, in folder: borrowing FileDescriptor,
        isDurable: Bool
    ) throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let file = try FileDescriptor(draft, in: folder.number, flags)
        do throws(SystemError) {
            // Whatever the mask of the process took away.
            if fchmod(file.number, 0o600) != 0 { throw .last }
            try SystemCall.write(bytes, to: file.number)
            if isDurable { try file.synchronize() }
            try file.close()
            if unsafe renameat(folder.number, draft, folder.number, name) != 0 { throw .last }
        } catch {
            unsafe unlinkat(folder.number, draft, 0)
            throw error
        }
        if isDurable { try folder.synchronize() }
    }

    /// Gives what is called `draft` the name `target`, whatever had that before, so that it stays so
    /// when the machine stops; what is in it, the caller has brought to the disk. Both lie in
    /// `folder`.
    package static func rename(
        _ draft: String, to target: String, in folder: String
    ) throws(SystemError) {
        if unsafe Glibc.rename(draft, target) != 0 { throw .last }
        try synchronize(folder: folder)
    }

    /// Makes everything that was done in the folder at `path` last.
    package static func synchronize(folder path: String) throws(SystemError) {
        try FileDescriptor(path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// Brings what is in the file at `path` to the disk.
    package static func synchronize(file path: String) throws(SystemError) {
        try FileDescriptor(path, O_RDWR).synchronize()
    }
}
