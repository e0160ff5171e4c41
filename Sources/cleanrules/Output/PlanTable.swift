// SPDX-License-Identifier: Apache-2.0

internal import PlanRunner
internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Wording

/// The plan for people: per rule, the largest deletions, what blocks it, what comes next.
struct PlanTable {
    let header: PlanHeader
    /// What colours signs and headings.
    var ink = Ink.none
    /// The columns of the terminal that it is for; nil where nothing is cut.
    var terminalWidth: Int?
    /// How many of the largest deletions are shown.
    static let largestMax = 10
    /// Columns of the rule column at most.
    private static let ruleWidthMax = 48

    /// The lines of the table.
    func lines(includesEntries: Bool) -> [String] {
        var lines = [headline(), ""]
        lines += rules()
        if includesEntries {
            lines += entries()
        } else {
            lines += largest()
        }
        lines += reviews()
        let why = WhyNothingGoes(header).lines
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
    func summary() -> String {
        let name = header.planID.map { "Plan \($0): " } ?? ""
        return "\(name)\(counts)   Nothing has been changed."
    }

    /// How many items stay, go, and wait for a person.
    var counts: String {
        let totals = header.totals
        return "\(grouped(totals.keep.items)) keep · \(grouped(totals.delete.items)) delete"
            + " (\(sizeText(totals.delete))) · \(grouped(totals.review.items)) to review."
    }

    private var plan: Plan { header.plan }

    private func headline() -> String {
        let drives = header.plan.listing.drives.enumerated().map { number, drive in
            let counts = header.totals.drives[number]
            let kind = drive.kind.rawValue + place(drive.name)
            return "\(VisibleText.escaped(drive.name)) (\(kind)):"
                + " \(counted(Int(counts.files.items), "file")),"
                + " \(ByteCountText.short(counts.files.bytes))" + age(drive.name)
        }
        let scanned = drives.isEmpty ? "nothing listed" : drives.joined(separator: " · ")
        return "\(scanned) · \(VisibleText.escaped(header.rulesName))"
            + " \(header.rulesDigest.prefix(6)) · as of \(plan.input.now)"
    }

    /// Where the drive lies, and what of it the plan covers.
    private func place(_ drive: String) -> String {
        let root = header.roots[drive].map { ": " + VisibleText.escaped($0) } ?? ""
        guard let part = plan.input.parts[drive] else { return root }
        return root + ", only " + VisibleText.escaped(part)
    }

    /// When the drive was listed, where that was not just now.
    private func age(_ drive: String) -> String {
        guard let remembered = header.remembered, remembered.isOffline,
            let record = remembered.records[drive]
        else { return "" }
        return " as listed at \(record.syncedAt)"
    }

    private func rules() -> [String] {
        var rows: [[String]] = [["", "rule", "keep", "delete", "size", "review"]]
        for (number, rule) in plan.rules.enumerated() where rule.isEnabled {
            let counts = header.totals.rules[number]
            rows.append([
                ink.text(rule.action.sign, rule.action.style), rule.id, count(counts.keep.items),
                count(counts.delete.items),
                counts.delete.items == 0 ? "–" : sizeText(counts.delete),
                count(counts.review.items),
            ])
        }
        for reason in Reason.allCases {
            guard let tally = header.totals.unnamed[reason] else { continue }
            let label = Console.words(reason.label)
            rows.append(["", label, grouped(tally.items), "–", "–", "–"])
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
                listing.size[row] == Missing.number ? "?" : ByteCountText.short(listing.size[row]),
                VisibleText.escaped(listing.path(row)),
                plan.rule(row)?.id ?? "", because(row, groups),
            ]
        }
        if deleted.count > first.count {
            rows.append(["", "", "… \(grouped(Int64(deleted.count - first.count))) more (--all)"])
        }
        return ["", heading("Largest deletions")] + table(rows)
    }

    private func entries() -> [String] {
        let listing = plan.listing
        let groups = GroupIndex(plan)
        let rows = plan.orderedRows().map { row in
            [
                ink.text(plan.verdict(row).rawValue, plan.verdict(row).style),
                listing.size[row] == Missing.number ? "" : ByteCountText.short(listing.size[row]),
                VisibleText.escaped(listing.path(row)), plan.rule(row)?.id ?? "",
                because(row, groups),
            ]
        }
        return ["", heading("All items")] + table(rows)
    }

    private func reviews() -> [String] {
        var counts: [Reason: Int64] = [:]
        for row in 0..<plan.listing.count where plan.verdict(row) == .review {
            counts[plan.reason(row), default: 0] += 1
        }
        if counts.isEmpty { return [] }
        let parts = Reason.allCases.compactMap { reason in
            counts[reason].map { "\(grouped($0)) \(Console.words(reason.label))" }
        }
        return ["", Console.words(.planToReview(text: parts.joined(separator: ", ")))]
    }

