// SPDX-License-Identifier: Apache-2.0

internal import Messages
internal import RuleEngine

extension FileDecoder {
    /// What a value is, once aliases and the empty values are seen through.
    enum Shape {
        /// A text, tagged or not.
        case text(String)
        /// Nothing, `~` or `null`.
        case empty
        case list([NodeID])
        case mapping(NodeID)
        /// A value that has been reported already.
        case faulty
    }

    /// The shape of a value.
    func shape(of slot: Slot) -> Shape {
        let node = tree.resolved(slot.value)
        switch tree[node].content {
        case .scalar(let text, let style):
            return style == .plain && isNull(text) ? .empty : .text(text)
        case .sequence(let elements, _): return .list(elements)
        case .mapping: return .mapping(node)
        case .alias: return .faulty
        }
    }

    /// Whether a plain scalar is one of the empty values.
    private func isNull(_ text: String) -> Bool {
        switch text {
        case "", "~", "null", "Null", "NULL": true
        default: false
        }
    }

    /// The text of a value that must be one.
    mutating func text(_ slot: Slot) -> String? {
        switch shape(of: slot) {
        case .text(let text): return text
        case .empty: reportEmpty(slot)
        case .list: reportShape(slot, Message("\(title(of: slot)) takes one value, not a list"))
        case .mapping: reportShape(slot, Message("\(title(of: slot)) takes a value, not a mapping"))
        case .faulty: break
        }
        return nil
    }

    /// A value read by one of the grammars; `words` are taken beside it.
    mutating func parsed<Value>(
        _ slot: Slot, words: [String] = [], _ parse: (String) throws(ValueError) -> Value
    ) -> Value? {
        guard let text = text(slot) else { return nil }
        do throws(ValueError) {
            let value = try parse(text)
            warnOfOddEnds(slot, text)
            return value
        } catch {
            report(
                error.code, message(error, text, words: words, parse), at: place(of: slot))
            return nil
        }
    }

    /// The same for a key that may be absent.
    mutating func parsed<Value>(
        _ slot: Slot?, _ parse: (String) throws(ValueError) -> Value
    ) -> Value? {
        guard let slot else { return nil }
        return parsed(slot, parse)
    }

    /// One word out of those that `Word` knows, or out of `allowed`; of these `fitting` may be suggested.
    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ slot: Slot?, _ type: Word.Type, among allowed: [Word] = Array(Word.allCases),
        fitting: [Word]? = nil
    ) -> Word? {
        guard let slot, let text = text(slot) else { return nil }
        if let word = allowed.first(where: { $0.rawValue == text }) { return word }
        let words = allowed.map(\.rawValue)
        report(
            .valueUnknown,
            Message("\(title(of: slot)) takes \(words.alternatives), not '\(text.quotable)'")
                + suggestion.hint(for: text, among: fitting?.map(\.rawValue) ?? words),
            at: place(of: slot))
        return nil
    }

    /// Exactly `true` or `false`; of these `fitting` may be suggested.
    mutating func flag(_ slot: Slot?, fitting: [Bool] = [true, false]) -> Bool? {
        guard let slot, let text = text(slot) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default:
            report(
                .booleanInvalid,
                Message("\(title(of: slot)) takes 'true' or 'false', not '\(text.quotable)'")
                    + suggestion.hint(for: text, among: fitting.map(\.description)),
                at: place(of: slot))
            return nil
        }
    }

    /// A whole number of at least `least` and at most `most`.
    mutating func count(
        _ slot: Slot?, atLeast least: Int64 = 0, atMost most: Int64 = .max
    ) -> Int64? {
        guard let slot, let value = parsed(slot, CountGrammar.count) else { return nil }
        guard value <= most else {
            report(
                .numberTooLarge, Message("\(title(of: slot)) is at most \(most)"),
                at: place(of: slot))
            return nil
        }
        guard value >= least else {
            report(
                .numberTooSmall, Message("\(title(of: slot)) is at least \(least)"),
                at: place(of: slot))
            return nil
        }
        return value
    }

    /// The elements of a value that may be one or a list of some; what is wrong is reported.
    mutating func oneOrMore(_ slot: Slot) -> [Slot] {
        guard case .list(let elements) = shape(of: slot) else { return [slot] }
        guard !elements.isEmpty else {
            report(
                .listEmpty, Message("\(title(of: slot)) takes at least one value"),
                at: place(of: slot))
            return []
        }
        return flat(elements, of: slot)
    }

    /// The elements of a value that must be a list; nil when it is none.
    mutating func list(_ slot: Slot?) -> [Slot]? {
        guard let slot else { return nil }
        switch shape(of: slot) {
        case .list(let elements): return elements.map { Slot(value: $0, listKey: slot.key) }
        case .empty: reportEmpty(slot)
        case .text, .mapping: reportShape(slot, Message("\(title(of: slot)) takes a list"))
        case .faulty: break
        }
        return nil
    }

    /// Elements without the lists among them, which are reported.
    private mutating func flat(_ elements: [NodeID], of slot: Slot) -> [Slot] {
        elements.map { Slot(value: $0, listKey: slot.key) }.filter { element in
            guard case .list = shape(of: element) else { return true }
            report(.listNested, Message("a list stands in no other list"), at: place(of: element))
            return false
        }
    }

    /// A value that is not there.
    mutating func reportEmpty(_ slot: Slot) {
        // What looks like a tag on nothing was meant as text, and has been reported as a tag.
        guard !tree[tree.resolved(slot.value)].hasTag else { return }
        let title = slot.key == nil ? Message("an element") : title(of: slot)
        let place = place(of: slot)
        let isTilde = source.bytes[place.bytes].elementsEqual("~".utf8)
        let advice =
            isTilde
            ? Message("'~' alone is no value in YAML; the home folder is written '~/'")
            : Message("if 'null' is text, quote it")
        report(.valueEmpty, Message("\(title) needs a value; \(advice)"), at: place)
    }

    /// A value of another shape.
    mutating func reportShape(_ slot: Slot, _ clause: Message) {
        var clause = clause
        let node = tree[tree.resolved(slot.value)]
        switch node.content {
        case .mapping(_, isFlow: true):
            clause = clause + Message("; if '{' belongs to the text, quote it")
        case .sequence(_, isFlow: true):
            clause = clause + Message("; if '[' belongs to the text, quote it")
        default: break
        }
        report(.valueShape, clause, at: place(of: slot))
    }
}

extension [String] {
    /// "'a', 'b' or 'c'".
    var alternatives: Message {
        let quoted = map { Message("'\($0)'") }
        guard let last = quoted.last, count > 1 else { return quoted.first ?? .empty }
        return Message(
            "\(Message.series([Message](quoted.dropLast()), separator: ", ")) or \(last)")
    }
}
