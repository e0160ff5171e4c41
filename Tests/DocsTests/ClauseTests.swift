// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import TestSupport
import Testing
import Wording

/// What errors and findings say, which stands in the sources and is the key of its translations.
@Suite("The clauses of errors and findings")
struct ClauseTests {
    private static func file(
        _ language: Language, _ area: Catalogue.ClauseArea
    ) throws -> [String: String] {
        let text = try Checkout.text(
            "Sources/CWords/words/\(language.rawValue)/\(area.rawValue).json")
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

    @Test(
        "are the same in every language, with the same places", arguments: Language.allCases,
        Catalogue.ClauseArea.allCases)
    func translations(language: Language, area: Catalogue.ClauseArea) throws {
        let english = try Self.file(.english, area)
        #expect(english.count > 300)
        let said =
            language == .english ? english : Catalogue.clauses(in: language, of: area)
        #expect(try said == Self.file(language, area))
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
            (
                .french,
                "une taille a besoin d’une unité\u{A0}; écrire «\u{A0}5MB\u{A0}» ou «\u{A0}5MiB\u{A0}»"
            ),
            (.spanish, "un tamaño necesita una unidad; escriba «5MB» o «5MiB»"),
        ])
    func words(language: Language, text: String) {
        let advice = Message("write '\("5")MB' or '\("5")MiB'")
        let clause = Message("\(Message("size needs a unit")); \(advice)")
        #expect(Words(language)(clause) == text)
        #expect(Words(language)(.clause(clause)) == text)
        #expect(clause.description == "size needs a unit; write '5MB' or '5MiB'")
    }

    // MARK: What is read back

    /// `template` with `values` in its places.
    private static func text(_ template: String, _ values: [String]) -> String {
        values.enumerated().reduce(template) { text, value in
            text.replacing("{\(value.offset + 1)}", with: value.element)
        }
    }

    @Test("of drives, accounts and the network are read back from their texts, all of them")
    func readBack() throws {
        for template in try Self.file(.english, .outcomes).keys.sorted() {
            let places = Self.places(template)
            // What says little itself is read where it speaks of a clause.
            let letters = template.filter(\.isLetter).count
            let values = places.indices.map { letters < 6 ? "the disk is full" : "/q\($0)-x" }
            let text = Self.text(template, values)
            let message = try #require(ClauseReader.outcomes.message(text), "\(text)")
            #expect(message.description == text)
            guard case .template(let found, _) = message.content else {
                Issue.record("\(text)")
                continue
            }
            #expect(found == template, "\(text)")
            for language in [Language.german, .french, .spanish] {
                let said = Words(language).told(text)
                let clauses = Catalogue.clauses(in: language, of: .outcomes)
                let inner = values.map { clauses[$0] ?? $0 }
                // What stands in quotes is a name.
                let named = template.contains("'{") ? values : inner
                let wanted = Set([inner, named].map { Self.text(clauses[template] ?? "", $0) })
                #expect(wanted.contains(said) || template == "{1}, '{2}', {3}", "\(said)")
            }
        }
    }

    @Test(
        "are read back one within another, and names are left alone",
        arguments: [
            (
                "the copy '/the disk is full' cannot be compared: the disk is full",
                "die Kopie „/the disk is full“ lässt sich nicht vergleichen: der Datenträger ist voll"
            ),
            (
                "line 5 of the history, 'deleted': it does not follow from 'undone'",
                "Zeile 5 des Verlaufs, „deleted“: es folgt nicht aus „undone“"
            ),
            ("decision 7 is in the history only", "Entscheidung 7: nur im Verlauf"),
            (
                "the secret in '/s.txt' can be reached by other users, who may have read it;"
                    + " replace what it holds, and keep others out with 'chmod 600'",
                "das Geheimnis in „/s.txt“ ist für andere Benutzer erreichbar, die es gelesen haben"
                    + " können; ersetzen Sie es und sperren Sie andere mit „chmod 600“ aus"
            ),
            (
                "the sign-in service a.example: a.example closed the connection without an answer",
                "der Anmeldedienst a.example: a.example schloss die Verbindung ohne Antwort"
            ),
            (
                "a.example cannot be reached: Connection refused",
                "a.example ist nicht zu erreichen: Connection refused"
            ),
            (
                "the file of the tokens, '/t', cannot be read: Input/output error",
                "die Datei der Anmeldungen, „/t“, lässt sich nicht lesen: Input/output error"
            ),
            (
                "the item \"size\" has no place: it ends too early",
                "der Eintrag \"size\" hat keinen Platz: es endet zu früh"
            ),
            (
                "differs from what the plan saw: date of change, size, tag",
                "ist anders, als der Plan ihn sah: Änderungsdatum, Größe, Kennzeichen"
            ),
            (
                "the sign-in failed: invalid_grant: the code was used before; start again"
                    + " (trace id 7-a)",
                "die Anmeldung schlug fehl: invalid_grant: der Code wurde schon benutzt;"
                    + " fangen Sie noch einmal an (Trace-ID 7-a)"
            ),
            ("Zugriff verweigert: nobody knows", "Zugriff verweigert: nobody knows"),
            ("something else", "something else"), ("", ""), (": ", ": "),
        ])
    func nested(text: String, german: String) {
        #expect(Words(.german).told(text) == german)
        #expect(Words(.english).told(text) == text)
        #expect(Words(.german)(.told(text)) == german)
    }
}
