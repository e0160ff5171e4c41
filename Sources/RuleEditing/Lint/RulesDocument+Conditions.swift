// SPDX-License-Identifier: Apache-2.0

internal import YAMLBridge

/// A rule or protection as the linter sees it.
struct LintedRule {
    /// Its mapping.
    var mapping: NodeID
    /// Its id, or nothing.
    var id: String
    /// Whether it is a protection.
    var isProtection: Bool
    /// What it says; nil for a protection.
    var then: String?
    /// Whether it speaks of folders alone.
    var isFolderRule: Bool
    /// Whether it counts.
    var isEnabled: Bool
}

/// One condition with whose it is.
struct LintedCondition {
    /// The condition.
    var node: NodeID
    /// Its rule; nil in a definition.
    var rule: LintedRule?
    /// Whether it is the rule's `match`.
    var isMatch: Bool
}

/// One test of a field.
struct LintedLeaf {
    /// The field, or `is`.
    var field: String
    /// The key's node.
    var key: NodeID
    /// The value as it is written: a scalar or a list.
    var value: NodeID
    /// The scalars.
    var values: [NodeID]
    /// The mapping that holds the test.
    var mapping: NodeID
}

extension RulesDocument {
    /// All rules and protections.
    var lintedRules: [LintedRule] {
        Self.lists.flatMap { list in
            elements(of: list).map(tree.resolved).filter(tree.isMapping).map { mapping in
                func text(_ key: String) -> String? {
                    value(key, in: mapping).flatMap(tree.text(of:))
                }
                return LintedRule(
                    mapping: mapping, id: text("id") ?? "", isProtection: list == "protect",
                    then: text("then"), isFolderRule: text("type") == "folder",
                    isEnabled: text("enabled") != "false")
            }
        }
    }

    /// All definitions, by their keys.
    var definitions: [NamedEntry] {
        guard let define = value("define", in: root) else { return [] }
        return tree.entries(of: tree.resolved(define)).filter { $0.name?.hasPrefix("x-") == false }
    }

    /// All conditions of rules and definitions.
    var conditions: [LintedCondition] {
        let ofRules = lintedRules.flatMap { rule in
            ["match", "unless"].compactMap { key in
                value(key, in: rule.mapping).map {
                    LintedCondition(
                        node: tree.resolved($0), rule: rule, isMatch: key == "match")
                }
            }
        }
        return ofRules
            + definitions.map {
                LintedCondition(node: tree.resolved($0.value), rule: nil, isMatch: false)
            }
    }

    /// All tests in the condition at `node`, those in `all`, `any` and `none` as well.
    func leaves(of node: NodeID) -> [LintedLeaf] {
        guard tree.isMapping(node) else { return [] }
        return tree.entries(of: node).flatMap { entry -> [LintedLeaf] in
            guard let name = entry.name, !name.hasPrefix("x-") else { return [] }
            let value = tree.resolved(entry.value)
            switch (name, tree[value].content) {
            case ("all", .sequence(let elements, _)), ("any", .sequence(let elements, _)),
                ("none", .sequence(let elements, _)):
                return elements.map(tree.resolved).flatMap { leaves(of: $0) }
            case (_, .sequence(let elements, _)):
                return [
                    LintedLeaf(
                        field: name, key: entry.key, value: value,
                        values: elements.map(tree.resolved), mapping: node)
                ]
            default:
                return [
                    LintedLeaf(
                        field: name, key: entry.key, value: value, values: [value], mapping: node)
                ]
            }
        }
    }

    /// The tests that must hold together with those right in `node`: those in `all` as well.
    func jointLeaves(of node: NodeID) -> [LintedLeaf] {
        guard tree.isMapping(node) else { return [] }
        return tree.entries(of: node).flatMap { entry -> [LintedLeaf] in
            let value = tree.resolved(entry.value)
            switch (entry.name, tree[value].content) {
            case ("all", .sequence(let elements, _)):
                return elements.map(tree.resolved).flatMap { jointLeaves(of: $0) }
            case ("any", _), ("none", _), ("is", _), (nil, _): return []
            case (let name?, .sequence(let elements, _)):
                return [
                    LintedLeaf(
                        field: name, key: entry.key, value: value,
                        values: elements.map(tree.resolved), mapping: node)
                ]
            case (let name?, _):
                return [
                    LintedLeaf(
                        field: name, key: entry.key, value: value, values: [value], mapping: node)
                ]
            }
        }
    }
}
