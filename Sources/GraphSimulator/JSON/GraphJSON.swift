// SPDX-License-Identifier: Apache-2.0

/// A JSON value; the members of objects keep their order.
package enum GraphJSON: Sendable, Hashable {
    /// Nothing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([GraphJSON])
    /// Members.
    case object([Member])

    /// One member of an object.
    package struct Member: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// Its value.
        package var value: GraphJSON

        /// The member `name`.
        package init(_ name: String, _ value: GraphJSON) {
            self.name = name
            self.value = value
        }
    }

    // MARK: - Looking in

    /// The member `name` of an object; nil if there is none.
    package subscript(name: String) -> GraphJSON? {
        members?.last { $0.name == name }?.value
    }

    /// The element `index` of a list; nil if there is none.
    package subscript(index: Int) -> GraphJSON? {
        guard let elements, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The value at the end of a path of member names, divided by dots.
    package func at(_ path: String) -> GraphJSON? {
        path.split(separator: ".").reduce(self) { $0?[String($1)] }
    }

    /// The text, if it is one.
    package var text: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The whole number, if it is one.
    package var integer: Int64? {
        if case .integer(let value) = self { return value }
        return nil
    }

    /// The number, whole or not, if it is one.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The truth value, if it is one.
    package var truth: Bool? {
        if case .bool(let value) = self { return value }
        return nil
    }

    /// The elements, if it is a list.
    package var elements: [GraphJSON]? {
        if case .array(let elements) = self { return elements }
        return nil
    }

    /// The members, if it is an object.
    package var members: [Member]? {
        if case .object(let members) = self { return members }
        return nil
    }

    // MARK: - Changing

    /// Sets the member `name` of an object, or takes it out if `value` is nil.
    package mutating func set(_ name: String, _ value: GraphJSON?) {
        guard case .object(var members) = self else { return }
        let index = members.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(name, value))
        case (nil, nil): return
        }
        self = .object(members)
    }

    /// Takes out what stands at the end of a path of member names, divided by dots.
    package mutating func remove(_ path: String) {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let first = parts.first else { return }
        if parts.count == 1 { return set(first, nil) }
        guard var inner = self[first] else { return }
        inner.remove(parts[1])
        set(first, inner)
    }

    /// Changes every element of the list under `name`, or nothing if there is none.
    mutating func changeElements(of name: String, _ change: (inout [GraphJSON]) -> Void) {
        guard var elements = self[name]?.elements else { return }
        change(&elements)
        set(name, .array(elements))
    }
}

extension GraphJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    package init(stringLiteral value: String) { self = .string(value) }

    /// A whole number.
    package init(integerLiteral value: Int64) { self = .integer(value) }

    /// A truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A list.
    package init(arrayLiteral elements: GraphJSON...) { self = .array(elements) }

    /// An object.
    package init(dictionaryLiteral elements: (String, GraphJSON)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
