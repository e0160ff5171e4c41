// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// The members of a JSON object that a server sent; what has another type than expected is not
/// there.
struct FieldReader: Sendable {
    private let members: [String: Value]

    private enum Value: Sendable {
        case text(String)
        case number(Double)
        case list([Value])
        case object([String: Value])
        case other
    }

    /// The object that `bytes` hold; nil if they are no JSON object.
    ///
    /// Foundation ends at 512 levels, so hostile nesting costs no stack.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)),
            case .object(let members) = Self.value(value)
        else { return nil }
        self.members = members
    }

    private init?(_ value: Value?) {
        guard case .object(let members) = value else { return nil }
        self.members = members
    }

    /// A text; nil for another type, and for one with more than `most` bytes.
    func text(_ name: String, most: Int = 1 << 16) -> String? {
        guard case .text(let text) = members[name], text.utf8.count <= most else { return nil }
        return text
    }

    /// A number, which some servers send as text.
    func number(_ name: String) -> Double? {
        let number: Double? =
            switch members[name] {
            case .number(let number): number
            case .text(let text) where text.utf8.count <= 32: Double(text)
            default: nil
            }
        return number.flatMap { $0.isFinite ? $0 : nil }
    }

    /// A whole number of bytes or the like; nil for what is none.
    func integer(_ name: String) -> Int64? { number(name).flatMap(Int64.init(exactly:)) }

    /// The whole numbers of a list.
    func integers(_ name: String) -> [Int] {
        list(name, most: 32).compactMap { value in
            guard case .number(let number) = value else { return nil }
            return Int(exactly: number)
        }
    }

    /// An object within.
    func object(_ name: String) -> FieldReader? { FieldReader(members[name]) }

    /// The objects of a list, at most `most` of them.
    func objects(_ name: String, most: Int) -> [FieldReader] {
        list(name, most: most).compactMap { FieldReader($0) }
    }

    /// Whether there is a list of that name, were it an empty one.
    func isList(_ name: String) -> Bool {
        if case .list = members[name] { true } else { false }
    }

    private func list(_ name: String, most: Int) -> ArraySlice<Value> {
        guard case .list(let list) = members[name] else { return [] }
        return list.prefix(most)
    }

    private static func value(_ value: Any) -> Value {
        switch value {
        case let text as String: .text(text)
        case let number as NSNumber: .number(number.doubleValue)
        case let list as [Any]: .list(list.map(Self.value))
        case let object as [String: Any]: .object(object.mapValues(Self.value))
        default: .other
        }
    }
}

extension FieldReader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that something is kept back: among the members may be tokens.
    var description: String { "redacted" }
    var debugDescription: String { "redacted" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
