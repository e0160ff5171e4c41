// SPDX-License-Identifier: Apache-2.0

/// The groups that one set rule finds, before anything is taken of them.
struct FoundGroups: Sendable {
    /// The rule.
    let rule: CompiledRule
    /// How many survive of each group.
    let survivors: Int
    /// Whether the one row survives before the other.
    let isBefore: @Sendable (Int, Int) -> Bool
    /// The groups: of two or more for duplicates, all for a surplus; where they reach into other parts
    /// of a fleet, all for duplicates too.
    var groups = Groups()
    /// The algorithm that decides, for duplicates by hash on the drive of that number.
    var decisions: [ContentScopes.Decision] = []
    /// For duplicates by content: what is left out for want of a hash.
    var gaps: [ContentGap] = []
    /// For a surplus that leaves the first of each year or month besides: those.
    var firsts: PeriodFirsts?
    /// For a surplus by generations: how they choose.
    var choice: GenerationChoice?
    /// What is in one of these was chosen by hand: it counts as what stays. Nil: albums play no part.
    var albums: AlbumMembership?
    /// What is told of the groups where they reach into other parts; nil where none does.
    var telling: Telling?

    /// How groups are told of.
    struct Telling: Sendable {
        /// What equal members share.
        let key: any SharedKey
        /// The order in which they survive.
        let order: MemberOrder
    }
}

/// Who of a group counts as what stays anyway, and who may go; one after another, for one thread.
struct GroupDivision {
    private let strength: Column<UInt8>
    /// The rows where the rule applies; nil for all.
    private let inside: RowBits?
    private let albums: AlbumMembership?
    /// Whether those that a rule or a person keeps are named.
    private let namesKept: Bool
    /// Those that may go.
    private(set) var candidates: [Int] = []
    /// Those that a rule or a person keeps.
    private(set) var kept: [Int] = []
    /// How many stay whatever the rule says.
    private(set) var counted = 0

    init(_ plain: PlainPass, _ found: FoundGroups) {
        strength = plain.strength
        inside = plain.applied[found.rule.number]
        albums = found.albums
        namesKept = found.firsts != nil || found.choice != nil
    }

    /// Divides `group`, and forgets the one before.
    @inline(__always)
    mutating func divide(_ group: UnsafeBufferPointer<UInt32>) {
        candidates.removeAll(keepingCapacity: true)
        kept.removeAll(keepingCapacity: true)
        counted = 0
        for place in group.indices {
            let row = unsafe Int(group[place])
            switch unsafe strength.base[row] {
            case PlainPass.Strength.keep:
                counted += 1
                if namesKept { kept.append(row) }
            case PlainPass.Strength.none:
                if inside?[row] ?? true, albums?.contains(row) != true {
                    candidates.append(row)
                } else {
                    counted += 1
                }
            // Going, under review or put off: not counted, left alone.
            default: break
            }
        }
    }

    /// Brings the `count` candidates that survive first to the front.
    @inline(__always)
    mutating func order(first count: Int, _ isBefore: (Int, Int) -> Bool) {
        if count == 1 {
            moveFirst(&candidates, isBefore)
        } else if count > 1 {
            candidates.sort(by: isBefore)
        }
    }
}

/// Brings the row that survives first to the front.
private func moveFirst(_ rows: inout [Int], _ isBefore: (Int, Int) -> Bool) {
    var first = 0
    for index in 1..<rows.count where isBefore(rows[index], rows[first]) { first = index }
    rows.swapAt(0, first)
}
