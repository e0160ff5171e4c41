// SPDX-License-Identifier: Apache-2.0

import Glibc
import RuleEngine
import StateLedger
import Synchronization
import Testing
import Text
import Wording

@testable import ReviewUI

@Suite("The plain review")
struct PlainReviewTests {
    /// What is said when those lines are answered, and how it ended. `meanwhile` happens after all
    /// that is said before an answer, and before the answer is read.
    private func talk(
        _ world: ReviewWorld, _ answers: [String], session: ReviewSession? = nil,
        isEchoing: Bool = true, meanwhile: @escaping @Sendable (String) async -> Void = { _ in }
    ) async -> (text: String, end: ReviewEnd) {
        let script = Script(answers)
        let review = PlainReview(
            session: session ?? world.session("plain"), isEchoing: isEchoing)
        let end = await review.run(
            input: {
                guard let answer = script.next() else { return nil }
                await meanwhile(answer)
                return answer
            }, output: { script.hear($0) })
        return (script.heard, end)
    }

    /// Lets another window decide the item of that path when `answer` is read.
    private func other(
        _ world: ReviewWorld, _ path: String, _ verdict: ReviewVerdict, at answer: String
    ) -> @Sendable (String) async -> Void {
        let session = world.session("web")
        return { read in
            guard read == answer else { return }
            var terms = ReviewSession.Terms()
            terms.isAlone = true
            do {
                let query = ReviewQuery(drive: nil, id: nil, path: path)
                let card = try #require(try await session.lookUp([query]).first?.card)
                _ = try await session.decide(card.id, verdict, terms)
            } catch {
                Issue.record(error)
            }
        }
    }

    private func standing(_ world: ReviewWorld) async throws -> Set<String> {
        Set(
            try await world.ledger.decisions().map {
                "\($0.source) \($0.item.path) \($0.verdict.rawValue)"
            })
    }

