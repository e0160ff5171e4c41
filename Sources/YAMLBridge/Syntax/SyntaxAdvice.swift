// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

/// Turns libyaml's failures into findings that say what to write instead.
///
/// Most broken rules files hold one value that begins with a character YAML keeps for itself: `*.tmp`,
/// `>50MB`, `[a-z]*`. Those point at the value's first character and ask for quotes.
struct SyntaxAdvice {
    let source: SourceText
    /// The node that ended last before the failure.
    let latestEnd: Range<Int>?

    /// What to say of `failure`.
    func diagnostic(_ failure: YAMLFailure) -> Diagnostic {
        tab(failure) ?? oddBlank(failure) ?? quoteMissing(failure) ?? known(failure)
            ?? other(failure)
    }

    /// An alias whose name no anchor bears: as often as not a glob.
    func unknownAlias(_ name: String, at range: Range<Int>) -> Diagnostic {
        Diagnostic(
            .error, .yamlAliasUnknown,
            Message(
                "no anchor '&\(name.quotable)' stands before this alias; if '*' is meant, quote it"),
            at: source.range(range))
    }

    /// A tab where blanks indent, whatever libyaml was looking for there.
    private func tab(_ failure: YAMLFailure) -> Diagnostic? {
        let isTab =
            failure.problem.hasPrefix("found a tab character")
            || failure.problem == "found character that cannot start any token"
                && byte(at: failure.problemOffset) == 0x09
        if !isTab { return nil }
        return Diagnostic(
            .error, .yamlSyntax, Message("a tab does not indent; use blanks"),
            at: place(failure.problemOffset))
    }

    /// What looks like a blank right after the `:` of a key and is none, so that neither is a sign of
    /// YAML's; libyaml stumbles over what follows, mostly in the next line.
    private func oddBlank(_ failure: YAMLFailure) -> Diagnostic? {
        var line = source.line(around: failure.problemOffset)
        for _ in 0..<Self.lineCountMax {
            if let found = oddBlank(in: line) {
                let name = OddCharacters.name(of: found.scalar)
                return Diagnostic(
                    .error, .yamlSyntax,
                    Message(
                        "\(name) stands right after this ':', where YAML wants a blank; type one"),
                    at: source.range(found.place))
            }
            guard line.lowerBound > source.start else { return nil }
            line = source.line(around: line.lowerBound - 1)
        }
        return nil
    }

    /// How many lines above a failure its cause is looked for.
    private static let lineCountMax = 3

    /// The first such character in `line` that follows a plain key at its beginning, and the bytes
    /// of the `:`.
    private func oddBlank(in line: Range<Int>) -> (scalar: Unicode.Scalar, place: Range<Int>)? {
        let bytes = source.bytes[line.prefix(Self.keyByteCountMax)]
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[..<colon].allSatisfy({ $0 > 0x1F && !"#\"'{[,".utf8.contains($0) }),
            let scalar = source.text(colon + 1..<line.upperBound).unicodeScalars.first,
            OddCharacters.isBlank(scalar)
        else { return nil }
        return (scalar, colon..<colon + 1)
    }

    /// The most bytes of a line that a key is looked for in.
    private static let keyByteCountMax = 256

    // MARK: Values that want quotes

    /// A failure that quotes would have prevented.
    private func quoteMissing(_ failure: YAMLFailure) -> Diagnostic? {
        if let start = indicatorStart(failure) { return quote(at: start) }
        if let start = valueBrokenOff(failure) { return quote(at: start) }
        guard failure.problem.hasPrefix("mapping values are not allowed"),
            let start = valueStart(before: failure.problemOffset)
        else { return nil }
        return Diagnostic(
            .error, .yamlQuoteMissing, Message("a value with ': ' in it must stand in quotes"),
            at: source.range(start..<failure.problemOffset))
    }

    /// The value's first character, where libyaml stumbled over that very character.
    private func indicatorStart(_ failure: YAMLFailure) -> Int? {
        switch failure.context {
        case "while scanning an alias", "while scanning an anchor", "while scanning a tag",
            "while parsing a tag", "while scanning a block scalar":
            failure.contextOffset.map(wholeValueStart)
        case "while scanning for the next token":
            byte(at: failure.problemOffset) == 0x09 ? nil : failure.problemOffset
        case "while parsing a flow sequence", "while parsing a flow mapping":
            unclosed(failure)
        case "while parsing a block node", "while parsing a flow node":
            byte(at: failure.problemOffset).map { "],}".utf8.contains($0) } == true
                ? failure.problemOffset : nil
        case "while parsing a node" where failure.problem == "found undefined tag handle":
            failure.problemOffset
        default: nil
        }
    }

    /// The start of the value that goes on at `offset`, as `[a-z]*` does at its `*`.
    private func wholeValueStart(_ offset: Int) -> Int {
        guard offset > source.start, "]}\"'".utf8.contains(source.bytes[offset - 1]) else {
            return offset
        }
        return valueStart(before: offset) ?? offset
    }

    /// The bracket of a flow collection that does not end on its line, or not at all.
    private func unclosed(_ failure: YAMLFailure) -> Int? {
        guard let context = failure.contextOffset else { return nil }
        let opening = source.line(around: context)
        let failing = source.line(around: failure.problemOffset)
        let isAtEnd = failure.problemOffset >= source.bytes.count
        let isOutside = failing != opening && indent(of: failing) <= indent(of: opening)
        return isAtEnd || failing == opening || isOutside ? context : nil
    }

    /// How many blanks a line begins with.
    private func indent(of line: Range<Int>) -> Int {
        source.bytes[line].prefix { $0 == 0x20 }.count
    }

