// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a program said and how it ended.
package struct ProgramRun: Sendable {
    /// The status, or 128 and the signal, as shells have it.
    package var status: Int32
    /// What it wrote to standard output.
    package var bytes: [UInt8]
    /// What it wrote to standard error.
    package var errors: String

    /// Whether it did what was asked.
    package var isDone: Bool { status == 0 }
    /// `bytes` as text.
    package var output: String { String(decoding: bytes, as: UTF8.self) }
}

extension ChildProgram {
    /// Runs a program to its end. A name without a slash is looked for as a shell does.
    ///
    /// - Throws: `Failure` if it cannot be started; one that is only a name ends with 127 instead.
    package static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        folder: String? = nil, input: [UInt8] = [], isOneOutput: Bool = false
    ) throws -> ProgramRun {
        // Files without a name, not pipes: nothing has to read along.
        let files = try (0..<3).map { _ in try NamelessFile() }
        try files[0].write(input)
        let isPath = program.contains("/")
        let start = Start(
            program: isPath ? program : "/usr/bin/env",
            arguments: isPath ? arguments : [program] + arguments, environment: environment,
            folder: folder,
            files: [files[0], files[1], files[isOneOutput ? 1 : 2]].map(\.descriptor))
        let status = try ChildProgram(start).waitUntilExit()
        return try ProgramRun(
            status: status, bytes: files[1].bytes(),
            errors: String(decoding: files[2].bytes(), as: UTF8.self))
    }

    /// Starts a program whose standard output is read while it runs. A name without a slash is
    /// looked for as a shell does.
    package static func start(
        _ program: String, _ arguments: [String]
    ) throws -> (program: ChildProgram, output: FileHandle) {
        let pipe = Pipe()
        let null = FileHandle.nullDevice.fileDescriptor
        let isPath = program.contains("/")
        let child = try ChildProgram(
            Start(
                program: isPath ? program : "/usr/bin/env",
                arguments: isPath ? arguments : [program] + arguments,
                files: [null, pipe.fileHandleForWriting.fileDescriptor, null]))
        try pipe.fileHandleForWriting.close()
        return (child, pipe.fileHandleForReading)
    }
}

/// A file that is gone with its descriptor.
private final class NamelessFile {
    let descriptor: Int32

    init() throws {
        var template = Array((NSTemporaryDirectory() + "/cleanrules-run-XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        if descriptor < 0 {
            throw ChildProgram.Failure(program: "a program without a file", code: errno)
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    /// Writes `bytes`, to be read from the beginning.
    func write(_ bytes: [UInt8]) throws {
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(
            contentsOf: Data(bytes))
        lseek(descriptor, 0, SEEK_SET)
    }

    /// All that is in it.
    func bytes() throws -> [UInt8] {
        lseek(descriptor, 0, SEEK_SET)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        return try [UInt8](handle.readToEnd() ?? Data())
    }
}
