// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules history`.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show everything that was done, by whom and why. Nothing in it ever changes.",
        discussion: """
            Examples:
              cleanrules history
              cleanrules history --since 7d
              cleanrules history --limit 20      the last 20 lines, and how to see those before
              cleanrules history --since 2026-01-31 --item /Photos/a.jpg
              cleanrules history --verify        replays it and compares with the state

            The oldest comes first. A terminal is shown the last 100 lines unless --limit or --all says
            otherwise; a pipe or a file gets all of them.
            """)

    @Option(name: .long, help: "From then on: a date, an instant, or a duration back, as 7d.")
    var since: String?

    @Option(name: .long, help: "Only what is about this item: its path, or a path of this machine.")
    var item: String?

    @OptionGroup var page: LimitOption

    @Option(name: .long, help: "Only lines before the one of that number, which comes from a hint.")
    var before: Int64?

    @Flag(name: .long, help: "Show all lines, also on a terminal.")
    var all = false

    @Flag(name: .long, help: "Replay the history and compare it with what the state file holds.")
    var verify = false

    @Option(name: .long, help: "table, ndjson, json or csv.")
    var format: ListFormat = .table

    @OptionGroup var options: ActionOptions

    mutating func validate() throws {
        if all, page.limit != nil {
            throw ValidationError(String(clause: "Give --all or --limit, not both."))
        }
    }

    /// How many lines are shown at most; nil for all.
    private var most: Int? {
        if all { return nil }
        let isCut = format == .table && Console.outputIsTerminal
        return page.limit ?? (isCut ? LimitOption.onTerminal : nil)
    }

    func run() async throws {
        let session = try StateSession.forReading(options.state)
        if verify {
            return try await HistoryVerification(
                session: session, isQuiet: options.quiet
            ).run(asJSON: format == .json)
        }
        let zone = await session.timeZone(options.rules)
        var from: Timestamp?
        if let since {
            from = try WhenText.instant(
                since, now: SystemClock.now(), timeZone: zone, goesBack: true)
        }
        let sink = HistoryList(
            format: format,
            time: LocalTimeText(timeZone: zone, now: SystemClock.now(), words: Console.words),
            terminalWidth: TerminalWidth.ofOutput, Console.sayRaw)
        let shown = try await shown(session, from)
        if shown.earlierCount > 0, format == .table {
            Console.say(.historyEarlier(n: shown.earlierCount))
        }
        sink.begin()
        var count = shown.entries.count
        for entry in shown.entries { sink.append(entry) }
        if shown.isBeginning {
            count = try await everything(session, from) { entry throws(Failure) in
                sink.append(entry)
            }
        }
        sink.end()
        if format == .table, count == 0 { Console.say(.historyNone) }
        if options.quiet || format != .table { return }
        var hints: [NextHint] = []
        if shown.earlierCount > 0, let first = shown.entries.first {
            hints.append((.nextBefore, .historyAgain(arguments: again(before: first.sequence))))
        }
        NextHints.say(hints + [(.nextStatus, .status)])
    }

    /// The arguments of this command for the lines before that number.
    private func again(before sequence: Int64) -> String {
        var text = ""
        if let since { text += " --since " + ShellWord.quoted(since) }
        if let item { text += " --item " + ShellWord.quoted(item) }
        if let limit = page.limit { text += " --limit \(limit)" }
        return text + " --before \(sequence)"
    }

    /// What is shown of the history.
    private struct Shown {
        /// The lines, where they are known.
        var entries: [HistoryEntry] = []
        /// How many there are before these.
        var earlierCount: Int64 = 0
        /// Whether all lines are shown from the first one on, and not kept here.
        var isBeginning = false
    }

    private func shown(
        _ session: StateSession, _ from: Timestamp?
    ) async throws(Failure) -> Shown {
        if let item {
            var entries = try await entries(of: item, session, from)
            if let before { entries.removeAll { $0.sequence >= before } }
            let kept = entries.suffix(most ?? entries.count)
            return Shown(
                entries: Array(kept), earlierCount: Int64(entries.count - kept.count))
        }
        if most == nil, before == nil { return Shown(isBeginning: true) }
        let (end, most) = (before ?? .max, most ?? .max)
        let latest = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.latestHistory(since: from, beforeSequence: end, most: most)
        }
        return Shown(entries: latest.entries, earlierCount: latest.earlierCount)
    }

    /// All entries about an item.
    private func entries(
        of item: String, _ session: StateSession, _ from: Timestamp?
    ) async throws(Failure) -> [HistoryEntry] {
        let drives = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        let readings = ItemSelection.place(item, drives).readings
        if readings.isEmpty {
            throw Failure(.usage, .historyNoPlace(name: VisibleText.escaped(item)))
        }
        // Several readings may name the same entries.
        var found: [Int64: HistoryEntry] = [:]
        for reading in readings {
            _ = try await everything(session, from, path: reading.path) { entry throws(Failure) in
                let isMeant = reading.drive.map { $0 == entry.drive } ?? true
                if isMeant { found[entry.sequence] = entry }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Hands out all entries, page by page; how many there are.
    private func everything(
        _ session: StateSession, _ from: Timestamp?, path: String? = nil,
        _ take: (HistoryEntry) throws(Failure) -> Void
    ) async throws(Failure) -> Int {
        let page = 1_000
        var count = 0
        var last: Int64 = 0
        while true {
            let after = last
            let entries = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.history(
                    since: from, path: path, afterSequence: after, most: page)
            }
            for entry in entries { try take(entry) }
            count += entries.count
            guard entries.count == page, let end = entries.last else { return count }
            last = end.sequence
        }
    }
}
