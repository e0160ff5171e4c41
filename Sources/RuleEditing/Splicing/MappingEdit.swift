// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

/// Changes of single entries of a mapping, in blocks or between brackets.
struct MappingEdit {
    /// The file.
    let document: RulesDocument
    private var layout: Layout { document.layout }
    private var bytes: [UInt8] { document.source.bytes }

    /// Edits of `document`.
    init(_ document: RulesDocument) { self.document = document }

    // MARK: Values

    /// Writes `value` in the place of what stands in `entry`.
    func replacement(of entry: MarkedEntry, by value: PlainValue, isInFlow: Bool) -> [Splice] {
        let node = document.tree[entry.value]
        switch node.content {
        case .scalar(_, .block): return blockScalar(entry, value)
        case .scalar where node.range.isEmpty:
            let colon = afterColon(of: entry)
            return [Splice(colon..<colon, " " + value.inline(isInFlow: isInFlow))]
        case .scalar(_, let style):
            return [Splice(node.range, scalar(value, like: node.range, style, isInFlow: isInFlow))]
        case .alias: return [Splice(node.range, value.inline(isInFlow: isInFlow))]
        case .sequence(_, isFlow: true), .mapping(_, isFlow: true):
            return [Splice(node.range, value.inline(isInFlow: isInFlow))]
        case .sequence, .mapping: return blockCollection(entry, value)
        }
    }

    /// The text of a value in the place of a scalar, in quotes as that was.
    private func scalar(
        _ value: PlainValue, like range: Range<Int>, _ style: ScalarStyle, isInFlow: Bool
    ) -> String {
        guard let text = value.text, style == .quoted else {
            return value.inline(isInFlow: isInFlow)
        }
        let isSingle = bytes[range.lowerBound] == UInt8(ascii: "'")
        return ScalarText.written(text, isInFlow: isInFlow, quote: isSingle ? .single : .double)
    }

    /// Right after the colon of `entry`.
    private func afterColon(of entry: MarkedEntry) -> Int {
        let end = document.tree[entry.key].fullRange.upperBound
        let colon = layout.skipTrivia(from: end, to: bytes.count)
        return colon < bytes.count && bytes[colon] == UInt8(ascii: ":") ? colon + 1 : end
    }

    /// A value in the place of a text in a block; the comment beside its `|` stays.
    private func blockScalar(_ entry: MarkedEntry, _ value: PlainValue) -> [Splice] {
        let range = document.tree[entry.value].range
        let header = document.source.line(around: range.lowerBound)
        let end = max(layout.trimmedEnd(of: range), min(header.upperBound, range.upperBound))
        let rest = String(decoding: bytes[range.lowerBound..<header.upperBound], as: UTF8.self)
        let comment = rest.firstIndex(of: "#").map { "  " + rest[$0...] } ?? ""
        return [Splice(range.lowerBound..<end, value.inline(isInFlow: false) + comment)]
    }

    /// A value in the place of a block below its key; the comment beside the key stays.
    private func blockCollection(_ entry: MarkedEntry, _ value: PlainValue) -> [Splice] {
        let colon = afterColon(of: entry)
        let text = " " + value.inline(isInFlow: false)
        let line = document.source.line(around: colon)
        let end = document.contentEnd(of: entry.value)
        let column = layout.column(of: document.tree[entry.key].fullRange.lowerBound)
        guard end > line.upperBound else { return [Splice(colon..<end, text)] }
        let rest = layout.skipBlanks(from: colon)
        let comment = rest < line.upperBound && bytes[rest] == UInt8(ascii: "#") ? rest : nil
        return [
            Splice(colon..<(comment == nil ? line.upperBound : colon), text),
            Splice(layout.nextLine(after: colon)..<layout.trailEnd(after: end - 1, column: column)),
        ]
    }

    // MARK: Entries

