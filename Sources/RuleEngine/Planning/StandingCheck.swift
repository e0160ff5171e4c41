// SPDX-License-Identifier: Apache-2.0

internal import Messages

/// What the rules in force say of one item on its own.
package struct Standing: Sendable, Hashable {
    /// The strongest of what plain rules, protections and deleting set rules say.
    package let verdict: Verdict
    /// Whether a protection applies, or whether it cannot be told that none does.
    package let isProtected: Bool
    /// The id of the deciding rule; nil where no rule is named.
    package let rule: String?
    /// Why.
    package let reason: Reason
    /// The ids of all rules that say delete, in file order; empty where the verdict is another.
    package let deletingRules: [String]
    /// The ids of the set rules with `then: review` that might take the item, in file order.
    ///
    /// They play no part in the verdict: whether they take an item depends on its group.
    package let reviewingSetRules: [String]
    /// Whether the rules could be asked. Where they could not, for one of their patterns takes too
    /// long on the item, nothing may happen to it, and nobody knows what they say.
    package var isJudged = true

    /// What stands for an item that the rules cannot be asked about: nothing may happen to it.
    static let untouchable = Standing(
        verdict: .keep, isProtected: true, rule: nil, reason: .protected, deletingRules: [],
        reviewingSetRules: [])

    /// What stands for an item on which the rules take too long.
    static let unjudged: Standing = {
        var standing = untouchable
        standing.isJudged = false
        return standing
    }()
}

/// Asks rules about single items right before these are deleted, without the rest of their drive.
///
/// A set rule that deletes counts as the plain rule of the same `match`, `unless`, `in` and type
/// that deletes every file it could take: that enough members of a group are left is proved
/// elsewhere. What is not known deletes nothing. Decisions, trial, `bigger_than` and limits play
/// no part, and every folder counts as empty, since only empty ones are ever removed.
package struct StandingCheck: Sendable {
    private let file: RuleFile
    /// The same for what is in an album, which is no longer a copy too many.
    private let fileInAlbums: RuleFile
    private let drives: [ListedDrive]
    private let now: Timestamp
    private let timeZone: RuleTimeZone
    /// The reason of a deletion by the rule of that number, where it was a set rule.
    private let setReasons: [Int: Reason]

    /// A check by the rules of `ruleFile`, for items of `drives`.
    package init(
        ruleFile: RuleFile, drives: [ListedDrive], now: Timestamp, timeZone: RuleTimeZone
    ) {
        var file = ruleFile
        var setReasons: [Int: Reason] = [:]
        for (index, rule) in ruleFile.rules.enumerated() {
            guard let selection = rule.selection else { continue }
            file.rules[index] = StandingCheck.alone(rule, selection)
            setReasons[ruleFile.protections.count + index] = selection.reason
        }
        self.file = file
        var fileInAlbums = file
        for (index, rule) in ruleFile.rules.enumerated()
        where rule.action == .delete && rule.selection?.sparesAlbums == true {
            fileInAlbums.rules[index].isEnabled = false
        }
        self.fileInAlbums = fileInAlbums
        self.drives = drives
        self.now = now
        self.timeZone = timeZone
        self.setReasons = setReasons
    }

    /// What stands for each of `items`, in their order. O(items × rules) and the rules once.
    ///
    /// The items say everything that is known of them now: what they do not say is missing, the
    /// instant of the first sync included. Throws where an item is of another drive.
    package func standings(of items: [ItemValues]) throws(ListingError) -> [Standing] {
        let inAlbums = items.indices.filter { items[$0].albums?.isEmpty == false }
        if !inAlbums.isEmpty, inAlbums.count < items.count {
            let others = items.indices.filter { items[$0].albums?.isEmpty != false }
            var standings = Array(repeating: Standing.untouchable, count: items.count)
            for part in [inAlbums, others] {
                for (index, found) in zip(part, try self.standings(of: part.map { items[$0] })) {
                    standings[index] = found
                }
            }
            return standings
        }
        let standings = try standingsAtOnce(
            of: items, by: inAlbums.isEmpty ? file : fileInAlbums)
        guard items.count > 1, standings.contains(where: { !$0.isJudged }) else { return standings }
        // One item on which a pattern takes too long keeps no other from being judged.
        let half = items.count / 2
        return try self.standings(of: Array(items[..<half]))
            + self.standings(of: Array(items[half...]))
    }

    private func standingsAtOnce(
        of items: [ItemValues], by file: RuleFile
    ) throws(ListingError) -> [Standing] {
        var builder = ListingBuilder(idsAreUnique: true)
        for drive in drives { _ = try builder.drive(drive) }
        var rows: [Int?] = []
        rows.reserveCapacity(items.count)
        for item in items {
            let name = item.drive ?? drives.first?.name ?? ""
            guard let drive = builder.existingDrive(named: name) else {
                throw ListingError(Message("no drive is named '\(name.quotable)'"))
            }
            // Not what the rules are for: nothing says that it may go.
            if !ItemPath.isProper(item.path) || ItemPath.isOwn(item.path) {
                rows.append(nil)
                continue
            }
            rows.append(builder.count)
            try builder.append(item, drive: drive)
        }
        let judged = judge(builder.finish(), by: file)
        return rows.map { row in row.map { judged[$0] } ?? .untouchable }
    }

    private func judge(_ listing: Listing, by file: RuleFile) -> [Standing] {
        let input = PlanInput(
            listing: listing, ruleFile: file, now: now, timeZone: timeZone, threads: 1)
        let program = RuleProgram(
            input, folderContents: FolderContents(assumingEmptyIn: listing),
            supply: FieldSupply(alone: listing))
        let plain = PlainPass(program, input)
        // Not all was judged, and what was not may be protected.
        if plain.excess != nil {
            return Array(repeating: .unjudged, count: listing.count)
        }
        func applications(_ rules: [CompiledRule]) -> [Application] {
            rules.map { Application(rule: $0.rule.id, rows: plain.applied[$0.number]) }
        }
        let deleting = applications(program.plain.filter { $0.rule.action == .delete })
        let reviewing = applications(program.sets)
        return (0..<listing.count).map { row in
            standing(of: row, program, plain, deleting: deleting, reviewing: reviewing)
        }
    }

    /// Where a rule applies; nil for everywhere.
    private struct Application {
        let rule: String
        let rows: RowBits?
    }

    private func standing(
        of row: Int, _ program: RuleProgram, _ plain: PlainPass, deleting: [Application],
        reviewing: [Application]
    ) -> Standing {
        func rules(_ applications: [Application]) -> [String] {
            applications.compactMap { $0.rows?[row] ?? true ? $0.rule : nil }
        }
        let verdict: Verdict =
            switch plain.strength[row] & PlainPass.Strength.mask {
            case PlainPass.Strength.delete: .delete
            case PlainPass.Strength.review: .review
            default: .keep
            }
        let number = plain.rule[row] == PlainPass.noRule ? nil : Int(plain.rule[row])
        let plainReason = Reason(number: plain.reason[row])
        let setReason = number.flatMap { setReasons[$0] }
        return Standing(
            verdict: verdict, isProtected: plainReason == .protected,
            rule: number.map { program.rules[$0].id },
            reason: plainReason == .rule ? setReason ?? .rule : plainReason,
            deletingRules: verdict == .delete ? rules(deleting) : [],
            reviewingSetRules: rules(reviewing))
    }

    // MARK: Set rules

    /// The set rule as one that needs no other item than its own.
    ///
    /// One that deletes becomes a plain rule. One that reviews stays a set rule without
    /// preferences, of which no more is asked than where it applies.
    private static func alone(_ rule: Rule, _ selection: SetSelection) -> Rule {
        var rule = rule
        rule.itemType = .file
        rule.match = .all([rule.match ?? .everything] + selection.memberTests)
        rule.unknown = .keep
        if rule.action == .delete {
            rule.selection = nil
        } else {
            rule.selection = selection.withoutPreferences
        }
        return rule
    }
}