    @Test("Deciding, undoing and quitting read like this")
    func transcript() async throws {
        let world = try await ReviewWorld(
            [
                ReviewWorld.item("/2021/IMG_2041.JPG", rule: "old-bursts", size: 3_355_443),
                ReviewWorld.item("/2021/IMG_2042.JPG", rule: "old-bursts", size: nil),
            ], reviewsPerDay: 25)
        let (text, end) = await talk(world, ["d", "u", "keep", "x y", "later", "q"])
        #expect(
            text == """
                Item 1 of 2, 0 of 25 today. IMG_2041.JPG, JPEG, 3.2 MiB, changed 1 January 1970.
                Folder: /2021 on photos. rule 'old-bursts': rule.
                1 more of this rule; g decides them together.
                [k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > d
                Marked for deletion: IMG_2041.JPG. u undoes it.
                Item 2 of 2, 1 of 25 today. IMG_2042.JPG, JPEG, size unknown, changed 1 January 1970.
                Folder: /2021 on photos. rule 'old-bursts': rule.
                [k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > u
                Undone: marked for deletion: IMG_2041.JPG. U makes it again.
                Item 1 of 2, 0 of 25 today. IMG_2041.JPG, JPEG, 3.2 MiB, changed 1 January 1970.
                Folder: /2021 on photos. rule 'old-bursts': rule.
                1 more of this rule; g decides them together.
                [k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > keep
                Kept: IMG_2041.JPG. u undoes it.
                Item 2 of 2, 1 of 25 today. IMG_2042.JPG, JPEG, size unknown, changed 1 January 1970.
                Folder: /2021 on photos. rule 'old-bursts': rule.
                [k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > x y
                'x y' is no answer here; ? lists the answers.
                [k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > later
                Put off to the end: IMG_2042.JPG. u undoes it.
                Item 2 of 2, 1 of 25 today. IMG_2042.JPG, JPEG, size unknown, changed 1 January 1970.
                Folder: /2021 on photos. rule 'old-bursts': rule.
                [k]eep [d]elete [s]later [u]ndo [i]why [o]pen [m]arked [?]help [q]uit > q

                """)
        #expect(end.reason == .quit && end.decided == 1)
    }

    @Test("An answer is about the item that was told, whatever other windows decided since")
    func decidedElsewhere() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let (text, end) = await talk(
            world, ["i", "d", "f", "q"],
            meanwhile: other(world, "/old/1001.jpg", .keep, at: "i"))
        #expect(try await standing(world) == ["web /old/1001.jpg keep", "plain /old/1002.jpg pin"])
        #expect(text.contains("> d\nalready decided in another window: keep.\nItem 2 of 3"))
        #expect(end.decided == 1 && end.refused == 1)
    }

    @Test("Letters side by side end with the first that is about an item decided elsewhere")
    func sideBySideElsewhere() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        _ = await talk(
            world, ["i", "dk", "q"], meanwhile: other(world, "/old/1001.jpg", .keep, at: "i"))
        #expect(try await standing(world) == ["web /old/1001.jpg keep"])
    }

    @Test("An item that comes up where none was told is told before it is decided")
    func comesUp() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1))
        let session = world.session("web")
        let (text, _) = await talk(world, ["k", "r", "k", "q"]) { answer in
            if answer == "r" { _ = try? await session.undo() }
        }
        #expect(text.contains("All done"))
        #expect(text.contains("there is no limit.\nItem 1 of 1"))
        #expect(try await standing(world) == ["plain /old/1001.jpg keep"])
    }

    @Test("Lists are decided as they were told")
    func listsElsewhere() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let (text, _) = await talk(
            world, ["g", "delete 3", "q"],
            meanwhile: other(world, "/old/1002.jpg", .keep, at: "delete 3"))
        #expect(text.contains("already decided in another window: keep."))
        #expect(try await standing(world) == ["web /old/1002.jpg keep"])
        let marked = try await ReviewWorld(ReviewWorld.items(3))
        let (told, _) = await talk(
            marked, ["d", "m", "1", "q"], meanwhile: other(marked, "/old/1001.jpg", .pin, at: "1"))
        #expect(told.contains("already decided in another window: keep for good."))
        #expect(try await standing(marked) == ["web /old/1001.jpg pin"])
    }

    @Test("What is counted are decisions of this review that stand")
    func counts() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(6))
        #expect(await talk(world, ["k"]).end.decided == 1)
        // The step of the review before is taken back, and that is none of this one.
        #expect(await talk(world, ["u", "d"]).end.decided == 1)
        #expect(await talk(world, ["u", "u", "k"]).end.decided == 1)
        #expect(await talk(world, ["s"]).end.decided == 0)
        #expect(await talk(world, ["s", "k", "u", "U"]).end.decided == 1)
        let session = world.session("web")
        let (_, end) = await talk(world, ["k", "d", "q"]) { answer in
            if answer == "q" { _ = try? await session.undo() }
        }
        #expect(end.decided == 1)
        #expect(
            end.farewell.first.map { Words.english($0) } == "1 decision saved. Nothing was deleted."
        )
    }

    @Test("A script ends where the state is locked; a person may try again")
    func locked() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        var source = world.source
        source.protected = { _ async throws(ReviewError) in throw ReviewError(.busy, "locked") }
        let session = ReviewSession(ledger: world.ledger, source: source, front: "plain")
        let script = await talk(world, ["k", "d", "k"], session: session)
        #expect(script.end.reason == .failed(ReviewError(.busy, "locked")))
        #expect(script.end.decided == 1)
        let person = await talk(world, ["d", "k", "q"], session: session, isEchoing: false)
        #expect(person.text.contains("locked."))
        #expect(person.end.reason == .quit && person.end.decided == 1)
    }

    @Test("A script learns how many of its answers were refused")
    func refusals() async throws {
        let world = try await ReviewWorld(
            [
                ReviewWorld.item("/a.jpg", group: "g"), ReviewWorld.item("/b.jpg", group: "g"),
                ReviewWorld.item("/safe.jpg"),
            ], protected: ["/safe.jpg"])
        let answers = ["d", "no", "1", "d", "g", "q"]
        #expect(await talk(world, answers).end.refused == 2)
        #expect(await talk(world, ["d"], isEchoing: false).end.refused == 0)
        #expect(await talk(world, ["x", "k"]).end.refused == 0)
    }

    @Test("A mark that a text begins with is no part of its first line")
    func byteOrderMark() async throws {
        func lines(_ text: String) async throws -> [String] {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            let bytes = Array(text.utf8)
            #expect(write(ends[1], bytes, bytes.count) == bytes.count)
            close(ends[1])
            defer { close(ends[0]) }
            let input = PlainInput(descriptor: ends[0])
            var lines: [String] = []
            while let line = await input.next() { lines.append(line) }
            return lines
        }
        #expect(try await lines("\u{FEFF}k\r\n\u{FEFF}q") == ["k", "\u{FEFF}q"])
        #expect(try await lines("\u{FEFF}k") == ["k"])
        #expect(try await lines("\u{FEFF}").isEmpty)
        #expect(try await lines("k\n\u{FEFF}").count == 2)
    }

    @Test("A script may write its letters side by side; a person's slip decides nothing")
    func sideBySide() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(5))
        let (_, end) = await talk(world, ["kdku", "duskz", "sdq", "k"])
        #expect(end.reason == .quit)
        let standing = try await world.ledger.decisions()
        #expect(
            standing.map(\.item.path).sorted() == [
                "/old/1001.jpg", "/old/1002.jpg", "/old/1004.jpg",
            ])
        let typed = try await ReviewWorld(ReviewWorld.items(5))
        let script = Script(["kd", "q"])
        let review = PlainReview(session: typed.session("plain"), isEchoing: false)
        _ = await review.run(input: { script.next() }, output: { script.hear($0) })
        #expect(script.heard.contains("'kd' is no answer here"))
        #expect(try await typed.ledger.decisions().isEmpty)
    }

    @Test("Letters after a refusal are not taken for the next card")
    func sideBySideRefused() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(2), protected: ["/old/1001.jpg"])
        _ = await talk(world, ["dk"])
        #expect(try await world.ledger.decisions().isEmpty)
    }

    @Test("Equal items are one card, and a number keeps one and marks the others, as it says")
    func group() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", group: "g"), ReviewWorld.item("/b.jpg", group: "g"),
        ])
        let (text, _) = await talk(world, ["d", "no", "5", "2", "m", "", "q"])
        #expect(
            text.contains(
                """
                  1 /a.jpg on photos, stays
                  2 /b.jpg on photos, would go, equal to photo 1
                Accepting marks 1 for deletion, 100 B.

                """))
        #expect(
            text.contains("No copy of it would be left. Type yes if that is meant > no\nNothing"))
        #expect(text.contains("There are 2 of them; nothing was decided."))
        #expect(text.contains("a number keeps that one and marks the undecided others:"))
        #expect(text.contains("Kept: b.jpg; 1 other marked for deletion."))
        #expect(try await world.ledger.reviewActs(most: 5).map(\.markedCount) == [1])
        #expect(text.contains("All done"))
        #expect(text.contains("  1 /a.jpg, 100 B\nMarked for deletion: 1 item, 100 B."))
    }

    @Test("Copies are accepted as they are proposed, or but for those that are named")
    func accept() async throws {
        let items = (1...4).map {
            ReviewWorld.item(
                "/\($0).jpg", size: Int64(10 * $0), group: "g", kind: .similar,
                likeness: Likeness(drive: "photos", id: "id:/s.jpg", marks: $0),
                survivors: ["/s.jpg"])
        }
        let world = try await ReviewWorld(items)
        let answers = ["accept 9", "accept 5", "accept 2 x", "x 2", "accept 2 3", "u", "a", "q"]
        let (text, end) = await talk(world, answers)
        #expect(
            text.contains(
                "  4 /4.jpg on photos, would go, looks like photo 5, 4 of 256 marks differ\n"))
        #expect(
            text.contains("  5 /s.jpg on photos, stays\nAccepting marks 4 for deletion, 100 B."))
        #expect(text.contains("There are 5 of them; nothing was decided."))
        #expect(text.contains("'accept 2 x' is no answer here"))
        #expect(text.contains("Kept: 2.jpg; 2 others marked for deletion."))
        #expect(text.contains("Marked for deletion: 1.jpg and 3 more."))
        #expect(end.marked.items == 4)
    }

    @Test("Groups are told in words, the most certain first, and a number brings one to the front")
    func groups() async throws {
        let likeness = Likeness(drive: "photos", id: "id:/m.jpg", marks: 4)
        let others = ReviewWorld.items(1) + Array(ReviewWorld.alike(6).suffix(2))
        let world = try await ReviewWorld(
            others + [
                ReviewWorld.item(
                    "/l.jpg", rule: "looks", size: 10, group: "l", kind: .similar,
                    likeness: likeness, survivors: ["/m.jpg"]),
                ReviewWorld.item("/x.jpg", rule: "same", group: "t", survivors: ["/y.jpg", "/z"]),
                ReviewWorld.item("/b.jpg", rule: "same", group: "s"),
                ReviewWorld.item("/c.jpg", rule: "same", group: "s"),
                ReviewWorld.item("/d.jpg", rule: "same", group: "s"),
            ])
        let (text, end) = await talk(
            world,
            [
                "groups", "groups 3", "a", "groups 3", "G 4", "groups 5", "groups 0", "groups x",
                "GROUPS MORE", "q",
            ])
        #expect(
            text.contains(
                """
                4 groups to decide, the most certain first; 'groups 1' brings the first to the front:
                  1 /b.jpg stays, 2 would go, 200 B, equal, rule 'same'
                  2 /y.jpg and 1 other stay, 1 would go, 100 B, equal, rule 'same'
                  3 /m.jpg stays, 1 would go, 10 B, 4 of 256 marks differ, rule 'looks'
                  4 /keep/6.jpg stays, 2 would go, 20 B, at most 6 of 256 marks differ, rule 'looks'
                [k]eep
                """))
        #expect(text.contains("> groups 3\nItem 1 of 5"))
        #expect(text.contains("> a\nMarked for deletion: l.jpg."))
        #expect(text.contains("> groups 3\nThat group is decided already"))
        #expect(text.contains("  3 /keep/6.jpg on photos, stays\n"))
        #expect(text.contains("> groups 5\nThere is no such number."))
        #expect(text.contains("'groups 0' is no answer here"))
        #expect(text.contains("'groups x' is no answer here"))
        #expect(text.contains("> GROUPS MORE\nThere are no more groups."))
        #expect(end.marked.items == 1 && end.decided == 1)
    }

    @Test("Of many groups twenty are told at a time, and each keeps its number")
    func manyGroups() async throws {
        let world = try await ReviewWorld(ReviewWorld.alike(45))
        let (text, _) = await talk(
            world, ["groups more", "G more", "a", "groups more", "groups more", "q"])
        #expect(text.contains("> groups more\n45 groups to decide"))
        #expect(
            text.contains(
                """
                  20 /keep/20.jpg stays, 2 would go, 20 B, at most 20 of 256 marks differ, rule 'looks'
                25 more; 'groups more' tells the next.
                """))
        #expect(text.contains("> G more\n  21 /keep/21.jpg stays"))
        #expect(text.contains("\n5 more; 'groups more' tells the next.\n"))
        #expect(text.contains("> groups more\n  41 /keep/41.jpg stays"))
        #expect(text.contains("> groups more\nThere are no more groups."))
        // What was not told has a number as well.
        let (last, _) = await talk(world, ["groups 44", "groups 45", "q"])
        #expect(last.contains("> groups 44\nItem 2 of 45"))
        #expect(last.contains("  3 /keep/45.jpg on photos, stays\n"))
        #expect(last.contains("> groups 45\nThere is no such number."))
        let single = try await ReviewWorld(ReviewWorld.items(1))
        let (nothing, _) = await talk(single, ["groups", "G 1"])
        #expect(nothing.contains("> groups\nNo group is left to decide."))
        #expect(nothing.contains("> G 1\nNo group is left to decide."))
    }

    @Test("The numbers of groups are those of the plan that they were told of")
    func groupsOfPlans() async throws {
        let world = try await ReviewWorld(ReviewWorld.alike(3))
        let (text, end) = await talk(world, ["groups", "groups 2", "G 3", "q"]) { answer in
            guard answer == "groups 2" else { return }
            world.clock.advance(hours: 1)
            do {
                try await world.save("p-000000000002", created: world.clock.now)
            } catch {
                Issue.record(error)
            }
        }
        #expect(text.contains("> groups 2\n\(Words.english(.refuseStale)).\nItem 1 of 3"))
        #expect(text.contains("  3 /keep/3.jpg on photos, stays\n"))
        #expect(end.refused == 1)
    }

    @Test("The last copy goes only after a yes")
    func lastCopy() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", group: "g"), ReviewWorld.item("/b.jpg", group: "g"),
        ])
        let (text, end) = await talk(world, ["d", "yes", "q"])
        #expect(text.contains("Marked for deletion: a.jpg and 1 more."))
        #expect(end.marked.items == 2)
    }

    @Test("All items of a rule go with their number, and with no other")
    func together() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let (text, _) = await talk(world, ["g", "delete 2", "g", "delete 3", "m", "1", "u", "q"])
        #expect(text.contains("these are 3 items, and 2 was typed; nothing is decided."))
        #expect(text.contains("Marked for deletion: 1001.jpg and 2 more."))
        #expect(text.contains("Kept: "))
        #expect(text.contains("Undone: kept: "))
    }

    @Test("A card of equal items counts with each of them when a rule is decided at once")
    func togetherWithGroups() async throws {
        let world = try await ReviewWorld(
            ReviewWorld.items(1) + [
                ReviewWorld.item("/old/a.jpg", group: "g", survivors: ["/z.jpg"]),
                ReviewWorld.item("/old/b.jpg", group: "g", survivors: ["/z.jpg"]),
                ReviewWorld.item("/old/c.jpg", group: "g", survivors: ["/z.jpg"]),
            ])
        let (text, end) = await talk(world, ["g", "delete 2", "g", "delete 4", "q"])
        #expect(
            text.contains("  1 /old/1001.jpg, 1 B\n  2 /old/a.jpg and 2 equal ones, 100 B\nType"))
        #expect(text.contains("how many items these are, as in 'keep 4' >"))
        #expect(text.contains("these are 4 items, and 2 was typed"))
        #expect(end.marked.items == 4 && end.decided == 1)
    }

    @Test("What only looks alike is not said to go together before enough of it was looked at")
    func unopened() async throws {
        let world = try await ReviewWorld(
            (1...3).map {
                ReviewWorld.item(
                    "/\($0).jpg", group: "g\($0)", kind: .similar,
                    likeness: Likeness(drive: "photos", id: "id:/s\($0).jpg", marks: $0),
                    survivors: ["/s\($0).jpg"])
            })
        let (text, end) = await talk(world, ["g", "delete 3", "a", "g", "keep 2", "q"])
        let toOpen = "10 more groups are to be decided one by one before g marks any of this rule."
        #expect(text.contains("2 more of this rule; g keeps them together.\n\(toOpen)\n[a]ccept"))
        #expect(text.contains("\(toOpen)\nType keep or delete"))
        #expect(text.contains("decide 10 more groups of this rule one by one first"))
        #expect(text.contains("1 more of this rule; g keeps them together."))
        #expect(!text.contains("g decides"))
        #expect(end.marked.items == 1 && end.decided == 2)
    }

    @Test("How many pictures were looked at comes first, where that is not all of them")
    func looks() async throws {
        let line = "Pictures: 41,230 of 61,200 looked at; what the other 19,970 show is unknown,"
        for (looked, isSaid) in [(Int64(41_230), true), (61_200, false)] {
            let world = try await ReviewWorld(
                ReviewWorld.items(1), looks: ReviewLooks(eligible: 61_200, looked: looked))
            let (text, _) = await talk(world, ["q"])
            #expect(text.hasPrefix(line) == isSaid, "\(text)")
            #expect(text.contains("stays (cleanrules photos).\nItem 1 of 1") == isSaid)
            #expect(text.contains("Pictures") == isSaid)
        }
    }

    @Test("The quota stops decisions, says what to do, and never stops an undo")
    func quota() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(7), reviewsPerDay: 5)
        let (text, end) = await talk(world, ["k", "k", "k", "k", "k", "k", "r", "u", "q"])
        #expect(text.contains("Note: 1 review left today."))
        #expect(text.contains("That was all for today: 5 of 5 reviews are used."))
        #expect(text.contains("There is no item to decide; u undoes, q ends."))
        #expect(text.contains("5 of 5 today; the count starts again at"))
        #expect(text.contains("Undone: kept: 1005.jpg."))
        #expect(text.hasSuffix("> q\n"))
        #expect(!end.isQuotaUsedUp)
        let again = await talk(world, ["k"])
        #expect(again.end.reason == .inputEnded && again.end.decided == 1)
        #expect(await talk(world, []).end.isStoppedByQuota)
    }

    @Test("That few reviews are left is said once a day, whichever review says it")
    func fewLeft() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(20), reviewsPerDay: 5)
        let note = "Note: 1 review left today."
        let first = await talk(world, ["k", "k", "k", "k", "u", "k", "q"]).text
        #expect(first.ranges(of: note).count == 1, "\(first)")
        #expect(await !talk(world, ["u", "k", "q"]).text.contains(note))
        let other = world.session("terminal")
        #expect(try await !other.warns(of: other.state().quota))
        world.clock.advance(hours: 24)
        #expect(await talk(world, ["k", "k", "k", "k", "q"]).text.contains(note))
    }

    @Test("What was marked on another device is told with its name and when that was")
    func markedElsewhere() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(3))
        let card = try #require(try await world.session().cards(most: 1).first)
        try await world.hear(.delete, on: "laptop", about: card)
        let (text, _) = await talk(world, ["d", "m", "x", "q"])
        let told = "/old/1001.jpg, 1 B, decided on laptop, on 2026-11-18 12:06 +01:00\n"
        #expect(text.contains(told), "\(text)")
        #expect(text.contains("/old/1002.jpg, 2 B\n"), "\(text)")
    }

    @Test("What was decided before it changed is said of the item that it was about")
    func decidedBefore() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", group: "g", survivors: ["/s.jpg"]),
            ReviewWorld.item("/b.jpg", group: "g", survivors: ["/s.jpg"]),
            ReviewWorld.item("/z.jpg"),
        ])
        var source = world.source
        source.details = { _ in
            var details = ReviewDetails()
            details.reasonText = .verbatim("asked about")
            details.decided = .verbatim("you kept it then")
            return details
        }
        source.members = { card in
            card.members.map { member in
                var details = MemberDetails()
                if member.item.path == "/b.jpg" { details.decided = .verbatim("you kept it then") }
                return details
            }
        }
        let session = ReviewSession(ledger: world.ledger, source: source, front: "plain")
        let (text, _) = await talk(world, ["later", "k", "q"], session: session)
        #expect(text.ranges(of: "you kept it then").count >= 2, "\(text)")
        #expect(text.ranges(of: "asked about · you kept it then").count == 1, "\(text)")
        #expect(text.contains(#/2 \/b\.jpg on photos, .*you kept it then/#), "\(text)")
        let decided = try await world.ledger.decisions()
        #expect(decided.map(\.item.path) == ["/z.jpg"] && decided.map(\.verdict) == [.keep])
    }

    @Test("Pins, snoozes, redo, why, open and help all answer")
    func others() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(5))
        let (text, _) = await talk(
            world,
            ["pin", "snooze 90d", "z", "u", "U", "why", "open", "help", "snooze 0d", "", "q"])
        #expect(text.contains("Undone: kept until 18 December 2026: 1003.jpg."))
        #expect(text.contains("Kept for good: 1001.jpg."))
        #expect(text.contains("Kept until 16 February 2027: 1002.jpg."))
        #expect(text.contains("Kept until 18 December 2026: 1003.jpg."))
        #expect(text.contains("  Path: /old/1004.jpg\n"))
        #expect(text.contains("It is not known where it can be opened."))
        for line in PlainCommand.table { #expect(text.contains(Words.english(line.help))) }
        #expect(text.contains("'snooze 0d' is no answer here"))
    }

    @Test("A protection cannot be talked away")
    func protected() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(1), protected: ["/old/1001.jpg"])
        let (text, end) = await talk(world, ["d", "q"])
        #expect(text.contains("a protection of the rules covers /old/1001.jpg"))
        #expect(end.decided == 0)
    }

    @Test("Names are written out, and no line holds a control character")
    func names() async throws {
        let world = try await ReviewWorld([ReviewWorld.item("/a\u{1B}[2J\n\u{202E}b.jpg")])
        let (text, _) = await talk(world, ["i", "g", "d", "m", "", "\u{1B}[A", "q"])
        #expect(text.contains("a\\u001B[2J\\n\\u202Eb.jpg"))
        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isHiddenOrControl })
    }

    @Test("The mode fits what the program runs on")
    func modes() throws {
        func choose(
            _ asked: ReviewMode? = nil, _ environment: [String: String] = [:],
            isTerminal: Bool = true,
            columns: Int = 80, rows: Int = 24
        ) throws -> ReviewMode {
            var all = ["TERM": "xterm", "LANG": "de_DE.UTF-8"]
            all.merge(environment) { _, new in new }
            return try ReviewMode.choose(
                asked: asked,
                in: ReviewMode.Surroundings(
                    environment: all, isInputTerminal: isTerminal, isOutputTerminal: isTerminal,
                    columns: columns, rows: rows))
        }
        #expect(try choose() == .deck)
        #expect(try choose(nil, ["TERM": "dumb"]) == .plain)
        #expect(try choose(nil, ["CLEANRULES_ACCESSIBLE": "1"]) == .plain)
        #expect(try choose(nil, ["LANG": "C"]) == .plain)
        #expect(try choose(nil, ["LC_ALL": "C", "LANG": "C.UTF-8"]) == .plain)
        #expect(try choose(columns: 59) == .plain)
        #expect(try choose(rows: 17) == .plain)
        #expect(try choose(.deck, columns: 40) == .deck)
        #expect(try choose(.plain, isTerminal: false) == .plain)
        #expect(try choose(.web, isTerminal: false) == .web)
        #expect(throws: ReviewError.self) { try choose(isTerminal: false) }
        #expect(throws: ReviewError.self) { try choose(.deck, isTerminal: false) }
        #expect(throws: ReviewError.self) { try choose(.deck, ["TERM": "dumb"]) }
    }
}

/// Answers one after the other, and remembers what was said.
private final class Script: Sendable {
    private let answers: Mutex<[String]>
    private let said = Mutex("")

    init(_ answers: [String]) { self.answers = Mutex(answers.reversed()) }

    func next() -> String? { answers.withLock { $0.popLast() } }
    func hear(_ text: String) { said.withLock { $0 += text } }
    var heard: String { said.withLock { $0 } }
}
