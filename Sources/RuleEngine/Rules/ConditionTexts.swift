// SPDX-License-Identifier: Apache-2.0

/// Writes conditions in one way only, with the definitions that they name written out.
struct ConditionTexts {
    private let definitions: [String: Condition]
    private let isExpanding: Bool
    private var expanded: [String: Piece] = [:]
    private var open: Set<String> = []
    private var bytesLeft = RuleDigest.Bounds.expandedBytes
    private var depth = 0
    /// Whether a definition led back to itself, was not there, or was too much.
    private var isBeyondBounds = false

    /// One condition, written.
    private struct Piece {
        /// What joins the parts; nil for a test.
        var word: Word?
        var parts: [Piece]
        var text: String
    }

    private enum Word: String { case all, any, none }

    /// A writer that knows `definitions`.
    init(definitions: [Definition]) {
        self.init(
            Dictionary(
                definitions.map { ($0.name, $0.condition) }, uniquingKeysWith: { first, _ in first }
            ),
            isExpanding: true)
    }

    private init(_ definitions: [String: Condition], isExpanding: Bool) {
        self.definitions = definitions
        self.isExpanding = isExpanding
    }

    /// The texts of `conditions`, and of the definitions that could not be written out.
    func texts(of conditions: [Condition]) -> (texts: [String], definitions: [String]) {
        var writer = self
        let texts = conditions.map { writer.piece($0).text }
        if !writer.isBeyondBounds { return (texts, []) }
        var named = ConditionTexts(definitions, isExpanding: false)
        return (conditions.map { named.piece($0).text }, named.reachable(from: conditions))
    }

    // MARK: Structure

    private mutating func piece(_ condition: Condition) -> Piece {
        depth += 1
        defer { depth -= 1 }
        if isExpanding, depth > RuleDigest.Bounds.depth { isBeyondBounds = true }
        if isBeyondBounds { return Piece(parts: [], text: "") }
        switch condition {
        case .everything: return leaf("everything")
        case .all(let parts): return joined(.all, parts.map { piece($0) })
        case .any(let parts): return joined(.any, parts.map { piece($0) })
        case .none(let parts):
            let any = joined(.any, parts.map { piece($0) })
            let below = any.word == .any ? any.parts : [any]
            return made(.none, below)
        case .defined(let names):
            return joined(.any, names.map { isExpanding ? definition($0) : reference($0) })
        case .test(let test):
            let values = test.alternatives.map { ConditionTexts.text($0) }
            return leaf("\(test.field.rawValue)\(values.asSet)")
        }
    }

    private func reference(_ name: String) -> Piece {
        Piece(parts: [], text: "is(\(name.counted))")
    }

    private mutating func definition(_ name: String) -> Piece {
        if let known = expanded[name] { return known }
        guard let condition = definitions[name], open.insert(name).inserted else {
            isBeyondBounds = true
            return reference(name)
        }
        let piece = piece(condition)
        open.remove(name)
        expanded[name] = piece
        return piece
    }

    /// An "and" or an "or" without order, repeats, and "and" in "and": Kleene's do not see them.
    private mutating func joined(_ word: Word, _ parts: [Piece]) -> Piece {
        charge(parts)
        if isBeyondBounds { return Piece(parts: [], text: "") }
        let flat = parts.flatMap { $0.word == word ? $0.parts : [$0] }
        let sorted = flat.sorted { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        var kept: [Piece] = []
        for part in sorted where !(kept.last?.text.utf8.elementsEqual(part.text.utf8) ?? false) {
            kept.append(part)
        }
        return kept.count == 1 ? kept[0] : made(word, kept)
    }

    private mutating func made(_ word: Word, _ parts: [Piece]) -> Piece {
        charge(parts)
        if isBeyondBounds { return Piece(parts: [], text: "") }
        let text = "\(word.rawValue)(\(parts.map(\.text).joined(separator: ",")))"
        return Piece(word: word, parts: parts, text: text)
    }

    private func leaf(_ text: String) -> Piece { Piece(parts: [], text: text) }

    /// Counts what is about to be sorted or written: what is too much is never made.
    private mutating func charge(_ parts: [Piece]) {
        guard isExpanding else { return }
        bytesLeft -= parts.reduce(8) { $0 + $1.text.utf8.count + 1 }
        if bytesLeft < 0 { isBeyondBounds = true }
    }

    /// The definitions that `conditions` lead to, a line for each, in the order of their names.
    private mutating func reachable(from conditions: [Condition]) -> [String] {
        var waiting = conditions
        var found: [String: String] = [:]
        while let condition = waiting.popLast() {
            switch condition {
            case .everything, .test: break
            case .all(let parts), .any(let parts), .none(let parts): waiting += parts
            case .defined(let names):
                for name in names where found[name] == nil {
                    guard let condition = definitions[name] else { continue }
                    found[name] = "define \(name.counted) \(piece(condition).text)"
                    waiting.append(condition)
                }
            }
        }
        return Array(found.values).sortedOnce
    }

    // MARK: Tests

    private static func text(_ value: TestValue) -> String {
        switch value {
        case .present: "present"
        case .missing: "missing"
        case .glob(let glob): "glob:\(glob.text.counted)"
        case .regularExpression(let expression): "regex:\(expression.pattern.counted)"
        case .fileExtension(let text): "ext:\(text.counted)"
        case .kind(let kind): "kind:\(kind.rawValue)"
        case .driveName(let name): "drive:\(name.counted)"
        case .number(let comparison): text(comparison) { "\($0)" }
        case .age(let comparison): text(comparison) { text($0) }
        case .date(.before(let bound)): "before:\(text(bound))"
        case .date(.since(let bound)): "since:\(text(bound))"
        case .date(.between(let from, let to)): "\(text(from))..\(text(to))"
        case .flag(let flag): "\(flag)"
        }
    }

    private static func text<Bound>(
        _ comparison: Comparison<Bound>, _ write: (Bound) -> String
    ) -> String {
        switch comparison {
        case .over(let bound): "over:\(write(bound))"
        case .under(let bound): "under:\(write(bound))"
        case .between(let low, let high): "\(write(low))..\(write(high))"
        case .exactly(let bound): "=\(write(bound))"
        }
    }

    private static func text(_ bound: DateBound) -> String {
        switch bound {
        case .day(let day): day.text
        case .instant(let instant): "@\(instant.secondsSinceEpoch)"
        }
    }

    /// The age in seconds or in months: `7d` and `1w` are one age, and so are `1y` and `12mo`.
    static func text(_ age: Age) -> String {
        let (factor, unit): (Int64, String) =
            switch age.unit {
            case .minute, .hour, .day, .week: (age.unit.secondsExactly ?? 1, "s")
            case .month: (1, "mo")
            case .year: (12, "mo")
            }
        let (product, overflow) = age.amount.multipliedReportingOverflow(by: factor)
        return overflow ? "\(age.amount)\(age.unit.rawValue)" : "\(product)\(unit)"
    }
}
