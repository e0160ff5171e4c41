// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import Testing
import Wording

@Suite("A review")
struct ReviewSessionTests {
    @Test("hands out what is undecided, and never again what was decided")
    func queue() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(4))
        let session = world.session()
        let cards = try await session.cards(most: 2)
        #expect(cards.map(\.name) == ["1001.jpg", "1002.jpg"])
        #expect(cards[0].othersOfRule == 3)
        let step = try await session.decide(cards[0].id, .delete)
        #expect(step.card?.decided == .delete)
        #expect(step.state.remaining == 3)
        #expect(step.state.marked.items == 1)
        #expect(step.state.marked.bytes == 1)
        #expect(
            try await session.cards(most: 9).map(\.name) == ["1002.jpg", "1003.jpg", "1004.jpg"])
        // Another front end, and one that is started anew, know of it.
        #expect(try await world.session("plain").cards(most: 9).count == 3)
        _ = try await session.decide(cards[1].id, .keep)
        for card in try await session.cards(most: 9) { _ = try await session.decide(card.id, .pin) }
        #expect(try await session.state().remaining == 0)
        #expect(try await session.state().kept.items == 3)
    }

    @Test("puts off to the end what is to come later, for free")
    func later() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3), reviewsPerDay: 2)
        let session = world.session()
        let first = try await session.cards(most: 1)[0]
        let step = try await session.decide(first.id, .later)
        #expect(step.state.quota.used == 0)
        #expect(step.state.putOff == 1)
        #expect(
            try await world.session().cards(most: 9).map(\.name) == [
                "1002.jpg", "1003.jpg", "1001.jpg",
            ])
        let undone = try await session.undo()
        #expect(undone?.card?.id == first.id)
        #expect(try await session.cards(most: 1)[0].id == first.id)
    }

    @Test("takes back step by step, also after a restart, and gives the reviews back to their day")
    func undo() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(30), reviewsPerDay: 25)
        let session = world.session()
        for _ in 0..<20 {
            _ = try await session.decide(try await session.cards(most: 1)[0].id, .keep)
        }
        let firstDay = try await session.state().quota.day
        world.clock.advance(hours: 24)
        for _ in 0..<3 {
            _ = try await session.decide(try await session.cards(most: 1)[0].id, .delete)
        }
        let restarted = world.session("terminal")
        #expect(try await restarted.state().quota.used == 3)
        for number in (1001...1023).reversed() {
            let step = try #require(try await restarted.undo())
            #expect(step.card?.name == "\(number).jpg")
            #expect(try await restarted.cards(most: 1)[0].name == "\(number).jpg")
        }
        #expect(try await restarted.undo() == nil)
        #expect(try await restarted.state().remaining == 30)
        #expect(try await world.ledger.quotaUse(day: firstDay).use.reviews == 0)
        #expect(try await world.ledger.quotaHistory().allSatisfy { $0.reviews == 0 })
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("makes again what was taken back, until something else is decided")
    func redo() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let session = world.session()
        let cards = try await session.cards(most: 3)
        _ = try await session.decide(cards[0].id, .delete)
        _ = try await session.decide(cards[1].id, .later)
        _ = try await session.undo()
        _ = try await session.undo()
        #expect(try await session.redo()?.act.verdict == .delete)
        #expect(try await session.redo()?.act.verdict == .later)
        #expect(try await session.redo() == nil)
        #expect(try await session.state().marked.items == 1)
        _ = try await session.undo()
        _ = try await session.decide(cards[2].id, .keep)
        #expect(try await session.redo() == nil)
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("warns at 80 % of the quota, stops at all of it, and lets undo and more be asked for")
    func quota() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(40), reviewsPerDay: 25)
        let session = world.session()
        for count in 1...25 {
            let state = try await session.decide(
                try await session.cards(most: 1)[0].id, .keep
            ).state
            #expect(state.quota.used == count)
            #expect(state.quota.isNearEnd == (count >= 20))
            #expect(state.quota.isUsedUp == (count == 25))
        }
        let next = try await session.cards(most: 1)[0]
        let error = await #expect(throws: ReviewError.self) {
            try await session.decide(next.id, .keep)
        }
        #expect(error?.kind == .overQuota)
        // What is free stays free.
        _ = try await session.decide(next.id, .later)
        #expect(try await session.undo()?.state.quota.used == 25)
        #expect(try await session.undo()?.state.quota.used == 24)
        _ = try await session.decide(try await session.cards(most: 1)[0].id, .delete)
        let extended = try await session.extendQuota(by: 10)
        #expect(extended.quota.limit == 35)
        _ = try await session.decide(try await session.cards(most: 1)[0].id, .delete)
        world.clock.advance(hours: 24)
        let tomorrow = try await session.state().quota
        #expect(tomorrow.limit == 25)
        #expect(tomorrow.used == 0)
        // A clock that goes back opens no fresh day.
        _ = try await session.decide(try await session.cards(most: 1)[0].id, .delete)
        world.clock.advance(hours: -24)
        #expect(try await session.state().quota.used == 1)
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("says once a day, and one of several alone, that few reviews are left")
    func fewLeft() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(20), reviewsPerDay: 5)
        let (one, other) = (world.session(), world.session("terminal"))
        func decide(_ count: Int) async throws {
            for _ in 0..<count {
                _ = try await one.decide(try await one.cards(most: 1)[0].id, .keep)
            }
        }
        func told(_ session: ReviewSession) async throws -> Bool {
            await session.warns(of: try await session.state().quota)
        }
        try await decide(3)
        #expect(try await !told(one))
        try await decide(1)
        #expect(try await told(one))
        #expect(try await !told(other))
        // It stays as long as its session does, and nothing is left to be said at the end.
        #expect(try await told(one))
        try await decide(1)
        #expect(try await !told(one))
        world.clock.advance(hours: 24)
        #expect(try await !told(one))
        try await decide(4)
        #expect(try await told(other))
        #expect(try await !told(one))
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("is charged once for a change of mind")
    func changeOfMind() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2), reviewsPerDay: 1)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        _ = try await session.decide(card.id, .delete)
        let step = try await session.decide(card.id, .keep)
        #expect(step.state.quota.used == 1)
        #expect(step.card?.decided == .keep)
        #expect(try await session.undo()?.card?.decided == .delete)
        #expect(try await session.undo()?.state.quota.used == 0)
    }

    @Test("decides once what is asked for twice under one key")
    func idempotence() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2), reviewsPerDay: 5)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        var terms = ReviewSession.Terms()
        terms.key = "0a1b"
        terms.milliseconds = 1_200
        terms.isBlind = true
        let first = try await session.decide(card.id, .delete, terms)
        let second = try await session.decide(card.id, .delete, terms)
        #expect(first.act == second.act)
        #expect(second.state.quota.used == 1)
        #expect(first.act.milliseconds == 1_200)
        #expect(first.act.isBlind)
    }

    @Test("tells which other device was faster, how it decided and when")
    func conflictOfDevices() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        var terms = ReviewSession.Terms()
        terms.seenDecision = try await session.state().seenDecision
        #expect(try await !session.state().hearsDevices)
        try await world.hear(.keep, on: "laptop", about: card)
        let seen = terms
        let error = await #expect(throws: ReviewError.self) {
            try await session.decide(card.id, .delete, seen)
        }
        #expect(error?.kind == .decidedElsewhere && error?.isOfDevice == true)
        let told = error.map { Words.english($0.message) } ?? ""
        #expect(
            told == "already decided on laptop, on 2026-11-18 12:06 +01:00: keep", "\(told)")
        let now = try await session.card(card.id)
        #expect(now.decided == .keep && now.device == "laptop")
        #expect(now.decidedAt == ReviewWorld.start)
        #expect(try await session.state().hearsDevices)
        let step = try await session.decide(card.id, .delete)
        #expect(step.card?.decided == .delete && step.card?.device == nil)
        #expect(try await session.marked(most: 5).map(\.device) == [nil])
    }

    @Test("tells the second of two windows that the first one was faster")
    func conflict() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let (one, other) = (world.session("web"), world.session("web"))
        let card = try await one.cards(most: 1)[0]
        var terms = ReviewSession.Terms()
        terms.seenDecision = try await other.state().seenDecision
        _ = try await one.decide(card.id, .keep)
        let seen = terms
        let error = await #expect(throws: ReviewError.self) {
            try await other.decide(card.id, .delete, seen)
        }
        #expect(error?.kind == .decidedElsewhere)
        #expect(try await other.card(card.id).decided == .keep)
        terms.seenDecision = try await other.state().seenDecision
        _ = try await other.decide(card.id, .delete, terms)
        #expect(try await one.state().marked.items == 1)
    }

    @Test("makes nothing again over what another window decided since")
    func redoAfterOthers() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let (one, other) = (world.session("web"), world.session("terminal"))
        let card = try await one.cards(most: 1)[0]
        _ = try await one.decide(card.id, .delete)
        _ = try await one.undo()
        _ = try await other.decide(card.id, .pin)
        let error = await #expect(throws: ReviewError.self) { try await one.redo() }
        #expect(error?.kind == .decidedElsewhere)
        #expect(try await one.card(card.id).decided == .pin)
        #expect(try await one.redo() == nil)
    }

    @Test("makes several steps about one item again, each once")
    func redoInARow() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1))
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        _ = try await session.decide(card.id, .keep)
        _ = try await session.decide(card.id, .delete)
        _ = try await session.undo()
        _ = try await session.undo()
        #expect(try await session.redo()?.act.verdict == .keep)
        async let first = session.redo()
        async let second = session.redo()
        let made = try await [first, second].compactMap { $0?.act.verdict }
        #expect(made == [.delete])
        #expect(try await session.redo() == nil)
        #expect(try await world.ledger.newestReviewActs(most: 9).count == 4)
    }

    @Test("leaves no decision for nothing when the step before it is taken back")
    func chargeMoves() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(4), reviewsPerDay: 2)
        let session = world.session()
        let cards = try await session.cards(most: 4)
        let first = try await session.decide(cards[0].id, .delete)
        _ = try await session.decide(cards[0].id, .keep)
        #expect(try await session.undo(act: first.act.number)?.state.quota.used == 1)
        #expect(try await session.card(cards[0].id).decided == .keep)
        let both = try await session.decideTogether(
            [cards[1].id, cards[2].id], .delete, typed: 2)
        #expect(both.state.quota.used == 2)
        // One of a group is taken back by a command: the other one still counts.
        let paths = [cards[1].item.path]
        _ = try await world.ledger.undoDecisions(paths: paths, at: world.clock.now)
        #expect(try await session.state().quota.used == 2)
        #expect(try await world.ledger.replayDifferences() == [])
        #expect(try await session.undo()?.state.quota.used == 1)
        #expect(try await session.undo()?.state.quota.used == 0)
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("refuses a key that another step has")
    func takenKey() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        let session = world.session()
        let cards = try await session.cards(most: 2)
        var terms = ReviewSession.Terms()
        terms.key = "0a1b"
        _ = try await session.decide(cards[0].id, .keep, terms)
        let asked = terms
        for (card, verdict) in [(cards[1], ReviewVerdict.keep), (cards[0], .delete)] {
            let error = await #expect(throws: ReviewError.self) {
                try await session.decide(card.id, verdict, asked)
            }
            #expect(error?.kind == .invalid)
        }
        #expect(try await world.ledger.decisions().count == 1)
    }

    @Test("counts items, not cards, and leaves what stands already")
    func largeGroups() async throws {
        let group = (1...120).map {
            ReviewWorld.item("/c/\($0).jpg", rule: "copies", group: "g", survivors: ["/s.jpg"])
        }
        let world = try await ReviewWorld(
            group + [ReviewWorld.item("/d.jpg", rule: "copies")], reviewsPerDay: 9)
        let session = world.session()
        var card = try await session.cards(most: 9).first { $0.members.count > 1 }
        #expect(card?.undecidedItems == 120)
        let id = try #require(card?.id)
        let member = try #require(card?.members[70].id)
        _ = try await session.decide(member, .pin)
        _ = try await session.decide(id, .delete)
        #expect(try await session.state().marked.items == 50)
        card = try await session.card(id)
        #expect(card?.undecidedItems == 69)
        #expect(try await session.cardsOfSameRule(id).map(\.id) != [id])
        let error = await #expect(throws: ReviewError.self) {
            try await session.decideTogether([id], .delete, typed: 1)
        }
        #expect(error?.kind == .wrongCount)
        _ = try await session.decideTogether([id], .delete, typed: 50)
        _ = try await session.decide(id, .delete)
        #expect(try await session.state().marked.items == 119)
        let kept = try await world.ledger.decisions().filter { $0.verdict == .pin }
        #expect(kept.map(\.item.path) == ["/c/71.jpg"])
    }

    @Test("asks about the last copy of every group that it takes")
    func lastCopyOfLater() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", rule: "copies", group: "g", survivors: ["/s.jpg"]),
            ReviewWorld.item("/b.jpg", rule: "copies", reason: .lastCopy, group: "h"),
            ReviewWorld.item("/c.jpg", rule: "newest", reason: .lastCopy),
        ])
        let session = world.session()
        let ids = try await session.cards(most: 9).map(\.id)
        for some in [Array(ids[0...1]), [ids[2]]] {
            let error = await #expect(throws: ReviewError.self) {
                try await session.decideTogether(some, .delete, typed: some.count)
            }
            #expect(error?.kind == .lastCopy)
        }
        #expect(try await session.state().marked.items == 0)
    }

    @Test("is not misled by what was decided about another drive of that name")
    func otherDrive() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1))
        var reviewed = world.items[0].reviewed
        reviewed.driveIdentity = "memory:2"
        _ = try await world.ledger.review(
            ReviewRequest(
                .delete, items: [reviewed], at: world.clock.now, day: "2026-11-18",
                zone: "Europe/Berlin", source: "web"), terms: nil)
        let state = try await world.session().state()
        #expect(state.remaining == 1 && state.marked.items == 0)
    }

    @Test("never marks what a protection covers")
    func protection() async throws {
        let world = try await ReviewWorld(
            ReviewWorld.items(2), protected: ["/old/1001.jpg"])
        let session = world.session()
        let cards = try await session.cards(most: 2)
        for ids in [[cards[0].id], cards.map(\.id)] {
            let error = await #expect(throws: ReviewError.self) {
                try await session.decideTogether(ids, .delete, typed: ids.count)
            }
            #expect(error?.kind == .protected)
        }
        #expect(try await session.state().marked.items == 0)
        _ = try await session.decide(cards[0].id, .keep)
    }

    @Test("decides the others of a rule as one step that costs one review")
    func together() async throws {
        let world = try await ReviewWorld(
            ReviewWorld.items(60) + ReviewWorld.items(3, rule: "new"), reviewsPerDay: 25)
        let session = world.session()
        let first = try await session.cards(most: 1)[0]
        let cards = try await session.cardsOfSameRule(first.id)
        #expect(cards.count == ReviewSession.groupMax)
        #expect(first.othersOfRule == 59 && first.nextOfRule == ReviewSession.groupMax - 1)
        #expect(cards[0].id == first.id)
        #expect(cards.allSatisfy { $0.entry.reviewed.rule == "old" })
        let ids = cards.map(\.id)
        let wrong = await #expect(throws: ReviewError.self) {
            try await session.decideTogether(ids, .delete, typed: 49)
        }
        #expect(wrong?.kind == .wrongCount)
        let step = try await session.decideTogether(ids, .delete, typed: 50)
        #expect(step.state.marked.items == 50)
        #expect(step.state.quota.used == 1)
        #expect(step.act.itemCount == 50)
        let undone = try await session.undo()
        #expect(undone?.state.remaining == 63)
        #expect(undone?.state.quota.used == 0)
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("shows equal items as one card, and says when a copy is the last one")
    func groups() async throws {
        let group = [
            ReviewWorld.item("/a.jpg", rule: "copies", reason: .lastCopy, group: "g"),
            ReviewWorld.item("/b.jpg", rule: "copies", reason: .lastCopy, group: "g"),
            ReviewWorld.item("/c.jpg", rule: "copies", reason: .lastCopy, group: "g"),
        ]
        let world = try await ReviewWorld(
            group + [
                ReviewWorld.item("/d.jpg", rule: "copies", group: "h", survivors: ["/e.jpg"])
            ], reviewsPerDay: 9)
        let session = world.session()
        let cards = try await session.cards(most: 9)
        #expect(cards.map(\.name) == ["a.jpg", "d.jpg"])
        #expect(cards[0].members.map(\.item.path) == ["/a.jpg", "/b.jpg", "/c.jpg"])
        #expect(cards[1].members.map(\.verdict) == [.review, .keep])
        #expect(!cards[1].isLastCopy)
        let error = await #expect(throws: ReviewError.self) {
            try await session.decide(cards[0].id, .delete)
        }
        #expect(error?.kind == .lastCopy)
        let member = try #require(cards[0].members[1].id)
        let step = try await session.keepOnly(member)
        #expect(step.state.marked.items == 2)
        #expect(step.state.kept.items == 1)
        #expect(step.state.quota.used == 1)
        #expect(step.state.remaining == 1)
        let undone = try await session.undo()
        #expect(undone?.state.marked.items == 0)
        #expect(undone?.state.remaining == 2)
        var terms = ReviewSession.Terms()
        terms.acceptsLastCopy = true
        #expect(try await session.decide(cards[0].id, .delete, terms).state.marked.items == 3)
        #expect(try await session.decide(cards[1].id, .delete).state.marked.items == 4)
    }

    @Test("orders cards as asked, the same way each time")
    func order() async throws {
        let items = [
            ReviewWorld.item("/1", rule: "b", size: 5, modified: 30),
            ReviewWorld.item("/2", rule: "a", size: nil, modified: 10),
            ReviewWorld.item("/3", rule: "b", size: 9, modified: 20),
        ]
        let world = try await ReviewWorld(items)
        func names(_ order: ReviewOrder) async throws -> [String] {
            try await world.session(order: order).cards(most: 9).map(\.name)
        }
        #expect(try await names(.rule) == ["1", "3", "2"])
        #expect(try await names(.size) == ["3", "1", "2"])
        #expect(try await names(.oldest) == ["2", "3", "1"])
        #expect(try await names(.random) == names(.random))
        #expect(
            try await world.session(rule: "b").cards(most: 9).map(\.name) == ["1", "3"])
    }

    @Test("brings an item back once its content has changed or its snooze is over")
    func comesBack() async throws {
        let world = try await ReviewWorld([ReviewWorld.item("/a"), ReviewWorld.item("/b")])
        let session = world.session()
        let cards = try await session.cards(most: 2)
        var terms = ReviewSession.Terms()
        terms.until = Timestamp(secondsSinceEpoch: ReviewWorld.start.secondsSinceEpoch + 7_200)
        _ = try await session.decide(cards[0].id, .snooze, terms)
        #expect(try await session.cards(most: 2).map(\.name) == ["b"])
        world.clock.advance(hours: 3)
        #expect(try await session.cards(most: 2).map(\.name) == ["a", "b"])

        _ = try await session.decide(cards[1].id, .keep)
        var changed = ReviewWorld.item("/b")
        changed.reviewed.item.hashes["sha256"] = "ff"
        let decision = try await world.ledger.decisions().last
        #expect(decision?.holds(for: changed.item, at: world.clock.now) == false)
    }

    @Test("refuses cards of an older plan")
    func stale() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        world.clock.advance(hours: 1)
        try await world.save("p-000000000002", created: world.clock.now)
        let error = await #expect(throws: ReviewError.self) {
            try await session.decide(card.id, .keep)
        }
        #expect(error?.kind == .staleCard)
        #expect(try await session.state().plan?.id == "p-000000000002")
    }

    @Test("with nothing to review says so")
    func empty() async throws {
        let world = try await ReviewWorld([])
        let state = try await world.session().state()
        #expect(state.remaining == 0)
        #expect(state.total == 0)
        #expect(try await world.session().undo() == nil)
        #expect(try await world.session().redo() == nil)
    }
}
