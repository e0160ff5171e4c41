// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import Text

/// What each rule of a plan comes to.
struct RulesTally: Sendable {
    /// A number of items, and their bytes as far as they are known.
    struct Sum: Sendable, Hashable {
        var items = 0
        var bytes: Int64 = 0

        mutating func add(_ size: Int64) {
            items += 1
            bytes += max(0, size)
        }

        var json: JSONValue {
            .object([("items", .number(items)), ("bytes", .number(bytes))])
        }
    }

    /// What one rule comes to.
    struct Share: Sendable, Hashable {
        /// What its conditions hold for.
        var takes = Sum()
        /// Of it what is deleted, because of this rule or of another one.
        var deleted = Sum()
        /// Of it what a person is asked about.
        var reviewed = Sum()

        var json: JSONValue {
            .object([
                ("takes", takes.json), ("delete", deleted.json), ("review", reviewed.json),
            ])
        }
    }

    /// By the number of the rule in the plan.
    private(set) var shares: [Share]
    /// All items.
    private(set) var all = Share()

    /// Counts over all rows of `plan`. O(rows × rules).
    init(_ plan: Plan) {
        shares = [Share](repeating: Share(), count: plan.rules.count)
        let hasBits = plan.rules.count <= 64
        for row in 0..<plan.listing.count {
            let (size, verdict) = (plan.listing.size[row], plan.verdict(row))
            Self.add(size, verdict, to: &all)
            if hasBits {
                var bits = plan.appliedBits(row)
                while bits != 0 {
                    Self.add(size, verdict, to: &shares[bits.trailingZeroBitCount])
                    bits &= bits - 1
                }
            } else {
                for number in plan.appliedRules(row) {
                    Self.add(size, verdict, to: &shares[number])
                }
            }
        }
    }

    private static func add(_ size: Int64, _ verdict: Verdict, to share: inout Share) {
        share.takes.add(size)
        switch verdict {
        case .keep: break
        case .delete: share.deleted.add(size)
        case .review: share.reviewed.add(size)
        }
    }
}
