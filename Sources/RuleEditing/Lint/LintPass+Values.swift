// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine
internal import YAMLBridge

extension LintPass {
    /// Looks at one test of `condition`.
    mutating func look(at leaf: LintedLeaf, of condition: LintedCondition) {
        for value in leaf.values {
            guard let text = document.tree.text(of: value) else { continue }
            lookForOddCharacters(text, value)
            lookForComment(text, value)
            switch leaf.field {
            case "name", "path": lookAtGlob(text, value, leaf, condition)
            case "name_regex", "path_regex": lookAtExpression(text, value, leaf.field)
            case "ext": lookAtExtension(text, value, leaf)
            case "mime": lookAtType(text, value)
            case "size": lookAtSize(text, value)
            default: break
            }
        }
    }

    /// Another scalar in the place of `node`, in quotes as that is.
    private func replacement(of node: NodeID, by text: String) -> [Splice] {
        guard case .scalar(_, let style) = document.tree[node].content, style != .block else {
            return []
        }
        return [document.renaming(node, to: text)]
    }

    private mutating func lookForOddCharacters(_ text: String, _ node: NodeID) {
        guard let odd = text.unicodeScalars.first(where: OddCharacters.isBlankOrQuote) else {
            return
        }
        report(
            .characterOdd,
            Message(
                "this value holds \(odd.codePoint), \(OddCharacters.name(of: odd)); it is compared as"
                    + " it stands"), at: node)
    }

    /// A comment right behind a plain value, without a blank after its sign: `a #b`.
    private mutating func lookForComment(_ text: String, _ node: NodeID) {
        guard case .scalar(_, .plain) = document.tree[node].content else { return }
        let bytes = document.source.bytes
        let sign = document.layout.skipBlanks(from: document.tree[node].range.upperBound)
        guard sign + 1 < bytes.count, bytes[sign] == UInt8(ascii: "#"),
            ![0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "#")].contains(bytes[sign + 1])
        else { return }
        report(
            .commentCuts,
            Message(
                "the value ends before the '#', which begins a comment; quote it if it goes on"),
            at: node)
    }

    private mutating func lookAtGlob(
        _ text: String, _ node: NodeID, _ leaf: LintedLeaf, _ condition: LintedCondition
    ) {
        // `report.*` and `.*` are globs like any; it takes an anchor or an escape to tell.
        let isExpression =
            text.hasPrefix("^") || (text.hasSuffix("$") && text.contains(".*"))
            || text.contains("\\.") || text.contains("\\d") || text.contains("(?")
        if isExpression {
            return report(
                .globRegex,
                Message(
                    "this is a regular expression, and '\(leaf.field)' takes a glob; write"
                        + " '\(leaf.field)_regex'"), at: node)
        }
        guard leaf.field == "path", let rule = condition.rule, condition.isMatch,
            !rule.isProtection, !rule.isFolderRule,
            !text.contains(where: { "*?[{\\".contains($0) }),
            let name = text.split(separator: "/").last, !name.contains(".")
        else { return }
        report(
            .pathFolder,
            Message(
                "this is a folder's path, and the rule is about files; for those in it write"
                    + " '\(text)/**'"), at: node)
    }

    /// A name holds no slash; a path may, unless an anchor or a flag stands beside it.
    private mutating func lookAtExpression(_ text: String, _ node: NodeID, _ field: String) {
        guard let match = text.wholeMatch(of: #/\/(.+)\/([imsx]*)/#),
            field == "name_regex" || !match.2.isEmpty || match.1.hasPrefix("^")
        else { return }
        // The last folder of a path may be called like flags.
        let isCertain = field == "name_regex" || match.1.hasPrefix("^")
        let flags = match.2.isEmpty ? "" : "(?\(match.2))"
        let plain = flags + String(match.1)
        report(
            .regexDelimited,
            Message("the slashes belong to the expression here; write '\(plain)'"), at: node,
            fix: isCertain ? replacement(of: node, by: plain) : [])
    }

    private mutating func lookAtExtension(_ text: String, _ node: NodeID, _ leaf: LintedLeaf) {
        let parts = text.split(whereSeparator: { ", |;".contains($0) }).map { String($0) }
        guard parts.count > 1 else { return }
        let list = PlainValue.list(parts.map(PlainValue.text)).inline(isInFlow: true)
        let inner = String(list.dropFirst().dropLast())
        let isAlone = leaf.value == node
        let range = document.tree[node].range
        report(
            .extensionSeveral,
            Message("these are several extensions in one text; write \(list)"), at: node,
            fix: isAlone
                ? [Splice(range, list)]
                : document.isFlow(leaf.value) ? [Splice(range, inner)] : [])
    }

    private static let types = ["image", "video", "audio", "text", "application", "font", "model"]

    private mutating func lookAtType(_ text: String, _ node: NodeID) {
        guard !text.contains("/"), !text.contains("*"), text != "present", text != "missing"
        else { return }
        let isType = Self.types.contains(text.lowercased())
        report(
            .mimeBare,
            isType
                ? Message("a MIME type has two parts; write '\(text)/*'")
                : Message("a MIME type has two parts, as 'image/png'"), at: node,
            fix: isType ? replacement(of: node, by: text + "/*") : [])
    }

    private mutating func lookAtSize(_ text: String, _ node: NodeID) {
        guard text.first?.isNumber == true, !text.contains(".."), !text.hasPrefix("0") else {
            return
        }
        report(
            .sizeExact,
            Message(
                "this is that size to the byte; write 'over \(text)', 'under \(text)', or a range"),
            at: node)
    }

    // MARK: Together

    /// Looks for tests of one field that never hold together.
    mutating func lookForContradictions(in condition: LintedCondition) {
        let leaves = document.jointLeaves(of: condition.node)
        var seen: [String: [LintedLeaf]] = [:]
        for leaf in leaves {
            if seen[leaf.field, default: []].contains(where: { areApart($0, leaf) }) {
                report(
                    .contradiction,
                    Message("the two tests of '\(leaf.field)' never hold together"), at: leaf.key)
            }
            seen[leaf.field, default: []].append(leaf)
        }
        if let empty = seen["empty"]?.first, let size = seen["size"]?.first,
            document.tree.text(of: empty.value) == "true",
            let text = document.tree.text(of: size.value), text.hasPrefix("over")
        {
            report(
                .contradiction, Message("what is empty has no such size"), at: size.key)
        }
    }

    /// Whether two tests of one field never hold for the same item.
    private func areApart(_ one: LintedLeaf, _ two: LintedLeaf) -> Bool {
        func texts(_ leaf: LintedLeaf) -> [String] {
            leaf.values.compactMap(document.tree.text(of:))
        }
        guard let field = Field(rawValue: one.field) else { return false }
        let (first, second) = (texts(one), texts(two))
        let form = Vocabulary.description(of: field).form
        if Vocabulary.description(of: field).takesPresence {
            let isMissing = (first == ["missing"], second == ["missing"])
            if isMissing.0 != isMissing.1 {
                return !(isMissing.0 ? second : first).contains("missing")
            }
            if first.contains("present") || second.contains("present") { return false }
        }
        return first.allSatisfy { left in
            second.allSatisfy { right in ValueDistance.areApart(left, right, form) }
        }
    }
}

