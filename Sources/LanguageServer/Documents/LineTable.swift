// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What an editor counts the characters of a line in.
package enum PositionUnit: String, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
}

/// A place as an editor names it.
package struct TextPosition: Sendable, Hashable {
    /// The line, from 0.
    package var line: Int
    /// The unit in it, from 0.
    package var character: Int

    /// That place.
    package init(line: Int, character: Int) {
        self.line = line
        self.character = character
    }

    /// The place that `value` is; nil where it is none.
    init?(_ value: ReceivedValue?) {
        guard let line = value?["line"]?.integer, let character = value?["character"]?.integer,
            line >= 0, character >= 0
        else { return nil }
        self.init(line: Int(clamping: line), character: Int(clamping: character))
    }

    /// The place to be sent.
    var json: JSONValue {
        .object([("line", .number(line)), ("character", .number(character))])
    }
}

/// The lines of a text, which end at LF, CRLF or CR, and the units in them.
package struct LineTable: Sendable {
    /// The text.
    package let bytes: [UInt8]
    /// What characters are counted in.
    let unit: PositionUnit
    /// Where each line begins.
    private let starts: [Int]

    /// The lines of `bytes`; O(bytes).
    package init(_ bytes: [UInt8], _ unit: PositionUnit) {
        self.bytes = bytes
        self.unit = unit
        var starts = [0]
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
            if byte == 0x0A || byte == 0x0D { starts.append(index) }
        }
        self.starts = starts
    }

    /// How many lines there are; an empty text has one.
    var count: Int { starts.count }

    /// The bytes of a line, without its end.
    func line(_ number: Int) -> Range<Int> {
        let start = starts[number]
        var end = number + 1 < starts.count ? starts[number + 1] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// The line that holds the byte `offset`.
    func lineNumber(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// The byte at `position`; what lies behind a line is its end, what lies behind all is the end.
    package func offset(of position: TextPosition) -> Int {
        guard position.line < starts.count else { return bytes.count }
        let line = line(position.line)
        var (offset, left) = (line.lowerBound, position.character)
        while offset < line.upperBound {
            let (width, units) = scalar(at: offset)
            guard units <= left else { break }
            left -= units
            offset = min(offset + width, line.upperBound)
        }
        return offset
    }

    /// The place of the byte `offset`.
    package func position(of offset: Int) -> TextPosition {
        let number = lineNumber(of: offset)
        var (place, units) = (starts[number], 0)
        while place < min(offset, bytes.count) {
            let (width, count) = scalar(at: place)
            place += width
            units += count
        }
        return TextPosition(line: number, character: units)
    }

    /// How many bytes and units the scalar at `offset` has; a byte that is none counts as one.
    private func scalar(at offset: Int) -> (width: Int, units: Int) {
        let width =
            switch bytes[offset] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        let whole = min(width, bytes.count - offset)
        return (whole, unit == .utf8 ? whole : width == 4 ? 2 : 1)
    }

    /// A range to be sent.
    func json(_ range: Range<Int>) -> JSONValue {
        .object([
            ("start", position(of: range.lowerBound).json),
            ("end", position(of: range.upperBound).json),
        ])
    }

    /// The bytes that the range `value` names; nil where it is none.
    func range(_ value: ReceivedValue?) -> Range<Int>? {
        guard let start = TextPosition(value?["start"]), let end = TextPosition(value?["end"])
        else { return nil }
        let (low, high) = (offset(of: start), offset(of: end))
        return low <= high ? low..<high : nil
    }
}
