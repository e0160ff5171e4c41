// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// The bytes of a document on their way out.
final class DocumentText {
    private let buffer: Column<UInt8> = Column(capacity: 1 << 17)

    /// What is held; valid until the next change.
    var slice: TextSlice { TextSlice(start: UnsafePointer(buffer.base), count: buffer.count) }

    /// Adds bytes.
    @inline(__always)
    func append(_ text: TextSlice) { buffer.append(text) }

    /// Adds text.
    func append(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
        }
    }

    /// Adds a literal.
    @inline(__always)
    func append(_ text: StaticString) {
        buffer.append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Adds a decimal number.
    func append(_ number: Int64) { append(String(number)) }

    /// Adds `text` as the inside of a JSON string.
    func appendJSON(_ text: TextSlice) { JSONText.append(text, to: buffer) }

    /// Forgets what is held.
    func clear() { buffer.truncate(to: 0) }
}
