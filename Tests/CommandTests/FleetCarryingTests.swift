// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// Plans over all drives of a fleet carried out, with the programs as they are installed, against a
/// simulated service.
@Suite("A plan over a fleet is carried out", .timeLimit(.minutes(60)))
struct FleetCarryingTests {
    private static let hour = 3_600

    @Test("in waves, each looked at, taken back and told of in the journal")
    func waves() async throws {
        let tenant = try TenantHome(10)
        try await tenant.serving { environment in
            let plan = try await tenant.fleet("plan @")
            #expect(
                plan.output.contains("At 1,440,000 units a day all of that takes about 1 minute,"),
                "\(plan.output)")
            let check = try await tenant.fleet("check @")
            #expect(check.output.contains("At 1,440,000 units a day"), "\(check.output)")
            // What only staging needs is no error where it is not there, and is one where it is no good.
            #expect(check.errors.contains("CLEANRULES_CLIENT_CERTIFICATE"), "\(check.errors)")
            let ready = try await tenant.fleet("check @", environment)
            #expect(ready.output.contains("credential can be read"), "\(ready.output)")
            #expect(!ready.errors.contains("credential"), "\(ready.errors)")
            var broken = environment
            broken["CLEANRULES_CLIENT_SECRET"] = nil
            broken["CLEANRULES_CLIENT_CERTIFICATE"] = "/nowhere/app.pem"
            let refused = try await tenant.fleet("check @", broken, endsWith: 3)
            #expect(refused.errors.contains("/nowhere/app.pem"), "\(refused.errors)")
            // Another fleet file over the same folder carries nothing out.
            try tenant.home.write(try tenant.home.text("fleet.yaml"), to: "other.yaml")
            for line in [["stage", "other.yaml", "--wave", "1"], ["execute", "other.yaml"]] {
                let other = try tenant.home.run(["fleet"] + line, environment: environment)
                #expect(other.status == 5 && other.errors.contains("--moved"), "\(other.errors)")
            }
            let early = try await tenant.fleet("stage @ --wave 2", environment, endsWith: 5)
            #expect(early.errors.contains("wave 1"), "\(early.errors)")
            let first = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(first.output.contains("9 items"), "\(first.output)")
            let places = (0..<10).map { tenant.name($0) }
            let whole = try await tenant.fleet(
                "stage @ --wave 1 --only \(places.joined(separator: " "))", environment, endsWith: 1
            )
            for text in ["is of wave 2", "is of wave 3"] {
                #expect(whole.errors.contains(text), "\(whole.errors)")
            }
            #expect(tenant.imageCount == 30, "nothing goes before its window is over")
            try await tenant.fleet("execute @", environment)
            #expect(tenant.imageCount == 30)
            // Staged once more it is the same, and not staged twice.
            let again = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(again.output.contains("9 items were waiting already"), "\(again.output)")
            let second = try await tenant.fleet(
                "stage @ --wave 2", environment, later: 60, endsWith: 5)
            #expect(second.errors.contains("9 items of wave 1 wait"), "\(second.errors)")
            let done = try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(done.output.contains("9 items"), "\(done.output)")
            #expect(tenant.images.count { $0 == 0 } == 3 && tenant.imageCount == 21)
            let soaking = try await tenant.fleet(
                "stage @ --wave 2", environment, later: 3 * Self.hour, endsWith: 5)
            #expect(soaking.errors.contains("is to rest until"), "\(soaking.errors)")
            try await tenant.fleet("stage @ --wave 2", environment, later: 5 * Self.hour)
            let status = try await tenant.fleet("status @", later: 5 * Self.hour)
            #expect(status.output.contains("wave 1") && status.output.contains("wave 2"))
            let waiting = status.output.split(separator: "\n").filter { $0.contains("--state") }
            #expect(waiting.count == 2, "\(status.output)")
            // Whoever is named has all of it back, and keeps it.
            let name = try #require(
                waiting.first?.split(separator: ":").first?.split(separator: " ").last)
            let undone = try await tenant.fleet("undo @ --drive \(name)", later: 5 * Self.hour)
            #expect(undone.output.contains("3 items taken back"), "\(undone.output)")
            try await tenant.fleet("execute @", environment, later: 7 * Self.hour)
            #expect(tenant.imageCount == 18)
            let left = try await tenant.fleet("stage @ --wave 2", environment, later: 8 * Self.hour)
            #expect(left.output.contains("people took it back before"), "\(left.output)")
        }
        let lines = try await tenant.history()
        let deleted = lines.filter { $0["event"] as? String == "deleted" }
        #expect(deleted.count == 12 && Set(deleted.compactMap { $0["id"] as? String }).count == 12)
        #expect(
            deleted.allSatisfy {
                $0["rule"] as? String == "images" && $0["hash_quickxor"] is String
                    && ($0["path"] as? String)?.hasSuffix(".iso") == true && $0["size"] is Int
                    && $0["request"] is String
            })
        for event in ["stage", "staged", "wave", "lease", "reserved", "turn", "undone"] {
            #expect(lines.contains { $0["event"] as? String == event }, "\(event)")
        }
        #expect(lines.allSatisfy { $0["chain"] == nil })
    }

    @Test("of all drives that were meant, never of a try; and which ones are left out is said")
    func leftOut() async throws {
        let tenant = try TenantHome(4)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @ --sample 2")
            let tried = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 5)
            #expect(tried.errors.contains("for a try"), "\(tried.errors)")
            try await tenant.fleet("plan @ --without \(tenant.name(1))")
            // The try after it changes nothing.
            try await tenant.fleet("plan @ --sample 1")
            let lacks = try await tenant.fleet(
                "stage @ --wave 1 --only u009 u002 u001", environment, endsWith: 1)
            for text in [
                "no drive of the plan is called 'u009'",
                "'u002' is in no wave: the plan deletes nothing there", "wave 1 has 3 drives: '",
            ] {
                #expect(lacks.errors.contains(text), "\(lacks.errors)")
            }
            let staged = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(staged.output.contains("9 items"), "\(staged.output)")
            for run in [staged, try await tenant.fleet("status @")] {
                #expect(
                    run.output.contains("1 drive is left out of the plan, as was asked: 'u002'"),
                    "\(run.output)")
            }
            let untouched = try await tenant.fleet("restore @ --drive u002", environment)
            #expect(untouched.output.contains("u002: nothing was ever staged"))
            let unknown = try await tenant.fleet(
                "undo @ --drive u009", environment, endsWith: 1)
            #expect(unknown.errors.contains("'u009'"), "\(unknown.errors)")
            let before = try await tenant.fleet("status @ --restorable")
            #expect(before.output.contains("No drive has anything"), "\(before.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            let after = try await tenant.fleet("status @ --restorable", later: 2 * Self.hour)
            for name in ["u001", "u003", "u004"] {
                #expect(after.output.contains("\(name): 3 items ("), "\(after.output)")
            }
            // As `restore` finds it: the bins of an organisation are none for programs.
            let byHand = after.output.split(separator: "\n").filter {
                $0.contains("only a person can") && $0.contains("the recycle bin of the OneDrive")
            }
            #expect(byHand.count == 3, "\(after.output)")
        }
    }

    @Test("and a wave without drives says which one has some")
    func emptyWave() async throws {
        var options = TenantHome.Options()
        options.waves = "{sizes: [3, 1%, 10%, 100%], soak: 1h}"
        options.lines = "packed"
        let tenant = try TenantHome(4, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            let empty = try await tenant.fleet(
                "stage @ --wave 2", environment, later: 4 * Self.hour)
            #expect(
                empty.output.contains("has no drives; the next one that has some is wave 4"),
                "\(empty.output)")
            let last = try await tenant.fleet(
                "stage @ --wave 4", environment, later: 4 * Self.hour)
            #expect(last.output.contains("3 items"), "\(last.output)")
        }
    }

    @Test("of lines that are what was written alone", arguments: ["plain", "packed"])
    func damagedLines(lines: String) async throws {
        var options = TenantHome.Options()
        options.lines = lines
        let tenant = try TenantHome(2, options)
        let home = tenant.home
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            for name in home.tree("work/plans") where name.hasSuffix(".ndjson") {
                let path = "work/plans/" + name
                let text = try home.text(path)
                try home.write(
                    text.replacingOccurrences(of: "setup1.iso", with: "setup9.iso"), to: path)
            }
            for name in home.tree("work/plans") where name.hasSuffix(".gz") {
                let place = URL(fileURLWithPath: "\(home.path)/work/plans/\(name)")
                var bytes = try Data(contentsOf: place)
                bytes[bytes.count / 2] ^= 1
                try bytes.write(to: place)
            }
            let run = try await tenant.fleet("stage @ --wave 1", environment, endsWith: nil)
            #expect(run.status == 1, "\(run.output) \(run.errors)")
            #expect(run.output.contains("is damaged"), "\(run.output) \(run.errors)")
            #expect(run.output.contains("Nothing was staged"), "\(run.output)")
        }
    }

    @Test("and one drive is brought back from its quarantine")
    func restore() async throws {
        var options = TenantHome.Options()
        options.rules = """
            - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h, method: quarantine}
            """
        let tenant = try TenantHome(4, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            func inPlace() -> Int {
                tenant.graph.drives.reduce(0) { sum, drive in
                    sum + (1...3).count { drive.item("/Downloads/setup\($0).iso") != nil }
                }
            }
            #expect(inPlace() == 3)
            let emptied = tenant.graph.drives.indices.filter {
                tenant.graph.drives[$0].item("/Downloads/setup1.iso") == nil
            }
            let name = tenant.name(try #require(emptied.first))
            let back = try await tenant.fleet(
                "restore @ --drive \(name)", environment, later: 3 * Self.hour)
            #expect(back.output.contains("3 items brought back"), "\(back.output)")
            #expect(inPlace() == 6)
            try await tenant.fleet("execute @", environment, later: 4 * Self.hour)
            #expect(inPlace() == 6, "what came back stays")
        }
        let lines = try await tenant.history()
        #expect(lines.count { $0["event"] as? String == "brought-back" } == 3)
    }

    @Test("and says where the bin is from which the service brings nothing back")
    func bin() async throws {
        let tenant = try TenantHome(2)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            let run = try await tenant.fleet(
                "restore @ --all", environment, later: 3 * Self.hour, endsWith: 6)
            #expect(run.output.contains("from the recycle bin"), "\(run.output)")
        }
        // What was tried and brought nothing back is no second deletion.
        let lines = try await tenant.history()
        #expect(lines.count { $0["event"] as? String == "deleted" } == 6)
        #expect(!lines.contains { $0["event"] as? String == "restored" })
    }

    @Test("only where a fresh look agrees, with tags or without", arguments: [true, false])
    func changed(hasTags: Bool) async throws {
        var options = TenantHome.Options()
        options.hasTags = hasTags
        options.waves = "{sizes: [100%], soak: 1h}"
        let tenant = try TenantHome(3, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let drives = tenant.graph.drives
            try drives[0].edit("/Downloads/setup1.iso", .text("something else"))
            try drives[1].rename("/Downloads/setup2.iso", to: "kept.iso")
            try drives[2].delete("/Downloads/setup3.iso")
            let staged = try await tenant.fleet("stage @ --wave 1", environment, endsWith: nil)
            #expect(staged.output.contains("6 items"), "\(staged.output) \(staged.errors)")
            // And again when it goes.
            try drives[0].edit("/Downloads/setup2.iso", .text("something else again"))
            try await tenant.fleet(
                "execute @", environment, later: 2 * Self.hour, endsWith: 6)
            #expect(drives[0].item("/Downloads/setup1.iso") != nil)
            #expect(drives[0].item("/Downloads/setup2.iso") != nil)
            #expect(drives[1].item("/Downloads/kept.iso") != nil)
            #expect(tenant.imageCount == 3)
        }
    }

    @Test("in no further wave after one in which nothing was as the plan saw it")
    func nothingAsPlanned() async throws {
        var options = TenantHome.Options()
        options.waves = "{sizes: [1, 100%], soak: 1h}"
        let tenant = try TenantHome(2, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            for drive in tenant.graph.drives {
                for number in 1...3 {
                    try drive.edit("/Downloads/setup\(number).iso", .text("new \(number)"))
                }
            }
            let run = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(run.output.contains("does not count as staged"), "\(run.output)")
            let next = try await tenant.fleet(
                "stage @ --wave 2", environment, later: 2 * Self.hour, endsWith: 5)
            #expect(next.errors.contains("--without NAME"), "\(next.errors)")
        }
    }

    @Test("as far as it is chosen: what brings most comes first")
    func chosen() async throws {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.lines = "packed"
        let tenant = try TenantHome(4, options)
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let past = try await tenant.fleet(
                "stage @ --wave 1 --until 2020-01-01", environment, endsWith: 64)
            #expect(past.errors.contains("still to come"), "\(past.errors)")
            // There is room for nothing.
            let none = try await tenant.fleet("stage @ --wave 1 --bytes 900B", environment)
            #expect(none.output.contains("Nothing was staged"), "\(none.output)")
            // Of each drive there are 1,000, 2,000 and 3,000 bytes.
            let staged = try await tenant.fleet("stage @ --wave 1 --bytes 12kB", environment)
            #expect(staged.output.contains("4 items"), "\(staged.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.images == [2, 2, 2, 2])
            #expect(
                tenant.graph.drives.allSatisfy { $0.item("/Downloads/setup3.iso") == nil })
        }
    }

    @Test("without what somebody keeps for good, by this plan and by later ones")
    func kept() async throws {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        let tenant = try TenantHome(2, options)
        let home = tenant.home
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
            let key = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "\(home.path)/work/drives")
                    .min())
            let state = "work/drives/\(key)/state.sqlite"
            func keep(_ path: String) async throws -> CommandRun {
                try await ServedGraph.waiting {
                    try home.run(
                        ["keep", path, "--pin", "--state", state], environment: environment,
                        later: 60)
                }
            }
            let unknown = try await keep("/Documents/Plan.txt")
            #expect(unknown.status == 1, "\(unknown.output)")
            #expect(unknown.errors.contains("was ever staged"), "\(unknown.errors)")
            let run = try await keep("/Downloads/setup1.iso")
            #expect(run.status == 0, "\(run.output) \(run.errors)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 1)
            let again = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 2 * Self.hour)
            #expect(again.output.contains("people decided that it stays"), "\(again.output)")
            // For good: another content changes nothing.
            let drive = try #require(
                tenant.graph.drives.first { $0.item("/Downloads/setup1.iso") != nil })
            try drive.edit("/Downloads/setup1.iso", .text("something else"))
            try tenant.write(options)
            try await tenant.fleet("plan @", later: 3 * Self.hour)
            let next = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 3 * Self.hour)
            #expect(next.output.contains("people decided that it stays"), "\(next.output)")
            try await tenant.fleet("execute @", environment, later: 5 * Self.hour)
            #expect(tenant.imageCount == 1)
        }
    }

    @Test("and says what the fleet file lacks where nothing can go")
    func lacking() async throws {
        var options = TenantHome.Options()
        options.graph = ""
        let tenant = try TenantHome(2, options)
        try await tenant.fleet("plan @")
        let run = try await tenant.fleet("stage @ --wave 1", endsWith: 3)
        #expect(run.errors.contains("graph: {tenant"), "\(run.errors)")
        #expect(!tenant.home.has("work/journal/fleet.ndjson"))
    }

    @Test("on the drives it was planned over, whatever the inventory calls so now")
    func otherDrives() async throws {
        let options = TenantHome.Options()
        let tenant = try TenantHome(2, options)
        try await tenant.fleet("plan @")
        let inventory = try tenant.home.text("drives.ndjson")
        let ids = tenant.graph.drives.map(\.id)
        try tenant.home.write(
            inventory.replacingOccurrences(of: ids[0], with: "b!other"), to: "drives.ndjson")
        try await tenant.serving { environment in
            let run = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 5)
            #expect(run.errors.contains("another 'drive_id' now"), "\(run.errors)")
            #expect(run.errors.contains("1 drive: 'u001'"), "\(run.errors)")
            // Another inventory is another plan, of the same instant too.
            func made(_ inventory: String) async throws -> String {
                try tenant.home.write(inventory, to: "drives.ndjson")
                try await tenant.fleet("plan @ --now 2026-01-01T00:00:00Z")
                return try tenant.home.text("work/plans/current")
            }
            let other = try await made(
                inventory.replacingOccurrences(of: ids[0], with: "b!other"))
            #expect(try await made(inventory) != other)
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 1", environment)
        }
    }

    @Test("by the rules it was planned by, and by no others")
    func rulesChanged() async throws {
        let tenant = try TenantHome(2)
        try await tenant.fleet("plan @")
        var options = TenantHome.Options()
        options.rules = """
            - {id: texts, match: {name: "*.txt"}, then: delete, undo_window: 1h}
            """
        try tenant.write(options)
        try await tenant.serving { environment in
            let run = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 5)
            #expect(run.errors.contains("rules have changed"), "\(run.errors)")
        }
    }
}
