// SPDX-License-Identifier: Apache-2.0

extension MarkedTree {
    /// The bytes of every comment of `source`, from its `#` to before the end of its line.
    ///
    /// libyaml drops comments; they lie between the nodes, wherever a `#` begins a line or follows a
    /// blank. An editor moves them together with what they stand at.
    package func comments(in source: SourceText) -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var offset = source.start
        for leaf in leaves(in: source) where leaf.lowerBound >= offset {
            Self.scan(source, offset..<leaf.lowerBound, into: &comments)
            offset = leaf.upperBound
        }
        Self.scan(source, offset..<source.bytes.count, into: &comments)
        return comments
    }

    /// The bytes in which a `#` is text, in their order.
    private func leaves(in source: SourceText) -> [Range<Int>] {
        nodes.compactMap { node in
            switch node.content {
            case .scalar(_, .block):
                let header = source.line(around: node.range.lowerBound).upperBound
                return header < node.range.upperBound ? header..<node.range.upperBound : nil
            case .scalar, .alias: return node.range
            case .sequence, .mapping: return nil
            }
        }
    }

    /// Adds the comments that stand in `gap`, which holds no text of a node.
    private static func scan(
        _ source: SourceText, _ gap: Range<Int>, into comments: inout [Range<Int>]
    ) {
        var offset = gap.lowerBound
        while offset < gap.upperBound {
            let isAfterSpace =
                offset == source.start
                || [0x20, 0x09, 0x0A, 0x0D].contains(source.bytes[offset - 1])
            guard source.bytes[offset] == UInt8(ascii: "#"), isAfterSpace else {
                offset += 1
                continue
            }
            let end = min(source.line(around: offset).upperBound, gap.upperBound)
            comments.append(offset..<end)
            offset = max(end, offset + 1)
        }
    }
}
