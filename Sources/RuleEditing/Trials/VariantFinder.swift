// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import YAMLBridge

/// Finds all that can be changed in the rules of a file, one thing at a time.
struct VariantFinder {
    let document: RulesDocument
    private let file: Int
    /// The changes, by their places.
    private(set) var variants: [RuleVariant] = []
    /// The parts of conditions, by their places.
    private(set) var parts: [ConditionPart] = []
    /// The rule or definition that is looked at.
    private var owner = ""
    /// What several rules share is looked at once.
    private var seen: Set<NodeID> = []

    /// Looks through `document`, the file of that number.
    init(_ document: RulesDocument, file: Int) {
        self.document = document
        self.file = file
        for rule in document.lintedRules where rule.isEnabled { look(at: rule) }
        for definition in document.definitions {
            owner = definition.name ?? ""
            look(at: document.tree.resolved(definition.value), isOption: false)
        }
        variants.sort { ($0.range.bytes.lowerBound) < ($1.range.bytes.lowerBound) }
        parts.sort { ($0.range.bytes.lowerBound) < ($1.range.bytes.lowerBound) }
    }

    // MARK: Notes

    private func shown(_ range: Range<Int>) -> String {
        let words = document.source.text(range).split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        return text.count > 80 ? text.prefix(80) + "…" : text
    }

    private mutating func note(
        _ kind: RuleVariant.Kind, _ range: Range<Int>, _ after: String?, _ splices: [Splice],
        before: String? = nil
    ) {
        if splices.isEmpty { return }
        variants.append(
            RuleVariant(
                kind: kind, owner: owner, before: before ?? shown(range), after: after,
                range: document.source.range(range), file: file, splices: splices))
    }

    private mutating func note(
        part range: Range<Int>, _ removal: [Splice], forced: [[Splice]] = []
    ) {
        if removal.isEmpty { return }
        parts.append(
            ConditionPart(
                owner: owner, text: shown(range), range: document.source.range(range), file: file,
                removal: removal, forced: forced))
    }

    // MARK: Rules

    private mutating func look(at rule: LintedRule) {
        owner = rule.id
        for entry in document.tree.entries(of: rule.mapping) {
            let value = document.tree.resolved(entry.value)
            switch entry.name {
            case "id" where !rule.isProtection: lookAtAbsence(of: rule, entry)
            case "then": lookAtAction(value)
            case "in": lookAtScope(entry, of: rule.mapping)
            case "match": look(at: value, isOption: false)
            case "unless": look(at: value, isOption: true)
            case "duplicates", "surplus": lookAtSet(value)
            default: break
            }
        }
        if rule.isProtection { lookAtAbsence(ofProtection: rule.mapping) }
    }

    /// A protection cannot be disabled: it takes nothing instead.
    private mutating func lookAtAbsence(ofProtection mapping: NodeID) {
        let match = document.written(mapping).first { document.tree.text(of: $0.key) == "match" }
        guard let match, let id = document.value("id", in: mapping) else { return }
        let never = PlainValue.map([
            .init("none", .list([.map([.init("everything", .text("true"))])]))
        ])
        note(
            .rule, document.tree[id].range, nil,
            MappingEdit(document).replacement(
                of: match, by: never, isInFlow: document.isFlow(mapping)))
    }

    private mutating func lookAtAbsence(of rule: LintedRule, _ entry: NamedEntry) {
        let setter = PathSetter(document: document, shown: "enabled")
        let splices = try? setter.splices(
            ["enabled"], .text("false"), in: rule.mapping, order: KeyOrder.rule)
        note(.rule, document.tree[entry.value].range, nil, splices ?? [])
    }

    private mutating func lookAtAction(_ value: NodeID) {
        let others = ["delete": "review", "review": "delete", "keep": "review"]
        guard let other = document.tree.text(of: value).flatMap({ others[$0] }) else { return }
        replace(value, by: [(.action, other)])
    }

    private mutating func lookAtScope(_ entry: NamedEntry, of mapping: NodeID) {
        let written = document.written(mapping)
        guard let index = written.firstIndex(where: { $0.key == entry.key }) else { return }
        let range = self.range(of: entry)
        let removal = MappingEdit(document).removal(of: index, from: mapping)
        note(.scope, range, nil, removal)
        note(part: range, removal, forced: [removal])
    }

