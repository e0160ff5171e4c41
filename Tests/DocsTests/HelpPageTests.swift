// SPDX-License-Identifier: Apache-2.0

import AccountAccess
import HelpPages
import Testing
import Wording

@Suite("The pages that help")
struct HelpPageTests {
    /// Every page in every language, with the place where the documentation has it.
    private static let pages = Language.allCases.flatMap { language in
        HelpPage.all.map { page in
            let folder = language == .english ? "guide" : language.rawValue
            return (language, page.name, "docs/\(folder)/\(page.name).md")
        }
    }

    @Test("stand in the documentation as the program says them", arguments: pages)
    func documentation(language: Language, name: String, path: String) throws {
        let page = try #require(HelpPage.all.first { $0.name == name })
        let text = HelpMarkdown(words: Words(language)).text(page)
        #expect(try Checkout.text(path) == text, "script/help-pages writes it anew")
    }

    @Test("have code, emphasis and links that end, the same in every language")
    func marks() {
        for (key, entry) in Catalogue.of(.english).entries
        where key.hasPrefix("faq:") || key.hasPrefix("support:") || key.hasPrefix("privacy:")
            || key.hasPrefix("terms:")
        {
            guard case .text(let english) = entry else { continue }
            for language in Language.allCases {
                guard case .text(let text)? = Catalogue.of(language).entries[key] else { continue }
                let spans = HelpSpan.spans(text)
                #expect(marks(spans) == marks(HelpSpan.spans(english)), "\(language) \(key)")
                for case .text(let part) in spans {
                    #expect(!part.contains { "`*[".contains($0) }, "\(language) \(key)")
                }
            }
        }
    }

    /// What is marked in a text: code and targets of links, in an order that no language decides.
    private func marks(_ spans: [HelpSpan]) -> [String] {
        spans.flatMap { span in
            switch span {
            case .text: [String]()
            case .emphasis: ["*"]
            case .code(let text): [text]
            case .link(let said, let target): [target] + marks(said)
            }
        }.sorted()
    }

    @Test("are read piece by piece")
    func spans() {
        #expect(
            HelpSpan.spans("a `b c` *d* [e `f`](g.md#h), i * j ` k [l")
                == [
                    .text("a "), .code("b c"), .text(" "), .emphasis("d"), .text(" "),
                    .link([.text("e "), .code("f")], target: "g.md#h"),
                    .text(", i * j ` k [l"),
                ])
        #expect(HelpSpan.spans("") == [])
    }

    @Test("fit into the terminal, and lead to their commands")
    func text() throws {
        for page in HelpPage.all {
            for language in Language.allCases {
                let text = HelpText(words: Words(language), width: 60) { $0 }
                let lines = text.lines(page)
                #expect(lines.allSatisfy { $0.count <= 60 || $0.hasPrefix("  cleanrules") })
                #expect(!lines.contains { $0.contains("](") || $0.contains("`") })
            }
        }
        let text = HelpText(words: .english, width: 80) { $0 }
        #expect(text.lines(.terms).joined(separator: " ").contains("'cleanrules faq'"))
    }

    @Test("name the hosts of all clouds")
    func hosts() {
        let clouds = NationalCloud.allCases
        #expect(Set(PrivacyManifest.everyHost[.signIn] ?? []) == Set(clouds.map(\.loginHost)))
        #expect(Set(PrivacyManifest.everyHost[.graph] ?? []) == Set(clouds.map(\.graphHost)))
        #expect(Set(PrivacyManifest.everyHost.keys) == Set(PrivacyManifest.Sent.Reason.allCases))
        #expect(PrivacyManifest.sent.map(\.reason) == PrivacyManifest.Sent.Reason.allCases)
    }
}
