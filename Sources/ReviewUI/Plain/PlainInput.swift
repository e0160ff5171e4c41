// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import POSIX
internal import Threads

/// The lines of a file descriptor, read on a thread of its own as they are asked for.
package actor PlainInput {
    /// The most bytes of a line that are looked at.
    private static let lineByteMax = 4_096

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isAtEnd = false
    private var hasBegun = false

    /// The lines of `descriptor`, by default standard input.
    package init(descriptor: Int32 = STDIN_FILENO) {
        self.descriptor = descriptor
    }

    /// The next line without its end; nil when there is none.
    package func next() async -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = withoutMark(buffer[..<end])
                buffer.removeSubrange(...end)
                return Self.text(line)
            }
            if isAtEnd {
                let rest = withoutMark(buffer[...])
                buffer = []
                return rest.isEmpty ? nil : Self.text(rest)
            }
            let more = await read()
            if more.isEmpty { isAtEnd = true }
            // Of a line that is too long, the beginning is enough to say so.
            let isTooLong = buffer.count > Self.lineByteMax && !buffer.contains(0x0A)
            if isTooLong { buffer.removeSubrange(Self.lineByteMax...) }
            buffer += more
        }
    }

    /// The line without the mark that some programs begin a text with.
    private func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        defer { hasBegun = true }
        let mark = DecisionsFile.byteOrderMark
        return !hasBegun && line.starts(with: mark) ? line.dropFirst(mark.count) : line
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String {
        String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }

    /// Some bytes; none at the end, or where reading fails.
    private func read() async -> [UInt8] {
        await BlockingCall.value { [descriptor] in
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = bytes.withUnsafeMutableBytes { room in
                (try? SystemCall.read(descriptor, into: room)) ?? 0
            }
            return Array(bytes.prefix(count))
        }
    }
}
