// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// What stands at a path of a drive, where a file is looked for that is known by its path alone.
public enum FileSighting: Sendable, Hashable {
    /// A file, whose bytes have this SHA-256 in lower-case hex.
    case file(sha256: String)
    /// Nothing.
    case missing
    /// Something that is no regular file, or lies behind a link.
    case irregular
    /// A file of so many bytes, which is more than were to be read.
    case tooLarge(Int64)
    /// Nobody knows: the drive could not be asked, or the file not be read; why, one clause.
    case unseen(String)
}

extension Drive {
    /// Such a drive has no files, but what somebody wrote down of them.
    public func sighting(ofFile path: String, byteCountMax: Int64) async -> FileSighting {
        .unseen(String(clause: "such a drive cannot be looked at"))
    }
}
