// SPDX-License-Identifier: Apache-2.0

package import DriveAdapters
package import PlanRunner
package import RuleEngine
internal import Text
package import Wording

/// Whether and for how long deletions could be brought back, counted by what would do them: said
/// of every plan before it is staged.
package struct WaysBack {
    /// A drive and a way of deleting.
    private struct Way: Hashable {
        let drive: String
        let method: DeletionMethod
    }

    private var counts: [Way: Int] = [:]

    /// Nothing is deleted.
    package init() {}

    /// The deletions of `plan`.
    package init(_ plan: Plan) {
        // Mostly there is but one way, and then nobody has to look which rules applied.
        let fallback = plan.input.ruleFile.defaults.method ?? .recycle
        let methods = Set(
            plan.rules.filter { $0.action == .delete }.map { $0.method ?? fallback })
        let only = methods.count > 1 ? nil : methods.first ?? fallback
        var numbers: [Int: [DeletionMethod: Int]] = [:]
        for row in 0..<plan.listing.count where plan.verdict(row) == .delete {
            numbers[plan.listing.drive(row), default: [:]][only ?? plan.method(row), default: 0] +=
                1
        }
        for (drive, methods) in numbers {
            for (method, count) in methods {
                counts[Way(drive: plan.listing.drives[drive].name, method: method)] = count
            }
        }
    }

    /// Counts one deletion.
    package mutating func add(drive: String, method: DeletionMethod) {
        counts[Way(drive: drive, method: method), default: 0] += 1
    }

    /// A line for each drive and method of which `reversal` knows.
    package func lines(_ reversal: (String, DeletionMethod) -> Reversal?) -> [Phrase] {
        let namesDrives = Set(counts.keys.map(\.drive)).count > 1
        let ways = counts.sorted { left, right in
            if left.key.drive != right.key.drive {
                return left.key.drive.utf8.lexicographicallyPrecedes(right.key.drive.utf8)
            }
            return left.key.method < right.key.method
        }
        return ways.compactMap { way, count in
            guard let answer = reversal(way.drive, way.method) else { return nil }
            return namesDrives
                ? .wayLineDrive(
                    n: count, drive: VisibleText.escaped(way.drive), what: answer.phrase)
                : .wayLine(n: count, what: answer.phrase)
        }
    }
}

extension PlanHeader {
    /// How the deletions could be brought back, one line for each way.
    package var waysBack: [Phrase] {
        reversals.isEmpty ? [] : WaysBack(plan).lines { reversals[$0]?[$1] }
    }
}

extension Reversal {
    /// Whether the way back exists, in words.
    fileprivate var phrase: Phrase {
        if let obstacle { return .wayObstacle(why: obstacle.phrase) }
        var place = place.phrase
        if let page { place = .wayPage(place: place, page: page) }
        if needsSignIn { place = .waySignIn(place: place) }
        if !isKnown { return .wayUnknown(place: place) }
        if !isPossible {
            return days.map { .wayElsewhere(n: $0, place: place) } ?? .wayNever(place: place)
        }
        return days.map { .wayBackDays(n: $0, place: place) } ?? .wayBack(place: place)
    }
}
