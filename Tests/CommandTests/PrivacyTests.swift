// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GraphSimulator
import TestSupport
import Testing

/// What the program says of privacy, held against what it does.
@Suite("Privacy", .timeLimit(.minutes(60)))
struct PrivacyTests {
    private static func manifest(_ home: ScratchHome, _ more: String...) throws -> [String: Any] {
        let run = try home.run(["privacy", "--format", "json"] + more)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        return try run.json()
    }

    private static func kept(_ manifest: [String: Any]) throws -> [[String: Any]] {
        try #require(manifest["kept"] as? [[String: Any]])
    }

    @Test("names every table of the state file, and each once")
    func tables() throws {
        let home = try ScratchHome()
        try home.writeOld("x", to: "d/a.iso")
        try home.write(TestRules.old(), to: "rules.yaml")
        #expect(try home.run("plan", "-q", "--summary", "--state", "s.db").status == 0)
        let queue = try DatabaseQueue(path: home.path + "/s.db")
        let there = try queue.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table'"
                    + " AND name NOT LIKE 'sqlite_%' ORDER BY name")
        }
        let named = try Self.kept(Self.manifest(home)).flatMap { $0["tables"] as? [String] ?? [] }
        #expect(named.sorted() == there)
    }

    @Test("names no command that would erase what other devices read")
    func logs() throws {
        let there = try Self.kept(Self.manifest(try ScratchHome())).filter {
            ($0["files"] as? [String])?.contains(".cleanrules/sync/*") == true
        }
        #expect(there.count == 1)
        #expect(there.first?["erased_by"] as? [String] == [])
    }

    @Test("names every file that is left, and goes to no host but those that it names")
    func wholeWay() async throws {
        let home = try ScratchHome()
        try home.writeOld("local", to: "d/old/b.iso")
        let (graph, drive) = OneDriveHome.service()
        for name in ["a", "b"] { try drive.addFile("/\(name).iso", .bytes([1, 2])) }
        try drive.addFile("/c.txt", .bytes([1]))
        try await ServedGraph.serving(graph) { environment in
            let service = try #require(environment["CLEANRULES_GRAPH_URL"])
            let login = try #require(environment["CLEANRULES_LOGIN_URL"])
            try home.write(
                """
                version: 1
                timezone: UTC
                drives:
                  photos:
                    kind: onedrive
                    account: \(OneDriveHome.address)
                    graph_url: \(service)
                    login_url: \(login)
                    root: /
                  here: {kind: local, root: \(home.path)/d}
                limits: {percent: unlimited}
                notify:
                  - {to: heartbeat, url: "http://127.0.0.1:9/told", events: [executed]}
                rules:
                  - {id: images, match: {ext: iso}, then: delete, undo_window: none}
                  - {id: texts, match: {ext: txt}, then: review}
                """, to: ".config/cleanrules/cleanrules.yaml")
            var logged = ""
            for command in [
                "login --device-code --no-browser", "sync", "plan", "keep photos:/c.txt",
                "stage --yes --no-undo-window", "execute --yes", "restore --all --yes",
                "rules disable texts", "run --stage", "hints off", "whoami",
            ] {
                let run = try await ServedGraph.run(
                    home, command.split(separator: " ").map(String.init),
                    environment: [
                        "CLEANRULES_CLIENT_ID": "app-1", "CLEANRULES_LOG": "debug",
                    ])
                #expect([0, 6].contains(run.status), "\(command): \(run.errors)")
                logged += run.errors
            }
            let manifest = try Self.manifest(
                home, "--rules", home.path + "/.config/cleanrules/cleanrules.yaml")
            try Self.checkHosts(manifest, logged)
            try Self.checkFiles(manifest, home)
        }
    }

    /// The log names no host that the manifest does not, and the drive's.
    private static func checkHosts(_ manifest: [String: Any], _ log: String) throws {
        let sent = try #require(manifest["sent"] as? [[String: Any]])
        let named = Set(sent.flatMap { $0["hosts"] as? [String] ?? [] })
        let asked = log.matches(of: #/target=([^\/\s:]+)/#).map { String($0.1) }
        #expect(!asked.isEmpty, "\(log.prefix(2_000))")
        #expect(Set(asked).subtracting(named) == [], "\(named)")
        #expect(
            sent.compactMap { $0["reason"] as? String } == [
                "sign-in", "graph", "contents", "message",
            ])
    }

    /// Whatever lies in the home, but the drive and the rules, is named.
    private static func checkFiles(_ manifest: [String: Any], _ home: ScratchHome) throws {
        let places = [
            "$XDG_STATE_HOME": ".local/state", "$XDG_CONFIG_HOME": ".config",
            "$XDG_CACHE_HOME": ".cache", "$XDG_DATA_HOME": ".local/share",
        ]
        let patterns = try kept(manifest).flatMap { $0["files"] as? [String] ?? [] }.map { file in
            places.reduce(file) { $0.replacing($1.key, with: $1.value) }
        }
        let own = [".config/cleanrules/cleanrules.yaml"]
        for name in home.tree("") where !name.hasPrefix("d/") && !own.contains(name) {
            var isFolder: ObjCBool = false
            let path = home.path + "/" + name
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue
            else { continue }
            #expect(patterns.contains { fnmatch($0, name, 0) == 0 }, "\(name) is not named")
        }
        #expect(home.has(".local/state/cleanrules"))
    }

    @Test("says of rules over folders alone that nothing leaves")
    func local() throws {
        let home = try ScratchHome()
        try home.write(TestRules.old(), to: "rules.yaml")
        let manifest = try Self.manifest(home, "--rules", "rules.yaml")
        #expect((manifest["sent"] as? [Any])?.isEmpty == true)
        #expect(manifest["telemetry"] as? Bool == false)
        let page = try home.run("privacy", "--rules", "rules.yaml")
        #expect(page.output.contains("With these rules nothing leaves this machine."))
        #expect(try home.run("privacy", "--rules", "none.yaml").status == 1)
    }

    @Test("is told in the language of the person, as are terms, support and questions")
    func languages() throws {
        let home = try ScratchHome()
        for (command, titles) in [
            ("privacy", ["Privacy", "Datenschutz", "Confidentialité", "Privacidad"]),
            ("terms", ["Terms", "Bedingungen", "Conditions", "Condiciones"]),
            ("support", ["Support", "Hilfe", "Aide", "Ayuda"]),
            (
                "faq",
                [
                    "Questions and answers", "Fragen und Antworten", "Questions et réponses",
                    "Preguntas y respuestas",
                ]
            ),
        ] {
            for (locale, title) in zip(["C", "de_DE", "fr_FR", "es_ES"], titles) {
                let run = try home.run([command], environment: ["LC_ALL": locale + ".UTF-8"])
                #expect(run.status == 0 && run.errors.isEmpty)
                #expect(run.output.hasPrefix(title + "\n"), "\(run.output.prefix(80))")
            }
        }
        #expect(home.tree("") == ["d"], "nothing is written")
    }
}
