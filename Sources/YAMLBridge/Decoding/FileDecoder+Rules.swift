// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// A protection: a keep rule that nothing outweighs.
    mutating func protection(_ slot: Slot) -> Rule? {
        let ruleOnly = Set(RuleKey.allCases.map(\.rawValue))
            .subtracting(ProtectionKey.allCases.map(\.rawValue))
        let fields = self.fields(slot, ProtectionKey.self) { name in
            ruleOnly.contains(name)
                ? Message("a protection has no '\(name)'; write a rule with 'then: keep' for that")
                : nil
        }
        guard let fields else { return nil }
        let id = required(.id, in: fields).flatMap { self.id($0) }
        let why = fields[.why].flatMap { text($0) }
        let scopes = self.scopes(fields[.scope])
        let match = required(.match, in: fields).flatMap { condition($0) }
        let unless = condition(fields[.unless])
        guard let id, let match else { return nil }
        return Rule(
            id: id.name, why: why, scopes: scopes, itemType: nil, match: match, unless: unless,
            action: .protect, location: id.place)
    }

    /// A rule, plain or over sets.
    mutating func rule(_ slot: Slot) -> Rule? {
        let fields = self.fields(
            slot, RuleKey.self, excluding: { [tree] in Self.refusedKeys(beside: $0, tree) })
        guard let fields else { return nil }
        let isSetRule = Self.setKeys.contains { fields[$0] != nil }
        let id = required(.id, in: fields).flatMap { self.id($0) }
        var rule = Rule(id: id?.name ?? "", action: .keep, location: id?.place)
        rule.why = fields[.why].flatMap { text($0) }
        rule.isEnabled = flag(fields[.enabled]) ?? true
        rule.scopes = scopes(fields[.scope])
        rule.itemType =
            word(fields[.type], ItemType.self, fitting: isSetRule ? [.file] : nil) ?? .file
        rule.match = condition(fields[.match])
        rule.unless = condition(fields[.unless])
        rule.selection = selection(fields)
        let then = required(.then, in: fields)
        let verdict = word(then, Verdict.self, fitting: isSetRule ? [.delete, .review] : nil)
        rule.action = verdict?.action ?? .keep
        rule.unknown = word(fields[.unknown], UnknownOutcome.self)
        rule.undoWindow = undoWindow(fields[.undoWindow])
        rule.method = word(fields[.method], DeletionMethod.self)
        rule.limits = ruleLimits(fields[.limits])
        rule.limitLocations = limitLocations(fields[.limits])
        if isSetRule {
            checkSetRule(fields, then: then, verdict)
            checkSimilar(rule, fields, then: then)
        } else {
            checkPlainRule(fields, verdict)
        }
        if verdict == .delete { noteDeletion(rule, fields[.match]) }
        return id == nil || verdict == nil ? nil : rule
    }

    /// The keys that a rule with these entries may not have besides.
    private static func refusedKeys(
        beside entries: [NamedEntry], _ tree: MarkedTree
    ) -> Set<RuleKey> {
        let names = entries.compactMap { $0.name.flatMap(RuleKey.init) }
        if names.contains(where: setKeys.contains) {
            return setKeys.union([.unknown])
        }
        let then = entries.first { $0.name == RuleKey.then.rawValue }
        return then.flatMap { tree.text(of: $0.value) } == Verdict.keep.rawValue
            ? setKeys.union([.unknown]) : []
    }

    /// What makes a rule one over sets.
    static let setKeys: Set<RuleKey> = [.duplicates, .surplus, .similar]

    /// What a rule without a set needs and may not have.
    private mutating func checkPlainRule(_ fields: Fields<RuleKey>, _ verdict: Verdict?) {
        _ = required(.match, in: fields)
        guard verdict == .keep, let key = fields[.unknown]?.key else { return }
        report(
            .keyMisplaced,
            Message("a keep rule has no 'unknown'; it keeps what is unknown all the same"),
            at: place(ofKey: key))
    }

    /// What a set rule may not have.
    private mutating func checkSetRule(
        _ fields: Fields<RuleKey>, then: Slot?, _ verdict: Verdict?
    ) {
        if let key = fields[.unknown]?.key {
            report(
                .keyMisplaced,
                Message("a set rule has no 'unknown'; an unknown member of a set survives"),
                at: place(ofKey: key))
        }
        if let type = fields[.type], case .text("folder") = shape(of: type) {
            report(
                .valueMisplaced, Message("a set rule speaks of files; leave 'type' out"),
                at: place(of: type))
        }
        if let then, verdict == .keep {
            report(
                .valueMisplaced, Message("a set rule takes 'delete' or 'review', not 'keep'"),
                at: place(of: then))
        }
    }

    /// The id of a rule or a protection.
    private mutating func id(_ slot: Slot) -> NameUse? {
        guard let text = text(slot) else { return nil }
        let use = NameUse(name: text, place: place(of: slot))
        names.ids.append(use)
        return parsed(slot) { text throws(ValueError) in
            try NameGrammar.checkID(text)
            return use
        }
    }

    /// The places that a rule is bound to.
    private mutating func scopes(_ slot: Slot?) -> [Scope] {
        guard let slot else { return [] }
        var scopes: [Scope] = []
        for element in oneOrMore(slot) {
            guard let scope = parsed(element, ScopeGrammar.scope) else { continue }
            names.driveUses.append(NameUse(name: scope.drive, place: place(of: element)))
            scopes.append(scope)
        }
        return scopes
    }

    /// `none`, or a duration.
    mutating func undoWindow(_ slot: Slot?) -> UndoWindow? {
        parsed(slot) { text throws(ValueError) -> UndoWindow in
            text == "none" ? .none : .wait(try DurationGrammar.age(text))
        }
    }

    /// The limits of one rule.
    private mutating func ruleLimits(_ slot: Slot?) -> Limits {
        let fields = slot.flatMap { slot in
            self.fields(slot, RuleLimitsKey.self) { name in
                name == LimitsKey.listingDrop.rawValue
                    ? Message("'\(name)' belongs to the file's limits, not to a rule's") : nil
            }
        }
        guard let fields else { return Limits() }
        return Limits(
            items: parsed(fields[.items], LimitGrammar.items),
            bytes: parsed(fields[.bytes], LimitGrammar.bytes),
            percent: parsed(fields[.percent], LimitGrammar.percent))
    }
}

extension Verdict {
    /// The action of a rule with this verdict.
    fileprivate var action: Action {
        switch self {
        case .keep: .keep
        case .review: .review
        case .delete: .delete
        }
    }
}
