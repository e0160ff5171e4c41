// SPDX-License-Identifier: Apache-2.0

internal import Messages
package import RuleEngine
package import StateLedger
package import Wording

extension Runner {
    /// The actor of rounds that nobody watches.
    private static let unattended = "run"

    /// Whether nobody watches what it does.
    var isUnattended: Bool { actor == Self.unattended }

    /// Why `orders` may not be staged by `rules`, as far as tiers go.
    func tierReasons(
        against orders: [StagingOrder], _ rules: RulesInForce, at instant: Timestamp
    ) async throws(RunnerError) -> [Phrase] {
        guard let bounds = try await tierBounds(rules, instant) else { return [] }
        if let why = bounds.obstacle { return [.tierObstacle(why: why)] }
        var reasons = bounds.excesses(of: rules.file)
        if !bounds.allowsUnattended, isUnattended {
            reasons.append(.tierNoUnattended(name: bounds.title))
        }
        let permanent = DeletionMethod.permanent.rawValue
        if !bounds.allowsPermanent, orders.contains(where: { $0.method == permanent }) {
            reasons.append(.tierNoPermanent(name: bounds.title))
        }
        return reasons
    }
}

extension TierBounds {
    /// What `rules` have more of than these bounds allow.
    package func excesses(of rules: RuleFile) -> [Phrase] {
        var found: [Phrase] = []
        for (limit, count, what) in [
            (drives, rules.drives.count, Phrase.tierDrives),
            (self.rules, rules.rules.count, .tierRules),
        ] {
            guard let limit, Int64(count) > limit else { continue }
            found.append(.tierOver(name: title, limit: limit, what: what, count: count))
        }
        return found
    }
}
