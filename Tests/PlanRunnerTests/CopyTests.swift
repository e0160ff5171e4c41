// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

@Suite("Copies that have to stay when others go", .tags(.copiesStay))
struct CopyTests {
    private static let files = [
        "/keep/a.txt": "same", "/b.txt": "same", "/c.txt": "same", "/d.txt": "unlike",
    ]

    private func staged(
        _ file: RuleFile, _ files: [String: String] = CopyTests.files
    ) async throws -> (world: RunnerWorld, main: MemoryDrive) {
        let main = MemoryDrive(files)
        let world = try RunnerWorld(file, drives: [main])
        try await world.stageAll()
        return (world, main)
    }

    @Test("copies go and one stays")
    func copiesGo() async throws {
        let (world, main) = try await staged(RuleFile([.duplicates()]))
        #expect(try await world.states() == ["/b.txt": .staged, "/c.txt": .staged])
        world.now += day
        try await world.execute()
        #expect(main.files == ["/d.txt", "/keep/a.txt"])
        try await world.checkSoundness()
    }

    @Test(
        "a set rule that was edited holds what waits, until that is staged by it as it is now",
        arguments: [false, true])
    func editedSetRule(isStagedAnew: Bool) async throws {
        let (world, main) = try await staged(RuleFile([.duplicates()]))
        world.file.edit("copies") { rule in
            guard case .duplicates(var selection)? = rule.selection else { return }
            selection.preferences.removeLast()
            rule.selection = .duplicates(selection)
        }
        world.now += 60
        if isStagedAnew {
            try await world.stageAll()
            #expect(try await world.states() == ["/b.txt": .staged, "/c.txt": .staged])
        }
        world.now += 2 * day
        try await world.execute()
        let state = isStagedAnew ? ItemState.deleted : .cancelled
        #expect(try await world.states() == ["/b.txt": state, "/c.txt": state])
        #expect(main.has("/b.txt") != isStagedAnew && main.has("/keep/a.txt"))
        try await world.checkSoundness()
    }

    /// What may befall the one copy that was to stay; nothing may go then.
    struct Loss: Sendable, CustomTestStringConvertible {
        let name: String
        let state: ItemState
        let change: @Sendable (MemoryDrive) -> Void

        var testDescription: String { name }

        static let all = [
            Loss(name: "gone", state: .changed) { $0.remove(id: "/keep/a.txt") },
            Loss(name: "changed", state: .changed) { $0.write("/keep/a.txt", "else") },
            Loss(name: "another tag", state: .changed) { drive in
                drive.change("/keep/a.txt") { $0.values.eTag = "another" }
            },
            Loss(name: "other bytes under the same tag", state: .changed) { drive in
                drive.change("/keep/a.txt") { $0.content = Array("EMAS".utf8) }
            },
            Loss(name: "unreadable", state: .changed) { drive in
                drive.change("/keep/a.txt") { $0.content = nil }
            },
            Loss(name: "a folder now", state: .changed) { drive in
                drive.put(MemoryDrive.Item(folder: "/keep/a.txt"))
            },
        ]
    }

    @Test("without the copy that was to stay, none goes", arguments: Loss.all)
    func losses(loss: Loss) async throws {
        let (world, main) = try await staged(RuleFile([.duplicates()]))
        world.now += day
        loss.change(main)
        try await world.execute()
        #expect(try await world.states() == ["/b.txt": loss.state, "/c.txt": loss.state])
        #expect(main.has("/b.txt") && main.has("/c.txt"))
        #expect(try await world.chargedDeletes() == 0)
        try await world.checkSoundness()
    }

    @Test("with 'verify: hash' the bytes are not read again, and the rest still counts")
    func verifyHash() async throws {
        let rule = Rule.duplicates(verification: .hash)
        let (world, main) = try await staged(RuleFile([rule]))
        main.change("/keep/a.txt") { $0.content = nil }
        world.now += day
        try await world.execute()
        #expect(main.files == ["/d.txt", "/keep/a.txt"])
        let (second, drive) = try await staged(RuleFile([rule]))
        drive.change("/keep/a.txt") { $0.values.eTag = "another" }
        second.now += day
        try await second.execute()
        #expect(drive.files.count == 4)
    }

    @Test("a copy whose own deletion waits does not count as one that stays")
    func survivorStaged() async throws {
        let (world, main) = try await staged(RuleFile([.duplicates()]))
        world.file = RuleFile([.duplicates(), .delete("more", .path("/keep/**"))])
        try await world.stageAll()
        #expect(try await world.state("/keep/a.txt") == .staged)
        world.now += day
        try await world.execute()
        // The rule of the copies is as it was, so they are judged anew: nothing would be left.
        #expect(try await world.state("/b.txt") == .changed)
        #expect(try await world.state("/c.txt") == .changed)
        #expect(try await world.state("/keep/a.txt") == .deleted)
        #expect(main.files == ["/b.txt", "/c.txt", "/d.txt"])
        try await world.checkSoundness()
    }

