// SPDX-License-Identifier: Apache-2.0

/// Bytes that take the place of others.
package struct Splice: Equatable, Sendable {
    /// What is replaced, in bytes of the file as it was; empty where something is put in.
    package var range: Range<Int>
    /// What stands there afterwards.
    package var bytes: [UInt8]

    /// `text` in the place of `range`.
    package init(_ range: Range<Int>, _ text: String = "") {
        self.range = range
        bytes = Array(text.utf8)
    }

    /// `bytes` in the place of `range`.
    package init(_ range: Range<Int>, bytes: some Sequence<UInt8>) {
        self.range = range
        self.bytes = Array(bytes)
    }
}

extension [Splice] {
    /// `bytes` with all of them done; nil where two of them want the same bytes.
    package func applied(to bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var offset = 0
        let ordered = enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
                < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
        }
        for (_, splice) in ordered {
            guard splice.range.lowerBound >= offset, splice.range.upperBound <= bytes.count
            else { return nil }
            result += bytes[offset..<splice.range.lowerBound]
            result += splice.bytes
            offset = splice.range.upperBound
        }
        return result + bytes[offset...]
    }
}
