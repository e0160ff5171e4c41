// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Folders go after what lies in them")
struct FolderTests {
    private static let rules = RuleFile([
        .delete("files", .path("/f/**")), .delete("folders", .path("/{f,f/**}"), type: .folder),
    ])

    private func world(
        _ files: [String: String] = ["/f/a": "a", "/f/g/b": "b", "/f/g/h/c": "c", "/z": "z"],
        _ rules: RuleFile = FolderTests.rules
    ) async throws -> (world: RunnerWorld, main: MemoryDrive, faults: Faults) {
        let main = MemoryDrive(files)
        let faults = Faults()
        let world = try RunnerWorld(rules, drives: [FaultyDrive(main, faults: faults)])
        try await world.stageAll()
        world.now += day
        return (world, main, faults)
    }

    @Test("one execution takes a whole tree, the deepest first")
    func tree() async throws {
        let (world, main, _) = try await world()
        let report = try await world.execute()
        #expect(
            report.items.map(\.order.item.path) == [
                "/f/a", "/f/g/b", "/f/g/h/c", "/f/g/h", "/f/g", "/f",
            ])
        #expect(report.items.allSatisfy { $0.state == .deleted })
        #expect(!main.has("/f") && main.has("/z"))
        try await world.checkSoundness()
    }

    @Test("however few orders a drive takes at once")
    func smallBatches() async throws {
        for count in 1...7 {
            let (world, main, faults) = try await world()
            faults.orderCountMax = count
            try await world.execute()
            #expect(!main.has("/f"), "\(count)")
            try await world.checkSoundness()
        }
    }

    @Test("a folder waits while something below it waits, and goes when that has gone")
    func waits() async throws {
        let (world, main, faults) = try await world()
        faults.always(.delete, .fails)
        // None of them is passed over in silence.
        #expect(
            try await world.execute().blocked.map(\.order.item.path) == ["/f/g/h", "/f/g", "/f"])
        #expect(try await world.state("/f/a") == .failed)
        #expect(
            try await world.states().filter { $0.value == .staged }.keys.sorted() == [
                "/f", "/f/g", "/f/g/h",
            ])
        faults.always(.delete, nil)
        // Not yet time to try again.
        try await world.execute()
        #expect(try await world.state("/f") == .staged)
        world.now += 60
        try await world.execute()
        #expect(!main.has("/f"))
    }

    @Test("a folder below which a permanent deletion waits for consent waits too")
    func waitsForConsent() async throws {
        var rules = Self.rules
        rules.rules[0].method = .permanent
        let (world, main, _) = try await world(["/f/a": "a"], rules)
        let report = try await world.execute()
        #expect(report.waiting.map(\.order.item.path) == ["/f/a"])
        #expect(try await world.states() == ["/f/a": .staged, "/f": .staged])
        try await world.executeForGood()
        #expect(!main.has("/f"))
    }

    @Test("a folder waits for the longest window of what lies in it")
    func windows() async throws {
        var rules = Self.rules
        rules.rules[0].undoWindow = hours(48)
        let (world, main, _) = try await world(["/f/a": "a"], rules)
        try await world.execute()
        #expect(main.has("/f/a"))
        #expect(try await world.state("/f") == .staged)
        world.now += day
        try await world.execute()
        #expect(!main.has("/f"))
    }

    @Test("a folder that holds something else by then stays")
    func notEmpty() async throws {
        let (world, main, _) = try await world()
        main.write("/f/g/new", "new")
        try await world.execute()
        #expect(main.files == ["/f/g/new", "/z"])
        #expect(
            try await world.states() == [
                "/f/a": .deleted, "/f/g/b": .deleted, "/f/g/h/c": .deleted, "/f/g/h": .deleted,
                "/f/g": .changed, "/f": .changed,
            ])
        try await world.checkSoundness()
    }

    @Test("a folder in which something was kept back stays")
    func keptBack() async throws {
        let (world, main, _) = try await world()
        try await world.undo(.paths(["/f/g/h/c"]))
        try await world.execute()
        #expect(main.files == ["/f/g/h/c", "/z"])
        #expect(try await world.state("/f") == .undone)
    }

    @Test("names that begin alike are not below one another")
    func alike() async throws {
        let main = MemoryDrive(["/f.d/a": "a"])
        main.put(MemoryDrive.Item(folder: "/f"))
        let rules = RuleFile([
            .delete("files", .name("a"), window: hours(99)),
            .delete("folders", .path("/f"), type: .folder),
        ])
        let world = try RunnerWorld(rules, drives: [main])
        try await world.stageAll()
        world.now += day
        try await world.execute()
        #expect(!main.has("/f"))
        #expect(try await world.state("/f.d/a") == .staged)
    }

    @Test("folders on two drives do not wait for each other")
    func twoDrives() async throws {
        let main = MemoryDrive(["/f/a": "a"])
        let other = MemoryDrive(["/f/a": "a"], name: "other")
        let world = try RunnerWorld(Self.rules, drives: [main, other])
        try await world.stageAll()
        world.now += day
        world.away = ["other"]
        try await world.execute()
        #expect(!main.has("/f") && other.has("/f/a"))
        world.away = []
        try await world.execute()
        #expect(!other.has("/f"))
        try await world.checkSoundness()
    }
}
