// SPDX-License-Identifier: Apache-2.0

/// What one set rule makes of the groups it finds (the second step).
struct SetOutcome: Sendable {
    /// The rule.
    let rule: CompiledRule
    /// Groups that the guards look at: of two or more for duplicates, all for a surplus.
    let groups: Groups
    /// The algorithm that decided, for duplicates by hash on the drive of that number.
    let decisions: [ContentScopes.Decision]
    /// For duplicates by content: what is left out for want of a hash.
    let gaps: [ContentGap]
    /// The rows that get the rule's verdict.
    let given: RowBits
    /// How many survive of each group.
    let survivors: Int
    /// For a surplus that leaves the first of each year or month besides: those.
    var firsts: PeriodFirsts?
    /// For a surplus by generations: how they choose, and whom they chose.
    var generations: (choice: GenerationChoice, chosen: RowBits)?
    /// For pictures that look alike: who leads each group, and how its members look like it.
    var similar: SimilarGroups?
    /// By number of a group: 0 for one that lies here alone, else its place among those of which parts
    /// of a fleet told each other, and one; nil where all groups lie here alone.
    var shared: Column<UInt32>?

    /// How many members of the group of that number have to stay.
    func needed(inGroup number: Int) -> Int {
        guard let chosen = generations?.chosen else { return survivors }
        return unsafe groups[number].count { chosen[Int($0)] }
    }

    /// Whether `row`, if it stays, is one of those who have to.
    func isNeeded(_ row: Int) -> Bool { generations?.chosen[row] ?? true }

    /// Its place among the groups of which parts told each other; nil for one that lies here alone.
    @inline(__always)
    func sharedPlace(ofGroup number: Int) -> Int? {
        guard let shared, shared[number] > 0 else { return nil }
        return Int(shared[number]) - 1
    }

    /// The reason of what the rule gives.
    var reason: Reason { rule.rule.selection?.reason ?? .rule }

    /// Whether the rule is a `duplicates` rule.
    var isDuplicates: Bool {
        if case .duplicates? = rule.rule.selection { return true }
        return false
    }
}

extension SetOutcome {
    /// Whether the deletion of a member has to be preceded by a comparison of bytes.
    ///
    /// That is what `verify: bytes` says, whatever made the members equal. Where a local file can
    /// be read, comparing costs no more than hashing, and nothing else would tell whether a copy
    /// still is one: so equal contents are always compared there.
    func comparesBytes(onLocalDrive isLocal: Bool) -> Bool {
        guard case .duplicates(let selection)? = rule.rule.selection else { return false }
        return selection.verification == .bytes || selection.key == .content && isLocal
    }
}
