// SPDX-License-Identifier: Apache-2.0

/// What matching took, and where regular expressions gave up: of a batch, or of a whole plan.
///
/// Steps are counted, not time, so that the same plan ends in the same way on every machine and
/// with any number of threads. A single item on which an expression gives up is unknown and stays;
/// thousands make a pattern at fault, and a plan that nobody waits for.
struct MatchEffort: Sendable {
    /// On how many items of one plan expressions may give up.
    static let itemsMax = 1_000
    /// The steps that any plan may take: enough for so many items that give up.
    static let stepsMin = 1_400_000_000
    /// The steps that a plan may take for each of its items, beside `stepsMin`.
    static let stepsPerItem = 500

    /// How many steps the matching of a plan over `items` items may take.
    static func stepsMax(items: Int) -> Int { stepsMin + stepsPerItem * items }

    /// What a leaf took in all, and where it took the most.
    struct Share: Sendable {
        /// All steps.
        var steps = 0
        /// The most steps for one place.
        var most = 0
        /// Where those were taken.
        var place = MatchPlace.nowhere
        /// The regular expression that took them; nil for globs.
        var pattern: String?

        /// Adds `steps` that were taken at `place`.
        mutating func add(_ steps: Int, at place: MatchPlace, pattern: String? = nil) {
            self.steps += steps
            if steps > most { (most, self.place, self.pattern) = (steps, place, pattern) }
        }

        /// Adds what another share of the same leaf says.
        mutating func join(_ other: Share) {
            steps += other.steps
            if other.most > most {
                (most, place, pattern) = (other.most, other.place, other.pattern)
            }
        }
    }

    /// How many steps may be taken before nothing more is matched.
    let stepsMax: Int
    /// The steps so far.
    private(set) var steps = 0
    /// By number of the leaf.
    private(set) var shares: [Int: Share] = [:]
    /// The rows on which expressions gave up.
    private(set) var rows: Set<Int> = []
    /// The first of them, with the expression.
    private(set) var first: (row: Int, pattern: String)?

    /// Nothing taken of `stepsMax`.
    init(stepsMax: Int = .max) { self.stepsMax = stepsMax }

    /// Whether nothing more is matched: there will be no plan.
    @inline(__always)
    var isSpent: Bool { steps > stepsMax || rows.count > Self.itemsMax }

    /// The leaf that took the most, the first of those.
    var dearest: (leaf: Int, share: Share)? {
        shares.max { ($0.value.steps, $1.key) < ($1.value.steps, $0.key) }
            .map { (leaf: $0.key, share: $0.value) }
    }

    /// Takes the steps of `share` for `leaf`.
    mutating func take(_ share: Share, for leaf: Int) {
        if share.steps == 0 { return }
        steps += share.steps
        shares[leaf, default: Share()].join(share)
    }

    /// Notes that `pattern` gave up on `row`.
    mutating func giveUp(row: Int, pattern: String) {
        rows.insert(row)
        if row < first?.row ?? .max { first = (row, pattern) }
    }
}

/// Where steps were taken.
enum MatchPlace: Sendable {
    case nowhere
    /// An item.
    case row(Int)
    /// A folder, by its number in the listing.
    case folder(Int)
    /// A text that items share, such as an owner.
    case text(String)
}

/// Why matching made a plan impossible.
enum MatchExcess: Sendable {
    /// Expressions gave up on too many items; the first of them.
    case givenUp(row: Int, pattern: String)
    /// All took too many steps, most of them that leaf, where the limit was passed.
    case steps(leaf: Int, share: MatchEffort.Share)

    /// What was too much when `compiling` came first and then the batches, in the order of their
    /// rows; nil if nothing was. `batches` may end where a thread knew enough.
    ///
    /// The first batch that passes a limit decides. No thread leaves out a batch before that one,
    /// so that the answer does not depend on their number.
    init?(compiling: MatchEffort, batches: [MatchEffort], stepsMax: Int) {
        var steps = 0
        var rows = 0
        var first: (row: Int, pattern: String)?
        for effort in [compiling] + batches {
            steps += effort.steps
            rows += effort.rows.count
            if first == nil { first = effort.first }
            if rows > MatchEffort.itemsMax, let first {
                self = .givenUp(row: first.row, pattern: first.pattern)
                return
            }
            if steps > stepsMax, let dearest = effort.dearest {
                self = .steps(leaf: dearest.leaf, share: dearest.share)
                return
            }
        }
        return nil
    }
}