    /// Whether and for how long the deletions could be brought back.
    private func waysBack() -> [String] {
        let lines = header.waysBack
        return lines.isEmpty
            ? []
            : ["", heading(Console.words(.wayTitle))] + lines.map { "  " + Console.words($0) }
    }

    /// What has to be downloaded before copies go.
    private func proof() -> [String] {
        let lines = header.proofLines
        return lines.isEmpty ? [] : ["", heading("Proof by bytes")] + lines.map { "  " + $0 }
    }

    private func heading(_ text: String) -> String { ink.text(text, .bold) }

    /// What is new and gone since the plan before.
    private func changes() -> [String] {
        guard let changes = header.changes, let since = changes.since else { return [] }
        if changes.added + changes.removed == 0 {
            return ["", "Nothing has changed since \(since)"]
        }
        return [
            "",
            "Since \(since): \(grouped(changes.added)) added, \(grouped(changes.removed)) removed"
                + " (cleanrules plan diff)",
        ]
    }

    /// What has become of what people decided, where not all is as it was then.
    private func decisions() -> [String] {
        var lines: [String] = []
        if let note = header.decisions, note.isWorthSaying { lines.append(note.line) }
        if !header.takenBack.isEmpty {
            lines.append(
                "Taken back before: \(counted(header.takenBack.count, "deletion"))"
                    + " (marked ↩; 'run' leaves them, 'cleanrules keep PATH' keeps them for good)")
        }
        return lines.isEmpty ? [] : [""] + lines
    }

    private func blocks() -> [String] {
        let exceeded = header.limits.filter(\.isExceeded)
        var lines: [String] = []
        for (name, doubt) in (header.remembered?.doubts ?? [:]).sorted(by: { $0.key < $1.key }) {
            lines += [
                "", "Held: nothing of drive '\(VisibleText.escaped(name))' can be staged",
                "! " + VisibleText.escaped(DriveDoubt.advice(name, doubt.sentence)),
            ]
        }
        if !exceeded.isEmpty {
            lines += ["", ink.text("Blocked: this plan cannot be staged", .red)]
            lines += exceeded.map { "! \($0.sentence)" }
        }
        if header.totals.delete.unknownSizes > 0 {
            lines += [
                "",
                "\(grouped(header.totals.delete.unknownSizes)) deletions are of unknown size"
                    + " and count as 0 bytes",
            ]
        }
        return lines
    }

    private func table(_ rows: [[String]]) -> [String] {
        TextTable(rows: rows, leftColumns: [0, 2, 3, 4], terminalWidth: terminalWidth).lines
    }

    private func because(_ row: Int, _ groups: GroupIndex) -> String {
        let reason = ReasonText(plan: plan, groups: groups).short(row)
        return header.takenBack[row] == nil ? reason : "↩ " + reason
    }

    private func count(_ number: Int64) -> String { number == 0 ? "–" : grouped(number) }

    private func sizeText(_ tally: Tally) -> String { ByteCountText.short(tally.bytes) }
}

/// `1 file`, `2 files`, `12,904 files`.
func counted(_ number: Int, _ noun: String) -> String {
    "\(grouped(Int64(number))) \(noun)\(number == 1 ? "" : "s")"
}

/// `12904` as `12,904`.
func grouped(_ number: Int64) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
        if index > 0, index % 3 == 0 { text.append(",") }
        text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
}

extension Action {
    /// The sign that stands before a rule.
    var sign: String {
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
    var style: Ink.Style {
        switch self {
        case .protect, .keep: .green
        case .review: .yellow
        case .delete: .red
        }
    }
}

extension Verdict {
    /// The colour of the word.
    var style: Ink.Style {
        switch self {
        case .keep: .green
        case .review: .yellow
        case .delete: .red
        }
    }
}

extension LimitOutcome {
    /// The outcome in a sentence, without a full stop.
    var phrase: Phrase {
        let who: Phrase = rule.map { .limitRule(rule: $0) } ?? .limitPlan
        let most = threshold ?? 0
        let name = drive.map { VisibleText.escaped($0) } ?? ""
        switch subject {
        case .items: return .limitItems(n: value, who: who, limit: most)
        case .bytes: return .limitBytes(who: who, amount: value, most: most)
        case .percent: return .limitPercent(who: who, count: value, drive: name, limit: most)
        case .listingDrop: return .limitDrop(drive: name, count: value, limit: most)
        }
    }

    /// The same in English, as records and machine formats have it.
    var sentence: String { Words.english(phrase) }
}
