// SPDX-License-Identifier: Apache-2.0

import Entitlements
import Foundation
import GRDB
import RuleEngine
import SignedText
import TestSupport
import Testing
import Text

/// Signed tiers, as the program holds to them.
@Suite("Tiers")
struct TierTests {
    /// An issuer and what it signs.
    struct School {
        let key: SigningKey
        let now = Timestamp(secondsSinceEpoch: Int64(Date().timeIntervalSince1970) - 60)

        init() throws { key = try SigningKey.made() }

        func policy(
            _ sequence: Int64 = 1, applies folder: String? = nil, existing days: Int64? = nil
        ) throws -> String {
            var policy = TierPolicy(
                issuer: "school", title: "Example School", sequence: sequence, signedAt: now)
            policy.applies = [.init(folder: folder ?? "/nowhere")]
            policy.tiers = [
                "free": TierTerms(reviews: 1, deletes: 1, bytes: 1_000_000, features: []),
                "helper": TierTerms(reviews: 10, deletes: 2, features: [.unattended]),
                "small": TierTerms(deletes: 5, rules: 0, features: [.unattended]),
                "lasting": TierTerms(deletes: 5, features: [.permanent]),
                "sharing": TierTerms(features: [.sync]),
            ]
            policy.existingUsers = days.map { $0 * 86_400 }
            policy.offers = [.init(id: "h", tier: "helper", title: "Helper", price: "3 € a month")]
            policy.links = [
                .support: "mailto:help@school.example", .terms: "https://school.example/terms",
                .cancel: "https://school.example/cancel",
            ]
            return try SignedTextWriter.text(policy.claims, kind: TierPolicy.kind, key: key)
        }

        func grant(
            _ seat: String, tier: String = "helper", id: String = "g1",
            change: (inout TierGrant) -> Void = { _ in }
        ) throws -> String {
            var grant = TierGrant(
                issuer: "school", id: id, tier: tier, subject: "ada", signedAt: now,
                expires: Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 30 * 86_400))
            grant.seats = [seat]
            change(&grant)
            return try SignedTextWriter.text(grant.claims, kind: TierGrant.kind, key: key)
        }

        /// The fingerprint without its blanks.
        var print: String { key.verifying.fingerprint.filter { $0 != " " } }

        /// The public key, as a file has it.
        var pem: String { String(decoding: key.verifying.pem, as: UTF8.self) }

