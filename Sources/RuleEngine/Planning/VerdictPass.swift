// SPDX-License-Identifier: Apache-2.0

/// Brings plain and set rules together and turns back what must not go (steps three to six).
struct VerdictPass {
    private let input: PlanInput
    private let program: RuleProgram
    private let plain: PlainPass
    let outcomes: [SetOutcome]
    private let proof: LookProofCheck
    /// `Verdict.number` by row.
    let verdict: Column<UInt8>
    /// `Reason.number` by row; the plain pass's own column, overwritten.
    let reason: Column<UInt8>
    /// The deciding rule by row; the plain pass's own column, overwritten.
    let rule: Column<UInt16>

    init(input: PlanInput, program: RuleProgram, plain: PlainPass, outcomes: [SetOutcome]) {
        self.input = input
        self.program = program
        self.plain = plain
        self.outcomes = outcomes
        proof = LookProofCheck(input)
        verdict = Column(repeating: Verdict.keep.number, count: input.listing.count)
        reason = Column(repeating: 0, count: input.listing.count)
        rule = Column(repeating: PlainPass.noRule, count: input.listing.count)
    }

    // MARK: Together

    /// The strongest of what plain and set rules contributed.
    mutating func combine() {
        let count = input.listing.count
        unsafe reason.base.update(from: plain.reason.base, count: count)
        unsafe rule.base.update(from: plain.rule.base, count: count)
        for row in 0..<count {
            switch unsafe plain.strength.base[row] & PlainPass.Strength.mask {
            case PlainPass.Strength.delete: unsafe verdict.base[row] = Verdict.delete.number
            case PlainPass.Strength.review: unsafe verdict.base[row] = Verdict.review.number
            default: break
            }
        }
        // Reviews first: they outweigh deletions; of one verdict the first rule in the file counts.
        let ordered =
            outcomes.filter { $0.rule.rule.action == .review }
            + outcomes.filter { $0.rule.rule.action == .delete }
        for outcome in ordered { combine(outcome) }
    }

    private func combine(_ outcome: SetOutcome) {
        let given: Verdict = outcome.rule.rule.action == .review ? .review : .delete
        let why: Reason = outcome.reason
        for row in outcome.similar?.keptForCompanions.keys.sorted() ?? []
        where unsafe verdict.base[row] == Verdict.keep.number
            && reason.base[row] == Reason.unmatched.number
        {
            set(row, .keep, .companionKept, UInt16(truncatingIfNeeded: outcome.rule.number))
        }
        let members = unsafe (0..<outcome.groups.members.count).lazy.map {
            unsafe Int(outcome.groups.members.base[$0])
        }
        for row in [members.map { $0 }, outcome.similar?.companions.keys.sorted() ?? []].joined() {
            // A set rule takes only what no plain rule speaks of.
            guard outcome.given[row], unsafe verdict.base[row] == Verdict.keep.number else {
                continue
            }
            if given == .delete, let heldBy = plain.heldBy,
                unsafe heldBy.base[row] != PlainPass.noRule
            {
                unsafe set(row, .review, .unknown, heldBy.base[row])
            } else if given == .delete, outcome.similar != nil, !isProved(row, outcome) {
                set(
                    row, .review, .similarUnproved,
                    UInt16(truncatingIfNeeded: outcome.rule.number))
            } else {
                set(row, given, why, UInt16(truncatingIfNeeded: outcome.rule.number))
            }
        }
    }

    /// Whether a rule may delete `row` by its looks alone.
    private func isProved(_ row: Int, _ outcome: SetOutcome) -> Bool {
        guard let similar = outcome.similar else { return false }
        return proof.doubts(row, outcome.rule.rule, similar).isEmpty
    }

    // MARK: Guards

