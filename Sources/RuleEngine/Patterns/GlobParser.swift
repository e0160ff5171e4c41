// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// Takes a glob apart: Form C, then braces, then `/`, then what stands between.
struct GlobParser {
    /// The most strings that the braces of one glob may expand to.
    static let expansionMax = 1_000
    /// The deepest nesting of braces.
    static let nestingMax = 100

    let style: Glob.Style

    /// The alternatives of `text`; throws `glob-invalid`.
    func parse(_ text: String) throws(ValueError) -> [[GlobComponent]] {
        let scalars = Array(Normalization.composed(text).unicodeScalars)
        if scalars.isEmpty { throw invalid(Message("the pattern is empty")) }
        if style == .path { try checkBeginning(scalars) }
        var alternatives: [[GlobComponent]] = []
        for expanded in try expand(scalars[...], depth: 0) {
            alternatives.append(
                style == .path ? try pathComponents(expanded) : [try component(expanded)])
        }
        return alternatives
    }

    private func invalid(_ fault: Message, advice: Message? = nil) -> ValueError {
        ValueError(.globInvalid, fault, advice: advice)
    }

    private func checkBeginning(_ scalars: [Unicode.Scalar]) throws(ValueError) {
        if scalars == ["*", "*"] {
            throw invalid(
                Message("'**' alone is no path pattern"),
                advice: Message("write '/**' for everything"))
        }
        if scalars[0] == "/" || scalars.starts(with: ["*", "*", "/"]) { return }
        throw invalid(
            Message("a path pattern begins with '/' or '**/'; for a name alone use 'name'"))
    }

    // MARK: Braces

    /// Every string that the braces stand for, quotes kept.
    private func expand(
        _ text: ArraySlice<Unicode.Scalar>, depth: Int
    ) throws(ValueError) -> [[Unicode.Scalar]] {
        if depth > Self.nestingMax {
            throw invalid(Message("braces nest more than \(Self.nestingMax) deep"))
        }
        var results: [[Unicode.Scalar]] = [[]]
        var index = text.startIndex
        while index < text.endIndex {
            let scalar = text[index]
            if scalar == "\\", index + 1 < text.endIndex {
                for at in results.indices { results[at] += [scalar, text[index + 1]] }
                index += 2
            } else if scalar == "{" {
                let (choices, end) = try choices(in: text, after: index, depth: depth)
                guard results.count * choices.count <= Self.expansionMax else {
                    throw invalid(Message("the braces expand to more than 1,000 patterns"))
                }
                results = results.flatMap { head in choices.map { head + $0 } }
                index = end
            } else {
                for at in results.indices { results[at].append(scalar) }
                index += 1
            }
        }
        return results
    }

    /// What the brace at `open` offers, and where the text goes on behind it.
    private func choices(
        in text: ArraySlice<Unicode.Scalar>, after open: Int, depth: Int
    ) throws(ValueError) -> ([[Unicode.Scalar]], Int) {
        var level = 0
        var start = open + 1
        var index = start
        var parts: [ArraySlice<Unicode.Scalar>] = []
        while index < text.endIndex {
            switch text[index] {
            case "\\": index += 1
            case "{": level += 1
            case "," where level == 0:
                parts.append(text[start..<index])
                start = index + 1
            case "}" where level == 0:
                parts.append(text[start..<index])
                if parts.count == 1, parts[0].isEmpty {
                    throw invalid(
                        Message("'{}' holds nothing"),
                        advice: Message("write '\\{' for a brace itself"))
                }
                var choices: [[Unicode.Scalar]] = []
                for part in parts {
                    choices += try expand(part, depth: depth + 1)
                    guard choices.count <= Self.expansionMax else {
                        throw invalid(Message("the braces expand to more than 1,000 patterns"))
                    }
                }
                return (choices, index + 1)
            case "}": level -= 1
            default: break
            }
            index += 1
        }
        throw invalid(
            Message("'{' is never closed"), advice: Message("write '\\{' for a brace itself"))
    }

    // MARK: Components

    private func pathComponents(
        _ text: [Unicode.Scalar]
    ) throws(ValueError) -> [GlobComponent] {
        let body = text.first == "/" ? text.dropFirst() : text[...]
        var components: [GlobComponent] = []
        for part in body.split(separator: "/", omittingEmptySubsequences: false) {
            if part.isEmpty {
                throw invalid(
                    Message("a path pattern has no empty component and no '/' at its end"))
            }
            components.append(
                part.elementsEqual(["*", "*"]) ? .anyFolders : try component(Array(part)))
        }
        return components
    }

    private func component(_ text: [Unicode.Scalar]) throws(ValueError) -> GlobComponent {
        var tokens: [GlobToken] = []
        var literal: [UInt8] = []
        func flush() {
            if !literal.isEmpty { tokens.append(.literal(literal)) }
            literal = []
        }
        var index = 0
        while index < text.count {
            let scalar = text[index]
            index += 1
            switch scalar {
            case "*":
                flush()
                if tokens.last != .anyRun { tokens.append(.anyRun) }
            case "?":
                flush()
                tokens.append(.anyScalar)
            case "[":
                flush()
                tokens.append(.set(try scalarSet(text, from: &index)))
            case "\\":
                guard index < text.count else {
                    throw invalid(
                        Message("'\\' at the end quotes nothing"),
                        advice: Message("write '\\\\' for itself"))
                }
                try append(text[index], to: &literal)
                index += 1
            default: try append(scalar, to: &literal)
            }
        }
        flush()
        return .tokens(tokens)
    }

    private func append(
        _ scalar: Unicode.Scalar, to literal: inout [UInt8]
    ) throws(ValueError) {
        if scalar == "/", style == .name {
            throw invalid(Message("a name holds no '/'; use 'path' for a pattern with folders"))
        }
        let folded = Unicode.Scalar(CaseFolding.fold(scalar.value)) ?? scalar
        literal += Array(String(Character(folded)).utf8)
    }

    /// The class whose `[` stands before `index`, which moves behind its `]`.
    private func scalarSet(
        _ text: [Unicode.Scalar], from index: inout Int
    ) throws(ValueError) -> ScalarSet {
        var set = ScalarSet(ranges: [], isNegated: false)
        if index < text.count, text[index] == "!" {
            set.isNegated = true
            index += 1
        }
        while index < text.count, text[index] != "]" {
            let first = try classScalar(text, from: &index)
            let isRange = index + 1 < text.count && text[index] == "-" && text[index + 1] != "]"
            guard isRange else {
                set.ranges.append(first.value...first.value)
                continue
            }
            index += 1
            let last = try classScalar(text, from: &index)
            guard first <= last else {
                throw invalid(Message("the range '\(first)-\(last)' runs backwards"))
            }
            set.ranges.append(first.value...last.value)
        }
        guard index < text.count else {
            throw invalid(
                Message("'[' is never closed"), advice: Message("write '\\[' for a bracket itself"))
        }
        index += 1
        if set.ranges.isEmpty {
            throw invalid(
                Message("a class holds at least one character"),
                advice: Message("write '\\[' for a bracket itself"))
        }
        return set
    }

    private func classScalar(
        _ text: [Unicode.Scalar], from index: inout Int
    ) throws(ValueError) -> Unicode.Scalar {
        if text[index] == "\\" { index += 1 }
        guard index < text.count else {
            throw invalid(
                Message("'[' is never closed"), advice: Message("write '\\[' for a bracket itself"))
        }
        let scalar = text[index]
        if scalar == "/" { throw invalid(Message("no class holds '/'")) }
        index += 1
        return scalar
    }
}
