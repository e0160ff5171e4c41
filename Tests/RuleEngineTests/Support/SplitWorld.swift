// SPDX-License-Identifier: Apache-2.0

import RuleEngine
import TestSupport

/// A world whose drives are divided into parts, which are planned phase by phase.
struct SplitWorld {
    /// The parts.
    let parts: [World]
    var buckets = 3
    /// What is known of keys before groups are told of.
    var census = Census.taken
    /// Whether each part is judged anew for every phase, as by processes that come and go.
    var isForgetful = false
    /// What becomes of what is told, on its way: its phase, its part, its bucket.
    var telling: (PartPlace, [UInt8]) throws -> [UInt8] = { $1 }

    /// Whether parts tell of their keys first.
    enum Census: CaseIterable {
        /// They do.
        case taken
        /// They do not: all groups are told of.
        case none
        /// They do, and each hears that others have all its keys.
        case full
    }

    /// `world` with the drives in the places of each list in a part of their own.
    init(_ world: World, _ places: [[Int]]) {
        parts = places.map { places in
            var part = world
            part.drives = places.map { world.drives[$0] }
            let names = Set(part.drives.map { Array($0.name.utf8) })
            part.items = world.items.filter { item in
                names.contains(Array((item.drive ?? world.drives[0].name).utf8))
            }
            return part
        }
    }

    /// The plan of each part, and what is found of all of them together.
    func plans() throws -> (plans: [Plan], findings: [Diagnostic]) {
        let rules = SharedRules(parts[0].file)
        var planners = try parts.map { try PartPlanner($0.input()) }
        func forget() throws {
            if isForgetful { planners = try parts.map { try PartPlanner($0.input()) } }
        }
        let censuses = try planners.enumerated().map { part, planner in
            try PartCensus(told(.census, part, 0, planner.census.body))
        }
        let together = try parts.indices.map { part in
            try PartsTogether(told(.carried, part, 0, PartsTogether(censuses).body))
        }
        let common = try common(together, rules)
        func summaries() -> [GroupSummaries] {
            planners.indices.map {
                planners[$0].summaries(together[$0], common: common[$0], buckets: buckets)
            }
        }
        let settlements = try meet(summaries().map(\.bodies), .summaries, .settlements) {
            try SummaryMeeting.answers(to: $0, rules)
        }
        func tallies() throws -> [GroupTallies] {
            try zip(planners, zip(summaries(), settlements)).map { planner, told in
                try planner.tallies(told.0, answers: told.1)
            }
        }
        try forget()
        let totals = try meet(tallies().map(\.bodies), .tallies, .totals) {
            try TallyMeeting.answers(to: $0, rules)
        }
        try forget()
        let plans = try zip(planners, zip(tallies(), totals)).map { planner, told in
            try planner.plan(told.0, answers: told.1)
        }
        return (plans, PartsTogether.findings(censuses, of: parts[0].file))
    }

    /// What each part hears of its keys.
    private func common(
        _ together: [PartsTogether], _ rules: SharedRules
    ) throws -> [CommonKeys?] {
        if census == .none { return parts.map { _ in nil } }
        let bodies = try parts.enumerated().map { part, world in
            KeyPrints(try world.input().listing, rules, together[part], buckets: buckets).bodies
        }
        if census == .full { return try bodies.map { try CommonKeys($0, rules) } }
        return try meet(bodies, .keys, .common) { try KeyPrints.answers(to: $0, rules) }
            .map { try CommonKeys($0, rules) }
    }

    /// Brings what all parts tell together bucket by bucket, and gives each part its answers.
    private func meet(
        _ bodies: [[[UInt8]]], _ phase: PartPhase, _ answering: PartPhase,
        _ answers: ([[UInt8]]) throws -> [[UInt8]]
    ) throws -> [[[UInt8]]] {
        var answered = parts.map { _ in [[UInt8]]() }
        for bucket in 0..<buckets {
            let all = try parts.indices.map { try told(phase, $0, bucket, bodies[$0][bucket]) }
            for (part, answer) in try answers(all).enumerated() {
                answered[part].append(try told(answering, part, bucket, answer))
            }
        }
        return answered
    }

