// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import RuleEngine
internal import Text
package import Wording
package import Workflow

/// What the staging of a wave came to.
package struct FleetStagedReport: Sendable {
    /// What became of one drive.
    struct Drive: Sendable {
        let drive: FleetDrive
        var staged = DriveStaged()
        var failure: Failure?
    }

    private let plan: String
    private let request: FleetStagingRequest
    private let fleet: String
    private let leftOut: [(name: String, why: FleetWaves.Why)]
    private let choice: [Phrase]
    private let driveCount: Int
    private let timeZone: RuleTimeZone
    /// The drives that had their turn.
    var results: [Drive] = []
    /// Where the wave has no drives: the next one that has some; nil: none has.
    var nextWave: Int?
    /// Whether rules across drives staged nothing.
    var leavesAcross = false
    /// Whether the wave does not count as staged, so that the next one has to wait.
    var isUnfinished = false
    /// What the cap of the wave had no room for.
    var leftByCap = FleetAmount()
    /// Whether that is all there is, so that nothing of the wave is staged.
    var lacksRoom = false
    /// How it ends where a signal, or working hours, stopped it.
    var stopped: Ending?
    /// When what is left goes on, where working hours stopped it.
    var goesOn: Timestamp?

    init(
        _ ground: FleetGround, _ plan: FleetPlan, _ request: FleetStagingRequest,
        _ waves: FleetWaves, _ drives: Int
    ) {
        self.plan = plan.id
        self.request = request
        fleet = ground.source.path
        timeZone = ground.timeZone
        leftOut = waves.leftOut
        choice = plan.job.choice.lines
        driveCount = drives
    }

    private var wave: Int { request.wave }

    /// Whether a wave of `plan` counts as staged when this became of its drives. What got no answer may be
    /// staged yet; and where nothing was as the plan saw it, the wave shows nothing of what comes after it.
    static func isWhole(_ results: [Drive], _ plan: String) -> Bool {
        var staged: Int64 = 0
        var unlike = 0
        for one in results {
            if one.failure != nil || !one.staged.unallowed.isEmpty { return false }
            if one.staged.left[.unanswered] ?? 0 > 0 { return false }
            staged += (one.staged.counts[plan]?.staged ?? 0) + Int64(one.staged.waiting)
            unlike += (one.staged.left[.changed] ?? 0) + (one.staged.left[.missing] ?? 0)
        }
        return staged > 0 || unlike == 0
    }

    /// How many drives or limits are named.
    private static let namedMax = 20

    /// What the command ends with: as the worst drive does, with 6 where items could not be looked at.
    package var ending: Ending {
        if let stopped, goesOn == nil { return stopped }
        var endings = results.compactMap(\.failure?.status)
        if let stopped { endings.append(stopped) }
        let unseen: [LeftOut] = [.missing, .unanswered]
        if results.contains(where: { one in unseen.contains { one.staged.left[$0] ?? 0 > 0 } }) {
            endings.append(.partial)
        }
        if results.contains(where: { !$0.staged.unallowed.isEmpty }) { endings.append(.refused) }
        return .worst(of: endings)
    }

    /// Whether nobody needs to hear of it.
    package var isAllWell: Bool {
        ending == .done && staged.items == 0 && driveCount > 0 && !isUnfinished
            && (left + cap + refusals).isEmpty
    }

    private var staged: FleetAmount { results.map(\.staged.staged).reduce(FleetAmount(), +) }

    /// The lines.
    package var lines: [Phrase] {
        if driveCount == 0 { return empty }
        var lines: [Phrase] =
            [.carryStageHead(n: driveCount, number: wave, name: plan)] + choice
        let amount = staged
        if amount.items > 0 {
            lines.append(
                .carryStageDone(
                    n: amount.items, size: amount.bytes,
                    count: results.count { $0.staged.staged.items > 0 }))
        } else {
            lines.append(.carryStageNothing)
        }
        if let first = results.compactMap(\.staged.firstDue).min() {
            lines.append(.carryStageFirst(time: Moment(first, timeZone)))
        }
        let waiting = results.reduce(0) { $0 + $1.staged.waiting }
        if waiting > 0 { lines.append(.carryStageWaiting(n: waiting)) }
        if stopped == .refused {
            lines.append(.fleetResumedAgain(command: .fleetResume(file: fleet)))
        }
        if let goesOn { lines.append(.fleetSumHours(time: Moment(goesOn, timeZone, .wall))) }
        lines += left + cap + refusals + unallowed + failures
        if leavesAcross { lines.append(.carryStageAcross) }
        if isUnfinished { lines.append(.carryStageUnfinished(number: wave)) }
        if amount.items > 0 { lines.append(next) }
        return lines
    }

    /// What deletes what was staged, and what takes it back.
    private var next: Phrase {
        let (execute, undo) = (Hint.fleetExecute(file: fleet), Hint.fleetUndo(file: fleet))
        let first = results.compactMap(\.staged.firstDue).min()
        // Where something is due there is no undo window to wait for.
        if let first, first <= SystemClock.now() {
            return .carryStageNextNow(command: execute, show: undo)
        }
        return .carryStageNext(command: execute, show: undo)
    }

    /// That the wave has no drives, and which one has.
    private var empty: [Phrase] {
        let line =
            nextWave.map { Phrase.carryStageEmpty(number: wave, name: plan, count: $0) }
            ?? .carryStageEmptyLast(number: wave, name: plan)
        return [line] + choice + refusals
    }

    private var left: [Phrase] {
        var sums: [LeftOut: Int] = [:]
        for one in results { sums.merge(one.staged.left) { $0 + $1 } }
        return LeftOut.allCases.compactMap { why in
            sums[why].map { .carryStageLeft(n: $0, why: why.phrase) }
        }
    }

    private var cap: [Phrase] {
        if leftByCap.items == 0 { return [] }
        let line = Phrase.carryStageCap(n: leftByCap.items, size: leftByCap.bytes)
        return lacksRoom ? [line, .carryStageCapSmall(number: wave)] : [line]
    }

    private var refusals: [Phrase] {
        let limits = leftOut.count { $0.why == .limits }
        let unknown = leftOut.count - limits
        var lines: [Phrase] = []
        if limits > 0 { lines.append(.carryStageLimits(n: limits)) }
        if unknown > 0 { lines.append(.carryStageUnknown(n: unknown)) }
        return lines
    }

    /// What somebody has to allow first, of all drives together.
    private var unallowed: [Phrase] {
        func all(
            _ amount: (Unallowed) -> FleetAmount,
            _ line: (_ all: FleetAmount, _ count: Int, _ names: String) -> Phrase
        ) -> Phrase? {
            let drives = results.filter { amount($0.staged.unallowed).items > 0 }
            if drives.isEmpty { return nil }
            let sum = drives.reduce(FleetAmount()) { $0 + amount($1.staged.unallowed) }
            return line(sum, drives.count, FleetOwners.text(drives.map(\.drive.name)))
        }
        // What is allowed is what was asked for, and no more of the wave.
        let again = Hint.fleetStageNoWindow(
            file: fleet, wave: wave, arguments: request.arguments)
        let lines = [
            all(\.noWindow) {
                .carryStageNoWindow(
                    n: $0.items, size: $0.bytes, count: $1, names: $2, command: again)
            },
            all(\.forGood) {
                .carryStagePermanent(n: $0.items, size: $0.bytes, count: $1, names: $2)
            },
        ]
        return lines.compactMap { $0 }
    }

    private var failures: [Phrase] {
        let failed = results.filter { $0.failure != nil }
        if failed.isEmpty { return [] }
        var lines: [Phrase] = [.carryStageFailed(n: failed.count)]
        for one in failed.prefix(Self.namedMax) {
            lines.append(
                .fleetLine(
                    name: VisibleText.escaped(one.drive.name),
                    text: one.failure?.phrase ?? .fleetUnknown))
        }
        if failed.count > Self.namedMax {
            lines.append(.lineMore(n: failed.count - Self.namedMax))
        }
        return lines
    }
}

extension LeftOut {
    /// Why, in words.
    var phrase: Phrase {
        switch self {
        case .changed: .carryLeftChanged
        case .gone: .carryLeftGone
        case .missing: .carryLeftMissing
        case .unanswered: .carryLeftUnanswered
        case .kept: .carryLeftKept
        case .reliedUpon: .carryLeftReliedUpon
        case .lastCopies: .carryLeftLastCopies
        case .generation: .carryLeftGeneration
        case .incomplete: .carryLeftIncomplete
        case .takenBack: .carryLeftTakenBack
        case .decided: .carryLeftDecided
        }
    }
}
