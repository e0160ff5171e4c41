// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A rule that may delete pictures by their looks, from the first card to the trash and back.
@Suite("Deleting pictures unseen on the command line")
struct UnseenTests {
    private static let rules = """
        version: 1
        timezone: UTC
        drives:
          d: {kind: local, root: d}
        defaults: {undo_window: 1h}
        limits: {percent: unlimited}
        rules:
          - id: small
            match: {kind: image}
            similar: {as: copies, unseen: delete, keep: [most_pixels]}
            then: delete

        """

    /// A home with so many pictures in full, each with a small copy.
    private func home(_ count: Int) throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(Self.rules, to: "rules.yaml")
        for number in 1...count { try add(number, to: home) }
        return home
    }

    private func add(_ number: Int, to home: ScratchHome, tellsTaken: Bool = true) throws {
        let scene = ScenePicture(number, tellsTaken: tellsTaken)
        let name = String(1_000 + number)
        try write(scene.png(width: 320), "d/P/\(name).png", home)
        try write(scene.png(width: 160), "d/W/\(name).png", home)
    }

    private func write(_ data: Data, _ name: String, _ home: ScratchHome) throws {
        let url = URL(fileURLWithPath: home.path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Looks at all pictures and plans; the entries of the plan.
    private func plan(_ home: ScratchHome) throws -> [[String: Any]] {
        #expect(try home.run("sync", "--rules", "rules.yaml", "-q").status == 0)
        let photos = try home.run("photos", "--rules", "rules.yaml", "-q")
        #expect(photos.status == 0, "\(photos.errors)")
        let plan = try home.run("plan", "--rules", "rules.yaml", "--format", "json", "-q")
        #expect(plan.status == 0, "\(plan.errors)")
        return try plan.list("entries")
    }

    private func count(_ entries: [[String: Any]], _ verdict: String, _ reason: String) -> Int {
        entries.count { $0["verdict"] as? String == verdict && $0["reason"] as? String == reason }
    }

    private func review(_ home: ScratchHome, _ typed: String) throws -> CommandRun {
        try home.run(["review", "--plain"], typing: typed + "quit\n")
    }

    /// Accepts so many groups as they are proposed, in a page that shows them.
    private func accept(_ count: Int, _ home: ScratchHome) throws {
        try ServedPage.serving(home, ["review"]) { page in
            for _ in 0..<count {
                let state = try page.get("/api/state")
                let card = try #require((state["cards"] as? [[String: Any]])?.first)
                let members = try #require(card["members"] as? [[String: Any]])
                let going = members.filter { $0["open"] as? Bool == true }.compactMap { $0["id"] }
                let answer = try page.post(
                    "/api/group",
                    [
                        "card": card["id"] ?? "", "stay": [String](), "go": going,
                        "seen": state["seen"] ?? 0, "key": UUID().uuidString, "blind": false,
                    ])
                #expect(answer["error"] == nil, "\(answer)")
            }
        }
    }

    @Test("what was answered line by line, as a pipe can, is no proof")
    func plain() throws {
        let home = try home(51)
        _ = try plan(home)
        _ = try review(home, String(repeating: "accept\n", count: 50))
        try add(52, to: home)
        let entries = try plan(home)
        #expect(count(entries, "delete", "similar") == 0)
        #expect(count(entries, "review", "similar-unproved") == 2)
    }

    @Test("after fifty groups that a person decided so, the next goes, and comes back")
    func fifty() throws {
        let home = try home(50)
        var entries = try plan(home)
        #expect(count(entries, "review", "similar-unproved") == 50)
        #expect(entries.count == 50)
        // In words, what they are to each other.
        let first = try review(home, "")
        #expect(first.output.contains("2 pictures that look alike"))
        #expect(!first.output.contains("equal"))
        try accept(31, home)
        let text = try home.run("plan", "--rules", "rules.yaml")
        #expect(text.output.contains("31 of 50 groups decided"), "\(text.output)")
        try accept(19, home)
        try add(51, to: home)
        // Another rule begins anew, and this one goes on where it was.
        let edited = Self.rules.replacingOccurrences(
            of: "[most_pixels]", with: "[most_pixels, oldest_taken]")
        try home.write(edited, to: "rules.yaml")
        entries = try plan(home)
        #expect(count(entries, "delete", "similar") == 0)
        #expect(count(entries, "review", "similar-unproved") == 1)
        try home.write(Self.rules, to: "rules.yaml")
        entries = try plan(home)
        #expect(count(entries, "delete", "person-deleted") == 50)
        #expect(count(entries, "delete", "similar") == 1)
        let own = try #require(entries.first { $0["reason"] as? String == "similar" })
        #expect(own["path"] as? String == "/W/1051.png" && own["kind"] as? String == "similar")
        let like = try #require(own["like"] as? [String: Any])
        #expect(like["path"] as? String == "/P/1051.png" && like["marks"] as? Int ?? 99 <= 16)

        #expect(try home.run("stage", "--yes", "-q").status == 0)
        let execution = try home.run("execute", "--yes", "-q", later: 2 * 3_600)
        #expect(execution.status == 0, "\(execution.errors)")
        #expect(home.tree("d/W").isEmpty)
        #expect(home.tree("d/P").count == 51)
        #expect(home.trash.contains("1051.png"))

        // Whoever brings it back has decided otherwise.
        #expect(
            try home.run("restore", "/W/1051.png", "--yes", "-q", later: 2 * 3_600).status == 0)
        #expect(home.tree("d/W") == ["1051.png"])
        entries = try plan(home)
        #expect(count(entries, "review", "similar-unproved") == 1)
        let why = try home.run("why", "/W/1051.png", "--rules", "rules.yaml")
        #expect(why.output.contains("0 of 50 groups decided"), "\(why.output)")
    }

    @Test("one objection, and everything is asked again; why says what is lacking")
    func objection() throws {
        let home = try home(51)
        _ = try plan(home)
        try accept(50, home)
        try add(52, to: home, tellsTaken: false)
        var entries = try plan(home)
        #expect(count(entries, "delete", "similar") == 1)
        let lacking = try home.run(
            "why", "/W/1052.png", "--rules", "rules.yaml", "--format", "json")
        let item = try #require(try lacking.list("items").first)
        let rule = try #require((item["rules"] as? [[String: Any]])?.first)
        let like = try #require(rule["like"] as? [String: Any])
        #expect(like["path"] as? String == "/P/1052.png")
        #expect(like["correlation"] as? Double ?? 0 >= 0.98)
        let doubts = try #require(like["unproved"] as? [[String: Any]])
        #expect(doubts.map { $0["code"] as? String } == ["taken"])
        let page = try home.run("plan", "--rules", "rules.yaml", "--format", "html", "-q")
        #expect(page.output.contains("of 256 marks differ, correlation 0.99"))
        // A picture that nobody looked at keeps all of them.
        try add(53, to: home)
        #expect(try home.run("sync", "--rules", "rules.yaml", "-q").status == 0)
        let plan = try home.run("plan", "--rules", "rules.yaml", "--format", "json", "-q")
        #expect(try count(plan.list("entries"), "delete", "similar") == 0)
        entries = try self.plan(home)
        #expect(count(entries, "delete", "similar") == 2)
        // What waits already does not go after an objection to another one.
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        let review = try review(home, "unlike 1\n")
        #expect(review.output.contains("1052.png"), "\(review.output)")
        _ = try home.run("execute", "--yes", "-q", later: 2 * 3_600)
        #expect(home.has("d/W/1051.png") && home.has("d/W/1053.png"))
        #expect(home.has("d/W/1052.png") && !home.has("d/W/1050.png"))
        entries = try self.plan(home)
        #expect(count(entries, "delete", "similar") == 0)
        #expect(count(entries, "review", "similar-unproved") == 2)
    }
}
