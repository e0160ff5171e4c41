// SPDX-License-Identifier: Apache-2.0

package import RuleEngine

/// A plan that was just judged, with what else is said of its entries.
package struct PlanSource {
    /// The plan.
    package let plan: Plan
    /// What it says beside its entries; its drives are those of the plan's listing.
    package let head: PlanHead
    /// The digests of the plan's rules, by number.
    package let ruleDigests: [String]
    /// Whether deletions can be taken back, by the drive's name and the method; drives that are out
    /// of reach are left out.
    package var reversible: [String: [DeletionMethod: Bool]] = [:]
    /// When deletions were taken back before, by row.
    package var takenBack: [Int: Timestamp] = [:]
    /// Whether items that stay are entries too.
    package var includesKept = false
    /// Whether the record is written as lines, and goes no further: nothing need be gathered then.
    package var isForLines = false

    /// The given plan.
    package init(plan: Plan, head: PlanHead, ruleDigests: [String]) {
        self.plan = plan
        self.head = head
        self.ruleDigests = ruleDigests
    }
}

extension PlanRecord {
    /// The record of `source`. O(entries + their survivors).
    package init(_ source: PlanSource) {
        let maker = PlanRecordMaker(source)
        self = maker.record()
    }
}

/// Gathers the columns of a plan that was just judged.
private final class PlanRecordMaker {
    private let source: PlanSource
    private let plan: Plan
    private let listing: Listing
    private let index: GroupIndex
    private let hasSetRules: Bool
    private let columns: PlanColumns
    private var groups = PlanGroups()
    private let alsoGroups = NumberLists()
    private var handlings: [PlanHandling] = []
    private var handlingsByBits: [UInt64: UInt32] = [:]
    private var handlingsByRules: [[Int]: UInt32] = [:]
    private var lastHandling: (bits: UInt64, number: UInt32)?
    /// By rule and by what is asked: the number in `groups` of each group, and one; 0 for none.
    private var groupNumbers: [GroupKind: Column<UInt32>] = [:]
    /// The number in `groups` of what is asked for of a year or month.
    private var groupsOfPeriods: [GroupIndex.Demand: UInt32] = [:]
    private var groupLists: [[UInt32]: UInt32] = [:]
    /// By row: its place among the survivors of its drive, and one; 0 for none.
    private var survivorPlaces: Column<UInt32>?
    private let inPlace: PlanInPlace?
    private var survivorsOfDrive: [Column<UInt32>]
    private var taken = OptionalColumn<Int64>(missing: Missing.date)
    private var also = OptionalColumn<UInt32>(missing: PlanColumns.none)
    private var group = OptionalColumn<UInt32>(missing: PlanColumns.none)
    private var like = OptionalColumn<UInt64>(missing: 0)

    /// What is asked of the groups of one rule.
    private struct GroupKind: Hashable {
        let ruleNumber: Int
        var isDemand = false
        var comparesBytes = false

        init(ruleNumber: Int) { self.ruleNumber = ruleNumber }

        init(_ demand: GroupIndex.Demand) {
            ruleNumber = demand.ruleNumber
            isDemand = true
            comparesBytes = demand.comparesBytes
        }
    }

    init(_ source: PlanSource) {
        self.source = source
        plan = source.plan
        listing = source.plan.listing
        index = GroupIndex(source.plan)
        hasSetRules = source.plan.rules.contains { $0.selection != nil }
        columns = PlanColumns()
        inPlace = source.isForLines ? PlanInPlace(source.plan) : nil
        survivorsOfDrive = source.plan.listing.drives.map { _ in Column() }
    }

