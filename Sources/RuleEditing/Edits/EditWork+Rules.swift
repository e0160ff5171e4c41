// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import YAMLBridge

extension EditWork {
    /// Does `edit`.
    mutating func take(_ edit: RuleEdit) throws(EditRefusal) {
        switch edit {
        case .set(let id, let path, let value): try set(id, path, value)
        case .unset(let id, let path): try unset(id, path)
        case .enable(let id): try enable(id)
        case .disable(let id): try disable(id)
        case .rename(let id, let name): try rename(id, to: name)
        case .renameDefinition(let id, let name): try renameDefinition(id, to: name)
        case .move(let id, let side, let other): try move(id, side, other)
        case .remove(let id): try remove(id)
        case .add(let rule, let isProtection, let anchor):
            try add(rule, to: isProtection ? "protect" : "rules", anchor)
        case .except(let id, let condition): try except(id, condition)
        case .addTest(let test): try add(test)
        case .setting(let path, let value): try setting(path, value)
        }
    }

    // MARK: Keys

    private mutating func set(
        _ id: String, _ path: [String], _ value: PlainValue
    ) throws(EditRefusal) {
        if path == ["id"] {
            guard let name = value.text else { throw EditRefusal(Message("an id is a text")) }
            return try rename(id, to: name)
        }
        let found = try find(id)
        let shown = path.joined(separator: ".")
        guard !path.isEmpty, !path.contains("") else {
            throw EditRefusal(Message("'\(shown)' is no key; write one as 'match.ext'"))
        }
        intend(found.file, list: found.place.list) { elements in
            elements[found.place.index] =
                elements[found.place.index].setting(path[...], to: value)
                ?? elements[found.place.index]
        }
        let setter = PathSetter(document: documents[found.file], shown: shown)
        splice(
            found.file,
            try setter.splices(
                path[...], value, in: found.place.mapping,
                order: found.place.list == "rules" ? KeyOrder.rule : KeyOrder.protection))
    }

    private mutating func unset(_ id: String, _ path: [String]) throws(EditRefusal) {
        let found = try find(id)
        let document = documents[found.file]
        intend(found.file, list: found.place.list) { elements in
            elements[found.place.index] =
                elements[found.place.index].setting(path[...], to: nil)
                ?? elements[found.place.index]
        }
        let setter = PathSetter(document: document, shown: path.joined(separator: "."))
        let (mapping, index) = try setter.entry(at: path[...], in: found.place.mapping)
        splice(found.file, MappingEdit(document).removal(of: index, from: mapping))
    }

    private mutating func enable(_ id: String) throws(EditRefusal) {
        let found = try find(id)
        let document = documents[found.file]
        guard let value = document.value("enabled", in: found.place.mapping),
            document.tree.text(of: value) != "true"
        else { return }
        let own = document.written(found.place.mapping)
            .firstIndex { document.tree.text(of: $0.key) == "enabled" }
        // Taken out again where it brought nothing along, so that it is as before it was disabled.
        if let own, !MappingEdit(document).hasComment(own, of: found.place.mapping),
            document.isMore(than: own, in: found.place.mapping)
        {
            try unset(id, ["enabled"])
        } else {
            try set(id, ["enabled"], .text("true"))
        }
    }

    private mutating func disable(_ id: String) throws(EditRefusal) {
        let found = try find(id)
        guard found.place.list == "rules" else {
            throw EditRefusal(
                Message("'\(id)' is a protection, which always counts; to end it, remove it"))
        }
        let document = documents[found.file]
        let value = document.value("enabled", in: found.place.mapping)
        if value.flatMap(document.tree.text(of:)) == "false" { return }
        try set(id, ["enabled"], .text("false"))
    }

