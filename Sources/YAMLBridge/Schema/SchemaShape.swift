// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

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
    var json: JSONText {
        switch self {
        case .text: return .object([("type", .strings(["string", "number", "boolean"]))])
        case .pattern(let expression):
            return .object([("type", .string("string")), ("pattern", .string("^(\(expression))$"))])
        case .wholeNumber(let expression):
            let text = SchemaShape.pattern(
                [expression, "[0-9]+"].compactMap(\.self).joined(separator: "|"))
            let number = JSONText.object([("type", .string("integer")), ("minimum", .number(0))])
            return .object([("anyOf", .array([number, text.json]))])
        case .words(let words): return .object([("enum", .strings(words))])
        case .flag:
            let flags: [JSONText] = [.flag(true), .flag(false), .string("true"), .string("false")]
            return .object([("enum", .array(flags))])
        case .always: return .object([("enum", .array([.flag(true), .string("true")]))])
        case .constant(let number):
            return .object([("enum", .array([.number(number), .string(String(number))]))])
        case .list(let element):
            return .object([("type", .string("array")), ("items", element.json)])
        case .oneOrMore(let element):
            let list = JSONText.object([
                ("type", .string("array")), ("minItems", .number(1)), ("items", element.json),
            ])
            return .object([("anyOf", .array([element.json, list]))])
        case .either(let one, let other):
            return .object([("anyOf", .array([one.json, other.json]))])
        case .mapping(let entries): return Self.mapping(entries)
        case .named(let pattern, let value):
            return .object([
                ("type", .string("object")),
                (
                    "patternProperties",
                    .object([("^x-", .flag(true)), ("^(?!x-)(\(pattern))$", value.json)])
                ), ("additionalProperties", .flag(false)),
            ])
        case .reference(let name): return .object([("$ref", .string("#/$defs/\(name)"))])
        }
    }

    /// A mapping of known keys, and of free ones.
    private static func mapping(_ entries: [SchemaEntry]) -> JSONText {
        let required = entries.filter(\.isRequired).map(\.key)
        var object: [(key: String, value: JSONText)] = [
            ("type", .string("object")),
            ("properties", .object(entries.map { ($0.key, $0.json) })),
            ("patternProperties", .object([("^x-", .flag(true))])),
            ("additionalProperties", .flag(false)),
        ]
        if !required.isEmpty { object.insert(("required", .strings(required)), at: 1) }
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
    var json: JSONText {
        guard case .object(let entries) = shape.json else { return shape.json }
        return .object([("description", .string(summary))] + entries)
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
