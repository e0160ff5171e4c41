// SPDX-License-Identifier: Apache-2.0

/// Finds out which files' content must be known before set rules can be right.
struct ContentNeeds {
    let input: PlanInput
    let program: RuleProgram
    let plain: PlainPass

    /// Files of equal size of which at least one could be taken by a duplicates rule.
    func request() -> ContentRequest {
        var request = ContentRequest()
        let listing = input.listing
        let contentRules = program.sets.compactMap { rule -> (CompiledRule, GroupReach)? in
            guard case .duplicates(let selection)? = rule.rule.selection,
                selection.key == .content
            else { return nil }
            return (rule, selection.reach)
        }
        if contentRules.isEmpty || !listing.drives.contains(where: { $0.kind.isReadable }) {
            return request
        }
        let isCandidate = candidates()
        var comparedDrives: Set<Int> = []
        var hashedDrives: [HashAlgorithm: Set<Int>] = [:]
        for (_, reach) in contentRules {
            let decisions = ContentScopes(listing, reach: reach).decisions
            for (drive, decision) in decisions.enumerated()
            where listing.drives[drive].kind.isReadable {
                switch decision {
                case .bytes: comparedDrives.insert(drive)
                case .hash(let algorithm): hashedDrives[algorithm, default: []].insert(drive)
                case .nothing: break
                }
            }
        }
        let eligibility = Eligibility(listing, otherLinks: [])
        if !comparedDrives.isEmpty {
            let groups = bySize(across: false, isCandidate) {
                comparedDrives.contains(listing.drive($0)) && eligibility.isEligible($0)
            }
            request.comparisons = groups
        }
        for (algorithm, drives) in hashedDrives {
            let groups = bySize(across: true, isCandidate) { eligibility.isEligible($0) }
            let listed = listing.hashes[algorithm]
            request.hashes[algorithm] = groups.flatMap { $0 }.filter { row in
                drives.contains(listing.drive(row)) && listed?.text(row) == nil
            }.sorted()
        }
        return request
    }

    /// Rows that some duplicates rule could give its verdict.
    private func candidates() -> RowBits {
        let bits = RowBits(count: input.listing.count)
        for rule in program.sets {
            guard case .duplicates? = rule.rule.selection else { continue }
            let inside = plain.applied[rule.number]
            for row in 0..<input.listing.count
            where unsafe plain.strength.base[row] == PlainPass.Strength.none && inside?[row] ?? true
            {
                bits.insert(row)
            }
        }
        return bits
    }

    /// Rows that meet `isMember`, by size (and drive, unless `across`), where there are two of
    /// them and one is a candidate. Sorted, so that the same listing asks for the same.
    private func bySize(
        across: Bool, _ isCandidate: RowBits, _ isMember: (Int) -> Bool
    ) -> [[Int]] {
        let listing = input.listing
        var rows: [Int] = []
        for row in 0..<listing.count where isMember(row) { rows.append(row) }
        func key(_ row: Int) -> (Int64, Int) {
            (listing.size[row], across ? 0 : listing.drive(row))
        }
        rows.sort { (key($0), $0) < (key($1), $1) }
        var groups: [[Int]] = []
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, key(rows[end]) == key(rows[start]) { end += 1 }
            if end - start > 1, rows[start..<end].contains(where: { isCandidate[$0] }) {
                groups.append(Array(rows[start..<end]))
            }
            start = end
        }
        return groups
    }
}

/// Orders pairs of a pair and a row.
private func < (left: ((Int64, Int), Int), right: ((Int64, Int), Int)) -> Bool {
    left.0 != right.0 ? left.0 < right.0 : left.1 < right.1
}
