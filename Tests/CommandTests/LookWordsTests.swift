// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What is said of pictures that look alike, and of those that nobody has looked at.
@Suite("Words about looks on the command line", .timeLimit(.minutes(30)))
struct LookWordsTests {
    private static func rules(_ protections: String = "") -> String {
        """
        version: 1
        timezone: UTC
        drives:
          d: {kind: local, root: d}
        limits: {percent: unlimited}
        \(protections)
        rules:
          - id: small
            match: {kind: image}
            similar: {as: copies, keep: [most_pixels, shortest_path]}
            then: review

        """
    }

    /// A home with two pictures in full, each with a small copy, and a fifth that is like none.
    private func home() throws -> ScratchHome {
        let home = try ScratchHome()
        try home.write(Self.rules(), to: "rules.yaml")
        for number in 1...2 {
            let scene = ScenePicture(number)
            try write(scene.png(width: 320), "d/P/\(number).png", home)
            try write(scene.png(width: 160), "d/W/\(number).png", home)
        }
        return home
    }

    private func write(_ data: Data, _ name: String, _ home: ScratchHome) throws {
        let url = URL(fileURLWithPath: home.path + "/" + name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    /// Looks at what there is.
    private func look(_ home: ScratchHome) throws {
        let photos = try home.run("photos", "--rules", "rules.yaml", "-q")
        #expect(photos.status == 0, "\(photos.errors)")
    }

    private func plan(
        _ home: ScratchHome, _ words: String..., language: String = "en_US.UTF-8"
    ) throws -> String {
        let run = try home.run(
            ["plan", "--rules", "rules.yaml", "-q"] + words, environment: ["LC_ALL": language])
        #expect(run.status == 0, "\(run.errors)")
        return run.output
    }

    @Test("a plan says of how many pictures it knows what they show, and how many groups there are")
    func coverage() throws {
        let home = try home()
        let before = try plan(home)
        #expect(before.contains("pictures: 0 of 4 looked at"), "\(before)")
        #expect(!before.contains("similar pictures"))
        try look(home)
        let all = try plan(home)
        #expect(all.contains("pictures: all 4 looked at\n"), "\(all)")
        #expect(all.contains("\nsimilar pictures: 2 groups among the 4 looked at\n"), "\(all)")
        try write(ScenePicture(9).png(width: 200), "d/new.png", home)
        for (language, line) in [
            ("en_US.UTF-8", "similar pictures: 2 groups among the 4 looked at"),
            ("de_DE.UTF-8", "ähnliche Bilder: 2 Gruppen unter den 4 angesehenen"),
            ("fr_FR.UTF-8", "images semblables\u{A0}: 2 groupes parmi les 4 regardées"),
            ("es_ES.UTF-8", "imágenes parecidas: 2 grupos entre las 4 miradas"),
        ] {
            let text = try plan(home, language: language)
            #expect(text.contains("\n\(line)\n"), "\(text)")
        }
        let page = try plan(home, "--format", "html")
        #expect(page.contains("<p class=\"calm\">Pictures: 4 of 5 looked at; what the other 1"))
        #expect(
            page.contains(
                "<p class=\"calm\">Similar pictures: 2 groups among the 4 looked at</p>"))
        try saved(home)
        let review = try home.run(["review", "--plain"], typing: "quit\n")
        #expect(review.output.contains("Pictures: 4 of 5 looked at;"), "\(review.output)")
        try look(home)
        #expect(try plan(home).contains("pictures: all 5 looked at\n"))
        let later = try home.run(["review", "--plain"], typing: "quit\n")
        #expect(!later.output.contains("looked at"), "\(later.output)")
    }

    @Test(
        "where a plan is written as entries alone, it is said beside them",
        arguments: ["ndjson", "csv"])
    func beside(format: String) throws {
        let home = try home()
        try look(home)
        try write(ScenePicture(9).png(width: 200), "d/new.png", home)
        let words = ["plan", "--rules", "rules.yaml", "--no-save", "--format", format]
        let quiet = try home.run(words + ["-q"])
        #expect(quiet.status == 0 && !quiet.errors.contains("looked at"), "\(quiet.errors)")
        let told = try home.run(words)
        #expect(told.errors.contains("pictures: 4 of 5 looked at;"), "\(told.errors)")
        #expect(
            told.errors.contains("similar pictures: 2 groups among the 4 looked at"),
            "\(told.errors)")
        #expect(told.output == quiet.output, "the entries are what they are for programs")
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              d: {kind: local, root: d}
            rules:
              - {id: big, match: {size: over 1kB}, then: review}

            """, to: "rules.yaml")
        #expect(try !home.run(words).errors.contains("pictures"))
    }

    @Test("plans of one instant and the same entries are two where they know of other pictures")
    func instants() throws {
        let home = try home()
        try look(home)
        try write(ScenePicture(9).png(width: 200), "d/new.png", home)
        let now = "2026-07-01T00:00:00Z"
        let some = try plan(home, "--now", now)
        try look(home)
        let all = try plan(home, "--now", now)
        #expect(some.contains("pictures: 4 of 5 looked at;"), "\(some)")
        #expect(all.contains("pictures: all 5 looked at\n"), "\(all)")
        let ids = try [some, all].map { text in
            try #require(text.firstMatch(of: /Plan p-[0-9a-f]{12}/)).output
        }
        #expect(ids[0] != ids[1])
        #expect(try plan(home, "--now", now).contains(ids[1]))
        let review = try home.run(["review", "--plain"], typing: "quit\n")
        #expect(!review.output.contains("looked at"), "\(review.output)")
    }

    /// That the same is said in a summary in Markdown, of a plan that is shown again, and in JSON.
    private func saved(_ home: ScratchHome) throws {
        let groups = "similar pictures: 2 groups among the 4 looked at"
        let summary = try plan(home, "--format", "markdown")
        #expect(
            summary.contains("\n- `pictures: 4 of 5 looked at; what the other 1 "), "\(summary)")
        #expect(summary.contains("\n- `\(groups)`\n"), "\(summary)")
        _ = try plan(home, "-o", "plan.json")
        for words in [["show"], ["show", "plan.json", "--no-state"]] {
            let shown = try home.run(words)
            #expect(shown.status == 0, "\(shown.errors)")
            #expect(
                shown.output.contains("\n\npictures: 4 of 5 looked at; what"), "\(shown.output)")
            #expect(shown.output.contains("\n\(groups)\n"), "\(shown.output)")
        }
        let json = try home.run("plan", "--rules", "rules.yaml", "-q", "--format", "json")
        let looks = try #require(try json.json()["looks"] as? [String: Any])
        #expect(looks["groups"] as? Int == 2 && looks["looked"] as? Int == 4)
    }

    @Test("a card says of what a person kept that they did, and not what the rule prefers")
    func kept() throws {
        let home = try home()
        try look(home)
        _ = try plan(home)
        let before = try home.run(["review", "--plain"], typing: "quit\n")
        #expect(before.output.contains("stays: 0.1 MP"), "\(before.output)")
        #expect(try home.run("keep", "/P/1.png", "/P/2.png").status == 0)
        _ = try plan(home)
        let after = try home.run(["review", "--plain"], typing: "quit\n")
        #expect(after.output.contains("stays: you kept it"), "\(after.output)")
    }

    @Test("a plan whose rules ask for no look says nothing of looks")
    func silent() throws {
        let home = try home()
        try look(home)
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              d: {kind: local, root: d}
            rules:
              - {id: big, match: {size: over 1kB}, then: review}

            """, to: "rules.yaml")
        #expect(try !plan(home).contains("pictures:"))
        #expect(try !plan(home, "--format", "html").contains("Pictures:"))
        #expect(try !plan(home, "--format", "markdown").contains("pictures:"))
        #expect(try !home.run("show").output.contains("pictures:"))
    }

    /// What `why` says of the item by the rule of looks, as text and as JSON.
    private func why(
        _ home: ScratchHome, _ path: String, language: String = "en_US.UTF-8"
    ) throws -> (text: String, rule: [String: Any]) {
        let words = ["why", path, "--rules", "rules.yaml"]
        let text = try home.run(words, environment: ["LC_ALL": language])
        let json = try home.run(
            words + ["--format", "json"], environment: ["LC_ALL": language])
        let item = try #require(try json.list("items").first)
        let rules = try #require(item["rules"] as? [[String: Any]])
        return (
            text.output, try #require(rules.first { $0["id"] as? String == "small" })
        )
    }

    @Test("why says why the one that stays does, of that one and of the one that looks like it")
    func staying() throws {
        let home = try home()
        try look(home)
        for (protections, reason) in [
            ("", "0.1 MP"),
            ("protect: [{id: mine, match: {path: \"/P/**\"}}]", "protected"),
        ] {
            try home.write(Self.rules(protections), to: "rules.yaml")
            let (goer, rule) = try why(home, "/W/1.png")
            #expect(goer.contains("looks like /P/1.png, which stays: \(reason)\n"), "\(goer)")
            let like = try #require(rule["like"] as? [String: Any])
            #expect(like["stays_because"] as? String == reason)
            #expect(like["stays"] as? Bool == true && rule["stays_because"] == nil)
            let (leader, own) = try why(home, "/P/1.png")
            #expect(
                leader.contains(
                    "others look like this one, which leads their group: \(reason)\n"), "\(leader)")
            #expect(own["stays_because"] as? String == reason && own["like"] == nil)
        }
        try home.write(Self.rules(), to: "rules.yaml")
        for (language, line) in [
            ("de_DE.UTF-8", "die Aufnahme /P/1.png, die bleibt: 0.1 MP"),
            ("fr_FR.UTF-8", "à /P/1.png, qui reste\u{A0}: 0.1 Mpx"),
            ("es_ES.UTF-8", "a /P/1.png, que se queda: 0.1 MP"),
        ] {
            let (text, rule) = try why(home, "/W/1.png", language: language)
            #expect(text.contains(line), "\(text)")
            // What programs read is in English.
            #expect((rule["like"] as? [String: Any])?["stays_because"] as? String == "0.1 MP")
        }
    }
}
