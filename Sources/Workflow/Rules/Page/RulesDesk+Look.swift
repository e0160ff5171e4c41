// SPDX-License-Identifier: Apache-2.0

internal import ReviewUI
internal import RuleEditing
internal import RuleEngine
internal import StateLedger

extension RulesDesk {
    /// The rules as they are now, over the last listing; what was found out last where nothing changed
    /// since, and no more than a minute has passed.
    func look() async throws(RulesPageError) -> RulesStanding {
        let file = try Self.told { () throws(Failure) in
            try (standing?.rules.file ?? start).readAgain()
        }
        let digest = file.digest
        let now = SystemClock.now()
        let key = "\(revision()) \(digest) \(now.secondsSinceEpoch / 60)"
        if let standing, standing.key == key { return standing.rules }
        let rules = RulesStanding(
            file: file, digest: digest, verdicts: await verdicts(of: file, now))
        standing = (key, rules)
        return rules
    }

    private func verdicts(
        of file: EditedRulesFile, _ now: Timestamp
    ) async -> RulesStanding.Verdicts? {
        guard let loaded = file.loaded(), let session = opened(),
            let items = await RulesComparison.catalog(session, loaded)
        else { return nil }
        return try? await Self.verdicts(of: loaded, over: items, now, session)
    }

    private static func verdicts(
        of rules: LoadedRules, over items: LoadedItems, _ now: Timestamp, _ session: StateSession
    ) async throws(Failure) -> RulesStanding.Verdicts {
        let made = try await PlanMaker(rules: rules, now: now, isQuiet: true, state: session)
            .verdicts(over: items)
        return RulesStanding.Verdicts(items, made.plan, needsContents: made.needsContents)
    }

    /// The state, once there is one.
    private func opened() -> StateSession? {
        if session == nil, state.exists { session = try? StateSession.existing(state) }
        return session
    }

    /// What `edited` comes to over the listing that `rules` were held against; nil where there is none.
    func effect(
        of edited: EditedRules, on rules: RulesStanding
    ) async throws(RulesPageError) -> (comparison: RulesComparison, after: RulesStanding.Verdicts)?
    {
        guard let before = rules.verdicts, let session = opened() else { return nil }
        do throws(Failure) {
            let loaded = try RulesLoader.loaded(edited.decoded, rules.file.path)
            let after = try await Self.verdicts(
                of: loaded, over: before.items, before.plan.input.now, session)
            return (RulesComparison(before.plan, after.plan, before, after), after)
        } catch {
            throw RulesPageError(error)
        }
    }
}

extension RulesComparison {
    /// What changes between two sets of verdicts over the same items.
    fileprivate init(
        _ old: Plan, _ new: Plan, _ before: RulesStanding.Verdicts, _ after: RulesStanding.Verdicts
    ) {
        self.init(
            before: old, after: new,
            rows: new.orderedRows { old.verdict($0) != new.verdict($0) },
            needsContents: before.needsContents || after.needsContents)
    }
}
