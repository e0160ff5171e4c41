// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import GraphSimulator
import Testing

/// A drive whose canary is not as it should be stops, and only it, until that is mended.
@Suite("Canaries", .timeLimit(.minutes(60)))
struct CanaryTests {
    private static let song = "sing"
    /// A name that the rules would have deleted, were it no canary.
    private static let canary = "d/Kept/canary.iso"

    private static func digest(_ text: String) -> String {
        let stream = SHA256Stream()
        stream.update(Array(text.utf8))
        return stream.finish()
    }

    private static func rules(_ file: String = "Kept/canary.iso", method: String = "recycle")
        -> String
    {
        TestRules.old(window: "1h", method: method).replacingOccurrences(
            of: "  d: {kind: local, root: d}\n",
            with: """
                  d: {kind: local, root: d, canary: {file: \(file), sha256: \(digest(song))}}
                  e: {kind: local, root: e}

                """)
    }

    private func home(method: String = "recycle") throws -> ScratchHome {
        let home = try ScratchHome()
        for folder in ["d", "e"] {
            for name in ["a", "b"] { try home.writeOld("old \(name)", to: "\(folder)/\(name).iso") }
        }
        try home.writeOld(Self.song, to: Self.canary)
        try home.write(Self.rules(method: method), to: "rules.yaml")
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

    /// What can become of a canary.
    enum Harm: String, CaseIterable, Sendable {
        case missing, folderMissing, changed, link, linkAbove, folder, pipe, tooLarge, unreadable

        /// What is said of it.
        var word: String {
            switch self {
            case .missing, .folderMissing: "is not there"
            case .changed: "and is \(CanaryTests.digest("croak"))"
            case .link, .linkAbove, .folder, .pipe: "is no regular file"
            case .tooLarge: "at most 67108864"
            case .unreadable: "was not seen"
            }
        }

        /// Whether it can be done by whoever runs the tests: root may read everything.
        var isPossible: Bool { self != .unreadable || geteuid() != 0 }

        func strike(_ home: ScratchHome) throws {
            let path = home.path + "/" + CanaryTests.canary
            let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.moveItem(
                atPath: self == .linkAbove || self == .folderMissing ? above : path,
                toPath: home.path + "/kept aside")
            switch self {
            case .missing, .folderMissing: break
            case .changed: try home.writeOld("croak", to: CanaryTests.canary)
            case .link:
                try FileManager.default.createSymbolicLink(
                    atPath: path, withDestinationPath: "../../kept aside")
            case .linkAbove:
                try FileManager.default.createSymbolicLink(
                    atPath: above, withDestinationPath: "../kept aside")
            case .folder:
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false)
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            case .tooLarge:
                try home.write("", to: CanaryTests.canary)
                try #require(truncate(path, (64 << 20) + 1) == 0)
            case .unreadable:
                try home.write(CanaryTests.song, to: CanaryTests.canary)
                try #require(chmod(path, 0) == 0)
            }
        }

        func mend(_ home: ScratchHome) throws {
            let path = home.path + "/" + CanaryTests.canary
            let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let place = self == .linkAbove || self == .folderMissing ? above : path
            // Also a link that leads nowhere.
            _ = unlink(place)
            try? FileManager.default.removeItem(atPath: place)
            try FileManager.default.moveItem(atPath: home.path + "/kept aside", toPath: place)
        }
    }

    @Test(
        "hold their drive until they are mended, and the other one goes on",
        arguments: Harm.allCases.filter(\.isPossible))
    func holds(harm: Harm) throws {
        let home = try home()
        #expect(try home.round("--stage", "-q").status == 0)
        let staged = try home.run("status", "--format", "json").list("items")
        #expect(staged.count == 4, "the canary is none of them: \(staged)")
        let before = home.tree("d")
        try harm.strike(home)
        for folder in ["d", "e"] { try home.writeOld("new", to: "\(folder)/new.iso") }
        let run = try home.round(
            "--stage", "--quiet", "--report", "json", "r.json", "--report", "html", "r.html",
            "--report", "markdown", "r.md", later: 7_200)
        #expect(run.status == 6, "\(run.output) \(run.errors)")
        #expect(run.errors.contains(harm.word), "\(run.errors)")
        #expect(!run.errors.contains("--accept-drive"), "no word lifts it: \(run.errors)")
        let report = try report(home)
        let d = try drive("d", of: report)
        #expect(d["state"] as? String == "canary" && d["command"] == nil, "\(d)")
        let why = try #require(d["why"] as? String)
        #expect(why.contains("/Kept/canary.iso") && why.contains(harm.word), "\(why)")
        #expect(try drive("e", of: report)["state"] as? String == "listed")
        #expect((report["stage"] as? [String: Any])?["staged"] as? Int == 1)
        #expect((report["summary"] as? String)?.contains("'d'") == true, "\(report)")
        for file in ["r.html", "r.md"] {
            #expect(try home.text(file).contains("/Kept/canary.iso"), "\(file)")
        }
        #expect(home.tree("e") == ["new.iso"])
        #expect(home.has("d/a.iso") && home.has("d/b.iso"))
        // What was staged before is met by it as well, and nobody talks it away.
        let execute = try home.run("execute", "--yes", later: 7_300)
        #expect(execute.status == 6, "\(execute.output) \(execute.errors)")
        #expect((execute.output + execute.errors).contains(harm.word))
        #expect(try home.run("sync", "-q", "--accept-drive", "d", later: 7_300).status == 6)
        let doctor = try home.run("doctor", "--rules", "rules.yaml", later: 7_300)
        #expect(doctor.output.contains(harm.word), "\(doctor.output)")
        #expect(try home.run("plan", later: 7_300).output.contains("Held: nothing of drive 'd'"))
        #expect(home.has("d/a.iso") && home.has("d/b.iso"))
        // Taking back is never held.
        #expect(try home.run("undo", "d:/b.iso", later: 7_300).status == 0)
        #expect(try home.run("restore", "e:/a.iso", "--yes", later: 7_300).status == 0)
        #expect(home.tree("e") == ["a.iso", "new.iso"])
        try harm.mend(home)
        let after = try home.round("--stage", "-q", later: 7_400)
        #expect(after.status == 0, "\(after.output) \(after.errors)")
        #expect(home.tree("d") == (before + ["new.iso"]).filter { $0 != "a.iso" }.sorted())
        #expect(try home.text(Self.canary) == Self.song)
        #expect(try home.run("history", "--verify", later: 7_400).status == 0)
    }

