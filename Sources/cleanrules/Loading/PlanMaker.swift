// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import RuleEngine

/// Everything that a plan is made over: the items and the drives that hold them.
struct LoadedItems {
    /// All items of all drives in scope.
    let listing: Listing
    /// The drives that can be read, by name.
    let drives: [String: any Drive]
    /// The identity of each drive by name.
    let identities: [String: String]
}

/// Brings rules and items together and makes a plan.
struct PlanMaker {
    let rules: LoadedRules
    let now: Timestamp
    let isQuiet: Bool

    /// The plan over `items`, with the content of files compared where a rule needs it.
    func plan(over items: LoadedItems) async throws(Failure) -> PlanHeader {
        let findings = SupplyCheck.diagnostics(rules.file, drives: items.listing.drives)
        RulesLoader.report(findings, rules.sources)
        if findings.contains(where: { $0.severity == .error }) { throw Failure(.invalidRules) }
        let input = PlanInput(
            listing: items.listing, ruleFile: rules.file, now: now, timeZone: try rules.timeZone)
        let planner = Planner(input)
        let evidence = try await evidence(planner.contentRequest(), items)
        let plan = planner.plan(evidence: evidence)
        let totals = PlanTotals(plan)
        return PlanHeader(
            plan: plan, totals: totals, limits: LimitOutcome.outcomes(plan, totals),
            rulesDigest: rules.digest, rulesName: rules.name, identities: items.identities,
            warnings: rules.warnings + findings)
    }

    private func evidence(
        _ request: ContentRequest, _ items: LoadedItems
    ) async throws(Failure) -> ContentEvidence {
        var evidence = ContentEvidence()
        if request.isEmpty { return evidence }
        let listing = items.listing
        let classes = ContentClasses(rowCount: listing.count)
        for (name, drive) in items.drives.sorted(by: { $0.key < $1.key }) {
            let groups = request.comparisons.filter { $0.first.map(listing.driveName) == name }
            if !groups.isEmpty {
                let progress = Progress("Comparing files on '\(name)'", isQuiet: isQuiet)
                let found = try await calling(progress) { report async throws(DriveError) in
                    try await drive.contentClasses(of: groups, in: listing, progress: report)
                }
                warn(found.problems, "could not be compared and stay")
                for group in groups {
                    // Classes count within one drive: numbers of different drives may meet.
                    for row in group { classes[row] = found.classes[row] }
                }
            }
            for (algorithm, rows) in request.hashes {
                let own = rows.filter { listing.driveName($0) == name }
                if own.isEmpty { continue }
                let progress = Progress("Hashing files on '\(name)'", isQuiet: isQuiet)
                let found = try await calling(progress) { report async throws(DriveError) in
                    try await drive.contentHashes(
                        of: own, algorithms: [algorithm], in: listing, progress: report)
                }
                warn(found.problems, "could not be hashed and stay")
                for (index, row) in own.enumerated() {
                    evidence.hashes[algorithm, default: [:]][row] = found.text(
                        algorithm, at: index)
                }
            }
        }
        evidence.classes = classes
        return evidence
    }

    private func calling<Value>(
        _ progress: Progress,
        _ call: (@escaping DriveProgressHandler) async throws(DriveError) -> Value
    ) async throws(Failure) -> Value {
        defer { progress.finish() }
        do throws(DriveError) {
            return try await call { progress.show(items: $0.items, bytes: $0.bytes) }
        } catch {
            throw Failure(error)
        }
    }

    private func warn(_ problems: DriveProblems, _ what: String) {
        for problem in problems.kept.prefix(10) {
            Console.note(
                "warning: '\(VisibleText.escaped(problem.path))': \(problem.reason)")
        }
        if problems.count > 0 { Console.note("warning: \(problems.count) files \(what)") }
    }
}

extension Failure {
    /// A drive's error in one sentence.
    init(_ error: DriveError) {
        if error.underlying is ListingFileError {
            self.init(.failed, "\(VisibleText.escaped(error.message)); no plan is made")
            return
        }
        let item = error.item.map { " '\(VisibleText.escaped($0))'" } ?? ""
        self.init(.failed, "cannot \(error.operation.rawValue)\(item): \(error.message)")
    }
}
