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
        guard try journal.reading({ stop(drive, $0) != nil }) else { return false }
        let why = try journal.add { (deeds, _) throws(Failure) in try paused(drive, deeds) }
        if let why { Host.warn(.carryStopped(why: why)) }
        return why != nil || ground.work.isPaused
    }

    /// Puts the brake on under the lock of the journal, lest who lets it go meanwhile takes its mark away; the
    /// line that says so, and why. Nil where it is on by now, or somebody has gone on from what went wrong.
    func paused(
        _ drive: FleetDrive, _ deeds: FleetDeeds
    ) throws(Failure) -> (deeds: [FleetDeed], value: Phrase?) {
        let isOn = deeds.pause != nil && ground.work.isPaused
        guard !isOn, let (plan, wave, why) = stop(drive, deeds) else { return ([], nil) }
        try ground.work.pause()
        var deed = FleetDeed(.paused)
        deed.by = "cleanrules"
        deed.plan = plan
        deed.wave = wave
        deed.why = Words.english(why)
        return ([deed], why)
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
