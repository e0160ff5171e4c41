// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import POSIX

/// A folder that goes when nobody holds it any more.
final class ScratchFolder: Sendable {
    private let top: String

    init() throws {
        top = NSTemporaryDirectory() + "/cleanrules-posix-\(UUID().uuidString)"
        guard mkdir(top, 0o700) == 0 else { throw SystemError.last }
    }

    deinit { try? FileManager.default.removeItem(atPath: top) }

    func path(_ name: String) -> String { top + "/" + name }

    func holds(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

    func write(_ bytes: [UInt8], _ name: String) throws {
        let file = try FileDescriptor(path(name), O_WRONLY | O_CREAT | O_EXCL)
        try SystemCall.write(bytes, to: file.number)
    }

    func replace(_ name: String, with bytes: [UInt8], isDurable: Bool) throws {
        let folder = try FileDescriptor(top, O_RDONLY | O_DIRECTORY)
        try FileReplacement.write(
            bytes, to: name, by: "draft", in: folder, isDurable: isDurable)
    }
}
