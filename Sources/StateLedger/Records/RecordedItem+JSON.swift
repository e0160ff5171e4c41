// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

extension RecordedItem {
    /// The item as a JSON object.
    var json: String {
        var object = JSONObject()
        object.add("drive", drive)
        object.add("id", id)
        object.add("path", path)
        addValues(to: &object)
        return object.text
    }

    /// Adds what is known of the item besides its place.
    func addValues(to object: inout JSONObject) {
        object.add("type", type)
        object.add("size", size)
        object.add("modified", modified)
        object.add("created", created)
        object.add("eTag", eTag)
        object.add("cTag", cTag)
        if !hashes.isEmpty { object.add("hashes", json: JSONObject.dictionary(hashes)) }
    }

    /// Reads what `json` has written.
    init(reading reader: inout JSONReader) throws(JSONReader.Malformed) {
        self.init(drive: "", id: "", path: "", type: .file)
        var kept = self
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            if try !kept.read(key, &reader) { try reader.skip() }
        }
        self = kept
    }

    /// Takes the value of `key` if it is one of an item.
    mutating func read(
        _ key: String, _ reader: inout JSONReader
    ) throws(JSONReader.Malformed) -> Bool {
        switch key {
        case "drive": drive = try reader.string()
        case "id": id = try reader.string()
        case "path": path = try reader.string()
        case "type": type = try reader.string()
        case "size": size = try reader.integer()
        case "modified": modified = try reader.integer()
        case "created": created = try reader.integer()
        case "eTag": eTag = try reader.string()
        case "cTag": cTag = try reader.string()
        case "hashes": hashes = try reader.dictionary()
        default: return false
        }
        return true
    }
}

extension Obligation {
    /// The obligations as a JSON list; nil for none.
    static func json(_ obligations: [Obligation]) -> String? {
        if obligations.isEmpty { return nil }
        return "[" + obligations.map(\.json).joined(separator: ",") + "]"
    }

    private var json: String {
        var object = JSONObject()
        object.add("rule", rule)
        object.add("duplicates", isDuplicates)
        object.add("group", group)
        object.add("needed", Int64(needed))
        object.add("comparesBytes", comparesBytes)
        object.add("survivors", json: "[" + survivors.map(\.json).joined(separator: ",") + "]")
        return object.text
    }

    /// Reads what `json` has written.
    static func list(
        reading reader: inout JSONReader
    ) throws(JSONReader.Malformed) -> [Obligation] {
        var list: [Obligation] = []
        try reader.array { (reader) throws(JSONReader.Malformed) in
            list.append(try Obligation(reading: &reader))
        }
        return list
    }

    private init(reading reader: inout JSONReader) throws(JSONReader.Malformed) {
        var read = Obligation(
            rule: "", isDuplicates: false, group: "", needed: 0, comparesBytes: false,
            survivors: [])
        try reader.object { (reader, key) throws(JSONReader.Malformed) in
            switch key {
            case "rule": read.rule = try reader.string()
            case "duplicates": read.isDuplicates = try reader.boolean()
            case "group": read.group = try reader.string()
            case "needed": read.needed = Int(try reader.integer())
            case "comparesBytes": read.comparesBytes = try reader.boolean()
            case "survivors":
                try reader.array { (reader) throws(JSONReader.Malformed) in
                    read.survivors.append(try RecordedItem(reading: &reader))
                }
            default: try reader.skip()
            }
        }
        self = read
    }
}
