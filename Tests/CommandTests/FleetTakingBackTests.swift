// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraphSimulator
import Testing
import TestSupport

/// What is taken back of one plan over all drives, while others have staged something too.
@Suite("Of one plan over a fleet", .timeLimit(.minutes(60)))
struct FleetTakingBackTests {
    private static let hour = 3_600
    private static let journal = "work/journal/fleet.ndjson"

    private static var all: TenantHome.Options {
        var options = TenantHome.Options()
        options.waves = "{sizes: [100%], soak: 1h}"
        options.rules = """
            - {id: images, match: {name: "*.iso"}, then: delete, undo_window: 1h, method: quarantine}
            """
        return options
    }

    /// Has two plans stage: the first one all images, the second one an image more on each drive, which is
    /// called `/Downloads/late.iso`. Their ids, in this order, and the journal before the second one.
    private func staged(
        _ tenant: TenantHome, _ environment: [String: String]
    ) async throws -> (plans: [String], before: String) {
        try await tenant.fleet("plan @")
        try await tenant.fleet("stage @ --wave 1", environment)
        let before = try tenant.home.text(Self.journal)
        for (place, drive) in tenant.graph.drives.enumerated() {
            try drive.addFile(
                "/Downloads/late.iso", .generated(size: 3_000, seed: UInt64(900 + place)))
        }
        try tenant.write(Self.all)
        try await tenant.fleet("plan @")
        try await tenant.fleet("stage @ --wave 1", environment)
        let plans = try await tenant.history().filter { $0["event"] as? String == "stage" }
            .compactMap { $0["plan"] as? String }
        try #require(Set(plans).count == 2)
        return (plans, before)
    }

    /// How many of these there are on all drives in their places.
    private func count(_ tenant: TenantHome, _ names: [String]) -> Int {
        tenant.graph.drives.reduce(0) { sum, drive in
            sum + names.count { drive.item("/Downloads/\($0).iso") != nil }
        }
    }

    private static let early = ["setup1", "setup2", "setup3"]

    @Test(
        "all that waits is taken back, and all that was deleted is brought back, and nothing else")
    func onePlan() async throws {
        let tenant = try TenantHome(2, Self.all)
        try await tenant.serving { environment in
            let plans = try await staged(tenant, environment).plans
            let unknown = try await tenant.fleet("undo @ --plan p-000000000000", endsWith: 1)
            for plan in plans {
                #expect(unknown.errors.contains(plan), "\(unknown.errors)")
            }
            let both = try await tenant.fleet("undo @ --all --plan \(plans[0])", endsWith: 64)
            #expect(both.errors.contains("--all means all of it"), "\(both.errors)")
            let short = try await tenant.fleet("undo @ --drive U00", endsWith: 1)
            #expect(short.errors.contains("did you mean 'u001'"), "\(short.errors)")
            // What is named together has to hold together.
            for line in ["undo @ --rule others", "undo @ --plan \(plans[1]) --rule others"] {
                let none = try await tenant.fleet(line, endsWith: 1)
                #expect(
                    none.errors.contains("'others'")
                        && none.errors.contains("what waits is of 'images'"), "\(none.errors)")
            }
            let undone = try await tenant.fleet("undo @ --plan \(plans[0])")
            #expect(undone.output.contains("3 items taken back"), "\(undone.output)")
            // That it is done already is no mistake.
            for line in ["undo @ --plan \(plans[0])", "undo @ --plan \(plans[0]) --rule images"] {
                let again = try await tenant.fleet(line)
                #expect(again.output.contains("Nothing waited"), "\(again.output)")
            }
            let nothing = try await tenant.fleet(
                "restore @ --plan p-000000000000", environment, endsWith: 1)
            #expect(
                plans.allSatisfy { nothing.errors.contains($0) }
                    && nothing.errors.contains("nothing to take back"), "\(nothing.errors)")
            let early = try await tenant.fleet(
                "restore @ --rule others", environment, endsWith: 1)
            #expect(early.errors.contains("the rules are 'images'"), "\(early.errors)")
            try await tenant.fleet("execute @", environment, later: 2 * Self.hour)
            #expect(count(tenant, Self.early) == 6)
            #expect(count(tenant, ["late"]) == 0)
            // Of the first plan nothing was deleted.
            let later = 3 * Self.hour
            let restorable = try await tenant.fleet("status @ --restorable", later: later)
            #expect(
                restorable.output.contains("'cleanrules fleet restore' brings it back")
                    && !restorable.output.contains("only a person"), "\(restorable.output)")
            try await tenant.fleet("restore @ --plan \(plans[0])", environment, later: later)
            #expect(count(tenant, ["late"]) == 0)
            let which = try await tenant.fleet(
                "restore @ --plan p-000000000000", environment, later: later, endsWith: 1)
            #expect(
                which.errors.contains(plans[1])
                    && !which.errors.contains(plans[0]), "\(which.errors)")
            let rule = try await tenant.fleet(
                "restore @ --rule others", environment, later: later, endsWith: 1)
            #expect(rule.errors.contains("what was deleted is of 'images'"), "\(rule.errors)")
            try await tenant.fleet("restore @ --plan \(plans[1])", environment, later: later)
            #expect(count(tenant, ["late"]) == 2)
        }
        let lines = try await tenant.history()
        for event in ["undone", "restored"] {
            #expect(
                lines.filter { $0["event"] as? String == event }
                    .allSatisfy { $0["plan"] is String }, "\(event)")
        }
    }

    @Test("nothing is taken for it that the journal does not know any more, and that is said")
    func forgotten() async throws {
        let tenant = try TenantHome(2, Self.all)
        try await tenant.serving { environment in
            let (plans, before) = try await staged(tenant, environment)
            try tenant.home.write(before, to: Self.journal)
            // The later plan is forgotten: what it has staged is named, and waits on.
            let undone = try await tenant.fleet("undo @ --plan \(plans[0])", endsWith: 6)
            #expect(undone.output.contains("3 items taken back"), "\(undone.output)")
            #expect(
                undone.output.contains("a plan that the journal does not know"),
                "\(undone.output)")
            let later = try await tenant.fleet("undo @ --plan \(plans[1])", endsWith: 1)
            #expect(later.errors.contains("knows of no plan"), "\(later.errors)")
            // Where it cannot be read at all, no plan is told from another one.
            try tenant.home.write("{\n", to: Self.journal)
            let unread = try await tenant.fleet("undo @ --plan \(plans[0])", endsWith: 1)
            #expect(unread.errors.contains("'--drive', '--rule' or '--all'"), "\(unread.errors)")
            let all = try await tenant.fleet("undo @ --all", endsWith: nil)
            #expect(all.output.contains("1 item taken back"), "\(all.output)")
        }
    }
}
