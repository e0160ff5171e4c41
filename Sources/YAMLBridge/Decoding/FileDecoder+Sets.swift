// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// `duplicates`, `surplus` or `similar`, of which a rule has at most one.
    mutating func selection(_ fields: Fields<RuleKey>) -> SetSelection? {
        let keys = [RuleKey.duplicates, .surplus, .similar].compactMap { fields[$0]?.key }
            .sorted { $0.index < $1.index }
        for later in keys.dropFirst() {
            report(
                .keyMisplaced,
                Message("a rule has 'duplicates', 'surplus' or 'similar', and only one of them"),
                at: place(ofKey: later))
        }
        let copies = fields[.duplicates].flatMap { self.duplicates($0) }
            .map(SetSelection.duplicates)
        let surplus = fields[.surplus].flatMap { self.surplus($0) }.map(SetSelection.surplus)
        let similar = fields[.similar].flatMap { self.similar($0) }.map(SetSelection.similar)
        return copies ?? surplus ?? similar
    }

    /// The `duplicates` of a rule.
    private mutating func duplicates(_ slot: Slot) -> DuplicateSelection? {
        guard let fields = fields(slot, DuplicatesKey.self) else { return nil }
        let key = required(.same, in: fields).flatMap { duplicateKey($0) }
        let reach = word(fields[.across], GroupReach.self) ?? .drive
        let preferences = preferences(fields[.keep], among: KeepOrder.ofFiles)
        let copies = count(fields[.copies], atLeast: 1) ?? 1
        let verification = word(fields[.verify], Verification.self) ?? .bytes
        guard let key else { return nil }
        return DuplicateSelection(
            key: key, reach: reach, preferences: preferences, copies: Int(copies),
            verification: verification)
    }

    /// What equal members share.
    private mutating func duplicateKey(_ slot: Slot) -> DuplicateKey? {
        let elements = oneOrMore(slot)
        var parts: [DuplicatePart] = []
        var isComplete = !elements.isEmpty
        for element in elements {
            if case .text("content") = shape(of: element) {
                if elements.count == 1 { return .content }
                isComplete = false
                report(
                    .valueMisplaced, Message("'content' stands alone in 'same'"),
                    at: place(of: element))
            } else if let part = duplicatePart(element, of: slot) {
                parts.append(part)
            } else {
                isComplete = false
            }
        }
        guard isComplete else { return nil }
        if !parts.contains(.size) {
            warn(
                .duplicatesContentIgnored,
                Message(
                    "files of different content may be taken for copies; add 'size', or use 'content'"
                ),
                at: place(of: slot))
        }
        return .parts(parts)
    }

    /// One part of `same`.
    private mutating func duplicatePart(_ element: Slot, of slot: Slot) -> DuplicatePart? {
        guard let text = text(element) else { return nil }
        if let part = DuplicatePart(rawValue: text) { return part }
        let words = ["content"] + DuplicatePart.allCases.map(\.rawValue)
        let fitting = element.listKey == nil ? words : Array(words.dropFirst())
        report(
            .valueUnknown,
            Message("\(title(of: slot)) takes \(words.alternatives), not '\(text.quotable)'")
                + suggestion.hint(for: text, among: fitting),
            at: place(of: element))
        return nil
    }

    /// Who survives first: a list, or a single preference.
    mutating func preferences(
        _ slot: Slot?, among orders: [KeepOrder]
    ) -> [KeepPreference] {
        guard let slot else { return [] }
        switch shape(of: slot) {
        case .text, .mapping: return preference(slot, among: orders).map { [$0] } ?? []
        default: return (list(slot) ?? []).compactMap { preference($0, among: orders) }
        }
    }

    /// One preference: a word, or a mapping of one key.
    private mutating func preference(
        _ slot: Slot, among orders: [KeepOrder]
    ) -> KeepPreference? {
        switch shape(of: slot) {
        case .mapping: return mappedPreference(slot)
        case .list:
            report(.listNested, Message("a list stands in no other list"), at: place(of: slot))
            return nil
        case .text, .empty, .faulty:
            return word(slot, KeepOrder.self, among: orders).map(KeepPreference.order)
        }
    }

    /// `{in: GLOB}`, `{name: GLOB}` or `{drive: NAME}`.
    private mutating func mappedPreference(_ slot: Slot) -> KeepPreference? {
        guard let mapping = mapping(slot, PreferenceKey.mappingName) else { return nil }
        let entries = entries(of: mapping)
        let preferences = entries.map { preference($0) }
        let known = entries.filter { $0.name.flatMap(PreferenceKey.init) != nil }
        if entries.isEmpty {
            report(
                .valueShape, Message("a preference names a place, as '{in: \"/Photos/**\"}'"),
                at: place(of: slot))
        } else if known.count > 1 {
            report(
                .keyMisplaced,
                Message("a preference has one key; write each as a preference of its own"),
                at: place(ofKey: known[1].key))
        }
        return entries.count == 1 ? preferences[0] : nil
    }

    /// The one entry of a preference.
    private mutating func preference(_ entry: NamedEntry) -> KeepPreference? {
        let slot = Slot(value: entry.value, key: entry.key)
        switch entry.name.flatMap(PreferenceKey.init) {
        case .inside:
            return parsed(slot) { text throws(ValueError) in try Glob(text, style: .path) }
                .map(KeepPreference.inside)
        case .name:
            return parsed(slot) { text throws(ValueError) in try Glob(text, style: .name) }
                .map(KeepPreference.named)
        case .drive: return driveName(slot).map(KeepPreference.drive)
        case nil:
            let known = PreferenceKey.allCases.map(\.rawValue)
            reportUnknown(entry, PreferenceKey.mappingName, among: known)
            return nil
        }
    }

    /// The `surplus` of a rule.
    private mutating func surplus(_ slot: Slot) -> SurplusSelection? {
        guard let fields = fields(slot, SurplusKey.self) else { return nil }
        let keep = required(.keep, in: fields).flatMap { surplusKeep($0) }
        let newestBy = word(fields[.newestBy], SurplusDate.self) ?? .modified
        let reach = word(fields[.per], GroupReach.self, among: [.folder, .drive]) ?? .folder
        let firstOf = fields[.firstOf].flatMap { word($0, SurplusPeriod.self) }
        guard let keep else { return nil }
        return SurplusSelection(
            keep: keep.count, newestBy: newestBy, reach: reach, firstOf: firstOf,
            generations: keep.generations)
    }

    /// How many of the newest stay, alone or beside generations.
    private mutating func surplusKeep(_ slot: Slot) -> (count: Int, generations: Generations?)? {
        guard case .mapping = shape(of: slot) else {
            return count(slot, atLeast: 1).map { (Int($0), nil) }
        }
        guard let fields = fields(slot, GenerationsKey.self) else { return nil }
        var isComplete = true
        var last = 0
        var counts: [GenerationKind: Int] = [:]
        for key in GenerationsKey.allCases {
            guard let field = fields[key] else { continue }
            guard let count = count(field, atMost: Int64(Generations.countMax)) else {
                isComplete = false
                continue
            }
            if let kind = key.kind { counts[kind] = Int(count) } else { last = Int(count) }
        }
        guard isComplete else { return nil }
        if last == 0, counts.values.allSatisfy({ $0 == 0 }) {
            report(
                .numberTooSmall,
                Message("'keep' keeps nothing; at least one of its numbers is over 0"),
                at: place(of: slot))
            return nil
        }
        return (last, Generations(counts))
    }
}
