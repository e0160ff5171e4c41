// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Wording

/// Every command that the program tells a person to type works where it is told.
@Suite("Hints", .timeLimit(.minutes(60)))
struct HintTests {
    private static func home(_ limits: String = "percent: unlimited") throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives: {home: {kind: local, root: d}}
            limits: {\(limits)}
            defaults: {method: quarantine}
            rules:
              - {id: old, match: {name: "*.tmp"}, then: delete, undo_window: none}
              - {id: doubtful, match: {name: "*.bak"}, then: review}
            """, to: "rules.yaml")
        try home.writeOld("x", to: "d/a b.tmp")
        try home.writeOld("xx", to: "d/it's.tmp")
        try home.writeOld("yy", to: "d/b.bak")
        return home
    }

    /// The commands that stand after `Next:` in what a run says.
    private static func hints(_ run: CommandRun) -> [String] {
        run.errors.split(separator: "\n").compactMap { line in
            line.range(of: ":  +cleanrules ", options: .regularExpression).map {
                String(line[$0.upperBound...])
            }
        }
    }

    /// The words of a command as a shell takes them.
    private static func words(_ command: String, _ home: ScratchHome) throws -> [String] {
        try ChildProgram.run("/bin/sh", ["-c", "printf '%s\\n' " + command]).output
            .split(separator: "\n").map { String($0) }
    }

    /// Takes the steps, and after each runs every hint in a copy of the home; the commands that were
    /// hinted at after each. A step ends with one of `statuses`, where they are given.
    private static func walk(
        _ steps: [[String]], endingWith statuses: Set<Int32>? = nil
    ) throws -> [Set<String>] {
        var all: [Set<String>] = []
        for count in 1...steps.count {
            var seen: Set<String> = []
            var number = 0
            var left = 1
            // Each hint has a home of its own, in which the same was done before.
            while number < left {
                let home = try home()
                var last: CommandRun?
                for step in steps.prefix(count) {
                    let run = try home.run(step, typing: "d\nq\n")
                    let isFine = statuses?.contains(run.status) ?? true
                    #expect(isFine, "\(step): \(run.status): \(run.errors)")
                    last = run
                }
                let hints = hints(try #require(last))
                left = hints.count
                if hints.isEmpty { break }
                let hint = hints[number]
                number += 1
                var words = try words(hint, home)
                seen.insert(words[0])
                // Where nobody is there to be asked, that is said instead.
                switch words[0] {
                case "stage", "execute": words.append("--yes")
                case "review": words.append("--plain")
                case "stats" where words.contains("--png"): continue
                default: break
                }
                if words[0] == "stage" { words.append("--no-undo-window") }
                let run = try home.run(words, typing: "q\n")
                #expect(
                    run.status == 0, "\(steps[count - 1]): \(hint): \(run.status) \(run.errors)")
            }
            all.append(seen)
        }
        return all
    }

    @Test("lead on from every step of the way")
    func way() throws {
        let seen = try Self.walk([
            ["sync"], ["plan"], ["review", "--plain"],
            ["stage", "--yes", "--no-undo-window"], ["status"], ["quota"], ["history"],
            ["execute", "--yes"], ["status"], ["restore", "--all"],
        ]).reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(
            seen.isSuperset(of: [
                "plan", "review", "stage", "status", "undo", "execute", "restore", "why", "keep",
            ]))
    }

    @Test("lead on from decisions, from what was taken back, and from reviews after staging")
    func others() throws {
        let decisions = try Self.walk(
            [["plan"], ["keep", "/b.bak"], ["unkeep", "/b.bak"]], endingWith: [0])
        #expect(decisions == [["stage", "review", "why", "plan"], ["unkeep"], ["plan"]])
        let why = try Self.walk([["plan"], ["why", "/a b.tmp"]], endingWith: [0])
        #expect(why.last == ["keep"])
        let undo = try Self.walk(
            [["plan"], ["stage", "--yes", "--no-undo-window"], ["undo", "--all"], ["status"]],
            endingWith: [0])
        #expect(
            undo.dropFirst() == [["undo", "status", "execute"], ["keep", "status"], ["plan"]])
        let round = ["run", "--rules", "rules.yaml"]
        // Nobody is there to allow what has no undo window.
        let rounds = try Self.walk([round, round + ["--stage"]], endingWith: [0, 5])
        #expect(rounds == [["stage", "status"], ["status"]])
    }

    @Test("after a review whose plan was staged, lead to a new plan")
    func reviewAfterStaging() throws {
        let home = try Self.home()
        for step in ["plan -q", "stage -q --yes --no-undo-window"] {
            #expect(try home.run(step.split(separator: " ").map { String($0) }).status == 0)
        }
        let review = try home.run(["review", "--plain"], typing: "d\nq\n")
        #expect(review.errors.contains("Next: cleanrules plan"))
        #expect(!review.errors.contains("cleanrules stage"))
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "-q", "--yes", "--no-undo-window").status == 0)
    }

    @Test("of a plan over a limit do not lead to staging it")
    func overALimit() throws {
        let home = try Self.home("items: 1")
        let plan = try home.run("plan")
        #expect(!Self.hints(plan).contains { $0.hasPrefix("stage") })
        let review = try home.run(["review", "--plain"], typing: "d\nq\n")
        #expect(!review.errors.contains("cleanrules stage"), "\(review.errors)")
        #expect(!Self.hints(try home.run("status")).contains { $0.hasPrefix("stage") })
    }

    @Test("of a limit name the entry that allows the plan, and where; it works as it is told")
    func raisedLimit() throws {
        for (limits, line) in [("items: 1", 4), ("bytes: 2B", 4)] {
            let home = try Self.home(limits)
            let plan = try home.run("plan")
            let entry = limits.hasPrefix("items") ? "items: 2" : "bytes: 3B"
            let told = "'\(entry)' below 'limits' allows it: "
            #expect(plan.output.contains(told + "./rules.yaml:\(line)"), "\(plan.output)")
            let stage = try home.run("stage", "--yes", "--no-undo-window")
            let place = "\(home.path)/rules.yaml:\(line)"
            #expect(stage.status == 5 && stage.errors.contains(told + place), "\(stage.errors)")
            let round = try home.round("--stage")
            #expect(round.status == 5)
            let all = round.output + round.errors
            #expect(all.components(separatedBy: told).count == 2, "\(all)")
            let rules = try home.text("rules.yaml")
            try home.write(
                rules.replacingOccurrences(of: limits, with: entry), to: "rules.yaml")
            #expect(try home.run("plan", "-q").status == 0)
            #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        }
    }

    @Test("lead to the rules in use, wherever they lie, as 'why' goes by those of the plan")
    func rulesElsewhere() throws {
        let home = try Self.home()
        try home.write(
            try home.text("rules.yaml").replacingOccurrences(of: "id: old", with: "id: other"),
            to: "some where/mine.yaml")
        let rules = home.path + "/some where/mine.yaml"
        try home.write(
            try home.text("some where/mine.yaml").replacingOccurrences(
                of: "root: d", with: "root: \(home.path)/d"), to: "some where/mine.yaml")
        #expect(try home.run("plan", "-q", "--rules", "some where/mine.yaml").status == 0)
        let why = try home.run("why", "/a b.tmp")
        #expect(why.status == 0 && why.output.contains("other"), "\(why.output)")
        #expect(why.errors.contains("Rules: \(rules) (of the plan"), "\(why.errors)")
        #expect(try home.run("why", "/a b.tmp", "--rules", "rules.yaml").output.contains("old"))
        try home.remove("rules.yaml")
        for step in [["stage", "-q", "--yes", "--no-undo-window"], ["undo", "--all", "-q"]] {
            #expect(try home.run(step).status == 0)
        }
        for step in [["status"], ["forget", "--cache-only"]] {
            try Self.follow(step, home)
        }
        #expect(try home.run("export", "-o", "all.json").status == 0)
        try Self.follow(["import", "all.json", "--state", "other.db"], home)
        let state = home.path + "/.local/state/cleanrules/default/state.sqlite"
        try Data(repeating: 120, count: 20_000).write(to: URL(fileURLWithPath: state))
        try Self.follow(["state", "restore", "--yes"], home)
        try Self.follow(["forget", "--confirm", "default"], home)
    }

    /// Takes the step, and then runs each hint that it gave.
    private static func follow(_ step: [String], _ home: ScratchHome) throws {
        let run = try home.run(step)
        #expect(run.status == 0, "\(step): \(run.errors)")
        for hint in hints(run) {
            let next = try home.run(try words(hint, home))
            #expect(next.status == 0, "\(step): \(hint): \(next.errors)")
        }
        #expect(!hints(run).isEmpty)
    }

    @Test("name a state that can be made, or there are none and it is said why")
    func statePlaces() throws {
        let home = try Self.home()
        try Self.follow(["status", "--state", "new/er/s.db"], home)
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/astray", withDestinationPath: "nowhere")
        for place in ["rules.yaml/s.db", "rules.yaml/a/s.db", "astray/s.db"] {
            for command in ["status", "history", "quota", "undo --all", "export", "plan"] {
                let run = try home.run(
                    command.split(separator: " ").map { String($0) } + ["--state", place])
                let isSaid = run.errors.contains("is no folder in which you may make files")
                #expect(run.status == 1 && isSaid, "\(command) \(place): \(run.errors)")
                #expect(!run.errors.contains("'cleanrules "), "\(command) \(place): \(run.errors)")
            }
        }
        #expect(!home.has("nowhere") && !home.has("s.db"))
    }

    @Test("lead to rules first where there are none")
    func noRules() throws {
        let home = try ScratchHome()
        let run = try home.run("status")
        #expect(Self.hints(run) == ["init"], "\(run.errors)")
        try Self.follow(["status"], home)
        #expect(Self.hints(try home.run("status")) == ["plan"])
    }

    @Test("of a doubtful drive are the same as those of the rules, and said once a stream")
    func doubtfulDrive() throws {
        let home = try Self.home()
        try home.write(
            try home.text("rules.yaml").replacingOccurrences(
                of: "root: d", with: "root: \(home.path)/d"), to: "else/mine.yaml")
        try home.remove("rules.yaml")
        let round = ["run", "--rules", "else/mine.yaml", "--stage", "--state", "s.db"]
        #expect(try home.run(Array(round.dropLast(3)) + ["--state", "s.db"]).status == 0)
        try FileManager.default.moveItem(atPath: home.path + "/d", toPath: home.path + "/away")
        try home.writeOld("x", to: "d/other.tmp")
        let run = try home.run(round)
        #expect(run.status == 5, "\(run.output)\(run.errors)")
        let rules = home.path + "/else/mine.yaml"
        let told =
            "cleanrules sync --accept-drive home --rules \(rules) --state \(home.path)/s.db"
        #expect(run.output.components(separatedBy: told).count == 2, "\(run.output)")
        #expect(run.errors.components(separatedBy: told).count == 2, "\(run.errors)")
        #expect(run.errors.contains("is not staged: all its drives are held"), "\(run.errors)")
        #expect(
            try home.run("sync", "--accept-drive", "home", "--rules", rules, "--state", "s.db")
                .status == 0)
    }

    @Test("of a round that stages nothing are of commands that take what they name")
    func refusedRound() throws {
        let home = try Self.home()
        let run = try home.round("--stage")
        #expect(run.status == 5)
        let told = "allow that with 'stage --no-undo-window'"
        #expect(run.errors.contains(told), "\(run.errors)")
        #expect(try home.run("stage", "--no-undo-window", "--yes").status == 0)
    }

    @Test("of the review page lead to the rules and the state in use")
    func page() throws {
        let home = try Self.home()
        try home.write(
            try home.text("rules.yaml").replacingOccurrences(
                of: "root: d", with: "root: \(home.path)/d"), to: "else/mine.yaml")
        try home.remove("rules.yaml")
        let rules = home.path + "/else/mine.yaml"
        let state = ["--state", "s.db"]
        #expect(try home.run(["plan", "-q", "--rules", rules] + state).status == 0)
        let server = try home.start(["review", "--web", "--no-open", "--rules", rules] + state)
        defer {
            server.process.terminate()
            _ = try? server.finish()
        }
        let link = try server.firstLine()
        // A link that is used up: the page says how to come by another one.
        let port = try #require(URL(string: link)?.port)
        let request = """
            exec 3<>/dev/tcp/127.0.0.1/\(port)
            printf 'GET /open/0 HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\n' >&3
            printf 'Connection: close\\r\\n\\r\\n' >&3
            cat <&3
            """
        let page = try ChildProgram.run("/bin/bash", ["-c", request]).output
        let told = "cleanrules review --web --rules \(rules) --state \(home.path)/s.db"
        #expect(page.contains(told), "\(page)")
    }

    @Test("to bring something back say where the last try found nothing")
    func emptiedTrash() throws {
        let home = try Self.home()
        for step in [
            ["plan", "-q"], ["stage", "-q", "--yes", "--no-undo-window"],
            ["execute", "-q", "--yes"],
        ] {
            #expect(try home.run(step).status == 0)
        }
        #expect(try home.run("status").errors.contains("bring an item back:  cleanrules restore"))
        try home.remove("d/.cleanrules")
        let first = try home.run("restore", "home:/it's.tmp")
        #expect(first.status == 6, "\(first.errors)")
        // The other one was not looked for yet.
        let status = try home.run("status")
        #expect(status.errors.contains("bring an item back:  cleanrules restore 'home:/a b"))
        #expect(try home.run("restore", "--all").status == 6)
        let last = try home.run("status")
        #expect(last.errors.contains("it did not come back the last time; try again:"))
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("say nothing of sizes and times of a staging that added nothing")
    func nothingStaged() throws {
        let home = try Self.home()
        for step in ["plan -q", "stage -q --yes --no-undo-window", "plan -q"] {
            #expect(try home.run(step.split(separator: " ").map { String($0) }).status == 0)
        }
        let again = try home.run("stage", "--yes", "--no-undo-window")
        #expect(again.status == 0)
        #expect(again.output.contains("wait already"), "\(again.output)")
        #expect(!again.output.contains("ends") && !again.output.contains(" B"))
    }

    @Test("are all commands that there are", arguments: Hint.samples)
    func commands(hint: Hint) throws {
        let home = try Self.home()
        var words = try Self.words(hint.command, home)
        #expect(words.removeFirst() == "cleanrules")
        // With '--help' the whole line is read and nothing is done; a plan of that id there is not.
        let run = try home.run(words + ["--help"])
        #expect(run.status == 0, "\(hint.command)")
        // It would serve its page until somebody ends it.
        if hint == .rulesPage { return }
        let real = try home.run(words, typing: "")
        #expect(real.status != 64, "\(hint.command): \(real.errors)")
    }
}