    func record() -> PlanRecord {
        let rows = plan.orderedRows { source.includesKept || plan.verdict($0) != .keep }
        for (entry, row) in rows.enumerated() { add(row, entry) }
        if inPlace != nil {
            for row in rows { columns.row.append(UInt32(truncatingIfNeeded: row)) }
        }
        var columns = columns
        columns.group = group
        columns.also = also
        columns.takenBack = taken
        columns.like = like
        columns.companion = companions(rows)
        let driveNumbers = driveNumbers
        let items = inPlace == nil ? gather(rows, columns, driveNumbers) : listing
        return PlanRecord(
            head: source.head,
            rules: zip(plan.rules, source.ruleDigests).map { PlanRule(id: $0.id, digest: $1) },
            handlings: handlings,
            reversals: source.head.drives.map { drive in
                DeletionMethod.allCases.map { source.reversible[drive.name]?[$0] }
            },
            items: items, driveNumbers: driveNumbers, columns: columns, groups: groups,
            alsoGroups: alsoGroups, elsewhere: plan.elsewhere, inPlace: inPlace)
    }

    /// By entry: the entry of the picture that its item goes with, as a part of one shot.
    private func companions(_ rows: [Int]) -> OptionalColumn<UInt32> {
        var companions = OptionalColumn<UInt32>(missing: PlanColumns.none)
        let areTogether = plan.rules.contains { rule in
            if case .similar(let selection)? = rule.selection {
                return selection.companions == .together
            }
            return false
        }
        if !areTogether { return companions }
        let entries = Dictionary(
            rows.enumerated().map { ($1, UInt32(truncatingIfNeeded: $0)) },
            uniquingKeysWith: { first, _ in first })
        for (entry, row) in rows.enumerated() {
            guard let main = plan.companionMain(row).flatMap({ entries[$0] }) else { continue }
            companions.append(main, row: entry)
        }
        return companions
    }

    // MARK: Entries

    private func add(_ row: Int, _ entry: Int) {
        let verdict = plan.verdict(row)
        let number = plan.ruleNumber(row)
        columns.verdict.append(verdict.number)
        columns.reason.append(plan.reason(row).number)
        columns.rule.append(number.map { UInt16(truncatingIfNeeded: $0) } ?? PlanColumns.noRule)
        columns.handling.append(verdict == .keep ? PlanColumns.none : handling(row))
        if let instant = source.takenBack[row] {
            taken.append(instant.secondsSinceEpoch, row: entry)
        }
        guard hasSetRules else { return }
        switch verdict {
        case .keep: break
        case .review: addReview(row, number, entry)
        case .delete: addDemands(row, number, entry)
        }
    }

    /// What a person sees beside an item that a set rule put up.
    private func addReview(_ row: Int, _ number: Int?, _ entry: Int) {
        guard let number, plan.rules[number].selection != nil,
            let found = index.groupNumber(of: row, ruleNumber: number)
        else { return }
        let kind = GroupKind(ruleNumber: number)
        let likeness = plan.likeness(row, ruleNumber: number)
        if let likeness, plan.verdict(likeness.leader) == .keep {
            like.append(PlanLikeness(likeness.pair).packed, row: entry)
        }
        if let known = known(kind, found) { return group.append(known, row: entry) }
        guard let first = index.firstMember(of: row, ruleNumber: number) else { return }
        let staying = index.survivors(
            of: row, ruleNumber: number, most: GroupObligation.survivorsMax)
        var groupKind: PlanGroups.Kind = []
        var rows = staying?.rows ?? []
        switch plan.rules[number].selection {
        case .duplicates?: groupKind = .duplicates
        case .similar?:
            groupKind = .similar
            if let leader = likeness?.leader, plan.verdict(leader) == .keep {
                rows = [leader] + rows.filter { $0 != leader }
            }
        case .surplus?, nil: break
        }
        let fresh = addGroup(number, groupKind, needed: 0, first, rows, staying?.total ?? 0)
        groupNumbers[kind]?[found] = fresh + 1
        group.append(fresh, row: entry)
    }

