// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Hints of what signing in would bring, as people see them.
@Suite("Hints to sign in", .timeLimit(.minutes(60)))
struct SignInHintTests {
    private static let day = 86_400

    /// A home with saved pages of a OneDrive that nobody has signed in to.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              photos: {kind: onedrive, account: pat.sample@outlook.com, root: /, \
            client_id: 11111111-2222-3333-4444-555555555555}
            limits: {percent: unlimited}
            rules:
              - {id: old, match: {name: "*.iso"}, then: delete}
            """, to: "rules.yaml")
        let parent = "\"parentReference\":{\"driveId\":\"d1\",\"path\":\"/drive/root:\"}"
        let items = ["a.iso", "b.iso", "c.txt"].enumerated().map { number, name in
            "{\"id\":\"d1!\(number)\",\"name\":\"\(name)\",\"size\":5,\"file\":{},\(parent)}"
        }
        try home.write("{\"value\":[\(items.joined(separator: ","))]}", to: "pages.json")
        return home
    }

    /// Stages a plan that is made afresh, for plans last a day.
    private func stage(_ home: ScratchHome, later seconds: Int) throws -> CommandRun {
        let words = Self.plan.split(separator: " ").map(String.init)
        #expect(try home.run(words + ["-q"], later: seconds).status == 0)
        return try home.runOnTerminal("stage", later: seconds)
    }

    private static let plan = "plan --listing pages.json --rules rules.yaml --profile default"
    private static let hint = "can be cleaned up: 2 items, 10 B"

    @Test("tell of this plan on a terminal, once a day, and not again before they are wanted")
    func terminal() throws {
        let home = try home()
        let first = try home.runOnTerminal(Self.plan).output
        #expect(first.contains(Self.hint), "\(first)")
        #expect(first.contains("cleanrules login photos --rules rules.yaml"))
        #expect(first.contains("cleanrules hints later"))
        #expect(!(try home.runOnTerminal(Self.plan).output.contains("Hint:")))
        // A higher one has its turn after a day, and not before.
        #expect(!(try home.runOnTerminal("stage").output.contains("Hint:")))
        let stage = try stage(home, later: Self.day + 60)
        #expect(stage.output.contains("is not staged"), "\(stage.output)")
        #expect(stage.output.contains("it can go: 2 items, 10 B"), "\(stage.output)")
        #expect(try home.run("hints", "later", later: Self.day + 90).status == 0)
        #expect(!(try self.stage(home, later: 3 * Self.day).output.contains("Hint:")))
        // The clock is right again, and the hint was shown ahead of it.
        #expect(!(try home.runOnTerminal("stage").output.contains("Hint:")))
        let again = try self.stage(home, later: 9 * Self.day)
        #expect(again.output.contains("it can go"), "\(again.output)")
        let events = try home.run(
            "stats", "events", "--days", "365", "--format", "json", later: 9 * Self.day)
        let names = try events.list("events").compactMap { $0["name"] as? String }
        #expect(names == ["hint-shown", "hint-later", "hint-shown", "hint-shown"], "\(names)")
        let keys = Set(try events.list("events").flatMap(\.keys))
        #expect(keys == ["day", "name", "context", "variant", "count"])
        let export = try home.run("export")
        #expect(export.output.contains("\"name\":\"hint-later\""))
        let report = try home.run("stats", "report", "--format", "json")
        #expect(try report.list("events").count == 1, "\(report.output)")
    }

    @Test("do not come without a terminal, where notes are not wanted, or to a program")
    func none() throws {
        let home = try home()
        let words = Self.plan.split(separator: " ").map(String.init)
        #expect(!(try home.run(words).errors.contains("Hint:")))
        for more in ["-q", "--summary", "--format json", "--log-format json"] {
            let run = try home.runOnTerminal(Self.plan + " " + more)
            #expect(!run.output.contains("Hint:"), "\(more): \(run.output)")
        }
        #expect(try home.run("hints", "never").output == "Hints are off\n")
        #expect(!(try home.runOnTerminal(Self.plan).output.contains("Hint:")))
        #expect(try home.run("hints", "on").status == 0)
        #expect(try home.run("hints", "never", "first-plan").status == 0)
        #expect(!(try home.runOnTerminal(Self.plan).output.contains("Hint:")))
        #expect(try home.run("hints", "on").status == 0)
        #expect(try home.runOnTerminal(Self.plan).output.contains(Self.hint))
        #expect(try home.run("hints", "later", "whatever").status == 64)
        #expect(try home.run("hints", "list", "first-plan").status == 64)
    }

    @Test("welcome whoever comes back after a week, with what they have done")
    func back() throws {
        let home = try home()
        let words = Self.plan.split(separator: " ").map(String.init)
        #expect(try home.run(words + ["-q"]).status == 0)
        #expect(try home.run("hints", "never", "first-plan").status == 0)
        let review = try home.run(["review", "--plain", "--rules", "rules.yaml"], typing: "q\n")
        #expect(review.status == 0, "\(review.errors)")
        #expect(try home.run("keep", "/a.iso").status == 0)
        let soon = try home.runOnTerminal(Self.plan, later: 6 * Self.day)
        #expect(!soon.output.contains("welcome"), "\(soon.output)")
        let late = try home.runOnTerminal(Self.plan, later: 14 * Self.day)
        #expect(
            late.output.contains("welcome back. So far you kept 1 and marked 0"), "\(late.output)")
    }

    @Test("say once that another device decides as well, in the numbers of the plan")
    func devices() throws {
        let (home, laptop) = (try home(), try ScratchHome())
        let share = home.path + "/share"
        try FileManager.default.createDirectory(
            atPath: share, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try home.write(
            try home.text("rules.yaml") + "\nsync: {folder: \(share)}\n", to: "rules.yaml")
        try laptop.write(try home.text("pages.json"), to: "pages.json")
        try laptop.write(
            """
            version: 1
            timezone: UTC
            drives:
              theirs: {kind: listing, file: pages.json}
            sync: {folder: \(share)}
            rules:
              - {id: old, match: {name: "*.iso"}, then: review}
            """, to: "rules.yaml")
        #expect(try laptop.run("plan", "-q").status == 0)
        #expect(try laptop.run("keep", "/c.txt").status == 0)
        let words = Self.plan.split(separator: " ").map(String.init)
        #expect(try home.run(words + ["-q"]).status == 0)
        #expect(try home.run("hints", "never", "first-plan").status == 0)
        let told = "you decide here and on 'laptop'."
        #expect(!(try home.runOnTerminal(Self.plan).output.contains(told)))
        for (device, name) in [(laptop, "laptop"), (home, "server")] {
            let sync = try device.run(
                "sync", "decisions", "--name", name, "--rules", "rules.yaml", "-q")
            #expect(sync.status == 0, "\(sync.errors)")
        }
        let hint = try home.runOnTerminal(Self.plan).output
        #expect(hint.contains(told), "\(hint)")
        #expect(hint.contains("what this plan found there: 2 items, 10 B"), "\(hint)")
        #expect(hint.contains("cleanrules login photos --rules rules.yaml"), "\(hint)")
        #expect(try home.run("hints", "list").output.contains("two-devices"))
        let late = try home.runOnTerminal(Self.plan, later: 2 * Self.day).output
        #expect(!late.contains("Hint:"), "\(late)")
    }

    @Test("are compared by wording on this machine, once somebody wishes so")
    func variants() throws {
        let home = try home()
        #expect(try home.run("hints", "variants").output == "Wordings of hints are not compared\n")
        let on = try home.run("hints", "variants", "on").output
        #expect(on.contains("yours is"))
        #expect(try home.run("hints", "variants", "on").output == on)
        #expect(try home.run("hints", "variants", "off").output.contains("not compared"))
    }
}
