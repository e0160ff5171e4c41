// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

extension EditWork {
    /// Has the rule `id` not apply where `condition` holds: beside what its `unless` says already.
    mutating func except(_ id: String, _ condition: PlainValue) throws(EditRefusal) {
        let found = try find(id)
        let document = documents[found.file]
        guard found.place.list == "rules" else {
            throw EditRefusal(Message("'\(id)' is a protection, which gets no exceptions by this"))
        }
        let standing = document.value("unless", in: found.place.mapping)
            .map { PlainValue($0, in: document.tree) }
        try take(.set(id, path: ["unless"], Self.joined(standing, condition)))
    }

    /// A condition that holds where either does.
    private static func joined(_ one: PlainValue?, _ other: PlainValue) -> PlainValue {
        guard let one, case .map(let entries) = one, !entries.isEmpty else { return other }
        if entries.count == 1, entries[0].key == "any", let parts = entries[0].value.elements {
            return .map([PlainValue.Entry("any", .list(parts + [other]))])
        }
        return .map([PlainValue.Entry("any", .list([one, other]))])
    }

    /// Writes `value` under a key of the first file.
    mutating func setting(_ path: [String], _ value: PlainValue) throws(EditRefusal) {
        let document = documents[0]
        let shown = path.joined(separator: ".")
        guard let key = path.first,
            let after = intended[0].setting(path[...], to: value)
        else { throw EditRefusal(Message("'\(shown)' stands in something that has no keys")) }
        intended[0] = after
        let setter = PathSetter(document: document, shown: shown)
        splice(
            0,
            try setter.splices(
                path[...], value, in: document.root,
                order: KeyOrder.file.contains(key) ? KeyOrder.file : []))
    }
}
