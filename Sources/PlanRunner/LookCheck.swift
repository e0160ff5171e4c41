// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
internal import Messages
package import PhotoLooks
internal import RuleEngine
internal import StateLedger

/// Looks at a picture anew: what a drive has of it, which it closes, and its name. Nil where that could
/// not be done for reasons that are none of the picture's.
package typealias PictureRelook =
    @Sendable (_ picture: PictureMaterial, _ name: String) async -> PictureReport?

/// Whether items that a rule deletes by their looks still look like the one that stays.
///
/// That the rule may do so is asked once more, as everything else that the plan went by: a person may
/// have objected since. Where files lie on this machine, both are opened and looked at anew; what is
/// kept of looks is not believed then. What a person marked goes by what that person saw.
struct LookCheck {
    let runner: Runner
    let rules: RulesInForce
    let drives: ReadyDrives

    /// What the check has shown.
    struct Outcome: Sendable {
        /// May be deleted.
        var ready: [ReadyItem] = []
        /// Does not qualify any more.
        var cancelled: [(item: StagedItem, problem: String)] = []
        /// Looks like the one that stays no more.
        var ended: [(item: StagedItem, outcome: RecordedOutcome)] = []
        /// Could not be looked at now.
        var held: [(item: StagedItem, problem: String)] = []
    }

    private enum Finding {
        case alike
        case lapsed(String)
        case unlike(String)
        case unanswered(String)
    }

    /// What the state says of proofs.
    private struct Known {
        let groups: [String: Int64]
        let unlike: Set<UnlikePair>
        let identities: [String: [String: String]]
    }

    /// Checks `items`. Two pictures are looked at for each of those that go by their looks.
    func check(_ items: [ReadyItem]) async throws(RunnerError) -> Outcome {
        var result = Outcome()
        let asked = items.filter { Self.goesByLooks($0.item.order) }
        if asked.isEmpty {
            result.ready = items
            return result
        }
        let known = try await known(asked)
        var seen: [ItemAddress: Look] = [:]
        for item in items {
            guard Self.goesByLooks(item.item.order) else {
                result.ready.append(item)
                continue
            }
            switch try await finding(item, known, &seen) {
            case .alike: result.ready.append(item)
            case .lapsed(let why): result.cancelled.append((item.item, why))
            case .unlike(let why): result.ended.append((item.item, .changed(why)))
            case .unanswered(let why): result.held.append((item.item, why))
            }
        }
        return result
    }

    /// Whether it is a rule that deletes it, for what it looks like.
    private static func goesByLooks(_ order: StagingOrder) -> Bool {
        order.rule != nil && order.reason == Reason.similar.rawValue
    }

    private func known(_ items: [ReadyItem]) async throws(RunnerError) -> Known {
        let (groups, unlike) = try await runner.calling { ledger async throws(LedgerError) in
            (try await ledger.decidedGroups(), try await ledger.unlikePairs())
        }
        var identities: [String: [String: String]] = [:]
        for plan in Set(items.map(\.item.plan)) {
            identities[plan] = try await runner.driveIdentities(ofPlan: plan)
        }
        return Known(groups: groups, unlike: unlike, identities: identities)
    }

    private func finding(
        _ item: ReadyItem, _ known: Known, _ seen: inout [ItemAddress: Look]
    ) async throws(RunnerError) -> Finding {
        let order = item.item.order
        let id = order.rule ?? ""
        guard let rule = rules.file.rules.first(where: { $0.id == id }),
            rule.mayDeleteUnseen(rules.file.defaults)
        else {
            return .lapsed(String(clause: "rule '\(id)' deletes nothing by its looks any more"))
        }
        let decided = order.ruleDigest.flatMap { known.groups[$0] } ?? 0
        if decided < LookProof.groupsNeeded {
            return .lapsed(
                String(
                    clause: "rule '\(id)' is not proved any more: \(decided) of"
                        + " \(LookProof.groupsNeeded) groups in a row were decided as it would have"
                ))
        }
        let obligation = order.obligations.first { !$0.isUnit && $0.rule == id }
        guard let obligation, obligation.needed > 0, let leader = obligation.survivors.first else {
            return .lapsed(String(clause: "its plan does not say what it looks like"))
        }
        // What belongs to a picture goes with that, or not at all; it has no looks of its own.
        if let unit = order.unit,
            !unit.group.utf8.elementsEqual("\(order.item.drive):\(order.item.path)".utf8)
        {
            return .alike
        }
        let place = runner.place(
            of: leader, beside: item.item, known.identities[item.item.plan] ?? [:])
        if let one = PhotoKey(order.item, driveIdentity: order.driveIdentity),
            let other = PhotoKey(leader, driveIdentity: place.identity),
            let pair = UnlikePair(one, other), known.unlike.contains(pair)
        {
            return .lapsed(
                String(clause: "a person said that it does not show what '\(leader.path)' shows"))
        }
        let there: any DeletingDrive
        switch drives[place] {
        case .failure(let report): return .unanswered(report.message)
        case .success(let ready): there = ready.drive
        }
        let mine = try await look(
            at: item.order.item, RecordedPlace(order.item, order.driveIdentity), item.drive, &seen)
        let its = try await look(
            at: leader.values, RecordedPlace(leader, place.identity), there, &seen)
        return Self.compared(mine, its, leader.path)
    }

