// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PhotoLooks
package import RuleEngine
package import StateLedger
internal import Wording

/// Reads the rules file at a path that a plan recorded, as it is now.
///
/// Throws where the file cannot be read or is wrong: nobody knows what it protects then.
package typealias RulesReader = @Sendable (String) async throws(RunnerError) -> RulesInForce

/// What the protections say of items, besides those of the rules in force as a step began: those of
/// the rules file by which each item was planned, and those that were written meanwhile.
///
/// The files are read anew with each call. To edit, rename or break one lifts no protection.
struct ProtectionCheck {
    let runner: Runner
    let rules: RulesInForce

    /// What is known of an item.
    enum Finding: Sendable, Hashable {
        /// No protection covers it.
        case free
        /// A protection covers it; which one, in one clause.
        case protected(String)
        /// A file that has a say cannot be asked; which one and why, in one clause.
        case unknown(String)
    }

    /// An item of a plan, under the names that its drive has.
    struct Planned: Sendable {
        /// The plan.
        let plan: String
        /// The item as the rules in force see it.
        let now: ItemValues
        /// The same on the drive as it was called when the plan was made: other rules may know it
        /// by that name.
        let before: ItemValues
        /// What looking at its picture brought; nil where nobody looked.
        let look: PictureReport?
    }

    /// The drives as the rules in force call them, and as they were called by the plans.
    typealias NamedDrives = (now: [ListedDrive], before: [ListedDrive])

    /// The finding for each of `items`, in their order. O(items × rules), for each file.
    func findings(
        of items: [Planned], drives: NamedDrives
    ) async throws(RunnerError) -> [Finding] {
        var findings = [Finding](repeating: .free, count: items.count)
        if items.isEmpty { return findings }
        try await judge(
            rules.path, Array(items.indices), String(clause: "the rules in force"), items, drives,
            &findings)
        for (path, places) in try await placesByPath(items) where path != rules.path {
            try await judge(
                path, places, String(clause: "the rules that it was planned by"), items, drives,
                &findings)
        }
        return findings
    }

    /// Where the rules of the plans of `items` were read from, with the places of their items.
    private func placesByPath(
        _ items: [Planned]
    ) async throws(RunnerError) -> [(path: String, places: [Int])] {
        var paths: [String: String] = [:]
        for id in Set(items.map(\.plan)) {
            let plan = try await runner.calling { ledger async throws(LedgerError) in
                try await ledger.plan(id)
            }
            guard let plan else {
                throw RunnerError(
                    .failed, Message("the state file does not know plan \(id) any more"))
            }
            paths[id] = plan.rulesPath
        }
        let places = Dictionary(grouping: items.indices) { paths[items[$0].plan] ?? "" }
        return places.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Asks the file at `path` about the items at `places`.
    private func judge(
        _ path: String, _ places: [Int], _ whose: String, _ items: [Planned],
        _ drives: NamedDrives, _ findings: inout [Finding]
    ) async throws(RunnerError) {
        let now: RulesInForce
        do throws(RunnerError) {
            now = try await runner.readRules(path)
        } catch {
            for place in places where findings[place] == .free {
                findings[place] = .unknown(
                    String(
                        clause: "\(whose) cannot be used as they are in '\(path)' now"
                            + " (\(error.message)), so that nobody knows what they"
                            + " protect: put that file back or mend it")
                )
            }
            return
        }
        // The rules in force are asked about every item in any case.
        if now.digest == rules.digest { return }
        let clock = runner.clock()
        let looks = places.map { items[$0].look }
        let standings =
            try now.standings(
                of: places.map { items[$0].now }, looks: looks, drives: drives.now, now: clock)
            + now.standings(
                of: places.map { items[$0].before }, looks: looks, drives: drives.before,
                now: clock)
        for (place, standing) in zip(places + places, standings) where standing.isProtected {
            if !standing.isJudged {
                if findings[place] == .free {
                    findings[place] = .unknown(String(clause: "\(whose): \(Standing.unjudgedText)"))
                }
                continue
            }
            findings[place] = .protected(
                standing.rule.map {
                    String(clause: "a protection of \(whose) applies to it now (rule '\($0)')")
                } ?? String(clause: "a protection of \(whose) applies to it now"))
        }
    }
}

extension Standing {
    /// Why nobody knows what the rules say of an item, one clause.
    static let unjudgedText = String(
        clause: "a pattern of the rules takes too long on it: mend the rules")
}

extension RulesInForce {
    /// What these rules say of each of `items` on its own, in their order; `looks` are what looking at
    /// their pictures brought, where somebody did.
    func standings(
        of items: [ItemValues], looks: [PictureReport?], drives: [ListedDrive], now: Timestamp
    ) throws(RunnerError) -> [Standing] {
        let check = StandingCheck(ruleFile: file, drives: drives, now: now, timeZone: timeZone)
        let attachment = LookAttachment([], zone: timeZone)
        do throws(ListingError) {
            return try check.standings(
                of: zip(items, looks).map { attachment.attached(to: $0, $1) })
        } catch {
            throw RunnerError(.failed, error.clause)
        }
    }
}

extension Runner {
    /// The places in `items`, which are all of `plan`, of those that a protection covers now: one
    /// of `rules`, or of the rules that the plan was made by.
    ///
    /// Throws `refused` where that cannot be told, for a file cannot be read or is wrong.
    package func protected(
        _ items: [ItemValues], of plan: LedgerPlan, rules: RulesInForce
    ) async throws(RunnerError) -> Set<Int> {
        let known = try await calling { ledger async throws(LedgerError) in
            try await ledger.drives()
        }
        var kinds = Dictionary(
            known.map { ($0.name, DriveKind(rawValue: $0.kind) ?? .listing) },
            uniquingKeysWith: { first, _ in first })
        // A listing may speak of drives that were never listed themselves.
        for (name, identity) in plan.driveIdentities where kinds[name] == nil {
            kinds[name] = DriveKind(rawValue: String(identity.prefix { $0 != ":" })) ?? .listing
        }
        let drives = kinds.sorted { $0.key < $1.key }
            .map { ListedDrive(name: $0.key, kind: $0.value) }
        let looks = try await looks(
            at: items.map { item in
                (item, item.drive.flatMap { plan.driveIdentities[$0] } ?? "")
            })
        let standings = try rules.standings(of: items, looks: looks, drives: drives, now: clock())
        let findings = try await ProtectionCheck(runner: self, rules: rules).findings(
            of: zip(items, looks).map { item, look in
                ProtectionCheck.Planned(plan: plan.id, now: item, before: item, look: look)
            }, drives: (drives, drives))
        var found: Set<Int> = []
        for (place, (standing, finding)) in zip(standings, findings).enumerated() {
            if case .unknown(let why) = finding {
                throw RunnerError(.refused, Phrase.told(why))
            }
            if standing.isProtected || finding != .free { found.insert(place) }
        }
        return found
    }
}
