// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import StateLedger
import Testing
import TestSupport
import Text
import Wording

@testable import ReviewUI

@Suite("The deck's frame")
struct DeckFrameTests {
    private func view(
        _ items: [ReviewItem], reviewsPerDay: Int64? = 25,
        _ change: (inout DeckView) -> Void = { _ in }
    ) async throws -> DeckView {
        let world = try await ReviewWorld(items, reviewsPerDay: reviewsPerDay)
        let session = world.session("terminal")
        var view = DeckView(zone: world.zone, now: world.clock.now)
        view.state = try await session.state()
        view.card = try await session.cards(most: 1).first
        view.pair = view.card.flatMap { card in
            card.isGroup ? DeckView.Pair(card: card.id, proposal: GroupProposal(card)) : nil
        }
        change(&view)
        return view
    }

    @Test("A card fills a terminal of 80 by 24 as it should")
    func golden() async throws {
        let view = try await view(ReviewWorld.items(17, rule: "old-bursts")) {
            $0.picture = .none("no picture")
            $0.notice = DeckView.Notice(
                sign: "-", text: "Marked for deletion: IMG_2040.JPG  2.9 MiB", seconds: 8)
        }
        #expect(
            DeckFrame(view, columns: 80, rows: 24).grid.lines == [
                " cleanrules review                                       0/25 today  ░░░░░░░░░░",
                " ┌──────────────────────────────────────────┐  1001.jpg",
                " │                                          │  1 B  JPEG",
                " │                                          │  changed 1970-01-01 01:16 +01:00",
                " │                                          │  /old-bursts",
                " │                                          │  on photos",
                " │                                          │",
                " │                                          │  rule 'old-bursts': rule",
                " │                                          │",
                " │                   JPEG                   │",
                " │                no picture                │",
                " │                                          │",
                " │                                          │",
                " │                                          │",
                " │                                          │",
                " │                                          │",
                " │                                          │",
                " │                                          │",
                " │                                          │",
                " └──────────────────────────────────────────┘",
                " - Marked for deletion: IMG_2040.JPG  2.9 MiB   u undo (8 s)            1 of 17",
                "",
                " d delete   k keep   s later   u undo   i why   o open   ? keys   q quit",
                "",
            ])
    }

    @Test(
        "Every size from the smallest up holds the card, the keys and a free last row",
        arguments: [(60, 18), (61, 19), (80, 24), (100, 30), (200, 60), (500, 200), (900, 400)])
    func sizes(columns: Int, rows: Int) async throws {
        let view = try await view(ReviewWorld.items(3)) { $0.picture = .loading }
        let frame = DeckFrame(view, columns: columns, rows: rows)
        let lines = frame.grid.lines
        #expect(lines.last?.isEmpty == true)
        #expect(lines[lines.count - 2].contains("? keys   q quit"))
        #expect(lines.contains { $0.contains("1001.jpg") })
        #expect(lines.allSatisfy { CellWidth.of($0) <= columns })
    }

    @Test(
        "Why there is no picture is said in the language of the person",
        arguments: [Language.german, .french, .spanish])
    func reasons(language: Language) async throws {
        for reason in [
            "files of this kind have no picture", "the drive has no picture of it",
            "this machine lacks libchafa", "making it took too long", "the file cannot be read",
        ] {
            let view = try await view(ReviewWorld.items(3)) {
                $0.picture = .none(reason)
                $0.words = Words(language)
            }
            let text = DeckFrame(view, columns: 120, rows: 30).grid.lines.joined(separator: "\n")
            #expect(!text.contains(reason) && Words(language)(.told(reason)) != reason)
            #expect(text.contains(Words(language)(.told(reason))), "\(text)")
        }
    }

    @Test(
        "The help shows every key of the table, and all that it says, in the smallest terminal",
        arguments: Language.allCases)
    func help(language: Language) async throws {
        var shown: [String] = []
        for from in 0...80 {
            let view = try await view(ReviewWorld.items(1)) {
                $0.screen = .help(from: from)
                $0.words = Words(language)
            }
            let lines = DeckFrame(view, columns: 60, rows: 18).grid.lines.dropFirst(2).dropLast(2)
            for line in lines where shown.suffix(lines.count).allSatisfy({ $0 != line }) {
                shown.append(line)
            }
        }
        let text = shown.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for entry in DeckKeys.table + DeckKeys.groupTable {
            #expect(text.contains("\(entry.letter)"), "\(entry.action)")
            #expect(text.contains(Words(language)(entry.help)), "\(entry.action): \(text)")
        }
    }

    @Test(
        "How many pictures were looked at stands below the keys, and where all is decided",
        arguments: Language.allCases)
    func looks(language: Language) async throws {
        let known = ReviewLooks(eligible: 61_200, looked: 41_230)
        let line = try #require(ReviewWords(Words(language)).looks(known))
        for screen in [DeckView.Screen.card, .help(from: 80)] {
            for looks in [known, ReviewLooks(eligible: 9, looked: 9), nil] {
                let view = try await view(ReviewWorld.items(1)) {
                    $0.state?.looks = looks
                    $0.card = nil
                    $0.screen = screen
                    $0.words = Words(language)
                }
                let text = DeckFrame(view, columns: 60, rows: 18).grid.lines
                    .joined(separator: " ").split(separator: " ").joined(separator: " ")
                #expect(text.contains(line) == (looks == known), "\(text)")
                #expect(text.contains("cleanrules photos") == (looks == known), "\(text)")
            }
        }
    }

    @Test(
        "What is said of the last copy is whole in the smallest terminal",
        arguments: Language.allCases)
    func lastCopyWhole(language: Language) async throws {
        let view = try await view([ReviewWorld.item("/a.jpg", reason: .lastCopy)]) {
            $0.screen = .lastCopy(card: "x", verdict: .delete)
            $0.words = Words(language)
        }
        let text = DeckFrame(view, columns: 60, rows: 18).grid.lines.joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
        for phrase in [Phrase.deckLastTitle, .deckLastText, .deckLastKeys] {
            #expect(text.contains(Words(language)(phrase)), "\(text)")
        }
    }

    private static let copies = [
        ReviewWorld.item("/a.jpg", group: "g", survivors: ["/c.jpg"]),
        ReviewWorld.item("/b.jpg", group: "g", survivors: ["/c.jpg"]),
    ]

    @Test("Copies list their members with digits, and what becomes of each")
    func group() async throws {
        let view = try await view(Self.copies)
        let lines = DeckFrame(view, columns: 100, rows: 24).grid.lines
        #expect(lines.contains { $0.contains("2 of 3, would go") })
        #expect(lines.contains { $0.contains("equal") })
        #expect(lines.contains { $0.contains("Enter: 2 would go, 200 B") })
        #expect(lines.contains { $0.contains("3 equal items; keep this one:") })
        #expect(lines.contains { $0.contains(">1 /a.jpg would go") })
        #expect(lines.contains { $0.contains(" 2 /b.jpg would go") })
        #expect(lines.contains { $0.contains(" + /c.jpg stays") })
        #expect(lines[lines.count - 2].contains("accept"))
    }

    @Test("A card of copies says why it is asked where the copies do not say so themselves")
    func pairReason() async throws {
        let reasons: [(Reason, Bool)] = [
            (.decidedBefore, true), (.similarUnproved, true), (.duplicate, false),
        ]
        for (reason, isTold) in reasons {
            let items = [
                ReviewWorld.item("/a.jpg", reason: reason, group: "g", survivors: ["/c.jpg"])
            ]
            let view = try await view(items) {
                var details = ReviewDetails()
                details.reasonText = .verbatim("you kept it on Monday")
                $0.details = details
            }
            let lines = DeckFrame(view, columns: 100, rows: 24).grid.lines
            #expect(lines.contains { $0.contains("you kept it on Monday") } == isTold, "\(reason)")
        }
    }

    @Test("A card of copies names the albums that its members are in")
    func pairAlbums() async throws {
        let view = try await view(Self.copies) {
            var staying = MemberDetails()
            staying.albums = ["Norway", "Best of"]
            $0.pair?.details = [MemberDetails(), MemberDetails(), staying]
            $0.pair?.isFlipped = true
        }
        let lines = DeckFrame(view, columns: 100, rows: 24).grid.lines
        #expect(lines.contains { $0.contains("Album: Norway, Best of") }, "\(lines)")
    }

    @Test("Where it is wide enough two pictures are side by side, the one that stays on the left")
    func pair() async throws {
        let cells = { (sign: String) in [[Cell](repeating: Cell(text: sign), count: 9)] }
        let view = try await view(Self.copies) {
            $0.picture = .cells(cells("L"))
            $0.second = .cells(cells("R"))
        }
        let wide = DeckFrame(view, columns: 140, rows: 30).grid.lines
        #expect(wide.contains { $0.contains("LLLLLLLLL") && $0.contains("RRRRRRRRR") })
        let boxes = try #require(DeckFrame.pairBoxes(columns: 140, rows: 30))
        #expect(boxes.left.column + boxes.left.columns < boxes.right.column - 1)
        #expect(boxes.right.column + boxes.right.columns < 140 - 30)
        #expect(DeckFrame.pairBoxes(columns: 109, rows: 30) == nil)
    }

    @Test(
        "A card of copies fits in every size, in every language",
        arguments: Language.allCases, [(60, 18), (80, 24), (110, 30), (300, 90)])
    func pairSizes(language: Language, size: (Int, Int)) async throws {
        let view = try await view(Self.copies) {
            $0.words = Words(language)
            $0.picture = .loading
            $0.second = .loading
            $0.pair?.isFlipped = true
        }
        let lines = DeckFrame(view, columns: size.0, rows: size.1).grid.lines
        #expect(lines.last?.isEmpty == true)
        #expect(lines.contains { $0.contains("c.jpg") })
        #expect(lines.allSatisfy { CellWidth.of($0) <= size.0 })
    }

    @Test("What was decided about a copy before it changed stands on the card, with whose it was")
    func decidedBefore() async throws {
        for (place, told) in [(0, "  you kept it then"), (1, "b.jpg: you kept it then")] {
            let view = try await view(Self.copies) {
                var details = [MemberDetails](repeating: MemberDetails(), count: 3)
                details[place].decided = .verbatim("you kept it then")
                $0.pair?.details = details
            }
            let lines = DeckFrame(view, columns: 100, rows: 24).grid.lines
            #expect(lines.contains { $0.contains(told) }, "\(lines)")
        }
    }

    @Test("What was marked on another device is listed with its name, and where there is room when")
    func markedElsewhere() async throws {
        let view = try await view(ReviewWorld.items(3)) {
            guard var card = $0.card else { return }
            card.device = "laptop"
            card.decidedAt = ReviewWorld.start
            $0.screen = .marked(DeckView.Marked(cards: [card]))
        }
        let narrow = DeckFrame(view, columns: 80, rows: 24).grid.lines
        #expect(narrow.contains { $0.contains("1001.jpg  1 B · on laptop") }, "\(narrow)")
        let wide = DeckFrame(view, columns: 140, rows: 24).grid.lines
        #expect(wide.contains { $0.contains("decided on laptop, on 2026-11-18 12:06") }, "\(wide)")
    }

    @Test("The last copy is named as such")
    func lastCopy() async throws {
        let view = try await view([ReviewWorld.item("/a.jpg", reason: .lastCopy)])
        let lines = DeckFrame(view, columns: 100, rows: 24).grid.lines
        #expect(lines.contains { $0.contains("! the last copy") })
    }

    @Test("A terminal that is too small says what it needs")
    func small() async throws {
        let view = try await view(ReviewWorld.items(1))
        let lines = DeckFrame(view, columns: 59, rows: 18).grid.lines
        #expect(lines.contains { $0.contains("needs 60×18") })
        #expect(!lines.contains { $0.contains("1001.jpg") })
    }

    @Test("The terminal's picture has cells of its own that no text is written to")
    func picture() async throws {
        let view = try await view(ReviewWorld.items(1)) {
            $0.picture = .pixels(columns: 10, rows: 4)
        }
        let frame = DeckFrame(view, columns: 100, rows: 24)
        let box = try #require(frame.picture)
        #expect(box.columns == 10 && box.rows == 4)
        #expect(frame.grid.cells.count { $0.isPicture } == 40)
        let sent = CellWriter(colours: .full).changes(from: nil, to: frame.grid)
        #expect(!sent.contains("\u{1B}[\(box.row + 1);\(box.column + 1)H"))
    }

    @Test("Only what differs is sent, and what is sent makes the one screen from the other")
    func changes() async throws {
        let writer = CellWriter(colours: .none)
        var random = SplitMix64(seed: 11)
        let texts = ["a", "bc", "日本", "e\u{301}", "\u{202E}", " ", "——", "👍x"]
        func random_grid() -> CellGrid {
            var grid = CellGrid(columns: 20, rows: 4)
            for _ in 0..<12 {
                grid.write(
                    texts.randomElement(using: &random) ?? "a",
                    row: Int.random(in: 0...3, using: &random),
                    column: Int.random(in: 0...19, using: &random))
            }
            return grid
        }
        for _ in 0..<100 {
            let (one, other) = (random_grid(), random_grid())
            #expect(writer.changes(from: one, to: one).isEmpty)
            var screen = PlayedScreen(columns: 20, rows: 4)
            screen.show(writer.changes(from: nil, to: one))
            screen.show(writer.changes(from: one, to: other))
            #expect(screen.lines == other.lines)
        }
    }

    @Test("That few reviews are left stands beside the place of the card where it is said here")
    func fewLeft() async throws {
        for warns in [true, false] {
            let view = try await view(ReviewWorld.items(17)) {
                $0.state?.quota.used = 20
                $0.state?.quota.warns = warns
            }
            let text = DeckFrame(view, columns: 80, rows: 24).grid.lines.joined(separator: "\n")
            #expect(text.contains("5 reviews left today · 1 of 17") == warns, "\(text)")
        }
    }

    @Test("Without colours none are sent; with 256 the nearest one is")
    func colours() {
        var grid = CellGrid(columns: 3, rows: 1)
        grid.set(0, 0, Cell(text: "x", style: CellStyle(front: .exact(255, 0, 0), isBold: true)))
        #expect(CellWriter(colours: .none).changes(from: nil, to: grid).contains("[0;1m"))
        #expect(CellWriter(colours: .many).changes(from: nil, to: grid).contains("[0;1;38;5;196m"))
        #expect(
            CellWriter(colours: .full).changes(from: nil, to: grid).contains("[0;1;38;2;255;0;0m"))
    }

    @Test("A list of a rule says how many items its cards stand for, and asks for their number")
    func sameRule() async throws {
        let items =
            ReviewWorld.items(1) + [
                ReviewWorld.item("/old/a.jpg", group: "g"),
                ReviewWorld.item("/old/b.jpg", group: "g"),
            ]
        let session = try await ReviewWorld(items).session("terminal")
        let view = try await view(items)
        let cards = try await session.cardsOfSameRule(try #require(view.card).id)
        for (cards, head, number) in [
            (cards, "2 cards with 3 items of rule old", 3),
            (Array(cards.prefix(1)), "1 card of rule old", 1),
        ] {
            var view = view
            view.screen = .sameRule(DeckView.SameRule(cards: cards, verdict: .delete))
            let lines = DeckFrame(view, columns: 60, rows: 18).grid.lines
            #expect(lines.contains { $0.contains(head) })
            #expect(lines.contains { $0.contains("Type \(number) and Enter: _") })
            #expect(
                lines.contains { $0.hasSuffix("/old/a.jpg and 1 equal one  100 B") }
                    == (number == 3))
        }
    }

    @Test(
        "The overview of groups says all of the selected one, in every size and every language",
        arguments: Language.allCases, [(60, 18), (80, 24), (300, 90)])
    func groups(language: Language, size: (Int, Int)) async throws {
        let items = Self.copies + ReviewWorld.alike(40)
        let (cards, total) = try await ReviewWorld(items).session("terminal").groups(most: 99)
        let say = ReviewWords(Words(language))
        for selected in [0, 20, 40] {
            let view = try await view(items) {
                $0.words = Words(language)
                $0.screen = .groups(
                    DeckView.Groups(cards: cards, total: total, selected: selected))
            }
            let lines = DeckFrame(view, columns: size.0, rows: size.1).grid.lines
            #expect(lines[1].contains(Words(language)(.reviewGroups(n: 41))))
            #expect(lines.contains { $0.hasPrefix(" > \(say.staying(cards[selected]))  2 ") })
            #expect(lines.count { $0.hasPrefix(" > ") } == 1)
            let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
            #expect(text.contains(say.group(cards[selected])), "\(text)")
            #expect(lines[lines.count - 2].contains(Words(language)(.deckGroupsEnter)))
            #expect(lines.last?.isEmpty == true)
            #expect(lines.allSatisfy { CellWidth.of($0) <= size.0 })
        }
    }

    @Test("What a key decides is what was before the person's eyes when it was typed")
    func sight() async throws {
        var sight = DeckSight()
        var view = try await view(ReviewWorld.items(2))
        #expect(!sight.showed(view.scene, at: 5))
        sight.draw(view.scene, at: 10)
        #expect(!sight.showed(view.scene, at: 9))
        #expect(sight.showed(view.scene, at: 10))
        sight.draw(view.scene, at: 20)
        #expect(sight.showed(view.scene, at: 15))
        let first = view.scene
        view.card?.id += "1"
        #expect(view.scene != first && !sight.showed(view.scene, at: 30))
        view.card = nil
        sight.draw(view.scene, at: 40)
        #expect(!sight.showed(view.scene, at: 50) && !sight.showed(first, at: 50))
        view.screen = .marked(DeckView.Marked(number: 1))
        sight.draw(view.scene, at: 60)
        #expect(sight.showed(view.scene, at: 61))
        view.screen = .marked(DeckView.Marked(number: 2))
        #expect(!sight.showed(view.scene, at: 61))
    }

    @Test("A group of which another window decided a member is another sight")
    func sightOfGroup() async throws {
        let world = try await ReviewWorld([
            ReviewWorld.item("/a.jpg", group: "g"), ReviewWorld.item("/b.jpg", group: "g"),
        ])
        let session = world.session("terminal")
        var view = DeckView(zone: world.zone, now: world.clock.now)
        view.card = try await session.cards(most: 1).first
        let before = view.scene
        var terms = ReviewSession.Terms()
        terms.isAlone = true
        let member = try #require(view.card?.members.last?.id)
        _ = try await world.session("web").decide(member, .keep, terms)
        view.card = try await session.cards(most: 1).first
        #expect(view.card?.isGroup == true && view.scene != before)
    }

    @Test("No two keys mean different things, and every action has one")
    func table() {
        #expect(Set(DeckKeys.table.map(\.letter)).count == DeckKeys.table.count)
        #expect(Set(DeckKeys.groupTable.map(\.letter)).count == DeckKeys.groupTable.count)
        let all = DeckKeys.table + DeckKeys.groupTable
        #expect(Set(all.map(\.action)) == Set(DeckAction.allCases))
    }
}

