// SPDX-License-Identifier: Apache-2.0

internal import Reports
internal import RuleEngine
internal import Text
package import Wording
package import Workflow

/// What the execution of what is due in a fleet came to.
package struct FleetExecutedReport: Sendable {
    private let fleet: String
    /// The drives that had their turn.
    var results: [DriveTurn.Result] = []
    /// Drives on which something waits and that are no part of the inventory any more.
    var outside: [String] = []
    /// What was due when it began.
    var due = FleetAmount()
    /// What of the caps of the day is used.
    var used = FleetAmount()
    /// Why nothing more is deleted, if the fleet is paused.
    var pause: String?
    /// How it ends where a signal, or working hours, stopped it.
    var stopped: Ending?
    /// When what is left goes on, where working hours stopped it.
    var goesOn: Timestamp?
    private let timeZone: RuleTimeZone

    init(_ ground: FleetGround) {
        fleet = ground.source.path
        timeZone = ground.timeZone
    }

    /// How many drives are named.
    private static let namedMax = 20

    /// What was deleted, on all drives.
    var deleted: FleetAmount { results.map(\.deleted).reduce(FleetAmount(), +) }

    /// How many items that an earlier run was deleting were found to be gone.
    private var found: Int64 { results.reduce(0) { $0 + $1.found } }

    /// How what was ever staged stands on the drives that had their turn.
    var counts: DeedCounts { results.map(\.counts).reduce(DeedCounts(), +) }

    /// What the command ends with: as the worst drive does; 5 where the fleet is paused, 7 where the caps
    /// or working hours left something for another time.
    package var ending: Ending {
        if let stopped, goesOn == nil { return stopped }
        var endings = results.map(\.end)
        if let stopped { endings.append(stopped) }
        if pause != nil { endings.append(.refused) }
        return .worst(of: endings)
    }

    /// Whether nobody needs to hear of it: nothing is left that no drive of the inventory answers for, and nobody
    /// was killed.
    package var isAllWell: Bool {
        ending == .done && outside.isEmpty && !results.contains(where: \.hasSettled)
    }

    /// The lines.
    package var lines: [Phrase] {
        var lines: [Phrase] = []
        let amount = deleted
        if amount.items > 0 {
            lines.append(
                .carryExecDeleted(
                    n: amount.items, size: amount.bytes,
                    count: results.count { $0.deleted.items > 0 }))
        } else if due.items == 0 {
            lines.append(.carryExecNothing)
        } else if found == 0 {
            lines.append(.carryExecNone(n: due.items))
        } else if due.items > found {
            lines.append(.carryExecNoMore(n: due.items - found))
        }
        if found > 0 { lines.append(.carryExecFound(n: found)) }
        let settled = results.count(where: \.hasSettled)
        if settled > 0 { lines.append(.carryExecSettled(n: settled)) }
        let deferred = results.reduce(Int64(0)) { $0 + $1.deferred }
        if deferred > 0 { lines.append(.fleetSumDeferred(n: deferred)) }
        if let goesOn { lines.append(.fleetSumHours(time: Moment(goesOn, timeZone, .wall))) }
        lines += counts.refusals
        if let pause {
            lines.append(.fleetSumPaused(command: .fleetResume(file: fleet)))
            if !pause.isEmpty { lines.append(.carryPauseWhy(why: VisibleText.escaped(pause))) }
        }
        for one in results.filter({ !$0.sentences.isEmpty }).prefix(Self.namedMax) {
            lines.append(
                .fleetLine(
                    name: VisibleText.escaped(one.drive.name),
                    text: Phrase.series(one.sentences, separator: " ")))
        }
        let more = results.count { !$0.sentences.isEmpty } - Self.namedMax
        if more > 0 { lines.append(.lineMore(n: more)) }
        if !outside.isEmpty {
            lines.append(
                .fleetOutside(
                    n: outside.count,
                    names: Phrase.names(
                        outside.prefix(Self.namedMax).map { VisibleText.escaped($0) })))
        }
        lines.append(.fleetStatusUsed(n: used.items, size: used.bytes))
        return lines
    }
}
