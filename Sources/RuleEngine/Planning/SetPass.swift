// SPDX-License-Identifier: Apache-2.0

/// What one set rule makes of the groups it finds (the second step).
struct SetOutcome: Sendable {
    /// The rule.
    let rule: CompiledRule
    /// Groups that the guards look at: of two or more for duplicates, all for a surplus.
    let groups: Groups
    /// The algorithm that decided, for duplicates by hash on the drive of that number.
    let decisions: [ContentScopes.Decision]
    /// For duplicates by content: what is left out for want of a hash.
    let gaps: [ContentGap]
    /// The rows that get the rule's verdict.
    let given: RowBits
    /// How many survive of each group.
    let survivors: Int
    /// For a surplus that leaves the first of each year or month besides: those.
    var firsts: PeriodFirsts?
    /// For a surplus by generations: how they choose, and whom they chose.
    var generations: (choice: GenerationChoice, chosen: RowBits)?
    /// For pictures that look alike: who leads each group, and how its members look like it.
    var similar: SimilarGroups?

    /// How many members of the group of that number have to stay.
    func needed(inGroup number: Int) -> Int {
        guard let chosen = generations?.chosen else { return survivors }
        return unsafe groups[number].count { chosen[Int($0)] }
    }

    /// Whether `row`, if it stays, is one of those who have to.
    func isNeeded(_ row: Int) -> Bool { generations?.chosen[row] ?? true }

    /// The reason of what the rule gives.
    var reason: Reason { rule.rule.selection?.reason ?? .rule }

    /// Whether the rule is a `duplicates` rule.
    var isDuplicates: Bool {
        if case .duplicates? = rule.rule.selection { return true }
        return false
    }
}

extension SetOutcome {
    /// Whether the deletion of a member has to be preceded by a comparison of bytes.
    ///
    /// That is what `verify: bytes` says, whatever made the members equal. Where a local file can
    /// be read, comparing costs no more than hashing, and nothing else would tell whether a copy
    /// still is one: so equal contents are always compared there.
    func comparesBytes(onLocalDrive isLocal: Bool) -> Bool {
        guard case .duplicates(let selection)? = rule.rule.selection else { return false }
        return selection.verification == .bytes || selection.key == .content && isLocal
    }
}

/// Applies set rules, each on its own, from the plain verdicts.
struct SetPass {
    let input: PlanInput
    let program: RuleProgram
    let plain: PlainPass
    let evidence: ContentEvidence
    /// Which rows look alike; nil where no rule asks.
    let photoPairs: PhotoPairs?

    /// The outcome of each enabled set rule, in file order.
    ///
    /// Each goes by the plain verdicts alone, but for rules of pictures that look alike: what a rule
    /// of duplicates takes is theirs no more, as equal bytes are the stronger evidence.
    func outcomes() -> [SetOutcome] {
        let first = program.sets.map { rule -> SetOutcome? in
            switch rule.rule.selection {
            case .duplicates(let selection)?: duplicates(rule, selection)
            case .surplus(let selection)?: surplus(rule, selection)
            case .similar?, nil: nil
            }
        }
        let copies = first.compactMap { $0 }.filter(\.isDuplicates).map(\.given)
        return zip(program.sets, first).compactMap { rule, outcome in
            if case .similar(let selection)? = rule.rule.selection {
                return similar(rule, selection, copies: copies)
            }
            return outcome
        }
    }

    // MARK: Duplicates

    private func duplicates(_ rule: CompiledRule, _ selection: DuplicateSelection) -> SetOutcome {
        let listing = input.listing
        var decisions: [ContentScopes.Decision] = []
        var gaps: [ContentGap] = []
        let groups: Groups
        switch selection.key {
        case .content:
            let scopes = ContentScopes(listing, reach: selection.reach)
            (decisions, gaps) = (scopes.decisions, scopes.gaps)
            groups = contentGroups(selection.reach, decisions)
        case .parts(let parts):
            let plainEligibility = Eligibility(listing, otherLinks: [])
            let reach = ReachKey(listing: listing, reach: selection.reach)
            let candidate = PartsKey(
                listing: listing, parts: parts, eligibility: plainEligibility, reach: reach)
            let links = Eligibility.otherLinks(listing) { candidate.mix($0) != 0 }
            groups = find(
                PartsKey(
                    listing: listing, parts: parts,
                    eligibility: Eligibility(listing, otherLinks: links), reach: reach),
                leastMembers: 2)
        }
        let order = order(rule)
        let given = select(
            rule, groups, survivors: selection.copies, albums: AlbumMembership(listing),
            isBefore: { order.isBefore($0, $1) }
        ).given
        return SetOutcome(
            rule: rule, groups: groups, decisions: decisions, gaps: gaps, given: given,
            survivors: selection.copies)
    }

