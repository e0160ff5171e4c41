// SPDX-License-Identifier: Apache-2.0

import Foundation
import Messages
import Testing
import Wording

/// What went wrong, said in the language of the person.
@Suite("The language of errors", .timeLimit(.minutes(60)))
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
            ("fr_FR.UTF-8", .french, "erreur\u{A0}: une taille a besoin d’une unité"),
            ("es_ES.UTF-8", .spanish, "error: un tamaño necesita una unidad"),
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

    /// Files that are no YAML, each with the line and column that is pointed at.
    private static let brokenFiles = [
        ("version: 1\nrules:\n\t- id: a\n", "3:1"), ("a: |\n\tb\n", "2:1"),
        ("a: b\n  c\n\td: e\n", "3:1"), ("a: {b: c\n", "1:4"),
        ("a: {b: c,\n  d: e f: g}\n", "2:9"), ("- - ? a\n    b\n  c: [\n   ,d]\n", "2:5"),
        ("a: \"\\xzz\"\n", "1:7"), ("a: \"\\q\"\n", "1:5"), ("a: 'b\n", "1:4"),
        ("a: b\n c: d\n", "2:3"), ("a: b ? c: d\n", "1:4"), ("- a\nb: c\n", "2:1"),
    ]

    /// Expressions that PCRE2 refuses, each for another reason that people meet.
    private static let brokenExpressions = [
        "(a", "a)", "*a", "[a", "[z-a]", "a{3,1}", "a{99999}", "a\\", "(?z)", "[[:nope:]]",
        "\\1(?2)",
        "(?<=a+)", "\\x{110000}", "\\p{Nope}", "[:alpha:]", "(?<a", "[\\d-z]", "\\i", "\\x{zz}",
    ]

    @Test(
        "is that of the environment, for what is no YAML and no expression",
        arguments: [
            ("de_DE.UTF-8", Language.german), ("fr_FR.UTF-8", .french), ("es_ES.UTF-8", .spanish),
        ])
    func syntax(locale: String, language: Language) throws {
        let home = try ScratchHome()
        let english = Self.englishWords(besides: language)
        func said(_ text: String) throws -> String? {
            try home.write(text, to: "r.yaml")
            let run = try home.run(["check", "r.yaml"], environment: ["LC_ALL": locale])
            let line = run.errors.split(separator: "\n").first { $0.hasPrefix("r.yaml:") }
            return line.map { String($0).replacing(#/\[[a-z-]+\]$/#, with: "") }
        }
        for (text, place) in Self.brokenFiles {
            let line = try #require(try said(text), "\(text)")
            #expect(line.hasPrefix("r.yaml:\(place): "), "\(text): \(line)")
            #expect(Self.words([line]).isDisjoint(with: english), "\(text): \(line)")
        }
        for text in Self.brokenExpressions {
            let rules =
                "version: 1\nrules: [{id: a, match: {name_regex: '\(text)'}, then: delete}]\n"
            let found = try said(rules)
            // Not every version of PCRE2 refuses all of them.
            guard let line = found, line.contains("r.yaml:2:") else { continue }
            #expect(Self.words([line]).isDisjoint(with: english), "\(text): \(line)")
        }
    }

    @Test(
        "says what to write instead",
        arguments: [
            ("drives: {d: {kind: local, root: ~}}", "the home folder is written '~/'"),
            ("quota: {deletions: 5}", "did you mean 'deletes'?"),
            ("x-a: 1\ndefaults: {undo_window: 1 year}", "'year' is not a unit of time"),
            (
                "drives: {d: {kind: onedrive, account: a@b.c, root: /, graph_url: 'http://e.example'}}",
                "r.yaml:2:10: error: drive 'd': 'graph_url' is no address that can be used:"
                    + " 'http://e.example'"
            ),
            ("define:\n  a:\u{A0}{name: x}\n  b: {name: y}", "right after a ':' stands U+00A0"),
            ("limits:\n  items:\u{A0}5", "right after a ':' stands U+00A0, a no-break space"),
            ("timezone:\u{A0}UTC", "a no-break space stands right after this ':'"),
        ])
    func advice(line: String, text: String) throws {
        let home = try ScratchHome()
        try home.write("version: 1\n\(line)\nrules: []\n", to: "r.yaml")
        let run = try home.run("check", "r.yaml")
        #expect(run.status == 3 && run.errors.contains(text), "\(run.errors)")
        #expect(!run.errors.contains("\u{FFFD}"))
    }

    @Test("shows what is no UTF-8 as the bytes that it is")
    func bytes() throws {
        let home = try ScratchHome()
        var bytes = Data("version: 1\nrules:\n  - {id: a, match: {name: \"caf".utf8)
        bytes += [0xE9, 0x80, 0x80, 0x80] + Data("\"}, then: delete}\n".utf8)
        try bytes.write(to: URL(fileURLWithPath: home.path + "/r.yaml"))
        let run = try home.run("check", "r.yaml")
        #expect(run.status == 3)
        let lines = run.errors.split(separator: "\n").map { String($0) }
        #expect(!run.errors.contains("\u{FFFD}"), "\(run.errors)")
        let excerpt = try #require(lines.first { $0.contains(" | ") })
        #expect(excerpt.contains("\\x80"), "\(excerpt)")
    }

    @Test("names what was meant where a plan or a state is none")
    func nothingThere() throws {
        let home = try ScratchHome()
        try home.write(
            "version: 1\ndrives: {d: {kind: local, root: d}}\nrules: []\n", to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        for arguments in [["show", "p-1"], ["plan", "diff", "p-1", "p-2"]] {
            let run = try home.run(arguments)
            #expect(run.status == 1 && run.errors.contains("knows no plan p-1"), "\(run.errors)")
        }
        for place in ["/dev/null", "d"] {
            let run = try home.run("plan", "--state", place)
            #expect(run.status == 1 && run.errors.contains("--no-state"), "\(run.errors)")
        }
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
                    "il n’y a pas de commande «\u{A0}chekc\u{A0}»",
                    "impossible de lire «\u{A0}none.yaml\u{A0}»",
                    "est endommagé ou n’en est pas un\u{A0}: il n’en a pas le début",
                ]
            ),
            (
                "es_ES.UTF-8",
                [
                    "no hay ninguna orden «chekc»", "no se puede leer «none.yaml»",
                    "está dañado o no lo es: no empieza como tal",
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
