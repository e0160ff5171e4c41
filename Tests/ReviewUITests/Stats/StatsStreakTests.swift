// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import Testing

@Suite("A streak")
struct StatsStreakTests {
    /// A plan that left more than anybody decides, before all of it.
    private func samples(_ days: [Int], today: Int = 21) -> StatsSamples {
        var samples = StatsSamples()
        samples.today = today
        samples.plan(on: 1, reviews: 10_000)
        for day in days { samples.decide("\(day)", .keep, on: day) }
        return samples
    }

    @Test(
        "counts days in a row up to today or yesterday",
        arguments: [
            ([], 0, 0), ([21], 1, 1), ([20], 1, 1), ([18], 0, 1), ([19, 20, 21], 3, 3),
            ([18, 19, 20], 3, 3), ([17, 18, 19], 0, 3), ([10, 11, 12, 13, 20, 21], 2, 4),
        ] as [([Int], Int, Int)])
    func row(days: [Int], current: Int, best: Int) throws {
        let streak = try samples(days).report().streak
        #expect((streak.current, streak.best) == (current, best))
        #expect(streak.countsToday == days.contains(21))
        #expect(streak.lastDay == days.last.map(StatsSamples.text))
    }

    @Test("is not made by a decision that was taken back, nor by putting off to the end")
    func undone() throws {
        var samples = samples([19, 20])
        samples.figures.decisions[1].undoneAt = StatsSamples.noon(21)
        samples.act(.later, on: 20)
        samples.act(.later, on: 21)
        #expect(try samples.report().streak.current == 0)
        #expect(try samples.report().streak.best == 1)
    }

    @Test("is made by a plan that was carried out as well")
    func executed() throws {
        var samples = samples([19, 21])
        samples.delete(1, bytes: 1, on: 20)
        #expect(try samples.report().streak.current == 3)
    }

    @Test("goes on over a day that is lost at the date line, within 36 hours only")
    func dateLine() throws {
        for (hours, current) in [(35, 2), (36, 1)] as [(Int64, Int)] {
            var samples = samples([19])
            samples.decide("x", .keep, on: 21, at: StatsSamples.noon(19, hours: hours))
            #expect(try samples.report().streak.current == current, "\(hours)")
        }
    }

    @Test("counts a day once that is met twice")
    func twice() throws {
        var samples = samples([20, 21])
        samples.decide("x", .keep, on: 20, at: StatsSamples.noon(21, hours: 3))
        #expect(try samples.report().streak.current == 2)
    }

    @Test("is not broken by days on which nothing was left to review")
    func emptyQueue() throws {
        var samples = StatsSamples()
        samples.plan(on: 10, reviews: 2)
        samples.decide("a", .keep, on: 10)
        samples.decide("b", .delete, on: 10)
        samples.decide("c", .keep, on: 15)
        samples.plan(on: 16, reviews: 0)
        #expect(try samples.report().streak.current == 2)
        // With a plan in between that left something, it is.
        var broken = samples
        broken.figures.plans.insert(
            SavedPlanFigures(id: "x", savedAt: StatsSamples.noon(12), reviewCount: 1), at: 1)
        #expect(try broken.report().streak.current == 1)
        // As long as one item is left, too.
        broken = samples
        broken.figures.plans[0].reviewCount = 3
        #expect(try broken.report().streak.current == 1)
        // A decision that was taken back on the same day has left its item.
        broken = samples
        broken.figures.decisions[1].undoneAt = StatsSamples.noon(10, hours: 1)
        #expect(try broken.report().streak.current == 1)
    }

    @Test("lasts as long as nothing is left to review, and ends a day after something is")
    func waiting() throws {
        var samples = StatsSamples()
        samples.decide("a", .keep, on: 10)
        #expect(try samples.report().streak.current == 1)
        samples.plan(on: 21, reviews: 5)
        #expect(try samples.report().streak.current == 1)
        samples.figures.plans[0].savedAt = StatsSamples.noon(19)
        #expect(try samples.report().streak.current == 0)
        #expect(try samples.report().streak.best == 1)
    }