    /// What must stay when the item goes.
    private func addDemands(_ row: Int, _ number: Int?, _ entry: Int) {
        let demands = index.demands(of: row)
        if demands.isEmpty { return }
        if let number, let likeness = plan.likeness(row, ruleNumber: number) {
            like.append(PlanLikeness(likeness.pair).packed, row: entry)
        }
        var others: [UInt32] = []
        var obligations: [GroupObligation]?
        // One rule may ask for more than one thing.
        let main = demands.firstIndex { $0.ruleNumber == number }
        for (place, demand) in demands.enumerated() {
            let known: UInt32
            if let found = self.known(demand) {
                known = found
            } else {
                let all = obligations ?? index.obligations(of: row)
                obligations = all
                known = addGroup(all[place])
                note(known, demand)
            }
            if place == main {
                group.append(known, row: entry)
            } else {
                others.append(known)
            }
        }
        if others.isEmpty { return }
        if let known = groupLists[others] { return also.append(known, row: entry) }
        let fresh = UInt32(truncatingIfNeeded: alsoGroups.count)
        for other in others { alsoGroups.values.append(other) }
        alsoGroups.endList()
        groupLists[others] = fresh
        also.append(fresh, row: entry)
    }

    private func known(_ demand: GroupIndex.Demand) -> UInt32? {
        demand.period == nil
            ? known(GroupKind(demand), demand.group) : groupsOfPeriods[demand]
    }

    private func note(_ number: UInt32, _ demand: GroupIndex.Demand) {
        if demand.period == nil {
            groupNumbers[GroupKind(demand)]?[demand.group] = number + 1
        } else {
            groupsOfPeriods[demand] = number
        }
    }

    private func known(_ kind: GroupKind, _ group: Int) -> UInt32? {
        if groupNumbers[kind] == nil {
            groupNumbers[kind] = Column(
                repeating: 0, count: index.groupCount(ruleNumber: kind.ruleNumber))
        }
        guard let number = groupNumbers[kind]?[group], number > 0 else { return nil }
        return number - 1
    }

    private func addGroup(_ obligation: GroupObligation) -> UInt32 {
        var kind: PlanGroups.Kind = .saysProof
        if obligation.isDuplicates { kind.insert(.duplicates) }
        if obligation.isSimilar { kind.insert(.similar) }
        if obligation.comparesBytes { kind.insert(.bytes) }
        return addGroup(
            obligation.ruleNumber, kind, needed: obligation.needed, obligation.firstMember,
            obligation.survivors, obligation.survivorTotal)
    }

    private func addGroup(
        _ rule: Int, _ kind: PlanGroups.Kind, needed: Int, _ first: Int, _ survivors: [Int],
        _ total: Int
    ) -> UInt32 {
        let number = UInt32(truncatingIfNeeded: groups.count)
        groups.rule.append(UInt16(truncatingIfNeeded: rule))
        groups.kind.append(kind.rawValue)
        groups.needed.append(UInt32(truncatingIfNeeded: needed))
        groups.total.append(UInt32(truncatingIfNeeded: total))
        if first < listing.count {
            addName(first, of: listing)
        } else if let elsewhere = plan.elsewhere {
            addName(first - listing.count, of: elsewhere)
        }
        // Numbered by drive for now: where the drive's rows begin is not known yet.
        for survivor in survivors { groups.survivors.values.append(place(survivor)) }
        groups.survivors.endList()
        return number
    }

    private func addName(_ row: Int, of listing: Listing) {
        let drive = Array(listing.driveName(row).utf8) + [UInt8(ascii: ":")]
        drive.withUnsafeBufferPointer { name in
            if let start = name.baseAddress { groups.names.bytes.append(start, count: name.count) }
        }
        listing.appendPath(row, to: groups.names.bytes)
        groups.names.endText()
    }

