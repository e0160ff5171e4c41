// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Two devices with homes of their own and a folder that both can reach, over saved pages of one
/// OneDrive that each calls what it likes.
@Suite("Decisions shared with other devices")
struct SyncDecisionsTests {
    private let laptop: ScratchHome
    private let server: ScratchHome
    private let share: String

    init() throws {
        laptop = try ScratchHome()
        server = try ScratchHome()
        share = laptop.path + "/share"
        try FileManager.default.createDirectory(
            atPath: share, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for (home, name) in [(laptop, "mine"), (server, "theirs")] {
            try home.write(pages, to: "pages.json")
            try home.write(rules(name), to: "rules.yaml")
            let plan = try home.run("plan", "-q")
            #expect(plan.status == 0, "\(plan.errors)")
        }
    }

    private func rules(_ drive: String, quota: String = "100/day") -> String {
        """
        version: 1
        timezone: UTC
        drives:
          \(drive): {kind: listing, file: pages.json}
        sync: {folder: \(share)}
        quota: {reviews: \(quota)}
        limits: {percent: unlimited}
        rules:
          - {id: images, match: {ext: jpg}, then: review}

        """
    }

    private var pages: String {
        let items = ["a", "b", "c", "d"].map { name in
            """
            {"id":"ABC!\(name)","name":"\(name).jpg","size":2,"cTag":"c\(name)","file":{"hashes":\
            {"sha256Hash":"\(String(repeating: name, count: 64))"}},"parentReference":\
            {"driveId":"abc","path":"/drive/root:/Holiday"}}
            """
        }
        return "{\"value\":[\(items.joined(separator: ","))]}"
    }

    @discardableResult
    private func sync(_ home: ScratchHome, _ name: String) throws -> CommandRun {
        let run = try home.run("sync", "decisions", "--name", name, "--format", "json", "-q")
        #expect(run.status == 0, "\(run.errors)")
        return run
    }

    private func verdicts(_ home: ScratchHome) throws -> [String: String] {
        let run = try home.run("decisions", "--format", "json", "-q")
        #expect(run.status == 0, "\(run.errors)")
        var verdicts: [String: String] = [:]
        for one in try run.list("decisions") {
            let now = one["now"] as? [[String: Any]]
            guard let path = now?.first?["path"] as? String else { continue }
            verdicts[path] = one["verdict"] as? String
        }
        return verdicts
    }

    /// The paths that a new plan puts up for review.
    private func reviews(_ home: ScratchHome) throws -> [String] {
        let plan = try home.run("plan", "-q", "--format", "json")
        #expect(plan.status == 0, "\(plan.errors)")
        return try plan.list("entries").filter { $0["verdict"] as? String == "review" }
            .compactMap { $0["path"] as? String }
    }

    private func logs() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: share).sorted()
    }

    @Test("what was decided on one is not asked about on the other, and says where it was")
    func once() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg").status == 0)
        #expect(try laptop.run("snooze", "/Holiday/b.jpg", "--for", "30d").status == 0)
        try sync(laptop, "laptop")
        let heard = try sync(server, "server")
        #expect(try heard.json()["taken_over"] as? Int == 2)
        #expect(try reviews(server) == ["/Holiday/c.jpg", "/Holiday/d.jpg"])
        #expect(
            try verdicts(server) == ["/Holiday/a.jpg": "keep", "/Holiday/b.jpg": "snooze"])
        let table = try server.run("decisions", "-q")
        #expect(table.output.contains("on laptop"), "\(table.output)")
        let why = try server.run("why", "/Holiday/a.jpg", "-q")
        #expect(why.output.contains("decided on laptop"), "\(why.output)")
        let status = try server.run("status", "--format", "json").json()
        let devices = (status["sync"] as? [String: Any])?["devices"] as? [[String: Any]]
        #expect(devices?.compactMap { $0["name"] as? String } == ["laptop"])
        #expect(try server.run("status").output.contains("laptop"))
        #expect(try server.run("history", "--verify").status == 0)
    }

    @Test("logs hold no names of files, drives or rules, and nobody else can read them")
    func privacy() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg", "--pin").status == 0)
        try sync(laptop, "laptop")
        let names = try logs()
        #expect(names.count == 1)
        for name in names {
            let path = share + "/" + name
            let text = try String(contentsOfFile: path, encoding: .utf8)
            for word in ["Holiday", "jpg", "mine", "images", laptop.path] {
                #expect(!text.contains(word), "\(word) in \(text)")
            }
            #expect(try laptop.shell("stat -c %a \(path)").output == "600\n")
        }
    }

    @Test("it is off until somebody asks for it, and again after --off")
    func off() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg").status == 0)
        #expect(try reviews(laptop).count == 3)
        #expect(try logs() == [])
        try sync(laptop, "laptop")
        let text = try String(contentsOfFile: share + "/" + logs()[0], encoding: .utf8)
        #expect(try laptop.run("sync", "decisions", "--off").status == 0)
        #expect(try laptop.run("keep", "/Holiday/b.jpg").status == 0)
        _ = try reviews(laptop)
        #expect(try String(contentsOfFile: share + "/" + logs()[0], encoding: .utf8) == text)
        #expect(try laptop.run("status", "--format", "json").json()["sync"] == nil)
        #expect(try laptop.run("sync", "decisions", "--off", "--name", "x").status == 64)
    }

    @Test("plans and reviews take part by themselves, and an undo travels")
    func byThemselves() throws {
        try sync(laptop, "laptop")
        try sync(server, "server")
        try laptop.write(
            "{\"path\": \"/Holiday/a.jpg\", \"verdict\": \"keep\"}\n", to: "decided.ndjson")
        #expect(try laptop.run("review", "--decisions", "decided.ndjson", "-q").status == 0)
        #expect(try !reviews(server).contains("/Holiday/a.jpg"))
        #expect(try server.run("unkeep", "/Holiday/a.jpg", "-q").status == 0)
        _ = try reviews(server)
        #expect(try reviews(laptop).contains("/Holiday/a.jpg"))
        #expect(try verdicts(laptop) == [:])
    }

    @Test("a word to delete does not beat a keep that was not known")
    func keepsWin() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg").status == 0)
        try server.write(
            "{\"path\": \"/Holiday/a.jpg\", \"verdict\": \"delete\"}\n"
                + "{\"path\": \"/Holiday/b.jpg\", \"verdict\": \"delete\"}\n", to: "decided.ndjson")
        let marked = try server.run("review", "--decisions", "decided.ndjson", "-q")
        #expect(marked.status == 0, "\(marked.errors)")
        for _ in 0..<2 {
            try sync(laptop, "laptop")
            try sync(server, "server")
        }
        let expected = ["/Holiday/a.jpg": "keep", "/Holiday/b.jpg": "delete"]
        #expect(try verdicts(laptop) == expected)
        #expect(try verdicts(server) == expected)
    }

    @Test("the quota of a day is one for both")
    func quota() throws {
        for (home, name) in [(laptop, "mine"), (server, "theirs")] {
            try home.write(rules(name, quota: "1/day"), to: "rules.yaml")
            #expect(try home.run("plan", "-q").status == 0)
        }
        try laptop.write(
            "{\"path\": \"/Holiday/a.jpg\", \"verdict\": \"keep\"}\n", to: "decided.ndjson")
        #expect(try laptop.run("review", "--decisions", "decided.ndjson", "-q").status == 0)
        try sync(laptop, "laptop")
        try sync(server, "server")
        try server.write(
            "{\"path\": \"/Holiday/b.jpg\", \"verdict\": \"keep\"}\n", to: "decided.ndjson")
        let second = try server.run("review", "--decisions", "decided.ndjson", "-q")
        #expect(second.status == 7, "\(second.errors)")
    }

    @Test("what an imported state had used of the day counts once")
    func imported() throws {
        func review(_ name: String) throws {
            try laptop.write(
                "{\"path\": \"/Holiday/\(name).jpg\", \"verdict\": \"keep\"}\n",
                to: "decided.ndjson")
            #expect(try laptop.run("review", "--decisions", "decided.ndjson", "-q").status == 0)
        }
        try review("a")
        try sync(laptop, "laptop")
        #expect(try laptop.run("export", "-o", "state.json").status == 0)
        let state = laptop.path + "/state.json"
        #expect(try server.run("import", state, "--profile", "copy").status == 0)
        func used() throws -> Int? {
            let quota = try server.run("quota", "--profile", "copy", "--format", "json", "-q")
            #expect(quota.status == 0, "\(quota.errors)")
            return (try quota.json()["reviews"] as? [String: Any])?["used"] as? Int
        }
        func syncCopy() throws {
            let synced = try server.run(
                "sync", "decisions", "--profile", "copy", "--name", "copy", "-q")
            #expect(synced.status == 0, "\(synced.errors)")
        }
        #expect(try used() == 1)
        try syncCopy()
        #expect(try used() == 1)
        // What is used from then on where the state came from counts.
        try review("b")
        try syncCopy()
        #expect(try used() == 2)
    }

    @Test("what goes wrong is a note and stops nothing")
    func trouble() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg").status == 0)
        try sync(laptop, "laptop")
        try sync(server, "server")
        let path = try share + "/" + logs()[0]
        for name in try logs() {
            let whole = try String(contentsOfFile: share + "/" + name, encoding: .utf8)
            try (whole + "broken\n").write(
                toFile: share + "/" + name, atomically: false, encoding: .utf8)
        }
        let first = try server.run("plan", "-q")
        #expect(first.status == 0)
        #expect(first.errors.contains("cannot be read from line"), "\(first.errors)")
        #expect(try !server.run("plan", "-q").errors.contains("cannot be read from line"))
        // It is mended by who has written it.
        _ = try laptop.run("plan", "-q")
        #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("broken"))
        // A link is not followed, and a folder that others can write to is none.
        let away = share + ".away"
        try FileManager.default.moveItem(atPath: share, toPath: away)
        let gone = try server.run("plan", "-q")
        #expect(gone.status == 0)
        #expect(gone.errors.contains("is not there"), "\(gone.errors)")
        try FileManager.default.createSymbolicLink(atPath: share, withDestinationPath: away)
        #expect(try server.run("sync", "decisions").status == 1)
        try FileManager.default.removeItem(atPath: share)
        try FileManager.default.moveItem(atPath: away, toPath: share)
        #expect(try server.shell("chmod 777 \(share)").status == 0)
        #expect(try server.run("sync", "decisions").status == 5)
        #expect(try verdicts(server) == ["/Holiday/a.jpg": "keep"])
    }

    @Test("a log that is lost is written anew, and a state that came back is another device")
    func lost() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg").status == 0)
        try sync(laptop, "laptop")
        let name = try logs()[0]
        let text = try String(contentsOfFile: share + "/" + name, encoding: .utf8)
        try FileManager.default.removeItem(atPath: share + "/" + name)
        try sync(laptop, "laptop")
        #expect(try String(contentsOfFile: share + "/" + name, encoding: .utf8) == text)
        #expect(try laptop.run("export", "-o", "state.json").status == 0)
        #expect(
            try server.run("import", laptop.path + "/state.json", "--profile", "copy").status == 0)
        let copy = try server.run(
            "sync", "decisions", "--profile", "copy", "--name", "copy", "--format", "json")
        #expect(copy.status == 0, "\(copy.errors)")
        #expect(try copy.json()["device"] as? String != String(name.dropLast(7)))
        #expect(try logs().count == 2)
    }

    @Test("forget names the log that it leaves")
    func forget() throws {
        #expect(try laptop.run("keep", "/Holiday/a.jpg").status == 0)
        try sync(laptop, "laptop")
        let name = try logs()[0]
        let forgotten = try laptop.run("forget", "--confirm", "default", "-q")
        #expect(forgotten.status == 0, "\(forgotten.errors)")
        #expect(forgotten.output.contains(name), "\(forgotten.output)")
        #expect(try logs() == [name])
    }

    @Test("rules that say no folder are told what to write")
    func noFolder() throws {
        let rules = try laptop.text("rules.yaml")
        try laptop.write(
            rules.replacingOccurrences(of: "sync: {folder: \(share)}\n", with: ""),
            to: "rules.yaml")
        let run = try laptop.run("sync", "decisions")
        #expect(run.status == 3)
        #expect(run.errors.contains("sync: {folder: PATH}"), "\(run.errors)")
    }
}
