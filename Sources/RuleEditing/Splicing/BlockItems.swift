// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

/// The elements of a list that is written with dashes, each with the lines that are its own.
///
/// To an element belong the comments right above it, those on its lines, and those right below
/// that stand further to the right than its dash. What an empty line parts from it belongs to the list.
struct BlockItems {
    /// One element.
    struct Item {
        /// Where its first line begins, or that of its comments.
        var lead: Int
        /// Its dash.
        var dash: Int
        /// Where the line after its last one begins.
        var end: Int
    }

    /// The elements in order.
    let items: [Item]
    /// How far their dashes are to the right.
    let column: Int
    private let layout: Layout

    /// The elements of `list`, a sequence in blocks that holds some; throws where dashes share lines
    /// with something else.
    init(_ list: NodeID, of document: RulesDocument) throws(EditRefusal) {
        guard case .sequence(let elements, false) = document.tree[list].content else {
            throw EditRefusal(Message("the list is not written with dashes"))
        }
        let layout = document.layout
        self.layout = layout
        var items: [Item] = []
        var offset = document.tree[list].range.lowerBound
        let end = document.source.bytes.count
        for element in elements {
            let dash = layout.skipTrivia(from: offset, to: end)
            guard dash < end, document.source.bytes[dash] == UInt8(ascii: "-"), layout.isFirst(dash)
            else {
                throw EditRefusal(
                    Message(
                        "the rules share lines with something else, so that none of them can be"
                            + " moved; write each dash on a line of its own"))
            }
            let content = max(dash + 1, document.contentEnd(of: element))
            let column = layout.column(of: dash)
            let start = layout.lineStart(of: dash)
            items.append(
                Item(
                    lead: layout.leadStart(above: start, column: column), dash: dash,
                    end: layout.trailEnd(after: content - 1, column: column)))
            offset = content
        }
        self.items = items
        column = items.first.map { layout.column(of: $0.dash) } ?? 0
    }

    /// Takes the element out, with the empty lines above it.
    func removal(of index: Int) -> Splice {
        let item = items[index]
        let first = layout.blankStart(above: item.lead)
        if first < item.lead { return Splice(first..<item.end) }
        // The empty lines below would stand above what comes next.
        let isLast = index == items.count - 1
        return Splice(item.lead..<(isLast ? item.end : layout.blankEnd(from: item.end)))
    }

    /// The element with the lines that are its own, and the empty lines that part it from others.
    private func cut(_ index: Int) -> (lines: [UInt8], gap: [UInt8]) {
        let item = items[index]
        let first = layout.blankStart(above: item.lead)
        let bytes = layout.source.bytes
        let gap =
            first < item.lead
            ? bytes[first..<item.lead]
            : index == items.count - 1
                ? [] : bytes[item.end..<layout.blankEnd(from: item.end)]
        return (ended(Array(bytes[item.lead..<item.end])), Array(gap))
    }

    /// Puts the element at `index` before or after the one at `other`.
    func move(_ index: Int, to other: Int, isAfter: Bool) -> [Splice] {
        let (lines, gap) = cut(index)
        return [removal(of: index), insertion(of: lines, gap: gap, at: other, isAfter: isAfter)]
    }

    /// Puts a new element, which these lines are without their indentation, beside that at `index`.
    func insertion(of lines: [String], at index: Int, isAfter: Bool) -> Splice {
        let indentation = String(repeating: " ", count: column)
        let text = lines.map { ($0.isEmpty ? "" : indentation + $0) + layout.lineEnd }.joined()
        return insertion(of: Array(text.utf8), gap: usualGap, at: index, isAfter: isAfter)
    }

    /// What parts elements from each other: an empty line, unless two of them stand close together.
    private var usualGap: [UInt8] {
        guard let last = items.last else { return [] }
        if items.count == 1 {
            let isShort = layout.nextLine(after: last.dash) >= last.end
            return isShort ? [] : Array(layout.lineEnd.utf8)
        }
        return layout.blankStart(above: last.lead) < last.lead ? Array(layout.lineEnd.utf8) : []
    }

    private func insertion(
        of lines: [UInt8], gap: [UInt8], at index: Int, isAfter: Bool
    ) -> Splice {
        let item = items[index]
        if !isAfter { return Splice(item.lead..<item.lead, bytes: lines + gap) }
        let hasEnd = layout.isLineStart(item.end)
        let before = hasEnd ? [] : Array(layout.lineEnd.utf8)
        return Splice(item.end..<item.end, bytes: before + gap + lines)
    }

    /// The bytes with a line end at their end.
    private func ended(_ bytes: [UInt8]) -> [UInt8] {
        bytes.last == 0x0A || bytes.last == 0x0D ? bytes : bytes + Array(layout.lineEnd.utf8)
    }
}
