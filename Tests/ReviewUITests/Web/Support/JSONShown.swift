// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// JSON that came from the server.
enum JSONShown: Sendable, Hashable, Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONShown])
    case object([String: JSONShown])

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSONShown.self, from: Data(bytes))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONShown].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONShown].self))
        }
    }

    /// The member of that name; null where there is none.
    subscript(_ name: String) -> JSONShown {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    /// The element of that number; null past the last one.
    subscript(_ number: Int) -> JSONShown {
        let list = list
        return list.indices.contains(number) ? list[number] : .null
    }

    var list: [JSONShown] { if case .list(let values) = self { values } else { [] } }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var number: Int? { if case .number(let value) = self { Int(value) } else { nil } }
    var isTrue: Bool { self == .bool(true) }
    var names: [String] {
        if case .object(let members) = self { members.keys.sorted() } else { [] }
    }
}
