// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import TestSupport
import Testing

/// What somebody has to allow before a wave of a fleet is staged.
@Suite("What has to be allowed of a wave of a fleet", .timeLimit(.minutes(60)))
struct FleetUnallowedTests {
    private func options(_ terms: String) -> TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.rules = """
            - {id: images, match: {name: "*.iso"}, then: delete, \(terms)}
            """
        return options
    }

    @Test("is said once for all drives, with what a fleet can do about it, and staged when allowed")
    func noWindow() async throws {
        let tenant = try TenantHome(3, options("undo_window: none"))
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let refused = try await tenant.fleet("stage @ --wave 1", environment, endsWith: 5)
            let lines = refused.output.split(separator: "\n").filter {
                $0.contains("no undo window")
            }
            #expect(lines.count == 1, "\(refused.output)")
            for text in [
                "9 items (", "on 3 of the drives: 'u00", "--wave 1 --no-undo-window'",
                "'cleanrules fleet undo'",
            ] {
                #expect(lines.first?.contains(text) == true, "\(text): \(refused.output)")
            }
            // Nothing that is meant for somebody with one drive.
            #expect(!(refused.output + refused.errors).contains("is not staged"))
            #expect(!refused.output.contains("'cleanrules show"), "\(refused.output)")
            try await tenant.fleet("execute @", environment)
            #expect(tenant.imageCount == 9)
            let staged = try await tenant.fleet("stage @ --wave 1 --no-undo-window", environment)
            #expect(staged.output.contains("9 items ("), "\(staged.output)")
            // Nothing that nobody can wait for.
            #expect(staged.output.contains("' deletes what is due; "), "\(staged.output)")
            #expect(!staged.output.contains("undo windows"), "\(staged.output)")
            try await tenant.fleet("undo @ --drive u001", later: 60)
            try await tenant.fleet("execute @", environment, later: 60)
            #expect(tenant.images == [3, 0, 0])
        }
    }

    @Test(
        "is told with a command that stages what was asked for, and no more of the wave",
        arguments: [
            ("--only u001", 3), ("--only u003 u002", 6), ("--bytes 9kB", 3),
            ("--only u002 --until 2100-01-01", 3),
        ])
    func noMore(asked: String, count: Int) async throws {
        let tenant = try TenantHome(3, options("undo_window: none"))
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let refused = try await tenant.fleet(
                "stage @ --wave 1 \(asked)", environment, endsWith: 5)
            let told = try #require(
                refused.output.firstMatch(of: /'cleanrules (fleet stage [^']*)'/)?.1)
            let (home, words) = (tenant.home, told.split(separator: " ").map(String.init))
            let staged = try await ServedGraph.waiting {
                try home.run(words, environment: environment)
            }
            #expect(staged.status == 0, "\(told): \(staged.output) \(staged.errors)")
            for run in [refused, staged] {
                #expect(run.output.contains("\(count) items ("), "\(told): \(run.output)")
            }
        }
    }

    @Test("and what would go for good goes with no fleet, whatever is allowed")
    func forGood() async throws {
        let tenant = try TenantHome(2, options("undo_window: 1h, method: permanent"))
        try await tenant.serving { environment in
            try await tenant.fleet("plan @")
            let run = try await tenant.fleet(
                "stage @ --wave 1 --no-undo-window", environment, endsWith: 5)
            #expect(
                run.output.contains("6 items (") && run.output.contains("would go for good"),
                "\(run.output) \(run.errors)")
            try await tenant.fleet("execute @", environment, later: 7_200)
            #expect(tenant.imageCount == 6)
        }
    }
}