    @Test("two plans that each spare what the other deletes delete neither")
    func crosswise() async throws {
        let main = MemoryDrive(["/keep/a.txt": "same", "/b.txt": "same"])
        let first = Rule.duplicates("first")
        var second = Rule.duplicates("second")
        let glob = try Glob("/b.txt", style: .path)
        second.selection = .duplicates(
            DuplicateSelection(key: .content, preferences: [.inside(glob)]))
        let world = try RunnerWorld(RuleFile([first]), drives: [main])
        try await world.stageAll()
        world.file.rules = [second]
        try await world.stageAll()
        #expect(try await world.states() == ["/b.txt": .staged, "/keep/a.txt": .staged])
        world.file.rules = [first, second]
        world.now += day
        try await world.execute()
        #expect(try await world.states() == ["/b.txt": .changed, "/keep/a.txt": .changed])
        #expect(main.files.count == 2)
        try await world.checkSoundness()
    }

    @Test("of two copies that have to stay, both have to be there")
    func twoCopies() async throws {
        let files = ["/keep/a.txt": "same", "/keep/b.txt": "same", "/c.txt": "same"]
        let rules = RuleFile([.duplicates(copies: 2)])
        for lost in ["/keep/a.txt", "/keep/b.txt"] {
            let (world, main) = try await staged(rules, files)
            #expect(try await world.states() == ["/c.txt": .staged])
            main.remove(id: lost)
            world.now += day
            try await world.execute()
            #expect(try await world.state("/c.txt") == .changed)
            #expect(main.files.count == 2)
        }
        let (world, main) = try await staged(rules, files)
        world.now += day
        try await world.execute()
        #expect(main.files == ["/keep/a.txt", "/keep/b.txt"])
    }

    @Test("of more survivors than are needed, any will do")
    func spareSurvivors() async throws {
        let files = ["/keep/a.txt": "same", "/keep/b.txt": "same", "/c.txt": "same"]
        let rules = RuleFile(
            [.duplicates()], protections: [.protect("p", .path("/keep/**"))])
        let (world, main) = try await staged(rules, files)
        main.remove(id: "/keep/a.txt")
        world.now += day
        try await world.execute()
        #expect(try await world.state("/c.txt") == .deleted)
        #expect(main.files == ["/keep/b.txt"])
    }

