// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording
import Workflow

/// What drives, accounts and the network report, what is wrong with arguments, and which files are not
/// written over, in the language of the person.
@Suite("The language of reports", .timeLimit(.minutes(60)))
struct ReportLanguageTests {
    /// A command, and what its messages have in German and in French.
    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        let status: Int32
        let german: String
        let french: String

        init(_ line: String, _ status: Int32, _ german: String, _ french: String) {
            (self.line, self.status, self.german, self.french) = (line, status, german, french)
        }

        var testDescription: String { line }
    }

    static let cases = [
        // Drives and listings.
        Case(
            "plan --rules gone.yaml --no-state", 1,
            "ist nicht möglich: die Wurzel lässt sich nicht öffnen: nicht mehr da",
            ": la racine ne peut pas être ouverte\u{A0}: n’est plus là"),
        Case(
            "plan --rules file.yaml --no-state", 1,
            "die Wurzel ist kein Ordner; ist sie ein symbolischer Verweis",
            "la racine n’est pas un dossier\u{A0}; si c’est un lien symbolique"),
        Case(
            "plan --rules bare.yaml --listing bad.ndjson", 1,
            "bad.ndjson:1:24: der Wert von \"size\" muss eine ganze Zahl sein, nicht ein Text;"
                + " es wird kein Plan gemacht",
            "la valeur de \"size\" doit être un nombre entier, pas un texte\u{A0}; aucun plan"
                + " n’est fait"
        ),
        Case(
            "plan --rules bare.yaml --listing half.ndjson", 1,
            "die Zeile endet, wo ein Schlüssel in Anführungszeichen erwartet wird",
            "la ligne se termine là où l’on attend une clé entre guillemets"),
        Case(
            "plan --rules bare.yaml --listing none.ndjson", 1,
            "die Auflistung lässt sich nicht öffnen",
            "la liste ne peut pas être ouverte"),
        Case(
            "plan --rules bare.yaml --listing d", 1, "die Auflistung ist keine gewöhnliche Datei",
            "la liste n’est pas un fichier ordinaire"),
        // Accounts and sign-ins.
        Case(
            "whoami --rules cloud.yaml", 3, "„client_id“ fehlt: die Kennung einer Anwendung",
            "«\u{A0}client_id\u{A0}» manque\u{A0}: l’identifiant d’une application"),
        Case(
            "whoami --rules beta.yaml", 3, "„graph_url“ nennt die Version „beta“",
            "«\u{A0}graph_url\u{A0}» nomme la version «\u{A0}beta\u{A0}»"),
        Case(
            "sync --rules signed-out.yaml", 4, "muss sich anmelden: niemand hat sich angemeldet",
            "doit se connecter\u{A0}: personne ne s’est connecté"),
        // Files that are not written over.
        Case(
            "plan -q --rules rules.yaml -o s.db --state s.db", 5,
            "„s.db“ gehört zur Zustandsdatei und wird nicht überschrieben",
            "«\u{A0}s.db\u{A0}» fait partie du fichier d’état, et n’est pas écrasé"),
        Case(
            "plan -q --rules rules.yaml --no-state -o rules.yaml", 5,
            "gehört zu den benutzten Regeln und wird nicht überschrieben",
            "fait partie des règles utilisées, et n’est pas écrasé"),
        Case(
            "plan -q --rules rules.yaml --no-state -o d/a.tmp", 5,
            "ist eine Datei des Laufwerks „home“ und wird nicht überschrieben",
            "est un fichier du lecteur «\u{A0}home\u{A0}», et n’est pas écrasé"),
        // Arguments.
        Case(
            "plan --formt csv", 64, "es gibt keine Option „--formt“. Ist „--format“ gemeint?",
            "il n’y a pas d’option «\u{A0}--formt\u{A0}»."
                + " Vouliez-vous dire «\u{A0}--format\u{A0}»\u{A0}?"),
        Case(
            "plan --format", 64, "es fehlt ein Wert für „--format <format>“\n",
            "il manque une valeur pour «\u{A0}--format <format>\u{A0}»\n"),
        Case(
            "plan --format x", 64, "der Wert „x“ geht nicht für „--format <format>“. Es gibt",
            "la valeur «\u{A0}x\u{A0}» ne va pas pour «\u{A0}--format <format>\u{A0}». Il y a"),
        Case(
            "version one", 64, "das Argument „one“ passt hier nicht\nAufruf: cleanrules version",
            "l’argument «\u{A0}one\u{A0}» n’est pas attendu\nUsage\u{A0}: cleanrules version"),
        Case(
            "version one two", 64, "2 Argumente passen hier nicht: 'one', 'two'",
            "2 arguments ne sont pas"
        ),
        Case(
            "why", 64, "Mehr dazu: „cleanrules why --help“",
            "Pour en savoir plus\u{A0}: «\u{A0}cleanrules why"),
        Case(
            "history --all --limit 3", 64, "Geben Sie --all oder --limit an, nicht beides.",
            "Donnez --all ou --limit, pas les deux."),
        Case(
            "status --color blue", 64, "--color nimmt auto, always oder never, nicht",
            "--color prend"),
        Case(
            "execute --config x", 64, "\n  Ist „--rules“ gemeint?",
            "\n  Vouliez-vous dire «\u{A0}--rules\u{A0}»\u{A0}?"),
    ]

    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        let head = "version: 1\ntimezone: UTC\n"
        let rules = "rules:\n  - {id: old, match: {name: \"*.tmp\"}, then: delete}\n"
        func drive(_ text: String) -> String { head + "drives: {home: {\(text)}}\n" + rules }
        let cloud = "kind: onedrive, account: pat.sample@outlook.com, root: /"
        try home.write(
            head + "limits: {percent: unlimited}\ndefaults: {undo_window: none}\n"
                + "drives: {home: {kind: local, root: d}}\n" + rules, to: "rules.yaml")
        try home.write(head + rules, to: "bare.yaml")
        try home.write(drive("kind: local, root: gone"), to: "gone.yaml")
        try home.write(drive("kind: local, root: bare.yaml"), to: "file.yaml")
        try home.write(drive(cloud), to: "cloud.yaml")
        try home.write(drive(cloud + ", client_id: app-1"), to: "signed-out.yaml")
        try home.write(
            drive(cloud + ", client_id: app-1, graph_url: \"https://a.example/beta\""),
            to: "beta.yaml")
        try home.write("{\"path\": \"/a\", \"size\": \"x\"}\n", to: "bad.ndjson")
        try home.write("{\"path\": \"/a\",\n", to: "half.ndjson")
        for name in ["a.tmp", "b.tmp"] { try home.writeOld(name, to: "d/" + name) }
        return home
    }

    private static let languages = [
        (Language.german, "de_DE.UTF-8"), (.french, "fr_FR.UTF-8"), (.spanish, "es_ES.UTF-8"),
    ]

    private static func run(
        _ line: String, _ home: ScratchHome, _ locale: String
    ) throws -> CommandRun {
        try home.run(
            line.split(separator: " ").map { String($0) },
            environment: ["LC_ALL": locale, "CLEANRULES_TOKEN_STORE": "file"])
    }

    /// The words of more than five letters that clauses have in English only.
    private static func english(besides language: Language) -> Set<String> {
        Catalogue.ClauseArea.allCases.reduce(into: []) { found, area in
            let clauses = Catalogue.clauses(in: language, of: area)
            found.formUnion(words(clauses.keys).subtracting(words(clauses.values)))
        }
    }

    private static func words(_ texts: some Collection<String>) -> Set<String> {
        texts.reduce(into: []) { words, text in
            let bare = text.replacing(
                #/„[^“]*“|«[^»]*»|'[^']*'|"[^"]*"|--?[a-z-]+|<[a-z-]+>/#, with: " ")
            words.formUnion(bare.matches(of: #/[\p{L}]{6,}/#).map { $0.0.lowercased() })
        }
    }

    @Test("is that of the environment, and the status is the same", arguments: cases)
    func reports(_ one: Case) throws {
        let plain = try Self.run(one.line, try Self.home(), "C.UTF-8")
        #expect(plain.status == one.status, "\(plain)")
        for (language, locale) in Self.languages {
            let run = try Self.run(one.line, try Self.home(), locale)
            #expect(run.status == one.status)
            switch language {
            case .german: #expect(run.errors.contains(one.german), "\(run.errors)")
            case .french: #expect(run.errors.contains(one.french), "\(run.errors)")
            case .english, .spanish: break
            }
            // The usage has names of commands and arguments.
            let said = run.errors.split(separator: "\n").filter {
                !$0.contains("cleanrules ") && !$0.contains(": /")
            }
            let left = Self.words(said.map { String($0) }).intersection(
                Self.english(besides: language))
            #expect(left.isEmpty, "\(left) in: \(run.errors)")
        }
    }

    @Test(
        "is that of the environment for what was recorded in English, and records stay as they are")
    func recorded() throws {
        let home = try Self.home()
        #expect(try home.run("plan", "-q", "--rules", "rules.yaml").status == 0)
        #expect(try home.run("stage", "--yes", "--no-undo-window", "-q").status == 0)
        try home.write("another text", to: "d/a.tmp")
        let execution = try Self.run("execute --yes", home, "de_DE.UTF-8")
        #expect(execution.status == 6, "\(execution)")
        let plain = try Self.run("status --all --format json", home, "C.UTF-8")
        #expect(plain.output.contains("\"problem\":\"differs from what the plan saw: "))
        #expect(plain.output.contains("\"state\":\"changed\""))
        for (line, german) in [
            ("status --all", "geändert"), ("status --all", "ist anders, als der Plan ihn sah: "),
            ("status --all", "gelöscht"), ("status --all", "der Papierkorb ("),
            ("history", "Plan gespeichert"), ("history", "wartet"),
        ] {
            let run = try Self.run(line, home, "de_DE.UTF-8")
            #expect(run.output.contains(german), "\(run)")
        }
        #expect(execution.output.contains("/a.tmp: ist anders, als der Plan ihn sah: "))
        for line in ["status --all --format json", "history --format json", "history --format csv"]
        {
            #expect(
                try Self.run(line, home, "C").output == Self.run(line, home, "fr_FR.UTF-8").output)
        }
        // In English tables have the words of the machine formats, as before.
        let table = try Self.run("status --all", home, "C.UTF-8").output
        #expect(table.contains("\nchanged ") && table.contains("differs from what the plan saw: "))
    }

    @Test("is told by its kind: the first word of an error has its colour in every language")
    func colours() throws {
        for (locale, word) in [
            ("C", "error:"), ("de_DE.UTF-8", "Fehler:"), ("fr_FR.UTF-8", "erreur\u{A0}:"),
        ] {
            let home = try Self.home()
            let run = try Self.run("plan --rules gone.yaml --no-state --color always", home, locale)
            #expect(
                run.errors.contains("\u{1B}[31m\(word)\u{1B}[0m "), "\(run.errors.debugDescription)"
            )
        }
    }
}
