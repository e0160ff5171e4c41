// SPDX-License-Identifier: Apache-2.0

import Glibc
import POSIX
import Testing

@Suite("System calls")
struct SystemCallTests {
    @Test("are made again when a signal cuts them short, and not when they fail")
    func interruption() throws {
        var answers: [(answer: Int32, code: Int32)] = [(-1, EINTR), (-1, EINTR), (7, 0)]
        let answer = try SystemCall.uninterrupted { () -> Int32 in
            let next = answers.removeFirst()
            errno = next.code
            return next.answer
        }
        #expect(answer == 7)
        var count = 0
        #expect(throws: SystemError(code: EIO)) {
            try SystemCall.uninterrupted { () -> Int in
                count += 1
                errno = EIO
                return -1
            }
        }
        #expect(count == 1)
    }

    @Test("tell apart that there is nothing yet, and that there is nothing more")
    func waiting() throws {
        let pipe = try Pipe(isBlocking: false)
        var byte: UInt8 = 0
        let file = pipe.output.number
        #expect(try SystemCall.unlessBlocking { read(file, &byte, 1) } == nil)
        try SystemCall.write([42], to: pipe.input.number)
        #expect(try SystemCall.unlessBlocking { read(file, &byte, 1) } == 1)
        #expect(byte == 42)
        try pipe.closeInput()
        #expect(try SystemCall.unlessBlocking { read(file, &byte, 1) } == 0)
    }

    @Test("write all, also to a pipe that is full and wants no waiting")
    func fullPipe() async throws {
        let pipe = try Pipe(isBlocking: false)
        let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        async let read = Self.contents(of: pipe.output.number, count: bytes.count)
        try SystemCall.write(bytes, to: pipe.input.number)
        #expect(try await read == bytes)
    }

    @Test("give up on a pipe that nobody empties, if told to")
    func patience() throws {
        let pipe = try Pipe(isBlocking: false)
        let bytes = [UInt8](repeating: 1, count: 500_000)
        #expect(throws: SystemError(code: EAGAIN)) {
            try SystemCall.write(bytes, to: pipe.input.number, patience: 1)
        }
    }

    @Test("read to the end, or a little further than is wanted")
    func contents() throws {
        let folder = try ScratchFolder()
        try folder.write([UInt8](repeating: 5, count: 200_000), "file")
        let file = try FileDescriptor(folder.path("file"), O_RDONLY)
        #expect(try SystemCall.contents(of: file.number, most: 200_000).count == 200_000)
        lseek(file.number, 0, SEEK_SET)
        #expect(try SystemCall.contents(of: file.number, most: 1_000).count > 1_000)
    }

    /// What comes out of `file`, which may be empty now and then.
    @concurrent private static func contents(of file: Int32, count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            _ = try SystemCall.isReady(file, for: POLLIN, milliseconds: -1)
            var room = [UInt8](repeating: 0, count: 1 << 16)
            let got = try SystemCall.unlessBlocking { read(file, &room, room.count) }
            bytes += room[..<(got ?? 0)]
        }
        return bytes
    }
}

/// Both ends of a pipe.
private final class Pipe: Sendable {
    let output: FileDescriptor
    let input: FileDescriptor

    init(isBlocking: Bool) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError.last }
        output = FileDescriptor(owning: ends[0])
        input = FileDescriptor(owning: ends[1])
        if isBlocking { return }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    /// Puts a file that is nobody's in the place of the end that is written to.
    func closeInput() throws {
        let null = try FileDescriptor("/dev/null", O_WRONLY)
        dup2(null.number, input.number)
    }
}
