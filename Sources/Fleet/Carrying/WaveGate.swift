// SPDX-License-Identifier: Apache-2.0

internal import RuleEngine
internal import StateLedger
internal import Wording
internal import Workflow
internal import YAMLBridge

/// Whether a wave of a plan may be staged: each one only when all that the waves before it have staged is
/// carried out, and nothing has happened for a while since.
struct WaveGate {
    let ground: FleetGround
    /// The id of the plan.
    let plan: String
    let waves: FleetWaves
    let journal: DeedJournal

    /// Throws where `wave` may not be staged now.
    func demand(_ wave: Int, _ deeds: FleetDeeds) async throws(Failure) {
        guard (1...max(1, waves.count)).contains(wave) else {
            throw Failure(.usage, .carryWaves(n: waves.count))
        }
        for before in 1..<wave where !waves.members(of: before).isEmpty {
            guard let known = deeds.waves[plan]?[Int64(before)], known.isWhole else {
                throw Failure(.refused, .carryWaveUnstaged(number: before, name: plan))
            }
            var waiting: Int64 = 0
            for key in known.drives.sorted() { waiting += try await self.waiting(key, deeds) }
            if waiting > 0 {
                throw Failure(.refused, .carryWaveWaits(n: waiting, number: before))
            }
            let now = SystemClock.now().secondsSinceEpoch
            let last = Timestamp(secondsSinceEpoch: known.last)
            let soaked = RuleClock(now: last, timeZone: ground.timeZone)
                .end(of: .wait(ground.file.waves.soak))
            if now < soaked {
                let end = Moment(Timestamp(secondsSinceEpoch: soaked), ground.timeZone)
                throw Failure(.refused, .carryWaveSoaks(number: before, time: end))
            }
        }
    }

    /// How many items of the plan wait on the drive that is called `key`, as its state has it now.
    private func waiting(_ key: String, _ deeds: FleetDeeds) async throws(Failure) -> Int64 {
        let plans = (deeds.plans[key] ?? [:]).filter { $0.value == plan }
        let counts = try await ground.withState(key) { session async throws(Failure) in
            try await ground.counts(session, plans)
        }
        // That a state is not there is no sign that nothing waits in it.
        if counts == nil { return deeds.counts[key]?[plan]?.waiting ?? 0 }
        return counts?[plan]?.waiting ?? 0
    }

    /// Whether anything waits that another plan has staged: then nothing is staged by rules that compare
    /// drives, for that plan may count on what this one deletes.
    func hasEarlierPlans(_ deeds: FleetDeeds) async throws(Failure) -> Bool {
        for (key, plans) in deeds.plans.sorted(by: { $0.key < $1.key }) {
            let others = plans.filter { $0.value != plan }
            if others.isEmpty { continue }
            let counts = try await ground.withState(key) { session async throws(Failure) in
                try await ground.counts(session, others)
            }
            if (counts ?? [:]).values.contains(where: { $0.waiting > 0 }) { return true }
        }
        return false
    }
}
