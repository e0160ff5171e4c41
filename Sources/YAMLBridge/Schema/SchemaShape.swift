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
    /// Any text but an empty one.
    case someText
    /// A text that an expression matches as a whole, or what an editor takes for a whole number or a
    /// truth value though it is a text here.
    case name(String)
    /// A text that an expression matches as a whole.
    case pattern(String)
    /// A whole number, or a text that an expression matches.
    case wholeNumber(or: String?)
    /// A whole number over 0.
    case positiveNumber
    /// One of some words.
    case words([String])
    /// `true` or `false`.
    case flag
    /// Exactly `true`.
    case always
    /// Exactly `false`.
    case never
    /// Exactly this value, as number or text.
    case constant(Int)
    /// A list.
    case list(SchemaShape)
    /// A list of at least one.
    case someOf(SchemaShape)
    /// A list of one.
    case alone(SchemaShape)
    /// One value or a list of at least one.
    case oneOrMore(SchemaShape)
    /// Either of two.
    case either(SchemaShape, SchemaShape)
    /// A mapping of known keys, and what holds of these together.
    case mapping([SchemaEntry], [SchemaRelation] = [])
    /// A mapping of names of one's own, and what holds of it.
    case named(String, SchemaShape, [SchemaRelation] = [])
    /// A definition of the schema.
    case reference(String)

    /// The schema.
    var json: JSONValue {
        switch self {
        case .text: return .object([("type", .texts(["string", "number", "boolean"]))])
        case .someText:
            return .object([
                ("type", .texts(["string", "number", "boolean"])), ("minLength", .number(1)),
            ])
        case .name(let expression):
            let others = JSONValue.object([
                ("type", .texts(["integer", "boolean"])), ("minimum", .number(0)),
            ])
            return .object([("anyOf", .list([SchemaShape.pattern(expression).json, others]))])
        case .pattern(let expression):
            return .object([("type", .text("string")), ("pattern", .text("^(\(expression))$"))])
        case .wholeNumber(let expression):
            return Self.number(
                from: 0, [expression, "[0-9]+"].compactMap(\.self).joined(separator: "|"))
        case .positiveNumber: return Self.number(from: 1, "0*[1-9][0-9]*")
        case .words(let words): return .object([("enum", .texts(words))])
        case .flag:
            let flags: [JSONValue] = [.bool(true), .bool(false), .text("true"), .text("false")]
            return .object([("enum", .list(flags))])
        case .always: return .object([("enum", .list([.bool(true), .text("true")]))])
        case .never: return .object([("enum", .list([.bool(false), .text("false")]))])
        case .constant(let number):
            return .object([("enum", .list([.number(number), .text(String(number))]))])
        case .list(let element):
            return .object([("type", .text("array")), ("items", element.json)])
        case .someOf(let element):
            return .object([
                ("type", .text("array")), ("minItems", .number(1)), ("items", element.json),
            ])
        case .alone(let element):
            return .object([
                ("type", .text("array")), ("minItems", .number(1)), ("maxItems", .number(1)),
                ("items", element.json),
            ])
        case .oneOrMore(let element):
            return .object([("anyOf", .list([element.json, SchemaShape.someOf(element).json]))])
        case .either(let one, let other):
            return .object([("anyOf", .list([one.json, other.json]))])
        case .mapping(let entries, let relations): return Self.mapping(entries, relations)
        case .named(let pattern, let value, let relations):
            var object: [(name: String, value: JSONValue)] = [
                ("type", .text("object")),
                (
                    "patternProperties",
                    .object([("^x-", .bool(true)), ("^(?!x-)(\(pattern))$", value.json)])
                ), ("additionalProperties", .bool(false)),
            ]
            if !relations.isEmpty { object.append(("allOf", .list(relations.map(\.json)))) }
            return .object(object)
        case .reference(let name): return .object([("$ref", .text("#/$defs/\(name)"))])
        }
    }

    private static func number(from least: Int64, _ expression: String) -> JSONValue {
        let number = JSONValue.object([("type", .text("integer")), ("minimum", .number(least))])
        return .object([("anyOf", .list([number, SchemaShape.pattern(expression).json]))])
    }

    /// A mapping of known keys, and of free ones.
    private static func mapping(
        _ entries: [SchemaEntry], _ relations: [SchemaRelation]
    ) -> JSONValue {
        let required = entries.filter(\.isRequired).map(\.key)
        var object: [(name: String, value: JSONValue)] = [
            ("type", .text("object")),
            ("properties", .object(entries.map { ($0.key, $0.json) })),
            ("patternProperties", .object([("^x-", .bool(true))])),
            ("additionalProperties", .bool(false)),
        ]
        if !required.isEmpty { object.insert(("required", .texts(required)), at: 1) }
        if !relations.isEmpty { object.append(("allOf", .list(relations.map(\.json)))) }
        return .object(object)
    }
}

/// One key of a mapping.
struct SchemaEntry {
    var key: String
    var shape: SchemaShape
    var summary: String
    var isRequired = false
    /// What an editor may offer for it.
    var hint = SchemaHint.none

    /// The value's schema with the key's summary and what may be offered for it.
    var json: JSONValue {
        guard case .object(let entries) = shape.json else { return shape.json }
        return .object([("description", .text(summary))] + hint.members + entries)
    }

    /// An entry for `key`.
    init(
        _ key: some KeyVocabulary, _ shape: SchemaShape, _ summary: String, isRequired: Bool = false
    ) {
        self.init(key.rawValue, shape, summary, isRequired: isRequired)
        hint = key.hint
    }

    /// An entry for a key by its text.
    init(_ key: String, _ shape: SchemaShape, _ summary: String, isRequired: Bool = false) {
        self.key = key
        self.shape = shape
        self.summary = summary
        self.isRequired = isRequired
    }
}
