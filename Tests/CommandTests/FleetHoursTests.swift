// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// Fleets that ask nothing of the service in working hours, with the programs as they are installed,
/// against a simulated service.
@Suite("Working hours of a fleet", .timeLimit(.minutes(60)))
struct FleetHoursTests {
    /// The day after this one, in days since 1970.
    private static let tomorrow = Int(Date().timeIntervalSince1970) / 86_400 + 1

    /// In how many seconds it is `hour` o'clock, UTC, so many days after tomorrow.
    private func until(_ hour: Double, days: Int = 0) -> Int {
        (Self.tomorrow + days) * 86_400 + Int(hour * 3_600) - Int(Date().timeIntervalSince1970)
    }

    /// A fleet of so many drives with three images each, all in one wave, which rests from ten to four
    /// each day.
    private func tenant(_ count: Int) throws -> TenantHome {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.rules = """
            - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h, method: quarantine}
            """
        options.graph = """
            {tenant: contoso.example, client_id: \(SimulatedScenario.applicationID), \
            working_hours: {from: 10:00, to: 16:00, share: 0%, \
            days: [mon, tue, wed, thu, fri, sat, sun]}}
            """
        return try TenantHome(count, options)
    }

    @Test(
        "hold up what stages and deletes, which says when it goes on, and nothing that takes back"
    )
    func carrying() async throws {
        let tenant = try tenant(2)
        try await tenant.serving { environment in
            let check = try await tenant.fleet("check @", later: until(12))
            #expect(check.output.contains("10:00 to 16:00"), "\(check.output)")
            #expect(check.output.contains("within these hours: 0 % are taken"), "\(check.output)")
            let status = try await tenant.fleet("status @", later: until(17))
            #expect(
                status.output.contains("outside of these hours: 80 % are"), "\(status.output)")
            // Three quarters of a day are left.
            let plan = try await tenant.fleet("plan @", later: until(11))
            #expect(plan.output.contains("At 1,080,000 units a day"), "\(plan.output)")
            let early = try await tenant.fleet(
                "stage @ --wave 1", environment, later: until(12), endsWith: 7)
            #expect(early.output.contains("Nothing was staged"), "\(early.output)")
            #expect(early.output.contains("16:00 UTC"), "\(early.output)")
            #expect(tenant.graph.log.isEmpty, "nothing is asked")
            let staged = try await tenant.fleet("stage @ --wave 1", environment, later: until(16.5))
            #expect(staged.output.contains("6 items"), "\(staged.output)")
            tenant.graph.clearLog()
            let held = try await tenant.fleet(
                "execute @", environment, later: until(10.1, days: 1), endsWith: 7)
            #expect(held.output.contains("6 items were due"), "\(held.output)")
            #expect(held.output.contains("16:00 UTC"), "\(held.output)")
            #expect(tenant.graph.log.isEmpty && tenant.imageCount == 6)
            // While the brake is on nothing goes on, whatever hour it is.
            try await tenant.fleet("pause @", later: until(10.2, days: 1))
            let paused = try await tenant.fleet(
                "execute @", environment, later: until(10.3, days: 1), endsWith: 5)
            #expect(!paused.output.contains("16:00 UTC"), "\(paused.output)")
            try await tenant.fleet("resume @", later: until(10.4, days: 1))
            let undone = try await tenant.fleet("undo @ --drive u001", later: until(11, days: 1))
            #expect(undone.output.contains("3 items taken back"), "\(undone.output)")
            try await tenant.fleet("execute @", environment, later: until(16.1, days: 1))
            #expect(tenant.graph.drives[1].item("/Downloads/setup1.iso") == nil)
            #expect(tenant.graph.drives[0].item("/Downloads/setup1.iso") != nil)
            // Where nothing is due there is nothing to wait for.
            let idle = try await tenant.fleet(
                "execute @", environment, later: until(10.5, days: 2))
            #expect(idle.output.contains("Nothing was due"), "\(idle.output)")
            try await tenant.fleet("restore @ --all", environment, later: until(11, days: 2))
            #expect(tenant.graph.drives[1].item("/Downloads/setup1.iso") != nil)
        }
    }

    @Test("that begin in the middle of a run end it, with all that was done written down")
    func beginning() async throws {
        let tenant = try tenant(12)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment, later: until(6))
            tenant.graph.play(
                FaultScript([
                    FaultRule([.patch, .delete], .slow(seconds: 0.05), first: 1, count: nil)
                ]))
            // The program has this clock as soon as there is such a file.
            let clock = tenant.home.path + "/clock"
            var shown = environment
            shown["CLOCK_FILE"] = clock
            tenant.advance(to: until(9.97))
            let program = try tenant.home.start(
                ["fleet", "execute", "fleet.yaml", "-q", "--workers", "1"], environment: shown,
                later: until(9.97))
            while left(tenant) > 30, program.process.isRunning {
                try await Task.sleep(for: .milliseconds(10))
            }
            try tenant.home.write("\(Self.tomorrow * 86_400 + 36_030)", to: "clock.new")
            try FileManager.default.moveItem(atPath: clock + ".new", toPath: clock)
            let run = try await ServedGraph.finish(program)
            #expect(run.status == 7, "\(run.output) \(run.errors)")
            #expect(run.output.contains("16:00 UTC"), "\(run.output)")
            let rest = left(tenant)
            #expect(rest > 0 && rest <= 30, "\(run.output)")
            // What it had in hand stands in the journal.
            let told = try await deleted(tenant)
            #expect(told.count == 36 - rest && Set(told).count == told.count)
            tenant.graph.play(FaultScript())
            let next = try await tenant.fleet("execute @", environment, later: until(16.1))
            #expect(!next.output.contains("killed run"), "\(next.output)")
            #expect(left(tenant) == 0)
        }
        let ids = try await deleted(tenant)
        #expect(Set(ids).count == 36 && ids.count == 36)
    }

    /// How many images lie where they were.
    private func left(_ tenant: TenantHome) -> Int {
        tenant.graph.drives.reduce(0) { sum, drive in
            sum + (1...3).count { drive.item("/Downloads/setup\($0).iso") != nil }
        }
    }

    private func deleted(_ tenant: TenantHome) async throws -> [String] {
        try await tenant.history().filter { $0["event"] as? String == "deleted" }
            .compactMap { $0["id"] as? String }
    }

    @Test("hold up rounds as well, which are no worse for it and go on with all of it")
    func rounds() async throws {
        let tenant = try tenant(2)
        let graph = try tenant.home.text("fleet.yaml").split(separator: "\n")
            .first { $0.hasPrefix("graph:") }
        try tenant.home.write(
            """
            version: 1
            rules: rules.yaml
            work: rounds
            \(try #require(graph))
            users: {list: [u001@contoso.example, u002@contoso.example]}
            caps: {day: {items: 100}}
            """, to: "rounds.yaml")
        func night(
            _ environment: [String: String], _ options: String, _ hour: Double, _ days: Int = 0,
            endsWith status: Int32
        ) async throws -> [String: Any] {
            try await tenant.fleet(
                "run rounds.yaml --report json - \(options)", environment,
                later: until(hour, days: days), endsWith: status
            ).json()
        }
        try await tenant.serving { environment in
            let early = try await night(environment, "--stage", 12, endsWith: 7)
            let next = Date(timeIntervalSince1970: Double(Self.tomorrow * 86_400 + 16 * 3_600))
            #expect(early["goes_on"] as? String == next.formatted(.iso8601))
            #expect((early["drives"] as? [Any])?.isEmpty == true && early["failed"] as? Int == 0)
            #expect(tenant.graph.log.isEmpty, "nothing is asked")
            let staged = try await night(environment, "--stage", 16.5, endsWith: 0)
            #expect(staged["goes_on"] is NSNull && staged["unfinished_run"] is NSNull)
            #expect((staged["staged"] as? [String: Any])?["items"] as? Int == 6)
            tenant.graph.clearLog()
            let held = try await night(environment, "--execute-only", 11, 1, endsWith: 7)
            #expect(held["goes_on"] is String && tenant.graph.log.isEmpty)
            #expect(left(tenant) == 6)
            let last = try await night(environment, "", 16.5, 1, endsWith: 0)
            #expect((last["deleted"] as? [String: Any])?["items"] as? Int == 6)
            // Where nothing is due nothing is left to be deleted, and nothing goes on; to list always is.
            let idle = try await night(environment, "--execute-only", 10.5, 2, endsWith: 0)
            #expect(idle["goes_on"] is NSNull, "\(idle["summary"] ?? "")")
            let listing = try await night(environment, "", 11, 2, endsWith: 7)
            #expect(listing["goes_on"] is String)
        }
    }
}