    private func contentGroups(
        _ reach: GroupReach, _ decisions: [ContentScopes.Decision]
    ) -> Groups {
        let listing = input.listing
        let groups = Groups()
        if decisions.contains(.bytes), let classes = evidence.classes {
            let candidate = ContentClassKey(
                eligibility: Eligibility(listing, otherLinks: []),
                reach: ReachKey(listing: listing, reach: reach), evidence: classes)
            let links = Eligibility.otherLinks(listing) { candidate.mix($0) != 0 }
            let key = ContentClassKey(
                eligibility: Eligibility(listing, otherLinks: links), reach: candidate.reach,
                evidence: classes)
            groups.append(contentsOf: find(key, leastMembers: 2))
        }
        for algorithm in HashAlgorithm.allCases where decisions.contains(.hash(algorithm)) {
            let isUsed = decisions.map { $0 == .hash(algorithm) }
            let hash = hashes(algorithm)
            func key(_ links: Set<UInt32>) -> HashKey {
                HashKey(
                    listing, hash: hash, reach: reach, isUsed: isUsed,
                    eligibility: Eligibility(listing, otherLinks: links))
            }
            let candidate = key([])
            let links = Eligibility.otherLinks(listing) { candidate.mix($0) != 0 }
            groups.append(contentsOf: find(key(links), leastMembers: 2))
        }
        return groups
    }

    /// The listing's hashes of `algorithm`, with those that were computed for the plan.
    private func hashes(_ algorithm: HashAlgorithm) -> HashColumn {
        let listed = input.listing.hashes[algorithm]
        guard let computed = evidence.hashes[algorithm], !computed.isEmpty else {
            var column = listed ?? HashColumn(algorithm: algorithm)
            column.pad(to: input.listing.count)
            return column
        }
        var column = HashColumn(algorithm: algorithm)
        for row in 0..<input.listing.count {
            let text = Array((computed[row] ?? listed?.text(row) ?? "").utf8)
            unsafe text.withUnsafeBufferPointer { text in
                guard let start = text.baseAddress, !text.isEmpty else { return }
                unsafe column.append(TextSlice(start: start, count: text.count), row: row)
            }
        }
        column.pad(to: input.listing.count)
        return column
    }

    /// The order of survivors, with preferences on paths and names judged for all rows.
    private func order(_ rule: CompiledRule) -> MemberOrder {
        var preferences: [MemberOrder.Preference] = []
        var bits: [RowBits] = []
        for preference in rule.preferences {
            switch preference {
            case .order(let order): preferences.append(order.preference)
            case .drive(let number):
                preferences.append(MemberOrder.Preference(subject: .drive, argument: number))
            case .inside(let condition):
                preferences.append(
                    MemberOrder.Preference(subject: .inside, argument: bits.count))
                bits.append(rows(meeting: condition))
            }
        }
        return MemberOrder(listing: input.listing, preferences: preferences, bits: bits)
    }

    private func rows(meeting condition: CompiledCondition) -> RowBits {
        let bits = RowBits(count: input.listing.count)
        let batch = Batch(program: program.conditions)
        batch.forEachStretch(of: input.listing.count) {
            unsafe batch.withMask { mask in
                unsafe batch.evaluate(condition, into: mask)
                unsafe bits.insert(
                    mask, first: batch.first, count: batch.count, atLeast: Truth.yes.rawValue)
            }
        }
        return bits
    }

    // MARK: Surplus

