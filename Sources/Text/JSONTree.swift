// SPDX-License-Identifier: Apache-2.0

/// JSON of strangers as a tree, read strictly: in UTF-8, without two members of one name, and no
/// larger than its reader wants it.
///
/// What is signed is read so, lest two readers of the same bytes understand different things.
package indirect enum JSONTree: Sendable, Hashable {
    case null
    case bool(Bool)
    /// A whole number.
    case number(Int64)
    /// A number that is not whole, or does not fit; nothing is done with its value.
    case otherNumber
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// Why bytes are not taken.
    package enum Fault: Error, Sendable, Hashable {
        /// They are no JSON in UTF-8.
        case malformed
        /// An object has two members of one name.
        case duplicateKey
        /// There are too many values, or they lie too deep.
        case tooLarge
    }

    /// How large a tree may become.
    package struct Bounds: Sendable {
        /// The deepest nesting.
        package var depth = 12
        /// The most values in all.
        package var values = 4_096

        /// The given bounds.
        package init(depth: Int = 12, values: Int = 4_096) {
            self.depth = depth
            self.values = values
        }
    }

    /// The value that `bytes` are. O(bytes).
    package init(strict bytes: [UInt8], _ bounds: Bounds = Bounds()) throws(Fault) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed }
        var reading = Reading(bounds: bounds)
        do throws(JSONReader.Malformed) {
            var reader = JSONReader(bytes)
            self = try reading.value(&reader, depth: 0)
            try reader.end()
        } catch {
            throw reading.fault ?? .malformed
        }
    }

    /// One pass over the bytes.
    private struct Reading {
        let bounds: Bounds
        var count = 0
        var fault: Fault?

        mutating func value(
            _ reader: inout JSONReader, depth: Int
        ) throws(JSONReader.Malformed) -> JSONTree {
            count += 1
            if depth > bounds.depth || count > bounds.values { throw stop(.tooLarge) }
            switch reader.nextKind() {
            case .object: return .object(try members(&reader, depth: depth))
            case .list: return .list(try elements(&reader, depth: depth))
            case .text: return .text(try reader.string())
            case .number: return try reader.number().whole.map { .number($0) } ?? .otherNumber
            case .other: return reader.null() ? .null : .bool(try reader.boolean())
            }
        }

        private mutating func members(
            _ reader: inout JSONReader, depth: Int
        ) throws(JSONReader.Malformed) -> [String: JSONTree] {
            var found: [String: JSONTree] = [:]
            var names: Set<[UInt8]> = []
            try reader.object { (reader, name) throws(JSONReader.Malformed) in
                if !names.insert(Array(name.utf8)).inserted || found[name] != nil {
                    throw stop(.duplicateKey)
                }
                found[name] = try value(&reader, depth: depth + 1)
            }
            return found
        }

        private mutating func elements(
            _ reader: inout JSONReader, depth: Int
        ) throws(JSONReader.Malformed) -> [JSONTree] {
            var found: [JSONTree] = []
            try reader.array { (reader) throws(JSONReader.Malformed) in
                found.append(try value(&reader, depth: depth + 1))
            }
            return found
        }

        private mutating func stop(_ fault: Fault) -> JSONReader.Malformed {
            self.fault = fault
            return JSONReader.Malformed()
        }
    }

    // MARK: What it is

    /// The member of that name, where this is an object that has it and does not say null.
    package subscript(_ name: String) -> JSONTree? {
        guard case .object(let members) = self, let value = members[name] else { return nil }
        if case .null = value { return nil }
        return value
    }

    /// The text, where this is one.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The whole number, where this is one.
    package var number: Int64? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The truth, where this is one.
    package var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The elements, where this is a list.
    package var list: [JSONTree]? {
        if case .list(let list) = self { list } else { nil }
    }

    /// The members, where this is an object.
    package var members: [String: JSONTree]? {
        if case .object(let members) = self { members } else { nil }
    }
}
