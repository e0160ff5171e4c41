// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// The keys a condition may hold.
    static let conditionKeys =
        CombinatorKey.allCases.map(\.rawValue) + Field.allCases.map(\.rawValue)

    /// The condition of a value that must be one.
    mutating func condition(_ slot: Slot) -> Condition? {
        switch shape(of: slot) {
        case .mapping(let node): return condition(ofMapping: node, slot)
        case .empty: reportEmptyCondition(at: place(of: slot))
        case .list(let elements) where elements.isEmpty:
            reportEmptyCondition(at: place(of: slot))
        case .list:
            reportShape(
                slot, Message("a condition is a mapping; for several write 'any:' or 'all:'"))
        case .text:
            reportShape(slot, Message("a condition is a mapping, as 'name: \"*.tmp\"'"))
        case .faulty: break
        }
        return nil
    }

    /// The condition of a key that may be absent.
    mutating func condition(_ slot: Slot?) -> Condition? {
        guard let slot else { return nil }
        return condition(slot)
    }

    /// All the entries of a mapping together.
    private mutating func condition(ofMapping node: NodeID, _ slot: Slot) -> Condition? {
        let entries = entries(of: node)
        guard !entries.isEmpty else {
            reportEmptyCondition(at: emptyPlace(of: node, slot))
            return nil
        }
        let names = Set(entries.compactMap { $0.name.map(ExactText.init) })
        var parts: [Condition] = []
        for entry in entries {
            if let part = part(entry, beside: names) { parts.append(part) }
        }
        guard parts.count == entries.count else { return nil }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    /// Where an empty condition is reported: its braces, else its key.
    private func emptyPlace(of node: NodeID, _ slot: Slot) -> SourceRange {
        if case .mapping(_, isFlow: false) = tree[node].content, let key = slot.key {
            return place(ofKey: key)
        }
        return place(of: slot)
    }

    /// A condition without a test.
    private mutating func reportEmptyCondition(at place: SourceRange) {
        report(
            .conditionEmpty,
            Message("a condition has at least one test; for all items write 'everything: true'"),
            at: place)
    }

    /// One entry of a condition, whose entries have these names.
    private mutating func part(_ entry: NamedEntry, beside names: Set<ExactText>) -> Condition? {
        let slot = Slot(value: entry.value, key: entry.key)
        guard let name = entry.name else {
            reportUnknown(entry, CombinatorKey.mappingName, among: [])
            return nil
        }
        if let combinator = CombinatorKey(rawValue: name) { return combined(combinator, slot) }
        if let field = Field(rawValue: name) { return test(of: field, slot) }
        let others = Self.conditionKeys.filter { !names.contains(ExactText(text: $0)) }
        reportUnknown(entry, CombinatorKey.mappingName, among: others)
        return nil
    }

    /// `all`, `any`, `none`, `is` and `everything`.
    private mutating func combined(_ combinator: CombinatorKey, _ slot: Slot) -> Condition? {
        switch combinator {
        case .all: return conditions(slot).map(Condition.all)
        case .any: return conditions(slot).map(Condition.any)
        case .none: return conditions(slot).map(Condition.none)
        case .named: return named(slot)
        case .everything: return everything(slot)
        }
    }

    /// The conditions of a list; nil when one of them is wrong.
    private mutating func conditions(_ slot: Slot) -> [Condition]? {
        guard let elements = list(slot) else { return nil }
        guard !elements.isEmpty else {
            report(
                .listEmpty, Message("\(title(of: slot)) takes at least one condition"),
                at: place(of: slot))
            return nil
        }
        var conditions: [Condition] = []
        for element in elements {
            if case .list = shape(of: element) {
                report(
                    .listNested, Message("a list stands in no other list"), at: place(of: element))
            } else if let condition = condition(element) {
                conditions.append(condition)
            }
        }
        return conditions.count == elements.count ? conditions : nil
    }

    /// `is:` with one name or some.
    private mutating func named(_ slot: Slot) -> Condition? {
        var names: [String] = []
        for element in oneOrMore(slot) {
            guard let name = text(element) else { continue }
            self.names.definitionUses.append(NameUse(name: name, place: place(of: element)))
            names.append(name)
        }
        return names.isEmpty ? nil : .defined(names)
    }

    /// `everything: true`.
    private mutating func everything(_ slot: Slot) -> Condition? {
        guard let holds = flag(slot, fitting: [true]) else { return nil }
        guard holds else {
            report(
                .valueMisplaced,
                Message("'everything' is never false; to switch a rule off write 'enabled: false'"),
                at: place(of: slot))
            return nil
        }
        return .everything
    }

    /// A test of a field against one value or some.
    private mutating func test(of field: Field, _ slot: Slot) -> Condition? {
        let elements = oneOrMore(slot)
        var values: [TestValue] = []
        for element in elements {
            if let value = value(of: field, element) { values.append(value) }
        }
        guard !values.isEmpty, values.count == elements.count else { return nil }
        return .test(FieldTest(field, values))
    }

    /// One value that a field is tested against.
    private mutating func value(of field: Field, _ slot: Slot) -> TestValue? {
        let description = Vocabulary.description(of: field)
        let words = description.takesPresence ? ["present", "missing"] : []
        if let word = presenceWord(slot) {
            if description.takesPresence { return word == "present" ? .present : .missing }
            if description.form == .count || description.form == .flag {
                report(
                    .valueMisplaced,
                    Message("'\(field.rawValue)' is never missing; leave the test out"),
                    at: place(of: slot))
                return nil
            }
        }
        switch description.form {
        case .nameGlob: return glob(slot, .name)
        case .pathGlob: return glob(slot, .path)
        case .textGlob: return glob(slot, .text)
        case .regularExpression:
            return parsed(slot) { text throws(ValueError) in
                try .regularExpression(RegularExpression(text))
            }
        case .fileExtension:
            return parsed(slot) { text throws(ValueError) in
                try ExtensionGrammar.check(text)
                return .fileExtension(text)
            }
        case .kind: return word(slot, ItemKind.self).map(TestValue.kind)
        case .size: return parsed(slot, words: words, SizeGrammar.comparison).map(TestValue.number)
        case .count:
            return parsed(slot, words: words, CountGrammar.comparison).map(TestValue.number)
        case .age:
            return parsed(slot, words: words, DurationGrammar.comparison).map(TestValue.age)
        case .date:
            return parsed(slot, words: words, DateGrammar.comparison).map(TestValue.date)
        case .flag: return flag(slot).map(TestValue.flag)
        case .driveName: return driveName(slot).map(TestValue.driveName)
        }
    }

    /// A glob as a test.
    private mutating func glob(_ slot: Slot, _ style: Glob.Style) -> TestValue? {
        parsed(slot) { text throws(ValueError) in try .glob(Glob(text, style: style)) }
    }

    /// `present` or `missing`, if the value is one of these words.
    private func presenceWord(_ slot: Slot) -> String? {
        guard case .text(let text) = shape(of: slot), text == "present" || text == "missing"
        else { return nil }
        return text
    }

    /// The name of a drive, which must be declared if any are.
    mutating func driveName(_ slot: Slot) -> String? {
        guard let name = text(slot) else { return nil }
        names.driveUses.append(NameUse(name: name, place: place(of: slot)))
        return name
    }
}
