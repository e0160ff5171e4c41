// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
package import Text

/// Documents that are small enough to be held, with their keys in order and nothing hidden in them;
/// plans are written by `PlanDocument`.
extension JSONValue {
    /// Text, or null.
    package init(_ text: String?) { self = .text(text) }

    /// A number, or null.
    package init(_ number: Int64?) { self = .number(number) }

    /// An instant as RFC 3339, or null.
    package init(_ instant: Timestamp?) { self = .text(instant?.description) }

    /// An object, keys sorted.
    package static func object(_ members: [String: JSONValue]) -> JSONValue {
        .sorted(members.map { ($0.key, $0.value) })
    }

    /// The value on one line.
    package var line: String { line(.hidden) }

    /// The value as a document: each key on a line of its own, and each element of a list too, so
    /// that two documents diff well.
    package var document: String { document(.hidden) }
}

extension [String: JSONValue] {
    /// Sets `key` where there is a value.
    package mutating func set(_ key: String, _ text: String?) {
        if let text { self[key] = .text(text) }
    }

    /// Sets `key` where there is a value.
    package mutating func set(_ key: String, _ number: Int64?) {
        if let number { self[key] = .number(number) }
    }

    /// Sets `key` where there is a value.
    package mutating func set(_ key: String, _ instant: Timestamp?) {
        if let instant { self[key] = .text(instant.description) }
    }
}
