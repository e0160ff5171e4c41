// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import TestSupport
import Testing

/// An issuer as it ships, the program beside it, and the network between them.
@Suite("An issuer and the program", .timeLimit(.minutes(60)))
struct TierIssuerTests {
    /// An issuer with a policy, which answers.
    private final class Office {
        let home: ScratchHome
        let address: String
        private let service: StartedProgram

        init(deletes: Int = 2, zone: String = "UTC") throws {
            home = try ScratchHome()
            #expect(try Self.issue(home, "init", "school").status == 0)
            service = try StartedProgram(
                ChildProgram.Start(
                    program: try Self.program(), arguments: ["serve"],
                    environment: ["PATH": "/usr/bin:/bin", "HOME": home.path], folder: home.path,
                    files: []))
            address = try service.firstLine()
            try home.write(
                """
                version: 1
                issuer: school
                title: Example School
                applies: [{folder: /nowhere}]
                tiers:
                  free: {reviews: 1/day, deletes: 0/day, bytes: 0B/day}
                  helper: {reviews: 2/day, deletes: \(deletes)/day, bytes: unlimited}
                warn_at: 50%
                offers: [{id: h, tier: helper, title: Helper, price: free of charge}]
                redeem: \(address)
                """, to: "policy.yaml")
            let signed = try Self.issue(home, "policy", "sign", "policy.yaml")
            #expect(signed.status == 0, "\(signed.errors)")
            try home.write(signed.output, to: "policy.jws")
        }

        deinit { kill(service.process.processIdentifier, SIGKILL) }

        static func program() throws -> String {
            let program = URL(fileURLWithPath: try ScratchHome.program())
            return program.deletingLastPathComponent().path + "/cleanrules-issuer"
        }

        private static func issue(_ home: ScratchHome, _ words: String...) throws -> CommandRun {
            try home.shell(
                ([try program()] + words).map { "'\($0)'" }.joined(separator: " "))
        }

        /// Runs the issuer's program.
        func issue(_ words: String...) throws -> CommandRun {
            try home.shell(
                ([try Self.program()] + words).map { "'\($0)'" }.joined(separator: " "))
        }

        /// Stops answering, or goes on.
        func signal(_ number: Int32) { kill(service.process.processIdentifier, number) }

        func code(uses: Int = 1) throws -> String {
            let run = try Self.issue(
                home, "code", "--tier", "helper", "--for-life", "--uses", "\(uses)")
            return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// How many grants hold, and how many codes were redeemed.
        func count() throws -> [Int] {
            let run = try Self.issue(home, "report", "--days", "1", "--format", "json")
            let day = try #require(try run.list("days").first)
            return ["active", "redeemed"].map { day[$0] as? Int ?? -1 }
        }

        /// A home that knows the policy, with rules for the issuer.
        func helper(_ names: [String] = ["a", "b", "c"], zone: String = "UTC") throws -> ScratchHome
        {
            let home = try ScratchHome()
            for name in names { try home.writeOld("old \(name)", to: "d/\(name).iso") }
            try home.write(
                TestRules.old(extra: "policy: {issuer: school}")
                    .replacing("timezone: UTC", with: "timezone: \(zone)"), to: "rules.yaml")
            try home.write(try self.home.text("issuer/school.pem"), to: "school.pem")
            let shown = try home.run("tier", "trust", "school.pem", "--fingerprint", "0000").errors
            let print = shown.split(separator: "\n").dropFirst().first ?? ""
            #expect(
                try home.run("tier", "trust", "school.pem", "--fingerprint", "\(print)").status == 0
            )
            try home.write(try self.home.text("policy.jws"), to: "policy.jws")
            #expect(try home.run("tier", "redeem", "policy.jws", "--yes").status == 0)
            return home
        }
    }

    private func state(_ home: ScratchHome) throws -> String? {
        try home.run("tier", "--format", "json").list("standings").first?["state"] as? String
    }

    private func redeem(_ code: String, _ home: ScratchHome) throws -> CommandRun {
        try home.run("tier", "redeem", code, "--yes", "--format", "json")
    }

    @Test("come to one grant, whichever call of the system the program is killed at")
    func kills() throws {
        let office = try Office()
        let first = try office.helper()
        let file = first.path + "/calls"
        let whole = try first.run(
            ["tier", "redeem", office.code(), "--yes"],
            environment: Interposer.counting(file))
        #expect(whole.status == 0, "\(whole.errors)")
        let calls = try #require(Int(try first.text("calls")))
        var granted = 1
        for call in stride(from: 1, through: calls, by: max(1, calls / 24)) {
            let (home, code) = (try office.helper([]), try office.code())
            _ = try home.run(
                ["tier", "redeem", code, "--yes"],
                environment: Interposer.striking(.init(call: call), home.path + "/hit"))
            let again = try redeem(code, home)
            granted += 1
            #expect(again.status == 0, "call \(call): \(again.errors)")
            #expect(try state(home) == "lifetime", "call \(call)")
            #expect(try office.count() == [granted, granted], "call \(call)")
            #expect(try home.run("history", "--verify").status == 0, "call \(call)")
        }
    }

