// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import Testing

@Suite("Open files")
struct FileDescriptorTests {
    @Test("are closed once, when their owner goes or is told to")
    func closing() throws {
        let folder = try ScratchFolder()
        try folder.write([1], "file")
        func isOpen(_ number: Int32) -> Bool {
            // The file is not open twice, so that another test cannot have the number by then.
            guard let status = try? FileIdentity(path: "/proc/self/fd/\(number)") else {
                return false
            }
            return (try? FileIdentity(path: folder.path("file"))) == status
        }
        let number: Int32
        do {
            let file = try FileDescriptor(folder.path("file"), O_RDONLY)
            number = file.number
            #expect(isOpen(number))
            _ = try file.status()
        }
        #expect(!isOpen(number))
        let other = try FileDescriptor(folder.path("file"), O_RDONLY)
        let second = other.number
        try other.close()
        #expect(!isOpen(second))
        let third = try FileDescriptor(folder.path("file"), O_RDONLY).take()
        #expect(isOpen(third))
        close(third)
    }

    @Test("say why they could not be opened")
    func absence() throws {
        let folder = try ScratchFolder()
        #expect(throws: SystemError(code: ENOENT)) {
            _ = try FileDescriptor(folder.path("file"), O_RDONLY)
        }
        #expect(SystemError(code: ENOENT).isAbsence)
    }

    @Test("give the bytes of a place, fewer at their end")
    func reading() throws {
        let folder = try ScratchFolder()
        try folder.write(Array(0..<100), "file")
        let file = try FileDescriptor(folder.path("file"), O_RDONLY)
        #expect(try file.read(10, at: 5) == Array(5..<15))
        #expect(try file.read(10, at: 95) == Array(95..<100))
        #expect(try file.read(10, at: 200) == [])
    }
}
