// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// A rule written in one way only, so that a digest of the text tells whether it was edited.
package enum RuleDigest {
    /// How much text written-out definitions may come to, and how deep they may stand in others.
    enum Bounds {
        /// Bytes of all conditions that are written on the way to the text.
        static let expandedBytes = 1 << 20
        /// Conditions within conditions, those of definitions included.
        static let depth = 400
    }

    /// Everything that `rule` means and its id, with each `is:` written out; `definitions` are
    /// those of its file.
    ///
    /// `why`, `enabled` and the place in the file are left out, and so are the file's defaults.
    /// The order of what is an "and", an "or" or a set plays no part. Where definitions would come
    /// to more than the bounds, they stand by name, and then once each: the text stays complete.
    package static func canonicalText(of rule: Rule, definitions: [Definition]) -> String {
        let conditions = ConditionTexts(definitions: definitions).texts(
            of: [rule.match ?? .everything, rule.unless ?? .none([.everything])])
        var lines = [
            "rule 1",
            "id \(rule.id.counted)",
            "then \(rule.action.rawValue)",
            "type \(rule.itemType?.rawValue ?? "-")",
            "in \(rule.scopes.map { "\($0.drive.counted)\($0.folder.counted)" }.asSet)",
            "match \(conditions.texts[0])",
            "unless \(conditions.texts[1])",
            "set \(rule.selection.map(text) ?? "-")",
            "unknown \(rule.unknown?.rawValue ?? "-")",
            "undo_window \(rule.undoWindow.map(text) ?? "-")",
            "method \(rule.method?.rawValue ?? "-")",
            "limits \(text(rule.limits))",
        ]
        lines += conditions.definitions
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: Parts of a rule

    private static func text(_ selection: SetSelection) -> String {
        switch selection {
        case .duplicates(let duplicates):
            let preferences = duplicates.preferences.map { text($0) }.joined(separator: ",")
            return "duplicates(\(text(duplicates.key)),\(duplicates.reach.rawValue),"
                + "[\(preferences)],\(duplicates.copies),\(duplicates.verification.rawValue))"
        case .surplus(let surplus):
            // Written only where it is there: rules without it keep the digests that they had.
            let first = surplus.firstOf.map { ",first_of \($0.rawValue)" } ?? ""
            return "surplus(\(surplus.keep)\(text(surplus.generations)),"
                + "\(surplus.newestBy.rawValue),"
                + "\(surplus.reach.rawValue)\(first))"
        case .similar(let similar): return text(similar)
        }
    }

    private static func text(_ similar: SimilarSelection) -> String {
        let preferences = similar.preferences.map { text($0) }.joined(separator: ",")
        return "similar(\(similar.kind.rawValue),\(similar.level.rawValue),"
            + "\(similar.takenWithinSeconds.map(String.init) ?? "-"),\(similar.reach.rawValue),"
            + "[\(preferences)],\(similar.copies),\(similar.companions.rawValue),"
            + "\(similar.deletesUnseen))"
    }

    private static func text(_ generations: Generations?) -> String {
        guard let generations else { return "" }
        return GenerationKind.allCases.map { " \($0.rawValue) \(generations[$0])" }.joined()
    }

    private static func text(_ key: DuplicateKey) -> String {
        switch key {
        case .content: "content"
        case .parts(let parts): parts.map(\.rawValue).asSet
        }
    }

    private static func text(_ preference: KeepPreference) -> String {
        switch preference {
        case .order(let order): order.rawValue
        case .inside(let glob): "in:\(glob.text.counted)"
        case .named(let glob): "name:\(glob.text.counted)"
        case .drive(let name): "drive:\(name.counted)"
        }
    }

    private static func text(_ window: UndoWindow) -> String {
        switch window {
        case .none: "none"
        case .wait(let age): ConditionTexts.text(age)
        }
    }

    private static func text(_ limits: Limits) -> String {
        [limits.items, limits.bytes, limits.percent, limits.listingDrop].map { limit in
            switch limit {
            case .atMost(let most): "\(most)"
            case .unlimited: "unlimited"
            case nil: "-"
            }
        }.joined(separator: ",")
    }
}

extension String {
    /// The text behind the number of its bytes, so that nothing in it can be taken for more.
    var counted: String { "\(utf8.count):\(self)" }
}

extension [String] {
    /// Each text once, in the order of their bytes, in brackets.
    var asSet: String { "[\(sortedOnce.joined(separator: ","))]" }

    /// Each text once, in the order of their bytes: strings of other scalars may compare equal.
    var sortedOnce: [String] {
        var kept: [String] = []
        for text in sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        where !(kept.last?.utf8.elementsEqual(text.utf8) ?? false) {
            kept.append(text)
        }
        return kept
    }
}
