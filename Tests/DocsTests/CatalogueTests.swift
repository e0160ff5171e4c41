// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording

/// Every word that the program and its page say, in every language that they speak.
@Suite("The catalogue of words")
struct CatalogueTests {
    private static let english = Catalogue.of(.english).entries

    /// A page in the browser, by where its words and its sources are.
    struct Page: Sendable, CustomTestStringConvertible {
        let strings: String
        let sources: [String]
        let document: String
        /// Where else its words are said: in what it shares with the other page.
        var shared: [String] = []

        var testDescription: String { document }

        /// What it says in `language`.
        func words(_ language: Language) throws -> [String: Catalogue.Entry] {
            let text = try Checkout.text("\(strings)/\(language.rawValue).json")
            return try JSONDecoder().decode([String: Catalogue.Entry].self, from: Data(text.utf8))
        }
    }

    private static let pages = [
        Page(
            strings: "Sources/CWebPage/web/strings",
            sources: ["Sources/CWebPage/web/app", "Sources/CWebPage/web/more"],
            document: "Sources/CWebPage/web/index.html"),
        Page(
            strings: "Sources/CWebPage/web/rules/strings", sources: ["Sources/CWebPage/web/rules"],
            document: "Sources/CWebPage/web/rules/index.html",
            shared: ["Sources/CWebPage/web/app/i18n.js"]),
    ]

    /// What the program and the pages say in `language`, those with their files before the key.
    private static func all(_ language: Language) throws -> [String: Catalogue.Entry] {
        try pages.reduce(into: Catalogue.of(language).entries) { all, page in
            for (key, entry) in try page.words(language) { all["\(page.strings) \(key)"] = entry }
        }
    }

