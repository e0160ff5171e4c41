// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text

/// A file's bytes together with the lines and columns that a person counts in them.
///
/// Lines end at LF, CRLF or CR; columns count Unicode scalars from 1; a byte-order mark at the start
/// counts nothing. Every look-up is a binary search, so that very many findings on one very long line
/// stay cheap.
package struct SourceText: Sendable {
    /// The file's name as it was given.
    package let file: String
    /// The bytes as they were given, the byte-order mark included.
    package let bytes: [UInt8]
    /// Where the text begins: after the byte-order mark, if there is one.
    package let start: Int
    /// Where each line begins.
    private let lineStarts: [Int]
    /// Where each scalar begins, from `start` on; nil when every byte is a scalar.
    private let scalarStarts: [UInt32]?

    /// Takes the measure of `bytes`, which need not be valid UTF-8; O(n).
    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStarts = Self.lineStarts(in: bytes, from: start)
        scalarStarts = Self.scalarStarts(in: bytes, from: start)
    }

    /// The place of `bytes` with the line and column of its first byte.
    package func range(_ bytes: Range<Int>) -> SourceRange {
        let line = lineIndex(of: bytes.lowerBound)
        let column = scalarIndex(of: bytes.lowerBound) - scalarIndex(of: lineStarts[line]) + 1
        return SourceRange(file: file, bytes: bytes, line: line + 1, column: column)
    }

    /// The byte at which the scalar number `index`, counted from `start`, begins.
    func byteOffset(ofScalar index: Int) -> Int {
        guard let scalarStarts else { return min(start + index, bytes.count) }
        return index < scalarStarts.count ? Int(scalarStarts[index]) : bytes.count
    }

    /// The bytes of the line that holds `offset`, without its end.
    package func line(around offset: Int) -> Range<Int> {
        let index = lineIndex(of: offset)
        let lower = lineStarts[index]
        var upper = index + 1 < lineStarts.count ? lineStarts[index + 1] : bytes.count
        while upper > lower, bytes[upper - 1] == 0x0A || bytes[upper - 1] == 0x0D { upper -= 1 }
        return lower..<upper
    }

    /// The text of `range`; what is not UTF-8 shows as U+FFFD.
    package func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The text of `range` for people; a byte that is not UTF-8 shows as `\xE9`.
    package func shownText(_ range: Range<Int>) -> String {
        if let text = String(validating: bytes[range], as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[range].makeIterator()
        var place = range.lowerBound
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                text.append(Unicode.UTF8.decode(encoded))
                place += encoded.count
            case .error(let length):
                for byte in bytes[place..<place + length] {
                    text += "\\x\(HexDigits.text(byte, atLeast: 2, upper: true))".unicodeScalars
                }
                place += length
            case .emptyInput: return String(text)
            }
        }
    }

    /// The line of a byte, from 0.
    private func lineIndex(of offset: Int) -> Int {
        max(0, lineStarts.countBelow { $0 <= offset } - 1)
    }

    /// How many scalars begin between `start` and `offset`.
    private func scalarIndex(of offset: Int) -> Int {
        guard let scalarStarts else { return max(0, offset - start) }
        return scalarStarts.countBelow { Int($0) < offset }
    }

    /// The starts of lines.
    private static func lineStarts(in bytes: [UInt8], from start: Int) -> [Int] {
        var starts = [start]
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            if byte == 0x0A || byte == 0x0D { starts.append(index) }
        }
        return starts
    }

    /// The starts of scalars: every byte that does not continue one.
    private static func scalarStarts(in bytes: [UInt8], from start: Int) -> [UInt32]? {
        guard bytes[start...].contains(where: { $0 >= 0x80 }) else { return nil }
        return (start..<bytes.count).lazy.filter { bytes[$0] & 0xC0 != 0x80 }.map { UInt32($0) }
    }
}

extension Array {
    /// How many elements at the start satisfy `holds`, which is true first and false after; O(log n).
    fileprivate func countBelow(_ holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
