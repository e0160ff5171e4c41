// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import Testing

/// Holds each night to what is promised: by what lies on the drives, by what the service was told, and
/// by what it has seen staged itself.
final class NightJudge {
    let home: ScratchHome
    let world: NightWorld
    let receiver: NoticeReceiver
    private let seed: UInt64

    /// Which night it is, and what goes wrong in it.
    var night = 0
    var mishap = NightMishap.none
    /// Which call fails, if one does.
    var strike = ""
    /// What the clock of the program says.
    var clock = 0

    /// Something that was seen to be staged.
    private struct Seen {
        /// The file, its path and its text when it was seen first.
        let file: Int
        let path: String
        let text: String
        /// The night, and what the program's clock said.
        let night: Int
        let clock: Int
        var state: ItemState
        var due: Int
    }

    private var seen: [String: Seen] = [:]
    private var before = NightWorld.Sight()
    private var staged: Set<String> = []
    /// What the service had been told before the night.
    private(set) var callsBefore = 0
    private(set) var mood = NoticeReceiver.Mood.well
    var notices = NightNotices()
    /// A night that was killed before it could tell of itself, and has not been named yet.
    private var unnamed: Int?
    /// How many items went in all.
    private(set) var goneCount = 0
    private var rounds: Set<String> = []
    /// The nights so far, for who has to find out what led to this one.
    private(set) var past: [String] = []

    init(_ home: ScratchHome, _ world: NightWorld, _ receiver: NoticeReceiver, seed: UInt64) {
        (self.home, self.world, self.receiver, self.seed) = (home, world, receiver, seed)
    }

    /// How many seconds the undo window of all rules has.
    private static let windowSeconds = 30 * 3_600

    // MARK: Saying

    private var place: String { "seed \(seed), night \(night), \(mishap.rawValue) \(strike)" }

    /// Records that something is wrong unless `isRight`.
    func expect(
        _ isRight: Bool, _ what: @autoclosure () -> String,
        at location: SourceLocation = #_sourceLocation
    ) {
        if !isRight { Issue.record("\(place): \(what())", sourceLocation: location) }
    }

    // MARK: The state

    /// Reads the state file; nil where nobody can.
    func state<Value>(
        _ body: (Ledger) async throws -> Value
    ) async -> Value? {
        let path = home.path + "/own/state.sqlite"
        guard home.has("own/state.sqlite"),
            let ledger = try? Ledger.openExisting(
                path: path, now: Timestamp(secondsSinceEpoch: Int64(clock)))
        else { return nil }
        let value = try? await body(ledger)
        await ledger.close()
        return value
    }

    /// The files that wait to be deleted.
    var waiting: Set<Int> {
        Set(seen.values.filter { $0.state.canBeUndone }.map(\.file))
    }

    /// Whether `file` waits, as it is now, to be deleted.
    func hasStaged(_ file: NightWorld.File) -> Bool {
        seen.values.contains {
            $0.file == file.number && $0.text == file.text && $0.state.canBeUndone
        }
    }

    /// Takes down what is staged; gives the names of what is new.
    @discardableResult
    private func readState() async -> Set<String> {
        let items = await state { try await $0.stagedItems(states: nil) }
        guard let items else { return [] }
        var new: Set<String> = []
        for item in items {
            let (place, path) = (item.order.item.drive, item.order.item.path)
            let name = "\(item.plan) \(item.number) \(place):\(path)"
            let due = Int(item.order.due.secondsSinceEpoch)
            if seen[name] != nil {
                seen[name]?.state = item.state
                seen[name]?.due = due
                continue
            }
            new.insert(name)
            guard let file = world.files.last(where: { $0.isLive && $0.name == "\(place):\(path)" })
            else { continue }
            seen[name] = Seen(
                file: file.number, path: path, text: file.text, night: night, clock: clock,
                state: item.state, due: due)
        }
        return new
    }

    // MARK: What is where

    /// Every text is there as often as it was written, in its place or in a bin.
    @discardableResult
    func lookAround(_ when: String) async throws -> NightWorld.Sight {
        let sight = try world.look()
        let counts = sight.counts
        for (text, count) in world.owed
        where counts[text] ?? 0 != count && !world.excused.contains(text) {
            let file = world.files.last { $0.text == text }
            expect(
                false,
                "\(when): \(file?.name ?? text) is there \(counts[text] ?? 0) times, not \(count)")
        }
        checkSurvivors(sight)
        await readState()
        return sight
    }

