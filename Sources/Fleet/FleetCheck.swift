// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Messages
internal import Reports
package import RuleEngine
internal import Text
package import Wording
package import Workflow
internal import YAMLBridge

/// What there is to say of a fleet with a source before all of it is read: whether anything in it is wrong,
/// what its rules cannot see, and what the plan that was made last would take.
package struct FleetCheck: Sendable {
    private let source: FleetSource
    /// What the fleet file is called by who asks.
    private let name: String
    private let rules: LoadedRules
    private let heads: FleetHeads
    private let readiness: FleetReadiness
    /// The plan that was made last, if there is one.
    private let plan: FleetPlan?
    /// What there is to say where there is none by these rules.
    private let prospect: FleetProspect?

    /// How many files of a dataset are sold at once (Microsoft Graph Data Connect, 2026), and for how many
    /// dollars.
    private static let filesPerPrice: Int64 = 50_000
    private static let price = 0.75

    /// Looks at all that `source` leads to, whose file was typed as `name`; says what is wrong, and throws
    /// where something is. `choice` says what is left out.
    package init(
        _ source: FleetSource, named name: String, _ choice: FleetChoice = FleetChoice()
    ) async throws(Failure) {
        self.source = source
        self.name = name
        rules = try source.rules()
        heads = try await FleetHeads(source, rules, choice)
        if let supply = heads.supply {
            RulesLoader.report(SupplyCheck.diagnostics(rules.file, told: supply), rules.sources)
        }
        readiness = try await FleetReadiness(source)
        readiness.warn()
        source.tenure.warn()
        let plans = FleetPlans(source.work)
        plan = plans.hasOne ? try plans.made() : nil
        prospect =
            plan?.job.rulesDigest == rules.digest ? nil : FleetProspect(source, rules)
    }

    /// Whether drives would be left out since their listing files are broken, which has been said.
    package var lacksBroken: Bool { heads.lacksBroken }

    /// The lines, as of `now`.
    package func lines(now: Timestamp) -> [Phrase] {
        let time = LocalTimeText(timeZone: .utc, now: now, words: Host.words)
        return [head(time)] + ages(time) + hashes + pull + planned(time) + hours(now)
            + readiness.lines
    }

    /// How much of what the service grants is taken when, where that is not always the same, and how much now.
    private func hours(_ now: Timestamp) -> [Phrase] {
        FleetPace(source.file, (try? rules.timeZone) ?? .machine).lines(at: now)
    }

    private func head(_ time: LocalTimeText) -> Phrase {
        let path = VisibleText.escaped(name)
        if let first = heads.listed.first, let last = heads.listed.last {
            return .fleetCheckedStates(
                n: heads.driveCount, path: path, count: heads.fileCount,
                when: time.phrase(first.at), later: time.phrase(last.at))
        }
        if let snapshot = heads.snapshot {
            return .fleetCheckedDataset(
                n: heads.driveCount, path: path,
                files: Phrase.fleetFilesDataset(n: heads.fileCount), when: time.phrase(snapshot))
        }
        return .fleetCheckedSource(
            n: heads.driveCount, path: path, files: Phrase.fleetFiles(n: heads.fileCount))
    }

    /// How many drives are named.
    private static let drivesMax = 20

    /// When each drive of states was listed, those first of which that is longest ago.
    private func ages(_ time: LocalTimeText) -> [Phrase] {
        let named = heads.listed.prefix(Self.drivesMax).map { name, instant in
            Phrase.fleetLine(name: VisibleText.escaped(name), text: time.phrase(instant))
        }
        let more = heads.listed.count - named.count
        return more > 0 ? named + [.lineAndMore(n: more)] : named
    }

    // MARK: Hashes

    /// Which drives have files that a rule across drives cannot compare.
    private var hashes: [Phrase] {
        let comparesContents = rules.file.rules.contains { rule in
            guard rule.isEnabled, case .duplicates(let selection)? = rule.selection else {
                return false
            }
            return selection.reach == .drives && selection.key == .content
        }
        let censuses = censuses
        let total = censuses.reduce(0) { $0 + $1.drives.count }
        if !comparesContents || total == 0 { return [] }
        let together = HashesTogether(censuses)
        guard let chosen = together.chosen else { return [.fleetCheckHashNone] }
        var lines: [Phrase] = [.fleetCheckHash(name: chosen.rawValue)]
        for lack in together.lacks {
            var line = Phrase.fleetCheckHashLack(
                n: lack.drives.count, name: lack.algorithm.rawValue, total: total,
                files: Phrase.fleetCheckFiles(n: lack.files))
            if lack.algorithm == chosen, !lack.drives.isEmpty {
                line = .series(
                    [line, .verbatim(FleetOwners.text(lack.drives))], separator: ": ")
            }
            lines.append(line)
        }
        return lines
    }

    /// What the drives have: as the snapshots of the plan tell it, else as far as the listing files were
    /// looked at.
    private var censuses: [PartCensus] {
        guard let plan else { return heads.censuses }
        var found: [PartCensus] = []
        for file in plan.job.files {
            guard let head = try? PartSnapshot(path: file.snapshot).head(),
                head.content == file.content, let census = head.told
            else { return heads.censuses }
            found.append(census.of(plan.job.choice.test))
        }
        return found
    }

    // MARK: Time and money

    /// What a full pull of a dataset costs.
    private var pull: [Phrase] {
        if !source.isDataset { return [] }
        // All items of a dataset are files.
        let files = plan.map { FleetTotals($0).files.items } ?? prospect?.imported.items ?? 0
        if files == 0 { return [.fleetCheckPrice(total: Self.filesPerPrice)] }
        let dollars = Double(files) / Double(Self.filesPerPrice) * Self.price
        return [
            .fleetCheckPriceOf(
                n: files, used: max(1, Int64(dollars.rounded(.up))), total: Self.filesPerPrice)
        ]
    }

    /// How old the plan is that was made last, and how long it takes to carry it out.
    private func planned(_ time: LocalTimeText) -> [Phrase] {
        guard let plan else { return prospect?.lines ?? [] }
        let made = time.phrase(plan.job.now)
        if plan.job.rulesDigest != rules.digest {
            return [.fleetCheckPlanOther(name: plan.id, when: made)] + (prospect?.lines ?? [])
        }
        return [.fleetCheckPlan(name: plan.id, when: made)]
            + FleetCurve(plan, rules, source.file).lines
    }
}
