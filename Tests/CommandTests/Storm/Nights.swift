// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import Foundation
import GraphSimulator
import RuleEngine
import StateLedger
import TestSupport
import Testing

/// Thirty nights of one home: by day people bring, edit, move and take back files, each night a round
/// stages and deletes, and in most of them something goes wrong.
final class Nights {
    let home: ScratchHome
    let graph: SimulatedGraph
    let world: NightWorld
    let receiver: NoticeReceiver
    let seed: UInt64
    private let environment: [String: String]
    var random: SplitMix64
    let judge: NightJudge
    /// How many calls a round makes in peace.
    private var callCount = 400
    /// How often things went wrong in truth.
    private(set) var mishapCount = 0

    static let address = "pat.sample@outlook.com"
    /// Monday, 2 January 2040, at 3 o'clock, when all other clocks are behind.
    static let start = 2_209_086_000
    static let day = 86_400
    static let nightCount = 30

    init(
        _ home: ScratchHome, _ graph: SimulatedGraph, _ environment: [String: String], seed: UInt64
    ) throws {
        (self.home, self.graph, self.environment, self.seed) = (home, graph, environment, seed)
        random = SplitMix64(seed: seed)
        let cloud = graph.addAccount(.personal, address: Self.address)
        world = NightWorld(home, cloud)
        receiver = try NoticeReceiver()
        judge = NightJudge(home, world, receiver, seed: seed)
        try home.write("a-key-of-some-length\n", to: "key.notify")
        chmod(home.path + "/key.notify", 0o600)
        try home.write(rules, to: "rules.yaml")
        try home.write("", to: "reports/.keep")
    }

    private var rules: String {
        let stream = SHA256Stream()
        stream.update(Array(world.song.utf8))
        let service = "http://127.0.0.1:\(receiver.port)"
        return """
            version: 1
            timezone: UTC
            drives:
              d:
                kind: local
                root: d
                canary: {file: Keep/canary.txt, sha256: \(stream.finish())}
              e: {kind: local, root: e}
              cloud: {kind: onedrive, account: \(Self.address), root: /}
            limits: {percent: unlimited}
            protect:
              - {id: precious, match: {path: "/**/Precious/**"}}
            rules:
              - id: old
                match: {ext: iso, modified_age: over 10d}
                then: delete
                undo_window: 30h
              - id: backups
                match: {ext: bak}
                surplus: {keep: {last: 2, daily: 3, weekly: 2}}
                then: delete
                undo_window: 30h
              - id: copies
                match: {ext: jpg}
                duplicates: {same: content, across: drives, keep: [shortest_path]}
                then: delete
                undo_window: 30h
                method: quarantine
            notify:
              - {to: webhook, url: "\(service)/hook", key: "file:key.notify"}
              - {to: heartbeat, url: "\(service)/beat"}

            """
    }

    // MARK: All of it

    /// Goes through all nights, and brings everything back at the end.
    func pass() async throws {
        try begin()
        try await person("login", "--device-code", "--no-browser", "--rules", "rules.yaml")
        for (number, mishap) in mishaps().enumerated() {
            judge.night = number
            judge.mishap = mishap
            judge.strike = ""
            world.today = "night \(number), \(mishap.rawValue)"
            try await spendDay(number)
            try await night(number, mishap)
        }
        try await end()
    }

    /// Every mishap at least once, in an order of chance, and the rest in peace or killed.
    private func mishaps() -> [NightMishap] {
        var all = NightMishap.allCases.filter { $0 != .none }
        let spare = Self.nightCount - 5 - all.count
        all += (0..<spare).map { [.none, .killed, .killedLate][$0 % 3] }
        all.shuffle(using: &random)
        return [.none, .none] + all + [.none, .none, .none]
    }

    func time(_ number: Int) -> Int { Self.start + number * Self.day }

    // MARK: By night

    private func night(_ number: Int, _ mishap: NightMishap) async throws {
        judge.clock = time(number) + mishap.clockSeconds
        clock(time(number))
        if mishap == .stateRestored {
            // The oldest one that is there: all of the history after it is played again.
            let backups = home.tree("own/backups").filter { $0.hasSuffix(".sqlite") }
            guard let oldest = backups.first else { return }
            let run = try await person(
                "state", "restore", "--yes", "--from", "own/backups/" + oldest)
            judge.expect(run.status == 0, "a backup comes back: \(run.errors)")
        }
        receiver.mood = number < 2 || random.below(4) > 0 ? .well : random.pick([.refuses, .down])
        // It takes seconds of the machine's own clock, so once is enough.
        if number == Self.nightCount / 2 { receiver.mood = .hangs }
        try await strike(mishap)
        try judge.beginNight(mood: receiver.mood)
        let surroundings = try surroundings(mishap)
        let run = try await ServedGraph.waiting { [home] in
            try home.run(Self.round, environment: surroundings)
        }
        if let count = Int((try? home.text("count")) ?? ""), number == 1 { callCount = count }
        if mishap != .none { mishapCount += 1 }
        try await judge.endNight(run)
        try await mend(mishap)
    }

    private static let round = [
        "run", "--stage", "--quiet", "--report", "json", "reports/r.json", "--rules", "rules.yaml",
        "--state", "own/state.sqlite",
    ]

