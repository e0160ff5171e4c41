// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What `doctor` sees, and what `support-bundle` does not tell.
@Suite("The doctor", .timeLimit(.minutes(60)))
struct DoctorTests {
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(TestRules.old(window: "1d"), to: "rules.yaml")
        try home.writeOld("x", to: "d/a.iso")
        return home
    }

    /// The code of each check.
    private func codes(_ home: ScratchHome, _ more: String...) throws -> (Int32, [String: String]) {
        let run = try home.run(["doctor", "--format", "json"] + more)
        let checks = try run.list("checks")
        let pairs = checks.map { ($0["check"] as? String ?? "", $0["code"] as? String ?? "") }
        return (run.status, Dictionary(pairs) { first, _ in first })
    }

    @Test("finds nothing on a new machine, and makes nothing there")
    func new() throws {
        let home = try ScratchHome()
        let run = try home.run("doctor")
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasSuffix("All is well.\n"))
        #expect(home.tree(".local") == [] && home.tree(".config") == [])
    }

    @Test("finds a round that was made, and all well")
    func round() throws {
        let home = try home()
        #expect(try home.round("--stage").status == 0)
        let (status, codes) = try codes(home, "--rules", "rules.yaml")
        #expect(status == 0, "\(codes)")
        for check in ["rules", "state", "drive", "disk", "rounds", "clock", "libraries"] {
            #expect(codes[check] == "well", "\(check)")
        }
        #expect(codes["schedule"] == "none")
        // The sentences stand in the same report.
        let table = try home.run("doctor", "--rules", "rules.yaml")
        #expect(table.output.contains("\nok    drive d: \(home.path)/d;"))
    }

    @Test("ends with 6, and says what mends it, where something is amiss")
    func amiss() throws {
        let home = try home()
        #expect(try home.round("--stage").status == 0)
        let rules = ["--rules", "rules.yaml"]
        let state = ".local/state/cleanrules/default/state.sqlite"
        #expect(try home.shell("chmod 644 \(state)").status == 0)
        #expect(try codes(home, "--rules", "rules.yaml").1["state"] == "open_to_others")
        #expect(try home.run(["doctor"] + rules).output.contains("chmod go= "))
        #expect(try home.shell("chmod 600 \(state) && mv d e").status == 0)
        let (status, gone) = try codes(home, "--rules", "rules.yaml")
        #expect(status == 6 && gone["drive"] == "missing")
        try home.write("", to: "d/another.iso")
        #expect(try codes(home, "--rules", "rules.yaml").1["drive"] == "replaced")
        try home.write("version: 1\nrulez: []\n", to: "rules.yaml")
        #expect(try codes(home, "--rules", "rules.yaml").1["rules"] == "invalid")
        #expect(try codes(home, "--rules", "none.yaml").1["rules"] == "unreadable")
        try home.write("no database", to: state)
        let (broken, codes) = try codes(home)
        #expect(broken == 6 && codes["state"] == "unusable")
    }

    @Test("says how a brake comes off, for the state that it looks at")
    func brake() throws {
        let home = try home()
        let state = ["--state", "s.db"]
        let run = try home.run(["plan", "-q", "--rules", "rules.yaml", "--summary"] + state)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try home.run(["pause"] + state).status == 0)
        let doctor = try home.run(["doctor"] + state)
        #expect(doctor.status == 6)
        let pattern = #/to do: cleanrules (resume --state .*)/#
        let hint = try #require(doctor.output.firstMatch(of: pattern))
        #expect(try home.shell("\(ScratchHome.program()) \(hint.1)").status == 0)
        #expect(!(try home.run(["doctor"] + state).output.contains("cleanrules resume")))
    }

    @Test("knows the schedule of its state, and what that lacks")
    func schedule() throws {
        let home = try home()
        try home.write("#!/bin/sh\n", to: "bin/systemctl")
        #expect(try home.shell("chmod +x bin/systemctl").status == 0)
        let run = try home.run(
            ["schedule", "install", "--with", "systemd", "--rules", "rules.yaml", "--yes"],
            environment: ["PATH": home.path + "/bin:/usr/bin:/bin"])
        #expect(run.status == 0, "\(run.errors)")
        #expect(try codes(home).1["schedule"] == "off")
        let units = ".config/systemd/user"
        try home.write("", to: units + "/timers.target.wants/cleanrules.timer")
        #expect(try codes(home).1["schedule"] == "systemd")
        try home.remove("rules.yaml")
        #expect(try codes(home).1["schedule"] == "no_rules")
    }

    @Test(
        "says so in German, French and Spanish",
        arguments: [
            ("de_DE", "Alles ist in Ordnung."), ("fr_FR", "Tout va bien."),
            ("es_ES", "Todo está bien."),
        ])
    func languages(locale: String, text: String) throws {
        let home = try home()
        #expect(try home.round("--stage").status == 0)
        let (german, english) = try (
            home.run(["doctor"], environment: ["LC_ALL": locale + ".UTF-8"]), home.run("doctor")
        )
        #expect(german.output.hasSuffix(text + "\n"), "\(german.output)")
        #expect(!german.output.contains("so far") && english.output.contains("rounds"))
        let json = ["doctor", "--format", "json"]
        let texts = try [[:], ["LC_ALL": locale + ".UTF-8"]].map {
            try home.run(json, environment: $0).list("checks").compactMap { $0["code"] as? String }
        }
        #expect(texts[0] == texts[1])
    }

    @Test("gives others a bundle in which nothing is of a person")
    func bundle() throws {
        let planted = "planted7"
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              \(planted)drive: {kind: local, root: \(planted)}
              \(planted)cloud: {kind: onedrive, account: \(planted)@example.org, client_id: \(planted)}
            limits: {percent: unlimited}
            defaults: {undo_window: none}
            definitions: {\(planted)name: {name: "\(planted)*"}}
            rules:
              - {id: \(planted)rule, why: \(planted) why, match: {name: "*.iso"}, then: delete}
            """, to: "\(planted).yaml")
        try home.writeOld("x", to: "\(planted)/\(planted).iso")
        let state = ["--state", "\(planted).db"]
        let narrow = "\(planted)2.yaml"
        try home.write(
            TestRules.old(root: planted).replacing("id: old", with: "id: \(planted)"), to: narrow)
        #expect(try home.run(["plan", "-q", "--rules", narrow, "--summary"] + state).status == 0)
        #expect(try home.run(["stage", "--yes", "--no-undo-window"] + state).status == 0)
        #expect(try home.run(["execute", "--yes"] + state).status == 0)
        for rules in ["\(planted).yaml", narrow, "none.yaml"] {
            let run = try home.run(["support-bundle", "--rules", rules] + state)
            #expect(run.status == 0, "\(run.errors)")
            #expect(!run.output.contains(planted), "\(run.output)")
            #expect(!run.output.contains(home.path) && !run.output.contains("@"))
            #expect(run.output.contains("\"deleted\":1"))
        }
        #expect(
            try home.run("support-bundle", "--rules", narrow).output.contains("\"modified_age\""))
    }
}