    @Test("a set rule that was edited, switched off or taken out deletes nothing any more")
    func setRuleEdited() async throws {
        let edits: [@Sendable (inout RuleFile) -> Void] = [
            { $0.rules = [] },
            { $0.edit("copies") { $0.isEnabled = false } },
            { $0.edit("copies") { $0 = .duplicates(copies: 2) } },
            { $0.edit("copies") { $0.unless = .name("c*") } },
        ]
        for edit in edits {
            let (world, main) = try await staged(RuleFile([.duplicates()]))
            edit(&world.file)
            world.now += day
            try await world.execute()
            #expect(
                try await world.states() == ["/b.txt": .cancelled, "/c.txt": .cancelled])
            #expect(main.files.count == 4)
        }
        let (world, main) = try await staged(RuleFile([.duplicates()]))
        world.file.rules.append(.delete("more"))
        world.now += day
        try await world.execute()
        #expect(main.files.count == 2)
    }

    @Test("of a surplus, what is newer has to be there still")
    func surplus() async throws {
        func made() async throws -> (RunnerWorld, MemoryDrive) {
            let main = MemoryDrive(name: "main")
            for age: Int64 in 1...4 { main.write("/b/\(age).zip", "\(age)", ageDays: age) }
            let world = try RunnerWorld(RuleFile([.surplus(keep: 2)]), drives: [main])
            try await world.stageAll()
            #expect(try await world.states() == ["/b/3.zip": .staged, "/b/4.zip": .staged])
            world.now += day
            return (world, main)
        }
        let (world, main) = try await made()
        try await world.execute()
        #expect(main.files == ["/b/1.zip", "/b/2.zip"])
        let (second, drive) = try await made()
        drive.remove(id: "/b/1.zip")
        try await second.execute()
        #expect(drive.files == ["/b/2.zip", "/b/3.zip", "/b/4.zip"])
        #expect(try await second.state("/b/3.zip") == .changed)
    }

    @Test("what two set rules delete needs the survivors of both")
    func twoRules() async throws {
        let name = Rule.duplicates("names", key: .parts([.name, .size]))
        let files = ["/keep/x.txt": "same", "/x.txt": "same", "/keep/y.txt": "same"]
        // Only the file of its own name counts for the one, all three for the other.
        let rules = RuleFile([.duplicates(copies: 2), name])
        let (world, main) = try await staged(rules, files)
        let order = try await world.item("/x.txt").order
        #expect(order.obligations.map(\.rule) == ["copies", "names"])
        #expect(order.obligations.map(\.survivors.count) == [2, 1])
        main.remove(id: "/keep/x.txt")
        main.write("/keep/z.txt", "same")
        world.now += day
        try await world.execute()
        #expect(try await world.state("/x.txt") == .changed)
        #expect(main.has("/x.txt"))
    }

    // MARK: Copies on other drives

    private struct TwoDrives {
        let world: RunnerWorld
        let main: MemoryDrive
        let other: MemoryDrive
        let faults: Faults
    }

    /// The copy that stays lies on `main`; `/b.txt` on `other` goes.
    private func acrossDrives(
        _ verification: Verification = .bytes
    ) async throws -> TwoDrives {
        let main = MemoryDrive(["/a.txt": "same"])
        let other = MemoryDrive(["/b.txt": "same"], name: "other")
        let faults = Faults()
        let world = try RunnerWorld(
            RuleFile([.duplicates(reach: .drives, verification: verification)]),
            drives: [FaultyDrive(main, faults: faults), other])
        try await world.stageAll()
        #expect(try await world.states() == ["/b.txt": .staged])
        world.now += day
        return TwoDrives(world: world, main: main, other: other, faults: faults)
    }

    @Test("a copy goes when the one on another drive has the same bytes")
    func equalElsewhere() async throws {
        let drives = try await acrossDrives()
        try await drives.world.execute()
        #expect(drives.main.has("/a.txt"))
        #expect(!drives.other.has("/b.txt"))
        #expect(try await drives.world.chargedDeletes() == 1)
    }

    @Test("a copy stays when the one on another drive is gone, changed or has other bytes")
    func unequalElsewhere() async throws {
        let changes: [@Sendable (MemoryDrive) -> Void] = [
            { $0.remove(id: "/a.txt") },
            { $0.write("/a.txt", "else") },
            { $0.change("/a.txt") { $0.content = Array("EMAS".utf8) } },
            { $0.change("/a.txt") { $0.values.eTag = "another" } },
        ]
        for change in changes {
            let drives = try await acrossDrives()
            change(drives.main)
            try await drives.world.execute()
            #expect(try await drives.world.state("/b.txt") == .changed)
            #expect(drives.other.has("/b.txt"))
            try await drives.world.checkSoundness()
        }
    }

    @Test("a copy waits while the drive of the other one cannot be asked")
    func unavailableElsewhere() async throws {
        let hurdles: [@Sendable (TwoDrives) -> Void] = [
            { $0.world.away = ["main"] },
            { $0.faults.always(.open, .throwsError) },
            { $0.faults.always(.recheck, .throwsError) },
            { $0.faults.always(.recheck, .fails) },
            { $0.faults.always(.hash, .throwsError) },
        ]
        for (index, hurdle) in hurdles.enumerated() {
            let what: Comment = "hurdle \(index)"
            let drives = try await acrossDrives()
            hurdle(drives)
            try await drives.world.execute()
            #expect(try await drives.world.state("/b.txt") == .held, what)
            #expect(drives.other.has("/b.txt"), what)
            drives.world.away = []
            for operation in DriveOperation.allCases { drives.faults.always(operation, nil) }
            try await drives.world.execute()
            #expect(try await drives.world.state("/b.txt") == .deleted, what)
            #expect(drives.main.has("/a.txt"), what)
            try await drives.world.checkSoundness()
        }
    }

    @Test("another drive under the name of the copy's drive proves nothing")
    func strangerElsewhere() async throws {
        let drives = try await acrossDrives()
        let stranger = MemoryDrive(["/a.txt": "same"], identity: "stranger")
        stranger.change("/a.txt") { $0.values.eTag = drives.main.values("/a.txt")?.eTag }
        drives.world.drives = [stranger, drives.other]
        try await drives.world.execute()
        #expect(try await drives.world.state("/b.txt").isActive)
        #expect(drives.other.has("/b.txt"))
    }

    @Test("names that differ in their normal form only are different copies")
    func normalForms() async throws {
        let composed = "/keep/caf\u{e9}.txt"
        let decomposed = "/keep/cafe\u{301}.txt"
        let main = MemoryDrive(["/c.txt": "same"])
        main.write(composed, "same")
        main.write(decomposed, "same")
        let rules = RuleFile([.duplicates()], protections: [.protect("p", .path("/keep/**"))])
        let world = try RunnerWorld(rules, drives: [main])
        try await world.stageAll()
        #expect(try await world.item("/c.txt").order.obligations.first?.survivors.count == 2)
        world.now += day
        main.remove(id: composed)
        try await world.execute()
        #expect(try await world.state("/c.txt") == .deleted)
        #expect(main.has(decomposed))
    }
}
