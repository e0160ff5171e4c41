// SPDX-License-Identifier: Apache-2.0

import ReviewUI
import RuleEngine
import StateLedger
import TestSupport
import Testing

@Suite("A card of a picture and the files that go with it")
struct ShotCardTests {
    private static let parts = ["/w/IMG_1.AAE", "/w/IMG_1.MOV"]

    private static func part(_ path: String, of picture: String) -> ReviewItem {
        var item = ReviewWorld.item(path, rule: "looks", size: 10, reason: .similar)
        item.companionOf = ItemReference(drive: "photos", id: "id:" + picture)
        return item
    }

    private static func picture(_ path: String) -> ReviewItem {
        let keep = "/p/IMG_1.HEIC"
        return ReviewWorld.item(
            path, rule: "looks", reason: .similar, group: "g", kind: .similar,
            likeness: Likeness(drive: "photos", id: "id:" + keep, marks: 4, correlation: 0.99),
            survivors: [keep])
    }

    /// A picture with two files that go with it, and another one of its group without any.
    private static var items: [ReviewItem] {
        parts.map { part($0, of: "/w/IMG_1.HEIC") }
            + [picture("/w/IMG_1.HEIC"), picture("/w/IMG_2.HEIC")]
    }

    @Test("shows them by one name, and none of them by itself")
    func card() async throws {
        let session = try await ReviewWorld(Self.items).session()
        let cards = try await session.cards(most: 9)
        #expect(cards.count == 1)
        let card = try #require(cards.first)
        #expect(
            card.members.map(\.item.path) == ["/w/IMG_1.HEIC", "/w/IMG_2.HEIC", "/p/IMG_1.HEIC"])
        #expect(card.members[0].parts.map(\.path) == Self.parts)
        #expect(card.shot == "IMG_1: HEIC + AAE + MOV")
        #expect(card.bytesWon == 220)
        #expect(try await session.state().remaining == 1)
    }

    @Test("decides them with it, as one step and one review, which one undo takes back")
    func step() async throws {
        let world = try await ReviewWorld(Self.items, reviewsPerDay: 5)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let step = try await session.accept(card.id, GroupProposal(card))
        #expect(step.act.itemCount == 4)
        #expect(step.state.quota.used == 1)
        #expect(step.state.remaining == 0)
        #expect(
            try await session.marked(most: 9).map(\.item.path).sorted()
                == (Self.parts + ["/w/IMG_1.HEIC", "/w/IMG_2.HEIC"]).sorted())
        let undone = try #require(try await session.undo())
        #expect(undone.state.marked.items == 0 && undone.state.quota.used == 0)
        #expect(undone.state.remaining == 1)
        // Made again, it is whole again.
        let again = try #require(try await session.redo())
        #expect(again.act.itemCount == 4 && again.state.quota.used == 1)
        #expect(try await world.ledger.replayDifferences() == [])
    }

    @Test("keeps them with it", arguments: ["/w/IMG_1.HEIC"] + parts)
    func keep(path: String) async throws {
        let world = try await ReviewWorld(Self.items)
        let session = world.session()
        let finding = try await session.lookUp([ReviewQuery(drive: "photos", id: nil, path: path)])
        let id = try #require(finding[0].card?.id)
        var terms = ReviewSession.Terms()
        terms.isAlone = true
        let step = try await session.decide(id, .keep, terms)
        #expect(step.act.itemCount == 3)
        #expect(step.state.quota.used == 1)
        let decided = try await world.ledger.decisions()
        #expect(decided.map(\.item.path).sorted() == (Self.parts + ["/w/IMG_1.HEIC"]).sorted())
        #expect(decided.allSatisfy { $0.verdict == .keep })
    }

    @Test("refuses to delete a picture by a word about what goes with it")
    func deleteOfPart() async throws {
        let world = try await ReviewWorld(Self.items)
        let session = world.session()
        let finding = try await session.lookUp([
            ReviewQuery(drive: "photos", id: nil, path: Self.parts[0])
        ])
        let id = try #require(finding[0].card?.id)
        let error = await #expect(throws: ReviewError.self) {
            try await session.decide(id, .delete)
        }
        #expect(error?.kind == .invalid)
        let results = try await session.record([ReviewSession.Step(id, .delete)])
        #expect(throws: ReviewError.self) { try results[0].get() }
        #expect(try await world.ledger.decisions().isEmpty)
    }

    @Test("refuses to delete it where one of them was decided to stay")
    func partKept() async throws {
        let world = try await ReviewWorld(Self.items)
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        _ = try await world.ledger.decide(
            [
                DecisionRecord(
                    item: Self.items[0].item, driveIdentity: "memory:1", verdict: .keep,
                    decidedAt: ReviewWorld.start, day: "2026-11-18", source: "command")
            ], at: ReviewWorld.start)
        let error = await #expect(throws: ReviewError.self) {
            try await session.accept(card.id, GroupProposal(card))
        }
        #expect(error?.kind == .invalid)
        #expect(try await session.state().marked.items == 0)
    }

    @Test("refuses to delete it where a protection covers one of them")
    func partProtected() async throws {
        let world = try await ReviewWorld(Self.items, protected: [Self.parts[1]])
        let session = world.session()
        let card = try await session.cards(most: 1)[0]
        let error = await #expect(throws: ReviewError.self) {
            try await session.accept(card.id, GroupProposal(card))
        }
        #expect(error?.kind == .protected)
        let single = try await session.record([ReviewSession.Step(card.id, .delete)])
        #expect(throws: ReviewError.self) { try single[0].get() }
        #expect(try await world.ledger.decisions().isEmpty)
    }

    @Test("takes a file of decisions that names the picture, or all of it")
    func decisionsFile() async throws {
        func apply(_ lines: [(path: String, verdict: String)]) async throws -> (
            outcome: DecisionsOutcome, decided: [String]
        ) {
            let world = try await ReviewWorld(Self.items)
            let text = lines.map { path, verdict in
                "{\"path\": \"\(path)\", \"verdict\": \"\(verdict)\"}\n"
            }
            let outcome = await DecisionsFile(Array(text.joined().utf8), timeZone: world.zone)
                .apply(to: world.session("file"))
            let decided = try await world.ledger.decisions()
            return (outcome, decided.map { "\($0.verdict) \($0.item.path)" }.sorted())
        }
        let (picture, parts) = ("/w/IMG_1.HEIC", Self.parts)
        let all = (parts + [picture]).map { "delete \($0)" }.sorted()
        let one = try await apply([(picture, "delete")])
        #expect(one.outcome.decided == 1 && one.decided == all)
        let every = try await apply((parts + [picture]).map { ($0, "delete") })
        #expect(every.outcome.decided == 1 && every.outcome.alreadySo == 2)
        #expect(every.decided == all)
        let lone = try await apply([(parts[0], "delete")])
        #expect(lone.outcome.failed == 1 && lone.decided.isEmpty)
        let kept = try await apply([(parts[0], "keep"), (picture, "keep"), (parts[1], "keep")])
        #expect(kept.outcome.decided == 1)
        #expect(kept.decided == (parts + [picture]).map { "keep \($0)" }.sorted())
    }
}
