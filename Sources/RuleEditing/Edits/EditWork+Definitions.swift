// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

extension EditWork {
    /// Gives the definition `id` another name, wherever conditions name it.
    mutating func renameDefinition(_ id: String, to name: String) throws(EditRefusal) {
        guard documents.contains(where: { $0.definitions.contains { $0.name == id } }) else {
            throw EditRefusal(Message("there is no definition '\(id)'"))
        }
        if id == name { return }
        if documents.contains(where: { $0.definitions.contains { $0.name == name } }) {
            throw EditRefusal(Message("there is a definition '\(name)' already"))
        }
        for file in documents.indices {
            let document = documents[file]
            var nodes = Set(
                document.definitions.filter { $0.name == id }
                    .map { document.tree.resolved($0.key) })
            for condition in document.conditions {
                for leaf in document.leaves(of: condition.node) where leaf.field == "is" {
                    let uses = leaf.values.filter { document.tree.text(of: $0) == id }
                    nodes.formUnion(uses.map(document.tree.resolved))
                }
            }
            if nodes.isEmpty { continue }
            intended[file] = Self.renamed(id, name, inFile: intended[file])
            splice(file, nodes.map { document.renaming($0, to: name) })
        }
    }

    /// What a file says with the definition `id` under another name.
    private static func renamed(
        _ id: String, _ name: String, inFile file: PlainValue
    ) -> PlainValue {
        var file = file
        if case .map(let entries)? = file["define"] {
            file["define"] = .map(
                entries.map { entry in
                    let key = entry.key == id ? name : entry.key
                    return PlainValue.Entry(key, renamed(id, name, in: entry.value))
                })
        }
        for list in RulesDocument.lists {
            guard let rules = file[list]?.elements else { continue }
            file[list] = .list(
                rules.map { rule in
                    var rule = rule
                    for key in ["match", "unless"] {
                        if let condition = rule[key] {
                            rule[key] = renamed(id, name, in: condition)
                        }
                    }
                    return rule
                })
        }
        return file
    }

    /// The same of a condition.
    private static func renamed(
        _ id: String, _ name: String, in condition: PlainValue
    ) -> PlainValue {
        guard case .map(let entries) = condition else { return condition }
        return .map(
            entries.map { entry in
                switch (entry.key, entry.value) {
                case ("is", .text(id)): return PlainValue.Entry("is", .text(name))
                case ("is", .list(let names)):
                    let renamed = names.map { $0.text == id ? PlainValue.text(name) : $0 }
                    return PlainValue.Entry("is", .list(renamed))
                case ("all", .list(let parts)), ("any", .list(let parts)),
                    ("none", .list(let parts)):
                    let renamed = parts.map { Self.renamed(id, name, in: $0) }
                    return PlainValue.Entry(entry.key, .list(renamed))
                default: return entry
                }
            })
    }
}
