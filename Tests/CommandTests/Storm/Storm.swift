// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import StateLedger
import Testing
import TestSupport

/// Goes the way from a plan to a deletion and back again and again, each time with other files, and
/// has the program killed, or lets something go wrong, wherever chance wants it.
struct Storm {
    /// What a person does, one after the other.
    private enum Errand: String, CaseIterable {
        case plan = "plan -q --summary"
        case stage = "stage -q --yes --no-undo-window"
        case undo = "undo --all"
        case execute = "execute -q --yes"
        case restore = "restore --all --yes"

        var words: [String] { rawValue.split(separator: " ").map(String.init) }
    }

    private let home: ScratchHome
    private let drive: any StormDrive
    private let environment: [String: String]
    private var random: SplitMix64
    private var round = 0
    /// How many calls each errand makes in peace.
    private var callCounts: [Errand: Int] = [:]
    /// How many requests at most are sent before one goes wrong.
    private let requestCount = 12
    /// How far ahead the clock is, in seconds: what failed is tried again later.
    private var ahead = 0

    /// How often the program was killed so far.
    private(set) var killCount = 0
    /// How many faults it has met so far.
    private(set) var faultCount = 0

    /// A storm over `drive`, whose files nobody else has to do with.
    init(
        _ home: ScratchHome, _ drive: any StormDrive, environment: [String: String], seed: UInt64
    ) throws {
        (self.home, self.drive, self.environment) = (home, drive, environment)
        random = SplitMix64(seed: seed)
        try home.write(
            """
            version: 1
            timezone: UTC
            drives:
              main: \(drive.declaration)
            limits: {percent: unlimited}
            rules:
              - id: images
                match: {name: "*.iso"}
                then: delete
                undo_window: none
                method: \(drive.method.rawValue)
            """, to: "rules.yaml")
    }

    // MARK: One round

    /// The files of this round that are to go, and one that is to stay.
    private var going: [String] { (0..<5).map { "/r\(round)/f\($0 % 2)/r\(round)-\($0).iso" } }
    private var staying: String { "/r\(round)/f0/r\(round)-stays.txt" }
    /// What can be done on this drive.
    private var errands: [Errand] { Errand.allCases.filter { drive.canRestore || $0 != .restore } }
    private var counter: String { home.path + "/count" }
    private var state: String { home.path + "/r\(round).sqlite" }

    /// Makes the files of a round.
    private mutating func begin() throws {
        round += 1
        ahead = 0
        for path in going + [staying] { try drive.add(path) }
    }

    private func end() throws {
        try drive.clear()
        for suffix in ["", "-wal", "-shm", ".run"] where home.has("r\(round).sqlite" + suffix) {
            try home.remove("r\(round).sqlite" + suffix)
        }
    }

    private func run(_ errand: Errand, _ more: [String: String] = [:]) async throws -> CommandRun {
        drive.setClock(ahead: ahead)
        let surroundings = environment.merging(more) { _, new in new }
        return try await ServedGraph.waiting { [home, state, ahead] in
            try home.run(
                errand.words + ["--state", state], environment: surroundings, later: ahead)
        }
    }

    /// Goes the whole way in peace, to learn how long it is.
    mutating func calm() async throws {
        try begin()
        for errand in errands {
            let run = try await run(errand, Interposer.counting(counter))
            try #require(run.status == 0, "\(errand): \(run.errors)")
            let count: Int = try #require(Int(try home.text("count")))
            callCounts[errand] = count
            if errand == .undo { try await stageAgain() }
        }
        try await checkEnd("in peace")
        try end()
    }

    private func stageAgain() async throws {
        for errand in [Errand.plan, .stage] {
            let run = try await run(errand)
            try #require(run.status == 0, "\(errand) after an undo: \(run.errors)")
        }
    }

    // MARK: Kills

    /// A round in which every errand is killed now and then, and started again until it is done.
    mutating func killing() async throws {
        try begin()
        for errand in errands where errand != .undo || random.below(3) == 0 {
            var what = "seed \(StormScale.seed), round \(round), \(errand)"
            for _ in 0..<random.below(4) {
                let strike = Interposer.Strike(call: 1 + random.below(callCounts[errand] ?? 100))
                what += ", killed at \(strike.call)"
                let run = try await run(errand, Interposer.striking(strike, counter))
                guard run.isKilled else { break }
                killCount += 1
                try checkNothingLost(what)
            }
            try await finish(errand, what)
            if errand == .undo { try await stageAgain() }
        }
        try await checkEnd("seed \(StormScale.seed), round \(round)")
        try end()
    }

