// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import ReviewUI
internal import RuleEditing
internal import RuleEngine
internal import YAMLBridge

extension RulesDesk {
    /// The edits that the page asks for; throws where one of them says nothing that can be done.
    static func edits(_ wishes: [RulesPageEdit]) throws(EditRefusal) -> [RuleEdit] {
        var edits: [RuleEdit] = []
        for (number, wish) in wishes.enumerated() {
            do throws(EditRefusal) {
                edits.append(try edit(wish))
            } catch {
                var refusal = error
                refusal.edit = number
                throw refusal
            }
        }
        return edits
    }

    private static func edit(_ wish: RulesPageEdit) throws(EditRefusal) -> RuleEdit {
        let path = (wish.key ?? "").split(separator: ".", omittingEmptySubsequences: false)
            .map { String($0) }
        switch wish.deed {
        case .set: return .set(wish.id, path: path, try value(wish))
        case .unset: return .unset(wish.id, path: path)
        case .enable: return .enable(wish.id)
        case .disable: return .disable(wish.id)
        case .rename: return .rename(wish.id, to: try other(wish))
        case .move: return .move(wish.id, wish.before ?? false ? .before : .after, try other(wish))
        case .remove: return .remove(wish.id)
        case .add:
            let rule = try NewRule(yaml: wish.yaml ?? "")
            return .add(rule, isProtection: wish.protect ?? false, beside: nil)
        }
    }

    private static func other(_ wish: RulesPageEdit) throws(EditRefusal) -> String {
        guard let other = wish.to, !other.isEmpty else {
            throw EditRefusal(Message("the id is missing"))
        }
        return other
    }

    private static func value(_ wish: RulesPageEdit) throws(EditRefusal) -> PlainValue {
        if let text = wish.text { return .text(text) }
        if let list = wish.list { return .list(list.map { .text($0) }) }
        guard let value = PlainValue(yaml: wish.yaml ?? "") else {
            throw EditRefusal(
                Message("what is written there is no YAML; write it as in '{same: content}'"))
        }
        return value
    }
}
