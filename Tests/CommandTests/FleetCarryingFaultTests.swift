// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// Plans over all drives of a fleet that are carried out while much goes wrong.
@Suite("A plan over a fleet, whatever goes wrong,", .timeLimit(.minutes(60)))
struct FleetCarryingFaultTests {
    private static let hour = 3_600
    /// In how many seconds it is noon, UTC, when all undo windows are over and no day ends soon.
    private static let noon: Int = {
        let second = Int(Date().timeIntervalSince1970) % 86_400
        let left = 43_200 - second
        return left >= 7_200 ? left : left + 86_400
    }()

    /// A service that is busy, asks to wait, and loses answers.
    private static let faults = FaultScript([
        FaultRule([.drive], .refusal("throttled"), first: 20, count: 2),
        FaultRule([.delete], .refusal("throttled"), first: 40, count: 3),
        FaultRule([.delete], .refusal("unavailable"), first: 90, count: 2),
        FaultRule([.delete], .droppedAfterEffect, first: 120, count: 3),
        FaultRule([.delete], .slow(seconds: 0.02), first: 1, count: nil),
    ])

    private static var all: TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        return options
    }

    @Test("goes on after kills, deletes each item once, and never passes the caps")
    func killed() async throws {
        let count = 200
        var options = Self.all
        options.caps = """
            {drive: {items: 3}, day: {items: 400}, stop_when: {changed: 100%, failed: 100%}}
            """
        let tenant = try TenantHome(count, options)
        let total = 3 * count
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let staged = try await tenant.fleet("stage @ --wave 1 --workers 8 -q", environment)
            #expect(staged.output.contains("\(total) items"), "\(staged.output)")
            tenant.graph.play(Self.faults)
            for stage in 1...3 {
                tenant.advance(to: Self.noon)
                let program = try tenant.home.start(
                    ["fleet", "execute", "fleet.yaml", "-q", "--workers", "8"],
                    environment: environment, later: Self.noon)
                while tenant.imageCount > total - 60 * stage, program.process.isRunning {
                    try await Task.sleep(for: .milliseconds(20))
                }
                kill(program.process.processIdentifier, SIGKILL)
                _ = try await ServedGraph.finish(program)
            }
            tenant.graph.play(FaultScript())
            let rest = try await tenant.fleet(
                "execute @ -q --workers 8", environment, later: Self.noon + 200, endsWith: nil)
            #expect([6, 7].contains(rest.status), "\(rest.output) \(rest.errors)")
            #expect(total - tenant.imageCount <= 400, "\(rest.output)")
            for day in 1...2 {
                try await tenant.fleet(
                    "execute @ -q --workers 8", environment, later: Self.noon + day * 86_400,
                    endsWith: nil)
            }
            #expect(tenant.imageCount == 0)
        }
        let gone = try await tenant.history().filter {
            ["deleted", "gone"].contains($0["event"] as? String ?? "")
        }
        let ids = gone.compactMap { $0["id"] as? String }
        #expect(Set(ids).count == total && ids.count == total, "\(ids.count)")
        #expect(
            tenant.graph.drives.allSatisfy { $0.item("/Documents/Plan.txt") != nil })
    }

    @Test("pauses by itself where too much is not what the plan saw, and goes on when told to")
    func stopped() async throws {
        var options = Self.all
        options.caps = "{day: {items: 1000}, stop_when: {changed: 10%, failed: 1%, undone: 2%}}"
        // The drive with the largest items comes first.
        let tenant = try TenantHome(4, options) { graph in
            try graph.drives[0].addFile(
                "/Downloads/huge.iso", .generated(size: 1_000_000, seed: 7))
        }
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            for name in ["setup1", "setup2"] {
                try tenant.graph.drives[0].edit("/Downloads/\(name).iso", .text("new"))
            }
            let run = try await tenant.fleet(
                "execute @ --workers 1", environment, later: 2 * Self.hour, endsWith: 5)
            #expect(run.errors.contains("has paused itself"), "\(run.errors)")
            #expect(tenant.images == [2, 3, 3, 3])
            let status = try await tenant.fleet("status @", later: 2 * Self.hour)
            #expect(status.output.contains("2 of the 13 items of wave 1"), "\(status.output)")
            // Who pauses it once more makes nobody forget why.
            let paused = try await tenant.fleet("pause @", later: 2 * Self.hour)
            #expect(paused.output.contains("was paused already"), "\(paused.output)")
            let still = try await tenant.fleet("status @", later: 2 * Self.hour)
            #expect(still.output.contains("2 of the 13 items of wave 1"), "\(still.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: 5)
            #expect(tenant.images == [2, 3, 3, 3])
            let resumed = try await tenant.fleet("resume @", later: 2 * Self.hour)
            #expect(
                resumed.output.contains("wave 1: 2 changed, 0 failed, 0 taken back"),
                "\(resumed.output)")
            // Who lets go of a brake that is not on forgives nothing.
            let again = try await tenant.fleet("resume @", later: 2 * Self.hour)
            #expect(again.output.contains("was not paused"), "\(again.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.images == [2, 0, 0, 0])
        }
    }

    @Test("pauses before anything more goes where people have taken back too much of it")
    func takenBack() async throws {
        var options = Self.all
        options.caps = "{day: {items: 1000}, stop_when: {undone: 2%}}"
        let tenant = try TenantHome(4, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            // Without the program for fleets, as whoever is asked by the owner of a drive may.
            let state = "work/drives/\(try keys(tenant)[0])/state.sqlite"
            let undone = try tenant.home.run(
                ["undo", "--all", "--state", state], later: 60)
            #expect(undone.status == 0, "\(undone.errors)")
            let run = try await tenant.fleet(
                "execute @", environment, later: 2 * Self.hour, endsWith: 5)
            #expect(run.errors.contains("has paused itself"), "\(run.errors)")
            #expect(tenant.imageCount == 12)
            let resumed = try await tenant.fleet("resume @", later: 2 * Self.hour)
            #expect(
                resumed.output.contains("0 changed, 0 failed, 3 taken back"), "\(resumed.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 3)
        }
    }

    /// What the drives that have a state are called in files.
    private func keys(_ tenant: TenantHome) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(tenant.home.path)/work/drives")
            .sorted()
    }

    @Test("takes back all the same where the state of one drive cannot be read")
    func brokenState() async throws {
        let tenant = try TenantHome(3, Self.all)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let state = "work/drives/\(try keys(tenant)[0])/state.sqlite"
            for name in [state + "-wal", state + "-shm"] where tenant.home.has(name) {
                try tenant.home.remove(name)
            }
            try tenant.home.write("no state", to: state)
            let undone = try await tenant.fleet("undo @ --all", endsWith: 1)
            let lines = undone.output.components(separatedBy: "3 items taken back")
            #expect(lines.count == 3, "\(undone.output) \(undone.errors)")
            let status = try await tenant.fleet("status @", endsWith: 1)
            #expect(status.output.contains("no state file"), "\(status.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: 1)
            #expect(tenant.imageCount == 9)
        }
    }

    @Test("says so where the state of a drive is gone, and takes nothing of it for done")
    func goneState() async throws {
        var options = Self.all
        options.waves = "{sizes: [1, 100%], soak: 1h}"
        let tenant = try TenantHome(2, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let place = try "\(tenant.home.path)/work/drives/\(keys(tenant)[0])"
            let aside = tenant.home.path + "/aside"
            try FileManager.default.moveItem(atPath: place, toPath: aside)
            let run = try await tenant.fleet(
                "execute @", environment, later: 2 * Self.hour, endsWith: 1)
            #expect(run.output.contains("is not there any more"), "\(run.output)")
            let status = try await tenant.fleet("status @", endsWith: 1)
            #expect(status.output.contains("is not there any more"), "\(status.output)")
            let next = try await tenant.fleet(
                "stage @ --wave 2", environment, later: 4 * Self.hour, endsWith: 5)
            #expect(next.errors.contains("3 items of wave 1 wait"), "\(next.errors)")
            try FileManager.default.moveItem(atPath: aside, toPath: place)
            try await tenant.fleet("execute @", environment, later: 4 * Self.hour)
            #expect(tenant.imageCount == 3)
        }
    }

    @Test("stops when it is paused, and stages nothing then")
    func paused() async throws {
        let tenant = try TenantHome(30, Self.all)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1 -q", environment)
            tenant.graph.play(
                FaultScript([FaultRule([.delete], .slow(seconds: 0.3), first: 1, count: nil)]))
            tenant.advance(to: 2 * Self.hour)
            let program = try tenant.home.start(
                ["fleet", "execute", "fleet.yaml", "-q", "--workers", "1"],
                environment: environment, later: 2 * Self.hour)
            while tenant.imageCount == 90, program.process.isRunning {
                try await Task.sleep(for: .milliseconds(20))
            }
            let pause = try await tenant.fleet("pause @", later: 2 * Self.hour)
            #expect(pause.output.contains("staged or deleted until"), "\(pause.output)")
            let before = tenant.imageCount
            let run = try await ServedGraph.finish(program)
            #expect(run.status == 5, "\(run.output) \(run.errors)")
            let left = tenant.imageCount
            // What was sent with the same request as the last one may go.
            #expect(left > 0 && left < 90 && before - left <= 20, "\(before) \(left)")
            for (command, said) in [
                ("stage @ --wave 1", "paused, and nothing is staged;"),
                ("execute @", "paused, and nothing is deleted;"),
            ] {
                let refused = try await tenant.fleet(
                    command, environment, later: 2 * Self.hour, endsWith: 5)
                #expect((refused.output + refused.errors).contains(said), "\(refused.output)")
            }
            #expect(tenant.imageCount == left)
            tenant.graph.play(FaultScript())
            try await tenant.fleet("resume @", later: 2 * Self.hour)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 0)
        }
    }

    @Test("refuses a journal that somebody has changed")
    func tampered() async throws {
        let tenant = try TenantHome(2, Self.all)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let journal = "work/journal/fleet.ndjson"
            let text = try tenant.home.text(journal)
            try tenant.home.write(
                text.replacingOccurrences(of: "\"wave\":1", with: "\"wave\":2"), to: journal)
            for command in ["execute @", "stage @ --wave 1", "status @", "history @"] {
                let run = try await tenant.fleet(
                    command, environment, later: 2 * Self.hour, endsWith: 1)
                #expect(run.errors.contains("is broken at line 1"), "\(run.errors)")
            }
            #expect(tenant.imageCount == 6)
            // What a killed process left of a last line is no line, and told.
            try tenant.home.write(text + "{\"at\":1", to: journal)
            let run = try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(run.errors.contains("torn off"), "\(run.errors)")
            #expect(tenant.imageCount == 0)
        }
    }

    // MARK: Copies on other drives

    private static let copies = """
        - id: copies
          duplicates: {same: content, across: drives, keep: [shortest_path]}
          then: delete
          undo_window: 1h
        """

    private func withCopies(hasTags: Bool = true) throws -> TenantHome {
        var options = Self.all
        options.rules = Self.indented(Self.copies)
        options.hasTags = hasTags
        return try TenantHome(3, options) { graph in
            for drive in graph.drives {
                try drive.addFile("/Films/film.bin", .generated(size: 5_000, seed: 99))
            }
        }
    }

    private static func indented(_ text: String) -> String {
        text.replacingOccurrences(of: "\n", with: "\n  ")
    }

    private func films(_ tenant: TenantHome) -> [Bool] {
        tenant.graph.drives.map { $0.item("/Films/film.bin") != nil }
    }

    @Test("keeps the copy that others rely on, and stages it by no later plan before they are gone")
    func reliance() async throws {
        let tenant = try withCopies()
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let staged = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(staged.output.contains("2 items"), "\(staged.output)")
            var options = Self.all
            options.rules = Self.indented(
                Self.copies + """

                    - {id: films, in: u001, match: {name: "*.bin"}, then: delete, undo_window: 1h}
                    """)
            try tenant.write(options)
            try await tenant.fleet("plan @")
            let later = try await tenant.fleet("stage @ --wave 1", environment, later: 60)
            #expect(
                later.output.contains("because this one stays"), "\(later.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(films(tenant) == [true, false, false])
            // Now nothing relies on it any more.
            let last = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 3 * Self.hour, endsWith: nil)
            #expect(last.output.contains("1 item ("), "\(last.output) \(last.errors)")
        }
    }

    @Test(
        "deletes copies of which one stays elsewhere, with tags or without",
        arguments: [true, false])
    func copies(hasTags: Bool) async throws {
        let tenant = try withCopies(hasTags: hasTags)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let staged = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(staged.output.contains("2 items"), "\(staged.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(films(tenant) == [true, false, false])
        }
    }

    @Test("deletes no copy whose last other one has changed since")
    func lastCopy() async throws {
        let tenant = try withCopies()
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try tenant.graph.drives[0].edit("/Films/film.bin", .text("cut"))
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour, endsWith: 6)
            #expect(films(tenant) == [true, true, true])
        }
    }
}
