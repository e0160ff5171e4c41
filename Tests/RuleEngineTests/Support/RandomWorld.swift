// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport

/// Small worlds that are dense in collisions: few names, sizes, hashes and dates.
extension World {
    static func random(_ seed: UInt64) -> World {
        var random = SplitMix64(seed: seed)
        var world = World()
        world.drives = [("main", .listing), ("other", .listing)]
        let folders = ["", "/a", "/a/b", "/Photos", "/photos"]
        let names = ["x.jpg", "X.JPG", "y.tmp", "é.txt", "e\u{301}.txt", "z", "s.png", "ſ.png"]
        var seen: Set<String> = []
        for _ in 0..<(5 + random.below(30)) {
            let path = random.pick(folders) + "/" + random.pick(names)
            let drive = random.once(in: 4) ? "other" : "main"
            guard seen.insert(drive + path).inserted else { continue }
            world.items.append(item(path, drive, &random))
        }
        for folder in ["/a", "/a/b", "/Photos"] where random.once(in: 2) {
            var item = ItemValues.folder(folder)
            item.drive = "main"
            world.items.append(item)
        }
        for number in 0..<(1 + random.below(6)) {
            world.file.rules.append(rule("r\(number)", &random))
        }
        if random.once(in: 2) {
            world.file.protections.append(
                Rule(
                    id: "p", itemType: nil, match: condition(&random, depth: 1), action: .protect))
        }
        if random.once(in: 4) { world.file.review.biggerThan = 10 }
        if random.once(in: 4) { world.file.defaults.unknown = .review }
        return world
    }

    static func item(
        _ path: String, _ drive: String, _ random: inout SplitMix64
    ) -> ItemValues {
        var item = ItemValues(path: path)
        item.drive = drive
        item.size = random.once(in: 8) ? nil : random.pick([0, 5, 5, 10, 20])
        item.sha256 = random.once(in: 5) ? nil : random.pick(["aa", "bb", "cc"])
        let dates: [Int64?] = [nil, 1_700_000_000, 1_750_000_000, 1_768_000_000, 1_768_478_400]
        item.created = random.pick(dates).map { Timestamp(secondsSinceEpoch: $0) }
        item.modified = random.pick(dates).map { Timestamp(secondsSinceEpoch: $0) }
        item.taken = random.pick(dates).map { Timestamp(secondsSinceEpoch: $0) }
        item.mime = random.pick([nil, nil, "image/jpeg", "text/plain", "application/zip"])
        item.shared = random.pick([nil, true, false])
        item.link = random.once(in: 6) ? random.pick(["l1", "l2"]) : nil
        item.isShortcut = random.once(in: 12)
        return item
    }

    static func rule(_ id: String, _ random: inout SplitMix64) -> Rule {
        var rule = Rule(id: id, action: random.pick([.delete, .delete, .review, .keep]))
        rule.match = condition(&random, depth: 2)
        if random.once(in: 3) { rule.unless = condition(&random, depth: 1) }
        if random.once(in: 5) { rule.scopes = [Scope(drive: "main", folder: "/a")] }
        if random.once(in: 3) {
            rule.action = random.pick([.delete, .delete, .review])
            rule.selection = selection(&random)
            if random.once(in: 2) { rule.match = nil }
            return rule
        }
        if random.once(in: 5) { rule.itemType = .folder }
        if rule.action != .keep, random.once(in: 3) {
            rule.unknown = random.pick([.keep, .review])
        }
        return rule
    }

    static func selection(_ random: inout SplitMix64) -> SetSelection {
        if random.once(in: 3) {
            return .surplus(
                SurplusSelection(
                    keep: 1 + random.below(2), newestBy: random.pick(SurplusDate.allCases),
                    reach: random.pick([.folder, .drive]),
                    generations: random.once(in: 3)
                        ? Generations([random.pick(GenerationKind.allCases): random.below(3)])
                        : nil))
        }
        return .duplicates(
            DuplicateSelection(
                key: random.pick([.content, .content, .parts([.size]), .parts([.name, .size])]),
                reach: random.pick(GroupReach.allCases),
                preferences: random.pick([
                    [], [.order(.oldest)], [.order(.shortestPath), .order(.newest)],
                    [.drive("other")],
                ]),
                copies: 1 + random.below(2)))
    }

    static func condition(_ random: inout SplitMix64, depth: Int) -> Condition {
        if depth > 0, random.once(in: 3) {
            let parts = (0..<(1 + random.below(3))).map { _ in
                condition(&random, depth: depth - 1)
            }
            return random.pick([.all(parts), .any(parts), .none(parts)])
        }
        return random.pick([
            .everything, .name("*.jpg"), .name("[s-z]*"), .path("/Photos/**"), .path("/**/b/*"),
            .sizeOver(5), .olderThan(days: 30), .test(FieldTest(.empty, [.flag(true)])),
            .test(FieldTest(.shared, [.flag(true)])), .test(FieldTest(.kind, [.kind(.image)])),
            .test(FieldTest(.size, [.missing, .number(.exactly(5))])),
            .test(FieldTest(.taken, [.present])), .test(FieldTest(.ext, [.fileExtension("txt")])),
            .test(FieldTest(.modifiedAge, [.age(.under(Age(amount: 1, unit: .year)))])),
        ])
    }
}
