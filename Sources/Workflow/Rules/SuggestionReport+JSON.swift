// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import Reports
internal import RuleEditing
internal import RuleEngine
internal import RuleLearning
package import Text
internal import Wording

extension SuggestionReport {
    /// For programs, in English.
    package var document: JSONValue {
        get throws(Failure) {
            let learned = suggestion.suggestions
            var list: [JSONValue] = []
            for entry in suggestion.entries { list.append(try object(entry)) }
            return .object([
                "format": .number(1), "rules": .text(path),
                "decided": .object([
                    "total": .number(learned.decided), "deleted": .number(learned.deleted),
                    "kept": .number(learned.kept), "left_out": .number(suggestion.leftOut),
                    "from": JSONValue(learned.from), "until": JSONValue(learned.until),
                ]),
                "missing": .number(learned.missing),
                "held_out_from": JSONValue(learned.heldOutFrom), "suggestions": .list(list),
            ])
        }
    }

    private func object(_ entry: RulesSuggestion.Entry) throws(Failure) -> JSONValue {
        let proposal = entry.proposal
        let english = SuggestionReport(
            suggestion: suggestion, path: path, words: .english)
        var members: [String: JSONValue] = [
            "id": .text(proposal.id), "kind": .text(proposal.kind.rawValue),
            "rule": JSONValue(proposal.rule), "why": .text(proposal.why.description),
            "since": JSONValue(proposal.since),
            "drive": JSONValue(proposal.drive), "conditions": .list(proposal.literals.map(literal)),
            "yaml": .texts(try english.yaml(of: proposal)),
            "support": agreement(proposal.support), "learned": agreement(proposal.learned),
            "held_out": agreement(proposal.heldOut),
            "contradicted_by": .object([
                "count": .number(proposal.contradictions.count),
                "items": .list(proposal.contradictions.prefix(Self.itemsMax).map(item)),
            ]),
            "sets_trial": .bool(proposal.setsTrial), "excepted_from": .texts(proposal.aside),
            "conflicts": .list(entry.conflicts.map(conflict)),
            "refused": JSONValue(entry.refusal?.description),
        ]
        members["effect"] = entry.comparison.map { effect($0, entry.taken) } ?? .null
        members["test"] =
            entry.change?.test.map { test in
                .texts(test.written { $0.description }.lines)
            } ?? .null
        return .object(members)
    }

    /// How many contradicting items are written out; all of them are counted.
    private static var itemsMax: Int { 1_000 }

    private func literal(_ literal: Literal) -> JSONValue {
        let entry = literal.entry
        let value: JSONValue =
            entry.value.elements.map { .texts($0.compactMap(\.text)) } ?? .text(entry.value.text)
        return .object(["key": .text(entry.key), "value": value])
    }

    private func agreement(_ agreement: Agreement) -> JSONValue {
        .object([
            "decided": .number(agreement.count), "right": .number(agreement.right),
            "wrong": .number(agreement.wrong),
            "percent": .number(
                agreement.count == 0 ? nil : agreement.right * 100 / agreement.count),
        ])
    }

    private func item(_ item: DecidedItem) -> JSONValue {
        .object([
            "drive": .text(item.drive), "path": .text(item.values.path),
            "decided": .text(item.label.rawValue), "at": JSONValue(item.at),
            "rule": JSONValue(item.rule),
        ])
    }

    private func conflict(_ conflict: RulesSuggestion.Conflict) -> JSONValue {
        .object([
            "rule": .text(conflict.rule), "verdict": .text(conflict.verdict.rawValue),
            "items": .number(conflict.count),
        ])
    }

    private func effect(
        _ comparison: RulesComparison, _ taken: RulesSuggestion.Taken?
    ) -> JSONValue {
        func gain(_ verdict: Verdict) -> JSONValue {
            let gain = comparison.gain(of: verdict)
            return .object(["items": .number(gain.items), "bytes": .number(gain.bytes)])
        }
        return .object([
            "delete": gain(.delete), "review": gain(.review),
            "takes": .object([
                "items": .number(taken?.items ?? 0), "bytes": .number(taken?.bytes ?? 0),
            ]),
            "needs_contents": .bool(comparison.needsContents),
        ])
    }
}
