// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What is added to a list: what it says, and its lines with the dash in the first column.
struct NewElement {
    let value: PlainValue
    let lines: [String]
}

/// A test of items that really are, with what the rules say of them.
package struct NewTest: Sendable {
    /// What it says.
    let value: PlainValue
    /// Its lines as an element of a list, the dash in the first column.
    package let lines: [String]

    /// One item of it.
    package struct Item: Sendable {
        /// The item as it is listed.
        package var values: ItemValues
        /// What becomes of it.
        package var verdict: Verdict
        /// By which rule; nil where none decides.
        package var rule: String?

        /// The item that `values` are of, with its verdict.
        package init(values: ItemValues, verdict: Verdict, rule: String?) {
            self.values = values
            self.verdict = verdict
            self.rule = rule
        }
    }

    /// A test of `items` at `now`, with those values only that `rules` look at.
    package init(name: String, now: Timestamp, items: [Item], of rules: RuleFile) {
        let fields = RecordedFields(rules)
        let written = items.map { PlainValue.map(fields.entries(of: $0)) }
        value = .map([
            .init("name", .text(name)), .init("now", .text(now.description)),
            .init("items", .list(written)),
        ])
        func line(_ key: String, _ text: String) -> String {
            key + ": " + PlainValue.text(text).inline(isInFlow: false)
        }
        lines =
            ["- " + line("name", name), "  " + line("now", now.description), "  items:"]
            + written.map { "    - " + $0.inline(isInFlow: false) }
    }
}

/// The values of an item that rules look at.
private struct RecordedFields {
    private let rules: RuleFile
    private var keys: Set<String> = []

    init(_ rules: RuleFile) {
        self.rules = rules
        for field in Field.allCases where rules.tests(field) {
            keys.formUnion(Self.keys(of: field))
        }
        if rules.review.biggerThan != nil { keys.insert("size") }
        for rule in rules.rules where rule.isEnabled {
            if let selection = rule.selection { keys.formUnion(Self.keys(of: selection)) }
        }
    }

    /// The keys of an item that a test of `field` looks at, besides its path.
    private static func keys(of field: Field) -> [String] {
        switch field {
        case .name, .path, .nameRegex, .pathRegex, .ext, .depth, .drive: []
        case .kind, .mime: ["mime"]
        case .size, .empty: ["size"]
        case .age: ["created", "modified"]
        case .modified, .modifiedAge: ["modified"]
        case .created, .createdAge: ["created"]
        case .taken, .takenAge: ["taken"]
        case .accessed, .accessedAge: ["accessed"]
        case .knownFor: ["first_seen"]
        case .shared: ["shared"]
        case .owner: ["owner", "owner_address"]
        case .width: ["width"]
        case .height: ["height"]
        case .camera: ["camera"]
        case .album: ["album"]
        case .sharpness: ["sharpness"]
        case .brightness: ["brightness"]
        case .detail: ["detail"]
        case .screenshot: ["screenshot", "camera"]
        }
    }

    /// The keys of an item that a set rule looks at.
    private static func keys(of selection: SetSelection) -> [String] {
        let always = ["size", "shortcut", "link"]
        switch selection {
        case .surplus(let surplus): return always + [surplus.newestBy.rawValue]
        case .duplicates(let duplicates):
            var found = always + ["created"]
            switch duplicates.key {
            case .content: found.append("hashes")
            case .parts(let parts): found += parts.map(\.rawValue)
            }
            for case .order(let order) in duplicates.preferences {
                if order == .oldestTaken || order == .newestTaken { found.append("taken") }
                if order == .oldestModified || order == .newestModified { found.append("modified") }
            }
            return found
        case .similar:
            return always + ["mime", "taken", "width", "height", "camera", "screenshot", "detail"]
        }
    }

    /// What an item of a test says.
    func entries(of item: NewTest.Item) -> [PlainValue.Entry] {
        let values = item.values
        var entries = [PlainValue.Entry("path", .text(values.path))]
        func add(_ key: String, _ text: String?) {
            if let text, keys.contains(key) { entries.append(.init(key, .text(text))) }
        }
        if let drive = values.drive, drive != rules.drives.first?.name,
            rules.drives.contains(where: { $0.name == drive })
        {
            entries.append(.init("drive", .text(drive)))
        }
        if values.type == .folder { entries.append(.init("type", .text("folder"))) }
        add("size", values.size.map(Self.text))
        add("created", values.created?.description)
        add("modified", values.modified?.description)
        add("taken", values.taken?.description)
        add("accessed", values.accessed?.description)
        add("first_seen", values.firstSeen?.description)
        add("mime", values.mime)
        add("shared", values.shared.map { "\($0)" })
        add("owner", values.owner)
        add("owner_address", values.ownerAddress)
        add("width", values.width.map { "\($0)" })
        add("height", values.height.map { "\($0)" })
        add("camera", values.camera)
        if let albums = values.albums, !albums.isEmpty, keys.contains("album") {
            let names = albums.map { PlainValue.text($0) }
            entries.append(.init("album", names.count == 1 ? names[0] : .list(names)))
        }
        add("link", values.link)
        add("shortcut", values.isShortcut ? "true" : nil)
        if keys.contains("hashes") { entries += Self.hashes(values) }
        entries.append(.init("expect", .text(item.verdict.rawValue)))
        if let rule = item.rule { entries.append(.init("by", .text(rule))) }
        return entries
    }

    private static func hashes(_ values: ItemValues) -> [PlainValue.Entry] {
        if let hash = values.sha256 { return [.init("hash", .text(hash))] }
        let others = [("quickxor", values.quickXor), ("sha1", values.sha1)].compactMap {
            key, text in
            text.map { PlainValue.Entry(key, .text($0)) }
        }
        return others.isEmpty ? [] : [.init("hashes", .map(others))]
    }

    /// The size with the largest unit that it is a whole number of.
    private static func text(_ size: Int64) -> String {
        let units: [(Int64, String)] = [
            (1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "KB"),
        ]
        let unit = units.first { size != 0 && size % $0.0 == 0 } ?? (1, "B")
        return "\(size / unit.0)\(unit.1)"
    }
}
