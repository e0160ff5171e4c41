// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine

/// What stands beside a value: a little more, a little less, the other way round.
enum ValueVariants {
    /// The values beside `text`, which is of `form`; some of them may be no values of it.
    static func of(_ text: String, _ form: ValueForm) -> [(RuleVariant.Kind, String)] {
        if let other = ["present": "missing", "missing": "present"][text] {
            return [(.comparison, other)]
        }
        switch form {
        case .size, .count, .age, .date: return comparisons(text)
        case .flag:
            return ["true": "false", "false": "true"][text].map { [(.comparison, $0)] } ?? []
        case .nameGlob, .textGlob: return names(text)
        case .pathGlob: return paths(text)
        case .regularExpression: return expressions(text)
        case .fileExtension, .kind, .driveName: return []
        }
    }

    // MARK: Comparisons

    private static let turned = [
        "over": "under", "under": "over", "before": "since", "since": "before",
    ]

    private static func comparisons(_ text: String) -> [(RuleVariant.Kind, String)] {
        if let blank = text.firstIndex(of: " "), let other = turned[String(text[..<blank])] {
            let rest = text[blank...].drop { $0 == " " }
            return [(.comparison, other + " " + rest)]
                + bounds(rest).map { (.threshold, text[..<blank] + " " + $0) }
        }
        let ends = text.split(separator: "..", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return bounds(text[...]).map { (.threshold, $0) } }
        return bounds(ends[0]).map { (.threshold, $0 + ".." + ends[1]) }
            + bounds(ends[1]).map { (.threshold, ends[0] + ".." + $0) }
    }

    /// Twice and half the bound; a date a year later and earlier.
    private static func bounds(_ text: Substring) -> [String] {
        if let match = text.wholeMatch(of: #/(\d{4})(-.*)/#), let year = Int(match.1) {
            return [year + 1, year - 1].map { String($0) + match.2 }
        }
        guard let match = text.wholeMatch(of: #/(\d+)(\.\d+)?([A-Za-z]*)/#),
            let number = Int(match.1), number < 1 << 40
        else { return [] }
        if let fraction = match.2, let exact = Double(match.1 + fraction) {
            return [exact * 2, exact / 2].map { "\($0)" + match.3 }
        }
        let others = number == 0 ? [1] : [number * 2, number / 2]
        return others.map { String($0) + match.3 }
    }

    // MARK: Patterns

    private static func names(_ text: String) -> [(RuleVariant.Kind, String)] {
        var found: [String] = []
        if !text.hasPrefix("*") {
            found.append("*" + text)
        } else if !text.hasSuffix("*") {
            found.append(text + "*")
        }
        if let narrowed = narrowed(text) { found.append(narrowed) }
        return found.map { (.pattern, $0) }
    }

    private static func paths(_ text: String) -> [(RuleVariant.Kind, String)] {
        var found: [String] = []
        if text.hasSuffix("/**") {
            found.append(String(text.dropLast()))
        } else if text.hasSuffix("/*") {
            found.append(text + "*")
        } else if let narrowed = narrowed(text) {
            found.append(narrowed)
        }
        if text.hasPrefix("/"), !text.hasPrefix("/**"), text.count > 1 {
            found.append("/**" + text)
        }
        return found.map { (.pattern, $0) }
    }

    /// The pattern without its first star that stands alone; nil where it has none.
    private static func narrowed(_ text: String) -> String? {
        guard !text.contains("**"), !text.contains("\\"), text.count > 1,
            let star = text.firstIndex(of: "*")
        else { return nil }
        return String(text[..<star] + text[text.index(after: star)...])
    }

    private static func expressions(_ text: String) -> [(RuleVariant.Kind, String)] {
        var found: [String] = []
        if text.hasPrefix("^") {
            found.append(String(text.dropFirst()))
        } else if text.hasSuffix("$"), !text.hasSuffix("\\$") {
            found.append(String(text.dropLast()))
        }
        if !(text.hasPrefix("^") && text.hasSuffix("$")) { found.append("^(?:\(text))$") }
        return found.map { (.pattern, $0) }
    }
}
