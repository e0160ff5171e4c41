// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A folder for a while that nobody else can look into.
package enum PrivateFolder {
    /// How its name begins; six letters follow.
    package static let prefix = "cleanrules-"

    /// Where everybody may make folders, and nobody may replace those of others.
    package static let sharedPlace = "/tmp"

    /// Where such folders lie: in the folder of this session if nobody else may write to it, as the
    /// XDG base directory specification has it. After `sudo`, say, it is somebody else's.
    package static var place: String {
        var status = stat()
        guard let folder = Environment.folder("XDG_RUNTIME_DIR"), lstat(folder, &status) == 0,
            status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0
        else { return sharedPlace }
        return folder
    }

    /// Makes one; its path, or nil with the reason in `errno`.
    package static func make() -> String? {
        var template: [CChar] = Array((place + "/" + prefix + "XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