    private mutating func rename(_ id: String, to name: String) throws(EditRefusal) {
        let found = try find(id)
        if id == name { return }
        intend(found.file, list: found.place.list) { $0[found.place.index]["id"] = .text(name) }
        for file in documents.indices {
            let document = documents[file]
            var nodes: Set<NodeID> = []
            if file == found.file, let node = document.value("id", in: found.place.mapping) {
                nodes.insert(document.tree.resolved(node))
            }
            for node in document.testItems.compactMap({ document.value("by", in: $0) })
            where document.tree.text(of: node) == id {
                nodes.insert(document.tree.resolved(node))
            }
            if nodes.isEmpty { continue }
            intendUses(of: id, as: name, in: file)
            splice(file, nodes.map { document.renaming($0, to: name) })
        }
    }

    /// Notes that the tests of a file name a rule by another id.
    private mutating func intendUses(of id: String, as name: String, in file: Int) {
        guard intended[file]["tests"] != nil else { return }
        intend(file, list: "tests") { tests in
            for index in tests.indices {
                guard let items = tests[index]["items"]?.elements else { continue }
                tests[index]["items"] = .list(
                    items.map { item in
                        var item = item
                        if item["by"]?.text == id { item["by"] = .text(name) }
                        return item
                    })
            }
        }
    }

    // MARK: Lists

    private mutating func remove(_ id: String) throws(EditRefusal) {
        let found = try find(id)
        let document = documents[found.file]
        intend(found.file, list: found.place.list) { $0.remove(at: found.place.index) }
        guard let list = document.list(found.place.list) else { return }
        if document.isFlow(list) {
            splice(found.file, FlowItems(list, of: document).removal(of: found.place.index))
            return
        }
        let items = try BlockItems(list, of: document)
        splice(found.file, [items.removal(of: found.place.index)])
        if items.items.count == 1 {
            splice(found.file, [document.emptyList(found.place.list)].compactMap { $0 })
        }
    }

    private mutating func move(
        _ id: String, _ side: RuleEdit.Side, _ other: String
    ) throws(EditRefusal) {
        let found = try find(id)
        let target = try find(other)
        guard found.file == target.file, found.place.list == target.place.list else {
            throw EditRefusal(
                Message("'\(id)' and '\(other)' stand in different lists or files"))
        }
        let (from, to) = (found.place.index, target.place.index)
        let isThere = side == .before ? from == to - 1 : from == to + 1
        if from == to || isThere { return }
        intend(found.file, list: found.place.list) { elements in
            let rule = elements.remove(at: from)
            let place = to > from ? to - 1 : to
            elements.insert(rule, at: side == .after ? place + 1 : place)
        }
        let document = documents[found.file]
        guard let list = document.list(found.place.list) else { return }
        let isAfter = side == .after
        if document.isFlow(list) {
            let items = FlowItems(list, of: document)
            splice(found.file, try items.move(from, to: to, isAfter: isAfter))
        } else {
            let items = try BlockItems(list, of: document)
            splice(found.file, items.move(from, to: to, isAfter: isAfter))
        }
    }

    private mutating func add(
        _ rule: NewRule, to list: String, _ anchor: RuleEdit.Anchor?
    ) throws(EditRefusal) {
        let found = try anchor.map { anchor throws(EditRefusal) in try find(anchor.id) }
        if let anchor, let found, found.place.list != list {
            throw EditRefusal(Message("'\(anchor.id)' stands in the list '\(found.place.list)'"))
        }
        let file = found?.file ?? 0
        let count = documents[file].elements(of: list).count
        let index = found?.place.index ?? max(0, count - 1)
        let isAfter = anchor?.side != .before
        intend(file, list: list) { elements in
            elements.insert(rule.value, at: count == 0 ? 0 : isAfter ? index + 1 : index)
        }
        splice(
            file,
            try documents[file].addition(
                NewElement(value: rule.value, lines: rule.lines), to: list, at: index,
                isAfter: isAfter))
    }

    private mutating func add(_ test: NewTest) throws(EditRefusal) {
        let element = NewElement(value: test.value, lines: test.lines)
        let count = documents[0].elements(of: "tests").count
        intend(0, list: "tests") { $0.append(test.value) }
        splice(
            0, try documents[0].addition(element, to: "tests", at: max(0, count - 1), isAfter: true)
        )
    }
}
