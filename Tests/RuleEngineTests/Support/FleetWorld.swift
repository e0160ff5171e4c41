// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport

extension World {
    /// A random world over a few drives, with copies across them, odd names and decisions.
    static func fleet(_ seed: UInt64) -> World {
        var world = World.random(seed)
        var random = SplitMix64(seed: seed &+ 9_000)
        let names = ["main", "other", "é", "e\u{301}", "Z"]
        world.drives = names.prefix(2 + random.below(4)).map { ($0, .listing) }
        for place in world.items.indices {
            world.items[place].drive = random.pick(world.drives).name
            if random.once(in: 3) { world.items[place].id = "id \(place)" }
            if random.once(in: 3) { world.items[place].eTag = "tag \(place)" }
            if random.once(in: 4) { world.items[place].quickXor = random.pick(["q", "r"]) }
        }
        for number in 0..<(1 + random.below(3)) {
            var rule = World.rule("across\(number)", &random)
            rule.action = random.pick([.delete, .delete, .review])
            rule.itemType = .file
            rule.unknown = nil
            rule.selection = .duplicates(
                DuplicateSelection(
                    key: random.pick([
                        .content, .parts([.size]), .parts([.name, .size]), .parts([.ext]),
                        .parts([.modified, .taken]),
                    ]),
                    reach: .drives,
                    preferences: random.pick([
                        [], [.order(.oldest)], [.order(.longestPath), .order(.newestModified)],
                        [.drive("other"), .order(.shallowest)], [.order(.largest)],
                    ]),
                    copies: 1 + random.below(3)))
            if random.once(in: 2) { rule.match = nil }
            world.file.rules.insert(rule, at: random.below(world.file.rules.count + 1))
        }
        if random.once(in: 2) {
            for item in world.items where random.once(in: 4) {
                world.decisions[item.path] = random.pick(Decision.allCases)
            }
        }
        if random.once(in: 4) {
            world.file.review.trial = 2
            world.decidedDeletions = ["across0": 1 + Int64(random.below(3))]
        }
        return world
    }
}