    private func surplus(_ rule: CompiledRule, _ selection: SurplusSelection) -> SetOutcome {
        let listing = input.listing
        func key(_ links: Set<UInt32>) -> SurplusKey {
            SurplusKey(
                listing: listing, date: selection.newestBy,
                eligibility: Eligibility(listing, otherLinks: links),
                reach: ReachKey(listing: listing, reach: selection.reach),
                inside: plain.applied[rule.number])
        }
        let candidate = key([])
        let links = Eligibility.otherLinks(listing) { candidate.mix($0) != 0 }
        let groups = find(key(links), leastMembers: 1)
        let firsts = selection.firstOf.map {
            PeriodFirsts(
                listing: listing, date: selection.newestBy, period: $0, zone: input.timeZone)
        }
        let choice = selection.generations.map {
            GenerationChoice(
                listing: listing, date: selection.newestBy, last: selection.keep, generations: $0,
                zone: input.timeZone, now: input.now)
        }
        let (given, chosen) = select(
            rule, groups, survivors: selection.keep, firsts: firsts, choice: choice
        ) { left, right in
            let a = selection.newestBy.value(listing, left)
            let b = selection.newestBy.value(listing, right)
            return a != b ? a > b : RowOrder.tieBreak(listing, left, right) < 0
        }
        return SetOutcome(
            rule: rule, groups: groups, decisions: [], gaps: [], given: given,
            survivors: selection.keep, firsts: firsts,
            generations: choice.map { ($0, chosen) })
    }

    // MARK: Pictures that look alike

    private func similar(
        _ rule: CompiledRule, _ selection: SimilarSelection, copies: [RowBits]
    ) -> SetOutcome {
        let listing = input.listing
        let found = photoPairs.map { pairs in
            let grouping = SimilarGrouping(
                listing: listing, selection: selection, pairs: pairs, unlike: input.unlike,
                reach: ReachKey(listing: listing, reach: selection.reach),
                screens: Column(repeating: 0, count: listing.count))
            let units = CompanionUnits(listing)
            let (staying, leaving) = candidates(rule, pairs, units, copies: copies)
            var groups = grouping.groups(staying: staying, leaving: leaving)
            if selection.companions == .together { bring(units, into: &groups) }
            return groups
        }
        var outcome = SetOutcome(
            rule: rule, groups: found?.groups ?? Groups(), decisions: [], gaps: [],
            given: found?.given ?? RowBits(count: listing.count), survivors: selection.copies)
        outcome.similar = found
        return outcome
    }

    /// Gives the parts of a shot what its main picture gets; where one of them stays, all do. What a
    /// plain rule leaves to a person is of the shot as well, so that the others wait for that.
    private func bring(_ units: CompanionUnits, into groups: inout SimilarGroups) {
        groups.units = units
        let albums = AlbumMembership(input.listing)
        for row in groups.leaders.keys where groups.given[row] {
            let parts = units.parts(of: row)
            let kept = parts.first {
                plain.strength[$0] & PlainPass.Strength.mask == PlainPass.Strength.keep
                    || albums.contains($0)
            }
            if let kept {
                groups.keptForCompanions[row] = kept
                groups.given.remove(row)
                continue
            }
            for part in parts {
                switch plain.strength[part] {
                case PlainPass.Strength.none:
                    groups.companions[part] = row
                    groups.given.insert(part)
                case PlainPass.Strength.review: groups.companions[part] = row
                default: break
                }
            }
        }
    }

    /// The pictures that can be compared: those that stay whatever the rule says, and those that may
    /// go, each in the order in which they survive.
    private func candidates(
        _ rule: CompiledRule, _ pairs: PhotoPairs, _ units: CompanionUnits, copies: [RowBits]
    ) -> (staying: [Int], leaving: [Int]) {
        let listing = input.listing
        let isImage = program.isImage.map { rows(meeting: $0) }
        let plainEligibility = Eligibility(listing, otherLinks: [])
        func isCandidate(_ row: Int) -> Bool {
            pairs.isComparable(row) && isImage?[row] ?? false
                && plainEligibility.isEligible(row) && units.main(of: row) == nil
        }
        let links = Eligibility.otherLinks(listing, isMember: isCandidate)
        let inside = plain.applied[rule.number]
        let albums = AlbumMembership(listing)
        var staying: [Int] = []
        var leaving: [Int] = []
        for row in 0..<listing.count where isCandidate(row) {
            if links.contains(UInt32(truncatingIfNeeded: row)) { continue }
            if copies.contains(where: { $0[row] }) { continue }
            switch plain.strength[row] {
            case PlainPass.Strength.keep: staying.append(row)
            case PlainPass.Strength.none:
                if inside?[row] ?? true, !albums.contains(row) {
                    leaving.append(row)
                } else {
                    staying.append(row)
                }
            // Going, under review or put off.
            default: break
            }
        }
        let order = order(rule)
        staying.sort { order.isBefore($0, $1) }
        leaving.sort { order.isBefore($0, $1) }
        return (staying, leaving)
    }