    /// Turns deletions into reviews where too few copies would be left, judged on the verdicts
    /// as they stand before any is turned; `totals` is what is kept of groups that reach into other
    /// parts of a fleet.
    mutating func applyGuards(_ totals: GroupTotals? = nil) {
        // One set rule alone leaves enough: what it counted on, nothing else takes.
        if outcomes.count < 2 { return }
        var lastCopies: [Int] = []
        var underReview: [Int] = []
        for outcome in outcomes {
            if let similar = outcome.similar {
                lastCopies += rowsWithoutLeader(similar, outcome)
                continue
            }
            for number in 0..<outcome.groups.count {
                let group = unsafe outcome.groups[number]
                var kept = 0
                if let total = totals?.total(ofGroup: number, of: outcome) {
                    kept = total.steady
                } else {
                    for place in group.indices {
                        let row = unsafe Int(group[place])
                        if isKept(row), outcome.isNeeded(row) { kept += 1 }
                    }
                }
                let isEnough = kept >= outcome.needed(inGroup: number)
                if isEnough, outcome.firsts == nil { continue }
                let present = outcome.firsts.map { firsts in
                    unsafe Set(group.lazy.map { Int($0) }.filter(isKept).compactMap(firsts.number))
                }
                for place in group.indices {
                    let row = unsafe Int(group[place])
                    guard isDeletedBySetsOnly(row) else { continue }
                    // Something of its year or month has to stay as well.
                    if isEnough, let present,
                        outcome.firsts?.number(of: row).map(present.contains) ?? true
                    {
                        continue
                    }
                    if outcome.isDuplicates {
                        if isDeletedByDuplicates(row) { lastCopies.append(row) }
                    } else if outcome.given[row], outcome.rule.rule.action == .delete {
                        underReview.append(row)
                    }
                }
            }
        }
        for row in underReview { turn(row, .survivorUnderReview) }
        for row in lastCopies { turn(row, .lastCopy) }
    }

    /// What a rule gave in groups whose leader does not stay.
    private func rowsWithoutLeader(_ similar: SimilarGroups, _ outcome: SetOutcome) -> [Int] {
        var parts: [Int: [Int]] = [:]
        for (part, main) in similar.companions { parts[main, default: []].append(part) }
        return (0..<similar.groups.count).flatMap { number -> [Int] in
            if isKept(similar.leader(number)) { return [] }
            let members = unsafe similar.groups[number].map { Int($0) }
            return members.flatMap { [$0] + (parts[$0] ?? []) }.filter { row in
                similar.given[row] && Int(rule[row]) == outcome.rule.number
            }
        }
    }

    /// Whether `row` stays, and nobody put it off.
    func isKept(_ row: Int) -> Bool {
        unsafe verdict.base[row] == Verdict.keep.number
            && !plain.isSnoozed(row)
    }

    private func isDeletedBySetsOnly(_ row: Int) -> Bool {
        unsafe verdict.base[row] == Verdict.delete.number
            && plain.strength.base[row] & PlainPass.Strength.mask == PlainPass.Strength.none
    }

    private func isDeletedByDuplicates(_ row: Int) -> Bool {
        outcomes.contains { outcome in
            outcome.isDuplicates && outcome.rule.rule.action == .delete && outcome.given[row]
        }
    }

    // MARK: Review settings

    /// Turns deletions of large files, of what a person once kept, and the first deletions of a new
    /// rule, into reviews.
    mutating func applyReviewSettings() {
        for row in input.decidedBefore
        where unsafe verdict.base[row] == Verdict.delete.number && !isPersonal(row) {
            turn(row, .decidedBefore)
        }
        let settings = input.ruleFile.review
        if let bound = settings.biggerThan {
            let sizes = unsafe input.listing.size.base
            for row in 0..<input.listing.count
            where unsafe verdict.base[row] == Verdict.delete.number && !input.listing.isFolder(row)
                && (sizes[row] > bound || sizes[row] == Missing.number) && !isPersonal(row)
            {
                turn(row, .biggerThan)
            }
        }
        if let trial = settings.trial, let decided = input.decidedDeletions {
            let isOnTrial = program.rules.map { (decided[$0.id] ?? 0) < trial }
            for row in 0..<input.listing.count
            where unsafe verdict.base[row] == Verdict.delete.number && !isPersonal(row)
                && rule.base[row] != PlainPass.noRule && isOnTrial[Int(rule.base[row])]
            {
                turn(row, .trial)
            }
        }
    }

