// SPDX-License-Identifier: Apache-2.0

/// Applies set rules, each on its own, from the plain verdicts: finds groups, then takes of them what
/// goes. Between the two, parts of a fleet tell each other of the groups that reach across them.
struct SetPass {
    let input: PlanInput
    let program: RuleProgram
    let plain: PlainPass
    let evidence: ContentEvidence
    /// Which rows look alike; nil where no rule asks.
    let photoPairs: PhotoPairs?
    /// Which hashes the files of all parts of a fleet carry, where the listing is of one of them; nil
    /// where it is all there is.
    var everywhere: HashTally?

    // MARK: Groups

    /// The groups of each enabled set rule, in file order; nil for pictures that look alike, which are
    /// found when it is known what copies of equal bytes take.
    func groups() -> [FoundGroups?] {
        program.sets.map { rule in
            switch rule.rule.selection {
            case .duplicates(let selection)?: duplicates(rule, selection)
            case .surplus(let selection)?: surplus(rule, selection)
            case .similar?, nil: nil
            }
        }
    }

    private func duplicates(
        _ rule: CompiledRule, _ selection: DuplicateSelection
    ) -> FoundGroups {
        let listing = input.listing
        let order = order(rule)
        var found = FoundGroups(
            rule: rule, survivors: selection.copies, isBefore: { order.isBefore($0, $1) })
        found.albums = AlbumMembership(listing)
        // A member that is alone here may have others in other parts.
        let isShared = everywhere != nil && selection.reach == .drives
        let leastMembers = isShared ? 1 : 2
        let key: (any SharedKey)?
        switch selection.key {
        case .content:
            let scopes = ContentScopes(listing, reach: selection.reach, everywhere: everywhere)
            (found.decisions, found.gaps) = (scopes.decisions, scopes.gaps)
            (found.groups, key) = contentGroups(selection.reach, scopes.decisions, leastMembers)
        case .parts(let parts):
            let whole = DuplicateKeys(listing: listing, reach: selection.reach).parts(parts)
            found.groups = find(whole, leastMembers: leastMembers)
            key = whole
        }
        if isShared, let key { found.telling = FoundGroups.Telling(key: key, order: order) }
        return found
    }

