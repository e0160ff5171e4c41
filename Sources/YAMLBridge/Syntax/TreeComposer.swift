// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Builds the tree of one document from libyaml's events, within the bounds of the language.
///
/// Stops at the first event past a bound, before libyaml is asked for more, so that what is hostile
/// costs no more than what is allowed.
struct TreeComposer {
    /// The most collections open at once, the root included; aliases count as what they name.
    static let depthMax = 100
    /// The most nodes, keys included, every alias counted as often as it is written out.
    static let nodeCountMax = 100_000

    /// What has been built.
    private(set) var tree = MarkedTree()
    /// What was found on the way.
    private(set) var diagnostics: [Diagnostic] = []
    private let source: SourceText
    /// The collections that are open, the root first.
    private var open: [OpenCollection] = []
    /// The latest node of each anchor's name.
    private var anchors: [String: NodeID] = [:]
    /// The nodes so far, aliases written out.
    private var nodeCount = 0
    /// The node that ended last, for the advice on what follows it.
    private var latestEnd: Range<Int>?

    /// A collection whose end has not come yet.
    private struct OpenCollection {
        var id: NodeID
        var isMapping: Bool
        var isFlow: Bool
        var children: [NodeID] = []
        var height = 0
        var countBefore: Int
    }

    /// A document and what was found in it; no tree when the file is not YAML or too much of it.
    static func compose(_ source: SourceText) -> (tree: MarkedTree?, diagnostics: [Diagnostic]) {
        var composer = TreeComposer(source: source)
        let isWhole = YAMLEventReader.withEvents(of: source) { composer.read(from: &$0) }
        return (isWhole ? composer.tree : nil, composer.diagnostics)
    }

    private init(source: SourceText) {
        self.source = source
    }

    /// Reads to the end of the first document; false when the file cannot be used at all.
    private mutating func read(from reader: inout YAMLEventReader) -> Bool {
        if let finding = Prologue.finding(in: source) {
            diagnostics = [finding]
            return false
        }
        do throws(YAMLFailure) {
            while true {
                let event = try reader.next()
                if case .streamEnd = event.kind { return true }
                if case .documentStart = event.kind, tree.root != nil {
                    reportSecondDocument(event)
                    return true
                }
                if let stop = take(event) {
                    diagnostics = [stop]
                    return false
                }
            }
        } catch {
            diagnostics = [SyntaxAdvice(source: source, latestEnd: latestEnd).diagnostic(error)]
            return false
        }
    }

    /// Adds one event; a finding that is returned ends the reading.
    private mutating func take(_ event: YAMLEvent) -> Diagnostic? {
        switch event.kind {
        case .streamStart, .streamEnd, .documentStart, .documentEnd: return nil
        case .alias(let name): return takeAlias(name, event.range)
        case .scalar(let text, let style, let properties):
            let range = contentRange(ofScalar: event.range, properties, style)
            return add(.scalar(text, style), range, event.range, properties)
        case .sequenceStart(let isFlow, let properties):
            return begin(isMapping: false, isFlow, event.range, properties)
        case .mappingStart(let isFlow, let properties):
            return begin(isMapping: true, isFlow, event.range, properties)
        case .sequenceEnd(let isFlow), .mappingEnd(let isFlow):
            end(at: isFlow ? event.range.upperBound : nil)
            return nil
        }
    }

    /// Adds a node that has no children of its own.
    private mutating func add(
        _ content: MarkedNode.Content, _ range: Range<Int>, _ fullRange: Range<Int>,
        _ properties: YAMLEvent.Properties
    ) -> Diagnostic? {
        nodeCount += 1
        guard nodeCount <= Self.nodeCountMax else { return tooLarge(at: range) }
        let id = tree.append(
            MarkedNode(
                content: content, range: range, fullRange: fullRange, anchor: properties.anchor,
                hasTag: properties.hasTag))
        note(properties, of: id)
        place(id)
        latestEnd = range
        return nil
    }

    /// Adds an alias, which counts as what it names.
    private mutating func takeAlias(_ name: String, _ range: Range<Int>) -> Diagnostic? {
        guard let target = anchors[name] else {
            return SyntaxAdvice(source: source, latestEnd: nil).unknownAlias(name, at: range)
        }
        let isRecursive = open.contains { $0.id == target }
        let node = tree[target]
        nodeCount += isRecursive ? 1 : node.expandedCount
        guard nodeCount <= Self.nodeCountMax else { return tooLarge(at: range) }
        guard isRecursive || open.count + node.height <= Self.depthMax else {
            return tooDeep(at: range)
        }
        if isRecursive {
            diagnostics.append(
                Diagnostic(
                    .error, .yamlAliasRecursive,
                    Message("'*\(name.quotable)' stands inside what it names"),
                    at: source.range(range)))
        }
        var alias = MarkedNode(
            content: .alias(isRecursive ? nil : target), range: range, fullRange: range)
        alias.expandedCount = isRecursive ? 1 : node.expandedCount
        alias.height = isRecursive ? 0 : node.height
        place(tree.append(alias))
        latestEnd = range
        return nil
    }

