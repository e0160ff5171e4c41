// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Pictures that are looked at, by the command, by rounds, and by whoever is killed meanwhile.
@Suite("Looking at pictures", .timeLimit(.minutes(30)))
struct PhotoCommandTests {
    private static func rules(_ drive: String, photos: String = "") -> String {
        """
        version: 1
        timezone: UTC
        drives:
          d: \(drive)
        limits: {percent: unlimited}
        \(photos)
        rules:
          - id: near
            match: {kind: image}
            similar: {as: copies, within: near, keep: [most_pixels]}
            then: review
          - id: close
            match: {kind: image}
            similar: {as: copies, within: close, keep: [smallest]}
            then: review
          - id: dark
            match: {kind: image, any: [{brightness: under 40}, {detail: under 50}]}
            then: review
        """
    }

    private func home(_ count: Int, photos: String = "") throws -> ScratchHome {
        let home = try ScratchHome()
        try ScratchPictures.write(count, to: home)
        try home.write(Self.rules("{kind: local, root: d}", photos: photos), to: "rules.yaml")
        return home
    }

    /// How many pictures a plan says were looked at.
    private func looked(_ home: ScratchHome) throws -> Int {
        let run = try home.run("plan", "--no-save", "-q", "--format", "json")
        let looks = try #require(try run.json()["looks"] as? [String: Any])
        return try #require(looks["looked"] as? Int)
    }

    /// What `list --looks` tells of each picture, by path, without what differs from folder to folder.
    private func looks(_ home: ScratchHome) throws -> [String: String] {
        let run = try home.run("list", "--looks", "-q")
        #expect(run.status == 0, "\(run.errors)")
        return try Self.byPath(run.output, leaving: ["look", "width", "height", "screenshot"])
    }

    /// The entries of a plan by path, with all that says why.
    private func plan(_ home: ScratchHome, _ arguments: String...) throws -> [String: String] {
        let run = try home.run(
            ["plan", "-q", "--all", "--format", "ndjson", "--now", "2026-06-01T12:00:00Z"]
                + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return try Self.byPath(
            run.output, leaving: ["verdict", "rule", "reason", "like", "better"])
    }

    private static func byPath(_ lines: String, leaving: Set<String>) throws -> [String: String] {
        var entries: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            guard var entry = object as? [String: Any], let path = entry["path"] as? String
            else { continue }
            entry = entry.filter { leaving.contains($0.key) }
            if var like = entry["like"] as? [String: Any] {
                like["id"] = nil
                entry["like"] = like
            }
            let data = try JSONSerialization.data(withJSONObject: entry, options: .sortedKeys)
            entries[path] = String(decoding: data, as: UTF8.self)
        }
        return entries
    }