    private mutating func lookAtSet(_ mapping: NodeID) {
        guard document.tree.isMapping(mapping), seen.insert(mapping).inserted else { return }
        for entry in document.tree.entries(of: mapping) {
            let value = document.tree.resolved(entry.value)
            guard entry.name == "copies" || entry.name == "keep" || entry.name == "same" else {
                continue
            }
            if case .sequence = document.tree[value].content {
                lookAtElements(of: value, .value)
            } else if let text = document.tree.text(of: value), let number = Int(text) {
                let others = [number + 1, number - 1].filter { $0 > 0 }
                replace(value, by: others.map { (.count, String($0)) })
            }
        }
    }

    // MARK: Conditions

    /// Looks at a condition. `isOption`: without it, what it stands in would hold no more often.
    private mutating func look(at condition: NodeID, isOption: Bool) {
        guard document.tree.isMapping(condition), seen.insert(condition).inserted else { return }
        let entries = document.tree.entries(of: condition)
            .filter { $0.name?.hasPrefix("x-") == false }
        let names = Set(entries.compactMap(\.name))
        for entry in entries {
            guard let name = entry.name else { continue }
            let value = document.tree.resolved(entry.value)
            switch (name, document.tree[value].content) {
            case ("all", .sequence(let elements, _)), ("any", .sequence(let elements, _)),
                ("none", .sequence(let elements, _)):
                let other = name == "all" ? "any" : "all"
                if name != "none", elements.count > 1, !names.contains(other) {
                    replace(entry.key, by: [(.comparison, other)])
                }
                for element in elements {
                    look(at: document.tree.resolved(element), isOption: name != "all")
                }
            default:
                lookAtTest(entry, names, isOption: isOption && entries.count == 1)
            }
        }
    }

    private func range(of entry: NamedEntry) -> Range<Int> {
        let key = document.tree[entry.key].fullRange
        return key.lowerBound..<max(key.upperBound, document.contentEnd(of: entry.value))
    }

    private mutating func lookAtTest(_ entry: NamedEntry, _ names: Set<String>, isOption: Bool) {
        let range = range(of: entry)
        let always = Self.constant(true, beside: names).map { [Splice(range, $0)] } ?? []
        let never = Self.constant(false, beside: names).map { [Splice(range, $0)] } ?? []
        if entry.name != "everything" {
            note(.test, range, nil, isOption ? never : always)
            note(part: range, isOption ? never : always, forced: [always, never])
        }
        let value = document.tree.resolved(entry.value)
        guard case .sequence(let elements, _) = document.tree[value].content else {
            return lookAtValue(value, of: entry.name ?? "")
        }
        lookAtElements(of: value, .value)
        for element in elements {
            lookAtValue(document.tree.resolved(element), of: entry.name ?? "")
        }
    }

    /// An entry that always holds, or never; nil where the mapping has every key for it.
    private static func constant(_ holds: Bool, beside names: Set<String>) -> String? {
        let always = "{everything: true}"
        let never = "{none: [{everything: true}]}"
        for key in ["all", "any"] where !names.contains(key) {
            return "\(key): [\(holds ? always : never)]"
        }
        return names.contains("none") ? nil : "none: [\(holds ? never : always)]"
    }

    /// Each element of a list of several, gone.
    private mutating func lookAtElements(of list: NodeID, _ kind: RuleVariant.Kind) {
        guard case .sequence(let elements, let isFlow) = document.tree[list].content,
            elements.count > 1, seen.insert(list).inserted
        else { return }
        let blocks = isFlow ? nil : try? BlockItems(list, of: document)
        let flow = isFlow ? FlowItems(list, of: document) : nil
        for (index, element) in elements.enumerated() {
            let removal = flow?.removal(of: index) ?? blocks.map { [$0.removal(of: index)] } ?? []
            let range = document.tree[element].range
            note(kind, range, nil, removal)
            if kind == .value, !removal.isEmpty { note(part: range, removal) }
        }
    }

    private mutating func lookAtValue(_ value: NodeID, of field: String) {
        guard let text = document.tree.text(of: value), let field = Field(rawValue: field),
            seen.insert(value).inserted
        else { return }
        replace(value, by: ValueVariants.of(text, Vocabulary.description(of: field).form))
    }

    private mutating func replace(_ node: NodeID, by others: [(RuleVariant.Kind, String)]) {
        guard case .scalar(let before, let style) = document.tree[node].content, style != .block
        else { return }
        for (kind, text) in others {
            note(
                kind, document.tree[node].range, text, [document.renaming(node, to: text)],
                before: before)
        }
    }
}
