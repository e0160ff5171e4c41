// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workflow

@testable import Fleet

/// What the journal of a plan over all drives comes to.
@Suite("The sums of a journal of a plan over a fleet")
struct FleetDeedsTests {
    private static let days = ["2026-11-22", "2026-11-23", "2026-11-24"]
    private static let drives = (1...6).map { "d-\($0)" }
    private static let plans = ["p-1", "p-2"]

    private func below(_ bound: Int, _ draw: inout SplitMix64) -> Int {
        Int.random(in: 0..<bound, using: &draw)
    }

    private func counts(_ draw: inout SplitMix64) -> DeedCounts {
        DeedCounts(
            staged: Int64(below(9, &draw)), waiting: Int64(below(9, &draw)),
            deleted: Int64(below(9, &draw)), undone: Int64(below(9, &draw)))
    }

    private func deed(_ draw: inout SplitMix64, at now: Int64) -> FleetDeed {
        let events: [FleetDeed.Event] = [
            .staged, .lease, .release, .reserved, .reserved, .turn, .turn, .undone, .resumed,
        ]
        var deed = FleetDeed(events[below(events.count, &draw)])
        deed.at = now
        deed.drive = Self.drives[below(Self.drives.count, &draw)]
        deed.day = Self.days[below(Self.days.count, &draw)]
        deed.amount = FleetAmount(items: Int64(below(3, &draw)), bytes: Int64(below(90, &draw)))
        deed.generation = Int64(below(3, &draw))
        deed.until = now + Int64(below(5, &draw))
        let plan = Self.plans[below(Self.plans.count, &draw)]
        deed.counts = [plan: counts(&draw)]
        if deed.event == .staged {
            deed.plan = plan
            deed.statePlan = "own-" + plan
            deed.wave = Int64(1 + below(2, &draw))
        }
        return deed
    }

    @Test("are those of all drives one by one, whatever was written", arguments: 1...40)
    func sums(seed: UInt64) {
        var draw = SplitMix64(seed: seed)
        var deeds = FleetDeeds()
        for now in 1...120 {
            deeds.take(deed(&draw, at: Int64(now)))
            for day in Self.days + ["2026-11-25"] {
                let all = Self.drives.map { deeds.amount(of: $0, since: day) }
                let total = deeds.total(since: day)
                #expect(total.amount == all.reduce(FleetAmount(), +), "\(now) \(day)")
                #expect(total.drives == all.count { $0.items > 0 }, "\(now) \(day)")
            }
            for plan in Self.plans {
                for (number, wave) in deeds.waves[plan] ?? [:] {
                    let sum = wave.drives.reduce(DeedCounts()) {
                        $0 + (deeds.counts[$1]?[plan] ?? DeedCounts())
                    }
                    #expect(deeds.counts(of: plan, wave: number) == sum, "\(now) \(plan)")
                }
            }
        }
    }

    @Test("keep what a wave has staged on a drive in all, whatever became of it since")
    func stagedInAll() {
        var deeds = FleetDeeds()
        var deed = FleetDeed(.staged)
        (deed.drive, deed.plan, deed.statePlan, deed.wave) = ("d-1", "p-1", "own", 1)
        for items in [2, 0, 3] {
            deed.amount = FleetAmount(items: Int64(items), bytes: Int64(items) * 10)
            deeds.take(deed)
        }
        var undone = FleetDeed(.undone)
        (undone.drive, undone.amount) = ("d-1", FleetAmount(items: 5, bytes: 50))
        undone.counts = ["p-1": DeedCounts(staged: 5, undone: 5)]
        deeds.take(undone)
        // The state is gone, and somebody has said that this counts.
        var forgotten = FleetDeed(.reconciled)
        (forgotten.drive, forgotten.counts) = ("d-1", ["p-1": DeedCounts()])
        deeds.take(forgotten)
        let staged = deeds.waves["p-1"]?[1]?.staged
        #expect(staged == ["d-1": FleetAmount(items: 5, bytes: 50)])
        #expect(deeds.waves["p-1"]?[2] == nil && deeds.waves["p-2"] == nil)
    }

    @Test("name plans in the order in which they were made, whatever their ids")
    func plansInOrder() {
        var deeds = FleetDeeds()
        for (plan, drive) in [("p-9", "d-1"), ("p-1", "d-1"), ("p-5", "d-2"), ("p-9", "d-2")] {
            var deed = FleetDeed(.staged)
            (deed.drive, deed.plan, deed.statePlan, deed.wave) = (drive, plan, "own-" + plan, 1)
            deed.counts = [plan: DeedCounts(staged: 2, waiting: 2)]
            deeds.take(deed)
        }
        #expect(deeds.inOrder(deeds.waves.keys) == ["p-9", "p-1", "p-5"])
        #expect(deeds.plans { $0.waiting } == ["p-9", "p-1", "p-5"])
        #expect(deeds.inOrder(["p-2", "p-5", "p-0"]) == ["p-5", "p-0", "p-2"])
    }

    @Test("know what has gone wrong since somebody last let things go on, by waves")
    func news() {
        var deeds = FleetDeeds()
        func take(_ plan: String, _ wave: Int64, _ drive: String, _ counts: DeedCounts) {
            var deed = FleetDeed(.staged)
            (deed.drive, deed.plan, deed.statePlan, deed.wave) = (drive, plan, "own", wave)
            deed.counts = [plan: counts]
            deeds.take(deed)
        }
        take("p-9", 1, "d-1", DeedCounts(staged: 5, waiting: 5))
        take("p-1", 2, "d-2", DeedCounts(staged: 5, changed: 1, undone: 2))
        take("p-1", 1, "d-3", DeedCounts(staged: 5, failed: 3))
        #expect(deeds.news.map(\.plan) == ["p-1", "p-1"] && deeds.news.map(\.wave) == [1, 2])
        deeds.take(FleetDeed(.resumed))
        #expect(deeds.news.isEmpty)
        take("p-1", 2, "d-2", DeedCounts(staged: 5, changed: 2, undone: 2))
        #expect(deeds.news.map(\.counts.changed) == [1])
    }
}
