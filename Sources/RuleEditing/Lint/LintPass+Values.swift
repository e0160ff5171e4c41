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
        guard !text.contains("/"), !text.contains("*") else { return }
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
        var seen: [String: LintedLeaf] = [:]
        for leaf in leaves {
            guard let earlier = seen[leaf.field] else {
                seen[leaf.field] = leaf
                continue
            }
            if areApart(earlier, leaf) {
                report(
                    .contradiction,
                    Message("the two tests of '\(leaf.field)' never hold together"), at: leaf.key)
            }
        }
        if let empty = seen["empty"], let size = seen["size"],
            document.tree.text(of: empty.value) == "true",
            let text = document.tree.text(of: size.value), text.hasPrefix("over")
        {
            report(
                .contradiction, Message("what is empty has no such size"), at: size.key)
        }
    }

    private func areApart(_ one: LintedLeaf, _ two: LintedLeaf) -> Bool {
        func texts(_ leaf: LintedLeaf) -> [String] {
            leaf.values.compactMap(document.tree.text(of:))
        }
        switch one.field {
        case "ext", "kind":
            let other = Set(texts(two).map { $0.lowercased() })
            return other.isDisjoint(with: texts(one).map { $0.lowercased() })
        case "size":
            guard let first = Self.range(texts(one)), let second = Self.range(texts(two)) else {
                return false
            }
            return first.upperBound < second.lowerBound || second.upperBound < first.lowerBound
        default: return false
        }
    }

    /// The bytes that a single test of a size leaves.
    private static func range(_ texts: [String]) -> ClosedRange<Int64>? {
        guard texts.count == 1, let test = try? SizeGrammar.comparison(texts[0]) else { return nil }
        switch test {
        case .over(let bound): return bound < .max ? bound + 1...(.max) : nil
        case .under(let bound): return bound > 0 ? 0...bound - 1 : nil
        case .between(let low, let high): return low <= high ? low...high : nil
        case .exactly(let bound): return bound...bound
        }
    }
}
