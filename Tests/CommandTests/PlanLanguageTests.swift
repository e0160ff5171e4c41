// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording

/// What plans, their pages and the explanations of verdicts say in every language.
@Suite("The language of plans", .timeLimit(.minutes(60)))
struct PlanLanguageTests {
    /// Commands that are run one after another in a home of their own.
    struct Family: Sendable, CustomTestStringConvertible {
        let name: String
        var rules = "rules.yaml"
        /// What is done before, of which nothing is looked at.
        var before: [String] = []
        let commands: [String]
        /// Texts of the German output, by which it is seen that all of it was said.
        let german: [String]

        var testDescription: String { name }
    }

    /// The keys that these commands speak by.
    private static let prefixes: Set = [
        "plan", "table", "show", "diff", "explain", "nothing", "report", "limit", "reason", "why",
        "way", "sync",
    ]

    /// What is a code, a name or a word of the rules everywhere.
    private static let codes: Set = [
        "cleanrules", "delete", "review", "person", "protect", "quarantine", "restore", "listing",
        "before", "modified", "expires", "verify", "report", "verdict", "missing", "matches",
        "column", "unless", "rules",
    ]

    private static let now = " --now 2026-06-01T12:00:00Z"
    private static let apart = now + " --no-state --rules rules.yaml"

    static let families = [
        Family(
            name: "tables",
            commands: ["plan" + apart, "plan --all" + apart, "plan --summary" + apart],
            german: [
                "Regel ", "behalten", "Die größten Löschungen", "… 10 weitere (--all)",
                "Zu prüfen: ", " UTC\n",
                "Alle Einträge", "Kopie von /copy.txt", "Wege zurück", "Nichts wurde geändert.",
            ]),
        Family(
            name: "Markdown", commands: ["plan --format markdown --all" + apart],
            german: ["# Plan vom ", "| Urteil | Pfad | Größe | Regel | weil |", "| behalten |"]),
        Family(
            name: "pages", commands: ["plan --format html --all" + apart],
            german: [
                "<html lang=\"de\">", "Aufräumplan für home", "Was jede Regel entscheidet",
                "Kopie von /copy.txt; diese bleibt.", "Stimmt in Name und Größe mit",
                "nach einer Rücknahmefrist von 3 Tagen", "Seite {number} von {total}",
                "Älter als die neuesten 2; ",
            ]),
        Family(
            name: "plans in the state",
            before: ["plan -q" + now, "keep /t1.tmp -q"],
            commands: [
                "plan" + now, "plan --offline" + now, "plan diff",
                "show --now 2026-06-01T13:00:00Z",
                "show --verdict review --now 2026-06-03T12:00:00Z",
                "show --verdict keep", "show rules.yaml --no-state", "why /t1.tmp" + now,
            ],
            german: [
                "1 weggefallen (cleanrules plan diff)", "aufgelistet am", "läuft ab",
                "Zu prüfende Einträge", "ist am Di 02.06.2026 12:00 UTC abgelaufen",
                "entschieden: behalten, bis sich der Inhalt ändert", "ist kein Plan; ",
            ]),
        Family(
            name: "plans over a limit", rules: "limits.yaml",
            commands: [
                "plan" + now, "plan --format markdown" + now, "plan --format html" + now,
                "show --now 2026-06-01T13:00:00Z", "stage --yes",
            ],
            german: [
                "Gesperrt: Die Rücknahmefrist", "! der Plan löscht", "> Gesperrt: ",
                "Der Plan überschreitet 2 Grenzen", "startet nicht: ",
                "der Plan löscht 20 Einträge, die Grenze ist 3",
            ]),
        Family(
            name: "plans that delete nothing", rules: "nothing.yaml",
            commands: ["plan" + now, "plan --format markdown" + now, "plan --format html" + now],
            german: [
                "Warum nichts gelöscht wird", "geschützt durch „papers“", "behalten wegen „good“",
                "Einträge, über die ein Mensch entscheidet",
                "bis 50 ihrer Einträge entschieden sind",
            ]),
        Family(
            name: "explanations",
            commands: [
                "why /a.iso" + apart, "why /v1.bak" + apart, "why /c/copy1.txt" + apart,
                "why /b.doc" + apart, "why nowhere" + apart, "why note.txt" + apart,
            ],
            german: [
                "→ löschen (Kopie)", "alle von", "eine von", "trifft zu", "ausgeschaltet",
                "Gruppe von 3:", "dieser", "in keiner Gruppe dieser Regel", "Ergebnis: ",
                "kein Eintrag „nowhere“ unter", "2 Einträge heißen „note.txt“",
            ]),
    ]

    private static let rules = """
        rules:
          - id: old
            match: {all: [{ext: iso}, {size: over 1MB}]}
            unless: {any: [{name: "k*"}]}
            then: delete
          - {id: tmp, match: {name: "*.tmp"}, then: delete, undo_window: 3d}
          - {id: same, duplicates: {same: content, keep: [shortest_path]}, then: delete}
          - id: names
            match: {ext: bin}
            duplicates: {same: [name, size], keep: [shortest_path]}
            then: delete
          - {id: bak, match: {ext: bak}, surplus: {keep: 2}, then: delete, method: quarantine}
          - {id: doubtful, match: {name: "*.doc"}, then: review}
          - {id: off, enabled: false, match: {name: "*.off"}, then: delete}

        """

