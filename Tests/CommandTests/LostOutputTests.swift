// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Standard output that cannot be written to: each command says so and ends with 1.
@Suite("Output that is lost", .timeLimit(.minutes(60)))
struct LostOutputTests {
    /// Where the output of a command goes to be lost.
    enum Loss: String, CaseIterable {
        case full = "> /dev/full"
        case closed = ">&-"

        var reason: String {
            switch self {
            case .full: "standard output cannot be written: No space left on device"
            case .closed: "standard output is closed"
            }
        }
    }

    /// A way to have a command print something.
    struct Way: Sendable, CustomTestStringConvertible {
        let command: String
        var arguments: [String] = []
        /// What is run before.
        var before: [[String]] = []
        var input = ""
        /// What it ends with where its output arrives.
        var status: Int32 = 0
        /// What is said to be done all the same.
        var deed: String?
        /// Whether it needs a OneDrive, and somebody signed in to it.
        var isAboutAccounts = false
        /// Variables of the environment besides.
        var environment: [String: String] = [:]

        var testDescription: String { command }

        /// All words, those of the command's name first.
        var words: [String] { command.split(separator: " ").map(String.init) + arguments }
    }

    /// No crontab of the machine is touched: `bin` in the home has one of its own.
    private static let ownTab = ["PATH": "bin:/usr/local/bin:/usr/bin:/bin"]
    private static let planned = [["plan", "-q"]]
    private static let staged = planned + [["stage", "--yes", "--no-undo-window", "-q"]]
    private static let deleted = staged + [["execute", "--yes", "-q"]]
    private static let login = [["login", "photos", "--device-code", "--no-browser"]]

    /// The copy of today that a command makes when it has recorded something.
    private static let backup =
        ".local/state/cleanrules/default/backups/state.sqlite."
        + Date().ISO8601Format().prefix(10)

