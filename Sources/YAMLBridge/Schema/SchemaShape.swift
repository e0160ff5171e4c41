// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// What an editor may know of a value, as a JSON Schema.
///
/// Editors read plain scalars by YAML's own types: `25` is a number to them, `true` a truth value. Texts
/// therefore take those as well, while what needs a unit takes texts only.
indirect enum SchemaShape {
    /// Any text.
    case text
    /// A text that an expression matches as a whole.
    case pattern(String)
    /// A whole number, or a text that an expression matches.
    case wholeNumber(or: String?)
    /// One of some words.
    case words([String])
    /// `true` or `false`.
    case flag
    /// Exactly `true`.
    case always
    /// Exactly this value, as number or text.
    case constant(Int)
    /// A list.
    case list(SchemaShape)
    /// One value or a list of at least one.
    case oneOrMore(SchemaShape)
    /// Either of two.
    case either(SchemaShape, SchemaShape)
    /// A mapping of known keys.
    case mapping([SchemaEntry])
    /// A mapping of names of one's own.
    case named(String, SchemaShape)
    /// A definition of the schema.
    case reference(String)

    /// The schema.
    var json: JSONValue {
        switch self {
        case .text: return .object([("type", .texts(["string", "number", "boolean"]))])
        case .pattern(let expression):
            return .object([("type", .text("string")), ("pattern", .text("^(\(expression))$"))])
        case .wholeNumber(let expression):
            let text = SchemaShape.pattern(
                [expression, "[0-9]+"].compactMap(\.self).joined(separator: "|"))
            let number = JSONValue.object([("type", .text("integer")), ("minimum", .number(0))])
            return .object([("anyOf", .list([number, text.json]))])
        case .words(let words): return .object([("enum", .texts(words))])
        case .flag:
            let flags: [JSONValue] = [.bool(true), .bool(false), .text("true"), .text("false")]
            return .object([("enum", .list(flags))])
        case .always: return .object([("enum", .list([.bool(true), .text("true")]))])
        case .constant(let number):
            return .object([("enum", .list([.number(number), .text(String(number))]))])
        case .list(let element):
            return .object([("type", .text("array")), ("items", element.json)])
        case .oneOrMore(let element):
            let list = JSONValue.object([
                ("type", .text("array")), ("minItems", .number(1)), ("items", element.json),
            ])
            return .object([("anyOf", .list([element.json, list]))])
        case .either(let one, let other):
            return .object([("anyOf", .list([one.json, other.json]))])
        case .mapping(let entries): return Self.mapping(entries)
        case .named(let pattern, let value):
            return .object([
                ("type", .text("object")),
                (
                    "patternProperties",
                    .object([("^x-", .bool(true)), ("^(?!x-)(\(pattern))$", value.json)])
                ), ("additionalProperties", .bool(false)),
            ])
        case .reference(let name): return .object([("$ref", .text("#/$defs/\(name)"))])
        }
    }

    /// A mapping of known keys, and of free ones.
    private static func mapping(_ entries: [SchemaEntry]) -> JSONValue {
        let required = entries.filter(\.isRequired).map(\.key)
        var object: [(name: String, value: JSONValue)] = [
            ("type", .text("object")),
            ("properties", .object(entries.map { ($0.key, $0.json) })),
            ("patternProperties", .object([("^x-", .bool(true))])),
            ("additionalProperties", .bool(false)),
        ]
        if !required.isEmpty { object.insert(("required", .texts(required)), at: 1) }
        return .object(object)
    }
}

/// One key of a mapping.
struct SchemaEntry {
    var key: String
    var shape: SchemaShape
    var summary: String
    var isRequired = false

    /// The value's schema with the key's summary.
    var json: JSONValue {
        guard case .object(let entries) = shape.json else { return shape.json }
        return .object([("description", .text(summary))] + entries)
    }

    /// An entry for `key`.
    init(
        _ key: some KeyVocabulary, _ shape: SchemaShape, _ summary: String, isRequired: Bool = false
    ) {
        self.init(key.rawValue, shape, summary, isRequired: isRequired)
    }

    /// An entry for a key by its text.
    init(_ key: String, _ shape: SchemaShape, _ summary: String, isRequired: Bool = false) {
        self.key = key
        self.shape = shape
        self.summary = summary
        self.isRequired = isRequired
    }
}
