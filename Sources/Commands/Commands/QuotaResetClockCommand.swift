// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules quota reset-clock`.
struct QuotaResetClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-clock",
        abstract: "Say that the clock is right now, after it was ahead once.",
        discussion: """
            Examples:
              cleanrules quota reset-clock
              cleanrules quota reset-clock --yes

            What a clock that was ahead left behind holds everything up: windows are counted from
            the newest instant on record, and no earlier day opens a quota. This sets aside what
            lies ahead. What was used on days that lie ahead counts for today, and no undo window
            that was begun ends sooner. It is recorded in the history.
            """)

    @Flag(name: [.short, .long], help: "Do not ask whether the clock is right.")
    var yes = false

    @Option(name: .long, help: "table or json.")
    var format: ReportFormat = .table

    @OptionGroup var options: ActionOptions

    func run() async throws {
        let session = try StateSession.existing(options.state)
        let zone = await session.timeZone(options.rules)
        // Nothing is charged to a day while days are set aside.
        let lock = try await session.runnerLock()
        defer { lock.close() }
        let check = try await ClockCheck.make(session, zone)
        if check.isAhead, !yes {
            Console.note(.quotaClockSays(time: check.wall(check.now), zone: zone.identifier))
            Console.note(.quotaClockAhead(what: check.onRecord))
            Console.note(.quotaClockBehind)
            try Prompt.confirm(.quotaClockAsk, insteadOf: "--yes")
        }
        let now = SystemClock.now()
        let reset = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.resetClock(
                day: zone.day(at: now).text, actor: "person", at: now)
        }
        if reset != nil { Console.hasDone(.quotaClockDeed) }
        let late = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: [.staged, .failed, .held, .deferred])
        }.filter { $0.stagedAt > now }
        show(reset, late, check)
    }

    private func show(_ reset: ClockReset?, _ late: [StagedItem], _ check: ClockCheck) {
        let plans = Set(late.map(\.plan)).sorted()
        switch format {
        case .json:
            Console.sayRaw(
                JSONValue.object([
                    "format": .number(1), "reset": .bool(reset != nil),
                    "newest": JSONValue(reset?.newest),
                    "days": .list((reset?.days ?? []).map { .text($0) }),
                    "day": .text(reset?.day ?? check.day),
                    "staged_ahead": .number(Int64(late.count)),
                    "plans": .list(plans.map { .text($0) }),
                ]).document)
        case .table:
            guard let reset else { return Console.say(.quotaClockNone) }
            let newest = check.wall(reset.newest)
            let days = reset.days.joined(separator: ", ")
            Console.say(
                days.isEmpty
                    ? .quotaClockReset(time: newest, day: reset.day)
                    : .quotaClockResetDays(time: newest, day: reset.day, days: days))
            if !late.isEmpty {
                Console.say(.quotaClockLate(n: late.count, items: late.shownCount))
            }
            if options.quiet { return }
            NextHints.say(
                plans.prefix(3).map { (.nextUndo, .undo(plan: $0)) } + [
                    (.nextQuota, .quota)
                ])
        }
    }
}