    /// One way for each command; those that print nothing to standard output have none.
    private static let ways: [Way] = [
        Way(command: "init", arguments: ["d", "-o", "new.yaml"], deed: "new.yaml' is written"),
        Way(command: "check"), Way(command: "test", arguments: ["rules.yaml"]),
        Way(command: "rules"), Way(command: "rules list"),
        Way(command: "rules show", arguments: ["old"]),
        Way(
            command: "rules add", arguments: ["new", "then=review", "match.ext=x"],
            deed: "rules.yaml' is changed"),
        Way(
            command: "rules set", arguments: ["look", "then", "keep"],
            deed: "rules.yaml' is changed"),
        Way(
            command: "rules enable", arguments: ["old"], before: [["rules", "disable", "old"]],
            deed: "rules.yaml' is changed"),
        Way(command: "rules disable", arguments: ["old"], deed: "rules.yaml' is changed"),
        Way(command: "rules rename", arguments: ["old", "x"], deed: "rules.yaml' is changed"),
        Way(
            command: "rules move", arguments: ["old", "--after", "look"],
            deed: "rules.yaml' is changed"),
        Way(command: "rules remove", arguments: ["look"], deed: "rules.yaml' is changed"),
        Way(
            command: "rules edit", deed: "rules.yaml' is changed",
            environment: ["VISUAL": "", "EDITOR": "sed -i s/jpg/jpeg/"]),
        Way(command: "rules lint"), Way(command: "rules suggest"),
        Way(command: "rules test", arguments: ["rules.yaml"]),
        Way(command: "rules diff", arguments: ["rules.yaml", "rules.yaml"], before: [["sync"]]),
        Way(command: "rules fmt", deed: "rules.yaml' is changed"),
        Way(
            command: "login", arguments: ["photos", "--device-code", "--no-browser"],
            deed: "you are signed in to 'photos'", isAboutAccounts: true),
        Way(
            command: "logout", arguments: ["photos"], before: login,
            deed: "nobody is signed in to 'photos' any more", isAboutAccounts: true),
        Way(command: "whoami", before: login, isAboutAccounts: true),
        Way(command: "drives", before: login, isAboutAccounts: true), Way(command: "hints"),
        Way(command: "sync"), Way(command: "plan"),
        Way(command: "photos", before: [["sync"]]), Way(command: "list", before: [["sync"]]),
        Way(command: "sync decisions", arguments: ["--off"], before: [["sync"]]),
        Way(
            command: "plan diff",
            before: planned + [["sync"], ["plan", "--now", "2031-01-01T00:00:00Z", "-q"]]),
        Way(command: "show", before: planned), Way(command: "why", arguments: ["/a.iso"]),
        Way(command: "why", arguments: ["/a.iso", "--format", "json"]),
        Way(
            command: "review", arguments: ["--plain"], before: planned, input: "k\nq\n"),
        Way(
            command: "stage", arguments: ["--yes", "--no-undo-window"], before: planned,
            deed: "2 items of plan"),
        Way(command: "status", arguments: ["--format", "json"], before: staged),
        Way(
            command: "undo", arguments: ["--all", "--yes"], before: staged,
            deed: "2 items will not be deleted"),
        Way(
            command: "execute", arguments: ["--yes"], before: staged,
            deed: "2 items deleted; each is recorded"),
        Way(
            command: "restore", arguments: ["--all", "--yes"], before: deleted,
            deed: "2 items came back"),
        Way(
            command: "run", arguments: ["--rules", "rules.yaml"], before: staged,
            deed: "2 items deleted; each is recorded"),
        Way(
            command: "keep", arguments: ["/a.iso"], before: [["sync"]],
            deed: "1 decision recorded"),
        Way(
            command: "unkeep", arguments: ["/a.iso"], before: [["sync"], ["keep", "/a.iso"]],
            deed: "1 decision taken back"),
        Way(
            command: "snooze", arguments: ["/a.iso", "--for", "30d"], before: [["sync"]],
            deed: "1 decision recorded"),
        Way(command: "pause", before: staged, deed: "deletions are paused"),
        Way(
            command: "resume", before: staged + [["pause"]], deed: "deletions may go on"),
        Way(command: "doctor"), Way(command: "support-bundle"), Way(command: "faq"),
        Way(command: "support"), Way(command: "privacy"), Way(command: "terms"),
        Way(command: "fleet", arguments: ["--help"]),
        Way(command: "schedule", arguments: ["--print", "cron", "--rules", "rules.yaml"]),
        Way(
            command: "schedule install",
            arguments: ["--with", "cron", "--rules", "rules.yaml", "--yes"], environment: ownTab),
        Way(command: "schedule status", environment: ownTab),
        Way(command: "schedule remove", arguments: ["--yes"], environment: ownTab),
        Way(command: "quota", before: planned),
        Way(
            command: "quota extend", arguments: ["2"], before: planned,
            deed: "today's quota of reviews is extended"),
        Way(command: "quota reset-clock", before: planned),
        Way(command: "tier", before: planned),
        Way(command: "tier seat"), Way(command: "tier offers", before: planned),
        Way(command: "tier cancel", before: planned), Way(command: "tier later"),
        Way(command: "tier refresh", arguments: ["--help"]),
        Way(command: "tier restore", arguments: ["--help"]),
        Way(
            command: "tier trust",
            arguments: ["school.pem", "--fingerprint", school?.print ?? ""],
            deed: "the issuer is trusted"),
        Way(
            command: "tier redeem", arguments: ["policy.jws", "--yes"],
            before: [["tier", "trust", "school.pem", "--fingerprint", school?.print ?? ""]],
            deed: "what was redeemed is on record"),
        Way(command: "stats", before: planned),
        Way(command: "stats share", arguments: ["--text"], before: planned),
        Way(command: "stats events", before: planned),
        Way(command: "stats funnel", before: planned),
        Way(command: "stats report", before: planned),
        Way(command: "history", arguments: ["--verify"], before: planned),
        Way(command: "decisions", before: [["sync"], ["keep", "/a.iso"]]),
        Way(command: "export", before: planned),
        Way(
            command: "import", arguments: ["state.json", "--state", "other.db"],
            before: planned + [["export", "-o", "state.json"]], deed: "is imported"),
        Way(command: "state", before: planned), Way(command: "state path"),
        Way(command: "state check", before: planned),
        Way(
            command: "state restore", arguments: ["--yes", "--from", backup], before: planned,
            deed: "a backup is in the place of the state file"),
        Way(
            command: "forget", arguments: ["--confirm", "default"], before: planned,
            deed: "is forgotten"),
        Way(
            command: "lsp",
            input: ["initialize", "shutdown", "exit"].enumerated().map { number, method in
                let id = method == "exit" ? "" : "\"id\":\(number),"
                let body = "{\"jsonrpc\":\"2.0\",\(id)\"method\":\"\(method)\"}"
                return "Content-Length: \(body.utf8.count)\r\n\r\n" + body
            }.joined()),
        Way(command: "demo"), Way(command: "schema"), Way(command: "version"),
        Way(command: "schema", arguments: ["plan"]),
        Way(command: "completions", arguments: ["bash"]), Way(command: "help"),
    ]

    /// Who signs what `tier` takes.
    private static let school = try? TierTests.School()

    private static let rules = """
        version: 1
        timezone: UTC
        drives:
          d: {kind: local, root: d}
        limits: {percent: unlimited}
        quota: {reviews: 100/day}
        rules:
          - {id: old, match: {name: "*.iso"}, then: delete, undo_window: none}
          - {id: look, match: { name: "*.jpg" }, then: review}
        tests:
          - name: old ones go
            now: 2026-01-15T12:00:00Z
            items: [{path: /x.iso, size: 1MB, age: 9d, expect: delete}]

        """

