// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import Messages
internal import PlanRunner
package import RuleEngine
internal import Text
package import Wording

/// What two sets of rules say of the same items.
package struct RulesComparison: Sendable {
    /// What the earlier rules say.
    package let before: Plan
    /// What the later ones say.
    package let after: Plan
    /// The rows whose verdict changes, in the order of plans.
    package let rows: [Int]
    /// Whether contents would have to be read before either is sure: which files are copies is not
    /// known here, so that what changes may be less or more.
    package let needsContents: Bool

    /// Compares `before` and `after` over `items`, with what people decided in `state`. Nothing is
    /// read but the listing, and nothing is kept.
    package static func make(
        _ before: LoadedRules, _ after: LoadedRules, over items: LoadedItems, now: Timestamp,
        state: StateSession? = nil
    ) async throws(Failure) -> RulesComparison {
        let old = try await PlanMaker(rules: before, now: now, isQuiet: true, state: state)
            .verdicts(over: items)
        return try await make(old, after, over: items, now: now, state: state)
    }

    /// The same where it is known already what the earlier rules say.
    package static func make(
        _ old: (plan: Plan, needsContents: Bool), _ after: LoadedRules, over items: LoadedItems,
        now: Timestamp, state: StateSession? = nil
    ) async throws(Failure) -> RulesComparison {
        let new = try await PlanMaker(rules: after, now: now, isQuiet: true, state: state)
            .verdicts(over: items)
        let rows = new.plan.orderedRows { old.plan.verdict($0) != new.plan.verdict($0) }
        return RulesComparison(
            before: old.plan, after: new.plan, rows: rows,
            needsContents: old.needsContents || new.needsContents)
    }

    /// Over the last listings that the state in `file` holds; nil where there are none.
    package static func onCatalog(
        _ before: LoadedRules, _ after: LoadedRules, _ file: StateFile
    ) async throws(Failure) -> RulesComparison? {
        guard file.exists else { return nil }
        let session = try StateSession.existing(file)
        guard let items = await catalog(session, after) else { return nil }
        return try await make(
            before, after, over: items, now: SystemClock.now(), state: session)
    }

    /// The last listings of the drives of `rules`; nil where one of them has none.
    package static func catalog(_ session: StateSession, _ rules: LoadedRules) async -> LoadedItems?
    {
        var loader = ItemLoader(rules: rules, isQuiet: true)
        loader.state = StateReading(
            runner: session.runner(rules, actor: "person"), isOffline: true,
            listingDrop: rules.file.limits.listingDrop)
        return try? await loader.items()
    }

    /// How many items and bytes more have `verdict` than had it.
    package func gain(of verdict: Verdict) -> (items: Int, bytes: Int64) {
        var gain: (items: Int, bytes: Int64) = (0, 0)
        for row in rows {
            let sign = after.verdict(row) == verdict ? 1 : before.verdict(row) == verdict ? -1 : 0
            gain.items += sign
            gain.bytes += Int64(sign) * max(0, after.listing.size[row])
        }
        return gain
    }

    /// The largest item that would be deleted and was not to be, else the largest of all.
    package var largest: Int? {
        let more = rows.filter { after.verdict($0) == .delete }
        return (more.isEmpty ? rows : more).max { after.listing.size[$0] < after.listing.size[$1] }
    }

    /// The rules that verdicts change by, each with how many: the rule that gives the stronger wish,
    /// or that gave it.
    package var countsByRule: [(rule: String, count: Int)] {
        var counts: [String: Int] = [:]
        for row in rows {
            if let rule = before.rule(row), before.verdict(row) != .keep {
                counts[rule.id, default: 0] -= 1
            }
            if let rule = after.rule(row), after.verdict(row) != .keep {
                counts[rule.id, default: 0] += 1
            }
        }
        return counts.filter { $0.value != 0 }.map { (rule: $0.key, count: $0.value) }
            .sorted { (-abs($0.count), $0.rule) < (-abs($1.count), $1.rule) }
    }
}

extension RulesComparison {
    /// What it comes to on the last catalog, in lines.
    package var effect: [Phrase] {
        if rows.isEmpty { return needsContents ? notes : [.rulesEffectNone] }
        return [.rulesEffect(text: counts)] + notes
    }

    /// What it comes to, wherever the items are from, in lines.
    package var phrases: [Phrase] { (rows.isEmpty ? [] : [counts]) + notes }

    private var counts: Phrase {
        func signed(_ number: Int) -> String {
            number > 0 ? "+\(number)" : number < 0 ? "−\(-number)" : "±0"
        }
        var parts: [Phrase] = [
            .rulesEffectCounts(
                a: signed(gain(of: .delete).items), b: signed(gain(of: .review).items))
        ]
        if let row = largest {
            let path = VisibleText.escaped(after.listing.path(row))
            parts.append(.rulesEffectLargest(path: path, size: max(0, after.listing.size[row])))
        }
        let rules = countsByRule
        if !rules.isEmpty {
            let shown = rules.prefix(5).map {
                "\(VisibleText.escaped($0.rule)) \(signed($0.count))"
            }
            parts.append(
                .rulesEffectRules(
                    names: shown.joined(separator: ", ") + (rules.count > 5 ? ", …" : "")))
        }
        return Phrase.series(parts, separator: "; ")
    }

    private var notes: [Phrase] { needsContents ? [.rulesEffectContents(command: .plan)] : [] }
}
