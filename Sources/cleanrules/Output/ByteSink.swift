// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Messages
internal import PlanRunner
internal import Plans
internal import POSIX
internal import RuleEngine

/// Collects output in a buffer and writes it out in large pieces.
final class ByteSink {
    /// Where the bytes go.
    enum Target {
        /// Standard output.
        case standardOutput
        /// An open file.
        case descriptor(Int32)
        /// Wherever a closure takes them.
        case closure((UnsafeBufferPointer<UInt8>) -> Void)
    }

    private let target: Target
    private let buffer: Column<UInt8> = Column(capacity: 1 << 18)
    private static let flushSize = 1 << 17

    /// A sink that writes to `target`.
    init(_ target: Target) {
        self.target = target
    }

    /// Adds bytes.
    @inline(__always)
    func append(_ text: TextSlice) throws(Failure) {
        buffer.append(text)
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Adds text.
    func append(_ text: String) throws(Failure) {
        var text = text
        text.withUTF8 { bytes in
            if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
        }
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Adds a literal.
    @inline(__always)
    func append(_ text: StaticString) throws(Failure) {
        buffer.append(text.utf8Start, count: text.utf8CodeUnitCount)
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Adds a decimal number.
    func append(_ number: Int64) throws(Failure) { try append(String(number)) }

    /// Adds `text` as the inside of a JSON string; see `JSONText`.
    func appendJSON(_ text: TextSlice) throws(Failure) {
        JSONText.append(text, to: buffer)
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Writes out what is held.
    func flush() throws(Failure) {
        defer { buffer.truncate(to: 0) }
        let held = UnsafeBufferPointer<UInt8>(start: buffer.base, count: buffer.count)
        switch target {
        case .closure(let take): take(held)
        case .standardOutput:
            // The end of the command says why.
            if !StandardOutput.write(held) { throw Failure(.failed) }
        case .descriptor(let descriptor):
            guard let number = StandardOutput.writeAll(held, to: descriptor) else { return }
            throw Failure(
                .failed, Message("cannot write the output: \(SystemError(code: number).text)"))
        }
    }
}
