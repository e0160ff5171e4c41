// SPDX-License-Identifier: Apache-2.0

internal import PhotoLooks

/// What a state tells of rules that may delete pictures by their looks alone.
package struct LookProof: Sendable {
    /// How many groups of a rule a person decides as the rule would have before it may delete unseen.
    package static let groupsNeeded: Int64 = 50

    /// By the id of a rule: how many groups in a row were decided so, the newest among them.
    package var decidedGroups: [String: Int64]
    /// The rows whose looks the state has of their present content.
    package var present: Set<Int>

    /// What is known of some state.
    package init(decidedGroups: [String: Int64] = [:], present: Set<Int> = []) {
        self.decidedGroups = decidedGroups
        self.present = present
    }
}

/// In what a picture contradicts what its drive tells of it, so that nothing of it is used.
public enum LookContradiction: Sendable, Hashable {
    /// When it was taken: by the drive, and by the picture.
    case taken(told: Timestamp, seen: Timestamp)
    /// By which camera.
    case camera(told: String, seen: String)
}

/// Why a rule does not delete a picture by its looks alone.
public enum LookDoubt: Sendable, Hashable {
    /// The rule does not say all that it has to say for that, or would delete for good.
    case notAllowed
    /// There is no state in which decisions could stand.
    case noState
    /// A person has decided too few groups of the rule as it would have.
    case undecided(groups: Int64, of: Int64)
    /// So many pictures in reach of the rule were not looked at, or films that may go with one.
    case notLookedAt(pictures: Int64)
    /// What the two look like was not seen of their present content with this state.
    case notPresent
    /// When they were taken is not known of both, or is not the same.
    case taken
    /// It is not known that the one that stays is at least as good.
    case notAsGood
    /// It is a raw file, or one would go along with it.
    case raw
}

/// Whether rules may delete pictures by their looks alone: all of it has to hold, and what is unknown
/// does not.
struct LookProofCheck {
    private let input: PlanInput
    /// How many pictures of each drive were not looked at.
    private let unlooked: [Int64]

    /// A check of the plan that is made of `input`. O(rows) where some rule may delete unseen.
    init(_ input: PlanInput) {
        self.input = input
        var counts = input.listing.drives.map { _ in Int64(0) }
        let isAsked = input.ruleFile.rules.contains { $0.mayDeleteUnseen(input.ruleFile.defaults) }
        if isAsked, input.lookProof != nil {
            // What contradicts its drive was looked at, and is in no group.
            for row in input.listing.pictureRows()
            where input.listing.photo.slice(row).isEmpty && input.contradictions[row] == nil {
                counts[input.listing.drive(row)] += 1
            }
        }
        unlooked = counts
    }

    /// What speaks against deleting the picture or companion at `row`, the rule itself first; empty
    /// where nothing does.
    func doubts(_ row: Int, _ rule: Rule, _ similar: SimilarGroups) -> [LookDoubt] {
        let main = similar.companions[row] ?? row
        guard case .similar(let selection)? = rule.selection,
            let leader = similar.leader(of: main)
        else { return [.notAllowed] }
        var doubts = doubts(
            rule, selection, drive: input.listing.drive(main),
            films: similar.units?.doubtfulFilms(of: main) ?? 0)
        let listing = input.listing
        if let proof = input.lookProof,
            !proof.present.contains(main) || !proof.present.contains(leader)
        {
            doubts.append(.notPresent)
        }
        if listing.taken[main] == Missing.date || listing.taken[main] != listing.taken[leader] {
            doubts.append(.taken)
        }
        if listing.pixelCount(main) == nil || listing.pixelCount(leader) == nil
            || BetterGround(of: main, over: leader, in: listing) != nil
        {
            doubts.append(.notAsGood)
        }
        // What is one shot goes as one, or is asked about as one.
        let parts = similar.units?.parts(of: main) ?? []
        if ([main] + parts).contains(where: { PhotoForm(listing, $0) == .raw }) {
            doubts.append(.raw)
        }
        return doubts
    }

    /// What is lacking of the proof of `rule` by itself; nil where nothing is.
    static func lack(_ rule: Rule, _ proof: LookProof?) -> LookDoubt? {
        guard let proof else { return .noState }
        let decided = proof.decidedGroups[rule.id] ?? 0
        return decided < LookProof.groupsNeeded
            ? .undecided(groups: decided, of: LookProof.groupsNeeded) : nil
    }

    /// What speaks against the rule as a whole, for pictures of that drive; so many `films` that may
    /// belong to one were not looked at.
    private func doubts(
        _ rule: Rule, _ selection: SimilarSelection, drive: Int, films: Int64
    ) -> [LookDoubt] {
        guard rule.mayDeleteUnseen(input.ruleFile.defaults) else { return [.notAllowed] }
        let lack = Self.lack(rule, input.lookProof)
        if input.lookProof == nil { return lack.map { [$0] } ?? [] }
        var doubts = lack.map { [$0] } ?? []
        let pictures = selection.reach == .drives ? unlooked.reduce(0, +) : unlooked[drive]
        let left = pictures + films
        if left > 0 { doubts.append(.notLookedAt(pictures: left)) }
        return doubts
    }
}

extension Rule {
    /// Whether the rule says all that it has to say before it may delete pictures by their looks.
    package func mayDeleteUnseen(_ defaults: Defaults) -> Bool {
        guard isEnabled, action == .delete, case .similar(let selection)? = selection else {
            return false
        }
        return selection.mayDeleteUnseen && (method ?? defaults.method) != .permanent
    }
}

extension SimilarSelection {
    /// Whether the selection itself is one by which pictures may go unseen.
    package var mayDeleteUnseen: Bool {
        deletesUnseen && kind == .copies && level == .near
            && preferences.first == .order(.mostPixels)
    }
}
