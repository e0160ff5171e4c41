// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GraphSimulator
import TestSupport
import Testing

/// What a round says of itself, for people and for machines.
@Suite("Reports of rounds", .timeLimit(.minutes(60)))
struct RoundReportTests {
    /// Two drives with old files, of which the rules stage all.
    private func home(_ extra: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        for folder in ["d", "e"] {
            for name in ["a", "b"] { try home.writeOld("old \(name)", to: "\(folder)/\(name).iso") }
        }
        let rules = TestRules.old(window: "1h", extra: extra).replacingOccurrences(
            of: "  d: {kind: local, root: d}\n",
            with: "  d: {kind: local, root: d}\n  e: {kind: local, root: e}\n")
        try home.write(rules, to: "rules.yaml")
        return home
    }

    private func report(_ home: ScratchHome) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(try home.text("r.json").utf8))
        return try #require(json as? [String: Any])
    }

    private func drive(_ name: String, of report: [String: Any]) throws -> [String: Any] {
        let drives = try #require(report["drives"] as? [[String: Any]])
        return try #require(drives.first { $0["name"] as? String == name })
    }

    @discardableResult
    private func reported(_ home: ScratchHome, _ arguments: String...) throws -> CommandRun {
        try home.run(
            ["run", "--rules", "rules.yaml"] + arguments + [
                "--report", "json", "r.json", "--report", "html", "r.html", "--report", "markdown",
                "r.md", "--report", "ndjson", "r.ndjson", "--metrics", "r.prom",
            ])
    }

    @Test("say what was staged, when it goes, and what takes it back, in every format")
    func staged() throws {
        let home = try home("quota: {deletes: 3/day, grace: 0d}")
        try home.writeOld("x", to: "d/<b>|\u{202e}.iso")
        try home.run("status", "--state", "own.sqlite")
        let run = try reported(home, "--stage", "--state", "own.sqlite")
        #expect(run.status == 0, "\(run.errors)")
        let report = try report(home)
        let stage = try #require(report["stage"] as? [String: Any])
        #expect(stage["staged"] as? Int == 5)
        let items = try #require(stage["items"] as? [[String: Any]])
        #expect(items.count == 5 && items.allSatisfy { $0["due"] is String })
        let undo = try #require(stage["undo"] as? String)
        #expect(undo.contains(" --state "), "it finds the same state: \(undo)")
        #expect((report["summary"] as? String)?.contains(undo) == true)
        let quota = try #require(report["quota"] as? [String: Any])
        #expect((quota["deletes"] as? [String: Any])?["limit"] as? Int == 3)
        #expect(((report["state_disk"] as? [String: Any])?["free_bytes"] as? Int ?? 0) > 0)
        for file in ["r.md", "r.html"] {
            let text = try home.text(file)
            for word in [undo, "0 of 3 deletions", "free where the state lies", "d:/a.iso"] {
                #expect(text.contains(word), "\(file): \(word)")
            }
            #expect(!text.contains("\u{202e}"))
        }
        let page = try home.text("r.html")
        #expect(!page.contains("<b>") && !page.contains("<script") && !page.contains("src="))
        #expect(try home.text("r.ndjson").contains("\"undo\""))
        // What it names does it.
        let words = undo.split(separator: " ").dropFirst().map(String.init)
        #expect(try home.run(words + ["--yes"]).status == 0)
        let left = try home.run("status", "--state", "own.sqlite", "--format", "json")
        #expect(try left.list("items").allSatisfy { $0["state"] as? String == "undone" })
    }

    @Test("say of each drive how it was found, and what to do about it")
    func drives() throws {
        let home = try home()
        try reported(home, "--stage")
        let d = try drive("d", of: try report(home))
        #expect(d["state"] as? String == "listed" && d["items"] as? Int == 2)
        #expect(d["bytes"] as? Int == 10 && d["listed"] is String && d["why"] == nil)
        #expect((d["free_bytes"] as? Int ?? 0) > 0 && d["bin_bytes"] == nil)

        try FileManager.default.moveItem(
            atPath: home.path + "/d", toPath: home.path + "/away")
        try reported(home)
        let missing = try drive("d", of: try report(home))
        #expect(missing["state"] as? String == "missing" && missing["listed"] is String)
        #expect(try home.text("r.md").contains("its folder is not there"))

        try home.write("x", to: "d/other.txt")
        try reported(home)
        let swapped = try drive("d", of: try report(home))
        #expect(swapped["state"] as? String == "swapped", "\(swapped)")
        let command = try #require(swapped["command"] as? String)
        #expect(command.hasPrefix("cleanrules sync --accept-drive d"))
        #expect(
            try home.run(command.split(separator: " ").dropFirst().map(String.init)).status == 0)
        try reported(home)
        #expect(try drive("d", of: try report(home))["state"] as? String == "listed")
        try home.remove("d/other.txt")
        try reported(home)
        let empty = try drive("d", of: try report(home))
        #expect(empty["state"] as? String == "empty", "\(empty)")
        try reported(home, "--execute-only")
        #expect(try drive("e", of: try report(home))["state"] as? String == "unasked")
    }

    @Test("a drive that cannot be listed is named, and the plan is made over the others")
    func planWithoutOne() throws {
        let home = try home()
        // Two copies in one drive: nothing compares them with what is away.
        for folder in ["d", "d/deep"] { try home.writeOld("same", to: "\(folder)/copy.txt") }
        let rules =
            try home.text("rules.yaml") + """

                  - id: copies
                    duplicates: {same: content, keep: [shortest_path]}
                    then: delete

                """
        try home.write(rules, to: "rules.yaml")
        try FileManager.default.moveItem(
            atPath: home.path + "/d", toPath: home.path + "/away")
        let run = try reported(home, "--stage")
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.contains("without drive 'd'"), "\(run.errors)")
        let first = try report(home)
        #expect(first["failed"] is String)
        #expect(try #require(first["summary"] as? String).contains("no plan over drive 'd'"))
        #expect(try drive("d", of: first)["state"] as? String == "missing")
        #expect(try drive("e", of: first)["state"] as? String == "listed")
        let staged = try #require((first["stage"] as? [String: Any])?["items"] as? [[String: Any]])
        #expect(Set(staged.compactMap { $0["path"] as? String }) == ["/a.iso", "/b.iso"])
        #expect(staged.allSatisfy { $0["drive"] as? String == "e" })

        // Whichever it is: with none left, there is no plan; with all back, there is one of all.
        try FileManager.default.moveItem(atPath: home.path + "/e", toPath: home.path + "/off")
        #expect(try reported(home, "--stage").status == 1)
        #expect(try report(home)["plan"] is NSNull)
        for (from, to) in [("away", "d"), ("off", "e")] {
            try FileManager.default.moveItem(
                atPath: home.path + "/" + from, toPath: home.path + "/" + to)
        }
        #expect(try reported(home, "--stage").status == 0)
        let last = try report(home)
        #expect((last["stage"] as? [String: Any])?["staged"] as? Int == 3)
    }

    @Test("a drive that rules compare others with leaves the round without a plan, not what is due")
    func noPlanWithoutOne() throws {
        let home = try home()
        try home.writeOld("1", to: "e/c.tmp")
        #expect(try reported(home, "--stage").status == 0)
        for folder in ["d", "e"] { try home.writeOld("same", to: "\(folder)/copy.iso") }
        let rules =
            try home.text("rules.yaml") + """

                  - id: copies
                    duplicates: {same: content, across: drives}
                    then: review

                """
        try home.write(rules, to: "rules.yaml")
        try FileManager.default.moveItem(
            atPath: home.path + "/d", toPath: home.path + "/away")
        // Alone, the copy would go by the rule for its name; beside the other a person decides.
        let run = try reported(home, "--stage")
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.contains("compare across drives"), "\(run.errors)")
        let report = try report(home)
        #expect(report["plan"] is NSNull)
        #expect(report["execute"] is [String: Any])
    }

    @Test("a drive that lists far fewer files is held where no plan comes of it, too")
    func shortWithoutPlan() throws {
        let home = try home()
        for number in 1...20 { try home.writeOld("\(number)", to: "d/\(number).txt") }
        try home.write(
            try home.text("rules.yaml").replacingOccurrences(
                of: "limits: {", with: "limits: {listing_drop: 50%, "), to: "rules.yaml")
        try #require(try reported(home, "--stage").status == 0)
        for number in 1...20 { try home.remove("d/\(number).txt") }
        let rules =
            try home.text("rules.yaml").replacingOccurrences(
                of: "rules:\n",
                with: """
                    rules:
                      - {id: copies, duplicates: {same: content, across: drives}, then: review}

                    """)
        try home.write(rules, to: "rules.yaml")
        try FileManager.default.moveItem(
            atPath: home.path + "/e", toPath: home.path + "/away")
        let run = try home.run(
            "run", "--rules", "rules.yaml", "--report", "json", "r.json", later: 7_200)
        #expect(run.status == 1 && run.errors.contains("drive 'd'"), "\(run.errors)")
        let report = try report(home)
        #expect(report["plan"] is NSNull)
        #expect(try drive("d", of: report)["state"] as? String == "short")
        #expect(home.has("d/a.iso") && home.has("d/b.iso"))
    }

    @Test("what was settled of a killed round stands in a report of one that deletes nothing")
    func settled() throws {
        let home = try home()
        try home.run("plan", "-q", "--rules", "rules.yaml")
        try home.run("stage", "--yes", "--no-undo-window")
        let counter = home.path + "/calls"
        func isOpen() throws -> Bool {
            try home.run("status", "--format", "json").list("items")
                .contains { $0["state"] as? String == "executing" }
        }
        var call = 1
        // Killed as early as something is begun, and at most that often.
        while try !isOpen(), call < 4_000 {
            try home.run(
                ["execute", "--yes", "-q"],
                environment: Interposer.striking(.init(call: call), counter), later: 7_200)
            call += 8
        }
        try #require(try isOpen())
        let run = try home.run(
            "run", "--rules", "rules.yaml", "--stage-only", "--report", "json", "r.json",
            later: 7_300)
        #expect(run.status == 0, "\(run.errors)")
        let done = try #require(try report(home)["execute"] as? [String: Any])
        let recovered = try #require(done["recovered"] as? [[String: Any]])
        #expect(!recovered.isEmpty, "\(done)")
        // One of them may have gone before it was killed, and no other since.
        #expect(home.tree("d").count + home.tree("e").count >= 3)
    }

    @Test("a fault of the state is none of the drive that is listed at the time")
    func stateFault() throws {
        let home = try home()
        try #require(try reported(home, "--stage").status == 0)
        let state = home.path + "/.local/state/cleanrules/default/state.sqlite"
        let file = try DatabaseQueue(path: state)
        let parts = try file.write { db in
            try db.execute(sql: "UPDATE catalog_part SET bytes = x'00' WHERE drive = 'd'")
            return db.changesCount
        }
        try file.close()
        try #require(parts > 0)
        let run = try home.run(
            "run", "--rules", "rules.yaml", "--stage", "--report", "json", "r.json", later: 7_200)
        #expect(run.status == 1, "\(run.status) \(run.errors)")
        let report = try report(home)
        #expect(report["plan"] is NSNull && report["execute"] is NSNull, "\(report)")
        #expect(home.tree("d").count + home.tree("e").count == 4)
    }

    @Test("say of a OneDrive that nobody is signed in, and how full it is")
    func signIn() async throws {
        let home = try OneDriveHome.declaring(
            "photos",
            """
            rules:
              - {id: images, match: {name: "*.iso"}, then: delete}
            """)
        let graph = OneDriveHome.service().graph
        try await ServedGraph.serving(graph) { environment in
            let round = ["run", "--rules", "rules.yaml", "--report", "json", "r.json"]
            let first = try await ServedGraph.run(home, round, environment: environment)
            #expect(first.status == 4, "\(first.errors)")
            let absent = try drive("photos", of: try report(home))
            #expect(absent["state"] as? String == "sign-in")
            #expect(
                absent["command"] as? String == "cleanrules login photos --rules rules.yaml"
                    || (absent["command"] as? String)?.hasPrefix("cleanrules login photos") == true)
            #expect(absent["free_bytes"] == nil && absent["bin_bytes"] == nil)
            let login = try await ServedGraph.run(
                home, ["login", "--device-code", "--no-browser", "--rules", "rules.yaml"],
                environment: environment)
            #expect(login.status == 0, "\(login.errors)")
            _ = try await ServedGraph.run(home, round, environment: environment)
            let there = try drive("photos", of: try report(home))
            #expect(there["state"] as? String == "listed")
            #expect(there["bin_bytes"] is Int, "\(there)")
        }
    }

    // MARK: Metrics

    /// The samples of a file of metrics, by name with labels.
    private func samples(_ home: ScratchHome) throws -> [String: String] {
        let text = try home.text("r.prom")
        #expect(text.hasSuffix("# EOF\n"))
        var found: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let place = try #require(line.lastIndex(of: " "))
            found[String(line[..<place])] = String(line[line.index(after: place)...])
        }
        return found
    }

    @Test("give the figures of a round, however it ended")
    func metrics() throws {
        let home = try home()
        #expect(try reported(home, "--stage").status == 0)
        let first = try samples(home)
        #expect(first["cleanrules_run_exit_status"] == "0")
        #expect(first[#"cleanrules_run_items{drive="d",state="staged"}"#] == "2")
        #expect(first[#"cleanrules_run_items{drive="e",state="held"}"#] == "0")
        #expect(first["cleanrules_waiting_items"] == "4")
        #expect(first[#"cleanrules_drive_in_doubt{drive="d"}"#] == "0")
        #expect(first["cleanrules_deleted_items_total"] == "0")
        let success = try #require(first["cleanrules_run_last_success_timestamp_seconds"])
        for phase in ["all", "settle", "plan", "stage", "execute"] {
            #expect(first[#"cleanrules_run_duration_seconds{phase="\#(phase)"}"#] != nil)
        }
        try home.remove("d")
        #expect(try reported(home).status == 1)
        let second = try samples(home)
        #expect(second["cleanrules_run_exit_status"] == "1")
        #expect(second[#"cleanrules_drive_unreachable{drive="d"}"#] == "1")
        #expect(second["cleanrules_run_last_success_timestamp_seconds"] == success)
        try home.write("version: 1\nrules: [{}]\n", to: "rules.yaml")
        #expect(try reported(home).status == 3)
        #expect(try samples(home)["cleanrules_run_exit_status"] == "3")
        try home.remove("rules.yaml")
        #expect(try reported(home).status == 1)
        #expect(try samples(home)["cleanrules_run_exit_status"] == "1")
    }

    @Test("a round that a signal stopped says so in all that it writes")
    func signalled() throws {
        let home = try home()
        for number in 0..<3_000 { try home.write("new", to: "d/\(number).txt") }
        let started = try home.start(
            [
                "run", "--rules", "rules.yaml", "--report", "json", "r.json", "--metrics", "r.prom",
                "--log-format", "json",
            ])
        defer { if started.process.isRunning { started.process.terminate() } }
        // It hears signals before it says its first word; listing and planning are still to come.
        while try started.errorsSoFar().isEmpty {
            try #require(started.process.isRunning)
            usleep(1_000)
        }
        kill(started.process.processIdentifier, SIGTERM)
        let run = try started.finish()
        #expect(run.status == 143, "\(run.errors)")
        let told = try report(home)
        #expect(told["exit"] as? Int == 143)
        #expect((told["summary"] as? String)?.contains("ended early") == true)
        let text = try home.text("r.prom")
        #expect(text.contains("cleanrules_run_exit_status 143\n"), "\(text)")
        #expect(!text.contains("\ncleanrules_run_last_success_timestamp_seconds "))
    }

    @Test("a round whose report cannot be written did not succeed, and all that it writes says so")
    func lostReport() throws {
        let home = try home()
        try reported(home)
        let success = "cleanrules_run_last_success_timestamp_seconds"
        let before = try home.text("r.prom").split(separator: "\n")
            .first { $0.hasPrefix(success + " ") }
        try #require(before != nil)
        let run = try home.run(
            [
                "run", "--rules", "rules.yaml", "--report", "markdown", "/dev/full", "--report",
                "json", "r.json", "--metrics", "r.prom",
            ], later: 60)
        #expect(run.status == 1, "\(run.errors)")
        let text = try home.text("r.prom")
        #expect(text.contains("cleanrules_run_exit_status 1\n"), "\(text)")
        #expect(text.split(separator: "\n").first { $0.hasPrefix(success + " ") } == before)
        let told = try report(home)
        #expect(told["exit"] as? Int == 1)
        #expect((told["summary"] as? String)?.contains("could not be written") == true)
        // The figures that are lost are no success either.
        #expect(try home.run("run", "--rules", "rules.yaml", "--metrics", "/dev/full").status == 1)
        try home.run(
            [
                "run", "--rules", "rules.yaml", "--metrics", "r.prom", "--report", "json",
                "/dev/full",
            ],
            later: 120)
        #expect(
            try home.text("r.prom").split(separator: "\n")
                .first { $0.hasPrefix(success + " ") } == before)
    }

    @Test("never write figures over what is somebody's")
    func metricsGate() throws {
        let home = try home()
        try home.write("mine", to: "d/mine.txt")
        for place in ["rules.yaml", "d/mine.txt", "d"] {
            let run = try home.round("--stage", "--metrics", place)
            #expect(run.status == 5 || run.status == 1, "\(place): \(run.errors)")
            #expect(try home.run("status", "--format", "json").list("items").isEmpty, "\(place)")
        }
        #expect(try home.text("d/mine.txt") == "mine")
        #expect(try home.round("--metrics", "-").status == 64)
    }

    // MARK: Log

    @Test("log every event as an object of its own, with the id that the report has")
    func log() throws {
        let home = try home()
        func lines(_ run: CommandRun) throws -> [[String: Any]] {
            try run.errors.split(separator: "\n").map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                let members = try #require(object as? [String: Any], "\(line)")
                #expect((members["time"] as? String)?.hasSuffix("Z") == true)
                #expect(["info", "warning", "error"].contains(members["level"] as? String ?? ""))
                #expect(members["code"] is String && members["run"] is String)
                return members
            }
        }
        let first = try lines(try reported(home, "--stage", "--log-format", "json"))
        let codes = first.compactMap { $0["code"] as? String }
        for code in [
            "round-started", "rules-loaded", "drive-listed", "plan-made", "staged", "executed",
            "round-ended",
        ] { #expect(codes.contains(code), "\(code): \(codes)") }
        #expect(codes.count { $0 == "drive-listed" } == 2)
        let ids = Set(first.compactMap { $0["run"] as? String })
        #expect(ids == [try #require(try report(home)["round"] as? String)])
        #expect(try home.text("r.prom").contains(try #require(ids.first)))

        try home.remove("d")
        let second = try lines(try home.round("--log-format=json", "--quiet"))
        #expect(!second.isEmpty && second.allSatisfy { $0["level"] as? String != "info" })
        #expect(second.contains { $0["code"] as? String == "drive-listed" })
        #expect(second.contains { ($0["message"] as? String)?.contains("root") == true })
        // Any command's, also what is wrong with its arguments; and in English.
        let german = ["LC_ALL": "de_DE.UTF-8"]
        for words in [["status"], ["plan", "--rules", "gone.yaml"], ["stage", "--nothing"]] {
            let run = try home.run(
                words + ["--log-format", "json"], environment: german)
            #expect(try lines(run).isEmpty == false, "\(words)")
        }
        let gone = try home.run(
            "plan", "--rules", "gone.yaml", "--log-format", "json", environment: german)
        #expect(try lines(gone).last?["level"] as? String == "error")
        #expect(gone.errors.contains("gone.yaml") && !gone.errors.contains("Regeln"))
        #expect(try home.run("status", "--log-format", "xml").status == 64)
    }
}
