// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

extension RulesDocument {
    /// The items of all tests, as mappings.
    var testItems: [NodeID] {
        elements(of: "tests").map(tree.resolved).filter(tree.isMapping).flatMap { test in
            guard let items = value("items", in: test),
                case .sequence(let elements, _) = tree[tree.resolved(items)].content
            else { return [NodeID]() }
            return elements.map(tree.resolved).filter(tree.isMapping)
        }
    }

    /// Another text in the place of the scalar `node`, in quotes as that is.
    func renaming(_ node: NodeID, to text: String) -> Splice {
        let range = tree[node].range
        let first = source.bytes[range.lowerBound]
        let quote: ScalarText.Quote? =
            first == UInt8(ascii: "'") ? .single : first == UInt8(ascii: "\"") ? .double : nil
        return Splice(range, ScalarText.written(text, isInFlow: true, quote: quote))
    }

    /// Whether `mapping` has entries besides the one at `index`, and merges none.
    func isMore(than index: Int, in mapping: NodeID) -> Bool {
        let entries = written(mapping)
        guard !entries.contains(where: { tree.isMerge($0.key) }) else { return false }
        return entries.indices.contains(index) && entries.count > 1
    }

    /// Brackets with nothing between them behind the root's `key`, whose list loses its last element.
    func emptyList(_ key: String) -> Splice? {
        guard let entry = written(root).first(where: { tree.text(of: $0.key) == key }) else {
            return nil
        }
        let end = tree[entry.key].fullRange.upperBound
        let colon = layout.skipTrivia(from: end, to: source.bytes.count)
        guard colon < source.bytes.count, source.bytes[colon] == UInt8(ascii: ":") else {
            return nil
        }
        return Splice(colon + 1..<colon + 1, " []")
    }

    /// Puts `rule` into the list under the root's `key`, beside the element at `index` if it has some.
    func addition(
        _ rule: NewElement, to key: String, at index: Int, isAfter: Bool
    ) throws(EditRefusal) -> [Splice] {
        guard let list = list(key) else { return try section(key, rule) }
        if elements(of: key).isEmpty { return try firstElement(rule, of: list, key) }
        if isFlow(list) {
            let text = rule.value.inline(isInFlow: true)
            return [
                FlowItems(list, of: self).insertion(of: text, at: index, isAfter: isAfter)
            ]
        }
        let items = try BlockItems(list, of: self)
        return [items.insertion(of: rule.lines, at: index, isAfter: isAfter)]
    }

    /// The first element of a list that was `[]`.
    private func firstElement(
        _ rule: NewElement, of list: NodeID, _ key: String
    ) throws(EditRefusal) -> [Splice] {
        let range = tree[list].range
        let inner = range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
        // Comments between the brackets stay: they are ended by the line before the last bracket.
        let isCommented = source.bytes[inner].contains(UInt8(ascii: "#"))
        let inBrackets = [
            Splice(
                isCommented ? inner.upperBound..<inner.upperBound : inner,
                rule.value.inline(isInFlow: true))
        ]
        guard !isFlow(root), let entry = written(root).first(where: { $0.value == list }) else {
            return inBrackets
        }
        let start = tree[entry.key].fullRange.lowerBound
        let line = source.line(around: start)
        guard layout.isFirst(start), range.upperBound <= line.upperBound else { return inBrackets }
        var first = tree[entry.value].fullRange.lowerBound
        while first > start, source.bytes[first - 1] == 0x20 { first -= 1 }
        let next = layout.nextLine(after: start)
        let indentation = String(repeating: " ", count: layout.column(of: start) + 2)
        let text = rule.lines.map { ($0.isEmpty ? "" : indentation + $0) + layout.lineEnd }.joined()
        return [
            Splice(first..<range.upperBound),
            Splice(next..<next, (layout.isLineStart(next) ? "" : layout.lineEnd) + text),
        ]
    }

    /// A section of its own for the first protection, above the rules; for others, at the end.
    private func section(_ key: String, _ rule: NewElement) throws(EditRefusal) -> [Splice] {
        let entries = written(root)
        let rules = entries.first { tree.text(of: $0.key) == "rules" }
        guard !isFlow(root), key == "protect", let rules else {
            let before = Array(KeyOrder.file.prefix { $0 != key })
            if key == "tests", !isFlow(root) {
                // An empty line parts it from what stands above.
                let lines = ["", "\(key):"] + rule.lines.map { "  " + $0 }
                return try MappingEdit(self).addition(
                    of: key, lines: lines, to: root, after: before)
            }
            return try MappingEdit(self).addition(
                of: key, .list([rule.value]), to: root, after: before)
        }
        let start = tree[rules.key].fullRange.lowerBound
        let column = layout.column(of: start)
        let place = layout.leadStart(above: layout.lineStart(of: start), column: column)
        let end = layout.lineEnd
        let indentation = String(repeating: " ", count: column)
        let lines = ["protect:"] + rule.lines.map { "  " + $0 }
        let text = lines.map { indentation + $0 + end }.joined()
        return [Splice(place..<place, text + end)]
    }
}
