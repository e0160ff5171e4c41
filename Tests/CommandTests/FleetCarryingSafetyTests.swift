// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// Plans over all drives of a fleet whose journal is an older one, whose rules are broken, or whose clock was
/// ahead.
@Suite(
    "A plan over a fleet, of which something was put back or set wrong,", .timeLimit(.minutes(60)))
struct FleetCarryingSafetyTests {
    private static let hour = 3_600
    private static let day = 86_400
    private static let journal = "work/journal/fleet.ndjson"

    private static var all: TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        return options
    }

    /// The paths of the states of all drives, in the home of `tenant`.
    private func states(_ tenant: TenantHome) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(tenant.home.path)/work/drives")
            .sorted().map { "work/drives/\($0)/state.sqlite" }
    }

    @Test("deletes nothing that was taken back by an older journal, and says what is wrong with it")
    func olderJournal() async throws {
        let tenant = try TenantHome(3, Self.all)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let before = try tenant.home.text(Self.journal)
            let state = try states(tenant)[0]
            try await tenant.fleet("undo @ --drive \(tenant.name(0))", later: 60)
            try tenant.home.write(before, to: Self.journal)
            for command in ["execute @", "stage @ --wave 1"] {
                let run = try await tenant.fleet(
                    command, environment, later: 2 * Self.hour, endsWith: 1)
                #expect(run.errors.contains("has lost lines"), "\(run.errors)")
                #expect(run.errors.contains("--restored"), "\(run.errors)")
            }
            #expect(tenant.imageCount == 9)
            let status = try await tenant.fleet("status @", later: 2 * Self.hour, endsWith: 1)
            #expect(status.output.contains("has lost lines"), "\(status.output)")
            // Taking back goes on: of another drive.
            let undone = try await tenant.fleet(
                "undo @ --drive \(tenant.name(1))", later: 2 * Self.hour)
            #expect(undone.output.contains("3 items taken back"), "\(undone.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: 1)
            let resumed = try await tenant.fleet("resume @ --restored", later: 2 * Self.hour)
            #expect(resumed.output.contains("3 drives count"), "\(resumed.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.images == [3, 3, 0])
            let again = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 3 * Self.hour)
            #expect(again.output.contains("people took it back before"), "\(again.output)")
            try await tenant.fleet("execute @", environment, later: 5 * Self.hour)
            #expect(tenant.images == [3, 3, 0])
            try await byHand(tenant, state, environment)
        }
    }

    /// What is done by hand to a state of the fleet: no deletion, and no plan of its own.
    private func byHand(
        _ tenant: TenantHome, _ state: String, _ environment: [String: String]
    ) async throws {
        let home = tenant.home
        for words in [
            ["execute", "--yes"], ["stage", "--yes"],
            ["run", "--execute-only", "--rules", "rules.yaml"],
        ] {
            let run = try await ServedGraph.waiting {
                try home.run(
                    words + ["--state", state], environment: environment, later: 5 * Self.hour)
            }
            #expect(run.status == 5, "\(words): \(run.output) \(run.errors)")
            #expect(run.errors.contains("cleanrules fleet "), "\(words): \(run.errors)")
            #expect(run.errors.contains("fleet.yaml"), "\(words): \(run.errors)")
        }
        for words in [["status"], ["history"]] {
            let run = try home.run(words + ["--state", state], later: 5 * Self.hour)
            #expect(run.status == 0, "\(words): \(run.output) \(run.errors)")
        }
    }

    @Test("knows what went today by an older journal once that counts, and passes no cap")
    func forgottenCaps() async throws {
        var options = Self.all
        options.caps = "{day: {items: 3}, stop_when: {changed: 100%}}"
        let tenant = try TenantHome(2, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let before = try tenant.home.text(Self.journal)
            let noon = Self.noon
            try await tenant.fleet("execute @", environment, later: noon, endsWith: 7)
            #expect(tenant.imageCount == 3)
            try tenant.home.write(before, to: Self.journal)
            try await tenant.fleet("execute @", environment, later: noon, endsWith: 1)
            try await tenant.fleet("resume @ --restored", later: noon)
            try await tenant.fleet("execute @", environment, later: noon, endsWith: 7)
            #expect(tenant.imageCount == 3, "the cap of the day is used")
            try await tenant.fleet("execute @", environment, later: noon + Self.day)
            #expect(tenant.imageCount == 0)
        }
    }

    /// In how many seconds it is noon, UTC, when all undo windows are over and no day ends soon.
    private static let noon: Int = {
        let second = Int(Date().timeIntervalSince1970) % 86_400
        let left = 43_200 - second
        return left >= 7_200 ? left : left + 86_400
    }()

    @Test(
        "takes back, brings back, stops and tells, whatever is wrong with rules, inventory and source"
    )
    func brokenRules() async throws {
        var options = Self.all
        options.rules = """
            - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h, method: quarantine}
            """
        let tenant = try TenantHome(2, options)
        func breakAll() throws {
            try tenant.home.write("version: 1\nrules: [}\n", to: "rules.yaml")
            try tenant.home.write("{\n", to: "drives.ndjson")
            try tenant.home.remove("listings")
            let file = try tenant.home.text("fleet.yaml")
            try tenant.home.write(
                file.replacingOccurrences(of: "kind: listings", with: "kind: nothing"),
                to: "fleet.yaml")
        }
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try breakAll()
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: 3)
            let undone = try await tenant.fleet("undo @ --drive \(tenant.name(0))", later: 60)
            #expect(undone.output.contains("3 items taken back"), "\(undone.output)")
            try await tenant.fleet("pause @", later: 60)
            let status = try await tenant.fleet("status @", later: 60)
            #expect(status.output.contains("paused"), "\(status.output)")
            #expect(status.output.contains("\(tenant.name(1)): 3 items wait"), "\(status.output)")
            try await tenant.fleet("resume @", later: 60)
            let history = try await tenant.fleet("history @", later: 60)
            #expect(history.output.contains("undone"), "\(history.output)")
            try tenant.write(options)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            try breakAll()
            let back = try await tenant.fleet(
                "restore @ --drive \(tenant.name(1))", environment, later: 3 * Self.hour)
            #expect(back.output.contains("3 items brought back"), "\(back.output) \(back.errors)")
        }
    }

    @Test("goes on after the clock was ahead once a person says that it is right, within the caps")
    func clockAhead() async throws {
        var options = Self.all
        options.caps = "{day: {items: 3}, stop_when: {changed: 100%}}"
        let tenant = try TenantHome(2, options)
        let (noon, ahead) = (Self.noon, Self.noon + 20 * Self.day)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try await tenant.fleet("execute @", environment, later: ahead, endsWith: 7)
            #expect(tenant.imageCount == 3)
            for later in [noon, noon + Self.day] {
                let run = try await tenant.fleet(
                    "execute @", environment, later: later, endsWith: 7)
                #expect(run.errors.contains("--clock"), "\(run.errors)")
            }
            let status = try await tenant.fleet("status @", later: noon)
            #expect(status.output.contains("--clock"), "\(status.output)")
            let reset = try await tenant.fleet("resume @ --clock", later: noon)
            #expect(reset.output.contains("Set aside"), "\(reset.output)")
            #expect(reset.output.contains("state"), "\(reset.output)")
            let run = try await tenant.fleet("execute @", environment, later: noon, endsWith: 7)
            #expect(!run.errors.contains("--clock"), "\(run.errors)")
            #expect(tenant.imageCount == 3, "what went then counts for today")
            try await tenant.fleet("execute @", environment, later: noon + Self.day)
            #expect(tenant.imageCount == 0)
            let none = try await tenant.fleet("resume @ --clock", later: noon + Self.day)
            #expect(none.output.contains("Nothing lies ahead"), "\(none.output)")
        }
    }

    @Test(
        "stages and deletes nothing by another fleet file, and is of the one that does so first",
        arguments: ["stage @ --wave 1", "execute @", "resume @ --clock", "resume @ --restored"])
    func otherFile(first: String) async throws {
        let tenant = try TenantHome(2, Self.all)
        let note = "work/fleet.json"
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try tenant.home.write(try tenant.home.text("fleet.yaml"), to: "other.yaml")
            let others = [
                "stage other.yaml --wave 1", "execute other.yaml", "resume other.yaml --clock",
                "resume other.yaml --restored", "import other.yaml",
            ]
            func demandRefused() async throws {
                for line in others {
                    let run = try await tenant.fleet(line, environment, endsWith: 5)
                    let says = run.errors.contains("\(tenant.home.path)/fleet.yaml'")
                    #expect(says && run.errors.contains("--moved"), "\(line): \(run.errors)")
                }
            }
            let journal = try tenant.home.text(Self.journal)
            try await demandRefused()
            #expect(try tenant.home.text(Self.journal) == journal)
            // A folder of an earlier version says nothing of that.
            try tenant.home.remove(note)
            try await tenant.fleet(first, environment)
            #expect(tenant.home.has(note))
            try await demandRefused()
            #expect(tenant.imageCount == 6)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 0)
        }
    }
}
