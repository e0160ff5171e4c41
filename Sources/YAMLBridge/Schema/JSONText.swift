// SPDX-License-Identifier: Apache-2.0

/// A JSON value that keeps the order of its keys.
indirect enum JSONText {
    case string(String)
    case number(Int)
    case flag(Bool)
    case array([JSONText])
    case object([(key: String, value: JSONText)])

    /// The value as indented text.
    func text(indent: Int = 0) -> String {
        let inner = String(repeating: "  ", count: indent + 1)
        let outer = String(repeating: "  ", count: indent)
        switch self {
        case .string(let text): return Self.quoted(text)
        case .number(let number): return String(number)
        case .flag(let flag): return flag ? "true" : "false"
        case .array(let elements):
            return "[" + elements.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
        case .object(let entries) where entries.isEmpty: return "{}"
        case .object(let entries):
            let lines = entries.map {
                "\(inner)\(Self.quoted($0.key)): \($0.value.text(indent: indent + 1))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
        }
    }

    /// An array of strings.
    static func strings(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.string)) }

    /// A text in quotes; the schema holds no control characters.
    private static func quoted(_ text: String) -> String {
        let escaped = text.map { character in
            character == "\"" || character == "\\" ? "\\\(character)" : String(character)
        }
        return "\"" + escaped.joined() + "\""
    }
}