    private static func home(_ rules: String) throws -> ScratchHome {
        let home = try ScratchHome()
        let head = """
            version: 1
            timezone: UTC
            drives: {home: {kind: local, root: d}}
            protect:
              - {id: papers, match: {name: "*contract*"}}

            """
        try home.write(
            head + "limits: {percent: unlimited}\n" + Self.rules, to: "rules.yaml")
        try home.write(
            head + "limits: {items: 3, bytes: 10B, percent: unlimited}\n" + Self.rules,
            to: "limits.yaml")
        try home.write(
            head + """
                review: {trial: 50}
                limits: {percent: unlimited}
                rules:
                  - {id: old, match: {ext: [iso, tmp, contract]}, then: delete}
                  - {id: good, match: {name: "good*"}, then: keep}

                """, to: "nothing.yaml")
        if rules != "rules.yaml" { try home.write(home.text(rules), to: "rules.yaml") }
        for name in ["a.iso", "contract.iso", "good.iso", "p.jpg", "b.doc", "note.txt"] {
            try home.writeOld(name, to: "d/" + name)
        }
        try home.writeOld("another note", to: "d/c/note.txt")
        for name in ["copy.txt", "c/copy1.txt", "c/copy2.txt"] {
            try home.writeOld("the same", to: "d/" + name)
        }
        try home.writeOld("abc", to: "d/f.bin")
        try home.writeOld("xyz", to: "d/x/f.bin")
        for day in 1...6 { try home.writeOld("backup \(day)", to: "d/v\(day).bak", day: day) }
        for number in 1...13 { try home.writeOld("tmp \(number)", to: "d/t\(number).tmp") }
        return home
    }

    private static func words(_ line: String) -> [String] {
        line.split(separator: " ").map { String($0) }
    }

    /// What was said without the style and the script of a page, which are the same everywhere.
    private static func spoken(_ run: CommandRun, _ home: ScratchHome) -> String {
        var text = run.said(in: home)
        for (start, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
            guard let from = text.range(of: start)?.lowerBound,
                let to = text.range(of: end, options: .backwards)?.upperBound, from < to
            else { continue }
            text.removeSubrange(from..<to)
        }
        return text.replacing(#/<[^>]*>|"\w+":/#) { match in
            // Names of elements, attributes and members are no words; titles and labels are.
            match.output.matches(of: #/(?:label|placeholder|title)="([^"]*)"/#)
                .map { String($0.1) }.joined(separator: " ")
        }
    }

    @Test("is no English where another one was asked for", arguments: families)
    func languages(family: Family) throws {
        for (language, locale) in [
            (Language.german, "de_DE.UTF-8"), (.french, "fr_FR.UTF-8"), (.spanish, "es_ES.UTF-8"),
        ] {
            let home = try Self.home(family.rules)
            for line in family.before { _ = try home.run(Self.words(line)) }
            var all = ""
            for line in family.commands {
                let run = try home.run(Self.words(line), environment: ["LC_ALL": locale])
                let said = Self.spoken(run, home)
                let english = SpokenWords.english(
                    in: said, of: language, prefixes: Self.prefixes, exceptions: Self.codes)
                #expect(english.isEmpty, "\(line): \(english) in: \(said)")
                all += run.output + run.errors
            }
            if language == .german {
                for text in family.german { #expect(all.contains(text), "\(text) in: \(all)") }
            }
        }
    }

    @Test("changes nothing of what machines read, and no status")
    func machines() throws {
        let home = try Self.home("rules.yaml")
        let commands = [
            "plan --format json --all" + Self.apart, "plan --format ndjson" + Self.apart,
            "plan --format csv --all" + Self.apart,
            "plan --detailed-exitcode --format csv" + Self.apart,
            "plan --format json" + Self.now, "plan diff --format json",
        ]
        #expect(try home.run("plan", "-q").status == 0)
        for line in commands {
            let runs = try ["C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"].map { locale in
                let run = try home.run(Self.words(line), environment: ["LC_ALL": locale])
                return "\(run.status)"
                    + CommandRun(
                        status: run.status, output: run.output, errors: ""
                    ).said(in: home)
            }
            #expect(runs[0] == runs[1] && runs[0] == runs[2], "\(line)")
        }
    }

    @Test("has columns as wide as its words")
    func columns() throws {
        let home = try Self.home("rules.yaml")
        for locale in ["de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"] {
            let plan = try home.run(
                Self.words("plan" + Self.apart), environment: ["LC_ALL": locale])
            let table = plan.output.split(separator: "\n", omittingEmptySubsequences: false)
                .dropFirst(2).prefix { !$0.isEmpty }
            // Every number ends where the word above it does.
            #expect(Set(table.map(\.count)).count == 1, "\(table)")
        }
    }
}
