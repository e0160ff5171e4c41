// SPDX-License-Identifier: Apache-2.0

import DecisionSync
import RuleEngine
import TestSupport
import Testing

@testable import StateLedger

@Suite("Decisions that devices share")
struct SyncTests {
    /// A device with its state, and the logs that all can read.
    private struct Device {
        let ledger: Ledger
        let name: String

        init(_ name: String, path: String? = nil) throws {
            ledger = try path.map { try Ledger.open(path: $0, now: at(0)) } ?? Ledger.empty()
            self.name = name
        }

        @discardableResult
        func sync(
            _ cloud: inout [String: [UInt8]], at seconds: Int64 = 100, holdsBack: Bool = false
        ) async throws -> SyncOutcome {
            let logs = cloud.sorted { $0.key < $1.key }.map { SyncLogReading($1, of: $0) }
            var intake = SyncIntake(
                name: name, logs: logs, now: at(seconds), day: { _ in Sample.day },
                newDevice: Self.fresh)
            intake.holdsBackMarks = holdsBack
            let outcome = try await ledger.syncDecisions(intake)
            cloud[outcome.device] = outcome.log
            #expect(SyncLogReading(outcome.log, of: outcome.device).fault == nil)
            #expect(try await ledger.replayDifferences() == [])
            return outcome
        }

        @Sendable static func fresh() -> String {
            var generator = SystemRandomNumberGenerator()
            return (0..<2).map { _ in
                let digits = String(generator.next() as UInt64, radix: 16)
                return String(repeating: "0", count: 16 - digits.utf8.count) + digits
            }.joined()
        }

        func decide(
            _ id: String, _ verdict: Decision, source: String = "web", at seconds: Int64 = 10
        ) async throws {
            _ = try await ledger.decide([decision(id, verdict, source, seconds)], at: at(seconds))
        }

        func decision(
            _ id: String, _ verdict: Decision, _ source: String, _ seconds: Int64
        ) -> DecisionRecord {
            var item = Sample.item("/Photos/\(id).jpg", id: id, drive: "photos-\(name)")
            item.eTag = nil
            return DecisionRecord(
                item: item, driveIdentity: "onedrive:d1", verdict: verdict,
                until: verdict == .snooze ? at(10_000) : nil, decidedAt: at(seconds),
                day: Sample.day, source: source)
        }

        func standing() async throws -> [String: Decision] {
            var standing: [String: Decision] = [:]
            for decision in try await ledger.decisions() {
                standing[decision.item.id.lowercased()] = decision.verdict
            }
            return standing
        }
    }

    private let laptop: Device
    private let server: Device

    init() throws {
        laptop = try Device("laptop")
        server = try Device("server")
    }

