// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import TestSupport
import Testing
import Wording

/// What errors and findings say, which stands in the sources and is the key of its translations.
@Suite("The clauses of errors and findings")
struct ClauseTests {
    private static func file(_ language: Language) throws -> [String: String] {
        let text = try Checkout.text(
            "Sources/CWords/words/\(language.rawValue)/\(Catalogue.clauseArea).json")
        return try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
    }

    private static func places(_ text: String) -> [String] {
        text.matches(of: #/\{\d+\}/#).map { String($0.0) }.sorted()
    }

    @Test("are those of the sources: else run script/embed-words")
    func sources() throws {
        let script = Checkout.root.appendingPathComponent("script/embed-words").path
        let run = try ChildProgram.run("python3", [script, "--check"])
        #expect(run.isDone, "\(run.errors)")
    }

    @Test("are the same in every language, with the same places", arguments: Language.allCases)
    func translations(language: Language) throws {
        let english = try Self.file(.english)
        #expect(english.count > 300)
        let said =
            language == .english ? english : Catalogue.clauses(in: language)
        #expect(try said == Self.file(language))
        #expect(Set(said.keys) == Set(english.keys))
        for (clause, text) in said {
            #expect(!text.isEmpty, "\(clause)")
            #expect(Self.places(text) == Self.places(clause), "\(language) \(clause)")
        }
    }

    @Test("keep what was written apart from the values in it")
    func message() {
        let inner = Message("size needs a unit")
        let whole = Message(
            "'\("{2}")' \(1)" + " \(inner) \("x"),"
                + " \(Message.series([.plain("a"), inner], separator: ", "))")
        #expect(whole.description == "'{2}' 1 size needs a unit x, a, size needs a unit")
        #expect(whole.content == .template("'{1}' {2} {3} {4}, {5}", values(of: whole)))
        // A value is never taken for a place, and a translation may have its own order.
        let turned = whole.text { $0.hasPrefix("'") ? "{5} {} {1} {9}" : "braucht {1}" }
        #expect(turned == "a, braucht {1} {} {2} {9}")
        #expect(
            whole.mappingTexts { $0.uppercased() }.description
                == "'{2}' 1 size needs a unit X, A, size needs a unit")
        #expect(Message.empty + inner == inner)
    }

    private func values(of message: Message) -> [Message] {
        if case .template(_, let values) = message.content { values } else { [] }
    }

    @Test(
        "are said in the language of the person",
        arguments: [
            (Language.english, "size needs a unit; write '5MB' or '5MiB'"),
            (.german, "eine Größe braucht eine Einheit; „5MB“ oder „5MiB“ schreiben"),
            (.french, "une taille a besoin d’une unité ; écrire « 5MB » ou « 5MiB »"),
        ])
    func words(language: Language, text: String) {
        let advice = Message("write '\("5")MB' or '\("5")MiB'")
        let clause = Message("\(Message("size needs a unit")); \(advice)")
        #expect(Words(language)(clause) == text)
        #expect(Words(language)(.clause(clause)) == text)
        #expect(clause.description == "size needs a unit; write '5MB' or '5MiB'")
    }
}
