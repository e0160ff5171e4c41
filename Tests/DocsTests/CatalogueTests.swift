// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording

/// Every word that the program and its page say, in every language that they speak.
@Suite("The catalogue of words")
struct CatalogueTests {
    private static let english = Catalogue.of(.english).entries
    private static let pageSources = Checkout.files(below: "Sources/CWebPage/web/app", ["js"])

    @Test("has the same keys, with texts of the same kind, in every language")
    func keys() {
        #expect(Self.english.count > 700)
        for language in Language.allCases {
            let entries = Catalogue.of(language).entries
            #expect(Set(entries.keys) == Set(Self.english.keys), "\(language)")
            for (key, entry) in entries {
                for text in entry.texts { #expect(!text.isEmpty, "\(language) \(key)") }
                switch (entry, Self.english[key]) {
                case (.text, .text), (.forms, .forms): break
                default: Issue.record("\(language) \(key): forms in one language only")
                }
            }
        }
    }

    @Test("has the same places in every language and every form")
    func places() {
        func places(_ text: String) -> Set<String> {
            Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
        }
        for language in Language.allCases {
            for (key, entry) in Catalogue.of(language).entries {
                let wanted = Self.english[key]?.texts.reduce(into: Set()) {
                    $0.formUnion(places($1))
                }
                for text in entry.texts {
                    // One form may do without its number, as in "a day".
                    let found = places(text)
                    let missing = (wanted ?? []).subtracting(found)
                    #expect(found.isSubset(of: wanted ?? []), "\(language) \(key): \(text)")
                    #expect(missing.isEmpty || missing == ["n"], "\(language) \(key): \(text)")
                }
            }
        }
    }

    @Test("has every form of words that the language has for numbers, and no other")
    func forms() {
        for language in Language.allCases {
            for (key, entry) in Catalogue.of(language).entries {
                guard case .forms(let forms) = entry else { continue }
                let all = Set(language.pluralForms)
                #expect(Set(forms.keys).isSubset(of: all), "\(language) \(key)")
                // French has 'many' for millions, which may be said as 'other'.
                #expect(all.subtracting(forms.keys).isSubset(of: [.many]), "\(language) \(key)")
            }
        }
    }

    @Test("has a function for each key of the program, and no other")
    func functions() throws {
        let text = try Checkout.text("Sources/Wording/Phrase+Catalogue.swift")
        let written = Set(text.matches(of: #/Phrase\("([^"]+)"/#).map { String($0.1) })
        #expect(written == Set(Self.english.keys.filter { $0.contains(":") }))
    }

    @Test("has no key of the program that nobody says")
    func programKeys() throws {
        let sources = try Checkout.files(below: "Sources", ["swift"])
            .filter { !$0.hasSuffix("Phrase+Catalogue.swift") }
            .map { try Checkout.text($0) }.joined()
        let used = Set(sources.matches(of: #/\.([a-z]\w+)/#).map { String($0.1) })
        let text = try Checkout.text("Sources/Wording/Phrase+Catalogue.swift")
        for match in text.matches(of: #/static (?:var|func) (\w+)/#) {
            #expect(used.contains(String(match.1)), "\(match.1)")
        }
    }

    @Test("has every key that the page says, and no other of the page")
    func pageKeys() throws {
        let sources = try (Self.pageSources + ["Sources/CWebPage/web/index.html"])
            .map { try Checkout.text($0) }.joined(separator: "\n")
        // Whole keys, and the beginnings of those that are put together.
        var whole = Set(sources.matches(of: #/'([a-z][\w.-]*)'/#).map { String($0.1) })
        whole.formUnion(sources.matches(of: #/`([a-z][\w.-]*)`/#).map { String($0.1) })
        let begun = Set(
            sources.matches(of: #/[`']([a-z][\w-]*\.(?:[\w-]+\.)*)(?:\$\{|')/#).map { String($0.1) }
        )
        let said = sources.matches(of: #/\bt\('([^']+)'/#).map { String($0.1) }
        for key in said { #expect(Self.english[key] != nil, "t('\(key)')") }
        for key in Self.english.keys where !key.contains(":") {
            let isUsed = whole.contains(key) || begun.contains { key.hasPrefix($0) }
            #expect(isUsed, "\(key)")
        }
    }

    @Test(
        "chooses forms by the rules of CLDR",
        arguments: [
            (Language.english, [0, 2, 11, 1_000_000], [1], []),
            (.german, [0, 2, 11, 1_000_000], [1], []),
            (.french, [2, 11, 21], [0, 1], [1_000_000]),
        ])
    func numbers(language: Language, other: [Int64], one: [Int64], many: [Int64]) {
        for number in other { #expect(language.pluralForm(number) == .other) }
        for number in one { #expect(language.pluralForm(number) == .one) }
        for number in many { #expect(language.pluralForm(number) == .many) }
    }

    @Test("writes numbers and sizes as each language does")
    func figures() {
        #expect(Words(.english).number(-1_234_567) == "-1,234,567")
        #expect(Words(.german).number(1_234) == "1.234")
        #expect(Words(.french).number(1_234) == "1\u{202F}234")
        #expect(Words(.german).size(3_355_443) == "3,2 MiB")
        #expect(Words(.english)(.itemsCount(n: 1, size: 17)) == "1 item, 17 B")
        #expect(Words(.french)(.itemsCount(n: 0, size: 17)) == "0 élément, 17 B")
    }

    @Test(
        "is chosen by the variables of POSIX and GNU, in their order",
        arguments: [
            ([:], Language.english), (["LANG": "de_DE.UTF-8"], .german),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], .french),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "en_GB.UTF-8"], .english),
            (["LANG": "de_DE", "LC_ALL": ""], .german), (["LANG": "pl_PL.UTF-8"], .english),
            (["LANG": "de_AT@euro", "LANGUAGE": "pl:fr:de"], .french),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], .english), (["LANGUAGE": "de"], .english),
            (["LANG": "en_US.UTF-8", "LC_ALL": "POSIX", "LANGUAGE": "fr"], .english),
            (["LANG": "fr_CA", "LANGUAGE": "pl"], .english),
        ])
    func environment(variables: [String: String], language: Language) {
        #expect(Language(environment: variables) == language)
    }
}
