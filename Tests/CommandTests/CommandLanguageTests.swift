// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Wording

/// What commands say of drives, quotas, numbers, decisions, states and accounts, in every language.
@Suite("The language of commands", .timeLimit(.minutes(60)))
struct CommandLanguageTests {
    /// Commands that are run one after another in a home of their own.
    struct Family: Sendable, CustomTestStringConvertible {
        let name: String
        /// What is done before, of which nothing is looked at.
        var before: [String] = []
        let commands: [String]
        /// A word of the German output, by which it is seen that something was said.
        let german: String
        /// The keys that these commands speak by besides.
        var more: Set<String> = []
        /// What is a code or a name in what they say.
        var codes: Set<String> = []

        /// Takes all that lies on the drive away.
        static let emptying = "/bin/rm d/a.tmp d/k.tmp d/b.bak"

        var testDescription: String { name }
    }

    /// The keys that these commands speak by.
    private static let prefixes: Set = [
        "run", "sync", "quota", "stats", "history", "keep", "decide", "restore", "undo", "state",
        "forget", "export", "import", "init", "check", "test", "login", "account", "drives", "demo",
        "progress",
    ]

    /// What is a code, a name or a word of the rules everywhere.
    private static let codes: Set = [
        "cleanrules", "delete", "deletes", "review", "reviews", "person", "rules", "matched",
        "sqlite", "backups", "quarantine", "recycle", "decided", "expect", "content", "profile",
        "damaged", "nowhere", "tokens",
    ]

