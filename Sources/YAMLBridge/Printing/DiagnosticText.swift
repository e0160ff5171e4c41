// SPDX-License-Identifier: Apache-2.0

public import Messages
public import RuleEngine
internal import Text

/// Renders findings for people: the place, the clause, the line and a caret.
///
///     rules.yaml:14:12: error: size needs a unit; write '500MB' or '500MiB' [size-unit-missing]
///      14 |     size: over 500
///         |           ^~~~~~~~
public struct DiagnosticText: Sendable {
    /// The most columns of a line that are shown; of longer lines, the part around the place.
    static let columnCountMax = 120
    /// The most bytes of a line that are looked at on each side; enough for the columns shown.
    private static let byteCountMax = 1_024

    /// The files whose lines are shown.
    private let sources: [String: SourceText]
    /// Says a clause in the language of the person.
    private let say: @Sendable (Message) -> String

    /// Text for findings in `sources`, in the language that `say` speaks; English if none is given.
    public init(
        sources: [RuleSource],
        _ say: @escaping @Sendable (Message) -> String = { $0.description }
    ) {
        self.say = say
        self.sources = Dictionary(
            sources.map { ($0.file, SourceText(file: $0.file, bytes: $0.bytes)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The finding with its line, its caret and its notes; without a newline at the end.
    public func text(_ finding: Diagnostic) -> String {
        var lines = [headline(finding)]
        if let range = finding.range, let source = sources[range.file] {
            lines += excerpt(range, source)
        }
        let indent = String(repeating: " ", count: gutterWidth(finding.range))
        lines += finding.remarks.map { remark in
            indent + say(Message("note: \(remark.mappingTexts(VisibleText.guarded))"))
        }
        return lines.joined(separator: "\n")
    }

    /// `file:line:column: error: message [code]`.
    public func headline(_ finding: Diagnostic) -> String {
        let place = finding.range.map {
            "\(VisibleText.guarded($0.file)):\($0.line):\($0.column): "
        }
        let clause = finding.clause.mappingTexts(VisibleText.guarded)
        let said =
            switch finding.severity {
            case .error: Message("error: \(clause)")
            case .warning: Message("warning: \(clause)")
            }
        return "\(place ?? "")\(say(said)) [\(finding.code.rawValue)]"
    }

    /// The source line with a caret below it; nothing past the end of a file without lines.
    private func excerpt(_ range: SourceRange, _ source: SourceText) -> [String] {
        let line = source.line(around: range.bytes.lowerBound)
        guard !line.isEmpty else { return [] }
        let start = min(range.bytes.lowerBound, line.upperBound)
        // The mark ends with a whole character.
        var end = min(max(range.bytes.upperBound, start), line.upperBound)
        while end > start, end < line.upperBound, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
        // What stands behind the key of a secret is shown to nobody: logs keep what is printed.
        let secret = secretStart(source, line)
        if let secret, start > secret { return [] }
        let visibleEnd = max(end, min(line.upperBound, secret ?? line.upperBound))
        let shown = ExcerptLine(
            before: part(source, max(line.lowerBound, start - Self.byteCountMax)..<start, of: line),
            marked: part(source, start..<min(end, start + Self.byteCountMax), of: line),
            after: part(source, end..<min(visibleEnd, end + Self.byteCountMax), of: line)
                + (secret == nil ? "" : " …"))
        let number = String(range.line)
        let gutter = String(repeating: " ", count: gutterWidth(range) - number.count - 1) + number
        let blank = String(repeating: " ", count: gutterWidth(range) - 1)
        return ["\(gutter) | \(shown.text)", "\(blank) | \(shown.caret)"]
    }

    /// Where the value of the first key in `line` begins that looks like a secret's.
    private func secretStart(_ source: SourceText, _ line: Range<Int>) -> Int? {
        let part = line.prefix(Self.lineByteCountMax)
        return part.first { place in
            guard source.bytes[place] == UInt8(ascii: ":") else { return false }
            let word = source.bytes[part.lowerBound..<place].reversed().drop { byte in
                " \"'".utf8.contains(byte)
            }.prefix { byte in !" {,[\"'".utf8.contains(byte) }
            return Secrets.isSecret(String(decoding: word.reversed(), as: UTF8.self))
        }.map { $0 + 1 }
    }

    /// The most bytes of a line in which keys are looked for.
    private static let lineByteCountMax = 4_096

    /// The text of a part of a line; of the characters that it is cut in, what lies in it is left
    /// out.
    private func part(
        _ source: SourceText, _ range: Range<Int>, of line: Range<Int>
    ) -> String {
        var range = range
        let isCut = range.count >= Self.byteCountMax
        func isWithin(_ place: Int) -> Bool {
            line.contains(place) && source.bytes[place] & 0xC0 == 0x80
        }
        while isCut, !range.isEmpty, isWithin(range.lowerBound) { range = range.dropFirst(1) }
        while isCut, !range.isEmpty, isWithin(range.upperBound) { range = range.dropLast(1) }
        return source.shownText(range)
    }

    /// How wide the column of line numbers is.
    private func gutterWidth(_ range: SourceRange?) -> Int {
        max(4, String(range?.line ?? 0).count + 1) + 1
    }
}

/// One source line cut to what a terminal shows, with the marks below it.
private struct ExcerptLine {
    /// The line.
    let text: String
    /// Blanks, a caret and what it underlines.
    let caret: String

    init(before: String, marked: String, after: String) {
        let left = Self.pieces(before)
        let middle = Self.cut(Self.pieces(marked), to: DiagnosticText.columnCountMax / 2)
        let start = Self.start(of: left, to: DiagnosticText.columnCountMax / 2)
        let prefix = (start > 0 ? "…" : "") + left[start...].map(\.text).joined()
        let rest = DiagnosticText.columnCountMax - CellWidth.of(prefix) - CellWidth.of(middle)
        text = prefix + middle + Self.cut(Self.pieces(after), to: max(8, rest))
        caret =
            String(repeating: " ", count: CellWidth.of(prefix)) + "^"
            + String(repeating: "~", count: max(0, CellWidth.of(middle) - 1))
    }

    /// What a terminal shows of a part of a line; a tab as a blank.
    private static func pieces(_ part: String) -> [VisiblePiece] {
        let plain = String(
            String.UnicodeScalarView(part.unicodeScalars.map { $0 == "\t" ? " " : $0 }))
        return VisiblePiece.pieces(of: plain, isShown: true)
    }

    /// Where as many of the last pieces begin as fit into `columnCount` columns.
    private static func start(of pieces: [VisiblePiece], to columnCount: Int) -> Int {
        var width = 0
        for index in pieces.indices.reversed() {
            width += pieces[index].width
            if width > columnCount { return index + 1 }
        }
        return 0
    }

    /// As many pieces as fit into `columnCount` columns.
    private static func cut(_ pieces: [VisiblePiece], to columnCount: Int) -> String {
        var text = ""
        var width = 0
        for piece in pieces {
            width += piece.width
            guard width <= columnCount else { return text + "…" }
            text += piece.text
        }
        return text
    }
}