    private func isPersonal(_ row: Int) -> Bool {
        unsafe plain.strength.base[row] & PlainPass.Strength.person != 0
    }

    // MARK: Files of one shot

    /// Leaves to a person all parts of a shot of which one is left to a person.
    mutating func settleUnits() {
        for outcome in outcomes {
            guard let similar = outcome.similar else { continue }
            var units: [Int: [Int]] = [:]
            for (part, main) in similar.companions { units[main, default: [main]].append(part) }
            for unit in units.values {
                let asked = unit.sorted().first {
                    unsafe verdict.base[$0] == Verdict.review.number
                }
                guard let asked else { continue }
                for row in unit where unsafe verdict.base[row] == Verdict.delete.number {
                    turn(row, unsafe Reason(number: reason.base[asked]))
                }
            }
        }
    }

    // MARK: Parts of drives

    /// Keeps what lies outside of the parts that the plan covers. To delete less never leaves fewer
    /// copies than were counted.
    mutating func keepWhatIsOutside() {
        if input.parts.isEmpty { return }
        let listing = input.listing
        // Folders above have smaller numbers than those in them.
        let isCovered = Column<Bool>(repeating: false, count: listing.folders.count)
        for folder in 0..<listing.folders.count {
            let drive = listing.drives[Int(listing.folders.drives[folder])].name
            let above = Int(listing.folders.parents[folder])
            isCovered[folder] =
                input.parts[drive].map { part in
                    above != folder && isCovered[above]
                        || listing.folders.path(folder).string.utf8.elementsEqual(part.utf8)
                } ?? true
        }
        for row in 0..<listing.count where unsafe !isCovered[Int(listing.folder.base[row])] {
            set(row, .keep, .outside, PlainPass.noRule)
        }
    }

    // MARK: Folders

    /// Keeps folders in which anything stays, deepest first.
    mutating func settleFolders() {
        guard let contents = program.folderContents else { return }
        let listing = input.listing
        let isBlocked = Column<UInt8>(repeating: 0, count: listing.folders.count)
        for row in 0..<listing.count
        where unsafe verdict.base[row] != Verdict.delete.number && !listing.isFolder(row) {
            unsafe isBlocked.base[Int(listing.folder.base[row])] = 1
        }
        // Items by the number of their own folder; numbers rise from the top down.
        var itemsOfFolder: [UInt32: [Int]] = [:]
        for index in unsafe 0..<contents.rows.count {
            let row = Int(contents.rows[index])
            if contents.own[index] == .max {
                settle(row, isEmpty: true, isBlocked)
            } else {
                itemsOfFolder[contents.own[index], default: []].append(row)
            }
        }
        for folder in stride(from: listing.folders.count - 1, through: 0, by: -1) {
            for row in itemsOfFolder[UInt32(folder)] ?? [] {
                settle(row, isEmpty: isBlocked[folder] == 0, isBlocked)
            }
            if isBlocked[folder] != 0 { isBlocked[Int(listing.folders.parents[folder])] = 1 }
        }
    }

    private func settle(_ row: Int, isEmpty: Bool, _ isBlocked: Column<UInt8>) {
        let listing = input.listing
        let mayGo = isEmpty && !listing.itemFlags(row).contains(.neverEmpty)
        if unsafe verdict.base[row] != Verdict.keep.number, !mayGo {
            unsafe set(row, .keep, .folderNotEmpty, rule.base[row])
        }
        if unsafe verdict.base[row] != Verdict.delete.number {
            unsafe isBlocked[Int(listing.folder.base[row])] = 1
        }
    }

    // MARK: Writing

    private func set(_ row: Int, _ value: Verdict, _ why: Reason, _ number: UInt16) {
        unsafe verdict.base[row] = value.number
        unsafe reason.base[row] = why.number
        unsafe rule.base[row] = number
    }

    /// Turns a deletion into a review; the rule named stays the one that decided the deletion.
    private func turn(_ row: Int, _ why: Reason) {
        unsafe verdict.base[row] = Verdict.review.number
        unsafe reason.base[row] = why.number
    }
}
