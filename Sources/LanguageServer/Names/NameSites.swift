// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// What a name is a name of.
enum NameKind: Hashable {
    case rule, definition, drive, anchor, file
}

/// A name where it stands.
struct NameSite: Hashable {
    /// What it names.
    let kind: NameKind
    /// The name.
    let name: String
    /// Its bytes, without quotes.
    let range: Range<Int>
    /// Whether it is declared here.
    let isDeclaration: Bool
}

/// Finds the names in one file. O(nodes).
struct NameSites {
    /// What was found, in the order of their places.
    private(set) var all: [NameSite] = []
    private let source: SourceText
    private let tree: MarkedTree
    private var seen: Set<Visit> = []

    /// What a node is read as.
    private enum Role: Hashable {
        case file, drives, definitions, rules, rule, condition, conditions, sets, preferences
        case tests, items, item
        case names(NameKind, isDeclaration: Bool)
        case scopes
    }

    private struct Visit: Hashable {
        let node: NodeID
        let role: Role
    }

    /// The names in `source`; none where that is no YAML.
    init(_ source: SourceText) {
        self.source = source
        guard let tree = MarkedTree(of: source), let root = tree.root else {
            self.tree = MarkedTree()
            return
        }
        self.tree = tree
        visit(root, .file)
        addAnchors(root)
        all = Array(Set(all)).sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
    }

    /// The name at `offset`.
    func site(at offset: Int) -> NameSite? {
        all.first { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
    }

    private mutating func visit(_ written: NodeID, _ role: Role) {
        let node = tree.resolved(written)
        guard seen.insert(Visit(node: node, role: role)).inserted else { return }
        switch tree[node].content {
        case .scalar(let text, _): take(text, node, role)
        case .sequence(let elements, _):
            for element in elements { visit(element, Self.element(of: role)) }
        case .mapping(let entries, _):
            for entry in entries { take(entry, role) }
        case .alias: break
        }
    }

    private mutating func take(_ entry: MarkedEntry, _ role: Role) {
        if tree.isMerge(entry.key) { return merge(entry.value, role) }
        guard let name = tree.text(of: entry.key), !name.hasPrefix("x-") else { return }
        switch role {
        case .drives: add(.drive, name, entry.key, isDeclaration: true)
        case .definitions:
            add(.definition, name, entry.key, isDeclaration: true)
            visit(entry.value, .condition)
        default:
            if let next = Self.role(of: name, in: role) { visit(entry.value, next) }
        }
    }

    private mutating func merge(_ value: NodeID, _ role: Role) {
        if case .sequence(let elements, _) = tree[tree.resolved(value)].content {
            for element in elements { visit(element, role) }
        } else {
            visit(value, role)
        }
    }

    /// What an element of a list is read as.
    private static func element(of role: Role) -> Role {
        switch role {
        case .rules: .rule
        case .conditions: .condition
        case .tests: .items
        case .items: .item
        default: role
        }
    }

    /// What stands under `key` is read as; nil where no name is in it.
    private static func role(of key: String, in role: Role) -> Role? {
        switch (role, key) {
        case (.file, "drives"): .drives
        case (.file, "define"): .definitions
        case (.file, "rules"), (.file, "protect"): .rules
        case (.file, "tests"): .tests
        case (.file, "include"): .names(.file, isDeclaration: false)
        case (.rule, "id"): .names(.rule, isDeclaration: true)
        case (.rule, "in"): .scopes
        case (.rule, "match"), (.rule, "unless"): .condition
        case (.rule, "duplicates"): .sets
        case (.sets, "keep"): .preferences
        case (.condition, "all"), (.condition, "any"), (.condition, "none"): .conditions
        case (.condition, "is"): .names(.definition, isDeclaration: false)
        case (.condition, "drive"), (.preferences, "drive"), (.item, "drive"):
            .names(.drive, isDeclaration: false)
        case (.items, "items"): .items
        case (.item, "by"): .names(.rule, isDeclaration: false)
        default: nil
        }
    }

    private mutating func take(_ text: String, _ node: NodeID, _ role: Role) {
        switch role {
        case .names(let kind, let isDeclaration):
            add(kind, text, node, isDeclaration: isDeclaration)
        case .scopes:
            let name = text.prefix { $0 != ":" }
            add(.drive, String(name), node, isDeclaration: false)
        default: break
        }
    }

    private mutating func add(
        _ kind: NameKind, _ name: String, _ node: NodeID, isDeclaration: Bool
    ) {
        var range = tree[node].range
        if !range.isEmpty,
            [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(source.bytes[range.lowerBound])
        {
            range = range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
        }
        // What is written by escapes is longer than the name.
        if kind == .drive, range.count > name.utf8.count {
            range = range.lowerBound..<range.lowerBound + name.utf8.count
        }
        all.append(NameSite(kind: kind, name: name, range: range, isDeclaration: isDeclaration))
    }

    // MARK: Anchors

    /// Anchors may be declared again; an alias names the last one before it.
    private mutating func addAnchors(_ root: NodeID) {
        var waiting = [root]
        while let node = waiting.popLast() {
            if let anchor = tree[node].anchor {
                let start = tree[node].fullRange.lowerBound
                addAnchor(anchor, of: node, at: start, isDeclaration: true)
            }
            switch tree[node].content {
            case .scalar: break
            case .alias(let target?):
                let start = tree[node].range.lowerBound
                addAnchor(
                    tree[target].anchor ?? "", of: target, at: start, isDeclaration: false)
            case .alias(nil): break
            case .sequence(let elements, _): waiting += elements
            case .mapping(let entries, _): waiting += entries.flatMap { [$0.key, $0.value] }
            }
        }
    }

    private mutating func addAnchor(
        _ anchor: String, of node: NodeID, at start: Int, isDeclaration: Bool
    ) {
        let name = "\(anchor) \(tree[node].fullRange.lowerBound)"
        var start = start
        // Of a node with a tag the anchor may stand second.
        let sign = isDeclaration ? UInt8(ascii: "&") : UInt8(ascii: "*")
        let end = min(source.bytes.count, start + 1_000)
        while start < end, source.bytes[start] != sign { start += 1 }
        let range = start..<min(source.bytes.count, start + 1 + anchor.utf8.count)
        all.append(
            NameSite(kind: .anchor, name: name, range: range, isDeclaration: isDeclaration))
    }
}