    @Test("has the same keys, with texts of the same kind, in every language")
    func keys() throws {
        #expect(Self.english.count > 500)
        let english = try Self.all(.english)
        for language in Language.allCases {
            let entries = try Self.all(language)
            #expect(Set(entries.keys) == Set(english.keys), "\(language)")
            for (key, entry) in entries {
                for text in entry.texts { #expect(!text.isEmpty, "\(language) \(key)") }
                switch (entry, english[key]) {
                case (.text, .text), (.forms, .forms): break
                default: Issue.record("\(language) \(key): forms in one language only")
                }
            }
        }
    }

    @Test("has the same places in every language and every form")
    func places() throws {
        let english = try Self.all(.english)
        func places(_ text: String) -> Set<String> {
            Set(text.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
        }
        for language in Language.allCases {
            for (key, entry) in try Self.all(language) {
                let wanted = english[key]?.texts.reduce(into: Set()) {
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
    func forms() throws {
        for language in Language.allCases {
            for (key, entry) in try Self.all(language) {
                guard case .forms(let forms) = entry else { continue }
                let all = Set(language.pluralForms)
                #expect(Set(forms.keys).isSubset(of: all), "\(language) \(key)")
                // French and Spanish have 'many' for millions, which may be said as 'other'.
                #expect(all.subtracting(forms.keys).isSubset(of: [.many]), "\(language) \(key)")
            }
        }
    }

    @Test("has a no-break space in French before ':', ';', '?', '!' and inside guillemets")
    func frenchSpaces() throws {
        let areas = Catalogue.ClauseArea.allCases.map { $0.rawValue }
        var texts = try Self.all(.french).flatMap { key, entry in entry.texts.map { (key, $0) } }
        for area in areas {
            let file = try Checkout.text("Sources/CWords/words/fr/\(area).json")
            texts += try JSONDecoder().decode([String: String].self, from: Data(file.utf8))
                .map { ($0.key, $0.value) }
        }
        #expect(texts.count > 1_000)
        for (key, text) in texts {
            #expect(!text.contains(#/[\ \u{202F}][:;?!»]|«[\ \u{202F}]/#), "\(key): \(text)")
            #expect(!text.contains(#/[^\u{A0}]»|«[^\u{A0}]/#), "\(key): \(text)")
            // What is typed as it stands: quoted, code, keys in brackets, places and times of day.
            let prose = text.replacing(
                #/«[^»]*»|"[^"]*"|`[^`]*`|\[[^\]]*\]|\}:\{|[0-9]:[0-9]/#, with: "")
            #expect(!prose.contains(#/[^\u{A0}][:;?!]/#), "\(key): \(text)")
        }
    }

    @Test("opens questions and exclamations in Spanish, and quotes with guillemets")
    func spanishMarks() throws {
        var texts = try Self.all(.spanish).flatMap { key, entry in entry.texts.map { (key, $0) } }
        for area in Catalogue.ClauseArea.allCases {
            texts += Catalogue.clauses(in: .spanish, of: area).map { ($0.key, $0.value) }
        }
        #expect(texts.count > 1_000)
        for (key, text) in texts {
            #expect(!text.contains(#/[a-záéíóúñ»}]\?/#) || text.contains("¿"), "\(key): \(text)")
            #expect(!text.contains(#/[a-záéíóúñ»}]!/#) || text.contains("¡"), "\(key): \(text)")
            #expect(text.count { $0 == "«" } == text.count { $0 == "»" }, "\(key): \(text)")
            #expect(!text.contains(#/«\s|[^-:]\s»/#), "\(key): \(text)")
        }
    }

    @Test("has a function for each key of the program, and no other")
    func functions() throws {
        let written = try Self.functions().matches(of: #/Phrase\("([^"]+)"/#).map { String($0.1) }
        #expect(written.count == Set(written).count, "a key stands in two files")
        #expect(Set(written) == Set(Self.english.keys))
    }

    @Test("stands in the binary as it is in the folder: else run script/embed-words")
    func embedded() throws {
        for language in Language.allCases {
            var wanted: [String: Catalogue.Entry] = [:]
            let files = Checkout.files(
                below: "Sources/CWords/words/\(language.rawValue)", ["json"]
            )
            .filter { path in
                !Catalogue.ClauseArea.allCases.contains { path.hasSuffix("/\($0.rawValue).json") }
            }
            for file in files {
                let text = Data(try Checkout.text(file).utf8)
                let part = try JSONDecoder().decode([String: Catalogue.Entry].self, from: text)
                for key in part.keys { #expect(wanted[key] == nil, "\(file) \(key)") }
                wanted.merge(part) { first, _ in first }
            }
            #expect(Catalogue.of(language).entries == wanted, "\(language)")
        }
    }

    /// The functions that make phrases of the keys: written by script/embed-words.
    private static func functions() throws -> String {
        try Checkout.files(below: "Sources/Wording/Phrases", ["swift"])
            .map { try Checkout.text($0) }.joined()
    }

    @Test("has no key of the program that nobody says")
    func programKeys() throws {
        // Swift, and the script of the page of a plan.
        let sources = try
            (Checkout.files(below: "Sources", ["swift"])
            .filter { !$0.contains("/Wording/Phrases/") }
            + Checkout.files(below: "Sources/CWebPage/report", ["js"]))
            .map { try Checkout.text($0) }.joined()
        let used = Set(sources.matches(of: #/\.([a-z]\w+)/#).map { String($0.1) })
        for match in try Self.functions().matches(of: #/static (?:var|func) (\w+)/#) {
            #expect(used.contains(String(match.1)), "\(match.1)")
        }
    }

    @Test("has every key that a page says, and no other of the page", arguments: pages)
    func pageKeys(page: Page) throws {
        let files = page.sources.flatMap { Checkout.files(below: $0, ["js"]) }
        let own = try files.map { try Checkout.text($0) }.joined(separator: "\n")
        let others = try ([page.document] + page.shared).map { try Checkout.text($0) }
        let sources = own + others.joined(separator: "\n")
        // Whole keys, and the beginnings of those that are put together.
        var whole = Set(sources.matches(of: #/'([a-z][\w.-]*)'/#).map { String($0.1) })
        whole.formUnion(sources.matches(of: #/`([a-z][\w.-]*)`/#).map { String($0.1) })
        let parts = sources.matches(of: #/[`']([a-z][\w-]*\.(?:[\w-]+\.)*)(?:\$\{|')/#)
        let begun = Set(parts.map { String($0.1) })
        let said = own.matches(of: #/\bt\('([^']+)'/#).map { String($0.1) }
        #expect(!said.isEmpty)
        let words = try page.words(.english)
        for key in said { #expect(words[key] != nil, "t('\(key)')") }
        for key in words.keys {
            #expect(!key.contains(":"), "\(key)")
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
            (.spanish, [0, 2, 11, 21, 1_000_001], [1], [1_000_000, 3_000_000]),
        ])
    func numbers(language: Language, other: [Int64], one: [Int64], many: [Int64]) {
        for number in other { #expect(language.pluralForm(number) == .other) }
        for number in one { #expect(language.pluralForm(number) == .one) }
        for number in many { #expect(language.pluralForm(number) == .many) }
    }

    @Test("has a word for every line of the history")
    func events() throws {
        let list = try Checkout.text("Sources/Reports/ItemText.swift")
        let steps = ["begun", "declined", "finished", "pending", "refused", "written"]
        var words = Set(steps.map { "redemption-\($0)" } + ["called-different", "called-same"])
        for file in Checkout.files(below: "Sources/StateLedger", ["swift"]) {
            let text = try Checkout.text(file)
            words.formUnion(text.matches(of: #/\.append\(\s*"([a-z-]+)"/#).map { String($0.1) })
        }
        #expect(words.count > 20)
        for word in words {
            #expect(Self.english["event:\(word)"] != nil, "\(word)")
            #expect(list.contains("case \"\(word)\""), "\(word)")
        }
    }

    @Test("writes numbers and sizes as each language does")
    func figures() {
        #expect(Words(.english).number(-1_234_567) == "-1,234,567")
        #expect(Words(.german).number(1_234) == "1.234")
        #expect(Words(.french).number(1_234) == "1\u{202F}234")
        #expect(Words(.spanish).number(1_234) == "1234")
        #expect(Words(.spanish).number(-12_345) == "-12.345")
        #expect(Words(.spanish).size(3_355_443) == "3,2 MiB")
        #expect(Words(.german).size(3_355_443) == "3,2 MiB")
        #expect(Words(.english)(.itemsCount(n: 1, size: 17)) == "1 item, 17 B")
        #expect(Words(.french)(.itemsCount(n: 0, size: 17)) == "0 élément, 17 B")
        #expect(Words(.spanish)(.itemsCount(n: 0, size: 17)) == "0 elementos, 17 B")
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
            (["LANG": "es_MX.UTF-8"], .spanish),
            (["LANG": "de_DE", "LANGUAGE": "es_419"], .spanish),
        ])
    func environment(variables: [String: String], language: Language) {
        #expect(Language(environment: variables) == language)
    }
}
