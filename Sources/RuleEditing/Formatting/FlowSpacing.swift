// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// One blank behind commas and colons between brackets, and none elsewhere; where all stands on a line.
struct FlowSpacing {
    private let document: RulesDocument

    /// The blanks of `document`.
    init(_ document: RulesDocument) { self.document = document }

    /// What is to be spliced.
    func splices() -> [Splice] {
        var splices: [Splice] = []
        var end = 0
        for (index, node) in document.tree.nodes.enumerated() {
            guard node.range.lowerBound >= end, isFlow(node) else { continue }
            end = node.range.upperBound
            let line = document.source.line(around: node.range.lowerBound)
            if end <= line.upperBound { splices += within(node.range, from: index + 1) }
        }
        return splices
    }

    private func isFlow(_ node: MarkedNode) -> Bool {
        switch node.content {
        case .sequence(_, let isFlow), .mapping(_, let isFlow): isFlow
        case .scalar, .alias: false
        }
    }

    /// The blanks between the leaves of the outermost brackets at `range`, which are the nodes from
    /// number `index` on.
    private func within(_ range: Range<Int>, from index: Int) -> [Splice] {
        var splices: [Splice] = []
        var offset = range.lowerBound
        for node in document.tree.nodes[index...] {
            guard node.fullRange.lowerBound < range.upperBound else { break }
            if case .scalar = node.content {
            } else if case .alias = node.content {
            } else {
                continue
            }
            guard node.fullRange.lowerBound >= offset, !node.fullRange.isEmpty else { continue }
            splices += gap(offset..<node.fullRange.lowerBound)
            offset = node.fullRange.upperBound
        }
        return splices + gap(offset..<range.upperBound)
    }

    private func gap(_ range: Range<Int>) -> [Splice] {
        let signs = document.source.bytes[range].filter { $0 != 0x20 && $0 != 0x09 }
        guard signs.allSatisfy({ Array("[]{},:".utf8).contains($0) }) else { return [] }
        var text = ""
        for sign in signs {
            text += String(decoding: [sign], as: UTF8.self)
            if sign == UInt8(ascii: ",") || sign == UInt8(ascii: ":") { text += " " }
        }
        // A comma before a closing bracket.
        for (wide, close) in [(", ]", ",]"), (", }", ",}")] {
            text = text.replacing(wide, with: close)
        }
        return [Splice(range, text)]
    }
}