    // MARK: Looks

    /// What a look at one picture has shown.
    private enum Look {
        case seen(PhotoLook)
        case unreadable
        case gone
        case unanswered(String)
    }

    /// An item as a plan recorded it, with the identity of its drive.
    private struct RecordedPlace {
        let item: RecordedItem
        let identity: String

        init(_ item: RecordedItem, _ identity: String) {
            self.item = item
            self.identity = identity
        }
    }

    private static func compared(_ mine: Look, _ its: Look, _ path: String) -> Finding {
        switch (mine, its) {
        case (.unanswered(let why), _), (_, .unanswered(let why)): return .unanswered(why)
        case (.gone, _):
            return .unlike(String(clause: "it is not there as the plan saw it"))
        case (_, .gone):
            return .unlike(
                String(clause: "'\(path)', which was to stay, is not there as the plan saw it"))
        case (.unreadable, _), (_, .unreadable):
            return .unlike(
                String(clause: "it and '\(path)', which was to stay, cannot both be looked at"))
        case (.seen(let one), .seen(let other)):
            if one.detail >= PhotoLook.detailMin, other.detail >= PhotoLook.detailMin {
                if one.mark == other.mark, one.small == other.small { return .alike }
                let pair = PhotoPairSearch.pair(one, other, turns: true)
                if let pair, PhotoLevel.near.admits(pair) { return .alike }
            }
            return .unlike(String(clause: "it does not look like '\(path)', which was to stay"))
        }
    }

    private func look(
        at item: ItemValues, _ recorded: RecordedPlace, _ drive: any DeletingDrive,
        _ seen: inout [ItemAddress: Look]
    ) async throws(RunnerError) -> Look {
        let address = ItemAddress(recorded.item, driveIdentity: recorded.identity)
        if let look = seen[address] { return look }
        let look =
            drive.kind == .local
            ? await freshLook(at: item, drive) : try await keptLook(recorded)
        seen[address] = look
        return look
    }

    /// What the open file looks like now.
    private func freshLook(at item: ItemValues, _ drive: any DeletingDrive) async -> Look {
        guard let relook = runner.relook, let drive = drive as? any PicturingDrive else {
            return .unanswered(Self.noWorker)
        }
        do throws(DriveError) {
            guard let material = try await drive.picture(of: item, longestSide: Self.longestSide)
            else { return .gone }
            let name = item.path.split(separator: "/").last.map { String($0) } ?? ""
            guard let report = await relook(material, name) else {
                return .unanswered(Self.noWorker)
            }
            return report.look.map { .seen($0) } ?? .unreadable
        } catch {
            return .unanswered(error.message)
        }
    }

    /// What is kept of a content that a drive does not hand out; the drive has just said that it is the
    /// one that was looked at.
    private func keptLook(_ recorded: RecordedPlace) async throws(RunnerError) -> Look {
        guard let key = PhotoKey(recorded.item, driveIdentity: recorded.identity) else {
            return .unanswered(Self.notSeen)
        }
        return try await runner.calling { ledger async throws(LedgerError) -> Look in
            guard let kept = try await ledger.looks(at: [key])[key] else {
                return .unanswered(Self.notSeen)
            }
            guard var look = kept.report.look else { return .unreadable }
            guard let small = try await ledger.smalls(of: [kept.number])[kept.number] else {
                return .unanswered(Self.notSeen)
            }
            look.small = small
            return .seen(look)
        }
    }

    /// What a drive that makes pictures itself is asked for.
    private static let longestSide = 256

    private static let noWorker = String(
        clause: "the pictures cannot be looked at anew: the program that does so does not start")
    private static let notSeen = String(clause: "nobody has looked at the pictures as they are now")
}

extension ExecutionPass {
    /// Drops items that go by their looks and do not look like what stays any more.
    mutating func checkLooks(_ look: inout ItemLook.Outcome) async throws(RunnerError) {
        let result = try await LookCheck(runner: runner, rules: rules, drives: drives)
            .check(look.ready)
        look.ready = result.ready
        var settled = ItemLook.Outcome()
        settled.cancelled = result.cancelled
        settled.ended = result.ended
        settled.held = result.held
        try await settle(settled)
    }
}
