// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Messages
internal import PlanRunner
internal import Plans
internal import Reports
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording
internal import Workflow

/// `cleanrules show`.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a plan again, and whether it still holds.",
        discussion: """
            Examples:
              cleanrules show                      the newest plan
              cleanrules show p-0f3a5c7e9b1d
              cleanrules show plan.json            a file that 'plan -o' wrote
              cleanrules show plan.json --rules rules.yaml      warns when the rules have changed
              cleanrules show plan.json --verdict review
            """)

    @Argument(help: "The plan's id, or a file that 'plan -o' wrote. Default: the newest plan.")
    var plan: String?

    @Option(name: .long, help: "The rules file to compare the plan with.")
    var rules: String?

    @OptionGroup var includes: IncludeOptions

    @Option(name: .long, help: "List the items of this verdict: keep, review or delete.")
    var verdict: VerdictOption?

    @Option(
        name: .long, help: "The instant to judge its age by. Default: the system clock.",
        transform: { try InstantOption($0) })
    var now: InstantOption?

    @OptionGroup var state: StateOptions

    @Flag(name: .long, help: "Look into no state file; the plan is a file.")
    var noState = false

    mutating func validate() throws {
        if noState, plan == nil {
            throw ValidationError(String(clause: "With --no-state, name a file."))
        }
        if noState, state.isNamed {
            throw ValidationError(String(clause: "Name a state or give --no-state, not both."))
        }
    }

    func run() async throws {
        var record: LedgerPlan?
        let saved: PlanRecord
        if let plan, noState || !PlanID.isOne(plan) {
            saved = try PlanFile.read(plan)
        } else {
            let finder = PlanFinder(session: try StateSession.existing(state))
            let found = try await finder.plan(plan)
            record = found
            saved = try await finder.record(found.id)
        }
        for line in SavedPlanText(saved).lines(listing: verdict?.verdict) { Console.say(line) }
        for warning in try warnings(saved, record) { Console.warn(warning) }
    }

    private func warnings(
        _ saved: PlanRecord, _ record: LedgerPlan?
    ) throws(Failure) -> [Phrase] {
        var found: [Phrase] = []
        let now = now?.instant ?? SystemClock.now()
        let zone = RuleTimeZone(identifier: saved.head.timeZone) ?? .machine
        if let used = record?.usedAt {
            found.append(.showUsed(when: LocalTimeText.wall(used, in: zone, Console.words)))
        }
        // One that was made for a later day is none when that comes.
        let expires = min(saved.head.expires, record?.expires ?? saved.head.expires)
        if expires <= now {
            found.append(.showExpired(when: LocalTimeText.wall(expires, in: zone, Console.words)))
        }
        // A plan of the state says where its rules were; there it is no error if they are gone.
        let isThere = record.map { FileBytes.exists($0.rulesPath) } ?? false
        if let path = rules ?? (isThere ? record?.rulesPath : nil) {
            let loaded = try RulesLoader.load(path)
            if loaded.digest != saved.head.rulesDigest {
                found.append(.showRulesChanged(path: VisibleText.escaped(path)))
            }
        }
        return found
    }
}

/// A verdict on the command line.
enum VerdictOption: String, CaseIterable, ExpressibleByArgument {
    case keep
    case review
    case delete

    /// The verdict.
    var verdict: Verdict {
        switch self {
        case .keep: .keep
        case .review: .review
        case .delete: .delete
        }
    }
}

/// A saved plan as lines of text.
struct SavedPlanText {
    private let plan: PlanRecord
    private let head: PlanHead
    private let words: Words

    /// The plan in the language of `words`.
    init(_ plan: PlanRecord, _ words: Words = Console.words) {
        self.plan = plan
        self.words = words
        head = plan.head
    }