    /// Does `errand` without trouble, and holds it to what it would have come to in peace.
    private mutating func finish(_ errand: Errand, _ what: String) async throws {
        let run = try await run(errand)
        // What was killed after it was done is not done again.
        let isDone = run.status == 0 || errand == .stage && run.errors.contains("it was staged")
        #expect(isDone, "\(what): ended with \(run.status): \(run.errors)")
        try checkNothingLost(what)
        let (live, binned) = (Set(try drive.live()), Set(try drive.binned()))
        let isGone = errand == .execute
        #expect(live.isSuperset(of: isGone ? [] : going), "\(what): \(live)")
        #expect(live.isDisjoint(with: isGone ? going : []), "\(what): \(live)")
        #expect(binned.count == (isGone ? going.count : 0), "\(what): \(binned)")
        let states = try await states()
        let wanted: ItemState? =
            switch errand {
            case .plan: nil
            case .stage: .staged
            case .undo: .undone
            case .execute: .deleted
            case .restore: .restored
            }
        for path in going { #expect(states[path] == wanted, "\(what): \(path)") }
    }

    // MARK: Faults

    /// A round in which something goes wrong in one errand, once.
    mutating func failing() async throws {
        try begin()
        let struck = errands[random.below(errands.count)]
        for errand in errands where errand != .undo || struck == .undo {
            if errand == struck { try await fail(errand) }
            _ = try await settle(errand)
            if errand == .undo { try await stageAgain() }
        }
        let what = "seed \(StormScale.seed), round \(round), fault in \(struck)"
        try await checkEnd(what)
        let there = try drive.live().map(Self.original)
        let wanted = drive.canRestore ? going + [staying] : [staying]
        #expect(Set(there) == Set(wanted), "\(what): all has come to its end")
        try end()
    }

    private mutating func fail(_ errand: Errand) async throws {
        var what = "seed \(StormScale.seed), round \(round), \(errand): "
        let run: CommandRun
        if !drive.faultNames.isEmpty, random.below(2) == 0 {
            let fault = drive.faultNames[random.below(drive.faultNames.count)]
            let request = 1 + random.below(requestCount)
            what += "\(fault) at request \(request)"
            drive.play(fault, at: request)
            run = try await self.run(errand)
            if drive.hasPlayed { faultCount += 1 }
            drive.play(nil, at: 0)
        } else {
            let errors = [EIO, ENOSPC, EACCES, EDQUOT, EMFILE]
            let strike = Interposer.Strike(
                call: 1 + random.below(callCounts[errand] ?? 100),
                error: errors[random.below(errors.count)])
            what += "\(strike)"
            run = try await self.run(errand, Interposer.striking(strike, counter))
            if try home.text("count") != "" { faultCount += 1 }
        }
        #expect(Self.statuses.contains(run.status), "\(what): \(run.status): \(run.errors)")
        try checkNothingLost(what)
        try await checkTruth(what)
    }

    /// The statuses with which the program may end.
    private static let statuses: Set<Int32> = [0, 1, 2, 3, 4, 5, 6, 7, 8, 64, 75]

    /// Does `errand` again, each time later, until nothing of it is left to be done.
    private mutating func settle(_ errand: Errand) async throws {
        var last: CommandRun?
        for _ in 0..<12 {
            let run = try await run(errand)
            last = run
            let isDone = run.status == 0 || errand == .stage && run.errors.contains("it was staged")
            let open = try await states().values.filter { $0 == .executing || $0 == .failed }
            if isDone, open.isEmpty || errand != .execute { return }
            ahead += 1_800
        }
        Issue.record(
            """
            seed \(StormScale.seed), round \(round), \(errand) does not end right: \
            \(last?.status ?? -1), \(last?.errors ?? "")
            """)
    }

    // MARK: What holds at any time

    /// The states of the items by their paths; none without a state file.
    private func states() async throws -> [String: ItemState] {
        Dictionary(
            try await items().map { ($0.order.item.path, $0.state) }, uniquingKeysWith: { $1 })
    }

    private func items() async throws -> [StagedItem] {
        guard home.has("r\(round).sqlite") else { return [] }
        let now = Timestamp(secondsSinceEpoch: Int64(Date().timeIntervalSince1970) + Int64(ahead))
        let ledger = try Ledger.openExisting(path: state, now: now)
        let items = try await ledger.stagedItems(states: nil)
        await ledger.close()
        return items
    }

    /// Every file is in its place or in the bin, once.
    private func checkNothingLost(_ what: String) throws {
        let (live, binned) = (try drive.live(), try drive.binned())
        for path in going {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            let count =
                live.count { Self.original($0) == path } + binned.count { $0 == name }
            #expect(count == 1, "\(what): \(path) is there \(count) times: \(live) \(binned)")
        }
        #expect(live.contains(staying), "\(what): \(live)")
    }

    /// The path of an item that came back beside its place, because a drive said that this was taken.
    private static func original(_ path: String) -> String {
        path.replacingOccurrences(of: " (restored)", with: "")
    }

    /// What is told to be deleted is in the bin, unless it is told to be on its way back.
    private func checkTruth(_ what: String) async throws {
        let live = try drive.live()
        for item in try await items() where [.deleted, .gone].contains(item.state) {
            let path = item.order.item.path
            let isThere = live.contains(path) && !item.isRestoring
            #expect(!isThere, "\(what): \(path) is there, and told as \(item.state)")
        }
    }

    private func checkEnd(_ what: String) async throws {
        try checkNothingLost(what)
        try await checkTruth(what)
        let run = try await ServedGraph.waiting { [home, state, ahead] in
            try home.run(["history", "--verify", "--state", state], later: ahead)
        }
        #expect(run.status == 0, "\(what): \(run.errors)")
    }
}

extension SplitMix64 {
    /// A number from 0 to one below `count`.
    fileprivate mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
