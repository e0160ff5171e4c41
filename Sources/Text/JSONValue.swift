// SPDX-License-Identifier: Apache-2.0

/// JSON that is written from memory; members keep their order.
package indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])
    /// What is JSON already.
    case raw([UInt8])

    /// A text, or null.
    package static func text(_ value: String?) -> JSONValue { value.map { .text($0) } ?? .null }
    /// A number, or null.
    package static func number(_ value: Int64?) -> JSONValue {
        value.map { .number($0) } ?? .null
    }
    /// A number.
    package static func number(_ value: Int) -> JSONValue { .number(Int64(value)) }
    /// A number, or null.
    package static func number(_ value: Int?) -> JSONValue {
        value.map { .number(Int64($0)) } ?? .null
    }
    /// A truth, or null.
    package static func bool(_ value: Bool?) -> JSONValue { value.map { .bool($0) } ?? .null }
    /// Texts.
    package static func texts(_ values: [String]) -> JSONValue { .list(values.map { .text($0) }) }
    /// An object with its members in the order of their names.
    package static func sorted(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
        .object(members.sorted { $0.name < $1.name })
    }

    /// The value on one line.
    package func bytes(_ escapes: JSONString.Escapes = .controls) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, escapes)
        return bytes
    }

    /// The value on one line.
    package func line(_ escapes: JSONString.Escapes = .controls) -> String {
        String(decoding: bytes(escapes), as: UTF8.self)
    }

    /// The value as a document: each member on a line of its own, and each element of a list that
    /// one holds, so that two documents diff well.
    package func document(_ escapes: JSONString.Escapes = .controls) -> String {
        guard case .object(let members) = self else { return line(escapes) + "\n" }
        let lines = members.map { name, value in
            "\(JSONString.quoted(name, escapes)): \(value.memberText(escapes))"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// The value as a member of `document` stands: a list has each element on a line of its own.
    package func memberText(_ escapes: JSONString.Escapes) -> String {
        guard case .list(let values) = self, !values.isEmpty else { return line(escapes) }
        return "[\n" + values.map { $0.line(escapes) }.joined(separator: ",\n") + "\n]"
    }

    /// The value as text in which objects are indented and lists stand on one line.
    package func indented(by depth: Int = 0) -> String {
        let inner = String(repeating: "  ", count: depth + 1)
        let outer = String(repeating: "  ", count: depth)
        switch self {
        case .list(let values):
            return "[" + values.map { $0.indented(by: depth) }.joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(JSONString.quoted($0.name)): \($0.value.indented(by: depth + 1))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        default: return line()
        }
    }

    private func append(to bytes: inout [UInt8], _ escapes: JSONString.Escapes) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += String(value).utf8
        case .text(let value): JSONString.append(value, to: &bytes, escapes)
        case .raw(let value): bytes += value
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (place, value) in values.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes, escapes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONString.append(member.name, to: &bytes, escapes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes, escapes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}
