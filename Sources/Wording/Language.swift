// SPDX-License-Identifier: Apache-2.0

/// A language that the program speaks.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"

    /// The language of a tag or of a locale, as in `de`, `de-AT`, `de_DE.UTF-8@euro`; nil for one
    /// that the program does not speak.
    package init?(tag: some StringProtocol) {
        let name = tag.prefix { !"-_.@;".contains($0) }
        self.init(rawValue: name.lowercased())
    }

    /// The variables that decide, in the order of POSIX; the first one that is not empty counts.
    package static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
    /// The variable of GNU with a list of languages, which counts before them.
    package static let listVariable = "LANGUAGE"

    /// The language that the environment asks for.
    ///
    /// `LC_ALL` decides before `LC_MESSAGES`, and that before `LANG`. `LANGUAGE`, a list with
    /// colons, comes before them unless they ask for the locale `C`. What is not spoken is English.
    package init(environment: [String: String]) {
        let locale =
            Self.variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = locale.prefix { $0 != "." && $0 != "@" }
        if name == "C" || name == "POSIX" {
            self = .english
            return
        }
        let list = (environment[Self.listVariable] ?? "").split(separator: ":")
        if list.isEmpty {
            self = Language(tag: locale) ?? .english
        } else {
            self = list.lazy.compactMap { Language(tag: $0) }.first ?? .english
        }
    }

    /// The language that a request wishes by `Accept-Language`: the first that is spoken, in the
    /// order in which they stand.
    package init(accepting field: String?) {
        let wishes = (field ?? "").prefix(200).split(separator: ",")
        self =
            wishes.lazy.compactMap { wish in
                Language(tag: wish.drop { $0 == " " || $0 == "\t" })
            }.first ?? .english
    }

    // MARK: Numbers

    /// Which form of words `number` takes, by the plural rules of CLDR for whole numbers.
    package func pluralForm(_ number: Int64) -> PluralForm {
        switch self {
        case .english, .german: number == 1 ? .one : .other
        case .french:
            if (-1...1).contains(number) {
                .one
            } else {
                number % 1_000_000 == 0 ? .many : .other
            }
        case .spanish:
            if number.magnitude == 1 {
                .one
            } else {
                number != 0 && number % 1_000_000 == 0 ? .many : .other
            }
        }
    }

    /// The forms that words have in this language; French and Spanish ones may do without `many`.
    package var pluralForms: [PluralForm] {
        switch self {
        case .english, .german: [.one, .other]
        case .french, .spanish: [.one, .many, .other]
        }
    }

    /// What stands between thousands.
    package var thousandsMark: String {
        switch self {
        case .english: ","
        case .german, .spanish: "."
        case .french: "\u{202F}"
        }
    }

    /// How many digits a number has at least that has marks between thousands: `1234` and `12.345`
    /// in Spanish, as CLDR and so browsers write them.
    package var markedDigitCountMin: Int { self == .spanish ? 5 : 4 }

    /// What stands before tenths.
    package var decimalMark: String { self == .english ? "." : "," }
}

/// A form of words that goes with numbers.
package enum PluralForm: String, Sendable, Hashable, CaseIterable {
    case one
    case many
    case other
}