    /// The header, the rules, what blocks it, and the items of `verdict` or the largest deletions.
    func lines(listing verdict: Verdict?) -> [String] {
        let drives = head.drives.map { drive in
            let place = DrivePlaceText(
                kind: drive.kind.rawValue, root: drive.root, part: drive.part)
            return Phrase.planDrive(
                n: drive.files, drive: VisibleText.escaped(drive.name), kind: place.phrase,
                size: drive.bytes)
        }
        let zone = RuleTimeZone(identifier: head.timeZone) ?? .machine
        var lines = [
            words(
                .showHead(
                    plan: VisibleText.escaped(head.id),
                    when: LocalTimeText.wall(head.now, in: zone, Console.words),
                    end: LocalTimeText.wall(head.expires, in: zone, Console.words))),
            words(drives).joined(separator: " · ")
                + " · \(VisibleText.escaped(head.rulesName))", "",
        ]
        lines += rules()
        lines += items(verdict)
        lines += waysBack()
        lines += proof()
        let exceeded = head.limits.filter(\.isExceeded)
        if !exceeded.isEmpty { lines += ["", words(.planBlocked)] }
        for limit in exceeded { lines.append("! " + words(limit.phrase)) }
        let totals = head.totals
        lines += [
            "",
            words(
                .planCounts(
                    kept: totals.keep.items, deleted: totals.delete.items,
                    size: totals.delete.bytes, left: totals.review.items)),
        ]
        return lines
    }

    /// How many of the deletions this program could take back.
    private func waysBack() -> [String] {
        var (back, lost) = (0, 0)
        for entry in 0..<plan.count where plan.verdict(entry) == .delete {
            guard let isPossible = plan.reversible(entry) else { continue }
            if isPossible { back += 1 } else { lost += 1 }
        }
        if back + lost == 0 { return [] }
        var lines = ["", words(.wayTitle)]
        if back > 0 { lines.append("  " + words(.showBack(n: back))) }
        if lost > 0 { lines.append("  " + words(.showLost(n: lost))) }
        return lines
    }

    /// What has to be downloaded before copies go.
    private func proof() -> [String] {
        var shares: [String: ProofVolume.Share] = [:]
        for line in head.proof {
            var share = ProofVolume.Share()
            share.copies = Int(clamping: line.copies)
            share.freeCopies = Int(clamping: line.freeCopies)
            share.files = Int(clamping: line.files)
            share.bytes = line.downloadBytes
            shares[line.drive] = share
        }
        let lines = ProofText(proof: ProofVolume(shares: shares), speeds: nil).lines
        return lines.isEmpty ? [] : ["", words(.planProof)] + lines.map { "  " + words($0) }
    }

    private func rules() -> [String] {
        var rows = [words(PlanColumns.rules)]
        for rule in head.totals.rules {
            rows.append([
                VisibleText.escaped(rule.id), words.number(rule.keep.items),
                words.number(rule.delete.items), words.size(rule.delete.bytes),
                words.number(rule.review.items),
            ])
        }
        rows.append([words(.reasonUnmatched), words.number(head.totals.unmatched.items)])
        return TextTable(rows: rows, leftColumns: [0]).lines
    }

    private func items(_ verdict: Verdict?) -> [String] {
        let wanted = verdict ?? .delete
        let entries = (0..<plan.count).filter { plan.verdict($0) == wanted }
        if entries.isEmpty { return [] }
        let shown =
            verdict == nil
            ? Array(
                entries.sorted { (plan.itemSize($0) ?? 0) > (plan.itemSize($1) ?? 0) }
                    .prefix(PlanTable.largestMax))
            : entries
        let rows = shown.map { entry in
            [
                plan.itemSize(entry).map { words.size($0) } ?? "?",
                VisibleText.escaped(plan.path(entry)),
                VisibleText.escaped(plan.rule(entry)?.id ?? ""), words(plan.reason(entry).name),
            ]
        }
        return ["", words(title(verdict))] + TextTable(rows: rows, leftColumns: [1, 2, 3]).lines
    }

    private func title(_ verdict: Verdict?) -> Phrase {
        switch verdict {
        case .keep: .showItemsKeep
        case .review: .showItemsReview
        case .delete: .showItemsDelete
        case nil: .planLargest
        }
    }
}