    @Test("a plan over 'list --looks' is the plan over the state, picture by picture")
    func listing() throws {
        let home = try home(120)
        #expect(try home.run("photos", "-q").status == 0)
        let own = try plan(home)
        let listing = try home.run("list", "--looks", "-q")
        try home.write(listing.output, to: "listing.ndjson")
        try home.write(Self.rules("{kind: listing, file: listing.ndjson}"), to: "rules.yaml")
        let theirs = try plan(home, "--no-state")
        #expect(own.count >= 120 && Set(own.keys) == Set(theirs.keys))
        for (path, entry) in own { #expect(theirs[path] == entry, "\(path)") }
        // Smaller copies, turned ones, and those that are both.
        let alike = own.values.filter { $0.contains(#""like":"#) }
        #expect(alike.count >= 30, "\(alike.count)")
    }

    @Test("a listing with looks of its own leaves the groups of a folder beside it as they are")
    func beside() throws {
        let home = try home(60)
        #expect(try home.run("photos", "-q").status == 0)
        let alone = try plan(home)
        let lines = try home.run("list", "--looks", "-q").output.split(separator: "\n")
        let line = try #require(lines.first { $0.contains(#""look":"#) })
        var item = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        item = item.filter { ["size", "look", "width", "height", "mime"].contains($0.key) }
        item["path"] = "/far.jpg"
        let text = try JSONSerialization.data(withJSONObject: item)
        try home.write(String(decoding: text, as: UTF8.self) + "\n", to: "far.ndjson")
        try home.write(
            Self.rules("{kind: local, root: d}\n  far: {kind: listing, file: far.ndjson}"),
            to: "rules.yaml")
        var together = try plan(home)
        #expect(together.removeValue(forKey: "/far.jpg") != nil)
        #expect(together == alone)
        #expect(alone.values.contains { $0.contains(#""like":"#) })
    }

    @Test("what was called another picture is proposed no more, also over a listing")
    func different() throws {
        let home = try home(60)
        #expect(try home.run("photos", "-q").status == 0)
        try home.write(try home.run("list", "--looks", "-q").output, to: "listing.ndjson")
        try home.write(Self.rules("{kind: listing, file: listing.ndjson}"), to: "rules.yaml")
        func alike() throws -> Int {
            try plan(home).values.count { $0.contains(#""like":"#) }
        }
        let before = try alike()
        let review = try home.run(["review", "--plain"], typing: "unlike 1\nq\n")
        #expect(review.status == 0, "\(review.output)\(review.errors)")
        #expect(try alike() < before)
    }

    @Test("whoever is killed has lost seconds, and the next call goes on", arguments: [1, 2, 3])
    func killed(seed: UInt64) throws {
        let count = 220
        let whole = try self.home(count)
        let begin = Date()
        #expect(try whole.run("photos", "-q").status == 0)
        let duration = Date().timeIntervalSince(begin)
        let home = try self.home(count)
        var random = SplitMix64(seed: seed)
        var before = 0
        for _ in 0..<8 {
            let program = try home.start(["photos", "-q"])
            usleep(UInt32(duration * Double(random.below(900_000))))
            kill(program.process.processIdentifier, SIGKILL)
            let run = try program.finish()
            #expect(run.isKilled || run.status == 0, "\(run.errors)")
            let now = try looked(home)
            #expect(now >= before, "what was kept is kept")
            before = now
            // Nothing is half there: what was looked at can be planned over.
            _ = try plan(home)
        }
        let last = try home.run("photos", "-q", "--format", "json")
        #expect(last.status == 0, "\(last.errors)")
        let drive = try #require(try last.list("drives").first)
        #expect(drive["looked"] as? Int == count && drive["new"] as? Int == count - before)
        #expect(try looks(home) == looks(whole))
        #expect(try plan(home) == plan(whole))
    }

    /// An hour of a day to come, in seconds from now.
    private func ahead(day: Int, hour: Int) -> Int {
        let today = Int(Date().timeIntervalSince1970) / 86_400
        return (today + day) * 86_400 + hour * 3_600 - Int(Date().timeIntervalSince1970)
    }

    @Test("a round looks at pictures last, and the next one knows what they show")
    func round() throws {
        let home = try home(40, photos: "photos: {a_day: 2h}")
        let first = try home.round("--format", "json", "-q")
        #expect(first.status == 0, "\(first.errors)")
        #expect(try looked(home) == 40)
        let drive = try #require(try first.list("pictures").first)
        #expect(drive["looked"] as? Int == 40 && drive["new"] as? Int == 40)
        let plan = try #require(try first.json()["plan"] as? [String: Any])
        #expect((plan["looks"] as? [String: Any])?["looked"] as? Int == 0)
        #expect(try self.plan(home).values.contains { $0.contains(#""like":"#) })
        let second = try home.round("--format", "json", "-q")
        let known = try #require(try second.json()["plan"] as? [String: Any])
        let looks = try #require(known["looks"] as? [String: Any])
        let groups = try #require(looks["groups"] as? Int)
        #expect(groups > 1 && looks["looked"] as? Int == 40)
        let told = try home.round(later: 60)
        #expect(
            told.output.contains("similar pictures: \(groups) groups among the 40 looked at"),
            "\(told.output)")
        let silent = try self.home(10)
        #expect(try silent.round("-q").status == 0)
        #expect(try looked(silent) == 0, "where rules say nothing, rounds look at none")
    }

    @Test("status says how far looking has come, until all of it is forgotten")
    func status() throws {
        let home = try home(20)
        func pictures() throws -> [String: Any]? {
            try home.run("status", "--format", "json").json()["pictures"] as? [String: Any]
        }
        #expect(try home.run("plan", "-q", "--summary").status == 0)
        #expect(try pictures() == nil, "nobody has looked")
        #expect(try home.run("photos", "-q").status == 0)
        let drives = try #require(try pictures()?["drives"] as? [[String: Any]])
        #expect(drives.count == 1 && drives[0]["name"] as? String == "d")
        #expect(
            ["eligible", "looked", "unreadable"].map { drives[0][$0] as? Int } == [20, 20, 1])
        for (language, line) in [
            ("en_US.UTF-8", "20 of 20 looked at"), ("de_DE.UTF-8", "20 von 20 angesehen"),
            ("fr_FR.UTF-8", "20 sur 20 regardées"), ("es_ES.UTF-8", "20 de 20 miradas"),
        ] {
            let shown = try home.run("status", environment: ["LC_ALL": language])
            #expect(shown.output.contains(line), "\(shown.output)")
        }
        #expect(try home.run("photos", "--forget").status == 0)
        #expect(try pictures() == nil)
    }

    @Test("rounds look at pictures in the time of day that the rules name, and at no other")
    func window() throws {
        let home = try home(20, photos: "photos: {within: [22:00, 06:00]}")
        #expect(try home.round("-q", later: ahead(day: 1, hour: 12)).status == 0)
        #expect(try looked(home) == 0)
        let day = try home.run(["photos"], later: ahead(day: 1, hour: 13))
        #expect(day.status == 0 && day.errors.contains("22:00"), "\(day.errors)")
        #expect(try looked(home) == 0)
        #expect(try home.round("-q", later: ahead(day: 1, hour: 23)).status == 0)
        #expect(try looked(home) == 20)
    }

    @Test("six nights look once, and the state grows no more")
    func nights() throws {
        let home = try home(150, photos: "photos: {a_day: 2h}")
        var sizes: [Int] = []
        for night in 1...6 {
            let later = ahead(day: night, hour: 3)
            try home.writeOld("night \(night)", to: "d/notes/\(night).txt")
            let run = try home.round("-q", later: later)
            #expect(run.status == 0, "\(run.errors)")
            let again = try home.run(["photos", "-q", "--format", "json"], later: later)
            let drive = try #require(try again.list("drives").first)
            #expect(drive["looked"] as? Int == 150 && drive["eligible"] as? Int == 150)
            #expect(drive["new"] as? Int == 0)
            sizes.append(try size(of: home))
        }
        // The first night plans without looks, the second with them.
        #expect(sizes[5] - sizes[2] <= 300_000, "\(sizes)")
    }

    /// The bytes of the state, with its log.
    private func size(of home: ScratchHome) throws -> Int {
        let folder = ".local/state/cleanrules"
        return try home.tree(folder).filter { $0.contains("state") && !$0.contains("backup") }
            .reduce(0) { sum, name in
                let path = home.path + "/\(folder)/\(name)"
                let values = try FileManager.default.attributesOfItem(atPath: path)
                return sum + (values[.size] as? Int ?? 0)
            }
    }
}