    /// A home in which everything that goes before `way` was done.
    private func home(_ way: Way, _ environment: [String: String]) async throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a.iso", "b.iso", "c.jpg"] {
            try home.writeOld("old \(name)", to: "d/\(name)")
        }
        if way.command.hasPrefix("tier"), let school = Self.school {
            try home.write(school.pem, to: "school.pem")
            try home.write(school.policy(), to: "policy.jws")
        }
        let onedrive = """
            version: 1
            drives: {photos: {kind: onedrive, account: pat.sample@outlook.com, root: /}}
            rules: []

            """
        try home.write(way.isAboutAccounts ? onedrive : Self.rules, to: "rules.yaml")
        if way.environment["PATH"] != nil {
            try home.write(
                """
                #!/bin/sh
                [ "$1" != -l ] || exec cat tab
                exec cat > tab
                """, to: "bin/crontab")
            try home.write("", to: "tab")
            #expect(try home.shell("chmod +x bin/crontab").status == 0)
        }
        for words in way.before {
            let run = try await ServedGraph.run(home, words, environment: environment)
            #expect(run.status == 0, "\(words): \(run.errors)")
        }
        return home
    }

    private func check(_ way: Way, _ around: [String: String] = [:]) async throws {
        let environment = around.merging(way.environment) { _, new in new }
        let fine = try await ServedGraph.redirected(
            try await home(way, environment), way.words, "", way.input, environment)
        #expect(fine.status == way.status, "\(fine.errors)")
        #expect(!fine.output.isEmpty, "a command that prints nothing proves nothing here")
        for loss in Loss.allCases {
            let lost = try await ServedGraph.redirected(
                try await home(way, environment), way.words, loss.rawValue, way.input, environment)
            #expect(lost.status == 1, "\(loss): \(lost.errors)")
            #expect(lost.errors.contains(loss.reason), "\(loss): \(lost.errors)")
            if let deed = way.deed { #expect(lost.errors.contains(deed), "\(lost.errors)") }
        }
    }

    @Test("ends every command with 1", arguments: ways.filter { !$0.isAboutAccounts })
    func local(way: Way) async throws {
        try await check(way)
    }

    @Test("ends every command about accounts with 1")
    func accounts() async throws {
        let graph = SimulatedGraph()
        graph.addAccount(.personal, address: "pat.sample@outlook.com")
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        try await ServedGraph.serving(graph) { environment in
            for way in Self.ways where way.isAboutAccounts { try await check(way, environment) }
        }
    }

    @Test("is tried for every command that there is")
    func complete() throws {
        let dump = try ScratchHome().run("--experimental-dump-help")
        #expect(dump.status == 0)
        let root = try #require(try dump.json()["command"] as? [String: Any])
        var names: Set<String> = ["help"]
        func collect(_ command: [String: Any], _ above: String) {
            for below in command["subcommands"] as? [[String: Any]] ?? [] {
                let name = above + (below["commandName"] as? String ?? "")
                names.insert(name)
                collect(below, name + " ")
            }
        }
        collect(root, "")
        #expect(names == Set(Self.ways.map(\.command)))
    }

    @Test("ends the help of every command with 1, and what else the parser prints")
    func help() async throws {
        let home = try ScratchHome()
        var all = Self.ways.filter { $0.command != "help" }.map { way in
            way.command.split(separator: " ").map(String.init) + ["--help"]
        }
        all += [
            ["--help"], ["--version"], ["help", "plan"], ["--experimental-dump-help"],
            ["--generate-completion-script", "zsh"],
        ]
        for words in all {
            let fine = try home.run(words)
            #expect(fine.status == 0 && !fine.output.isEmpty, "\(words)")
            let lost = try home.run(redirecting: Loss.full.rawValue, words)
            #expect(lost.status == 1, "\(words): \(lost.errors)")
            #expect(lost.errors.contains(Loss.full.reason), "\(words): \(lost.errors)")
        }
    }

    @Test("leaves a closed standard output closed for the state file")
    func closedBeforeTheStateFile() throws {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try home.write(Self.rules, to: "rules.yaml")
        for redirection in [">&-", "<&-", "2>&-", "<&- >&- 2>&-"] {
            _ = try home.run(redirecting: redirection, ["plan"])
            #expect(try home.run("history", "--verify").status == 0)
        }
    }

    @Test("ends quietly with 1 where the reader has had enough, and says what was done")
    func brokenPipe() throws {
        let home = try ScratchHome()
        for number in 1...2 { try home.writeOld("old", to: "d/\(number).iso") }
        try home.write(Self.rules, to: "rules.yaml")
        // The reader is gone before anything is written.
        func pipe(_ words: String) throws -> CommandRun {
            let program = try ScratchHome.program()
            return try home.shell(
                "{ sleep 0.3; '\(program)' \(words); echo \"status $?\" >&2; } | exec true")
        }
        let quiet = try pipe("schema")
        #expect(quiet.errors == "status 1\n")
        try home.run("plan", "-q")
        try home.run("stage", "--yes", "--no-undo-window")
        let execute = try pipe("execute --yes -q")
        #expect(execute.errors.contains("2 items deleted"))
        #expect(execute.errors.hasSuffix("status 1\n"))
        #expect(home.tree() == [])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("is an error in a file as well")
    func files() throws {
        let home = try ScratchHome()
        try home.writeOld("old", to: "d/a.iso")
        try home.write(Self.rules, to: "rules.yaml")
        let run = try home.run("plan", "--format", "json", "-o", "/dev/full")
        #expect(run.status == 1)
        #expect(run.errors.contains("No space left on device"))
    }
}
