// SPDX-License-Identifier: Apache-2.0

extension Rule {
    /// Whether some test in the rule's conditions, definitions included, meets `isMet`.
    package func holdsTest(
        _ definitions: [Definition], where isMet: (FieldTest) -> Bool
    ) -> Bool {
        var open = [match, unless].compactMap { $0 }
        var seen: Set<String> = []
        while let condition = open.popLast() {
            switch condition {
            case .everything: break
            case .all(let parts), .any(let parts), .none(let parts): open += parts
            case .defined(let names):
                let fresh = names.filter { seen.insert($0).inserted }
                open += definitions.filter { fresh.contains($0.name) }.map(\.condition)
            case .test(let test): if isMet(test) { return true }
            }
        }
        return false
    }
}

extension RuleFile {
    /// Whether some enabled rule or protection tests `field`.
    package func tests(_ field: Field) -> Bool {
        (protections + rules).contains { rule in
            rule.isEnabled && rule.holdsTest(definitions) { $0.field == field }
        }
    }
}