        func trust(_ home: ScratchHome) throws {
            try home.write(pem, to: "school.pem")
            let run = try home.run("tier", "trust", "school.pem", "--fingerprint", print)
            #expect(run.status == 0, "\(run.errors)")
        }
    }

    private static func rules(expecting issuer: Bool = true) -> String {
        """
        version: 1
        timezone: UTC
        \(issuer ? "policy: {issuer: school}" : "limits: {percent: unlimited}")
        drives:
          d: {kind: local, root: d}
        rules:
          - {id: old, match: {name: "*.iso"}, then: delete, undo_window: 1h}

        """
    }

    private func home(expecting issuer: Bool = true) throws -> ScratchHome {
        let home = try ScratchHome()
        for name in ["a", "b", "c"] { try home.writeOld("old \(name)", to: "d/\(name).iso") }
        let limits = issuer ? "\nlimits: {percent: unlimited}" : ""
        try home.write(
            Self.rules(expecting: issuer).replacing(
                "timezone: UTC", with: "timezone: UTC" + limits),
            to: "rules.yaml")
        return home
    }

    private func seat(_ home: ScratchHome) throws -> String {
        try home.run("tier", "seat").output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func redeem(_ home: ScratchHome, _ texts: [String]) throws -> CommandRun {
        try home.write(texts.joined(separator: "\n") + "\n", to: "texts.jws")
        return try home.run("tier", "redeem", "texts.jws", "--yes", "--format", "json")
    }

    private func standing(_ home: ScratchHome, later seconds: Int = 0) throws -> String? {
        let run = try home.run("tier", "--format", "json", later: seconds)
        #expect(run.status == 0)
        return try run.list("standings").first?["state"] as? String
    }

    @Test("are nothing that anybody hears of where nobody signed a policy")
    func silence() throws {
        let home = try home(expecting: false)
        let run = try home.run("tier", "--format", "json")
        #expect(try run.status == 0 && run.list("standings").isEmpty)
        for command in [
            ["check", "rules.yaml"], ["plan"], ["stage", "--yes"], ["status"], ["quota"],
            ["undo", "--all"], ["review", "--plain"], ["history"], ["doctor"],
            ["run", "--rules", "rules.yaml", "--stage"], ["execute", "--yes"], ["stats"], ["state"],
        ] {
            let run = try home.run(command)
            let words = (run.output + run.errors).replacing(home.path, with: "").lowercased()
                .split { !$0.isLetter }
            #expect(!words.contains("tier") && !words.contains("policy"), "\(command): \(words)")
        }
    }

    @Test("have rules for an issuer wait until its policy is known, and all else go on")
    func unknown() throws {
        let home = try home()
        let plan = try home.run("plan")
        #expect(plan.status == 0 && plan.errors.contains("'school'"), "\(plan.errors)")
        let stage = try home.run("stage", "--yes")
        #expect(stage.status == 5 && stage.errors.contains("tier redeem"), "\(stage.errors)")
        for command in [
            ["status"], ["history"], ["keep", "/a.iso"], ["unkeep", "/a.iso"], ["undo", "--all"],
            ["why", "/a.iso"], ["show"], ["export"],
        ] {
            let run = try home.run(command)
            #expect(run.status == 0, "\(command): \(run.errors)")
        }
    }

    @Test("bound a day to what was granted, and the rest goes on the next one")
    func bounded() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        let policy = try school.policy()
        #expect(try redeem(home, [policy, school.grant(seat(home))]).status == 0)
        #expect(try standing(home) == "active")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        // The day of a run has to be one: noon of the next day, and of that after it.
        let second = Int(Date().timeIntervalSince1970)
        let noon = 86_400 - second % 86_400 + 43_200
        let first = try home.run("execute", "--yes", later: noon)
        #expect(first.status == 7 && first.errors.contains("Example School"), "\(first.errors)")
        #expect(home.tree().count == 1)
        #expect(try home.run("execute", "--yes", later: noon + 3_600).status == 7)
        #expect(try home.run("execute", "--yes", later: noon + 86_400).status == 0)
        #expect(home.tree().isEmpty)
        #expect(try home.run("history", "--verify").status == 0)
        // A clock that is set back, a grant that has ended.
        #expect(try standing(home, later: 40 * 86_400) == "expired")
        let restored = try home.run("restore", "--all", "--yes", later: 40 * 86_400)
        #expect(restored.status == 0 && home.tree().count == 3, "\(restored.errors)")
        // Time does not go back before what the state tells of.
        #expect(try standing(home) == "expired")
    }

    @Test("leave who was here for sixty days unbounded for thirty more, and nobody who comes later")
    func existing() throws {
        let (home, other, school) = (try home(), try home(), try School())
        let before = Int(Date().timeIntervalSince1970) - 60 * 86_400
        let old = try home.run(["plan", "-q"], environment: Interposer.clock(before))
        #expect(old.status == 0, "\(old.errors)")
        let policy = try school.policy(existing: 30)
        for one in [home, other] {
            try school.trust(one)
            #expect(try redeem(one, [policy]).status == 0)
        }
        #expect(try standing(other) == "none")
        let day = 86_400
        #expect(try standing(home) == "existing-grace")
        #expect(try standing(home, later: 29 * day) == "existing-grace")
        #expect(try home.run("plan", "-q", later: 28 * day).status == 0)
        #expect(try home.run("stage", "--yes", "-q", later: 28 * day).status == 0)
        let run = try home.run("execute", "--yes", later: 29 * day)
        #expect(run.status == 0 && home.tree().isEmpty, "\(run.errors)")
        #expect(try standing(home, later: 31 * day) == "none")
    }

    @Test("hold to the newest word of the issuer, and to what it took back")
    func newest() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        let id = try seat(home)
        let (policy, grant) = (try school.policy(2), try school.grant(id))
        let end = try school.grant(id) {
            $0.isRevoked = true
            $0.signedAt = Timestamp(secondsSinceEpoch: $0.signedAt.secondsSinceEpoch + 1)
        }
        #expect(try redeem(home, [policy, grant]).json()["changed"] as? Bool == true)
        #expect(try redeem(home, [policy, grant]).json()["changed"] as? Bool == false)
        #expect(try redeem(home, [end]).json()["changed"] as? Bool == true)
        #expect(try standing(home) == "revoked")
        #expect(try redeem(home, [grant, school.policy(1)]).json()["changed"] as? Bool == false)
        #expect(try standing(home) == "revoked")
        #expect(try redeem(home, [school.grant(id, id: "g2")]).status == 0)
        #expect(try standing(home) == "active")
        let other = try school.grant(id, id: "g2") { $0.expires = nil }
        #expect(try redeem(home, [other]).status == 5)
    }

    @Test("refuse to stage what a tier does not allow, and change no verdict")
    func counted() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        #expect(
            try redeem(home, [school.policy(), school.grant(seat(home), tier: "small")]).status == 0
        )
        let plan = try home.run("plan", "--format", "json")
        #expect(plan.status == 0 && plan.errors.contains("0 rules"), "\(plan.errors)")
        let check = try home.run("check", "rules.yaml")
        #expect(check.status == 0 && check.errors.contains("0 rules"), "\(check.errors)")
        let stage = try home.run("stage", "--yes")
        #expect(stage.status == 5 && stage.errors.contains("0 rules"), "\(stage.errors)")
        #expect(home.tree().count == 3)
    }

    /// Takes the grant `id` back.
    private func end(_ home: ScratchHome, _ school: School, _ id: String = "g1") throws {
        let end = try school.grant(seat(home), id: id) {
            $0.isRevoked = true
            $0.signedAt = Timestamp(secondsSinceEpoch: $0.signedAt.secondsSinceEpoch + 1)
        }
        #expect(try redeem(home, [end]).status == 0)
    }

    @Test("gate nothing that explains, keeps, takes back or forgets, also where all was taken back")
    func neverGated() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        #expect(try redeem(home, [school.policy(), school.grant(seat(home))]).status == 0)
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        try end(home, school)
        #expect(try standing(home) == "revoked")
        for command in [
            ["plan", "-q"], ["why", "/a.iso"], ["show"], ["status"], ["history", "--verify"],
            ["undo", "--all"], ["keep", "/a.iso"], ["unkeep", "/a.iso"], ["export"],
            ["forget", "--confirm", "default"],
        ] {
            let run = try home.run(command)
            #expect(run.status == 0, "\(command): \(run.errors)")
        }
        #expect(home.tree().count == 3)
    }

    @Test("hold what was staged while they allowed it, and let it go when they do again")
    func unattended() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        #expect(try redeem(home, [school.policy(), school.grant(seat(home))]).status == 0)
        #expect(try home.round("--stage").status == 0)
        try end(home, school)
        let night = try home.round("--execute-only", later: 7_200)
        #expect(night.status == 6 && home.tree().count == 3, "\(night.output) \(night.errors)")
        #expect((night.output + night.errors).contains("rounds that nobody watches"))
        // Who is there deletes what the tier 'free' allows of a day.
        let noon = 86_400 - Int(Date().timeIntervalSince1970) % 86_400 + 43_200
        #expect(try home.run("execute", "--yes", later: noon).status == 7)
        #expect(home.tree().count == 2)
        #expect(try redeem(home, [school.grant(seat(home), id: "g2")]).status == 0)
        #expect(try home.round("--execute-only", later: noon + 86_400).status == 0)
        #expect(home.tree().isEmpty)
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("delete nothing for good that they do not allow any more")
    func lasting() throws {
        let (home, school) = (try home(), try School())
        try home.write(
            home.text("rules.yaml").replacing(
                "then: delete", with: "then: delete, method: permanent"),
            to: "rules.yaml")
        try school.trust(home)
        let grant = try school.grant(seat(home), tier: "lasting")
        #expect(try redeem(home, [school.policy(), grant]).status == 0)
        #expect(try home.run("plan", "-q").status == 0)
        let stage = try home.run("stage", "--yes", "-q", "--permanent")
        #expect(stage.status == 0, "\(stage.errors)")
        try end(home, school)
        let words = ["execute", "--permanent", "--count", "3", "--yes"]
        let held = try home.run(words, later: 7_200)
        #expect(held.status == 6 && home.tree().count == 3, "\(held.output) \(held.errors)")
        #expect((held.output + held.errors).contains("to be deleted for good"))
        let again = try school.grant(seat(home), tier: "lasting", id: "g2")
        #expect(try redeem(home, [again]).status == 0)
        #expect(try home.run(words, later: 7_200).status == 0)
        #expect(home.tree().isEmpty)
    }

    @Test("let devices share decisions or not, and tell and hear what was kept either way")
    func sharing() throws {
        let (home, other, school) = (try home(), try ScratchHome(), try School())
        let share = home.path + "/share"
        try FileManager.default.createDirectory(
            atPath: share, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let pages = ["a", "b", "c"].map { name in
            """
            {"id":"ABC!\(name)","name":"\(name).jpg","size":2,"cTag":"c\(name)","file":{},\
            "parentReference":{"driveId":"abc","path":"/drive/root:/Holiday"}}
            """
        }
        for (one, issuer) in [(home, "policy: {issuer: school}"), (other, "")] {
            try one.write("{\"value\":[\(pages.joined(separator: ","))]}", to: "pages.json")
            try one.write(
                """
                version: 1
                timezone: UTC
                \(issuer)
                drives:
                  mine: {kind: listing, file: pages.json}
                sync: {folder: \(share)}
                rules:
                  - {id: images, match: {ext: jpg}, then: review}

                """, to: "rules.yaml")
        }
        func logs() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: share).sorted()
        }
        try school.trust(home)
        #expect(try redeem(home, [school.policy()]).status == 0)
        for one in [home, other] { #expect(try one.run("plan", "-q").status == 0) }
        let refused = try home.run("sync", "decisions")
        #expect(refused.status == 5 && refused.errors.contains("tier offers"), "\(refused.errors)")
        #expect(try logs().isEmpty)
        let grant = try school.grant(seat(home), tier: "sharing")
        #expect(try redeem(home, [grant]).status == 0)
        #expect(try home.run("sync", "decisions", "-q").status == 0)
        let own = share + "/" + (try logs().first ?? "")
        #expect(try other.run("sync", "decisions", "-q").status == 0)
        try end(home, school)
        let before = try String(contentsOfFile: own, encoding: .utf8)
        #expect(try home.run("keep", "/Holiday/a.jpg").status == 0)
        #expect(try other.run("keep", "/Holiday/b.jpg").status == 0)
        #expect(try other.run("sync", "decisions", "-q").status == 0)
        let plan = try home.run("plan", "--format", "json")
        #expect(plan.errors.contains("does not let devices share"), "\(plan.errors)")
        let asked = try plan.list("entries").compactMap { $0["path"] as? String }
        #expect(asked == ["/Holiday/c.jpg"])
        // What keeps is told all the same, and what lets something be deleted is not.
        func asks(_ one: ScratchHome) throws -> [String] {
            try one.run("plan", "-q", "--format", "json").list("entries")
                .compactMap { $0["path"] as? String }
        }
        let paused = try String(contentsOfFile: own, encoding: .utf8)
        #expect(paused != before && paused.contains("\"verdict\":\"keep\""), "\(paused)")
        #expect(try asks(other) == ["/Holiday/c.jpg"])
        #expect(try home.run("unkeep", "/Holiday/a.jpg").status == 0)
        #expect(try home.run("sync", "decisions").status == 5)
        #expect(try !String(contentsOfFile: own, encoding: .utf8).contains("\"undone\""))
        #expect(try asks(other) == ["/Holiday/c.jpg"])
        #expect(try asks(home) == ["/Holiday/a.jpg", "/Holiday/c.jpg"])
        // What was decided meanwhile is said as soon as it may be.
        let again = try school.grant(seat(home), tier: "sharing", id: "g2")
        #expect(try redeem(home, [again]).status == 0)
        #expect(try !home.run("plan").errors.contains("does not let devices share"))
        #expect(try String(contentsOfFile: own, encoding: .utf8).contains("\"undone\""))
        #expect(try asks(other) == ["/Holiday/a.jpg", "/Holiday/c.jpg"])
    }

    @Test("show nothing of an issuer's that commands a terminal, in JSON as well")
    func titles() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        var policy = TierPolicy(
            issuer: "school", title: "Ex\u{202e}ample", sequence: 1, signedAt: school.now)
        policy.tiers = ["free": TierTerms(features: [])]
        policy.offers = [
            .init(id: "h", tier: "free", title: "H\u{202e}", price: "3 \u{202e}€")
        ]
        let text = try SignedTextWriter.text(
            policy.claims, kind: TierPolicy.kind, key: school.key)
        #expect(try redeem(home, [text]).status == 0)
        for words in [["tier"], ["tier", "offers"]] {
            let json = try home.run(words + ["--format", "json"])
            #expect(json.status == 0 && !json.output.contains("\u{202e}"), "\(json.output)")
            #expect(json.output.contains(#"\\u202E"#), "\(json.output)")
        }
    }

    @Test("are believed of nobody but who is trusted, for nobody but this state")
    func forged() throws {
        let (home, school, other) = (try home(), try School(), try School())
        let id = try seat(home)
        #expect(try redeem(home, [school.policy()]).errors.contains("issuer-unknown"))
        try school.trust(home)
        for (texts, code) in [
            ([try other.policy()], "signed-signature"),
            ([try school.policy(), try other.grant(id)], "signed-signature"),
            ([try school.policy(), try school.grant("another")], "seat-other"),
            ([try school.policy(), String(try school.grant(id).dropLast(2))], "signed-"),
        ] {
            let run = try redeem(home, texts)
            #expect(run.status == 5 && run.errors.contains(code), "\(code): \(run.errors)")
        }
        #expect(try standing(home) == nil)
        let wrong = [String(school.print.prefix(4)), "0000", "", school.print + "0"]
        for print in wrong {
            let run = try home.run("tier", "trust", "school.pem", "--fingerprint", print)
            #expect(run.status == 5, "\(print)")
        }
    }

    @Test("are not widened by another profile, another state or edited columns")
    func bypasses() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        #expect(try redeem(home, [school.policy(), school.grant(seat(home))]).status == 0)
        // Another profile is another machine.
        for arguments in [["--profile", "other"], ["--state", "other.db"]] {
            #expect(
                try home.run(
                    ["tier", "trust", "school.pem", "--fingerprint", school.print] + arguments
                )
                .status == 0)
            let run = try home.run(["tier", "redeem", "texts.jws", "--yes"] + arguments)
            #expect(run.status == 5 && run.errors.contains("seat-other"), "\(run.errors)")
        }
        let state = home.path + "/.local/state/cleanrules/default/state.sqlite"
        let queue = try DatabaseQueue(path: state)
        try queue.write { db in
            try db.execute(
                sql: """
                    UPDATE entitlement SET signed = replace(signed, '.', '.A');
                    UPDATE entitlement SET revoked = 0, signed_at = 9999999999;
                    UPDATE setting SET value = '0' WHERE name LIKE 'tier_seen:%';
                    """)
        }
        try queue.close()
        #expect(try standing(home) == "unverifiable")
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        #expect(try home.run("execute", "--yes", later: 7_200).status == 7)
        #expect(home.tree().count == 3)
    }

    @Test("are not had twice by a state that is taken into another profile")
    func imported() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        let mine = try seat(home)
        #expect(try redeem(home, [school.policy(), school.grant(mine)]).status == 0)
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        try home.write(try home.run("export").output, to: "state.json")
        let other = ["--profile", "other"]
        let imported = try home.run(["import", "state.json"] + other)
        #expect(imported.status == 0, "\(imported.errors)")
        let tier = try home.run(["tier", "--format", "json"] + other)
        #expect(try tier.list("standings").first?["state"] as? String == "none")
        let theirs = try home.run(["tier", "seat"] + other).output
        #expect(!theirs.contains(mine) && theirs.count > 30, "\(theirs)")
        let again = try home.run(["tier", "redeem", "texts.jws", "--yes"] + other)
        #expect(again.status == 5 && again.errors.contains("seat-other"), "\(again.errors)")
        let noon = 86_400 - Int(Date().timeIntervalSince1970) % 86_400 + 43_200
        let there = try home.run(["execute", "--yes"] + other, later: noon)
        #expect(there.status == 7 && home.tree().count == 3, "\(there.errors)")
        let here = try home.run("execute", "--yes", later: noon)
        #expect(here.status == 7 && home.tree().count == 1, "\(here.errors)")
    }

    @Test("do not go by a count that is lower than the history says")
    func counters() throws {
        let (home, school) = (try home(), try School())
        try school.trust(home)
        #expect(try redeem(home, [school.policy(), school.grant(seat(home))]).status == 0)
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q").status == 0)
        let noon = 86_400 - Int(Date().timeIntervalSince1970) % 86_400 + 43_200
        #expect(try home.run("execute", "--yes", later: noon).status == 7)
        #expect(home.tree().count == 1)
        let queue = try DatabaseQueue(
            path: home.path + "/.local/state/cleanrules/default/state.sqlite")
        try queue.write { try $0.execute(sql: "UPDATE quota SET deletes = 0, bytes = 0") }
        try queue.close()
        let run = try home.run("execute", "--yes", later: noon + 60)
        #expect(run.status == 7 && run.errors.contains("history --verify"), "\(run.errors)")
        #expect(home.tree().count == 1)
        // Another day has a count of its own.
        #expect(try home.run("execute", "--yes", later: noon + 86_400).status == 0)
        #expect(home.tree().isEmpty)
    }

    @Test("say of a word that is neither a file nor a code that it is neither, and what to give")
    func neither() throws {
        let home = try home()
        for word in ["XXXX", "my code", "grants/ada.jws"] {
            let run = try home.run("tier", "redeem", word)
            #expect(run.status == 1, "\(run.errors)")
            #expect(
                run.errors.contains("no file '\(word)', and it is no code either"), "\(run.errors)")
            #expect(run.errors.contains("'7K3QD-0XV5M-9ZB2T-H4N8E'"), "\(run.errors)")
        }
        // What is there is told for what it is.
        try home.write("x", to: "ABCD/x")
        let folder = try home.run("tier", "redeem", "ABCD")
        #expect(folder.status == 1 && folder.errors.contains("is a folder"), "\(folder.errors)")
    }

    @Test("show offers at the issuer's prices, and its addresses")
    func offers() throws {
        let (home, school) = (try home(), try School())
        #expect(try home.run("tier", "offers").status == 0)
        try school.trust(home)
        #expect(try redeem(home, [school.policy()]).status == 0)
        let offers = try home.run("tier", "offers")
        #expect(offers.output.contains("3 € a month"), "\(offers.output)")
        let addresses = ["https://school.example/terms", "https://school.example/cancel"]
        #expect(addresses.allSatisfy { offers.output.contains($0) }, "\(offers.output)")
        let json = try home.run("tier", "offers", "--format", "json").list("offers").first
        let links = json?["links"] as? [String: String]
        #expect(links?["terms"] == addresses[0] && links?["cancel"] == addresses[1])
        let grant = try school.grant(seat(home)) { $0.renews = true }
        let asked = try redeem(home, [grant])
        #expect(asked.errors.contains("It is renewed then"), "\(asked.errors)")
        #expect(addresses.allSatisfy { asked.errors.contains($0) }, "\(asked.errors)")
        #expect(try home.run("tier").output.contains("mailto:help@school.example"))
    }

    /// Runs the program where `/etc` has what `home` has as `etc`, which takes rights that not every
    /// machine gives.
    private func administered(_ home: ScratchHome, _ arguments: String) throws -> CommandRun {
        try home.shell(
            """
            exec unshare -m sh -c 'mount --make-rprivate / && mount --bind "\(home.path)/etc" /etc \
            && exec "$0" \(arguments)' "\(try ScratchHome.program())"
            """)
    }

    /// Whether a folder may be mounted in a namespace of one's own.
    private static let canMount: Bool = {
        let home = try? ScratchHome()
        let run = try? home?.shell(
            "unshare -m sh -c 'mount --make-rprivate / && mount --bind d /etc'")
        return run?.status == 0
    }()

    /// Has the administrator's policy of `school` bind `folder` of `home`.
    private func administer(_ home: ScratchHome, _ school: School, _ folder: String) throws {
        for name in ["passwd", "group", "nsswitch.conf"] {
            let text = (try? String(contentsOfFile: "/etc/" + name, encoding: .utf8)) ?? ""
            try home.write(text, to: "etc/" + name)
        }
        try home.write(school.pem, to: "etc/cleanrules/issuers/school.pem")
        let policy = try school.policy(applies: home.path + "/" + folder)
        try home.write(policy, to: "etc/cleanrules/policy.d/school.jws")
    }

    @Test("bind what the rules at hand go over, not what was once listed for other rules")
    func atHand() throws {
        guard Self.canMount else { return }
        let (home, school) = (try home(expecting: false), try School())
        try administer(home, school, "school")
        try home.writeOld("old", to: "school/x.iso")
        for (name, root) in [("school", "school"), ("same", home.path + "/school")] {
            try home.write(
                home.text("rules.yaml").replacing(
                    "d: {kind: local, root: d}", with: "\(name): {kind: local, root: \(root)}"),
                to: name + ".yaml")
        }
        func isInForce(_ rules: String) throws -> Bool? {
            let run = try administered(home, "tier --format json --rules \(rules)")
            return try run.list("standings").first?["in_force"] as? Bool
        }
        for rules in ["school.yaml", "same.yaml"] {
            #expect(try administered(home, "plan -q --rules \(rules)").status == 0)
            #expect(try isInForce(rules) == true, "\(rules)")
            let round = try administered(home, "run --stage --rules \(rules)")
            #expect(round.status == 5, "\(rules): \(round.errors)")
            #expect(try isInForce("rules.yaml") == false, "\(rules)")
        }
        // What was looked at once has nothing to do with other rules.
        let round = try administered(home, "run --stage --rules rules.yaml")
        #expect(round.status == 0, "\(round.errors)")
        #expect(try administered(home, "undo --all").status == 0)
        // What waits there has: whoever executes may come to it.
        #expect(try administered(home, "plan -q --rules school.yaml").status == 0)
        let stage = try administered(home, "stage --yes -q")
        #expect(stage.status == 0, "\(stage.errors)")
        #expect(try isInForce("rules.yaml") == true)
        #expect(try administered(home, "undo --all").status == 0)
        #expect(try isInForce("rules.yaml") == false)
    }

    @Test("bind whatever rules are used on the drives that an administrator's policy names")
    func machine() throws {
        guard Self.canMount else { return }
        let (home, school) = (try home(expecting: false), try School())
        try administer(home, school, "d")
        #expect(try administered(home, "plan -q").status == 0)
        #expect(try administered(home, "tier").output.contains("nothing granted"))
        #expect(try administered(home, "run --rules rules.yaml --stage").status == 5)
        let taken = try administered(home, "tier trust school.pem --fingerprint \(school.print)")
        #expect(taken.status != 0)
        try home.write(try school.grant(seat(home)), to: "grant.jws")
        #expect(try administered(home, "tier redeem grant.jws --yes").status == 0)
        #expect(try administered(home, "run --rules rules.yaml --stage").status == 0)
        // What others could have written is not the administrator's word.
        chmod(home.path + "/etc/cleanrules/policy.d/school.jws", 0o666)
        #expect(try administered(home, "tier").errors.contains("others than root"))
        chmod(home.path + "/etc/cleanrules/policy.d/school.jws", 0o644)
        // Where the policy cannot be verified any more, nobody knows whom it binds.
        try home.write("nonsense", to: "etc/cleanrules/policy.d/school.jws")
        #expect(try administered(home, "undo --all").status == 0)
        #expect(try administered(home, "plan -q").status == 0)
        let run = try administered(home, "stage --yes")
        #expect(run.status == 5 && run.errors.contains("cannot be believed"), "\(run.errors)")
    }
}