    @Test("comments in rules that init writes are in that language, and the rules the same")
    func templates() throws {
        let home = try ScratchHome()
        for template in ["photos", "downloads", "backups", "minimal"] {
            var entries: Set<[String]> = []
            for tag in ["C", "de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8"] {
                let name = "\(template)-\(tag).yaml"
                let run = try home.run(
                    "init", "d", "--no-schema", "-t", template, "-o", name,
                    environment: ["LC_ALL": tag])
                #expect(run.status == 0, "\(run.errors)")
                let lines = try home.text(name).split(separator: "\n").map { String($0) }
                #expect(
                    lines[0].hasPrefix("# Regeln") || tag != "de_DE.UTF-8" || template == "minimal")
                entries.insert(
                    lines.map { $0.replacing(#/ *# .*$/#, with: "") }
                        .filter { !$0.isEmpty && !$0.hasSuffix("#") })
                #expect(try home.run("test", name).status == 0)
            }
            #expect(entries.count == 1, "\(template)")
        }
    }

    @Test("of faults in a file of decisions are in that language")
    func decisionFaults() throws {
        let home = try ScratchHome()
        try home.write(TestRules.old(), to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        let faults = [
            "{", "[]", "{\"path\" 1}", "{\"path\": \"a\" 1", "{\"path\": 3}", "{\"path\": \"\t\"}",
            "{\"path\": \"a", "{\"path\": \"\\x\"}", "{\"path\": \"\\uD800\"}", "{} x",
            "{\"path\": \"a\", \"path\": \"b\"}",
        ]
        try home.write(faults.joined(separator: "\n"), to: "decisions.ndjson")
        for (tag, language) in [
            ("de_DE.UTF-8", Language.german), ("fr_FR.UTF-8", .french), ("es_ES.UTF-8", .spanish),
        ] {
            let run = try home.run(
                "review", "--decisions", "decisions.ndjson", environment: ["LC_ALL": tag])
            #expect(run.status == 3)
            let lines = run.errors.split(separator: "\n").filter { $0.contains(" 1") }
            #expect(!lines.isEmpty, "\(run.errors)")
            let english = SpokenWords.english(
                in: run.errors, of: language, prefixes: ["file"], exceptions: ["object"])
            #expect(english.isEmpty, "\(english): \(run.errors)")
        }
    }

    private static let staged = ["plan -q", "stage --yes -q"]

    static let families = [
        Family(
            name: "check and test",
            commands: [
                "check rules.yaml", "test rules.yaml", "test failing.yaml", "test --rule none",
                "run --rules failing.yaml",
            ], german: "bestanden"),
        Family(
            name: "sync", commands: ["sync", "sync --accept-drive other", "sync --quiet"],
            german: "Laufwerk"),
        Family(
            name: "sync of a drive that lists nothing",
            before: ["sync -q", Family.emptying], commands: ["sync"], german: "listet nichts auf"),
        Family(
            name: "quota", before: staged + ["execute --yes -q"],
            commands: [
                "quota", "quota extend 3", "quota", "quota reset-clock",
                "quota extend 3 --rules failing.yaml",
            ], german: "Kontingent"),
        Family(
            name: "stats", before: staged + ["keep /k.tmp", "execute --yes -q"],
            commands: [
                "stats", "stats --days 30", "stats --days 365 --format markdown",
                "stats --format html", "stats share --text", "stats share --svg card.svg",
                "/bin/cat card.svg",
            ], german: "Entscheidungen"),
        Family(
            name: "history",
            commands: ["history", "history --verify", "history --item d.tmp/../../x"],
            german: "Hier zeigt der Verlauf nichts"),
        Family(
            name: "decisions", before: staged,
            commands: [
                "decisions", "keep /k.tmp", "keep /a.tmp --pin", "snooze /b.bak --for 30d",
                "decisions", "unkeep /k.tmp", "unkeep /k.tmp", "keep /missing",
                "snooze /k.tmp --for x",
                "snooze /k.tmp --until 2020-01-01",
            ], german: "Entscheidung"),
        Family(
            name: "undo and restore", before: staged,
            commands: [
                "execute --yes -q", "restore /a.tmp", "restore --all", "restore /a.tmp",
                "undo --all", "undo /missing", "restore --rule none",
            ], german: "Zurückgeholt"),
        Family(
            name: "run",
            commands: [
                "run --rules rules.yaml --stage --report html r.html markdown r.md",
                "/bin/cat r.html r.md", "run --rules rules.yaml",
            ], german: "Durchlauf von cleanrules"),
        Family(
            name: "run over a drive that lists nothing", before: ["sync -q", Family.emptying],
            commands: ["run --rules rules.yaml"], german: "zurückgehalten"),
        Family(
            name: "state", before: staged,
            commands: [
                "state", "state --profile none", "state check", "state restore",
                "state restore --yes",
                "state restore --yes --from .local/state/cleanrules/default/backups/ONE",
            ], german: "Zustandsdatei"),
        Family(
            name: "export, import, forget", before: staged,
            commands: [
                "export -o all.json", "import all.json --profile other",
                "forget --profile other --confirm wrong",
                "forget --profile other --confirm other", "forget --cache-only",
                "forget --confirm default",
            ], german: "Vergessen"),
        Family(
            name: "init and demo",
            commands: [
                "init d --template minimal", "init d", "init missing", "demo --why /nowhere",
            ], german: "Geschrieben"),
        Family(
            name: "accounts",
            commands: [
                "hints", "hints off", "whoami", "login", "whoami --rules cloud.yaml",
                "whoami photos --rules cloud.yaml", "login other --rules cloud.yaml",
                "login --rules clouds.yaml", "logout photos --rules cloud.yaml",
            ], german: "niemand"),
        Family(
            name: "hints and what is counted", before: ["plan -q", "keep /k.tmp -q"],
            commands: [
                "hints list", "hints later", "hints never", "hints on", "hints variants on",
                "hints variants off", "hints later nonsense", "stats events", "stats funnel",
                "stats report", "stats report --day 2020-01-01",
            ], german: "Hinweise", more: ["hint", "event"],
            codes: ["cannot", "picture", "shared", "started"]),
        Family(
            name: "what was carried over", before: ["plan -q"],
            commands: [
                "login photos --carried --rules cloud.yaml"
            ], german: "übernommen"),
        Family(
            name: "pages that help", commands: ["privacy", "terms", "support", "faq"],
            german: "Datenschutz", more: ["privacy", "terms", "support", "faq"]),
        Family(
            name: "tiers", before: ["plan -q"],
            commands: ["tier", "tier offers", "tier later", "tier redeem nonsense"],
            german: "Richtlinie", more: ["tier"]),
        Family(
            name: "decisions of devices", before: ["plan -q"],
            commands: [
                "sync decisions", "sync decisions --folder shared", "sync decisions --off",
            ], german: "Gerät", more: ["devices"]),
    ]

    private static let cloud = "{kind: onedrive, account: pat.sample@outlook.com, root: /}"

    private static func home() throws -> ScratchHome {
        let home = try ScratchHome()
        let head = "version: 1\ntimezone: UTC\n"
        let rules = """
            drives: {home: {kind: local, root: d}}
            limits: {percent: unlimited}
            defaults: {method: quarantine, undo_window: none}
            rules:
              - {id: old, match: {name: "*.tmp"}, then: delete}
              - {id: doubtful, match: {name: "*.bak"}, then: review}

            """
        try home.write(
            head + "quota: {reviews: 25/day, deletes: 50/day}\n" + rules, to: "rules.yaml")
        try home.write(
            head + rules + """
                tests:
                  - name: it
                    items: [{path: /x.tmp, expect: keep}, {path: /y.bak, expect: review}]
                """, to: "failing.yaml")
        try home.write(head + "drives: {photos: \(cloud)}\nrules: []\n", to: "cloud.yaml")
        try home.write(
            head + "drives: {photos: \(cloud), more: \(cloud)}\nrules: []\n", to: "clouds.yaml")
        for name in ["a.tmp", "k.tmp", "b.bak"] { try home.writeOld(name, to: "d/" + name) }
        return home
    }

    /// Runs `line`: arguments of the program, or a program of the machine.
    private static func run(
        _ line: String, _ home: ScratchHome, _ locale: String
    ) throws -> CommandRun {
        if line.hasPrefix("/bin/") { return try home.shell(line) }
        var words = line.split(separator: " ").map { String($0) }
        let one = "/backups/ONE"
        if let last = words.last, last.hasSuffix(one) {
            let folder = String(last.dropLast(4))
            words[words.count - 1] = folder + "/" + (home.tree(folder).first ?? "")
        }
        let surroundings = [
            "LC_ALL": locale, "CLEANRULES_CLIENT_ID": "app-1", "CLEANRULES_TOKEN_STORE": "file",
        ]
        return try home.run(words, environment: surroundings)
    }

    @Test("is no English where another one was asked for", arguments: families)
    func words(family: Family) throws {
        for (language, locale) in [
            (Language.german, "de_DE.UTF-8"), (.french, "fr_FR.UTF-8"), (.spanish, "es_ES.UTF-8"),
        ] {
            let home = try Self.home()
            for line in family.before { _ = try Self.run(line, home, "C.UTF-8") }
            var all = ""
            for line in family.commands {
                let said = try Self.run(line, home, locale).said(in: home)
                let english = SpokenWords.english(
                    in: said, of: language, prefixes: Self.prefixes.union(family.more),
                    exceptions: Self.codes.union(family.codes))
                #expect(english.isEmpty, "\(line): \(english) in: \(said)")
                all += said
            }
            if language == .german { #expect(all.contains(family.german), "\(all)") }
        }
    }

    @Test("changes nothing of what machines read, and no status", arguments: [0, 1])
    func machines(part: Int) throws {
        let scripts = [
            [
                "check rules.yaml", "sync --format json -q", "plan -q",
                "quota --format json", "quota extend 3 --format json", "keep /k.tmp --format json",
                "snooze /b.bak --for 30d --format json", "decisions --format json",
                "unkeep /b.bak --format json", "stats --format json", "stats --format csv",
                "stats --format ndjson", "state --format json", "state check --format json",
                "history --verify --format json", "quota reset-clock --format json",
                "whoami --rules cloud.yaml --format json",
            ],
            [
                "run --rules rules.yaml --stage --format json --report json r.json",
                "/bin/cat r.json", "history --format ndjson", "history --format csv",
                "history --format json", "restore --all --format json", "undo --all --format json",
                "state restore --yes --format json",
            ],
        ]
        let runs = try ["C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8"].map { locale in
            let home = try Self.home()
            return try scripts[part].map { line in
                let run = try Self.run(line, home, locale)
                let isForPeople = line == "plan -q" || line.hasPrefix("check")
                let output = CommandRun(
                    status: run.status, output: isForPeople ? "" : run.output, errors: "")
                return "\(run.status)" + Self.masked(output.said(in: home))
            }
        }
        for (index, line) in scripts[part].enumerated() {
            #expect(runs[0][index] == runs[1][index], "\(line)")
            #expect(runs[0][index] == runs[2][index], "\(line)")
        }
    }

    /// `text` without what follows from the folder or the run, as its number and the time of its files do.
    private static func masked(_ text: String) -> String {
        text.replacing(
            #/\br-[0-9a-f]{16}\b|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32,}|\b\d{5,}\b/#, with: "N")
    }
}
