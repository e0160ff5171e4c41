// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

/// The elements of a list or a mapping between brackets, with the commas between them.
struct FlowItems {
    /// One element.
    struct Item {
        /// Its bytes; of a mapping's entry, those of key and value.
        var range: Range<Int>
        /// The comma behind it; nil where none is.
        var comma: Int?
    }

    /// The elements in order.
    let items: [Item]
    private let layout: Layout
    /// The bytes of the collection, its brackets included.
    private let whole: Range<Int>
    private var bytes: [UInt8] { layout.source.bytes }

    /// The elements of `collection`, which stands between brackets.
    init(_ collection: NodeID, of document: RulesDocument) {
        let node = document.tree[collection]
        layout = document.layout
        whole = node.range
        let layout = layout
        let ranges: [Range<Int>] =
            switch node.content {
            case .sequence(let elements, _):
                elements.map { document.tree[$0].fullRange }
            case .mapping(let entries, _):
                entries.map { entry in
                    let key = document.tree[entry.key].fullRange
                    let value = document.tree[entry.value].fullRange
                    return key.lowerBound..<max(key.upperBound, value.upperBound)
                }
            case .scalar, .alias: []
            }
        items = ranges.map { range in
            let next = layout.skipTrivia(from: range.upperBound, to: node.range.upperBound)
            let isComma =
                layout.source.bytes.indices.contains(next)
                && layout.source.bytes[next] == UInt8(ascii: ",")
            return Item(range: range, comma: isComma ? next : nil)
        }
    }

    /// Takes the element out, with one comma and the comments that are its own.
    func removal(of index: Int) -> [Splice] {
        let item = items[index]
        if index > 0, let comma = items[index - 1].comma,
            bytes[comma + 1..<item.range.lowerBound].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        {
            return [Splice(comma..<item.range.upperBound)]
        }
        let end = (item.comma ?? item.range.upperBound - 1) + 1
        let line = layout.source.line(around: item.range.lowerBound)
        let rest = layout.skipBlanks(from: end)
        let endsLine =
            rest >= layout.source.line(around: end - 1).upperBound
            || bytes[rest] == UInt8(ascii: "#")
        var splices: [Splice] = []
        if layout.isFirst(item.range.lowerBound), endsLine {
            let column = layout.column(of: item.range.lowerBound)
            let lead = layout.leadStart(above: line.lowerBound, column: column)
            splices = [Splice(lead..<layout.nextLine(after: end - 1))]
        } else if item.comma != nil {
            // Before a comment a blank has to stay.
            let isEnd =
                rest < bytes.count
                && [0x0A, 0x0D, UInt8(ascii: "#")].contains(bytes[rest])
            splices = [Splice(item.range.lowerBound..<(isEnd ? end : rest))]
        } else {
            var first = item.range.lowerBound
            while first > whole.lowerBound + 1, bytes[first - 1] == 0x20 { first -= 1 }
            splices = [Splice(first..<item.range.upperBound)]
        }
        // The last one goes with the comma before it.
        if item.comma == nil, index > 0, let comma = items[index - 1].comma {
            splices.append(Splice(comma..<comma + 1))
        }
        return splices
    }

    /// Puts the element at `index` before or after the one at `other`: the places stay, with what
    /// stands between them, and the elements change them.
    func move(_ index: Int, to other: Int, isAfter: Bool) throws(EditRefusal) -> [Splice] {
        let inner = whole.lowerBound..<(items.last?.range.upperBound ?? whole.upperBound)
        var order = Array(items.indices)
        order.remove(at: index)
        guard let target = order.firstIndex(of: other) else { return [] }
        order.insert(index, at: isAfter ? target + 1 : target)
        var gaps = zip(items, items.dropFirst()).map { $0.range.upperBound..<$1.range.lowerBound }
        if let first = items.first, let last = items.last {
            gaps.append(whole.lowerBound..<first.range.lowerBound)
            gaps.append(last.range.upperBound..<whole.upperBound)
        }
        guard !gaps.contains(where: { bytes[$0].contains(UInt8(ascii: "#")) }), !inner.isEmpty
        else {
            throw EditRefusal(
                Message(
                    "comments stand between the rules of this list in brackets, and nobody can say"
                        + " which is of which; write the list with dashes"))
        }
        return zip(items.indices, order).compactMap { place, source in
            place == source
                ? nil : Splice(items[place].range, bytes: bytes[items[source].range])
        }
    }

    /// Puts a new element, written as `text`, beside the one at `index`.
    func insertion(of text: String, at index: Int, isAfter: Bool) -> Splice {
        let range = items[index].range
        return isAfter
            ? Splice(range.upperBound..<range.upperBound, ", " + text)
            : Splice(range.lowerBound..<range.lowerBound, text + ", ")
    }
}
