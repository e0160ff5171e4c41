// SPDX-License-Identifier: Apache-2.0

import DriveAdapters
import PlanRunner
import RuleEngine
import StateLedger
import Testing

/// A world with one of everything that an execution meets, and what it has come to.
struct Aftermath {
    /// State, day, receipt and place of each item, what lies on the drives and in their bins, and
    /// what each day was charged.
    private let lines: [String]

    init(of world: RunnerWorld) async throws {
        let items = try await world.ledger.stagedItems(states: nil).map { item in
            "\(item.order.item.drive) \(item.order.item.path) \(item.state.rawValue)"
                + " \(item.quotaDay ?? "-") \(item.isPurged) \(item.isRestoring)"
                + " \(item.restoredPath ?? "-") \(item.receipt ?? "-")"
        }
        lines = items + world.everything + (try await world.charged().values.map { "\($0)" })
    }

    /// What only one of both has.
    func differences(from other: Aftermath) -> [String] {
        let (own, others) = (Set(lines), Set(other.lines))
        return own.subtracting(others).sorted() + others.subtracting(own).sorted()
    }

    /// A day on which a bit of everything is due, as a process leaves it that staged it all.
    static func prepare(in tree: LocalTree) async throws -> Remains {
        let main = MemoryDrive([
            "/keep/x": "same", "/x2": "same", "/x3": "same", "/a.tmp": "aaa", "/b.tmp": "bb",
            "/changed.tmp": "c", "/gone.tmp": "g", "/safe.tmp": "s", "/undone.tmp": "u",
            "/f/in.tmp": "i", "/q.q": "q", "/old.q": "o", "/p.p": "p", "/rest": "r",
        ])
        let other = MemoryDrive(["/y": "same", "/z.tmp": "zzzzz"], name: "other")
        var file = RuleFile([
            .delete(), .delete("folders", .path("/f"), type: .folder), .duplicates(reach: .drives),
            .delete("aside", .name("*.q"), method: .quarantine),
            .delete("ever", .name("*.p"), method: .permanent),
        ])
        let world = try RunnerWorld(file, drives: [main, other], statePath: tree.base + "/made")
        // One item has been in quarantine for long when the rest is staged.
        file.rules[3].match = .name("old.*")
        world.file = RuleFile([file.rules[3]])
        try await world.stageAll()
        world.now += day
        try await world.execute()
        world.now += 31 * day
        file.rules[3].match = .name("q.*")
        file.quota = Quota(deletesPerDay: 8)
        world.file = file
        try await world.stageAll()
        main.write("/changed.tmp", "else")
        main.remove(id: "/gone.tmp")
        world.file.protections = [.protect("safe", .name("safe*"))]
        try await world.undo(.paths(["/undone.tmp"]))
        world.now += day
        return Remains(of: world, to: tree.base + "/prepared")
    }
}