    /// Of all copies one is left in its place, and all that the generations choose of all backups
    /// that there ever were.
    private func checkSurvivors(_ sight: NightWorld.Sight) {
        let live = Set(sight.live.values)
        // People may put another text into the last one.
        for file in world.files where file.kind == .jpg && before.live[file.name] == file.text {
            expect(live.contains(file.text), "no copy is left of \(file.name)")
        }
        for place in NightWorld.Place.allCases {
            let all = world.files.filter { $0.kind == .bak && $0.place == place }
            for file in Self.generations(all) {
                expect(sight.live[file.name] == file.text, "the generations need \(file.name)")
            }
        }
    }

    /// What `{last: 2, daily: 3, weekly: 2}` chooses of `files`, which are of one folder.
    private static func generations(_ files: [NightWorld.File]) -> [NightWorld.File] {
        let sorted = files.sorted { ($1.modified, $0.path) < ($0.modified, $1.path) }
        var chosen = Array(sorted.prefix(2))
        // Thursday, 1 January 1970: weeks begin three days before.
        let periods: [(count: Int, of: (Int) -> Int)] = [
            (3, { $0 / 86_400 }), (2, { ($0 / 86_400 + 3) / 7 }),
        ]
        for (count, period) in periods {
            var met: Set<Int> = []
            for file in sorted where met.count < count && met.insert(period(file.modified)).inserted
            {
                chosen.append(file)
            }
        }
        return chosen
    }

    /// Finds a file that was brought back, in its place or beside it.
    func findBack(_ number: Int) throws {
        let file = world.files[number]
        let sight = try world.look()
        let free = sight.live.filter { name, text in
            text == file.text && name.hasPrefix(file.place.rawValue + ":")
                && !world.files.contains { $0.isLive && $0.name == name }
        }
        guard let name = free.keys.contains(file.name) ? file.name : free.keys.sorted().first else {
            return expect(false, "\(file.name) was said to be back")
        }
        world.note(number, isLive: true, at: String(name.dropFirst(file.place.rawValue.count + 1)))
        world.keep(number, NightWorld.takenBack)
    }

    // MARK: A night

    /// Takes down how things are before a night.
    func beginNight(mood: NoticeReceiver.Mood) throws {
        before = try world.look()
        past.append("\(night) \(mishap.rawValue) \(mood.rawValue)")
        for file in world.files where file.isLive && !world.excused.contains(file.text) {
            expect(before.live[file.name] == file.text, "\(file.name) is in its place by day")
        }
        staged = Set(seen.keys)
        callsBefore = receiver.calls.count
        self.mood = mood
    }

    /// Holds the night to everything.
    func endNight(_ run: CommandRun) async throws {
        let earlier = seen
        let what = "\(run.status) \(run.output) \(run.errors)"
        expect(mishap.statuses.contains(run.status), "ended with \(what)")
        let after = try await lookAround("after the night")
        let gone = judgeGone(after, earlier)
        let report = try freshReport()
        let new = Set(seen.keys).subtracting(staged)
        if let report {
            judge(report, run, goneCount: gone, stagedCount: new.count)
        } else {
            let mayLack = run.isKilled || mishap == .reportFull
            expect(mayLack, "there is no new report: \(what)")
        }
        judgeSilence(run, report)
        await judgeNotices(run, report)
        if run.isKilled, report == nil {
            let calls = receiver.calls.dropFirst(callsBefore)
            let hasBegun = calls.contains { $0.path == "/beat/start" }
            if hasBegun || gone > 0 || !new.isEmpty { unnamed = night }
        }
        before = NightWorld.Sight()
    }

    /// Judges everything that is not in its place any more; how much that is.
    private func judgeGone(_ after: NightWorld.Sight, _ earlier: [String: Seen]) -> Int {
        var count = 0
        let isRipe = { [night, clock] (order: Seen) in
            order.night < night && order.clock + Self.windowSeconds <= clock && order.due <= clock
        }
        for file in world.files where file.isLive && after.live[file.name] != file.text {
            if world.excused.contains(file.text) { continue }
            count += 1
            world.note(file.number, isLive: false)
            if let why = file.stays {
                expect(false, "\(file.name) went, though \(why): \(file.story), \(past)")
            }
            let orders = earlier.values.filter {
                $0.file == file.number && $0.path == file.path && $0.text == file.text
                    && $0.state.isActive
            }
            guard let ripe = orders.first(where: isRipe) else {
                expect(false, "\(file.name) went without having waited: \(orders)")
                continue
            }
            let isMeant =
                switch file.kind {
                // The round takes a few minutes at most.
                case .iso: file.modified < ripe.clock + 600 - 10 * 86_400
                case .bak, .jpg: true
                case .txt: false
                }
            expect(isMeant, "\(file.name) went, and no rule said so")
        }
        goneCount += count
        return count
    }

