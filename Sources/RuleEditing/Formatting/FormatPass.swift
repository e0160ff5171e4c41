// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// Finds what has to be spliced so that a file is in form, line by line.
struct FormatPass {
    private let document: RulesDocument
    private let layout: Layout
    private let outline: BlockOutline
    /// The starts by their first byte.
    private let startAt: [Int: BlockOutline.Start]
    /// Where comments begin, in their order.
    private let comments: [Int]
    /// The bytes of texts that span lines, in which nothing but indentation changes.
    private let texts: [Range<Int>]
    /// Behind the last byte that is no blank and no line end.
    private let contentEnd: Int

    /// A pass over `document`.
    init(_ document: RulesDocument) {
        self.document = document
        layout = document.layout
        let outline = BlockOutline(document)
        self.outline = outline
        startAt = Dictionary(
            outline.starts.map { ($0.offset, $0) }, uniquingKeysWith: { first, _ in first })
        comments = document.tree.comments(in: document.source).map(\.lowerBound)
        texts = Self.texts(of: document)
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        contentEnd = document.source.bytes.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? 0
    }

    /// The scalars of several lines, in their order; of a block, what stands below its `|`.
    private static func texts(of document: RulesDocument) -> [Range<Int>] {
        document.tree.nodes.compactMap { node in
            guard case .scalar(_, let style) = node.content else { return nil }
            let line = document.source.line(around: node.range.lowerBound)
            guard node.range.upperBound > line.upperBound else { return nil }
            return
                (style == .block ? line.upperBound : node.range.lowerBound)..<node.range.upperBound
        }
    }

    /// All that is to be spliced.
    func splices() -> [Splice] {
        var splices: [Splice] = []
        var offset = document.source.start
        var shift = 0
        var previous: BlockOutline.Start?
        while offset < document.source.bytes.count {
            let line = document.source.line(around: offset)
            let next = layout.nextLine(after: offset)
            if let text = text(around: line.lowerBound) {
                splices += textLine(line, shift, text)
            } else if layout.isBlank(line) {
                splices += blankLine(line, next)
            } else if let sign = layout.firstSign(on: line) {
                let column: Int
                if let start = startAt[sign] {
                    shift = start.newColumn - start.column
                    (column, previous) = (start.newColumn, start)
                } else if comment(on: line) == sign {
                    column = self.column(ofComment: sign, after: previous)
                } else {
                    let old = layout.column(of: sign)
                    column =
                        isMarker(line) ? 0 : outline.lowered[sign] ?? max(0, old + shift)
                }
                splices += indentation(line, sign, column)
                previous = outline.starts(on: line).last ?? previous
            }
            if !layout.isBlank(line) { splices += lineEnd(line, next) }
            offset = next
        }
        let gaps = outline.gaps.map { gap in
            Splice(gap, document.source.bytes[gap.upperBound] == UInt8(ascii: ":") ? "" : " ")
        }
        return (splices + gaps + FlowSpacing(document).splices()).filter { splice in
            !splice.bytes.elementsEqual(document.source.bytes[splice.range])
        }
    }

    /// Whether `line` begins or ends a document.
    private func isMarker(_ line: Range<Int>) -> Bool {
        let start = document.source.bytes[line].prefix(4)
        return start.starts(with: "...".utf8) || start.starts(with: "---".utf8)
    }

    /// The text of several lines that `offset`, the beginning of a line, lies in.
    private func text(around offset: Int) -> Range<Int>? {
        let index = texts.partitioningIndex { $0.upperBound > offset }
        guard texts.indices.contains(index), texts[index].lowerBound < offset else { return nil }
        return texts[index]
    }

    /// Where the comment on `line` begins.
    private func comment(on line: Range<Int>) -> Int? {
        let index = comments.partitioningIndex { $0 >= line.lowerBound }
        guard comments.indices.contains(index), comments[index] < line.upperBound else {
            return nil
        }
        return comments[index]
    }

