// SPDX-License-Identifier: Apache-2.0

internal import Text

/// How a text is written as a YAML scalar of one line.
package enum ScalarText {
    /// The sign around a scalar.
    package enum Quote {
        case single, double
    }

    /// `text` as a scalar: plain where that is the same text everywhere, with `quote` if one is named.
    package static func written(_ text: String, isInFlow: Bool, quote: Quote? = nil) -> String {
        let isSimple = !text.unicodeScalars.contains(where: needsEscape)
        switch quote {
        case .single? where isSimple: return single(text)
        case .double?: return double(text)
        case nil where isPlain(text, isInFlow: isInFlow): return text
        default: break
        }
        let hasSigns = text.contains("\\") || text.contains("\"")
        return isSimple && hasSigns ? single(text) : double(text)
    }

    /// Characters that no plain scalar begins with; some could, where no blank follows.
    private static let indicators = Set("-?:,[]{}#&*!|>'\"%@`".unicodeScalars)
    /// Characters that end a plain scalar between brackets.
    private static let flowSigns = Set(",[]{}".unicodeScalars)

    private static func isPlain(_ text: String, isInFlow: Bool) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last,
            !PlainValue.isNothing(text), text != "<<", text != "...",
            !indicators.contains(first), first != " ", last != " ", last != ":",
            !scalars.contains(where: needsEscape)
        else { return false }
        // By scalars: what combines with a blank is one character with it.
        let pairs = zip(scalars, scalars.dropFirst())
        if pairs.contains(where: { $0 == ":" && $1 == " " || $0 == " " && $1 == "#" }) {
            return false
        }
        return !isInFlow
            || !scalars.contains { flowSigns.contains($0) || $0 == "?" || $0 == ":" }
    }

    /// Whether the scalar is written by an escape: controls, line ends of YAML 1.1, what a reader might
    /// take away, and what nobody would see or what turns the text around it; but for what joins pictures
    /// to one.
    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        case 0x200D, 0xFE0E, 0xFE0F: false
        default: scalar.isHiddenOrControl
        }
    }

    private static func single(_ text: String) -> String {
        var written = "'"
        for scalar in text.unicodeScalars {
            written.unicodeScalars.append(scalar)
            if scalar == "'" { written.unicodeScalars.append(scalar) }
        }
        return written + "'"
    }

    private static func double(_ text: String) -> String {
        var written = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": written += "\\\""
            case "\\": written += "\\\\"
            case "\n": written += "\\n"
            case "\t": written += "\\t"
            case _ where needsEscape(scalar):
                written +=
                    scalar.value < 0x100
                    ? "\\x" + HexDigits.text(UInt8(scalar.value), atLeast: 2, upper: true)
                    : scalar.value < 0x10000
                        ? "\\u" + HexDigits.text(scalar.value, atLeast: 4, upper: true)
                        : "\\U" + HexDigits.text(scalar.value, atLeast: 8, upper: true)
            default: written.unicodeScalars.append(scalar)
            }
        }
        return written + "\""
    }
}

extension PlainValue {
    /// The value on one line, between brackets where it is a list or a mapping.
    func inline(isInFlow: Bool) -> String {
        switch self {
        case .empty: "~"
        case .text(let text): ScalarText.written(text, isInFlow: isInFlow)
        case .list(let elements):
            "[" + elements.map { $0.inline(isInFlow: true) }.joined(separator: ", ") + "]"
        case .map(let entries):
            "{"
                + entries.map { entry in
                    ScalarText.written(entry.key, isInFlow: true) + ": "
                        + entry.value.inline(isInFlow: true)
                }.joined(separator: ", ") + "}"
        }
    }

    /// The lines of `key` with the value, the first one without indentation: mappings as blocks, lists
    /// of texts between brackets.
    package func lines(under key: String) -> [String] {
        let head = ScalarText.written(key, isInFlow: false) + ":"
        switch self {
        case .map(let entries) where !entries.isEmpty:
            return [head] + entries.flatMap { $0.value.lines(under: $0.key) }.map { "  " + $0 }
        case .list(let elements) where elements.contains(where: \.isMap):
            return [head] + elements.flatMap(\.elementLines).map { "  " + $0 }
        default: return [head + " " + inline(isInFlow: false)]
        }
    }

    /// The lines of the value as an element of a list.
    var elementLines: [String] {
        guard case .map(let entries) = self, !entries.isEmpty else {
            return ["- " + inline(isInFlow: false)]
        }
        let lines = entries.flatMap { $0.value.lines(under: $0.key) }
        return lines.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }

    private var isMap: Bool {
        if case .map(let entries) = self { return !entries.isEmpty }
        return false
    }
}
