// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import Reports
package import ReviewUI
internal import RuleEngine
internal import StateLedger
internal import Text
internal import Wording

extension ReviewWiring {
    /// What the page shows and does besides the review itself.
    package func pageServices(_ pictures: ReviewPictures) -> PageServices {
        var services = PageServices()
        services.version = Version.text
        services.canPicture = { pictures.canPicture($0) }
        services.picture = { item, side in await pictures.page(item, longestSide: side) }
        services.drives = { await driveNames() }
        services.stagePreview = { () async throws(ReviewError) in
            try await calling { () async throws(Failure) in try await preview() }
        }
        services.stage = { count async throws(ReviewError) in
            try await calling { () async throws(Failure) in try await stage(count) }
        }
        services.cancel = { () async throws(ReviewError) in
            try await calling { () async throws(Failure) in try await takeBackAll() }
        }
        services.about = { about() }
        let streaks = StreakCache()
        services.streak = {
            await streaks.current { (try? await report(7)).map { Int64($0.streak.current) } ?? 0 }
        }
        services.stats = { days async throws(ReviewError) in
            try await calling { () async throws(Failure) in
                Array(StatsDocument.text(try await report(days)).utf8)
            }
        }
        services.chart = { days, isNarrow, words async throws(ReviewError) in
            try await calling { () async throws(Failure) in
                Array(
                    StatsChart(try await report(days), words: StatsWords(words))
                        .page(isNarrow: isNarrow).utf8)
            }
        }
        services.share = { days, words async throws(ReviewError) in
            try await calling { () async throws(Failure) in
                Array(StatsChart(try await report(days), words: StatsWords(words)).share().utf8)
            }
        }
        services.export = { () async throws(ReviewError) in try await export() }
        services.tiers = { words async throws(ReviewError) in
            try await calling { () async throws(Failure) in
                let rules = try? await current.now().rules.file
                let report = try await TierReport.make(session, rules, timeZone)
                return report.page(words).bytes()
            }
        }
        services.redeem = { request async throws(ReviewError) in
            try await calling { () async throws(Failure) in
                try await TierCode.redeem(
                    request, of: request.issuer ?? rules.file.policyIssuer, session, timeZone)
            }
        }
        services.settings = { () async throws(ReviewError) in
            try await asking { ledger async throws(LedgerError) in
                Array((try await ledger.setting(Self.pageSettings) ?? "{}").utf8)
            }
        }
        services.saveSettings = { bytes async throws(ReviewError) in
            try await asking { ledger async throws(LedgerError) in
                try await ledger.store(
                    String(decoding: bytes, as: UTF8.self), setting: Self.pageSettings)
            }
        }
        addOffers(to: &services)
        return services
    }

    private func report(_ days: Int) async throws(Failure) -> StatsReport {
        try await StatsReport.made(session, timeZone, days: days)
    }

    private static let pageSettings = "review-page"

    // MARK: Staging

    private func proposal() async throws(Failure) -> StagingProposal {
        try await FleetMark.refuse(.stage, in: session)
        guard
            let record = try await session.asking({ ledger async throws(LedgerError) in
                try await ledger.newestPlan()
            })
        else { throw Failure(.refused, .refuseNoPlanYet(command: .plan)) }
        let (rules, inForce) = try await current.now()
        try RulesTests.demandPassing(rules)
        let proposal = try await session.running { () async throws(RunnerError) in
            try await runner.proposal(record, rules: inForce, consent: StagingConsent())
        }
        try DriveKinds.refuseReadOnlyDrives(proposal)
        return proposal
    }