    /// Opens a collection.
    private mutating func begin(
        isMapping: Bool, _ isFlow: Bool, _ eventRange: Range<Int>,
        _ properties: YAMLEvent.Properties
    ) -> Diagnostic? {
        let start = contentStart(ofCollection: eventRange, isMapping, isFlow, properties)
        guard open.count < Self.depthMax else { return tooDeep(at: start..<start + 1) }
        let countBefore = nodeCount
        nodeCount += 1
        guard nodeCount <= Self.nodeCountMax else { return tooLarge(at: start..<start + 1) }
        let content: MarkedNode.Content =
            isMapping ? .mapping([], isFlow: isFlow) : .sequence([], isFlow: isFlow)
        let id = tree.append(
            MarkedNode(
                content: content, range: start..<start, fullRange: eventRange.lowerBound..<start,
                anchor: properties.anchor, hasTag: properties.hasTag))
        note(properties, of: id)
        open.append(
            OpenCollection(id: id, isMapping: isMapping, isFlow: isFlow, countBefore: countBefore))
        return nil
    }

    /// Closes the innermost collection; `flowEnd` is the end of its bracket.
    private mutating func end(at flowEnd: Int?) {
        guard let closed = open.popLast() else { return }
        var node = tree[closed.id]
        let start = node.range.lowerBound
        let end = flowEnd ?? closed.children.last.map { tree[$0].range.upperBound } ?? start
        node.range = start..<max(start, end)
        node.fullRange = node.fullRange.lowerBound..<node.range.upperBound
        node.expandedCount = nodeCount - closed.countBefore
        node.height = closed.height + 1
        node.content =
            closed.isMapping
            ? .mapping(Self.entries(closed.children), isFlow: closed.isFlow)
            : .sequence(closed.children, isFlow: closed.isFlow)
        tree[closed.id] = node
        if flowEnd != nil { latestEnd = node.range }
        place(closed.id)
    }

    /// Puts a finished node where it belongs.
    private mutating func place(_ id: NodeID) {
        guard !open.isEmpty else {
            tree.root = id
            return
        }
        open[open.count - 1].children.append(id)
        open[open.count - 1].height = max(open[open.count - 1].height, tree[id].height)
    }

    /// Pairs keys with values, which libyaml delivers in turn.
    private static func entries(_ children: [NodeID]) -> [MarkedEntry] {
        stride(from: 0, to: children.count - 1, by: 2).map {
            MarkedEntry(key: children[$0], value: children[$0 + 1])
        }
    }

    /// Remembers an anchor and reports a tag.
    private mutating func note(_ properties: YAMLEvent.Properties, of id: NodeID) {
        if let anchor = properties.anchor { anchors[anchor] = id }
        guard properties.hasTag else { return }
        let tag = PropertyScan(source.bytes).tag(from: tree[id].fullRange.lowerBound)
        diagnostics.append(
            Diagnostic(
                .error, .yamlTag,
                Message("tags are not used; if the value begins with '!', quote it"),
                at: source.range(tag)))
    }

    // MARK: Places

    /// Where a scalar's own characters stand, without anchor and tag.
    private func contentRange(
        ofScalar range: Range<Int>, _ properties: YAMLEvent.Properties, _ style: ScalarStyle
    ) -> Range<Int> {
        guard properties.anchor != nil || properties.hasTag else { return range }
        let start = PropertyScan(source.bytes).end(of: range)
        return start..<range.upperBound
    }

    /// Where a collection's own characters begin.
    ///
    /// libyaml's start of a block is empty and lies at the first key or dash, except for a list that
    /// is not indented, whose start covers its dash; a bracket is covered as well.
    private func contentStart(
        ofCollection range: Range<Int>, _ isMapping: Bool, _ isFlow: Bool,
        _ properties: YAMLEvent.Properties
    ) -> Int {
        guard properties.anchor != nil || properties.hasTag else { return range.lowerBound }
        let end = range.upperBound
        if isFlow { return max(range.lowerBound, end - 1) }
        if isMapping || (end < source.bytes.count && source.bytes[end] == UInt8(ascii: "-")) {
            return end
        }
        return max(range.lowerBound, end - 1)
    }

    // MARK: Bounds

    /// More nodes than a file may have.
    private func tooLarge(at range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .error, .yamlTooLarge,
            Message("file has more than \(Self.nodeCountMax) nodes, its aliases written out"),
            at: source.range(range))
    }

    /// More levels than a file may have.
    private func tooDeep(at range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .error, .yamlTooDeep,
            Message("lists and mappings are nested more than \(Self.depthMax) deep"),
            at: source.range(range))
    }

    /// A document after the first; what it holds is not looked at.
    private mutating func reportSecondDocument(_ event: YAMLEvent) {
        let end = event.range.upperBound
        diagnostics.append(
            Diagnostic(
                .error, .yamlSecondDocument,
                Message("a rules file is one document; remove this '---'"),
                at: source.range(max(0, end - 3)..<end)))
    }
}
