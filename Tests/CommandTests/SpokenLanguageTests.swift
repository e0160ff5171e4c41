// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the program says in the language of the person, and what it says in none.
@Suite("The language of the person", .timeLimit(.minutes(60)))
struct SpokenLanguageTests {
    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives: {home: {kind: local, root: d}}
            limits: {percent: unlimited}
            rules:
              - {id: old, match: {name: "*.tmp"}, then: delete}
              - {id: doubtful, match: {name: "*.bak"}, then: review}
            """, to: "rules.yaml")
        try home.writeOld("x", to: "d/a.tmp")
        try home.writeOld("yy", to: "d/b.bak")
        return home
    }

    @Test(
        "is that of the environment",
        arguments: [
            ("de_DE.UTF-8", "Rücknahmefrist gestartet für 1 Eintrag", "Weiter: "),
            ("fr_FR.UTF-8", "Délai d’annulation lancé pour 1 élément", "Ensuite\u{A0}: "),
            ("es_ES.UTF-8", "Plazo para deshacer iniciado para 1 elemento", "Siguiente: "),
            ("en_US.UTF-8", "Staged 1 item of plan", "Next: "),
        ])
    func commands(locale: String, staged: String, next: String) throws {
        let home = try Self.home()
        let language = ["LC_ALL": locale]
        #expect(try home.run("plan", environment: language).errors.contains(next))
        let stage = try home.run("stage", "--yes", environment: language)
        #expect(stage.status == 0 && stage.output.contains(staged), "\(stage)")
        #expect(stage.errors.contains(next))
        // What was staged is refused, in the same language.
        let again = try home.run("stage", "--yes", environment: language)
        #expect(again.status == 5)
        #expect(!again.errors.contains("is not staged") || locale.hasPrefix("en"))
    }

    @Test("is that of a plain review, whose commands are the same everywhere")
    func plainReview() throws {
        let home = try Self.home()
        #expect(try home.run("plan", "-q").status == 0)
        let review = try home.run(
            ["review", "--plain"], typing: "d\nq\n", environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(review.status == 0)
        #expect(review.output.contains("Zum Löschen vorgemerkt: b.bak"))
        #expect(review.errors.contains("1 Entscheidung gespeichert. Nichts wurde gelöscht."))
    }

    @Test("changes nothing of what machines read")
    func machines() throws {
        let home = try Self.home()
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        for command in [
            "plan --format json --now 2026-01-01T00:00:00Z --no-state --rules rules.yaml",
            "plan --format csv --now 2026-01-01T00:00:00Z --no-state --rules rules.yaml",
            "status --format json", "status --format ndjson", "status --format csv",
            "history --format ndjson", "quota --format json", "stage --yes --format json", "export",
        ] {
            let words = command.split(separator: " ").map { String($0) }
            let runs = try ["C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"].map {
                try home.run(words, environment: ["LC_ALL": $0])
            }
            #expect(Set(runs.map(\.output)).count == 1, "\(command)")
            #expect(Set(runs.map(\.status)).count == 1, "\(command)")
        }
    }
}