/// Whether single values of one field never hold for the same item.
private enum ValueDistance {
    static func areApart(_ one: String, _ two: String, _ form: ValueForm) -> Bool {
        switch form {
        case .fileExtension, .kind: return one.lowercased() != two.lowercased()
        case .flag, .driveName: return one != two
        case .size:
            return areApart(try? SizeGrammar.comparison(one), try? SizeGrammar.comparison(two))
        case .count:
            return areApart(try? CountGrammar.comparison(one), try? CountGrammar.comparison(two))
        case .age: return areApart(age(one), age(two))
        case .date: return date(one, two) || date(two, one)
        case .nameGlob, .pathGlob, .textGlob, .regularExpression: return false
        }
    }

    private static func areApart(_ one: Comparison<Int64>?, _ two: Comparison<Int64>?) -> Bool {
        guard let first = one.flatMap(ValueImplication.range),
            let second = two.flatMap(ValueImplication.range)
        else { return false }
        return first.upperBound < second.lowerBound || second.upperBound < first.lowerBound
    }

    /// An age in seconds; calendar steps are of no certain length.
    private static func age(_ text: String) -> Comparison<Int64>? {
        guard let comparison = try? DurationGrammar.comparison(text),
            let lengths = ValueImplication.lengths(comparison), !lengths.isCalendar
        else { return nil }
        return lengths.comparison
    }

    /// Whether all of the first lies before the second.
    private static func date(_ one: String, _ two: String) -> Bool {
        func day(_ bound: DateBound) -> CalendarDay? {
            if case .day(let day) = bound { return day }
            return nil
        }
        guard let first = try? DateGrammar.comparison(one),
            let second = try? DateGrammar.comparison(two)
        else { return false }
        switch (first, second) {
        case (.before(let end), .since(let start)), (.before(let end), .between(let start, _)):
            guard let end = day(end), let start = day(start) else { return false }
            return end <= start
        case (.between(_, let last), .since(let start)),
            (.between(_, let last), .between(let start, _)):
            guard let last = day(last), let start = day(start) else { return false }
            return last < start
        default: return false
        }
    }
}
