// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Synchronization
import Testing

@testable import ReviewUI

@Suite("The plain review")
struct PlainReviewTests {
    /// What is said when those lines are answered, and how it ended.
    private func talk(
        _ world: ReviewWorld, _ answers: [String]
    ) async -> (text: String, end: ReviewEnd) {
        let script = Script(answers)
        let review = PlainReview(session: world.session("plain"), isEchoing: true)
        let end = await review.run(input: { script.next() }, output: { script.hear($0) })
        return (script.heard, end)
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
        #expect(end.reason == .quit && end.decided == 2)
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

    @Test("Equal items are one card, and a number keeps that one only")
    func group() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", group: "g"), ReviewWorld.item("/b.jpg", group: "g"),
        ])
        let (text, _) = await talk(world, ["d", "no", "5", "2", "m", "", "q"])
        #expect(text.contains("  1 /a.jpg on photos, undecided\n  2 /b.jpg on photos, undecided\n"))
        #expect(
            text.contains("No copy of it would be left. Type yes if that is meant > no\nNothing"))
        #expect(text.contains("There are 2 of them; nothing was decided."))
        #expect(text.contains("All done"))
        #expect(text.contains("  1 /a.jpg, 100 B\nMarked for deletion: 1 item, 100 B."))
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
        #expect(text.contains("these are 3 cards, and 2 was typed; nothing is decided."))
        #expect(text.contains("Marked for deletion: 1001.jpg and 2 more."))
        #expect(text.contains("Kept: "))
        #expect(text.contains("Undone: kept: "))
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

    @Test("Pins, snoozes, redo, why, open and help all answer")
    func others() async throws {
        let world = try await ReviewWorld(ReviewWorld.items(5))
        let (text, _) = await talk(
            world,
            ["pin", "snooze 90d", "z", "u", "U", "why", "open", "help", "snooze 0d", "", "q"])
        #expect(text.contains("Kept for good: 1001.jpg."))
        #expect(text.contains("Kept until 16 February 2027: 1002.jpg."))
        #expect(text.contains("Kept until 18 December 2026: 1003.jpg."))
        #expect(text.contains("  Path: /old/1004.jpg\n"))
        #expect(text.contains("It is not known where it can be opened."))
        for line in PlainCommand.table { #expect(text.contains(line.help)) }
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
        #expect(text.contains("a\\u{001B}[2J\\n\\u{202E}b.jpg"))
        #expect(!text.unicodeScalars.contains { $0 != "\n" && VisibleName.isEscaped($0) })
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
