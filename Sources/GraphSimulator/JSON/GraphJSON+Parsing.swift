// SPDX-License-Identifier: Apache-2.0

internal import Text

extension GraphJSON {
    /// The most arrays and objects that may be open at once.
    private static let depthMax = 64

    /// The value that `bytes` hold as JSON (RFC 8259); nil if they are none.
    package init?(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = JSONReader(bytes)
        do throws(JSONReader.Malformed) {
            self = try GraphJSON(reading: &reader, depth: 0)
            try reader.end()
        } catch {
            return nil
        }
    }

    /// The value that `text` holds as JSON; nil if it is none.
    package init?(parsing text: String) {
        self.init(Array(text.utf8))
    }

    private init(reading reader: inout JSONReader, depth: Int) throws(JSONReader.Malformed) {
        let kind = reader.nextKind()
        if depth >= GraphJSON.depthMax, kind == .object || kind == .list {
            throw JSONReader.Malformed("values lie too deep")
        }
        switch kind {
        case .object:
            var members: [Member] = []
            try reader.object { (reader, name) throws(JSONReader.Malformed) in
                members.append(Member(name, try GraphJSON(reading: &reader, depth: depth + 1)))
            }
            self = .object(members)
        case .list:
            var elements: [GraphJSON] = []
            try reader.array { (reader) throws(JSONReader.Malformed) in
                elements.append(try GraphJSON(reading: &reader, depth: depth + 1))
            }
            self = .array(elements)
        case .text: self = .string(try reader.string())
        case .number:
            let number = try reader.number()
            self = number.whole.map { .integer($0) } ?? .number(number.value)
        case .other: self = reader.null() ? .null : .bool(try reader.boolean())
        }
    }
}
