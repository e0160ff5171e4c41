// SPDX-License-Identifier: Apache-2.0

package import Messages
internal import RuleEngine

/// Says phrases in a language, with numbers, sizes and times as it writes them.
package struct Words: Sendable, Hashable {
    /// The language.
    package let language: Language
    /// What follows commands that are shown, for them to find the same state: ` --profile work`.
    package var stateArguments = ""
    /// What follows those that read rules, for them to find the same: ` --rules other.yaml`.
    package var rulesArguments = ""

    /// The words of that language.
    package init(
        _ language: Language, stateArguments: String = "", rulesArguments: String = ""
    ) {
        self.language = language
        self.stateArguments = stateArguments
        self.rulesArguments = rulesArguments
    }

    /// The words of `language`, whose commands lead to the same state and rules.
    package func said(in language: Language) -> Words {
        Words(language, stateArguments: stateArguments, rulesArguments: rulesArguments)
    }

    /// English, as records and machine formats have it.
    package static let english = Words(.english)

    /// The phrase as a line that stands by itself: it begins with a capital letter.
    package func sentence(_ phrase: Phrase) -> String {
        let text = self(phrase)
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The phrase as text.
    package func callAsFunction(_ phrase: Phrase) -> String {
        switch phrase.content {
        case .verbatim(let text): text
        case .clause(let message): self(message)
        case .told(let text): told(text)
        case .series(let phrases, let separator):
            phrases.map { self($0) }.joined(separator: separator)
        case .words(let key, let values): filled(template(key, values), values)
        }
    }

    /// The clause as text: as it stands in the sources where the catalogue has nothing for it.
    package func callAsFunction(_ message: Message) -> String {
        message.text { Catalogue.clauses(in: language)[$0] }
    }

    /// What a drive, an account or the network met: `text` is in English, as it is recorded.
    package func told(_ text: String) -> String {
        if language == .english { return text }
        let clauses = Catalogue.clauses(in: language, of: .outcomes)
        return ClauseReader.outcomes.message(text)?.text { clauses[$0] } ?? text
    }

    /// The texts of the phrases.
    package func callAsFunction(_ phrases: [Phrase]) -> [String] { phrases.map { self($0) } }

    /// The text of what stands within phrases.
    package func text(_ part: some PhrasePart) -> String { value(part.phraseValue) }

    private func template(_ key: String, _ values: [String: PhraseValue]) -> String {
        switch Catalogue.of(language).entries[key] ?? Catalogue.of(.english).entries[key] {
        case .text(let text): return text
        case .forms(let forms):
            guard case .count(let number) = values["n"] else { return forms[.other] ?? key }
            return forms[language.pluralForm(number)] ?? forms[.other] ?? key
        case nil: return key
        }
    }

    /// The text with its places filled: `{name}` by the value of that name.
    private func filled(_ template: String, _ values: [String: PhraseValue]) -> String {
        var text = ""
        var rest = template[...]
        while let start = rest.firstIndex(of: "{"),
            let end = rest[start...].firstIndex(of: "}")
        {
            text += rest[..<start]
            let name = String(rest[rest.index(after: start)..<end])
            text += values[name].map { value($0) } ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    private func value(_ value: PhraseValue) -> String {
        switch value {
        case .text(let text): text
        case .count(let number): self.number(number)
        case .size(let bytes): size(bytes)
        case .moment(let moment): self.moment(moment)
        case .phrase(let phrase): self(phrase)
        case .command(let hint): command(hint)
        }
    }

    // MARK: Numbers

    /// `12,904`.
    package func number(_ number: some BinaryInteger) -> String {
        var text = ""
        let digits = Array(String(number.magnitude))
        let isMarked = digits.count >= language.markedDigitCountMin
        for (index, digit) in digits.enumerated() {
            if isMarked, index > 0, (digits.count - index) % 3 == 0 {
                text += language.thousandsMark
            }
            text.append(digit)
        }
        return (number < 0 ? "-" : "") + text
    }

    /// `812.4 MiB`.
    package func size(_ bytes: Int64) -> String { marked(ByteCountText.short(bytes)) }

    /// The exact number of bytes, and the short form where it says more.
    package func exactSize(_ bytes: Int64) -> String {
        bytes < 1_024 ? size(bytes) : "\(number(bytes)) B (\(size(bytes)))"
    }

    /// `1.5` of 15 tenths.
    package func tenths(_ tenths: Int64) -> String {
        number(tenths / 10) + language.decimalMark + String((tenths % 10).magnitude)
    }

    private func marked(_ text: String) -> String {
        text.split(separator: ".", omittingEmptySubsequences: false)
            .joined(separator: language.decimalMark)
    }

    // MARK: Times

    /// The moment in its style.
    package func moment(_ moment: Moment) -> String {
        let (year, month, day, clock) = moment.parts
        switch moment.style {
        case .date:
            let name = names(.timeMonths)[(Int(month) ?? 1) - 1]
            let number = day.first == "0" ? day.dropFirst() : day
            return self(.timeDate(day: String(number), month: name, year: String(year)))
        case .wall:
            return self(
                .timeWall(
                    weekday: names(.timeWeekdays)[moment.weekday], year: String(year),
                    month: String(month), day: String(day), clock: String(clock),
                    offset: moment.isUniversal ? "UTC" : moment.offsetText))
        case .instant:
            return self(
                .timeInstant(
                    year: String(year), month: String(month), day: String(day),
                    clock: String(clock), offset: moment.offsetText))
        }
    }

    /// Names that stand in the catalogue as one text, with spaces between them.
    package func names(_ phrase: Phrase) -> [String] {
        self(phrase).split(separator: " ").map { String($0) }
    }

    // MARK: Commands

    /// A command as it is typed, which finds the state and the rules that this one has.
    package func command(_ hint: Hint) -> String {
        hint.command + (hint.needsRules ? rulesArguments : "")
            + (hint.needsState ? stateArguments : "")
    }
}