    // MARK: What is said

    /// The report of this night; nil where none was written.
    private func freshReport() throws -> [String: Any]? {
        guard let text = try? home.text("reports/r.json") else { return nil }
        let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        guard let json, let round = json["round"] as? String else {
            expect(false, "the report is none: \(text)")
            return nil
        }
        return rounds.insert(round).inserted ? json : nil
    }

    private func judge(
        _ report: [String: Any], _ run: CommandRun, goneCount: Int, stagedCount: Int
    ) {
        let summary = report["summary"] as? String ?? ""
        if !run.isKilled {
            expect(
                report["exit"] as? Int == Int(run.status), "\(run.status), and told \(report)")
        }
        let deleted = Self.number(in: summary, #/(\d+) items? (?:was|were) deleted/#)
        let told = Self.number(in: summary, #/(\d+) items? (?:is|are) staged/#)
        let isSettled = ((report["execute"] as? [String: Any])?["recovered"] as? [Any])?.isEmpty
        if !mishap.troublesState, isSettled != false {
            expect(deleted == goneCount, "\(goneCount) items went, and it says: \(summary)")
            expect(told == stagedCount, "\(stagedCount) items are staged, and it says: \(summary)")
        }
        expect(deleted <= goneCount || mishap.troublesState || isSettled == false, summary)
        let denials = ["Nothing was staged or deleted", "There was nothing to do"]
        if denials.contains(where: { summary.contains($0) }) {
            expect(goneCount == 0 && stagedCount == 0, "\(goneCount) \(stagedCount): \(summary)")
        }
        if summary.contains("There was nothing to do") { expect(run.status == 0, summary) }
        let mayEndEarly: Set<NightMishap> = [.rulesBroken, .stateDamaged, .stateFull, .stateFails]
        if let unnamed, !mayEndEarly.contains(mishap) {
            expect(
                report["unfinished_round"] is String,
                "night \(unnamed) was killed, and is not named: \(run.errors)")
            self.unnamed = nil
        }
        if run.status == 6 { judgePartial(report) }
    }

    /// What ends with 6 says of which item or which drive.
    private func judgePartial(_ report: [String: Any]) {
        let execute = report["execute"] as? [String: Any]
        let counts = execute?["counts"] as? [String: Int] ?? [:]
        let isNamed =
            ["failed", "held", "changed", "gave-up", "executing"].contains { counts[$0] ?? 0 > 0 }
            || !(execute?["recovered"] as? [Any] ?? []).isEmpty
            || !(execute?["left_in_quarantine"] as? [Any] ?? []).isEmpty
        expect(isNamed || report["held_drives"] != nil, "6, and nothing is named: \(report)")
    }

    /// The number that `text` tells where it looks like `pattern`; 0 where it does not.
    private static func number(in text: String, _ pattern: Regex<(Substring, Substring)>) -> Int {
        text.firstMatch(of: pattern).flatMap { Int($0.1) } ?? 0
    }

    /// A night in which something went wrong says so, at once or the night after.
    private func judgeSilence(_ run: CommandRun, _ report: [String: Any]?) {
        // Where there is no report, the one who is waked by the errors hears of it.
        if run.errors.contains("never came to its end") { unnamed = nil }
        if run.isKilled { return }
        if run.status != 0 {
            expect(run.output + run.errors != "", "a status of \(run.status), and no word")
        }
        guard let words = mishap.words else { return }
        let summary = report?["summary"] as? String ?? ""
        let drives = (report?["drives"] as? [[String: Any]] ?? []).map { "\($0)" }.joined()
        let said = run.output + run.errors + summary + drives
        expect(said.contains(words), "nothing is said of it: \(said)")
        expect(
            run.errors.contains(words) || summary.contains(words),
            "not at once: \(summary) \(run.errors)")
    }
}