    // MARK: Both

    private func find<Key: GroupKey>(_ key: Key, leastMembers: Int) -> Groups {
        GroupFinder(
            key: key, rowCount: input.listing.count, leastMembers: leastMembers,
            threads: input.threads
        ).groups()
    }

    /// The rows that the rule takes: in each group, those that may go and are not needed. With
    /// them, for generations, the rows that these chose. What is in one of `albums` was chosen by
    /// hand: it counts as what stays.
    private func select(
        _ rule: CompiledRule, _ groups: Groups, survivors: Int, firsts: PeriodFirsts? = nil,
        choice: GenerationChoice? = nil, albums: AlbumMembership? = nil,
        isBefore: @Sendable (Int, Int) -> Bool
    ) -> (given: RowBits, chosen: RowBits) {
        let inside = plain.applied[rule.number]
        let strength = plain.strength
        let threads = input.threads
        let taken = (0..<threads).map { _ in Column<UInt32>() }
        let chosen = (0..<threads).map { _ in Column<UInt32>() }
        Parallel.run(parts: threads) { thread in
            var candidates: [Int] = []
            var staying: [Int] = []
            for number in Parallel.range(part: thread, of: threads, count: groups.count) {
                candidates.removeAll(keepingCapacity: true)
                staying.removeAll(keepingCapacity: true)
                var counted = 0
                let group = unsafe groups[number]
                for place in group.indices {
                    let row = unsafe Int(group[place])
                    switch unsafe strength.base[row] {
                    case PlainPass.Strength.keep:
                        counted += 1
                        if firsts != nil || choice != nil { staying.append(row) }
                    case PlainPass.Strength.none:
                        if inside?[row] ?? true, albums?.contains(row) != true {
                            candidates.append(row)
                        } else {
                            counted += 1
                        }
                    // Going, under review or put off: not counted, left alone.
                    default: break
                    }
                }
                if let choice {
                    var stays: Set<Int> = []
                    choice.choose(among: staying + candidates) { row, ground in
                        guard stays.insert(row).inserted, ground != .ahead else { return }
                        chosen[thread].append(UInt32(truncatingIfNeeded: row))
                    }
                    stays.formUnion(firsts?.rows(among: staying + candidates) ?? [])
                    for row in candidates where !stays.contains(row) {
                        taken[thread].append(UInt32(truncatingIfNeeded: row))
                    }
                    continue
                }
                let needed = max(0, survivors - counted)
                if needed >= candidates.count { continue }
                if needed == 1 {
                    moveFirst(&candidates, isBefore)
                } else if needed > 1 {
                    candidates.sort(by: isBefore)
                }
                let first = firsts?.rows(among: staying + candidates) ?? []
                for row in candidates[needed...] where !first.contains(row) {
                    taken[thread].append(UInt32(truncatingIfNeeded: row))
                }
            }
        }
        return (bits(taken), bits(chosen))
    }

    private func bits(_ rows: [Column<UInt32>]) -> RowBits {
        let bits = RowBits(count: input.listing.count)
        for rows in rows {
            for index in unsafe 0..<rows.count { bits.insert(Int(rows[index])) }
        }
        return bits
    }
}

/// Brings the row that survives first to the front.
private func moveFirst(_ rows: inout [Int], _ isBefore: (Int, Int) -> Bool) {
    var first = 0
    for index in 1..<rows.count where isBefore(rows[index], rows[first]) { first = index }
    rows.swapAt(0, first)
}
