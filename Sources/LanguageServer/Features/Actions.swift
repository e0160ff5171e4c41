// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEditing
internal import RuleEngine
internal import Text
internal import YAMLBridge

extension LanguageSession {
    /// The edits that bring the text into form.
    func formatting(_ place: AskedPlace) throws(RequestError) -> JSONValue {
        try demandStep(place)
        do throws(EditRefusal) {
            let after = try RuleFormatter.formatted(place.source)
            return json(
                TextChanges.between(place.document.bytes, after), in: place.document.lines)
        } catch {
            throw .failed(say(error.clause))
        }
    }

    /// What mends the findings in a range of the text.
    func actions(_ place: AskedPlace, _ params: ReceivedValue) throws(RequestError) -> JSONValue {
        guard let range = place.document.lines.range(params["range"]) else { throw .parameters }
        guard (try? demandStep(place)) != nil else { return .list([]) }
        let only = params["context"]?["only"]?.elements?.compactMap(\.text)
        func isWanted(_ kind: String) -> Bool {
            only?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true
        }
        var actions: [JSONValue] = []
        if isWanted("quickfix") {
            actions += mends(place, range) + meanings(place, range)
        }
        if isWanted("source.fixAll"), let all = fixAll(place) { actions.append(all) }
        return .list(actions)
    }

    private func action(
        _ title: Message, _ kind: String, _ edits: [(name: String, splices: [Splice])],
        _ place: AskedPlace
    ) -> JSONValue {
        .object([
            ("title", .text(say(title))), ("kind", .text(kind)),
            ("edit", workspaceEdit(edits, place.rules)),
        ])
    }

    /// Whether the lines of `range` and `other` meet.
    private func meet(_ range: Range<Int>, _ other: SourceRange?, _ place: AskedPlace) -> Bool {
        guard let other, other.file == place.name else { return false }
        let lines = place.document.lines
        let low = lines.lineNumber(of: other.bytes.lowerBound)
        let high = lines.lineNumber(of: other.bytes.upperBound)
        return low <= lines.lineNumber(of: range.upperBound)
            && high >= lines.lineNumber(of: range.lowerBound)
    }

    /// The fixes of what is hardly meant.
    private func mends(_ place: AskedPlace, _ range: Range<Int>) -> [JSONValue] {
        place.rules.lint.filter { $0.isFixable && meet(range, $0.range, place) }.prefix(50).map {
            action(
                Message("Mend: \($0.clause)"), "quickfix",
                [(name: place.name, splices: $0.fix)], place)
        }
    }

    /// The words that were meant, where a finding names one and the text is better with it.
    private func meanings(_ place: AskedPlace, _ range: Range<Int>) -> [JSONValue] {
        place.rules.diagnostics.filter { meet(range, $0.range, place) }.prefix(20).compactMap {
            guard let word = Self.meaning($0.clause), let range = $0.range?.bytes else {
                return nil
            }
            let splice = Splice(range, word)
            guard isBetter(place, with: splice) else { return nil }
            return action(
                Message("Change to '\(word)'"), "quickfix",
                [(name: place.name, splices: [splice])], place)
        }
    }

    /// The word in "did you mean", if a clause says that.
    private static func meaning(_ clause: Message) -> String? {
        switch clause.content {
        case .plain: return nil
        case .series(let parts, _): return parts.lazy.compactMap(meaning).first
        case .template(let template, let values):
            if Suggestion.hint("").isMade(of: template) { return values.first?.description }
            return values.lazy.compactMap(meaning).first
        }
    }

    /// Whether fewer errors are left once `splice` is done.
    private func isBetter(_ place: AskedPlace, with splice: Splice) -> Bool {
        guard let bytes = [splice].applied(to: place.document.bytes) else { return false }
        func errors(_ bytes: [UInt8]) -> Int {
            RuleEditor.decode([RuleSource(file: place.name, bytes: bytes)]).rules.diagnostics
                .count { $0.severity == .error }
        }
        return errors(bytes) < errors(place.document.bytes)
    }

    /// All that is certain, in all files.
    private func fixAll(_ place: AskedPlace) -> JSONValue? {
        guard place.rules.lint.contains(where: \.isFixable),
            let after = try? RuleLinter.fixed(place.rules.decoded.sources)
        else { return nil }
        let edits = zip(place.rules.decoded.sources, after).map { before, after in
            (name: before.file, splices: TextChanges.between(before.bytes, after.bytes))
        }
        return action(Message("Mend all that is certain"), "source.fixAll", edits, place)
    }
}

extension Message {
    /// Whether this is what `template` makes, whatever its values.
    fileprivate func isMade(of template: String) -> Bool {
        if case .template(template, _) = content { true } else { false }
    }
}
