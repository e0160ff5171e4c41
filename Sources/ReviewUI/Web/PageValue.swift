// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// JSON that is sent to the page.
enum PageValue: Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([PageValue])
    /// Members in their order.
    case object([(name: String, value: PageValue)])
    /// What is JSON already.
    case raw([UInt8])

    /// A text, or null.
    static func text(_ value: String?) -> PageValue { value.map { .text($0) } ?? .null }
    /// A number, or null.
    static func number(_ value: Int64?) -> PageValue { value.map { .number($0) } ?? .null }
    /// A number.
    static func number(_ value: Int) -> PageValue { .number(Int64(value)) }
    /// A number, or null.
    static func number(_ value: Int?) -> PageValue { value.map { .number(Int64($0)) } ?? .null }
    /// A truth, or null.
    static func bool(_ value: Bool?) -> PageValue { value.map { .bool($0) } ?? .null }
    /// An instant in RFC 3339, or null.
    static func instant(_ value: Timestamp?) -> PageValue { .text(value.map { "\($0)" }) }
    /// Texts.
    static func texts(_ values: [String]) -> PageValue { .list(values.map { .text($0) }) }

    /// The value as JSON.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += String(value).utf8
        case .text(let value): Self.append(value, to: &bytes)
        case .raw(let value): bytes += value
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (place, value) in values.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case ..<0x20:
                bytes += "\\u00".utf8
                bytes += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
