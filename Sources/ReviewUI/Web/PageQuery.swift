// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// The part of an address after its question mark.
struct PageQuery: Sendable {
    private let parts: [(name: String, value: String)]

    init(_ text: String) {
        parts = text.split(separator: "&").map { part in
            let equals = part.firstIndex(of: "=") ?? part.endIndex
            return (
                Self.unescaped(part[..<equals]), Self.unescaped(part[equals...].dropFirst())
            )
        }
    }

    /// The value of that name; nil where there is none.
    func text(_ name: String) -> String? { parts.first { $0.name == name }?.value }

    /// The whole number of that name, `standard` where there is none; refuses what is out of
    /// `range`.
    func number(
        _ name: String, _ range: ClosedRange<Int>, standard: Int
    ) throws(PageRefusal) -> Int {
        guard let text = text(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw PageRefusal(
                400, "invalid",
                Message("\(name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
            )
        }
        return number
    }

    /// The id of a card.
    func id() throws(PageRefusal) -> String {
        guard let id = text("id"), !id.isEmpty else {
            throw PageRefusal(400, "invalid", Message("the id of a card is missing"))
        }
        return id
    }

    /// With bytes for percent signs and their digits; broken ones stay as they are.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"),
                let number = UInt8(String(rest.prefix(2)) ?? "", radix: 16),
                rest.count >= 2
            {
                bytes.append(number)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