extension SetSelection {
    /// The reason of a verdict that such a rule gives.
    var reason: Reason {
        switch self {
        case .duplicates: .duplicate
        case .surplus: .surplus
        case .similar: .similar
        }
    }

    /// Whether such a rule leaves what is in an album alone.
    package var sparesAlbums: Bool {
        switch self {
        case .duplicates, .similar: true
        case .surplus: false
        }
    }

    /// The same, whoever survives first.
    fileprivate var withoutPreferences: SetSelection {
        switch self {
        case .duplicates(var selection):
            selection.preferences = []
            return .duplicates(selection)
        case .surplus: return self
        case .similar(var selection):
            selection.preferences = []
            return .similar(selection)
        }
    }

    /// What every member of a group meets, as far as a single item can tell.
    ///
    /// A shortcut has no size in a listing, and what is not known is no member.
    fileprivate var memberTests: [Condition] {
        var tests = [FieldTest(.size, [.number(.over(0))])]
        switch self {
        case .surplus(let surplus):
            switch surplus.newestBy {
            case .modified: tests.append(FieldTest(.modified, [.present]))
            case .created: tests.append(FieldTest(.created, [.present]))
            case .taken: tests.append(FieldTest(.taken, [.present]))
            }
        case .duplicates(let duplicates):
            switch duplicates.key {
            case .content: break
            case .parts(let parts): tests += parts.compactMap(\.presence)
            }
        case .similar: tests.append(FieldTest(.kind, [.kind(.image)]))
        }
        return tests.map { .test($0) }
    }
}

extension DuplicatePart {
    /// That an item has the part at all; nil where every file with a size has.
    fileprivate var presence: FieldTest? {
        switch self {
        case .name, .size: nil
        case .ext: FieldTest(.ext, [.present])
        case .taken: FieldTest(.taken, [.present])
        case .modified: FieldTest(.modified, [.present])
        case .width: FieldTest(.width, [.present])
        case .height: FieldTest(.height, [.present])
        }
    }
}
