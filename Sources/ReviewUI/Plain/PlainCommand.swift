// SPDX-License-Identifier: Apache-2.0

internal import StateLedger
internal import Text
internal import Wording

/// What a person answers in the plain review.
enum PlainCommand: Sendable, Hashable {
    case decide(ReviewVerdict)
    /// Keep this member of the group only.
    case keepOnly(Int)
    /// Accept what a card of copies proposes, but for these members, which stay too.
    case accept(keeping: [Int])
    /// That member only looks like the one that stays.
    case unlike(Int)
    case snooze(days: Int64)
    case undo, redo, why, group, marked, quota, open, again, help, quit
    /// The overview of the groups, and what follows of it.
    case groups, moreGroups
    /// Have the group of that number in the overview come first.
    case bringUp(Int)
    /// It is none; what to say.
    case unknown(String)

    /// How long a snooze lasts without a number.
    static let snoozeDays: Int64 = 30
    /// The longest snooze.
    static let snoozeDaysMax: Int64 = 3_650

    /// The commands with their letters, as the help says them.
    static let table: [(letter: String, word: String, help: Phrase)] = [
        ("k", "keep", .plainKeyKeep),
        ("f", "pin", .plainKeyPin),
        ("d", "delete", .plainKeyDelete(command: .stage)),
        ("s", "later", .plainKeyLater),
        ("z", "snooze", .plainKeySnooze),
        ("u", "undo", .plainKeyUndo),
        ("U", "redo", .plainKeyRedo),
        ("i", "why", .plainKeyWhy),
        ("g", "group", .plainKeyGroup),
        ("G", "groups", .plainKeyGroups),
        ("a", "accept", .plainKeyAccept),
        ("1", "keep 1", .plainKeyNumber),
        ("x", "unlike", .plainKeyUnlike),
        ("m", "marked", .plainKeyMarked),
        ("r", "quota", .plainKeyQuota),
        ("o", "open", .plainKeyOpen),
        ("?", "help", .plainKeyHelp),
        ("q", "quit", .plainKeyQuit),
    ]

    /// What `line` means.
    init(_ line: String) {
        let words = line.split { $0 == " " || $0 == "\t" }.map { String($0) }
        guard let first = words.first else {
            self = .again
            return
        }
        let isLetter = first.unicodeScalars.count == 1
        let name =
            Self.table.first { isLetter ? $0.letter == first : $0.word == first.lowercased() }?.word
        let argument = words.count == 2 ? words[1] : nil
        let numbers = words.dropFirst().compactMap(Self.number)
        let known: PlainCommand? =
            switch (name, words.count) {
            case ("keep 1", 1), (nil, 1): Self.number(first).map { .keepOnly($0) }
            case ("keep", 2): argument.flatMap(Self.number).map { .keepOnly($0) }
            case ("accept", _) where numbers.count == words.count - 1: .accept(keeping: numbers)
            case ("unlike", 2): argument.flatMap(Self.number).map { .unlike($0) }
            case ("snooze", 2): argument.flatMap(Self.days).map { .snooze(days: $0) }
            case ("keep", 1): .decide(.keep)
            case ("pin", 1): .decide(.pin)
            case ("delete", 1): .decide(.delete)
            case ("later", 1): .decide(.later)
            case ("snooze", 1): .snooze(days: Self.snoozeDays)
            case ("undo", 1): .undo
            case ("redo", 1): .redo
            case ("why", 1): .why
            case ("group", 1): .group
            case ("groups", 1): .groups
            case ("groups", 2): argument.flatMap(Self.overview)
            case ("marked", 1): .marked
            case ("quota", 1): .quota
            case ("open", 1): .open
            case ("help", 1): .help
            case ("quit", 1): .quit
            default: nil
            }
        self = known ?? .unknown(VisibleName.cut(line, cells: 40))
    }

    /// What the lines of a script mean, where letters may stand side by side: `kkdq`.
    ///
    /// Only letters that decide, undo or end are taken so, and only if the line is no word.
    static func script(_ line: String) -> [PlainCommand] {
        let whole = PlainCommand(line)
        guard case .unknown = whole, line.unicodeScalars.allSatisfy(sideBySide.contains) else {
            return [whole]
        }
        return line.unicodeScalars.map { PlainCommand(String($0)) }
    }

    private static let sideBySide: Set<Unicode.Scalar> = ["k", "d", "s", "u", "q"]

    /// What `argument` asks of the overview: to go on, or the group of that number.
    private static func overview(_ argument: String) -> PlainCommand? {
        if argument.lowercased() == "more" { return .moreGroups }
        return whole(argument, digits: 5).map { .bringUp($0) }
    }

    private static func number(_ text: String) -> Int? { whole(text, digits: 3) }

    private static func whole(_ text: String, digits: Int) -> Int? {
        guard text.utf8.count <= digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), number > 0
        else { return nil }
        return number
    }

    private static func days(_ text: String) -> Int64? {
        guard text.hasSuffix("d"), text.utf8.count <= 5,
            text.utf8.dropLast().allSatisfy({ (0x30...0x39).contains($0) }),
            let days = Int64(text.dropLast()), (1...snoozeDaysMax).contains(days)
        else { return nil }
        return days
    }
}
