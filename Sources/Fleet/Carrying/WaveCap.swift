// SPDX-License-Identifier: Apache-2.0

internal import Plans
internal import RuleEngine
internal import StateLedger
internal import Workflow
internal import YAMLBridge

/// What a wave of a plan over all drives has ever staged. An item counts once, and whatever became of it
/// since: what people took back makes no room for anything else.
///
/// The states of the drives tell it, whatever was killed; where the journal tells of more, as of a state that
/// is not there any more, that counts.
struct WaveUse: Sendable {
    /// All of it.
    private(set) var amount = FleetAmount()
    /// The items, as ids are compared, by the key of the drive.
    private(set) var items: [String: Set<String>] = [:]
    /// Those that people took back when other plans had staged them, in the same way.
    private(set) var takenBack: [String: Set<String>] = [:]

    /// What that wave of `plan` has staged on the drives of these keys, and on those that the journal has of
    /// it. Throws where a state of these cannot be read: then nobody knows how much it is.
    init(
        of plan: String, _ wave: Int64, on keys: [String], in work: FleetFolder,
        _ deeds: FleetDeeds
    ) async throws(Failure) {
        let known = deeds.waves[plan]?[wave] ?? FleetDeeds.WaveDeed()
        for key in known.drives.union(keys).sorted() {
            let plans = deeds.plans[key] ?? [:]
            var told = known.staged[key] ?? FleetAmount()
            told.items = max(told.items, deeds.counts[key]?[plan]?.staged ?? 0)
            var found = FleetAmount()
            if !plans.isEmpty {
                let own = Set(plans.filter { $0.value == plan }.keys)
                let read = try await work.withState(key) { session async throws(Failure) in
                    try await Items(session, own)
                }
                if let read {
                    items[key] = Set(read.sizes.keys)
                    takenBack[key] = read.takenBack
                    found = read.amount
                }
            }
            amount.add(
                FleetAmount(
                    items: max(told.items, found.items), bytes: max(told.bytes, found.bytes)))
        }
    }
}

/// What a state knows of the items that were ever staged in it, as ids are compared.
private struct Items: Sendable {
    /// How large those are that plans of its own have staged.
    private(set) var sizes: [String: Int64] = [:]
    /// Those that were taken back last.
    private(set) var takenBack: Set<String> = []

    /// What the state of `session` knows, in which the plans `own` are those that are meant.
    init(_ session: StateSession, _ own: Set<String>) async throws(Failure) {
        var last: Int64? = 0
        while let seen = last {
            let page = try await session.asking { ledger async throws(LedgerError) in
                try await ledger.stagedItems(after: seen, most: Ledger.pageSize)
            }
            for one in page { take(one, own) }
            last = page.last?.number
        }
    }

    private mutating func take(_ one: StagedItem, _ own: Set<String>) {
        let item = one.order.item
        let key = GraphID.comparable(item: item.id)
        if own.contains(one.plan) { sizes[key] = max(sizes[key] ?? 0, item.size ?? 0) }
        switch one.state {
        case .undone, .restored: takenBack.insert(key)
        default: takenBack.remove(key)
        }
    }

    /// All that the plans that are meant have staged.
    var amount: FleetAmount {
        sizes.values.reduce(FleetAmount()) { $0 + FleetAmount(items: 1, bytes: $1) }
    }
}

/// How much of a wave may still be staged, by `caps: {wave: …}` of the fleet file.
struct WaveCap: Sendable {
    /// What was staged before.
    let use: WaveUse
    /// The most that the wave stages in all.
    private let most: FleetAmount

    /// The cap of a wave of `plan`; nil where the fleet file has none.
    init?(
        of wave: Int, _ plan: FleetPlan, _ waves: FleetWaves, _ ground: FleetGround,
        _ deeds: FleetDeeds
    ) async throws(Failure) {
        let cap = ground.file.perWave
        if cap.isUnbounded { return nil }
        most = FleetAmount(items: cap.items ?? .max, bytes: cap.bytes ?? .max)
        // All drives of the wave count, whichever are meant now, and those that were of it before 'sizes'
        // were changed.
        use = try await WaveUse(
            of: plan.id, Int64(wave), on: waves.members(of: wave).map(\.drive.key),
            in: ground.work, deeds)
    }

    /// What there is room for.
    var left: FleetAmount { most.less(use.amount) }

    /// Whether nothing more of the wave is ever staged.
    var isUsedUp: Bool { use.amount.items > 0 && (left.items == 0 || left.bytes == 0) }
}

/// What is known of deletions of some drives from what was staged before.
struct StagedBefore {
    /// How it bears on what the cap of the wave has room for.
    enum Standing: Int8 {
        /// Not at all.
        case new
        /// The wave has staged it: it counts already, and takes no room again.
        case staged
        /// People took it back when another plan had staged it: most likely it stays, so that all others come
        /// first, lest what stays for good takes all room in one plan after another.
        case takenBack
    }

    private var items: [Set<String>] = []
    private var takenBack: [Set<String>] = []
    /// The ids of files by those that a dataset has for them.
    private var names: [[String: String]] = []

    /// What is in `use` of `members`, by their places.
    init(
        _ use: WaveUse, on members: [FleetWaves.Member], of plan: FleetPlan, _ work: FleetFolder
    ) throws(Failure) {
        for member in members {
            let key = member.drive.key
            items.append(use.items[key] ?? [])
            takenBack.append(use.takenBack[key] ?? [])
            let isNamed = plan.namesListItems && use.items[key] != nil
            names.append(isNamed ? try ListItemNames(work, drive: key).ids : [:])
        }
    }

    /// What is known of the deletion of `line`, of the drive at `place`.
    func standing(_ line: ArraySlice<UInt8>, of place: Int) throws(Failure) -> Standing {
        if items[place].isEmpty, takenBack[place].isEmpty { return .new }
        let id = try PlanLines.entry(line).id
        let key = GraphID.comparable(item: names[place][id] ?? id)
        if items[place].contains(key) { return .staged }
        return takenBack[place].contains(key) ? .takenBack : .new
    }
}
