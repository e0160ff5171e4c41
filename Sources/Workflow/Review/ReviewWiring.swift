// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PlanRunner
internal import Plans
package import ReviewUI
package import RuleEngine
internal import StateLedger
internal import Wording

/// Brings a review together with the state, the rules and the drives.
package struct ReviewWiring: Sendable {
    /// The state that the review is about.
    package let session: StateSession
    /// The rules at the start, which say what does not change within a review.
    package let rules: LoadedRules
    let current: CurrentRules
    /// The zone of the days of the rules.
    package let timeZone: RuleTimeZone
    let runner: Runner
    let catalog: ReviewCatalog

    /// The parts over that state and these rules.
    package init(session: StateSession, rules: LoadedRules) throws(Failure) {
        self.session = session
        self.rules = rules
        current = CurrentRules(path: rules.name, files: RulesFiles(rules))
        timeZone = try rules.timeZone
        runner = session.runner(rules, actor: "person")
        catalog = ReviewCatalog(session: session, rules: rules)
    }

    /// What a review shows, and asks.
    package var source: ReviewSource {
        let (ledger, catalog, current, runner) = (session.ledger, catalog, current, runner)
        return ReviewSource(
            timeZone: timeZone, noticeSeconds: Double(rules.file.review.undoNoticeSeconds),
            clock: { SystemClock.now() },
            plan: { () async throws(ReviewError) in try await Self.newestPlan(ledger) },
            details: { entry in
                guard let record = try? await ledger.newestPlan() else { return ReviewDetails() }
                return await catalog.details(entry, record)
            },
            members: { card in
                guard let record = try? await ledger.newestPlan() else { return [] }
                return await catalog.members(card, record)
            },
            protected: { entries async throws(ReviewError) in
                try await Self.protected(
                    entries, runner, catalog, try await Self.inForce(current))
            },
            fates: { queries async throws(ReviewError) in
                try await Self.fates(queries, runner, catalog, try await Self.inForce(current))
            },
            terms: { instant async throws(ReviewError) in
                let inForce = try await Self.inForce(current)
                do throws(RunnerError) {
                    return try await runner.quotaTerms(inForce, at: instant)
                } catch {
                    throw ReviewError(.failed, error.phrase)
                }
            },
            warnAtPercent: {
                (try? await current.now())?.rules.file.quota.warnAtPercent
                    ?? Quota().warnAtPercent
            })
    }

    private static func inForce(
        _ current: CurrentRules
    ) async throws(ReviewError) -> RulesInForce {
        do throws(Failure) {
            return try await current.now().inForce
        } catch {
            throw ReviewError(.refused, error.phrase ?? .refuseRulesBroken)
        }
    }

    private static func newestPlan(
        _ ledger: Ledger
    ) async throws(ReviewError) -> ReviewPlan? {
        do throws(LedgerError) {
            guard let record = try await ledger.newestPlan() else { return nil }
            guard let kept = try await ledger.record(ofPlan: record.id) else {
                throw LedgerError(
                    .failed,
                    Message(
                        "the entries of plan \(record.id) are not kept any more; make a new plan"))
            }
            return ReviewPlan(
                record: record, items: items(of: record, kept),
                looks: kept.head.looks.map {
                    ReviewLooks(eligible: $0.eligible, looked: $0.looked)
                })
        } catch {
            throw ReviewError(error)
        }
    }

    private static func items(
        of plan: LedgerPlan, _ record: PlanRecord
    ) -> [ReviewItem] {
        record.entries.compactMap { entry in
            guard let verdict = Verdict(rawValue: entry.verdict), verdict != .keep,
                let reason = Reason(rawValue: entry.reason),
                let identity = plan.driveIdentities[entry.drive]
            else { return nil }
            let kind = entry.kind.flatMap { GroupKind(rawValue: $0) }
            var item = ReviewItem(
                ReviewedItem(
                    item: entry.item, driveIdentity: identity, rule: entry.rule,
                    ruleDigest: entry.rule_digest), verdict: verdict, reason: reason,
                group: kind == nil ? nil : entry.group, kind: kind ?? .duplicates,
                likeness: entry.like.map {
                    Likeness(
                        drive: $0.drive, id: $0.id, marks: $0.marks, correlation: $0.correlation)
                },
                needed: entry.needed ?? 0, survivors: (entry.survivors ?? []).map(\.item))
            item.companionOf = entry.companion_of.map { ItemReference(drive: $0.drive, id: $0.id) }
            return item
        }
    }

    /// Which of `entries` a protection covers: of the rules in force, or of those of the plan.
    private static func protected(
        _ entries: [ReviewItem], _ runner: Runner, _ catalog: ReviewCatalog, _ rules: RulesInForce
    ) async throws(ReviewError) -> Set<Int> {
        let record = try await record(runner.ledger)
        return try await protected(await catalog.values(entries, record), record, runner, rules)
    }

    /// Why the plan asks nobody about the items of `queries`.
    private static func fates(
        _ queries: [ReviewQuery], _ runner: Runner, _ catalog: ReviewCatalog, _ rules: RulesInForce
    ) async throws(ReviewError) -> [ReviewFate] {
        let record = try await record(runner.ledger)
        let kept = await catalog.kept(queries, record)
        let known = kept.indices.filter { kept[$0] != nil }
        let covered = try await protected(
            known.compactMap { kept[$0]?.values }, record, runner, rules)
        let protected = Set(covered.map { known[$0] })
        return kept.indices.map { index in
            guard let (_, reason, sentence) = kept[index] else { return .unknown }
            return protected.contains(index) || reason == .protected
                ? .protected(sentence) : .kept(sentence)
        }
    }

    private static func record(_ ledger: Ledger) async throws(ReviewError) -> LedgerPlan {
        guard let record = try? await ledger.newestPlan() else {
            throw ReviewError(.failed, .refuseStateUnreadable)
        }
        return record
    }

    private static func protected(
        _ values: [ItemValues], _ record: LedgerPlan, _ runner: Runner, _ rules: RulesInForce
    ) async throws(ReviewError) -> Set<Int> {
        do throws(RunnerError) {
            return try await runner.protected(values, of: record, rules: rules)
        } catch {
            throw ReviewError(error.kind == .refused ? .refused : .failed, error.phrase)
        }
    }
}
