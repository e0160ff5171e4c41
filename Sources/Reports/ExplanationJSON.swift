// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import StateLedger
package import Text
internal import Wording

/// An explanation as JSON, in English whatever the language of the person.
package struct ExplanationJSON {
    /// So many members of a group are named.
    private static let membersMax = 100

    private let explanation: Explanation
    private let id: String
    private let drive: String
    private let decision: DecisionRecord?

    /// The explanation of the item `id` of the drive of that name, about which a person decided
    /// `decision`.
    package init(
        _ explanation: Explanation, drive: String, id: String, decision: DecisionRecord? = nil
    ) {
        self.explanation = explanation
        self.drive = drive
        self.id = id
        self.decision = decision
    }

    /// The item with its verdict, every rule with its conditions, and the outcome in a sentence.
    package var value: JSONValue {
        let result = ExplanationText.result(
            explanation.reason, explanation.verdict, rule: explanation.rule?.id,
            why: explanation.rule?.why)
        var members: [String: JSONValue] = [
            "drive": .text(drive), "id": .text(id), "path": .text(explanation.item.path),
            "type": .text(explanation.item.type.rawValue),
            "verdict": .text(explanation.verdict.rawValue),
            "reason": .text(explanation.reason.rawValue), "rule": .text(explanation.rule?.id),
            "result": .text(Words.english(result)), "rules": .list(explanation.rules.map(rule)),
        ]
        members.set("why", explanation.rule?.why)
        if let decision {
            var decided: [String: JSONValue] = [
                "verdict": .text(decision.verdict.rawValue),
                "decided_at": .init(decision.decidedAt),
            ]
            decided.set("until", decision.until)
            decided.set("device", decision.device)
            members["decision"] = .object(decided)
        }
        return .object(members)
    }

    private func rule(_ rule: RuleExplanation) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .text(rule.rule.id), "action": .text(rule.rule.action.rawValue),
            "outcome": .text(outcome(rule)),
        ]
        members.set("why", rule.rule.why)
        guard rule.rule.isEnabled, rule.isInScope else { return .object(members) }
        members["match"] = rule.match.map(condition)
        members["unless"] = rule.unless.map(condition)
        if rule.rule.selection != nil {
            members["group"] = .list(rule.group.prefix(Self.membersMax).map(member))
            members["group_total"] = .number(rule.group.count)
        }
        if let own = rule.group.first(where: { $0.isItem }), !own.grounds.isEmpty {
            members["kept_for"] = .list(own.grounds.map { ground($0) })
        }
        if !rule.albums.isEmpty { members["albums"] = .list(rule.albums.map { .text($0) }) }
        let because = rule.staying.map { Words.english($0.phrase) }
        switch rule.likeness {
        case .like(let pair)?: members["like"] = like(pair, because)
        case .leads?: members.set("stays_because", because)
        case .contradicts(let contradiction)?:
            members["contradiction"] = self.contradiction(contradiction)
        case .notLookedAt?, .tooLittleToSee?, .claimed?, .alone?, nil: break
        }
        if !rule.refusals.isEmpty {
            members["not_kept_for"] = .list(
                rule.refusals.map { ground($0.ground, other: $0.other) })
        }
        return .object(members)
    }

    /// How the item looks like the one that stays, why that one does, and why the rule does not
    /// delete the item unseen.
    private func like(_ pair: RuleExplanation.Pair, _ because: String?) -> JSONValue {
        func decimal(_ value: Double, _ digits: Int) -> JSONValue {
            .raw(Array(LikenessText.decimal(value, digits: digits).utf8))
        }
        var members: [String: JSONValue] = [
            "drive": .text(pair.drive), "path": .text(pair.path), "stays": .bool(pair.stays),
            "marks": .number(pair.marks), "marks_max": .number(pair.marksMax),
            "correlation": decimal(pair.correlation, 3), "block": decimal(pair.block, 2),
            "turned": .bool(pair.isTurned),
        ]
        members.set("stays_because", because)
        if let better = pair.better { members["better"] = .text(better.rawValue) }
        if !pair.doubts.isEmpty {
            members["unproved"] = .list(
                pair.doubts.map { doubt in
                    var members: [String: JSONValue] = [
                        "code": .text(doubt.code), "text": .text(Words.english(doubt.phrase)),
                    ]
                    switch doubt {
                    case .undecided(let groups, let needed):
                        members["groups"] = .number(groups)
                        members["groups_needed"] = .number(needed)
                    case .notLookedAt(let pictures): members["pictures"] = .number(pictures)
                    default: break
                    }
                    return .object(members)
                })
        }
        return .object(members)
    }

    /// In what the picture contradicts what its drive tells.
    private func contradiction(_ contradiction: LookContradiction) -> JSONValue {
        switch contradiction {
        case .taken(let told, let seen):
            .object(["field": .text("taken"), "told": .init(told), "seen": .init(seen)])
        case .camera(let told, let seen):
            .object(["field": .text("camera"), "told": .text(told), "seen": .text(seen)])
        }
    }

    private func outcome(_ rule: RuleExplanation) -> String {
        if !rule.rule.isEnabled { return "off" }
        if !rule.isInScope { return "elsewhere" }
        if rule.contributed { return "applies" }
        let isUnknown = rule.match?.outcome == .unknown || rule.unless?.outcome == .unknown
        return isUnknown ? "unknown" : "no"
    }

    private func member(_ member: RuleExplanation.Member) -> JSONValue {
        var members: [String: JSONValue] = [
            "drive": .text(member.drive), "path": .text(member.path),
            "verdict": .text(member.verdict.rawValue), "is_item": .bool(member.isItem),
        ]
        if !member.grounds.isEmpty {
            members["kept_for"] = .list(member.grounds.map { ground($0) })
        }
        return .object(members)
    }

    private func condition(_ condition: ConditionExplanation) -> JSONValue {
        var members: [String: JSONValue] = [
            "text": .text(condition.text), "outcome": .text(Self.word(condition.outcome)),
        ]
        members.set("actual", condition.actual)
        if let combination = condition.combination {
            members["combination"] = .text(Self.word(combination))
        }
        if condition.isToldAbove { members["is_told_above"] = .bool(true) }
        if !condition.parts.isEmpty {
            members["parts"] = .list(condition.parts.map(self.condition))
        }
        return .object(members)
    }

    private func ground(_ ground: GenerationGround, other: String? = nil) -> JSONValue {
        var members: [String: JSONValue] = [
            "key": .text(ground.key), "text": .text(Words.english(ground.phrase(other: other))),
        ]
        members.set("period", ground.period?.text)
        members.set("other", other)
        return .object(members)
    }

    private static func word(_ outcome: Truth) -> String {
        switch outcome {
        case .yes: "yes"
        case .no: "no"
        case .unknown: "unknown"
        }
    }

    private static func word(_ combination: ConditionExplanation.Combination) -> String {
        switch combination {
        case .all: "all"
        case .any: "any"
        case .none: "none"
        }
    }
}

extension GenerationGround {
    /// The key of `keep` that it is about; `ahead` for none.
    fileprivate var key: String {
        switch self {
        case .ahead: "ahead"
        case .last, .notLast: "last"
        case .newest(let period), .notNewest(let period), .notRecent(let period, _):
            period.kind.rawValue
        case .oldest(let kind, _): kind.rawValue
        }
    }

    /// The stretch of the calendar that it is about.
    fileprivate var period: GenerationPeriod? {
        switch self {
        case .newest(let period), .notNewest(let period), .notRecent(let period, _): period
        case .ahead, .last, .notLast, .oldest: nil
        }
    }
}