    @Test("come to one grant where the issuer was asked and nobody heard its answer")
    func unheard() throws {
        let office = try Office()
        let (home, code) = (try office.helper([]), try office.code())
        office.signal(SIGSTOP)
        let asking = try home.start(["tier", "redeem", code, "--yes"])
        usleep(500_000)
        kill(asking.process.processIdentifier, SIGKILL)
        #expect(try asking.finish().isKilled)
        office.signal(SIGCONT)
        #expect(try redeem(code, home).status == 0)
        #expect(try redeem(code, home).status == 0)
        #expect(try office.count() == [1, 1])
        #expect(try state(home) == "lifetime")
    }

    @Test("wait where the issuer approves them one by one, and hold once that is done")
    func approval() throws {
        let office = try Office()
        let (home, other) = (try office.helper([]), try office.helper([]))
        let made = try office.issue(
            "code", "--tier", "helper", "--for-life", "--uses", "2", "--needs-approval")
        #expect(made.status == 0, "\(made.errors)")
        let code = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        for home in [home, other] {
            let asked = try redeem(code, home)
            #expect(asked.status == 6 && asked.output.isEmpty, "\(asked.output)\(asked.errors)")
            #expect(asked.errors.contains("yet to approve"), "\(asked.errors)")
            #expect(try state(home) == "pending")
        }
        let lines = try office.issue("approve").output.split(separator: "\n").dropFirst()
        let keys = lines.compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(keys.count == 2, "\(lines)")
        let seat = try home.run("tier", "seat").output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let isFirst = lines.first?.contains(seat) == true
        let (first, second) = (try #require(keys.first), try #require(keys.last))
        #expect(try office.issue("approve", isFirst ? first : second).status == 0)
        #expect(try office.issue("approve", "--refuse", isFirst ? second : first).status == 0)
        #expect(try home.run("tier", "refresh").status == 0)
        #expect(try state(home) == "lifetime")
        #expect(try other.run("tier", "refresh").status == 0)
        #expect(try state(other) == "none")
        #expect(try office.issue("approve", first).status == 5)
        #expect(try office.count() == [1, 1])
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("give a code for one machine to one, of two that ask at once")
    func race() throws {
        let office = try Office()
        let (one, other, code) = (try office.helper([]), try office.helper([]), try office.code())
        let two = try [one, other].map { try $0.start(["tier", "redeem", code, "--yes"]) }
        #expect(try two.map { try $0.finish().status }.sorted() == [0, 5])
        #expect(try office.count() == [1, 1])
        // Two processes of one machine are one.
        let again = try office.code()
        let same = try [one, one].map { try $0.start(["tier", "redeem", again, "--yes"]) }
        #expect(try same.map { try $0.finish().status } == [0, 0])
        #expect(try office.count() == [2, 2])
    }

    @Test("share a grant as far as it goes, and tell that from an issuer that cannot be asked")
    func restore() throws {
        let office = try Office()
        let (one, two, three) = (
            try office.helper([]), try office.helper([]), try office.helper([])
        )
        let seat = try one.run("tier", "seat").output.trimmingCharacters(
            in: .whitespacesAndNewlines)
        let granted = try office.issue(
            "grant", "--tier", "helper", "--to", "ada", "--seat", seat, "--places", "2",
            "--group", "Ada", "--for", "30d")
        #expect(granted.status == 0, "\(granted.errors)")
        for home in [two, three] { try home.write(granted.output, to: "ada.jws") }
        #expect(try one.run("tier", "restore").status == 0)
        let nothing = try two.run("tier", "restore")
        #expect(nothing.status == 0 && nothing.output.contains("nothing to restore"))
        let taken = try two.run("tier", "restore", "ada.jws", "--format", "json")
        #expect(try taken.json()["changed"] as? Bool == true, "\(taken.errors)")
        #expect(try two.run("tier").output.contains("shared by Ada"))
        let full = try three.run("tier", "restore", "ada.jws", "--format", "json")
        #expect(try full.json()["full"] as? Int == 1 && full.json()["grants"] as? Int == 0)
        #expect(full.errors.contains("as many machines"), "\(full.errors)")
        #expect(try [one, two, three].map { try state($0) } == ["active", "active", "none"])
        office.signal(SIGKILL)
        let unasked = try two.run("tier", "restore")
        #expect(unasked.status == 75 && unasked.output.isEmpty)
        #expect(try state(two) == "active")
    }

    @Test("bound a day, online and offline, warn once and lead to what there is")
    func day() throws {
        let office = try Office()
        let home = try office.helper()
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q", "--no-undo-window").status == 0)
        let nothing = try home.run("execute", "--yes")
        #expect(nothing.status == 7 && home.tree().count == 3, "\(nothing.errors)")
        #expect(try redeem(office.code(), home).status == 0)
        office.signal(SIGKILL)
        #expect(try home.run("tier", "refresh").status == 75)
        let first = try home.run("execute", "--yes")
        #expect(first.status == 7 && home.tree().count == 1, "\(first.errors)")
        #expect(first.errors.contains("2 of 2 deletions that Example School"), "\(first.errors)")
        let second = try home.run("execute", "--yes")
        #expect(second.status == 7 && !second.errors.contains("deletions that"))
        let next = try home.run("execute", "--yes", later: 86_400)
        #expect(next.status == 0 && next.errors.contains("1 of 2 deletions"), "\(next.errors)")
    }

    @Test("count a day anew from the history once the issuer was asked, where somebody edited it")
    func edited() throws {
        let office = try Office()
        let home = try office.helper(["a", "b", "c", "d"])
        #expect(try redeem(office.code(), home).status == 0)
        #expect(try home.run("plan", "-q").status == 0)
        #expect(try home.run("stage", "--yes", "-q", "--no-undo-window").status == 0)
        #expect(try home.run("execute", "--yes").status == 7)
        #expect(home.tree().count == 2)
        let queue = try DatabaseQueue(
            path: home.path + "/.local/state/cleanrules/default/state.sqlite")
        try queue.write { try $0.execute(sql: "UPDATE quota SET deletes = 0, bytes = 0") }
        try queue.close()
        let stopped = try home.run("execute", "--yes")
        #expect(stopped.status == 7 && home.tree().count == 2, "\(stopped.errors)")
        #expect(stopped.errors.contains("tier refresh"), "\(stopped.errors)")
        #expect(try home.run("tier", "refresh").status == 0)
        // Two were deleted of two that may be, whatever was edited.
        let after = try home.run("execute", "--yes")
        #expect(after.status == 7 && home.tree().count == 2, "\(after.errors)")
        #expect(!after.errors.contains("tier refresh"), "\(after.errors)")
        #expect(try home.run("execute", "--yes", later: 86_400).status == 0)
        #expect(home.tree().isEmpty)
        #expect(try home.run("history", "--verify").status == 0)
    }

    @Test("lead from the end of a day to what there is, unless that is put off for a day")
    func stop() throws {
        let office = try Office()
        let home = try office.helper()
        try home.write(
            TestRules.old(extra: "policy: {issuer: school}\nquota: {reviews: 50/day, grace: 0d}")
                .replacing("then: delete", with: "then: review")
                .replacing("    method: recycle\n    undo_window: none", with: ""),
            to: "rules.yaml")
        #expect(try home.run("plan", "-q").status == 0)
        func review(_ typed: String, later: Int = 0) throws -> String {
            try home.run(["review", "--plain"], typing: typed).output
        }
        let none = try review("k\nq\n")
        #expect(none.contains("what Example School allows in a day"), "\(none)")
        #expect(none.contains("See what there is: cleanrules tier offers"), "\(none)")
        #expect(!none.contains("quota extend"))
        #expect(try home.run("tier", "later").status == 0)
        let put = try review("q\n")
        #expect(put.contains("what Example School allows") && !put.contains("tier offers"))
        #expect(try redeem(office.code(), home).status == 0)
        let more = try review("k\nk\nq\n")
        #expect(more.contains("2 of 2 today") || more.contains("That was all"), "\(more)")
        #expect(try home.run("quota", "extend", "5").status == 0)
        #expect(try review("k\nq\n").contains("what Example School allows"))
    }

    @Test("count a day of 23 hours, and one of 25, as one")
    func savingTime() throws {
        let office = try Office(deletes: 1)
        // The last Sundays of March and of October 2027 in Berlin.
        for (start, hours) in [(1_806_188_400, 23), (1_824_933_600, 25)] {
            let home = try office.helper(zone: "Europe/Berlin")
            #expect(try redeem(office.code(), home).status == 0)
            func at(_ seconds: Int, _ words: String...) throws -> Int32 {
                try home.run(words, environment: Interposer.clock(seconds)).status
            }
            #expect(try at(start - 7_200, "plan", "-q") == 0)
            #expect(try at(start - 7_100, "stage", "--yes", "-q", "--no-undo-window") == 0)
            let end = start + hours * 3_600
            for (instant, left) in [(start + 60, 2), (end - 60, 2), (end + 60, 1)] {
                #expect(try at(instant, "execute", "--yes") == 7)
                #expect(home.tree().count == left, "\(hours) hours, \(instant - start)")
            }
        }
    }
}
