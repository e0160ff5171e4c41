// SPDX-License-Identifier: Apache-2.0

import AccountAccess
import Foundation
import RuleEngine
import StateLedger
import TestSupport
import Testing
import Workflow

/// Whether a hint is spoken: a function of what was wished, what was shown, and the time.
@Suite("Hints to sign in")
struct HintDeskTests {
    private static let day = HintStanding.daySeconds

    /// What was kept, the occasions, the time, and what is shown then.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let contexts: [HintContext]
        let now: Int64
        let shown: HintContext?

        init(_ text: String, _ contexts: [HintContext], _ now: Int64, _ shown: HintContext?) {
            (self.text, self.contexts, self.now, self.shown) = (text, contexts, now, shown)
        }

        var testDescription: String { "\(text) \(contexts) \(now)" }
    }

    private static let table = [
        Case("", [], 0, nil),
        Case("", [.firstPlan], 0, .firstPlan),
        Case("off", [.firstPlan], 0, nil),
        // The highest, of several the first.
        Case("", [.backAfterSevenDays, .firstPlan], 0, .firstPlan),
        Case("", [.firstPlan, .cannotStageListing, .needsRestoreScope], 0, .cannotStageListing),
        Case("", [.sharedPicture, .backAfterSevenDays], 0, .sharedPicture),
        Case("", [.backAfterSevenDays, .twoDevices], 0, .backAfterSevenDays),
        Case("", [.twoDevices, .firstPlan], 0, .firstPlan),
        Case("shown first-plan 1000", [.firstPlan, .twoDevices], 1_000 + day, .twoDevices),
        // One in a day over all.
        Case("shown first-plan 1000", [.cannotStageListing], 1_000 + day - 1, nil),
        Case("shown first-plan 1000", [.cannotStageListing], 1_000 + day, .cannotStageListing),
        // What an earlier version wrote.
        Case("1000", [.firstPlan], 1_000 + day - 1, nil),
        Case("1000", [.firstPlan], 1_000 + day, .firstPlan),
        // A clock that was set back.
        Case("shown first-plan 1000000", [.cannotStageListing], 5, nil),
        Case("shown first-plan 1000000", [.cannotStageListing], 1_000_000 - 2 * day, nil),
        // Once, unless it was put off.
        Case("shown first-plan 1000", [.firstPlan], 90 * day, nil),
        Case("shown first-plan 1000\nlater first-plan 2000", [.firstPlan], 90 * day, .firstPlan),
        Case("shown sharedPicture 1000", [.sharedPicture], 90 * day, .sharedPicture),
        Case("shown two-devices 1000", [.twoDevices], 90 * day, nil),
        Case("shown two-devices 1\nlater two-devices 2000", [.twoDevices], 90 * day, .twoDevices),
        Case("never two-devices", [.twoDevices], 0, nil),
        // Put off, for one occasion or another.
        Case("later first-plan 5000", [.firstPlan], 4_999, nil),
        Case("later first-plan 5000", [.firstPlan], 5_000, .firstPlan),
        Case("later first-plan 5000", [.firstPlan, .sharedPicture], 4_999, .sharedPicture),
        Case("never cannot-stage-listing", [.cannotStageListing, .firstPlan], 0, .firstPlan),
        // What makes no sense is passed over.
        Case("shown first-plan -5\nlater first-plan x\nnonsense", [.firstPlan], 9, .firstPlan),
        Case("shown first-plan 9223372036854775807", [.firstPlan], 9, .firstPlan),
    ]

    @Test("are chosen by this table", arguments: table)
    func decisions(row: Case) {
        let choice = HintStanding(text: row.text).choice(of: row.contexts, at: row.now)
        #expect(choice == row.shown.map { .show($0) } ?? .nothing)
    }

    @Test(
        "come never twice in a day, whatever the clock does; none that is not wanted",
        arguments: propertySeeds)
    func walk(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var standing = HintStanding()
        var now: Int64 = 1_700_000_000
        // What the state knows to be the latest time, as a desk counts with.
        var latest = now
        var last: Int64?
        for _ in 0..<200 {
            now += Int64(random.below(Int(3 * Self.day))) - Self.day
            latest = max(latest, now)
            let contexts = HintContext.allCases.filter { _ in random.once(in: 2) }
            switch random.below(12) {
            case 0: standing.putOff(random.once(in: 2) ? nil : .firstPlan, at: latest)
            case 1: standing.end(random.once(in: 4) ? nil : random.pick(HintContext.allCases))
            case 2: standing.welcome()
            case 3:
                standing.variantID = random.once(in: 2) ? nil : "0123456789abcdef0123456789abcdef"
            default: break
            }
            let time = random.once(in: 2) ? now : latest
            let choice = standing.choice(of: contexts, at: time)
            standing.take(choice, at: time)
            if case .show(let context) = choice {
                #expect(contexts.contains(context) && standing.isOn)
                #expect(!standing.never.contains(context))
                if let last { #expect(time - last >= Self.day) }
                last = time
            }
            #expect(HintStanding(text: standing.text) == standing)
        }
    }

    @Test("wait for the second occasion where that is tried, and only then")
    func delayed() {
        var standing = HintStanding()
        standing.variantID = (0..<100).map { "\($0)" }.first { HintVariant.of(id: $0) == .delayed }
        #expect(standing.choice(of: [.firstPlan], at: 5) == .hold(.firstPlan))
        standing.take(.hold(.firstPlan), at: 5)
        #expect(standing.choice(of: [.firstPlan], at: 6) == .show(.firstPlan))
        standing.variantID = nil
        #expect(standing.choice(of: [.cannotStageListing], at: 6) == .show(.cannotStageListing))
    }

    @Test("have wordings that are drawn evenly, and stay")
    func variants() {
        var counts: [HintVariant: Int] = [:]
        for number in 0..<3_000 { counts[.of(id: "\(number)"), default: 0] += 1 }
        for variant in HintVariant.allCases { #expect(counts[variant] ?? 0 > 900) }
        #expect(HintVariant.of(id: "a") == HintVariant.of(id: "a"))
    }

    @Test("are shown by one of several at once, counted, and followed once")
    func desk() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/hints-\(UUID().uuidString)"
        let memory = HintMemory(folder: AccountFolder(path: folder))
        let now = Timestamp(secondsSinceEpoch: 1_700_000_000)
        let ledger = try Ledger.inMemory(now: now)
        let session = StateSession(
            file: try StateFile.locate(path: folder + "/s.db", profile: nil), ledger: ledger,
            clock: WorkflowClock { now })
        let desk = HintDesk(memory: memory, session: session, clock: session.clock)
        let shown = await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await desk.turn(of: [.firstPlan])?.context } }
            return await group.reduce(into: [HintContext]()) { found, one in
                if let one { found.append(one) }
            }
        }
        #expect(shown == [.firstPlan])
        await desk.signInBegins()
        await desk.signInBegins()
        _ = try await desk.change(.hintLater) { standing, now in standing.putOff(nil, at: now) }
        let events = try await ledger.events(from: "2000-01-01", to: "2099-01-01")
        #expect(events.map(\.name) == ["hint-later", "hint-shown", "hint-taken"])
        #expect(events.allSatisfy { $0.count == 1 })
        #expect(try desk.standing().later.count == HintContext.allCases.count)
        // The state knows of a later time than a clock that was set back.
        let early = WorkflowClock { Timestamp(secondsSinceEpoch: 5) }
        let late = HintDesk(memory: memory, session: session, clock: early)
        #expect(await late.turn(of: [.cannotStageListing]) == nil)
    }

    @Test("are counted to a share from 30 on")
    func funnel() {
        func events(_ shown: Int64, _ taken: Int64) -> EventFunnel {
            EventFunnel([
                EventCount(day: "2026-01-15", name: "hint-shown", variant: "control", count: shown),
                EventCount(day: "2026-01-15", name: "hint-taken", variant: "control", count: taken),
                EventCount(day: "2026-01-15", name: "limit-warned", count: 7),
            ])
        }
        #expect(events(29, 3).percent == nil)
        #expect(events(30, 3).percent == 10)
        #expect(events(30, 90).percent == 100)
        #expect(events(30, 3).variants["control"]?.taken == 3)
        #expect(events(30, 3).count(.done) == 0)
    }
}
