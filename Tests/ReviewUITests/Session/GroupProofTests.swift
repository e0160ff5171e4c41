// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import TestSupport
import Testing

/// What a review says of groups of pictures that look alike, as it counts for their rules.
@Suite("Groups decided as a rule would have")
struct GroupProofTests {
    private static let digest = "digest-looks"

    /// `count` groups of two that look like one that stays, each of contents of its own.
    private static func alike(_ count: Int) -> [ReviewItem] {
        (0..<count).flatMap { number -> [ReviewItem] in
            let keep = "/keep/\(100 + number).jpg"
            return (0..<2).map { place in
                var item = ReviewWorld.item(
                    "/look/\(100 + number)-\(place).jpg", rule: "looks", group: "l\(number)",
                    kind: .similar, likeness: Likeness(drive: "photos", id: "id:" + keep, marks: 4),
                    survivors: [keep])
                item.reviewed.item.hashes["sha256"] = "m\(number)-\(place)"
                item.survivors[0].size = 500
                item.survivors[0].hashes["sha256"] = "k\(number)"
                return item
            }
        }
    }

    private func count(_ world: ReviewWorld) async throws -> Int64 {
        try await world.ledger.decidedGroups()[Self.digest] ?? 0
    }

    private func accept(
        _ session: ReviewSession, _ change: (inout GroupProposal) -> Void = { _ in }
    ) async throws {
        let card = try await session.cards(most: 1)[0]
        var proposal = GroupProposal(card)
        change(&proposal)
        _ = try await session.accept(card.id, proposal)
    }

    @Test("one card is one group, and what is taken back is none")
    func accepted() async throws {
        let world = try await ReviewWorld(Self.alike(5))
        let session = world.session()
        for number in 1...3 {
            try await accept(session)
            #expect(try await count(world) == Int64(number))
        }
        _ = try await session.undo()
        #expect(try await count(world) == 2)
        _ = try await session.redo()
        #expect(try await count(world) == 3)
        // Part of a step taken back by a command leaves the group undecided.
        let one = try #require(try await world.ledger.decisions().last)
        _ = try await world.ledger.undoDecisions(
            numbers: [one.number], at: Timestamp(secondsSinceEpoch: 1_795_000_100))
        #expect(try await count(world) == 2)
    }

    @Test("a group that is decided again counts once")
    func again() async throws {
        let world = try await ReviewWorld(Self.alike(2))
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        for _ in 0..<3 { _ = try await session.decide(card.id, .delete) }
        #expect(try await count(world) == 1)
    }

    @Test("whatever is not as the rule would have it begins anew", arguments: Objection.allCases)
    func objection(objection: Objection) async throws {
        let world = try await ReviewWorld(Self.alike(5))
        let session = world.session()
        for _ in 0..<3 { try await accept(session) }
        #expect(try await count(world) == 3)
        let card = try await session.cards(most: 1)[0]
        let ids = card.members.compactMap(\.id)
        switch objection {
        case .keptToo: try await accept(session) { _ = $0.toggle(1) }
        case .chosen: try await accept(session) { _ = $0.choose(1) }
        case .keptAll: _ = try await session.decide(card.id, .keep)
        case .pinned: _ = try await session.decide(card.id, .pin)
        case .keptOne:
            var terms = ReviewSession.Terms()
            terms.isAlone = true
            _ = try await session.decide(ids[1], .keep, terms)
        case .keptOnly: _ = try await session.keepOnly(ids[1])
        case .different:
            _ = try await session.callDifferent(ids[0], from: card.members[card.leader].look)
        case .keptByCommand:
            let item = world.items[7].reviewed
            var record = DecisionRecord(
                item: item.item, driveIdentity: item.driveIdentity, verdict: .keep,
                decidedAt: ReviewWorld.start, day: "2026-11-18", source: "command")
            record.rule = item.rule
            record.ruleDigest = item.ruleDigest
            _ = try await world.ledger.decide([record], at: ReviewWorld.start)
        }
        #expect(try await count(world) == 0)
        if objection == .different {
            // What is left of the group goes, and the objection stands.
            try await accept(session)
            #expect(try await count(world) == 1)
            return
        }
        if objection == .keptByCommand {
            let number = try #require(try await world.ledger.decisions().map(\.number).max())
            _ = try await world.ledger.undoDecisions(numbers: [number], at: ReviewWorld.start)
        } else {
            _ = try await session.undo()
        }
        #expect(try await count(world) == 3)
    }

    enum Objection: CaseIterable {
        case keptToo, chosen, keptAll, pinned, keptOne, keptOnly, different, keptByCommand
    }

    @Test("taking back that two are not the same leaves the groups as they were counted")
    func differentTakenBack() async throws {
        let world = try await ReviewWorld(Self.alike(3))
        let session = world.session()
        try await accept(session)
        let card = try await session.cards(most: 1)[0]
        let id = try #require(card.members.first?.id)
        _ = try await session.callDifferent(id, from: card.members[card.leader].look)
        #expect(try await count(world) == 0)
        _ = try await session.takeBackDifferent()
        #expect(try await count(world) == 1)
    }

    @Test("what nobody looked at is no consent", arguments: Unseen.allCases)
    func unseen(unseen: Unseen) async throws {
        let world = try await ReviewWorld(Self.alike(14))
        let session = world.session([.file: "file", .plain: "plain"][unseen] ?? "web")
        switch unseen {
        case .file, .plain: try await accept(session)
        case .blind:
            var terms = ReviewSession.Terms()
            terms.isBlind = true
            let card = try await session.cards(most: 1)[0]
            _ = try await session.accept(card.id, GroupProposal(card), terms)
        case .part:
            var terms = ReviewSession.Terms()
            terms.isAlone = true
            let card = try await session.cards(most: 1)[0]
            _ = try await session.decide(card.members[1].id ?? "", .delete, terms)
            #expect(try await count(world) == 0)
            // The rest of it makes it a group that was decided.
            _ = try await session.decide(card.id, .delete)
            #expect(try await count(world) == 1)
            return
        case .putOff:
            let card = try await session.cards(most: 1)[0]
            _ = try await session.decide(card.id, .later)
        case .together:
            for _ in 0..<10 { try await accept(session) }
            let cards = try await session.cards(most: 3)
            _ = try await session.decideTogether(cards.map(\.id), .delete, typed: 6)
            #expect(try await count(world) == 10)
            return
        }
        #expect(try await count(world) == 0)
    }

    enum Unseen: CaseIterable { case file, plain, blind, part, putOff, together }
}
