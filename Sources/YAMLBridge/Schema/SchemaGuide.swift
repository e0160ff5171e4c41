// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// What may stand at a place of a rules file, as the JSON Schema has it, for those who complete and
/// explain what somebody types.
package enum SchemaGuide {
    /// One step from the root of a file to a place in it.
    package enum Step: Sendable, Hashable {
        /// To what stands under a key.
        case key(String)
        /// To an element of a list, by its number.
        case element(Int)
    }

    /// A key that may stand at a place.
    package struct Key: Sendable {
        /// The key.
        package let name: String
        /// What it means, in one line.
        package let summary: String
        /// Whether it must be there.
        package let isRequired: Bool
        /// What stands under it.
        package let opens: Opening
    }

    /// What stands under a key.
    package enum Opening: Sendable {
        case value, mapping, list
    }

    /// What may stand at a place.
    package struct Place: Sendable {
        /// The keys of a mapping there.
        package var keys: [Key] = []
        /// The words that may stand there.
        package var words: [String] = []
        /// Whether it is a condition.
        package var isCondition = false
    }

    /// What may stand at the end of `path`; nothing where no such place is.
    package static func place(at path: [Step]) -> Place {
        var shapes = flattened([RuleFileSchema.file])
        for step in path { shapes = flattened(shapes.flatMap { next(step, from: $0) }) }
        var place = Place()
        for shape in shapes { add(shape, to: &place) }
        return place
    }

    /// What `key` means in the mapping at the end of `path`; nil where it means nothing.
    package static func key(_ key: String, at path: [Step]) -> Key? {
        place(at: path).keys.first { $0.name == key }
    }

    /// The test that `key` is in the mapping at the end of `path`; nil where it is none.
    package static func field(_ key: String, at path: [Step]) -> FieldDescription? {
        guard place(at: path).isCondition, let field = Field(rawValue: key) else { return nil }
        return Vocabulary.description(of: field)
    }

    private static func add(_ shape: SchemaShape, to place: inout Place) {
        switch shape {
        case .mapping(let entries, _):
            place.isCondition =
                place.isCondition
                || entries.contains { $0.key == CombinatorKey.everything.rawValue }
            for entry in entries where !place.keys.contains(where: { $0.name == entry.key }) {
                place.keys.append(
                    Key(
                        name: entry.key, summary: entry.summary, isRequired: entry.isRequired,
                        opens: opening(of: entry.shape)))
            }
        case .words(let words): place.words += words.filter { !place.words.contains($0) }
        case .flag: place.words += ["true", "false"]
        case .always: place.words.append("true")
        case .never: place.words.append("false")
        case .constant(let number): place.words.append(String(number))
        default: break
        }
    }

    /// What stands under an entry of that shape, where only one thing can.
    private static func opening(of shape: SchemaShape) -> Opening {
        switch shape {
        case .mapping, .named: .mapping
        case .reference: .mapping
        case .list, .someOf: .list
        default: .value
        }
    }

    /// The shapes without those that only stand for others; what may be one value or a list of such is
    /// both.
    private static func flattened(_ shapes: [SchemaShape]) -> [SchemaShape] {
        shapes.flatMap { shape -> [SchemaShape] in
            switch shape {
            case .either(let one, let other): flattened([one, other])
            case .oneOrMore(let element): flattened([element]) + [.someOf(element)]
            case .reference(let name): flattened([definition(name)].compactMap(\.self))
            default: [shape]
            }
        }
    }

    private static func next(_ step: Step, from shape: SchemaShape) -> [SchemaShape] {
        switch (step, shape) {
        case (.key(let key), .mapping(let entries, _)):
            entries.filter { $0.key == key }.map(\.shape)
        case (.key, .named(_, let value, _)): [value]
        case (.element, .list(let element)), (.element, .someOf(let element)),
            (.element, .alone(let element)):
            [element]
        default: []
        }
    }

    /// What `SchemaShape.reference` names.
    private static func definition(_ name: String) -> SchemaShape? {
        switch name {
        case "condition": RuleFileSchema.condition
        case "protection": RuleFileSchema.protection
        case "rule": RuleFileSchema.rule
        case "test": RuleFileSchema.test
        case "item": RuleFileSchema.item
        case "drive": RuleFileSchema.drive
        default: nil
        }
    }
}
