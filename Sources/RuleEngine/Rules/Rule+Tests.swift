// SPDX-License-Identifier: Apache-2.0

/// Goes through the tests of conditions and of the definitions that they lead to: each definition
/// once, whoever names it and however often.
struct TestWalk {
    private let definitions: [String: Condition]
    private var seen: Set<String> = []

    /// A walk that has seen nothing yet. O(definitions).
    init(_ definitions: [Definition]) {
        self.definitions = Dictionary(
            definitions.map { ($0.name, $0.condition) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether some test in `conditions`, of those that this walk has not seen, meets `isMet`.
    /// In the order of the conditions, which ends with the first that does.
    mutating func contains(
        _ conditions: [Condition], where isMet: (FieldTest) -> Bool
    ) -> Bool {
        var open = Array(conditions.reversed())
        while let condition = open.popLast() {
            switch condition {
            case .everything: break
            case .all(let parts), .any(let parts), .none(let parts): open += parts.reversed()
            case .defined(let names):
                let fresh = names.filter { seen.insert($0).inserted }
                open += fresh.reversed().compactMap { definitions[$0] }
            case .test(let test): if isMet(test) { return true }
            }
        }
        return false
    }
}

extension Rule {
    /// `match` and `unless`, as far as the rule has them.
    var conditions: [Condition] { [match, unless].compactMap { $0 } }

    /// Whether some test in the rule's conditions, definitions included, meets `isMet`.
    func holdsTest(_ definitions: [Definition], where isMet: (FieldTest) -> Bool) -> Bool {
        var walk = TestWalk(definitions)
        return walk.contains(conditions, where: isMet)
    }
}

extension RuleFile {
    /// Whether some enabled rule or protection goes by the albums that items are in: one that tests
    /// them, and every rule of copies, which leaves what is in an album alone.
    package var goesByAlbums: Bool {
        tests(.album) || rules.contains { $0.isEnabled && $0.selection?.sparesAlbums == true }
    }

    /// Whether some enabled rule or protection tests `field`.
    package func tests(_ field: Field) -> Bool {
        var walk = TestWalk(definitions)
        return (protections + rules).contains { rule in
            rule.isEnabled && walk.contains(rule.conditions) { $0.field == field }
        }
    }
}
