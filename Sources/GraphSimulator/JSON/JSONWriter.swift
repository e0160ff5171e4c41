// SPDX-License-Identifier: Apache-2.0

internal import Text

/// Writes JSON into bytes, with commas where they belong.
struct JSONWriter {
    /// What was written so far.
    var bytes: [UInt8] = []

    /// Whether a comma is needed before the next value or member.
    private var isAfterValue: Bool {
        guard let last = bytes.last else { return false }
        return last != UInt8(ascii: "{") && last != UInt8(ascii: "[") && last != UInt8(ascii: ":")
    }

    /// Writes text as it stands.
    mutating func raw(_ text: StaticString) {
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes bytes as they stand.
    mutating func raw(_ text: [UInt8]) {
        bytes.append(contentsOf: text)
    }

    /// Writes a comma, if one is needed.
    mutating func separate() {
        if isAfterValue { bytes.append(UInt8(ascii: ",")) }
    }

    /// Writes the name of a member that is plain ASCII.
    mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a text in quotes.
    mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        escaped(text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a text without quotes around it.
    mutating func escaped(_ text: String) {
        JSONString.appendContent(text, to: &bytes, .shortControls)
    }

    /// Writes a whole number.
    mutating func number(_ value: Int64) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            bytes.append(UInt8(truncatingIfNeeded: 0x30 + rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// Writes any number.
    mutating func number(_ value: Double) {
        bytes.append(contentsOf: (value.isFinite ? "\(value)" : "0").utf8)
    }

    /// Writes a value.
    mutating func value(_ value: GraphJSON) {
        switch value {
        case .null: raw("null")
        case .bool(let value): raw(value ? "true" : "false")
        case .integer(let value): number(value)
        case .number(let value): number(value)
        case .string(let value): text(value)
        case .array(let elements):
            raw("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { raw(",") }
                self.value(element)
            }
            raw("]")
        case .object(let members):
            raw("{")
            for (index, member) in members.enumerated() {
                if index > 0 { raw(",") }
                text(member.name)
                raw(":")
                self.value(member.value)
            }
            raw("}")
        }
    }
}

extension GraphJSON {
    /// The value as JSON.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}
