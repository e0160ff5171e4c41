// SPDX-License-Identifier: Apache-2.0

internal import DriveAdapters
internal import PlanRunner
internal import RuleEngine

/// Whether and for how long deletions could be brought back, counted by what would do them: said
/// of every plan before it is staged.
struct WaysBack {
    /// A drive and a way of deleting.
    private struct Way: Hashable {
        let drive: String
        let method: DeletionMethod
    }

    private var counts: [Way: Int] = [:]

    /// Nothing is deleted.
    init() {}

    /// The deletions of `plan`.
    init(_ plan: Plan) {
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
    mutating func add(drive: String, method: DeletionMethod) {
        counts[Way(drive: drive, method: method), default: 0] += 1
    }

    /// A line for each drive and method of which `reversal` knows.
    func lines(_ reversal: (String, DeletionMethod) -> Reversal?) -> [String] {
        let namesDrives = Set(counts.keys.map(\.drive)).count > 1
        let ways = counts.sorted { left, right in
            if left.key.drive != right.key.drive {
                return left.key.drive.utf8.lexicographicallyPrecedes(right.key.drive.utf8)
            }
            return left.key.method < right.key.method
        }
        return ways.compactMap { way, count in
            guard let answer = reversal(way.drive, way.method) else { return nil }
            let place = namesDrives ? " on \(VisibleText.escaped(way.drive))" : ""
            return "\(counted(count, "deletion"))\(place): \(answer.sentence)"
        }
    }
}

extension PlanHeader {
    /// How the deletions could be brought back, one line for each way.
    var waysBack: [String] {
        reversals.isEmpty ? [] : WaysBack(plan).lines { reversals[$0]?[$1] }
    }
}

extension Reversal {
    /// Whether the way back exists, in words.
    fileprivate var sentence: String {
        if let obstacle { return "cannot be staged, for \(obstacle)" }
        if !isKnown {
            return "will lie \(place); whether they can be brought back is known once it was asked"
        }
        if !isPossible {
            guard let days else { return "\(place); nothing brings them back" }
            return "will lie \(place) for \(days) days; this program cannot bring them back"
        }
        let span = days.map { " for \($0) days" } ?? ""
        return "will lie \(place) and can be brought back\(span)"
    }
}
