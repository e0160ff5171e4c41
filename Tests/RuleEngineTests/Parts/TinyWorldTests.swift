// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuleEngine
import TestSupport
import Testing

/// What one item of a tiny world may be.
private struct TinyItem {
    /// What plain rules and people say of it, or whether the set rules may take it at all.
    enum Mark: String, CaseIterable {
        case free
        case outside = "out"
        case kept
        case reviewed = "rev"
        case deleted = "del"
        case held
        case snoozed = "snz"
        case pinned = "pin"
        case gone
    }

    let drive: Int
    let content: Int
    let mark: Mark

    static func all(drives: Int, contents: Int, _ marks: [Mark]) -> [TinyItem] {
        (0..<drives).flatMap { drive in
            (0..<contents).flatMap { content in
                marks.map { TinyItem(drive: drive, content: content, mark: $0) }
            }
        }
    }
}

/// All tiny worlds there are, of so many items each, side by side in one: contents, sizes and folders
/// are of one world alone, so that they have nothing to do with each other.
private struct TinyWorlds {
    let items: Int
    let drives: Int
    let states: [TinyItem]

    /// All of them, by rules of that name.
    func world(_ rules: [Rule]) -> World {
        var world = World()
        world.drives = (0..<drives).map { (["b", "a", "c"][$0], .listing) }
        world.file.rules =
            [
                Rule(id: "kept", match: .name("*.kept"), action: .keep),
                Rule(id: "rev", match: .name("*.rev"), action: .review),
                Rule(id: "del", match: .name("*.del"), action: .delete),
                // Unknown of what tells no width: that holds deletions back.
                Rule(
                    id: "look", match: .test(FieldTest(.width, [.number(.over(5))])),
                    action: .review),
            ] + rules
        var number = 0
        forEach(items, from: 0, []) { places in
            add(places.map { states[$0] }, number, to: &world)
            number += 1
        }
        return world
    }

    /// Calls `body` for each choice of `count` states that rise from the one at `first`.
    private func forEach(_ count: Int, from first: Int, _ chosen: [Int], _ body: ([Int]) -> Void) {
        if count == 0 { return body(chosen) }
        for state in first..<states.count {
            forEach(count - 1, from: state, chosen + [state], body)
        }
    }

    private func add(_ chosen: [TinyItem], _ number: Int, to world: inout World) {
        let folder = "/w\(number)"
        var folders: Set<Int> = []
        for (place, state) in chosen.enumerated() {
            // Names are alike on purpose: drive and id have to separate what paths do not.
            var item = ItemValues.file(
                "\(folder)/\(number % 2 == 0 ? "same" : "\(9 - place)").\(state.mark.rawValue)",
                size: Int64(1_000 + number), ageDays: Int64(100 + [0, place, -place][number % 3]))
            item.drive = world.drives[state.drive].name
            item.id = "w\(number)-\(place)"
            // One of the two is in the usual form.
            let digits = String(number, radix: 16)
            item.sha256 =
                state.content == 0
                ? String(repeating: "0", count: 64 - digits.count) + digits : "odd \(number)"
            item.width = state.mark == .held ? nil : 1
            world.items.append(item)
            switch state.mark {
            case .snoozed: world.decisions[item.path] = .snooze
            case .pinned: world.decisions[item.path] = .pin
            case .gone: world.decisions[item.path] = .delete
            default: break
            }
            if folders.insert(state.drive).inserted {
                var above = ItemValues.folder(folder)
                above.drive = item.drive
                world.items.append(above)
            }
        }
    }
}

/// Rules by which tiny worlds are judged, each with something across drives.
private enum TinyRules: String, CaseIterable, CustomTestStringConvertible {
    case interacting
    case copies
    case reviews
    case surplus

    var testDescription: String { rawValue }

    private static let unless = Condition.name("*.out")

    private func across(
        _ id: String, _ key: DuplicateKey, copies: Int = 1, _ preferences: [KeepPreference] = [],
        action: Action = .delete
    ) -> Rule {
        Rule(
            id: id, unless: Self.unless,
            selection: .duplicates(
                DuplicateSelection(
                    key: key, reach: .drives, preferences: preferences, copies: copies)),
            action: action)
    }

