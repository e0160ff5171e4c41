// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// Caps of a wave, while waves of a plan over a fleet are staged.
@Suite("Caps of a wave of a fleet", .timeLimit(.minutes(60)))
struct FleetWaveCapTests {
    private static let hour = 3_600

    private func options(_ cap: String, _ sizes: String) -> TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: \(sizes), soak: 1h}"
        options.caps = """
            {day: {items: 1000}, wave: \(cap), stop_when: {changed: 100%, undone: 100%}}
            """
        return options
    }

    /// A fleet whose drives have 1,000, 2,000 and 3,000 bytes in three images each.
    private func tenant(
        _ count: Int = 4, wave cap: String, sizes: String = "[100%]"
    ) throws -> TenantHome {
        try TenantHome(count, options(cap, sizes))
    }

    /// How many bytes of images there are.
    private func left(_ tenant: TenantHome) -> Int64 {
        tenant.graph.drives.reduce(0) { sum, drive in
            drive.truth().filter { $0.path.hasSuffix(".iso") }.reduce(sum) { $0 + $1.size }
        }
    }

    /// Plans and stages wave 1, of which so many items go and so many stay; typed again it stages nothing more.
    private func stageTwice(
        _ tenant: TenantHome, _ environment: [String: String], items: Int, left: Int
    ) async throws {
        try await tenant.fleet("plan @")
        let first = try await tenant.fleet("stage @ --wave 1", environment)
        for text in ["\(items) items (", "\(left) items (", "stay for a later plan"] {
            #expect(first.output.contains(text), "\(text): \(first.output)")
        }
        let again = try await tenant.fleet("stage @ --wave 1", environment, later: 60)
        for text in ["Nothing was staged", "\(items) items were waiting already"] {
            #expect(again.output.contains(text), "\(text): \(again.output)")
        }
    }

    /// Plans and stages wave 1, and takes all of it back.
    private func stageAndTakeBack(
        _ tenant: TenantHome, _ environment: [String: String]
    ) async throws {
        try await tenant.fleet("plan @")
        try await tenant.fleet("stage @ --wave 1", environment)
        try await tenant.fleet("undo @ --all", later: 60)
    }

    @Test("are of items: the largest come first, the others stay, however often it is staged")
    func items() async throws {
        let tenant = try tenant(wave: "{items: 5}")
        try await tenant.serving { environment in
            try await stageTwice(tenant, environment, items: 5, left: 7)
            let status = try await tenant.fleet("status @", later: 60)
            #expect(status.output.contains("of its cap are used"), "\(status.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 7 && left(tenant) == 24_000 - 14_000)
            // What is gone takes its room all the same.
            let later = try await tenant.fleet(
                "stage @ --wave 1", environment, later: 3 * Self.hour)
            #expect(later.output.contains("Nothing was staged"), "\(later.output)")
            try await tenant.fleet("execute @", environment, later: 5 * Self.hour)
            #expect(tenant.imageCount == 7)
            // A later plan has waves, and caps, of its own.
            try tenant.write(options("{items: 5}", "[100%]"))
            try await tenant.fleet("plan @", later: 5 * Self.hour)
            let next = try await tenant.fleet("stage @ --wave 1", environment, later: 5 * Self.hour)
            #expect(next.output.contains("5 items ("), "\(next.output)")
        }
    }

    @Test("are of bytes: what does not fit leaves room for what is smaller")
    func bytes() async throws {
        let tenant = try tenant(wave: "{bytes: 7kB}")
        try await tenant.serving { environment in
            try await stageTwice(tenant, environment, items: 3, left: 9)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(left(tenant) == 24_000 - 7_000 && tenant.imageCount == 9)
        }
    }

    @Test("count all drives of the wave, whichever are named, and what an option lets through")
    func parts() async throws {
        let tenant = try tenant(wave: "{items: 3}")
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let some = try await tenant.fleet("stage @ --wave 1 --bytes 3kB", environment)
            #expect(some.output.contains("1 item ("), "\(some.output)")
            var staged = 1
            for place in 0..<4 {
                let one = try await tenant.fleet(
                    "stage @ --wave 1 --only \(tenant.name(place))", environment, later: 60)
                if one.output.contains("2 items (") && one.output.contains("were staged") {
                    staged += 2
                }
                #expect(!one.output.contains("no room for any"), "\(one.output)")
            }
            #expect(staged == 3)
            let rest = try await tenant.fleet("stage @ --wave 1", environment, later: 120)
            #expect(rest.output.contains("3 items were waiting already"), "\(rest.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 9)
        }
    }

    @Test("hold up no later wave once they are used up, and each wave has its own")
    func nextWave() async throws {
        let tenant = try tenant(wave: "{items: 2}", sizes: "[2, 100%]")
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            try await tenant.fleet("stage @ --wave 2", environment, endsWith: 5)
            let first = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(first.output.contains("2 items ("), "\(first.output)")
            #expect(!first.output.contains("does not count as staged"), "\(first.output)")
            try await tenant.fleet("stage @ --wave 2", environment, later: 60, endsWith: 5)
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            let second = try await tenant.fleet(
                "stage @ --wave 2", environment, later: 4 * Self.hour)
            #expect(second.output.contains("2 items ("), "\(second.output)")
            try await tenant.fleet("execute @", environment, later: 6 * Self.hour)
            #expect(tenant.images == [2, 2, 2, 2])
        }
    }

    @Test("have no more room for what people took back, and the next wave goes on")
    func takenBack() async throws {
        let tenant = try tenant(wave: "{items: 3}", sizes: "[2, 100%]")
        try await tenant.serving { environment in
            try await stageAndTakeBack(tenant, environment)
            let again = try await tenant.fleet("stage @ --wave 1", environment, later: 120)
            #expect(again.output.contains("Nothing was staged"), "\(again.output)")
            #expect(again.output.contains("people took it back before"), "\(again.output)")
            #expect(again.output.contains("3 items ("), "\(again.output)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 12)
            let next = try await tenant.fleet("stage @ --wave 2", environment, later: 4 * Self.hour)
            #expect(next.output.contains("3 items ("), "\(next.output)")
        }
    }

    @Test("are not eaten up, plan after plan, by what people took back of an earlier one")
    func laterPlan() async throws {
        let tenant = try tenant(wave: "{items: 4}")
        try await tenant.serving { environment in
            try await stageAndTakeBack(tenant, environment)
            try tenant.write(options("{items: 4}", "[100%]"))
            try await tenant.fleet("plan @", later: 2 * Self.hour)
            let next = try await tenant.fleet("stage @ --wave 1", environment, later: 2 * Self.hour)
            #expect(next.output.contains("4 items ("), "\(next.output)")
            #expect(next.output.contains("were staged"), "\(next.output)")
            try await tenant.fleet("execute @", environment, later: 4 * Self.hour)
            #expect(tenant.imageCount == 8 && left(tenant) == 24_000 - 8_000)
        }
    }

    @Test("with room for nothing say so, and let no later wave begin")
    func noRoom() async throws {
        let tenant = try tenant(wave: "{bytes: 900B}", sizes: "[2, 100%]")
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let first = try await tenant.fleet("stage @ --wave 1", environment)
            #expect(first.output.contains("Nothing was staged"), "\(first.output)")
            #expect(first.output.contains("has no room for any of it"), "\(first.output)")
            try await tenant.fleet("stage @ --wave 2", environment, later: 60, endsWith: 5)
            #expect(tenant.imageCount == 12)
        }
    }

    @Test("hold over a kill, wherever it comes, and nothing of them is lost by it")
    func killed() async throws {
        let tenant = try tenant(40, wave: "{items: 50}")
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let program = try tenant.home.start(
                ["fleet", "stage", "fleet.yaml", "--wave", "1", "-q", "--workers", "2"],
                environment: environment, later: 0)
            let drives = "\(tenant.home.path)/work/drives"
            func begun() -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: drives).count) ?? 0
            }
            while begun() < 12, program.process.isRunning {
                try await Task.sleep(for: .milliseconds(5))
            }
            kill(program.process.processIdentifier, SIGKILL)
            _ = try await ServedGraph.finish(program)
            for later in [60, 120] {
                try await tenant.fleet("stage @ --wave 1 -q", environment, later: later)
            }
            try await tenant.fleet("execute @ -q --workers 8", environment, later: 2 * Self.hour)
            #expect(tenant.imageCount == 120 - 50, "\(tenant.images)")
        }
    }
}