    @Test("go from one to the other, with the name of the device and without that of the file")
    func travel() async throws {
        var cloud: [String: [UInt8]] = [:]
        for (id, verdict) in [
            ("a", Decision.keep), ("b", .pin), ("c", .snooze), ("d", .delete),
        ] { try await laptop.decide(id, verdict) }
        let first = try await laptop.sync(&cloud)
        #expect(first.heardCount == 0)
        let text = cloud.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!text.contains("Photos") && !text.contains("jpg") && !text.contains("photos-"))
        let outcome = try await server.sync(&cloud)
        #expect(outcome.heard == ["laptop": 4])
        #expect(try await server.standing() == laptop.standing())
        let there = try await server.ledger.decisions()
        #expect(there.allSatisfy { $0.device == "laptop" && $0.item.path.isEmpty })
        // What was heard is not said again.
        #expect(try await server.sync(&cloud).said == 0)
        #expect(try await laptop.sync(&cloud).heardCount == 0)
        #expect(try await server.ledger.syncedDevices().map(\.name) == ["laptop"])
    }

    @Test("of files of this machine stay on it")
    func local() async throws {
        var cloud: [String: [UInt8]] = [:]
        _ = try await laptop.ledger.decide(
            [Sample.decision("/a", .keep)], at: at(10))
        // One line, of what was used of the quotas.
        #expect(try await laptop.sync(&cloud).said == 1)
        let text = cloud.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!text.contains("verdict"))
        for (identity, isShared) in [
            ("onedrive:d", true), ("listing:onedrive:d:/pages", true), ("local:1:2:/h", false),
            ("memory:1", false), ("onedrive:", false),
        ] { #expect(ItemAddress.isShared(driveIdentity: identity) == isShared, "\(identity)") }
    }

    @Test("travel when they are taken back, and what was decided before stands again everywhere")
    func undo() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep)
        try await laptop.decide("b", .snooze, at: 11)
        try await laptop.decide("b", .delete, at: 12)
        try await laptop.sync(&cloud)
        try await server.sync(&cloud)
        let numbers = try await server.ledger.decisions().map(\.number)
        _ = try await server.ledger.undoDecisions(numbers: numbers, at: at(200))
        #expect(try await server.standing() == [:])
        try await server.sync(&cloud, at: 210)
        try await laptop.sync(&cloud, at: 220)
        #expect(try await laptop.standing() == [:])
        try await laptop.decide("c", .keep, at: 300)
        try await laptop.decide("c", .delete, at: 301)
        try await laptop.sync(&cloud, at: 310)
        try await server.sync(&cloud, at: 320)
        #expect(try await server.standing() == ["c": .delete])
        let newest = try await laptop.ledger.decisions().map(\.number)
        _ = try await laptop.ledger.undoDecisions(numbers: newest, at: at(400))
        try await laptop.sync(&cloud, at: 410)
        try await server.sync(&cloud, at: 420)
        #expect(try await server.standing() == ["c": .keep])
        #expect(try await laptop.standing() == ["c": .keep])
    }

    @Test("to delete do not beat those to keep that were not known")
    func keepsWin() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep, at: 10)
        try await server.decide("a", .delete, at: 90)
        for _ in 0..<2 {
            try await laptop.sync(&cloud)
            try await server.sync(&cloud)
        }
        #expect(try await laptop.standing() == ["a": .keep])
        #expect(try await server.standing() == ["a": .keep])
        // Who knows of the keep may say otherwise.
        try await server.decide("a", .delete, at: 200)
        try await server.sync(&cloud, at: 210)
        try await laptop.sync(&cloud, at: 220)
        #expect(try await laptop.standing() == ["a": .delete])
    }

    @Test("to keep take back what waits here, and cost no review")
    func takesBack() async throws {
        var cloud: [String: [UInt8]] = [:]
        var order = Sample.order(server.decision("a", .keep, "web", 0).item, due: 1_000)
        order.driveIdentity = "onedrive:d1"
        _ = try await server.ledger.stage([order])
        try await laptop.decide("a", .keep)
        try await laptop.sync(&cloud)
        let outcome = try await server.sync(&cloud)
        #expect(outcome.takenBack.map(\.state) == [.undone])
        #expect(try await server.ledger.quotaHistory().map(\.reviews).reduce(0, +) == 0)
        // The path is one that this state knows.
        #expect(try await server.ledger.decisions().map(\.item.path) == ["/Photos/a.jpg"])
    }

    @Test("count together against the quota of a day")
    func quota() async throws {
        var cloud: [String: [UInt8]] = [:]
        for id in ["a", "b", "c"] { try await laptop.decide(id, .keep) }
        try await server.decide("d", .keep)
        try await laptop.sync(&cloud)
        try await server.sync(&cloud)
        try await laptop.sync(&cloud)
        for device in [laptop, server] {
            #expect(try await device.ledger.quotaUse(day: Sample.day).use.reviews == 4)
        }
        #expect(try await server.ledger.quotaHistory().map(\.reviews) == [1])
        // What is given back there is free here.
        let numbers = try await laptop.ledger.decisions().map(\.number).prefix(1)
        _ = try await laptop.ledger.undoDecisions(numbers: Array(numbers), at: at(300))
        try await laptop.sync(&cloud, at: 310)
        try await server.sync(&cloud, at: 320)
        #expect(try await server.ledger.quotaUse(day: Sample.day).use.reviews == 3)
    }

    @Test("are told anew where their log was lost, torn or put back")
    func lost() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep)
        let first = try await laptop.sync(&cloud)
        try await laptop.decide("b", .keep, at: 11)
        let second = try await laptop.sync(&cloud)
        #expect(second.device == first.device)
        for damage in [nil, Array(second.log.prefix(200)), first.log, []] as [[UInt8]?] {
            cloud[first.device] = damage
            let outcome = try await laptop.sync(&cloud)
            #expect(outcome.device == first.device && outcome.log == second.log)
        }
    }

    @Test("go on under another id where the state is older than the log, and none is lost")
    func restored() async throws {
        let folder = try TemporaryFolder()
        var cloud: [String: [UInt8]] = [:]
        let before = try Device("laptop", path: folder.file("state.sqlite"))
        try await before.decide("a", .keep)
        let first = try await before.sync(&cloud)
        await before.ledger.close()
        try folder.write(try folder.bytes("state.sqlite"), to: "copy.sqlite")
        let after = try Device("laptop", path: folder.file("state.sqlite"))
        try await after.decide("b", .pin, at: 11)
        #expect(try await after.sync(&cloud).device == first.device)
        // The state as it was, which somebody brought back, or uses elsewhere.
        let restored = try Device("laptop", path: folder.file("copy.sqlite"))
        try await restored.decide("c", .snooze, at: 50)
        let outcome = try await restored.sync(&cloud)
        #expect(outcome.isRenewed && outcome.device != first.device)
        #expect(try await restored.standing()["b"] == .pin)
        // Two were made here, and one where the log went on.
        #expect(try await restored.ledger.quotaUse(day: Sample.day).use.reviews == 3)
        try await server.sync(&cloud)
        let again = try await after.sync(&cloud)
        #expect(!again.isRenewed)
        #expect(try await server.standing() == ["a": .keep, "b": .pin, "c": .snooze])
        #expect(try await after.standing() == server.standing())
        await after.ledger.close()
        await restored.ledger.close()
    }

    /// Whatever is cut off, and whenever a process dies between its state and its log, three states come
    /// to the same end.
    @Test("are the same everywhere in the end", arguments: 1...UInt64(5))
    func converge(_ seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let devices = [laptop, server, try Device("tablet")]
        var cloud: [String: [UInt8]] = [:]
        var time: Int64 = 100
        for _ in 0..<30 {
            time += 10
            let device = generator.pick(devices)
            if generator.below(2) == 0 {
                let verdict = generator.pick([Decision.keep, .pin, .snooze, .delete])
                try await device.decide(
                    "i\(generator.below(3))", verdict, at: time + Int64(generator.below(3)) * 5_000)
            } else if generator.below(4) == 0 {
                let numbers = try await device.ledger.decisions().map(\.number).prefix(1)
                _ = try await device.ledger.undoDecisions(numbers: Array(numbers), at: at(time))
            } else {
                var seen = cloud.filter { _ in generator.below(3) > 0 }
                let outcome = try await device.sync(&seen, at: time)
                // Killed before its log was written.
                if generator.below(3) > 0 { cloud[outcome.device] = outcome.log }
            }
        }
        for round in 0..<3 {
            for device in devices { try await device.sync(&cloud, at: time + Int64(round) * 10) }
        }
        for device in devices {
            #expect(try await device.standing() == devices[0].standing(), "seed \(seed)")
        }
    }

    @Test("that cannot be read end that log there, which is news once")
    func damaged() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep)
        let one = try await laptop.sync(&cloud)
        try await server.sync(&cloud)
        try await laptop.decide("b", .keep, at: 11)
        let two = try await laptop.sync(&cloud)
        cloud[one.device] = two.log + Array("{\"n\":99}\n".utf8)
        let heard = try await server.sync(&cloud)
        #expect(heard.heardCount == 1)
        #expect(heard.news.map(\.name) == ["laptop"])
        #expect(try await server.sync(&cloud).news.isEmpty)
        #expect(try await server.sync(&cloud).others.first?.problem != nil)
        cloud[one.device] = two.log + Array("what\n".utf8)
        #expect(try await server.sync(&cloud).news.count == 1)
        cloud[one.device] = two.log
        #expect(try await server.sync(&cloud).others.first?.problem == nil)
    }

    @Test("are missing where the log of a known device is not there, which is news once")
    func missing() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep)
        let device = try await laptop.sync(&cloud).device
        try await server.sync(&cloud)
        cloud[device] = nil
        let outcome = try await server.sync(&cloud)
        #expect(outcome.others.map(\.problem) == [.missing])
        #expect(outcome.news.map(\.name) == ["laptop"])
        #expect(try await server.sync(&cloud).news.isEmpty)
        #expect(try await server.standing() == ["a": .keep])
        try await laptop.sync(&cloud)
        #expect(try await server.sync(&cloud).others.map(\.problem) == [nil])
    }

    @Test("that let something be deleted are held back where that is wanted, and told later")
    func heldBack() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep)
        try await laptop.decide("b", .delete, at: 11)
        for _ in 0..<2 { try await laptop.sync(&cloud, holdsBack: true) }
        try await server.sync(&cloud)
        #expect(try await server.standing() == ["a": .keep])
        let kept = try await laptop.ledger.decisions().filter { $0.verdict == .keep }
        _ = try await laptop.ledger.undoDecisions(numbers: kept.map(\.number), at: at(200))
        try await laptop.sync(&cloud, at: 210, holdsBack: true)
        try await server.sync(&cloud, at: 220)
        #expect(try await server.standing() == ["a": .keep])
        #expect(try await laptop.standing() == ["b": .delete])
        // What protects goes on: that a mark is taken back, and a keep.
        try await laptop.decide("c", .keep, at: 300)
        try await laptop.sync(&cloud, at: 310, holdsBack: true)
        try await server.sync(&cloud, at: 320)
        #expect(try await server.standing() == ["a": .keep, "c": .keep])
        try await laptop.sync(&cloud, at: 410)
        try await server.sync(&cloud, at: 420)
        #expect(try await server.standing() == ["b": .delete, "c": .keep])
        #expect(try await laptop.standing() == ["b": .delete, "c": .keep])
    }

    /// Two pictures that are called different, of which others hear where both lie on OneDrives.
    private func pair(_ one: String, _ other: String) throws -> UnlikePair {
        try #require(
            UnlikePair(
                PhotoKey(stored: "sha256:\(one):1"), PhotoKey(stored: "sha256:\(other):1")))
    }

    @Test(
        "tell of pictures that are not the same, which goes before a word that did not know of it")
    func different() async throws {
        var cloud: [String: [UInt8]] = [:]
        let (shared, own) = (try pair("a", "b"), try pair("a", "c"))
        try await laptop.ledger.keepUnlike(
            [shared, own], of: Sample.item("/Photos/a.jpg"), shared: [shared], at: at(10))
        try await laptop.sync(&cloud)
        let text = cloud.values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!text.contains("Photos") && !text.contains("sha256:c"))
        let since = try await server.ledger.newestSequence()
        #expect(try await server.sync(&cloud).heard == ["laptop": 1])
        #expect(try await server.ledger.unlikePairs() == [shared])
        // A review that is open there hears of it.
        #expect(try await server.ledger.reviewChanges(after: since)?.hasCalled == true)
        #expect(try await server.sync(&cloud).said == 0)
        // Taken back there, while a third one says it who has heard of nothing.
        let tablet = try Device("tablet")
        try await server.ledger.removeUnlike([shared], at: at(200))
        try await tablet.ledger.keepUnlike([shared], shared: [shared], at: at(150))
        for time in [220, 230] as [Int64] {
            for device in [server, tablet, laptop] { try await device.sync(&cloud, at: time) }
        }
        #expect(try await server.ledger.unlikePairs() == [shared])
        #expect(try await laptop.ledger.unlikePairs() == [shared, own])
        try await laptop.ledger.removeUnlike([shared], at: at(300))
        try await laptop.sync(&cloud, at: 310, holdsBack: true)
        try await server.sync(&cloud, at: 320)
        let kept = try await server.ledger.unlikePairs()
        try await laptop.sync(&cloud, at: 330)
        try await server.sync(&cloud, at: 340)
        #expect(kept == [shared])
        #expect(try await server.ledger.unlikePairs() == [])
        #expect(try await laptop.ledger.unlikePairs() == [own])
    }

    @Test("take nothing back because what was called different is not in the table any more")
    func lostTable() async throws {
        var cloud: [String: [UInt8]] = [:]
        let pair = try pair("a", "b")
        try await laptop.ledger.keepUnlike([pair], shared: [pair], at: at(10))
        try await laptop.sync(&cloud)
        try await server.sync(&cloud)
        try await laptop.ledger.run("DELETE FROM unlike")
        try await laptop.sync(&cloud, at: 200)
        try await server.sync(&cloud, at: 210)
        #expect(try await server.ledger.unlikePairs() == [pair])
    }

    @Test("are in what is exported, and an import is another device")
    func exported() async throws {
        var cloud: [String: [UInt8]] = [:]
        try await laptop.decide("a", .keep)
        let first = try await laptop.sync(&cloud)
        let text = try await laptop.ledger.everything()
        let folder = try TemporaryFolder()
        let path = folder.file("imported.sqlite")
        try StateImport.read(Array(text.utf8), intoStateAt: path)
        let imported = try Ledger.open(path: path, now: at(500))
        #expect(try await imported.syncDevice() == nil)
        #expect(try await imported.decisions().map(\.verdict) == [.keep])
        let outcome = try await imported.syncDecisions(
            SyncIntake(
                name: "copy", logs: cloud.map { SyncLogReading($1, of: $0) }, now: at(600),
                day: { _ in Sample.day }, newDevice: Device.fresh))
        #expect(outcome.device != first.device)
        #expect(outcome.heardCount == 0)
        #expect(try await imported.quotaUse(day: Sample.day).use.reviews == 1)
        await imported.close()
    }
}
