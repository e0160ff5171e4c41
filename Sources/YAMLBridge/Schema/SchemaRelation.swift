// SPDX-License-Identifier: Apache-2.0

internal import Text

/// What holds of the keys of a mapping together, as a JSON Schema (2020-12, sections 10.2 and 10.3).
enum SchemaRelation {
    /// There is a key beside those that are free.
    case isNotEmpty
    /// There is one key.
    case isAlone
    /// One of these keys is there, at least.
    case needsAny([String])
    /// One of these keys is there, with a number over 0.
    case needsPositive([String])
    /// Where something is said, more has to be, or must not be.
    case when(SchemaCase, SchemaDemand)

    /// The schema.
    var json: JSONValue {
        switch self {
        case .isNotEmpty:
            // Of no key at all every name begins like that.
            let isFree = JSONValue.object([("pattern", .text("^x-"))])
            return .object([("not", .object([("propertyNames", isFree)]))])
        case .isAlone:
            return .object([("minProperties", .number(1)), ("maxProperties", .number(1))])
        case .needsAny(let keys):
            return .object([
                ("anyOf", .list(keys.map { .object([("required", .texts([$0]))]) }))
            ])
        case .needsPositive(let keys):
            let each = keys.map { key in
                JSONValue.object([
                    ("required", .texts([key])),
                    ("properties", .object([(key, SchemaShape.positiveNumber.json)])),
                ])
            }
            return .object([("anyOf", .list(each))])
        case .when(let condition, let demand):
            return .object([("if", condition.json), ("then", demand.json)])
        }
    }

    /// A relation between keys.
    static func when<Key: KeyVocabulary>(
        _ condition: SchemaCase, needs: [Key] = [], refuses: [Key] = [],
        _ shapes: [(Key, SchemaShape)] = []
    ) -> SchemaRelation {
        .when(
            condition,
            SchemaDemand(
                needed: needs.map(\.rawValue), refused: refuses.map(\.rawValue),
                shapes: shapes.map { ($0.0.rawValue, $0.1) }))
    }
}

/// What is said by some keys of a mapping.
indirect enum SchemaCase {
    /// Both of them.
    case both(SchemaCase, SchemaCase)
    /// The key is there.
    case has(String)
    /// The key is there with one of these words.
    case says(String, [String])
    /// The key is there with another word than these.
    case saysNot(String, [String])

    /// The schema.
    var json: JSONValue {
        switch self {
        case .both(let one, let other):
            return .object([("allOf", .list([one.json, other.json]))])
        case .has(let key): return .object([("required", .texts([key]))])
        case .says(let key, let words): return Self.said(key, .object([("enum", .texts(words))]))
        case .saysNot(let key, let words):
            return Self.said(key, .object([("not", .object([("enum", .texts(words))]))]))
        }
    }

    private static func said(_ key: String, _ value: JSONValue) -> JSONValue {
        .object([("required", .texts([key])), ("properties", .object([(key, value)]))])
    }
}

/// What is asked of other keys then.
struct SchemaDemand {
    /// These are there.
    let needed: [String]
    /// These are not.
    let refused: [String]
    /// These, if they are there, have such values.
    let shapes: [(key: String, shape: SchemaShape)]

    /// The schema.
    var json: JSONValue {
        var object: [(name: String, value: JSONValue)] = []
        if !needed.isEmpty { object.append(("required", .texts(needed))) }
        let properties =
            refused.map { (name: $0, value: JSONValue.bool(false)) }
            + shapes.map { (name: $0.key, value: $0.shape.json) }
        if !properties.isEmpty { object.append(("properties", .object(properties))) }
        return .object(object)
    }
}