    /// The groups of equal contents, and the last key that made some.
    private func contentGroups(
        _ reach: GroupReach, _ decisions: [ContentScopes.Decision], _ leastMembers: Int
    ) -> (Groups, (any SharedKey)?) {
        let listing = input.listing
        let groups = Groups()
        var last: (any SharedKey)?
        if decisions.contains(.bytes), let classes = evidence.classes {
            let candidate = ContentClassKey(
                eligibility: Eligibility(listing, otherLinks: []),
                reach: ReachKey(listing: listing, reach: reach), evidence: classes)
            let links = Eligibility.otherLinks(listing) { candidate.mix($0) != 0 }
            let key = ContentClassKey(
                eligibility: Eligibility(listing, otherLinks: links), reach: candidate.reach,
                evidence: classes)
            groups.append(contentsOf: find(key, leastMembers: leastMembers))
        }
        for algorithm in HashAlgorithm.allCases where decisions.contains(.hash(algorithm)) {
            let whole = DuplicateKeys(listing: listing, reach: reach).content(
                hashes(algorithm), isUsed: decisions.map { $0 == .hash(algorithm) })
            groups.append(contentsOf: find(whole, leastMembers: leastMembers))
            last = whole
        }
        return (groups, last)
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

    private func surplus(_ rule: CompiledRule, _ selection: SurplusSelection) -> FoundGroups {
        let listing = input.listing
        var found = FoundGroups(rule: rule, survivors: selection.keep) { left, right in
            let a = selection.newestBy.value(listing, left)
            let b = selection.newestBy.value(listing, right)
            return a != b ? a > b : RowOrder.tieBreak(listing, left, right) < 0
        }
        func key(_ links: Set<UInt32>) -> SurplusKey {
            SurplusKey(
                listing: listing, date: selection.newestBy,
                eligibility: Eligibility(listing, otherLinks: links),
                reach: ReachKey(listing: listing, reach: selection.reach),
                inside: plain.applied[rule.number])
        }
        let candidate = key([])
        let links = Eligibility.otherLinks(listing) { candidate.mix($0) != 0 }
        found.groups = find(key(links), leastMembers: 1)
        found.firsts = selection.firstOf.map {
            PeriodFirsts(
                listing: listing, date: selection.newestBy, period: $0, zone: input.timeZone)
        }
        found.choice = selection.generations.map {
            GenerationChoice(
                listing: listing, date: selection.newestBy, last: selection.keep, generations: $0,
                zone: input.timeZone, now: input.now)
        }
        return found
    }

    private func find<Key: GroupKey>(_ key: Key, leastMembers: Int) -> Groups {
        GroupFinder(
            key: key, rowCount: input.listing.count, leastMembers: leastMembers,
            threads: input.threads
        ).groups()
    }

    // MARK: Pictures that look alike

    /// What looks alike, and which files are of one shot.
    private typealias SeenShots = (pairs: PhotoPairs, units: CompanionUnits)

    private func similar(
        _ rule: CompiledRule, _ selection: SimilarSelection, _ shots: SeenShots?,
        copies: [RowBits]
    ) -> SetOutcome {
        let listing = input.listing
        let found = shots.map { pairs, units in
            let grouping = SimilarGrouping(
                listing: listing, selection: selection, pairs: pairs, unlike: input.unlike,
                reach: ReachKey(listing: listing, reach: selection.reach),
                screens: Column(repeating: 0, count: listing.count))
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
        // What looks like nothing else is in no group: most pictures need not be put in order.
        for row in 0..<listing.count where pairs.hasAlike(row) && isCandidate(row) {
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

    // MARK: What goes

    /// The outcome of each enabled set rule, in file order: what it takes of the groups in `found`,
    /// which `groups()` gave. By the place of a rule, `settlements` say what other parts of a fleet have
    /// to do with its groups.
    ///
    /// Each goes by the plain verdicts alone, but for rules of pictures that look alike: what a rule
    /// of duplicates takes is theirs no more, as equal bytes are the stronger evidence.
    func outcomes(
        _ found: [FoundGroups?], settlements: [Int: GroupSettlements] = [:]
    ) -> [SetOutcome] {
        let first = found.enumerated().map { place, found in
            found.map { settle($0, settlements[place]) }
        }
        let copies = first.compactMap { $0 }.filter(\.isDuplicates).map(\.given)
        // Which files are of one shot is asked once for all rules.
        let shots = photoPairs.map { SeenShots($0, CompanionUnits(input.listing)) }
        return zip(program.sets, first).compactMap { rule, outcome in
            if case .similar(let selection)? = rule.rule.selection {
                return similar(rule, selection, shots, copies: copies)
            }
            return outcome
        }
    }

    private func settle(_ found: FoundGroups, _ settlements: GroupSettlements?) -> SetOutcome {
        let (given, chosen) = select(found, settlements)
        let (groups, shared) = settlements?.groups(found.groups) ?? (found.groups, nil)
        var outcome = SetOutcome(
            rule: found.rule, groups: groups, decisions: found.decisions, gaps: found.gaps,
            given: given, survivors: found.survivors, firsts: found.firsts,
            generations: found.choice.map { ($0, chosen) })
        outcome.shared = shared
        return outcome
    }

    /// The rows that the rule takes: in each group, those that may go and are not needed. With
    /// them, for generations, the rows that these chose.
    private func select(
        _ found: FoundGroups, _ settlements: GroupSettlements?
    ) -> (given: RowBits, chosen: RowBits) {
        let groups = found.groups
        let threads = input.threads
        let taken = (0..<threads).map { _ in Column<UInt32>() }
        let chosen = (0..<threads).map { _ in Column<UInt32>() }
        let plain = plain
        Parallel.run(parts: threads) { thread in
            var division = GroupDivision(plain, found)
            for number in Parallel.range(part: thread, of: threads, count: groups.count) {
                unsafe division.divide(groups[number])
                if let choice = found.choice {
                    let members = division.kept + division.candidates
                    var stays: Set<Int> = []
                    choice.choose(among: members) { row, ground in
                        guard stays.insert(row).inserted, ground != .ahead else { return }
                        chosen[thread].append(UInt32(truncatingIfNeeded: row))
                    }
                    stays.formUnion(found.firsts?.rows(among: members) ?? [])
                    for row in division.candidates where !stays.contains(row) {
                        taken[thread].append(UInt32(truncatingIfNeeded: row))
                    }
                    continue
                }
                let needed =
                    settlements?.staying(inGroup: number)
                    ?? max(0, found.survivors - division.counted)
                if needed >= division.candidates.count { continue }
                division.order(first: needed, found.isBefore)
                let first =
                    found.firsts?.rows(among: division.kept + division.candidates) ?? []
                for row in division.candidates[needed...] where !first.contains(row) {
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
