// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import PhotoLooks
internal import RuleEngine

extension FileDecoder {
    /// The `similar` of a rule.
    mutating func similar(_ slot: Slot) -> SimilarSelection? {
        guard let fields = fields(slot, SimilarKey.self) else { return nil }
        let kind = required(.kind, in: fields).flatMap { word($0, SimilarKind.self) }
        let level = level(fields[.within], of: kind)
        let seconds = takenWithin(fields, of: kind)
        let reach = word(fields[.across], GroupReach.self) ?? .drive
        let preferences = preferences(fields[.keep], among: KeepOrder.allCases)
        hintAtPixels(fields[.keep], preferences)
        let copies = count(fields[.copies], atLeast: 1) ?? 1
        let companions = word(fields[.companions], CompanionTreatment.self) ?? .together
        let unseen = word(fields[.unseen], UnseenWord.self)
        guard let kind else { return nil }
        return SimilarSelection(
            kind: kind, level: level, takenWithinSeconds: seconds, reach: reach,
            preferences: preferences, copies: Int(copies), companions: companions,
            deletesUnseen: unseen != nil)
    }

    /// `delete`, the one word of `unseen`.
    enum UnseenWord: String, CaseIterable { case delete }

    /// The levels of a kind.
    static func levels(of kind: SimilarKind?) -> [PhotoLevel] {
        switch kind {
        case .copies?: [.near, .close]
        case .shots?: [.close, .loose]
        case nil: PhotoLevel.allCases
        }
    }

    /// How alike: a word, as no number means the same of two cameras.
    private mutating func level(_ slot: Slot?, of kind: SimilarKind?) -> PhotoLevel? {
        guard let slot else { return nil }
        if let text = text(slot), Double(text) != nil {
            report(
                .valueUnknown,
                Message("'within' takes a word, not a number: 'near', 'close' or 'loose'"),
                at: place(of: slot))
            return nil
        }
        return word(slot, PhotoLevel.self, among: Self.levels(of: kind))
    }

    /// How far apart in time shots may be.
    private mutating func takenWithin(
        _ fields: Fields<SimilarKey>, of kind: SimilarKind?
    ) -> Int64? {
        let slot = fields[.takenWithin]
        switch kind {
        case .shots? where slot == nil:
            report(
                .keyMissing, Message("'as: shots' needs 'taken_within', as '10s'"),
                at: fields.place)
        case .copies?:
            guard let key = slot?.key else { return nil }
            report(
                .keyMisplaced,
                Message("copies were taken at one instant; leave 'taken_within' out"),
                at: place(ofKey: key))
        default: break
        }
        return parsed(slot) { text throws(ValueError) in
            try DurationGrammar.shotSeconds(text)
        }
    }

    /// Hints at `most_pixels` where bytes are asked for.
    private mutating func hintAtPixels(_ slot: Slot?, _ preferences: [KeepPreference]) {
        let isOfBytes = preferences.contains { [.order(.largest), .order(.smallest)].contains($0) }
        guard let slot, isOfBytes else { return }
        warn(
            .similarBytes,
            Message(
                "'largest' and 'smallest' go by bytes, which are no quality; did you mean"
                    + " 'most_pixels'?"),
            at: place(of: slot))
    }

    /// What only looks alike is not deleted, unless the person has said so in every way there is.
    mutating func checkSimilar(_ rule: Rule, _ fields: Fields<RuleKey>, then: Slot?) {
        guard case .similar(let selection)? = rule.selection, rule.action == .delete, let then
        else { return }
        let isAllowed =
            selection.mayDeleteUnseen && (rule.method ?? defaultMethod) != .permanent
        if isAllowed { return }
        let what = Message(
            "what only looks alike is for review; to delete unseen, write 'unseen: delete'")
        let rest = Message(
            "with 'as: copies', 'within: near', 'keep' beginning with 'most_pixels', and no"
                + " 'method: permanent'")
        report(
            .similarDeletesUnseen, selection.deletesUnseen ? Message("\(what), \(rest)") : what,
            at: place(of: then))
    }

    /// Notes what a rule that deletes goes by.
    mutating func noteDeletion(_ rule: Rule, _ match: Slot?) {
        guard let match, let condition = rule.match else { return }
        names.deletions.append(
            DeletionUse(
                place: match.key.map { place(ofKey: $0) } ?? place(of: match),
                uses: condition.definedNames, testsSharpness: condition.tests(.sharpness)))
    }
}

extension Condition {
    /// Whether a test of `field` stands in the condition itself.
    func tests(_ field: Field) -> Bool {
        switch self {
        case .everything, .defined: false
        case .all(let parts), .any(let parts), .none(let parts):
            parts.contains { $0.tests(field) }
        case .test(let test): test.field == field
        }
    }

    /// The definitions that the condition itself names.
    var definedNames: [String] {
        switch self {
        case .everything, .test: []
        case .all(let parts), .any(let parts), .none(let parts): parts.flatMap(\.definedNames)
        case .defined(let names): names
        }
    }
}
