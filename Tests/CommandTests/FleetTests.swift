// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// Many drives in one night, with the program as it is installed, against a simulated service.
@Suite("Fleets", .timeLimit(.minutes(60)))
struct FleetTests {
    private static let count = 200
    /// In how many seconds it is noon, UTC, when all undo windows are over and no day ends soon.
    private static let noon: Int = {
        let second = Int(Date().timeIntervalSince1970) % 86_400
        let left = 43_200 - second
        return left >= 7_200 ? left : left + 86_400
    }()

    /// What is not the same in each fleet file.
    private struct Fleet {
        var users = "{group: \(SimulatedScenario.groupID)}"
        var caps = "{day: {items: 100000}}"
        var atOnce = 8
        var window = "1h"
    }

    /// A home with a fleet file and rules that delete `.iso` files.
    private func home(_ fleet: Fleet = Fleet()) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            limits: {percent: unlimited}
            rules:
              - {id: images, match: {name: "*.iso"}, then: delete, undo_window: \(fleet.window)}
            """, to: "rules.yaml")
        try write(fleet, home)
        return home
    }

    private func write(_ fleet: Fleet, _ home: ScratchHome) throws {
        try home.write(
            """
            version: 1
            rules: rules.yaml
            work: work
            graph: {tenant: contoso.example, client_id: \(SimulatedScenario.applicationID)}
            users: \(fleet.users)
            at_once: \(fleet.atOnce)
            caps: \(fleet.caps)
            """, to: "fleet.yaml")
    }

    /// A service with so many employees.
    private func graph(_ count: Int = count) throws -> SimulatedGraph {
        let graph = SimulatedGraph(
            time: SimulatedTime(secondsSinceEpoch: Date().timeIntervalSince1970))
        try SimulatedScenario.addFleet(of: count, to: graph)
        return graph
    }

    private func serving(
        _ graph: SimulatedGraph, _ body: ([String: String]) async throws -> Void
    ) async throws {
        try await ServedGraph.serving(graph) { environment in
            var environment = environment
            environment["CLEANRULES_CLIENT_ID"] = nil
            environment["CLEANRULES_CLIENT_SECRET"] = SimulatedScenario.applicationSecret
            try await body(environment)
        }
    }

    /// Runs the fleet, with its report as JSON.
    private func night(
        _ home: ScratchHome, _ graph: SimulatedGraph, _ environment: [String: String],
        _ arguments: String...,
        later seconds: Int = 0
    ) async throws -> (run: CommandRun, report: [String: Any]) {
        advance(graph, to: seconds)
        let run = try await ServedGraph.waiting {
            try home.run(
                ["fleet", "run", "fleet.yaml", "--report", "json", "-"] + arguments,
                environment: environment, later: seconds)
        }
        return (run, try run.json())
    }

    /// Has the service have the same time as a program that is so many seconds ahead.
    private func advance(_ graph: SimulatedGraph, to seconds: Int) {
        let now = Date().timeIntervalSince1970 + Double(seconds)
        graph.time.advance(seconds: now - graph.time.now)
    }

    /// Has somebody else be at work on the state of that name, until what is given is closed.
    private func lock(_ state: String, _ home: ScratchHome) throws -> Int32 {
        let file = open("\(home.path)/work/drives/\(state).run", O_RDWR | O_CLOEXEC)
        try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file
    }

    /// What the report says of the night and of drives that did not end well.
    private func told(_ report: [String: Any]) -> String {
        let drives = (report["drives"] as? [[String: Any]] ?? []).filter { $0["exit"] as? Int != 0 }
        return ([report] + drives).map { "\($0["summary"] ?? "")" }.joined(separator: "\n")
    }

    private func number(_ report: [String: Any], _ key: String, _ member: String) -> Int {
        (report[key] as? [String: Any])?[member] as? Int ?? -1
    }

    private func isoCount(_ graph: SimulatedGraph) -> Int {
        graph.drives.reduce(0) { sum, drive in
            sum + (1...3).count { drive.item("/Downloads/setup\($0).iso") != nil }
        }
    }

    /// What is not all well with a service: it is busy, asks to wait, and loses answers.
    private static let faults = FaultScript([
        FaultRule([.delta], .refusal("unavailable"), first: 20, count: 3),
        FaultRule([.drive], .refusal("throttled-silently"), first: 50, count: 2),
        FaultRule([.delete], .droppedAfterEffect, first: 30, count: 5),
    ])

    /// The states of the fleet in that home.
    private func states(_ home: ScratchHome) -> [String] {
        home.tree("work/drives").filter { $0.hasSuffix("/state.sqlite") }
    }

    @Test("clean up two hundred drives in two nights, within caps and whatever the service does")
    func many() async throws {
        let (home, graph) = (try home(), try graph())
        graph.play(Self.faults)
        try await serving(graph) { environment in
            let first = try await night(home, graph, environment, "--stage")
            #expect(first.run.status == 0, "\(first.run.errors) \(first.report["summary"] ?? "")")
            #expect((first.report["drives"] as? [Any])?.count == Self.count)
            #expect(number(first.report, "staged", "items") == 3 * Self.count)
            #expect(isoCount(graph) == 3 * Self.count, "nothing goes before its window is over")
            #expect(states(home).count == Self.count)
            let second = try await night(home, graph, environment, later: Self.noon)
            // Where too many answers were lost, the rest of that drive stays, and the drive is named.
            #expect([0, 6].contains(second.run.status), "\(told(second.report))")
            #expect(number(second.report, "deleted", "items") == 3 * Self.count - isoCount(graph))
            #expect(isoCount(graph) <= 10)
            // A drive with something in doubt has its turn, and is not passed over as if all were well:
            // what had no effect is found out first, and tried again later.
            let third = try await night(
                home, graph, environment, "--execute-only", later: Self.noon + 100)
            #expect((third.run.status == 0) == (isoCount(graph) == 0), "\(told(third.report))")
            #expect(
                third.run.status == 0 || !told(third.report).contains("There was nothing to do"))
            let fourth = try await night(
                home, graph, environment, "--execute-only", later: Self.noon + 10_000)
            #expect(fourth.run.status == 0 && isoCount(graph) == 0, "\(told(fourth.report))")
        }
        #expect(graph.drives.allSatisfy { $0.item("/Documents/Plan.txt") != nil })
        for path in states(home) {
            let mode = try FileManager.default.attributesOfItem(atPath: home.path + "/work")
            #expect(mode[.posixPermissions] as? Int == 0o700, "\(path)")
        }
    }

    @Test("have nights by the fleet file that had the first one in their folder, and by no other")
    func otherFile() async throws {
        let (home, graph) = (try home(), try graph(2))
        try await serving(graph) { environment in
            let first = try await night(home, graph, environment, "--stage")
            #expect(first.run.status == 0, "\(first.run.errors)")
            try home.write(try home.text("fleet.yaml"), to: "other.yaml")
            let before = try home.text("work/journal.ndjson")
            for more in [[], ["--execute-only"], ["--dry-run"]] {
                let run = try await ServedGraph.waiting {
                    try home.run(
                        ["fleet", "run", "other.yaml"] + more, environment: environment,
                        later: Self.noon)
                }
                #expect(run.status == 5, "\(more) \(run.output) \(run.errors)")
                let says = run.errors.contains("\(home.path)/fleet.yaml'")
                #expect(says && run.errors.contains("--moved"), "\(more) \(run.errors)")
            }
            #expect(try home.text("work/journal.ndjson") == before && isoCount(graph) == 6)
        }
    }

    @Test("delete no more in a day than the caps say, evenly, and the rest on another one")
    func caps() async throws {
        var fleet = Fleet(caps: "{drive: {items: 2}, day: {items: 25, bytes: 40kB}}")
        let (home, graph) = (try home(fleet), try graph(12))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--stage")
            let second = try await night(home, graph, environment, later: Self.noon)
            #expect(second.run.status == 7, "\(second.report["summary"] ?? "")")
            let gone = number(second.report, "deleted", "items")
            #expect(gone > 0 && gone <= 24 && isoCount(graph) == 36 - gone)
            #expect(number(second.report, "deleted", "bytes") <= 40_000)
            let drives = second.report["drives"] as? [[String: Any]] ?? []
            let each = drives.map { number($0, "deleted", "items") }
            #expect((each.max() ?? 0) - (each.min() ?? 0) <= 1, "\(each)")
            // Another run of the same day has what is left of the same caps.
            let third = try await night(home, graph, environment, later: Self.noon + 100)
            #expect(number(third.report, "day_used", "bytes") <= 40_000)
            fleet.caps = "{day: {items: 100}}"
            try write(fleet, home)
            let last = try await night(home, graph, environment, later: Self.noon + 200)
            #expect(last.run.status == 0 && isoCount(graph) == 0, "\(last.report)")
        }
    }

    @Test("go on without drives that fail, and delete nothing at all where too many do")
    func failures() async throws {
        var fleet = Fleet(caps: "{day: {items: 1000}, stop_when: {failed: 40%}}")
        let (home, graph) = (try home(fleet), try graph(10))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--stage")
            let refused = graph.drives[3].id
            graph.play(
                FaultScript([
                    FaultRule([], .refusal("access-denied"), count: nil, urlPart: refused)
                ]))
            let lock = try lock(states(home)[5], home)
            defer { close(lock) }
            fleet.users =
                "{group: \(SimulatedScenario.groupID), list: nobody@contoso.example}"
            try write(fleet, home)
            let night = try await self.night(home, graph, environment, later: Self.noon)
            #expect(night.run.status != 0)
            #expect(
                night.report["failed"] as? Int == 3 && night.report["drive_count"] as? Int == 11)
            #expect(number(night.report, "deleted", "items") == 24)
            let gaps = night.report["not_found"] as? [[String: Any]] ?? []
            #expect(gaps.first?["name"] as? String == "nobody@contoso.example")
        }
    }

    @Test("delete nothing where more drives fail than may")
    func held() async throws {
        let fleet = Fleet(caps: "{day: {items: 1000}, stop_when: {failed: 10%}}")
        let (home, graph) = (try home(fleet), try graph(10))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--stage")
            graph.play(
                FaultScript(
                    graph.drives[2...3].map {
                        FaultRule([], .refusal("access-denied"), count: nil, urlPart: $0.id)
                    }))
            let night = try await self.night(home, graph, environment, later: Self.noon)
            #expect(night.run.status == 6 && night.report["held"] as? Bool == true)
            #expect(isoCount(graph) == 30, "\(night.report["summary"] ?? "")")
        }
    }

    @Test("are taken back, paused and looked at as the reports say")
    func ways() async throws {
        let (home, graph) = (try home(), try graph(4))
        try await serving(graph) { environment in
            func run(_ line: String, later: Int = 0) async throws -> CommandRun {
                let words = line.split(separator: " ").map(String.init)
                return try await ServedGraph.waiting {
                    try home.run(words, environment: environment, later: later)
                }
            }
            let staged = try await night(home, graph, environment, "--stage")
            let typo = try await night(
                home, graph, environment, "--stage", "--only", "u009@contoso.example",
                "u001@contoso.example")
            #expect(typo.run.status == 1 && number(typo.report, "staged", "items") == 0)
            let why = typo.report["summary"] as? String ?? ""
            #expect(why.contains("'u009@contoso.example'; it has 4 drives: 'u001@"), "\(why)")
            let drives = try #require(staged.report["drives"] as? [[String: Any]])
            let one = try #require(drives[0]["undo"] as? String)
            let undone = try await run(String(one.dropFirst("cleanrules ".count)))
            #expect(undone.status == 0 && undone.output.contains("3 "), "\(undone.errors)")
            let status = try await run("fleet status fleet.yaml")
            #expect(status.status == 0 && status.output.split(separator: "\n").count == 4)
            #expect(try await run("fleet pause fleet.yaml").status == 0)
            let paused = try await night(home, graph, environment, later: Self.noon)
            #expect(paused.run.status == 5 && isoCount(graph) == 12)
            #expect(try await run("fleet resume fleet.yaml").output.contains("Resumed"))
            let again = try await run("fleet resume fleet.yaml")
            #expect(again.status == 0 && again.output.contains("was not paused"))
            let all = try #require(staged.report["undo"] as? String)
            let rest = try await run(String(all.dropFirst("cleanrules ".count)))
            #expect(rest.status == 0 && rest.output.split(separator: "\n").count == 3)
            let last = try await night(home, graph, environment, later: Self.noon)
            #expect(last.run.status == 0 && isoCount(graph) == 12, "\(last.report)")
        }
    }

    @Test("that were killed are gone on with, and never pass the caps")
    func killed() async throws {
        let fleet = Fleet(caps: "{day: {items: 60}}", atOnce: 2)
        let (home, graph) = (try home(fleet), try graph(30))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--stage")
            graph.play(
                FaultScript([FaultRule([.delete], .slow(seconds: 0.05), first: 1, count: nil)]))
            advance(graph, to: Self.noon)
            let program = try home.start(
                ["fleet", "run", "fleet.yaml", "-q"], environment: environment, later: Self.noon)
            while isoCount(graph) > 80, program.process.isRunning {
                try await Task.sleep(for: .milliseconds(20))
            }
            kill(program.process.processIdentifier, SIGKILL)
            #expect(try await ServedGraph.finish(program).isKilled)
            graph.play(FaultScript())
            let next = try await night(home, graph, environment, later: Self.noon + 100)
            #expect(next.report["unfinished_run"] is String)
            #expect(isoCount(graph) >= 30, "\(next.report["summary"] ?? "")")
            #expect([6, 7].contains(next.run.status), "\(told(next.report))")
            let again = try await night(home, graph, environment, later: Self.noon + 86_400)
            #expect(again.run.status == 0 && isoCount(graph) == 0, "\(again.report)")
        }
    }

    @Test("end at a signal before they look at what is due, however many drives there are")
    func interrupted() async throws {
        let (home, graph) = (try home(), try graph(6))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--stage")
            graph.play(
                FaultScript([FaultRule([], .slow(seconds: 1), count: nil, urlPart: "/groups/")]))
            graph.clearLog()
            advance(graph, to: Self.noon)
            let program = try home.start(
                ["fleet", "run", "fleet.yaml", "--execute-only", "--report", "json", "-"],
                environment: environment, later: Self.noon)
            // It asks who belongs to the fleet.
            while graph.log.isEmpty, program.process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
            }
            kill(program.process.processIdentifier, SIGINT)
            let run = try await ServedGraph.finish(program)
            #expect(run.status == 130, "\(run.errors)")
            let report = try run.json()
            #expect((report["drives"] as? [Any])?.isEmpty == true, "\(told(report))")
            #expect(report["goes_on"] is NSNull && isoCount(graph) == 18)
        }
    }

    @Test("take nobody for a stranger while a group cannot be read, and go on with the others")
    func hidden() async throws {
        let fleet = Fleet(
            users: "{group: \(SimulatedScenario.groupID), list: u001@contoso.example}")
        let (home, graph) = (try home(fleet), try graph(3))
        try await serving(graph) { environment in
            let names = ["u002@contoso.example", "u001@contoso.example"]
            func only(_ names: [String]) async throws -> (run: CommandRun, report: [String: Any]) {
                try await night(
                    home, graph, environment, "--stage", "--only", names[0], names[1])
            }
            graph.play(
                FaultScript([
                    FaultRule([], .refusal("access-denied"), count: nil, urlPart: "/groups/")
                ]))
            let half = try await only(names)
            #expect(half.run.status == 6, "\(half.report["summary"] ?? "")")
            #expect(number(half.report, "staged", "items") == 3, "\(told(half.report))")
            let gaps = half.report["not_found"] as? [[String: Any]] ?? []
            #expect(gaps.map { $0["name"] as? String } == ["u002@contoso.example"], "\(gaps)")
            let why = gaps.first?["why"] as? String ?? ""
            let says = why.contains("'\(SimulatedScenario.groupID)'") && why.contains("403")
            #expect(says, "\(why)")
            // Once it can be read, it is known who is one.
            graph.play(FaultScript())
            let whole = try await only(["u002@contoso.example", "u009@contoso.example"])
            #expect(whole.run.status == 1 && whole.report["not_found"] as? [String] == [])
            #expect((whole.report["summary"] as? String ?? "").contains("'u009@contoso.example'"))
        }
    }

    @Test("leave alone who is no part of them any more")
    func absent() async throws {
        var fleet = Fleet(users: "{list: [u001@contoso.example, u002@contoso.example]}")
        let (home, graph) = (try home(fleet), try graph(2))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--stage")
            fleet.users = "{list: u001@contoso.example}"
            try write(fleet, home)
            let night = try await self.night(home, graph, environment, later: Self.noon)
            #expect(night.run.status == 0 && isoCount(graph) == 3)
            #expect(night.report["outside"] as? [String] == ["u002@contoso.example"])
            func quiet(_ later: Int) async throws -> CommandRun {
                try await ServedGraph.waiting {
                    try home.run(
                        ["fleet", "run", "fleet.yaml", "--execute-only", "--quiet"],
                        environment: environment, later: Self.noon + later)
                }
            }
            // What waits there is told whoever wants to hear of nothing, until nothing waits any more.
            let waiting = try await quiet(100)
            #expect(waiting.status == 0 && waiting.output.contains("u002@"), "\(waiting.output)")
            let undone = try home.run(
                ["fleet", "undo", "fleet.yaml", "--all"], later: Self.noon + 150)
            #expect(undone.status == 0, "\(undone.errors)")
            let well = try await quiet(200)
            #expect(well.status == 0, "\(well.errors)")
            #expect(well.output.isEmpty && well.errors.isEmpty, "\(well.output) \(well.errors)")
        }
    }

    @Test("say over which limit a drive is that lost files, and go on where the rules allow it")
    func dropped() async throws {
        let (home, graph) = (try home(), try graph(2))
        try await serving(graph) { environment in
            _ = try await night(home, graph, environment, "--dry-run")
            for number in 1...3 { try graph.drives[0].delete("/Downloads/setup\(number).iso") }
            for _ in 0..<2 {
                let held = try await night(home, graph, environment, "--dry-run", later: 3_600)
                #expect(held.run.status == 5, "\(told(held.report))")
                for text in [
                    "75 % fewer files than at the last good sync, the limit is 20 %",
                    "'listing_drop: 75' below 'limits'",
                ] {
                    #expect(told(held.report).contains(text), "\(told(held.report))")
                }
            }
            try home.write(
                "version: 1\nrules: []\nlimits: {listing_drop: unlimited}\n", to: "rules.yaml")
            for hour in 2...3 {
                let free = try await night(
                    home, graph, environment, "--dry-run", later: 3_600 * hour)
                #expect(free.run.status == 0, "\(told(free.report))")
            }
        }
    }

    @Test("with mistakes in their file are told all of them, and do nothing")
    func mistakes() throws {
        let home = try home()
        try home.write(
            """
            version: 1
            rulez: rules.yaml
            work: work
            drives: [b!1, b!1]
            caps: {day: {items: many}}
            """, to: "fleet.yaml")
        for command in ["check", "run"] {
            let run = try home.run("fleet", command, "fleet.yaml")
            #expect(run.status == 3)
            for said in ["fleet.yaml:2:1", "did you mean 'rules'", "fleet.yaml:4:15", ":5:21"] {
                #expect(run.errors.contains(said), "\(run.errors)")
            }
        }
        #expect(!home.has("work"))
    }
}
