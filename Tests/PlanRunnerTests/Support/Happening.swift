// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// Something that happens between staging and the end of the window, and what comes of it.
struct Happening: Sendable, CustomTestStringConvertible {
    /// What is there: a world with `/a.tmp`, which is staged, and the drives it lies on.
    struct Scene: Sendable {
        let world: RunnerWorld
        let main: MemoryDrive
        let other: MemoryDrive
        let faults: Faults
        let plan: LedgerPlan
    }

    let name: String
    /// The states after staging.
    let way: [ItemState]
    /// What happens.
    let change: @Sendable (Scene) async throws -> Void

    init(
        _ name: String, _ way: [ItemState],
        _ change: @escaping @Sendable (Scene) async throws -> Void
    ) {
        self.name = name
        self.way = way
        self.change = change
    }

    var testDescription: String { name }

    /// A world in which `/a.tmp` is staged and nothing has happened yet.
    static func scene(_ file: RuleFile = RuleFile([.delete()])) async throws -> Scene {
        let main = MemoryDrive(["/a.tmp": "abc", "/sub/b.txt": "other"])
        main.change("/a.tmp") { $0.values.sha256 = sha256("abc") }
        let other = MemoryDrive(["/c.txt": "third"], name: "other")
        let faults = Faults()
        let world = try RunnerWorld(file, drives: [FaultyDrive(main, faults: faults), other])
        let plan = try await world.stageAll()
        #expect(try await world.states() == ["/a.tmp": .staged])
        return Scene(world: world, main: main, other: other, faults: faults, plan: plan)
    }
}

extension Happening {
    /// What befalls the item itself.
    static let toItem: [Happening] = [
        Happening("nothing", [.executing, .deleted]) { _ in },
        Happening("other bytes", [.executing, .changed]) { $0.main.write("/a.tmp", "xyz") },
        Happening("another size under the same tag", [.executing, .changed]) { scene in
            scene.main.change("/a.tmp") { $0.values.size = 4 }
        },
        Happening("another date of what has the same tag and hash", [.executing, .deleted]) {
            scene in
            scene.main.change("/a.tmp") { $0.values.modified = Timestamp(secondsSinceEpoch: 1) }
        },
        Happening("another tag", [.executing, .changed]) { scene in
            scene.main.change("/a.tmp") { $0.values.eTag = "another" }
        },
        Happening("a hash that is another now", [.executing, .changed]) { scene in
            scene.main.change("/a.tmp") { $0.values.sha256 = sha256("xyz") }
        },
        Happening("a folder in its place", [.executing, .changed]) { scene in
            let tag = scene.main.values("/a.tmp")?.eTag
            scene.main.put(MemoryDrive.Item(folder: "/a.tmp"))
            scene.main.change("/a.tmp") { $0.values.eTag = tag }
        },
        Happening("another item in its place", [.executing, .gone]) { scene in
            guard var values = scene.main.values("/a.tmp") else { return }
            scene.main.remove(id: "/a.tmp")
            values.id = "another"
            scene.main.put(MemoryDrive.Item(values, content: Array("abc".utf8)))
        },
        Happening("it was moved to where a protection is", [.executing, .changed]) { scene in
            scene.main.change("/a.tmp") { $0.values.path = "/protected/a.tmp" }
        },
        Happening("it is gone", [.executing, .gone]) { $0.main.remove(id: "/a.tmp") },
        Happening("a person kept it", [.undone]) { try await $0.world.decide(.keep, "/a.tmp") },
        Happening("a person pinned it", [.undone]) { try await $0.world.decide(.pin, "/a.tmp") },
        Happening("a person put it off", [.undone]) { scene in
            try await scene.world.decide(.snooze, "/a.tmp", until: scene.world.now + 30 * day)
        },
        Happening("undone by its path", [.undone]) {
            try await $0.world.undo(.paths(["/a.tmp"]))
        },
        Happening("undone with its plan", [.undone]) {
            try await $0.world.undo(.plan($0.plan.id))
        },
        Happening("undone with its rule", [.undone]) { try await $0.world.undo(.rule("junk")) },
        Happening("undone with all", [.undone]) { try await $0.world.undo(.all) },
        Happening("another rule's items were undone", [.executing, .deleted]) {
            try await $0.world.undo(.rule("another"))
        },
        Happening("another path was undone", [.executing, .deleted]) {
            try await $0.world.undo(.paths(["/a.tmp/", "/a", "/A.tmp", ""]))
        },
    ]

    /// What befalls the rules.
    static let toRules: [Happening] = [
        Happening("a protection was added", [.cancelled]) {
            $0.world.file.protections.append(.protect("late", .name("a*")))
        },
        Happening("a protection that cannot tell was added", [.cancelled]) { scene in
            scene.world.file.protections.append(
                .protect("late", .test(FieldTest(.shared, [.flag(true)]))))
        },
        Happening("the rule was taken out", [.cancelled]) { $0.world.file.rules = [] },
        Happening("the rule was switched off", [.cancelled]) {
            $0.world.file.edit("junk") { $0.isEnabled = false }
        },
        Happening("the rule takes other items now", [.cancelled]) {
            $0.world.file.edit("junk") { $0.match = .name("b*") }
        },
        Happening("the rule keeps now", [.cancelled]) {
            $0.world.file.edit("junk") { $0.action = .keep }
        },
        Happening("the rule reviews now", [.cancelled]) {
            $0.world.file.edit("junk") { $0.action = .review }
        },
        Happening("a keep rule was added", [.cancelled]) {
            $0.world.file.rules.append(Rule(id: "k", match: .name("a*"), action: .keep))
        },
        Happening("a review rule was added", [.cancelled]) {
            $0.world.file.rules.append(Rule(id: "r", match: .name("a*"), action: .review))
        },
        Happening("a rule of another name took its place", [.cancelled]) {
            $0.world.file.edit("junk") { $0.id = "trash" }
        },
        Happening("another rule takes it now instead", [.cancelled]) { scene in
            scene.world.file.edit("junk") { $0.match = .name("b*") }
            scene.world.file.rules.append(.delete("trash"))
        },
        Happening("the rule was edited and still takes it", [.executing, .deleted]) {
            $0.world.file.edit("junk") { $0.match = .name("a*") }
        },
        Happening("a rule was added that has no say", [.executing, .deleted]) {
            $0.world.file.rules.append(Rule(id: "k", match: .name("b*"), action: .keep))
        },
    ]

    /// What befalls the drive.
    static let toDrive: [Happening] = [
        Happening("the drive is away", [.held]) { $0.world.away = ["main"] },
        Happening("the drive does not say who it is", [.held]) {
            $0.faults.always(.open, .throwsError)
        },
        Happening("the drive answers nothing", [.held]) {
            $0.faults.always(.recheck, .throwsError)
        },
        Happening("the drive has no answer for the item", [.held]) {
            $0.faults.always(.recheck, .fails)
        },
        Happening("another drive stands under its name", [.held]) { scene in
            let stranger = MemoryDrive(["/a.tmp": "abc"], identity: "stranger")
            stranger.change("/a.tmp") { $0.values.eTag = scene.main.values("/a.tmp")?.eTag }
            scene.world.drives = [stranger, scene.other]
        },
        Happening("another drive is away", [.executing, .deleted]) { $0.world.away = ["other"] },
        Happening("the drive breaks off deletions", [.executing, .staged, .held]) {
            $0.faults.always(.delete, .throwsError)
        },
        Happening("the drive cannot delete", [.executing, .failed]) {
            $0.faults.always(.delete, .fails)
        },
    ]
}