    var rules: [Rule] {
        switch self {
        // Each counts on what the other one takes.
        case .interacting:
            [
                across("content", .content), across("size", .parts([.size]), [.order(.newest)]),
                Rule(id: "dirs", itemType: .folder, match: .everything, action: .delete),
            ]
        case .copies:
            [
                across("two", .content, copies: 2, [.drive("a"), .order(.oldest)]),
                across("name", .parts([.name, .size]), [.order(.newestModified)]),
            ]
        case .reviews:
            [
                across("looked", .parts([.size]), copies: 2, action: .review),
                across("content", .content, [.drive("c"), .order(.newest)]),
                Rule(
                    id: "here", unless: Self.unless,
                    selection: .duplicates(
                        DuplicateSelection(key: .content, preferences: [.order(.oldest)])),
                    action: .delete),
            ]
        case .surplus:
            [
                across("content", .content, [.order(.oldest)]),
                Rule(
                    id: "newest", unless: Self.unless,
                    selection: .surplus(SurplusSelection(keep: 1)), action: .delete),
            ]
        }
    }
}

@Suite("Plans in parts of all tiny worlds")
struct TinyWorldTests {
    private static let isFull =
        ProcessInfo.processInfo.environment["CLEANRULES_TEST_FULL"] == "1"

    private func check(_ worlds: TinyWorlds, _ rules: TinyRules) throws {
        let world = worlds.world(rules.rules)
        let whole = try world.plan().lines
        for partition in SplitWorld.partitions(worlds.drives) {
            let lines = try SplitWorld(world, partition).lines()
            #expect(lines.count == whole.count)
            let wrong = zip(lines, whole).first { $0 != $1 }
            #expect(wrong == nil, "\(partition): \(wrong?.0 ?? "") instead of \(wrong?.1 ?? "")")
        }
    }

    @Test(
        "of three items on two drives, of all that may be said of them",
        arguments: TinyRules.allCases)
    fileprivate func three(_ rules: TinyRules) throws {
        let marks = Self.isFull ? TinyItem.Mark.allCases : TinyItem.Mark.allCases.dropLast(3)
        try check(
            TinyWorlds(
                items: 3, drives: 2,
                states: TinyItem.all(drives: 2, contents: 2, Array(marks))), rules)
    }

    @Test("of three items on two drives, of what people decide", arguments: TinyRules.allCases)
    fileprivate func decided(_ rules: TinyRules) throws {
        // All marks together are tried where there is time for it.
        let marks: [TinyItem.Mark] = [.free, .deleted, .snoozed, .pinned, .gone]
        if Self.isFull { return }
        try check(
            TinyWorlds(
                items: 3, drives: 2, states: TinyItem.all(drives: 2, contents: 2, marks)), rules)
    }

    @Test(
        "of four items on three drives, in all ways to divide these", arguments: TinyRules.allCases)
    fileprivate func four(_ rules: TinyRules) throws {
        let marks: [TinyItem.Mark] =
            Self.isFull
            ? [.free, .outside, .kept, .reviewed, .deleted, .snoozed] : [.free, .kept, .deleted]
        try check(
            TinyWorlds(
                items: 4, drives: 3, states: TinyItem.all(drives: 3, contents: 1, marks)), rules)
    }

    @Test(
        "of two items on two drives, with everything that people decide",
        arguments: TinyRules.allCases)
    fileprivate func two(_ rules: TinyRules) throws {
        try check(
            TinyWorlds(
                items: 2, drives: 2,
                states: TinyItem.all(drives: 2, contents: 2, TinyItem.Mark.allCases)), rules)
    }

    @Test("each of the hard cases is among them")
    func hardCases() throws {
        let worlds = TinyWorlds(
            items: 3, drives: 2,
            states: TinyItem.all(drives: 2, contents: 2, TinyItem.Mark.allCases))
        let interacting = try reasons(worlds, .interacting)
        #expect(interacting.isSuperset(of: [.lastCopy, .unknown, .folderNotEmpty, .duplicate]))
        #expect(try reasons(worlds, .surplus).contains(.survivorUnderReview))
        #expect(
            try reasons(worlds, .copies).isSuperset(of: [.personKept, .snoozed, .personDeleted]))
    }

    private func reasons(_ worlds: TinyWorlds, _ rules: TinyRules) throws -> Set<Reason> {
        let plan = try worlds.world(rules.rules).plan()
        return Set((0..<plan.listing.count).map { plan.reason($0) })
    }
}