    @Test("hold what a person staged earlier")
    func between() throws {
        let home = try home()
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes").status == 0)
        try Harm.changed.strike(home)
        #expect(try home.run("execute", "--yes", later: 7_200).status == 6)
        #expect(home.has("d/a.iso") && home.tree("e") == [])
        // The rules can be mended as well as the file.
        try home.write(
            try home.text("rules.yaml").replacingOccurrences(
                of: Self.digest(Self.song), with: Self.digest("croak").uppercased()),
            to: "rules.yaml")
        #expect(try home.run("execute", "--yes", later: 7_300).status == 0)
        #expect(home.tree("d") == ["Kept", "Kept/canary.iso"])
    }

    @Test("hold a drive that was never listed, too")
    func first() throws {
        let home = try home()
        try Harm.missing.strike(home)
        let run = try home.round("--stage", "-q", "--format", "json")
        #expect(run.status == 6, "\(run.errors)")
        let items = try home.run("status", "--format", "json").list("items")
        #expect(items.count == 2 && items.allSatisfy { $0["drive"] as? String == "e" })
        try Harm.missing.mend(home)
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.run("status", "--format", "json").list("items").count == 4)
    }

    @Test("hold their drive in a plan that was made without them, when they are back, too")
    func planMeanwhile() throws {
        let home = try home()
        #expect(try home.run("sync", "-q").status == 0)
        try Harm.missing.strike(home)
        let round = try home.run("plan", "-q", "--rules", "rules.yaml")
        #expect(round.errors.contains(Harm.missing.word), "\(round.errors)")
        try Harm.missing.mend(home)
        let stage = try home.run("stage", "--yes")
        #expect(stage.status == 6, "\(stage.output) \(stage.errors)")
        #expect((stage.output + stage.errors).contains("in doubt when the plan was made"))
        let items = try home.run("status", "--format", "json").list("items")
        #expect(items.count == 2 && items.allSatisfy { $0["drive"] as? String == "e" })
        // A new plan looks again.
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.run("status", "--format", "json").list("items").count == 4)
    }

    @Test("keep what lies in quarantine")
    func quarantine() throws {
        let home = try home(method: "quarantine")
        #expect(try home.round("--stage", "-q").status == 0)
        #expect(try home.round("-q", later: 7_200).status == 0)
        let kept = home.tree("d/.cleanrules").filter { $0.hasSuffix(".iso") }
        #expect(kept.count == 2)
        try Harm.changed.strike(home)
        let late = 31 * 86_400
        let run = try home.run("execute", "--yes", later: late)
        #expect(run.status == 6 && (run.output + run.errors).contains(Harm.changed.word))
        #expect(home.tree("d/.cleanrules").filter { $0.hasSuffix(".iso") } == kept)
        try Harm.changed.mend(home)
        #expect(try home.run("execute", "--yes", later: late).status == 0)
        #expect(home.tree("d/.cleanrules").filter { $0.hasSuffix(".iso") } == [])
    }

    @Test("are kept whatever the rules say, and say why")
    func protected() throws {
        let home = try home()
        let rules = try home.text("rules.yaml")
        try home.write(
            rules + """

                  - {id: folders, type: folder, match: {name: Kept}, then: delete}
                """, to: "rules.yaml")
        let why = try home.run("why", "d:/Kept/canary.iso")
        #expect(why.status == 0 && why.output.contains("canary:d"), "\(why.output) \(why.errors)")
        #expect(why.output.contains("The canary tells whether the drive is as it should be"))
        #expect(try home.round("--stage", "-q").status == 0)
        let items = try home.run("status", "--format", "json").list("items")
        #expect(items.allSatisfy { ($0["path"] as? String)?.contains("Kept") == false })
        let check = try home.run("check", "rules.yaml")
        #expect(check.output.contains("2 rules"), "\(check.output)")
    }

    @Test("are not looked at in a listing from elsewhere, which is said")
    func listing() throws {
        let home = try home()
        try home.write(#"{"path":"/a.iso","type":"file","size":3}"# + "\n", to: "l.ndjson")
        try Harm.missing.strike(home)
        let plan = try home.run("plan", "--listing", "l.ndjson")
        #expect(plan.status == 0, "\(plan.errors)")
        #expect(plan.errors.contains("was not looked at"), "\(plan.errors)")
        try home.write(
            """
            version: 1
            drives:
              l: {kind: listing, file: l.ndjson, canary: {file: a, sha256: b}}
            rules: []
            """, to: "wrong.yaml")
        let check = try home.run("check", "wrong.yaml")
        #expect(check.status == 3 && check.errors.contains("has no 'canary'"), "\(check.errors)")
    }

    // MARK: OneDrive

    /// What can become of a canary of a OneDrive.
    enum CloudHarm: String, CaseIterable, Sendable {
        case changed, missing, folder, unavailable, garbage

        var word: String {
            switch self {
            case .missing: "is not there"
            case .changed: "and is \(CanaryTests.digest("croak"))"
            case .folder: "is no regular file"
            case .unavailable, .garbage: "was not seen"
            }
        }
    }

    @Test(
        "of a OneDrive hold it, by the hash of the service and without one",
        arguments: [true, false], CloudHarm.allCases)
    func oneDrive(hasHash: Bool, harm: CloudHarm) async throws {
        let home = try ScratchHome()
        for name in ["a", "b"] { try home.writeOld("old \(name)", to: "e/\(name).iso") }
        let address = "pat.sample@outlook.com"
        let canary = "{file: /Kept/canary.txt, sha256: \(Self.digest(Self.song))}"
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              cloud: {kind: onedrive, account: \(address), root: /Top, canary: \(canary)}
              e: {kind: local, root: e}
            limits: {percent: unlimited}
            rules:
              - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h}
            """, to: "rules.yaml")
        let graph = SimulatedGraph(time: SimulatedTime(secondsSinceEpoch: 0))
        let drive = graph.addAccount(.personal, address: address)
        var signIn = graph.signIn
        signIn.deviceIntervalSeconds = 1
        graph.signIn = signIn
        try drive.addFile("/Top/a.iso", .text("a"))
        func place(_ text: String) throws -> String {
            let item = try drive.addFile("/Top/Kept/canary.txt", .text(text))
            if !hasHash { try drive.adjust(item) { $0.hashes = [.quickXor] } }
            return item
        }
        let item = try place(Self.song)
        try await ServedGraph.serving(graph) { environment in
            func run(_ arguments: String..., later: Int = 0) async throws -> CommandRun {
                graph.time.advance(
                    seconds: Date().timeIntervalSince1970 + Double(later) - graph.time.now)
                return try await ServedGraph.waiting {
                    try home.run(
                        arguments + ["--rules", "rules.yaml"], environment: environment,
                        later: later)
                }
            }
            let login = try await run("login", "--device-code", "--no-browser")
            try #require(login.status == 0, "\(login.errors)")
            let first = try await run("run", "--stage", "-q")
            #expect(first.status == 0, "\(first.errors)")
            switch harm {
            case .changed: try drive.edit(item, .text("croak"))
            case .missing: try drive.delete(item)
            case .folder:
                try drive.delete(item)
                try drive.addFolder("/Top/Kept/canary.txt")
            case .unavailable:
                graph.play(
                    FaultRule(
                        [], .refusal("unavailable"), count: nil, urlPart: "canary.txt"))
            case .garbage:
                graph.play(
                    FaultRule([], .garbage(status: 502), count: nil, urlPart: "canary.txt"))
            }
            let held = try await run(
                "run", "--stage", "--quiet", "--report", "json", "r.json", later: 7_200)
            #expect(held.status == 6, "\(held.output) \(held.errors)")
            let cloud = try self.drive("cloud", of: try report(home))
            #expect(cloud["state"] as? String == "canary", "\(cloud)")
            #expect((cloud["why"] as? String)?.contains(harm.word) == true, "\(cloud)")
            #expect(home.tree("e") == [])
            #expect(drive.truth().contains { $0.path == "/Top/a.iso" })
            let again = try await run("execute", "--yes", later: 7_200)
            #expect(again.status == 6, "\(again.output) \(again.errors)")
            #expect(drive.truth().contains { $0.path == "/Top/a.iso" })
            graph.play(FaultScript())
            switch harm {
            case .changed: try drive.edit(item, .text(Self.song))
            case .missing: _ = try place(Self.song)
            case .folder:
                let folder = try #require(
                    drive.truth().first { $0.path == "/Top/Kept/canary.txt" })
                try drive.delete(folder.id)
                _ = try place(Self.song)
            case .unavailable, .garbage: break
            }
            let after = try await run("run", "--stage", "-q", later: 7_400)
            #expect(after.status == 0, "\(after.output) \(after.errors)")
            #expect(!drive.truth().contains { $0.path == "/Top/a.iso" })
        }
    }
}