    private func preview() async throws(Failure) -> StagePreview {
        var preview = StagePreview()
        let items = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.stagedItems(states: Set(ItemState.allCases.filter(\.canBeUndone)))
        }
        let waiting = items
        preview.waiting = StageShare(
            rule: "", items: Int64(waiting.count),
            bytes: waiting.reduce(0) { $0 &+ ($1.order.item.size ?? 0) })
        preview.nextDue = waiting.map(\.opens).min()
        let newest = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.newestPlan()
        }
        preview.startedAt = newest?.usedAt
        if preview.startedAt != nil { return preview }
        do throws(Failure) {
            let proposal = try await proposal()
            preview.items = Int64(proposal.orders.count)
            preview.bytes = proposal.bytes
            preview.firstDue = proposal.firstDue
            var shares: [String: (items: Int64, bytes: Int64)] = [:]
            var ways = WaysBack()
            for order in proposal.orders {
                let share = shares[order.rule ?? ""] ?? (0, 0)
                shares[order.rule ?? ""] = (
                    share.items + 1, share.bytes &+ (order.item.size ?? 0)
                )
                ways.add(
                    drive: order.item.drive,
                    method: DeletionMethod(rawValue: order.method) ?? .permanent)
            }
            preview.rules = shares.sorted { $0.value.bytes > $1.value.bytes }.map {
                StageShare(rule: $0.key, items: $0.value.items, bytes: $0.value.bytes)
            }
            let drives = await openDrives()
            preview.waysBack = ways.lines { name, method in drives[name]?.reversal(of: method) }
        } catch {
            preview.refusals = [error.phrase ?? .refuseStageNow]
        }
        return preview
    }

    private func openDrives() async -> [String: any DeletingDrive] {
        let known = (try? await session.ledger.drives()) ?? []
        let opening = session.opening(rules)
        var drives: [String: any DeletingDrive] = [:]
        for drive in known { drives[drive.name] = try? await opening.drive(drive) }
        return drives
    }

    private func stage(_ count: Int64) async throws(Failure) -> StageResult {
        let proposal = try await proposal()
        guard proposal.orders.count == count else { throw Failure(.usage) }
        let outcome = try await session.running { () async throws(RunnerError) in
            try await runner.stage(proposal)
        }
        return StageResult(
            staged: Int64(outcome.staged), skipped: Int64(outcome.skipped),
            firstDue: proposal.firstDue, lastDue: proposal.lastDue)
    }

    private func takeBackAll() async throws(Failure) -> Int64 {
        let outcome = try await session.asking { ledger async throws(LedgerError) in
            try await ledger.undo(.all, actor: "person", at: SystemClock.now())
        }
        return Int64(outcome.undone.count)
    }

    // MARK: Words

    /// The drives as people know them.
    func driveNames() async -> [String] {
        let drives = (try? await session.ledger.drives()) ?? []
        return drives.map { drive in
            let account = drive.settings["account"]
            let place = drive.kind == DriveKind.local.rawValue ? drive.settings["root"] : account
            return place.map { "\(drive.name) (\($0))" } ?? "\(drive.name) (\(drive.kind))"
        }
    }

    private func about() -> PageAbout {
        var about = PageAbout()
        about.stateFile = session.file.path
        about.cacheFolder = ReviewPictures.folder
        about.rules = rules.absolutePath
        about.exportCommand = Host.words.command(.export)
        about.forgetCommand = Host.words.command(.forget)
        return about
    }

    private func export() async throws(ReviewError) -> PageExport {
        let pieces: [String]
        do {
            pieces = try await session.ledger.exportedPieces()
        } catch {
            throw ReviewError(.failed, .refuseStateUnreadable)
        }
        let rest = PieceQueue(pieces)
        return PageExport(fileName: "cleanrules.json", mediaType: "application/json") {
            await rest.next()
        }
    }

    // MARK: Errors

    private func asking<Value: Sendable>(
        _ body: (Ledger) async throws(LedgerError) -> Value
    ) async throws(ReviewError) -> Value {
        do throws(LedgerError) {
            return try await body(session.ledger)
        } catch {
            throw ReviewError(error)
        }
    }

    private func calling<Value: Sendable>(
        _ body: () async throws(Failure) -> Value
    ) async throws(ReviewError) -> Value {
        do throws(Failure) {
            return try await body()
        } catch {
            let kind: ReviewError.Kind =
                switch error.status {
                case .usage: .wrongCount
                case .locked: .busy
                case .refused: .refused
                default: .failed
                }
            throw ReviewError(kind, error.phrase ?? .refuseCountChanged)
        }
    }
}

/// Remembers a streak for a while: it changes once a day, and is counted from all there ever was.
private actor StreakCache {
    private var known: (days: Int64, until: ContinuousClock.Instant)?

    func current(_ count: @Sendable () async -> Int64) async -> Int64 {
        if let known, known.until > .now { return known.days }
        let days = await count()
        // As long as there is none, the first decision of today may begin one at any moment.
        known = (days, .now + .seconds(days == 0 ? 5 : 60))
        return days
    }
}

/// Hands out pieces one after another, some kilobytes at once.
private actor PieceQueue {
    private var pieces: ArraySlice<String>

    init(_ pieces: [String]) { self.pieces = pieces[...] }

    func next() -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < 32 * 1024, let piece = pieces.popFirst() { bytes += piece.utf8 }
        return bytes.isEmpty ? nil : bytes
    }
}
