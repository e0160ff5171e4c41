// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import TestSupport
import Wording

@testable import ReviewUI

@Suite("Files of decisions")
struct DecisionsFileTests {
    private func apply(_ text: String, _ world: ReviewWorld) async -> DecisionsOutcome {
        await DecisionsFile(Array(text.utf8), timeZone: world.zone).apply(to: world.session("file"))
    }

    private func line(_ path: String, _ verdict: String, _ more: String = "") -> String {
        "{\"path\": \"\(path)\", \"verdict\": \"\(verdict)\"\(more)}\n"
    }

    @Test("Every verdict is taken, and the same file decides nothing twice")
    func applies() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(6))
        let text =
            line("/old/1001.jpg", "keep")
            + line("/old/1002.jpg", "delete", ", \"drive\": \"photos\"")
            + line("/old/1003.jpg", "pin")
            + line("/old/1004.jpg", "snooze", ", \"until\": \"2999-01-31\"")
            + line("/old/1005.jpg", "later")
            + "\n{\"id\": \"id:/old/1006.jpg\", \"path\": null, \"verdict\": \"keep\"}"
        let first = await apply(text, world)
        #expect(first.summary == .done && first.decided == 6 && first.messages.isEmpty)
        let lines = try await world.ledger.newestSequence()
        let again = await apply(text, world)
        #expect(again.summary == .done && again.decided == 0 && again.alreadySo == 6)
        #expect(try await world.ledger.newestSequence() == lines)
        let standing = try await world.ledger.decisions()
        #expect(standing.count == 5 && standing.allSatisfy { $0.source == "file" })
        #expect(
            standing.first { $0.verdict == .snooze }?.until?.description == "2999-01-30T23:00:00Z")
    }

    @Test("A mark that a file begins with is no part of its first line")
    func byteOrderMark() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        let first = line("/old/1001.jpg", "keep")
        #expect(await apply("\u{FEFF}" + first, world).summary == .done)
        let second = await apply(first + "\u{FEFF}" + line("/old/1002.jpg", "keep"), world)
        #expect(second.texts == ["line 2: an object begins with '{'"])
    }

    @Test("What was decided stays done when a newer plan does not name it any more")
    func newerPlan() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        let text = line("/old/1001.jpg", "keep")
        #expect(await apply(text, world).decided == 1)
        let other = ReviewSession(
            ledger: world.ledger,
            source: try await ReviewWorld([ReviewWorld.item("/other.jpg")]).source(
                over: world.ledger),
            front: "file")
        let outcome = await DecisionsFile(Array(text.utf8), timeZone: world.zone).apply(to: other)
        #expect(outcome.summary == .done && outcome.alreadySo == 1)
    }

    @Test("An item that the plan does not know is named, and the others are decided")
    func unknownItem() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        let text = line("/nowhere.jpg", "delete") + line("/old/1001.jpg", "keep")
        let outcome = await apply(text, world)
        #expect(outcome.summary == .partial && outcome.decided == 1 && outcome.failed == 1)
        #expect(
            outcome.texts == [
                "line 1: the newest plan has nothing to decide about /nowhere.jpg"
            ])
        #expect(try await world.ledger.decisions().map(\.item.path) == ["/old/1001.jpg"])
    }

    @Test("What stays anyway cannot be marked, and why is said")
    func itemsThatStay() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        var source = world.source
        source.fates = { queries in
            queries.map {
                $0.path == "/safe.jpg"
                    ? .protected(.verbatim("'safe' keeps it")) : .kept(.verbatim("so"))
            }
        }
        let session = ReviewSession(ledger: world.ledger, source: source, front: "file")
        let text = line("/safe.jpg", "delete") + line("/other.jpg", "delete")
        let file = DecisionsFile(Array(text.utf8), timeZone: world.zone)
        let outcome = await file.apply(to: session)
        #expect(outcome.summary == .refused && outcome.refused == 2)
        #expect(
            outcome.texts == [
                "line 1: /safe.jpg is protected: 'safe' keeps it",
                "line 2: the plan asks nobody about /other.jpg: so",
            ])
        let kept = DecisionsFile(Array(line("/safe.jpg", "keep").utf8), timeZone: world.zone)
        #expect(await kept.apply(to: session).summary == .done)
        #expect(try await world.ledger.decisions().isEmpty)
    }

    @Test(
        "A line that is wrong stops the whole file, and is named",
        arguments: [
            ("{", "a text in quotes is missing"), ("[]", "an object begins with '{'"),
            ("{\"path\": \"/old/1001.jpg\"}", "'verdict' is missing"),
            ("{\"verdict\": \"keep\"}", "an item is named by 'path' or by 'id'"),
            ("{\"path\": \"/a\", \"id\": \"b\", \"verdict\": \"keep\"}", "by 'path' or by 'id'"),
            ("{\"path\": \"/a\", \"verdict\": \"burn\"}", "there is no verdict 'burn'"),
            ("{\"path\": \"/a\", \"verdict\": \"keep\", \"size\": \"1\"}", "'size' is not known"),
            (
                "{\"path\": \"/a\", \"path\": \"/b\", \"verdict\": \"keep\"}",
                "'path' is there twice"
            ),
            ("{\"path\": \"/a\", \"verdict\": \"snooze\"}", "'snooze' needs 'until'"),
            (
                "{\"path\": \"/a\", \"verdict\": \"keep\", \"until\": \"2999-01-01\"}",
                "goes with 'snooze'"
            ),
            (
                "{\"path\": \"/a\", \"verdict\": \"snooze\", \"until\": \"2999-02-30\"}",
                "'until' is a day"
            ),
            ("{\"path\": \"/a\", \"verdict\": \"keep\"} x", "something follows"),
            ("{\"path\": 3, \"verdict\": \"keep\"}", "a text in quotes is missing"),
            ("{\"path\": \"\\ud800\", \"verdict\": \"keep\"}", "half a character"),
            ("{\"path\": \"/old/1001.jpg\", \"verdict\": \"keep\"}", "another verdict in line 1"),
            (
                "{\"path\": \"/old/1002.jpg\", \"verdict\": \"snooze\", \"until\": \"2020-01-31\"}",
                "'until' is 2020-01-31 00:00 +01:00, which has passed"
            ),
        ])
    func faults(bad: String, message: String) async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2))
        let outcome = await apply(line("/old/1001.jpg", "delete") + bad + "\n", world)
        #expect(outcome.summary == .badFile && outcome.decided == 0)
        #expect(outcome.messages.count == 1)
        #expect(outcome.texts.first?.hasPrefix("line 2: ") == true)
        #expect(outcome.texts.first?.contains(message) == true, "\(outcome.messages)")
        #expect(try await world.ledger.decisions().isEmpty)
    }

    @Test("Too long a line and too many lines are refused, and no more than 50 faults are told")
    func limits() async throws {
        let zone = RuleTimeZone.utc
        let long = DecisionsFile(Array(repeating: 0x20, count: 65_537), timeZone: zone)
        #expect(Words.english(long.faults) == ["line 1: it is longer than 65,536 bytes"])
        let many = DecisionsFile(Array(repeating: 0x0A, count: 100_001), timeZone: zone)
        #expect(
            Words.english(many.faults) == ["line 100001: a file has at most 100,000 lines"])
        #expect(
            DecisionsFile(Array(repeating: 0x0A, count: 100_000), timeZone: zone).faults.isEmpty)
        let world = try await ReviewWorld(ReviewWorld.items(1))
        let outcome = await apply(String(repeating: "x\n", count: 62), world)
        #expect(outcome.messages.count == 51 && outcome.texts.last == "and 12 more")
        #expect(
            Words.english(DecisionsFile([0x7B, 0xFF, 0x7D], timeZone: zone).faults)
                == ["line 1: it is not UTF-8"])
    }

    @Test("A protection refuses its lines; whether others are done decides the outcome")
    func protections() async throws {
        let world = try await ReviewWorld(
            ReviewWorld.items(3), protected: ["/old/1001.jpg", "/old/1002.jpg"])
        let refused = await apply(
            line("/old/1001.jpg", "delete") + line("/old/1002.jpg", "delete"), world)
        #expect(refused.summary == .refused && refused.refused == 2)
        #expect(refused.texts.first == "line 1: a protection of the rules covers /old/1001.jpg")
        let partly = await apply(
            line("/old/1001.jpg", "delete") + line("/old/1002.jpg", "keep")
                + line("/old/1003.jpg", "delete"), world)
        #expect(partly.summary == .partial && partly.decided == 2 && partly.refused == 1)
    }

    @Test("The quota leaves the rest for another day, and later and undo stay free")
    func quota() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(4), reviewsPerDay: 2)
        let text =
            line("/old/1001.jpg", "keep") + line("/old/1002.jpg", "keep")
            + line("/old/1003.jpg", "keep")
        let first = await apply(text, world)
        #expect(first.summary == .partial && first.decided == 2 && first.overQuota == 1)
        let second = await apply(line("/old/1004.jpg", "keep"), world)
        #expect(second.summary == .quota && second.decided == 0)
        #expect(await apply(line("/old/1004.jpg", "later"), world).summary == .done)
    }

    @Test("A line means one item, also where that stands for a group of equal ones")
    func alone() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", group: "g"), ReviewWorld.item("/b.jpg", group: "g"),
        ])
        let both = await apply(line("/a.jpg", "delete") + line("/b.jpg", "delete"), world)
        #expect(both.summary == .refused && both.refused == 2)
        let one = await apply(line("/a.jpg", "delete") + line("/b.jpg", "keep"), world)
        #expect(one.summary == .done && one.decided == 2)
        let standing = try await world.ledger.decisions()
        #expect(
            Set(standing.map { "\($0.item.path) \($0.verdict.rawValue)" })
                == ["/a.jpg delete", "/b.jpg keep"])
    }

    @Test("In one batch, too, the last copy stays: by a line before, by the plan, or by a person")
    func lastCopies() async throws {
        let members = ["/a.jpg", "/b.jpg", "/c.jpg"]
        let world = try await ReviewWorld(members.map { ReviewWorld.item($0, group: "g") })
        let all = members.map { line($0, "delete") }.joined()
        let none = await apply(all, world)
        #expect(none.summary == .refused && none.refused == 3 && none.decided == 0)
        #expect(await apply(line("/a.jpg", "keep"), world).decided == 1)
        // What a person kept may go no more than the others, if it is the last one.
        let two = await apply(all, world)
        #expect(two.summary == .partial && two.decided == 2 && two.refused == 1)
        let said = Words.english(two.messages)
        #expect(said.count == 1 && said[0].hasPrefix("line 1: no copy"))
        let kept = try await ReviewWorld(
            members.map { ReviewWorld.item($0, group: "g", survivors: ["/z.jpg"]) })
        #expect(await apply(all, kept).decided == 3)
    }

    @Test("More lines than one batch takes are decided in their order, what stays first")
    func severalBatches() async throws {
        let count = 2 * ReviewSession.stepsAtOnceMax + 300
        let world = try await ReviewWorld(ReviewWorld.items(count), reviewsPerDay: 2_100)
        let text = (1...count).map { number in
            line("/old/\(1_000 + number).jpg", number % 2 == 0 ? "keep" : "delete")
        }.joined()
        let outcome = await apply(text, world)
        #expect(outcome.decided == 2_100 && outcome.overQuota == 200)
        let acts = try await world.ledger.reviewActs()
        let kept = count / 2
        #expect(acts.prefix(kept).allSatisfy { $0.verdict == .keep })
        #expect(acts.dropFirst(kept).allSatisfy { $0.verdict == .delete })
        #expect(acts.map(\.number) == acts.indices.map { Int64($0 + 1) })
        #expect(acts.prefix(kept).map(\.path) == acts.prefix(kept).map(\.path).sorted())
        let again = await apply(text, world)
        #expect(again.decided == 0 && again.alreadySo == 2_100 && again.overQuota == 200)
        #expect(try await world.ledger.reviewActs().count == 2_100)
        let state = try await world.session().state()
        #expect(state.kept.items == kept && state.marked.items == 2_100 - kept)
    }

    @Test("Names that differ in their normal form are different items")
    func normalForms() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/\u{E9}.jpg"), ReviewWorld.item("/e\u{301}.jpg"),
        ])
        let outcome = await apply(line("/e\u{301}.jpg", "delete"), world)
        #expect(outcome.decided == 1)
        let standing = try await world.ledger.decisions()
        #expect(standing.count == 1)
        #expect(standing.first?.item.path.utf8.elementsEqual("/e\u{301}.jpg".utf8) == true)
    }

    @Test("Escapes in texts are read as JSON has them")
    func escapes() throws {
        let object = try FlatObject(#"{"a": "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"}"#.utf8)
        #expect(object.texts["a"] == "\"\\/\u{08}\u{0C}\n\r\t\u{E9}\u{1F600}")
    }

    @Test("Damaged text is refused and never traps")
    func damaged() {
        var random = SplitMix64(seed: 5)
        let good = Array(#"{"path": "/a\u00e9\n", "verdict": "keep", "until": null}"#.utf8)
        for _ in 0..<3_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            let end = Int.random(in: 0...bytes.count, using: &random)
            _ = try? FlatObject(bytes[..<end])
        }
    }
}

extension ReviewWorld {
    /// The items of this world as the newest plan of another state.
    fileprivate func source(over ledger: Ledger) -> ReviewSource {
        var source = source
        let items = items
        source.plan = { () async throws(ReviewError) in
            guard let record = try? await ledger.newestPlan() else { return nil }
            return ReviewPlan(record: record, items: items)
        }
        return source
    }
}
