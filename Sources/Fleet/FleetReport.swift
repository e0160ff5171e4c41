// SPDX-License-Identifier: Apache-2.0

package import RuleEngine
internal import Text
package import Wording
package import Workflow
internal import YAMLBridge

/// What a night of a fleet came to.
package struct FleetReport: Sendable {
    /// What tells it from others.
    package let id: String
    /// The path of the fleet file.
    package let fleet: String
    /// When it began.
    package let begun: Timestamp
    /// When it ended.
    package var ended: Timestamp
    /// Whether it only says what would be done.
    package let isDryRun: Bool
    /// When an earlier run began that did not come to its end.
    package let unfinished: Int64?
    /// The cap on items of a day.
    package let itemsPerDay: Int64?
    /// The share of drives that may fail, in percent.
    package let failedMax: Int64
    /// What ended it before its end.
    package var end: Failure?
    /// What it ends with where a signal, or working hours, stopped it.
    package var stopped: Ending?
    /// Whether something is left since it was to stop.
    var isCut = false
    /// When what is left goes on, where working hours have stopped it.
    package var goesOn: Timestamp?
    private let timeZone: RuleTimeZone
    /// Why the journal does not know all of it.
    package var lost: Failure?
    /// What could not be found.
    package var gaps: [FleetGap] = []
    /// Members of groups and queries who have no drive.
    package var without: [String] = []
    /// Drives that have a state and are no part of the fleet any more.
    package var outside: [String] = []
    /// Whether something waits on one of them.
    var leavesWaiting = false
    /// How many drives there are, with those that could not be found.
    package var total = 0
    /// What came of the drives that were reached, by key.
    package var outcomes: [FleetOutcome] = []
    /// Whether so many drives failed that nothing more was deleted.
    package var isHeld = false
    /// Whether the brake of the fleet was on at the end.
    package var isPaused = false
    /// What of the caps of the day is used, tonight's included.
    package var used: FleetAmount?

    init(_ request: FleetRequest, begun: Timestamp, unfinished: Int64?) {
        id = request.id
        fleet = request.settings.path
        self.begun = begun
        ended = begun
        isDryRun = request.extent == .dryRun
        self.unfinished = unfinished
        itemsPerDay = request.settings.file.perDay.items
        failedMax = request.settings.file.failedMax
        timeZone = request.settings.timeZone
    }

    /// How many drives failed, with those that could not be found.
    package var failed: Int { outcomes.count(where: \.hasFailed) + gaps.count }

    /// Whether more than `most` percent have failed; once it is so, it stays so.
    mutating func hold(_ most: Int64) -> Bool {
        if Int64(failed) * 100 > most * Int64(total) { isHeld = true }
        return isHeld
    }

    /// What the run ends with: the worst of its drives, but that it stopped itself counts more; that the
    /// rest waits for the end of working hours, less.
    package var status: Ending {
        if let end { return end.status }
        if let stopped, goesOn == nil { return stopped }
        if isHeld { return .partial }
        var endings = outcomes.map(\.ending) + gaps.map(\.status)
        if isPaused { endings.append(.refused) }
        if lost != nil { endings.append(.failed) }
        if let stopped { endings.append(stopped) }
        return .worst(of: endings)
    }

    /// Whether nobody needs to hear of it.
    package var isAllWell: Bool {
        status == .done && unfinished == nil && staged.items == 0 && !leavesWaiting
    }

    /// What was staged tonight, on all drives.
    package var staged: FleetAmount { outcomes.map(\.staged).reduce(FleetAmount(), +) }
    /// What was deleted tonight, on all drives.
    package var deleted: FleetAmount { outcomes.map(\.deleted).reduce(FleetAmount(), +) }
    /// What the plans delete, on all drives.
    package var proposed: FleetAmount { outcomes.map(\.proposed).reduce(FleetAmount(), +) }
    /// How many items that are due wait for another day.
    package var deferred: Int64 { outcomes.reduce(0) { $0 + $1.deferred } }

    /// The command that takes back all that waits in the fleet.
    package var undo: Hint { .fleetUndo(file: fleet) }

    /// The night in a sentence or two, on which a person can act.
    package var summary: Phrase {
        if let end {
            return .fleetSumEnded(why: end.phrase ?? .runSumRules(command: .check))
        }
        var parts: [Phrase] = []
        if isHeld {
            parts.append(
                .fleetSumHeld(n: failed, total: total, share: "\(failedMax) %"))
        }
        if isPaused { parts.append(.fleetSumPaused(command: .fleetResume(file: fleet))) }
        if deleted.items > 0 {
            parts.append(.runSumDeleted(n: Int(clamping: deleted.items), size: deleted.bytes))
        }
        if isDryRun {
            let due = outcomes.map(\.due).reduce(FleetAmount(), +)
            parts.append(.runSumDry(n: Int(clamping: due.items)))
        }
        if staged.items > 0 {
            let drives = outcomes.count { $0.staged.items > 0 }
            parts.append(
                .fleetSumStaged(n: Int(clamping: staged.items), count: drives, command: undo))
        } else if proposed.items > 0, deleted.items == 0, deferred == 0 {
            parts.append(
                .runSumUnstaged(n: Int(clamping: proposed.items), size: proposed.bytes))
        }
        if deferred > 0 { parts.append(.fleetSumDeferred(n: Int(clamping: deferred))) }
        if failed > 0, !isHeld { parts.append(.fleetSumFailed(n: failed, total: total)) }
        if let goesOn {
            parts.append(.fleetSumHours(time: Moment(goesOn, timeZone, .wall)))
        } else if stopped != nil {
            parts.append(.runSumEnded(why: Phrase.executeStopped))
        }
        if let lost { parts.append(.runSumLost(why: lost.phrase ?? .fleetUnknown)) }
        if parts.isEmpty { parts.append(.fleetSumNothing(n: total)) }
        return .series(parts, separator: " ")
    }
}