/// A terminal that understands as much as the deck sends: moves, colours, clearing, text.
private struct PlayedScreen {
    let columns: Int
    private var cells: [String]
    private var at = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        cells = Array(repeating: " ", count: columns * rows)
    }

    mutating func show(_ text: String) {
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\u{1B}" {
                _ = scalars.popFirst()
                var parameters = ""
                while let next = scalars.popFirst() {
                    if next.properties.isAlphabetic {
                        command(parameters, next)
                        break
                    }
                    parameters.unicodeScalars.append(next)
                }
            } else if CellWidth.of(scalar) == 0 {
                cells[at - 1].unicodeScalars.append(scalar)
            } else {
                put(scalar)
            }
        }
    }

    private mutating func command(_ parameters: String, _ final: Unicode.Scalar) {
        if final == "J" { cells = Array(repeating: " ", count: cells.count) }
        if final == "H" {
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            if numbers.count == 2 { at = (numbers[0] - 1) * columns + numbers[1] - 1 }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        // Half of a wide character that is overwritten leaves a blank.
        if cells[at].isEmpty, at > 0 { cells[at - 1] = " " }
        let width = CellWidth.of(scalar)
        if at + width < cells.count, cells[at + width].isEmpty { cells[at + width] = " " }
        cells[at] = String(scalar)
        if width == 2 { cells[at + 1] = "" }
        at += width
    }

    var lines: [String] {
        stride(from: 0, to: cells.count, by: columns).map { start in
            var line = cells[start..<start + columns].joined()
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
