// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import Testing

@Suite("Files that are replaced")
struct FileReplacementTests {
    @Test("hold the new content whole, for their owner alone", arguments: [false, true])
    func replacing(isDurable: Bool) throws {
        let folder = try ScratchFolder()
        try folder.write([1, 2, 3], "file")
        let bytes = [UInt8](repeating: 9, count: 100_000)
        try folder.replace("file", with: bytes, isDurable: isDurable)
        let file = try FileDescriptor(folder.path("file"), O_RDONLY)
        #expect(try SystemCall.contents(of: file.number, most: .max) == bytes)
        #expect(try file.status().st_mode & 0o777 == 0o600)
        #expect(!folder.holds("draft"))
    }

    @Test("are as they were when that fails, and nothing is left beside them")
    func failing() throws {
        let folder = try ScratchFolder()
        mkdir(folder.path("file"), 0o700)
        #expect(throws: SystemError(code: EISDIR)) {
            try folder.replace("file", with: [1], isDurable: true)
        }
        #expect(folder.holds("file"))
        #expect(!folder.holds("draft"))
    }

    @Test("are not written by the draft of another")
    func takenDraft() throws {
        let folder = try ScratchFolder()
        try folder.write([7], "draft")
        #expect(throws: SystemError(code: EEXIST)) {
            try folder.replace("file", with: [1], isDurable: true)
        }
        let draft = try FileDescriptor(folder.path("draft"), O_RDONLY)
        #expect(try draft.read(10, at: 0) == [7])
    }
}
