// SPDX-License-Identifier: Apache-2.0

internal import FleetParts
internal import Reports
internal import RuleEngine
internal import Text
package import Wording
package import Workflow
package import YAMLBridge

/// How long it takes to carry out a plan over all drives, by what the service grants, and what the largest
/// of its deletions bring: the service is what is scarce, not computing.
package struct FleetCurve {
    private let plan: FleetPlan
    private let rules: LoadedRules
    private let file: FleetFile
    private let pace: FleetPace

    /// How many bytes the service lets an application read in an hour (Microsoft, "Avoid getting throttled
    /// or blocked in SharePoint Online").
    static let bytesPerHour: Int64 = 400_000_000_000

    /// The curve of `plan`, which was made by `rules`, for the fleet of `file`.
    package init(_ plan: FleetPlan, _ rules: LoadedRules, _ file: FleetFile) {
        self.plan = plan
        self.rules = rules
        self.file = file
        // What a day has on the average does not depend on the zone.
        pace = FleetPace(file, (try? rules.timeZone) ?? .utc)
    }

    /// The lines; none where nothing goes, or the fleet file does not say what the service grants.
    package var lines: [Phrase] {
        if !file.hasService { return [] }
        let totals = FleetTotals(plan)
        let all = totals.delete
        if all.items == 0 { return [] }
        var lines: [Phrase] = []
        let perItem = Int64(PlanLines.Price().units(looks: plan.looks))
        let perDay = pace.unitsPerDay
        if let sizes = sizes {
            let first = max(1, all.items / 100)
            let bytes = sizes.bytes(ofLargest: first)
            let share = all.bytes == 0 ? 0 : Int64(Double(bytes) / Double(all.bytes) * 100)
            lines.append(
                .carryCurve(
                    used: perDay, span: Self.span(all.items, perItem, perDay),
                    part: Self.span(first, perItem, perDay), size: bytes, share: "\(share) %"))
        }
        return lines + readings(totals)
    }

    private static func span(_ items: Int64, _ perItem: Int64, _ perDay: Int64) -> Phrase {
        let units = Double(items) * Double(perItem)
        return LocalTimeText.about(units / Double(max(1, perDay)) * secondsPerDay)
    }

    private static let secondsPerDay = 86_400.0

    /// What goes by size; nil where the plan does not say it.
    private var sizes: PartSizes? {
        var sum = PartSizes()
        for end in plan.ends {
            guard let sizes = end.sizes else { return nil }
            sum.add(sizes)
        }
        return sum
    }

    /// What has to be read to prove that copies are copies, by rule: each, and one that stays.
    private func readings(_ totals: FleetTotals) -> [Phrase] {
        let written = rules.file.protections + rules.file.rules
        let perDay = Double(Self.bytesPerHour) * pace.hoursPerWeek / 7
        return zip(written, totals.rules).compactMap { rule, counts in
            guard rule.isEnabled, counts.delete.bytes > 0,
                case .duplicates(let selection)? = rule.selection, selection.verification == .bytes
            else { return nil }
            let (bytes, isOver) = counts.delete.bytes.multipliedReportingOverflow(by: 2)
            let read = isOver ? Int64.max : bytes
            return .carryCurveBytes(
                rule: VisibleText.escaped(rule.id), size: read,
                span: LocalTimeText.about(Double(read) / perDay * Self.secondsPerDay))
        }
    }
}