    /// Adds `key` with `value` to `mapping`, after the last of the keys `before` that stands there, or
    /// after all.
    func addition(
        of key: String, _ value: PlainValue, to mapping: NodeID, after before: [String]
    ) throws(EditRefusal) -> [Splice] {
        guard document.isFlow(mapping) else {
            return try addition(of: key, lines: value.lines(under: key), to: mapping, after: before)
        }
        let place = try place(of: key, in: mapping, after: before)
        let text = ScalarText.written(key, isInFlow: true) + ": " + value.inline(isInFlow: true)
        return [FlowItems(mapping, of: document).insertion(of: text, at: place, isAfter: true)]
    }

    /// Adds the entry of `key` that these lines are, without their indentation, to a mapping in blocks.
    func addition(
        of key: String, lines: [String], to mapping: NodeID, after before: [String]
    ) throws(EditRefusal) -> [Splice] {
        let entries = document.written(mapping)
        let place = try place(of: key, in: mapping, after: before)
        let column = column(ofKeysIn: entries)
        let indentation = String(repeating: " ", count: column)
        let text = lines.map { ($0.isEmpty ? "" : indentation + $0) + layout.lineEnd }.joined()
        let end = end(of: entries[place], column: column)
        return [Splice(end..<end, (layout.isLineStart(end) ? "" : layout.lineEnd) + text)]
    }

    /// The number of the entry that a new one for `key` stands behind.
    private func place(
        of key: String, in mapping: NodeID, after before: [String]
    ) throws(EditRefusal) -> Int {
        let entries = document.written(mapping)
        let names = entries.map { document.tree.text(of: $0.key) ?? "" }
        let place = names.lastIndex { before.contains($0) } ?? entries.count - 1
        guard entries.indices.contains(place) else {
            throw EditRefusal(Message("there is nothing in the mapping that '\(key)' goes to"))
        }
        return place
    }

    private func column(ofKeysIn entries: [MarkedEntry]) -> Int {
        entries.first.map { layout.column(of: document.tree[$0.key].fullRange.lowerBound) } ?? 0
    }

    /// Where the lines of `entry` end, those of its comments included.
    private func end(of entry: MarkedEntry, column: Int) -> Int {
        let end = max(
            document.contentEnd(of: entry.value), document.tree[entry.key].fullRange.upperBound)
        return layout.trailEnd(after: end - 1, column: column)
    }

    /// Takes the entry at `index` out of `mapping`, with the comments that are its own.
    func removal(of index: Int, from mapping: NodeID) -> [Splice] {
        if document.isFlow(mapping) {
            return FlowItems(mapping, of: document).removal(of: index)
        }
        let entries = document.written(mapping)
        let start = document.tree[entries[index].key].fullRange.lowerBound
        let column = layout.column(of: start)
        if layout.isFirst(start) {
            let line = layout.lineStart(of: start)
            let lead = layout.leadStart(above: line, column: column)
            return [Splice(lead..<end(of: entries[index], column: column))]
        }
        // It stands beside a dash, where the next one takes its place.
        guard entries.indices.contains(index + 1) else {
            return [Splice(start..<document.contentEnd(of: entries[index].value))]
        }
        let next = document.tree[entries[index + 1].key].fullRange.lowerBound
        let own = end(of: entries[index], column: column)
        // Comments above the next one are its own: it stays where it is then.
        guard own < next, bytes[own..<next].contains(UInt8(ascii: "#")),
            let last = layout.previousLine(before: own)
        else { return [Splice(start..<next)] }
        var first = start
        while first > 0, bytes[first - 1] == 0x20 || bytes[first - 1] == 0x09 { first -= 1 }
        return [Splice(first..<max(first, last.upperBound))]
    }

    /// Whether a comment belongs to `entry` of `mapping`: above it, or on its lines.
    func hasComment(_ index: Int, of mapping: NodeID) -> Bool {
        let removed = removal(of: index, from: mapping).map(\.range)
        return document.tree.comments(in: document.source).contains { comment in
            removed.contains { $0.overlaps(comment) }
        }
    }
}