    /// The number of `row` among the survivors, as the row of the plan's listing; see `gather`.
    private func place(_ row: Int) -> UInt32 {
        // What lies in other parts is no item of this one.
        if row >= listing.count || inPlace != nil { return UInt32(truncatingIfNeeded: row) }
        let places = survivorPlaces ?? Column(repeating: 0, count: listing.count)
        survivorPlaces = places
        if places[row] == 0 {
            let survivors = survivorsOfDrive[listing.drive(row)]
            survivors.append(UInt32(truncatingIfNeeded: row))
            places[row] = UInt32(truncatingIfNeeded: survivors.count)
        }
        return UInt32(truncatingIfNeeded: row)
    }

    // MARK: What follows from rules

    private func handling(_ row: Int) -> UInt32 {
        guard plan.rules.count <= UInt64.bitWidth else {
            let applied = plan.appliedRules(row)
            if let known = handlingsByRules[applied] { return known }
            let fresh = addHandling(applied)
            handlingsByRules[applied] = fresh
            return fresh
        }
        let bits = plan.appliedBits(row)
        if let lastHandling, lastHandling.bits == bits { return lastHandling.number }
        let number = handlingsByBits[bits] ?? addHandling(plan.appliedRules(row))
        handlingsByBits[bits] = number
        lastHandling = (bits, number)
        return number
    }

    private func addHandling(_ applied: [Int]) -> UInt32 {
        handlings.append(
            PlanHandling(
                applied: applied.map { UInt16(truncatingIfNeeded: $0) },
                method: plan.method(applied: applied),
                undoWindow: plan.undoWindow(applied: applied).planText))
        return UInt32(truncatingIfNeeded: handlings.count - 1)
    }

    // MARK: Items

    /// The number in the head of each drive.
    private var driveNumbers: [Int] {
        let byName = Dictionary(
            source.head.drives.enumerated().map { (Array($1.name.utf8), $0) },
            uniquingKeysWith: { first, _ in first })
        return listing.drives.map { byName[Array($0.name.utf8)] ?? 0 }
    }

    /// The items drive by drive, entries before survivors.
    private func gather(
        _ rows: [Int], _ columns: PlanColumns, _ driveNumbers: [Int]
    ) -> Listing {
        let count = rows.count + survivorsOfDrive.reduce(0) { $0 + $1.count }
        var gathering = ListingGathering(listing, count: count)
        let firsts = Column<UInt32>(repeating: 0, count: listing.drives.count)
        var entry = 0
        for number in PlanRecord.order(of: source.head.drives) {
            guard let drive = driveNumbers.firstIndex(of: number) else { continue }
            let isLocal = listing.drives[drive].kind == .local
            while entry < rows.count, listing.drive(rows[entry]) == drive {
                columns.row.append(UInt32(truncatingIfNeeded: gathering.count))
                append(rows[entry], isLocal: isLocal, to: &gathering)
                entry += 1
            }
            firsts[drive] = UInt32(truncatingIfNeeded: gathering.count)
            let survivors = survivorsOfDrive[drive]
            // What a person calls different is filed by it, too.
            let facts: ListingGathering.Facts = isLocal ? [.hashes, .created] : .hashes
            for place in 0..<survivors.count {
                let row = Int(survivors[place])
                gathering.append(row, facts, deciding: plan.algorithm(of: row))
            }
        }
        let values = groups.survivors.values
        for index in 0..<values.count {
            let row = Int(values[index])
            if row >= listing.count {
                values[index] = UInt32(truncatingIfNeeded: gathering.count + row - listing.count)
            } else if let places = survivorPlaces {
                values[index] = firsts[listing.drive(row)] + places[row] - 1
            }
        }
        return gathering.finish()
    }

    private func append(_ row: Int, isLocal: Bool, to gathering: inout ListingGathering) {
        if plan.verdict(row) == .keep { return gathering.append(row, [.firstSeen, .cTag]) }
        var facts: ListingGathering.Facts = [.firstSeen, .cTag, .hashes]
        // A local file's number in the file system may be another one's later.
        if isLocal { facts.insert(.created) }
        gathering.append(row, facts, deciding: plan.algorithm(of: row))
    }
}
