// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import RuleEngine
internal import StateLedger
internal import Wording

extension Runner {
    /// How long an item stays in quarantine before an execution removes it for good, in seconds:
    /// 30 days.
    package static let quarantineSeconds: Int64 = 30 * 86_400

    /// Removes for good what has been in quarantine long enough, and reports it.
    ///
    /// What a protection of the rules in force covers, or a person keeps by now, stays, whatever
    /// its age; so does what was edited there.
    func purge(
        rules: RulesInForce, options: ExecutionOptions, _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        let now = clock()
        let hasLeapt = try await clockHasLeapt(now)
        let old = try await calling { ledger async throws(LedgerError) in
            try await ledger.quarantinedItems(
                deletedBefore: Timestamp(
                    secondsSinceEpoch: now.secondsSinceEpoch - Runner.quarantineSeconds)
            )
            .filter { options.scope?.coversPurge(of: $0) ?? true }
        }
        if old.isEmpty { return }
        if hasLeapt {
            report.leftInQuarantine += old.map { ($0, Self.leapText) }
            return
        }
        let wishes = try await PersonalWishes(self)
        let drives = try await drivesToDeleteOn(old, options)
        let objections = try await wishes.objections(to: old.map(\.order))
        let wanted = zip(old, objections).filter { $1 == nil && hasPlace($0) }.map(\.0)
        let free = try await unprotected(wanted, drives, rules, &report)
        // A drive that is away is tried again; one that a person has to see to is worth a word.
        report.leftInQuarantine += free.compactMap { item in
            guard case .failure(let problem) = drives.drive(of: item), problem.needsPerson else {
                return nil
            }
            return (item, problem.message)
        }
        for batch in batches(free, drives) {
            if try await isStopped(options) { break }
            try await purge(batch.items, on: batch.drive, options, &report)
        }
    }

    /// How long the clock may have gone on since the last look at the quarantine without being in
    /// doubt, in seconds: 45 days.
    static let leapSeconds: Int64 = 45 * 86_400
    /// When somebody looked at the quarantine last.
    private static let lastVisitSetting = "quarantine-look"

    private static var leapText: String {
        String(
            clause: "by the clock its 30 days are over, but nothing has run for over 45 days, or"
                + " the clock is wrong; where it is right, the next execution removes it")
    }

    /// Whether the clock says that so much time has passed since the last look that it may be ahead:
    /// one wrong night must not take what a person counts on for 30 days. Notes that somebody looks.
    private func clockHasLeapt(_ now: Timestamp) async throws(RunnerError) -> Bool {
        try await calling { ledger async throws(LedgerError) in
            if try await ledger.quarantinedItems(deletedBefore: now).isEmpty { return false }
            let text = try await ledger.setting(Self.lastVisitSetting)
            try await ledger.store(String(now.secondsSinceEpoch), setting: Self.lastVisitSetting)
            guard let last = text.flatMap({ Int64($0) }) else { return false }
            return now.secondsSinceEpoch - last > Self.leapSeconds
        }
    }

    /// Whether it is known where in quarantine `item` was put. An item that was gone when somebody
    /// asked after a crash may be back since, and be put there by another deletion, from which its
    /// days are counted.
    private func hasPlace(_ item: StagedItem) -> Bool {
        DeletionReceipt(text: item.receipt)?.token != nil
    }

    /// An item in quarantine, as its plan recorded it and as the rules have its drive now.
    private struct QuarantinePlace {
        let item: StagedItem
        let now: ItemValues
        let before: ItemValues
        /// The name and the identity that its drive had.
        let drive: String
        let identity: String
    }

    /// Where each of `all` lies; what no drive of the rules holds is not theirs to remove.
    ///
    /// Not inlined: within the function that waits for the state, the optimiser of Swift 6.3 lets go
    /// of a recorded item twice.
    @inline(never)
    private static func places(_ all: [StagedItem], _ drives: ReadyDrives) -> [QuarantinePlace] {
        all.compactMap { item in
            let before = item.order.item.values
            guard let now = drives.seated(before, of: item) else { return nil }
            return QuarantinePlace(
                item: item, now: now, before: before, drive: item.order.item.drive,
                identity: item.order.driveIdentity)
        }
    }

    /// Those of `items` that no protection covers, judged by what the plan recorded of them:
    /// what is not recorded is unknown, and unknown protects. What cannot be judged is reported.
    private func unprotected(
        _ all: [StagedItem], _ drives: ReadyDrives, _ rules: RulesInForce,
        _ report: inout ExecutionReport
    ) async throws(RunnerError) -> [StagedItem] {
        let places = Self.places(all, drives)
        if places.isEmpty { return [] }
        let items = places.map(\.item)
        let seated = places.map(\.now)
        // Folders of this machine have no albums; what others had is not recorded.
        let (recorded, recordedHere) = places.reduce(into: (Set<String>(), Set<String>())) {
            if DriveIdentityText($1.identity).localRoot != nil { return }
            $0.0.insert($1.drive)
            if let here = $1.now.drive { $0.1.insert(here) }
        }
        func listed(_ names: [String], _ recorded: Set<String>) -> [ListedDrive] {
            Set(names).sorted().map { name in
                var drive = ListedDrive(name: name, kind: .local)
                drive.isRecorded = recorded.contains(name)
                return drive
            }
        }
        let here = listed(seated.compactMap(\.drive), recordedHere)
        let looks = try await looks(at: places.map { ($0.before, $0.identity) })
        let standings = try rules.standings(of: seated, looks: looks, drives: here, now: clock())
        let findings = try await ProtectionCheck(runner: self, rules: rules).findings(
            of: places.indices.map { place in
                ProtectionCheck.Planned(
                    plan: items[place].plan, now: seated[place], before: places[place].before,
                    look: looks[place])
            }, drives: (now: here, before: listed(places.map(\.drive), recorded)))
        var free: [StagedItem] = []
        for (item, (standing, finding)) in zip(items, zip(standings, findings)) {
            switch finding {
            case .free where !standing.isJudged:
                report.leftInQuarantine.append((item, Standing.unjudgedText))
            case .free: if !standing.isProtected { free.append(item) }
            case .protected: break
            case .unknown(let why):
                report.leftInQuarantine.append(
                    (
                        item,
                        String(clause: "\(why), or bring the item back with 'cleanrules restore'")
                    ))
            }
        }
        return free
    }

    private func purge(
        _ items: [StagedItem], on drive: any DeletingDrive, _ options: ExecutionOptions,
        _ report: inout ExecutionReport
    ) async throws(RunnerError) {
        let orders = items.map { item in
            RestoreOrder(
                item: item.order.item.values, receipt: DeletionReceipt(text: item.receipt))
        }
        var done: [Int64] = []
        do throws(DriveError) {
            let answers = try await drive.purge(orders, shouldStop: options.shouldStop)
            for (item, answer) in zip(items, answers) {
                switch answer {
                case .purged: done.append(item.number)
                case .failed(let why): report.leftInQuarantine.append((item, why))
                case .notAttempted: break
                }
            }
        } catch {
            report.leftInQuarantine += items.map { ($0, error.message) }
            return
        }
        let (now, purged, actor) = (clock(), done, actor)
        if purged.isEmpty { return }
        do throws(RunnerError) {
            try await calling { ledger async throws(LedgerError) in
                try await ledger.finishPurge(purged, actor: actor, at: now)
            }
        } catch {
            throw error.unrecorded(purged.count, .stageWordRemoved)
        }
        report.purgedCount += purged.count
    }
}
