// SPDX-License-Identifier: Apache-2.0

/// What has gone wrong in waves.
extension FleetDeeds {
    /// A wave of which something went wrong that nobody has gone on from.
    struct News: Sendable {
        let plan: String
        let wave: Int64
        let counts: DeedCounts
    }

    /// All waves of which that is so.
    var news: [News] {
        inOrder(waves.keys).flatMap { plan in
            (waves[plan] ?? [:]).keys.sorted().map { wave in
                News(plan: plan, wave: wave, counts: news(of: plan, wave: wave))
            }
        }.filter { $0.counts.changed + $0.counts.failed + $0.counts.undone > 0 }
    }
}