    private func told(
        _ phase: PartPhase, _ part: Int, _ bucket: Int, _ body: [UInt8]
    ) throws -> [UInt8] {
        try telling(PartPlace(phase, part: part, bucket: bucket), body)
    }

    /// The lines of the plans of all parts, in plan order.
    func lines() throws -> [String] {
        // A part has some of the drives, and they stand in the order of their names.
        try plans().plans.flatMap { plan in
            plan.planLines.map { (drive: Array($0.drive.utf8), text: $0.text) }
        }
        .enumerated().sorted { left, right in
            left.element.drive == right.element.drive
                ? left.offset < right.offset
                : left.element.drive.lexicographicallyPrecedes(right.element.drive)
        }
        .map(\.element.text)
    }

    /// Hands what is told on in pieces, each of them twice, and in any order.
    static func doubled(_ seed: UInt64) -> (PartPlace, [UInt8]) throws -> [UInt8] {
        let origin = PartOrigin(plan: (1...32).map { UInt8($0) }, engine: 7)
        var random = SplitMix64(seed: seed)
        return { place, body in
            let most = random.pick([1, 16, 1_000])
            let blobs = try PartBlob.sealed(
                body, at: place, of: origin, most: max(most, body.count / 8))
            return try PartBlob.opened(
                (blobs + blobs).shuffled(using: &random), at: place, of: origin)
        }
    }

    /// All ways to divide `count` drives into parts.
    static func partitions(_ count: Int) -> [[[Int]]] {
        if count == 0 { return [[]] }
        return partitions(count - 1).flatMap { partition -> [[[Int]]] in
            let joined = partition.indices.map { place in
                var joined = partition
                joined[place].append(count - 1)
                return joined
            }
            return joined + [partition + [[count - 1]]]
        }
    }
}

extension Plan {
    /// What the plan says of each item, in plan order: all that its lines say, and more.
    var planLines: [(drive: String, text: String)] {
        let groups = GroupIndex(self)
        return orderedRows().map { row in
            var text = "\(name(row)) \(verdict(row).rawValue) \(reason(row).rawValue)"
            text += " \(rule(row)?.id ?? "-") \(appliedRules(row).map { rules[$0].id })"
            text += " \(algorithm(of: row)?.rawValue ?? "-")"
            for obligation in groups.obligations(of: row) {
                text += "\n  \(rules[obligation.ruleNumber].id) of \(name(obligation.firstMember)):"
                text += " \(obligation.needed) \(obligation.comparesBytes)"
                text += " \(obligation.survivorTotal) \(obligation.survivors.map(told))"
            }
            if verdict(row) == .review, let number = ruleNumber(row),
                let first = groups.firstMember(of: row, ruleNumber: number),
                let staying = groups.survivors(of: row, ruleNumber: number, most: 100)
            {
                text += "\n  looked at beside \(name(first)): \(staying.total)"
                text += " \(staying.rows.map(told))"
            }
            return (listing.driveName(row), text)
        }
    }

    /// The lines alone.
    var lines: [String] { planLines.map(\.text) }

    private func values(_ member: Int) -> ItemValues {
        guard member >= listing.count, let elsewhere else { return listing.values(member) }
        return elsewhere.values(member - listing.count)
    }

    /// Where a member stands, escaped: strings of other scalars may be equal.
    private func name(_ member: Int) -> String {
        let item = values(member)
        let text = "\(item.drive ?? ""):\(item.path):\(item.id ?? "")"
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }

    /// What a line says of a member that stays.
    private func told(_ member: Int) -> String {
        let item = values(member)
        let hash = item.sha256 ?? item.sha1 ?? item.quickXor ?? "-"
        return "\(name(member)) \(item.size ?? -1) \(item.modified?.description ?? "-")"
            + " \(item.eTag ?? "-") \(hash)"
    }
}
