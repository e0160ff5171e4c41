// SPDX-License-Identifier: Apache-2.0

package import PlanRunner
internal import Plans
package import RuleEngine
internal import StateLedger
internal import Text
package import Wording

/// The plan for people: per rule, the largest deletions, what blocks it, what comes next.
package struct PlanTable {
    let header: PlanHeader
    /// What colours signs and headings.
    package let ink: Ink
    /// The columns of the terminal that it is for; nil where nothing is cut.
    package let terminalWidth: Int?
    /// The words of the language of the person.
    package let words: Words
    /// The table of `header`, in the language of `words`.
    package init(
        header: PlanHeader, ink: Ink = .none, terminalWidth: Int? = nil, words: Words
    ) {
        self.header = header
        self.ink = ink
        self.terminalWidth = terminalWidth
        self.words = words
    }

    /// How many of the largest deletions are shown.
    package static let largestMax = 10
    /// Columns of the rule column at most.
    private static let ruleWidthMax = 48

    /// The lines of the table.
    package func lines(includesEntries: Bool) -> [String] {
        var lines = [headline(), ""]
        lines += rules()
        if includesEntries {
            lines += entries()
        } else {
            lines += largest()
        }
        lines += reviews()
        let why = words(WhyNothingGoes(header).lines)
        if !why.isEmpty { lines += [""] + why }
        lines += waysBack()
        lines += proof()
        lines += changes()
        lines += decisions()
        lines += blocks()
        lines += ["", summary()]
        return lines
    }

    /// One line: how many items stay, go, and wait for a person.
    package func summary() -> String {
        words(
            header.planID.map { .planSummary(plan: $0, counts: counts) }
                ?? .planSummaryUnnamed(counts: counts))
    }

    /// How many items stay, go, and wait for a person.
    package var counts: Phrase {
        let totals = header.totals
        return .planCounts(
            kept: totals.keep.items, deleted: totals.delete.items, size: totals.delete.bytes,
            left: totals.review.items)
    }

    private var plan: Plan { header.plan }

    private func headline() -> String {
        let drives = header.plan.listing.drives.enumerated().map { number, drive in
            let counts = header.totals.drives[number]
            let place = DrivePlaceText(
                kind: drive.kind.rawValue, root: header.roots[drive.name],
                part: plan.input.parts[drive.name])
            let line = Phrase.planDrive(
                n: counts.files.items, drive: VisibleText.escaped(drive.name), kind: place.phrase,
                size: counts.files.bytes)
            return listed(drive.name).map { .planDriveListed(what: line, when: $0) } ?? line
        }
        let scanned: Phrase =
            drives.isEmpty ? .planNothingListed : .series(drives, separator: " · ")
        let rules = VisibleText.escaped(header.rulesName) + " \(header.rulesDigest.prefix(6))"
        return words(
            .planHead(scanned: scanned, rules: rules, when: Moment.exact(plan.input.now)))
    }

    /// When the drive was listed, where that was not just now.
    private func listed(_ drive: String) -> String? {
        guard let remembered = header.remembered, remembered.isOffline,
            let record = remembered.records[drive]
        else { return nil }
        return LocalTimeText.wall(record.syncedAt, in: plan.input.timeZone, words)
    }

    private func rules() -> [String] {
        var rows: [[String]] = [[""] + words(PlanColumns.rules)]
        for (number, rule) in plan.rules.enumerated() where rule.isEnabled {
            let counts = header.totals.rules[number]
            rows.append([
                ink.text(rule.action.sign, rule.action.style), rule.id, count(counts.keep.items),
                count(counts.delete.items),
                counts.delete.items == 0 ? "–" : words.size(counts.delete.bytes),
                count(counts.review.items),
            ])
        }
        for reason in Reason.allCases {
            guard let tally = header.totals.unnamed[reason] else { continue }
            rows.append(["", words(reason.label), words.number(tally.items), "–", "–", "–"])
        }
        return TextTable(rows: rows, leftColumns: [0, 1], widthMax: Self.ruleWidthMax).lines
    }

    private func largest() -> [String] {
        let listing = plan.listing
        let deleted = (0..<listing.count).filter {
            plan.verdict($0) == .delete && !listing.isFolder($0)
        }
        if deleted.isEmpty { return [] }
        let first = deleted.sorted { left, right in
            let (a, b) = (listing.size[left], listing.size[right])
            return a != b ? a > b : RowOrder.inPlan(listing, left, right) < 0
        }.prefix(Self.largestMax)
        let groups = GroupIndex(plan)
        var rows = first.map { row in
            [
                ink.text("-", .red),
                listing.size[row] == Missing.number ? "?" : words.size(listing.size[row]),
                VisibleText.escaped(listing.path(row)),
                plan.rule(row)?.id ?? "", because(row, groups),
            ]
        }
        if deleted.count > first.count {
            rows.append(["", "", words(.planLargestMore(n: deleted.count - first.count))])
        }
        return ["", heading(.planLargest)] + table(rows)
    }

    private func entries() -> [String] {
        let listing = plan.listing
        let groups = GroupIndex(plan)
        let rows = plan.orderedRows().map { row in
            [
                ink.text(words(plan.verdict(row).phrase), plan.verdict(row).style),
                listing.size[row] == Missing.number ? "" : words.size(listing.size[row]),
                VisibleText.escaped(listing.path(row)), plan.rule(row)?.id ?? "",
                because(row, groups),
            ]
        }
        return ["", heading(.planAllItems)] + table(rows)
    }

    private func reviews() -> [String] {
        var counts: [Reason: Int64] = [:]
        for row in 0..<plan.listing.count where plan.verdict(row) == .review {
            counts[plan.reason(row), default: 0] += 1
        }
        if counts.isEmpty { return [] }
        let parts = Reason.allCases.compactMap { reason in
            counts[reason].map { Phrase.planCount(n: $0, what: reason.label) }
        }
        return ["", words(.planToReview(text: Phrase.series(parts, separator: ", ")))]
    }

    /// Whether and for how long the deletions could be brought back.
    private func waysBack() -> [String] {
        let lines = header.waysBack
        return lines.isEmpty
            ? []
            : ["", heading(.wayTitle)] + lines.map { "  " + words($0) }
    }

    /// What has to be downloaded before copies go.
    private func proof() -> [String] {
        let lines = header.proofLines
        return lines.isEmpty ? [] : ["", heading(.planProof)] + lines.map { "  " + words($0) }
    }

    private func heading(_ phrase: Phrase) -> String { ink.text(words(phrase), .bold) }

    /// What is new and gone since the plan before.
    private func changes() -> [String] {
        guard let changes = header.changes, let since = changes.since else { return [] }
        if changes.added + changes.removed == 0 {
            return ["", words(.planUnchanged(plan: since))]
        }
        return [
            "",
            words(.planSince(plan: since, count: changes.added, number: changes.removed)),
        ]
    }

    /// What has become of what people decided, where not all is as it was then.
    private func decisions() -> [String] {
        var lines: [String] = []
        if let note = header.decisions, note.isWorthSaying { lines.append(words(note.phrase)) }
        lines += words(header.looksLines)
        lines += unseen()
        if !header.takenBack.isEmpty {
            lines.append(words(.planTakenBack(n: header.takenBack.count)))
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// How far rules that may delete pictures unseen have proved themselves.
    private func unseen() -> [String] {
        plan.unseenRules().map { rule, doubt in
            let who = Phrase.limitRule(rule: rule.id)
            let needed = String(Plan.unseenGroupsNeeded)
            let phrase: Phrase =
                switch doubt {
                case .noState?: .planUnseenNoState(rule: who)
                case .undecided(let groups, let needed)?:
                    .planUnseenUndecided(
                        rule: who, groups: String(groups), needed: String(needed))
                default: .planUnseenProved(rule: who, needed: needed)
                }
            return words(phrase)
        }
    }

    private func blocks() -> [String] {
        let exceeded = header.limits.filter(\.isExceeded)
        var lines: [String] = []
        for (name, doubt) in (header.remembered?.doubts ?? [:]).sorted(by: { $0.key < $1.key }) {
            lines += [
                "", words(.planHeld(drive: VisibleText.escaped(name))),
                "! " + words(doubt.advice(VisibleText.escaped(name))),
            ]
        }
        if !exceeded.isEmpty {
            lines += ["", ink.text(words(.planBlocked), .red)]
            let rules = header.plan.input.ruleFile
            lines += exceeded.map { "! " + words($0.phrase(in: rules)) }
        }
        if header.totals.delete.unknownSizes > 0 {
            lines += ["", words(.planUnknownSizes(n: header.totals.delete.unknownSizes))]
        }
        return lines
    }

    private func table(_ rows: [[String]]) -> [String] {
        TextTable(rows: rows, leftColumns: [0, 2, 3, 4], terminalWidth: terminalWidth).lines
    }

    private func because(_ row: Int, _ groups: GroupIndex) -> String {
        let reason = ReasonText(plan: plan, groups: groups, words: words).short(row)
        return header.takenBack[row] == nil ? reason : "↩ " + reason
    }

    private func count(_ number: Int64) -> String { number == 0 ? "–" : words.number(number) }
}

/// What stands above the columns of plans.
package enum PlanColumns {
    /// Those of a table of rules.
    package static let rules: [Phrase] = [
        .planColumnRule, .verdictKeep, .verdictDelete, .columnSize, .verdictReview,
    ]
    /// Those of a table of items.
    package static let items: [Phrase] = [
        .planColumnVerdict, .planColumnPath, .columnSize, .planColumnRule, .planColumnBecause,
    ]
}

/// Where a drive lies, and what of it a plan covers.
package struct DrivePlaceText {
    let kind: String
    let root: String?
    let part: String?

    /// The drive of that kind at `root`, of which a plan covers `part` or all.
    package init(kind: String, root: String?, part: String?) {
        self.kind = kind
        self.root = root
        self.part = part
    }

    /// As in `local: /home/ida, only /Downloads`.
    package var phrase: Phrase {
        let place = kind + (root.map { ": " + VisibleText.escaped($0) } ?? "")
        return part.map { .planDrivePart(place: place, part: VisibleText.escaped($0)) }
            ?? .verbatim(place)
    }
}

extension Action {
    /// The sign that stands before a rule.
    package var sign: String {
        switch self {
        case .protect: "!"
        case .keep: "+"
        case .review: "?"
        case .delete: "-"
        }
    }
}

extension Action {
    /// The colour of the sign.
    package var style: Ink.Style {
        switch self {
        case .protect, .keep: .green
        case .review: .yellow
        case .delete: .red
        }
    }
}

extension Verdict {
    /// The colour of the word.
    package var style: Ink.Style {
        switch self {
        case .keep: .green
        case .review: .yellow
        case .delete: .red
        }
    }
}

extension LimitOutcome {
    /// The outcome in a sentence, without a full stop, in which names are safe to show.
    package var phrase: Phrase { clause.mappingTexts { VisibleText.escaped($0) } }

    /// The same with the entry of `rules` that allows it.
    package func phrase(in rules: RuleFile) -> Phrase {
        clause(in: rules).mappingTexts { VisibleText.escaped($0) }
    }

    /// The outcome in English, as records and machine formats have it.
    package var sentence: String { Words.english(phrase) }
}

extension PlanHead.Looks {
    /// How many pictures were looked at.
    package var phrase: Phrase { .photosLine(count: looked, n: eligible) }

    /// The same, with what it means, and in how many groups they look alike.
    package var lines: [Phrase] {
        var lines: [Phrase] = [
            left == 0
                ? .photosPlanAll(count: looked)
                : .photosPlan(count: looked, n: eligible, left: left, command: .photos)
        ]
        if let groupsPhrase { lines.append(groupsPhrase) }
        return lines
    }

    /// In how many groups they look alike; nil where they do in none, or that was not counted.
    package var groupsPhrase: Phrase? {
        guard let groups, groups > 0 else { return nil }
        return .photosPlanGroups(n: groups, count: looked)
    }
}

extension PlanHeader {
    /// How many of the pictures were looked at, and in how many groups they look alike; empty where
    /// no rule asks what pictures show.
    package var looksLines: [Phrase] { looks?.lines ?? [] }
}
