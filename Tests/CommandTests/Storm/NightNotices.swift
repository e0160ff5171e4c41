// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import Testing

/// What had to be told, what was told, and what waits to be told.
struct NightNotices {
    /// The rounds of which there was something to tell.
    var due: Set<String> = []
    /// How often the service took the message of a round.
    var taken: [String: Int] = [:]
    /// The rounds whose messages wait in the state.
    var waiting: Set<String> = []
    /// How many messages were said to be given up.
    var givenUp = 0
    /// Rounds whose messages may come twice, since nobody could note that they were sent.
    var mayRepeat: Set<String> = []

    /// Rounds whose messages waited in a state when that was damaged: a backup knows what waited when
    /// it was made.
    var lostWithState: Set<String> = []

    /// The rounds that nobody heard of and that wait nowhere.
    var missing: Set<String> {
        due.subtracting(taken.keys).subtracting(waiting).subtracting(lostWithState)
    }

    /// Whether a round that ended with `report` has something to tell.
    static func isDue(_ report: [String: Any]) -> Bool {
        let stage = report["stage"] as? [String: Any] ?? [:]
        let execute = report["execute"] as? [String: Any] ?? [:]
        let next = (report["next"] as? [String: Any])?["first"] as? String
        let dates = [next, report["ended"] as? String].map { text in
            text.flatMap { try? Date($0, strategy: .iso8601) }
        }
        var isSoon = false
        if let next = dates[0], let ended = dates[1] {
            isSoon = next.timeIntervalSince(ended) <= 86_400
        }
        let hasActed = [stage["staged"], execute["deleted"], execute["purged"]].contains {
            $0 as? Int ?? 0 > 0
        }
        let isWrong =
            report["exit"] as? Int != 0 || report["unfinished_round"] != nil
            || report["held_drives"] != nil || stage["refused"] != nil
        return hasActed || isSoon || isWrong
    }
}

extension NightJudge {
    /// Every message is with the service, or waits, or is said to be given up; and nobody is told what
    /// is not so.
    func judgeNotices(_ run: CommandRun, _ report: [String: Any]?) async {
        let calls = Array(receiver.calls.dropFirst(callsBefore))
        let told = calls.filter { $0.path == "/hook" && $0.isTaken }.compactMap {
            try? JSONSerialization.jsonObject(with: $0.body) as? [String: Any]
        }
        let round = report?["round"] as? String
        let waited = notices.waiting
        if let text = await state({ try await $0.setting("notices") ?? "[]" }) {
            let entries = try? JSONSerialization.jsonObject(with: Data(text.utf8))
            notices.waiting = Set(
                (entries as? [[String: Any]] ?? []).compactMap {
                    ($0["notice"] as? [String: Any])?["round"] as? String
                })
        }
        if mishap.troublesState || run.isKilled || mood == .hangs {
            notices.mayRepeat.formUnion(waited.union(notices.waiting))
            notices.mayRepeat.formUnion(told.compactMap { $0["round"] as? String })
            if mishap == .stateDamaged || mishap == .stateRestored {
                notices.lostWithState.formUnion(waited)
            }
            if mishap == .stateRestored || mishap == .stateDamaged {
                notices.mayRepeat.formUnion(notices.taken.keys)
            }
        }
        for message in told {
            guard let name = message["round"] as? String else { continue }
            notices.taken[name, default: 0] += 1
            let isOnce = notices.taken[name] == 1 || notices.mayRepeat.contains(name)
            expect(isOnce, "round \(name) is told twice")
            if name == round, let report { compare(message, report) }
        }
        if run.isKilled { return }
        if let report, mishap != .rulesBroken {
            account(report, calls)
            if let round, NightNotices.isDue(report) { notices.due.insert(round) }
        }
        if mishap != .rulesBroken { judgeBeats(calls.map(\.path), run) }
        expect(
            notices.missing.count <= notices.givenUp,
            "nobody hears of \(notices.missing), and \(notices.givenUp) are given up: \(past)")
    }

    private func compare(_ message: [String: Any], _ report: [String: Any]) {
        let stage = report["stage"] as? [String: Any] ?? [:]
        let execute = report["execute"] as? [String: Any] ?? [:]
        let pairs: [(String, Any?)] = [
            ("exit", report["exit"]), ("staged", stage["staged"] ?? 0),
            ("deleted", execute["deleted"] ?? 0),
        ]
        for (key, wanted) in pairs {
            expect(message[key] as? Int == wanted as? Int, "\(key): told \(message), is \(report)")
        }
    }

    /// The report counts what the service took.
    private func account(_ report: [String: Any], _ calls: [NoticeReceiver.Call]) {
        guard let told = report["notices"] as? [String: Any] else {
            return expect(mishap == .reportFull, "the report says nothing of messages: \(report)")
        }
        let taken = calls.count { $0.isTaken && $0.path != "/beat/start" }
        expect(told["sent"] as? Int == taken, "\(taken) were taken, and told: \(told)")
        notices.givenUp += told["given_up"] as? Int ?? 0
        if mood != .well {
            expect(!(told["unsent"] as? [Any] ?? []).isEmpty, "all was sent to nobody: \(told)")
        }
    }

    /// A heartbeat is felt at the end of each round, and its beginning at most once.
    private func judgeBeats(_ paths: [String], _ run: CommandRun) {
        if mood == .down { return }
        let ends = paths.filter { $0 == "/beat" || $0 == "/beat/fail" }
        expect(ends == [run.status == 0 ? "/beat" : "/beat/fail"], "\(run.status): \(paths)")
        expect(paths.count { $0 == "/beat/start" } <= 1, "\(paths)")
    }
}

extension NightJudge {
    /// What was due a day ago and earlier has gone, or has come to an end that says why not.
    func checkLiveness() async throws {
        let items = await state { try await $0.stagedItems(states: nil) } ?? []
        expect(!items.isEmpty, "the state can be read")
        for item in items where item.state.isActive {
            let due = Int(item.order.due.secondsSinceEpoch)
            expect(
                due > clock - 86_400,
                "\(item.order.item.drive):\(item.order.item.path) waits for ever: \(item)")
        }
        expect(goneCount >= 20, "only \(goneCount) items went")
        expect(notices.missing.count <= notices.givenUp, "\(notices)")
    }

    /// All that people ever wrote and did not delete themselves is in its place again.
    func checkAllBack(_ run: CommandRun) throws {
        let sight = try world.look()
        let live = Array(sight.live.values).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        for (text, count) in world.owed where live[text] ?? 0 != count {
            let file = world.files.last { $0.text == text }
            let binned = sight.binned.count { $0 == text }
            expect(
                false,
                """
                \(file?.name ?? text) is back \(live[text] ?? 0) times, not \(count), and \
                \(binned) times in a bin: \(run.output) \(run.errors)
                """)
        }
    }
}