    /// A line within a text: it moves as its key does.
    private func textLine(_ line: Range<Int>, _ shift: Int, _ text: Range<Int>) -> [Splice] {
        guard shift != 0, !line.isEmpty else { return [] }
        var blanks = 0
        for offset in line where document.source.bytes[offset] == 0x20 {
            if offset != line.lowerBound + blanks { break }
            blanks += 1
        }
        if shift > 0 {
            let isBlank = layout.isBlank(line)
            return isBlank
                ? []
                : [
                    Splice(
                        line.lowerBound..<line.lowerBound, String(repeating: " ", count: shift))
                ]
        }
        return [Splice(line.lowerBound..<line.lowerBound + min(blanks, -shift))]
    }

    /// An empty line stays if it is the first after something, and something comes after it.
    private func blankLine(_ line: Range<Int>, _ next: Int) -> [Splice] {
        let before = layout.previousLine(before: line.lowerBound)
        let isFirst =
            before.map { layout.isBlank($0) && text(around: $0.lowerBound) == nil } ?? true
        let isLast = line.lowerBound >= contentEnd
        return [
            isFirst || isLast
                ? Splice(line.lowerBound..<next)
                : Splice(line.lowerBound..<next, bytes: lineEnd(of: line, next))
        ]
    }

    private func indentation(_ line: Range<Int>, _ sign: Int, _ column: Int) -> [Splice] {
        let old = document.source.bytes[line.lowerBound..<sign]
        // Tabs stand where YAML allows them, and stay.
        if old.contains(0x09) { return [] }
        return [Splice(line.lowerBound..<sign, String(repeating: " ", count: column))]
    }

    /// How the line ends, before the next one; one that the file ends with gets an end.
    private func lineEnd(of line: Range<Int>, _ next: Int) -> [UInt8] {
        line.upperBound < next
            ? Array(document.source.bytes[line.upperBound..<next]) : Array(layout.lineEnd.utf8)
    }

    /// The blanks at the end of a line, and before the comment on it; how it ends.
    private func lineEnd(_ line: Range<Int>, _ next: Int) -> [Splice] {
        var splices: [Splice] = []
        // A text that ends with the file, without a line end, would get one.
        if line.upperBound == document.source.bytes.count, texts.last?.upperBound == line.upperBound
        {
            return []
        }
        let isInText = text(around: line.upperBound) != nil
        let end = isInText ? line.upperBound : layout.trimmedEnd(of: line)
        splices.append(Splice(end..<next, bytes: lineEnd(of: line, next)))
        if let comment = comment(on: line), !layout.isFirst(comment),
            comment == line.lowerBound + 1 || document.source.bytes[comment - 2] != 0x20,
            document.source.bytes[comment - 1] == 0x20
        {
            splices.append(Splice(comment..<comment, " "))
        }
        return splices
    }

    /// How far to the right a comment on a line of its own is to be: as what comes next, unless it
    /// stands further to the right than that, as something before it does.
    private func column(ofComment offset: Int, after previous: BlockOutline.Start?) -> Int {
        let column = layout.column(of: offset)
        let index = outline.starts.partitioningIndex { $0.offset > offset }
        let next = outline.starts.indices.contains(index) ? outline.starts[index] : nil
        guard column > next?.column ?? 0 else { return next?.newColumn ?? 0 }
        let levels = (previous?.levels ?? []) + (next?.levels ?? [])
        let fitting = levels.filter { $0.old <= column }
        let nearest = fitting.map(\.old).max()
        return fitting.last { $0.old == nearest }?.new ?? next?.newColumn ?? 0
    }
}

extension BlockOutline {
    /// The starts on `line`.
    fileprivate func starts(on line: Range<Int>) -> ArraySlice<Start> {
        let first = starts.partitioningIndex { $0.offset >= line.lowerBound }
        let end = starts.partitioningIndex { $0.offset >= line.upperBound }
        return starts[first..<max(first, end)]
    }
}

extension Array {
    /// The first index from which on `belongs` holds; O(log n).
    fileprivate func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
