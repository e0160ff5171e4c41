// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import Testing
import Wording

/// What went wrong, said in the language of the person.
@Suite("The language of errors", .timeLimit(.minutes(3)))
struct ErrorLanguageTests {
    /// Rules with a fault of nearly every kind.
    private static let rules = """
        version: 2
        timezone: Mars/Olympus
        drives: {home: {kind: local, root: d, account: me}}
        rules:
          - id: Old Files
            match: {size: over 500, age: older than 3dd, nmae: "*.tmp", ext: .tmp, empty: yes}
            then: delte
            unknown: keep
          - {id: x, match: {all: []}, oops: 1, then: keep, unknown: keep}
          - {id: x, match: {created: over 2020-01-01, depth: 3..1}, in: "away:d", then: delete}
          - {surplus: {keep: 0}, duplicates: {same: [content, size]}, then: keep}
        """

    /// The words of the clauses that are said in English only, of more than five letters, without
    /// what stands in quotes.
    private static func englishWords(besides language: Language) -> Set<String> {
        let clauses = Catalogue.clauses(in: language)
        return words(clauses.keys).subtracting(words(clauses.values))
    }

    private static func words(_ texts: some Collection<String>) -> Set<String> {
        texts.reduce(into: []) { words, text in
            let bare = text.replacing(#/„[^“]*“|«[^»]*»|'[^']*'/#, with: " ")
            words.formUnion(bare.matches(of: #/[\p{L}]{6,}/#).map { $0.0.lowercased() })
        }
    }

    @Test(
        "is that of the environment, for the findings in rules",
        arguments: [
            ("de_DE.UTF-8", Language.german, "Fehler: eine Größe braucht eine Einheit"),
            ("fr_FR.UTF-8", .french, "erreur : une taille a besoin d’une unité"),
        ])
    func findings(locale: String, language: Language, text: String) throws {
        let home = try ScratchHome()
        try home.write(Self.rules, to: "rules.yaml")
        let run = try home.run(["check", "rules.yaml"], environment: ["LC_ALL": locale])
        #expect(run.status == 3)
        #expect(run.errors.contains(text))
        // Lines of the file stand beside findings, and keys of the language within notes.
        let said = run.errors.split(separator: "\n").filter { line in
            line.hasPrefix("rules.yaml:") && line.hasSuffix("]")
        }.map { $0.replacing(#/\[[a-z-]+\]$/#, with: "") }
        #expect(said.count > 12)
        let english = Self.englishWords(besides: language)
        for line in said {
            #expect(Self.words([String(line)]).isDisjoint(with: english), "\(line)")
        }
        // As they were in English.
        let plain = try home.run(["check", "rules.yaml"], environment: ["LC_ALL": "C"])
        #expect(plain.errors.contains("error: size needs a unit; write '500MB' or '500MiB' ["))
    }

    @Test(
        "is that of the environment, for files and states",
        arguments: [
            (
                "de_DE.UTF-8",
                [
                    "es gibt keinen Befehl „chekc“", "„none.yaml“ lässt sich nicht lesen",
                    "ist beschädigt oder keine Zustandsdatei: sie beginnt nicht wie eine",
                ]
            ),
            (
                "fr_FR.UTF-8",
                [
                    "il n’y a pas de commande « chekc »", "impossible de lire « none.yaml »",
                    "est endommagé ou n’en est pas un : il n’en a pas le début",
                ]
            ),
            (
                "C",
                [
                    "there is no command 'chekc'", "cannot read 'none.yaml'",
                    "is damaged or no state file: it does not begin as one",
                ]
            ),
        ])
    func files(locale: String, texts: [String]) throws {
        let home = try ScratchHome()
        try home.write(String(repeating: "no state ", count: 100), to: "odd.db")
        let runs = try [["chekc"], ["check", "none.yaml"], ["status", "--state", "odd.db"]].map {
            try home.run($0, environment: ["LC_ALL": locale])
        }
        for (run, text) in zip(runs, texts) {
            #expect(run.status != 0)
            #expect(run.errors.contains(text), "\(run.errors)")
        }
    }
}
