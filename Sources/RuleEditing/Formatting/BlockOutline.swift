// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// Where the keys and dashes of a file's blocks begin, and where they are to begin.
struct BlockOutline {
    /// A key or a dash.
    struct Start {
        /// Its first byte.
        var offset: Int
        /// How far it is to the right.
        var column: Int
        /// How far it is to be.
        var newColumn: Int
        /// The columns of what it stands in, itself included, the outermost first.
        var levels: [Level]
    }

    /// A column as it is and as it is to be.
    struct Level {
        var old: Int
        var new: Int
    }

    /// All of them in the order of the file.
    private(set) var starts: [Start] = []
    /// Values that begin on a line of their own, by their first byte: how far they are to be.
    private(set) var lowered: [Int: Int] = [:]
    /// Blanks that are to be one: behind a dash, or behind a colon.
    private(set) var gaps: [Range<Int>] = []
    private let document: RulesDocument
    private let layout: Layout

    /// The outline of `document`.
    init(_ document: RulesDocument) {
        self.document = document
        layout = document.layout
        if !document.isFlow(document.root) { mapping(document.root, at: 0, []) }
    }

    private mutating func start(_ offset: Int, _ newColumn: Int, _ levels: [Level]) -> [Level] {
        let column = layout.column(of: offset)
        let levels = levels + [Level(old: column, new: newColumn)]
        starts.append(
            Start(offset: offset, column: column, newColumn: newColumn, levels: levels))
        return levels
    }

    private mutating func mapping(_ node: NodeID, at column: Int, _ levels: [Level]) {
        for entry in document.written(node) {
            let key = document.tree[entry.key].fullRange
            let inner = start(key.lowerBound, column, levels)
            let colon = layout.skipBlanks(from: key.upperBound)
            guard colon < document.source.bytes.count,
                document.source.bytes[colon] == UInt8(ascii: ":")
            else { continue }
            if colon > key.upperBound { gaps.append(key.upperBound..<colon) }
            value(entry.value, behind: colon + 1, at: column + 2, inner)
        }
    }

    private mutating func sequence(_ node: NodeID, at column: Int, _ levels: [Level]) {
        guard case .sequence(let elements, _) = document.tree[node].content else { return }
        var offset = document.tree[node].range.lowerBound
        for element in elements {
            let dash = layout.skipTrivia(from: offset, to: document.source.bytes.count)
            let inner = start(dash, column, levels)
            value(element, behind: dash + 1, at: column + 2, inner)
            offset = max(dash + 1, document.contentEnd(of: element))
        }
    }

    /// What stands behind a colon or a dash, its levels at `column`.
    private mutating func value(
        _ node: NodeID, behind sign: Int, at column: Int, _ levels: [Level]
    ) {
        let full = document.tree[node].fullRange
        let isBeside = full.lowerBound <= document.source.line(around: sign - 1).upperBound
        if isBeside, full.lowerBound > sign, !full.isEmpty { gaps.append(sign..<full.lowerBound) }
        switch document.tree[node].content {
        case .mapping(_, isFlow: false): mapping(node, at: column, levels)
        case .sequence(_, isFlow: false): sequence(node, at: column, levels)
        default:
            if !isBeside, !full.isEmpty { lowered[full.lowerBound] = column }
        }
    }
}
