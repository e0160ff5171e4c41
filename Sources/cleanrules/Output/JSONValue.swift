// SPDX-License-Identifier: Apache-2.0

internal import Plans
internal import RuleEngine

/// A JSON document that is small enough to be held; plans are written by `PlanDocument`.
enum JSONValue {
    case null
    case bool(Bool)
    case number(Int64)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    /// Text, or null.
    init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }

    /// A number, or null.
    init(_ number: Int64?) {
        self = number.map { .number($0) } ?? .null
    }

    /// An instant as RFC 3339, or null.
    init(_ instant: Timestamp?) {
        self = instant.map { .text($0.description) } ?? .null
    }

    /// The value on one line, keys sorted.
    var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): String(value)
        case .text(let text): JSONText.quoted(text)
        case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + Self.sorted(members).map { "\(JSONText.quoted($0.key)):\($0.value.line)" }
                .joined(separator: ",") + "}"
        }
    }

    /// The value as a document: each key on a line of its own, and each element of a list too, so
    /// that two documents diff well.
    var document: String {
        guard case .object(let members) = self else { return line + "\n" }
        let lines = Self.sorted(members).map { key, value in
            "\(JSONText.quoted(key)): \(value.memberText)"
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// Says an object of these members as `document` writes it, with the list `name` of which
    /// `elements` makes one page after another: there may be hundreds of thousands.
    static func say(
        _ members: [String: JSONValue], list name: String, pages: [ArraySlice<Int64>],
        elements: (ArraySlice<Int64>) async throws(Failure) -> [JSONValue]
    ) async throws(Failure) {
        var members = members
        members[name] = .list([])
        var before = "{\n"
        for (key, value) in sorted(members) {
            Console.sayRaw(before + JSONText.quoted(key) + ": ")
            before = ",\n"
            if key != name || pages.isEmpty {
                Console.sayRaw(value.memberText)
                continue
            }
            var separator = "[\n"
            for page in pages {
                for element in try await elements(page) {
                    Console.sayRaw(separator + element.line)
                    separator = ",\n"
                }
            }
            Console.sayRaw(separator == "[\n" ? "[]" : "\n]")
        }
        Console.sayRaw("\n}\n")
    }

    private var memberText: String {
        guard case .list(let values) = self, !values.isEmpty else { return line }
        return "[\n" + values.map(\.line).joined(separator: ",\n") + "\n]"
    }

    private static func sorted(
        _ members: [String: JSONValue]
    ) -> [(key: String, value: JSONValue)] {
        members.sorted { $0.key < $1.key }
    }
}

extension [String: JSONValue] {
    /// Sets `key` where there is a value.
    mutating func set(_ key: String, _ text: String?) {
        if let text { self[key] = .text(text) }
    }

    /// Sets `key` where there is a value.
    mutating func set(_ key: String, _ number: Int64?) {
        if let number { self[key] = .number(number) }
    }

    /// Sets `key` where there is a value.
    mutating func set(_ key: String, _ instant: Timestamp?) {
        if let instant { self[key] = .text(instant.description) }
    }
}
