// SPDX-License-Identifier: Apache-2.0

package import Text

/// A value of JSON that somebody sent.
package indirect enum ReceivedValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number that is whole and fits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case text(String)
    case list([ReceivedValue])
    /// Of equal keys the last one counts.
    case object([String: ReceivedValue])

    /// The deepest nesting of a message.
    private static let depthMax = 64
    /// The most values in a message.
    private static let countMax = 500_000

    /// The value that `bytes` are as a whole; nil where they are no JSON, no UTF-8, or too much of it.
    package init?(_ bytes: [UInt8]) {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = JSONReader(bytes)
        var left = Self.countMax
        do throws(JSONReader.Malformed) {
            self = try Self.read(&reader, depth: 0, &left)
            try reader.end()
        } catch {
            return nil
        }
    }

    private static func read(
        _ reader: inout JSONReader, depth: Int, _ left: inout Int
    ) throws(JSONReader.Malformed) -> ReceivedValue {
        left -= 1
        guard depth < depthMax, left > 0 else { throw JSONReader.Malformed(.depth) }
        switch reader.nextKind() {
        case .object:
            var members: [String: ReceivedValue] = [:]
            try reader.object { (reader, key) throws(JSONReader.Malformed) in
                members[key] = try read(&reader, depth: depth + 1, &left)
            }
            return .object(members)
        case .list:
            var elements: [ReceivedValue] = []
            try reader.array { (reader) throws(JSONReader.Malformed) in
                elements.append(try read(&reader, depth: depth + 1, &left))
            }
            return .list(elements)
        case .text: return .text(try reader.string())
        case .number:
            let number = try reader.number()
            return number.whole.map { .integer($0) } ?? .number(number.value)
        case .other:
            return reader.null() ? .null : .bool(try reader.boolean())
        }
    }

    /// The member `key`; nil where it is none, or this is no object.
    package subscript(_ key: String) -> ReceivedValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The text, if it is one.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    /// The whole number, if it is one.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    /// The truth, if it is one.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The elements, if it is a list.
    package var elements: [ReceivedValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// The same to be sent back, as the id of a request is.
    package var sent: JSONValue {
        switch self {
        case .integer(let number): .number(number)
        case .text(let text): .text(text)
        default: .null
        }
    }
}
