// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import POSIX
package import RuleEngine

/// Collects output in a buffer and writes it out in large pieces.
package final class ByteSink {
    /// Where the bytes go.
    package enum Target {
        /// An open file.
        case descriptor(Int32)
        /// Wherever a closure takes them.
        case closure((UnsafeBufferPointer<UInt8>) throws(OutputError) -> Void)
    }

    private let target: Target
    private let buffer: Column<UInt8> = Column(capacity: 1 << 18)
    private static let flushSize = 1 << 17

    /// A sink that writes to `target`.
    package init(_ target: Target) {
        self.target = target
    }

    /// Adds bytes.
    @inline(__always)
    package func append(_ text: TextSlice) throws(OutputError) {
        buffer.append(text)
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Adds text.
    package func append(_ text: String) throws(OutputError) {
        var text = text
        text.withUTF8 { bytes in
            if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
        }
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Adds a literal.
    @inline(__always)
    package func append(_ text: StaticString) throws(OutputError) {
        buffer.append(text.utf8Start, count: text.utf8CodeUnitCount)
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Adds a decimal number.
    package func append(_ number: Int64) throws(OutputError) { try append(String(number)) }

    /// Writes out what is held.
    package func flush() throws(OutputError) {
        defer { buffer.truncate(to: 0) }
        let held = UnsafeBufferPointer<UInt8>(start: buffer.base, count: buffer.count)
        switch target {
        case .closure(let take): try take(held)
        case .descriptor(let descriptor):
            do throws(SystemError) {
                try SystemCall.write(held.span.bytes, to: descriptor)
            } catch {
                throw OutputError(Message("cannot write the output: \(error.text)"))
            }
        }
    }
}