    /// The environment of a round in which `mishap` happens, as far as it is one of the machine's.
    private func surroundings(_ mishap: NightMishap) throws -> [String: String] {
        let count = home.path + "/count"
        let strike: Interposer.Strike? =
            switch mishap {
            case .killed: .init(call: 1 + random.below(callCount))
            case .killedLate: .init(call: callCount * 4 / 5 + random.below(callCount / 4))
            case .stateFails:
                .init(
                    call: 1 + random.below(120), error: random.pick([EIO, ENOSPC]), under: "/own/",
                    takesRoom: true)
            case .stateFull:
                .init(
                    call: 1 + random.below(60), error: ENOSPC, under: "/own/", takesRoom: true,
                    lasts: true)
            case .driveFails:
                .init(call: 1 + random.below(60), error: EIO, under: home.path + "/d/")
            case .driveBroken: .init(call: 1, error: EIO, under: home.path + "/d", lasts: true)
            case .reportFull:
                .init(call: 1, error: ENOSPC, under: "/reports/", takesRoom: true, lasts: true)
            default: nil
            }
        judge.strike = strike.map { "\($0)" } ?? ""
        let faults =
            try strike.map { try Interposer.striking($0, count) }
            ?? Interposer.counting(count)
        return environment.merging(faults) { $1 }
            .merging(try Interposer.clock(judge.clock)) { $1 }
    }

    /// Has `mishap` happen, as far as it is one of the world's.
    private func strike(_ mishap: NightMishap) async throws {
        switch mishap {
        case .signedOut:
            graph.revokeAccessTokens()
            graph.revokeRefreshTokens()
        case .cloudDown, .throttled, .unavailable:
            if let fault = mishap.fault { graph.play(FaultRule([], fault, count: nil)) }
        case .unmounted, .emptied, .swapped:
            try FileManager.default.moveItem(
                atPath: home.path + "/e", toPath: home.path + "/e away")
            world.folders[.e] = "e away"
            if mishap == .emptied {
                try FileManager.default.createDirectory(
                    atPath: home.path + "/e", withIntermediateDirectories: false)
            }
            if mishap == .swapped { try home.writeOld("foreign", to: "e/In/foreign.iso") }
        case .canaryChanged:
            try home.write("croak", to: "d/Keep/canary.txt")
            world.excused = [world.song]
        case .rulesBroken: try home.write(rules + "limit: {}\n", to: "rules.yaml")
        case .braked: try await person("pause", "--why", "a night off")
        case .stateDamaged: try damage()
        default: break
        }
    }

    /// Turns over the bytes of a page in the middle of the state file.
    private func damage() throws {
        let url = URL(fileURLWithPath: home.path + "/own/state.sqlite")
        let file = try FileHandle(forUpdating: url)
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(min(size - 4_096, 8_192))))
    }

    /// What people do the morning after.
    private func mend(_ mishap: NightMishap) async throws {
        graph.play(FaultScript())
        switch mishap {
        case .signedOut:
            try await person("login", "--device-code", "--no-browser", "--rules", "rules.yaml")
        case .unmounted, .emptied, .swapped:
            if mishap == .swapped {
                judge.expect(home.has("e/In/foreign.iso"), "what is not ours stays")
            }
            if home.has("e") { try home.remove("e") }
            try FileManager.default.moveItem(
                atPath: home.path + "/e away", toPath: home.path + "/e")
            world.folders[.e] = nil
        case .canaryChanged:
            try home.write(world.song, to: "d/Keep/canary.txt")
            world.excused = []
        case .rulesBroken: try home.write(rules, to: "rules.yaml")
        case .braked: try await person("resume")
        case .clockAhead: try await person("quota", "reset-clock", "--yes")
        case .stateDamaged:
            let run = try await person("state", "restore", "--yes")
            judge.expect(run.status == 0, "a damaged state comes back: \(run.errors)")
        default: break
        }
    }

    // MARK: The end

    private func end() async throws {
        judge.clock = time(Self.nightCount) - 8 * 3_600
        clock(judge.clock)
        try await judge.checkLiveness()
        let run = try await person("restore", "--all", "--yes")
        judge.expect([0, 6].contains(run.status), "all comes back: \(run.status) \(run.errors)")
        try judge.checkAllBack(run)
        for words in [["history", "--verify"], ["state", "check"]] {
            let run = try await person(words)
            judge.expect(run.status == 0, "\(words): \(run.output) \(run.errors)")
        }
    }

    // MARK: Running

    /// Sets the clock of the service, which is never wrong.
    func clock(_ seconds: Int) {
        graph.time.advance(seconds: Double(seconds) - graph.time.now)
    }

    @discardableResult
    func person(_ words: String...) async throws -> CommandRun { try await person(words) }

    @discardableResult
    func person(_ words: [String]) async throws -> CommandRun {
        let state = words.first == "login" ? [] : ["--state", "own/state.sqlite"]
        // People look at a clock that is right.
        let clock = try Interposer.clock(Int(graph.time.now))
        let surroundings = environment.merging(clock) { $1 }
        return try await ServedGraph.waiting { [home] in
            try home.run(words + state, environment: surroundings)
        }
    }
}
