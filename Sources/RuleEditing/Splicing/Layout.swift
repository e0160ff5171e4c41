// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// The lines of a file, and what on them is neither key nor value.
struct Layout {
    /// The file.
    let source: SourceText
    /// How the file ends its lines: as its first one ends.
    let lineEnd: String

    private var bytes: [UInt8] { source.bytes }

    /// The lines of `source`.
    init(_ source: SourceText) {
        self.source = source
        let first = source.line(around: source.start).upperBound
        let rest = source.bytes[first...]
        lineEnd =
            rest.starts(with: [0x0D, 0x0A]) ? "\r\n" : rest.first == 0x0D ? "\r" : "\n"
    }

    /// Where the line that holds `offset` begins.
    func lineStart(of offset: Int) -> Int { source.line(around: offset).lowerBound }

    /// Where the line after the one that holds `offset` begins; the end of the file after the last.
    func nextLine(after offset: Int) -> Int {
        let end = source.line(around: offset).upperBound
        guard end < bytes.count else { return end }
        let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
        return end + (isPair ? 2 : 1)
    }

    /// The line before the one that begins at `start`; nil for the first.
    func previousLine(before start: Int) -> Range<Int>? {
        start > source.start ? source.line(around: start - 1) : nil
    }

    /// Where on `line` something other than blanks begins; nil for an empty line.
    func firstSign(on line: Range<Int>) -> Int? {
        line.first { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
    }

    /// Whether the line holds nothing but blanks.
    func isBlank(_ line: Range<Int>) -> Bool { firstSign(on: line) == nil }

    /// Whether the line holds a comment and nothing else.
    func isComment(_ line: Range<Int>) -> Bool {
        firstSign(on: line).map { bytes[$0] == UInt8(ascii: "#") } ?? false
    }

    /// How many bytes stand before `offset` on its line, or before the line's first sign.
    func column(of offset: Int) -> Int { offset - lineStart(of: offset) }

    /// The column of the first sign of `line`, which has one.
    func indentation(of line: Range<Int>) -> Int {
        (firstSign(on: line) ?? line.upperBound) - line.lowerBound
    }

    /// Whether only blanks stand before `offset` on its line.
    func isFirst(_ offset: Int) -> Bool {
        bytes[lineStart(of: offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    /// Past blanks, line ends and comments.
    func skipTrivia(from start: Int, to end: Int) -> Int {
        var offset = start
        while offset < end {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "#"): offset = max(offset + 1, source.line(around: offset).upperBound)
            default: return offset
            }
        }
        return min(offset, end)
    }

    /// Past blanks on the same line.
    func skipBlanks(from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
        return offset
    }

    /// `range` without the blanks and line ends at its end.
    func trimmedEnd(of range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Whether the line is a comment that is drawn as a heading, as `# ---- Photos ----` or `#####`:
    /// that is of all that comes below it, and of none of it.
    func isBanner(_ line: Range<Int>) -> Bool {
        guard isComment(line), let sign = firstSign(on: line) else { return false }
        let text = bytes[sign + 1..<trimmedEnd(of: line)].drop { $0 == 0x20 || $0 == 0x09 }
        func isDrawn(_ signs: some Collection<UInt8>) -> Bool {
            signs.count == 3 && "-=#*~_+".utf8.contains { sign in signs.allSatisfy { $0 == sign } }
        }
        return isDrawn(text.prefix(3)) || isDrawn(text.suffix(3))
    }

    /// Where the comments begin that stand right above `start`, the beginning of a line: lines of
    /// comments only, without an empty line or a heading between, none of them further to the right
    /// than `column`.
    func leadStart(above start: Int, column: Int) -> Int {
        var lead = start
        while let line = previousLine(before: lead), isComment(line), !isBanner(line),
            indentation(of: line) <= column
        {
            lead = line.lowerBound
        }
        return lead
    }

    /// Where what ends on the line of `offset` ends with its comments: those on its own line, and those
    /// right below that stand further to the right than `column`; the beginning of a line, or the end.
    func trailEnd(after offset: Int, column: Int) -> Int {
        var end = nextLine(after: offset)
        while end < bytes.count {
            let line = source.line(around: end)
            guard isComment(line), indentation(of: line) > column else { break }
            end = nextLine(after: end)
        }
        return end
    }

    /// Where the empty lines begin that stand right above `start`, the beginning of a line.
    func blankStart(above start: Int) -> Int {
        var first = start
        while let line = previousLine(before: first), isBlank(line) { first = line.lowerBound }
        return first
    }

    /// Where the empty lines end that begin at `start`, the beginning of a line.
    func blankEnd(from start: Int) -> Int {
        var end = start
        while end < bytes.count, isBlank(source.line(around: end)) { end = nextLine(after: end) }
        return end
    }

    /// Whether a line ends right before `offset`, or none has begun.
    func isLineStart(_ offset: Int) -> Bool {
        offset <= source.start || bytes[offset - 1] == 0x0A
            || (bytes[offset - 1] == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A))
    }
}
