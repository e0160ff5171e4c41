// SPDX-License-Identifier: Apache-2.0

internal import Text
internal import Wording
internal import Workflow
internal import YAMLBridge

/// Pauses the fleet by itself where too much of what a wave has staged went wrong.
struct StopWatch: Sendable {
    let ground: FleetGround
    let journal: DeedJournal

    /// Whether too much went wrong in a wave that `drive` is of; the fleet is paused then, if it was not before.
    func hasStopped(_ drive: FleetDrive) throws(Failure) -> Bool {
        if ground.work.isPaused { return true }
        guard let (plan, wave, why) = try journal.reading({ stop(drive, $0) }) else { return false }
        try ground.work.pause()
        var deed = FleetDeed(.paused)
        deed.by = "cleanrules"
        deed.plan = plan
        deed.wave = wave
        deed.why = Words.english(why)
        try journal.add([deed])
        Host.warn(.carryStopped(why: why))
        return true
    }

    /// The wave of `drive` in which too much went wrong, with its plan and why; nil where there is none.
    private func stop(
        _ drive: FleetDrive, _ deeds: FleetDeeds
    ) -> (plan: String, wave: Int64, why: Phrase)? {
        for plan in Set((deeds.plans[drive.key] ?? [:]).values).sorted() {
            guard let wave = deeds.wave(of: drive.key, in: plan) else { continue }
            guard let why = reason(deeds.news(of: plan, wave: wave), wave) else { continue }
            return (plan, wave, why)
        }
        return nil
    }

    /// What of a wave went wrong more often than it may.
    private func reason(_ counts: DeedCounts, _ wave: Int64) -> Phrase? {
        let stop = ground.file.stopWhen
        func isOver(_ number: Int64, _ share: Int64) -> Bool {
            number > 0 && number * 100 > share * max(1, counts.staged)
        }
        if isOver(counts.changed, stop.changed) {
            return .carryStopChanged(
                n: counts.changed, total: counts.staged, number: wave, share: "\(stop.changed) %")
        }
        if isOver(counts.failed, stop.failed) {
            return .carryStopFailed(
                n: counts.failed, total: counts.staged, number: wave, share: "\(stop.failed) %")
        }
        if isOver(counts.undone, stop.undone) {
            return .carryStopUndone(
                n: counts.undone, total: counts.staged, number: wave, share: "\(stop.undone) %")
        }
        return nil
    }
}