    /// The start of a value after whose end more text follows on its line, as in `[a-z]*` or `"a" b`.
    private func valueBrokenOff(_ failure: YAMLFailure) -> Int? {
        guard let latestEnd, latestEnd.upperBound <= failure.problemOffset,
            failure.problem.hasPrefix("did not find expected"),
            source.bytes[latestEnd.upperBound..<failure.problemOffset].allSatisfy({ $0 == 0x20 }),
            let first = byte(at: latestEnd.lowerBound), "[{\"'*".utf8.contains(first)
        else { return nil }
        return latestEnd.lowerBound
    }

    /// Where the value begins in whose middle `offset` lies: after the last `: ` or `- ` of its line.
    private func valueStart(before offset: Int) -> Int? {
        let line = source.line(around: offset)
        var start: Int?
        var index = line.lowerBound
        while index + 1 < offset {
            let isSign = source.bytes[index] == UInt8(ascii: ":")
            if isSign, start == nil, source.bytes[index + 1] == 0x20 { start = index + 1 }
            index += 1
        }
        guard var start else { return nil }
        while start < offset, source.bytes[start] == 0x20 { start += 1 }
        return start < offset ? start : nil
    }

    /// The finding for a value that begins at `start` with a character of YAML's.
    private func quote(at start: Int) -> Diagnostic {
        let range = source.range(start..<min(start + 1, source.bytes.count))
        guard let first = byte(at: start) else {
            return Diagnostic(.error, .yamlSyntax, Message("the file ends too early"), at: range)
        }
        let sign = Character(Unicode.Scalar(first))
        switch sign {
        case "[":
            return Diagnostic(
                .error, .yamlQuoteMissing,
                Message("this list has no proper end; if '[' belongs to the text, quote it"),
                at: range)
        case "{":
            return Diagnostic(
                .error, .yamlQuoteMissing,
                Message("this mapping has no proper end; if '{' belongs to the text, quote it"),
                at: range)
        case "\"", "'":
            return Diagnostic(
                .error, .yamlQuoteMissing,
                Message("text follows the closing quote; put all of it in quotes"), at: range)
        case ">", "|":
            return Diagnostic(
                .error, .yamlQuoteMissing,
                Message(
                    "'\(sign)' begins a block of text; write 'over' for 'more than', or quote it"),
                at: range)
        case "&":
            return Diagnostic(
                .error, .yamlQuoteMissing,
                Message(
                    "an anchor's name is letters, digits, '_' and '-'; if '&' is meant, quote it"),
                at: range)
        default:
            return Diagnostic(
                .error, .yamlQuoteMissing,
                Message("a value that begins with '\(sign)' must be quoted"),
                at: range)
        }
    }

    // MARK: Everything else

    /// What libyaml says most often, in words that help.
    private func known(_ failure: YAMLFailure) -> Diagnostic? {
        let problem = failure.problem
        var offset = failure.problemOffset
        let clause: Message
        switch (failure.context, problem) {
        case ("while scanning a quoted scalar", "found unexpected end of stream"),
            ("while scanning a quoted scalar", "found unexpected document indicator"):
            offset = failure.contextOffset ?? offset
            clause = Message("this quote is never closed")
        case ("while parsing a quoted scalar", "found unknown escape character"):
            clause = Message(
                "'\\' begins an escape in double quotes; use single quotes, or write '\\\\'")
        case (_, "did not find expected <document start>"):
            clause = Message(
                "this stands outside of the document; is it indented as the lines before?")
        case (_, "mapping values are not allowed in this context"):
            clause = Message("a key may not stand here; is this line indented as its neighbours?")
        case (_, "did not find expected key"):
            clause = Message("a key is needed here; is this line indented as its neighbours?")
        case (_, "did not find expected '-' indicator"):
            clause = Message("a '-' is needed here; is this line indented as its neighbours?")
        case (_, "found unexpected ':'"):
            clause = Message("a blank follows the ':' of a key")
        case (_, "could not find expected ':'"):
            offset = failure.contextOffset ?? offset
            clause = Message("this key has no ':' after it")
        case (_, "did not find expected ',' or ']'"):
            clause = Message("a ',' or the ']' that ends the list is missing before this")
        case (_, "did not find expected ',' or '}'"):
            clause = Message("a ',' or the '}' that ends the mapping is missing before this")
        case (_, "did not find expected node content"):
            clause = Message("a value is missing here; a sign that is meant as text is quoted")
        case (_, "mapping keys are not allowed in this context"):
            clause = Message("no key may begin here; if '?' belongs to the text, quote it")
        case (_, "did not find expected hexdecimal number"),
            (_, "found invalid Unicode character escape code"):
            clause = Message(
                "'\\x', '\\u' and '\\U' are followed by 2, 4 and 8 hexadecimal digits of a"
                    + " character")
        case (_, "block sequence entries are not allowed in this context"):
            clause = Message("a list begins on a line of its own; if '- ' is text, quote it")
        default:
            return nil
        }
        return Diagnostic(.error, .yamlSyntax, clause, at: place(offset))
    }

    /// libyaml's own words.
    private func other(_ failure: YAMLFailure) -> Diagnostic {
        let context = failure.context.map { " \($0)" } ?? ""
        return Diagnostic(
            .error, .yamlSyntax, Message("not YAML: \(failure.problem)\(context)"),
            at: place(failure.problemOffset))
    }

    /// A place of one byte, or the end of the file.
    private func place(_ offset: Int) -> SourceRange {
        let offset = min(offset, source.bytes.count)
        return source.range(offset..<min(offset + 1, source.bytes.count))
    }

    /// The byte at `offset`, if the file reaches that far.
    private func byte(at offset: Int) -> UInt8? {
        source.bytes.indices.contains(offset) ? source.bytes[offset] : nil
    }
}