    @Test("goes on when the clock was set back")
    func clockSetBack() throws {
        #expect(try samples([20, 21], today: 18).report().streak.current == 2)
    }

    @Test("bears days that are none and gaps of centuries")
    func odd() throws {
        var samples = samples([20, 21])
        samples.decide("x", .keep, on: 5)
        samples.figures.decisions[2].day = "no day"
        samples.decide("y", .keep, on: 5)
        samples.figures.decisions[3].day = "1601-01-01"
        samples.figures.plans = []
        let streak = try samples.report().streak
        #expect((streak.current, streak.best) == (2, 2))
    }
}

@Suite("Efficiency")
struct StatsEfficiencyTests {
    private let plan = StatsPlan(id: "p", planned: nil, settledItems: 97, matchedItems: 100)

    @Test("is 40 settled, 40 certain and 20 pace")
    func formula() throws {
        let efficiency = try StatsSamples.week().report(plan: plan).efficiency
        #expect(efficiency.decisions == 131)
        #expect(efficiency.undone == 4)
        // Of six steps: the mean of the two in the middle.
        #expect(efficiency.medianMilliseconds == 12_740)
        // 40 · 0.97 + 40 · (1 - 4/131) + 20 · 6/12.74
        #expect(efficiency.score == 87)
    }

    @Test("is not said under ten decisions, nor where a part is not known")
    func unknown() throws {
        var samples = StatsSamples()
        samples.act(on: 21, milliseconds: 1_000)
        samples.decide(9, .keep, on: 21)
        #expect(try samples.report(plan: plan).efficiency.score == nil)
        samples.decide("tenth", .keep, on: 21)
        #expect(try samples.report(plan: plan).efficiency.score == 99)
        #expect(try samples.report().efficiency.score == nil)
        samples.figures.acts = []
        #expect(try samples.report(plan: plan).efficiency.score == nil)
    }

    @Test("drops pauses, what was put off and what was taken back from the pace")
    func pace() throws {
        var samples = StatsSamples()
        samples.act(on: 21, milliseconds: 60_001)
        samples.act(.later, on: 21, milliseconds: 1)
        samples.act(on: 21, milliseconds: 2)
        samples.figures.acts[2].undoneAt = StatsSamples.noon(21)
        #expect(try samples.report().efficiency.medianMilliseconds == nil)
        samples.act(on: 21, milliseconds: 60_000)
        #expect(try samples.report().efficiency.medianMilliseconds == 60_000)
        #expect(try samples.report().efficiency.pace == 0.1)
    }

    @Test("is of 30 days, however long the report is")
    func window() throws {
        var samples = StatsSamples()
        samples.today = 30
        samples.decide(4, .keep, on: 1)
        samples.decide(4, .keep, on: 30)
        #expect(try samples.report(days: 7).efficiency.decisions == 8)
        samples.today = 31
        #expect(try samples.report(days: 365).efficiency.decisions == 4)
    }

    @Test("counts what a person had deleted and brought back as uncertain, and never falls below 0")
    func restored() throws {
        var samples = StatsSamples()
        samples.decide(10, .delete, on: 21)
        samples.delete(5, bytes: 1, on: 21, state: .restored)
        #expect(try samples.report().efficiency.certain == 1)
        samples.delete(5, bytes: 1, on: 21, state: .restored, byPerson: true)
        #expect(try samples.report().efficiency.certain == 0.5)
        samples.delete(50, bytes: 1, on: 21, state: .restored, byPerson: true)
        #expect(try samples.report().efficiency.certain == 0)
    }

    @Test("and the streak are the same for who keeps everything and who deletes everything")
    func neutral() throws {
        let samples = StatsSamples.week()
        var mirrored = samples
        for index in mirrored.figures.decisions.indices {
            let verdict = mirrored.figures.decisions[index].verdict
            mirrored.figures.decisions[index].verdict = verdict == .keep ? .delete : .keep
        }
        let (one, other) = (try samples.report(plan: plan), try mirrored.report(plan: plan))
        #expect(one.efficiency == other.efficiency)
        #expect(one.streak == other.streak)
        #expect(one.period.counts.kept == other.period.counts.deleted)
    }
}
