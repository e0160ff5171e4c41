// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing

/// Decisions and staged items belong to items, whatever rules files call their drives.
@Suite("Drives that the rules call otherwise", .timeLimit(.minutes(60)))
struct DriveIdentityTests {
    private func home(window: String = "1h") throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/in/\(name).iso") }
        try home.write(TestRules.old(window: window), to: "rules.yaml")
        try home.run("plan", "-q")
        return home
    }

    /// Edits the rules: another name, another root.
    private func declare(_ home: ScratchHome, _ name: String, root: String = "d") throws {
        let rules = try home.text("rules.yaml")
        let lines = rules.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("{kind: local, root:")
                ? "  \(name): {kind: local, root: \(root)}" : String(line)
        }
        try home.write(lines.joined(separator: "\n"), to: "rules.yaml")
    }

    /// The paths that a new plan deletes.
    private func deletions(_ home: ScratchHome) throws -> [String] {
        let plan = try home.run("plan", "-q", "--format", "json")
        #expect(plan.status == 0, "\(plan.errors)")
        return try plan.list("entries").filter { $0["verdict"] as? String == "delete" }
            .compactMap { $0["path"] as? String }
    }

    @Test("every kind of decision holds under another name, and the plan says so")
    func renamed() throws {
        let home = try home()
        #expect(try home.run("keep", "/in/a.iso", "--pin").status == 0)
        #expect(try home.run("snooze", "/in/b.iso", "--for", "30d").status == 0)
        try declare(home, "other")
        #expect(try deletions(home) == ["/in/c.iso"])
        let plan = try home.run("plan", "-q", "--format", "json")
        let note = try #require(try plan.json()["decisions"] as? [String: Any])
        #expect(note["hold"] as? Int == 2 && note["carried_over"] as? Int == 2)
        #expect(try home.run("plan", "-q").output.contains("Decisions: 2 hold, 2 carried over"))
        #expect(try home.run("keep", "other:/in/c.iso").status == 0)
        try declare(home, "d")
        #expect(try deletions(home) == [])
        #expect(try home.run("unkeep", "d:/in/c.iso", "/in/a.iso").status == 0)
        #expect(try deletions(home) == ["/in/a.iso", "/in/c.iso"])
    }

    @Test("a decision whose content is no longer what was decided about is not carried over")
    func carriedNoLonger() throws {
        let home = try home()
        #expect(try home.run("keep", "/in/a.iso", "/in/b.iso").status == 0)
        try home.writeOld("something else, and longer", to: "d/in/a.iso")
        try declare(home, "other")
        let plan = try home.run("plan", "-q", "--format", "json")
        let note = try #require(try plan.json()["decisions"] as? [String: Any])
        #expect(note["hold"] as? Int == 1 && note["carried_over"] as? Int == 1)
    }

    @Test("a narrower and a wider root lose no decision")
    func roots() throws {
        let home = try home()
        try home.writeOld("top", to: "d/top.iso")
        try home.run("plan", "-q")
        #expect(try home.run("keep", "/in/a.iso", "/top.iso", "--pin").status == 0)
        try declare(home, "d", root: "d/in")
        #expect(try deletions(home) == ["/b.iso", "/c.iso"])
        let plan = try home.run("plan", "-q", "--format", "json")
        let note = try #require(try plan.json()["decisions"] as? [String: Any])
        let unplaced = try #require(note["unplaced"] as? [[String: Any]])
        #expect(unplaced.map { $0["path"] as? String } == ["/top.iso"])
        let list = try home.run("decisions", "--unplaced", "--format", "json")
        #expect(try list.list("decisions").map { $0["path"] as? String } == ["/top.iso"])
        #expect(try home.run("keep", "/b.iso", "--pin").status == 0)
        try declare(home, "wide", root: ".")
        let wide = try deletions(home)
        #expect(wide == ["/d/in/c.iso"], "\(wide)")
        #expect(try home.run("decisions", "--unplaced").output.contains("No decisions"))
    }

    @Test("a file that is moved keeps its decision, and a new one in its place has none")
    func moved() throws {
        let home = try home()
        #expect(try home.run("keep", "/in/a.iso", "--pin").status == 0)
        try FileManager.default.moveItem(
            atPath: home.path + "/d/in/a.iso", toPath: home.path + "/d/moved.iso")
        try home.writeOld("another", to: "d/in/a.iso")
        #expect(try deletions(home) == ["/in/a.iso", "/in/b.iso", "/in/c.iso"])
        #expect(try home.run("unkeep", "/moved.iso").status == 0)
        #expect(try deletions(home).contains("/moved.iso"))
    }

    @Test("what is staged goes under the new name, once")
    func staged() throws {
        let home = try home()
        #expect(try home.round("--stage", "-q").status == 0)
        try declare(home, "other")
        let again = try home.round("--stage", "-q", "--format", "json")
        #expect(again.status == 0, "\(again.errors)")
        #expect((try again.json()["stage"] as? [String: Any])?["staged"] as? Int == 0)
        #expect(try home.run("undo", "other:/in/a.iso").status == 0)
        let late = try home.run("execute", "--yes", later: 7_200)
        #expect(late.status == 0, "\(late.output) \(late.errors)")
        #expect(home.tree("d/in") == ["a.iso"])
        #expect(try home.run("restore", "--all").status == 0)
        #expect(home.tree("d/in") == ["a.iso", "b.iso", "c.iso"])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("what is staged goes when only the rules were edited since")
    func stagedThenEdited() throws {
        let home = try home(window: "none")
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        try declare(home, "wide", root: ".")
        let run = try home.run("execute", "--yes")
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(home.tree("d/in") == [])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("a protection of the new name and root is asked")
    func protected() throws {
        let home = try home(window: "none")
        #expect(try home.run("stage", "--yes", "--no-undo-window").status == 0)
        try declare(home, "wide", root: ".")
        let rules = try home.text("rules.yaml")
        try home.write(
            rules.replacingOccurrences(
                of: "rules:\n",
                with: "protect:\n  - {id: mine, match: {in: \"wide:/d/in\"}}\nrules:\n"),
            to: "rules.yaml")
        _ = try home.run("execute", "--yes")
        #expect(home.tree("d/in") == ["a.iso", "b.iso", "c.iso"])
    }

    // MARK: OneDrive

    private static let address = "pat.sample@outlook.com"

    private func rules(_ drives: String) -> String {
        """
        version: 1
        timezone: UTC
        drives:
          \(drives)
        limits: {percent: unlimited}
        rules:
          - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h}
        """
    }

    private func graph() throws -> (graph: SimulatedGraph, drive: SimulatedDrive) {
        let graph = SimulatedGraph()
        let drive = graph.addAccount(.personal, address: Self.address)
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        try drive.addFolder("/in")
        for name in ["a", "b", "c"] { try drive.addFile("/in/\(name).iso", .bytes([1, 2])) }
        return (graph, drive)
    }

    private func deletions(
        _ home: ScratchHome, _ environment: [String: String]
    ) async throws -> [String] {
        let plan = try await ServedGraph.run(
            home, "plan", "-q", "--format", "json", environment: environment)
        #expect(plan.status == 0, "\(plan.errors)")
        return try plan.list("entries").filter { $0["verdict"] as? String == "delete" }
            .compactMap { $0["path"] as? String }
    }

    @Test("a decision over saved pages holds once somebody has signed in, whatever the names")
    func savedPages() async throws {
        let home = try ScratchHome()
        let (graph, drive) = try graph()
        let items = ["a", "b", "c"].compactMap { name -> String? in
            guard let item = drive.item("/in/\(name).iso") else { return nil }
            return """
                {"id":"\(item.id)","name":"\(name).iso","size":2,"file":{},"parentReference":\
                {"driveId":"\(drive.id)","path":"/drive/root:/in"}}
                """
        }
        try #require(items.count == 3)
        try home.write("{\"value\":[\(items.joined(separator: ","))]}", to: "pages.json")
        try home.write(rules("saved: {kind: listing, file: pages.json}"), to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("keep", "/in/a.iso", "--pin").status == 0)
        try home.write(
            rules("cloud: {kind: onedrive, account: \(Self.address), root: /}"), to: "rules.yaml")
        try await ServedGraph.serving(graph) { environment in
            let login = try await ServedGraph.run(
                home, "login", "--device-code", "--no-browser", environment: environment)
            #expect(login.status == 0, "\(login.errors)")
            // What was made before is told once, with the streak and the statistics.
            let told =
                "Carried over from saved pages: 1 decision · a streak of 1 day · all statistics"
            let plan = try await ServedGraph.run(home, "plan", environment: environment)
            #expect(plan.errors.contains(told), "\(plan.errors)")
            #expect(plan.errors.contains("cleanrules login cloud --carried"), "\(plan.errors)")
            let again = try await ServedGraph.run(home, "plan", environment: environment)
            #expect(!again.errors.contains("Carried over"), "\(again.errors)")
            let list = try await ServedGraph.run(
                home, "login", "cloud", "--carried", environment: environment)
            #expect(list.output.contains("saved:/in/a.iso"), "\(list.output)")
            #expect(list.output.contains("holds"), "\(list.output)")
            let events = try await ServedGraph.run(
                home, "stats", "events", "--format", "json", environment: environment)
            let names = try events.list("events").compactMap { $0["name"] as? String }
            #expect(names == ["login-code-shown", "login-done", "login-started", "migrated"])
            #expect(try await deletions(home, environment) == ["/in/b.iso", "/in/c.iso"])
            // Another name and another root, of a drive with staged items.
            let stage = try await ServedGraph.run(
                home, "run", "--rules", "rules.yaml", "--stage", "-q",
                environment: environment)
            #expect(stage.status == 0, "\(stage.errors)")
            try home.write(
                rules("again: {kind: onedrive, account: \(Self.address), root: /in}"),
                to: "rules.yaml")
            #expect(try await deletions(home, environment) == ["/b.iso", "/c.iso"])
            let run = try await ServedGraph.run(
                home, "run", "--rules", "rules.yaml", "--stage", "-q", "--format", "json",
                environment: environment)
            #expect(run.status == 0, "\(run.errors) \(run.output)")
            #expect((try run.json()["stage"] as? [String: Any])?["staged"] as? Int == 0)
        }
    }
}
