// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import TestSupport
import Testing

@Suite("A card of copies")
struct GroupCardTests {
    /// Three members under review beside one that stays, then a card of its own.
    private static var items: [ReviewItem] {
        ["/a/1.jpg", "/a/2.jpg", "/a/3.jpg"].map {
            ReviewWorld.item($0, rule: "same", group: "g1", survivors: ["/keep/1.jpg"])
        } + [ReviewWorld.item("/b/1.jpg", rule: "same")]
    }

    /// `count` groups of two under review beside one that stays, which only look alike.
    private static func alike(_ count: Int, marks: (Int) -> Int = { _ in 4 }) -> [ReviewItem] {
        (0..<count).flatMap { number -> [ReviewItem] in
            let keep = "/keep/\(number).jpg"
            return (0..<2).map {
                ReviewWorld.item(
                    "/look/\(100 + number)-\($0).jpg", rule: "looks", size: Int64(10 + number),
                    group: "l\(number)", kind: .similar,
                    likeness: Likeness(
                        drive: "photos", id: "id:" + keep, marks: marks(number), correlation: 0.99),
                    survivors: [keep])
            }
        }
    }

    @Test("names the one that stays, and those that would go")
    func leader() async throws {
        let world = try await ReviewWorld(Self.items)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        #expect(
            card.members.map(\.item.path) == ["/a/1.jpg", "/a/2.jpg", "/a/3.jpg", "/keep/1.jpg"])
        #expect(card.members[card.leader].item.path == "/keep/1.jpg")
        #expect(card.goers.map(\.item.path) == ["/a/1.jpg", "/a/2.jpg", "/a/3.jpg"])
        #expect(card.bytesWon == 300)
        #expect(try await session.item(look: card.members[3].look).path == "/keep/1.jpg")
        #expect(try await session.item(look: card.members[1].look).path == "/a/2.jpg")
        #expect(try await session.state().groups == 1)
        for look in ["\(card.id)~1", "\(card.id)~-1", "\(card.id)~00", "\(card.id)~", "p~0", "~"] {
            await #expect(throws: ReviewError.self) { try await session.item(look: look) }
        }
    }

    @Test("is accepted as one step, of which one undo takes back every part")
    func accept() async throws {
        let world = try await ReviewWorld(Self.items, reviewsPerDay: 5)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let step = try await session.accept(card.id, GroupProposal(card))
        #expect(step.act.itemCount == 3)
        #expect(step.act.verdict == .delete)
        #expect(step.state.marked.items == 3)
        #expect(step.state.quota.used == 1)
        #expect(step.state.groups == 0)
        #expect(try await session.cards(most: 9).map(\.name) == ["1.jpg"])
        let undone = try #require(try await session.undo())
        #expect(undone.state.marked.items == 0)
        #expect(undone.state.quota.used == 0)
        #expect(undone.card?.goers.count == 3)
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("keeps what is to stay too, and what stays instead")
    func choices() async throws {
        let world = try await ReviewWorld(Self.items)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        var proposal = GroupProposal(card)
        #expect(proposal.others == [0, 1, 2] && proposal.number(3) == 1 && proposal.number(1) == 3)
        #expect(proposal.toggle(1) && !proposal.toggle(3) && !proposal.choose(3))
        #expect([0, 1, 3].map { proposal.fate($0) } == [.goes, .staysToo, .stays])
        let step = try await session.accept(card.id, proposal)
        #expect(step.act.verdict == .keep)
        #expect(step.act.markedCount == 2)
        #expect(
            try await session.marked(most: 9).map(\.item.path).sorted() == ["/a/1.jpg", "/a/3.jpg"])
        _ = try await session.undo()
        proposal = GroupProposal(card)
        #expect(proposal.choose(2) && proposal.fate(3) == .staysAnyway && proposal.number(2) == 1)
        _ = try await session.accept(card.id, proposal)
        // The former one stays as well: what the rules keep is not for a card to give away.
        #expect(
            try await session.marked(most: 9).map(\.item.path).sorted() == ["/a/1.jpg", "/a/2.jpg"])
        #expect(
            try await session.card(card.id).members.map(\.verdict) == [
                .delete, .delete, .keep, .keep,
            ])
    }

    @Test("without one that stays anyway proposes the first, and never lets all go")
    func noSurvivor() async throws {
        let world = try await ReviewWorld(
            ["/a/1.jpg", "/a/2.jpg"].map { ReviewWorld.item($0, rule: "same", group: "g") })
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        #expect(card.leader == 0)
        #expect(card.goers.map(\.item.path) == ["/a/2.jpg"])
        let ids = card.members.compactMap(\.id)
        var terms = ReviewSession.Terms()
        terms.acceptsLastCopy = true
        let error = await #expect(throws: ReviewError.self) {
            try await session.decideGroup(card.id, .init(stay: [], go: ids), terms)
        }
        #expect(error?.kind == .lastCopy)
        _ = try await session.accept(card.id, GroupProposal(card))
        #expect(try await session.marked(most: 9).map(\.item.path) == ["/a/2.jpg"])
    }

    @Test("refuses what is no member of it, what is named twice, and what a protection covers")
    func refusals() async throws {
        let world = try await ReviewWorld(Self.items, protected: ["/a/2.jpg"])
        let session = world.session()
        let cards = try await session.cards(most: 2)
        let ids = cards[0].members.compactMap(\.id)
        let choices: [(ReviewSession.GroupChoice, ReviewError.Kind)] = [
            (.init(stay: [], go: []), .invalid), (.init(stay: [], go: [cards[1].id]), .invalid),
            (.init(stay: [ids[0]], go: [ids[0]]), .invalid),
            (.init(stay: [], go: ["p-000000000009.0"]), .staleCard),
            (.init(stay: [], go: ids), .protected),
        ]
        for (choice, kind) in choices {
            let error = await #expect(throws: ReviewError.self) {
                try await session.decideGroup(cards[0].id, choice)
            }
            #expect(error?.kind == kind)
        }
        #expect(try await session.history(most: 9).isEmpty)
    }

    @Test("of more than a step decides takes as many, and comes again with the others")
    func large() async throws {
        let world = try await ReviewWorld(
            (100..<160).map {
                ReviewWorld.item("/a/\($0).jpg", rule: "same", group: "g", survivors: ["/keep.jpg"])
            })
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let step = try await session.accept(card.id, GroupProposal(card))
        #expect(step.act.itemCount == 49)
        let rest = try await session.cards(most: 1)[0]
        #expect(rest.id == card.id)
        #expect(rest.goers.count == 11)
        _ = try await session.accept(rest.id, GroupProposal(rest))
        #expect(try await session.state().remaining == 0)
    }

    @Test(
        "stands in the overview, the most certain first, and comes up if it is opened"
    )
    func overview() async throws {
        let world = try await ReviewWorld(
            Self.alike(4) { [9, 4, 4, 12][$0] } + Self.items)
        let session = world.session()
        let (cards, total) = try await session.groups(most: 9)
        #expect(total == 5)
        #expect(cards.map(\.entry.group) == ["g1", "l2", "l1", "l0", "l3"])
        #expect(try await session.groups(offset: 4, most: 9).cards.map(\.entry.group) == ["l3"])
        let rest = try await session.groups(most: 2, besides: cards.prefix(2).map(\.id))
        #expect(rest.total == 3 && rest.cards.map(\.entry.group) == ["l1", "l0"])
        let state = try await session.bringUp(cards[4].id)
        #expect(state.remaining == 6)
        #expect(try await session.cards(most: 1)[0].id == cards[4].id)
        _ = try await session.accept(cards[4].id, GroupProposal(cards[4]))
        #expect(try await session.groups(most: 9).total == 4)
    }

    @Test("of what looks alike goes with others of its rule only after ten were looked at")
    func together() async throws {
        let world = try await ReviewWorld(Self.alike(14))
        let session = world.session()
        for opened in 0..<10 {
            let cards = try await session.cards(most: 3)
            #expect(cards[0].groupsToOpen == 10 - opened)
            let error = await #expect(throws: ReviewError.self) {
                try await session.decideTogether(cards.map(\.id), .delete, typed: 6)
            }
            #expect(error?.kind == .invalid)
            _ = try await session.accept(cards[0].id, GroupProposal(cards[0]))
        }
        let cards = try await session.cards(most: 3)
        #expect(cards[0].groupsToOpen == 0)
        _ = try await session.decideTogether(cards.map(\.id), .delete, typed: 6)
        // What was decided together was not looked at.
        for _ in 0..<2 { _ = try await session.undo() }
        #expect(try await session.cards(most: 1)[0].groupsToOpen == 1)
    }

    /// Three pictures that are like the one that stays, each of a content of its own.
    private static var contents: [ReviewItem] {
        (0..<3).map { number in
            var item = ReviewWorld.item(
                "/look/\(number).jpg", group: "l", kind: .similar,
                likeness: Likeness(drive: "photos", id: "id:/s.jpg", marks: number),
                survivors: ["/s.jpg"])
            item.reviewed.item.hashes["sha256"] = "b\(number)"
            item.survivors[0].size = 500
            item.survivors[0].hashes["sha256"] = "bb"
            return item
        }
    }

    @Test("loses for good a picture that a person called another one, and decides nothing about it")
    func different() async throws {
        let world = try await ReviewWorld(Self.contents)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let ids = card.members.compactMap(\.id)
        let look = card.members[card.leader].look
        #expect(try await session.callDifferent(ids[0], from: look).remaining == 1)
        let now = try await session.cards(most: 1)[0]
        #expect(now.members.map(\.item.path) == ["/look/1.jpg", "/look/2.jpg", "/s.jpg"])
        #expect(try await world.ledger.decisions().isEmpty)
        #expect(try await world.ledger.unlikePairs().count == 1)
        // A session that is started anew knows of it.
        #expect(try await world.session().cards(most: 1)[0].goers.count == 2)
        #expect(try await session.takeBackDifferent()?.path == "/look/0.jpg")
        #expect(try await session.takeBackDifferent() == nil)
        #expect(try await session.cards(most: 1)[0].goers.count == 3)
        for id in ids { _ = try await session.callDifferent(id, from: look) }
        #expect(try await session.state().remaining == 0)
        #expect(try await session.groups(most: 9).total == 0)
        #expect(try await session.marked(most: 9).isEmpty)
    }

    @Test("is accepted without those that are other pictures; a step ends what can be taken back")
    func acceptDifferent() async throws {
        let world = try await ReviewWorld(Self.contents)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let ids = card.members.compactMap(\.id)
        _ = try await session.callDifferent(ids[0], from: card.members[card.leader].look)
        let now = try await session.cards(most: 1)[0]
        _ = try await session.accept(now.id, GroupProposal(now))
        #expect(
            try await session.marked(most: 9).map(\.item.path).sorted() == [
                "/look/1.jpg", "/look/2.jpg",
            ])
        #expect(try await session.takeBackDifferent() == nil)
        // The card by its own name stands for what is left of it.
        _ = try await session.undo()
        let again = try await session.cards(most: 1)[0]
        _ = try await session.decide(again.id, .keep)
        #expect(
            try await world.ledger.decisions().map(\.item.path).sorted() == [
                "/look/1.jpg", "/look/2.jpg",
            ])
    }

    @Test("of equal bytes has no others")
    func equalBytes() async throws {
        let world = try await ReviewWorld(Self.items)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let error = await #expect(throws: ReviewError.self) {
            try await session.callDifferent(card.id, from: card.members[card.leader].look)
        }
        #expect(error?.kind == .invalid)
    }

    @Test("never loses its last member, whatever is decided in whatever order", arguments: 0..<60)
    func invariant(seed: Int) async throws {
        var chance = SplitMix64(seed: UInt64(seed))
        var items: [ReviewItem] = []
        for group in 0..<3 {
            let survivors = (0..<Int.random(in: 0...2, using: &chance)).map {
                "/keep/\(group)-\($0)"
            }
            for member in 0..<Int.random(in: 2...4, using: &chance) {
                items.append(
                    ReviewWorld.item(
                        "/g\(group)/\(member)", rule: "r", group: "g\(group)",
                        kind: group == 0 ? .similar : .duplicates, survivors: survivors))
            }
        }
        let world = try await ReviewWorld(items)
        let session = world.session()
        let first = try await session.groups(most: 9).cards
        for _ in 0..<40 {
            let id = first.randomElement(using: &chance)?.id ?? ""
            let card = try await session.card(id)
            let ids = card.members.compactMap(\.id)
            let some = ids.filter { _ in Bool.random(using: &chance) }
            do {
                switch Int.random(in: 0...7, using: &chance) {
                case 0: _ = try await session.accept(id, GroupProposal(card))
                case 1:
                    var proposal = GroupProposal(card)
                    for place in card.members.indices where Bool.random(using: &chance) {
                        _ = proposal.toggle(place)
                    }
                    _ = try await session.accept(id, proposal)
                case 2:
                    var proposal = GroupProposal(card)
                    _ = proposal.choose(card.members.indices.randomElement(using: &chance) ?? 0)
                    _ = try await session.accept(id, proposal)
                case 3:
                    _ = try await session.decideGroup(
                        id, .init(stay: ids.filter { !some.contains($0) }, go: some))
                case 4: _ = try await session.decideGroup(id, .init(stay: [], go: some))
                case 5: _ = try await session.keepOnly(ids.randomElement(using: &chance) ?? "")
                case 6: _ = try await session.undo()
                default:
                    _ = try await session.decide(
                        ids.randomElement(using: &chance) ?? "",
                        [.delete, .keep, .later].randomElement(using: &chance) ?? .keep)
                }
            } catch {
                #expect([.lastCopy, .invalid].contains(error.kind))
            }
            for card in first {
                let now = try await session.card(card.id)
                #expect(now.members.contains { $0.verdict != .delete }, "seed \(seed)")
            }
        }
        #expect(try await world.ledger.replayDifferences() == [])
    }
}
