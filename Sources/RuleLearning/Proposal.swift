// SPDX-License-Identifier: Apache-2.0

package import Messages
package import RuleEditing
package import RuleEngine

/// What is proposed, with what speaks for it and against it.
package struct Proposal: Sendable {
    /// What sort of change it is.
    package enum Kind: String, Sendable, Hashable {
        /// A new rule that deletes.
        case rule
        /// A rule that put items up for review deletes them.
        case promotion
        /// A rule gets an exception.
        case exception
        /// A new protection.
        case protection
    }

    /// Names it; of a new rule or protection also its id.
    package var id: String
    /// What sort of change it is.
    package let kind: Kind
    /// The rule that is changed; nil where one is added.
    package let rule: String?
    /// What is asked of an item; empty for a rule as a whole.
    package let literals: [Literal]
    /// The drive that a new rule is bound to, where there are several.
    package let drive: String?
    /// The rules that put such items up for review, and would hold a deletion back.
    package var aside: [String] = []
    /// Whether the rules have no trial yet, or one of no items, so that this sets one.
    package var setsTrial = false
    /// When the first of the decisions was made that it was made of, where earlier ones were left aside.
    package let since: Timestamp?
    /// What was decided since then about all that it speaks of: `right` as it says, `wrong` otherwise.
    package let support: Agreement
    /// The same of the decisions that it was learned from.
    package let learned: Agreement
    /// The same of the later ones, which had no part in it.
    package let heldOut: Agreement
    /// All decided items that it speaks of and that were decided otherwise, whenever, by time.
    package let contradictions: [DecidedItem]
    /// Those that were decided as it says, by time.
    package let examples: [DecidedItem]
    /// Decided items that it just does not speak of, those first that miss one condition alone.
    package let nearMisses: [DecidedItem]

    /// What becomes of the items that it speaks of.
    package var label: DecidedItem.Label { kind == .rule || kind == .promotion ? .delete : .keep }

    /// Why it is proposed, as one clause for people.
    package var why: Message {
        since.map { Message("since \(String($0.description.prefix(10))): \(evidence)") } ?? evidence
    }

    private var evidence: Message {
        let (right, count) = (String(support.right), String(support.count))
        let what = Message.series(literals.map(\.clause), separator: ", ")
        switch kind {
        case .rule: return Message("you deleted \(right) of \(count) files \(what)")
        case .promotion:
            return Message("you deleted \(right) of \(count) files that '\(rule ?? "")' put up")
        case .exception:
            return Message("you kept \(right) of \(count) files that '\(rule ?? "")' takes \(what)")
        case .protection: return Message("you kept \(right) of \(count) files \(what)")
        }
    }

    /// The conditions as they stand in a rule.
    package var condition: PlainValue {
        .map(literals.map { PlainValue.Entry($0.entry.key, $0.entry.value) })
    }

    /// How many deletions of a rule a person decides first, where a trial is set.
    package static let trial = 20
}

extension Proposal {
    /// The new rule or protection, its `why` in the words of `say`; nil for changes of a rule.
    package func element(_ say: (Message) -> String) throws(EditRefusal) -> NewRule? {
        guard kind == .rule || kind == .protection else { return nil }
        var entries: [(path: [String], value: PlainValue)] = [
            (["id"], .text(id)), (["why"], .text(say(why))),
        ]
        if let drive { entries.append((["in"], .text(drive))) }
        entries.append((["match"], condition))
        if kind == .rule { entries.append((["then"], .text(Action.delete.rawValue))) }
        return try NewRule(entries)
    }

    /// The edits that it comes to, in their order.
    package func edits(_ say: (Message) -> String) throws(EditRefusal) -> [RuleEdit] {
        var edits: [RuleEdit] = []
        if let element = try element(say) {
            edits.append(.add(element, isProtection: kind == .protection, beside: nil))
        }
        if let rule {
            edits.append(
                kind == .promotion
                    ? .set(rule, path: ["then"], .text(Action.delete.rawValue))
                    : .except(rule, condition))
        }
        edits += aside.map { .except($0, scoped) }
        if setsTrial {
            edits.append(.setting(["review", "trial"], .text(String(Self.trial))))
        }
        return edits
    }

    /// The conditions with the drive among them.
    private var scoped: PlainValue {
        var entries = literals.map { PlainValue.Entry($0.entry.key, $0.entry.value) }
        if let drive { entries.append(PlainValue.Entry("drive", .text(drive))) }
        return .map(entries)
    }
}

extension Proposal {
    /// Whether it speaks of most of what `other` speaks of, to the same end.
    func saysMost(of other: Proposal) -> Bool {
        if label != other.label || rule != other.rule { return false }
        let own = Set(examples)
        return other.examples.count { own.contains($0) } * 2 > other.examples.count
    }
}
